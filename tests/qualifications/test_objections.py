"""Objections: who may raise and answer them, what they hold, and what pages say to do next."""

from datetime import date

import pytest

from federation.errors import Refused
from federation.models import Commission, Player, Role, User
from qualifications.models import Objection, ObjectionStatus, RatingPeriod, RatingRow
from qualifications.selectors import latest_run
from qualifications.services.objections import objection_answer, objection_raise
from qualifications.services.periods import period_publish
from tests.qualifications.building import NOW, Federation, everybody_against_everybody

JANUARY, APRIL = date(2025, 1, 1), date(2025, 4, 1)
pytestmark = pytest.mark.django_db


@pytest.fixture
def players(federation: Federation) -> list[Player]:
    """Six players of the region; the first one wins the round robin that the draft counts."""
    names = ("Гнатюк Остап", "Дорошенко Ян", "Жук Мирон", "Козак Лука", "Мороз Іван", "Ярема Лев")
    found = federation.players(*names)
    federation.opening(JANUARY, {player: (1900 + 20 * n, 40) for n, player in enumerate(found)})
    federation.event(
        found,
        everybody_against_everybody(6, lambda white, black: 2 if white < black else 0),
        starts_on=date(2025, 2, 1),
        ends_on=date(2025, 2, 6),
    )
    federation.compute(APRIL)
    return found


@pytest.fixture
def period(players) -> RatingPeriod:
    return RatingPeriod.objects.get(list_on=APRIL)


def object_to(period: RatingPeriod, player: Player, user: User, **changed) -> Objection:
    given = {"text": "Тур 3: нічия", "commission": Commission.objects.get(code="LVI")} | changed
    return objection_raise(period, player, user=user, at=NOW, **given)


def line(period: RatingPeriod, player: Player) -> RatingRow:
    return RatingRow.objects.get(run=latest_run(period), player=player)


# --- raising and answering ----------------------------------------------------------------------


def test_an_objection_needs_words(federation, period, players):
    with pytest.raises(Refused, match="Write what is wrong"):
        object_to(period, players[0], federation.member, text="  \n")


def test_one_objection_of_a_player_is_open_at_a_time(federation, period, players):
    first = object_to(period, players[0], federation.member)
    with pytest.raises(Refused, match="open already"):
        object_to(period, players[0], federation.chair)
    objection_answer(first, upheld=False, answer="Ні", user=federation.national_chair, at=NOW)
    assert object_to(period, players[0], federation.chair).status == ObjectionStatus.OPEN


def test_a_player_without_a_line_has_nothing_to_object_to(federation, period):
    [stranger] = federation.players("Чужий Ілля")
    with pytest.raises(Refused, match="no line of this player"):
        object_to(period, stranger, federation.member)


def test_nobody_objects_to_a_published_list(federation, period, players):
    federation.publish(APRIL)
    with pytest.raises(Refused, match="This list is published"):
        object_to(period, players[0], federation.member)


def test_an_objection_is_answered_once_with_words_and_by_another_person(
    federation, period, players
):
    own = object_to(period, players[0], federation.national_chair, commission=None)
    answer = {"upheld": True, "answer": "Виправимо", "at": NOW}
    with pytest.raises(Refused, match="You raised this objection"):
        objection_answer(own, user=federation.national_chair, **answer)
    other = federation.person("another", Role.MEMBER, federation.national)
    with pytest.raises(Refused, match="Write what will be done"):
        objection_answer(own, user=other, **answer | {"answer": " "})
    with pytest.raises(Refused, match="Write why the line stays"):
        objection_answer(own, user=other, **answer | {"answer": " ", "upheld": False})
    done = objection_answer(own, user=other, **answer)
    assert (done.status, done.answer, done.answered_by) == ("upheld", "Виправимо", other)
    with pytest.raises(Refused, match="answered already"):
        objection_answer(done, user=other, **answer)


# --- what it holds ------------------------------------------------------------------------------


def test_an_open_objection_holds_its_line_alone_and_a_dismissed_one_releases_it(
    federation, period, players
):
    computed = [line(period, player).after for player in players]
    assert computed[0] > 1900
    objection = object_to(period, players[0], federation.member)
    federation.compute(APRIL)
    held = line(period, players[0])
    assert (held.before, held.after, held.change, held.held) == (1900, 1900, 0, True)
    assert [line(period, player).after for player in players[1:]] == computed[1:]
    assert RatingRow.objects.filter(run=latest_run(period), held=True).count() == 1

    objection_answer(objection, upheld=False, answer="Ні", user=federation.national_chair, at=NOW)
    again = RatingRow.objects.filter(run=federation.compute(APRIL)).order_by("player")
    assert [(row.after, row.held) for row in again] == [(after, False) for after in computed]


def test_a_list_published_with_an_open_objection_shows_the_line_as_held(
    client, federation, period, players
):
    object_to(period, players[0], federation.member)
    with pytest.raises(Refused, match="Compute it again"):
        federation_publish_as_shown(federation, period)
    federation.publish(APRIL)
    html = client.get("/lists/ua/2025-04-01/").content.decode()
    assert html.count("an objection is being looked at") == 1
    changed = [line(period, player).change for player in players]
    assert changed[0] == 0
    assert all(changed[1:])


