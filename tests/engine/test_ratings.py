from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from qualifications.engine import (
    FirstCoefficient,
    GameLine,
    PlayerPeriod,
    PoolLine,
    RatedEvent,
    RatedGame,
    expected_hundredths,
    game_line,
    rate_period,
)
from qualifications.engine.quantities import half_away_from_zero
from qualifications.engine.ratings import development_factor, first_coefficient, sum_of_games

from .builders import LAW

RULES = LAW.rating_rules(date(2024, 1, 1))


def rated(
    opponents: tuple[int, ...], half_points: str, key: int = 1, **changes: object
) -> RatedEvent:
    """An event from opponents and a string of half-points, one digit for each game."""
    games = tuple(
        RatedGame(opponent, int(score))
        for opponent, score in zip(opponents, half_points, strict=True)
    )
    return replace(RatedEvent(key, None, False, games), **changes)


def period(
    before: int | None, *events: RatedEvent, games_total: int = 100, **changes: object
) -> PlayerPeriod:
    return replace(PlayerPeriod(7, before, games_total, False, events), **changes)


# Published calculations: own coefficient, factor, limit, opponents, half-points, change in tenths.
PUBLISHED = {
    "player 4625200, list of July 2008": (
        *(2240, 15, 350),
        (2242, 2360, 2289, 2251, 2303, 2152, 2313, 2309, 2110),
        *("111001110", -189),
    ),
    "player 4625200, list of October 2008": (
        *(2221, 15, 350),
        (1871, 2015, 2122, 2552, 2155, 2123, 2316, 2151),
        *("12201212", 135),
    ),
    "player 4625200, list of July 2009": (
        *(2235, 15, 350),
        (2120, 2121, 2118, 2026, 2328, 2231, 2197, 2190),
        *("11200202", -111),
    ),
    "player 4625200, list of May 2010": (
        *(2224, 15, 400),
        (2319, 2181, 2246, 2261, 2312, 2297, 2144),
        *("0221002", 39),
    ),
    "tournament report 44463": (
        *(2690, 10, 400),
        (2730, 2682, 2702, 2684, 2745, 2660, 2676, 2700, 2677),
        *("021110121", 7),
    ),
    "arbiters' manual 2025, question 14": (
        *(2460, 10, 400),
        (2095, 2254, 2415, 2488, 2310, 2570, 2673),
        *("2210211", 54),
    ),
    "arbiters' manual 2025, worked example": (
        *(2212, 40, 400),
        (1926, 2011, 2318, 2067, 2219, 2585, 2659, 2464, 2652),
        *("220110211", 564),
    ),
    "French manual 2025, page 186": (
        *(1923, 20, 400),
        (1812, 2148, 2515, 1413, 2109),
        *("20120", 74),
    ),
    "list of December 2025, no limit": (
        *(2813, 10, None),
        (1787, 2025, 2310, 2400, 2505),
        *("22221", -25),
    ),
    "list of December 2025, second event": (
        *(2400, 10, 400),
        (2000, 2000, 2121, 2800, 2084),
        *("22202", 37),
    ),
    "list of December 2025, third player": (
        *(2053, 20, 400),
        (1675, 2310, 1653, 1884, 2218),
        *("20220", -2),
    ),
}


@pytest.mark.parametrize("source", PUBLISHED)
def test_ua_ik_1_published_calculations(source: str) -> None:
    own, factor, limit, opponents, points, tenths = PUBLISHED[source]
    games = rated(opponents, points).games
    gain = sum_of_games(own, games, limit=limit, law=LAW)
    assert Fraction(factor * gain, 100) == Fraction(tenths, 10)


@pytest.mark.parametrize("source", [key for key, case in PUBLISHED.items() if case[2] == 350])
def test_ua_ik_1_the_lists_of_the_time_through_a_whole_period(source: str) -> None:
    own, factor, _limit, opponents, points, tenths = PUBLISHED[source]
    (change,) = rate_period([period(own, rated(opponents, points, own=own))], LAW)
    assert change.development_factor == factor
    assert change.change == half_away_from_zero(Fraction(tenths, 10))
    assert change.after == own + change.change


