"""Reads what the wrong-person detector asks. The number of queries does not grow with the file.

Coefficients, imported ratings and titles earned belong to another application, which may know this
one and not the other way round: the setting REGISTRY_REVIEW_FIGURES names its function.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from federation.dated import COLUMN_KINDS, people_on
from federation.models import FactKind, Player, Region
from federation.naming import Birth, Identity, MatchKind, Pool, match_person
from federation.persons import persons_of
from tournaments.formats.parsed import ParsedEvent, ParsedPlayer, RoundKind
from tournaments.formats.problems import Problem, Severity
from tournaments.models import Entry, Event, EventStatus, EventSystem
from tournaments.title_facts import AgeGroup
from tournaments.wrong_person import (
    Finding,
    Frame,
    Known,
    OtherEvent,
    Said,
    field_region,
    find,
    same_tournament,
    signs,
    without_event,
)

MOST_OTHERS = 3
"""People who are tried in the place of a doubtful one."""
UNDER = {
    AgeGroup.U21: 21,
    AgeGroup.U19: 19,
    AgeGroup.U17: 17,
    AgeGroup.U15: 15,
    AgeGroup.U13: 13,
    AgeGroup.U11: 11,
    AgeGroup.U9: 9,
}


@dataclass(frozen=True, slots=True)
class ReviewFigures:
    """What other applications know of players on a day, by player."""

    coefficients: Mapping[int, int] = field(default_factory=dict)
    ratings: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    titles: Mapping[int, frozenset[str]] = field(default_factory=dict)
    expected: tuple[tuple[int | None, int, int], ...] = ()
    """The law's table of expected scores: highest difference, hundredths of both sides."""
    difference_limit: int | None = None


