"""How far a result is from a norm: what is missing, one sentence for each requirement."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from qualifications.engine.verdict import Outcome, Reason, Route, Verdict
from qualifications.wording import ask_sentence, distance_sentence, reason_sentence


def missing(verdict: Verdict) -> list[str]:
    """What a norm that is not met lacks, by the way that lacks the fewest; points come first.

    For an open verdict what has to be found out; for a norm that is met by how much.
    """
    if verdict.outcome is Outcome.MET:
        words = distance_sentence(verdict)
        return [words] if words else []
    wanted = Outcome.UNDECIDED if verdict.outcome is Outcome.UNDECIDED else Outcome.NOT_MET
    route = _nearest(verdict, wanted)
    reasons = [*(route.reasons if route else ()), *verdict.conditions]
    found = [reason for reason in reasons if reason.outcome is wanted]
    found.sort(key=lambda reason: _plain(reason.check) not in POINTS)
    sentences = [_sentence(reason, verdict) for reason in found]
    return list(dict.fromkeys(sentence for sentence in sentences if sentence))


def _nearest(verdict: Verdict, wanted: Outcome) -> Route | None:
    """The way with the fewest reasons in the way; of an open verdict one that is open."""
    routes = [route for route in verdict.routes if route.outcome is wanted] or verdict.routes
    return min(
        routes,
        key=lambda route: sum(r.outcome in (Outcome.NOT_MET, wanted) for r in route.reasons),
        default=None,
    )


def _sentence(reason: Reason, verdict: Verdict) -> str:
    if reason.outcome is Outcome.UNDECIDED:
        return ask_sentence(reason.asks) if reason.asks else ""
    if _plain(reason.check) in POINTS:
        short = distance_sentence(verdict)
        if short and (verdict.norm_half_points or 0) > verdict.scored_half_points:
            return short
    words = SHORTFALLS.get(_plain(reason.check))
    return (words(reason) if words else "") or _requirement(reason)


def _plain(check: str) -> str:
    """The check without its scheme: the same numbers have the same names."""
    return check.removeprefix("fide_").removeprefix("ru_")


def _requirement(reason: Reason) -> str:
    """What was asked, where no number tells how far the result was from it."""
    try:
        return reason_sentence(reason).requirement
    except KeyError:
        return ""


# ---------------------------------------------------------------- numbers


def _difference(reason: Reason, required: str, measured: str) -> int:
    """Required less measured; 0 where one of them is no number."""
    asked, found = reason.required.get(required), reason.measured.get(measured)
    if not isinstance(asked, int) or not isinstance(found, int):
        return 0
    return asked - found


def _games(reason: Reason) -> str:
    count = _difference(reason, "games", "games")
    if count <= 0:
        return ""
    return ngettext("%(n)d more game needed", "%(n)d more games needed", count) % {"n": count}


def _title_holders(reason: Reason) -> str:
    count = _difference(reason, "opponents", "opponents")
    if count <= 0:
        return ""
    return ngettext(
        "%(n)d more opponent with a title needed",
        "%(n)d more opponents with a title needed",
        count,
    ) % {"n": count}


def _required_titles(reason: Reason) -> str:
    count = _difference(reason, "opponents", "opponents")
    if count <= 0:
        return ""
    return ngettext(
        "%(n)d more opponent needed with the title that the norm asks for",
        "%(n)d more opponents needed with the title that the norm asks for",
        count,
    ) % {"n": count}


def _federations(reason: Reason) -> str:
    count = _difference(reason, "federations", "federations")
    if count <= 0:
        return ""
    return ngettext(
        "opponents from %(n)d more federation needed",
        "opponents from %(n)d more federations needed",
        count,
    ) % {"n": count}


def _own_federation(reason: Reason) -> str:
    count = -_difference(reason, "at_most", "opponents")
    if count <= 0:
        return ""
    return ngettext(
        "%(n)d opponent too many of the player's own federation",
        "%(n)d opponents too many of the player's own federation",
        count,
    ) % {"n": count}


def _one_federation(reason: Reason) -> str:
    count = -_difference(reason, "at_most", "opponents")
    if count <= 0:
        return ""
    return ngettext(
        "%(n)d opponent too many of one federation",
        "%(n)d opponents too many of one federation",
        count,
    ) % {"n": count}


def _unrated(reason: Reason) -> str:
    count = -_difference(reason, "at_most", "opponents")
    if count <= 0:
        return ""
    return ngettext(
        "%(n)d unrated opponent too many", "%(n)d unrated opponents too many", count
    ) % {"n": count}


def _mean(reason: Reason) -> str:
    count = _difference(reason, "mean", "mean")
    if count <= 0:
        return ""
    return ngettext(
        "the mean rating of the opponents is %(n)d point too low",
        "the mean rating of the opponents is %(n)d points too low",
        count,
    ) % {"n": count}


def _age(reason: Reason) -> str:
    """Said without a number: how old somebody is, is not for everybody."""
    return _("the player is too young")


POINTS = frozenset({"table_norm", "performance", "master_norm", "opponents_norm"})
"""Checks of the points; the verdict itself knows by how much they were missed."""

SHORTFALLS: Mapping[str, Callable[[Reason], str]] = {
    "minimum_games": _games,
    "norm_games": _games,
    "title_holders": _title_holders,
    "required_titles": _required_titles,
    "other_federations": _federations,
    "own_federation": _own_federation,
    "one_federation": _one_federation,
    "unrated": _unrated,
    "mean_rating": _mean,
    "minimum_age": _age,
    "age": _age,
}
"""Checks whose numbers tell what is missing."""
