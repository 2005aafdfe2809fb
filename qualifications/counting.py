"""Which events count for the individual coefficient, and for whom: rows to facts to verdicts."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt
from django.db.models import Exists, OuterRef, Q

from federation.dated import covers
from federation.models import FactKind, PersonFact, Player
from qualifications.engine.facts import EventSystem, TimeControl
from qualifications.engine.regulation import Regulation
from qualifications.engine.rules.ua_2007.common import GM, HOME, KMSU, MSU
from qualifications.engine.rules.ua_2007.counting import judge_event
from qualifications.engine.rules.ua_2007.counting_facts import (
    OUTSIDE,
    CountingEvent,
    CountingKind,
    CountingVerdict,
    Field,
    Scope,
    Strength,
)
from qualifications.engine.rules.ua_2007.counting_players import (
    Judged,
    judge_counting,
    member,
)
from qualifications.engine.verdict import Outcome
from qualifications.figures import NO_FIGURES, Figures, figures_in_force
from qualifications.life_facts import life_facts
from tournaments.models import Entry, Event, Game, GameKind

__all__ = [
    "NO_FIGURES",
    "Figures",
    "People",
    "count_events",
    "event_counting",
    "left_out_line",
    "papers_asked",
    "people_of",
]

MASTERS = (GM, MSU, KMSU)
"""Whom UA.IK.9 speaks of, and whoever stands higher."""

Ints = npt.NDArray[np.int64]
Pairs = tuple[Ints, Ints]
"""Places of events among the events, and the players in them; each pair once."""


@dataclass(frozen=True, slots=True)
class People:
    """What the registry knows of players, in the order of their numbers."""

    players: Ints
    region: Ints
    """0 where not known."""
    home: Ints
    """1 for who plays for the federation, 0 for others, −1 where none is known."""

    def of(self, players: Ints) -> tuple[Ints, Ints]:
        """Region and `home` of players given by number; 0 and −1 for who is not here."""
        if not len(self.players):
            return np.zeros(len(players), np.int64), np.full(len(players), -1, np.int64)
        places = np.minimum(np.searchsorted(self.players, players), len(self.players) - 1)
        known = self.players[places] == players
        return self.region[places] * known, np.where(known, self.home[places], -1)


def count_events(
    events: Sequence[Event],
    figures: Figures,
    law: Regulation,
    *,
    played: Pairs | None = None,
    people: People | None = None,
) -> tuple[Judged, Field]:
    """Whether events count, and for whom. At most nine queries however many events.

    All of them stand on the same list, `figures`. `played` says who played a game in which event,
    where the caller has read the games already, `people` who they are; otherwise queries ask it.
    """
    if law.reading("UA.Q38") == "everyone_listed":
        of_event, players = _pairs(events, Entry.objects.all())
    elif played is None:
        games = Game.objects.filter(kind=GameKind.PLAYED)
        with_white = Exists(games.filter(white=OuterRef("pk")))
        with_black = Exists(games.filter(black=OuterRef("pk")))
        of_event, players = _pairs(events, Entry.objects.filter(Q(with_white) | Q(with_black)))
    else:
        of_event, players = played
    coefficient, national, valid_in = figures.of(players)
    region, homes = (people or people_of(players)).of(players)
    _as_on_the_day(events, of_event, players, region, homes)
    field = Field(
        event=of_event,
        player=players,
        coefficient=coefficient,
        national=national,
        valid_in=valid_in,
        region=region,
        member=_members(events, of_event, players, homes, law),
        master=_masters(events, of_event, players, law),
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
    figures = figures_in_force(event.starts_on, players, scheme=scheme)
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


def people_of(players: Ints) -> People:
    """What the registry knows of some players; one query."""
    rows = Player.objects.filter(pk__in=np.unique(players).tolist()).order_by("pk")
    found = np.array(
        [
            (pk, region or 0, -1 if not federation else federation == HOME)
            for pk, region, federation in rows.values_list("pk", "region", "federation")
        ],
        np.int64,
    ).reshape(-1, 3)
    return People(found[:, 0], found[:, 1], found[:, 2])


def _as_on_the_day(
    events: Sequence[Event], of_event: Ints, players: Ints, region: Ints, homes: Ints
) -> None:
    """Put dated regions and federations in the place of today's: those of each first day.

    One query for the few players who have any.
    """
    rows = PersonFact.objects.filter(
        kind__in=(FactKind.REGION, FactKind.FEDERATION), voided_at=None
    ).order_by("player", "kind", "valid_from")
    if len(players) < FEW_PLAYERS:
        rows = rows.filter(player__in=np.unique(players).tolist())
    dated: dict[int, list[PersonFact]] = defaultdict(list)
    for fact in rows:
        dated[fact.player_id].append(fact)
    if not dated:
        return
    for place in np.flatnonzero(np.isin(players, list(dated))).tolist():
        day = events[int(of_event[place])].starts_on
        facts = dated[int(players[place])]
        for kind, column in ((FactKind.REGION, region), (FactKind.FEDERATION, homes)):
            own = [fact for fact in facts if fact.kind == kind]
            if own:
                column[place] = _in_force_on(own, day)


def _in_force_on(facts: Sequence[PersonFact], day: date) -> int:
    """A region, or 1 and 0 for the home federation and another; 0 and −1 where none is known."""
    fact = next((one for one in facts if covers(one, day)), None)
    if facts[0].kind == FactKind.REGION:
        return fact.region_id or 0 if fact else 0
    return int(fact.value == HOME) if fact else -1


FEW_PLAYERS = 10_000
"""So many are named in a query; beyond that all dated facts are read."""


def _members(
    events: Sequence[Event], of_event: Ints, players: Ints, homes: Ints, law: Regulation
) -> Ints:
    """Who is a member: by the registry's federation, where it has none by that of the file."""
    members = homes.copy()
    open_ = np.flatnonzero(homes < 0).tolist()
    if not open_:
        return members
    filed = {
        (event, player): federation
        for event, player, federation in Entry.objects.filter(
            event__in=[event.pk for event in events], player__federation=""
        ).values_list("event", "player", "file_federation")
    }
    for place in open_:
        key = (events[int(of_event[place])].pk, int(players[place]))
        members[place] = member(filed.get(key, ""), law)
    return members


def _masters(
    events: Sequence[Event], of_event: Ints, players: Ints, law: Regulation
) -> npt.NDArray[np.bool_]:
    """Candidate masters and higher on the first day; asked of the events of UA.IK.9 alone."""
    found = np.zeros(len(players), np.bool_)
    asked = [place for place, event in enumerate(events) if event.coefficient_kind in OUTSIDE]
    if not asked:
        return found
    places = np.flatnonzero(np.isin(of_event, asked)).tolist()
    lives = life_facts(Q(player__in={int(players[place]) for place in places}))
    stated: Mapping[int, set[int]] = defaultdict(set)
    for event_id, player in Entry.objects.filter(
        event__in=[events[place].pk for place in asked], stated_class__in=MASTERS
    ).values_list("event", "player"):
        stated[event_id].add(player)
    for place in places:
        event, player = events[int(of_event[place])], int(players[place])
        life = lives.get(player)
        found[place] = player in stated[event.pk] or (
            life is not None and life.standing(on=event.starts_on, law=law).grade in MASTERS
        )
    return found
