"""The lists that follow from a correction, each from the corrected one before."""

from collections.abc import Mapping
from datetime import date, datetime

from django.db import transaction
from django.db.models import QuerySet

from federation.taken_back import taken_back
from qualifications.corrections.changes import Changes
from qualifications.models import Correction, PeriodStatus, RatingPeriod, RatingRun, RunStatus
from qualifications.rating_run import (
    PeriodInputs,
    PublishedLists,
    chosen_inputs,
    description,
    write_run,
)
from tournaments.models import Event


def periods_touched(first: RatingPeriod) -> QuerySet[RatingPeriod]:
    """The published periods from the first touched one on, in order."""
    return RatingPeriod.objects.filter(
        scheme=first.scheme, status=PeriodStatus.PUBLISHED, list_on__gte=first.list_on
    ).order_by("list_on")


def corrected_inputs(
    period: RatingPeriod, changes: Changes, instead: Mapping[int, int]
) -> PeriodInputs:
    """What the corrected list of a period is computed from, once the changes are done.

    The events are those of the list as issued last, without those left out, with late ones that
    the list should have counted. `instead`: period → corrected run, of the periods before.
    """
    run = period.published_run
    counted = set(run.run_events.values_list("event", flat=True)) if run else set()
    late = {
        pk
        for pk, ends_on in Event.objects.filter(pk__in=changes.late).values_list("pk", "ends_on")
        if _counts_late(period, ends_on)
    }
    held = set(run.rows.filter(held=True).values_list("player", flat=True)) if run else set()
    return chosen_inputs(
        period,
        lists=PublishedLists(period, instead),
        events=Event.objects.filter(pk__in=(counted | late) - changes.left_out),
        held=held - changes.released(period.pk),
    )


def _counts_late(period: RatingPeriod, ends_on: date) -> bool:
    """Whether this is the first published list that should have counted an event of that day."""
    if ends_on > period.ends_on:
        return False
    earlier = RatingPeriod.objects.filter(
        scheme=period.scheme,
        status=PeriodStatus.PUBLISHED,
        opening=False,
        ends_on__gte=ends_on,
        list_on__lt=period.list_on,
    )
    return not earlier.exists()


@transaction.atomic
def corrected_run(
    correction: Correction,
    period: RatingPeriod,
    changes: Changes,
    instead: Mapping[int, int],
    *,
    at: datetime,
) -> tuple[RatingRun, bool]:
    """The run of a period for a correction, and whether it is new.

    The same inputs as those of the list as issued, or of the correction's run before, give that one
    back. Nothing published changes.
    """
    with taken_back():
        changes.done()
        inputs = corrected_inputs(period, changes, instead)
    issued = period.published_run
    if issued is not None and _same(issued, inputs):
        return issued, False
    earlier = correction.runs.filter(period=period).first()
    if earlier is not None and earlier.digest == inputs.digest():
        base = inputs.base.run_id if inputs.base is not None else None
        if earlier.base_id != base:  # made anew, with the same figures
            earlier.base_id = base
            earlier.save(update_fields=["base"])
        return earlier, False
    lines = inputs.rate()
    correction.lines.filter(period=period).delete()
    run = RatingRun(
        period=period,
        correction=correction,
        status=RunStatus.DONE,
        requested_by_id=correction.drafted_by_id,
        started_at=at,
        finished_at=at,
    )
    for name, value in description(inputs).items():
        setattr(run, name, value)
    run.save()
    write_run(run, inputs, lines)
    return run, True


def _same(run: RatingRun, inputs: PeriodInputs) -> bool:
    """Whether a list was computed from just these inputs, on the same list before."""
    base = inputs.base.run_id if inputs.base is not None else None
    return run.digest == inputs.digest() and run.base_id == base


def old_runs_go(correction: Correction, kept: Mapping[int, int]) -> None:
    """Runs of a correction that another computation has replaced, the latest list first."""
    gone = correction.runs.exclude(pk__in=kept.values()).order_by("-period__list_on")
    for run in gone:
        run.delete()
