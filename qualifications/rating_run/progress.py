"""A run's row while it goes on: started by one, seen by all, cancelled, failed, given up."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import (
    DEFAULT_DB_ALIAS,
    Error,
    IntegrityError,
    connection,
    connections,
    transaction,
)
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import gettext as _

from federation.errors import Refused
from qualifications.models import PeriodStatus, RatingPeriod, RatingRun, RunStatus, RunStep
from qualifications.rating_run.choosing import next_list_waits

LOST_AFTER = timedelta(minutes=10)
"""On SQLite: a run without a sign of life for longer than this is taken for lost."""

LOCKS_OF_PERIODS = 20070906
"""The advisory locks of this registry's runs, as the first of their two numbers."""
LOCKS_OF_CORRECTIONS = 20070907


class Cancelled(Exception):
    """Somebody asked the run to stop, or it was given up in the meantime."""


class BeingComputed(Refused):
    """Another run of the period is at work."""

    task_id = ""
    """Of that run."""


class Progress:
    """Writes where a run is, and notices that it should stop. Outside a transaction it is seen."""

    def __init__(self, run: RatingRun, clock: Callable[[], datetime]) -> None:
        self._run, self._clock = run, clock

    def begin(self, step: RunStep, *, total: int) -> None:
        """Go on to a step of `total` units. Raises Cancelled."""
        self._run.step, self._run.done, self._run.total = step, 0, total
        self._write()

    def advance(self, units: int = 1) -> None:
        """So many units of the step are done. Raises Cancelled."""
        self._run.done += units
        self._write()

    @contextmanager
    def beside_transaction(self) -> Iterator[Callable[[int], None]]:
        """What to call for units done in a transaction that others do not see yet.

        PostgreSQL has a second session for it. On SQLite nobody can look while somebody writes.
        """
        if connection.vendor != "postgresql" or connection.in_atomic_block:
            yield lambda _units: None
            return
        beside = connections.create_connection(DEFAULT_DB_ALIAS)
        try:

            def advance(units: int) -> None:
                self._run.done += units
                self._write(beside)

            yield advance
        finally:
            beside.close()

    def _write(self, through: BaseDatabaseWrapper | None = None) -> None:
        run = self._run
        run.beat_at = self._clock()
        table = RatingRun._meta.db_table
        with (through or connection).cursor() as cursor:
            cursor.execute(
                f"UPDATE {table} SET step = %s, done = %s, total = %s, beat_at = %s "  # noqa: S608
                "WHERE id = %s AND status = %s AND cancel_asked_at IS NULL",
                [
                    *(run.step, run.done, run.total),
                    connection.ops.adapt_datetimefield_value(run.beat_at),
                    *(run.pk, RunStatus.RUNNING.value),
                ],
            )
            if cursor.rowcount == 0:
                raise Cancelled


class _NoProgress(Progress):
    """For computations that nobody watches."""

    def __init__(self) -> None:
        """Nothing to write to."""

    def begin(self, step: RunStep, *, total: int) -> None:
        """Nobody looks."""

    def advance(self, units: int = 1) -> None:
        """Nobody looks."""

    @contextmanager
    def beside_transaction(self) -> Iterator[Callable[[int], None]]:
        """Nobody looks."""
        yield lambda _units: None


NO_PROGRESS = _NoProgress()

# --- one run at a time --------------------------------------------------------------------------


@contextmanager
def period_to_oneself(period_id: int) -> Iterator[None]:
    """Hold the period while this session lives; on PostgreSQL alone. Raises BeingComputed."""
    with session_lock(LOCKS_OF_PERIODS, period_id) as ours:
        if not ours:
            raise _being_computed(period_id)
        yield


@contextmanager
def session_lock(locks: int, number: int) -> Iterator[bool]:
    """Whether nobody else holds this lock; it is ours until the end of the block.

    The lock belongs to the database session: it is free in the moment in which the worker is dead.
    Only PostgreSQL has such locks; elsewhere the answer is always yes.
    """
    if connection.vendor != "postgresql":
        yield True
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [locks, number])
        ours = cursor.fetchone()[0]
    if not ours:
        yield False
        return
    try:
        yield True
    finally:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [locks, number])
        except Error:
            connection.close()  # and the lock goes with the session


def _being_computed(period_id: int) -> BeingComputed:
    refusal = BeingComputed(_("This period is being computed right now."))
    run = RatingRun.objects.filter(period=period_id, status=RunStatus.RUNNING).first()
    refusal.task_id = run.task_id if run else ""
    return refusal


@transaction.atomic
def start_run(
    period_id: int, *, requested_by_id: int | None, task_id: str, at: datetime
) -> RatingRun:
    """A row for a run of the period; call it inside `period_to_oneself`.

    Raises Refused when the period cannot be computed now, BeingComputed when it is.
    """
    period = RatingPeriod.objects.select_for_update().get(pk=period_id)
    refuse_out_of_turn(period)
    give_up_lost_runs(period, task_id=task_id, at=at)
    try:
        with transaction.atomic():
            return RatingRun.objects.create(
                period=period,
                status=RunStatus.RUNNING,
                step=RunStep.CHOOSING,
                engine_version="",
                requested_by_id=requested_by_id,
                task_id=task_id,
                started_at=at,
                beat_at=at,
            )
    except IntegrityError as error:
        raise _being_computed(period_id) from error


def refuse_out_of_turn(period: RatingPeriod) -> None:
    """Lists are computed in order. Raises Refused.

    A period in which nothing can be counted has no list, and the next one does not wait for it.
    """
    if period.status == PeriodStatus.PUBLISHED:
        raise Refused(_("A published list is not computed again."))
    others = RatingPeriod.objects.filter(scheme=period.scheme)
    later = others.filter(status=PeriodStatus.PUBLISHED, list_on__gt=period.list_on).first()
    if later is not None:
        raise Refused(
            _("The list of %(day)s is published already. Nothing can be computed before it.")
            % {"day": f"{later.list_on:%d.%m.%Y}"}
        )
    waiting = others.filter(list_on__lt=period.list_on).exclude(status=PeriodStatus.PUBLISHED)
    for earlier in waiting.order_by("list_on"):
        if next_list_waits(earlier):
            raise Refused(
                _("First publish the list of %(day)s: this one starts from it.")
                % {"day": f"{earlier.list_on:%d.%m.%Y}"}
            )


def give_up_lost_runs(period: RatingPeriod, *, task_id: str, at: datetime) -> None:
    """Mark failed, with the step, the runs of the period whose worker is dead.

    On PostgreSQL we hold the lock, so every other run has lost it. On SQLite a run is lost when it
    has given no sign of life for LOST_AFTER, or when its own task has come a second time.
    """
    for run in period.runs.filter(status=RunStatus.RUNNING):
        silent = at - (run.beat_at or run.started_at)
        if (
            connection.vendor == "postgresql"
            or silent > LOST_AFTER
            or (task_id and run.task_id == task_id)
        ):
            end_run(run, RunStatus.FAILED, "worker_lost", at=at)


def end_run(run: RatingRun, status: RunStatus, code: str, *, at: datetime, **params: str) -> None:
    """Close a run that has not come to its end; its step stays, and it has no rows.

    A run that was closed already stays as it is.
    """
    run.status = status
    run.finished_at = at
    run.report = [{"code": code, "params": params}]
    RatingRun.objects.filter(pk=run.pk, status=RunStatus.RUNNING).update(
        status=run.status, finished_at=run.finished_at, report=run.report
    )