def federation_publish_as_shown(federation: Federation, period: RatingPeriod) -> None:
    run = latest_run(period)
    period_publish(period, run_id=run.pk, user=federation.national_chair, at=NOW, today=APRIL)


# --- pages --------------------------------------------------------------------------------------


def test_a_region_objects_from_its_draft_and_the_nation_answers_from_its_desk(
    client, clock, federation, period, players
):
    client.force_login(federation.member)
    desk = client.get("/desk/").content.decode()
    assert f'href="/desk/periods/{period.pk}/region/"' in desk
    draft = client.get(f"/desk/periods/{period.pk}/region/").content.decode()
    address = f"/desk/periods/{period.pk}/{players[0].pk}/"
    assert f'href="{address}"' in draft
    assert f'href="{address}objection/"' in client.get(address).content.decode()
    assert client.post(f"{address}objection/", {"text": ""}).status_code == 422
    answer = client.post(f"{address}objection/", {"text": "Тур 3: нічия"}, follow=True)
    assert "The objection is recorded" in answer.content.decode()
    objection = Objection.objects.get()
    assert (objection.commission.code, objection.raised_by) == ("LVI", federation.member)
    assert "Compute it again" in client.get(f"/desk/periods/{period.pk}/region/").content.decode()

    client.force_login(federation.national_chair)
    desk = client.get("/desk/").content.decode()
    assert "1 objection to answer" in desk
    assert f'href="/desk/objections/{objection.pk}/"' in desk
    page = client.get(f"/desk/periods/{period.pk}/").content.decode()
    assert "1 objection waits for an answer" in page
    assert "Objections were raised or answered after this draft was computed" in page
    federation.compute(APRIL)
    page = client.get(f"/desk/periods/{period.pk}/").content.decode()
    assert "Objections were raised or answered after this draft was computed" not in page
    given = {"decision": "dismissed", "answer": "Протокол каже інше."}
    answer = client.post(f"/desk/objections/{objection.pk}/", given, follow=True)
    assert "Compute the draft again" in answer.content.decode()
    assert "Objections were raised or answered after" in answer.content.decode()
    objection.refresh_from_db()
    assert (objection.status, objection.answered_by) == ("dismissed", federation.national_chair)


def test_the_national_commission_writes_down_what_a_player_brought(
    client, clock, federation, period, players
):
    clerk = federation.person("national-clerk", Role.CLERK, federation.national)
    client.force_login(clerk)
    address = f"/desk/periods/{period.pk}/{players[0].pk}/objection/"
    assert "what the player brought" in client.get(address).content.decode()
    assert client.post(address, {"text": "Тур 3"}).status_code == 302
    objection = Objection.objects.get()
    assert (objection.commission, objection.raised_by) == (None, clerk)
    assert client.post(f"/desk/objections/{objection.pk}/", {}).status_code == 403


@pytest.mark.parametrize(
    ("role", "code", "raise_", "answer"),
    [
        (Role.CLERK, "LVI", 403, 403),
        (Role.MEMBER, "LVI", 200, 403),
        (Role.CHAIR, "LVI", 200, 403),
        (Role.MEMBER, "KHA", 403, 403),
        (Role.CHAIR, "KHA", 403, 403),
        (Role.CLERK, "UKR", 200, 403),
        (Role.MEMBER, "UKR", 200, 422),
        (Role.CHAIR, "UKR", 200, 422),
    ],
)
def test_who_may_object_and_who_may_answer(
    client, clock, federation, period, players, role, code, raise_, answer
):
    user = federation.person("someone", role, Commission.objects.get(code=code))
    client.force_login(user)
    address = f"/desk/periods/{period.pk}/{players[0].pk}/objection/"
    assert client.get(address).status_code == raise_
    assert client.post(address, {}).status_code == (422 if raise_ == 200 else 403)
    objection = object_to(period, players[1], federation.member)
    assert client.post(f"/desk/objections/{objection.pk}/", {}).status_code == answer


def test_a_commission_of_another_region_sees_neither_line_nor_objection(
    client, clock, federation, period, players
):
    objection = object_to(period, players[0], federation.member)
    other = federation.person("other", Role.CHAIR, Commission.objects.get(code="KHA"))
    client.force_login(other)
    draft = client.get(f"/desk/periods/{period.pk}/region/")
    assert draft.status_code == 200
    assert "Гнатюк" not in draft.content.decode()
    assert client.get(f"/desk/periods/{period.pk}/{players[0].pk}/").status_code == 403
    assert client.get(f"/desk/objections/{objection.pk}/").status_code == 403


def test_who_raised_an_objection_is_not_asked_to_answer_it(
    client, clock, federation, period, players
):
    objection = object_to(period, players[0], federation.national_chair, commission=None)
    client.force_login(federation.national_chair)
    page = client.get(f"/desk/objections/{objection.pk}/").content.decode()
    assert "who did not raise it answers it" in page
    assert "objection to answer" not in client.get("/desk/").content.decode()
    given = {"decision": "upheld", "answer": "Так"}
    refused = client.post(f"/desk/objections/{objection.pk}/", given)
    assert "You raised this objection" in refused.content.decode()
    assert Objection.objects.get().status == ObjectionStatus.OPEN
