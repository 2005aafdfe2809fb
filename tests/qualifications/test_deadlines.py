"""What ends and has ended: found in the ledger, listed for a commission, told to players."""

import io
import re
import zipfile
from datetime import date, timedelta
from io import StringIO

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from federation.models import Player, Role, User
from qualifications.models import Deadline, LedgerEntry, Notice, NoticeChoice
from qualifications.services.deadlines import deadlines_rebuild, ranges_of_players
from qualifications.services.ledger import ledger_append
from qualifications.services.notices import notices_choose, notices_send, notices_write
from qualifications.tasks import deadlines_and_notices, deadlines_of_range, notices_of_range
from tests import world
from tests.samples import people

TODAY = world.TODAY
URL = "/desk/deadlines/"


@pytest.fixture(autouse=True)
def _frozen(clock) -> None:
    """It is 10 July 2026."""


def player(seed: int = 1, code: str = "SUM") -> Player:
    [found] = world.register_players(people(1, seed=seed), code)
    return found


def ends_in(days: int, seed: int = 1, code: str = "SUM", grade: str = "ua.rank_1") -> Player:
    """A player whose rank, entered today, ends in so many days."""
    found = player(seed, code)
    last = TODAY + timedelta(days=days)
    world.held(found, grade, last.replace(year=last.year - 3))
    return found


def fact(who: Player, kind: str, day: date, grade: str = "ua.rank_1", **details) -> None:
    ledger_append(
        [
            LedgerEntry(
                player=who,
                kind=kind,
                grade=grade,
                effective_on=day,
                recorded_at=world.NOW,
                recorded_by=world.registrar(),
                details=details,
            )
        ]
    )


def failure(who: Player, day: date) -> None:
    fact(who, "failure_recorded", day, results={"ua.rank_1": [4, 11]})


def void(entry: LedgerEntry) -> None:
    ledger_append(
        [
            LedgerEntry(
                player=entry.player,
                kind="voided",
                effective_on=entry.effective_on,
                recorded_at=world.NOW,
                recorded_by=world.registrar(),
                voids=entry,
            )
        ]
    )


def stored() -> list[tuple]:
    return list(
        Deadline.objects.order_by("day", "pk").values_list("kind", "grade", "day", "becomes")
    )


def rebuild(on: date) -> None:
    for first, last in ranges_of_players():
        deadlines_rebuild(first, last, on=on)


# --- from the ledger ----------------------------------------------------------------------------


def test_an_award_is_followed_by_its_deadline_at_once(reference):
    ends_in(30)
    assert stored() == [("rank_ends", "ua.rank_1", date(2026, 8, 9), "")]


def test_a_point_ends_beside_the_rank(reference):
    who = ends_in(700)
    fact(who, "candidate_point_earned", date(2026, 5, 4), "ua.candidate_point")
    assert stored() == [
        ("rank_ends", "ua.rank_1", date(2028, 6, 9), ""),
        ("point_ends", "ua.candidate_point", date(2029, 5, 4), "ua.rank_1"),
    ]


def test_a_rank_ends_on_its_last_day_and_has_ended_on_the_next(reference):
    ends_in(0)
    assert [kind for kind, *_ in stored()] == ["rank_ends"]
    rebuild(TODAY + timedelta(days=1))
    assert stored() == [("rank_ended", "ua.rank_1", TODAY, "")]


def test_two_failures_leave_one(reference):
    who = ends_in(700)
    failure(who, date(2026, 5, 4))
    assert [kind for kind, *_ in stored()] == ["rank_ends"]
    failure(who, date(2026, 6, 4))
    assert stored() == [
        ("one_failure_left", "ua.rank_1", date(2026, 6, 4), "ua.rank_2"),
        ("rank_ends", "ua.rank_1", date(2028, 6, 9), ""),
    ]


def test_three_failures_move_down(reference):
    who = ends_in(700)
    for month in (4, 5, 6):
        failure(who, date(2026, month, 4))
    assert stored() == [
        ("moved_down", "ua.rank_1", date(2026, 6, 3), "ua.rank_2"),
        ("rank_ends", "ua.rank_2", date(2029, 6, 4), ""),
    ]


def test_a_voided_award_leaves_nothing(reference):
    ends_in(30)
    void(LedgerEntry.objects.get())
    assert stored() == []


