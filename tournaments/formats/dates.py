"""Dates as tournament files write them. Only complete forms that can be read in one way are taken;
where two readings remain, the caller gets them all and compares with what else the file says.
"""

import re
from collections.abc import Iterable
from datetime import date

from tournaments.formats.parsed import PartialDate

LONGEST_EVENT_DAYS = 92
"""A pair of dates further apart is not believed when a date can be read in several ways."""

_MONTHS = {
    name: month
    for month, names in enumerate(
        (
            "january jan січня января",
            "february feb лютого февраля",
            "march mar березня марта",
            "april apr квітня апреля",
            "may may травня мая",
            "june jun червня июня",
            "july jul липня июля",
            "august aug серпня августа",
            "september sep sept вересня сентября",
            "october oct жовтня октября",
            "november nov листопада ноября",
            "december dec грудня декабря",
        ),
        start=1,
    )
    for name in names.split()
}
_NUMBERS = re.compile(r"(\d{1,4})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{1,4})\.?", re.ASCII)
_SHORT_DATE = re.compile(r"\d\d/\d\d/\d\d", re.ASCII)
_DAY_MONTH_YEAR = re.compile(r"(\d{1,2})\.?[\s-]+([^\W\d_]+)\.?,?[\s-]+(\d{4})")
_MONTH_DAY_YEAR = re.compile(r"([^\W\d_]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})")
_FOUR_DIGITS = re.compile(r"\d{4}", re.ASCII)
_TIME = re.compile(r"[ T]+\d{1,2}:\d{2}.*$")


def full_date(year: int, month: int, day: int) -> date | None:
    """The date, or None where there is no such day or the year is not of our time."""
    if not 1850 <= year <= 2199:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def date_readings(text: str) -> tuple[date, ...]:
    """Every date that a text may mean, the likeliest first; empty where it is not a date.

    Year first, day first (also with blanks after the dots), month in words; two-digit years as
    year first or day first; a time of day after the date is ignored.
    """
    text = _TIME.sub("", text.strip()).strip()
    found = _NUMBERS.fullmatch(text)
    if found:
        first, second, third = found.groups()
        a, b, c = int(first), int(second), int(third)
        if len(first) == 4 and len(third) <= 2:
            return _real([(a, b, c)]) or _real([(a, c, b)])
        if len(third) == 4 and len(first) <= 2:
            return _real([(c, b, a), (c, a, b)])
        if len(first) == 2 and len(third) == 2:
            return _real([(century(a), b, c), (century(c), b, a), (century(a), c, b)])
        return ()
    if len(text) == 8 and text.isascii() and text.isdigit():
        return _real([(int(text[:4]), int(text[4:6]), int(text[6:]))])
    words = _DAY_MONTH_YEAR.fullmatch(text)
    if words:
        day, month, year = words.groups()
    else:
        words = _MONTH_DAY_YEAR.fullmatch(text)
        if not words:
            return ()
        month, day, year = words.groups()
    return _real([(int(year), _MONTHS.get(month.lower(), 0), int(day))])


def event_dates(start: str, end: str) -> tuple[date | None, date | None, bool]:
    """First and last day (inclusive) of an event from its two texts; True where a choice was made.

    A text with one reading is that date. With several, the pair that lasts 0 to
    `LONGEST_EVENT_DAYS` days and fewest of them is taken; a date that stays open is None, except
    that a complete date with a four-digit year is read day first.
    """
    starts, ends = date_readings(start), date_readings(end)
    pairs = [
        ((last - first).days, starts.index(first), ends.index(last))
        for first in starts
        for last in ends
        if 0 <= (last - first).days <= LONGEST_EVENT_DAYS
    ]
    if len(starts) <= 1 and len(ends) <= 1:
        return (starts or (None,))[0], (ends or (None,))[0], False
    if pairs:
        best = min(pairs)
        open_still = sum(pair[0] == best[0] for pair in pairs) > 1
        if open_still and not _FOUR_DIGITS.search(start + " " + end):
            return None, None, True
        return starts[best[1]], ends[best[2]], True
    return _alone(start, starts), _alone(end, ends), True


