"""Papers with codes: issued once for what they say, checked by anybody, amended or revoked."""

import re
from datetime import date

import pytest
from django.core.cache import cache
from django.db.models import Q
from django.urls import reverse
from django.utils.html import escape

from federation.models import Player
from qualifications.documents import Paper, Text, paper_to_json, subject_digest
from qualifications.issued.card import card_paper
from qualifications.issued.crosstable import crosstable_paper
from qualifications.issued.decree import decree_paper
from qualifications.issued.norm import norm_paper
from qualifications.issued.of_player import documents_of
from qualifications.issued.states import document_state
from qualifications.issued.tournament import tournament_paper
from qualifications.models import DocumentKind, IssuedDocument, VerdictRecord
from qualifications.services.decree_approval import decree_approve
from qualifications.services.decrees import DecreeText, annulment_draft
from qualifications.services.documents import ALPHABET, code_read, document_issue, pdf_of
from tests import world
from tests.qualifications.building import Federation
from tests.qualifications.test_schemes import assess, strong
from tests.samples import people
from tournaments.models import Event, GameKind

pytestmark = pytest.mark.usefixtures("clock")


@pytest.fixture(autouse=True)
def _nobody_has_tried() -> None:
    cache.clear()


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("K7M2P-QX4RD", "K7M2PQX4RD"),
        (" k7m2p qx4rd ", "K7M2PQX4RD"),
        ("OIL2P–qx4rd", "0112PQX4RD"),
        ("K7M2P-QX4R", ""),
        ("K7M2P-QX4RDD", ""),
        ("K7M2P-QX4RU", ""),
        ("", ""),
        ("К7М2Р-QХ4RD", "K7M2PQX4RD"),
        ("к7м2р qх4rd", "K7M2PQX4RD"),
        ("О1СНТ\u2011\u200bОІАВЕ\ufeff", "01CHT01ABE"),
        ("Ｋ７Ｍ２Ｐ−ＱＸ４ＲＤ", "K7M2PQX4RD"),
        ("http://127.0.0.1:8000/verify/K7M2P-QX4RD/", "K7M2PQX4RD"),
        ("Ж7M2P-QX4RD", ""),
        ("K7M2P-QX4R\0", ""),
    ],
)
def test_a_code_forgives_what_people_mistake(typed: str, read: str) -> None:
    assert code_read(typed) == read


@pytest.fixture
def decree(admitted_event: Event, clerk, member):
    return world.decree(world.commission(), drafter=clerk, approver=member)


def test_an_approved_decree_is_a_paper_with_a_code(decree, client) -> None:
    document = IssuedDocument.objects.get(decree=decree)
    assert set(document.code) <= set(ALPHABET)
    assert bytes(document.pdf) == pdf_of(decree_paper(decree, language="en"), document.code)
    page = client.get(reverse("verify", args=[str(document)]), headers={"accept-language": "en"})
    words = page.content.decode()
    assert page.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert page.context["state"].word == "Valid"
    names = [line.player.name for line in decree.lines.select_related("player")]
    assert [name for name in names if name not in words] == []
    assert re.findall(r"\d\d\.\d\d\.(?:19|200)\d", words) == []
    file = client.get(reverse("verify-file", args=[document.code.lower()]))
    assert file.content == bytes(document.pdf)


def test_an_annulled_decree_is_revoked_and_its_paper_stays(decree, chair, member, client) -> None:
    annulment = annulment_draft(
        decree,
        text=DecreeText("99", world.TODAY, "Суми"),
        reason="хибна таблиця",
        user=chair,
        at=world.NOW,
    )
    document = IssuedDocument.objects.get(decree=decree)
    assert document_state(document, on=world.TODAY).word == "Valid"
    decree_approve(annulment, version=1, user=member, at=world.NOW)
    state = document_state(document, on=world.TODAY)
    assert (state.word, state.sentence) == ("Revoked", "Annulled by decree № 99 of 10.07.2026.")
    assert client.get(state.url).context["document"].decree == annulment
    assert client.get(reverse("verify-file", args=[str(document)])).status_code == 200


