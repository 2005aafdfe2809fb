"""A worker is killed at each step of a run; pages show a run that goes on, and stop it.

A trigger in the database of the tests lets a run wait in a step: its next sign of life there stops
at a lock that the test holds.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from django.db import connection, transaction
from django.db.models import Model
from django.urls import reverse
from playwright.sync_api import Page, expect
from redis import Redis

from federation.celery import app
from federation.errors import Refused
from federation.models import Role, User
from qualifications.corrections.changes import ResultChange
from qualifications.models import (
    CorrectionStatus,
    ListIssue,
    PeriodStatus,
    RatingPeriod,
    RatingRow,
    RatingRun,
    RunStatus,
    RunStep,
)
from qualifications.services.corrections import (
    correction_compute,
    correction_draft,
    correction_sign,
)
from qualifications.tasks import compute_correction_task, sign_correction_task
from tests import world
from tests.journeys.test_in_browser import browser, faults, main, open_browser, picture
from tests.journeys.test_with_worker import (
    kill,
    let_nobody_write,
    press_recompute,
    wait_until,
    worker,
)
from tournaments.models import Game

__all__ = ["browser", "faults", "open_browser"]

pytestmark = [
    pytest.mark.broker,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("clock"),
]

GATE = 4711
"""The advisory lock at which a run waits."""


@pytest.fixture(autouse=True)
def with_broker() -> Iterator[None]:
    """Tasks go to the broker, which knows of none before and after."""
    app.conf.task_always_eager = False
    Redis.from_url(os.environ["REDIS_URL"]).flushdb()
    yield
    Redis.from_url(os.environ["REDIS_URL"]).flushdb()
    app.conf.task_always_eager = True


@contextmanager
def waiting_in(step: RunStep) -> Iterator[None]:
    """Runs wait in this step for as long as the block lasts."""
    table = RatingRun._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE OR REPLACE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$ "
            f"BEGIN PERFORM pg_advisory_xact_lock({GATE}); RETURN NEW; END $$"
        )
        cursor.execute(
            f"CREATE TRIGGER gate BEFORE UPDATE ON {table} FOR EACH ROW "
            f"WHEN (OLD.step = '{step.value}' AND OLD.status = 'running' "
            "AND NEW.cancel_asked_at IS NULL) EXECUTE FUNCTION wait_at_gate()"
        )
        cursor.execute("SELECT pg_advisory_lock(%s)", [GATE])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [GATE])
            cursor.execute(f"DROP TRIGGER gate ON {table}")
            cursor.execute("DROP FUNCTION wait_at_gate()")


def somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted "
            "AND objid = %s",
            [GATE],
        )
        return cursor.fetchone()[0] > 0


def end_sessions_that_wait() -> None:
    """Whose client is dead; the server itself would only see it once the lock is free."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' "
            "AND NOT granted AND objid = %s",
            [GATE],
        )


def let_nobody_read_games() -> None:
    """Until the end of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {Game._meta.db_table} IN ACCESS EXCLUSIVE MODE")


def waits_for_a_table() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'relation' AND NOT granted")
        return cursor.fetchone()[0] > 0


def nobody_computes() -> bool:
    """Whether every session that held a period is gone."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")
        return cursor.fetchone()[0] == 0


def published_rows() -> list[tuple]:
    return list(
        RatingRow.objects.filter(run__publication__isnull=False).order_by("pk").values_list()
    )


@pytest.mark.parametrize("step", list(RunStep))
def test_a_worker_killed_at_any_step_leaves_the_published_list_and_the_next_start_completes(
    period: RatingPeriod, national_chair: User, step: RunStep
) -> None:
    before = published_rows()
    assert len(before) == 8
    press_recompute(period, national_chair)
    with worker(3600) as first:
        with waiting_in(step):
            wait_until(somebody_waits)
            (lost,) = RatingRun.objects.filter(period=period)
            assert (lost.status, lost.step) == (RunStatus.RUNNING, step)
            kill(first)
            end_sessions_that_wait()
        wait_until(nobody_computes)
    assert published_rows() == before
    assert (lost.rows.count(), lost.run_events.count()) == (0, 0)
    period.refresh_from_db()
    assert period.status == PeriodStatus.OPEN
    again = world.compute(period)
    lost.refresh_from_db()
    assert (lost.status, lost.step) == (RunStatus.FAILED, step)
    assert lost.report == [{"code": "worker_lost", "params": {}}]
    assert (lost.rows.count(), again.status, again.rows.count()) == (0, RunStatus.DONE, 10)


