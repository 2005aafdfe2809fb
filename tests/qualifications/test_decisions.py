"""Decisions: what was earned is awarded, once, by those who answer for the player."""

from datetime import date

import pytest

from federation.errors import Refused
from federation.models import Commission, Region
from qualifications.models import Decision, LedgerEntry
from qualifications.models.ledger import LedgerIsAppendOnly, LedgerKind
from qualifications.selectors import earned_not_awarded, norms_to_award, player_card
from qualifications.services.decisions import decision_record, earlier_award_record
from tests.qualifications.building import NOW

LAST_DAY = date(2025, 5, 9)
TODAY = date(2025, 6, 1)


@pytest.fixture
def event(federation):
    players = federation.players("Гнатюк Остап", "Дорош Назар")
    return federation.event(players, [(1, 0, 1, 2)], starts_on=date(2025, 5, 1), ends_on=LAST_DAY)


def norm_of(federation, event, number: int = 1, grade: str = "ua.rank_2") -> LedgerEntry:
    return LedgerEntry.objects.create(
        player=event.entries.get(number=number).player,
        kind=LedgerKind.NORM_MET,
        grade=grade,
        effective_on=event.ends_on,
        recorded_at=NOW,
        recorded_by=federation.member,
        commission=event.commission,
        event=event,
        edition="ua_2007",
        article="UA.RANK.T",
    )


def record(federation, norms, **changed) -> Decision:
    return decision_record(
        **{
            "commission": federation.region_commission,
            "number": "14",
            "decided_on": date(2025, 5, 20),
            "norm_ids": [norm.pk for norm in norms],
            "user": federation.chair,
            "at": NOW,
            "today": TODAY,
        }
        | changed
    )


def test_an_award_is_in_force_from_the_last_day_of_the_event_for_three_years(federation, event):
    norm = norm_of(federation, event)
    record(federation, [norm])
    for on, grade in (
        (date(2025, 5, 8), None),
        (LAST_DAY, "ua.rank_2"),
        (date(2028, 5, 9), "ua.rank_2"),
        (date(2028, 5, 10), None),
    ):
        assert player_card(norm.player, on=on).standing.grade == grade


def test_what_is_awarded_is_no_longer_waiting(federation, event):
    norms = [norm_of(federation, event, 1), norm_of(federation, event, 2)]
    assert list(earned_not_awarded(federation.region_commission)) == norms
    record(federation, norms[:1])
    assert list(earned_not_awarded(federation.region_commission)) == norms[1:]


def test_the_same_norm_is_not_awarded_twice(federation, event):
    norm = norm_of(federation, event)
    record(federation, [norm])
    with pytest.raises(Refused):
        record(federation, [norm], number="15")
    assert LedgerEntry.objects.filter(kind=LedgerKind.AWARDED).count() == 1


@pytest.mark.parametrize(
    ("earlier", "later", "waiting"),
    [
        ("ua.rank_2", "ua.rank_2", ["ua.rank_2"]),
        ("ua.rank_2", "ua.rank_3", ["ua.rank_2"]),
        ("ua.rank_3", "ua.rank_2", ["ua.rank_3", "ua.rank_2"]),
    ],
)
def test_a_norm_that_an_earlier_one_covers_does_not_wait_for_an_award(
    federation, event, earlier, later, waiting
):
    first = norm_of(federation, event, grade=earlier)
    players = [first.player, event.entries.get(number=2).player]
    next_event = federation.event(
        players, [(1, 0, 1, 2)], starts_on=date(2025, 5, 10), ends_on=date(2025, 5, 12)
    )
    second = norm_of(federation, next_event, grade=later)
    assert [n.grade for n in norms_to_award(federation.region_commission)] == waiting
    if second.grade not in waiting[1:]:
        with pytest.raises(Refused):
            record(federation, [second])


def test_one_awarded_meanwhile_refuses_the_whole_decision(federation, event):
    norms = [norm_of(federation, event, 1), norm_of(federation, event, 2)]
    record(federation, norms[:1])
    with pytest.raises(Refused, match="awarded meanwhile"):
        record(federation, norms, number="15")
    assert Decision.objects.count() == 1


def test_a_commission_decides_for_the_players_of_its_region(federation, event):
    norm = norm_of(federation, event)
    other = Commission.objects.get(code="KHA")
    with pytest.raises(Refused):
        record(federation, [norm], commission=other)
    norm.player.region = Region.objects.get(code="KHA")
    norm.player.save()
    assert record(federation, [norm], commission=other).lines.count() == 1


def test_the_national_commission_decides_for_all(federation, event):
    norm = norm_of(federation, event)
    assert record(federation, [norm], commission=federation.national).lines.count() == 1