def test_a_card_is_issued_once_and_amended_by_what_comes_later(
    admitted_event: Event, clerk, member, client
) -> None:
    waiting = world.awards_waiting(world.commission())
    player = next(one.player for one in waiting if one.act == "award")
    address = reverse("card-pdf", args=[player.pk])
    first, again = client.post(address), client.post(address)
    assert first.content == again.content
    document = IssuedDocument.objects.get(player=player)
    assert document_state(document, on=world.TODAY).word == "Valid"
    world.decree(world.commission(), drafter=clerk, approver=member)
    state = document_state(document, on=world.TODAY)
    assert state.word == "Amended"
    assert client.post(address).content != first.content
    page = client.get(reverse("verify", args=[str(document)])).content.decode()
    assert [line for pair in state.changes for line in pair if escape(line) not in page] == []
    text = str(card_paper(player, on=world.TODAY, language="uk"))
    born = Player.objects.get(pk=player.pk).birth_date
    assert born is None or f"{born:%d.%m.%Y}" not in text


def test_a_crosstable_is_certified_by_a_member_and_amended_by_a_correction(
    admitted_event: Event, member, clerk, client
) -> None:
    address = reverse("event-paper", args=[admitted_event.pk, "crosstable"])
    client.force_login(clerk)
    assert client.post(address).status_code == 403
    client.force_login(member)
    assert client.post(address).headers["Content-Type"] == "application/pdf"
    document = IssuedDocument.objects.get(event=admitted_event)
    assert (document.kind, document.issued_by) == (DocumentKind.CROSSTABLE, member)
    assert str(member) in document.paper["dated"]
    assert document_state(document, on=world.TODAY).word == "Valid"
    entry = admitted_event.entries.order_by("number")[0]
    entry.half_points += 1
    entry.save()
    assert document_state(document, on=world.TODAY).word == "Amended"


def test_the_papers_of_an_event_say_what_the_registry_has(admitted_event: Event) -> None:
    table = crosstable_paper(admitted_event, language="en").blocks[1]
    entries = list(admitted_event.entries.select_related("player").order_by("rank", "number"))
    assert [row[2] for row in table.rows] == [entry.player.name for entry in entries]
    assert {len(row) for row in table.rows} == {len(table.columns)}
    assert sum(column.share for column in table.columns) == 100
    report = tournament_paper(admitted_event, language="en")
    assert len(report.blocks[1].rows) == len(entries)
    assert isinstance(report.blocks[2], Text) is not any(
        v.outcome == "met"
        for a in admitted_event.assessments.filter(scheme="fide")
        for v in a.verdicts.all()
    )


def test_unknown_codes_are_said_and_soon_refused(client, db) -> None:
    asked = [client.get(reverse("verify", args=["K7M2P-QX4RD"])).status_code for _n in range(21)]
    assert asked == [404] * 20 + [429]
    assert client.get(reverse("verify-file", args=["K7M2P-QX4RD"])).status_code == 429
    typed = client.get(reverse("verify-form"), {"code": "k7m2p qx4rd"})
    assert typed.url == reverse("verify", args=["K7M2P-QX4RD"])
    assert (
        "is no code"
        in client.get(
            reverse("verify-form"), {"code": "щось"}, headers={"accept-language": "en"}
        ).content.decode()
    )


@pytest.mark.parametrize("field", ["pdf", "paper"])
def test_what_was_changed_in_the_database_is_not_vouched_for(decree, client, field: str) -> None:
    document = IssuedDocument.objects.get(decree=decree)
    forged = {"pdf": b"%PDF-1.4 forged", "paper": document.paper | {"title": "Наказ № 7"}}
    IssuedDocument.objects.filter(pk=document.pk).update(**{field: forged[field]})
    address = reverse("verify", args=[str(document)])
    words = client.get(address, headers={"accept-language": "en"}).content.decode()
    assert "is not what was issued" in words
    assert [shown for shown in ("Valid", "Наказ № 7") if shown in words] == []
    file = client.get(reverse("verify-file", args=[str(document)]))
    assert (file.status_code, file.url) == (302, address)


