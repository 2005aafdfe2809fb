"""Applications to FIDE: norms and rating are checked, another sends, FIDE's answer counts."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from federation.errors import Refused
from federation.models import FactKind, PersonFact, Player, Role, User
from qualifications.engine.verdict import Outcome
from qualifications.fide_application_lists import applications_under_way
from qualifications.fide_applications import Checked, Stated, check_of, stated_in, titles_held
from qualifications.issued.fide_application import application_paper
from qualifications.issued.of_player import documents_of
from qualifications.issued.states import document_state
from qualifications.models import (
    FideApplication,
    ImportedRating,
    IssuedDocument,
    LedgerEntry,
    NormElsewhere,
)
from qualifications.selectors import player_card
from qualifications.services.decrees import Stale
from qualifications.services.fide_answers import Answer, application_result, application_result_void
from qualifications.services.fide_applications import (
    application_change,
    application_draft,
    application_send,
    application_withdraw,
)
from qualifications.services.norms_elsewhere import norm_elsewhere_record, norm_elsewhere_remove
from tests import world
from tests.qualifications.building import Federation
from tests.qualifications.test_schemes import assess, strong

NOTE = "Зафіксовано в листі арбітра."
pytestmark = [pytest.mark.once, pytest.mark.usefixtures("clock")]


@pytest.fixture
def clerk(federation: Federation) -> User:
    return federation.person("national-clerk", Role.CLERK, federation.national)


@pytest.fixture
def player(federation: Federation) -> Player:
    """Nine games of a GM norm in the registry, two norms elsewhere, and the rating of a GM."""
    event = strong(federation, lost=2)
    assess(federation, event)
    who: Player = event.entries.get(number=1).player
    Player.objects.filter(pk=who.pk).update(latin_name="Berezenko, Ihor", fide_id=14101010)
    for year, title in ((2024, "GM"), (2023, "GM")):
        elsewhere(who, federation.national_chair, title=title, year=year)
    ImportedRating.objects.create(
        player=who,
        scheme="fide",
        kind="standard",
        list_on=date(2025, 8, 1),
        value=2501,
        source="FIDE",
        imported_at=world.NOW,
    )
    who.refresh_from_db()
    return who


def elsewhere(who: Player, user: User, *, title: str = "GM", year: int = 2024, **changed):
    fields = {
        "title": title,
        "event_name": f"Memorial {year}",
        "city": "Lublin",
        "federation": "POL",
        "starts_on": date(year, 5, 1),
        "ends_on": date(year, 5, 9),
        "games": 9,
        "with_foreigners": True,
        "days_with_one_round": 9,
        "large_swiss": True,
        "document": f"IT1, {year}",
    }
    return norm_elsewhere_record(who, NormElsewhere(**fields | changed), user=user, at=world.NOW)


def check(who: Player, grade: str = "fide.gm", **stated) -> Checked:
    return check_of(who, grade, Stated(**stated), on=world.TODAY)


def failing(checked: Checked) -> list[str]:
    return [one.check for one in checked.of(Outcome.NOT_MET)]


def test_1_50_norms_of_the_registry_and_of_elsewhere_make_27_games(player) -> None:
    found = check(player)
    assert (found.outcome, failing(found)) == (Outcome.MET, [])
    assert [norm.held.title for norm in found.norms if norm.chosen] == ["GM"] * 3
    assert [norm.held.games for norm in found.norms] == [9, 9, 9]
    assert found.achieved_on == date(2025, 8, 1)  # the list, later than the last norm


def test_1_50_without_one_of_the_norms_the_games_are_missing(player, clerk) -> None:
    norm_elsewhere_remove(NormElsewhere.objects.first(), user=clerk, at=world.NOW)
    assert failing(check(player)) == ["fide_games_of_norms"]


def test_1_53_the_rating_of_a_list_or_one_that_a_person_states(player) -> None:
    ImportedRating.objects.update(value=2499)
    assert failing(check(player)) == ["fide_award_rating"]
    found = check(player, highest_rating=2500, rating_reached_on=date(2025, 3, 3))
    assert (found.outcome, found.rating.stated) == (Outcome.MET, True)
    ImportedRating.objects.all().delete()
    assert check(player).outcome is Outcome.UNDECIDED


def test_1_5_6_a_person_says_that_an_event_is_one_of_those(player) -> None:
    NormElsewhere.objects.update(large_swiss=None)
    found = check(player)
    assert [one.asks for one in found.of(Outcome.UNDECIDED)] == ["large_swiss"]
    own = next(norm for norm in found.norms if norm.record is not None)
    assert check(player, large_swiss_norm=own.key).outcome is Outcome.MET


def test_1_51_gm_norms_serve_for_im(player) -> None:
    assert check(player, "fide.im").outcome is Outcome.MET


@pytest.mark.parametrize(
    ("value", "games", "outcome"),
    [(2299, 30, Outcome.NOT_MET), (2300, 30, Outcome.MET), (2300, None, Outcome.UNDECIDED)],
)
def test_1_31_fide_master_by_the_rating(player, value, games, outcome) -> None:
    ImportedRating.objects.update(value=value)
    assert check(player, "fide.fm", rated_games=games).outcome is outcome


def drafted(player: Player, clerk: User, grade: str = "fide.gm") -> FideApplication:
    return application_draft(
        player, grade, commission=world.commission("UKR"), user=clerk, at=world.NOW
    )


def sent(player: Player, clerk: User, chair: User, grade: str = "fide.gm") -> FideApplication:
    return application_send(drafted(player, clerk, grade), version=1, user=chair, at=world.NOW)


@pytest.fixture
def application(player, clerk, federation) -> FideApplication:
    return sent(player, clerk, federation.national_chair)


def test_another_person_sends_and_what_was_sent_is_a_paper(application, player) -> None:
    document = IssuedDocument.objects.get(application=application)
    assert (document.kind, document.paper["language"]) == ("application", "en")
    words = str(document.paper)
    assert "Berezenko, Ihor" in words
    assert "27 games together" in words
    assert "Memorial 2023" in words
    assert document_state(document, on=world.TODAY).sentence == "With FIDE since 10.07.2026."
    before = application_paper(application)
    NormElsewhere.objects.update(games=1)
    application.refresh_from_db()
    assert application_paper(application) == before
    assert [one.document for one in documents_of(player)] == [document]
    assert applications_under_way([player.pk]) == [application]


def test_who_prepared_it_does_not_send_it(player, clerk, federation) -> None:
    chair = federation.national_chair
    draft = drafted(player, clerk)
    with pytest.raises(Refused, match="another person signs"):
        application_send(draft, version=1, user=clerk, at=world.NOW)
    application_change(draft, version=1, stated=Stated(), note="", user=chair, at=world.NOW)
    with pytest.raises(Refused, match="another person signs"):
        application_send(draft, version=2, user=chair, at=world.NOW)
    with pytest.raises(Stale):
        application_send(draft, version=1, user=clerk, at=world.NOW)
    assert application_send(draft, version=2, user=clerk, at=world.NOW).status == "sent"


def test_what_is_not_met_is_not_sent_and_what_is_open_only_with_a_note(
    player, clerk, federation
) -> None:
    chair = federation.national_chair
    NormElsewhere.objects.update(large_swiss=None)
    draft = drafted(player, clerk)
    with pytest.raises(Refused, match="open questions"):
        application_send(draft, version=1, user=chair, at=world.NOW)
    ImportedRating.objects.update(value=2400)
    with pytest.raises(Refused, match="is not met"):
        application_send(draft, version=1, user=chair, at=world.NOW)
    stated = Stated(highest_rating=2505, rating_reached_on=date(2025, 5, 5))
    with pytest.raises(Refused, match="where what you state comes from"):
        application_change(draft, version=1, stated=stated, note=" ", user=clerk, at=world.NOW)
    draft = application_change(draft, version=1, stated=stated, note=NOTE, user=clerk, at=world.NOW)
    assert stated_in(draft) == stated
    assert NOTE in str(
        application_paper(application_send(draft, version=2, user=chair, at=world.NOW))
    )


def test_one_application_for_a_title_is_under_way(application, player, clerk, federation) -> None:
    with pytest.raises(Refused, match="under way already"):
        drafted(player, clerk)
    with pytest.raises(Refused, match="Say why"):
        application_withdraw(application, version=2, words="", user=clerk, at=world.NOW)
    application_withdraw(application, version=2, words="помилка", user=clerk, at=world.NOW)
    document = IssuedDocument.objects.get(application=application)
    assert document_state(document, on=world.TODAY).word == "Revoked"
    assert sent(player, clerk, federation.national_chair).pk != application.pk


DAY = world.TODAY


def answered(application: FideApplication, user: User, on: date = DAY, **changed):
    answer = Answer(changed.get("awarded", True), on, changed.get("document", "Рада ФІДЕ"), "")
    return application_result(
        application, answer, version=changed.get("version", 2), user=user, at=world.NOW
    )


def test_0_4_a_title_is_held_from_the_day_of_fides_decision(application, player, clerk) -> None:
    answered(application, clerk)
    [award] = LedgerEntry.objects.filter(player=player, kind="awarded")
    assert (award.grade, award.effective_on, award.note) == ("fide.gm", DAY, "Рада ФІДЕ")
    fact = PersonFact.objects.get(player=player, kind=FactKind.TITLE)
    assert (fact.value, fact.valid_from, fact.confirmed_on) == ("GM", DAY, DAY)
    assert titles_held(player, on=DAY - timedelta(days=1)) == ()
    assert titles_held(player, on=DAY) == ("GM",)
    assert check(player, "fide.im").held == "GM"
    document = IssuedDocument.objects.get(application=application)
    assert document_state(document, on=DAY).sentence == (
        "FIDE awarded the title on 10.07.2026: Рада ФІДЕ."
    )
    assert player_card(player, on=DAY).standing.grade is None  # a title of FIDE is no rank here


@pytest.mark.parametrize(
    ("on", "changed", "refusal"),
    [
        (DAY + timedelta(days=1), {}, "in the future"),
        (DAY - timedelta(days=1), {}, "before the application was sent"),
        (DAY, {"document": " "}, "Name the document"),
        (DAY, {"awarded": False}, "Say why FIDE"),
        (DAY, {"version": 1}, "since you opened it"),
    ],
)
def test_an_answer_that_is_refused(application, clerk, on, changed, refusal) -> None:
    with pytest.raises(Refused, match=refusal):
        answered(application, clerk, on, **changed)
    application.refresh_from_db()
    assert (application.status, LedgerEntry.objects.filter(kind="awarded").count()) == ("sent", 0)


def test_an_answer_recorded_wrongly_is_taken_back(application, player, clerk) -> None:
    answered(application, clerk)
    with pytest.raises(Refused, match="what was wrong"):
        application_result_void(application, version=3, reason="", user=clerk, at=world.NOW)
    again = application_result_void(
        application, version=3, reason="інша особа", user=clerk, at=world.NOW
    )
    assert (again.status, again.decision, again.result_on) == ("sent", None, None)
    assert titles_held(player, on=DAY) == ()
    assert LedgerEntry.objects.get(player=player, kind="awarded").voided_by.note == "інша особа"
    answered(again, clerk, version=4)
    assert titles_held(player, on=DAY) == ("GM",)


def test_a_norm_elsewhere_is_kept_once_and_not_of_coming_days(player, clerk) -> None:
    with pytest.raises(Refused, match="recorded already"):
        elsewhere(player, clerk, year=2024)
    with pytest.raises(Refused, match="in the future"):
        elsewhere(player, clerk, ends_on=DAY + timedelta(days=1))
    norm = NormElsewhere.objects.first()
    norm_elsewhere_remove(norm, user=clerk, at=world.NOW)
    with pytest.raises(Refused, match="meanwhile"):
        norm_elsewhere_remove(norm, user=clerk, at=world.NOW)


def test_a_player_joined_with_another_is_applied_for_as_that_one(player, clerk, federation) -> None:
    [other] = federation.players("Березенко І.")
    Player.objects.filter(pk=other.pk).update(merged_into=player)
    other.refresh_from_db()
    with pytest.raises(Refused, match="apply for that one"):
        drafted(other, clerk)


def test_the_pages_from_who_has_norms_to_the_title(player, clerk, federation, client: Client):
    client.force_login(clerk)
    listed = client.get(reverse("fide-application-list") + "?state=norms").content.decode()
    start = reverse("fide-application-new", args=[player.pk])
    assert start in listed
    assert "GM: 3" in listed
    assert start in client.get(reverse("player-card", args=[player.pk])).content.decode()
    client.post(start, {"grade": "fide.gm"})
    application = FideApplication.objects.get()
    page = reverse("fide-application", args=[application.pk])
    assert "Ready. Next: another person" in client.get(page).content.decode()
    kept = {"version": 1, "note": NOTE}
    assert client.post(page, kept).status_code == 302
    stale = client.post(page, kept | {"note": "інше"})
    assert stale.status_code == 422
    assert [(one["now"], one["yours"]) for one in stale.context["stale"]] == [(NOTE, "інше")]
    client.force_login(federation.national_chair)
    desk = client.get(reverse("desk"))
    assert page in desk.content.decode()
    assert "1 application to FIDE to sign" in desk.context["counts"]
    client.post(reverse("fide-application-send", args=[application.pk]), {"version": 2})
    answer = reverse("fide-application-answer", args=[application.pk])
    typed = {"version": 3, "answer": "awarded", "on": DAY, "document": "Рада ФІДЕ"}
    lacking = client.post(answer, typed | {"document": ""})
    assert (lacking.status_code, set(lacking.context["answer"].errors)) == (422, {"document"})
    client.post(answer, typed)
    shown = client.get(page).content.decode()
    assert "FIDE awarded the title on 10.07.2026" in shown
    card = client.get(reverse("player-card", args=[player.pk])).content.decode()
    assert "awarded by FIDE, recorded by the" in card


def test_the_form_of_a_norm_names_what_is_wrong(player, clerk, client: Client) -> None:
    client.force_login(clerk)
    page = reverse("norm-elsewhere", args=[player.pk])
    typed = {
        "title": "GM",
        "event_name": "Open",
        "city": "Praha",
        "federation": "cz",
        "starts_on": "2025-06-09",
        "ends_on": "2025-06-01",
        "games": 0,
        "document": "IT1",
    }
    assert set(client.post(page, typed).context["form"].errors) == {
        "federation",
        "ends_on",
        "games",
    }
    right = typed | {"federation": "cze", "ends_on": "2025-06-17", "games": 9}
    assert client.post(page, right).status_code == 302
    assert NormElsewhere.objects.get(event_name="Open").federation == "CZE"
