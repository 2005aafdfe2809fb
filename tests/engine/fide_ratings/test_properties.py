"""Changes, K and first ratings against a plain reference written from the articles alone."""

import json
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from qualifications.engine.fide_ratings import (
    Factor,
    FideRatingTables,
    FirstRating,
    Open,
    PlayerFacts,
    RatedGame,
    RatingKind,
    UnratedEvent,
    change_hundredths,
    expected_hundredths,
    factor_of,
    first_rating,
    game_changes,
    rounded_change,
    rules_on,
)
from qualifications.engine.loading import EDITIONS, load_regulation

LAW = load_regulation(EDITIONS / "fide_ratings")
TABLES = LAW.tables_as(FideRatingTables)
TODAY = date(2026, 1, 1)
RATINGS = st.integers(min_value=1000, max_value=2900)
SCORES = st.integers(min_value=0, max_value=2)
GAMES = st.lists(st.tuples(RATINGS, SCORES), max_size=15)
UPPER = [
    *(
        3,
        10,
        17,
        25,
        32,
        39,
        46,
        53,
        61,
        68,
        76,
        83,
        91,
        98,
        106,
        113,
        121,
        129,
        137,
        145,
        153,
        162,
    ),
    *(
        170,
        179,
        188,
        197,
        206,
        215,
        225,
        235,
        245,
        256,
        267,
        278,
        290,
        302,
        315,
        328,
        344,
        357,
        374,
    ),
    *(391, 411, 432, 456, 484, 517, 559, 619, 735),
]
"""Last difference of each row of the table, from 50 percent up."""


def plain_expected(difference: int) -> Decimal:
    steps = sum(abs(difference) > last for last in UPPER)
    higher = Decimal(50 + steps) / 100
    return higher if difference >= 0 else 1 - higher


def plain_change(own: int, games: list[tuple[int, int]], factor: int, limit: int | None) -> Decimal:
    total = Decimal(0)
    for opponent, half_points in games:
        difference = own - opponent
        if limit is not None:
            difference = max(-limit, min(limit, difference))
        total += Decimal(half_points) / 2 - plain_expected(difference)
    return factor * total


def changes(own: int, games: list[tuple[int, int]], on: date, kind: RatingKind) -> int:
    rules = rules_on(on, kind, LAW)
    found = game_changes(own, [RatedGame(*game) for game in games], rules)
    assert not isinstance(found, Open)
    return change_hundredths(1, found)


@given(st.integers(min_value=-2000, max_value=2000))
def test_the_two_expectations_of_a_game_make_one_point(difference: int) -> None:
    own, other = (expected_hundredths(one, TABLES) for one in (difference, -difference))
    assert (own + other, Decimal(own) / 100) == (100, plain_expected(difference))


@given(RATINGS, GAMES)
def test_a_change_is_that_of_the_plain_reference(own: int, games: list[tuple[int, int]]) -> None:
    limit = None if own >= 2650 else 400
    found = changes(own, games, TODAY, RatingKind.STANDARD)
    assert Decimal(found) / 100 == plain_change(own, games, 1, limit)


@given(RATINGS, GAMES)
def test_one_limited_game_is_the_limit_taken_off_the_others(
    own: int, games: list[tuple[int, int]]
) -> None:
    rules = rules_on(date(2023, 1, 1), RatingKind.STANDARD, LAW)
    found = game_changes(own, [RatedGame(*game) for game in games], rules)
    far = [own - opponent for opponent, _ in games if abs(own - opponent) > 400]
    tops = {one for one in far if abs(one) == max(map(abs, far))}
    if len(tops) > 1:
        assert isinstance(found, Open)
        return
    assert not isinstance(found, Open)
    plain = plain_change(own, games, 1, None)
    for top in tops:
        plain += plain_expected(top) - plain_expected(400 if top > 0 else -400)
    assert Decimal(change_hundredths(1, found)) / 100 == plain