def test_what_holds_keeps_the_day_on_which_it_was_found(reference):
    ends_in(30)
    rebuild(TODAY + timedelta(days=3))
    assert Deadline.objects.get().found_on == TODAY


def test_ua_q18_a_decision_on_a_reading_reaches_the_work_lists_at_once(national_chair):
    who = ends_in(30)
    assert Deadline.objects.get(player=who, kind="rank_ends").becomes == ""
    day = TODAY.isoformat()
    answer = signed_in(national_chair).post(
        reverse("reading-decision", args=["ua_2007", "UA.Q18"]),
        {"choice": "next_lower_rank", "decided_on": day, "holds_from": day, "note": "why"},
    )
    assert answer.status_code == 302
    assert Deadline.objects.get(player=who, kind="rank_ends").becomes == "ua.rank_2"


def test_ranges_one_by_one_or_as_tasks_give_the_same(reference):
    for seed in range(1, 6):
        ends_in(10 * seed, seed)
    whole = stored()
    Deadline.objects.all().delete()
    ranges = list(ranges_of_players(2))
    assert len(ranges) == 3
    for first, last in ranges:
        deadlines_of_range(first, last, TODAY.isoformat())
    assert stored() == whole


def test_a_range_costs_the_same_whatever_it_holds(reference):
    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            rebuild(TODAY)
        return len(captured)

    ends_in(10, 1)
    few = cost()
    for seed in range(2, 8):
        ends_in(10 * seed, seed)
    assert cost() == few


# --- manage.py rebuild_standings ----------------------------------------------------------------


