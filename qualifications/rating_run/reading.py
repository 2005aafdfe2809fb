"""Games out of the database, packed per event with the coefficients in force on its first day."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

import numpy as np
import numpy.typing as npt

from qualifications.counting_people import kept_numbers
from qualifications.engine.packed_games import GAME, NOT_FOR_BLACK, NOT_FOR_WHITE
from qualifications.rating_run.bulk import Columns, fetch_columns, numbers_listed
from qualifications.rating_run.choosing import CountedEvent
from qualifications.rating_run.judging import ChunkJudged
from qualifications.rating_run.lists import ListFigures, PublishedLists
from qualifications.rating_run.report import Report
from tournaments.models import Entry, Game, GameKind

EVENTS_AT_A_TIME = 250
"""Some 50 000 games of usual events: between two chunks a cancellation is noticed."""
_LAST_ROUND = 255
"""What a packed game has room for."""

Ints = npt.NDArray[np.int64]


@dataclass(slots=True)
class GamesChunk:
    """The packed games of some events, one event after the other."""

    events: list[CountedEvent]
    games: npt.NDArray[np.void]
    sizes: Ints
    """Games of each event."""
    winners: Ints
    """Who took the first place alone (UA.IK.8), 0 for nobody."""

    def slices(self) -> Iterator[tuple[CountedEvent, slice, int]]:
        """Each event with the place of its games and its winner."""
        ends = np.cumsum(self.sizes)
        for event, end, size, winner in zip(
            self.events, ends.tolist(), self.sizes.tolist(), self.winners.tolist(), strict=True
        ):
            yield event, slice(end - size, end), winner

    def places(self) -> Ints:
        """Of each game: which of the events it belongs to."""
        return np.repeat(np.arange(len(self.events)), self.sizes)

    def keep(self, kept: npt.NDArray[np.bool_]) -> None:
        """Drop the games that are not marked."""
        self.sizes = np.bincount(self.places()[kept], minlength=len(self.events))
        self.games = self.games[kept]

    def drop_events(self, dropped: npt.NDArray[np.bool_]) -> None:
        """Drop events, which have no games any more."""
        self.events = [self.events[place] for place in np.flatnonzero(~dropped)]
        self.sizes, self.winners = self.sizes[~dropped], self.winners[~dropped]


def games_of(events: Collection[int]) -> Columns:
    """The games played in these events; one query.

    Columns `event`, `round`, `white`, `black`, `white_half_points`, `black_half_points`.
    """
    game, entry = Game._meta.db_table, Entry._meta.db_table
    listed = numbers_listed(events)
    return fetch_columns(
        {
            "event": "g.event_id",
            "round": "g.round",
            "white": "w.player_id",
            "black": "b.player_id",
            "white_half_points": "g.white_half_points",
            "black_half_points": "g.black_half_points",
        },
        f"FROM {game} g JOIN {entry} w ON w.id = g.white_id JOIN {entry} b ON b.id = g.black_id "
        f"WHERE g.kind = '{GameKind.PLAYED.value}' AND g.black_half_points IS NOT NULL "
        f"AND g.event_id IN ({listed}) AND w.event_id IN ({listed}) AND b.event_id IN ({listed})",
    )


def of_kept(played: Columns, merged: Mapping[int, int]) -> Columns:
    """The same games, played by those into whom players are merged; `merged` is in order."""
    return played | {side: kept_numbers(played[side], merged) for side in ("white", "black")}


def chunks_of(
    events: Sequence[CountedEvent], lists: PublishedLists
) -> Iterator[tuple[ListFigures | None, list[CountedEvent]]]:
    """Events that stand on the same list, some at a time, with that list."""

    def list_of(event: CountedEvent) -> int:
        figures = lists.in_force(event.starts_on)
        return figures.run_id if figures else 0

    for _run, group in groupby(events, key=list_of):
        same = list(group)
        for start in range(0, len(same), EVENTS_AT_A_TIME):
            chunk = same[start : start + EVENTS_AT_A_TIME]
            yield lists.in_force(chunk[0].starts_on), chunk


def places_of(events: Sequence[CountedEvent], played: Columns) -> Ints:
    """Of each game read: which of the events it belongs to."""
    keys = np.array([event.pk for event in events], np.int64)
    order = np.argsort(keys)
    return order[np.searchsorted(keys, played["event"], sorter=order)]


def read_chunk(
    events: Sequence[CountedEvent],
    played: Columns,
    places: Ints,
    judged: ChunkJudged,
    winners: Mapping[int, int],
) -> GamesChunk:
    """All games that were read, packed, by event, round and White.

    `places` is as `places_of` gives it. Raises OverflowError for a round that does not fit.
    """
    if played["round"].max(initial=0) > _LAST_ROUND:
        raise OverflowError(f"a round after the {_LAST_ROUND}th")
    order = np.argsort((places << 42) | (played["round"] << 32) | played["white"])
    games = np.zeros(len(order), GAME)
    for name in ("round", "white", "black", "white_half_points", "black_half_points"):
        games[name] = played[name][order]
    for side, own, not_for in (
        ("white", "white_own", NOT_FOR_WHITE),
        ("black", "black_own", NOT_FOR_BLACK),
    ):
        found = judged.find(places[order], played[side][order])
        games[own] = found.valid
        games["not_for"] |= np.where(found.rated, 0, not_for).astype(np.uint8)
    firsts = np.array([winners.get(event.pk, 0) for event in events], np.int64)
    return GamesChunk(list(events), games, np.bincount(places, minlength=len(events)), firsts)


def leave_out(
    chunk: GamesChunk, judged: ChunkJudged, report: Report, *, first_day: date
) -> GamesChunk:
    """Take out what does not count, and say in the report what was counted and what was not.

    Left out are the games of events that do not count, a game against oneself, and one in which
    neither side has a coefficient. An event that does not count stays without games; one that is
    undecided does not stay. Those that ended before `first_day` are late.
    """
    games, places, events = chunk.games, chunk.places(), chunk.events
    played = chunk.sizes
    counts = judged.counted[places]
    alone = games["white"] == games["black"]
    without = (games["white_own"] == 0) & (games["black_own"] == 0)
    chunk.keep(counts & ~alone & ~without)
    against_oneself = np.bincount(places[counts & alone], minlength=len(events))
    for place in np.flatnonzero(judged.counted).tolist():
        event = events[place]
        report.name(
            "event_late" if event.ends_on < first_day else "event",
            event=event.name,
            id=event.pk,
            games=int(chunk.sizes[place]),
            played=int(played[place]),
        )
        if number := int(against_oneself[place]):
            report.name("against_oneself", event=event.name, id=event.pk, games=number)
    if neither := int((counts & ~alone & without).sum()):
        report.add("without_coefficients", games=neither)
    chunk.drop_events(judged.undecided)
    return chunk
