"""The pages of the commissions' work: who may open them, what they say, what they keep."""

import os
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from federation import dates
from federation.models import Commission, Mandate, Player, Role, User
from federation.reference import load_reference
from qualifications.models import LedgerEntry, PeriodStatus, RatingPeriod, RatingRun, RunStatus
from qualifications.services.admission import event_admit_and_assess
from tests.formats.files import FIRST, HEADER, four, line, trf
from tests.samples import people, round_robin, swiss
from tests.world import confirm_warnings
from tournaments.formats.parsed import ParsedEvent, PartialDate
from tournaments.formats.trf_write import write_trf16
from tournaments.models import DeclaredNorm, Entry, Event, EventStatus, Game, Upload
from tournaments.review import review_event
from tournaments.services import (
    event_attach_upload,
    event_decide,
    event_register,
    event_return,
    event_submit,
    players_register,
    upload_store,
)

pytestmark = pytest.mark.django_db

DAY = date(2025, 3, 3)
PAPERS = {
    "name": "Кубок Лебедина",
    "city": "Львів",
    "starts_on": DAY,
    "ends_on": DAY + timedelta(days=2),
    "system": "swiss",
    "minutes": 120,
    "increment_seconds": 0,
    "first_period_moves": 40,
    "second_period_minutes": 60,
    "most_rounds_on_one_day": 2,
    "clocks_used": True,
    "moves_recorded": True,
}
FORM = "application/x-www-form-urlencoded"
NO_ROWS = {"arbiters-TOTAL_FORMS": 3, "arbiters-INITIAL_FORMS": 0}
SETTLED: dict[str, str] = {
    "newcomers": "without_rank",
    "blank_federation": "UKR",
}


@dataclass
class Federation:
    """Two regional commissions and the national one, with people in them."""

    home: Commission
    clerk: User
    member: User
    stranger: User
    national_chair: User

    def event(self, content: bytes | None = None, **changes: Any) -> Event:
        event = event_register(
            fields=PAPERS | {"region": self.home.region} | changes,
            arbiters=[],
            norms=[DeclaredNorm(norm="ua.rank_3"), DeclaredNorm(norm="ua.youth_1")],
            commission=self.home,
            user=self.clerk,
            at=dates.now(),
        )
        if content is None:
            return event
        upload, _new = upload_store(
            content=content,
            filename="cup.trf",
            commission=self.home,
            user=self.clerk,
            at=dates.now(),
        )
        return event_attach_upload(event, upload)

    def sent(self, content: bytes | None = None) -> Event:
        event = self.event(content or trf(*four()))
        decided = event_decide(event, {**SETTLED, "players": {}})
        confirm_warnings(decided, user=self.clerk)
        return event_submit(decided, user=self.clerk, at=dates.now(), today=dates.today())


@pytest.fixture
def federation() -> Federation:
    load_reference()

    def person(name: str, role: str, commission: Commission) -> User:
        user = User.objects.create_user(name, password="pw")
        Mandate.objects.create(
            user=user, commission=commission, role=role, valid_from=date(2020, 1, 1)
        )
        return user

    home = Commission.objects.get(code="LVI")
    away = Commission.objects.filter(kind="regional").exclude(pk=home.pk).first()
    assert away is not None
    return Federation(
        home=home,
        clerk=person("clerk", Role.CLERK, home),
        member=person("member", Role.MEMBER, home),
        stranger=person("stranger", Role.CLERK, away),
        national_chair=person("national", Role.CHAIR, Commission.objects.get(code="UKR")),
    )


def signed_in(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def told(response) -> list[str]:
    """Messages on the page that was reached."""
    return [str(message) for message in response.context["messages"]]


def file_of(content: bytes, name: str = "cup.trf") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, "application/octet-stream")


def stored() -> tuple[int, int, int]:
    return Player.objects.count(), Entry.objects.count(), Game.objects.count()


# --- who may open what --------------------------------------------------------------------------


