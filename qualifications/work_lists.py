"""The work lists of a commission: what ends, what has ended, for the players it answers for."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, Q, QuerySet

from federation.models import Commission, CommissionKind
from federation.selectors import PAGE_SIZE, Page
from qualifications.models import Deadline, DeadlineKind

LISTS: dict[str, tuple[str, ...]] = {
    "ranks": (DeadlineKind.RANK_ENDS,),
    "points": (DeadlineKind.POINT_ENDS,),
    "failures": (DeadlineKind.ONE_FAILURE_LEFT,),
    "exemptions": (DeadlineKind.EXEMPTION_ENDS,),
    "happened": (DeadlineKind.MOVED_DOWN, DeadlineKind.RANK_ENDED, DeadlineKind.POINT_ENDED),
}
"""Name in the address to the kinds that the list holds."""
DAYS = (30, 60, 90)
"""How far ahead a list looks; what has happened as far back, and what waits for a decree always."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What of the work lists is asked for."""

    today: date
    days: int
    regions: Collection[int] | None
    """None for the players of all regions and of none."""

    def rows(self, name: str) -> QuerySet[Deadline]:
        """The rows of one list, the earliest day first; of what has happened the latest first."""
        rows = self._whose().filter(self._within(name)).select_related("player__region")
        return rows.order_by("-day", "-pk") if name == "happened" else rows.order_by("day", "pk")

    def counts(self) -> dict[str, int]:
        """How long each list is. One query."""
        return self._whose().aggregate(
            **{name: Count("pk", filter=self._within(name)) for name in LISTS}
        )

    def _whose(self) -> QuerySet[Deadline]:
        rows = Deadline.objects.all()
        return rows if self.regions is None else rows.filter(player__region__in=self.regions)

    def _within(self, name: str) -> Q:
        window, kinds = timedelta(days=self.days), Q(kind__in=LISTS[name])
        if name == "failures":
            return kinds
        if name == "happened":
            return kinds & (Q(kind=DeadlineKind.MOVED_DOWN) | Q(found_on__gt=self.today - window))
        return kinds & Q(day__lte=self.today + window)


def moves_to_confirm(commission: Commission) -> QuerySet[Deadline]:
    """Moves to a lower rank that hold by law and wait for the commission's decree, oldest first.

    A regional or city commission answers for the players of its region, the national one for all.
    """
    moves = Deadline.objects.filter(kind=DeadlineKind.MOVED_DOWN)
    if commission.kind != CommissionKind.NATIONAL:
        moves = moves.filter(player__region=commission.region_id)
    return moves.select_related("player__region").order_by("day", "pk")


def page_of(rows: QuerySet[Deadline], *, after: str, size: int = PAGE_SIZE) -> Page:
    """The rows that come after the row whose id is `after`, or from the top.

    An `after` that names no row any more starts from the top. Two queries however long the list.
    """
    down = str(rows.query.order_by[0]).startswith("-")
    last = Deadline.objects.filter(pk=int(after)).values_list("day").first() if after else None
    if last:
        way = "lt" if down else "gt"
        rows = rows.filter(
            Q(**{f"day__{way}": last[0]}) | Q(day=last[0], **{f"pk__{way}": int(after)})
        )
    items = list(rows[: size + 1])
    more = len(items) > size
    return Page(items=items[:size], next_after=str(items[size - 1].pk) if more else "")
