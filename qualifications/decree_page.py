"""Reads for the pages of decrees."""

from collections.abc import Collection

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from federation.access import Access, Action
from federation.selectors import PAGE_SIZE, Page
from qualifications.decree_evidence import LINE_FACTS
from qualifications.models import Decree, DecreeLine, DecreeStatus

STATES = ("draft", "approved", "annulled", "abandoned")
"""How the list can be narrowed; `annulled` are approved ones that another decree has annulled."""


ANNULLED = Exists(Decree.objects.filter(annuls=OuterRef("pk"), status=DecreeStatus.APPROVED))
"""Of a decree: another one has annulled it."""


def decrees_seen(access: Access) -> QuerySet[Decree]:
    """Decrees of the bodies for which the user sees them, the latest first."""
    commissions = [one.pk for one in access.commissions(Action.DECREE_SEE)]
    return (
        Decree.objects.filter(commission__in=commissions)
        .select_related("commission", "drafted_by", "decided_by", "changed_by", "annuls")
        .annotate(people=Count("lines"), annulled=ANNULLED)
        .order_by("-pk")
    )


def decrees_narrowed(
    decrees: QuerySet[Decree], *, state: str, commission: int | None, year: int | None
) -> QuerySet[Decree]:
    """Those of one state, body and year, where asked for."""
    if state == "annulled":
        decrees = decrees.filter(ANNULLED)
    elif state in STATES:
        decrees = decrees.filter(~ANNULLED, status=state)
    if commission is not None:
        decrees = decrees.filter(commission=commission)
    return decrees if year is None else decrees.filter(year=year)


def decrees_page(decrees: QuerySet[Decree], *, after: str, size: int = PAGE_SIZE) -> Page:
    """Those older than the decree whose id is `after`, or from the top. One query."""
    if after.isascii() and after.isdigit() and len(after) < 19:
        decrees = decrees.filter(pk__lt=int(after))
    items = list(decrees[: size + 1])
    more = len(items) > size
    return Page(items=items[:size], next_after=str(items[size - 1].pk) if more else "")


def lines_of(decree: Decree) -> list[DecreeLine]:
    """The lines with everything that is shown of them. One query."""
    return list(
        decree.lines.select_related(
            *LINE_FACTS, "player__merged_into", "submission_line__submission__sender"
        ).order_by("pk")
    )


def decrees_to_approve(access: Access) -> list[Decree]:
    """Drafts that the user may approve: of the own bodies, written and changed by others."""
    commissions: Collection[int] = [one.pk for one in access.commissions(Action.DECREE_APPROVE)]
    if not commissions:
        return []
    drafts = Decree.objects.filter(commission__in=commissions, status=DecreeStatus.DRAFT)
    mine = Q(drafted_by=access.user_id) | Q(changed_by=access.user_id)
    return list(
        drafts.exclude(mine)
        .select_related("commission", "drafted_by")
        .annotate(people=Count("lines"))
        .order_by("drafted_at", "pk")[:PAGE_SIZE]
    )


def own_drafts(access: Access) -> list[Decree]:
    """Drafts of the own bodies that the user wrote; another person approves them."""
    drafts = Decree.objects.filter(drafted_by=access.user_id, status=DecreeStatus.DRAFT)
    return list(drafts.select_related("commission").annotate(people=Count("lines")).order_by("pk"))
