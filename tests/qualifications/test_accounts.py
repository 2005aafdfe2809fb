"""Accounts of players and guardians: joining, claiming a card, asking, choosing letters."""

import json
import re
from datetime import date

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from federation.accounts import (
    account_of_letter,
    cards_of,
    claim_answer,
    claim_ask,
    claim_end,
    is_of_age,
    request_answer,
    request_ask,
    written_to_former_guardians,
)
from federation.errors import Refused
from federation.models import CardClaim, Player, Region, Role, User
from qualifications.issued.states import document_state
from qualifications.models import IssuedDocument, NoticeChoice, Objection
from tests import world

pytestmark = pytest.mark.usefixtures("clock", "reference")


@pytest.fixture(autouse=True)
def _nobody_has_tried() -> None:
    cache.clear()


def at(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def player(born: date | None = date(1990, 3, 4), **fields) -> Player:
    return Player.objects.create(
        **{"name": "Гнатюк Остап", "region": Region.objects.get(code="SUM")} | fields,
        birth_date=born,
        created_at=world.NOW,
    )


def ask(who: Player, user: User, *, guardian: bool = False, today: date = world.TODAY, **more):
    return claim_ask(
        who,
        **{"guardian": guardian, "born": who.birth_date, "note": ""} | more,
        user=user,
        at=world.NOW,
        today=today,
    )


def owned(who: Player, user: User, officer: User, *, guardian: bool = False) -> CardClaim:
    claim = ask(who, user, guardian=guardian)
    return claim_answer(claim, confirmed=True, words="паспорт", user=officer, at=world.NOW)


# --- joining ------------------------------------------------------------------------------------


def join(email: str = "Ostap@Example.org") -> str:
    page = Client(headers={"accept-language": "en"}).post(
        reverse("account-join"), {"email": email, "first_name": "Остап", "last_name": "Гнатюк"}
    )
    return re.sub(r"\b\w{64}\b", "", page.content.decode())  # less the tokens


def letter_address() -> str:
    return re.search(r"http://[^/]+(/\S+)", mail.outbox[-1].body)[1]


def test_the_password_is_chosen_behind_the_letter_and_the_letter_is_good_once() -> None:
    assert "A letter is on its way" in join()
    user = User.objects.get(username="ostap@example.org")
    assert (user.is_active, user.has_usable_password()) == (False, False)
    address, chosen = letter_address(), {"new_password1": "Nova-17-tura", "new_password2": ""}
    assert Client().post(address, chosen).status_code == 422
    chosen["new_password2"] = chosen["new_password1"]
    assert Client().post(address, chosen)["Location"] == reverse("login")
    assert Client().get(address).status_code == 404
    signed_in = Client().post(
        reverse("login"), {"username": "ostap@example.org", "password": "Nova-17-tura"}
    )
    assert signed_in.status_code == 302


def test_the_page_does_not_tell_whether_an_address_has_an_account() -> None:
    User.objects.create_user("ostap@example.org", password="x")
    assert join() == join("other@example.org")
    assert "already" in mail.outbox[0].subject
    assert letter_address().startswith("/accounts/confirm/")


def test_whom_an_administrator_has_shut_out_does_not_come_back_by_joining() -> None:
    closed = User.objects.create_user("ostap@example.org", password="x", is_active=False)
    join()
    closed.refresh_from_db()
    assert closed.is_active is False
    assert "confirm" not in mail.outbox[0].body
    assert account_of_letter("x", "y") is None


def test_letters_are_not_sent_without_end() -> None:
    for _n in range(20):
        join()
    page = Client().post(
        reverse("account-join"), {"email": "a@b.org", "first_name": "О", "last_name": "Г"}
    )
    assert page.status_code == 403


def test_a_forgotten_password_is_chosen_anew_at_the_registrys_own_address() -> None:
    User.objects.create_user("ostap@example.org", email="ostap@example.org", password="x")
    for address in ("ostap@example.org", "nobody@example.org"):
        page = Client().post(
            reverse("password_reset"), {"email": address}, headers={"host": "localhost"}
        )
        assert page["Location"] == reverse("password_reset_done")
    [letter] = mail.outbox
    assert "http://127.0.0.1:8000/accounts/password/" in letter.body


# --- claiming -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "of_age"),
    [(date(2026, 7, 19), False), (date(2026, 7, 20), True), (date(2026, 7, 21), True)],
)
def test_a_ward_is_of_age_on_the_eighteenth_birthday(member, on, of_age) -> None:
    ward, parent = player(date(2008, 7, 20)), world.new_user("parent")
    assert is_of_age(ward, on=on) is of_age
    owned(ward, parent, member, guardian=True)
    assert (ward.pk in cards_of(parent.pk, on=on)) is not of_age