def desk_addresses(federation: Federation) -> dict[str, str]:
    """Every page of the desk that belongs to somebody, with its address."""
    draft = federation.event(trf(*four()))
    sent = federation.sent(trf(*four(), header=(*HEADER[:1], "022 Ходорів", *HEADER[2:])))
    period = RatingPeriod.objects.create(
        scheme="ua", starts_on=date(2025, 1, 1), ends_on=date(2025, 3, 31), list_on=date(2025, 4, 1)
    )
    player = sent.entries.first().player
    return {
        "new": f"{reverse('event-new')}?commission={federation.home.pk}",
        "file": f"{reverse('event-new-from-file')}?commission={federation.home.pk}",
        "edit": reverse("event-edit", args=[draft.pk]),
        "upload": reverse("event-upload", args=[draft.pk]),
        "review": reverse("event-review", args=[draft.pk]),
        "download": reverse("upload-download", args=[draft.upload_id]),
        "edit sent": reverse("event-edit", args=[sent.pk]),
        "admit": reverse("event-admit", args=[sent.pk]),
        "decree": f"{reverse('decree-new')}?commission={federation.home.pk}",
        "award": reverse("award-earlier", args=[player.pk]),
        "periods": reverse("period-list"),
        "period": reverse("period-detail", args=[period.pk]),
        "line": reverse("period-line", args=[period.pk, player.pk]),
        "recompute": reverse("period-recompute", args=[period.pk]),
        "publish": reverse("period-publish", args=[period.pk]),
    }


ONLY_POST = ("file", "recompute", "publish")


def statuses(client: Client, addresses: dict[str, str]) -> dict[str, int]:
    return {
        name: (client.post if name in ONLY_POST else client.get)(url).status_code
        for name, url in addresses.items()
    }


def test_a_clerk_of_another_region_is_refused_everywhere(federation: Federation) -> None:
    addresses = desk_addresses(federation)
    found = statuses(signed_in(federation.stranger), addresses)
    assert found == dict.fromkeys(addresses, 403)


def test_anonymous_is_sent_to_sign_in_everywhere(federation: Federation) -> None:
    addresses = desk_addresses(federation) | {"desk": reverse("desk")}
    client = Client()
    for name, url in addresses.items():
        response = (client.post if name in ONLY_POST else client.get)(url)
        assert response.status_code == 302, name
        assert response["Location"].split("?")[0] == reverse("login"), name


def test_the_own_clerk_opens_what_a_clerk_does(federation: Federation) -> None:
    addresses = desk_addresses(federation)
    found = statuses(signed_in(federation.clerk), addresses)
    refused = {"admit", "award", "periods", "period", "line", "recompute", "publish"}
    assert {name for name, status in found.items() if status == 403} == refused


def test_a_member_who_registered_the_tournament_cannot_admit_it(federation: Federation) -> None:
    Mandate.objects.create(
        user=federation.clerk,
        commission=federation.home,
        role=Role.MEMBER,
        valid_from=date(2020, 1, 1),
    )
    event = federation.sent()
    client = signed_in(federation.clerk)
    url = reverse("event-admit", args=[event.pk])
    assert (client.get(url).status_code, client.post(url).status_code) == (403, 403)
    event.refresh_from_db()
    assert event.status == EventStatus.SUBMITTED


def test_somebody_without_a_mandate_is_told_whom_to_ask(federation: Federation) -> None:
    guest = User.objects.create_user("guest")
    response = signed_in(guest).get(reverse("desk"))
    assert response.status_code == 200
    assert (response.context["mandates"], response.context["next"]) == ((), None)
    assert "Ask the chair of your commission" in response.content.decode()


# --- the desk -----------------------------------------------------------------------------------


def test_the_desk_counts_what_waits_and_points_to_one_next_thing(federation: Federation) -> None:
    federation.event(name="Перший")
    returned = federation.sent()
    event_return(returned, note="Арбітри")
    sent = federation.sent(trf(*four(), header=(*HEADER[:1], "022 Ходорів", *HEADER[2:])))

    clerk = signed_in(federation.clerk).get(reverse("desk")).context
    assert clerk["counts"] == ["1 returned tournament to correct", "1 tournament to finish"]
    assert clerk["next"].url == reverse("event-edit", args=[returned.pk])

    member = signed_in(federation.member).get(reverse("desk")).context
    assert member["counts"][0] == "1 tournament to admit"
    assert member["next"].url == reverse("event-admit", args=[sent.pk])


def test_an_empty_desk_offers_to_begin(federation: Federation) -> None:
    response = signed_in(federation.clerk).get(reverse("desk"))
    assert response.context["counts"] == []
    assert response.context["next"].url == reverse("event-new")
    assert response.content.decode().count("btn-primary") == 1


# --- registering --------------------------------------------------------------------------------


