"""The kernel over arrays gives the integers of the plain engine, whatever the games are."""

from datetime import date
from itertools import groupby

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qualifications.engine import regulation_for
from qualifications.engine.packed_games import (
    GAME,
    NOT_FOR_BLACK,
    NOT_FOR_WHITE,
    PackedGame,
    games_array,
    pack_games,
    unpack_games,
)
from qualifications.engine.rating_kernel import RatingKernel
from qualifications.engine.ratings import (
    PlayerPeriod,
    PoolLine,
    RatedEvent,
    RatedGame,
    rate_period,
)

DAY = date(2026, 1, 1)
LAW = regulation_for("ua", on=DAY)
RULES = LAW.rating_rules(DAY)
PLAYERS = 7
"""Numbered from 1."""

coefficients = st.one_of(st.just(0), st.integers(1000, 2900))


@st.composite
def games(draw: st.DrawFn, *, event_own: list[int]) -> PackedGame:
    white, black = draw(st.permutations(range(1, PLAYERS + 1)))[:2]
    points = draw(st.sampled_from([(2, 0), (1, 1), (0, 2), (0, 0), (1, 0), (0, 1)]))
    return PackedGame(
        round=draw(st.integers(1, 11)),
        white_half_points=points[0],
        black_half_points=points[1],
        white=white,
        black=black,
        white_own=event_own[white],
        black_own=event_own[black],
        not_for=draw(st.sampled_from([0, 0, 0, NOT_FOR_WHITE, NOT_FOR_BLACK, 3])),
    )


@st.composite
def periods(draw: st.DrawFn):
    """Coefficients before, events with games and winners, what players bring along."""
    before = [0, *draw(st.lists(coefficients, min_size=PLAYERS, max_size=PLAYERS))]
    events = []
    for _event in range(draw(st.integers(1, 4))):
        # a coefficient in force then may be another one, but who has none now had none then
        own = [draw(st.integers(1000, 2900)) if b and draw(st.booleans()) else 0 for b in before]
        found = draw(st.lists(games(event_own=own), max_size=12))
        events.append((found, draw(st.integers(0, PLAYERS))))
    totals = [0, *draw(st.lists(st.integers(0, 60), min_size=PLAYERS, max_size=PLAYERS))]
    strong = [False, *draw(st.lists(st.booleans(), min_size=PLAYERS, max_size=PLAYERS))]
    line = st.builds(PoolLine, st.just(4), st.integers(4000, 10000), st.integers(0, 8))
    pools = {
        player: tuple(draw(st.lists(line, max_size=3)))
        for player in range(1, PLAYERS + 1)
        if not before[player]
    }
    return before, events, totals, strong, pools


def by_the_plain_engine(before, events, totals, strong, pools):
    people = []
    for player in range(1, PLAYERS + 1):
        rated = []
        for key, (found, winner) in enumerate(events):
            own, own_games = 0, []
            for game in found:
                white = game.white == player
                if player not in (game.white, game.black):
                    continue
                own = game.white_own if white else game.black_own
                against = game.black_own if white else game.white_own
                if against and not game.not_for & (NOT_FOR_WHITE if white else NOT_FOR_BLACK):
                    points = game.white_half_points if white else game.black_half_points
                    own_games.append(RatedGame(against, points))
            rated.append(RatedEvent(key, own or None, winner == player, tuple(own_games)))
        people.append(
            PlayerPeriod(
                player=player,
                before=before[player] or None,
                games_total=totals[player],
                reached_2400=strong[player],
                events=tuple(rated),
                pool=pools.get(player, ()),
            )
        )
    return [
        (
            *(c.games, c.half_points, c.expected_hundredths, c.gain_hundredths),
            *(c.development_factor or 0, c.change, c.after or 0, c.games_total, c.reached_2400),
        )
        for c in rate_period(people, LAW, on=DAY)
    ]


