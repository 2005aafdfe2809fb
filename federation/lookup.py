"""Whom a file may mean: the people of the registry who share a key with its spellings."""

from collections.abc import Iterable

from django.utils import timezone

from federation.models import Commission, PersonKey, Spelling
from federation.naming import Birth, Identity, Person, Pool, Remembered, asked_keys

AT_ONCE = 20_000
"""Keys in one query; a file of a thousand players asks for about eight thousand."""


def people_for(asked: Iterable[Identity]) -> Pool:
    """Everybody who may be meant by one of `asked`, with the spellings accepted before.

    Two queries however long the file is (one more where spellings were accepted).
    """
    keys = sorted({key for identity in asked for key in asked_keys(identity)})
    found: dict[int, tuple] = {}
    shared: dict[int, list[str]] = {}
    for start in range(0, len(keys), AT_ONCE):
        rows = PersonKey.objects.filter(key__in=keys[start : start + AT_ONCE])
        for key, pk, *facts in rows.values_list("key", "player_id", *_FACTS):
            found[pk] = tuple(facts)
            shared.setdefault(pk, []).append(key)
    told = _spellings(found)
    pool = Pool()
    for pk, facts in found.items():
        pool.add_under(_person(pk, facts, told.get(pk, [])), shared[pk])
    return pool


_FACTS = (
    "player__name",
    "player__latin_name",
    "player__birth_date",
    "player__birth_year",
    "player__fide_id",
    "player__sex",
)


def _person(pk: int, facts: tuple, told: list[Spelling]) -> Person:
    name, latin_name, birth_date, birth_year, fide_id, sex = facts
    birth = Birth(birth_year) if birth_year else None
    if birth_date:
        birth = Birth(birth_date.year, birth_date.month, birth_date.day)
    names = (name, latin_name, *(spelling.text for spelling in told))
    return Person(
        player=pk,
        names=tuple(dict.fromkeys(text for text in names if text)),
        birth=birth,
        fide_id=fide_id,
        national_ids=tuple(sorted({s.national_id for s in told if s.national_id})),
        sex=sex or None,
        remembered=tuple(_remembered(spelling) for spelling in told),
    )


def _remembered(spelling: Spelling) -> Remembered:
    return Remembered(
        key=spelling.key,
        born=spelling.born,
        fide_id=spelling.fide_id,
        federation=spelling.federation,
        national_id=spelling.national_id,
        source=spelling.source,
        commission=str(spelling.commission) if spelling.commission else "",
        on=f"{timezone.localtime(spelling.accepted_at):%d.%m.%Y}" if spelling.accepted_at else "",
    )


def _spellings(people: Iterable[int]) -> dict[int, list[Spelling]]:
    """By player, oldest first. Commissions are few and read once."""
    wanted = sorted(people)
    rows = [
        row
        for start in range(0, len(wanted), AT_ONCE)
        for row in Spelling.objects.filter(player__in=wanted[start : start + AT_ONCE]).order_by(
            "pk"
        )
    ]
    commissions = Commission.objects.in_bulk({row.commission_id for row in rows} - {None})
    told: dict[int, list[Spelling]] = {}
    for row in rows:
        if row.commission_id is not None:
            row.commission = commissions[row.commission_id]
        told.setdefault(row.player_id, []).append(row)
    return told
