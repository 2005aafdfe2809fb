"""What holds on the days around each change, and what the sources leave open."""

from datetime import date, timedelta

import pytest

from qualifications.engine.facts import TimeControl
from qualifications.engine.fide_ratings import (
    Factor,
    FirstRating,
    Open,
    PlayerFacts,
    RatedGame,
    RatingKind,
    UnratedEvent,
    factor_of,
    first_rating,
    floor_of,
    game_changes,
    kind_of_event,
    least_minutes,
    limited_factor,
    list_in_force,
    published,
    raised_rating,
    rating_that_decides,
    rules_on,
)
from qualifications.engine.fide_ratings.first import (
    AFTER_LEFT_OUT,
    POOLING_NOT_FOUND,
    ROUND_ROBIN_NOT_FOUND,
    ZERO_NOT_FOUND,
)
from qualifications.engine.fide_ratings.parameters import Rules
from qualifications.engine.loading import EDITIONS, load_regulation

LAW = load_regulation(EDITIONS / "fide_ratings")
STANDARD, RAPID, BLITZ = RatingKind


def rules(year: int, month: int, day: int, kind: RatingKind = STANDARD) -> Rules:
    return rules_on(date(year, month, day), kind, LAW)


def opened(found: object) -> str | None:
    return found.parameter if isinstance(found, Open) else None


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2003, 12, 31), 1801),
        (date(2004, 1, 1), None),
        (date(2009, 6, 30), None),
        (date(2009, 7, 1), 1200),
        (date(2012, 6, 30), 1200),
        (date(2012, 7, 1), 1000),
        (date(2024, 2, 29), 1000),
        (date(2024, 3, 1), 1400),
    ],
)
def test_7_1_4_floor(day: date, expected: int | None) -> None:
    found = floor_of(rules_on(day, STANDARD, LAW))
    assert (None if isinstance(found, Open) else found) == expected
    assert opened(found) == (None if expected else "floor")


def test_7_1_4_a_rating_below_the_floor_is_listed_no_longer() -> None:
    assert [published(one, rules(2024, 3, 1)) for one in (1399, 1400)] == [None, 1400]
    assert opened(published(1500, rules(2005, 1, 1))) == "floor"
    assert opened(published(1500, rules(2024, 2, 29, RAPID))) == "floor"


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2003, 7, 1), date(2003, 7, 1)),
        (date(2009, 6, 30), date(2009, 4, 1)),
        (date(2009, 7, 1), date(2009, 7, 1)),
        (date(2009, 8, 31), date(2009, 7, 1)),
        (date(2012, 6, 30), date(2012, 5, 1)),
        (date(2012, 7, 31), date(2012, 7, 1)),
        (date(2012, 8, 1), date(2012, 8, 1)),
    ],
)
def test_9_11_list_in_force(day: date, expected: date) -> None:
    assert list_in_force(day, STANDARD, LAW) == expected


def test_9_11_the_first_rapid_list_is_of_july_2012() -> None:
    assert list_in_force(date(2012, 7, 1), RAPID, LAW) == date(2012, 7, 1)
    assert opened(list_in_force(date(2012, 6, 30), BLITZ, LAW)) == "lists"


def test_ratings_were_raised_on_one_day_only() -> None:
    day = date(2024, 3, 1)
    raised = [raised_rating(one, day, STANDARD, LAW) for one in (999, 1000, 1001, 1600, 2000, 2001)]
    assert raised == [999, 1400, 1401, 1760, 2000, 2001]
    assert raised_rating(1600, day - timedelta(days=1), STANDARD, LAW) == 1600
    assert raised_rating(1600, day, RAPID, LAW) == 1600


@pytest.mark.parametrize(
    ("minutes", "seconds", "day", "expected"),
    [
        (60, 0, date(2026, 1, 1), STANDARD),
        (59, 0, date(2026, 1, 1), RAPID),
        (30, 30, date(2026, 1, 1), STANDARD),
        (10, 1, date(2026, 1, 1), RAPID),
        (10, 0, date(2026, 1, 1), BLITZ),
        (15, 0, date(2013, 4, 16), RAPID),
        (14, 1, date(2013, 4, 16), RAPID),
        (14, 0, date(2013, 4, 16), BLITZ),
        (12, 0, date(2013, 4, 17), None),
        (12, 0, date(2022, 12, 31), None),
        (12, 0, date(2023, 1, 1), RAPID),
        (10, 0, date(2018, 1, 1), BLITZ),
        (15, 0, date(2018, 1, 1), RAPID),
    ],
)
def test_laws_a_1_and_b_1_kind_of_an_event(
    minutes: int, seconds: int, day: date, expected: RatingKind | None
) -> None:
    found = kind_of_event(TimeControl(minutes, seconds), day, LAW)
    assert (None if isinstance(found, Open) else found) == expected


