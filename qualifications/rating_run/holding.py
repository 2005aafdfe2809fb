"""What contradicts itself is held out of a run and named, with nothing guessed."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from qualifications.rating_run.choosing import CountedEvent
from qualifications.rating_run.reading import GamesChunk
from qualifications.rating_run.report import Report

Overlap = tuple[int, CountedEvent, CountedEvent]
"""A player and two events that one person cannot both have played."""

_EVENT_BITS, _DAY_BITS = np.uint64(24), np.uint64(24)


def hold_out_overlaps(chunks: Sequence[GamesChunk], report: Report) -> None:
    """Take out the games of a player in two events that have a day in common.

    Somebody was taken for somebody else, and nobody can say in which of the two; so these games
    are not counted for the opponents either. Team events, which go on for months beside others, are
    left alone. `chunks` are in the order of the events' first days.
    """
    found = overlaps(chunks)
    doubtful: dict[int, set[int]] = defaultdict(set)
    for player, *events in found:
        for event in events:
            doubtful[event.pk].add(player)
    taken: dict[tuple[int, int], int] = {}
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


def overlaps(chunks: Sequence[GamesChunk]) -> list[Overlap]:
    """Players with games in two events, neither for teams, that share a day."""
    events = [event for chunk in chunks for event in chunk.events]
    if not events:
        return []
    starts = np.array([event.starts_on.toordinal() for event in events], np.uint64)
    ends = np.array([event.ends_on.toordinal() for event in events], np.uint64)
    players, numbers = _participations(chunks)
    if not len(players):
        return []
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
    chunks: Sequence[GamesChunk],
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int64]]:
    """Who has games in which event: players in order, and the events of each in order of days."""
    keys, before = [], 0
    for chunk in chunks:
        single = np.array([not event.team for event in chunk.events], np.bool_)
        of_event = np.repeat(np.arange(len(chunk.events)), chunk.sizes)
        games, of_event = chunk.games[single[of_event]], of_event[single[of_event]]
        numbers = (of_event + before).astype(np.uint64)
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
