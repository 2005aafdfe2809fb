"""Small events under the Russian annex. Everything is in order unless a test says otherwise."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from qualifications.engine import (
    EventFacts,
    EventSystem,
    GameFact,
    GameKind,
    Outcome,
    Participant,
    Reason,
    Verdict,
    assess_event,
    regulation_for,
)
from qualifications.engine.facts import AgeGroup, Discipline, EventLevel, EventRecognition

LAW = regulation_for("ru", on=date(2020, 6, 1))
FIRST_DAY, LAST_DAY = date(2020, 5, 30), date(2020, 6, 7)
GR, MS, KMS = "ru.gr", "ru.ms", "ru.kms"
RANK_1, RANK_2, RANK_3 = "ru.rank_1", "ru.rank_2", "ru.rank_3"
YOUTH_1, YOUTH_2, YOUTH_3 = "ru.youth_1", "ru.youth_2", "ru.youth_3"


def person(number: int, half_points: int = 0, **changes: Any) -> Participant:
    facts: dict[str, Any] = {
        "number": number,
        "sex": "m",
        "birth_date": date(2000, 1, 1),
        "birth_year": 2000,
        "federation": "RUS",
        "grade_known": True,
        "grade": MS,
        "candidate_points": 0,
        "individual_coefficient": None,
        "total_half_points": half_points,
        "games": (),
        "rating_on_last_day": 2600,
    }
    return Participant(**{**facts, **changes})


def played(half_points: int, opponents: Sequence[int | None]) -> tuple[GameFact, ...]:
    """One game against each opponent: wins first, then at most one draw, then losses."""
    scores = [min(2, max(0, half_points - 2 * past)) for past in range(len(opponents))]
    assert sum(scores) == half_points, "more points than the games can bring"
    return tuple(
        GameFact(number, GameKind.PLAYED, score, opponent)
        for number, (score, opponent) in enumerate(zip(scores, opponents, strict=True), start=1)
    )


def event(
    ratings: Sequence[int | None],
    half_points: int,
    *,
    hero: dict[str, Any] | None = None,
    grades: Sequence[str | None] | None = None,
    **changes: Any,
) -> EventFacts:
    """Number 1 plays number 2, 3, ... with these ratings (None: without rating) and grades."""
    numbers = range(2, len(ratings) + 2)
    first = {"games": played(half_points, list(numbers)), **(hero or {})}
    others = [
        person(
            number,
            national_rating=rating,
            national_rating_known=True,
            grade=MS if grades is None else grades[number - 2],
        )
        for number, rating in zip(numbers, ratings, strict=True)
    ]
    facts: dict[str, Any] = {
        "event": "a championship of a district",
        "starts_on": FIRST_DAY,
        "ends_on": LAST_DAY,
        "system": EventSystem.SWISS,
        "women": False,
        "rounds": len(ratings),
        "time_control": None,
        "most_rounds_on_one_day": 1,
        "clocks_used": True,
        "moves_recorded": True,
        "competition_class": None,
        "arbiters": (),
        "declared_norms": (),
        "participants": (person(1, half_points, **first), *others),
        "discipline": Discipline.CLASSICAL,
        "level": EventLevel.FEDERAL_DISTRICT,
        "recognition": EventRecognition.OFFICIAL,
        "age_group": AgeGroup.ADULTS,
    }
    return EventFacts(**{**facts, **changes})


def change_hero(facts: EventFacts, **changes: Any) -> EventFacts:
    first, *others = facts.participants
    return replace(facts, participants=(replace(first, **changes), *others))


def change_other(facts: EventFacts, number: int, **changes: Any) -> EventFacts:
    """The same event with other facts about one participant."""
    changed = [
        replace(one, **changes) if one.number == number else one for one in facts.participants
    ]
    return replace(facts, participants=tuple(changed))


def verdict_of(facts: EventFacts, grade: str, law: Any = LAW) -> Verdict:
    """The verdict on number 1."""
    found = [v for v in assess_event(facts, law) if (v.participant, v.grade) == (1, grade)]
    assert len(found) == 1, f"one verdict expected, not {len(found)}"
    return found[0]


def reasons_of(verdict: Verdict) -> list[Reason]:
    return [*verdict.conditions, *(reason for route in verdict.routes for reason in route.reasons)]


def reason_of(verdict: Verdict, check: str, article: str = "") -> Reason:
    found = [
        reason
        for reason in reasons_of(verdict)
        if reason.check == check and article in ("", reason.article)
    ]
    assert len(found) == 1, f"one {check} expected, not {len(found)}"
    return found[0]


def found(facts: EventFacts, grade: str, check: str, article: str = "", law: Any = LAW) -> Reason:
    """One reason of the verdict on number 1."""
    return reason_of(verdict_of(facts, grade, law), check, article)


def outcome_of(facts: EventFacts, grade: str, law: Any = LAW) -> Outcome:
    return verdict_of(facts, grade, law).outcome
