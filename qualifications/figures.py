"""Figures of the rating list that is in force on a day."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

import numpy as np
import numpy.typing as npt

from qualifications.models import PeriodStatus, RatingPeriod, RatingRow

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Figures:
    """Lines of one list, in any order of players."""

    players: Ints
    coefficient: Ints
    """0 for a player still without one."""
    national: npt.NDArray[np.bool_]
    region: Ints
    """Where a figure below the border is valid; 0 for nowhere."""

    def of(self, players: Ints) -> tuple[Ints, npt.NDArray[np.bool_], Ints]:
        """The three columns of players given by number; zeros for who is not listed."""
        if not len(self.players):
            nothing = np.zeros(len(players), np.int64)
            return nothing, nothing > 0, nothing
        order = np.argsort(self.players)
        places = order[
            np.minimum(np.searchsorted(self.players, players, sorter=order), len(self.players) - 1)
        ]
        found = self.players[places] == players
        return (
            self.coefficient[places] * found,
            self.national[places] & found,
            self.region[places] * found,
        )

    def by_player(self) -> dict[int, int]:
        """Player → coefficient, regional ones too."""
        return dict(zip(self.players.tolist(), self.coefficient.tolist(), strict=True))

    def national_only(self) -> dict[int, int]:
        """Player → coefficient of the national list: the only one that norms know (UA.IK.10)."""
        national = self.national
        return dict(
            zip(self.players[national].tolist(), self.coefficient[national].tolist(), strict=True)
        )


NO_FIGURES = Figures(
    np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.bool_), np.zeros(0, np.int64)
)
"""Before the first list."""


def figures_in_force(day: date, players: Collection[int], *, scheme: str) -> Figures:
    """Figures of some players in the list in force on a day. Two queries."""
    run = (
        RatingPeriod.objects.filter(scheme=scheme, status=PeriodStatus.PUBLISHED, list_on__lte=day)
        .order_by("-list_on")
        .values_list("published_run", flat=True)
        .first()
    )
    if run is None:
        return NO_FIGURES
    rows = RatingRow.objects.filter(run=run, player__in=players, after__isnull=False)
    found = np.array(
        [
            (player, after or 0, national, region or 0)
            for player, after, national, region in rows.values_list(
                "player", "after", "national", "region"
            )
        ],
        np.int64,
    ).reshape(-1, 4)
    return Figures(found[:, 0], found[:, 1], found[:, 2] > 0, found[:, 3])
