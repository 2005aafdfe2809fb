"""The rating on the last day where nobody has given it: estimated, marked, and never guessed."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from qualifications.engine import EventFacts, Outcome
from qualifications.engine.facts import Discipline
from qualifications.engine.rules.ru_2018.estimate import logistic
from qualifications.wording import reason_sentence

from .builders import GR, LAW, MS, change_hero, change_other, event, found

MET, NOT_MET, UNDECIDED = Outcome.MET, Outcome.NOT_MET, Outcome.UNDECIDED
BY_LIST = LAW.with_reading("RU.Q11", "next_list")
BY_TABLE = LAW.with_reading("RU.Q13", "table")


def played_by(rating: int | None, half_points: int, **hero: Any) -> EventFacts:
    """Nine games against 2390."""
    facts = event([2390] * 9, half_points)
    known = {"rating_on_last_day": None, "national_rating": rating, "national_rating_known": True}
    return change_hero(facts, **{**known, **hero})


def last_day(facts: EventFacts, grade: str = MS, law: Any = LAW) -> tuple[Outcome, Any, Any]:
    reason = found(facts, grade, "ru_rating_on_last_day", law=law)
    measured = reason.measured
    return reason.outcome, measured.get("estimate_lowest"), measured.get("estimate_highest")


@pytest.mark.parametrize(
    ("half_points", "expected"),
    [
        (11, (MET, 2400, 2430)),
        (10, (UNDECIDED, 2395, 2410)),
        (9, (NOT_MET, 2390, 2390)),
    ],
)
def test_ru_ms_1_an_estimate_decides_where_every_coefficient_agrees(
    half_points: int, expected: tuple[Outcome, int, int]
) -> None:
    facts = played_by(2390, half_points)
    assert last_day(facts) == expected
    reason = found(facts, MS, "ru_rating_on_last_day")
    assert reason.measured["rating"] is None
    assert reason.asks == ("rating_on_last_day" if reason.outcome is UNDECIDED else "")


def test_ru_gr_1_is_estimated_too() -> None:
    assert last_day(played_by(2599, 18), GR)[0] is MET
    assert last_day(played_by(2500, 18), GR)[0] is NOT_MET


@pytest.mark.parametrize(
    ("rating", "discipline", "expected"),
    [
        (2400, Discipline.CLASSICAL, (2404, 2404)),
        (2399, Discipline.CLASSICAL, (2403, 2414)),
        (2200, Discipline.TEAM, (2227, 2310)),
        (2200, Discipline.RAPID, (2255, 2255)),
        (2400, Discipline.BLITZ, (2407, 2407)),
    ],
)
def test_coefficients_that_a_player_may_have(
    rating: int, discipline: Discipline, expected: tuple[int, int]
) -> None:
    """5 of 9 against 2390: 10, 20 and 40 below 2400, 10 from there on, 20 in rapid and blitz."""
    facts = replace(played_by(rating, 10), discipline=discipline)
    assert last_day(facts)[1:] == expected


def test_a_given_rating_goes_before_the_estimate() -> None:
    facts = played_by(2390, 18, rating_on_last_day=2399)
    assert last_day(facts) == (NOT_MET, None, None)


@pytest.mark.parametrize(
    "facts",
    [
        played_by(None, 18),
        change_other(played_by(2390, 18), 5, national_rating=None, national_rating_known=False),
    ],
)
def test_no_estimate_without_every_rating(facts: EventFacts) -> None:
    assert last_day(facts) == (UNDECIDED, None, None)


def test_ru_ms_7_an_opponent_without_rating_counts_1000_in_the_estimate() -> None:
    facts = change_other(played_by(2390, 18), 5, national_rating=None)
    with_1000 = change_other(played_by(2390, 18), 5, national_rating=1000)
    assert last_day(facts) == last_day(with_1000)


def test_the_rating_cannot_fall_below_1000() -> None:
    facts = change_hero(
        event([1000] * 9, 0),
        rating_on_last_day=None,
        national_rating=1005,
        national_rating_known=True,
    )
    assert last_day(facts) == (NOT_MET, 1000, 1000)


@pytest.mark.parametrize(
    ("on_next_list", "outcome"), [(2400, MET), (2399, NOT_MET), (None, UNDECIDED)]
)
def test_ru_q11_by_the_next_list_nothing_is_estimated(
    on_next_list: int | None, outcome: Outcome
) -> None:
    facts = played_by(2390, 18, rating_on_next_list=on_next_list)
    assert last_day(facts, law=BY_LIST) == (outcome, None, None)
    assert last_day(facts) == (MET, 2435, 2570)


def test_ru_q13_is_named_where_the_table_says_otherwise() -> None:
    same = found(played_by(2390, 11), MS, "ru_rating_on_last_day")
    other = found(played_by(2200, 10), MS, "ru_rating_on_last_day")
    assert (same.readings, other.readings) == (("RU.Q11",), ("RU.Q11", "RU.Q13"))
    assert last_day(played_by(2200, 10))[1:] == (2227, 2310)
    assert last_day(played_by(2200, 10), law=BY_TABLE)[1:] == (2228, 2310)


def test_the_estimate_is_said_to_be_one() -> None:
    with translation.override("en"):
        words = reason_sentence(found(played_by(2390, 10), MS, "ru_rating_on_last_day"))
        single = reason_sentence(found(played_by(2390, 9), MS, "ru_rating_on_last_day"))
    why = "The federation publishes no development coefficient; other events are not in it."
    assert words.measured == f"Estimate: 2395 to 2410. {why}"
    assert single.measured == f"Estimate: 2390. {why}"


@given(st.integers(-3000, 3000))
def test_the_formula_is_exact_to_thirty_digits(difference: int) -> None:
    """(1/p - 1) to the power of 400 is 10 to the power of the difference."""
    share = logistic(difference)
    assert abs(share + logistic(-difference) - 1) < Fraction(1, 10**30)
    power = (1 / share - 1) ** 4
    tenth = (1 / logistic(difference * 4) - 1) if abs(difference) <= 750 else power
    assert abs(power / tenth - 1) < Fraction(1, 10**25)
