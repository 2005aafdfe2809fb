"""Who the participants of events were on the first days: region, membership, mastery."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

import numpy as np
import numpy.typing as npt
from django.db.models import Q

from federation.dated import covers
from federation.models import FactKind, PersonFact, Player
from qualifications.engine.regulation import Regulation
from qualifications.engine.rules.ua_2007.common import GM, HOME, KMSU, MSU
from qualifications.engine.rules.ua_2007.counting_facts import OUTSIDE
from qualifications.engine.rules.ua_2007.counting_players import member
from qualifications.life_facts import life_facts
from tournaments.models import Entry, Event

MASTERS = (GM, MSU, KMSU)
"""Whom UA.IK.9 speaks of, and whoever stands higher."""
FEW_PLAYERS = 30_000
"""So many are named in a query; beyond that all dated facts are read."""

Ints = npt.NDArray[np.int64]
Facts = Mapping[int, Mapping[str, Sequence[PersonFact]]]
"""By player and kind, those that are not voided."""


@dataclass(frozen=True, slots=True)
class People:
    """What the registry says today of players, in the order of their numbers."""

    players: Ints
    region: Ints
    """0 where not known."""
    home: Ints
    """1 for who plays for the federation, 0 for others, −1 where none is known."""
    merged: Mapping[int, int] = field(default_factory=dict)
    """Players who are another one, with that one, in order."""

    def of(self, players: Ints) -> tuple[Ints, Ints]:
        """Region and `home` of players given by number; 0 and −1 for who is not here."""
        if not len(self.players):
            return np.zeros(len(players), np.int64), np.full(len(players), -1, np.int64)
        places = np.minimum(np.searchsorted(self.players, players), len(self.players) - 1)
        known = self.players[places] == players
        return self.region[places] * known, np.where(known, self.home[places], -1)


def people_of(players: Ints, merged: Mapping[int, int]) -> People:
    """What the registry says of some players; one query."""
    rows = Player.objects.filter(pk__in=np.unique(players).tolist()).order_by("pk")
    found = np.array(
        [
            (pk, region or 0, -1 if not federation else federation == HOME)
            for pk, region, federation in rows.values_list("pk", "region", "federation")
        ],
        np.int64,
    ).reshape(-1, 3)
    return People(found[:, 0], found[:, 1], found[:, 2], merged)


def kept_numbers(players: Ints, merged: Mapping[int, int]) -> Ints:
    """The same players, by the numbers of those into whom they are merged; `merged` is in order."""
    if not merged:
        return players
    known, kept = np.array([*merged], np.int64), np.array([*merged.values()], np.int64)
    places = np.minimum(np.searchsorted(known, players), len(known) - 1)
    return np.where(known[places] == players, kept[places], players)


def as_on_first_days(
    events: Sequence[Event], of_event: Ints, players: Ints, people: People, law: Regulation
) -> tuple[Ints, Ints]:
    """Region, and who is a member (1, 0, −1 where not known), on the first day of each event.

    Of each place in the field. At most two queries.
    """
    region, homes = people.of(players)
    members = np.full(len(players), -2, np.int64)
    dated = _dated(players, people.merged)
    for place in np.flatnonzero(np.isin(players, list(dated))).tolist():
        day, facts = events[int(of_event[place])].starts_on, dated[int(players[place])]
        if FactKind.REGION in facts:
            fact = _on(facts[FactKind.REGION], day)
            region[place] = (fact.region_id or 0) if fact else 0
        if FactKind.FEDERATION in facts:
            fact = _on(facts[FactKind.FEDERATION], day)
            homes[place] = fact.value == HOME if fact else -1
        if FactKind.MEMBERSHIP in facts:
            ours = [one for one in facts[FactKind.MEMBERSHIP] if one.value == HOME]
            members[place] = _on(ours, day) is not None
    stated = _by_federation(events, of_event, players, homes, people.merged, law)
    return region, np.where(members >= 0, members, stated)


def _dated(players: Ints, merged: Mapping[int, int]) -> Facts:
    """Facts of the few players who have any; one query.

    Memberships count from whichever entry of a person they are recorded in.
    """
    rows = PersonFact.objects.filter(
        kind__in=(FactKind.REGION, FactKind.FEDERATION, FactKind.MEMBERSHIP), voided_at=None
    )
    asked = set(np.unique(players).tolist())
    if len(asked) < FEW_PLAYERS:
        others = (player for player, kept in merged.items() if kept in asked)
        rows = rows.filter(player__in=asked.union(others))
    found: dict[int, dict[str, list[PersonFact]]] = defaultdict(lambda: defaultdict(list))
    for fact in rows.order_by("pk"):
        kept = merged.get(fact.player_id, fact.player_id)
        if kept == fact.player_id or fact.kind == FactKind.MEMBERSHIP:
            found[kept][fact.kind].append(fact)
    return found


def _on(facts: Sequence[PersonFact], day: date) -> PersonFact | None:
    return next((fact for fact in facts if covers(fact, day)), None)


def _by_federation(
    events: Sequence[Event],
    of_event: Ints,
    players: Ints,
    homes: Ints,
    merged: Mapping[int, int],
    law: Regulation,
) -> Ints:
    """Who is a member by the registry's federation, where it has none by that of the file."""
    found = homes.copy()
    open_ = np.flatnonzero(homes < 0).tolist()
    if not open_:
        return found
    asked = {int(players[place]) for place in open_}
    entries = Entry.objects.filter(event__in={events[int(of_event[place])].pk for place in open_})
    if len(asked) < FEW_PLAYERS:
        same = (player for player, kept in merged.items() if kept in asked)
        entries = entries.filter(player__in=asked.union(same))
    filed = {
        (event, merged.get(player, player)): federation
        for event, player, federation in entries.values_list("event", "player", "file_federation")
    }
    for place in open_:
        key = (events[int(of_event[place])].pk, int(players[place]))
        found[place] = member(filed.get(key, ""), law)
    return found


def masters(
    events: Sequence[Event],
    of_event: Ints,
    players: Ints,
    merged: Mapping[int, int],
    law: Regulation,
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
        stated[event_id].add(merged.get(player, player))
    for place in places:
        event, player = events[int(of_event[place])], int(players[place])
        life = lives.get(player)
        found[place] = player in stated[event.pk] or (
            life is not None and life.standing(on=event.starts_on, law=law).grade in MASTERS
        )
    return found
