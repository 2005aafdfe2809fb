"""What contradicts itself is held out of a run and named, with nothing guessed."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from qualifications.engine.packed_games import games_array
from qualifications.models import RunEvent
from qualifications.rating_run.choosing import CountedEvent
from qualifications.rating_run.reading import GamesChunk
from qualifications.rating_run.report import Report
from tournaments.models import EventSystem

Overlap = tuple[int, CountedEvent, CountedEvent]
"""A player and two events that one person cannot both have played, in the order of first days."""

_EVENT_BITS, _DAY_BITS = np.uint64(24), np.uint64(24)


def hold_out_overlaps(
    chunks: Sequence[GamesChunk], report: Report, *, issued: Collection[int] = ()
) -> None:
    """Take out the games of a player in two events that have a day in common.

    Somebody was taken for somebody else, and nobody can say in which of the two; so these games
    are not counted for the opponents either. Team events, which go on for months beside others, are
    left alone. Of an event that stands in a list already, by one of the runs `issued`, nothing is
    taken out; the games in the other one are.
    """
    before = events_beside(chunks, issued)
    counted = {event.pk for chunk in before for event in chunk.events}
    found = [
        (player, first, second)
        for player, first, second in overlaps([*before, *chunks])
        if not {first.pk, second.pk} <= counted
    ]
    doubtful: dict[int, set[int]] = defaultdict(set)
    for player, first, second in found:
        doubtful[first.pk].add(player)
        doubtful[second.pk].add(player)
    taken: dict[tuple[int, int], int] = defaultdict(int)
    for chunk in chunks:
        if any(event.pk in doubtful for event in chunk.events):
            chunk.keep(_undoubted(chunk, doubtful, taken))
    for player, first, second in found:
        report.name(
            "overlap",
            player=player,
            first=first.name,
            first_id=first.pk,
            second=second.name,
            second_id=second.pk,
            games=taken[first.pk, player] + taken[second.pk, player],
        )


def events_beside(chunks: Sequence[GamesChunk], issued: Collection[int]) -> list[GamesChunk]:
    """Events of lists already issued, neither for teams, that share a day with one of `chunks`.

    Two queries; the games are read of these events alone.
    """
    events = [event for chunk in chunks for event in chunk.events if not event.team]
    if not events or not issued:
        return []
    starts, ends = _days(events)
    rows = (
        RunEvent.objects.filter(
            run__in=issued,
            event__ends_on__gte=min(event.starts_on for event in events),
            event__starts_on__lte=max(event.ends_on for event in events),
        )
        .exclude(event__system=EventSystem.TEAM)
        .exclude(rated_games=0)
        .order_by("pk")
        .values_list("pk", "event", "event__name", "event__starts_on", "event__ends_on")
    )
    beside = {}
    for pk, number, name, starts_on, ends_on in rows:
        event = CountedEvent(number, name, starts_on, ends_on, team=False)
        (start,), (end,) = _days([event])
        if ((starts <= end) & (ends >= start)).any():
            beside[pk] = event
    if not beside:
        return []
    played = dict(RunEvent.objects.filter(pk__in=beside).values_list("pk", "games"))
    games = [games_array(bytes(played[pk])) for pk in beside]
    sizes = np.array([len(some) for some in games], np.int64)
    return [GamesChunk([*beside.values()], np.concatenate(games), sizes, np.zeros_like(sizes))]


def _days(
    events: Sequence[CountedEvent],
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """First and last days, as numbers."""
    starts = np.array([event.starts_on.toordinal() for event in events], np.uint64)
    return starts, np.array([event.ends_on.toordinal() for event in events], np.uint64)


def overlaps(chunks: Sequence[GamesChunk]) -> list[Overlap]:
    """Players with games in two events, neither for teams, that share a day."""
    events = [event for chunk in chunks for event in chunk.events]
    if not events:
        return []
    in_order = np.argsort(_days(events)[0], kind="stable")
    players, numbers = _participations(chunks, np.argsort(in_order))
    if not len(players):
        return []
    events = [events[place] for place in in_order.tolist()]
    starts, ends = _days(events)
    # Per player in the order of first days: is one open when the next begins?
    latest = np.maximum.accumulate((players << _DAY_BITS) | ends[numbers])
    same_player = players[1:] == players[:-1]
    open_until = latest[:-1] & np.uint64((1 << int(_DAY_BITS)) - 1)
    suspects = np.unique(players[1:][same_player & (starts[numbers[1:]] <= open_until)])
    found = []
    for player in suspects:
        own = slice(*np.searchsorted(players, [player, player + np.uint64(1)]))
        for one, other in combinations(numbers[own].tolist(), 2):
            if starts[other] <= ends[one]:
                found.append((int(player), events[one], events[other]))
    return found


def _participations(
    chunks: Sequence[GamesChunk], numbers_of_events: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int64]]:
    """Who has games in which event: players in order, and the events of each by their numbers."""
    keys, before = [], 0
    for chunk in chunks:
        single = np.array([not event.team for event in chunk.events], np.bool_)
        of_event = chunk.places()
        games, of_event = chunk.games[single[of_event]], of_event[single[of_event]]
        numbers = numbers_of_events[of_event + before].astype(np.uint64)
        sides = [(games[side].astype(np.uint64) << _EVENT_BITS) | numbers for side in _SIDES]
        keys.append(np.unique(np.concatenate(sides)))
        before += len(chunk.events)
    found = np.sort(np.concatenate(keys))
    numbers = found & np.uint64((1 << int(_EVENT_BITS)) - 1)
    return found >> _EVENT_BITS, numbers.astype(np.int64)


_SIDES = ("white", "black")


def _undoubted(
    chunk: GamesChunk, doubtful: dict[int, set[int]], taken: dict[tuple[int, int], int]
) -> npt.NDArray[np.bool_]:
    """Which games of a chunk stay; into `taken` goes how many of each player do not."""
    kept = np.ones(len(chunk.games), np.bool_)
    for event, place, _winner in chunk.slices():
        games = chunk.games[place]
        for player in doubtful.get(event.pk, ()):
            own = (games["white"] == player) | (games["black"] == player)
            kept[place] &= ~own
            taken[event.pk, player] = int(own.sum())
    return kept