Figures = Callable[[Event, Collection[int]], ReviewFigures]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A player of the file with the person who is to have the result."""

    parsed: ParsedPlayer
    identity: Identity
    player: Player


def find_wrong_people(
    event: Event, parsed: ParsedEvent, chosen: Collection[Chosen], pool: Pool
) -> tuple[list[Finding], list[Problem]]:
    """Findings about people, and warnings about the tournament as a whole.

    About twenty queries, twice that where something is found and others are looked at.
    """
    if not chosen:
        return [], []
    players = {one.player.pk: one.player for one in chosen}
    team = parsed.is_team or event.system == EventSystem.TEAM
    known, figures = _known(event, players, team=team)
    entries = [(_said(one), known[one.player.pk]) for one in chosen]
    whole: list[Problem] = []
    twice = same_tournament(entries)
    if twice is not None:
        other, count = twice
        whole.append(
            Problem(
                "person.tournament_twice",
                Severity.WARNING,
                params={"event": other.name, "event_number": other.number, "count": count},
            )
        )
        entries = [(said, without_event(one, other.number)) for said, one in entries]
    frame = _frame(event, entries, figures)
    doubtful = [
        one
        for one, (said, person) in zip(chosen, entries, strict=True)
        if signs(said, person, frame)
    ]
    others = _others(event, doubtful, pool, set(players), team=team)
    owners = _owners(chosen, pool)
    return find(entries, frame, others, owners), whole


def _others(
    event: Event, doubtful: Collection[Chosen], pool: Pool, taken: set[int], *, team: bool
) -> dict[int, list[Known]]:
    """By starting number who else may be meant, the best first; nobody who is chosen already."""
    wanted: dict[int, list[int]] = {}
    for one in doubtful:
        people = [person for person in pool.candidates(one.identity) if person.player not in taken]
        match = match_person(one.identity, people)
        if match.kind is MatchKind.NEW:  # plainly others
            continue
        best = [match.player] if match.player is not None else []
        best += [proposal.player for proposal in match.candidates]
        if best:
            wanted[one.parsed.number] = list(dict.fromkeys(best))[:MOST_OTHERS]
    asked = {pk for found in wanted.values() for pk in found}
    if not asked:
        return {}
    known, _figures = _known(event, Player.objects.in_bulk(asked), team=team)
    return {number: [known[pk] for pk in found] for number, found in wanted.items()}


def _owners(chosen: Iterable[Chosen], pool: Pool) -> dict[int, int]:
    """Who has the FIDE numbers of the file."""
    return {
        person.fide_id: person.player
        for one in chosen
        if one.parsed.fide_id is not None and one.parsed.fide_id != one.player.fide_id
        for person in pool.candidates(one.identity)
        if person.fide_id == one.parsed.fide_id
    }


def _known(
    event: Event, players: Mapping[int, Player], *, team: bool
) -> tuple[dict[int, Known], ReviewFigures]:
    """What the registry knows of people on the first day of the tournament."""
    read = cast(Figures, import_string(settings.REGISTRY_REVIEW_FIGURES))
    figures = read(event, players.keys())
    regions = {region.pk: str(region) for region in Region.objects.all()}
    on_day = people_on(players.values(), event.starts_on, (*COLUMN_KINDS, FactKind.TITLE))
    elsewhere = {} if team else _elsewhere(event, players)
    known = {}
    for pk in players:
        person = on_day[pk]
        titles = {one.title.strip().upper() for one in person.titles}
        known[pk] = Known(
            player=pk,
            name=person.name,
            sex=person.sex,
            birth=_birth(person.birth_date, person.birth_year),
            federation=person.federation,
            fide_id=person.fide_id,
            region=person.region_id,
            region_name=regions.get(person.region_id or 0, ""),
            coefficient=figures.coefficients.get(pk),
            ratings=figures.ratings.get(pk, ()),
            titles=figures.titles.get(pk, frozenset()) | titles,
            elsewhere=elsewhere.get(pk, ()),
        )
    return known, figures


def _elsewhere(event: Event, players: Collection[int]) -> dict[int, tuple[OtherEvent, ...]]:
    """Individual tournaments sent or admitted with a day in common, of linked people as well."""
    persons = persons_of(players)
    rows = (
        Entry.objects.filter(
            player__in=persons.expand(players),
            event__status__in=(EventStatus.SUBMITTED, EventStatus.ADMITTED),
            event__starts_on__lte=event.ends_on,
            event__ends_on__gte=event.starts_on,
        )
        .exclude(event__system=EventSystem.TEAM)
        .exclude(event=event.pk)
        .order_by("event__starts_on", "event")
    )
    columns = ("player", "event", "event__name", "event__starts_on", "event__ends_on")
    found: dict[int, list[OtherEvent]] = {}
    for player, *facts in rows.values_list(*columns):
        found.setdefault(persons.kept_of(player), []).append(OtherEvent(*facts))
    return {pk: tuple(found.get(persons.kept_of(pk), ())) for pk in players}


def _frame(event: Event, entries: Iterable[tuple[Said, Known]], figures: ReviewFigures) -> Frame:
    entries = list(entries)
    region = field_region(known for _said, known in entries)
    return Frame(
        starts_on=event.starts_on,
        ends_on=event.ends_on,
        women=event.women,
        under=UNDER.get(AgeGroup(event.age_group)) if event.age_group else None,
        students=event.age_group == AgeGroup.STUDENTS,
        expected=figures.expected,
        difference_limit=figures.difference_limit,
        coefficients={
            said.number: known.coefficient for said, known in entries if known.coefficient
        },
        region=region[0] if region else None,
        region_name=region[1] if region else "",
    )


def _said(one: Chosen) -> Said:
    parsed = one.parsed
    return Said(
        number=parsed.number,
        name=parsed.name,
        line=parsed.line,
        sex=parsed.sex or "",
        birth=one.identity.birth,
        federation=parsed.federation if len(parsed.federation) == 3 else "",
        fide_id=parsed.fide_id,
        title=(parsed.title or "").upper(),
        rating=parsed.rating,
        games=tuple(
            (entry.opponent, entry.half_points)
            for entry in parsed.rounds
            if entry.kind is RoundKind.PLAYED
            and entry.opponent is not None
            and entry.half_points is not None
        ),
    )


def _birth(day: date | None, year: int | None) -> Birth | None:
    if day is not None:
        return Birth(day.year, day.month, day.day)
    return Birth(year) if year else None
