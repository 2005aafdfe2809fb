"""What the rounds to come can bring, in finished words."""

from collections.abc import Iterable, Mapping
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
            "lines": [_line(one, progress) for one in _ordered(prospects) if _can_be_met(one)],
            "open": [
                {"name": progress.names[one.participant], "grade": grade_name(one.grade)}
                for one in _ordered(prospects)
                if not _can_be_met(one)
            ],
        }
        for scheme, prospects in found.items()
    ]


def _ordered(prospects: Iterable[Prospect]) -> list[Prospect]:
    return sorted(prospects, key=lambda one: (ladder_place(one.grade), one.participant))


def _can_be_met(prospect: Prospect) -> bool:
    """Whether some score brings the norm; others stay open, because a fact is missing."""
    return any(one.at_best is Outcome.MET for one in prospect.by_half_points.values())


def outlook_sentence(progress: EventInProgress, found: Mapping[str, tuple[Prospect, ...]]) -> str:
    """The answer first: how many rounds are left, and how many norms are possible."""
    possible = sum(_can_be_met(one) for prospects in found.values() for one in prospects)
    left = ngettext("%(n)d round is left.", "%(n)d rounds are left.", progress.left) % {
        "n": progress.left
    }
    if not possible:
        none = _("No norm above what players hold is possible any more.")
        if any(found.values()):
            none = _("No norm can be told yet: facts are missing.")
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
        "next": [] if prospect.certain else next_results(prospect),
        "needed": points_words(needed) if needed else "",
    }


def next_results(prospect: Prospect) -> list[dict[str, str]]:
    """What each result of the next game brings; one line where all bring the same."""
    lines = [
        {"result": _(RESULTS[result]), "brings": _brings(rest)}
        for result, rest in prospect.after_next.items()
    ]
    if len({line["brings"] for line in lines}) == 1:
        return [{"result": _("Any result"), "brings": lines[0]["brings"]}]
    return lines


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
    best = {one.at_best for one in rest.values()}
    if best == {Outcome.UNDECIDED}:
        return _(OUTCOMES[Outcome.UNDECIDED])
    if best != {Outcome.NOT_MET}:
        return _("then still possible, not sure with any score")
    return _("no norm")
