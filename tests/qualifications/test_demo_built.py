"""What one demo federation holds, built once: people, papers, lists that verify."""

import json
from collections.abc import Callable
from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from federation.models import CardClaim, Mandate, Player, User
from federation.reference import load_reference
from qualifications.demo.accounts import PASSWORD, ROLES
from qualifications.demo.build import build_demo, past_quarters
from qualifications.demo.office import DAYS_AHEAD
from qualifications.demo.places import PLACES
from qualifications.engine import regulation_for
from qualifications.facts import standings_on
from qualifications.models import (
    Assessment,
    AwardPolicy,
    Decree,
    DecreeStatus,
    LedgerEntry,
    NormRequest,
    PeriodStatus,
    RatingPeriod,
    RatingRow,
)
from qualifications.models.ledger import LedgerKind
from tests.verify_list import differences
from tournaments.models import Event, EventStatus
from tournaments.review import review_event

DAY, YEARS = date(2026, 5, 20), 2
pytestmark = [pytest.mark.once, pytest.mark.django_db, pytest.mark.usefixtures("demo")]


@pytest.fixture(scope="module")
def demo(rows_of_module: Callable[[Callable[[], None]], None]) -> None:
    def build() -> None:
        load_reference()
        build_demo(today=DAY, players=110, years=YEARS, password=PASSWORD)

    rows_of_module(build)


def loaded(client: Client, address: str) -> dict:
    return json.loads(b"".join(client.get(address)))


def test_what_the_demo_holds() -> None:
    quarters = past_quarters(DAY, YEARS)
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
    assert admitted.filter(women=True).count() == YEARS
    undecided = Assessment.objects.filter(scheme="ua", tournament_coefficient=None)
    assert undecided.count() == 0
    coming = Event.objects.get(ends_on__gte=DAY)
    assert coming.starts_on == DAY + timedelta(days=DAYS_AHEAD)
    assert set(NormRequest.objects.values_list("event", "norm", "commission__code")) == {
        (coming.pk, norm, "LVI") for norm in ("ua.rank_1", "ua.candidate_point")
    }
    claim = CardClaim.objects.get()
    assert (claim.user.username, claim.status, claim.birth_agrees) == ("parent", "asked", True)
    assert not LedgerEntry.objects.filter(recorded_at__date__gt=DAY).exists()
    assert LedgerEntry.objects.filter(kind=LedgerKind.AWARDED, event__isnull=False).exists()

    assert Event.objects.filter(status=EventStatus.SUBMITTED).count() == 1
    draft = Event.objects.get(status=EventStatus.DRAFT, upload__isnull=False)
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


def test_the_last_four_lists_of_the_demo_federation_verify(client):
    computed = RatingPeriod.objects.filter(status=PeriodStatus.PUBLISHED, opening=False)
    last = list(computed.order_by("-list_on").values_list("list_on", flat=True)[:4])
    assert len(last) == 4
    for list_on in last:
        address = f"/lists/ua/{list_on}/"
        given = loaded(client, f"{address}inputs.json")
        listed = loaded(client, f"{address}list.json")
        assert differences(given, listed) == []
        assert sum(len(event["games"]) for event in given["events"]) >= 45
        assert sum(line["change"] not in (None, 0) for line in listed["lines"]) >= 5
