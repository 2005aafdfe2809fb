"""Reads about regions: how many people and events each has, and what is newest in one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, Q

from federation.models import Commission, Region
from qualifications.decree_page import ANNULLED
from qualifications.issued_lists import IssuedList, issued_list
from qualifications.models import Decree, DecreeStatus, DocumentKind, IssuedDocument, RatingRow
from qualifications.selectors import list_rows, lists_published
from tournaments.models import Event
from tournaments.selectors import events_admitted, events_page

YEAR = timedelta(days=365)
SHOWN = 10
"""Lines of the newest list on the page of a region."""
EVENTS_SHOWN = 6
DECREES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class RegionLine:
    """A region among all regions; None for people without one."""

    region: Region | None
    national: int
    """People of the region on the newest national list."""
    regional: int
    """People on the region's own list of the same day."""
    events: int
    """Admitted tournaments that ended within the last 365 days, today included."""


def region_lines(*, today: date) -> tuple[RegionLine, ...]:
    """Every region in its order, then people without one where there are any.

    At most five queries however many regions.
    """
    counted: dict[int | None, tuple[int, int]] = {}
    issued = newest_list()
    if issued is not None:
        groups = (
            RatingRow.objects.filter(run=issued.run, after__isnull=False)
            .order_by()
            .values("region")
            .annotate(national=Count("pk", filter=Q(national=True)), everybody=Count("pk"))
        )
        counted = {
            one["region"]: (one["national"], one["everybody"] - one["national"]) for one in groups
        }
    played = dict(
        events_admitted()
        .filter(ends_on__gt=today - YEAR, ends_on__lte=today)
        .order_by()
        .values_list("region")
        .annotate(Count("pk"))
    )
    lines = [
        RegionLine(region, *counted.get(region.pk, (0, 0)), played.get(region.pk, 0))
        for region in Region.objects.all()
    ]
    if None in counted:
        lines.append(RegionLine(None, *counted[None], 0))
    return tuple(lines)


def newest_list() -> IssuedList | None:
    """The latest issue of the newest published list."""
    newest = lists_published().values_list("list_on", flat=True).first()
    return issued_list(newest) if newest else None


@dataclass(frozen=True, slots=True)
class RegionDecree:
    """An approved decree of a region's commission, with the code under which it can be checked."""

    decree: Decree
    code: str
    people: int
    annulled: bool


@dataclass(frozen=True, slots=True)
class RegionHome:
    """What is newest in one region, and nothing of others."""

    commissions: tuple[Commission, ...]
    issued: IssuedList | None
    strongest: tuple[RatingRow, ...]
    """Highest figures of the region's people on the newest list, national and regional ones."""
    events: Sequence[Event]
    decrees: tuple[RegionDecree, ...]


def region_home(region: Region) -> RegionHome:
    """The page of a region. At most nine queries."""
    issued = newest_list()
    rows = (
        list_rows(issued.run).filter(region=region).order_by("-after", "player_id")[:SHOWN]
        if issued
        else ()
    )
    commissions = tuple(region.commissions.all())
    events, _next = events_page(
        events_admitted().filter(region=region), after="", size=EVENTS_SHOWN
    )
    return RegionHome(
        commissions=commissions,
        issued=issued,
        strongest=tuple(rows),
        events=events,
        decrees=_decrees(commissions),
    )


def _decrees(commissions: Sequence[Commission]) -> tuple[RegionDecree, ...]:
    decrees = list(
        Decree.objects.filter(commission__in=commissions, status=DecreeStatus.APPROVED)
        .annotate(people=Count("lines__player", distinct=True), annulled=ANNULLED)
        .order_by("-dated_on", "-pk")[:DECREES_SHOWN]
    )
    papers = IssuedDocument.objects.filter(kind=DocumentKind.DECREE, decree__in=decrees)
    codes = {paper.decree_id: str(paper) for paper in papers.only("code", "decree")}
    return tuple(
        RegionDecree(one, codes.get(one.pk, ""), one.people, one.annulled) for one in decrees
    )
