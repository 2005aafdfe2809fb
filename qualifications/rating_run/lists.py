"""The published lists that a run stands on."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

import numpy as np
import numpy.typing as npt

from qualifications.engine.ratings import PoolLine
from qualifications.engine.regulation import RatingRules
from qualifications.models import PeriodStatus, RatingPeriod, RatingRow
from qualifications.rating_run.bulk import fetch_columns, numbers_listed

Ints = npt.NDArray[np.int64]


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

    def base(self) -> ListFigures | None:
        """The latest list: what the changes are added to."""
        return self._figures(self.issued[0]) if self.issued else None

    def in_force(self, day: date) -> ListFigures | None:
        """The list in force on a day: the latest issued on or before it."""
        found = next((one for one in self.issued if one.list_on <= day), None)
        return self._figures(found) if found else None

    def _figures(self, issued: PublishedList) -> ListFigures:
        if issued.run_id not in self._read:
            self._read[issued.run_id] = read_list(issued.run_id, issued.list_on)
        return self._read[issued.run_id]

    def pools(self, rules: RatingRules) -> dict[int, tuple[PoolLine, ...]]:
        """Games of players still without a coefficient, from the lists that still count."""
        since = first_list_pooled(self._list_on, rules)
        return pools_of([one.run_id for one in self.issued if one.list_on >= since])

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


def read_list(run_id: int, list_on: date) -> ListFigures:
    """The lines of one run; one query."""
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
        f"FROM {table} WHERE run_id IN ({numbers_listed([run_id])})",
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


def pools_of(
    runs: list[int], players: Collection[int] | None = None
) -> dict[int, tuple[PoolLine, ...]]:
    """Lines with games and no coefficient in these runs, the oldest list first."""
    rows = RatingRow.objects.filter(run__in=runs, after=None, games__gt=0)
    if players is not None:
        rows = rows.filter(player__in=players)
    pools: dict[int, list[PoolLine]] = {}
    for player, games, total, half_points in rows.order_by("run__period__list_on").values_list(
        "player_id", "games", "opponents_sum", "half_points"
    ):
        pools.setdefault(player, []).append(PoolLine(games, total, half_points))
    return {player: tuple(lines) for player, lines in pools.items()}
