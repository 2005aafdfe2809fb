"""Which events count for the individual coefficient, and for whom: rows to facts to verdicts."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q

from qualifications.engine.facts import EventSystem, TimeControl
from qualifications.engine.regulation import Regulation
from qualifications.engine.rules.ua_2007.common import GM, KMSU, MSU
from qualifications.engine.rules.ua_2007.counting import (
    OUTSIDE,
    CountingEvent,
    CountingKind,
    CountingPlayer,
    CountingVerdict,
    Scope,
    judge_counting,
)
from qualifications.engine.verdict import Outcome
from qualifications.life_facts import life_facts
from qualifications.models import PeriodStatus, RatingPeriod, RatingRow
from tournaments.models import Entry, Event, Game, GameKind

MASTERS = (GM, MSU, KMSU)
"""Whom UA.IK.9 speaks of, and whoever stands higher."""


class Figure(NamedTuple):
    """A coefficient as a list has it."""

    coefficient: int
    national: bool
    region: int | None
    """Where a figure below the border is valid."""


FiguresOn = Callable[[date], Mapping[int, Figure]]
"""Day → player → figure of the list in force on that day."""


def counting_of(
    events: Sequence[Event],
    figures_on: FiguresOn,
    law: Regulation,
    *,
    played: Mapping[int, Collection[int]] | None = None,
) -> dict[int, CountingVerdict]:
    """Event → whether it counts and for whom. At most seven queries however many events.

    `figures_on` is asked once for each first day. `played` says by event which players played a
    game, where the caller has read the games already; otherwise one of the queries asks it.
    """
    entries = _entries(events)
    if played is None:
        played = _played(events)
    masters = _masters([e for e in events if e.coefficient_kind in OUTSIDE], entries, law)
    figures = {day: figures_on(day) for day in {event.starts_on for event in events}}
    everyone_listed = law.reading("UA.Q38") == "everyone_listed"
    found = {}
    for event in events:
        rows = entries.get(event.pk, [])
        if not everyone_listed:
            came = played.get(event.pk, ())
            rows = [row for row in rows if row[0] in came]
        found[event.pk] = judge_counting(
            counting_event(
                event, rows, figures[event.starts_on], masters=masters.get(event.pk, frozenset())
            ),
            law,
        )
    return found


EntryRow = tuple[int, str, int | None]
"""Player, federation, region."""


def counting_event(
    event: Event,
    rows: Iterable[EntryRow],
    figures: Mapping[int, Figure],
    *,
    masters: Collection[int] = (),
) -> CountingEvent:
    """The facts of an event as the articles ask about them."""
    participants = []
    for player, federation, region in rows:
        figure = figures.get(player)
        if figure is None:
            participants.append(CountingPlayer(player, federation, region, None))
        else:
            coefficient, national, valid_in = figure
            participants.append(
                CountingPlayer(
                    player, federation, region, coefficient, national, valid_in, player in masters
                )
            )
    return CountingEvent(
        kind=CountingKind(event.coefficient_kind) if event.coefficient_kind else None,
        submitted=event.rated,
        system=EventSystem(event.system),
        women=event.women,
        double_round=event.double_round,
        time_control=TimeControl(
            minutes=event.minutes,
            increment_seconds=event.increment_seconds,
            first_period_moves=event.first_period_moves,
            second_period_minutes=event.second_period_minutes,
            electronic_clocks=event.electronic_clocks,
        ),
        ends_on=event.ends_on,
        material_received_on=event.material_received_on,
        region=event.region_id,
        participants=tuple(participants),
    )


def figures_in_force(days: Collection[date], players: Collection[int], *, scheme: str) -> FiguresOn:
    """Figures of some players in the lists in force on some days. Two queries."""
    lists = list(
        RatingPeriod.objects.filter(scheme=scheme, status=PeriodStatus.PUBLISHED)
        .order_by("-list_on")
        .values_list("list_on", "published_run")
    )
    run_on = {day: next((run for on, run in lists if on <= day), None) for day in days}
    by_run: dict[int | None, dict[int, Figure]] = defaultdict(dict)
    rows = RatingRow.objects.filter(
        run__in={run for run in run_on.values() if run}, player__in=players, after__isnull=False
    )
    for run, player, after, national, region in rows.values_list(
        "run", "player", "after", "national", "region"
    ):
        if after is not None:
            by_run[run][player] = Figure(after, national, region)
    return lambda day: by_run[run_on[day]]


def event_counting(event: Event, law: Regulation, *, scheme: str) -> CountingVerdict:
    """The same for one event, with the lists read here."""
    players = list(event.entries.values_list("player", flat=True))
    figures_on = figures_in_force([event.starts_on], players, scheme=scheme)
    return counting_of([event], figures_on, law)[event.pk]


def left_out_line(event: Event, verdict: CountingVerdict) -> dict[str, Any] | None:
    """Line of a run's report for an event that it does not count; None for one that it counts.

    `articles` are those that stand against it, `asks` the facts that are missing.
    """
    if verdict.counted:
        return None
    undecided = verdict.scope is Scope.UNDECIDED
    against = Outcome.UNDECIDED if undecided else Outcome.NOT_MET
    return {
        "code": "event_undecided" if undecided else "event_not_counted",
        "params": {
            "event": event.name,
            "id": event.pk,
            "articles": list(
                dict.fromkeys(r.article for r in verdict.reasons if r.outcome is against)
            ),
            "checks": [r.check for r in verdict.reasons if r.outcome is against],
            "asks": list(verdict.asks),
        },
    }


def _entries(events: Sequence[Event]) -> dict[int, list[EntryRow]]:
    """By event; the federation is the registry's, where it has none the file's."""
    rows: dict[int, list[EntryRow]] = defaultdict(list)
    for event, player, known, filed, region in (
        Entry.objects.filter(event__in=[e.pk for e in events])
        .order_by("event", "number")
        .values_list("event", "player", "player__federation", "file_federation", "player__region")
        .iterator(chunk_size=20_000)
    ):
        rows[event].append((player, known or filed, region))
    return rows


def _played(events: Sequence[Event]) -> dict[int, set[int]]:
    """Who played at least one game, by event (UA.Q38)."""
    games = Game.objects.filter(kind=GameKind.PLAYED)
    entries = Entry.objects.filter(
        Q(Exists(games.filter(white=OuterRef("pk")))) | Q(Exists(games.filter(black=OuterRef("pk")))),
        event__in=[e.pk for e in events],
    )
    found: dict[int, set[int]] = defaultdict(set)
    for event, player in entries.values_list("event", "player"):
        found[event].add(player)
    return found


def _masters(
    events: Sequence[Event], entries: Mapping[int, Sequence[EntryRow]], law: Regulation
) -> dict[int, frozenset[int]]:
    """Candidate masters and higher on the first day, by event; no query without such an event."""
    if not events:
        return {}
    players = {row[0] for event in events for row in entries.get(event.pk, ())}
    lives = life_facts(Q(player__in=players))
    stated: dict[int, set[int]] = defaultdict(set)
    for event_id, player in Entry.objects.filter(
        event__in=[e.pk for e in events], stated_class__in=MASTERS
    ).values_list("event", "player"):
        stated[event_id].add(player)
    return {
        event.pk: frozenset(
            player
            for player, _federation, _region in entries.get(event.pk, ())
            if player in stated[event.pk]
            or (
                player in lives
                and lives[player].standing(on=event.starts_on, law=law).grade in MASTERS
            )
        )
        for event in events
    }
