from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qualifications.engine.quantities import (
    add_years,
    age_on,
    half_away_from_zero,
    half_up_hundredths,
    half_up_integer,
    nearest_half_point_down,
    nearest_half_point_up,
    truncated_hundredths,
)

fractions = st.fractions(min_value=-3000, max_value=3000, max_denominator=400)


@pytest.mark.parametrize(
    ("value", "up", "away"),
    [
        ("2275.49", 2275, 2275),
        ("2275.5", 2276, 2276),
        ("-2.4", -2, -2),
        ("-2.5", -2, -3),
        ("2.5", 3, 3),
        ("-0.5", 0, -1),
        ("0", 0, 0),
    ],
)
def test_whole_numbers(value: str, up: int, away: int) -> None:
    assert half_up_integer(Fraction(value)) == up
    assert half_away_from_zero(Fraction(value)) == away


@pytest.mark.parametrize(
    ("value", "up", "cut"),
    [("2.8125", "2.81", "2.81"), ("2.805", "2.81", "2.80"), ("2.8049", "2.80", "2.80")],
)
def test_ua_q01_hundredths(value: str, up: str, cut: str) -> None:
    assert half_up_hundredths(Fraction(value)) == Decimal(up)
    assert truncated_hundredths(Fraction(value)) == Decimal(cut)


@pytest.mark.parametrize(
    ("points", "up", "down"),
    [("10.95", 22, 22), ("7.2", 14, 14), ("5.25", 11, 10), ("6.75", 14, 13), ("5.24", 10, 10)],
)
def test_ua_kms_n1_half_points(points: str, up: int, down: int) -> None:
    assert nearest_half_point_up(Fraction(points)) == up
    assert nearest_half_point_down(Fraction(points)) == down


@given(fractions)
def test_rounding_moves_a_value_by_at_most_half_a_unit(value: Fraction) -> None:
    assert abs(half_up_integer(value) - value) <= Fraction(1, 2)
    assert half_away_from_zero(value) == -half_away_from_zero(-value)
    assert abs(Fraction(nearest_half_point_up(value), 2) - value) <= Fraction(1, 4)
    assert nearest_half_point_down(value) == -nearest_half_point_up(-value)


@pytest.mark.parametrize(
    ("day", "years", "expected"),
    [
        (date(2008, 5, 10), 3, date(2011, 5, 10)),
        (date(2008, 2, 29), 3, date(2011, 2, 28)),
        (date(2008, 2, 29), 4, date(2012, 2, 29)),
        (date(2009, 2, 28), 3, date(2012, 2, 28)),
    ],
)
def test_civil_code_254_anniversary(day: date, years: int, expected: date) -> None:
    assert add_years(day, years) == expected


@pytest.mark.parametrize(
    ("birth", "on", "age"),
    [
        (date(2017, 5, 19), date(2024, 5, 18), 6),
        (date(2017, 5, 19), date(2024, 5, 19), 7),
        (date(2017, 5, 19), date(2024, 5, 20), 7),
        (date(2016, 2, 29), date(2023, 2, 28), 6),
        (date(2016, 2, 29), date(2023, 3, 1), 7),
        (date(2016, 2, 29), date(2024, 2, 29), 8),
    ],
)
def test_ua_q31_full_years(birth: date, on: date, age: int) -> None:
    assert age_on(birth, on) == age
