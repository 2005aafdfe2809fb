"""The wrong person behind a result of an admitted event: consequences first, then the move."""

import hashlib
import re
from datetime import date

import pytest
from django.apps import apps
from django.urls import reverse

from federation.errors import Refused
from federation.linking import side_by_side
from federation.models import FactKind, PersonFact, Player, Region, Spelling
from federation.naming import name_key
from federation.suspects import suspects_find
from qualifications.facts import gather_event
from qualifications.law import law_for
from qualifications.models import LedgerEntry
from qualifications.services.assessment import event_reassess
from qualifications.services.moved_entries import entry_move, entry_move_consequences
from qualifications.services.people import person_fact_record, person_fact_void, person_link
from tests.qualifications.building import NOW, everybody_against_everybody
from tests.qualifications.test_judged_again import TODAY, Club
from tests.qualifications.test_person_links import BORN, Doubles
from tournaments.models import Entry, EntryMove, Event, Newcomers

WHY = "протокол арбітра"


@pytest.fixture
def club(db: None) -> Doubles:
    club = Doubles()
    club.award(club.kept, "ua.rank_2")
    club.award(club.other, "ua.rank_2")
    club.play(club.kept, 1, 9)
    club.play(club.other, 3, 9)
    return club


def entry_of(player: Player) -> Entry:
    return Entry.objects.get(player=player, event__name="Кубок 1")


def act(club: Club) -> dict:
    return {"user": club.federation.chair, "at": club.clock, "today": TODAY}


def digest() -> str:
    """SHA-256 over every row of every table."""
    rows = [
        (model._meta.label, list(model._base_manager.order_by("pk").values_list()))
        for model in sorted(apps.get_models(), key=lambda model: model._meta.label)
    ]
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def test_the_consequences_are_those_of_the_move_and_looking_changes_nothing(
    club: Doubles,
) -> None:
    entry, before = entry_of(club.kept), digest()
    shown = entry_move_consequences(entry, club.other, **act(club))
    assert digest() == before
    last = LedgerEntry.objects.order_by("-pk")[0].pk
    entry_move(entry, club.other, reason=WHY, **act(club))
    added = list(LedgerEntry.objects.filter(pk__gt=last))
    told = [(e.player_id, e.kind, e.grade, e.event_id) for e in shown.new]
    assert told == [(e.player_id, e.kind, e.grade, e.event_id) for e in added if not e.voids_id]
    assert [e.pk for e in shown.gone] == [e.voids_id for e in added if e.voids_id]
    assert shown.gone
    assert shown.new
    assert "Кубок 1" in [event.name for event in shown.events]


def test_a_moved_result_counts_as_if_the_right_person_had_played_from_the_start(
    club: Doubles,
) -> None:
    entry_move(entry_of(club.kept), club.other, reason=WHY, **act(club))
    moved = (club.said(club.kept)[:5], club.said(club.other)[:5])
    earned = [line for line in club.lines(club.kept) if line[3] is not None]
    assert earned == []
    assert {line[3] for line in club.lines(club.other)} == {None, "Кубок 1", "Кубок 3"}
    move = EntryMove.objects.get()
    assert (move.from_player, move.to_player, move.reason) == (club.kept, club.other, WHY)
    back = Entry.objects.get(pk=move.entry_id)
    entry_move(back, club.kept, reason="усе ж він", **act(club))
    assert {line[3] for line in club.lines(club.kept)} == {None, "Кубок 1"}
    assert (club.said(club.kept)[:5], club.said(club.other)[:5]) != moved


def test_the_file_does_not_ask_again_for_whom_it_was_accepted(club: Doubles) -> None:
    entry = entry_of(club.kept)
    Spelling.objects.create(
        player=club.kept,
        text=entry.file_name,
        born="1990-01-01",
        key=_key(entry.file_name),
        source="cup.trf",
        event_number=entry.event_id,
        commission=club.federation.region_commission,
        accepted_by=club.federation.clerk,
        accepted_at=NOW,
    )
    entry_move(entry, club.other, reason=WHY, **act(club))
    assert Spelling.objects.get(event_number=entry.event_id).player == club.other


def _key(name: str) -> str:
    return name_key(name)[:170]


def test_a_move_is_refused_without_a_reason_to_oneself_and_to_a_participant(
    club: Doubles,
) -> None:
    entry = entry_of(club.kept)
    with pytest.raises(Refused, match="how you know"):
        entry_move(entry, club.other, reason=" ", **act(club))
    with pytest.raises(Refused, match="same person"):
        entry_move(entry, club.kept, reason=WHY, **act(club))
    with pytest.raises(Refused, match="plays in this tournament already"):
        entry_move(entry, club.players[3], reason=WHY, **act(club))
    person_link(club.kept, club.other, choices={}, reason=WHY, **act(club))
    with pytest.raises(Refused, match="same person"):
        entry_move(entry, club.other, reason=WHY, **act(club))
    assert EntryMove.objects.count() == 0


