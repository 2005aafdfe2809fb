"""Days of the lists, the floor, the one-time adjustment, and the kind of rating of an event."""

from datetime import date
from fractions import Fraction

from ..facts import TimeControl
from ..quantities import half_up_integer
from ..regulation import Regulation
from .parameters import (
    Candidates,
    FideRatingTables,
    LeastMinutes,
    Open,
    RatingKind,
    Rules,
    candidates,
    rules_on,
)

MOVES = 60
"""A time control is compared by the minutes for so many moves."""


def floor_of(rules: Rules) -> int | Open:
    """FIDE.R.FLOOR: the lowest rating that is published on the day."""
    return rules.floor.one()


def published(rating: int, rules: Rules) -> int | Open | None:
    """FIDE.R.FLOOR: the rating as a list shows it; None where it is below the floor: delisted."""
    floor = floor_of(rules)
    if isinstance(floor, Open):
        return floor
    return rating if rating >= floor else None


def list_in_force(on: date, kind: RatingKind, law: Regulation) -> date | Open:
    """FIDE.R.LISTS: first day of the list that is in force on a day; lists come out on a first.

    Open before the first list of the kind.
    """
    year, month = on.year, on.month
    for _ in range(12):
        first = date(year, month, 1)
        months = rules_on(first, kind, law).lists.one()
        if isinstance(months, Open):
            return months
        if month in months:
            return first
        year, month = (year - 1, 12) if month == 1 else (year, month - 1)
    raise AssertionError("no list in a year")


def raised_rating(rating: int, on: date, kind: RatingKind, law: Regulation) -> int:
    """FIDE.R.RAISED: the rating after the adjustments of a day; the same on any other day."""
    for one in law.tables_as(FideRatingTables).raised:
        if one.on == on and kind in one.kinds and one.lowest <= rating <= one.target:
            share = Fraction(one.numerator * (one.target - rating), one.denominator)
            rating += half_up_integer(share)
    return rating


def seconds_for_60_moves(control: TimeControl) -> int:
    """Seconds that one player has for 60 moves."""
    minutes = control.minutes + (control.second_period_minutes or 0)
    return 60 * minutes + MOVES * control.increment_seconds


def kind_of_event(control: TimeControl, on: date, law: Regulation) -> RatingKind | Open:
    """FIDE.R.PACE: the rating that the games of an event belong to, by the time for 60 moves."""
    tables = law.tables_as(FideRatingTables)
    paces = Candidates("pace", candidates(tables.paces, on, RatingKind.STANDARD))
    missing = paces.open()
    if missing is not None:
        return missing
    seconds = seconds_for_60_moves(control)
    found = {
        RatingKind.STANDARD
        if seconds >= 60 * pace.standard_from
        else RatingKind.RAPID
        if seconds >= pace.rapid_from_seconds
        else RatingKind.BLITZ
        for pace in paces.values
    }
    return found.pop() if len(found) == 1 else paces.differ()


def least_minutes(strongest: int | None, on: date, law: Regulation) -> int | Open:
    """FIDE.R.PACE: minutes for 60 moves that a standard game needs; `strongest` rating played."""
    rule = _minutes_rule(on, law)
    if isinstance(rule, Open):
        return rule
    if strongest is not None and strongest >= rule.strong_from:
        return rule.strong
    return rule.middle if strongest is not None and strongest >= rule.middle_from else rule.weak


def first_period_fits(moves: int | None, on: date, law: Regulation) -> bool | Open:
    """FIDE.R.PACE: whether a first period of so many moves may be rated as standard; None: none."""
    rule = _minutes_rule(on, law)
    if isinstance(rule, Open) or moves is None:
        return rule if isinstance(rule, Open) else True
    return moves == rule.first_moves if rule.exactly else moves >= rule.first_moves


def _minutes_rule(on: date, law: Regulation) -> LeastMinutes | Open:
    tables = law.tables_as(FideRatingTables)
    return Candidates("minutes", candidates(tables.minutes, on, RatingKind.STANDARD)).one()
