"""Fixtures of all tests. What they are made of is in `tests/world.py`."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, date, datetime, time
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.db import connections, transaction
from django.utils import translation

from federation import dates
from federation.models import Role, User
from federation.reference import load_reference
from qualifications.models import Assessment, RatingPeriod
from tests import world
from tests.samples import round_robin
from tournaments.models import Event

CHROMIUM = Path("/usr/bin/chromium")
IN_CI = bool(os.environ.get("CI"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Say aloud what this machine or this run cannot do; in CI a missing browser fails instead."""
    on_postgresql = "postgres" in os.environ.get("DATABASE_URL", "")[:10]
    needs = {
        "postgres": (on_postgresql, "needs PostgreSQL: python tests/servers.py pytest"),
        "broker": (
            on_postgresql and bool(os.environ.get("REDIS_URL")),
            "needs PostgreSQL and a broker: python tests/servers.py pytest",
        ),
        "browser": (CHROMIUM.exists() or IN_CI, f"needs {CHROMIUM}: apt-get install chromium"),
    }
    for item in items:
        for marker, (there, reason) in needs.items():
            if item.get_closest_marker(marker) and not there:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Each test begins in English: a page asked for in another language leaves that one behind."""
    with translation.override("en"):
        yield


@pytest.fixture(scope="module")
def rows_of_module(django_db_setup, django_db_blocker) -> Iterator[Callable[[Callable], Any]]:
    """Runs a function once for the tests of a module; the rows it makes go with the module.

    Each test runs within a savepoint, so it finds the rows as they were made. Not for modules with
    `transaction=True`: their tests empty the database.
    """
    with ExitStack() as transactions:

        def make(function: Callable[[], Any]) -> Any:
            with django_db_blocker.unblock():
                transactions.enter_context(transaction.atomic())
                transactions.callback(transaction.set_rollback, True)
                return function()

        yield make
        with django_db_blocker.unblock():
            transactions.close()


class Clock:
    """The registry's clock in a test; `day` can be set."""

    def __init__(self, day: date) -> None:
        self.day = day

    def today(self) -> date:
        return self.day

    def now(self) -> datetime:
        return datetime.combine(self.day, time(9), tzinfo=UTC)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """It is 10 July 2026: the second quarter has ended and its list can be published."""
    clock = Clock(world.TODAY)
    monkeypatch.setattr(dates, "today", clock.today)
    monkeypatch.setattr(dates, "now", clock.now)
    return clock


@pytest.fixture
def reference(db: None) -> None:
    """Regions and commissions."""
    load_reference()


@pytest.fixture
def clerk(reference: None) -> User:
    return world.mandated("clerk", Role.CLERK, first_name="Олена", last_name="Кринична")


@pytest.fixture
def member(reference: None) -> User:
    return world.mandated("member", Role.MEMBER, first_name="Степан", last_name="Гай")


@pytest.fixture
def chair(reference: None) -> User:
    return world.mandated("chair", Role.CHAIR, first_name="Ганна", last_name="Лісова")


@pytest.fixture
def national_chair(reference: None) -> User:
    return world.mandated("national", Role.CHAIR, "UKR", first_name="Марко", last_name="Щедрик")


@pytest.fixture
def submitted_event(clerk: User) -> Event:
    """A round robin of ten people, waiting for admission; eight of them known, see `world.club`."""
    parsed = round_robin(given=world.club(), starts_on=world.FIRST_DAY)
    return world.submit_event(parsed, user=clerk)


@pytest.fixture
def assessment(submitted_event: Event, member: User) -> Assessment:
    """The judgement made when that event was admitted."""
    return world.admit_event(submitted_event, user=member)


@pytest.fixture
def admitted_event(assessment: Assessment) -> Event:
    return assessment.event


@pytest.fixture
def period(admitted_event: Event) -> RatingPeriod:
    """The open period that counts the admitted event; its list is of 1 July 2026."""
    return RatingPeriod.objects.get(list_on=world.NEXT_LIST)


@pytest.fixture
def published_lists(period: RatingPeriod) -> list[RatingPeriod]:
    """The opening list, and the list computed from the admitted event."""
    return [RatingPeriod.objects.get(opening=True), world.publish(period)]


@pytest.fixture
def in_threads() -> Callable[..., list]:
    """Runs several functions at the same moment, each with a connection of its own.

    Returns what each returned, or the exception that it raised.
    """

    def run(*functions: Callable[[], object]) -> list:
        gate = Barrier(len(functions))

        def call(function: Callable[[], object]) -> object:
            gate.wait(timeout=10)
            try:
                return function()
            except Exception as error:
                return error
            finally:
                connections.close_all()

        with ThreadPoolExecutor(len(functions)) as pool:
            return list(pool.map(call, functions))

    return run
