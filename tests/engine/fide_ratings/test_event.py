"""An event as the calculator shows it: who is rated, by which ratings, and what is left out."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from qualifications.engine.facts import GameFact, GameKind, TimeControl
from qualifications.engine.fide_ratings import (
    FIRST_PERIOD,
    NO_RATINGS,
    TOO_SHORT,
    ExpectedChange,
    Factor,
    FirstRating,
    Open,
    PlayerFacts,
    RatedEntry,
    RatedEvent,
    RatingKind,
    event_changes,
)
from qualifications.engine.fide_ratings.first import ROUND_ROBIN_NOT_FOUND
from qualifications.engine.loading import EDITIONS, load_regulation

LAW = load_regulation(EDITIONS / "fide_ratings")
CLASSICAL = TimeControl(90, 30)


def meets(
    own: int | None,
    games: list[tuple[int | None, int]],
    *,
    kind: GameKind = GameKind.PLAYED,
    facts: PlayerFacts | None = None,
    **changes: Any,
) -> RatedEvent:
    """Number 1 plays 2, 3, ... with these ratings, and so many half-points."""
    rounds = tuple(
        GameFact(number, kind, half_points, number + 1)
        for number, (_rating, half_points) in enumerate(games, start=1)
    )
    others = tuple(
        RatedEntry(number + 1, rating, (GameFact(number, kind, 2 - half_points, 1),))
        for number, (rating, half_points) in enumerate(games, start=1)
    )
    event = RatedEvent(
        starts_on=date(2026, 5, 1),
        ends_on=date(2026, 5, 9),
        control=CLASSICAL,
        round_robin=False,
        entries=(RatedEntry(1, own, rounds, facts), *others),
    )
    return replace(event, **changes)


def first_player(event: RatedEvent) -> ExpectedChange:
    return event_changes(event, LAW).players[0]


def test_the_published_example_of_2025() -> None:
    """R03: 1923 with K 20 against five opponents: expected 2.13, change 7.4."""
    games = [(1812, 2), (2148, 0), (2515, 1), (1413, 2), (2109, 0)]
    adult = PlayerFacts(1923, games_before=100, highest=2000, birth_year=1980)
    one = first_player(meets(1923, games, facts=adult))
    assert isinstance(one.factor, Factor)
    assert (one.factor.value, one.factor.assumed) == (20, ())
    assert (one.score, one.expected, one.change, one.rounded) == (250, 213, 740, 7)
    assert [game.change.limited for game in one.games] == [False, False, True, True, False]
    assert [game.change.used_opponent for game in one.games] == [1812, 2148, 2323, 1523, 2109]
    assert [(game.round, game.opponent) for game in one.games] == [(n, n + 1) for n in range(1, 6)]


def test_the_sums_are_those_of_the_games() -> None:
    for one in event_changes(meets(2000, [(1990, 2), (2400, 1), (1500, 0)]), LAW).players:
        assert one.gain == sum(game.change.gain for game in one.games)
        assert one.gain == one.score - one.expected
        assert isinstance(one.factor, Factor)
        assert one.change == one.factor.value * one.gain


def test_8_2_4_an_opponent_without_rating_is_left_out() -> None:
    one = first_player(meets(2000, [(2000, 2), (None, 0)]))
    assert (one.left_out, len(one.games), one.gain) == ((2,), 1, 50)


@pytest.mark.parametrize("kind", [kind for kind in GameKind if kind is not GameKind.PLAYED])
def test_5_1_a_game_that_was_not_played_is_not_rated(kind: GameKind) -> None:
    one = first_player(meets(2000, [(2000, 2)], kind=kind))
    assert (one.games, one.left_out, one.change, one.rounded) == ((), (), 0, 0)


def test_8_2_a_player_without_rating_gets_a_first_one() -> None:
    """F-N01: 1922 after 3 of 5."""
    games = [(1902, 2), (1877, 2), (1884, 1), (2012, 0), (1832, 1)]
    one = first_player(meets(None, games))
    assert (one.rating, one.factor, one.change) == (None, None, None)
    assert isinstance(one.first, FirstRating)
    assert (one.first.value, one.first.games, one.first.missing) == (1922, 5, "")
    four = first_player(meets(None, games[:4]))
    assert isinstance(four.first, FirstRating)
    assert (four.first.value, four.first.games, four.first.missing) == (None, 4, "games")
    none = first_player(meets(None, games, kind=GameKind.FORFEIT))
    assert none.first is None


def test_8_2_3_round_robins_with_unrated_players_before_2022_are_open() -> None:
    games: list[tuple[int | None, int]] = [(2000, 2), (None, 0)]
    for day, expected in ((date(2021, 12, 31), ROUND_ROBIN_NOT_FOUND), (date(2022, 1, 1), None)):
        one = first_player(meets(2000, games, starts_on=day, ends_on=day, round_robin=True))
        assert (one.open.why if one.open else None) == expected


@pytest.mark.parametrize(
    ("strongest", "control", "expected"),
    [
        (2399, TimeControl(60, 30), ""),
        (2400, TimeControl(60, 30), TOO_SHORT),
        (2400, TimeControl(90, 30), ""),
        (1799, TimeControl(60), ""),
        (1800, TimeControl(89), TOO_SHORT),
        (1800, TimeControl(90), ""),
        (2400, TimeControl(90, 30, 30, 30), ""),
        (2400, TimeControl(90, 30, 29, 30), FIRST_PERIOD),
    ],
)
def test_1_1_an_event_that_is_too_short_is_not_rated(
    strongest: int, control: TimeControl, expected: str
) -> None:
    found = event_changes(meets(1500, [(strongest, 0)], control=control), LAW)
    assert (found.kind, found.not_rated, bool(found.players)) == (
        RatingKind.STANDARD,
        expected,
        not expected,
    )


def test_1_1_exactly_40_moves_until_2021() -> None:
    day = date(2021, 12, 31)
    for moves, expected in ((40, ""), (39, FIRST_PERIOD), (41, FIRST_PERIOD)):
        control = TimeControl(90, 30, moves, 30)
        event = meets(1500, [(1500, 0)], control=control, starts_on=day, ends_on=day)
        assert event_changes(event, LAW).not_rated == expected


def test_an_event_without_ratings() -> None:
    assert event_changes(meets(None, [(None, 2)]), LAW).not_rated == NO_RATINGS


@pytest.mark.parametrize(
    ("control", "kind"),
    [(TimeControl(15, 10), RatingKind.RAPID), (TimeControl(3, 2), RatingKind.BLITZ)],
)
def test_rapid_and_blitz_have_no_least_time(control: TimeControl, kind: RatingKind) -> None:
    found = event_changes(meets(2700, [(2100, 2), (2101, 2)], control=control), LAW)
    assert (found.kind, found.not_rated) == (kind, "")
    assert [game.change.rated for game in found.players[0].games] == [False, True]
    assert found.players[0].change == 80


def test_a_time_control_between_rapid_and_blitz_is_open_for_the_days_that_are_not_known() -> None:
    day = date(2015, 1, 1)
    event = meets(2000, [(2000, 2)], control=TimeControl(12), starts_on=day, ends_on=day)
    found = event_changes(event, LAW)
    assert (found.kind, found.players) == (None, ())
    assert isinstance(found.open, Open)
    assert found.open.parameter == "pace"


def test_k_of_the_list_goes_before_what_is_worked_out() -> None:
    games: list[tuple[int | None, int]] = [(2000, 2)] * 18
    one = first_player(meets(2000, games, facts=PlayerFacts(2000, listed=40)))
    assert isinstance(one.factor, Factor)
    assert (one.factor.value, one.factor.why, one.factor.before_limit, one.factor.assumed) == (
        38,
        "listed",
        40,
        (),
    )


def test_a_rating_reached_once_is_enough_and_a_low_one_proves_nothing() -> None:
    for reached, expected in ((2400, (10, ())), (2399, (20, ("highest", "games")))):
        facts = PlayerFacts(2000, reached=reached, birth_year=1980)
        one = first_player(meets(2000, [(2000, 2)], facts=facts))
        assert isinstance(one.factor, Factor)
        assert (one.factor.value, one.factor.assumed) == expected


def test_a_day_before_the_limit_is_known_leaves_the_change_open() -> None:
    day = date(2005, 1, 1)
    one = first_player(meets(2000, [(1000, 2)], starts_on=day, ends_on=day))
    assert (one.change, one.games) == (None, ())
    assert one.open is not None
    assert one.open.parameter == "limit"
