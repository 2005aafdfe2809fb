"""Computing a rating period. `recompute_period` is the pipeline, a numbered list."""

from collections.abc import Callable, Collection
from datetime import datetime

from django.db import connection, transaction
from django.db.models import QuerySet

from qualifications.models import RatingPeriod, RatingRun, RunStatus, RunStep
from qualifications.rating_run.choosing import (
    chosen_events,
    events_to_count,
    players_held,
)
from qualifications.rating_run.inputs import PeriodInputs, read_inputs
from qualifications.rating_run.lists import PublishedLists
from qualifications.rating_run.progress import (
    NO_PROGRESS,
    Cancelled,
    Progress,
    end_run,
    period_to_oneself,
    start_run,
)
from qualifications.rating_run.report import Report
from qualifications.rating_run.writing import (
    finish_run,
    latest_again,
    same_inputs_before,
    write_run,
)
from tournaments.models import Event


def recompute_period(
    period_id: int, *, requested_by_id: int | None, task_id: str, clock: Callable[[], datetime]
) -> RatingRun:
    """Compute the draft list of a period; the same inputs give the earlier run back.

    Reading and computing go on outside a transaction, so that the progress is seen; all that the
    run leaves behind is written in one transaction at its end. When it fails, it is marked failed
    with the step; when somebody cancels it, cancelled. In both cases there are no rows.
    Raises Refused when the period cannot be computed now. `clock` gives the moments.
    """
    with period_to_oneself(period_id):  # 1. the period is ours alone
        run = start_run(period_id, requested_by_id=requested_by_id, task_id=task_id, at=clock())
        progress = Progress(run, clock)
        try:
            inputs = inputs_of_period(run.period, progress)  # 2. events, lists, games, law
            earlier = same_inputs_before(run, inputs.digest())  # 3. same digest, same run
            if earlier is not None:
                return latest_again(earlier, inputs, at=clock())
            lines = inputs.rate(progress)  # 4. the engine decides
            progress.begin(RunStep.WRITING, total=len(lines.players))
            with progress.beside_transaction() as written, transaction.atomic():
                write_run(run, inputs, lines, written)  # 5. lines, frozen games
                finish_run(run, inputs, at=clock())  # 6. report, draft ready
        except Cancelled:
            end_run(run, RunStatus.CANCELLED, "cancelled", at=clock())
            run.refresh_from_db()
        except Exception as error:
            end_failed(run, error, at=clock())
            raise
    return run


def inputs_of_period(period: RatingPeriod, progress: Progress = NO_PROGRESS) -> PeriodInputs:
    """What a run of an open period computes from: events not counted yet, lists as issued."""
    return chosen_inputs(
        period,
        lists=PublishedLists(period),
        events=events_to_count(period),
        held=players_held(period),
        progress=progress,
    )


def chosen_inputs(
    period: RatingPeriod,
    *,
    lists: PublishedLists,
    events: QuerySet[Event],
    held: Collection[int],
    progress: Progress = NO_PROGRESS,
) -> PeriodInputs:
    """The same from other events, lists or lines held: of a late correction."""
    report = Report()
    return read_inputs(
        period,
        lists=lists,
        events=chosen_events(period, events, report),
        held=held,
        report=report,
        progress=progress,
    )


def inputs_digest(period: RatingPeriod) -> str:
    """The digest that a run of the period would have now."""
    return inputs_of_period(period).digest()


def end_failed(run: RatingRun, error: Exception, *, at: datetime) -> None:
    """Leave word of what went wrong; the last published list is untouched."""
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
    end_run(run, RunStatus.FAILED, "failed", at=at, error=f"{type(error).__name__}: {error}")
