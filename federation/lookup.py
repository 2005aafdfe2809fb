"""Whom a file may mean: the people of the registry who share a key with its spellings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from federation.models import Commission, PersonKey, Player, Spelling
from federation.naming import Birth, Identity, Person, Pool, Remembered, asked_keys
from federation.naming.transliteration import transliterated_word
from federation.records import names_borne

AT_ONCE = 20_000
"""Keys in one query; a file of a thousand players asks for about eight thousand."""


def people_for(asked: Iterable[Identity]) -> Pool:
    """Everybody who may be meant by one of `asked`, with the spellings accepted before.

    Two queries however long the file is; one more each where spellings were accepted, where
    commissions accepted them, and where somebody is merged into a player not found by a key.
    """
    keys = sorted({key for identity in asked for key in asked_keys(identity)})
    telling = _telling().filter(player=OuterRef("player"))
    told_of: set[int] = set()
    found: dict[int, tuple] = {}
    shared: dict[int, list[str]] = {}
    merged: dict[int, int] = {}
    for start in range(0, len(keys), AT_ONCE):
        rows = PersonKey.objects.filter(key__in=keys[start : start + AT_ONCE])
        columns = rows.values_list(
            "key", "player_id", Exists(telling), "player__merged_into", *_FACTS
        )
        for key, pk, tells, kept, *facts in columns:
            found[pk] = tuple(facts)
            if tells:
                told_of.add(pk)
            shared.setdefault(pk, []).append(key)
            if kept is not None:
                merged[pk] = kept
    _add_kept(found, merged)
    told = _spellings(told_of.union(merged.values()))
    borne = _names_borne(found)
    others: dict[int, list[int]] = {}
    for pk, kept in merged.items():
        others.setdefault(kept, []).append(pk)
    pool = Pool()
    for pk, facts in found.items():
        if pk in merged:
            continue
        same = (pk, *others.get(pk, ()))
        person = _person(
            pk,
            facts,
            [spelling for one in same for spelling in told.get(one, [])],
            [
                *(name for one in same[1:] for name in found[one][:2]),
                *(name for one in same for name in borne.get(one, ())),
            ],
        )
        pool.add_under(person, [key for one in same for key in shared.get(one, [])])
    return pool


def _names_borne(people: Iterable[int]) -> dict[int, list[str]]:
    wanted = sorted(people)
    borne: dict[int, list[str]] = {}
    for start in range(0, len(wanted), AT_ONCE):
        for pk, name in names_borne(wanted[start : start + AT_ONCE]):
            borne.setdefault(pk, []).append(name)
    return borne


def _add_kept(found: dict[int, tuple], merged: Mapping[int, int]) -> None:
    """Read whoever is meant by a merged player; a query only where somebody is."""
    missing = set(merged.values()) - found.keys()
    if missing:
        rows = Player.objects.filter(pk__in=missing)
        columns = rows.values_list("pk", *(name.removeprefix("player__") for name in _FACTS))
        for pk, *facts in columns:
            found[pk] = tuple(facts)


_FACTS = (
    "player__name",
    "player__latin_name",
    "player__birth_date",
    "player__birth_year",
    "player__fide_id",
    "player__sex",
)


def _person(pk: int, facts: tuple, told: list["_Told"], other_names: Sequence[str] = ()) -> Person:
    name, latin_name, birth_date, birth_year, fide_id, sex = facts
    birth = Birth(birth_year) if birth_year else None
    if birth_date:
        birth = Birth(birth_date.year, birth_date.month, birth_date.day)
    spelled = {transliterated_word(word) for word in name.split()}
    names = [name] if spelled.issuperset(latin_name.split()) else [name, latin_name]
    return Person(
        player=pk,
        names=tuple(
            dict.fromkeys(text for text in (*names, *other_names, *(t.text for t in told)) if text)
        ),
        birth=birth,
        fide_id=fide_id,
        national_ids=tuple(sorted({s.memory.national_id for s in told if s.memory.national_id})),
        sex=sex or None,
        remembered=tuple(one.memory for one in told),
    )


def _telling() -> QuerySet[Spelling]:
    """Spellings that say more than the player's own name."""
    own = Q(text=F("player__name"), commission__isnull=True, national_id="")
    return Spelling.objects.exclude(own)


class _Told(NamedTuple):
    """A spelling, and what was remembered with it."""

    text: str
    memory: Remembered


def _spellings(people: Iterable[int]) -> dict[int, list[_Told]]:
    """By player, oldest first; without those that say no more than the player's own name."""
    wanted = sorted(people)
    rows = [
        row
        for start in range(0, len(wanted), AT_ONCE)
        for row in _telling()
        .filter(player__in=wanted[start : start + AT_ONCE])
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