@pytest.mark.parametrize(
    ("decided_on", "refusal"),
    [
        (date(2025, 5, 8), "before the end"),
        (date(2025, 5, 9), None),
        (date(2025, 6, 1), None),
        (date(2025, 6, 2), "future"),
    ],
)
def test_the_date_of_a_decision(federation, event, decided_on, refusal):
    norm = norm_of(federation, event)
    if refusal:
        with pytest.raises(Refused, match=refusal):
            record(federation, [norm], decided_on=decided_on)
        assert Decision.objects.count() == 0
    else:
        assert record(federation, [norm], decided_on=decided_on).decided_on == decided_on


def test_a_number_is_used_once_a_year_in_a_commission(federation, event):
    norms = [norm_of(federation, event, 1), norm_of(federation, event, 2)]
    record(federation, norms[:1])
    with pytest.raises(Refused, match="already has a decision number 14 in 2025"):
        record(federation, norms[1:])
    other_year = {"decided_on": date(2026, 1, 10), "today": date(2026, 2, 1)}
    assert record(federation, norms[1:], **other_year).number == "14"


def test_nothing_chosen_is_refused(federation, event):
    with pytest.raises(Refused, match="at least one"):
        record(federation, [])


# --- taken over from paper ----------------------------------------------------------------------


def take_over(federation, player, **changed) -> Decision:
    return earlier_award_record(
        **{
            "player": player,
            "grade": "ua.rank_1",
            "effective_on": date(2024, 3, 10),
            "commission": federation.region_commission,
            "document": "кваліфікаційний квиток 118",
            "user": federation.chair,
            "at": NOW,
            "today": TODAY,
        }
        | changed
    )


def test_an_earlier_award_counts_from_the_day_of_the_norm(federation):
    [player] = federation.players("Гнатюк Остап")
    take_over(federation, player)
    standing = player_card(player, on=TODAY).standing
    assert (standing.grade, standing.valid_until) == ("ua.rank_1", date(2027, 3, 10))


def test_candidate_points_can_be_taken_over_twice_from_one_day(federation):
    [player] = federation.players("Гнатюк Остап")
    take_over(federation, player)
    for _time in range(2):
        take_over(federation, player, grade="ua.candidate_point", effective_on=date(2024, 9, 1))
    points = player_card(player, on=TODAY).standing.candidate_points
    assert points == (date(2027, 9, 1), date(2027, 9, 1))


@pytest.mark.parametrize(
    ("changed", "refusal"),
    [
        ({"effective_on": date(2025, 6, 2)}, "future"),
        ({"effective_on": date(1999, 12, 31)}, "birth"),
    ],
)
def test_an_earlier_award_on_an_impossible_day_is_refused(federation, changed, refusal):
    [player] = federation.players("Гнатюк Остап", birth_year=2000)
    with pytest.raises(Refused, match=refusal):
        take_over(federation, player, **changed)
    assert LedgerEntry.objects.count() == 0


def test_the_same_earlier_award_is_not_taken_over_twice(federation):
    [player] = federation.players("Гнатюк Остап")
    take_over(federation, player)
    with pytest.raises(Refused, match="already has this award"):
        take_over(federation, player)


# --- the ledger ---------------------------------------------------------------------------------


def test_a_row_of_the_ledger_is_neither_changed_nor_deleted(federation, event):
    norm = norm_of(federation, event)
    with pytest.raises(LedgerIsAppendOnly):
        norm.save()
    with pytest.raises(LedgerIsAppendOnly):
        norm.delete()
    for forbidden in (
        lambda rows: rows.update(grade="ua.rank_1"),
        lambda rows: rows.delete(),
        lambda rows: rows.bulk_update([norm], ["grade"]),
    ):
        with pytest.raises(LedgerIsAppendOnly):
            forbidden(LedgerEntry.objects.all())
    assert LedgerEntry.objects.get().grade == "ua.rank_2"


def test_a_voided_award_is_as_if_it_had_never_been(federation, event):
    norm = norm_of(federation, event)
    record(federation, [norm])
    award = LedgerEntry.objects.get(kind=LedgerKind.AWARDED)
    LedgerEntry.objects.create(
        player=award.player,
        kind=LedgerKind.VOIDED,
        effective_on=award.effective_on,
        recorded_at=NOW,
        recorded_by=federation.chair,
        voids=award,
        note="хибний гравець",
    )
    card = player_card(award.player, on=TODAY)
    assert (card.standing.grade, [e.pk for e in card.earned]) == (None, [norm.pk])
    assert list(earned_not_awarded(federation.region_commission)) == [norm]
