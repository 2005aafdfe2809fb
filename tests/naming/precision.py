"""How good the matching is on made-up spellings: asked by the tests and by the bench."""

from dataclasses import dataclass

from federation.naming import Birth, Identity, Match, Person, Pool, match_person
from tests.naming.made_up import Pair, pairs_among


@dataclass(frozen=True, slots=True)
class Precision:
    """How many of the spellings came out how."""

    spellings: int
    automatic: int
    wrong: tuple[tuple[Pair, Match], ...]
    """Taken without asking, and somebody else."""
    known: int
    """Spellings of people who are in the registry."""
    right: int
    """Of those: the right person was taken, or is among the first three proposals."""


def measured(seed: int, count: int) -> Precision:
    """`count` spellings, two in five with the whole date of birth, one in ten of nobody known."""
    people, pairs = pairs_among(seed, count)
    pool = Pool()
    for number, (name, day) in enumerate(people):
        birth = Birth(day.year, day.month, day.day) if day else None
        pool.add(Person(number, (name,), birth))
    asked = [(pair, Identity(pair.latin, Birth.read(pair.born))) for pair in pairs]
    found = [(pair, match_person(one, pool.candidates(one))) for pair, one in asked]
    automatic = [(pair, match) for pair, match in found if match.automatic]
    known = [(pair, match) for pair, match in found if pair.person >= 0]
    return Precision(
        spellings=len(found),
        automatic=len(automatic),
        wrong=tuple(one for one in automatic if one[1].player != one[0].person),
        known=len(known),
        right=sum(
            pair.person in [match.player, *(one.player for one in match.candidates[:3])]
            for pair, match in known
        ),
    )
