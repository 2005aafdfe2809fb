from datetime import UTC, date, datetime
from typing import Any

import pytest

from qualifications.engine import LedgerFact, LedgerKind, Standing, standing_on

from .builders import LAW, RANK_1, RANK_2, RANK_3, YOUTH_1

MADE = date(2008, 5, 10)
NOTHING = Standing(None, None, None, "none", (), None, None, ())
KMSU, POINT = "ua.kmsu", "ua.candidate_point"


def entry(
    key: int,
    on: date,
    grade: str | None = RANK_1,
    kind: LedgerKind = LedgerKind.AWARDED,
    **more: Any,
) -> LedgerFact:
    recorded = more.pop("recorded", datetime(on.year, on.month, on.day, 12, tzinfo=UTC))
    return LedgerFact(key, kind, on, recorded, grade, **more)


def on(day: date, *entries: LedgerFact, law: Any = LAW, **more: Any) -> Standing:
    return standing_on(entries, on=day, law=law, **more)


def test_without_entries_there_is_no_grade() -> None:
    assert on(MADE) == NOTHING


def test_ua_conf_6a_three_years_with_the_anniversary() -> None:
    award = entry(1, MADE)
    held = Standing(RANK_1, MADE, date(2011, 5, 10), "dated", (), None, None, (1,))
    over = Standing(None, None, None, "none", (), RANK_1, date(2011, 5, 10), ())
    days = {
        date(2008, 5, 9): NOTHING,
        date(2008, 5, 10): held,
        date(2011, 5, 9): held,
        date(2011, 5, 10): held,
        date(2011, 5, 11): over,
    }
    assert {day: on(day, award) for day in days} == days


def test_ua_q16_a_rank_made_on_29_february() -> None:
    award = entry(1, date(2008, 2, 29), RANK_2)
    assert on(date(2011, 2, 28), award).valid_until == date(2011, 2, 28)
    assert on(date(2011, 3, 1), award).last_grade == RANK_2
    other = LAW.with_reading("UA.Q16", "anniversary_excluded")
    assert on(date(2011, 2, 27), award, law=other).valid_until == date(2011, 2, 27)
    assert on(date(2011, 2, 28), award, law=other).grade is None


def test_ua_conf_6h_youth_rank_has_no_term() -> None:
    standing = on(date(2040, 1, 1), entry(1, MADE, YOUTH_1))
    assert (standing.grade, standing.term, standing.valid_until) == (YOUTH_1, "no_term", None)


@pytest.mark.parametrize("grade", ["ua.msu", "ua.gm"])
def test_titles_are_for_life(grade: str) -> None:
    standing = on(date(2040, 1, 1), entry(1, MADE, grade))
    assert (standing.grade, standing.term, standing.valid_until) == (grade, "for_life", None)


@pytest.mark.parametrize(
    ("details", "until"),
    [
        ({"system": "team", "rounds": 7, "games": 7}, date(2009, 5, 10)),
        ({"system": "team", "rounds": 8, "games": 8}, date(2009, 5, 10)),
        ({"system": "team", "rounds": 9, "games": 9}, date(2010, 5, 10)),
        ({"system": "team", "rounds": 11, "games": 9}, date(2010, 5, 10)),
        ({"system": "team", "rounds": 11, "games": 10}, date(2011, 5, 10)),
        ({"system": "swiss", "rounds": 7, "games": 7}, date(2011, 5, 10)),
        ({}, date(2011, 5, 10)),
    ],
)
def test_ua_conf_2a_2b_2c_terms_of_a_kmsu(details: dict[str, Any], until: date) -> None:
    assert on(MADE, entry(1, MADE, KMSU, details=details)).valid_until == until