def command(*arguments: str) -> str:
    out = StringIO()
    call_command("rebuild_standings", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue().strip()


def test_check_finds_nothing_to_say(admitted_event):
    assert command("--check", "--size", "3").endswith("players, 0 differences")
    assert LedgerEntry.objects.values("player").distinct().count() > 3


def test_check_finds_what_was_tampered_with_and_rebuilding_mends_it(reference):
    ends_in(30)
    Deadline.objects.update(day=TODAY)
    with pytest.raises(CommandError):
        command("--check")
    assert command() == "1 players, 1 deadlines added, 1 taken away."
    assert command("--check") == "1 players, 0 differences"


def test_check_writes_nothing(reference):
    ends_in(30)
    Deadline.objects.all().delete()
    with pytest.raises(CommandError):
        command("--check")
    assert Deadline.objects.count() == 0


def test_ranges_handed_to_workers_give_the_same(reference):
    for seed in range(1, 4):
        ends_in(10 * seed, seed)
    whole = stored()
    Deadline.objects.all().delete()
    said = command("--workers", "--size", "2")
    assert said == "2 ranges handed to the workers; --check compares afterwards."
    assert stored() == whole


# --- the page -----------------------------------------------------------------------------------


def signed_in(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def names_on(client: Client, query: str = "") -> list[str]:
    response = client.get(f"{URL}{query}")
    assert response.status_code == 200
    return [line["player"] for line in response.context["lines"]]


def test_lists_look_as_far_as_the_address_says(clerk):
    near, far = ends_in(30, 1), ends_in(31, 2)
    client = signed_in(clerk)
    assert names_on(client) == [near.name, far.name]
    assert names_on(client, "?days=30") == [near.name]
    assert names_on(client, "?kind=points") == []


def test_a_regional_commission_sees_its_own_region(clerk, national_chair):
    own, other = ends_in(10, 1), ends_in(20, 2, "KHA")
    assert names_on(signed_in(clerk)) == [own.name]
    assert names_on(signed_in(national_chair)) == [own.name, other.name]
    assert names_on(signed_in(national_chair), f"?region={other.region_id}") == [other.name]
    assert signed_in(clerk).get(f"{URL}?region={other.region_id}").status_code == 404


def test_what_happened_says_what_to_do(clerk):
    who = ends_in(700)
    for month in (4, 5, 6):
        failure(who, date(2026, month, 4))
    page = signed_in(clerk).get(f"{URL}?kind=happened").content.decode()
    assert "Draft the decree that confirms it" in page
    assert names_on(signed_in(clerk), "?kind=happened") == [who.name]


@pytest.mark.parametrize(
    "query", ["?kind=x", "?days=31", "?days=0", "?region=abc", "?after=x", "?region=99999"]
)
def test_nonsense_in_the_address_is_not_found(clerk, query):
    assert signed_in(clerk).get(f"{URL}{query}").status_code == 404


def test_pages_follow_one_another_without_loss(clerk, monkeypatch):
    monkeypatch.setattr("qualifications.work_lists.page_of.__kwdefaults__", {"size": 2})
    everybody = [ends_in(10, seed).name for seed in range(1, 4)] + [ends_in(20, 9).name]
    client, seen, pages, query = signed_in(clerk), [], 0, ""
    while True:
        response = client.get(f"{URL}{query}")
        pages += 1
        seen += [line["player"] for line in response.context["lines"]]
        after = response.context["page"].next_after
        if not after:
            break
        query = f"?after={after}"
    assert (seen, pages) == (everybody, 2)


def test_the_page_asks_the_same_number_of_questions_however_long_it_is(clerk):
    def cost() -> int:
        client = signed_in(clerk)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(URL).status_code == 200
        return len(captured)

    ends_in(10, 1)
    one = cost()
    for seed in range(2, 8):
        ends_in(10 + seed, seed)
    assert cost() == one


def test_the_workbook_has_the_list_and_no_formula(clerk):
    who = ends_in(10, 1)
    Player.objects.filter(pk=who.pk).update(name='=HYPERLINK("http://example.org")')
    response = signed_in(clerk).get(f"{URL}?format=xlsx")
    assert response["Content-Type"].endswith("spreadsheetml.sheet")
    with zipfile.ZipFile(io.BytesIO(response.content)) as book:
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
    assert "=HYPERLINK(" in sheet
    assert re.findall("<f[ >]|<hyperlink", sheet) == []
    assert len(re.findall("<row ", sheet)) == 2


# --- notices ------------------------------------------------------------------------------------


def written() -> list[tuple]:
    return list(Notice.objects.order_by("pk").values_list("kind", "due_on", "days_before"))


@pytest.mark.parametrize(
    ("left", "days_before"),
    [(91, None), (90, 90), (31, 90), (30, 30), (8, 30), (7, 7), (0, 7)],
)
def test_the_nearest_step_is_written(reference, left, days_before):
    ends_in(left)
    notices_write(today=TODAY, at=world.NOW)
    due = TODAY + timedelta(days=left)
    assert written() == ([("rank_ends", due, days_before)] if days_before else [])


def test_a_life_of_nights_writes_each_step_once(reference, clock):
    ends_in(100)
    due = TODAY + timedelta(days=100)
    for night in range(110):
        clock.day = TODAY + timedelta(days=night)
        deadlines_and_notices()
        deadlines_and_notices()  # beat was started again
    assert written() == [("rank_ends", due, days) for days in (90, 30, 7)]


def with_address(who: Player, consent: date | None = date(2026, 1, 1)) -> Player:
    who.email, who.email_consent_on = "player@example.org", consent
    who.save()
    return who


def test_a_letter_goes_once_to_who_agreed(reference):
    who = with_address(ends_in(30))
    notices_write(today=TODAY, at=world.NOW)
    assert notices_send(today=TODAY, clock=lambda: world.NOW) == 1
    assert notices_send(today=TODAY, clock=lambda: world.NOW) == 0
    [letter] = mail.outbox
    assert letter.to == ["player@example.org"]
    assert letter.subject == "I rank: valid through 09.08.2026"
    assert f"/players/{who.pk}/" in letter.body
    assert "30 days are left." in letter.body
    assert Notice.objects.get().sent_at == world.NOW


@pytest.mark.parametrize(
    ("language", "subject"),
    [
        ("uk", "I розряд: діє по 09.08.2026 включно"),
        ("ru", "I разряд: действует по 09.08.2026 включительно"),
        ("en", "I rank: valid through 09.08.2026"),
    ],
)
def test_a_letter_is_written_in_the_language_that_the_player_chose(reference, language, subject):
    who = with_address(ends_in(30))
    who.language = language
    who.save()
    notices_write(today=TODAY, at=world.NOW)
    notices_send(today=TODAY, clock=lambda: world.NOW)
    assert [letter.subject for letter in mail.outbox] == [subject]


@pytest.mark.parametrize("consent", [None, TODAY + timedelta(days=1)])
def test_nothing_is_sent_without_consent(reference, consent):
    with_address(ends_in(30), consent)
    notices_write(today=TODAY, at=world.NOW)
    assert notices_send(today=TODAY, clock=lambda: world.NOW) == 0
    assert (mail.outbox, Notice.objects.get().sent_at) == ([], None)


def chosen(who: Player, **choice) -> None:
    notices_choose(
        who, NoticeChoice(**choice), email="player@example.org", language="en", today=TODAY
    )


@pytest.mark.parametrize(
    ("choice", "letters"),
    [
        ({}, 1),
        ({"rank_ends": False}, 0),
        ({"point_ends": False, "exemption_ends": False}, 1),
        ({"days_before": 30}, 1),
        ({"days_before": 7}, 0),
    ],
)
def test_only_letters_that_were_chosen_go_out(reference, choice, letters):
    chosen(ends_in(30), **choice)
    notices_write(today=TODAY, at=world.NOW)
    assert notices_send(today=TODAY, clock=lambda: world.NOW) == letters


def test_a_late_consent_brings_one_letter_and_not_each_step_that_was_missed(reference, clock):
    who = ends_in(100)
    for left in (90, 30, 5):
        clock.day = TODAY + timedelta(days=100 - left)
        deadlines_and_notices()
    assert (len(written()), mail.outbox) == (3, [])
    chosen(who)
    deadlines_and_notices()
    [letter] = mail.outbox
    assert "5 days are left." in letter.body


def test_nothing_is_sent_about_what_no_longer_ends(reference):
    with_address(ends_in(30))
    notices_write(today=TODAY, at=world.NOW)
    void(LedgerEntry.objects.get())
    assert notices_send(today=TODAY, clock=lambda: world.NOW) == 0
    assert mail.outbox == []


def test_what_the_mail_server_refuses_is_tried_again(reference, monkeypatch):
    with_address(ends_in(30))
    notices_write(today=TODAY, at=world.NOW)

    def refuse(self, fail_silently=False):
        raise ConnectionRefusedError

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", refuse)
        assert notices_send(today=TODAY, clock=lambda: world.NOW) == 0
    assert Notice.objects.get().sent_at is None
    assert notices_send(today=TODAY, clock=lambda: world.NOW) == 1


def test_a_range_writes_and_sends_its_own_notices_only(reference, clock):
    one, other = with_address(ends_in(30, 1)), with_address(ends_in(30, 2))
    assert one.pk < other.pk
    for _again in range(2):
        notices_of_range(other.pk, other.pk, TODAY.isoformat())
    told = Notice.objects.values_list("player", "sent_at")
    assert list(told.all()) == [(other.pk, clock.now())]
    deadlines_and_notices()
    assert sorted(told.all()) == [(one.pk, clock.now()), (other.pk, clock.now())]
    assert len(mail.outbox) == 2


# --- the address --------------------------------------------------------------------------------


def test_the_address_is_entered_by_the_commission_and_seen_by_nobody_else(clerk):
    who = ends_in(30)
    url = f"/desk/players/{who.pk}/contact/"
    data = {"email": "player@example.org", "email_consent_on": "2026-07-01", "language": "ru"}
    assert signed_in(clerk).post(url, data).status_code == 302
    card = f"/players/{who.pk}/"
    stranger = signed_in(world.mandated("stranger", Role.CHAIR, "KHA"))
    seen = [
        "player@example.org" in client.get(card).content.decode()
        for client in (signed_in(clerk), stranger, Client())
    ]
    assert seen == [True, False, False]
    who.refresh_from_db()
    assert who.language == "ru"


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"email": "x"}, "email"),
        ({"email": "", "email_consent_on": "2026-07-01"}, "email"),
        ({"email": "a@example.org", "email_consent_on": "2026-07-11"}, "email_consent_on"),
        ({"email": "a@example.org", "language": "xx"}, "language"),
    ],
)
def test_an_address_that_cannot_be_is_refused(clerk, data, field):
    who = ends_in(30)
    data = {"language": "uk"} | data
    response = signed_in(clerk).post(f"/desk/players/{who.pk}/contact/", data)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    who.refresh_from_db()
    assert (who.email, who.email_consent_on) == ("", None)
