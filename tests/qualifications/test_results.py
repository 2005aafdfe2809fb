"""What an admitted event writes about the ranks that its players brought."""

from datetime import date

import pytest

from federation.models import Sex
from qualifications.facts import standings_on
from qualifications.law import law_for
from qualifications.models import LedgerEntry
from qualifications.models.ledger import LedgerKind
from qualifications.services.assessment import event_assess
from qualifications.services.decisions import earlier_award_record
from tests.qualifications.building import NOW, everybody_against_everybody
from tournaments.models import DeclaredNorm

MADE, TODAY = date(2024, 1, 10), date(2026, 1, 1)
RANK_1, RANK_2, RANK_3 = "ua.rank_1", "ua.rank_2", "ua.rank_3"


class Club:
    """Ten players of I rank; the first one's points are chosen, the others draw."""

    def __init__(self, federation, first_made: date = MADE) -> None:
        self.federation = federation
        self.players = federation.players(
            *(f"Гравець {n}" for n in range(10)), sex=Sex.MALE, birth_date=date(1990, 1, 1)
        )
        for player in self.players:
            self.award(player, RANK_1, first_made if player == self.players[0] else MADE)

    def award(self, player, grade: str, on: date) -> None:
        earlier_award_record(
            player=player,
            grade=grade,
            effective_on=on,
            commission=self.federation.region_commission,
            document="квиток",
            user=self.federation.chair,
            at=NOW,
            today=TODAY,
        )

    def event(self, month: int, wins: int, norms: tuple[str, ...] = (RANK_1, RANK_2), **fields):
        """The first player wins so many of nine games and loses the others; judged."""

        def score(white: int, black: int) -> int:
            if 0 not in (white, black):
                return 1
            won = max(white, black) <= wins
            return 2 if won == (white == 0) else 0

        event = self.federation.event(
            self.players,
            everybody_against_everybody(10, score),
            **{
                "starts_on": date(2025, month, 1),
                "ends_on": date(2025, month, 9),
                "system": "round_robin",
                "electronic_clocks": True,
                "clocks_used": True,
                "moves_recorded": True,
                "most_rounds_on_one_day": 1,
            }
            | fields,
        )
        for norm in norms:
            DeclaredNorm.objects.create(
                event=event,
                norm=norm,
                commission=self.federation.region_commission,
                declared_on=date(2024, 12, 1),
            )
        event_assess(event, user=self.federation.member, at=NOW)
        return event

    def written(self, event) -> list[LedgerEntry]:
        facts = LedgerEntry.objects.filter(event=event, player=self.players[0])
        return list(facts.order_by("pk"))

    def standing(self, on: date):
        player = self.players[0].pk
        return standings_on([player], on=on, law=law_for("ua", on=on))[player]


@pytest.fixture
def club(federation) -> Club:
    return Club(federation)


def test_conf_1a_the_norm_of_the_rank_held_is_a_confirmation(club):
    [fact] = club.written(club.event(3, wins=6))
    assert (fact.kind, fact.grade, fact.article) == (
        LedgerKind.CONFIRMATION_EARNED,
        RANK_1,
        "UA.CONF.1a",
    )
    assert fact.details == {
        "system": "round_robin",
        "rounds": 9,
        "games": 9,
        "starts_on": "2025-03-01",
        "results": {RANK_1: [12, 9], RANK_2: [12, 5]},
    }
    assert club.standing(date(2025, 3, 9)).valid_until == date(2028, 3, 9)


def test_conf_6b_below_75_percent_is_a_failure(club):
    [fact] = club.written(club.event(3, wins=1))
    assert (fact.kind, fact.grade, fact.article) == (
        LedgerKind.FAILURE_RECORDED,
        RANK_1,
        "UA.CONF.6b",
    )
    assert fact.verdict.grade == RANK_1
    assert club.standing(date(2025, 3, 9)).failures_in_row == 1


def test_between_75_percent_and_the_norm_is_a_result_that_ends_the_series(club):
    club.event(3, wins=3)
    [fact] = club.written(club.event(4, wins=4))
    assert (fact.kind, fact.details["results"][RANK_1]) == (LedgerKind.RESULT_RECORDED, [8, 9])
    assert club.standing(date(2025, 3, 9)).failures_in_row == 1
    assert club.standing(date(2025, 4, 9)).failures_in_row == 0


def test_ua_q21_an_event_without_the_needed_norm_writes_nothing(club):
    assert club.written(club.event(3, wins=1, norms=(RANK_3,))) == []


def test_a_norm_whose_conditions_the_event_lacks_tests_nobody(club):
    """Only the norm of the first rank asks for slow games (UA.AWD.8b)."""
    fast = {"minutes": 15, "increment_seconds": 0}
    assert club.written(club.event(3, wins=1, norms=(RANK_1,), **fast)) == []
    [fact] = club.written(club.event(4, wins=1, **fast))
    assert (fact.kind, fact.details["results"]) == (
        LedgerKind.RESULT_RECORDED,
        {RANK_2: [2, 5]},
    )
    assert club.standing(date(2025, 4, 9)).below_lower_norm_in_row == 1


def test_three_failures_move_down_and_late_events_come_into_their_place(club):
    """The event of April is admitted last; nothing that was written before changes."""
    club.event(3, wins=1, norms=(RANK_1,))
    club.event(5, wins=1, norms=(RANK_1,))
    before = list(LedgerEntry.objects.order_by("pk").values())
    assert club.standing(date(2025, 5, 9)).grade == RANK_1
    club.event(4, wins=1, norms=(RANK_1,))
    assert list(LedgerEntry.objects.order_by("pk").values())[: len(before)] == before
    moved = club.standing(date(2025, 5, 9))
    assert (moved.grade, moved.valid_until, moved.decree_pending) == (
        RANK_2,
        date(2028, 5, 9),
        True,
    )
    assert club.standing(date(2025, 4, 9)).failures_in_row == 2


def test_a_rank_that_ends_during_the_event_waits_for_an_award_anew(federation):
    club = Club(federation, first_made=date(2022, 3, 8))
    event = club.event(3, wins=6)
    assert [(fact.kind, fact.grade) for fact in club.written(event)] == [
        (LedgerKind.NORM_MET, RANK_1),
        (LedgerKind.CONFIRMATION_EARNED, RANK_1),
    ]
    assert club.standing(date(2025, 3, 8)).grade == RANK_1
    assert club.standing(date(2025, 3, 9)).grade is None


def test_a_rank_that_ends_with_the_event_is_confirmed(federation):
    club = Club(federation, first_made=date(2022, 3, 9))
    event = club.event(3, wins=6)
    assert [fact.kind for fact in club.written(event)] == [LedgerKind.CONFIRMATION_EARNED]
    assert club.standing(date(2025, 3, 10)).valid_until == date(2028, 3, 9)
