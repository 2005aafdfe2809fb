"""Rows to facts: the only reader for the engine. Constant numbers of queries."""

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from django.db.models import Q

from federation.dated import COLUMN_KINDS, NONE_DATED, PersonOn, people_on, person_as
from federation.models import CommissionKind, FactKind
from federation.persons import persons_of
from qualifications.engine.facts import (
    AgeGroup,
    Arbiter,
    ArbiterCategory,
    DeclaredNorm,
    DeclaringBody,
    Discipline,
    EventFacts,
    EventLevel,
    EventRecognition,
    EventSystem,
    FideEvent,
    GameFact,
    GameKind,
    Participant,
    TimeControl,
)
from qualifications.engine.regulation import Regulation
from qualifications.engine.standing import Standing
from qualifications.fide_of_the_day import OfTheDay, fide_of_the_day
from qualifications.figures import figures_in_force
from qualifications.grades import schemes_kept
from qualifications.held_classes import HeldClass, held_class, said_to_be_without_rank
from qualifications.imported_ratings import russian_ratings
from qualifications.life_facts import LifeFacts, ledger_rows, life_facts, life_facts_of
from qualifications.titles import FIDE_TITLES
from tournaments.models import DeclaredNorm as StoredNorm
from tournaments.models import Entry, Event, EventStatus, Game

_BODIES = {
    CommissionKind.NATIONAL: DeclaringBody.NATIONAL_COMMISSION,
    CommissionKind.REGIONAL: DeclaringBody.REGIONAL_COMMISSION,
    CommissionKind.CITY: DeclaringBody.CITY_COMMISSION,
}


@dataclass(frozen=True, slots=True)
class GatheredFacts:
    """Facts of an event for the engine, with the rows they were made of."""

    facts: EventFacts
    entries: dict[int, Entry]
    """By starting number."""
    held: dict[int, HeldClass]
    figures: dict[int, int]
    """By starting number: coefficients of the list in force, regional ones too. Norms are judged by
    national ones alone (UA.IK.10)."""
    fide_said: bool
    """Whether the file names FIDE numbers, titles or ratings at all."""
    fide_lists: dict[int, date] = field(default_factory=dict)
    """By starting number: FIDE's list from which rating and title are taken; the rest is as the
    file says."""

    def digest(self) -> str:
        """SHA-256 over everything the engine is told."""
        return hashlib.sha256(repr(self.facts).encode()).hexdigest()


def gather_event(event: Event, law: Regulation | None) -> GatheredFacts:
    """Facts of an event: results, papers, and what everybody held on its first day.

    `law` is the edition of the home scheme, by which ranks run; without one nobody's is known. The
    facts serve every scheme.
    """
    entries = list(event.entries.select_related("player__merged_into").order_by("number"))
    return gather_entries(event, entries, games_between(event, entries), law)


def games_between(event: Event, entries: Iterable[Entry]) -> list[Game]:
    """The games of an event with their sides out of `entries`. One query."""
    by_key = {entry.pk: entry for entry in entries}
    games = list(event.games.all())
    for game in games:
        game.white = by_key[game.white_id]
        game.black = by_key[game.black_id] if game.black_id else None
    return games


def gather_entries(
    event: Event, entries: list[Entry], games: list[Game], law: Regulation | None
) -> GatheredFacts:
    """The same from rows in hand, stored or not yet stored (a dry run)."""
    player_ids = [e.player_id for e in entries if e.player_id]
    ledger = ledger_rows(Q(player__in=player_ids))
    own = {e.pk for rows in ledger.values() for e in rows if event.pk and e.event_id == event.pk}
    lives = life_facts_of(ledger)
    earlier = _lives_without(lives, own)
    standings = _standings(earlier, on=event.starts_on, law=law)
    at_the_end = _standings(earlier, on=event.ends_on, law=law)
    scheme = law.scheme if law else ""
    listed = figures_in_force(event.starts_on, player_ids, scheme=scheme)
    coefficients = listed.national_only()
    last_day = _LastDay(
        points={player: len(one.candidate_points) for player, one in at_the_end.items()},
        coefficients=figures_in_force(event.ends_on, player_ids, scheme=scheme).national_only(),
        busy=_in_another_event(player_ids, event),
    )
    russian = russian_ratings(
        player_ids if "ru" in schemes_kept() else (),
        discipline=event.discipline,
        starts_on=event.starts_on,
        ends_on=event.ends_on,
    )
    fide = _fide_of_the_day(entries, event.starts_on)
    fide_said = bool(fide) or any(e.file_fide_id or e.file_title or e.file_rating for e in entries)
    said_without = said_to_be_without_rank(player_ids, before=event)
    rounds = rounds_by_number(games)
    people = _people(entries, event.starts_on)
    held = {
        entry.number: held_class(
            event,
            entry,
            standings.get(entry.player_id),
            at_the_end.get(entry.player_id),
            said_without,
            people[entry.number],
        )
        for entry in entries
    }
    participants = tuple(
        replace(
            _participant(
                event,
                entry,
                people[entry.number],
                held[entry.number],
                coefficients,
                last_day,
                rounds[entry.number],
                fide.get(entry.number),
            ),
            fide_known=fide_said,
            **russian.of(entry.player_id),
        )
        for entry in entries
    )
    facts = replace(papers_facts(event), participants=participants)
    by_player = listed.by_player()
    return GatheredFacts(
        facts=facts,
        entries={e.number: e for e in entries},
        held=held,
        figures={e.number: by_player[e.player_id] for e in entries if e.player_id in by_player},
        fide_said=fide_said,
        fide_lists={number: one.list_on for number, one in fide.items()},
    )


