"""Whether the events of a chunk count, and for whom: asked of `counting.py` with the games read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from federation.models import Player
from qualifications.counting import count_events, left_out_line
from qualifications.counting_people import People
from qualifications.engine.regulation import Regulation
from qualifications.engine.rules.ua_2007.common import HOME
from qualifications.engine.rules.ua_2007.counting_facts import Scope
from qualifications.figures import NO_FIGURES, Figures
from qualifications.rating_run.bulk import Columns, fetch_columns
from qualifications.rating_run.choosing import CountedEvent
from qualifications.rating_run.lists import ListFigures
from qualifications.rating_run.report import Report
from tournaments.models import Event

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ChunkJudged:
    """Verdicts on the events of a chunk, by their places in it."""

    counted: Bools
    undecided: Bools
    """A fact is missing: the event waits until somebody says it."""
    pairs: Ints
    """Place of an event and number of a player in it, as `pair_of` joins them; in order."""
    valid: Ints
    """Of each pair: the coefficient valid in the event, 0 without one."""
    rated: Bools
    """Of each pair: whether the event changes the player's figure or builds the first."""

    def find(self, places: Ints, players: Ints) -> "Found":
        """The answers for many pairs at once; nothing for a pair that was not asked about."""
        if not len(self.pairs):
            return Found(np.zeros_like(players), np.zeros(len(players), np.bool_))
        wanted = pair_of(places, players)
        at = np.minimum(np.searchsorted(self.pairs, wanted), len(self.pairs) - 1)
        known = self.pairs[at] == wanted
        return Found(np.where(known, self.valid[at], 0), self.rated[at] & known)


@dataclass(frozen=True, slots=True)
class Found:
    """Of each pair that was looked up."""

    valid: Ints
    rated: Bools


def pair_of(places: Ints, players: Ints) -> Ints:
    """One number for an event of a chunk and a player in it."""
    return (places << 32) | players


def judge_chunk(
    events: Sequence[CountedEvent],
    places: Ints,
    played: Columns,
    figures: ListFigures | None,
    law: Regulation,
    report: Report,
    people: People,
) -> ChunkJudged:
    """Verdicts on events that stand on one list; those that do not count are named in the report.

    `places` is the place of each game's event.
    """
    pairs = np.unique(np.concatenate([pair_of(places, played[s]) for s in ("white", "black")]))
    rows = Event.objects.in_bulk([event.pk for event in events])
    judged, field = count_events(
        [rows[event.pk] for event in events],
        figures_for_counting(figures),
        law,
        played=(pairs >> 32, pairs & 0xFFFFFFFF),
        people=people,
    )
    for event, verdict in zip(events, judged.verdicts, strict=True):
        line = left_out_line(rows[event.pk], verdict)
        if line is not None:
            report.name(line["code"], **line["params"])
    keys = pair_of(field.event, field.player)
    order = np.argsort(keys)
    return ChunkJudged(
        counted=np.array([verdict.counted for verdict in judged.verdicts]),
        undecided=np.array([verdict.scope is Scope.UNDECIDED for verdict in judged.verdicts]),
        pairs=keys[order],
        valid=(field.coefficient * judged.valid)[order],
        rated=judged.rated[order],
    )


def everybody(merged: Mapping[int, int]) -> People:
    """Region and federation of all players; one query for a whole run."""
    columns = fetch_columns(
        {
            "player": "id",
            "region": "COALESCE(region_id, 0)",
            "home": f"CASE WHEN federation = '{HOME}' THEN 1 WHEN federation = '' THEN -1 "
            "ELSE 0 END",
        },
        f"FROM {Player._meta.db_table}",
    )
    order = np.argsort(columns["player"])
    return People(
        columns["player"][order], columns["region"][order], columns["home"][order], merged
    )


def figures_for_counting(figures: ListFigures | None) -> Figures:
    """A list in the columns that `counting.py` asks for."""
    if figures is None:
        return NO_FIGURES
    return Figures(figures.players, figures.after, figures.national, figures.region)
