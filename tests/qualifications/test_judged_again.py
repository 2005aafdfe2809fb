"""Late news: events judged again in order of their last days, and what their pages then say."""

from datetime import date, timedelta
from itertools import permutations

import pytest
from django.db import transaction
from django.urls import reverse

from federation.models import Player, Sex
from qualifications.facts import standings_on
from qualifications.judged_again import changed_lines, judged_again_because_of
from qualifications.law import law_for
from qualifications.models import Assessment, Deadline, LedgerEntry, VerdictRecord
from qualifications.models.ledger import LedgerKind
from qualifications.services.admission import event_admit_and_assess
from qualifications.services.deadlines import standings_check
from qualifications.services.decisions import earlier_award_record
from tests import world
from tests.qualifications.building import NOW, Federation, everybody_against_everybody
from tournaments.models import DeclaredNorm, Event, EventStatus
from tournaments.services import upload_store

MADE, TODAY = date(2024, 1, 10), date(2026, 5, 4)
RANK_1, RANK_2, RANK_3 = "ua.rank_1", "ua.rank_2", "ua.rank_3"


class Club:
    """Ten players of I rank; the first one's points are chosen, the others draw."""

    def __init__(self, federation: Federation, *, first: str | None = RANK_1) -> None:
        self.federation, self.clock = federation, NOW
        self.players = federation.players(
            *(f"Гравець {n}" for n in range(10)), sex=Sex.MALE, birth_date=date(1990, 1, 1)
        )
        for player in self.players[1:]:
            self.award(player, RANK_1)
        if first:
            self.award(self.players[0], first)

    def award(self, player: Player, grade: str, on: date = MADE) -> None:
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

    def sent(
        self, month: int, wins: int, norms: tuple[str, ...] = (RANK_1, RANK_2), *, day: int = 1
    ) -> Event:
        """Nine days of a month of 2025; the first player wins so many of nine games."""

        def score(white: int, black: int) -> int:
            if 0 not in (white, black):
                return 1
            won = max(white, black) <= wins
            return 2 if won == (white == 0) else 0

        upload, _created = upload_store(
            content=f"012 {month} {day}".encode(),
            filename="cup.trf",
            commission=self.federation.region_commission,
            user=self.federation.clerk,
            at=NOW,
        )
        event = self.federation.event(
            self.players,
            everybody_against_everybody(10, score),
            name=f"Кубок {month}",
            starts_on=date(2025, month, day),
            ends_on=date(2025, month, day + 8),
            upload=upload,
            system="round_robin",
            electronic_clocks=True,
            clocks_used=True,
            moves_recorded=True,
            most_rounds_on_one_day=1,
            status=EventStatus.SUBMITTED,
            submitted_at=NOW,
            admitted_by=None,
            admitted_at=None,
        )
        for norm in norms:
            DeclaredNorm.objects.create(
                event=event,
                norm=norm,
                commission=self.federation.region_commission,
                declared_on=date(2024, 12, 1),
            )
        return event

    def admit(self, *events: Event) -> None:
        """One after the other, a minute apart."""
        for event in events:
            self.clock += timedelta(minutes=1)
            event = Event.objects.get(pk=event.pk)
            event_admit_and_assess(event, user=self.federation.member, at=self.clock)

    def standing(self, on: date = TODAY):
        player = self.players[0].pk
        return standings_on([player], on=on, law=law_for("ua", on=on))[player]

    def written(self, event: Event) -> list[tuple[str, str]]:
        """Kinds and grades of the first player's lines of an event that hold."""
        lines = LedgerEntry.objects.filter(event=event, player=self.players[0], voided_by=None)
        return list(
            lines.exclude(kind=LedgerKind.VOIDED).order_by("kind").values_list("kind", "grade")
        )

    def known(self) -> list[object]:
        """Everything that follows from the events, whoever recorded it when."""
        lines = LedgerEntry.objects.filter(voided_by=None).exclude(kind=LedgerKind.VOIDED)
        verdicts = VerdictRecord.objects.filter(assessment__current=True)
        deadlines = Deadline.objects.all()
        return [
            sorted(
                (e.player_id, e.event_id or 0, e.kind, e.grade, e.article, repr(e.details))
                for e in lines
            ),
            sorted((v.entry_id, v.grade, v.outcome, repr(v.reasons)) for v in verdicts),
            sorted((d.player_id, d.kind, d.grade, d.day, d.becomes) for d in deadlines),
            self.standing(),
        ]


@pytest.fixture
def club(federation: Federation) -> Club:
    return Club(federation)


def without_keys(known: list[object]) -> list[object]:
    """The basis of a standing names rows, which have other numbers in another order."""
    *rest, standing = known
    return [*rest, {k: getattr(standing, k) for k in standing.__slots__ if k != "basis"}]


def test_events_admitted_in_any_order_leave_the_same(club):
    events = [club.sent(1, 1), club.sent(2, 0), club.sent(3, 1), club.sent(4, 5)]
    found = []
    for order in list(permutations(events))[::5]:
        with transaction.atomic():
            club.admit(*order)
            found.append(without_keys(club.known()))
            numbers = sorted(player.pk for player in club.players)
            assert standings_check(numbers[0], numbers[-1], on=TODAY).differences == ()
            transaction.set_rollback(True)
    assert found == [found[0]] * 5
    assert club.standing().grade == RANK_1