def papers_facts(event: Event) -> EventFacts:
    """What the papers of an event say, without anybody's results.

    Two queries unless they were prefetched
    (`arbiters`, `declared_norms__commission`).
    """
    return EventFacts(
        event=str(event.pk or ""),
        starts_on=event.starts_on,
        ends_on=event.ends_on,
        system=EventSystem(event.system),
        women=event.women,
        rounds=event.rounds,
        time_control=TimeControl(
            minutes=event.minutes,
            increment_seconds=event.increment_seconds,
            first_period_moves=event.first_period_moves,
            second_period_minutes=event.second_period_minutes,
            electronic_clocks=event.electronic_clocks,
        ),
        most_rounds_on_one_day=event.most_rounds_on_one_day,
        clocks_used=event.clocks_used,
        moves_recorded=event.moves_recorded,
        competition_class=event.competition_class,
        arbiters=tuple(
            Arbiter(name=a.name, category=ArbiterCategory(a.category)) for a in event.arbiters.all()
        ),
        declared_norms=tuple(
            DeclaredNorm(
                norm=n.norm,
                body=_BODIES[CommissionKind(n.commission.kind)]
                if n.commission
                else DeclaringBody.ORGANISER,
                declared_on=n.declared_on,
            )
            for n in _declared_norms(event)
        ),
        participants=(),
        championship=event.championship or None,
        discipline=Discipline(event.discipline) if event.discipline else None,
        level=EventLevel(event.level) if event.level else None,
        recognition=EventRecognition(event.recognition) if event.recognition else None,
        age_group=AgeGroup(event.age_group) if event.age_group else None,
        olympiad_rules=event.olympiad_rules,
        composition_sections=event.composition_sections,
        fide=_fide_event(event),
    )


def _declared_norms(event: Event) -> Iterable[StoredNorm]:
    """With their commissions: as prefetched for many events, or in one query."""
    norms = event.declared_norms.all()
    prefetched = "declared_norms" in getattr(event, "_prefetched_objects_cache", {})
    return norms if prefetched else norms.select_related("commission")


def _fide_event(event: Event) -> FideEvent:
    return FideEvent(
        federation=event.fide_federation,
        category=event.fide_category or "open",
        double_round=event.double_round,
        pairings_known=event.pairings_known,
        registered_on=event.fide_registered_on,
        most_hours_on_one_day=event.most_hours_on_one_day,
        days_with_one_round=event.days_with_one_round,
        same_conditions=event.same_conditions,
        same_clocks=event.same_clocks,
        arbiter_played=event.arbiter_played,
        changed_for_players=event.changed_for_players,
        zonal_in_that_year=event.zonal_in_that_year,
        ratings_of_the_day=event.ratings_of_the_day,
        format_approved=event.format_approved,
    )


def _people(entries: Iterable[Entry], day: date) -> dict[int, PersonOn]:
    """By starting number, who everybody was on a day; of linked players the kept one. One query."""
    who = {entry.number: entry.player.merged_into or entry.player for entry in entries}
    kinds = (*COLUMN_KINDS, FactKind.TITLE)
    stored = people_on((player for player in who.values() if player.pk), day, kinds)
    return {
        number: stored[player.pk] if player.pk else person_as(player, NONE_DATED)
        for number, player in who.items()
    }


@dataclass(frozen=True, slots=True)
class _LastDay:
    """What is known by player for the end of an event."""

    points: dict[int, int]
    coefficients: dict[int, int]
    busy: set[int]


