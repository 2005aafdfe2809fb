"""Norms of a coming event: asked for, declared by the rightful commission, in time."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from federation.errors import Refused
from federation.journal import Acting, acting
from federation.models import Commission, JournalEntry, Role, User
from qualifications.models import NormRequest
from qualifications.norm_registration import arbiters_elsewhere, norm_states
from qualifications.services.norm_requests import (
    norm_declare,
    norm_refuse,
    norm_request_withdraw,
    norms_ask,
)
from tests import world
from tournaments.grades import NormKey
from tournaments.models import DeclaredNorm, Event, EventArbiter
from tournaments.services import event_change, event_register

FIRST_DAY = date(2026, 7, 20)
pytestmark = pytest.mark.usefixtures("clock")


def moment(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 9, tzinfo=UTC)


def register(clerk: User, *, starts_on: date = FIRST_DAY, arbiters=(), norms=()) -> Event:
    body = world.commission()
    return event_register(
        fields={
            "name": "Кубок Сум",
            "city": "Суми",
            "region": body.region,
            "starts_on": starts_on,
            "ends_on": starts_on + timedelta(days=8),
            "system": "swiss",
            "minutes": 90,
            "increment_seconds": 30,
        },
        arbiters=[EventArbiter(name=f"Суддя {n}", category=c) for n, c in enumerate(arbiters)],
        norms=list(norms),
        commission=body,
        user=clerk,
        at=world.NOW,
    )


def at(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def page(event: Event) -> str:
    return reverse("event-norms", args=[event.pk])


def ask(event: Event, clerk: User, *norms: NormKey, on: date = world.TODAY) -> list[NormRequest]:
    return norms_ask(event, list(norms), user=clerk, at=moment(on))


def state(event: Event, norm: NormKey):
    fresh = Event.objects.get(pk=event.pk)
    return next(one for one in norm_states([fresh])[event.pk] if one.norm == norm)


@pytest.mark.parametrize(
    ("norm", "code"),
    [
        (NormKey.MSU, "UKR"),
        (NormKey.KMSU, "SUM"),
        (NormKey.CANDIDATE_POINT, "SUM"),
        (NormKey.RANK_1, "SUM"),
    ],
)
def test_awd_4_and_10_each_norm_is_asked_of_its_commission(clerk, norm, code) -> None:
    [request] = ask(register(clerk), clerk, norm)
    assert request.commission == Commission.objects.get(code=code)


def test_awd_11_the_organiser_sets_the_lower_norms(clerk) -> None:
    with pytest.raises(Refused, match="set by the organiser"):
        ask(register(clerk), clerk, NormKey.RANK_2)


@pytest.mark.parametrize(
    ("day", "in_time"),
    [
        (FIRST_DAY - timedelta(days=1), True),
        (FIRST_DAY, True),
        (FIRST_DAY + timedelta(days=1), False),
    ],
)
def test_awd_10_a_norm_is_declared_by_the_end_of_the_first_day(clerk, member, day, in_time) -> None:
    event = register(clerk)
    [request] = ask(event, clerk, NormKey.RANK_1)
    if not in_time:
        with pytest.raises(Refused, match="by the end of that day"):
            norm_declare(request, user=member, at=moment(day))
        with pytest.raises(Refused, match="by the end of that day"):
            ask(event, clerk, NormKey.KMSU, on=day)
        assert state(event, NormKey.RANK_1).declared is None
        return
    norm_declare(request, user=member, at=moment(day))
    found = state(event, NormKey.RANK_1)
    assert (found.declared.declared_on, found.declared.declared_by, found.in_time) == (
        *(day, member),
        True,
    )


def test_who_asks_does_not_declare_and_an_answer_is_given_once(clerk, member, chair) -> None:
    event = register(clerk)
    [request] = ask(event, member, NormKey.RANK_1)
    with pytest.raises(Refused, match="another person of the commission"):
        norm_declare(request, user=member, at=world.NOW)
    with pytest.raises(Refused, match="Say why"):
        norm_refuse(request, words=" ", user=chair, at=world.NOW)
    with pytest.raises(Refused, match="asked for already"):
        ask(event, clerk, NormKey.RANK_1)
    norm_declare(request, user=chair, at=world.NOW)
    for again in (
        lambda: norm_declare(request, user=chair, at=world.NOW),
        lambda: norm_refuse(request, words="ні", user=chair, at=world.NOW),
        lambda: norm_request_withdraw(request, user=clerk, at=world.NOW),
    ):
        with pytest.raises(Refused, match="answered meanwhile"):
            again()
    with pytest.raises(Refused, match="declared already"):
        ask(event, clerk, NormKey.RANK_1)


def test_after_a_refusal_or_withdrawal_it_can_be_asked_again(clerk, member) -> None:
    event = register(clerk)
    norm_refuse(ask(event, clerk, NormKey.KMSU)[0], words="замало турів", user=member, at=world.NOW)
    assert state(event, NormKey.KMSU).request.words == "замало турів"
    norm_request_withdraw(ask(event, clerk, NormKey.KMSU)[0], user=clerk, at=world.NOW)
    assert len(ask(event, clerk, NormKey.KMSU)) == 1


def test_what_a_commission_declared_the_clerk_cannot_change(clerk, member) -> None:
    event = register(clerk)
    norm_declare(ask(event, clerk, NormKey.RANK_1)[0], user=member, at=world.NOW)
    paper = DeclaredNorm(norm="ua.rank_1", commission=None, declared_on=date(2026, 7, 1))
    lower = DeclaredNorm(norm="ua.rank_2", commission=None)
    event_change(event, fields={"city": "Ромни"}, arbiters=[], norms=[paper, lower])
    rows = event.declared_norms.order_by("norm").values_list("norm", "commission", "declared_by")
    assert list(rows) == [
        ("ua.rank_1", world.commission().pk, member.pk),
        ("ua.rank_2", None, None),
    ]


@pytest.mark.parametrize(
    ("arbiters", "msu", "kmsu"),
    [
        ((), True, True),
        (("national", "first"), True, True),
        (("first", "first", "second"), True, False),
        (("national", "second", "second"), False, False),
        (("second", "second", "second"), True, True),
    ],
)
def test_awd_12_and_13_the_panel_is_checked_before_the_event(clerk, arbiters, msu, kmsu) -> None:
    event = register(clerk, arbiters=arbiters)
    lacks = {one.norm: one.lacks_panel for one in norm_states([event])[event.pk]}
    assert lacks == {
        NormKey.MSU: msu,
        NormKey.KMSU: kmsu,
        NormKey.CANDIDATE_POINT: False,
        NormKey.RANK_1: False,
    }


def test_a_norm_only_noted_without_a_day_is_asked_for_and_the_answer_takes_its_place(
    clerk, member
) -> None:
    noted = DeclaredNorm(norm="ua.rank_1", commission=world.commission())
    event = register(clerk, norms=[noted])
    assert state(event, NormKey.RANK_1).only_noted is True
    assert at(member).get(page(event)).context["norms"][3]["state"] == "noted"
    [request] = ask(event, clerk, NormKey.RANK_1)
    norm_declare(request, user=member, at=world.NOW)
    found = state(event, NormKey.RANK_1)
    assert (found.only_noted, found.declared.declared_by) == (False, member)


def test_what_was_not_answered_in_time_leaves_the_desk_and_says_so(clerk, member, clock) -> None:
    event = register(clerk)
    ask(event, clerk, NormKey.RANK_1)
    desk = reverse("desk")
    assert len(at(member).get(desk).context["desk"].norms_asked) == 1
    clock.day = FIRST_DAY + timedelta(days=1)
    assert at(member).get(desk).context["desk"].norms_asked == ()
    shown = at(member).get(page(event))
    assert [one["state"] for one in shown.context["norms"]] == ["", "", "", "lapsed"]
    assert "not answered in time" in shown.content.decode()


def test_without_a_button_pressed_nothing_is_declared(clerk, member) -> None:
    event = register(clerk)
    [request] = ask(event, clerk, NormKey.RANK_1)
    answered = at(member).post(
        reverse("norm-answer", args=[request.pk]), {"words": "замало турів"}, follow=True
    )
    said = [str(message) for message in answered.context["messages"]]
    assert said == [
        "Nothing was done: press one of the buttons.",
        "You had written: замало турів",
    ]
    assert state(event, NormKey.RANK_1).declared is None


def test_papers_changed_since_the_page_was_opened_are_shown_before_a_norm_is_declared(
    clerk, member
) -> None:
    event = register(clerk)
    [request] = ask(event, clerk, NormKey.RANK_1)
    shown = at(member).get(page(event)).context
    button = {"answer": "declare", "seen": shown["seen"], "papers": shown["papers_shown"]}
    event_change(event, fields={"increment_seconds": 0}, arbiters=[], norms=[])
    answered = at(member).post(reverse("norm-answer", args=[request.pk]), button, follow=True)
    refusal, line = (str(message) for message in answered.context["messages"])
    assert "look again" in refusal
    then, now = line.split(" → ")
    assert ("30 seconds for each move" in then, "30 seconds for each move" in now) == (True, False)
    assert state(event, NormKey.RANK_1).declared is None
    again = button | {"seen": answered.context["seen"]}
    at(member).post(reverse("norm-answer", args=[request.pk]), again)
    assert state(event, NormKey.RANK_1).in_time is True


def test_arbiters_named_elsewhere_on_the_same_days_are_said(clerk) -> None:
    event = register(clerk, arbiters=("national", "first"))
    register(clerk, starts_on=FIRST_DAY + timedelta(days=9), arbiters=("national",))
    assert arbiters_elsewhere(event) == []
    other = register(clerk, starts_on=FIRST_DAY + timedelta(days=8), arbiters=("first",))
    assert [(one.name, one.event) for one in arbiters_elsewhere(event)] == [("Суддя 0", other)]
    assert "named at other tournaments too" in at(clerk).get(page(event)).content.decode()


def test_a_changed_form_leaves_a_line_in_the_journal_for_what_changed_only(clerk) -> None:
    lower = DeclaredNorm(norm="ua.rank_2", commission=None, document="лист 7")
    event = register(clerk, arbiters=("first", "second"), norms=[lower])
    kept = [EventArbiter(name="Суддя 0", category="first")]
    same = [DeclaredNorm(norm="ua.rank_2", commission=None, document="лист 7")]
    with acting(Acting(action="event-edit", user=clerk)):
        event_change(event, fields={}, arbiters=kept, norms=same)
    lines = JournalEntry.objects.values_list("object_type", "object_words")
    assert list(lines) == [("eventarbiter", "Суддя 1")]
    assert event.declared_norms.get().document == "лист 7"


def test_from_asking_to_declaring_on_the_pages(clerk, member) -> None:
    event = register(clerk, arbiters=("first", "second", "second"))
    at_clerks, at_members = Client(), Client()
    at_clerks.force_login(clerk)
    at_members.force_login(member)
    address = page(event)
    assert address in at_clerks.get(reverse("desk")).content.decode()
    at_clerks.post(address, {"norms": ["ua.kmsu", "ua.msu"]})
    kmsu, msu = NormRequest.objects.order_by("norm")
    desk = at_members.get(reverse("desk"))
    assert [one.norm for one in desk.context["desk"].norms_asked] == ["ua.kmsu"]
    assert at_members.post(reverse("norm-answer", args=[msu.pk])).status_code == 403
    at_members.post(reverse("norm-answer", args=[kmsu.pk]), {"answer": "declare"})
    assert state(event, NormKey.KMSU).in_time
    national = world.mandated("national member", Role.MEMBER, "UKR")
    at_national = Client(headers={"accept-language": "en"})
    at_national.force_login(national)
    assert "Declare the norm" in at_national.get(address).content.decode()
    refusal = {"answer": "refuse", "words": "клас змагань занизький"}
    at_national.post(reverse("norm-answer", args=[msu.pk]), refusal)
    assert "клас змагань занизький" in at_clerks.get(address).content.decode()


def test_the_desk_asks_the_same_however_many_events_are_coming(clerk) -> None:
    def cost() -> int:
        client = Client()
        client.force_login(clerk)
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse("desk"))
        return len(captured)

    ask(register(clerk), clerk, NormKey.RANK_1)
    one = cost()
    for n in range(1, 5):
        event = register(clerk, starts_on=FIRST_DAY + timedelta(days=n), arbiters=("first",))
        ask(event, clerk, NormKey.RANK_1, NormKey.KMSU)
    assert cost() == one