def test_two_who_were_entered_for_each_other_change_places(club: Doubles, client) -> None:
    one, third = entry_of(club.kept), club.players[3]
    other = Entry.objects.get(event=one.event, player=third)
    numbers = Player.objects.count()
    client.force_login(club.federation.chair)
    page = reverse("entry-person", args=[one.pk])
    refused = client.get(f"{page}?to={third.pk}").content.decode()
    assert f'href="?to={third.pk}&amp;exchange=1"' in refused
    answer = client.post(f"{page}?to={third.pk}&exchange=1", {"reason": WHY})
    assert answer.url == reverse("event-detail", args=[one.event_id])
    behind = Entry.objects.filter(pk__in=[one.pk, other.pk]).order_by("number")
    assert list(behind.values_list("pk", "player")) == [
        (one.pk, third.pk),
        (other.pk, club.kept.pk),
    ]
    moves = EntryMove.objects.order_by("pk").values_list("entry", "from_player", "to_player")
    assert list(moves) == [
        (one.pk, club.kept.pk, third.pk),
        (other.pk, third.pk, club.kept.pk),
    ]
    assert Player.objects.count() == numbers
    entry_move(one, club.kept, exchange=True, reason=WHY, **act(club))
    assert {entry.player_id for entry in (entry_of(club.kept), entry_of(third))} == {
        club.kept.pk,
        third.pk,
    }
    assert entry_of(club.kept).pk == one.pk
    with pytest.raises(Refused, match="nobody to exchange with"):
        entry_move(one, club.other, exchange=True, reason=WHY, **act(club))


def test_an_event_of_a_published_list_takes_a_late_correction(federation) -> None:
    players = federation.players(*(f"Вищий {n}" for n in range(7)), sex="m", birth_date=BORN)
    federation.opening(date(2026, 4, 1), dict.fromkeys(players, (2300, 40)))
    event = federation.event(
        players[:6],
        everybody_against_everybody(6),
        starts_on=date(2026, 4, 10),
        ends_on=date(2026, 4, 20),
        system="round_robin",
    )
    federation.publish(date(2026, 7, 1))
    with pytest.raises(Refused, match="late correction"):
        entry_move(
            event.entries.get(number=1),
            players[6],
            reason=WHY,
            user=federation.chair,
            at=NOW,
            today=TODAY,
        )


def test_a_fact_that_verdicts_ask_for_has_the_events_since_judged_again(club: Doubles) -> None:
    event = Event.objects.get(name="Кубок 3")
    held = [one.federation for one in _participants(event)]
    assert held == ["UKR"] * 10
    fact = person_fact_record(
        club.other,
        kind="federation",
        value="POL",
        valid_from=date(2025, 2, 1),
        source="лист",
        **act(club),
    )
    assert [one.federation for one in _participants(event)] == ["POL", *["UKR"] * 9]
    first = Event.objects.get(name="Кубок 1")
    assert [one.federation for one in _participants(first)] == ["UKR"] * 10
    person_fact_void(fact, reason="інший", **act(club))
    assert [one.federation for one in _participants(event)] == ["UKR"] * 10


def _participants(event: Event):
    return gather_event(event, law_for("ua", on=event.ends_on)).facts.participants


# --- pages --------------------------------------------------------------------------------------


def test_a_transfer_is_typed_on_the_page_and_voided_there(club: Doubles, client) -> None:
    client.force_login(club.federation.clerk)
    page = reverse("person-facts", args=[club.kept.pk])
    kharkiv = _region("KHA")
    answer = client.post(
        f"{page}?kind=region",
        {"region": kharkiv.pk, "valid_from": "2030-01-01", "source": "заява гравця"},
    )
    assert (answer.status_code, answer["Location"]) == (302, page)
    fact = PersonFact.objects.get(region=kharkiv)
    text = client.get(page).content.decode()
    assert "still to come" in text
    assert "заява гравця" in text
    assert "as registered" in text
    assert client.post(reverse("fact-void", args=[fact.pk]), {"reason": "помилка"}).url == page
    assert "voided: помилка" in client.get(page).content.decode()
    wrong = client.post(f"{page}?kind=birth", {"value": "учора", "source": "-"})
    assert wrong.status_code == 422
    assert "Enter the birth as a date or a year" in wrong.content.decode()
    shown = client.get(page).content.decode()
    assert re.findall(r"\?kind=(\w+)#record", shown) == FactKind.values