def test_a_list_as_paper_has_a_code_and_a_draft_has_none(published_lists, client) -> None:
    period = published_lists[1]
    address = reverse("list-file", args=[period.list_on.isoformat(), "pdf"])
    once = b"".join(client.get(address))
    assert once == b"".join(client.get(address))
    document = IssuedDocument.objects.get(period=period)
    assert (document.issue, document.pdf) == (1, None)
    page = client.get(reverse("verify", args=[str(document)]), headers={"accept-language": "en"})
    assert page.context["state"].word == "Valid"
    assert period.published_run.digest in page.content.decode()


def test_the_same_words_are_the_same_document_whoever_issues_them(decree, member) -> None:
    paper = decree_paper(decree, language="en")
    again = document_issue(DocumentKind.DECREE, paper, at=world.NOW, user=member, decree=decree)
    assert again == IssuedDocument.objects.get(decree=decree)
    assert date.fromisoformat(decree.frozen["dated_on"]) == world.TODAY


def test_a_paper_of_an_earlier_version_holds_without_what_papers_say_today(
    admitted_event: Event, client
) -> None:
    paper = crosstable_paper(admitted_event, language="uk")
    earlier = paper_to_json(paper)
    del earlier["one_page"]
    document = document_issue(DocumentKind.CROSSTABLE, paper, at=world.NOW, event=admitted_event)
    subject = subject_digest(earlier, document.about)
    IssuedDocument.objects.filter(pk=document.pk).update(paper=earlier, subject=subject)
    page = client.get(reverse("verify", args=[str(document)]))
    assert (page.context["whole"], page.context["state"].word) == (True, "Valid")


def test_the_same_words_about_two_players_are_two_documents(reference) -> None:
    paper = Paper("uk", "", "Квиток", "Тезка Іван", "", ())
    pair = world.register_players(people(2))
    one, other = (
        document_issue(DocumentKind.CARD, paper, at=world.NOW, player=player) for player in pair
    )
    assert (one.player, other.player) == tuple(pair)
    assert one.code != other.code


def test_a_norm_of_fide_is_certified_on_the_page_of_its_verdict(
    federation: Federation, client
) -> None:
    event = strong(federation, lost=2)
    assess(federation, event)
    record = VerdictRecord.objects.get(grade="fide.gm", outcome="met")
    entry = record.entry
    page = reverse("verdict-list", args=[entry.player_id, event.pk])
    button = reverse("norm-certificate", args=[record.pk])
    assert button not in client.get(page).content.decode()
    client.force_login(federation.member)
    assert button in client.get(page).content.decode()
    assert client.post(button).content.startswith(b"%PDF")
    document = IssuedDocument.objects.get(entry=entry)
    assert (document.kind, document.grade, document.player) == ("norm", "fide.gm", entry.player)
    blocks = document.paper["blocks"]
    said = dict(blocks[0]["items"]) | dict(blocks[2]["items"])
    assert [said[name] for name in ("Score", "Score required", "Performance rating")] == [
        "7 of 9, 78 percent",
        "6½",
        "2450 + 220 = 2670",
    ]
    assert [row[-1] for row in blocks[1]["rows"]] == ["yes"] * 9
    assert document_state(document, on=world.TODAY).word == "Valid"
    assert [one.document for one in documents_of(entry.player)] == [document]
    other = event.entries.exclude(pk=entry.pk)[0].player
    IssuedDocument.objects.filter(pk=document.pk).update(player=other)
    moved = document_state(IssuedDocument.objects.get(), on=world.TODAY)
    assert (moved.word, "another player" in moved.sentence) == ("Revoked", True)
    VerdictRecord.objects.filter(pk=record.pk).update(outcome="not_met")
    assert document_state(document, on=world.TODAY).word == "Revoked"


def test_games_that_do_not_count_for_a_norm_are_named_on_its_certificate(
    federation: Federation,
) -> None:
    event = strong(federation, lost=2)
    entry = event.entries.get(number=1)
    last = event.games.get(Q(white=entry) | Q(black=entry), round=9)
    event.games.filter(pk=last.pk).update(kind=GameKind.FORFEIT)
    assess(federation, event)
    record = VerdictRecord.objects.filter(grade="fide.im", entry=entry).first()
    assert [row[-1] for row in norm_paper(record).blocks[1].rows][-2:] == ["yes", "no, 1.4.2d"]