def test_a_minor_is_claimed_by_a_guardian_and_an_adult_by_nobody_else(member) -> None:
    ward, adult = player(date(2012, 1, 1)), player()
    user = world.new_user("somebody")
    with pytest.raises(Refused, match="under eighteen"):
        ask(ward, user)
    with pytest.raises(Refused, match="of age"):
        ask(adult, user, guardian=True)
    unknown = Player.objects.create(name="Невідомий", created_at=world.NOW, birth_year=2008)
    assert ask(unknown, user, born=None).birth_agrees is None


def test_a_claim_is_answered_once_and_a_card_has_one_owner(member) -> None:
    who, user = player(), world.new_user("somebody")
    claim = ask(who, user, born=date(1990, 3, 5))
    assert claim.birth_agrees is False
    with pytest.raises(Refused, match="already"):
        ask(who, user)
    with pytest.raises(Refused, match="Name the document"):
        claim_answer(claim, confirmed=True, words=" ", user=member, at=world.NOW)
    assert cards_of(user.pk, on=world.TODAY) == {}
    claim_answer(claim, confirmed=True, words="паспорт", user=member, at=world.NOW)
    with pytest.raises(Refused, match="answered meanwhile"):
        claim_answer(claim, confirmed=False, words="ні", user=member, at=world.NOW)
    other = ask(who, world.new_user("other"))
    with pytest.raises(Refused, match="has an owner already"):
        claim_answer(other, confirmed=True, words="паспорт", user=member, at=world.NOW)
    claim_end(claim, words="", user=user, at=world.NOW)
    assert cards_of(user.pk, on=world.TODAY) == {}
    claim_answer(other, confirmed=True, words="паспорт", user=member, at=world.NOW)


def test_a_guardians_claim_is_not_confirmed_once_the_ward_is_of_age(member) -> None:
    claim = ask(
        player(date(2008, 7, 10)), world.new_user("p"), guardian=True, today=date(2026, 7, 9)
    )
    with pytest.raises(Refused, match="of age by now"):
        claim_answer(claim, confirmed=True, words="свідоцтво", user=member, at=world.NOW)
    claim_answer(claim, confirmed=False, words="повнолітній", user=member, at=world.NOW)


def test_the_commission_ends_a_claim_and_the_card_forgets_the_address(member) -> None:
    who, parent = player(date(2012, 1, 1)), world.new_user("parent", email="P@example.org")
    claim = owned(who, parent, member, guardian=True)
    Player.objects.filter(pk=who.pk).update(email="p@example.org", email_consent_on=world.TODAY)
    other = ask(who, world.new_user("other"), guardian=True)
    [waiting] = at(member).get(reverse("claim-list")).context["claims"]
    assert [one.claim for one in waiting["holders"]] == [claim]
    ending = reverse("claim-end", args=[claim.pk])
    assert at(other.user).post(ending).status_code == 403
    at(member).post(ending, {"words": ""})
    assert cards_of(parent.pk, on=world.TODAY) == {who.pk: claim}
    at(member).post(ending, {"words": "опікун інший"})
    assert cards_of(parent.pk, on=world.TODAY) == {}
    who.refresh_from_db()
    assert (who.email, who.email_consent_on) == ("", None)
    assert at(parent).get(reverse("account-card", args=[who.pk])).status_code == 403


def test_no_letter_goes_to_the_parent_of_somebody_of_age(member) -> None:
    who, parent = player(date(2008, 7, 20)), world.new_user("parent", email="p@example.org")
    owned(who, parent, member, guardian=True)
    Player.objects.filter(pk=who.pk).update(email="P@example.org")
    assert written_to_former_guardians(on=date(2026, 7, 19)) == set()
    assert written_to_former_guardians(on=date(2026, 7, 20)) == {who.pk}


