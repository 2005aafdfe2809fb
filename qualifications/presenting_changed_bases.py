"""Decrees that rest on changed data, in finished words."""

from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from federation.templatetags.registry import day as day_words
from qualifications.changed_bases import Difference, takes_away
from qualifications.engine.verdict import Outcome
from qualifications.models import AwardChoice, AwardPolicy, ChangedBasis, DecreeAct
from qualifications.presenting_decrees import section_name
from qualifications.wording import outcome_name
from qualifications.wording_shared import points_words


def change_view(basis: ChangedBasis) -> dict[str, Any]:
    """A change with the person, the award, what it means and whether it waits."""
    line = basis.line
    return {
        "basis": basis,
        "player": line.player,
        "award": section_name(line.act, line.grade),
        "decree": line.decree,
        "event": _event(basis),
        "means": meaning_words(line.act, basis.difference),
        "facts": facts_view(basis.difference),
        "status": status_view(basis),
        "policy": answered_by_policy(basis),
    }


def _event(basis: ChangedBasis) -> Any:
    line = basis.line
    if line.norm is not None:
        return line.norm.event
    return line.verdict.entry.event if line.verdict is not None else None


def meaning_words(act: str, difference: Difference) -> str:
    """What a difference means for the award."""
    if not difference:
        return _("The data are again as they were when the decree was approved.")
    lost = takes_away(act, difference)
    if act in (DecreeAct.AWARD, DecreeAct.POINT):
        if lost:
            return _("It was earned when the decree was approved, and is not earned any more.")
        return _("It is still earned; the figures are others now.")
    if act == DecreeAct.REVOKE:
        return _("The figures on which the award was revoked are others now.")
    if lost:
        return _("What the decree confirms does not follow from the results any more.")
    return _("It still follows from the results; the figures are others now.")


def facts_view(difference: Difference) -> list[dict[str, str]]:
    """Each fact that differs: `what`, as `frozen`, and `now`."""
    return [
        {"what": _fact(fact), "frozen": _value(fact, pair[0]), "now": _value(fact, pair[1])}
        for fact, pair in difference.items()
    ]


def _fact(fact: str) -> str:
    return {
        "holds": _("In the ledger"),
        "outcome": _("Verdict"),
        "scored_half_points": _("Scored"),
        "norm_half_points": _("The norm"),
        "place": pgettext("in the final table", "Place"),
        "edition": _("Regulation"),
        "starts_on": _("First day"),
        "ends_on": _("Last day"),
    }[fact]


def _value(fact: str, value: Any) -> str:
    if fact == "holds":
        return _("stands") if value else _("stands no more")
    if value in (None, ""):
        return _("no verdict") if fact == "outcome" else "–"
    if fact == "outcome":
        return outcome_name(Outcome(value))
    if fact in ("scored_half_points", "norm_half_points"):
        return points_words(value)
    if fact in ("starts_on", "ends_on"):
        return str(day_words(date.fromisoformat(value)))
    return str(value)


def status_view(basis: ChangedBasis) -> dict[str, str]:
    """The state of a change of `changed_bases.changed_bases_of` as word and tone."""
    if basis.choice == AwardChoice.STANDS:
        return {"word": pgettext("of an award", "stands"), "tone": "good"}
    if basis.choice == AwardChoice.REVOKED:
        return {"word": pgettext("of an award", "revoked by a decree"), "tone": "bad"}
    if basis.choice == AwardChoice.ANNULLED:
        return {"word": pgettext("of an award", "annulled by a decree"), "tone": "bad"}
    if not getattr(basis, "in_force", True):
        return {"word": pgettext("of a change", "the decree is annulled"), "tone": "neutral"}
    if getattr(basis, "later", False):
        return {"word": pgettext("of a change", "has changed again since"), "tone": "neutral"}
    return {"word": pgettext("of a change", "waits for an answer"), "tone": "wait"}


def policy_words(policy: AwardPolicy | None) -> str:
    """What the policy of the body says of such an award."""
    if policy is None:
        return _("The body has chosen no policy on such awards: decide this one by itself.")
    facts = {"day": day_words(policy.in_force_from), "document": policy.document}
    if policy.choice == AwardChoice.STANDS:
        return _("By the policy of the body since %(day)s (%(document)s) such an award stands.") % (
            facts
        )
    if policy.choice == AwardChoice.REVOKED:
        words = _(
            "By the policy of the body since %(day)s (%(document)s) such an award is revoked by a "
            "decree."
        )
    else:
        words = _(
            "By the policy of the body since %(day)s (%(document)s) the whole decree of such an "
            "award is annulled by another one."
        )
    return words % facts


def answered_by_policy(basis: ChangedBasis) -> str:
    """How an answer stands to the policy; empty where none was given, or there was no policy."""
    policy = basis.policy
    if not basis.choice or policy is None:
        return ""
    facts = {"day": day_words(policy.in_force_from), "document": policy.document}
    if policy.choice == basis.choice:
        return _("As the policy of the body since %(day)s says (%(document)s).") % facts
    return _("Otherwise than the policy of the body since %(day)s says (%(document)s).") % facts
