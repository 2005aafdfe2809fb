"""Confirmation, failure, demotion, exemption and grades for life: one test per article and day."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from qualifications.engine import CoefficientFact, LedgerFact, LedgerKind, Standing, standing_on
from qualifications.engine.regulation import Regulation
from qualifications.engine.rules.ua_2007.common import class_of

from .builders import KMSU, LAW, POINT, RANK_1, RANK_2, RANK_3, YOUTH_1, participant
from .lives import act, result, void

MADE = date(2009, 3, 1)
BAD, NEXT_BAD = date(2010, 2, 1), date(2010, 4, 1)


def on(day: date, *entries: LedgerFact, law: Regulation = LAW, **more: Any) -> Standing:
    return standing_on(entries, on=day, law=law, **more)


def life(day: date, *entries: LedgerFact, **more: Any) -> tuple[Any, ...]:
    found = on(day, *entries, **more)
    return found.grade, found.valid_until, found.candidate_points, found.failures_in_row


# --- the named days -----------------------------------------------------------------------------


def test_a_term_that_ends_the_day_an_event_ends_is_confirmed() -> None:
    made = act(1, date(2007, 5, 10), RANK_1)
    same_day = result(2, date(2010, 5, 10), starts_on=date(2010, 5, 2), rank_1=(11, 11))
    assert on(date(2010, 5, 10), made, same_day) == Standing(
        RANK_1, date(2007, 5, 10), date(2013, 5, 10), "dated", (), None, None, (1, 2)
    )


def test_the_day_after_expiry_there_is_nothing_to_confirm() -> None:
    made = act(1, date(2007, 5, 10), RANK_1)
    late = result(2, date(2010, 5, 11), starts_on=date(2010, 5, 2), by_norm=True, rank_1=(11, 11))
    by_act, by_norm = (
        on(date(2010, 5, 11), made, late),
        on(date(2010, 5, 11), made, late, awards="by_norm"),
    )
    assert (by_act.grade, by_act.last_grade) == (None, RANK_1)
    assert (by_norm.grade, by_norm.since) == (RANK_1, date(2010, 5, 11))


def test_two_events_that_end_on_the_same_day_are_two() -> None:
    one = result(2, BAD, starts_on=date(2010, 1, 20), kmsu=(6, 10))
    other = result(3, BAD, starts_on=date(2010, 1, 25), kmsu=(6, 10))
    made = act(1, MADE, KMSU)
    assert life(date(2010, 1, 31), made, one, other) == (KMSU, date(2012, 3, 1), (), 0)
    moved = (RANK_1, date(2013, 2, 1), (date(2013, 2, 1), date(2016, 2, 1)), 0)
    assert life(BAD, made, one, other) == life(BAD, other, made, one) == moved


def test_of_two_events_that_end_on_the_same_day_the_one_that_began_first_comes_first() -> None:
    good = result(9, BAD, starts_on=date(2010, 1, 20), kmsu=(9, 10))
    bad = result(2, BAD, starts_on=date(2010, 1, 25), kmsu=(6, 10))
    assert life(BAD, act(1, MADE, KMSU), good, bad)[3] == 1
    bad_first = result(3, BAD, starts_on=date(2010, 1, 19), kmsu=(6, 10))
    assert life(BAD, act(1, MADE, KMSU), good, bad_first)[3] == 0


def test_ua_q36_an_event_of_one_day_begins_after_the_terms_that_ended_the_day_before() -> None:
    made = act(1, date(2007, 5, 10), RANK_1)
    too_late = result(2, date(2010, 5, 11), by_norm=True, point=(12, 11), rank_1=(12, 11))
    found = on(date(2010, 5, 11), made, too_late, awards="by_norm")
    assert (found.grade, found.candidate_points) == (RANK_1, ())
    just_in_time = result(2, date(2010, 5, 10), by_norm=True, point=(12, 11), rank_1=(12, 11))
    found = on(date(2010, 5, 10), made, just_in_time, awards="by_norm")
    assert (found.grade, found.candidate_points) == (RANK_1, (date(2013, 5, 10),))


def test_conf_4d_conf_5c_who_was_moved_on_expiry_fails_as_a_first_rank_from_the_next_day() -> None:
    made, day = act(1, date(2007, 5, 10), KMSU), date(2010, 5, 11)
    assert life(day, made, result(2, day, rank_1=(2, 11))) == (
        RANK_1,
        date(2013, 5, 10),
        (date(2016, 5, 10),),
        1,
    )


def test_two_events_of_one_day_are_both_judged_by_the_rank_of_its_morning() -> None:
    made, day = act(1, date(2009, 3, 1), RANK_2), date(2010, 2, 1)
    rises = result(2, day, by_norm=True, rank_1=(11, 11))
    poor = result(3, day, by_norm=True, rank_1=(1, 11))
    found = on(day, made, rises, poor, awards="by_norm")
    assert (found.grade, found.failures_in_row) == (RANK_1, 0)


def test_29_february_a_move_of_that_day_ends_on_the_28th() -> None:
    fails = [result(n, date(2012, 2, 28 + n - 2), kmsu=(6, 10)) for n in (2, 3)]
    assert life(date(2012, 2, 29), act(1, date(2011, 3, 1), KMSU), *fails) == (
        RANK_1,
        date(2015, 2, 28),
        (date(2015, 2, 28), date(2018, 2, 28)),
        0,
    )


def test_a_candidate_master_whose_exemption_ends() -> None:
    made = act(1, MADE, KMSU)
    lists = [CoefficientFact(date(2009, 1, 1), 2200), CoefficientFact(date(2013, 4, 1), 2199)]
    ask: dict[str, Any] = {"coefficients": lists, "sex": "m"}
    last = on(date(2013, 3, 31), made, **ask)
    assert (last.grade, last.term, last.valid_until, last.exempt) == (
        KMSU,
        "while_exempt",
        None,
        True,
    )
    first = on(date(2013, 4, 1), made, **ask)
    assert (first.grade, first.valid_until, first.exempt) == (KMSU, date(2016, 3, 31), False)
    other = LAW.with_reading("UA.Q27", "original_term")
    ended = on(date(2013, 4, 1), made, law=other, **ask)
    assert (ended.grade, ended.valid_until) == (RANK_1, date(2016, 3, 31))


def test_a_list_without_the_player_ends_the_exemption() -> None:
    lists = [CoefficientFact(date(2009, 1, 1), 2300), CoefficientFact(date(2012, 1, 1), None)]
    found = on(date(2012, 1, 1), act(1, MADE, KMSU), coefficients=lists, sex="m")
    assert (found.exempt, found.valid_until) == (False, date(2014, 12, 31))


def test_born_on_29_february_and_for_life_at_50_on_1_march() -> None:
    made = act(1, date(2008, 1, 1), RANK_1, since="2004-01-01")
    early = result(2, date(2010, 2, 28), rank_1=(11, 11))
    late = result(2, date(2010, 3, 1), rank_1=(11, 11))
    birth = date(1960, 2, 29)
    assert on(date(2010, 3, 1), made, early, birth=birth).term == "dated"
    assert on(date(2010, 3, 1), made, late, birth=birth).term == "for_life"


def test_a_voided_event_in_the_middle_of_a_life() -> None:
    made = act(1, MADE, KMSU)
    fails = [result(2, BAD, kmsu=(6, 10)), result(3, NEXT_BAD, kmsu=(6, 10))]
    later = result(4, date(2011, 6, 1), kmsu=(6, 10))
    undone = void(5, date(2012, 1, 1), voids=3)
    assert on(date(2011, 6, 1), made, *fails, later).grade == RANK_1
    without = on(date(2011, 6, 1), made, fails[0], later)
    assert on(date(2011, 6, 1), made, *fails, later, undone) == without
    assert without.valid_until == date(2014, 6, 1)


def test_what_was_known_before_the_voiding() -> None:
    made, fails = act(1, MADE, KMSU), [result(n, BAD, kmsu=(6, 10)) for n in (2, 3)]
    undone = void(4, date(2012, 1, 1), voids=3)
    before = datetime(2011, 12, 31, tzinfo=UTC)
    assert on(BAD, made, *fails, undone, known_at=before).grade == RANK_1
    assert on(BAD, made, *fails, undone).grade == KMSU


# --- articles -----------------------------------------------------------------------------------


def test_conf_1a_the_norm_confirms_and_half_a_point_less_does_not() -> None:
    made = act(1, MADE, RANK_2)
    assert on(BAD, made, result(2, BAD, rank_2=(9, 9))).valid_until == date(2013, 2, 1)
    assert on(BAD, made, result(2, BAD, rank_2=(8, 9))).valid_until == date(2012, 3, 1)


def test_conf_4a_an_exempt_candidate_master_does_not_fail() -> None:
    fails = [result(2, BAD, kmsu=(0, 10)), result(3, NEXT_BAD, kmsu=(0, 10))]
    for sex, value, moved in (("m", 2200, False), ("m", 2199, True), ("w", 2100, False)):
        lists = [CoefficientFact(date(2009, 1, 1), value)]
        found = on(NEXT_BAD, act(1, MADE, KMSU), *fails, coefficients=lists, sex=sex)
        assert (found.grade == RANK_1, found.exempt) == (moved, not moved)


def test_conf_4a_a_move_by_law_waits_for_its_decree() -> None:
    entries = [
        act(1, MADE, KMSU),
        result(2, BAD, kmsu=(6, 10)),
        result(3, NEXT_BAD, kmsu=(6, 10)),
    ]
    moved = on(NEXT_BAD, *entries)
    assert (moved.grade, moved.decree_pending, moved.basis) == (RANK_1, True, (2, 3))
    decree = act(4, NEXT_BAD, RANK_1, LedgerKind.DEMOTED)
    told = on(NEXT_BAD, *entries, decree)
    assert (told.grade, told.decree_pending, told.basis) == (RANK_1, False, (2, 3, 4))
    assert told.candidate_points == moved.candidate_points


def test_a_decree_moves_down_what_the_law_did_not() -> None:
    decree = act(2, BAD, RANK_3, LedgerKind.DEMOTED)
    found = on(BAD, act(1, MADE, RANK_1), decree)
    assert (found.grade, found.valid_until, found.decree_pending) == (
        RANK_3,
        date(2013, 2, 1),
        False,
    )
    assert on(BAD, act(1, MADE, YOUTH_1), decree).grade == YOUTH_1
    assert on(BAD, decree).grade is None


def test_conf_4d_ua_q17_a_term_that_runs_out_is_the_same_move() -> None:
    made = act(1, MADE, KMSU)
    points = (date(2015, 3, 1), date(2018, 3, 1))
    assert on(date(2012, 3, 2), made) == Standing(
        RANK_1, date(2012, 3, 2), date(2015, 3, 1), "dated", points, None, None, (1,)
    )
    other = LAW.with_reading("UA.Q17", "void")
    void_rank = on(date(2012, 3, 2), made, law=other)
    assert (void_rank.grade, void_rank.last_grade) == (None, KMSU)


def test_conf_6a_ua_q18_what_an_expired_rank_becomes() -> None:
    made, day = act(1, MADE, RANK_1), date(2012, 3, 2)
    assert on(day, made).grade is None
    other = LAW.with_reading("UA.Q18", "next_lower_rank")
    assert life(day, made, law=other) == (RANK_2, date(2015, 3, 1), (), 0)
    assert on(date(2018, 3, 2), made, law=other).grade == YOUTH_1


def test_conf_6b_three_failures_in_a_row() -> None:
    fails = [result(n, date(2010, n, 1), rank_1=(8, 11)) for n in (2, 3, 4)]
    made = act(1, MADE, RANK_1)
    assert life(date(2010, 3, 1), made, *fails) == (RANK_1, date(2012, 3, 1), (), 2)
    assert life(date(2010, 4, 1), made, *fails) == (RANK_2, date(2013, 4, 1), (), 0)


@pytest.mark.parametrize(
    ("rank", "scores", "lower"),
    [(RANK_1, {"rank_2": (7, 8)}, RANK_2), (RANK_2, {"rank_3": (7, 8)}, RANK_3)],
)
def test_conf_6c_6d_twice_below_the_norm_of_the_lower_rank(
    rank: str, scores: dict[str, tuple[int, int]], lower: str
) -> None:
    entries = [act(1, MADE, rank), result(2, BAD, **scores), result(3, NEXT_BAD, **scores)]
    once = on(BAD, *entries)
    assert (once.grade, once.failures_in_row, once.below_lower_norm_in_row) == (rank, 0, 1)
    assert on(NEXT_BAD, *entries).grade == lower


def test_conf_6c_the_norm_itself_ends_that_series() -> None:
    scores: list[dict[str, tuple[int, int]]] = [
        {"rank_2": (7, 8)},
        {"rank_2": (8, 8)},
        {"rank_2": (7, 8)},
    ]
    fails = [result(n, date(2010, n, 1), **one) for n, one in enumerate(scores, start=2)]
    found = on(date(2010, 4, 1), act(1, MADE, RANK_1), *fails)
    assert (found.grade, found.below_lower_norm_in_row) == (RANK_1, 1)


def test_conf_5c_ua_q23_a_failure_takes_one_point() -> None:
    move = [act(1, MADE, KMSU)]
    day = date(2012, 6, 1)
    bad = result(2, day, starts_on=date(2012, 5, 20), rank_1=(8, 11))
    assert on(day, *move, bad).candidate_points == (date(2018, 3, 1),)
    other = LAW.with_reading("UA.Q23", "earned_last")
    assert on(day, *move, bad, law=other).candidate_points == (date(2015, 3, 1),)


def test_ua_q21_an_event_without_the_norm() -> None:
    entries = [
        act(1, MADE, KMSU),
        result(2, BAD, kmsu=(6, 10)),
        result(3, date(2010, 3, 1), rank_3=(18, 6)),
        result(4, NEXT_BAD, kmsu=(6, 10)),
    ]
    assert on(NEXT_BAD, *entries).grade == RANK_1
    other = LAW.with_reading("UA.Q21", "interrupts")
    assert life(NEXT_BAD, *entries, law=other)[::3] == (KMSU, 1)


def test_ua_q22_what_interrupts_a_series() -> None:
    entries = [
        act(1, MADE, KMSU),
        result(2, BAD, kmsu=(6, 10)),
        result(3, date(2010, 3, 1), kmsu=(9, 10)),
        result(4, NEXT_BAD, kmsu=(6, 10)),
    ]
    assert life(NEXT_BAD, *entries)[::3] == (KMSU, 1)
    other = LAW.with_reading("UA.Q22", "only_confirmation")
    assert on(NEXT_BAD, *entries, law=other).grade == RANK_1
    confirmed = [*entries[:2], result(3, date(2010, 3, 1), kmsu=(10, 10)), entries[3]]
    assert life(NEXT_BAD, *confirmed, law=other)[::3] == (KMSU, 1)


def test_conf_7a_five_years_less_a_day_are_not_enough() -> None:
    birth = date(1950, 1, 1)
    for since, term in (("2005-02-01", "for_life"), ("2005-02-02", "dated")):
        made = act(1, MADE, RANK_1, since=since)
        assert on(BAD, made, result(2, BAD, rank_1=(11, 11)), birth=birth).term == term
    made = act(1, MADE, RANK_1, since="2000-01-01")
    assert on(BAD, made, birth=birth).term == "dated"
    assert on(BAD, made, result(2, BAD, rank_1=(11, 11))).term == "dated"


def test_conf_7a_ua_q28_years_of_a_higher_rank() -> None:
    made = act(1, MADE, KMSU, since="2000-01-01")
    kept = result(2, date(2012, 6, 1), rank_1=(11, 11))
    assert on(date(2012, 6, 1), made, kept, birth=date(1950, 1, 1)).term == "dated"
    other = LAW.with_reading("UA.Q28", "higher_ranks_count")
    found = on(date(2012, 6, 1), made, kept, birth=date(1950, 1, 1), law=other)
    assert (found.grade, found.term) == (RANK_1, "for_life")


FOR_LIFE_AT = date(2010, 6, 1)
OLD = {"birth": date(1950, 1, 1)}


def for_life(grade: str) -> tuple[LedgerFact, LedgerFact]:
    """Held since 2005 and confirmed at 60."""
    name = grade.removeprefix("ua.")
    made = act(1, date(2008, 1, 1), grade, since="2005-01-01")
    return made, result(2, FOR_LIFE_AT, **{name: (11, 11)})


@pytest.mark.parametrize("grade", [RANK_1, RANK_2])
def test_conf_7a_a_rank_for_life_is_kept_when_a_higher_one_runs_out(grade: str) -> None:
    higher = act(3, date(2011, 1, 1), KMSU if grade == RANK_1 else RANK_1)
    found = on(date(2014, 1, 2), *for_life(grade), higher, **OLD)
    assert (found.grade, found.term, found.since) == (grade, "for_life", date(2005, 1, 1))
    assert len(found.candidate_points) == (2 if grade == RANK_1 else 0)
    later = on(date(2031, 1, 1), *for_life(grade), higher, **OLD)
    assert (later.grade, later.term) == (grade, "for_life")


@pytest.mark.parametrize("grade", [RANK_1, RANK_2])
def test_conf_7a_a_rank_for_life_is_kept_after_failures_in_a_higher_one(grade: str) -> None:
    above = KMSU if grade == RANK_1 else RANK_1
    name = above.removeprefix("ua.")
    fails = [result(n, date(2011, n, 1), **{name: (1, 11)}) for n in (4, 5, 6)]
    moved = fails[:2] if above == KMSU else fails
    found = on(date(2012, 1, 1), *for_life(grade), act(3, date(2011, 1, 1), above), *moved, **OLD)
    assert (found.grade, found.term, found.decree_pending) == (grade, "for_life", True)


def test_conf_7b_conf_8_ua_q29_the_lowered_effect_of_a_candidate_master() -> None:
    granted = act(1, MADE, KMSU, LedgerKind.LIFETIME_GRANTED)
    fails = [result(2, BAD, kmsu=(6, 10)), result(3, NEXT_BAD, kmsu=(6, 10))]
    good = result(4, date(2010, 6, 1), kmsu=(8, 10))
    assert on(BAD, granted, *fails).counts_as == KMSU
    lowered = on(NEXT_BAD, granted, *fails)
    assert (lowered.grade, lowered.term, lowered.counts_as) == (KMSU, "for_life", RANK_1)
    assert on(date(2010, 6, 1), granted, *fails, good).counts_as == KMSU
    other = LAW.with_reading("UA.Q29", "for_ever")
    assert on(date(2010, 6, 1), granted, *fails, good, law=other).counts_as == RANK_1


def test_conf_8_a_lowered_participant_is_of_the_lower_class() -> None:
    master = participant(1, grade=KMSU, candidate_points=0)
    first = participant(1, grade=RANK_1, candidate_points=2)
    assert [class_of(one) for one in (master, first)] == ["KMS", "R1+2"]
    assert [class_of(replace(one, lowered=True)) for one in (master, first)] == ["R1", "R2"]


def test_conf_7c_the_lowered_effect_of_a_first_rank() -> None:
    granted = act(1, MADE, RANK_1, LedgerKind.LIFETIME_GRANTED)
    fails = [result(n, date(2010, n, 1), rank_1=(8, 11)) for n in (2, 3, 4)]
    assert on(date(2010, 3, 1), granted, *fails).counts_as == RANK_1
    found = on(date(2010, 4, 1), granted, *fails)
    assert (found.grade, found.counts_as) == (RANK_1, RANK_2)


def test_ua_q30_the_term_after_a_demotion() -> None:
    fails = [result(n, date(2010, n, 1), rank_1=(8, 11)) for n in (2, 3, 4)]
    other = LAW.with_reading("UA.Q30", "old_term")
    found = on(date(2010, 4, 1), act(1, MADE, RANK_1), *fails, law=other)
    assert (found.grade, found.valid_until) == (RANK_2, date(2012, 3, 1))


def test_a_result_is_judged_by_the_rank_held_in_the_end_not_by_what_was_written_then() -> None:
    """An award that arrives late makes failures of the first rank of what was one of the second."""
    details = {"results": {RANK_1: [7, 11], RANK_2: [7, 6]}}
    told = act(2, BAD, RANK_2, LedgerKind.CONFIRMATION_EARNED, **details)
    second, late = act(1, MADE, RANK_2), act(3, date(2010, 1, 1), RANK_1)
    assert on(BAD, second, told).valid_until == date(2013, 2, 1)
    found = on(BAD, second, told, late)
    assert (found.grade, found.failures_in_row) == (RANK_1, 1)


def test_who_rose_during_the_event_did_not_fail_the_new_rank() -> None:
    entries = [act(1, MADE, RANK_2), act(2, date(2010, 1, 25), RANK_1)]
    bad = result(3, BAD, starts_on=date(2010, 1, 20), rank_1=(0, 11), rank_2=(0, 9))
    assert life(BAD, *entries, bad)[::3] == (RANK_1, 0)


def test_a_rank_that_was_risen_from_comes_back_only_when_the_higher_one_is_revoked() -> None:
    entries = [act(1, MADE, RANK_2), act(2, date(2009, 4, 1), RANK_1)]
    taken = act(3, date(2010, 1, 1), RANK_1, LedgerKind.REVOKED)
    assert on(date(2010, 1, 1), *entries, taken).grade == RANK_2
    youth = [act(1, MADE, YOUTH_1), act(2, date(2009, 4, 1), RANK_3)]
    assert on(date(2012, 4, 2), *youth).grade is None


def test_kinds_without_results_are_taken_at_their_word() -> None:
    made = act(1, MADE, RANK_1)
    told = act(2, BAD, RANK_1, LedgerKind.CONFIRMATION_EARNED)
    assert on(BAD, made, told).valid_until == date(2013, 2, 1)
    failed = act(2, BAD, RANK_1, LedgerKind.FAILURE_RECORDED)
    assert on(BAD, made, failed).failures_in_row == 1


def test_by_norm_a_verdict_that_is_met_counts_as_awarded() -> None:
    met = act(1, MADE, RANK_2, LedgerKind.NORM_MET)
    assert on(MADE, met).grade is None
    assert on(MADE, met, awards="by_norm").grade == RANK_2
    title = act(2, MADE, "ua.msu", LedgerKind.NORM_MET)
    foreign = act(3, MADE, "fide.im", LedgerKind.NORM_MET)
    assert on(MADE, met, title, foreign, awards="by_norm").grade == RANK_2


def test_ua_q25_ua_q26_ua_q36_what_a_norm_of_a_candidate_master_brings() -> None:
    rank = act(1, MADE, RANK_1)
    points = [act(2, date(2007, 2, 5), POINT), act(3, date(2009, 5, 1), POINT)]
    lists = [CoefficientFact(date(2009, 1, 1), 2100)]
    ask: dict[str, Any] = {"awards": "by_norm", "coefficients": lists, "sex": "m"}
    norm = result(4, date(2010, 2, 9), starts_on=BAD, by_norm=True, kmsu=(10, 10), rank_1=(10, 8))
    made = life(date(2010, 2, 9), rank, *points, norm, **ask)
    assert made == (RANK_1, date(2013, 2, 9), (date(2012, 5, 1), date(2013, 2, 9)), 0)
    first_day = LAW.with_reading("UA.Q26", "first_day")
    assert on(date(2010, 2, 9), rank, *points, norm, law=first_day, **ask).grade == KMSU
    nothing = LAW.with_reading("UA.Q25", "nothing")
    left = on(date(2010, 2, 9), rank, *points, norm, law=nothing, **ask)
    assert left.candidate_points == (date(2012, 5, 1),)


def test_another_word_for_awards_is_refused() -> None:
    with pytest.raises(ValueError, match="awards are by_act or by_norm, not 'both'"):
        on(MADE, awards="both")