def test_the_highest_grade_in_force_is_shown_and_the_lower_one_comes_back() -> None:
    entries = (entry(1, MADE, RANK_2), entry(2, date(2007, 5, 10), RANK_1))
    assert on(date(2010, 5, 10), *entries).grade == RANK_1
    assert on(date(2010, 5, 11), *entries).grade == RANK_2
    assert on(date(2011, 5, 11), *entries).last_grade == RANK_2


def test_of_two_grades_that_ended_together_the_higher_is_remembered() -> None:
    entries = (entry(1, MADE, RANK_3), entry(2, MADE, RANK_2), entry(3, MADE, RANK_3))
    assert on(date(2011, 5, 11), *entries).last_grade == RANK_2


def test_ua_conf_2d_a_confirmation_gives_a_new_term() -> None:
    confirmed = entry(2, date(2010, 11, 20), kind=LedgerKind.CONFIRMED)
    entries = (entry(1, MADE), confirmed)
    assert on(date(2010, 11, 19), *entries).valid_until == date(2011, 5, 10)
    assert on(date(2010, 11, 20), *entries) == Standing(
        RANK_1, MADE, date(2013, 11, 20), "dated", (), None, None, (1, 2)
    )
    assert on(date(2013, 11, 21), *entries).grade is None


def test_ua_q19_a_confirmation_never_shortens_the_term() -> None:
    team = {"system": "team", "rounds": 7, "games": 7}
    confirmed = entry(2, date(2009, 5, 10), KMSU, LedgerKind.CONFIRMED, details=team)
    entries = (entry(1, MADE, KMSU), confirmed)
    assert on(date(2009, 5, 10), *entries).valid_until == date(2011, 5, 10)
    other = LAW.with_reading("UA.Q19", "replaced")
    assert on(date(2009, 5, 10), *entries, law=other).valid_until == date(2010, 5, 10)


def test_a_rank_made_again_after_a_gap_begins_anew() -> None:
    entries = (entry(1, MADE), entry(2, date(2011, 5, 11)))
    assert on(date(2011, 5, 11), *entries).since == date(2011, 5, 11)
    unbroken = (entry(1, MADE), entry(2, date(2011, 5, 10)))
    assert on(date(2011, 5, 11), *unbroken).since == MADE


def test_a_lifetime_grant_ends_the_term() -> None:
    grant = entry(2, date(2010, 1, 1), kind=LedgerKind.LIFETIME_GRANTED)
    standing = on(date(2030, 1, 1), entry(1, MADE), grant)
    assert (standing.grade, standing.term, standing.since) == (RANK_1, "for_life", MADE)


def test_a_later_award_does_not_end_a_lifetime_grant() -> None:
    grant = entry(2, date(2010, 1, 1), kind=LedgerKind.LIFETIME_GRANTED)
    again = entry(3, date(2012, 1, 1))
    for law in (LAW, LAW.with_reading("UA.Q19", "replaced")):
        assert on(date(2030, 1, 1), entry(1, MADE), grant, again, law=law).term == "for_life"


def test_only_the_revoked_grade_is_lost() -> None:
    entries = (
        entry(1, MADE, RANK_2),
        entry(2, MADE, RANK_1),
        entry(3, date(2009, 1, 1), RANK_1, LedgerKind.REVOKED),
    )
    assert on(date(2009, 1, 1), *entries).grade == RANK_2
    all_of_them = entry(4, date(2009, 2, 1), None, LedgerKind.REVOKED)
    assert on(date(2009, 2, 1), *entries, all_of_them).grade is None


def test_a_candidate_point_is_voided_not_revoked() -> None:
    with pytest.raises(ValueError, match=r"ua\.candidate_point is not a grade"):
        on(MADE, entry(1, MADE), entry(2, MADE, POINT, LedgerKind.REVOKED))


def test_a_revoked_grade_ends_the_day_before() -> None:
    entries = (entry(1, MADE), entry(2, date(2009, 1, 1), kind=LedgerKind.REVOKED))
    assert on(date(2008, 12, 31), *entries).grade == RANK_1
    assert on(date(2009, 1, 1), *entries) == Standing(
        None, None, None, "none", (), RANK_1, date(2008, 12, 31), ()
    )


