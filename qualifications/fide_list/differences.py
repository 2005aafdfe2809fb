"""What FIDE's list says of people otherwise than the registry: proposals, never overwritten."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple, Protocol

from django.db import transaction

from federation.dated import COLUMN_KINDS, PersonOn, people_on
from federation.models import FactKind, Player
from qualifications.models import FideListed, FideProposal, ListLoad, LoadStep, ProposalStatus
from qualifications.titles import FIDE_TITLES

PLAYERS_AT_ONCE = 1000
LINES = (tuple(t for t in FIDE_TITLES if t[0] != "W"), tuple(t for t in FIDE_TITLES if t[0] == "W"))
"""Open titles and those of women, each the highest first."""
SETTLED = "the list and the registry agree now"


class Watched(Protocol):
    """Who shows how far a load is."""

    def begin(self, step: LoadStep, total: int = 0) -> None: ...

    def at(self, done: int) -> None: ...


class Difference(NamedTuple):
    kind: str
    before: str
    """What the registry says; empty for nothing."""
    value: str


def differences_of(person: PersonOn, listed: FideListed) -> Iterator[Difference]:
    """What a row of the list says otherwise of its person, as facts would hold it.

    What the list leaves open is no difference, nor is a title below one that the person has.
    """
    name = name_as_kept(listed.name)
    if name and name.casefold() != person.latin_name.casefold():
        yield Difference(FactKind.LATIN_NAME, person.latin_name, name)
    if listed.federation and listed.federation != person.federation:
        yield Difference(FactKind.FEDERATION, person.federation, listed.federation)
    if listed.sex and listed.sex != person.sex:
        yield Difference(FactKind.SEX, person.sex, listed.sex)
    if listed.birth_year and listed.birth_year != person.birth_year:
        born = person.birth_date.isoformat() if person.birth_date else str(person.birth_year or "")
        yield Difference(FactKind.BIRTH, born, str(listed.birth_year))
    held = {title.title for title in person.titles}
    for line in LINES:
        said = [title for title in line if title in (listed.title, listed.womens_title)]
        own = [title for title in line if title in held]
        if said and (not own or line.index(said[0]) < line.index(own[0])):
            yield Difference(FactKind.TITLE, own[0] if own else "", said[0])


def name_as_kept(name: str) -> str:
    """`Surname, Given` of the list as the registry writes names in Latin letters."""
    return " ".join(name.replace(",", " ").split())


def differences_propose(load: ListLoad, *, at: datetime, progress: Watched) -> dict[str, int]:
    """Compare everybody with a FIDE number, as of the day of the list: `proposals`, `settled`.

    A proposal that was declined is not made again while FIDE says the same; one that waits and is
    no longer a difference is settled. Five queries and a transaction for a thousand people.
    """
    people = Player.objects.filter(fide_id__isnull=False, merged_into=None)
    progress.begin(LoadStep.COMPARING, people.count())
    made = settled = done = last = 0
    while some := list(people.filter(pk__gt=last).order_by("pk")[:PLAYERS_AT_ONCE]):
        with transaction.atomic():
            new, gone = _compare(some, load, at)
        made, settled, done, last = made + new, settled + gone, done + len(some), some[-1].pk
        progress.at(done)
    return {"proposals": made, "settled": settled}


def _compare(players: list[Player], load: ListLoad, at: datetime) -> tuple[int, int]:
    if load.list_on is None:
        raise ValueError("a list without a day cannot be compared")
    listed = FideListed.objects.in_bulk([player.fide_id for player in players])
    persons = people_on(players, load.list_on, (*COLUMN_KINDS, FactKind.TITLE))
    found = []
    for player in players:
        row = listed.get(player.fide_id)
        if row is not None:
            found += [
                proposal(player, one, row, load) for one in differences_of(persons[player.pk], row)
            ]
    kinds = [kind for kind in FactKind if kind != FactKind.FIDE_ID]
    return proposals_keep(players, kinds, found, at=at)


def proposal(player: Player, said: Difference, row: FideListed, load: ListLoad) -> FideProposal:
    """A difference as a proposal, not yet stored. Raises ValueError for a list without a day."""
    if load.list_on is None:
        raise ValueError("a list without a day proposes nothing")
    return FideProposal(
        player=player,
        kind=said.kind,
        before=said.before[:200],
        value=said.value[:200],
        fide_id=row.fide_id,
        listed_name=row.name,
        list_on=load.list_on,
        load=load,
    )


def proposals_keep(
    players: Iterable[Player], kinds: Iterable[str], found: list[FideProposal], *, at: datetime
) -> tuple[int, int]:
    """Store what is new of the proposals about these players; how many, and how many are settled.

    `found` is everything that differs of these kinds.
    """
    stored = FideProposal.objects.filter(player__in=players, kind__in=kinds).order_by("pk")
    before: dict[tuple, list[FideProposal]] = defaultdict(list)
    for one in stored:
        before[_about(one)].append(one)
    said = {(*_about(one), one.value) for one in found}
    gone = [
        one.pk
        for several in before.values()
        for one in several
        if one.status == ProposalStatus.OPEN and (*_about(one), one.value) not in said
    ]
    FideProposal.objects.filter(pk__in=gone, status=ProposalStatus.OPEN).update(
        status=ProposalStatus.SETTLED, decided_at=at, reason=SETTLED
    )
    new = [one for one in found if _is_news(one, before[_about(one)])]
    FideProposal.objects.bulk_create(new)
    return len(new), len(gone)


def _about(one: FideProposal) -> tuple:
    """What a proposal is about; titles of women stand beside open ones."""
    line = one.value[:1] == "W" if one.kind == FactKind.TITLE else False
    return one.player_id, one.kind, line


def _is_news(one: FideProposal, before: list[FideProposal]) -> bool:
    """Neither waits already, nor was declined last with the same value."""
    if any(old.status == ProposalStatus.OPEN and old.value == one.value for old in before):
        return False
    decided = [
        old for old in before if old.status in (ProposalStatus.ACCEPTED, ProposalStatus.DECLINED)
    ]
    last = decided[-1] if decided else None
    return not (last and last.status == ProposalStatus.DECLINED and last.value == one.value)
