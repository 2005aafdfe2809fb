"""The geometry of a timeline: where bars and signs stand, and which words fit."""

from datetime import date

from federation.timeline_chart import (
    BAR,
    LANE,
    LEFT,
    RIGHT,
    TOP,
    Bar,
    Sign,
    lanes_for,
    timeline_chart,
)

FIRST, LAST = date(2020, 1, 1), date(2030, 1, 1)


def test_nothing_to_draw_is_no_chart():
    assert timeline_chart([], [], today=FIRST, title="Ranks") is None


def test_the_whole_width_runs_from_the_first_to_the_last_day():
    chart = timeline_chart(
        [Bar(0, FIRST, LAST, "I rank", "I rank, ten years")],
        [],
        today=date(2025, 1, 1),
        title="Ranks",
    )
    [bar] = chart.bars
    assert (bar.x, bar.x + bar.width, bar.label) == (LEFT, 720 - RIGHT, "I rank")
    assert chart.today == (LEFT + 720 - RIGHT) // 2
    assert [tick.label for tick in chart.along] == [
        "01.2020",
        "2022",
        "2024",
        "2026",
        "2028",
        "01.2030",
    ]


def test_a_short_bar_is_seen_and_has_no_words_beside_it():
    chart = timeline_chart(
        [Bar(0, FIRST, LAST, "II rank", "long"), Bar(1, LAST, LAST, "I rank", "one day")],
        [],
        today=LAST,
        title="Ranks",
    )
    assert [(bar.width > 0, bar.label, bar.title) for bar in chart.bars] == [
        (True, "II rank", "long"),
        (True, "", "one day"),
    ]


def test_lanes_go_down_and_make_the_drawing_higher():
    signs = [Sign(0, FIRST, "award", "a"), Sign(2, LAST, "failure", "b", "/b/")]
    chart = timeline_chart([], signs, today=FIRST, title="Ranks")
    assert [(sign.x, sign.y, sign.url) for sign in chart.signs] == [
        (LEFT, TOP + BAR // 2, ""),
        (720 - RIGHT, TOP + 2 * LANE + BAR // 2, "/b/"),
    ]
    assert chart.bottom == TOP + 3 * LANE


def test_a_single_day_can_be_drawn():
    chart = timeline_chart([], [Sign(0, FIRST, "event", "a")], today=FIRST, title="Ranks")
    assert [sign.x for sign in chart.signs] == [LEFT]


def test_spans_that_overlap_get_lanes_of_their_own():
    days = [date(2020, month, 1) for month in range(1, 7)]
    spans = [(days[0], days[2]), (days[1], days[4]), (days[3], days[5])]
    assert lanes_for(spans) == (0, 1, 0)
    assert lanes_for([(days[0], days[2]), (days[2], days[3])]) == (0, 1)
