"""Pairs of names known to mean one person, matched blindly: how good is the matching?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from federation.naming.folding import name_key
from federation.naming.identity import Birth, Identity, Person
from federation.naming.matching import Match, Proposal, match_person
from federation.naming.pool import Pool

SHOWN = 3
"""Proposals looked at for each name."""


@dataclass(frozen=True, slots=True)
class NamePair:
    """One person as a passport and as a list in Latin letters name them."""

    cyrillic: str
    latin: str
    born: Birth | None = None
    fide_id: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What the registry would say to the Latin name, were the Cyrillic ones its people."""

    pair: NamePair
    match: Match
    proposals: tuple[Proposal, ...]
    """The person decided for, or the first three to choose from."""
    people: tuple[NamePair, ...]
    """Who the proposals are, in the same order."""
    place: int | None
    """Place of the right person among the proposals, from 1."""

    @property
    def wrong(self) -> bool:
        """Decided without asking, and for somebody else."""
        return self.match.automatic and self.place is None


def answer_pairs(pairs: Sequence[NamePair], *, with_numbers: bool = False) -> list[Answer]:
    """Each Latin name with its birth against the people of all pairs, in the order of the pairs.

    Pairs with one FIDE number, or with one Cyrillic name and birth where there is none, are one
    person. FIDE numbers say who is right; only `with_numbers` they are matched by as well.
    """
    owners = _owners(pairs)
    pool = Pool()
    for number, own in owners.items():
        pool.add(_person(number, own, with_numbers=with_numbers))
    numbers = {pair: number for number, own in owners.items() for pair in own}
    answers = []
    for pair in pairs:
        asked = Identity(pair.latin, pair.born, pair.fide_id if with_numbers else None)
        match = match_person(asked, pool.candidates(asked))
        proposals = match.candidates[:SHOWN]
        if match.player is not None:
            proposals = (Proposal(match.player, match.reason_key, match.params, match.details),)
        found = [one.player for one in proposals]
        right = numbers[pair]
        answers.append(
            Answer(
                pair=pair,
                match=match,
                proposals=proposals,
                people=tuple(owners[number][0] for number in found),
                place=found.index(right) + 1 if right in found else None,
            )
        )
    return answers


def _owners(pairs: Iterable[NamePair]) -> dict[int, list[NamePair]]:
    """Number of a person → the pairs that name the person."""
    numbers: dict[object, int] = {}
    owners: dict[int, list[NamePair]] = {}
    for pair in pairs:
        own: object = pair.fide_id or (name_key(pair.cyrillic), pair.born)
        owners.setdefault(numbers.setdefault(own, len(numbers) + 1), []).append(pair)
    return owners


def _person(number: int, own: list[NamePair], *, with_numbers: bool) -> Person:
    return Person(
        player=number,
        names=tuple(dict.fromkeys(pair.cyrillic for pair in own)),
        birth=next((pair.born for pair in own if pair.born), None),
        fide_id=own[0].fide_id if with_numbers else None,
    )
