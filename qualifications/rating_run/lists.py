"""The published lists that a run stands on."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt

from federation.persons import merged_players
from qualifications.engine.ratings import PoolLine
from qualifications.engine.regulation import RatingRules
from qualifications.figures import lines_put_back
from qualifications.models import PeriodStatus, RatingPeriod, RatingRow, RatingRun
from qualifications.rating_run.bulk import fetch_columns, numbers_listed

Ints = npt.NDArray[np.int64]
NOBODY_MERGED: Mapping[int, int] = {}


@dataclass(frozen=True, slots=True)
class ListFigures:
    """One list as arrays, in the order of the players' permanent numbers."""

    run_id: int
    list_on: date
    players: Ints
    after: Ints
    """0 for a player still without a coefficient."""
    games_total: Ints
    reached_strong: npt.NDArray[np.bool_]
    national: npt.NDArray[np.bool_]
    region: Ints
    """Where a figure below the border is valid; 0 for a player of no region."""

    def coefficients_of(self, players: Ints) -> Ints:
        """Of players given by number; 0 without one."""
        return self._of(players, self.after)

    def games_total_of(self, players: Ints) -> Ints:
        return self._of(players, self.games_total)

    def reached_strong_of(self, players: Ints) -> npt.NDArray[np.bool_]:
        return self._of(players, self.reached_strong.astype(np.int64)) > 0

    def _of(self, players: Ints, values: Ints) -> Ints:
        size = int(max(self.players.max(initial=0), players.max(initial=0))) + 1
        by_number = np.zeros(size, np.int64)
        by_number[self.players] = values
        return by_number[players]


@dataclass(frozen=True, slots=True)
class PublishedList:
    period_id: int
    list_on: date
    run_id: int


class PublishedLists:
    """The published lists before a period, each read once and only when it is needed.

    `instead` puts other runs in the place of published ones: period id → run id. A correction
    computes a chain of lists with it, each from the corrected one before.
    """

    def __init__(self, period: RatingPeriod, instead: Mapping[int, int] | None = None) -> None:
        published = RatingPeriod.objects.filter(
            scheme=period.scheme, status=PeriodStatus.PUBLISHED, list_on__lt=period.list_on
        ).order_by("-list_on")
        self._list_on = period.list_on
        instead = instead or {}
        self.issued = tuple(
            PublishedList(pk, list_on, instead.get(pk, run))
            for pk, list_on, run in published.values_list("pk", "list_on", "published_run")
            if run is not None
        )
        """The latest first."""
        self._read: dict[int, ListFigures] = {}
        self._put_back: dict[int, list[RatingRow]] = {}
        self._scheme = period.scheme
        self.merged = merged_players()
        """Players who are another one, with that one: a list counts them as one person."""

    def base(self) -> ListFigures | None:
        """The latest list: what the changes are added to."""
        return self._figures(self.issued[0]) if self.issued else None

    def in_force(self, day: date) -> ListFigures | None:
        """The list in force on a day: the latest issued on or before it."""
        found = next((one for one in self.issued if one.list_on <= day), None)
        return self._figures(found) if found else None

    def _figures(self, issued: PublishedList) -> ListFigures:
        if issued.run_id not in self._read:
            rows = lines_put_back(self._scheme, issued.run_id)
            figures = with_lines(read_list(issued.run_id, issued.list_on), rows)
            self._read[issued.run_id] = of_one_person(figures, self.merged)
            self._put_back[issued.run_id] = rows
        return self._read[issued.run_id]

    def linked(self) -> dict[str, list[Any]]:
        """Who counted as whom, for `RatingRun.linked`."""
        base = self.base()
        put_back = self._put_back[base.run_id] if base else []
        return {
            "merged": [[player, kept] for player, kept in self.merged.items()],
            "put_back": sorted(row.pk for row in put_back),
        }

    def pools(self, rules: RatingRules) -> dict[int, tuple[PoolLine, ...]]:
        """Games of players still without a coefficient, from the lists that still count."""
        since = first_list_pooled(self._list_on, rules)
        return pools_of(
            [one.run_id for one in self.issued if one.list_on >= since], merged=self.merged
        )

    def once_rated(self, players: Ints) -> Ints:
        """Which of these players had a coefficient in some list before the base."""
        earlier = [one.run_id for one in self.issued[1:]]
        if not earlier or not len(players):
            return np.zeros(0, np.int64)
        found = fetch_columns(
            {"player": "player_id"},
            f"FROM {RatingRow._meta.db_table} WHERE player_id IN ({numbers_listed(players)}) "
            f"AND run_id IN ({numbers_listed(earlier)}) AND after IS NOT NULL",
        )
        return np.unique(found["player"])


def merged_in(run: RatingRun) -> dict[int, int]:
    """Players who counted as another one when a run was computed, with that one."""
    return dict(run.linked.get("merged", ()))


