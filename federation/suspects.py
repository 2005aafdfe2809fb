"""Finding players who may be one person, for the queue."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import combinations

from django.db.models import Count, Q, QuerySet

from federation.models import PersonKey, PersonSuspect, Player, Spelling
from federation.naming import Identity, Match, Person, match_person

MOST_UNDER_ONE_KEY = 30
"""A key that more players share tells too little."""
KEYS_AT_ONCE = 500
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

    Players under one key of surname and given name, birth date, FIDE number or national number are
    compared; keys are read some at a time.
    """
    keys = PersonKey.objects.filter(
        Q(key__startswith="s") | Q(key__startswith="d") | Q(key__startswith="n")
    )
    shared = (
        keys.filter(player__merged_into=None)
        .values("key")
        .annotate(n=Count("player"))
        .filter(n__gt=1, n__lte=MOST_UNDER_ONE_KEY)
        .order_by("key")
        .values_list("key", flat=True)
    )
    added, found = 0, list(shared)
    for start in range(0, len(found), KEYS_AT_ONCE):
        added += _compare(found[start : start + KEYS_AT_ONCE], today)
    return added + _keep(list(_same_fide_number(today)))


def _compare(keys: Sequence[str], today: date) -> int:
    rows = PersonKey.objects.filter(key__in=keys, player__merged_into=None)
    groups: dict[str, list[int]] = {}
    for key, player in rows.order_by("player").values_list("key", "player"):
        groups.setdefault(key, []).append(player)
    pairs = {pair for group in groups.values() for pair in combinations(group, 2)}
    people = Player.objects.in_bulk({pk for pair in pairs for pk in pair})
    numbers = _national_numbers(list(people))
    found = []
    for first, second in sorted(pairs):
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
    said = Spelling.objects.filter(fide_id__isnull=False, player__merged_into=None)
    owners = dict(
        Player.objects.filter(
            fide_id__in=said.order_by().values("fide_id"), merged_into=None
        ).values_list("fide_id", "pk")
    )
    pairs: dict[tuple[int, int], int] = {}
    for player, number in said.order_by("pk").values_list("player", "fide_id"):
        owner = owners.get(number)
        if owner is not None and owner != player:
            pairs.setdefault((min(player, owner), max(player, owner)), number or 0)
    for (first, second), number in pairs.items():
        yield PersonSuspect(
            first_id=first,
            second_id=second,
            reason_key="match.same_fide_id",
            params={"fide_id": number},
            found_on=today,
        )


def _keep(found: list[PersonSuspect]) -> int:
    """Store the pairs that are new."""
    pairs = Q(first__in={s.first_id for s in found}, second__in={s.second_id for s in found})
    known = set(PersonSuspect.objects.filter(pairs).values_list("first", "second"))
    new = [s for s in found if (s.first_id, s.second_id) not in known]
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
