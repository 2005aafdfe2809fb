"""What the rounds to come can bring, in finished words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from qualifications.engine.outlook import DRAW, LOSS, WIN, Assumption, Forecast, Prospect
from qualifications.engine.verdict import Outcome
from qualifications.grades import ladder_place
from qualifications.presenting_verdicts import scheme_name
from qualifications.progress import EventInProgress
from qualifications.wording import grade_name, points_words

RESULTS = {WIN: gettext_noop("A win"), DRAW: gettext_noop("A draw"), LOSS: gettext_noop("A loss")}
ASSUMPTIONS = {
    Assumption.PAIRED: gettext_noop("as paired"),
    Assumption.EVERYBODY_MEETS: gettext_noop("those not met yet"),
    Assumption.NEAREST_IN_POINTS: gettext_noop(
        "assumed: not met yet and nearest in points; the pairing may be another"
    ),
}
OUTCOMES = {
    Outcome.MET: gettext_noop("the norm"),
    Outcome.NOT_MET: gettext_noop("no norm"),
    Outcome.UNDECIDED: gettext_noop("a fact is still missing"),
}


def outlook_sections(
    progress: EventInProgress, found: Mapping[str, tuple[Prospect, ...]]
) -> list[dict[str, Any]]:
    """By scheme, the norms that are still possible, the highest grade first."""
    return [
        {
            "name": scheme_name(scheme),
            "lines": [
                _line(prospect, progress)
                for prospect in sorted(
                    prospects, key=lambda one: (ladder_place(one.grade), one.participant)
                )
            ],
        }
        for scheme, prospects in found.items()
    ]


def outlook_sentence(progress: EventInProgress, found: Mapping[str, tuple[Prospect, ...]]) -> str:
    """The answer first: how many rounds are left, and how many norms are possible."""
    possible = sum(len(prospects) for prospects in found.values())
    left = ngettext("%(n)d round is left.", "%(n)d rounds are left.", progress.left) % {
        "n": progress.left
    }
    if not possible:
        none = _("No norm above what players hold is possible any more.")
        return f"{left} {none}"
    norms = ngettext(
        "%(n)d norm is still possible.", "%(n)d norms are still possible.", possible
    ) % {"n": possible}
    return f"{left} {norms}"


def _line(prospect: Prospect, progress: EventInProgress) -> dict[str, Any]:
    needed = prospect.needed_half_points
    return {
        "number": prospect.participant,
        "name": progress.names[prospect.participant],
        "grade": grade_name(prospect.grade),
        "opponents": [_opponent(number, progress) for number in prospect.opponents],
        "assumption": _(ASSUMPTIONS[prospect.assumption]),
        "certain": prospect.certain,
        "next": []
        if prospect.certain or len(prospect.after_next) < 2
        else [
            {"result": _(RESULTS[result]), "brings": _brings(rest)}
            for result, rest in prospect.after_next.items()
        ],
        "needed": points_words(needed) if needed else "",
    }


def _opponent(number: int | None, progress: EventInProgress) -> str:
    return _("bye") if number is None else progress.names.get(number, f"№ {number}")


def _brings(rest: Mapping[int, Forecast]) -> str:
    """What a result of the next game brings: the outcome, or the score needed after it."""
    if set(rest) == {0}:
        only = rest[0]
        if only.surely is only.at_best:
            return _(OUTCOMES[only.surely])
        return _("depends on others: %(one)s or %(other)s") % {
            "one": _(OUTCOMES[only.surely]),
            "other": _(OUTCOMES[only.at_best]),
        }
    enough = [score for score, one in rest.items() if one.surely is Outcome.MET]
    if enough and min(enough) == 0:
        return _("the norm")
    if enough:
        return _("then %(points)s needed") % {"points": points_words(min(enough))}
    if any(one.at_best is not Outcome.NOT_MET for one in rest.values()):
        return _("then still possible, not sure with any score")
    return _("no norm")
