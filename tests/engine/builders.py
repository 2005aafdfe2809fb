"""Small events for the engine's tests. Everything is in order unless a test says otherwise."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from qualifications.engine import (
    Arbiter,
    ArbiterCategory,
    DeclaredNorm,
    DeclaringBody,
    EventFacts,
    EventSystem,
    GameFact,
    GameKind,
    Outcome,
    Participant,
    Reason,
    TimeControl,
    Verdict,
    assess_event,
    regulation_for,
)

LAW = regulation_for("ua", on=date(2024, 6, 1))
RANK_1, RANK_2, RANK_3, YOUTH_1 = "ua.rank_1", "ua.rank_2", "ua.rank_3", "ua.youth_1"
GM, MSU, KMSU, POINT = "ua.gm", "ua.msu", "ua.kmsu", "ua.candidate_point"
FIRST_DAY, LAST_DAY = date(2024, 5, 11), date(2024, 5, 19)
ALL_DECLARED = tuple(
    DeclaredNorm(grade, DeclaringBody.REGIONAL_COMMISSION, date(2024, 4, 1))
    for grade in (RANK_1, RANK_2, RANK_3, YOUTH_1)
)


def games(half_points: int, rounds: int) -> tuple[GameFact, ...]:
    """Played games that bring the points: wins first, then at most one draw, then losses."""
    scores = [min(2, max(0, half_points - 2 * past)) for past in range(rounds)]
    assert sum(scores) == half_points, "more points than the games can bring"
    return tuple(
        GameFact(number, GameKind.PLAYED, score, opponent=None)
        for number, score in enumerate(scores, start=1)
    )


def participant(number: int, half_points: int = 9, rounds: int = 9, **changes: Any) -> Participant:
    facts: dict[str, Any] = {
        "number": number,
        "sex": "m",
        "birth_date": date(2000, 1, 1),
        "birth_year": 2000,
        "federation": "UKR",
        "grade_known": True,
        "grade": None,
        "candidate_points": 0,
        "individual_coefficient": None,
        "total_half_points": half_points,
        "games": games(half_points, rounds),
        "simultaneous": False,
    }
    return Participant(**{**facts, **changes})


def event(participants: Sequence[Participant], **changes: Any) -> EventFacts:
    facts: dict[str, Any] = {
        "event": "a club championship",
        "starts_on": FIRST_DAY,
        "ends_on": LAST_DAY,
        "system": EventSystem.ROUND_ROBIN,
        "women": False,
        "rounds": 9,
        "time_control": TimeControl(minutes=120),
        "most_rounds_on_one_day": 1,
        "clocks_used": True,
        "moves_recorded": True,
        "competition_class": None,
        "arbiters": (Arbiter("Ореста Мальва", ArbiterCategory.FIRST),),
        "declared_norms": ALL_DECLARED,
        "participants": tuple(participants),
    }
    return EventFacts(**{**facts, **changes})


def field_of(grade: str | None, half_points: int, rounds: int = 9, **changes: Any) -> EventFacts:
    """Ten participants of one class: number 1 has `half_points`, number 2 one more game's worth.

    Nobody shares the lead of number 2, so number 1 is judged by the table alone.
    """
    ahead = min(half_points + 1, 2 * rounds)
    others = [participant(n, 0, rounds, grade=grade) for n in range(3, 11)]
    pair = [
        participant(1, half_points, rounds, grade=grade),
        participant(2, ahead, rounds, grade=grade),
    ]
    return event([*pair, *others], rounds=rounds, **changes)


def verdict_of(facts: EventFacts, number: int, grade: str, law: Any = LAW) -> Verdict:
    found = [
        verdict
        for verdict in assess_event(facts, law)
        if (verdict.participant, verdict.grade) == (number, grade)
    ]
    assert len(found) == 1, f"one verdict expected, not {len(found)}"
    return found[0]


def reasons_of(verdict: Verdict) -> list[Reason]:
    return [*verdict.conditions, *(reason for route in verdict.routes for reason in route.reasons)]


def reason_of(verdict: Verdict, check: str) -> Reason:
    found = [reason for reason in reasons_of(verdict) if reason.check == check]
    assert len(found) == 1, f"one {check} expected, not {len(found)}"
    return found[0]


def outcome_of(facts: EventFacts, check: str, grade: str = RANK_1, law: Any = LAW) -> Outcome:
    """Outcome of one check for participant 1."""
    return reason_of(verdict_of(facts, 1, grade, law), check).outcome
