"""The schemes that the registry keeps, and the order of their grades."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.conf import settings

from qualifications.engine import CANDIDATE_POINT, LADDER

SCHEME = "ua"
"""The scheme of the cards, the lists and the decisions; every event is judged under it first."""
TITLES = ("ua.gm", "ua.msu")
"""Awarded by the ministry; a norm of a master waits up to two years for the coefficient."""
JUDGED = (*LADDER[:3], CANDIDATE_POINT, *LADDER[3:])
"""What an event can bring, from the highest down: the ladder, and the candidate point."""


LADDERS: Mapping[str, tuple[str, ...]] = {
    "ua": JUDGED,
    "ru": (
        *("ru.gr", "ru.ms", "ru.kms", "ru.rank_1", "ru.rank_2", "ru.rank_3"),
        *("ru.youth_1", "ru.youth_2", "ru.youth_3"),
    ),
    "fide": (
        *("fide.gm", "fide.im", "fide.wgm", "fide.fm", "fide.wim", "fide.cm", "fide.wfm"),
        "fide.wcm",
    ),
}
"""What an event can bring under each scheme, from the highest down."""

_PLACES = {
    grade: (number, place)
    for number, ladder in enumerate(LADDERS.values())
    for place, grade in enumerate(ladder)
}


def schemes_kept() -> tuple[str, ...]:
    """The schemes that judge an admitted event, the home scheme first."""
    return (SCHEME, *(s for s in settings.REGISTRY_SCHEMES if s != SCHEME))


def scheme_of(grade: str) -> str:
    """The scheme that a grade key belongs to."""
    return grade.partition(".")[0]


def ladder_place(grade: str) -> tuple[int, int]:
    """Sorts grades: scheme by scheme, in each from the highest down; unknown ones come last."""
    return _PLACES.get(grade, (len(LADDERS), 0))


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


def highest_of_each(met: Iterable[tuple[int, str]]) -> set[tuple[int, str]]:
    """The highest grade of each player: an international norm serves the lower titles as well."""
    best: dict[int, str] = {}
    for number, grade in met:
        if number not in best or ladder_place(grade) < ladder_place(best[number]):
            best[number] = grade
    return set(best.items())
