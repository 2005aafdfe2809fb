"""Lists as issued: which run an address means, which lines belong to which list, who objects."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Abs

from federation.models import Player
from federation.selectors import PAGE_SIZE, Page
from qualifications.models import (
    LedgerEntry,
    ListIssue,
    Objection,
    ObjectionStatus,
    RatingPeriod,
    RatingRow,
    RatingRun,
)
from qualifications.models.ledger import LedgerKind
from qualifications.selectors import lists_published

NATIONAL = "national"
EVERYBODY = "all"
NO_REGION = "none"
"""Which list of a run is meant; besides these the code of a region."""

_ACTS = (LedgerKind.AWARDED, LedgerKind.CONFIRMED, LedgerKind.DEMOTED)


@dataclass(frozen=True, slots=True)
class IssuedList:
    """One issue of a published list."""

    period: RatingPeriod
    run: RatingRun
    number: int
    """1 as first published; each late correction adds one."""
    issues: tuple[ListIssue, ...]
    """All issues of the list, the first one first; empty where only a run is known."""

    @property
    def issue(self) -> ListIssue | None:
        return next((one for one in self.issues if one.number == self.number), None)

    @property
    def replaced_by(self) -> ListIssue | None:
        """The latest issue, when it is not this one."""
        return self.issues[-1] if self.issues and self.issues[-1].number != self.number else None


def issued_list(list_on: date, number: int | None = None) -> IssuedList | None:
    """The latest issue of the list of a day, or the one asked for; None where there is none.

    Two queries.
    """
    period = lists_published().select_related("published_run").filter(list_on=list_on).first()
    if period is None or period.published_run is None:
        return None
    issues = tuple(
        ListIssue.objects.filter(period=period)
        .select_related("run", "correction")
        .order_by("number")
    )
    if not issues:
        return IssuedList(period, period.published_run, 1, ()) if number in (None, 1) else None
    chosen = issues[-1] if number is None else next((i for i in issues if i.number == number), None)
    return IssuedList(period, chosen.run, chosen.number, issues) if chosen else None


def rows_of_list(rows: QuerySet[RatingRow], which: str) -> QuerySet[RatingRow]:
    """Of the lines of a run those of one list.

    UA.IK.10: Розрахунки ІК, виконані кваліфікаційними комісіями обласних федерацій, діють тільки у
    межах цих областей
    """
    if which == EVERYBODY:
        return rows
    if which == NATIONAL:
        return rows.filter(national=True)
    if which == NO_REGION:
        return rows.filter(national=False, region=None)
    return rows.filter(national=False, region__code=which)


def last_awarded(grade: str) -> Exists:
    """Condition on players: the latest act on a rank, not voided, was about `grade`."""
    acts = LedgerEntry.objects.filter(kind__in=_ACTS, voided_by=None)
    later = acts.filter(player=OuterRef("player"), effective_on__gt=OuterRef("effective_on"))
    return Exists(acts.filter(player=OuterRef("player"), grade=grade).exclude(Exists(later)))


def biggest_changes_page(rows: QuerySet[RatingRow], *, after: str, size: int = PAGE_SIZE) -> Page:
    """Lines by the size of the change, the biggest first, after the row whose id is `after`.

    Two queries however long the list is.
    """
    rows = rows.annotate(size=Abs("change")).order_by("-size", "pk")
    last = RatingRow.objects.filter(pk=int(after)).values_list("change").first() if after else None
    if last and last[0] is not None:
        below = abs(last[0])
        rows = rows.filter(Q(size__lt=below) | Q(size=below, pk__gt=int(after)))
    items = list(rows[: size + 1])
    more = len(items) > size
    return Page(items=items[:size], next_after=str(items[size - 1].pk) if more else "")


# --- objections ---------------------------------------------------------------------------------


def objections_of(period: RatingPeriod) -> QuerySet[Objection]:
    """All objections to lines of a period, the latest first."""
    return (
        Objection.objects.filter(period=period)
        .select_related("player__region", "commission", "raised_by", "answered_by", "period")
        .order_by("-pk")
    )


def objection_to(period: RatingPeriod, player: Player) -> Objection | None:
    """The open objection to a line, or else the latest answered one."""
    found = list(objections_of(period).filter(player=player)[:20])
    return next((o for o in found if o.status == ObjectionStatus.OPEN), found[0] if found else None)


def held_otherwise(period: RatingPeriod, run: RatingRun) -> bool:
    """Whether objections were raised or answered since the draft was computed."""
    opened = Objection.objects.filter(period=period, status=ObjectionStatus.OPEN)
    held = RatingRow.objects.filter(run=run, held=True)
    return set(opened.values_list("player", flat=True)) != set(
        held.values_list("player", flat=True)
    )
