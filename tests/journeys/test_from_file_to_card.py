"""From an uploaded file to a player's card, page by page, each by the person whose work it is.

Runs on whichever database is configured. The forms are read from the pages and sent as they
stand, so a field that a page forgets breaks the journey.
"""

import re
from io import BytesIO

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from federation.models import Player, Role, User
from qualifications.models import (
    Assessment,
    Decision,
    Decree,
    LedgerEntry,
    RatingPeriod,
    VerdictRecord,
)
from tests import world
from tests.journeys.pages import form_with, send
from tests.samples import round_robin
from tournaments.models import Entry, Event, EventStatus, Game, Upload

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


def signed_in(user: User) -> Client:
    """Signed in by the page, as everybody has to."""
    client = Client(headers={"accept-language": "en"})
    page = client.get(reverse("login"))
    arrived = send(client, page, "username", username=user.username, password=world.PASSWORD)
    assert arrived.redirect_chain == [(reverse("desk"), 302)]
    return client


def text_of(response: HttpResponse) -> str:
    """Words of a page, without its tags and in one line."""
    assert response.status_code == 200
    return " ".join(re.sub(r"<[^>]*>", " ", response.content.decode()).split())


def reasons_of(view: dict) -> list[dict]:
    return [reason for route in view["routes"] for reason in route["reasons"]]


def plain(text: str) -> str:
    """Words as `text_of` gives them back."""
    return " ".join(escape(text).split())


def papers(event) -> dict[str, str]:
    """What the clerk writes into the form."""
    return {
        "name": "Меморіал Березенка",
        "city": "Лебедин",
        "starts_on": event.starts_on.isoformat(),
        "ends_on": event.ends_on.isoformat(),
        "system": "round_robin",
        "competition_class": "4",
        "minutes": "120",
        "increment_seconds": "0",
        "first_period_moves": "40",
        "second_period_minutes": "60",
        "clocks_used": "true",
        "moves_recorded": "true",
        "most_rounds_on_one_day": "1",
        "arbiters-0-name": "Озерянський Захар",
        "arbiters-0-category": "national",
        "arbiters-0-chief": "on",
    }


@pytest.mark.django_db(transaction=True)
def test_from_file_to_card(
    clerk: User, member: User, chair: User, national_chair: User, clock
) -> None:
    everybody = world.club()
    parsed = round_robin(given=everybody, starts_on=world.FIRST_DAY)
    known = Player.objects.count()
    at_clerks = signed_in(clerk)

    # the clerk registers the tournament and gives it its file
    page = at_clerks.get(reverse("event-new"))
    page = send(at_clerks, page, reverse("event-new"), **papers(parsed))
    event = Event.objects.get()
    assert page.redirect_chain == [(reverse("event-upload", args=[event.pk]), 302)]
    file = BytesIO(world.file_of(parsed))
    file.name = "меморіал.trf"
    page = at_clerks.post(page.request["PATH_INFO"], {"file": file}, follow=True)
    review = reverse("event-review", args=[event.pk])
    assert page.redirect_chain == [(review, 302)]
    assert bytes(Upload.objects.get().content) == world.file_of(parsed)

    # the preview: what was read, who is who; nothing is in the registry yet
    words = text_of(page)
    for player in parsed.players:
        assert player.name.replace(",", "") in words.replace(",", "")
    assert (len(page.context["review"].recognised), len(page.context["review"].new)) == (8, 2)
    assert (Entry.objects.count(), Game.objects.count(), Player.objects.count()) == (0, 0, known)

    # sent too early it stays; with the questions answered it goes
    page = send(at_clerks, page, "submit")
    assert Event.objects.get().status == EventStatus.DRAFT
    changes = {"newcomers": "without_rank"}
    for kind in page.context["review"].kinds:
        changes[f"reason-{kind.code}"] = "звірено із суддею"
    page = send(at_clerks, page, "submit", **changes)
    assert page.redirect_chain == [(reverse("desk"), 302)]
    assert Event.objects.get().status == EventStatus.SUBMITTED
    assert (Entry.objects.count(), Player.objects.count()) == (10, known + 2)

    # who sent it cannot admit it; nobody outside sees it
    admit = reverse("event-admit", args=[event.pk])
    assert at_clerks.get(admit).status_code == 403
    assert at_clerks.post(admit).status_code == 403
    address = reverse("event-detail", args=[event.pk])
    assert Client().get(address).status_code == 302
    assert Event.objects.get().status == EventStatus.SUBMITTED

    # another member does; the event is judged at once
    at_members = signed_in(member)
    assert admit in at_members.get(reverse("desk")).content.decode()
    page = at_members.get(admit)
    assert page.context["prospect"]["means"]["undecided"] == 0
    page = send(at_members, page, "")
    assert page.redirect_chain == [(address, 302)]
    assessment = Assessment.objects.get(scheme="ua")
    assert (assessment.edition, assessment.assessed_by) == ("ua_2007", member)

    # everybody reads the verdicts with their reasons
    norm = LedgerEntry.objects.get(kind="norm_met", player__name__startswith="Мельничукець")
    assert norm.grade == "ua.rank_2"
    verdicts = reverse("verdict-list", args=[norm.player_id, event.pk])
    page = Client().get(verdicts, headers={"accept-language": "en"})
    words = text_of(page)
    assert (
        len(VerdictRecord.objects.filter(entry__player=norm.player_id, assessment=assessment)) == 7
    )
    views = [view for section in page.context["sections"] for view in section["verdicts"]]
    shown = [reason for view in views for reason in reasons_of(view)]
    assert {bool(reason["article"]) for reason in shown} == {True}
    for reason in shown:
        for part in ("article", "requirement", "measured"):
            assert plain(reason[part]) in words

    # the period: a draft by the button, then published
    period = RatingPeriod.objects.get(list_on=world.NEXT_LIST)
    draft = reverse("period-detail", args=[period.pk])
    assert at_members.get(draft).status_code == 403
    at_national = signed_in(national_chair)
    page = at_national.get(draft)
    page = send(at_national, page, reverse("period-recompute", args=[period.pk]))
    assert page.redirect_chain == [(draft, 302)]
    run = period.runs.get()
    rows = run.rows.exclude(before=None)
    words = text_of(page)
    for row in rows.select_related("player"):
        assert (row.before + row.change, row.games) == (row.after, row.games)
        assert f"{row.before}" in words
        assert f"{row.after}" in words
    page = send(at_national, page, reverse("period-publish", args=[period.pk]))
    shown = reverse("rating-list", args=["2026-07-01"])
    assert page.redirect_chain == [(shown, 302)]
    assert Client().get(shown).status_code == 200

    # a decree awards what was earned: one drafts it, another approves
    page = at_members.get(reverse("decree-new"))
    earned = form_with(page, "number").values["lines"]
    assert len(earned) > 0
    page = send(at_members, page, "number", number="12", dated_on="2026-07-10", place="Суми")
    draft = Decree.objects.get()
    shown = reverse("decree-detail", args=[draft.pk])
    assert page.redirect_chain == [(shown, 302)]
    approve = reverse("decree-approve", args=[draft.pk])
    assert approve not in page.content.decode()
    at_chairs = signed_in(chair)
    page = send(at_chairs, at_chairs.get(shown), approve)
    assert page.redirect_chain == [(shown, 302)]
    decision = Decision.objects.get(earlier=False)
    points = draft.lines.filter(act="point").count()
    assert decision.lines.count() + points == len(earned)

    # and the card says it to everybody
    page = Client().get(
        reverse("player-card", args=[norm.player_id]), headers={"accept-language": "en"}
    )
    words = text_of(page)
    after = run.rows.get(player=norm.player_id).after
    assert f"{after}" in words
    assert event.name in words
    assert page.context["card"].standing.grade == "ua.rank_2"
    assert page.context["card"].standing.since == event.ends_on
    assert "12.05.2026" in words
    assert [line.kind for line in page.context["card"].ledger] == [
        "awarded",
        "confirmation_earned",
        "norm_met",
        "awarded",
    ]
    player = Player.objects.get(pk=norm.player_id)
    if player.birth_date:
        assert f"{player.birth_date:%d.%m.%Y}" not in words