def figures_before(run: RatingRun, players: Collection[int] | None = None) -> ListFigures | None:
    """The list that a run added its changes to, as it took it; None for the first list.

    Of all players or of some, who are kept ones. One query, a second one where lines were put back.
    """
    if run.base_id is None:
        return None
    merged, keys = merged_in(run), run.linked.get("put_back")
    rows = list(RatingRow.objects.filter(pk__in=keys)) if keys else []
    if players is not None:
        players = {*players, *(player for player, kept in merged.items() if kept in players)}
        rows = [row for row in rows if row.player_id in players]
    figures = read_list(run.base_id, run.period.list_on, players)
    return of_one_person(with_lines(figures, rows), merged)


def read_list(run_id: int, list_on: date, players: Collection[int] | None = None) -> ListFigures:
    """The lines of one run, of all or of some players; one query."""
    some = "" if players is None else f" AND player_id IN ({numbers_listed(players)})"
    table = RatingRow._meta.db_table
    columns = fetch_columns(
        {
            "player": "player_id",
            "after": "COALESCE(after, 0)",
            "games_total": "games_total",
            "reached": "CASE WHEN reached_2400 THEN 1 ELSE 0 END",
            "national": "CASE WHEN national THEN 1 ELSE 0 END",
            "region": "COALESCE(region_id, 0)",
        },
        f"FROM {table} WHERE run_id IN ({numbers_listed([run_id])}){some}",
    )
    order = np.argsort(columns["player"])
    return ListFigures(
        run_id=run_id,
        list_on=list_on,
        players=columns["player"][order],
        after=columns["after"][order],
        games_total=columns["games_total"][order],
        reached_strong=columns["reached"][order] > 0,
        national=columns["national"][order] > 0,
        region=columns["region"][order],
    )


def first_list_pooled(list_on: date, rules: RatingRules) -> date:
    """The earliest list whose games still count towards a first coefficient in that of `list_on`.

    Eight periods are two years, whether a list was issued for each of them or not (UA.Q39).
    """
    lists = [
        date(year, month, rules.list_day)
        for year in range(list_on.year - rules.first_periods, list_on.year + 1)
        for month in rules.list_months
    ]
    return [day for day in lists if day < list_on][1 - rules.first_periods]


_COLUMNS = ("players", "after", "games_total", "reached_strong", "national", "region")


def with_lines(figures: ListFigures, rows: Sequence[RatingRow]) -> ListFigures:
    """A list with lines of another one for players whom it lacks."""
    if not rows:
        return figures
    values = (
        (r.player_id, r.after or 0, r.games_total, r.reached_2400, r.national, r.region_id or 0)
        for r in rows
    )
    columns = dict(zip(_COLUMNS, zip(*values, strict=True), strict=True))
    return _in_order(
        figures,
        {
            name: np.concatenate([getattr(figures, name), np.array(column)])
            for name, column in columns.items()
        },
    )


def of_one_person(figures: ListFigures, merged: Mapping[int, int]) -> ListFigures:
    """A list in which nobody stands twice: players merged into others are taken out.

    The kept one's coefficient counts; without one the merged one's line becomes that of the kept.
    """
    places = np.flatnonzero(np.isin(figures.players, list(merged)))
    if not len(places):
        return figures
    columns = {name: getattr(figures, name).copy() for name in _COLUMNS}
    line_of = dict(zip(figures.players.tolist(), range(len(figures.players)), strict=True))
    dropped = np.zeros(len(figures.players), np.bool_)
    for place in places.tolist():
        kept = merged[int(figures.players[place])]
        own = line_of.get(kept)
        if own is not None and (columns["after"][own] or not columns["after"][place]):
            dropped[place] = True
            continue
        if own is not None:
            dropped[own] = True
        columns["players"][place] = kept
        line_of[kept] = place
    return _in_order(figures, {name: column[~dropped] for name, column in columns.items()})


def _in_order(figures: ListFigures, columns: Mapping[str, npt.NDArray]) -> ListFigures:
    order = np.argsort(columns["players"])
    return ListFigures(
        figures.run_id,
        figures.list_on,
        **{name: column[order] for name, column in columns.items()},
    )


def pools_of(
    runs: list[int],
    players: Collection[int] | None = None,
    merged: Mapping[int, int] = NOBODY_MERGED,
) -> dict[int, tuple[PoolLine, ...]]:
    """Lines with games and no coefficient in these runs, the oldest list first.

    Those of `merged` players are the kept one's; `players`, where given, are kept ones.
    """
    rows = RatingRow.objects.filter(run__in=runs, after=None, games__gt=0)
    if players is not None:
        others = (player for player, kept in merged.items() if kept in players)
        rows = rows.filter(player__in={*players, *others})
    pools: dict[int, list[PoolLine]] = {}
    for player, games, total, half_points in rows.order_by(
        "run__period__list_on", "player"
    ).values_list("player_id", "games", "opponents_sum", "half_points"):
        pools.setdefault(merged.get(player, player), []).append(PoolLine(games, total, half_points))
    return {player: tuple(lines) for player, lines in pools.items()}
