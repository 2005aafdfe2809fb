"""The broker and workers in processes of their own, with the settings of production."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from federation.celery import app
from federation.models import JournalEntry, User
from qualifications.models import (
    Deadline,
    Notice,
    PeriodStatus,
    RatingPeriod,
    RatingRow,
    RatingRun,
    RunStatus,
)
from qualifications.tasks import deadlines_and_notices
from tests import world
from tests.samples import people

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
def worker(redelivers_after: int = 1) -> Iterator[subprocess.Popen]:
    """`celery -A federation worker` on the test database; all its processes die with the block.

    It takes tasks that another one has had for so many seconds as lost.
    """
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
            "TASK_REDELIVERY_SECONDS": str(redelivers_after),
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
    entry = JournalEntry.objects.get(object_type="ratingperiod")
    assert (entry.user, entry.action, entry.address) == (
        *(national_chair, "recompute_period_task"),
        "127.0.0.1",
    )


def test_a_run_whose_worker_was_killed_is_done_by_another(
    period: RatingPeriod, national_chair: User
) -> None:
    """The first worker dies while it waits to write its rows; another one gets the task."""
    press_recompute(period, national_chair)
    with worker() as first, transaction.atomic():
        let_nobody_write(RatingRow)
        wait_until(lambda: waiting_for_locks() > 0)
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


def let_nobody_write(model: type[Model]) -> None:
    """Until the end of the transaction; who wants to write then waits inside its own."""
    with connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {model._meta.db_table} IN SHARE MODE")


def waiting_for_locks() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0]


# --- deadlines by ranges of players -------------------------------------------------------------

PLAYERS = 12
DEADLINES = ("player", "kind", "grade", "day", "becomes", "found_on")


def deadlines() -> list[tuple]:
    return sorted(Deadline.objects.values_list(*DEADLINES))


@pytest.fixture
def found_by_one_process(reference: None) -> list[tuple]:
    """What one process finds for a dozen players; afterwards nothing is stored."""
    for number, player in enumerate(world.register_players(people(PLAYERS, seed=1))):
        world.held(player, "ua.rank_1", date(2023, 7, 11) + timedelta(days=9 * number))
    Deadline.objects.all().delete()
    call_command("rebuild_standings", "--size", "5", stdout=StringIO())
    found = deadlines()
    assert len(found) == PLAYERS
    Deadline.objects.all().delete()
    return found


def hand_out() -> None:
    call_command("rebuild_standings", "--workers", "--size", "2", stdout=StringIO())


def tasks_left() -> tuple[int, int]:
    """Tasks that wait, and tasks with a worker: they are acknowledged when they are done."""
    with app.connection_for_read() as broker:
        client = broker.default_channel.client
        return client.llen("celery"), client.hlen("unacked")


def all_done() -> bool:
    return tasks_left() == (0, 0)


def test_two_workers_find_what_one_process_finds(found_by_one_process: list[tuple]) -> None:
    hand_out()
    assert deadlines() == []
    with worker(), worker():
        wait_until(all_done)
    assert deadlines() == found_by_one_process


def test_a_range_whose_worker_was_killed_is_found_by_another(
    found_by_one_process: list[tuple],
) -> None:
    """Both stand inside a range when one is killed; who comes next is given the lost range.

    A worker looks for lost tasks when it starts, and every hundred seconds.
    """
    hand_out()
    with worker(3600) as first, worker(3600):
        with transaction.atomic():
            let_nobody_write(Deadline)
            wait_until(lambda: waiting_for_locks() == 2)
            kill(first)
        wait_until(lambda: tasks_left() == (0, 1))
    assert 0 < len(found_by_one_process) - len(deadlines()) <= 2
    time.sleep(1.1)  # the broker counts the task as lost
    with worker():
        wait_until(all_done)
    assert deadlines() == found_by_one_process
    hand_out()
    with worker():
        wait_until(all_done)
    assert deadlines() == found_by_one_process


def test_a_night_of_two_workers_tells_each_player_once(found_by_one_process: list[tuple]) -> None:
    """Workers live in the days of the test: the task is told which one it is."""
    for _twice in range(2):
        deadlines_and_notices.apply()
    with worker(), worker():
        wait_until(all_done)
    assert deadlines() == found_by_one_process
    told = Notice.objects.values_list("player", "due_on")
    assert sorted(told) == sorted(
        (player, day)
        for player, _kind, _grade, day, *_ in found_by_one_process
        if day - world.TODAY <= timedelta(days=90)
    )