def test_a_run_at_work_is_not_taken_for_lost(period: RatingPeriod, national_chair: User) -> None:
    """Another click while the worker computes starts nothing and closes nothing."""
    press_recompute(period, national_chair)
    press_recompute(period, national_chair)
    with worker(), waiting_in(RunStep.READING):
        wait_until(somebody_waits)
        with pytest.raises(Refused, match="being computed right now"):
            world.compute(period)
        assert period.runs.get().status == RunStatus.RUNNING


@pytest.mark.browser
def test_the_page_of_a_running_computation_shows_how_far_it_is_and_stops_it(
    period: RatingPeriod, national_chair: User, open_browser: Callable[..., Page]
) -> None:
    press_recompute(period, national_chair)
    with worker():
        with transaction.atomic():
            let_nobody_read_games()
            wait_until(waits_for_a_table)
            page = open_browser(national_chair)
            page.goto(reverse("period-detail", args=[period.pk]))
            expect(main(page)).to_contain_text("The draft list is being computed.")
            expect(main(page).locator(".percent")).to_have_text("2 %")
            expect(main(page)).to_contain_text("reading the games: 0 of 1")
            picture(page, "period-running")
            page.get_by_role("button", name="Stop the computation").click()
            expect(main(page)).to_contain_text("The computation is being stopped.")
        # The page asks again every two seconds.
        expect(main(page)).to_contain_text("The computation was stopped", timeout=10_000)
    assert period.runs.get().status == RunStatus.CANCELLED


def test_a_worker_killed_at_a_correction_changes_nothing_and_the_next_start_completes(
    published_lists: list[RatingPeriod], national_chair: User
) -> None:
    """Once while it writes the corrected list, once while it signs, the first issue being added."""
    signer = world.mandated("signer", Role.MEMBER, "UKR")
    game = Game.objects.filter(kind="played", white_half_points=2).order_by("pk").first()
    change = ResultChange(game.pk, "played", 0, 2)
    correction = correction_draft(change, reason="report", user=national_chair, at=world.NOW)
    before = published_rows(), ListIssue.objects.count()
    compute = partial(
        correction_compute, correction.pk, task_id="", clock=lambda: world.NOW, today=world.TODAY
    )
    kill_while_it_writes(RatingRow, lambda: compute_correction_task.delay(correction.pk))
    compute()
    correction.refresh_from_db()
    assert (correction.failure, correction.computed_at) == ("", world.NOW)
    shown = correction.computed_at.isoformat()
    kill_while_it_writes(
        ListIssue, lambda: sign_correction_task.delay(correction.pk, signer.pk, shown)
    )
    game.refresh_from_db()
    correction.refresh_from_db()
    assert (correction.status, game.white_half_points) == (CorrectionStatus.DRAFT, 2)
    assert (published_rows(), ListIssue.objects.count()) == before
    correction_sign(
        correction.pk,
        computed_at=correction.computed_at,
        user=signer,
        task_id="",
        clock=lambda: world.NOW,
        today=world.TODAY,
    )
    correction.refresh_from_db()
    assert (correction.status, correction.decided_by) == (CorrectionStatus.SIGNED, signer)
    assert ListIssue.objects.count() == before[1] + 1


def kill_while_it_writes(model: type[Model], start: Callable[[], object]) -> None:
    """A worker takes the task, and is killed when it waits to write into this table."""
    start()
    with worker(3600) as first:
        with transaction.atomic():
            let_nobody_write(model)
            wait_until(waits_for_a_table)
            kill(first)
        wait_until(nobody_computes)
    Redis.from_url(os.environ["REDIS_URL"]).flushdb()