def _participant(
    event: Event,
    entry: Entry,
    player: PersonOn,
    held: HeldClass,
    coefficients: dict[int, int],
    last_day: _LastDay,
    games: list[GameFact],
    listed: OfTheDay | None,
) -> Participant:
    return Participant(
        number=entry.number,
        sex=player.sex or None,
        birth_date=player.birth_date,
        birth_year=player.birth_year,
        federation=player.federation or entry.file_federation,
        grade_known=held.known,
        grade=held.grade,
        lowered=held.lowered,
        candidate_points=held.candidate_points,
        individual_coefficient=coefficients.get(entry.player_id),
        total_half_points=entry.half_points,
        games=tuple(games),
        place=None if event.system == EventSystem.TEAM else entry.file_rank,
        candidate_points_on_last_day=held.candidate_points
        if held.stated
        else last_day.points.get(entry.player_id, 0),
        coefficient_on_last_day=last_day.coefficients.get(entry.player_id),
        fide_rating=listed.rating if listed else entry.file_rating,
        **_fide_title(entry, player, listed),
        simultaneous=entry.player_id in last_day.busy,
    )


def _fide_of_the_day(entries: Iterable[Entry], day: date) -> dict[int, OfTheDay]:
    """By starting number, what FIDE's list of the day says; of linked players the kept one's."""
    entries = [entry for entry in entries if entry.player_id]
    ids = {pk for entry in entries for pk in (entry.player_id, entry.player.merged_into_id) if pk}
    listed = fide_of_the_day(ids, on=day)
    found = {}
    for entry in entries:
        own = listed.get(entry.player_id) or listed.get(entry.player.merged_into_id or 0)
        if own is not None:
            found[entry.number] = own
    return found


def _fide_title(entry: Entry, person: PersonOn, listed: OfTheDay | None) -> dict[str, Any]:
    """The highest title of FIDE's list and of what is recorded for the first day.

    Where no list of the day says it, the title that the file says, else the highest recorded. With
    the day of its confirmation and the title before, where they are recorded (FIDE.0.43).
    """
    recorded = {t.title: t.confirmed_on for t in person.titles if t.title in FIDE_TITLES}
    known = set(recorded)
    if listed is not None and listed.title is not None:
        known |= {listed.title}
        said = ""
    else:
        said = entry.file_title if entry.file_title in FIDE_TITLES else ""
    title = said or next((one for one in FIDE_TITLES if one in known), "")
    lower = FIDE_TITLES[FIDE_TITLES.index(title) + 1 :] if title else ()
    return {
        "fide_title": title,
        "fide_title_confirmed_on": recorded.get(title),
        "fide_title_before": next((one for one in lower if one in recorded), ""),
    }


def rounds_by_number(games: Iterable[Game]) -> dict[int, list[GameFact]]:
    """By starting number, the rounds of each participant in their order."""
    rounds: dict[int, list[GameFact]] = defaultdict(list)
    for game in games:
        white = game.white.number
        black = game.black.number if game.black else None
        kind = GameKind(game.kind)
        rounds[white].append(GameFact(game.round, kind, game.white_half_points, black))
        if black is not None:
            rounds[black].append(GameFact(game.round, kind, game.black_half_points or 0, white))
    for facts in rounds.values():
        facts.sort(key=lambda fact: fact.round)
    return rounds


def standings_on(player_ids: Collection[int], *, on: date, law: Regulation) -> dict[int, Standing]:
    """What each player holds on a day; players without entries are not in the answer.

    At most four queries.
    """
    return _standings(life_facts(Q(player__in=player_ids)), on=on, law=law)


def _standings(
    lives: Mapping[int, LifeFacts], *, on: date, law: Regulation | None
) -> dict[int, Standing]:
    if law is None:
        return {}
    return {player: life.standing(on=on, law=law) for player, life in lives.items()}


def _lives_without(lives: Mapping[int, LifeFacts], own: Collection[int]) -> dict[int, LifeFacts]:
    """The lives without what came of the event itself (UA.KMS.2: points of earlier events)."""
    return {
        player: replace(life, entries=tuple(e for e in life.entries if e.key not in own))
        for player, life in lives.items()
    }


def _in_another_event(player_ids: Collection[int], event: Event) -> set[int]:
    """Who is registered in another event of these days, team events left out (UA.AWD.19)."""
    persons = persons_of(player_ids)
    entries = Entry.objects.filter(
        player__in=persons.expand(player_ids),
        event__status__in=(EventStatus.SUBMITTED, EventStatus.ADMITTED),
        event__starts_on__lte=event.ends_on,
        event__ends_on__gte=event.starts_on,
    ).exclude(event__system=EventSystem.TEAM)
    found = set(entries.exclude(event=event.pk).values_list("player_id", flat=True))
    return persons.spread(found, player_ids)
