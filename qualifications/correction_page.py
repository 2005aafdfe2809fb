"""Reads for the pages of late corrections."""

from collections.abc import Collection

from django.db.models import Count, F, Q, QuerySet

from qualifications.grades import SCHEME
from qualifications.models import (
    CorrectedLine,
    Correction,
    CorrectionStatus,
    PeriodStatus,
    RatingPeriod,
    RatingRow,
)
from tournaments.models import Event, EventStatus

MOST_SHOWN = 200


def corrections_all() -> QuerySet[Correction]:
    """The latest first."""
    return Correction.objects.select_related("first_period", "drafted_by", "decided_by")


def own_drafts(user_id: int) -> list[Correction]:
    """Drafts to which a person can add a change."""
    drafts = Correction.objects.filter(status=CorrectionStatus.DRAFT, drafted_by=user_id)
    return list(drafts.order_by("-pk")[:MOST_SHOWN])


def lists_of(correction: Correction) -> list[RatingPeriod]:
    """The lists that it issues again, or has issued again, in order."""
    return list(RatingPeriod.objects.filter(runs__correction=correction).order_by("list_on"))


def lines_in(correction: Correction) -> dict[int, int]:
    """How many lines change in each list."""
    rows = correction.lines.order_by().values_list("period").annotate(n=Count("pk"))
    return dict(rows)


def lines_of(correction: Correction, period: RatingPeriod) -> QuerySet[CorrectedLine]:
    """The lines of one list that change, with both versions."""
    return CorrectedLine.objects.filter(correction=correction, period=period).select_related(
        "player", "region", "old_row", "new_row"
    )


def other_coefficient(lines: QuerySet[CorrectedLine]) -> QuerySet[CorrectedLine]:
    """Of these the lines whose coefficient or list is another one afterwards.

    Who has no coefficient before nor afterwards is none of them.
    """
    return lines.exclude(
        new_row__after=F("old_row__after"), new_row__national=F("old_row__national")
    ).exclude(old_row__after=None, new_row__after=None)


def rows_amended(rows: Collection[RatingRow]) -> set[int]:
    """Of these lines of an issue those that a signed correction made or replaced. One query."""
    keys = [row.pk for row in rows]
    lines = CorrectedLine.objects.filter(
        Q(old_row__in=keys) | Q(new_row__in=keys), correction__status=CorrectionStatus.SIGNED
    )
    return {key for pair in lines.values_list("old_row", "new_row") for key in pair if key}


def corrections_of(event: Event) -> list[Correction]:
    """Signed corrections that changed something of an event, the first one first."""
    signed = Correction.objects.filter(applied__event=event, status=CorrectionStatus.SIGNED)
    return list(signed.distinct().order_by("pk"))


def corrections_to_sign(user_id: int | None) -> list[Correction]:
    """Computed drafts of others, the oldest first."""
    waiting = corrections_all().filter(
        status=CorrectionStatus.DRAFT, computed_at__isnull=False, task_id=""
    )
    return list(waiting.exclude(drafted_by=user_id).order_by("pk")[:MOST_SHOWN])


def events_late() -> list[Event]:
    """Admitted events that a published list should have counted and none has, the latest first."""
    published = RatingPeriod.objects.filter(scheme=SCHEME, status=PeriodStatus.PUBLISHED)
    last = published.order_by("-list_on").first()
    opening = published.filter(opening=True).first()
    if last is None:
        return []
    events = Event.objects.filter(
        status=EventStatus.ADMITTED, rated=True, ends_on__lte=last.ends_on
    ).exclude(run_events__run__publication__scheme=SCHEME)
    if opening is not None:
        events = events.filter(ends_on__gt=opening.ends_on)
    return list(events.order_by("-ends_on", "-pk").defer("review")[:MOST_SHOWN])
