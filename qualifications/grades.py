"""The ladder of the scheme that the registry keeps."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from qualifications.engine import CANDIDATE_POINT, LADDER

SCHEME = "ua"
TITLES = ("ua.gm", "ua.msu")
"""Awarded by the ministry; a norm of a master waits up to two years for the coefficient."""
JUDGED = (*LADDER[:3], CANDIDATE_POINT, *LADDER[3:])
"""What an event can bring, from the highest down: the ladder, and the candidate point."""


def higher_than(grade: str, other: str | None) -> bool:
    """Whether `grade` stands above `other` on the ladder; everything stands above nothing."""
    return not other or LADDER.index(grade) < LADDER.index(other)


def earned(met: Iterable[tuple[int, str]], held: Mapping[int, str | None]) -> set[tuple[int, str]]:
    """Of the grades met in an event those that go into the ledger, by starting number.

    The highest rank above what was `held`; the highest title above it too, because it may still
    wait for a coefficient; and a candidate point, unless the same result made a candidate master.
    """
    grades: dict[int, list[str]] = defaultdict(list)
    for number, grade in met:
        grades[number].append(grade)
    found: set[tuple[int, str]] = set()
    for number, reached in grades.items():
        above = [g for g in reached if g in LADDER and higher_than(g, held[number])]
        for kind in (
            [g for g in above if g in TITLES],
            [g for g in above if g not in TITLES],
            [g for g in reached if g == CANDIDATE_POINT and "ua.kmsu" not in reached],
        ):
            found.update((number, grade) for grade in sorted(kind, key=JUDGED.index)[:1])
    return found