def test_the_same_bytes_lead_to_the_first_upload(submitted_event: Event, chair: User) -> None:
    at_chairs = signed_in(chair)
    file = BytesIO(bytes(submitted_event.upload.content))
    file.name = "again.trf"
    page = at_chairs.post(reverse("event-new-from-file"), {"file": file}, follow=True)
    assert page.redirect_chain == [(reverse("event-detail", args=[submitted_event.pk]), 302)]
    assert Upload.objects.count() == 1


PRIVATE = (
    ("event-new", ()),
    ("event-edit", ("event",)),
    ("event-upload", ("event",)),
    ("event-review", ("event",)),
    ("event-admit", ("event",)),
    ("desk", ()),
    ("decree-new", ()),
    ("award-earlier", ("player",)),
    ("period-list", ()),
    ("period-detail", ("period",)),
)


@pytest.fixture
def addresses(period: RatingPeriod, admitted_event: Event) -> dict[str, int]:
    return {
        "event": admitted_event.pk,
        "period": period.pk,
        "player": admitted_event.entries.first().player_id,
    }


@pytest.mark.parametrize(("name", "what"), PRIVATE)
def test_anonymous_is_sent_to_sign_in(name: str, what: tuple, addresses: dict[str, int]) -> None:
    address = reverse(name, args=[addresses[key] for key in what])
    response = Client().get(address)
    assert (response.status_code, response.url) == (302, f"{reverse('login')}?next={address}")


@pytest.mark.parametrize(("name", "what"), [pair for pair in PRIVATE if pair[0] != "desk"])
def test_a_user_without_mandate_is_refused(
    name: str, what: tuple, addresses: dict[str, int]
) -> None:
    at_strangers = Client()
    at_strangers.force_login(world.new_user("stranger"))
    address = reverse(name, args=[addresses[key] for key in what])
    assert at_strangers.get(address).status_code == 403


@pytest.mark.parametrize("role", [Role.CLERK, Role.MEMBER, Role.CHAIR])
def test_another_commission_is_refused(role: str, submitted_event: Event) -> None:
    at_others = Client()
    at_others.force_login(world.mandated("other", role, "LVI"))
    for name in ("event-edit", "event-review", "event-admit", "event-detail"):
        assert at_others.get(reverse(name, args=[submitted_event.pk])).status_code == 403


@pytest.mark.parametrize("name", ["period-recompute", "period-publish"])
@pytest.mark.parametrize(
    ("role", "code", "allowed"),
    [
        (Role.CHAIR, "SUM", ()),
        (Role.CLERK, "UKR", ()),
        (Role.MEMBER, "UKR", ("period-recompute",)),
        (Role.CHAIR, "UKR", ("period-recompute", "period-publish")),
    ],
)
def test_who_may_compute_and_publish(
    name: str, role: str, code: str, allowed: tuple[str, ...], period: RatingPeriod
) -> None:
    client = Client()
    client.force_login(world.mandated("somebody", role, code))
    response = client.post(reverse(name, args=[period.pk]))
    assert response.status_code == (302 if name in allowed else 403)
