"""Whom a file may mean: the people of the registry who share a key with its spellings."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils import timezone

from federation.models import Commission, PersonKey, Spelling
from federation.naming import Birth, Identity, Person, Pool, Remembered, asked_keys
from federation.naming.transliteration import transliterated_word

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


def _person(pk: int, facts: tuple, told: list["_Told"]) -> Person:
    name, latin_name, birth_date, birth_year, fide_id, sex = facts
    birth = Birth(birth_year) if birth_year else None
    if birth_date:
        birth = Birth(birth_date.year, birth_date.month, birth_date.day)
    spelled = {transliterated_word(word) for word in name.split()}
    names = [name] if spelled.issuperset(latin_name.split()) else [name, latin_name]
    return Person(
        player=pk,
        names=tuple(dict.fromkeys([*names, *(one.text for one in told)])),
        birth=birth,
        fide_id=fide_id,
        national_ids=tuple(sorted({s.memory.national_id for s in told if s.memory.national_id})),
        sex=sex or None,
        remembered=tuple(one.memory for one in told),
    )


class _Told(NamedTuple):
    """A spelling, and what was remembered with it."""

    text: str
    memory: Remembered


def _spellings(people: Iterable[int]) -> dict[int, list[_Told]]:
    """By player, oldest first."""
    wanted = sorted(people)
    rows = [
        row
        for start in range(0, len(wanted), AT_ONCE)
        for row in Spelling.objects.filter(player__in=wanted[start : start + AT_ONCE])
        .order_by("pk")
        .values_list(*_TOLD)
    ]
    accepting = {row[-2] for row in rows} - {None}
    commissions = Commission.objects.in_bulk(accepting) if accepting else {}
    told: dict[int, list[_Told]] = {}
    for pk, text, key, born, fide_id, federation, national_id, source, commission, at in rows:
        memory = Remembered(
            key=key,
            born=born,
            fide_id=fide_id,
            federation=federation,
            national_id=national_id,
            source=source,
            commission=str(commissions[commission]) if commission else "",
            on=f"{timezone.localtime(at):%d.%m.%Y}" if at else "",
        )
        told.setdefault(pk, []).append(_Told(text, memory))
    return told


_TOLD = (
    "player_id",
    "text",
    *("key", "born", "fide_id", "federation", "national_id", "source"),
    "commission",
    "accepted_at",
)