@pytest.mark.parametrize(
    ("strongest", "day", "expected"),
    [
        (2200, date(2021, 12, 31), 120),
        (2199, date(2021, 12, 31), 90),
        (1600, date(2021, 12, 31), 90),
        (1599, date(2021, 12, 31), 60),
        (2400, date(2022, 1, 1), 120),
        (2399, date(2022, 1, 1), 90),
        (1800, date(2022, 1, 1), 90),
        (1799, date(2022, 1, 1), 60),
        (None, date(2022, 1, 1), 60),
    ],
)
def test_1_1_least_time_of_a_standard_game(strongest: int | None, day: date, expected: int) -> None:
    assert least_minutes(strongest, day, LAW) == expected


def test_8_3_3_which_rating_decides_k() -> None:
    assert rating_that_decides(2390, 2405, rules(2009, 6, 30)) == 2405
    assert rating_that_decides(2390, 2405, rules(2009, 7, 1)) == 2390


def test_8_3_3_k_times_the_games() -> None:
    assert [limited_factor(40, games, 700) for games in (17, 18, 22)] == [40, 38, 31]
    assert (limited_factor(20, 35, 700), limited_factor(20, 36, 700)) == (20, 19)
    assert limited_factor(40, 100, 0) == 40


@pytest.mark.parametrize(
    ("birth_year", "day", "expected"),
    [
        (1998, date(2016, 5, 9), ("ordinary", ("birth",))),
        (1999, date(2016, 5, 9), ("junior", ())),
        (2004, date(2022, 12, 31), ("junior", ())),
        (2003, date(2022, 1, 1), ("ordinary", ())),
    ],
)
def test_8_3_3_a_year_of_birth_may_be_enough(
    birth_year: int, day: date, expected: tuple[str, tuple[str, ...]]
) -> None:
    player = PlayerFacts(1800, games_before=40, highest=1900, birth_year=birth_year)
    found = factor_of(player, rules_on(day, STANDARD, LAW))
    assert isinstance(found, Factor)
    assert (found.why, found.assumed) == expected


def test_8_3_3_what_is_not_known_is_named_where_it_matters() -> None:
    def assumed(**known: int) -> tuple[str, ...]:
        found = factor_of(PlayerFacts(**{"rating": 1800, **known}), rules(2026, 1, 1))
        assert isinstance(found, Factor)
        return found.assumed

    assert assumed() == ("highest", "birth", "games")
    assert assumed(rating=2400) == ()
    assert assumed(highest=1900, birth_year=1980) == ("games",)
    assert assumed(highest=1900, birth_year=2012) == ()
    assert assumed(birth_year=2012) == ("highest",)


def test_8_3_1_an_opponent_of_2650_does_not_lift_the_own_limit() -> None:
    found = game_changes(2400, [RatedGame(2813, 0)], rules(2025, 10, 1))
    assert not isinstance(found, Open)
    assert (found[0].used_opponent, found[0].limited) == (2800, True)


def event(opponents: int, half_points: int, on: date, **more: bool) -> UnratedEvent:
    return UnratedEvent(on, (2000,) * opponents, half_points, **more)


def first(*events: UnratedEvent, on: date) -> FirstRating | Open:
    return first_rating(events, rules_on(on, STANDARD, LAW))


def test_8_2_games_are_put_together_over_26_months() -> None:
    day = date(2023, 6, 30)
    for earlier, games in ((date(2021, 4, 30), 5), (date(2021, 4, 29), 3)):
        found = first(event(2, 2, earlier), event(3, 3, day), on=day)
        assert isinstance(found, FirstRating)
        assert (found.games, found.value) == (games, 2000 if games == 5 else None)


