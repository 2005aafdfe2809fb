"""The button, the broker and a worker in a process of its own, with the settings of production."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from federation.celery import app
from federation.models import User
from qualifications.models import PeriodStatus, RatingPeriod, RatingRow, RatingRun, RunStatus

pytestmark = [
    pytest.mark.broker,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("clock"),
]

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def with_broker() -> Iterator[None]:
    """Tasks go to the broker, whose queue is empty before and after."""
    app.conf.task_always_eager = False
    app.control.purge()
    yield
    app.control.purge()
    app.conf.task_always_eager = True


@contextmanager
def worker() -> Iterator[subprocess.Popen]:
    """`celery -A federation worker` on the test database; all its processes die with the block."""
    database = connection.settings_dict
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "federation", "worker", "--concurrency=1"],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "federation.settings.production",
            "SECRET_KEY": "a-secret-of-this-very-test-and-of-nothing-else-0123456789",
            "ALLOWED_HOSTS": "registry.example.org",
            "DATABASE_URL": f"postgres://{database['USER']}@/{database['HOST']}/{database['NAME']}",
            "REDIS_URL": os.environ["REDIS_URL"],
            "TASK_REDELIVERY_SECONDS": "1",
        },
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        kill(process)


def kill(process: subprocess.Popen) -> None:
    """No chance to clean up: the worker and its children are gone at once."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def wait_until(happened: Callable[[], bool], *, seconds: int = 40) -> None:
    deadline = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > deadline:
            pytest.fail("The worker did not do it in time.")
        time.sleep(0.05)


def press_recompute(period: RatingPeriod, user: User) -> None:
    client = Client()
    client.force_login(user)
    response = client.post(reverse("period-recompute", args=[period.pk]))
    assert (response.status_code, response.url) == (302, reverse("period-detail", args=[period.pk]))


def done(period: RatingPeriod) -> bool:
    return period.runs.filter(status=RunStatus.DONE).exists()


def test_the_button_makes_a_worker_compute(period: RatingPeriod, national_chair: User) -> None:
    press_recompute(period, national_chair)
    assert not period.runs.exists()
    with worker():
        wait_until(lambda: done(period))
    run = period.runs.get()
    period.refresh_from_db()
    assert (period.status, run.requested_by) == (PeriodStatus.COMPUTED, national_chair)
    assert run.rows.count() == 10
    assert run.task_id != ""


def test_a_run_whose_worker_was_killed_is_done_by_another(
    period: RatingPeriod, national_chair: User
) -> None:
    """The first worker dies while it waits to write its rows; another one gets the task."""
    press_recompute(period, national_chair)
    with worker() as first, transaction.atomic():
        let_nobody_write_rows()
        wait_until(waits_for_a_lock)
        (lost,) = RatingRun.objects.filter(period=period)
        assert (lost.status, lost.rows.count()) == (RunStatus.RUNNING, 0)
        kill(first)
    assert not done(period)
    time.sleep(1.1)  # the broker counts the task as lost
    with worker():
        wait_until(lambda: done(period))
    again, first_run = period.runs.all()
    assert (first_run.pk, first_run.status, first_run.rows.count()) == (
        lost.pk,
        RunStatus.FAILED,
        0,
    )
    assert first_run.report == [{"code": "worker_lost", "params": {}}]
    assert (again.status, again.rows.count()) == (RunStatus.DONE, 10)
    assert again.task_id == first_run.task_id


def let_nobody_write_rows() -> None:
    """Until the end of the transaction; a run then waits inside its own."""
    with connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {RatingRow._meta.db_table} IN SHARE MODE")


def waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0] > 0
