"""Lists as issued: which run an address means, which lines belong to which list, who objects."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Abs

from federation.models import Player
from federation.selectors import PAGE_SIZE, Page
from qualifications.engine import LADDER
from qualifications.facts import standings_on
from qualifications.grades import SCHEME
from qualifications.law import law_for
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

_ACTS = (
    LedgerKind.AWARDED,
    LedgerKind.CONFIRMED,
    LedgerKind.DEMOTED,
    LedgerKind.LIFETIME_GRANTED,
)
_RESULTS = (
    LedgerKind.FAILURE_RECORDED,
    LedgerKind.RESULT_RECORDED,
    LedgerKind.CONFIRMATION_EARNED,
)


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


def holders_on(rows: QuerySet[RatingRow], grade: str, *, on: date) -> list[int]:
    """Who of these lines holds a rank on a day, by the ledger as it is known now.

    The engine is asked about whoever some act ever gave the rank, and about holders of a higher one
    with results, which can move them down to it by law. At most seven queries.
    """
    ledger = LedgerEntry.objects.filter(player=OuterRef("player"), effective_on__lte=on)
    acts = ledger.filter(kind__in=_ACTS)
    results = ledger.filter(kind__in=_RESULTS)
    higher = LADDER[: LADDER.index(grade)]
    asked = rows.order_by().filter(
        Q(Exists(acts.filter(grade=grade)))
        | (Q(Exists(acts.filter(grade__in=higher))) & Q(Exists(results)))
    )
    players = list(asked.values_list("player", flat=True))
    standings = standings_on(players, on=on, law=law_for(SCHEME, on=on))
    return [player for player, standing in standings.items() if standing.grade == grade]


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