def test_a_year_of_two_digits_is_no_year_of_a_tournament_or_a_card(
    federation: Federation,
) -> None:
    papers = {"starts_on": "0025-03-03", "ends_on": "0025-03-05", **NO_ROWS}
    response = signed_in(federation.clerk).post(reverse("event-new"), papers)
    early = ["Ensure this value is greater than or equal to 1900-01-01."]
    assert {n: response.context["form"].errors[n] for n in ("starts_on", "ends_on")} == {
        "starts_on": early,
        "ends_on": early,
    }
    player = federation.sent().entries.first().player
    posted = {"grade": "ua.rank_2", "effective_on": "0024-05-01", "document": "card 1"}
    url = reverse("award-earlier", args=[player.pk])
    response = signed_in(federation.member).post(url, posted)
    assert response.context["form"].errors == {"effective_on": early}


def test_the_papers_are_kept_after_an_error(federation: Federation) -> None:
    posted = {
        "commission": federation.home.pk,
        "name": "Кубок",
        "ends_on": "2025-03-01",
        "starts_on": "2025-03-03",
        "minutes": "90",
        **NO_ROWS,
        "arbiters-0-name": "Суддя Петро",
        "norms-by_RANK_3": "organiser",
        "norms-on_RANK_3": "not a day",
    }
    response = signed_in(federation.clerk).post(reverse("event-new"), posted)
    assert response.status_code == 422
    form, arbiters, norms = (response.context[key] for key in ("form", "arbiters", "norms"))
    assert form.errors["ends_on"] == ["The last day lies before the first day."]
    assert arbiters.errors[0] == {"category": ["Choose the arbiter's category."]}
    assert list(norms.errors) == ["on_RANK_3"]
    assert (form["name"].value(), norms["on_RANK_3"].value()) == ("Кубок", "not a day")
    assert arbiters.forms[0]["name"].value() == "Суддя Петро"
    assert Event.objects.count() == 0


def test_an_arbiter_is_taken_away_by_clearing_the_row(federation: Federation) -> None:
    client = signed_in(federation.clerk)
    event = federation.event()
    url = reverse("event-edit", args=[event.pk])
    posted = {k: str(v) for k, v in PAPERS.items()} | {"region": federation.home.region_id}
    one = {**NO_ROWS, "arbiters-0-name": "Суддя Петро", "arbiters-0-category": "first"}
    assert client.post(url, posted | one).status_code == 302
    assert [a.name for a in event.arbiters.all()] == ["Суддя Петро"]
    cleared = {"arbiters-TOTAL_FORMS": 4, "arbiters-INITIAL_FORMS": 1, "arbiters-0-name": ""}
    assert client.post(url, posted | cleared).status_code == 302
    assert event.arbiters.count() == 0


def test_the_file_fills_the_form_and_becomes_the_tournaments_file(federation: Federation) -> None:
    client = signed_in(federation.clerk)
    answer = client.post(
        reverse("event-new-from-file"),
        {"commission": federation.home.pk, "file": file_of(trf(*four()))},
    )
    form = client.get(answer["Location"])
    upload = form.context["upload"]
    assert form.context["form"].initial == {
        "name": "Кубок Лебедина",
        "city": "Лебедин",
        "starts_on": date(2025, 3, 3),
        "ends_on": date(2025, 3, 5),
    }
    assert form.context["hints"] == {
        "type": "Individual: Swiss-System",
        "arbiters": ["Озерянський, Захар"],
    }
    posted = {k: str(v) for k, v in PAPERS.items()} | NO_ROWS
    posted |= {"region": federation.home.region_id, "upload": upload.pk}
    saved = client.post(reverse("event-new"), posted)
    event = Event.objects.get()
    assert event.upload == upload
    assert saved["Location"] == reverse("event-review", args=[event.pk])
    again = client.post(reverse("event-new"), posted)
    assert again["Location"] == saved["Location"]
    assert Event.objects.get() == event


# --- files that cannot be taken -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "The file is empty"),
        (b"PK\x03\x04....[Content_Types].xml", "Excel"),
        (b"%PDF-1.7\n", "PDF"),
        (b"Dear Sir,\nplease find attached nothing.\n", "tournament"),
    ],
)
def test_a_file_of_another_kind_is_refused_at_the_field(
    federation: Federation, content: bytes, words: str
) -> None:
    event = federation.event()
    client = signed_in(federation.clerk)
    response = client.post(reverse("event-upload", args=[event.pk]), {"file": file_of(content)})
    assert response.status_code == 422
    (error,) = response.context["form"].errors["file"]
    assert words in error
    assert (stored(), Upload.objects.count()) == ((0, 0, 0), 0)


