"""Finding players who may be one person, for the queue."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from datetime import date
from itertools import combinations, combinations_with_replacement, groupby, islice, product
from operator import attrgetter
from typing import NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from federation.models import PersonKey, PersonSuspect, Player, Spelling
from federation.naming import Birth, Born, Identity, Match, Person, compare_births, match_person

ROWS_AT_ONCE = 5000
PAIRS_AT_ONCE = 1000
TELLING = frozenset(
    {
        "match.same_fide_id",
        "match.same_national_id",
        "match.same_name_and_birth_date",
        "match.same_name_and_birth_date_other_sex",
        "match.like_name_and_birth_date",
        "match.same_name_and_birth_year",
        "match.same_name_birth_nearly",
    }
)
"""Reasons for which two players are put before somebody; a name alone is none."""


def suspects_find(*, today: date) -> int:
    """Put new pairs into the queue; how many. A pair that was answered is not asked again.

    Keys are read in their order, one group of people after the other, and pairs are compared some
    at a time: memory does not grow with the registry.
    """
    pairs = _pairs_under_keys()
    added = 0
    while some := set(islice(pairs, PAIRS_AT_ONCE)):
        added += _compare(some, today)
    said = _same_fide_number(today)
    while found := list(islice(said, PAIRS_AT_ONCE)):
        added += _keep(found)
    return added


class _Row(NamedTuple):
    """A key with whom it finds."""

    key: str
    player: int
    birth_date: date | None
    birth_year: int | None
    region: int | None

    @property
    def birth(self) -> Birth | None:
        if self.birth_date is not None:
            return Birth(self.birth_date.year, self.birth_date.month, self.birth_date.day)
        return Birth(self.birth_year) if self.birth_year else None


def _pairs_under_keys() -> Iterator[tuple[int, int]]:
    """Who shares a national number, a birth date with a like name, or a name with a like birth."""
    for kind, pairs_of in (
        *(("n", _all_pairs), ("s", _born_alike)),
        *(("y", _born_on_one_day), ("g", _born_on_one_day)),
    ):
        rows = PersonKey.objects.filter(key__startswith=kind, player__merged_into=None).order_by(
            "key", "player"
        )
        columns = rows.values_list(
            "key", "player", "player__birth_date", "player__birth_year", "player__region"
        )
        read = (_Row(*row) for row in columns.iterator(chunk_size=ROWS_AT_ONCE))
        for _key, group in groupby(read, key=attrgetter("key")):
            people = list(group)
            if len(people) > 1:
                yield from pairs_of(people)


def _all_pairs(people: Sequence[_Row]) -> Iterator[tuple[int, int]]:
    return ((one.player, other.player) for one, other in combinations(people, 2))


def _born_on_one_day(people: Sequence[_Row]) -> Iterator[tuple[int, int]]:
    by_day: dict[date, list[_Row]] = defaultdict(list)
    for one in people:
        if one.birth_date is not None:
            by_day[one.birth_date].append(one)
    for same in by_day.values():
        yield from _all_pairs(same)


def _born_alike(people: Sequence[_Row]) -> Iterator[tuple[int, int]]:
    """Born on one day; or perhaps so, and of one region as far as known.

    Of half a million people tens of thousands share name and year by chance.
    """
    by_year: dict[int, list[_Row]] = defaultdict(list)
    for one in people:
        if one.birth_year is not None:
            by_year[one.birth_year].append(one)
    for early, late in combinations_with_replacement(sorted(by_year), 2):
        apart = late - early
        if apart not in (1, 10) and apart % 9:  # two digits exchanged: a multiple of nine
            continue
        for one, other in (
            combinations(by_year[early], 2)
            if early == late
            else product(by_year[early], by_year[late])
        ):
            born = compare_births(one.birth, other.birth)
            perhaps = born in (Born.YEAR, Born.SLIP) and (
                one.region is None or other.region is None or one.region == other.region
            )
            if born is Born.DATE or perhaps:
                yield min(one.player, other.player), max(one.player, other.player)


def _compare(pairs: Set[tuple[int, int]], today: date) -> int:
    """Put those of the pairs into the queue that are not known yet and tell enough."""
    new = pairs - _known(pairs)
    people = Player.objects.in_bulk({pk for pair in new for pk in pair})
    numbers = _national_numbers(list(people))
    found = []
    for first, second in sorted(new):
        one, other = people[first], people[second]
        match = match_person(
            Identity(
                name=one.name,
                birth=one.birth,
                fide_id=one.fide_id,
                national_ids=numbers.get(first, ()),
                sex=one.sex or None,
            ),
            [
                Person(
                    player=second,
                    names=tuple(name for name in (other.name, other.latin_name) if name),
                    birth=other.birth,
                    fide_id=other.fide_id,
                    national_ids=numbers.get(second, ()),
                    sex=other.sex or None,
                )
            ],
        )
        if match.reason_key in TELLING:
            found.append(_suspect(first, second, match, today))
    return _keep(found)


def suspects_note(made: Iterable[tuple[Player, Match]], *, today: date) -> int:
    """Put into the queue whoever was made new although the registry has somebody much alike."""
    found = []
    for player, match in made:
        for one in match.candidates:
            if one.reason_key in TELLING:
                first, second = sorted((player.pk, one.player))
                params = dict(one.params)
                found.append(
                    PersonSuspect(
                        first_id=first,
                        second_id=second,
                        reason_key=one.reason_key,
                        params=params,
                        found_on=today,
                    )
                )
    return _keep(found) if found else 0


def _suspect(first: int, second: int, match: Match, today: date) -> PersonSuspect:
    return PersonSuspect(
        first_id=first,
        second_id=second,
        reason_key=match.reason_key,
        params=dict(match.params),
        found_on=today,
    )


def _national_numbers(players: list[int]) -> dict[int, tuple[str, ...]]:
    rows = Spelling.objects.filter(player__in=players).exclude(national_id="")
    found: dict[int, set[str]] = {}
    for player, number in rows.values_list("player", "national_id"):
        found.setdefault(player, set()).add(number)
    return {player: tuple(sorted(one)) for player, one in found.items()}


def _same_fide_number(today: date) -> Iterator[PersonSuspect]:
    """A file that was accepted for one player said the FIDE number of another."""
    owner = Player.objects.filter(fide_id=OuterRef("fide_id"), merged_into=None)
    said = (
        Spelling.objects.filter(fide_id__isnull=False, player__merged_into=None)
        .annotate(owner=Subquery(owner.values("pk")[:1]))
        .filter(~Q(owner=F("player")), owner__isnull=False)
        .order_by("pk")
        .values_list("player", "owner", "fide_id")
    )
    for player, other, number in said.iterator(chunk_size=ROWS_AT_ONCE):
        yield PersonSuspect(
            first_id=min(player, other),
            second_id=max(player, other),
            reason_key="match.same_fide_id",
            params={"fide_id": number},
            found_on=today,
        )


def _known(pairs: Set[tuple[int, int]]) -> set[tuple[int, int]]:
    rows = PersonSuspect.objects.filter(first__in={first for first, _second in pairs})
    return set(rows.values_list("first", "second"))


def _keep(found: Iterable[PersonSuspect]) -> int:
    """Store the pairs that are new, each once."""
    of_pair = {(one.first_id, one.second_id): one for one in reversed(list(found))}
    new = [of_pair[pair] for pair in sorted(of_pair.keys() - _known(of_pair.keys()))]
    PersonSuspect.objects.bulk_create(new, ignore_conflicts=True)
    return len(new)


def suspects_open(regions: frozenset[int] | None) -> QuerySet[PersonSuspect]:
    """Pairs that wait, of which somebody is of these regions (None: all), the oldest first."""
    rows = PersonSuspect.objects.filter(
        status="open", first__merged_into=None, second__merged_into=None
    ).select_related("first__region", "second__region")
    if regions is not None:
        here = Q()
        for side in ("first", "second"):
            here |= Q(**{f"{side}__region__in": regions}) | Q(**{f"{side}__region": None})
        rows = rows.filter(here)
    return rows.order_by("pk")