@given(st.integers(min_value=-100_000, max_value=100_000))
def test_rounding_is_that_of_decimals_half_away_from_zero(hundredths: int) -> None:
    rules = rules_on(TODAY, RatingKind.STANDARD, LAW)
    plain = (Decimal(hundredths) / 100).quantize(Decimal(1), ROUND_HALF_UP)
    assert rounded_change(hundredths, rules) == int(plain)


@given(st.integers(min_value=-100_000, max_value=100_000))
def test_before_2024_only_an_exact_half_stays_open(hundredths: int) -> None:
    rules = rules_on(date(2024, 2, 29), RatingKind.STANDARD, LAW)
    assert isinstance(rounded_change(hundredths, rules), Open) is (hundredths % 100 == 50)


@given(
    RATINGS,
    st.integers(0, 60),
    RATINGS,
    st.integers(1950, 2020),
    st.integers(0, 100),
)
def test_k_is_that_of_the_plain_reference(
    rating: int, games: int, highest: int, born: int, played: int
) -> None:
    highest = max(highest, rating)
    plain = 20 if games >= 30 else 40
    if born + 18 >= TODAY.year and highest < 2300:
        plain = 40
    if highest >= 2400:
        plain = 10
    while plain * played > 700:
        plain -= 1
    found = factor_of(
        PlayerFacts(
            rating,
            games_before=games,
            highest=highest,
            birth_year=born,
            games_of_period=played,
        ),
        rules_on(TODAY, RatingKind.STANDARD, LAW),
    )
    assert isinstance(found, Factor)
    assert (found.value, found.assumed) == (plain, ())


@given(st.lists(st.tuples(RATINGS, SCORES), min_size=1, max_size=20))
def test_a_first_rating_of_2024_is_that_of_the_plain_reference(
    games: list[tuple[int, int]],
) -> None:
    half_points = sum(score for _, score in games)
    event = UnratedEvent(TODAY, tuple(opponent for opponent, _ in games), half_points)
    found = first_rating([event], rules_on(TODAY, RatingKind.STANDARD, LAW))
    if half_points == 0:
        assert isinstance(found, Open)
        return
    assert isinstance(found, FirstRating)
    number = len(games) + 2
    mean = Decimal(sum(opponent for opponent, _ in games) + 3600) / number
    percent = int((Decimal(half_points + 2) / 2 / number * 100).quantize(Decimal(1), ROUND_HALF_UP))
    value = int((mean + TABLES.performance[percent]).quantize(Decimal(1), ROUND_HALF_UP))
    expected = None if len(games) < 5 or value < 1400 else min(value, 2200)
    assert (found.value, found.before_bounds) == (expected, value)


@given(st.dates(date(2006, 4, 1), date(2027, 12, 31)), RATINGS, GAMES)
def test_a_known_change_lies_between_no_limit_and_the_narrowest(
    on: date, own: int, games: list[tuple[int, int]]
) -> None:
    found = game_changes(
        own, [RatedGame(*game) for game in games], rules_on(on, RatingKind.STANDARD, LAW)
    )
    if isinstance(found, Open):
        assert found.parameter == "limit"
        return
    for game in found:
        used, real = abs(game.used_difference), abs(game.difference)
        assert used == real or (used in (350, 400) and used < real)
        assert game.used_difference == own - game.used_opponent


def test_every_number_of_the_published_vectors_was_copied() -> None:
    cases = Path(__file__).parents[2] / "cases" / "fide_ratings.json"
    vectors = json.loads(cases.read_text())["test_vectors"]
    stated = [one for found in vectors.values() for one in found if "source" in one]
    assert len(stated) == 23


def test_a_day_is_enough_to_turn_a_rule() -> None:
    turning = date(2024, 3, 1)
    both = [
        rules_on(turning - timedelta(days=before), RatingKind.STANDARD, LAW).limit.one()
        for before in (0, 1)
    ]
    assert [one.greatest_only for one in both if not isinstance(one, Open)] == [False, True]