def test_six_megabytes_of_noise_are_refused_by_size(federation: Federation) -> None:
    event = federation.event()
    noise = file_of(os.urandom(1024) * 6 * 1024)
    response = signed_in(federation.clerk).post(
        reverse("event-upload", args=[event.pk]), {"file": noise}
    )
    assert response.status_code == 422
    assert response.context["form"].errors["file"] == [
        "The file has 6 MB; at most 5 MB are taken. A tournament report is far smaller: "
        "check that this is the right file."
    ]
    assert (stored(), Upload.objects.count()) == ((0, 0, 0), 0)


def in_future() -> bytes:
    header = tuple(
        text.replace("2025/03/0", f"{dates.today().year + 1}/03/0") if text[:3] != "102" else text
        for text in HEADER
    )
    return trf(*four(), header=header)


BROKEN = {
    "unknown opponent": (
        lambda: trf(*four(p4=line(4, "   2 w 0", "   9 b 0", points="0.0", rank="4"))),
        [("event.not_mutual", FIRST + 2, 102), ("event.opponent_unknown", FIRST + 3, 102)],
    ),
    "one-sided result": (
        lambda: trf(*four(p4=line(4, "   2 w 0", "   3 b  ", points="0.0", rank="4"))),
        [("event.result_one_sided", FIRST + 3, 102)],
    ),
    "number twice": (
        lambda: trf(
            *four(), line(4, "        ", "0000 - Z", name="Другий, Тест", points="0.0", rank="4")
        ),
        [("event.number_twice", FIRST + 4, 5)],
    ),
    "self-pairing": (
        lambda: trf(
            *four(
                p3=line(3, "   1 b 0", "   3 w 1", points="1.0", rank="3"),
                p4=line(4, "   2 w 0", "0000 - Z", points="0.0", rank="4"),
            )
        ),
        [("event.plays_himself", FIRST + 2, 102)],
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_file_is_shown_with_its_places_and_cannot_be_sent(
    federation: Federation, fault: str
) -> None:
    make, expected = BROKEN[fault]
    event = federation.event()
    client = signed_in(federation.clerk)
    client.post(reverse("event-upload", args=[event.pk]), {"file": file_of(make())})
    url = reverse("event-review", args=[event.pk])
    response = client.get(url)
    review = response.context["review"]
    assert [(p.code, p.line, p.column) for p, _words in review.errors] == expected
    for problem, _words in review.errors:
        assert f"line {problem.line}, column {problem.column}" in response.content.decode()
    assert client.post(url, SETTLED | {"submit": "1"}).status_code == 422
    event.refresh_from_db()
    assert (event.status, stored()) == (EventStatus.DRAFT, (0, 0, 0))


def test_half_a_file_cannot_be_sent(federation: Federation) -> None:
    whole = write_trf16(round_robin(8, seed=2))
    event = federation.event(whole[: len(whole) // 2])
    client = signed_in(federation.clerk)
    url = reverse("event-review", args=[event.pk])
    codes = {p.code for p, _words in client.get(url).context["review"].errors}
    assert "event.half_a_file" in codes
    assert client.post(url, SETTLED | {"submit": "1"}).status_code == 422
    assert stored() == (0, 0, 0)


def test_days_in_the_future_cannot_be_sent(federation: Federation) -> None:
    event = federation.event(in_future())
    client = signed_in(federation.clerk)
    url = reverse("event-review", args=[event.pk])
    errors = client.get(url).context["review"].errors
    assert {(p.code, p.line) for p, _words in errors} == {
        ("event.date_future", 4),
        ("event.date_future", 5),
    }
    assert client.post(url, SETTLED | {"submit": "1"}).status_code == 422
    assert stored() == (0, 0, 0)


@pytest.mark.parametrize(
    ("content", "code", "place"),
    [
        (
            trf(*four(p4=line(4, "   2 w 0", "   3 b 0", points="1.0", rank="4"))),
            "event.points_differ",
            (FIRST + 3, 81),
        ),
        (
            trf(
                *four(
                    p3=line(3, "   1 b 0", "   4 w 1", points="1.0", rank="3", name="Player1 Test")
                )
            ),
            "event.name_twice",
            (FIRST + 2, 15),
        ),
    ],
)
def test_a_warning_is_confirmed_before_the_file_is_sent(
    federation: Federation, content: bytes, code: str, place: tuple[int, int]
) -> None:
    event = federation.event(content)
    client = signed_in(federation.clerk)
    url = reverse("event-review", args=[event.pk])
    review = client.get(url).context["review"]
    assert [(p.code, (p.line, p.column)) for p, _words in review.warnings] == [(code, place)]
    response = client.post(url, SETTLED | {"submit": "1"})
    assert response.context["review"].obstacles == (
        "Say why the warnings of 1 kind are right, or correct what they are about.",
    )
    assert stored() == (0, 0, 0)
    event.review = SETTLED | {"warnings_seen": True}  # as earlier drafts have it
    assert [one.open for one in review_event(event, today=dates.today()).kinds] == [()]
    (kind,) = response.context["review"].kinds
    told = {f"reason-{code}": "asked the arbiter", f"seal-{code}": kind.seal, "submit": "1"}
    assert client.post(url, SETTLED | told)["Location"] == reverse("desk")
    assert stored() == (4, 4, 4)
    (kept,) = event.confirmations.all()
    assert (kept.reason, kept.confirmed_by, kept.sent_with) == (
        "asked the arbiter",
        federation.clerk,
        True,
    )


# --- the same file twice ------------------------------------------------------------------------


def test_a_review_of_every_starting_number_there_can_be_is_read(federation: Federation) -> None:
    event = federation.event(trf(*four()))
    names = ("player", "other", "class", "class_note")
    answers = {f"{name}-{number}": "" for name in names for number in range(1, 10_000)}
    url = reverse("event-review", args=[event.pk])
    response = signed_in(federation.clerk).post(url, urlencode(answers), FORM)
    assert (response.status_code, response["Location"]) == (302, url)


def test_the_same_bytes_lead_to_the_first_upload(federation: Federation) -> None:
    first = federation.event(trf(*four()))
    second = federation.event(name="Інший турнір")
    client = signed_in(federation.clerk)
    url = reverse("event-upload", args=[second.pk])
    response = client.post(url, {"file": file_of(trf(*four()), "other-name.trf")}, follow=True)
    assert response.redirect_chain == [(reverse("event-review", args=[first.pk]), 302)]
    assert Upload.objects.count() == 1


def test_the_same_bytes_from_another_commission_name_the_first(federation: Federation) -> None:
    federation.event(trf(*four()))
    client = signed_in(federation.stranger)
    response = client.post(
        reverse("event-new-from-file"), {"file": file_of(trf(*four()))}, follow=True
    )
    assert response.redirect_chain == [(reverse("desk"), 302)]
    assert told(response) == [
        f"This very file was uploaded on {dates.today():%d.%m.%Y} by "
        f"{federation.home.name_en} for the tournament “Кубок Лебедина”."
    ]


def test_a_file_that_another_commission_left_unused_fills_the_form_all_the_same(
    federation: Federation,
) -> None:
    address, file = reverse("event-new-from-file"), trf(*four())
    signed_in(federation.clerk).post(address, {"file": file_of(file)})
    client = signed_in(federation.stranger)
    form = client.post(address, {"file": file_of(file)}, follow=True)
    upload = Upload.objects.get()
    assert form.context["form"].initial["name"] == "Кубок Лебедина"
    posted = {k: str(v) for k, v in PAPERS.items()} | NO_ROWS
    region = Mandate.objects.get(user=federation.stranger).commission.region_id
    posted |= {"region": region, "upload": upload.pk}
    client.post(reverse("event-new"), posted)
    event = Event.objects.get()
    assert (event.upload, event.registered_by) == (upload, federation.stranger)


def test_a_file_of_another_commission_stays_closed_to_those_who_do_not_have_it(
    federation: Federation,
) -> None:
    address = reverse("event-new-from-file")
    signed_in(federation.clerk).post(address, {"file": file_of(trf(*four()))})
    url = f"{reverse('event-new')}?upload={Upload.objects.get().pk}"
    form = signed_in(federation.stranger).get(url).context["form"]
    assert form.initial == {}


# --- the review ---------------------------------------------------------------------------------


def with_doubtful(federation: Federation) -> tuple[Event, Player]:
    """A tournament whose number 2 is perhaps a player of the registry."""
    (known,) = players_register(
        [
            Player(
                name="Коваль Лука", birth_year=1990, federation="UKR", region=federation.home.region
            )
        ],
        source="test",
        at=dates.now(),
    )
    doubtful = line(2, "   4 b 1", "   1 w =", name="Коваль, Лука", points="1.5", rank="2")
    return federation.event(trf(*four(p2=doubtful))), known


def test_decisions_are_found_as_they_were_left(federation: Federation) -> None:
    event, known = with_doubtful(federation)
    url = reverse("event-review", args=[event.pk])
    first = signed_in(federation.clerk)
    page = first.get(url).context["page"]
    assert page.summary.replace("\N{NO-BREAK SPACE}", " ") == (
        "0 of 4 players recognised, 3 new, 1 to decide, 0 warnings, 0 errors."
    )
    first.post(
        url,
        {
            "player-2": known.pk,
            "class-3": "ua.rank_2",
            "class_note-3": "card 118",
            "newcomers": "unknown",
        },
    )
    again = signed_in(federation.clerk).get(url).context
    (row,) = again["page"].doubtful
    assert (row.radio, row.line.chosen) == (str(known.pk), known)
    line_3 = again["review"].lines[2]
    assert (line_3.stated_class, line_3.stated_note) == ("ua.rank_2", "card 118")
    assert (again["review"].newcomers, again["review"].obstacles) == ("unknown", ())


def test_a_wrong_number_is_told_at_its_player_and_nothing_typed_is_lost(
    federation: Federation,
) -> None:
    event, known = with_doubtful(federation)
    url = reverse("event-review", args=[event.pk])
    response = signed_in(federation.clerk).post(
        url,
        {
            "player-2": "new",
            "other-2": "999999",
            "other-4": "abc",
            "class_note-3": "card 118",
            "class-3": "ua.rank_2",
            "submit": "1",
        },
    )
    assert response.status_code == 422
    rows = {row.number: row for row in response.context["page"].doubtful}
    assert {n: (row.error, row.radio, row.other) for n, row in rows.items()} == {
        2: ("The registry has no player with the number 999999.", "new", "999999"),
        4: ("Write the player's number in the registry in digits.", "", "abc"),
    }
    assert response.context["review"].lines[2].stated_note == "card 118"
    assert (stored()[0], Player.objects.get()) == (1, known)


def test_a_recognised_player_can_be_said_to_be_somebody_else(federation: Federation) -> None:
    sample = round_robin(4, seed=7)
    federation.sent(write_trf16(sample))
    event = federation.event(write_trf16(replace(sample, city="Ходорів")))
    url = reverse("event-review", args=[event.pk])
    client = signed_in(federation.clerk)
    recognised = client.get(url).context["page"].recognised
    assert len(recognised) == len([p for p in sample.players if p.birth.day or p.fide_id])
    number = recognised[0].number
    client.post(url, SETTLED | {f"player-{number}": "new"})
    page = client.get(url).context["page"]
    changed = {row.number: row for row in page.new}[number]
    assert (changed.radio, changed.decided_by_hand) == ("new", True)


def test_another_encoding_reads_the_names_again(federation: Federation) -> None:
    content = trf(
        *four(p1=line(1, "   3 w 1", "   2 b =", name="Їжак, Лука", points="1.5", rank="1"))
    )
    event = federation.event(content.decode().encode("cp1251"))
    url = reverse("event-review", args=[event.pk])
    client = signed_in(federation.clerk)
    assert client.get(url).context["telling_names"] == ("Їжак, Лука",)
    client.post(url, SETTLED | {"encoding": "cp1252", "player-1": "new"})
    wrong = client.get(url).context
    assert (wrong["encoding"], wrong["telling_names"]) == ("cp1252", ("¯æàê, Ëóêà",))
    client.post(url, SETTLED | {"encoding": ""})
    assert client.get(url).context["telling_names"] == ("Їжак, Лука",)


def test_a_second_press_stores_nothing_and_says_so(federation: Federation) -> None:
    event = federation.event(trf(*four()))
    client = signed_in(federation.clerk)
    url = reverse("event-review", args=[event.pk])
    assert client.post(url, SETTLED | {"submit": "1"})["Location"] == reverse("desk")
    client.get(reverse("desk"))
    second = client.post(url, SETTLED | {"submit": "1"}, follow=True)
    assert second.redirect_chain == [(reverse("event-detail", args=[event.pk]), 302)]
    assert told(second) == [
        "The papers of “Кубок Лебедина” are closed; its status is “waiting for admission”."
    ]
    assert stored() == (4, 4, 4)


def test_a_returned_tournament_is_corrected_and_sent_again(federation: Federation) -> None:
    event = federation.sent()
    member = signed_in(federation.member)
    admit = reverse("event-admit", args=[event.pk])
    empty = member.post(admit, {"return": "1", "note": ""})
    assert (empty.status_code, list(empty.context["form"].errors)) == (422, ["note"])
    assert member.post(admit, {"return": "1", "note": "Арбітри"})["Location"] == reverse("desk")
    event.refresh_from_db()
    assert (event.status, event.returned_note, stored()) == ("draft", "Арбітри", (0, 0, 0))

    clerk = signed_in(federation.clerk)
    review = reverse("event-review", args=[event.pk])
    assert "Арбітри" in clerk.get(review).content.decode()
    assert clerk.post(review, SETTLED | {"submit": "1"})["Location"] == reverse("desk")
    event.refresh_from_db()
    assert (event.status, event.returned_note, stored()) == ("submitted", "", (4, 4, 4))


def of_size(count: int) -> ParsedEvent:
    """A Swiss with recognised, doubtful and new players: `count` in all."""
    return swiss(count, 5, seed=4, starts_on=DAY, given=people(count, seed=11))


@pytest.mark.parametrize("name", ["event-review", "event-admit"])
def test_a_page_needs_no_more_queries_for_more_players(federation: Federation, name: str) -> None:
    counts = []
    for count in (10, 100):
        sample = of_size(count)
        known = [
            Player(
                name=p.name.replace(",", ""),
                birth_year=p.birth.year if p.birth else None,
                federation="UKR",
                region=federation.home.region,
            )
            for p in sample.players[: count // 2]
        ]
        players_register(known, source="test", at=dates.now())
        fewer = [
            replace(p, fide_id=None, birth=PartialDate(p.birth.year)) if p.birth else p
            for p in sample.players
        ]
        event = federation.event(write_trf16(replace(sample, players=tuple(fewer))), rounds=0)
        client = signed_in(federation.clerk)
        if name == "event-admit":
            taken = {f"player-{p.number}": "new" for p in sample.players}
            url = reverse("event-review", args=[event.pk])
            client.post(url, SETTLED | taken)
            event.refresh_from_db()
            confirm_warnings(event, user=federation.clerk)
            client.post(url, SETTLED | taken | {"submit": "1"})
            client = signed_in(federation.member)
        url = reverse(name, args=[event.pk])
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(url).status_code == 200
        # a dry run stores its rows, and SQLite takes them in batches
        asked = [q for q in queries.captured_queries if not q["sql"].startswith("INSERT")]
        counts.append(len(asked))
    assert counts[0] == counts[1]


# --- admission, awards, periods -----------------------------------------------------------------


def test_admitting_twice_stores_one_judgement(federation: Federation) -> None:
    event = federation.sent(write_trf16(round_robin(12, seed=3, starts_on=DAY)))
    member = signed_in(federation.member)
    url = reverse("event-admit", args=[event.pk])
    page = member.get(url)
    prospect = page.context["prospect"]["means"]["counts"]
    assert member.post(url)["Location"] == reverse("event-detail", args=[event.pk])
    assert member.post(url)["Location"] == reverse("event-detail", args=[event.pk])
    earned = LedgerEntry.objects.filter(event=event, kind="norm_met").count()
    assert (earned, earned > 0) == (prospect["norms"], True)


def test_a_tournament_that_no_edition_covers_says_so(federation: Federation) -> None:
    event = federation.sent()
    Event.objects.filter(pk=event.pk).update(starts_on=date(2005, 1, 1), ends_on=date(2005, 1, 2))
    client = signed_in(federation.member)
    response = client.get(reverse("event-admit", args=[event.pk]))
    assert response.context["prospect"]["means"]["edition"] == ""
    assert "the tournament is registered, nothing is judged" in response.content.decode()
    admitted = client.post(reverse("event-admit", args=[event.pk]), follow=True)
    assert told(admitted) == []
    assert "It is registered and not judged" in admitted.content.decode()


def admitted(federation: Federation) -> Event:
    event = federation.sent(write_trf16(round_robin(12, seed=3, starts_on=DAY)))
    event_admit_and_assess(event, user=federation.member, at=dates.now())
    event.refresh_from_db()
    return event


def test_a_decree_keeps_its_ticks_after_an_error_and_becomes_a_draft(
    federation: Federation,
) -> None:
    admitted(federation)
    client = signed_in(federation.member)
    url = reverse("decree-new")

    def ticks(page) -> list[tuple[str, bool]]:
        lines = [line for section in page.context["proposals"] for line in section["lines"]]
        return [(line["key"], line["checked"]) for line in lines]

    shown = ticks(client.get(url))
    assert all(checked for _key, checked in shown)
    one = shown[0][0]
    typed = {"number": "", "dated_on": str(dates.today()), "place": "Суми", "lines": [one]}
    wrong = client.post(url, typed)
    assert wrong.status_code == 422
    assert [key for key, checked in ticks(wrong) if checked] == [one]
    response = client.post(url, typed | {"number": "7"}, follow=True)
    assert told(response) == ["The draft is written. Another person of the body approves it."]
    assert len(ticks(client.get(url))) == len(shown) - 1


def test_a_paper_card_is_taken_over_by_the_commission_of_the_player(federation: Federation) -> None:
    """Somebody sits on two commissions; the one that answers for the player records."""
    away = federation.stranger.mandates.get().commission
    Mandate.objects.create(
        user=federation.member, commission=away, role=Role.MEMBER, valid_from=date(2020, 1, 1)
    )
    client = signed_in(federation.member)
    for number, commission in enumerate((federation.home, away), start=1):
        [player] = players_register(
            [Player(name=f"Гнатюк Остап {number}", region=commission.region, federation="UKR")],
            source="test",
            at=dates.now(),
        )
        posted = {"grade": "ua.rank_2", "effective_on": "2024-05-01", "document": f"card {number}"}
        response = client.post(reverse("award-earlier", args=[player.pk]), posted)
        assert response.status_code == 302
        assert LedgerEntry.objects.get(player=player).commission == commission


def test_a_period_is_computed_looked_through_and_published(
    clock: object,
    period: RatingPeriod,
    national_chair: User,
    django_capture_on_commit_callbacks,
) -> None:
    client = signed_in(national_chair)
    url = reverse("period-detail", args=[period.pk])
    assert client.get(reverse("desk")).context["next"].url == url
    before = client.get(url).content.decode()
    assert (before.count("btn-primary"), before.count('name="run"')) == (1, 0)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("period-recompute", args=[period.pk]))
    page = client.get(url)
    run = page.context["run"]
    text = page.content.decode()
    assert (text.count("btn-primary"), text.count('name="run"')) == (1, 1)
    assert [row.pk for row in page.context["page"].items] == [
        row.pk for row in run.rows.filter(after__isnull=False).order_by("sort_key", "pk")
    ]
    publish = reverse("period-publish", args=[period.pk])
    assert client.post(publish, {"run": run.pk + 1})["Location"] == url
    listed = client.post(publish, {"run": run.pk})
    assert listed["Location"] == reverse("rating-list", args=[period.list_on.isoformat()])
    period.refresh_from_db()
    assert (period.status, period.published_run) == (PeriodStatus.PUBLISHED, run)


def test_a_running_computation_says_so_and_looks_again(
    clock: object, period: RatingPeriod, national_chair: User
) -> None:
    run = RatingRun.objects.create(
        period=period, status=RunStatus.RUNNING, engine_version="1", started_at=dates.now()
    )
    client = signed_in(national_chair)
    url = reverse("period-detail", args=[period.pk])
    assert 'hx-trigger="every 2s"' in client.get(url).content.decode()
    run.status, run.report = RunStatus.FAILED, [{"code": "worker_lost", "params": {}}]
    run.save()
    page = client.get(url)
    assert "hx-trigger" not in page.content.decode()
    assert page.context["failure"] == [
        "The computation stopped half-way; nothing was changed. Start it again."
    ]


def test_a_computation_that_breaks_tells_why_on_the_page(
    clock: object,
    period: RatingPeriod,
    national_chair: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks,
) -> None:
    def broken(*_arguments: object, **_named: object) -> None:
        raise ValueError("no law")

    monkeypatch.setattr("qualifications.rating_run.run.read_inputs", broken)
    client = signed_in(national_chair)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("period-recompute", args=[period.pk]))
    page = client.get(reverse("period-detail", args=[period.pk]))
    assert page.context["failure"] == [
        "The computation failed and nothing was changed. Tell the administrator: ValueError: no law"
    ]
