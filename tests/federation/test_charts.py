"""The geometry of the coefficient's chart."""

from datetime import date
from itertools import pairwise

import pytest

from federation.charts import LineChart, Mark, Tick, line_chart

YEAR = [
    (date(2027, 1, 1), 1500),
    (date(2027, 7, 2), 1540),  # day 182 of 365
    (date(2028, 1, 1), 1600),
]


def chart(points, **changes) -> LineChart:
    drawn = line_chart(points, **{"title": "Coefficient", "width": 188, "height": 156} | changes)
    assert drawn is not None
    return drawn


def test_the_plot_leaves_room_for_the_words_of_the_axes():
    drawn = chart(YEAR)
    assert (drawn.left, drawn.right, drawn.top, drawn.bottom) == (64, 164, 20, 120)


def test_marks_stand_at_their_day_and_value():
    drawn = chart(YEAR, urls=["/a/", "/b/", "/c/"])
    assert drawn.marks == (
        Mark(64, 120, date(2027, 1, 1), 1500, "/a/"),
        Mark(113, 80, date(2027, 7, 2), 1540, "/b/"),
        Mark(164, 20, date(2028, 1, 1), 1600, "/c/"),
    )
    assert drawn.line == "64,120 113,80 164,20"
    assert drawn.last.value == 1600
    assert [mark.value for mark in drawn.newest_first] == [1600, 1540, 1500]


def test_points_in_any_order_give_the_same_drawing_and_keep_their_links():
    forwards = chart(YEAR, urls=["/a/", "/b/", "/c/"])
    assert chart(YEAR[::-1], urls=["/c/", "/b/", "/a/"]) == forwards


def test_the_upward_axis_encloses_all_values_with_round_numbers():
    assert chart(YEAR).up == (
        Tick(120, "1500", "end"),
        Tick(95, "1525", "end"),
        Tick(70, "1550", "end"),
        Tick(45, "1575", "end"),
        Tick(20, "1600", "end"),
    )


@pytest.mark.parametrize(
    ("low", "high", "labels"),
    [
        (1512, 1693, ["1500", "1550", "1600", "1650", "1700"]),
        (1990, 2003, ["1990", "1995", "2000", "2005"]),
        (0, 2400, ["0", "1000", "2000", "3000"]),
        (-30, 30, ["-40", "-20", "0", "20", "40"]),
        (1500, 1500, ["1500", "1501"]),
    ],
)
def test_round_values_for_narrow_and_wide_ranges(low, high, labels):
    drawn = chart([(date(2027, 1, 1), low), (date(2027, 4, 1), high)])
    assert [tick.label for tick in drawn.up] == labels
    assert all(drawn.top <= mark.y <= drawn.bottom for mark in drawn.marks)


def test_dates_along_are_the_ends_and_beginnings_of_years():
    drawn = chart([(date(2025, 1, 1), 1500), (date(2027, 10, 1), 1600)], width=748)
    assert drawn.along == (
        Tick(64, "01.2025", "start"),
        Tick(64 + 365 * 660 // 1003, "2026"),
        Tick(64 + 730 * 660 // 1003, "2027"),
        Tick(724, "10.2027", "end"),
    )


def test_years_that_would_touch_are_left_out():
    drawn = chart([(date(2010, 1, 1), 1500), (date(2029, 12, 31), 1600)], width=588)
    labels = [tick.label for tick in drawn.along]
    assert labels == ["01.2010", "2014", "2018", "2022", "2026", "12.2029"]
    places = [tick.at for tick in drawn.along]
    assert min(b - a for a, b in pairwise(places)) == 500 // 5


def test_a_single_value_stands_in_the_middle_with_its_month():
    drawn = chart([(date(2027, 4, 1), 1500)])
    assert drawn.marks == (Mark(114, 120, date(2027, 4, 1), 1500, ""),)
    assert drawn.along == (Tick(114, "04.2027"),)


def test_nothing_to_draw_is_no_chart():
    assert line_chart([], title="Coefficient") is None


def test_a_link_too_few_is_refused():
    with pytest.raises(ValueError, match="3 points with 2 urls"):
        chart(YEAR, urls=["/a/", "/b/"])


def test_a_size_without_room_is_refused():
    with pytest.raises(ValueError, match="no room for a plot in 80 × 156"):
        chart(YEAR, width=80)


def test_values_beyond_every_step_are_refused():
    with pytest.raises(ValueError, match="too far apart"):
        chart([(date(2027, 1, 1), 0), (date(2027, 4, 1), 1_000_000)])