@pytest.mark.parametrize(
    ("difference", "expected"),
    [
        (0, 50),
        (3, 50),
        (-3, 50),
        (4, 51),
        (-4, 49),
        (10, 51),
        (11, 52),
        (391, 91),
        (392, 92),
        (-392, 8),
        (735, 99),
        (736, 100),
        (-736, 0),
        (2000, 100),
    ],
)
def test_table_8_1b_edges(difference: int, expected: int) -> None:
    assert expected_hundredths(difference, LAW) == expected


@pytest.mark.parametrize(
    ("opponent", "line"),
    [
        (1650, GameLine(1650, 350, 350, False, 89, 100, 11)),
        (1649, GameLine(1649, 351, 350, True, 89, 100, 11)),
        (2350, GameLine(2350, -350, -350, False, 11, 100, 89)),
        (2900, GameLine(2900, -900, -350, True, 11, 100, 89)),
    ],
)
def test_difference_limit_of_350(opponent: int, line: GameLine) -> None:
    assert game_line(2000, opponent, 2, LAW) == line


@pytest.mark.parametrize("half_points", [-1, 3])
def test_a_game_brings_nothing_to_one_point(half_points: int) -> None:
    with pytest.raises(ValueError, match="one game cannot bring"):
        game_line(2000, 2000, half_points, LAW)


@pytest.mark.parametrize(
    ("before", "games", "reached", "factor"),
    [
        (2000, 0, False, 25),
        (2000, 29, False, 25),
        (2000, 30, False, 15),
        (2399, 30, False, 15),
        (2400, 30, False, 10),
        (2400, 5, False, 10),
        (2000, 30, True, 10),
    ],
)
def test_development_factor(before: int, games: int, reached: bool, factor: int) -> None:
    assert development_factor(before, games, reached, RULES) == factor


def test_reaching_2400_holds_for_ever() -> None:
    up = rate_period([period(2395, rated((2395,), "2"))], LAW)[0]
    assert (up.after, up.reached_2400) == (2403, True)
    down = rate_period([period(2390, rated((2390,), "0"), reached_2400=True)], LAW)[0]
    assert (down.development_factor, down.after, down.reached_2400) == (10, 2385, True)
    sinking = rate_period([period(2400, rated((2400,), "0"))], LAW)[0]
    assert (sinking.after, sinking.reached_2400) == (2395, True)
    below = rate_period([period(2391, rated((2391,), "2"))], LAW)[0]
    assert (below.after, below.reached_2400) == (2399, False)


def test_the_change_is_rounded_once_for_the_list_and_halves_go_away_from_zero() -> None:
    # Each event gains 0.50 x 15 = 7.5; rounded one by one they would make 16.
    won = [rated((2000,), "2", key=1, own=2000), rated((2000,), "2", key=2, own=2000)]
    assert rate_period([period(2000, *won)], LAW)[0].change == 15
    assert rate_period([period(2000, won[0])], LAW)[0].change == 8
    lost = rated((2000,), "0", own=2000)
    assert rate_period([period(2000, lost)], LAW)[0].change == -8


def test_ua_ik_8_undivided_first_place_never_loses_in_that_event() -> None:
    first = rated((1500, 1500), "21", key=1, own=2000, undivided_first=True)
    other = rated((2000,), "0", key=2, own=2000)
    (change,) = rate_period([period(2000, first, other)], LAW)
    assert [
        (line.key, line.gain_before_first_place, line.gain_hundredths) for line in change.events
    ] == [(1, -28, 0), (2, -50, -50)]
    assert (change.gain_hundredths, change.change, change.after) == (-50, -8, 1992)
    winner = rated((2000,), "2", own=2000, undivided_first=True)
    assert rate_period([period(2000, winner)], LAW)[0].gain_hundredths == 50


