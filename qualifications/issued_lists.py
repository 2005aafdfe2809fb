"""Lists as issued: which run an address means, which lines belong to which list, who objects."""

from dataclasses import dataclass
from datetime import date
from typing import Protocol

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

_MOST_ASKED = 20 * PAGE_SIZE


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


def may_hold(grade: str, *, on: date) -> Q:
    """Condition on lines: the player may hold a rank on a day.

    Some act gave it, or a higher one that results can have moved down to it by law; or acts can
    stand under another number of the same person. Whether it is held the engine says.
    """
    ledger = LedgerEntry.objects.filter(player=OuterRef("player"), effective_on__lte=on)
    acts = ledger.filter(kind__in=_ACTS)
    higher = LADDER[: LADDER.index(grade)]
    moved_down = Q(Exists(acts.filter(grade__in=higher))) & Q(
        Exists(ledger.filter(kind__in=_RESULTS))
    )
    linked = Player.objects.filter(merged_into=OuterRef("player"))
    return Q(Exists(acts.filter(grade=grade))) | moved_down | Q(Exists(linked))


class PageOf(Protocol):
    """A page of rows in some order, from a row on."""

    def __call__(self, rows: QuerySet[RatingRow], *, after: str, size: int) -> Page: ...


def page_of_holders(
    rows: QuerySet[RatingRow], grade: str, *, on: date, after: str, page_of: PageOf
) -> Page:
    """A page of those of the lines whose players hold a rank on a day, as the ledger is known now.

    `rows` are narrowed by `may_hold`. The engine is asked about some of them at a time, until the
    page is full; most of those who once got a rank hold it.
    """
    law = law_for(SCHEME, on=on)
    found: list[RatingRow] = []
    size = PAGE_SIZE
    while True:
        asked = page_of(rows, after=after, size=size)
        standings = standings_on([row.player_id for row in asked.items], on=on, law=law)
        holders = {player for player, held in standings.items() if held.grade == grade}
        found += [row for row in asked.items if row.player_id in holders]
        if len(found) > PAGE_SIZE:
            return Page(found[:PAGE_SIZE], next_after=str(found[PAGE_SIZE - 1].pk))
        if not asked.next_after:
            return Page(found, next_after="")
        after, size = asked.next_after, min(2 * size, _MOST_ASKED)


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
