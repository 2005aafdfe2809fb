"""Candidate points and norms of candidate masters, from the games to the ledger."""

from datetime import date

import pytest

from federation.models import Sex
from qualifications.models import LedgerEntry
from qualifications.models.ledger import LedgerKind
from qualifications.selectors import norms_to_award
from qualifications.services.assessment import event_assess
from qualifications.services.decisions import earlier_award_record
from tests.qualifications.building import NOW, everybody_against_everybody
from tournaments.models import ArbiterCategory, DeclaredNorm, EventArbiter

FIRST_DAY, LAST_DAY = date(2025, 5, 1), date(2025, 5, 9)


def award(federation, player, grade: str, on: date) -> None:
    earlier_award_record(
        player=player,
        grade=grade,
        effective_on=on,
        commission=federation.region_commission,
        document="квиток",
        user=federation.chair,
        at=NOW,
        today=date(2026, 1, 1),
    )


@pytest.fixture
def judged(federation):
    """Ten players: the first of I rank wins all games against nine candidate masters."""

    def judge(norm: str, *, points: int) -> list[LedgerEntry]:
        players = federation.players(
            *(f"Гравець {n}" for n in range(10)), sex=Sex.MALE, birth_date=date(1990, 1, 1)
        )
        award(federation, players[0], "ua.rank_1", date(2024, 1, 10))
        for day in range(points):
            award(federation, players[0], "ua.candidate_point", date(2024, 6, 10 + day))
        for player in players[1:]:
            award(federation, player, "ua.kmsu", date(2024, 1, 10))
        federation.opening(date(2025, 4, 1), dict.fromkeys(players, (2150, 40)))
        event = federation.event(
            players,
            everybody_against_everybody(
                10, lambda white, black: 2 if white == 0 else 0 if black == 0 else 1
            ),
            starts_on=FIRST_DAY,
            ends_on=LAST_DAY,
            system="round_robin",
            electronic_clocks=True,
            clocks_used=True,
            moves_recorded=True,
            most_rounds_on_one_day=1,
        )
        DeclaredNorm.objects.create(
            event=event,
            norm=norm,
            commission=federation.region_commission,
            declared_on=date(2025, 4, 1),
        )
        EventArbiter.objects.bulk_create(
            EventArbiter(event=event, name=f"Суддя {n}", category=ArbiterCategory.FIRST)
            for n in range(3)
        )
        event_assess(event, user=federation.member, at=NOW)
        first = LedgerEntry.objects.filter(event=event, player=players[0])
        return list(first.order_by("pk"))

    return judge


def told(entries: list[LedgerEntry]) -> list[tuple[str, str, str]]:
    return [(entry.kind, entry.grade, entry.article) for entry in entries]


def test_a_candidate_point_is_written_for_the_last_day(judged):
    entries = judged("ua.candidate_point", points=0)
    assert told(entries) == [(LedgerKind.CANDIDATE_POINT_EARNED, "ua.candidate_point", "UA.KMS.T")]
    assert (entries[0].effective_on, entries[0].details["games"]) == (LAST_DAY, 9)


def test_ua_q25_a_norm_without_the_points_is_a_point(judged):
    entries = judged("ua.kmsu", points=1)
    assert told(entries) == [(LedgerKind.CANDIDATE_POINT_EARNED, "ua.candidate_point", "UA.KMS.N2")]


def test_a_candidate_master_is_a_norm_that_waits_for_its_award(judged, federation):
    entries = judged("ua.kmsu", points=2)
    assert told(entries) == [(LedgerKind.NORM_MET, "ua.kmsu", "UA.KMS.2")]
    assert norms_to_award(federation.national) == entries
