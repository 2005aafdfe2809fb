"""Ranks taken over from paper cards, and the ledger that only grows."""

from datetime import date

import pytest

from federation.errors import Refused
from qualifications.models import Decision, LedgerEntry
from qualifications.models.ledger import LedgerIsAppendOnly, LedgerKind
from qualifications.selectors import earned_not_awarded, player_card
from qualifications.services.decisions import earlier_award_record
from tests.qualifications.building import NOW
from tests.qualifications.test_decrees import TODAY, event, norm_of, record

__all__ = ["event"]


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
