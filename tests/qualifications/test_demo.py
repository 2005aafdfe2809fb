"""The demo federation: the same every time, and nothing in it that the services would not allow."""

from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from federation.models import Player, User
from federation.reference import load_reference
from qualifications.demo.accounts import PASSWORD, ROLES
from qualifications.demo.build import build_demo, past_quarters
from qualifications.models import (
    LedgerEntry,
    PeriodStatus,
    RatingPeriod,
    RatingRow,
    RunStatus,
)
from tournaments.models import Event, EventStatus


def build(day: date) -> None:
    load_reference()
    build_demo(today=day, players=60, years=1, password=PASSWORD)


def everything() -> list[tuple]:
    """Lists, ledger and events without keys of the database."""
    rows = RatingRow.objects.order_by("run__period__list_on", "player__name").values_list(
        "run__period__list_on", "player__name", "player__fide_id", "before", "games",
        "expected_hundredths", "gain_hundredths", "change", "after",
    )  # fmt: skip
    ledger = LedgerEntry.objects.order_by(
        "player__name", "kind", "grade", "effective_on", "recorded_at"
    ).values_list("player__name", "kind", "grade", "effective_on", "recorded_at", "article")
    events = Event.objects.order_by("starts_on", "name", "upload__sha256").values_list(
        "name", "starts_on", "ends_on", "status", "upload__sha256", "admitted_at"
    )
    return [*rows, *ledger, *events]


@pytest.mark.django_db
def test_the_same_day_gives_the_same_federation() -> None:
    found, day = [], date(2026, 10, 1)
    for _turn in range(2):
        with transaction.atomic():
            build(day)
            found.append(everything())
            newest_list_and_work_under_way(day)
            transaction.set_rollback(True)
    assert found[0] == found[1]
    assert len(found[0]) > 400


@pytest.mark.django_db
def test_the_command_builds_prints_and_refuses_a_filled_database() -> None:
    out = StringIO()
    call_command("demo", players=60, years=1, password="caissa", stdout=out)
    built = (Player.objects.count(), Event.objects.count(), LedgerEntry.objects.count())
    usernames = [f"{who}-{role}" for who in ("lviv", "kyiv", "national") for role in ROLES] + [
        "ministry-1",
        "ministry-2",
        "parent",
        "admin",
    ]
    assert [line.split()[0] for line in out.getvalue().splitlines()[-13:]] == usernames

    with pytest.raises(CommandError, match="has players already"):
        call_command("demo", stdout=StringIO())
    again = StringIO()
    call_command("demo", quiet_if_filled=True, stdout=again)
    assert [line.split()[0] for line in again.getvalue().splitlines()[-13:]] == usernames
    assert built == (Player.objects.count(), Event.objects.count(), LedgerEntry.objects.count())


@pytest.mark.django_db
def test_accounts_are_not_printed_for_a_registry_that_is_no_demo() -> None:
    Player.objects.create(name="Явір Остап", created_at="2026-01-01T10:00:00+02:00")
    User.objects.create_superuser("admin", password="another")
    out = StringIO()
    call_command("demo", quiet_if_filled=True, stdout=out)
    assert out.getvalue() == ""


@pytest.mark.django_db
def test_on_a_real_server_the_known_password_is_refused(settings) -> None:
    settings.DEBUG = False
    with pytest.raises(CommandError, match="--password"):
        call_command("demo", stdout=StringIO())
    assert not User.objects.exists()


def newest_list_and_work_under_way(day: date) -> None:
    """The draft of the list before the day, a tournament that waits, and two being prepared."""
    newest = RatingPeriod.objects.get(status=PeriodStatus.COMPUTED)
    assert newest.list_on == past_quarters(day, 1)[-1][1]
    assert newest.runs.get().status == RunStatus.DONE
    assert Event.objects.filter(status=EventStatus.SUBMITTED).count() == 1
    assert Event.objects.filter(status=EventStatus.DRAFT).count() == 2  # one has a file


@pytest.mark.django_db
@pytest.mark.parametrize("day", [date(2027, 1, 4), date(2028, 2, 29)])
def test_any_day_will_do(day: date) -> None:
    build(day)
    newest_list_and_work_under_way(day)