def possible_days(start: str, end: str) -> tuple[tuple[date, date], ...]:
    """Every pair of first and last day that two texts may mean, the shortest event first.

    Empty where they can be read in one way only: only pairs of 0 to `LONGEST_EVENT_DAYS` days are
    believed, and both days are taken to be written in one order.
    """
    starts, ends = date_readings(start), date_readings(end)
    if len(starts) > 1 and len(starts) == len(ends):
        pairs = list(zip(starts, ends, strict=True))
    else:
        pairs = [(first, last) for first in starts for last in ends]
    pairs = sorted(
        {p for p in pairs if 0 <= (p[1] - p[0]).days <= LONGEST_EVENT_DAYS},
        key=lambda pair: (pair[1] - pair[0], pair),
    )
    return tuple(pairs) if len(pairs) > 1 else ()


def round_date(text: str, first: date | None, last: date | None) -> tuple[date | None, bool]:
    """The date of one round (record 132) and whether it is written as the format says.

    `YY/MM/DD` is the form. Other orders, and years of which a program kept the wrong two digits,
    are read when exactly one reading falls inside the event (first and last day inclusive);
    otherwise the date is None.
    """
    if first is not None and last is not None and _SHORT_DATE.fullmatch(text):
        day = full_date(century(int(text[:2])), int(text[3:5]), int(text[6:]))
        if day is not None and first <= day <= last:
            return day, True
    readings = list(date_readings(text))
    found = _NUMBERS.fullmatch(text.strip())
    plain = bool(found) and len(text.strip()) == 8 and "/" in text
    if first is None or last is None:
        if readings and (plain or len(readings) == 1):
            return readings[0], plain
        return None, False
    inside = [day for day in readings if first <= day <= last]
    if inside and inside[0] == readings[0]:
        return inside[0], plain
    if found and not inside:
        digits, b, c = found.group(1), int(found.group(2)), int(found.group(3))
        inside = [
            day
            for year in range(first.year, last.year + 1)
            if digits in (str(year)[:2], str(year)[1:3])
            for day in _real([(year, b, c), (year, c, b)])
            if first <= day <= last
        ]
    return (inside[0], False) if len(set(inside)) == 1 else (None, False)


def birth_date(text: str) -> tuple[PartialDate | None, str]:
    """A birth date, perhaps only its year, and how well it was written.

    The second value is `exact` (`YYYY/MM/DD` or nothing), `other` (another form, fully understood;
    a year alone or with zeros is a year) or `bad` (not a date; the year is kept where it is clear).
    """
    text = text.strip()
    if not text:
        return None, "exact"
    if not text.isascii():
        return None, "bad"
    if len(text) == 10 and text[4] == text[7] and text[4] in "/.-":
        year, month, day = text[:4], text[5:7], text[8:]
        if (year + month + day).isdigit():
            full = full_date(int(year), int(month), int(day))
            if full is not None:
                form = "exact" if text[4] == "/" else "other"
                return PartialDate(full.year, full.month, full.day), form
    parts = [part.strip() for part in re.split(r"[./-]", text)]
    if all(not part.strip("0") for part in parts):
        return None, "other"
    if re.fullmatch(r"\d{4}", parts[0], re.ASCII) and len(parts) <= 3:
        year_number = int(parts[0])
        if not 1850 <= year_number <= 2199:
            return None, "bad"
        rest = [part for part in parts[1:] if part.strip("0")]
        if not rest:
            return PartialDate(year_number), "other"
        known_month = len(parts) > 1 and parts[1].isdigit() and 1 <= int(parts[1]) <= 12
        if known_month and len(rest) == 1:
            return PartialDate(year_number, int(parts[1])), "other"
        return PartialDate(year_number), "bad"
    readings = date_readings(text) if _FOUR_DIGITS.search(text) else ()
    if len(readings) == 1 or (readings and "." in text):
        return PartialDate(readings[0].year, readings[0].month, readings[0].day), "other"
    if readings:
        return PartialDate(readings[0].year), "bad"
    return None, "bad"


def century(two_digits: int) -> int:
    """The year of a tournament written with two digits: 1970 to 2069."""
    return two_digits + (2000 if two_digits < 70 else 1900)


def _alone(text: str, readings: tuple[date, ...]) -> date | None:
    if len(readings) == 1 or _FOUR_DIGITS.search(text):
        return (readings or (None,))[0]
    return None


def _real(parts: Iterable[tuple[int, int, int]]) -> tuple[date, ...]:
    days = [full_date(*part) for part in parts]
    return tuple(dict.fromkeys(day for day in days if day is not None))