def test_9_14_games_were_put_together_over_eight_periods() -> None:
    day = date(2003, 12, 31)
    found = first(event(5, 5, date(2001, 12, 31)), event(4, 4, day), on=day)
    assert isinstance(found, FirstRating)
    assert (found.games, found.value) == (9, 2000)
    found = first(event(5, 5, date(2001, 12, 30)), event(4, 4, day), on=day)
    assert isinstance(found, FirstRating)
    assert (found.games, found.missing) == (4, "games")


@pytest.mark.parametrize("day", [date(2009, 7, 1), date(2014, 6, 30)])
def test_8_2_how_long_games_were_put_together_is_open_from_2009_to_2014(day: date) -> None:
    found = first(event(5, 5, day - timedelta(days=30)), event(4, 4, day), on=day)
    assert isinstance(found, Open)
    assert (found.parameter, found.why) == ("first", POOLING_NOT_FOUND)


def test_8_2_1_a_first_event_without_a_point_is_left_out() -> None:
    day = date(2023, 6, 30)
    found = first(event(5, 0, date(2023, 1, 1)), event(5, 5, day), on=day)
    assert isinstance(found, FirstRating)
    assert (found.left_out, found.games, found.value) == ((0,), 5, 2000)
    found = first(event(5, 5, date(2023, 1, 1)), event(5, 0, day), on=day)
    assert isinstance(found, FirstRating)
    assert (found.left_out, found.games, found.percent) == ((), 10, 25)


def test_8_2_1_the_event_after_it_without_a_point_is_open() -> None:
    day = date(2023, 6, 30)
    found = first(event(5, 0, date(2023, 1, 1)), event(5, 0, day), on=day)
    assert isinstance(found, Open)
    assert found.why == AFTER_LEFT_OUT


def test_8_2_1_is_open_in_the_text_of_2024() -> None:
    day = date(2024, 3, 1)
    found = first(event(5, 0, day), on=day)
    assert isinstance(found, Open)
    assert found.why == ZERO_NOT_FOUND


def test_6_1_every_event_needed_three_rated_opponents_and_a_point() -> None:
    day = date(2003, 12, 31)
    counted = [
        [place for place in (0, 1, 2) if place not in found.left_out]
        for found in (
            first(
                event(3, 2, date(2003, 9, 1)),
                event(opponents, half_points, date(2003, 10, 1)),
                event(6, 6, day),
                on=day,
            )
            for opponents, half_points in ((2, 2), (3, 1), (3, 2))
        )
        if isinstance(found, FirstRating)
    ]
    assert counted == [[0, 2], [0, 2], [0, 1, 2]]


def test_8_2_round_robins_before_2022_are_open() -> None:
    for day, expected in ((date(2021, 12, 31), ROUND_ROBIN_NOT_FOUND), (date(2022, 1, 1), None)):
        found = first(event(5, 5, day, round_robin=True), on=day)
        assert (found.why if isinstance(found, Open) else None) == expected


def test_8_2_readings_of_a_half_and_of_the_mean() -> None:
    day = date(2023, 1, 1)
    even = UnratedEvent(day, (2000, 2000, 2000, 2000, 2001, 2002), 6)
    law = LAW.with_reading("FIDE.R.Q1", "down")
    found = [first_rating([even], rules_on(day, STANDARD, each)) for each in (LAW, law)]
    assert [one.value for one in found if isinstance(one, FirstRating)] == [2001, 2000]
    above = UnratedEvent(date(2009, 7, 1), (2000,) * 8 + (2005,), 10)
    first_mean = LAW.with_reading("FIDE.R.Q2", "mean_first")
    values = [
        first_rating([above], rules_on(above.ends_on, STANDARD, each)) for each in (LAW, first_mean)
    ]
    assert [one.value for one in values if isinstance(one, FirstRating)] == [2013, 2014]


def test_a_day_before_every_set_is_open() -> None:
    assert opened(game_changes(2000, [RatedGame(1000, 2)], rules(2006, 3, 31))) == "limit"
    assert opened(factor_of(PlayerFacts(2000), rules(2003, 6, 30))) == "factor"
    assert opened(first(event(9, 9, date(2003, 6, 30)), on=date(2003, 6, 30))) == "first"