def test_a_card_merged_into_another_is_reached_by_both_numbers_and_has_one_owner(member) -> None:
    kept, merged = player(), player()
    first, second = world.new_user("first"), world.new_user("second")
    own, lost = owned(kept, first, member), owned(merged, second, member)
    request_ask(merged, kind="other", text="Кубок", user=second, at=world.NOW)
    Player.objects.filter(pk=merged.pk).update(merged_into=kept)
    assert cards_of(first.pk, on=world.TODAY) == {kept.pk: own}
    assert cards_of(second.pk, on=world.TODAY) == {}
    assert "under another number" in at(second).get(reverse("account")).content.decode()
    claim_end(own, words="помилка", user=member, at=world.NOW)
    assert cards_of(second.pk, on=world.TODAY) == {kept.pk: lost}
    for number in (kept.pk, merged.pk):
        shown = at(second).get(reverse("account-card", args=[number]))
        assert [one.text for one in shown.context["requests"]] == ["Кубок"]
    assert (
        reverse("account-card", args=[kept.pk])
        in at(second).get(reverse("account")).content.decode()
    )
    again = at(second).get(reverse("claim-new", args=[merged.pk]), follow=True)
    assert again.redirect_chain[-1][0] == reverse("account-card", args=[kept.pk])


def test_claims_of_one_person_are_limited_and_a_region_counts_for_the_kept_card(member) -> None:
    user = world.new_user("somebody")
    elsewhere = player(region=Region.objects.get(code="KHA"))
    for _n in range(10):
        ask(player(), user)
    with pytest.raises(Refused, match="Ten of your claims"):
        ask(elsewhere, user)
    moved = CardClaim.objects.order_by("pk")[0]
    Player.objects.filter(pk=moved.player_id).update(merged_into=elsewhere)
    stranger = world.mandated("stranger", Role.MEMBER, "KHA")
    seen = {who: at(who).get(reverse("claim-list")).context["claims"] for who in (member, stranger)}
    assert [len(seen[who]) for who in (member, stranger)] == [9, 1]
    answer = {"answer": "confirm", "words": "паспорт"}
    address = reverse("claim-answer", args=[moved.pk])
    assert [at(who).post(address, answer).status_code for who in (member, stranger)] == [403, 302]


def test_pages_of_claims_ask_the_same_however_many_there_are(member) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            at(member).get(reverse("claim-list"))
        return len(captured)

    def fill(count: int) -> None:
        for number in range(count):
            owned(player(), world.new_user(f"owner {cards[0]} {number}"), member)
            ask(player(), world.new_user(f"asks {cards[0]} {number}"))
        cards[0] += 1

    cards = [0]
    fill(1)
    before = cost()
    fill(4)
    assert cost() == before


def test_nobody_confirms_the_own_claim(member) -> None:
    with pytest.raises(Refused, match="somebody else"):
        claim_answer(ask(player(), member), confirmed=True, words="я", user=member, at=world.NOW)


def test_from_claiming_to_the_commission_of_the_region(member) -> None:
    who, user = player(), world.new_user("somebody")
    stranger = world.mandated("stranger", Role.CHAIR, "KHA")
    page = at(user).post(reverse("claim-new", args=[who.pk]), {"born": "1990-03-04"})
    assert page["Location"] == reverse("account")
    claim = CardClaim.objects.get()
    assert list(at(stranger).get(reverse("claim-list")).context["claims"]) == []
    shown = at(member).get(reverse("claim-list"))
    assert [one["claim"] for one in shown.context["claims"]] == [claim]
    assert "04.03.1990" not in shown.content.decode()
    answer = {"answer": "confirm", "words": "паспорт"}
    assert at(stranger).post(reverse("claim-answer", args=[claim.pk]), answer).status_code == 403
    at(member).post(reverse("claim-answer", args=[claim.pk]), answer)
    mine = at(user).get(reverse("account-card", args=[who.pk])).content.decode()
    assert "04.03.1990" in mine
    for other in (world.new_user("other"), stranger, member):
        assert at(other).get(reverse("account-card", args=[who.pk])).status_code == 403


# --- what an owner does -------------------------------------------------------------------------


def test_own_data_can_be_taken_along(member) -> None:
    who, user = player(email="o@example.org"), world.new_user("somebody")
    owned(who, user, member)
    data = json.loads(at(user).get(reverse("account-data", args=[who.pk])).content)
    assert (data["birth_date"], data["email"], data["region"]) == (
        *("1990-03-04", "o@example.org"),
        "SUM",
    )


def test_a_card_that_is_owned_under_another_number_of_the_person_has_an_owner(member) -> None:
    kept, user = player(), world.new_user("first")
    owned(kept, user, member)
    merged = player(merged_into=kept)
    claim = CardClaim.objects.create(
        user=world.new_user("second"), player=merged, asked_at=world.NOW
    )
    with pytest.raises(Refused, match="has an owner already"):
        claim_answer(claim, confirmed=True, words="паспорт", user=member, at=world.NOW)


