"""Revoking one award: by its own body, from a day on, by another person; the rest stays."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from federation.errors import Refused
from federation.models import Role, User
from qualifications.models import Decree, IssuedDocument, LedgerEntry
from qualifications.selectors import norms_to_award, player_card
from qualifications.services.decree_approval import decree_approve
from qualifications.services.decrees import DecreeText, annulment_draft, decree_abandon
from qualifications.services.revocations import revocation_draft
from tests import world
from tournaments.models import Event

DAY = world.TODAY
TEXT = DecreeText("80", DAY, "Суми")
pytestmark = pytest.mark.usefixtures("clock")


@pytest.fixture
def decree(admitted_event: Event, clerk: User, member: User) -> Decree:
    """Everything earned in the event, awarded."""
    return world.decree(world.commission(), drafter=clerk, approver=member)


@pytest.fixture
def award(decree: Decree) -> LedgerEntry:
    return decree.decision.lines.filter(kind="awarded").select_related("player").earliest("pk")


def revoke(award: LedgerEntry, user: User, day: date = DAY, **changed) -> Decree:
    return revocation_draft(
        award,
        text=changed.get("text", TEXT),
        holds_no_more_from=day,
        reason=changed.get("reason", "не було членства"),
        user=user,
        at=world.NOW,
    )


def grade(award: LedgerEntry, on: date) -> str | None:
    return player_card(award.player, on=on).standing.grade


def test_an_award_holds_through_the_day_before_it_is_revoked(decree, award, clerk, member):
    day = award.effective_on + timedelta(days=10)
    waiting = [norm.pk for norm in norms_to_award(world.commission())]
    decree_approve(revoke(award, clerk, day), version=1, user=member, at=world.NOW)
    assert [grade(award, on) for on in (day - timedelta(days=1), day)] == [award.grade, "ua.rank_3"]
    assert [norm.pk for norm in norms_to_award(world.commission())] == waiting
    assert decree.lines.count() > 1


def test_what_lay_below_is_held_again_and_annulling_gives_the_award_back(award, clerk, member):
    revoking = revoke(award, clerk)
    decree_approve(revoking, version=1, user=member, at=world.NOW)
    assert grade(award, DAY) == "ua.rank_3"
    text = DecreeText("81", DAY, "Суми")
    back = annulment_draft(revoking, text=text, reason="помилка", user=clerk, at=world.NOW)
    decree_approve(back, version=1, user=member, at=world.NOW)
    assert grade(award, DAY) == award.grade
    assert revoke(award, clerk, text=DecreeText("82", DAY, "Суми")).status == "draft"


@pytest.mark.parametrize(
    ("days", "changed", "refusal"),
    [
        (0, {"reason": "  "}, "Say why"),
        (-1, {}, "cannot be revoked from an earlier day"),
        (None, {}, "after the date of the decree"),
        (0, {"text": DecreeText("80", DAY + timedelta(days=1), "Суми")}, "in the future"),
    ],
)
def test_a_revocation_that_is_refused(award, clerk, days, changed, refusal):
    day = DAY + timedelta(days=1) if days is None else award.effective_on + timedelta(days=days)
    with pytest.raises(Refused, match=refusal):
        revoke(award, clerk, day, **changed)
    assert Decree.objects.filter(lines__act="revoke").count() == 0


def test_it_is_revoked_once_and_a_draft_given_up_lets_it_be_revoked(award, clerk, member):
    first = revoke(award, clerk)
    with pytest.raises(Refused, match="Draft 80 is to revoke it already"):
        revoke(award, clerk)
    decree_abandon(first, version=1, user=clerk, at=world.NOW)
    decree_approve(revoke(award, clerk), version=1, user=member, at=world.NOW)
    with pytest.raises(Refused, match="Decree 80 has revoked it already"):
        revoke(award, clerk)


def test_an_award_that_was_annulled_meanwhile_is_not_revoked(decree, award, clerk, member):
    draft = revoke(award, clerk)
    text = DecreeText("81", DAY, "Суми")
    annulment = annulment_draft(decree, text=text, reason="помилка", user=clerk, at=world.NOW)
    decree_approve(annulment, version=1, user=member, at=world.NOW)
    with pytest.raises(Refused, match="has been annulled meanwhile"):
        decree_approve(draft, version=1, user=member, at=world.NOW)
    with pytest.raises(Refused, match="Only an award that is in force"):
        revoke(award, clerk)


def test_the_drafter_does_not_approve_it(award, member):
    with pytest.raises(Refused, match="another person approves"):
        decree_approve(revoke(award, member), version=1, user=member, at=world.NOW)


def test_the_pages_from_the_decree_to_the_amended_paper(
    decree, award, clerk, member, client: Client
):
    client.force_login(clerk)
    page = reverse("award-revoke", args=[award.pk])
    of_decree = reverse("decree-detail", args=[decree.pk])
    assert page in client.get(of_decree).content.decode()
    assert page in client.get(reverse("player-card", args=[award.player_id])).content.decode()
    typed = {"reason": "не було членства", "number": "80", "dated_on": DAY, "place": "Суми"}
    assert client.post(page, typed).context["form"].errors.keys() == {"holds_no_more_from"}
    client.post(page, typed | {"holds_no_more_from": DAY})
    draft = Decree.objects.get(number="80")
    assert "Draft № 80 is to revoke it" in client.get(page).content.decode()
    client.force_login(member)
    address = reverse("decree-approve", args=[draft.pk])
    client.post(address, {"version": 1})
    told = client.get(of_decree).content.decode()
    assert "by decree № 80" in told
    assert page not in told
    old = IssuedDocument.objects.get(decree=decree)
    checked = client.get(reverse("verify", args=[str(old)])).content.decode()
    assert "except for what another one has revoked" in checked
    assert award.player.name in checked
    paper = IssuedDocument.objects.get(decree=draft).paper
    assert "не було членства" in str(paper)


def test_another_region_and_a_stranger_cannot_revoke(award, client: Client):
    client.force_login(world.mandated("afar", Role.CHAIR, "KHA"))
    page = reverse("award-revoke", args=[award.pk])
    assert client.get(page).status_code == 403
    shown = client.get(reverse("player-card", args=[award.player_id])).content.decode()
    assert page not in shown
