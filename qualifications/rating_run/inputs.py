"""Everything a list is computed from, resolved to numbers, and its digest."""

import hashlib
import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from qualifications.engine.packed_games import games_digest
from qualifications.engine.rating_kernel import Lines, RatingKernel
from qualifications.engine.rating_law import rating_law
from qualifications.engine.ratings import PoolLine
from qualifications.engine.regulation import Regulation
from qualifications.law import law_for
from qualifications.models import RatingPeriod, RunStep
from qualifications.rating_run.choosing import CountedEvent, undivided_winners
from qualifications.rating_run.holding import hold_out_overlaps
from qualifications.rating_run.judging import everybody, judge_chunk
from qualifications.rating_run.lists import ListFigures, PublishedLists
from qualifications.rating_run.progress import NO_PROGRESS, Progress
from qualifications.rating_run.reading import (
    GamesChunk,
    chunks_of,
    games_of,
    leave_out,
    of_kept,
    places_of,
    read_chunk,
)
from qualifications.rating_run.report import Report

ENGINE_VERSION = "2"
"""Of the computation; a change of it makes new runs of the same inputs."""

Ints = npt.NDArray[np.int64]


@dataclass(slots=True)
class EventGames:
    """The frozen games of one event."""

    event: CountedEvent
    games: npt.NDArray[np.void]
    winner: int
    """0 for nobody."""

    @property
    def digest(self) -> str:
        return games_digest(self.games.tobytes(), self.winner or None)


@dataclass(slots=True)
class PeriodInputs:
    """What one list is computed from."""

    period: RatingPeriod
    law: Regulation
    base: ListFigures | None
    chunks: list[GamesChunk]
    pools: dict[int, tuple[PoolLine, ...]]
    held: frozenset[int]
    lists: PublishedLists
    report: Report = field(default_factory=Report)
    _digest: str = ""

    def events(self) -> Iterator[EventGames]:
        """The events with the games that count, by first day."""
        for chunk in self.chunks:
            for event, place, winner in chunk.slices():
                yield EventGames(event, chunk.games[place], winner)

    def digest(self) -> str:
        """SHA-256 over all inputs: the same digest, the same answer.

        `exports/inputs.py` writes the same inputs as JSON, and docs/api.md says how the digest is
        made of them.
        """
        if not self._digest:
            self._digest = self._digest_of_everything()
        return self._digest

    def _digest_of_everything(self) -> str:
        head = {
            "engine": ENGINE_VERSION,
            "law": rating_law(self.law, self.period.starts_on),
            "first_day": self.period.starts_on.isoformat(),
            "held": sorted(self.held),
            "pools": [
                [player, [[line.games, line.opponents_sum, line.half_points] for line in pool]]
                for player, pool in sorted(self.pools.items())
            ],
            "events": sorted([one.event.pk, one.digest] for one in self.events()),
        }
        found = hashlib.sha256(json.dumps(head, sort_keys=True).encode())
        if self.base is not None:
            for column in (self.base.players, self.base.after, self.base.games_total):
                found.update(column.astype("<i8").tobytes())
            found.update(self.base.reached_strong.tobytes())
        return found.hexdigest()

    def rate(self, progress: Progress = NO_PROGRESS) -> Lines:
        """The engine's answer: a line for everybody who is listed, or has games towards it."""
        kernel = RatingKernel(self.law, self.law.rating_rules(self.period.starts_on), self.before())
        progress.begin(RunStep.COMPUTING, total=len(self.chunks) + 1)
        for chunk in self.chunks:
            kernel.add(chunk.games, chunk.sizes, chunk.winners)
            progress.advance()
        players = self._players(kernel)
        base = self.base
        lines = kernel.lines(
            players,
            games_total=base.games_total_of(players) if base else np.zeros_like(players),
            reached_strong=base.reached_strong_of(players) if base else players < 0,
            pools=self.pools,
            held=np.isin(players, list(self.held)),
        )
        progress.advance()
        return lines

    def before(self) -> Ints:
        """Coefficients of the list before, by permanent number."""
        known = [self.base.players] if self.base is not None else []
        known += [chunk.games[side] for chunk in self.chunks for side in ("white", "black")]
        known += [chunk.winners for chunk in self.chunks]
        known.append(np.array([*self.pools], np.int64))
        most = max(int(numbers.max(initial=0)) for numbers in known)
        everybody = np.arange(most + 1)
        return self.base.coefficients_of(everybody) if self.base else np.zeros_like(everybody)

    def _players(self, kernel: RatingKernel) -> Ints:
        """Who gets a line. Whose coefficient is missing from the list before gets none."""
        listed = self.base.players if self.base is not None else np.zeros(0, np.int64)
        pooled = np.array([*self.pools], np.int64)
        players = np.union1d(np.union1d(listed, pooled), kernel.players())
        new = players[~np.isin(players, listed)]
        missing = self.lists.once_rated(np.setdiff1d(new, pooled))
        for player in missing.tolist():
            self.report.name("missing_in_list", player=player)
        return np.setdiff1d(players, missing)


def read_inputs(
    period: RatingPeriod,
    *,
    lists: PublishedLists,
    events: Sequence[CountedEvent],
    held: Collection[int],
    report: Report,
    progress: Progress = NO_PROGRESS,
) -> PeriodInputs:
    """The games of `events`, which are in the order of their first days, and what they stand on.

    The number of queries depends on the lists touched and on the chunks.
    """
    law = law_for(period.scheme, on=period.ends_on)
    progress.begin(RunStep.READING, total=len(events))
    chunks = []
    people = everybody(lists.merged)
    for figures, some in chunks_of(events, lists):
        keys = [event.pk for event in some]
        columns = of_kept(games_of(keys), lists.merged)
        places = places_of(some, columns)
        judged = judge_chunk(some, places, columns, figures, law, report, people)
        firsts = {e: lists.merged.get(p, p) for e, p in undivided_winners(keys).items()}
        chunk = read_chunk(some, columns, places, judged, firsts)
        chunks.append(leave_out(chunk, judged, report, first_day=period.starts_on))
        progress.advance(len(keys))
    hold_out_overlaps(chunks, report, issued=[one.run_id for one in lists.issued])
    _say_what_is_odd(period, lists, events, held, report)
    return PeriodInputs(
        period=period,
        law=law,
        base=lists.base(),
        chunks=chunks,
        pools=lists.pools(law.rating_rules(period.starts_on)),
        held=frozenset(lists.merged.get(player, player) for player in held),
        lists=lists,
        report=report,
    )


def _say_what_is_odd(
    period: RatingPeriod,
    lists: PublishedLists,
    events: Sequence[CountedEvent],
    held: Collection[int],
    report: Report,
) -> None:
    if not events:
        report.name("empty")
    if held:
        report.add("held", n=len(held))
    if lists.issued and lists.issued[0].list_on < period.starts_on:
        report.name(
            "gap_in_lists",
            last=lists.issued[0].list_on.isoformat(),
            first_day=period.starts_on.isoformat(),
        )
