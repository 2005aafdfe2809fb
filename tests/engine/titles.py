"""Events for the tests of titles: number 1 plays everybody else once."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from qualifications.engine import (
    Arbiter,
    ArbiterCategory,
    DeclaredNorm,
    DeclaringBody,
    EventFacts,
    GameFact,
    GameKind,
    Participant,
    TimeControl,
)

from .builders import KMSU, MSU, POINT, event, participant

ARBITERS = (
    Arbiter("Ореста Мальва", ArbiterCategory.NATIONAL),
    Arbiter("Левко Явір", ArbiterCategory.FIRST),
    Arbiter("Ніна Верба", ArbiterCategory.SECOND),
)
BEFORE = date(2024, 4, 1)
MASTER_NORM = (DeclaredNorm(MSU, DeclaringBody.NATIONAL_COMMISSION, BEFORE),)
CANDIDATE_NORM = (DeclaredNorm(KMSU, DeclaringBody.REGIONAL_COMMISSION, BEFORE),)
POINT_NORM = (DeclaredNorm(POINT, DeclaringBody.REGIONAL_COMMISSION, BEFORE),)


def opponent(number: int, grade: str | None, **changes: Any) -> Participant:
    """Somebody who lost the only game, against number 1."""
    game = GameFact(1, GameKind.PLAYED, 0, opponent=1)
    facts = {"grade": grade, "individual_coefficient": 2300, "games": (game,)}
    return participant(number, 0, 1, **{**facts, **changes})


def judged(
    half_points: int,
    opponents: Sequence[Participant],
    *,
    person: dict[str, Any] | None = None,
    **changes: Any,
) -> EventFacts:
    """Number 1 with points against `opponents` (numbers 2 and on), everything else in order."""
    left = half_points
    games = []
    for round_, other in enumerate(opponents, start=1):
        score = min(2, left)
        left -= score
        games.append(GameFact(round_, GameKind.PLAYED, score, opponent=other.number))
    assert left == 0, "more points than the games can bring"
    facts: dict[str, Any] = {
        "grade": "ua.rank_1",
        "individual_coefficient": 2300,
        "coefficient_on_last_day": 2300,
        "candidate_points": 2,
        "candidate_points_on_last_day": 2,
        "games": tuple(games),
    }
    first = participant(1, half_points, len(games), **{**facts, **(person or {})})
    settings: dict[str, Any] = {
        "time_control": TimeControl(90, 30, electronic_clocks=True),
        "arbiters": ARBITERS,
        "competition_class": 3,
        "declared_norms": (),
    }
    return event([first, *opponents], **{**settings, **changes})


def masters(count: int = 9, **changes: Any) -> list[Participant]:
    return [opponent(number, MSU, **changes) for number in range(2, count + 2)]


def field(**classes: int) -> list[Participant]:
    """Opponents by class: `GM`, `MSU`, `KMS`, `R1`, `R2`, `R3`."""
    grades = {
        "GM": "ua.gm",
        "MSU": "ua.msu",
        "KMS": "ua.kmsu",
        "R1": "ua.rank_1",
        "R2": "ua.rank_2",
        "R3": "ua.rank_3",
    }
    keys = [key for key, count in classes.items() for _ in range(count)]
    return [opponent(number, grades[key]) for number, key in enumerate(keys, start=2)]
