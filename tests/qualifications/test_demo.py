"""The demo federation: the same every time, and nothing in it that the services would not allow."""

from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from federation.models import Mandate, Player, User
from federation.reference import load_reference
from qualifications.demo.accounts import PASSWORD, ROLES
from qualifications.demo.build import build_demo, past_quarters
from qualifications.demo.places import PLACES
from qualifications.engine import regulation_for
from qualifications.facts import standings_on
from qualifications.models import (
    Assessment,
    AwardPolicy,
    Decree,
    DecreeStatus,
    LedgerEntry,
    PeriodStatus,
    RatingPeriod,
    RatingRow,
    RunStatus,
)
from qualifications.models.ledger import LedgerKind
from tournaments.models import Event, EventStatus
from tournaments.review import review_event

DAY = date(2026, 5, 20)


def build(day: date = DAY, *, players: int = 110, years: int = 1) -> None:
    load_reference()
    build_demo(today=day, players=players, years=years, password=PASSWORD)


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
    found = []
    for _turn in range(2):
        with transaction.atomic():
            build()
            found.append(everything())
            transaction.set_rollback(True)
    assert found[0] == found[1]
    assert len(found[0]) > 500


@pytest.mark.django_db
def test_the_command_builds_prints_and_refuses_a_filled_database() -> None:
    out = StringIO()
    call_command("demo", players=60, years=1, password="caissa", stdout=out)
    built = (Player.objects.count(), Event.objects.count(), LedgerEntry.objects.count())
    usernames = [f"{who}-{role}" for who in ("lviv", "kyiv", "national") for role in ROLES] + [
        "ministry-1",
        "ministry-2",
        "admin",
    ]
    assert [line.split()[0] for line in out.getvalue().splitlines()[-12:]] == usernames

    with pytest.raises(CommandError, match="has players already"):
        call_command("demo", stdout=StringIO())
    again = StringIO()
    call_command("demo", quiet_if_filled=True, stdout=again)
    assert [line.split()[0] for line in again.getvalue().splitlines()[-12:]] == usernames
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


@pytest.mark.django_db
def test_what_the_demo_holds() -> None:
    build()
    quarters = past_quarters(DAY, 1)
    start = quarters[0][0]

    lists = list(RatingPeriod.objects.order_by("list_on").values_list("list_on", "status"))
    published = [(start, PeriodStatus.PUBLISHED)]
    published += [(list_on, PeriodStatus.PUBLISHED) for _first, list_on in quarters[:-1]]
    assert lists == [
        *published,
        (date(2026, 4, 1), PeriodStatus.COMPUTED),
        (date(2026, 7, 1), PeriodStatus.OPEN),
    ]
    rated = RatingRow.objects.filter(before__isnull=False)
    assert rated.filter(games__gt=0).exists()
    assert [row for row in rated if row.before + row.change != row.after] == []

    mandates = {
        mandate.user.username: (mandate.commission.code, mandate.role)
        for mandate in Mandate.objects.in_force(on=start).select_related("user", "commission")
        if mandate.valid_until is None and mandate.user.has_usable_password()
    }
    assert mandates == {
        f"{who}-{role}": (code, role)
        for who, code in (("lviv", "LVI"), ("kyiv", "KYI"), ("national", "UKR"))
        for role in ROLES
    } | dict.fromkeys(("ministry-1", "ministry-2"), ("MIN", "officer"))
    assert User.objects.get(username="lviv-chair").check_password(PASSWORD)
    assert User.objects.get(is_superuser=True).username == "admin"

    admitted = Event.objects.filter(status=EventStatus.ADMITTED)
    assert {event.system for event in admitted} == {"round_robin", "swiss", "team"}
    assert admitted.filter(women=True).count() == 1
    undecided = Assessment.objects.filter(scheme="ua", tournament_coefficient=None)
    assert undecided.count() == 0
    assert not Event.objects.filter(ends_on__gte=DAY).exists()
    assert not LedgerEntry.objects.filter(recorded_at__date__gt=DAY).exists()
    assert LedgerEntry.objects.filter(kind=LedgerKind.AWARDED, event__isnull=False).exists()

    assert Event.objects.filter(status=EventStatus.SUBMITTED).count() == 1
    draft = Event.objects.get(status=EventStatus.DRAFT)
    reasons = [line.match.reason_key for line in review_event(draft, today=DAY).undecided]
    assert reasons == ["match.same_name_and_birth_year"] * 2

    drafts = Decree.objects.filter(status=DecreeStatus.DRAFT)
    assert [one.commission.code for one in drafts] == ["LVI"]
    approved = Decree.objects.filter(status=DecreeStatus.APPROVED)
    annulments = approved.exclude(annuls=None)
    assert [(one.commission.code, one.annuls.status) for one in annulments] == [("LVI", "approved")]
    assert len({one.commission.code for one in approved}) == len(PLACES)
    assert [one.commission.code for one in AwardPolicy.objects.all()] == ["LVI"]

    held = standings_on(
        Player.objects.values_list("pk", flat=True), on=DAY, law=regulation_for("ua", on=DAY)
    )
    soon = [s for s in held.values() if s.valid_until and s.valid_until <= DAY + timedelta(days=60)]
    assert len(soon) >= 4
    checked = StringIO()
    call_command("rebuild_standings", "--check", "--on", DAY.isoformat(), stdout=checked)
    assert checked.getvalue() == f"{len(held)} players, 0 differences\n"


@pytest.mark.django_db
@pytest.mark.parametrize("day", [date(2026, 10, 1), date(2027, 1, 4), date(2028, 2, 29)])
def test_any_day_will_do(day: date) -> None:
    build(day, players=60)
    newest = RatingPeriod.objects.get(status=PeriodStatus.COMPUTED)
    assert newest.list_on == past_quarters(day, 1)[-1][1]
    assert newest.runs.get().status == RunStatus.DONE
    assert Event.objects.filter(status=EventStatus.SUBMITTED).count() == 1
    assert Event.objects.filter(status=EventStatus.DRAFT).count() == 1
