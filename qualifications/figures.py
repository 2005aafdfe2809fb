"""Figures of the rating list that is in force on a day."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

import numpy as np
import numpy.typing as npt

from federation.models import PersonLink
from federation.persons import persons_of
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
    """Figures of some players in the list in force on a day. At most six queries.

    Who is linked with another has the line of the one who is kept, else another's, as in lists.
    Whose link was undone after the list has the line of the last list before (`lines_put_back`).
    """
    run = (
        RatingPeriod.objects.filter(scheme=scheme, status=PeriodStatus.PUBLISHED, list_on__lte=day)
        .order_by("-list_on")
        .values_list("published_run", flat=True)
        .first()
    )
    if run is None:
        return NO_FIGURES
    persons = persons_of(players)
    rows = RatingRow.objects.filter(
        run=run, player__in=persons.expand(players), after__isnull=False
    )
    lines = {
        player: (after or 0, national, region or 0)
        for player, after, national, region in rows.values_list(
            "player", "after", "national", "region"
        )
    }
    for row in lines_put_back(scheme, run, players):
        if row.after:
            lines.setdefault(row.player_id, (row.after, row.national, row.region_id or 0))
    found = np.array(
        [
            (player, *lines[same])
            for player in dict.fromkeys(players)
            if (
                same := next(
                    (one for one in persons.same_as(persons.kept_of(player)) if one in lines), None
                )
            )
        ],
        np.int64,
    ).reshape(-1, 4)
    return Figures(found[:, 0], found[:, 1], found[:, 2] > 0, found[:, 3])


def lines_put_back(
    scheme: str, run: int, players: Collection[int] | None = None
) -> list[RatingRow]:
    """Lines of players who are missing in a list only because they were linked when it was made.

    Of each the line of the latest published list that has one. One query where no link was undone.
    """
    undone = PersonLink.objects.filter(undone_at__isnull=False, merged__merged_into=None)
    if players is not None:
        undone = undone.filter(merged__in=players)
    missing = set(undone.values_list("merged", flat=True))
    if not missing:
        return []
    missing -= set(
        RatingRow.objects.filter(run=run, player__in=missing).values_list("player", flat=True)
    )
    rows = RatingRow.objects.filter(
        player__in=missing,
        run__publication__scheme=scheme,
        run__publication__list_on__lt=RatingPeriod.objects.filter(runs=run).values("list_on"),
    ).order_by("run__publication__list_on")
    return list({row.player_id: row for row in rows}.values())