def test_a_fact_that_changes_what_was_judged_says_so_before_it_is_recorded(
    client, db: None
) -> None:
    club = Doubles()
    club.play(club.kept, 1, 9)
    event = Event.objects.get(name="Кубок 1")  # whose papers say that the first holds no rank
    Event.objects.filter(pk=event.pk).update(newcomers=Newcomers.WITHOUT_RANK)
    event.entries.filter(player=club.kept).update(newcomer=True)
    event_reassess(Event.objects.get(pk=event.pk), user=club.federation.chair, at=club.clock)
    before = list(LedgerEntry.objects.order_by("pk").values_list("pk", flat=True))
    client.force_login(club.federation.clerk)
    page = reverse("person-facts", args=[club.kept.pk]) + "?kind=federation"
    told = {"value": "POL", "source": "лист"}
    first = client.post(page, told)
    assert first.status_code == 200
    text = first.content.decode()
    assert "Nothing is recorded yet. This would change:" in text
    assert "Judged again: “Кубок 1”" in text
    assert PersonFact.objects.count() == 0
    assert list(LedgerEntry.objects.order_by("pk").values_list("pk", flat=True)) == before
    seen = {"seen": re.findall(r'name="seen" value="(\w+)"', text)[0]}
    other = client.post(page, told | seen | {"value": "LAT"})  # not what was looked at
    assert (other.status_code, PersonFact.objects.count()) == (200, 0)
    assert client.post(page, told | seen).status_code == 302
    club.kept.refresh_from_db()
    assert club.kept.federation == "POL"


def _region(code: str):
    return Region.objects.get(code=code)


def test_two_are_linked_on_the_page_and_taken_apart_again(club: Doubles, client) -> None:
    client.force_login(club.federation.chair)
    page = reverse("person-link", args=[club.kept.pk]) + f"?other={club.other.pk}"
    assert "One person?" in client.get(page).content.decode()
    choices = {f"field_{kind}": "kept" for kind in _kinds(club)}
    assert client.post(page, choices).status_code == 422
    answer = client.post(page, choices | {"reason": WHY})
    assert answer.url == reverse("person-facts", args=[club.kept.pk])
    assert WHY in client.get(answer.url).content.decode()
    link = club.kept.links_to.get()
    undo = client.post(reverse("person-unlink", args=[link.pk]), {"reason": "двоє"})
    assert undo.url == answer.url
    assert "undone on" in client.get(answer.url).content.decode()


def test_two_of_two_regions_are_linked_by_the_national_commission_alone(
    club: Doubles, client
) -> None:
    Player.objects.filter(pk=club.other.pk).update(region=_region("KHA"))
    there = reverse("person-link", args=[club.kept.pk]) + f"?other={club.other.pk}"
    back = reverse("person-link", args=[club.other.pk]) + f"?other={club.kept.pk}"
    told = {f"field_{kind}": "kept" for kind in (*_kinds(club), "region")} | {"reason": WHY}
    statuses = []
    for user in (club.federation.chair, club.federation.national_chair):
        client.force_login(user)
        statuses += [client.post(page, told).status_code for page in (there, back)]
    assert statuses[:3] == [403, 403, 302]


def _kinds(club: Doubles) -> list[str]:
    pairs = side_by_side(club.kept, Player.objects.get(pk=club.other.pk))
    return [str(pair.kind) for pair in pairs if pair.other]


def test_a_result_is_moved_on_the_page_once_the_consequences_are_seen(
    club: Doubles, client
) -> None:
    client.force_login(club.federation.chair)
    entry = entry_of(club.kept)
    page = reverse("entry-person", args=[entry.pk])
    verdicts = client.get(reverse("verdict-list", args=[club.kept.pk, entry.event_id]))
    assert page in verdicts.content.decode()
    shown = client.get(f"{page}?to={club.other.pk}").content.decode()
    assert "Void then:" in shown
    assert "New then:" in shown
    answer = client.post(f"{page}?to={club.other.pk}", {"reason": WHY})
    assert answer.url == reverse("event-detail", args=[entry.event_id])
    entry.refresh_from_db()
    assert entry.player == club.other


def test_the_queue_of_pairs_needs_no_more_queries_for_more_pairs(
    club: Doubles, client, django_assert_max_num_queries
) -> None:
    client.force_login(club.federation.chair)
    for number in range(4):
        club.federation.players(
            "Гнатюк Остап", "Hnatiuk Ostap", birth_date=date(1980 + number, 5, 5)
        )
    assert suspects_find(today=TODAY) >= 4
    page = reverse("suspect-list")
    client.get(page)
    with django_assert_max_num_queries(8):
        text = client.get(page).content.decode()
    assert text.count("They are two people") >= 4
