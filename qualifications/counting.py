"""Which events count for the individual coefficient, and for whom: rows to facts to verdicts."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from django.db.models import Exists, OuterRef, Q

from federation.persons import merged_players, persons_of
from qualifications.counting_people import (
    Ints,
    People,
    as_on_first_days,
    kept_numbers,
    masters,
    people_of,
)
from qualifications.engine.facts import EventSystem, TimeControl
from qualifications.engine.regulation import Regulation
from qualifications.engine.rules.ua_2007.counting import judge_event
from qualifications.engine.rules.ua_2007.counting_facts import (
    CountingEvent,
    CountingKind,
    CountingVerdict,
    Field,
    Scope,
    Strength,
)
from qualifications.engine.rules.ua_2007.counting_players import Judged, judge_counting
from qualifications.engine.verdict import Outcome
from qualifications.figures import NO_FIGURES, Figures, figures_in_force
from tournaments.models import Entry, Event, Game, GameKind

__all__ = [
    "NO_FIGURES",
    "Figures",
    "count_events",
    "event_counting",
    "left_out_line",
    "papers_asked",
]

Pairs = tuple[Ints, Ints]
"""Places of events among the events, and the players in them; each pair once."""


def count_events(
    events: Sequence[Event],
    figures: Figures,
    law: Regulation,
    *,
    played: Pairs | None = None,
    people: People | None = None,
) -> tuple[Judged, Field]:
    """Whether events count, and for whom. At most ten queries however many events.

    All of them stand on the same list, `figures`. `played` says who played a game in which event,
    where the caller has read the games already, `people` who they are; otherwise queries ask it.
    Who is linked with another is the one who is kept.
    """
    merged = people.merged if people else merged_players()
    if law.reading("UA.Q38") == "everyone_listed":
        of_event, players = _pairs(events, Entry.objects.all())
    elif played is None:
        games = Game.objects.filter(kind=GameKind.PLAYED)
        with_white = Exists(games.filter(white=OuterRef("pk")))
        with_black = Exists(games.filter(black=OuterRef("pk")))
        of_event, players = _pairs(events, Entry.objects.filter(Q(with_white) | Q(with_black)))
    else:
        of_event, players = played
    players = kept_numbers(players, merged)
    coefficient, national, valid_in = figures.of(players)
    region, members = as_on_first_days(
        events, of_event, players, people or people_of(players, merged), law
    )
    field = Field(
        event=of_event,
        player=players,
        coefficient=coefficient,
        national=national,
        valid_in=valid_in,
        region=region,
        member=members,
        master=masters(events, of_event, players, merged, law),
    )
    return judge_counting([counting_event(event) for event in events], field, law), field


def counting_event(event: Event) -> CountingEvent:
    """What the articles ask about the event itself."""
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
    )


def papers_asked(event: Event, law: Regulation) -> tuple[str, ...]:
    """Facts that the papers alone leave open, whatever the results are."""
    _scope, reasons = judge_event(counting_event(event), Strength(0, 0, 0), law)
    return tuple(dict.fromkeys(reason.asks for reason in reasons if reason.asks))


def event_counting(event: Event, law: Regulation, *, scheme: str) -> CountingVerdict:
    """The same for one event, by the list in force on its first day."""
    players = list(event.entries.values_list("player", flat=True))
    persons = persons_of(players)
    kept = {persons.kept_of(player) for player in players}
    figures = figures_in_force(event.starts_on, kept, scheme=scheme)
    judged, _field = count_events([event], figures, law)
    return judged.verdicts[0]


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


def _pairs(events: Sequence[Event], entries: Any) -> Pairs:
    """Events and players of some entries; one query."""
    places = {event.pk: place for place, event in enumerate(events)}
    rows = entries.filter(event__in=list(places)).order_by("event", "number")
    pairs = [(places[event], player) for event, player in rows.values_list("event", "player")]
    found = np.array(pairs, np.int64).reshape(-1, 2)
    return found[:, 0], found[:, 1]
