"""What a result does to the rank that a player brought: confirmed, failed, or neither."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from qualifications.engine.confirmation import (
    TESTED,
    Results,
    confirms,
    fails,
    misses_lower_norm,
)
from qualifications.engine.regulation import Regulation
from qualifications.engine.terms import KMSU
from qualifications.engine.verdict import Outcome, Reason, Verdict
from qualifications.held_classes import HeldClass
from qualifications.models.ledger import LedgerKind

NORM_ROUTES = frozenset({"table", "norm", "opponents"})
"""Ways to a grade by points; the others are places."""
NOT_OF_THE_NORM = frozenset(
    {
        *("minimum_age", "candidate_points", "individual_coefficient", "held_first_rank"),
        "norm_as_point",
    }
)
"""Checks that an award asks about the person: a rank is confirmed and failed without them."""
POINTS = frozenset({"table_norm", "opponents_norm"})
"""Checks that compare points with the norm: missed ones leave the norm standing."""


@dataclass(frozen=True, slots=True)
class Tested:
    """How a result compares with the norm of the rank held on the first day."""

    kind: LedgerKind
    article: str


def results_of(verdicts: Iterable[Verdict]) -> dict[str, list[int]]:
    """Half-points scored and needed by one participant for each norm of an event.

    Only norms that stood for the participant: declared, with the conditions of the event and enough
    games. What is met otherwise, by a place, needed no more than was scored.
    """
    found: dict[str, list[int]] = {}
    for verdict in verdicts:
        scored, needed = verdict.scored_half_points, verdict.norm_half_points
        if verdict.outcome is Outcome.MET:
            found[verdict.grade] = [scored, scored if needed is None else min(scored, needed)]
        elif needed is not None and _norm_stood(verdict):
            found[verdict.grade] = [scored, needed]
    return found


def _norm_stood(verdict: Verdict) -> bool:
    routes = [route for route in verdict.routes if route.key in NORM_ROUTES]
    reasons = [reason for route in routes for reason in route.reasons]
    return bool(routes) and all(_leaves_norm(r) for r in (*verdict.conditions, *reasons))


def _leaves_norm(reason: Reason) -> bool:
    if reason.check in NOT_OF_THE_NORM:
        return True
    if reason.check in POINTS:
        return reason.outcome is not Outcome.UNDECIDED
    return reason.outcome not in (Outcome.NOT_MET, Outcome.UNDECIDED)


def tested(held: HeldClass, results: Results, law: Regulation) -> Tested | None:
    """What a result did to the rank held on the first day; None where the event could not test it.

    A rank is tested by its own norm (a candidate master's by that of the first rank where there is
    none); a first or second rank also by the norm of the next lower one.
    """
    grade = held.grade
    if not held.known or grade not in TESTED:
        return None
    if confirms(grade, results):
        return Tested(LedgerKind.CONFIRMATION_EARNED, "UA.CONF.1a")
    article = "UA.CONF.4a" if grade == KMSU else "UA.CONF.6b"
    failed = fails(grade, results, law)
    if failed and not held.exempt:
        return Tested(LedgerKind.FAILURE_RECORDED, article)
    if failed is None and misses_lower_norm(grade, results) is None:
        return None
    return Tested(LedgerKind.RESULT_RECORDED, "UA.CONF.3" if failed else article)


def by_participant(verdicts: Iterable[Verdict]) -> Mapping[int, list[Verdict]]:
    """Verdicts by starting number."""
    found: dict[int, list[Verdict]] = {}
    for verdict in verdicts:
        found.setdefault(verdict.participant, []).append(verdict)
    return found