def by_the_kernel(before, events, totals, strong, pools, *, chunks: int):
    kernel = RatingKernel(LAW, RULES, np.array(before))
    for _chunk, some in groupby(enumerate(events), key=lambda numbered: numbered[0] % chunks):
        of_chunk = [event for _number, event in some]
        kernel.add(
            games_array(pack_games(game for found, _winner in of_chunk for game in found)),
            np.array([len(found) for found, _winner in of_chunk]),
            np.array([winner for _found, winner in of_chunk]),
        )
    lines = kernel.lines(
        np.arange(1, PLAYERS + 1),
        games_total=np.array(totals[1:]),
        reached_strong=np.array(strong[1:]),
        pools=pools,
        held=np.zeros(PLAYERS, np.bool_),
    )
    columns = (
        *(lines.games, lines.half_points, lines.expected, lines.gain),
        *(lines.factor, lines.change, lines.after, lines.games_total, lines.reached_strong),
    )
    return list(zip(*(column.tolist() for column in columns), strict=True))


@given(periods(), st.integers(1, 3))
def test_the_kernel_is_the_plain_engine_to_the_last_integer(period, chunks):
    assert by_the_kernel(*period, chunks=chunks) == by_the_plain_engine(*period)


@pytest.mark.parametrize(
    ("opponent", "half_points", "after"),
    [
        (2000, 2, 2008),  # 15 × 0.50 = 7.50
        (2000, 0, 1992),  # −7.50
        (1900, 2, 2005),  # 15 × 0.36 = 5.40
        (1600, 0, 1987),  # 400 counts as 350: 15 × −0.89 = −13.35
    ],
)
def test_the_product_is_rounded_once_and_a_half_goes_away_from_zero(opponent, half_points, after):
    kernel = RatingKernel(LAW, RULES, np.array([0, 2000, opponent]))
    game = PackedGame(1, half_points, 2 - half_points, 1, 2, 2000, opponent)
    kernel.add(games_array(pack_games([game])), np.array([1]), np.array([0]))
    lines = kernel.lines(
        np.array([1]),
        games_total=np.array([40]),
        reached_strong=np.zeros(1, np.bool_),
        pools={},
        held=np.zeros(1, np.bool_),
    )
    assert lines.after.tolist() == [after]


def test_a_line_that_is_held_stays_and_its_opponents_move():
    kernel = RatingKernel(LAW, RULES, np.array([0, 2000, 2000]))
    game = PackedGame(1, 2, 0, 1, 2, 2000, 2000)
    kernel.add(games_array(pack_games([game])), np.array([1]), np.array([0]))
    lines = kernel.lines(
        np.array([1, 2]),
        games_total=np.array([40, 40]),
        reached_strong=np.zeros(2, np.bool_),
        pools={},
        held=np.array([True, False]),
    )
    assert lines.after.tolist() == [2000, 1992]
    assert (lines.games.tolist(), lines.games_total.tolist()) == ([0, 1], [40, 41])


def test_more_games_of_one_player_than_add_up_exactly_are_refused():
    kernel = RatingKernel(LAW, RULES, np.array([0, 2000, 2000]))
    games_ = np.zeros(2**15, GAME)
    for name, value in (("white", 1), ("black", 2), ("white_own", 2000), ("black_own", 2000)):
        games_[name] = value
    kernel.add(games_, np.array([len(games_)]), np.array([0]))
    with pytest.raises(OverflowError, match="32767 games"):
        kernel.lines(
            np.array([1]),
            games_total=np.array([0]),
            reached_strong=np.zeros(1, np.bool_),
            pools={},
            held=np.zeros(1, np.bool_),
        )


def test_packed_games_are_sixteen_bytes_and_come_back():
    game = PackedGame(9, 2, 0, 70_000, 4_000_000_000, 2450, 0, NOT_FOR_BLACK)
    packed = pack_games([game])
    assert len(packed) == 16
    assert unpack_games(packed) == [game]