def test_an_event_uses_the_coefficient_of_its_first_day() -> None:
    (change,) = rate_period([period(2100, rated((2000,), "1", own=2000))], LAW)
    assert (change.events[0].own, change.gain_hundredths, change.after) == (2000, 0, 2100)
    (change,) = rate_period([period(2000, rated((2000,), "1"))], LAW)
    assert (change.events[0].own, change.gain_hundredths) == (2000, 0)


def test_counts_of_a_period() -> None:
    (change,) = rate_period(
        [period(2000, rated((2000, 1900), "12", own=2000), games_total=29)], LAW
    )
    assert (change.games, change.games_total, change.half_points) == (2, 31, 3)
    assert (change.expected_hundredths, change.development_factor) == (114, 25)
    assert (change.first, change.pool) == (False, ())


def test_nothing_played_changes_nothing() -> None:
    (change,) = rate_period([period(2000)], LAW)
    assert (change.games, change.change, change.after) == (0, 0, 2000)


# ---------------------------------------------------------------- first coefficient


def test_first_coefficient_from_nine_games() -> None:
    opponents = (1900,) * 8 + (1904,)
    (change,) = rate_period([period(None, rated(opponents, "222222000"), games_total=0)], LAW)
    # Mean 1900.44 is 1900; 6 of 9 is 67 percent, 125 points.
    assert change.first_coefficient == FirstCoefficient(9, 17104, 12, 1900, 67, 125, 2025)
    assert (change.first, change.before, change.after, change.pool) == (True, None, 2025, ())
    assert (change.games_total, change.development_factor) == (9, None)


def test_eight_games_are_kept_for_the_next_list() -> None:
    (first,) = rate_period([period(None, rated((1900,) * 8, "11111111"), games_total=0)], LAW)
    assert (first.after, first.first, first.pool) == (None, False, (PoolLine(8, 15200, 8),))
    following = period(None, rated((1900,), "1"), games_total=first.games_total, pool=first.pool)
    (second,) = rate_period([following], LAW)
    assert (second.after, second.first, second.games_total) == (1900, True, 9)


def test_games_older_than_eight_periods_are_forgotten() -> None:
    pool: tuple[PoolLine, ...] = ()
    (change,) = rate_period([period(None, rated((1900,) * 8, "11111111"))], LAW)
    for _ in range(6):
        pool = change.pool
        (change,) = rate_period([period(None, pool=pool)], LAW)
    eighth = period(None, rated((1900,), "1"), pool=change.pool)
    assert len(change.pool) == 7
    assert rate_period([eighth], LAW)[0].after == 1900
    (change,) = rate_period([period(None, pool=change.pool)], LAW)
    ninth = period(None, rated((1900,), "1"), pool=change.pool)
    assert rate_period([ninth], LAW)[0].after is None


def test_more_than_seven_earlier_periods_are_refused() -> None:
    with pytest.raises(ValueError, match="more than 7 periods"):
        rate_period([period(None, pool=(PoolLine(1, 1900, 1),) * 8)], LAW)


def test_a_coefficient_in_an_event_before_the_first_list_is_refused() -> None:
    with pytest.raises(ValueError, match="a coefficient in an event but none before"):
        rate_period([period(None, rated((1900,), "1", own=1900))], LAW)


@pytest.mark.parametrize(
    ("line", "value", "other_value"),
    [
        (PoolLine(9, 17100, 12), 2025, 1938),  # 67 percent; three half-points above one half
        (PoolLine(9, 17100, 9), 1900, 1900),
        (PoolLine(9, 17100, 6), 1775, 1775),  # below one half both readings use the table
        (PoolLine(10, 19005, 10), 1901, 1901),  # 1900.5, a half up
        (PoolLine(9, 17100, 0), 1100, 1100),
    ],
)
def test_ua_q39_both_readings(line: PoolLine, value: int, other_value: int) -> None:
    other = LAW.with_reading("UA.Q39", "half_of_highest_factor")
    found = [first_coefficient([line], law) for law in (LAW, other)]
    assert [first.value for first in found if first] == [value, other_value]