def test_a_late_demotion_changes_what_a_later_event_says_of_the_rank(club):
    fails = [club.sent(month, 1, (RANK_1,)) for month in (1, 2, 3)]
    later = club.sent(4, 5)
    club.admit(fails[0], fails[2], later)
    assert club.written(later) == [("confirmation_earned", RANK_1)]
    club.admit(fails[1])
    assert club.written(later) == [("confirmation_earned", RANK_2), ("norm_met", RANK_1)]
    assert club.standing().grade == RANK_2
    assert [a.event for a in judged_again_because_of(fails[1])] == [later]
    now = Assessment.objects.get(event=later, scheme="ua", current=True)
    [line] = [line for line in changed_lines(now) if line.held_now]
    assert (line.player, line.held_before.grade, line.held_now.grade) == (
        club.players[0],
        RANK_1,
        RANK_2,
    )
    assert [e.kind for e in line.gone] == ["confirmation_earned"]
    assert [(e.kind, e.grade) for e in line.new] == [
        ("norm_met", RANK_1),
        ("confirmation_earned", RANK_2),
    ]


def test_an_event_that_says_the_same_is_left_alone(club):
    early, later = club.sent(1, 4), club.sent(4, 5)
    club.admit(later)
    before = LedgerEntry.objects.filter(event=later).count()
    club.admit(early)
    assert Assessment.objects.filter(event=later, scheme="ua").count() == 1
    assert LedgerEntry.objects.filter(event=later).count() == before


def test_a_rank_learned_later_from_paper_fills_the_gap(federation):
    club = Club(federation, first=None)
    event = club.sent(3, 1)
    club.admit(event)
    assert club.written(event) == []
    club.award(club.players[0], RANK_1)
    assert club.written(event) == [("failure_recorded", RANK_1)]
    assert club.standing().failures_in_row == 1


def test_an_award_of_later_makes_a_norm_of_the_next_event_a_confirmation(federation):
    club = Club(federation, first=RANK_2)
    first, second = club.sent(1, 6), club.sent(3, 6)
    club.admit(first, second)
    assert ("norm_met", RANK_1) in club.written(second)
    norm = LedgerEntry.objects.get(event=first, kind=LedgerKind.NORM_MET, player=club.players[0])
    world.decree(
        federation.region_commission,
        drafter=federation.clerk,
        approver=federation.chair,
        only=lambda one: one.norm == norm,
        dated_on=TODAY,
        at=NOW,
    )
    assert club.written(second) == [("confirmation_earned", RANK_1)]
    assert club.standing().valid_until == date(2028, 3, 9)


def test_awd_19_an_award_whose_norm_fell_with_a_simultaneous_event_is_shown(federation, client):
    club = Club(federation, first=RANK_2)
    event = club.sent(3, 6)
    club.admit(event)
    norm = LedgerEntry.objects.get(event=event, kind=LedgerKind.NORM_MET, player=club.players[0])
    world.decree(
        federation.region_commission,
        drafter=federation.clerk,
        approver=federation.chair,
        only=lambda one: one.norm == norm,
        dated_on=TODAY,
        at=NOW,
    )
    club.admit(club.sent(3, 6, day=5))
    assert ("norm_met", RANK_1) not in club.written(event)
    assert ("awarded", RANK_1) in club.written(event)
    page = client.get(reverse("event-detail", args=[event.pk])).content.decode()
    assert "The award stays until the commission revokes it." in page


def test_both_pages_say_what_was_judged_again(club, client):
    fails = [club.sent(month, 1, (RANK_1,)) for month in (1, 2, 3)]
    later = club.sent(4, 5)
    club.admit(fails[0], fails[2], later)
    client.force_login(club.federation.member)
    admission = client.get(reverse("event-admit", args=[fails[1].pk])).content.decode()
    assert "1 later tournament is judged again and says something else" in admission
    assert reverse("event-detail", args=[later.pk]) in admission
    answer = client.post(reverse("event-admit", args=[fails[1].pk]), follow=True)
    assert "Later tournaments judged again" in answer.content.decode()
    assert f"{reverse('event-detail', args=[later.pk])}#judged-again" in answer.content.decode()
    page = client.get(reverse("event-detail", args=[later.pk])).content.decode()
    assert "after this earlier tournament was admitted" in page
    assert "No longer holds: Confirmation earned" in page


def test_lines_voided_leave_what_there_was_before(club):
    first, second, third = club.sent(1, 1), club.sent(2, 1), club.sent(4, 5)
    with transaction.atomic():
        club.admit(first, third)
        without = club.standing()
        transaction.set_rollback(True)
    club.admit(first, second, third)
    for line in LedgerEntry.objects.filter(event=second):
        LedgerEntry.objects.create(
            player_id=line.player_id,
            kind=LedgerKind.VOIDED,
            effective_on=TODAY,
            recorded_at=NOW,
            recorded_by=club.federation.chair,
            voids=line,
        )
    found = club.standing()
    assert without_keys([found]) == without_keys([without])