def test_the_paper_of_a_card_that_was_merged_leads_to_the_kept_one(member, client) -> None:
    kept, merged = player(), player()
    client.post(reverse("card-pdf", args=[merged.pk]))
    Player.objects.filter(pk=merged.pk).update(merged_into=kept)
    state = document_state(IssuedDocument.objects.get(), on=world.TODAY)
    assert (state.word, state.url) == ("Amended", reverse("player-card", args=[kept.pk]))
    assert client.post(reverse("card-pdf", args=[merged.pk])).status_code == 404


def test_letters_are_chosen_and_given_up(member) -> None:
    who, user = player(), world.new_user("somebody")
    owned(who, user, member)
    address = reverse("account-notices", args=[who.pk])
    before = at(user).get(reverse("account-card", args=[who.pk])).context["seen"]
    asked = {"wanted": "on", "language": "ru", "point_ends": "on", "days_before": "30"}
    for refused in (
        asked,
        asked | {"email": "o@example.org", "point_ends": ""},
        asked | {"email": "o@example.org", "days_before": "31"},
    ):
        assert at(user).post(address, refused).status_code == 422
    assert NoticeChoice.objects.count() == 0
    at(user).post(address, asked | {"email": "o@example.org"})
    choice = NoticeChoice.objects.get(player=who)
    assert (choice.rank_ends, choice.point_ends, choice.exemption_ends, choice.days_before) == (
        *(False, True, False),
        30,
    )
    page = at(user).get(reverse("account-card", args=[who.pk])).context
    stale = asked | {"email": "other@example.org", "seen": before}
    refused = at(user).post(address, stale)
    assert refused.status_code == 422
    [said] = refused.context["notices"].non_field_errors()
    assert "o@example.org" in said
    assert refused.context["notices"]["email"].value() == "other@example.org"
    shown = page["notices"]
    assert [shown[kind].value() for kind in ("rank_ends", "point_ends")] == [False, True]
    who.refresh_from_db()
    assert (who.email, who.email_consent_on, who.language) == (
        *("o@example.org", world.TODAY),
        "ru",
    )
    at(user).post(address, {"language": "ru", "days_before": "90"})
    who.refresh_from_db()
    assert (who.email, who.email_consent_on) == ("", None)


def test_a_request_is_asked_and_answered(member) -> None:
    who, user = player(), world.new_user("somebody")
    owned(who, user, member)
    asked = {"kind": "petition", "text": "III розряд, Кубок Сум"}
    at(user).post(reverse("account-request", args=[who.pk]), asked)
    [request] = at(member).get(reverse("claim-list")).context["requests"]
    with pytest.raises(Refused, match="what was done"):
        request_answer(request, done=True, answer=" ", user=member, at=world.NOW)
    at(member).post(
        reverse("request-answer", args=[request.pk]), {"answer": "done", "words": "внесено"}
    )
    assert "внесено" in at(user).get(reverse("account-card", args=[who.pk])).content.decode()
    with pytest.raises(Refused, match="answered meanwhile"):
        request_answer(request, done=False, answer="ні", user=member, at=world.NOW)
    for number in range(10):
        request_ask(who, kind="other", text=f"{number}?", user=user, at=world.NOW)
    for text, why in (
        ("?", "Ten requests"),
        ("9? ", "asked this already"),
        ("а" * 1001, "too long"),
    ):
        with pytest.raises(Refused, match=why):
            request_ask(who, kind="other", text=text, user=user, at=world.NOW)


def test_an_owner_objects_to_the_own_line_and_to_no_other(period, member) -> None:
    world.compute(period)
    mine, other = (row.player for row in period.runs.get().rows.order_by("pk")[:2])
    Player.objects.filter(pk=mine.pk).update(birth_date=date(1990, 1, 1))
    mine.refresh_from_db()
    user = world.new_user("somebody")
    owned(mine, user, member)
    client, text = at(user), {"text": "Тур 3: нічия"}
    assert (
        client.post(reverse("account-objection", args=[other.pk, period.pk]), text).status_code
        == 403
    )
    shown = client.get(reverse("account-card", args=[mine.pk])).content.decode()
    assert reverse("account-objection", args=[mine.pk, period.pk]) in shown
    client.post(reverse("account-objection", args=[mine.pk, period.pk]), text)
    objection = Objection.objects.get()
    assert (objection.player, objection.raised_by, objection.commission) == (mine, user, None)
