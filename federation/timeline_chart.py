"""Geometry of a drawn timeline: bars over days, and signs on single days.

`components/timeline.html` draws it. Whole numbers only: days and drawing units are all integers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from federation.charts import Tick, dates_along

LEFT, RIGHT, TOP, BOTTOM = 12, 12, 30, 40
"""Room around the drawing, in drawing units."""
LANE, BAR = 46, 16
"""Height of a lane, and of a bar in it; the words of a bar stand above it."""
LETTER = 11
"""Width of a letter at the size that a phone shows."""
LEAST = 3
"""Width of a bar of one day."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Something that lasts, both days included. `lane` counts from the top."""

    lane: int
    first: date
    last: date
    label: str
    title: str
    tone: str = "main"
    """`main`, `soft`, or `open` for what is still to come."""


@dataclass(frozen=True, slots=True)
class Sign:
    """Something that happened on a day; `kind` names its shape."""

    lane: int
    day: date
    kind: str
    title: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class DrawnBar:
    x: int
    y: int
    width: int
    label: str
    """Empty where the bar is too short for its words."""
    title: str
    tone: str


@dataclass(frozen=True, slots=True)
class DrawnSign:
    x: int
    y: int
    kind: str
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class TimelineChart:
    """Everything that the drawing needs; x runs to the right, y downwards."""

    width: int
    height: int
    title: str
    description: str
    left: int
    right: int
    top: int
    bottom: int
    bar_height: int
    bars: tuple[DrawnBar, ...]
    signs: tuple[DrawnSign, ...]
    along: tuple[Tick, ...]
    today: int
    """Where the day that is looked from stands."""


def timeline_chart(
    bars: Sequence[Bar],
    signs: Sequence[Sign],
    *,
    today: date,
    title: str,
    description: str = "",
    width: int = 720,
) -> TimelineChart | None:
    """The timeline of bars and signs, or None where there is nothing to draw.

    It runs from the first day to the last one of anything drawn and of `today`.
    """
    if not bars and not signs:
        return None
    days = [*(b.first for b in bars), *(b.last for b in bars), *(s.day for s in signs), today]
    first, last = min(days), max(days)
    lanes = 1 + max(*(bar.lane for bar in bars), *(sign.lane for sign in signs), 0)
    right, bottom = width - RIGHT, TOP + lanes * LANE
    whole = max((last - first).days, 1)

    def x(day: int) -> int:
        return LEFT + (day - first.toordinal()) * (right - LEFT) // whole

    def drawn(bar: Bar) -> DrawnBar:
        start, end = x(bar.first.toordinal()), x(bar.last.toordinal())
        room = max(end - start, LEAST)
        fits = len(bar.label) * LETTER <= room
        y = TOP + bar.lane * LANE
        return DrawnBar(start, y, room, bar.label if fits else "", bar.title, bar.tone)

    return TimelineChart(
        width=width,
        height=bottom + BOTTOM,
        title=title,
        description=description,
        left=LEFT,
        right=right,
        top=TOP,
        bottom=bottom,
        bar_height=BAR,
        bars=tuple(drawn(bar) for bar in sorted(bars, key=lambda bar: (bar.lane, bar.first))),
        signs=tuple(
            DrawnSign(x(s.day.toordinal()), TOP + s.lane * LANE + BAR // 2, s.kind, s.title, s.url)
            for s in sorted(signs, key=lambda sign: (sign.day, sign.lane))
        ),
        along=dates_along(first, last, x),
        today=x(today.toordinal()),
    )


def lanes_for(spans: Sequence[tuple[date, date]]) -> tuple[int, ...]:
    """The first free lane for each of some spans, in order of their first days, from 0."""
    ends: list[date] = []
    found = []
    for first, last in spans:
        lane = next((n for n, end in enumerate(ends) if end < first), len(ends))
        ends[lane : lane + 1] = [last]
        found.append(lane)
    return tuple(found)
