"""What a person was on a day: dated facts in force, over the columns where none is dated."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db.models import F, Q

from federation.models import FactKind, PersonFact, Player
from federation.naming import Birth

COLUMN_KINDS = (
    *(FactKind.NAME, FactKind.LATIN_NAME, FactKind.REGION, FactKind.FEDERATION),
    *(FactKind.FIDE_ID, FactKind.SEX, FactKind.BIRTH),
)
"""Kinds whose fact of today is kept in a column of the player as well."""

DatedFacts = Mapping[str, tuple[PersonFact, ...]]
"""By kind those in force on a day; a kind with facts of other days alone is there, and empty."""

NONE_DATED: DatedFacts = {}


class TitleOn(NamedTuple):
    title: str
    confirmed_on: date | None


@dataclass(frozen=True, slots=True)
class PersonOn:
    """A person on a day. Empty or None is not known."""

    name: str
    latin_name: str
    sex: str
    birth_date: date | None
    birth_year: int | None
    federation: str
    fide_id: int | None
    region_id: int | None
    club: str
    titles: tuple[TitleOn, ...]
    """The earliest first."""
    memberships: tuple[str, ...]


def in_force(day: date) -> Q:
    """Facts that are not voided and in force on a day, both ends inclusive."""
    return (
        Q(voided_at=None)
        & (Q(valid_from=None) | Q(valid_from__lte=day))
        & (Q(valid_until=None) | Q(valid_until__gte=day))
    )


def covers(fact: PersonFact, day: date) -> bool:
    """The same of a row in hand."""
    return (
        fact.voided_at is None
        and (fact.valid_from is None or fact.valid_from <= day)
        and (fact.valid_until is None or fact.valid_until >= day)
    )


def facts_on(
    players: Collection[int], day: date, kinds: Collection[str] = FactKind.values
) -> dict[int, DatedFacts]:
    """Dated facts of players; who has none is left out. One query."""
    found: dict[int, dict[str, tuple[PersonFact, ...]]] = defaultdict(dict)
    rows = PersonFact.objects.filter(player__in=players, kind__in=kinds, voided_at=None)
    for fact in rows.order_by("player", "kind", F("valid_from").asc(nulls_first=True), "pk"):
        earlier = found[fact.player_id].get(fact.kind, ())
        found[fact.player_id][fact.kind] = (*earlier, fact) if covers(fact, day) else earlier
    return dict(found)


def person_on(player: Player, day: date) -> PersonOn:
    """What a person was on a day. One query."""
    return person_as(player, facts_on([player.pk], day).get(player.pk, NONE_DATED))


def people_on(
    players: Iterable[Player], day: date, kinds: Collection[str] = COLUMN_KINDS
) -> dict[int, PersonOn]:
    """The same of many, by their numbers. One query."""
    players = list(players)
    dated = facts_on({player.pk for player in players if player.pk}, day, kinds)
    return {p.pk: person_as(p, dated.get(p.pk, NONE_DATED)) for p in players}


def person_as(player: Player, dated: DatedFacts) -> PersonOn:
    """A player's columns, with the dated facts in the place of those kinds that have any."""
    columns = columns_of(dated)
    values = {name: columns.get(name, getattr(player, name)) for name in _COLUMNS}

    return PersonOn(
        **values,
        club=next((fact.value for fact in dated.get(FactKind.CLUB, ())), ""),
        titles=tuple(
            TitleOn(fact.value, fact.confirmed_on) for fact in dated.get(FactKind.TITLE, ())
        ),
        memberships=tuple(fact.value for fact in dated.get(FactKind.MEMBERSHIP, ())),
    )


_COLUMNS = (
    *("name", "latin_name", "sex", "birth_date", "birth_year"),
    *("federation", "fide_id", "region_id"),
)


def columns_of(dated: DatedFacts) -> dict[str, Any]:
    """What the player's columns are by dated facts; kinds without any are left out."""
    columns: dict[str, Any] = {}
    for kind in COLUMN_KINDS:
        if kind in dated:
            columns |= _columns_of(kind, next(iter(dated[kind]), None))
    return columns


def _columns_of(kind: str, fact: PersonFact | None) -> dict[str, Any]:
    if kind == FactKind.REGION:
        return {"region_id": fact.region_id if fact else None}
    if kind == FactKind.FIDE_ID:
        return {"fide_id": int(fact.value) if fact else None}
    if kind == FactKind.BIRTH:
        birth = Birth.read(fact.value) if fact else None
        day = date(*birth) if birth and birth.full else None  # type: ignore[arg-type]
        return {"birth_date": day, "birth_year": birth.year if birth else None}
    return {str(kind): fact.value if fact else ""}


def column_value(player: Player, kind: str) -> tuple[str, int | None]:
    """What a player's column says of a kind, as a fact would: text, or the region's key."""
    if kind == FactKind.REGION:
        return "", player.region_id
    if kind == FactKind.BIRTH:
        return (player.birth.text if player.birth else ""), None
    if kind in COLUMN_KINDS:
        return str(getattr(player, str(kind)) or ""), None
    return "", None
