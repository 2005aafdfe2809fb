"""Geometry of the line chart that shows a number over time; `components/chart.html` draws it.

Whole numbers only: values, days and drawing units are all integers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

LEFT, RIGHT, TOP, BOTTOM = 64, 24, 20, 36
"""Room around the drawing for the words of the axes, in drawing units."""
TICKS_UP = 5
TICKS_ALONG = 5
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000)


@dataclass(frozen=True, slots=True)
class Tick:
    """A label of an axis and where it stands along that axis, in drawing units."""

    at: int
    label: str
    anchor: str = "middle"
    """SVG's text-anchor, so that the outermost words stay inside."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One value on the line."""

    x: int
    y: int
    on: date
    value: int
    url: str
    """Where the value is explained; empty for a mark that is no link."""


@dataclass(frozen=True, slots=True)
class LineChart:
    """Everything that the drawing needs; x runs to the right, y downwards."""

    width: int
    height: int
    title: str
    description: str
    left: int
    right: int
    top: int
    bottom: int
    """The four sides of the plot."""
    marks: tuple[Mark, ...]
    up: tuple[Tick, ...]
    along: tuple[Tick, ...]

    @property
    def line(self) -> str:
        """The points of an SVG polyline."""
        return " ".join(f"{mark.x},{mark.y}" for mark in self.marks)

    @property
    def last(self) -> Mark:
        return self.marks[-1]

    @property
    def newest_first(self) -> tuple[Mark, ...]:
        """The marks as people read a table."""
        return self.marks[::-1]


def line_chart(
    points: Sequence[tuple[date, int]],
    *,
    title: str,
    description: str = "",
    urls: Sequence[str] = (),
    width: int = 720,
    height: int = 280,
) -> LineChart | None:
    """The chart of (day, value) pairs, or None where there is nothing to draw.

    Points may come in any order. `urls` belong to the points one by one; leave them out altogether
    for a chart without links. Sizes are drawing units; the page scales them. Raises ValueError for
    a number of urls other than that of the points, or for a size without room for a plot.
    """
    if urls and len(urls) != len(points):
        raise ValueError(f"{len(points)} points with {len(urls)} urls")
    right, bottom = width - RIGHT, height - BOTTOM
    if right <= LEFT or bottom <= TOP:
        raise ValueError(f"no room for a plot in {width} × {height}")
    if not points:
        return None
    rows = sorted(
        (on, value, url)
        for (on, value), url in zip(points, urls or [""] * len(points), strict=True)
    )
    first, last = rows[0][0].toordinal(), rows[-1][0].toordinal()
    values = [value for _, value, _ in rows]
    heights = _round_values(min(values), max(values))

    def x(day: int) -> int:
        if first == last:
            return (LEFT + right) // 2
        return LEFT + (day - first) * (right - LEFT) // (last - first)

    def y(value: int) -> int:
        return bottom - (value - heights[0]) * (bottom - TOP) // (heights[-1] - heights[0])

    return LineChart(
        width=width,
        height=height,
        title=title,
        description=description,
        left=LEFT,
        right=right,
        top=TOP,
        bottom=bottom,
        marks=tuple(Mark(x(on.toordinal()), y(value), on, value, url) for on, value, url in rows),
        up=tuple(Tick(y(value), str(value), "end") for value in heights),
        along=dates_along(rows[0][0], rows[-1][0], x),
    )


def _round_values(low: int, high: int) -> list[int]:
    """At least two and at most `TICKS_UP` evenly spaced round values that enclose low and high."""
    for step in STEPS:
        start = low // step * step
        end = max(-(-high // step) * step, start + step)
        if (end - start) // step < TICKS_UP:
            return list(range(start, end + 1, step))
    raise ValueError(f"values from {low} to {high} are too far apart for a chart")


def dates_along(first: date, last: date, x: Callable[[int], int]) -> tuple[Tick, ...]:
    """The two ends as month and year, between them beginnings of years, not too close together."""
    if first == last:
        return (Tick(x(first.toordinal()), _month(first)),)
    start, end = x(first.toordinal()), x(last.toordinal())
    apart = (end - start) // TICKS_ALONG
    ticks = [Tick(start, _month(first), "start")]
    for year in range(first.year + 1, last.year + 1):
        at = x(date(year, 1, 1).toordinal())
        if at - ticks[-1].at >= apart and end - at >= apart:
            ticks.append(Tick(at, str(year)))
    ticks.append(Tick(end, _month(last), "end"))
    return tuple(ticks)


def _month(day: date) -> str:
    return f"{day.month:02d}.{day.year}"