def test_a_voided_entry_has_never_been() -> None:
    void = LedgerFact(
        2, LedgerKind.VOIDED, date(2010, 1, 1), datetime(2010, 1, 1, tzinfo=UTC), voids=1
    )
    assert on(date(2009, 1, 1), entry(1, MADE), void) == NOTHING
    undone = LedgerFact(
        3, LedgerKind.VOIDED, date(2010, 2, 1), datetime(2010, 2, 1, tzinfo=UTC), voids=2
    )
    assert on(date(2009, 1, 1), entry(1, MADE), void, undone).grade == RANK_1


def test_what_was_known_then_and_what_was_valid_then() -> None:
    late = entry(1, MADE, recorded=datetime(2008, 9, 1, tzinfo=UTC))
    before = datetime(2008, 8, 31, tzinfo=UTC)
    assert on(date(2008, 6, 1), late, known_at=before) == NOTHING
    assert on(date(2008, 6, 1), late).grade == RANK_1


def test_ua_conf_5b_a_candidate_point_is_valid_three_years() -> None:
    point = entry(2, date(2009, 1, 1), POINT)
    entries = (entry(1, MADE), point, entry(3, date(2011, 1, 1), kind=LedgerKind.CONFIRMED))
    assert on(date(2008, 12, 31), *entries).candidate_points == ()
    assert on(date(2009, 1, 1), *entries).candidate_points == (date(2012, 1, 1),)
    assert on(date(2012, 1, 1), *entries).candidate_points == (date(2012, 1, 1),)
    assert on(date(2012, 1, 1), *entries).basis == (1, 3, 2)
    assert on(date(2012, 1, 2), *entries).candidate_points == ()


def test_ua_conf_5a_at_most_two_points_and_the_last_two_stay() -> None:
    earned = LedgerKind.CANDIDATE_POINT_EARNED
    points = [entry(n, date(2008, n, 1), None, earned) for n in (6, 7, 8)]
    last = on(date(2008, 9, 1), entry(1, MADE), *points).candidate_points
    assert last == (date(2011, 7, 1), date(2011, 8, 1))
    other = LAW.with_reading("UA.Q24", "ignore_new")
    first = on(date(2008, 9, 1), entry(1, MADE), *points, law=other).candidate_points
    assert first == (date(2011, 6, 1), date(2011, 7, 1))


def test_ua_q24_a_point_still_counts_on_its_last_day() -> None:
    made = [date(2008, 6, 1), date(2008, 7, 1), date(2011, 6, 1)]
    points = [entry(n, day, POINT) for n, day in enumerate(made, start=2)]
    entries = (entry(1, date(2009, 1, 1)), *points)
    other = LAW.with_reading("UA.Q24", "ignore_new")
    assert on(date(2011, 6, 1), *entries, law=other).candidate_points == (
        date(2011, 6, 1),
        date(2011, 7, 1),
    )
    assert on(date(2011, 6, 2), *entries).candidate_points == (date(2011, 7, 1), date(2014, 6, 1))


@pytest.mark.parametrize("grade", [RANK_2, KMSU, None])
def test_ua_conf_5a_points_belong_to_the_first_rank(grade: str | None) -> None:
    awards = [entry(1, MADE, grade)] if grade else []
    assert on(date(2009, 1, 1), *awards, entry(2, MADE, POINT)).candidate_points == ()


def test_assessed_facts_give_no_grade() -> None:
    fact = entry(1, MADE, kind=LedgerKind.NORM_MET)
    assert on(MADE, fact) == NOTHING


def test_a_strange_grade_is_refused() -> None:
    with pytest.raises(ValueError, match=r"entry 1: ru\.rank_1 is not a grade of the ladder"):
        on(MADE, entry(1, MADE, "ru.rank_1"))
