"""Quantities and the rounding functions that the tables cite: whole numbers and fractions.

Scores are integer half-points, expectations and gains integer hundredths of a point, percents whole
numbers, the tournament coefficient a Decimal with two places.
"""

from calendar import monthrange
from datetime import date
from decimal import Decimal
from fractions import Fraction

HUNDREDTH = Decimal("0.01")


def half_up_integer(value: Fraction) -> int:
    """Nearest whole number; a half goes up (towards plus infinity): 2275.5 is 2276."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def half_away_from_zero(value: Fraction) -> int:
    """Nearest whole number; a half goes away from zero: 2.5 is 3, -2.5 is -3."""
    return half_up_integer(value) if value >= 0 else -half_up_integer(-value)


def half_up_hundredths(value: Fraction) -> Decimal:
    """Two decimals, a half up: 2.8125 is 2.81, 2.805 is 2.81."""
    return hundredths(half_up_integer(value * 100))


def truncated_hundredths(value: Fraction) -> Decimal:
    """Two decimals, the rest cut off: 2.805 is 2.80. For values that are not negative."""
    return hundredths(value.numerator * 100 // value.denominator)


def nearest_half_point_up(points: Fraction) -> int:
    """Half-points nearest to `points`; x.25 and x.75 go up: 5.25 points are 11 half-points."""
    return half_up_integer(points * 2)


def nearest_half_point_down(points: Fraction) -> int:
    """Half-points nearest to `points`; x.25 and x.75 go down: 5.25 points are 10 half-points."""
    return -half_up_integer(points * -2)


def hundredths(count: int) -> Decimal:
    """A Decimal with two places from a whole number of hundredths: 281 is 2.81."""
    return (Decimal(count) * HUNDREDTH).quantize(HUNDREDTH)


def add_years(day: date, years: int) -> date:
    """The same day `years` later (Civil Code, art. 254); 29 February becomes 28 February."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=28)


def add_months(day: date, months: int) -> date:
    """The same day `months` later (art. 254); the last day of a month that has no such day."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def age_on(birth: date, on: date) -> int:
    """Full years on a day (UA.Q31); who was born on 29 February is older on 1 March."""
    before_birthday = (on.month, on.day) < (birth.month, birth.day)
    return on.year - birth.year - before_birthday
