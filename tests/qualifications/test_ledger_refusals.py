"""The ledger takes nothing that contradicts it: refused with the reason, and nothing is stored."""

from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.errors import Refused
from federation.models import Player
from qualifications.models import Deadline, Decision, LedgerEntry
from qualifications.selectors import player_card
from qualifications.services.ledger import ledger_append
from tests import world
from tests.samples import people, round_robin
from tournaments.services import event_decide, event_submit

DAY = date(2026, 5, 4)


@pytest.fixture(autouse=True)
def _frozen(clock) -> None:
    """It is 10 July 2026."""


@pytest.fixture
def player(reference) -> Player:
    [found] = world.register_players(people(1))
    Player.objects.filter(pk=found.pk).update(birth_date=date(2000, 6, 15), birth_year=2000)
    return Player.objects.get(pk=found.pk)


def entry(who: Player, kind: str, grade: str = "ua.rank_1", day: date = DAY, **fields):
    return LedgerEntry(
        player=who,
        kind=kind,
        grade=grade,
        effective_on=day,
        recorded_by=world.registrar(),
        **{"recorded_at": world.NOW} | fields,
    )


def refused(*entries: LedgerEntry) -> str:
    """Why the entries are refused; neither rows nor deadlines are left behind."""
    before = set(LedgerEntry.objects.values_list("pk", flat=True))
    with pytest.raises(Refused) as refusal:
        ledger_append(entries)
    assert set(LedgerEntry.objects.values_list("pk", flat=True)) == before
    return str(refusal.value)


@pytest.mark.parametrize("kind", ["confirmation_earned", "confirmed", "failure_recorded"])
def test_a_rank_never_held_is_neither_confirmed_nor_failed(player, kind):
    assert refused(entry(player, kind)) == (
        f"{player.name} never held this rank by 04.05.2026: I rank. It can be neither confirmed "
        "nor failed; record first how it was awarded."
    )


def test_an_award_before_birth(player):
    assert refused(entry(player, "awarded", day=date(2000, 6, 14))) == (
        f"{player.name}: 14.06.2000 lies before the player's birth. Correct the day, or the birth."
    )
    ledger_append([entry(player, "awarded", day=date(2000, 6, 15))])


def test_a_day_in_the_future_is_one_after_the_local_day_of_recording(player):
    """Ten in the evening of Greenwich is the next day in Kyiv."""
    late = datetime(2026, 7, 9, 22, tzinfo=UTC)
    found = refused(entry(player, "awarded", day=date(2026, 7, 11), recorded_at=late))
    assert found == f"{player.name}: 11.07.2026 lies in the future. Correct the day."
    ledger_append([entry(player, "awarded", day=date(2026, 7, 10), recorded_at=late)])


def test_a_grade_that_no_regulation_has(player):
    assert refused(entry(player, "awarded", "ua.rank_9")) == (
        f"{player.name}: “ua.rank_9” is no rank or title of a regulation that the registry knows."
    )


@pytest.mark.parametrize("kind", ["lifetime_granted", "revoked"])
def test_what_is_not_held_is_neither_given_for_life_nor_taken_away(player, kind):
    assert refused(entry(player, kind)) == (
        f"{player.name} does not hold this rank on 04.05.2026: I rank. It can be neither given "
        "for life nor taken away."
    )


def test_a_move_to_what_is_not_lower(player):
    assert refused(entry(player, "demoted", "ua.rank_2")) == (
        f"{player.name} holds no rank on 04.05.2026 and cannot be moved to a lower one."
    )
    world.held(player, "ua.rank_2")
    assert refused(entry(player, "demoted", "ua.rank_2")) == (
        f"{player.name} cannot be moved down on 04.05.2026: held is II rank, and this is not "
        "lower: II rank."
    )


def voiding(who: Player, voids: LedgerEntry) -> LedgerEntry:
    return entry(who, "voided", "", voids=voids)


def test_a_line_is_voided_once_and_in_its_own_ledger(player):
    [other] = world.register_players(people(1, seed=2))
    world.held(player, "ua.rank_2")
    award = LedgerEntry.objects.get()
    assert refused(voiding(other, award)) == (
        f"{other.name}: the line to be voided is not in this player's ledger."
    )
    ledger_append([voiding(player, award)])
    assert refused(voiding(player, award)) == f"{player.name}: this line is voided already."


def test_one_contradiction_refuses_all_that_came_with_it(player):
    refused(entry(player, "awarded"), entry(player, "failure_recorded", "ua.kmsu"))
    assert (LedgerEntry.objects.count(), Deadline.objects.count()) == (0, 0)


def test_what_comes_first_in_a_batch_is_known_to_what_follows(player):
    ledger_append([entry(player, "awarded"), entry(player, "lifetime_granted")])
    assert player_card(player, on=DAY).standing.term == "for_life"


def test_a_paper_card_that_arrives_late_is_taken(player):
    world.held(player, "ua.rank_2", date(2025, 9, 1))
    world.held(player, "ua.rank_1", date(2019, 3, 1))
    world.held(player, "ua.candidate_point", date(2019, 5, 1))
    assert LedgerEntry.objects.count() == 3


def test_a_paper_card_before_birth_leaves_no_decision(player):
    with pytest.raises(Refused, match="before the player's birth"):
        world.held(player, "ua.rank_3", date(2000, 6, 14))
    assert (Decision.objects.count(), LedgerEntry.objects.count()) == (0, 0)


def test_the_page_for_paper_cards_says_why(player, chair):
    client = Client(headers={"accept-language": "en"})
    client.force_login(chair)
    data = {"grade": "ua.rank_3", "effective_on": "2000-06-14", "document": "card 7"}
    page = client.post(f"/desk/players/{player.pk}/award/", data)
    assert page.status_code == 422
    assert page.context["form"].non_field_errors() == [
        f"{player.name}: 14.06.2000 lies before the player's birth. Correct the day, or the birth."
    ]


def test_a_title_of_another_scheme_is_kept_beside_the_ranks(player):
    """The card tells the ranks; what others award does not disturb it."""
    world.held(player, "ua.rank_1")
    ledger_append([entry(player, "awarded", "fide.fm"), entry(player, "awarded", "ru.kms")])
    assert player_card(player, on=DAY).standing.grade == "ua.rank_1"
    assert refused(entry(player, "confirmed", "fide.im")).startswith(
        f"{player.name} never held this rank by 04.05.2026: "
    )


def test_a_rank_that_the_papers_state_is_tested_though_the_ledger_has_it_not(clerk, member):
    everybody = people(10)
    world.register_players(everybody[:9])
    event = world.prepare_event(round_robin(given=everybody, starts_on=world.FIRST_DAY), user=clerk)
    stated = {str(number): ["ua.rank_1", "card"] for number in range(1, 10)}
    event = event_decide(event, {**event.review, "classes": stated})
    sent = event_submit(event, user=clerk, at=world.NOW, today=world.TODAY)
    world.admit_event(sent, user=member)
    tests = LedgerEntry.objects.exclude(kind__in=("norm_met", "candidate_point_earned"))
    assert set(tests.values_list("grade", flat=True)) == {"ua.rank_1"}
    assert not LedgerEntry.objects.filter(kind="awarded").exists()


def test_more_entries_need_no_more_questions(player):
    others = world.register_players(people(6, seed=3))
    world.held(player, "ua.rank_1")
    for other in others:
        world.held(other, "ua.rank_1")

    def cost(*who: Player) -> int:
        entries = [entry(one, "confirmation_earned") for one in who]
        with CaptureQueriesContext(connection) as captured:
            ledger_append(entries)
        return len(captured)

    assert cost(player) == cost(*others)
