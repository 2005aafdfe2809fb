"""The method of 2007 over arrays: the same integers as `ratings.py`, for a million games at once.

`ratings.py` is the law as it is read; this module only adds up faster. Games come in chunks of
whole events, as arrays of `packed_games.GAME`; what stays in memory between chunks is a handful of
integers per player, in arrays indexed by the player's permanent number.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .packed_games import NOT_FOR_BLACK, NOT_FOR_WHITE
from .ratings import PoolLine, expected_hundredths, first_coefficient
from .regulation import RatingRules, Regulation

Ints = npt.NDArray[np.int64]
Games = npt.NDArray[np.void]
"""Of `packed_games.GAME`."""

_EXPECTED_BITS, _POINTS_BITS = 22, 16
_GAMES_AT = _EXPECTED_BITS + _POINTS_BITS
_MOST_GAMES = 2**15 - 1
"""Of one player in one list.

One game is one number: 1 in the high bits, its half-points in the middle, its expectation in the
low ones. The sum of at most this many games has room in them: 16 and 22 bits.
"""
_BLOCK = 1 << 16
"""Games added at a time: what lies between two steps stays in the processor's cache."""
_SIDES = (
    ("white", "white_own", "white_half_points", "black_own", NOT_FOR_WHITE),
    ("black", "black_own", "black_half_points", "white_own", NOT_FOR_BLACK),
)


@dataclass(frozen=True, slots=True)
class Lines:
    """A line for each of the numbers asked for, in their order. Hundredths and half-points."""

    players: Ints
    before: Ints
    """0 without a coefficient; so is `after`."""
    games: Ints
    half_points: Ints
    expected: Ints
    gain: Ints
    """After UA.IK.8."""
    factor: Ints
    """0 for a player without a coefficient before; so is `change`."""
    change: Ints
    after: Ints
    games_total: Ints
    reached_strong: npt.NDArray[np.bool_]
    opponents: Ints
    """0 for a player with a coefficient before."""


class RatingKernel:
    """Adds up the games of one list.

    `before` are the coefficients of the list before by permanent number, 0 without one; the numbers
    in the games must be below its length.
    """

    def __init__(self, law: Regulation, rules: RatingRules, before: Ints) -> None:
        self._law, self._rules, self._before = law, rules, before
        self._sums = np.zeros(len(before), np.int64)
        """Games, half-points and hundredths expected, as one number each."""
        self._lifted = np.zeros(len(before), np.int64)
        """Hundredths that the rule of the first place gave back (UA.IK.8)."""
        self._opponents = np.zeros(len(before), np.int64)
        """Sum of the opponents' coefficients, of players without one."""
        self._far = rules.difference_limit or law.tables.expected_score[-1].lowest
        differences = range(-self._far, self._far + 1)
        self._expected = np.array([expected_hundredths(d, law) for d in differences], np.int64)
        self._of_white, self._of_black = _games_as_numbers(self._expected)

    def add(self, games: Games, sizes: Ints, winners: Ints) -> None:
        """Count a chunk: the games of whole events, one event after the other.

        `sizes` are the games of each event, `winners` who took its first place alone, 0 for nobody.
        """
        for start in range(0, len(games), _BLOCK):
            self._add_block(games[start : start + _BLOCK])
        if winners.any():
            self._lift_first_places(games, sizes, winners)

    def _add_block(self, games: Games) -> None:
        """Games that do not count for both sides are added alone, those of the others together.

        `add.at` counts in whole numbers, where `bincount` would go through floating point.
        """
        pairs = self._pairs_of(games).astype(np.intp)
        of_white = self._of_white.take(pairs, mode="clip")
        of_black = self._of_black.take(pairs, mode="clip")
        white_own, black_own, not_for = games["white_own"], games["black_own"], games["not_for"]
        if not white_own.min() or not black_own.min() or not_for.max():
            alone = (white_own == 0) | (black_own == 0) | (not_for > 0)
            of_white[alone] = of_black[alone] = 0
            self._add_side_by_side(games[alone])
        np.add.at(self._sums, games["white"].astype(np.intp), of_white)
        np.add.at(self._sums, games["black"].astype(np.intp), of_black)

    def _pairs_of(self, games: Games) -> npt.NDArray[np.int16]:
        """Where the two tables have the difference and the points of each game.

        Sixteen bits are enough for it, and go four at a time where 64 go alone.
        """
        found: npt.NDArray[np.int16] = (games["white_own"] - games["black_own"]).view(np.int16)
        np.clip(found, -self._far, self._far, out=found)
        found += self._far
        found *= 9
        found += games["white_half_points"] * np.uint8(3) + games["black_half_points"]
        return found

    def _add_side_by_side(self, games: Games) -> None:
        """Games that do not count for both sides, or in which one had no coefficient.

        They count for a side whose opponent had one. Who has got the first coefficient since is
        rated with it; for who is still without, it is a game towards the first.
        """
        for side, own_in_force, points, opponent, not_for in _SIDES:
            own_side = games[(games[opponent] > 0) & (games["not_for"] & not_for == 0)]
            players, against = own_side[side], own_side[opponent].astype(np.int64)
            own = self._own(own_side[own_in_force], players)
            rated = own > 0
            expected = np.where(rated, self._expected_of(own - against), 0)
            half_points = own_side[points].astype(np.int64)
            np.add.at(self._sums, players, _as_number(half_points, expected))
            np.add.at(self._opponents, players[~rated], against[~rated])

    def _own(self, in_force: Ints, players: Ints) -> Ints:
        own = in_force.astype(np.int64)
        return np.where(own > 0, own, self._before[players])

    def _expected_of(self, differences: Ints) -> Ints:
        return self._expected[np.clip(differences, -self._far, self._far) + self._far]

    def _lift_first_places(self, games: Games, sizes: Ints, winners: Ints) -> None:
        """UA.IK.8, event by event; see `ratings.gain_after_first_place`."""
        events = np.repeat(np.arange(len(sizes)), sizes)
        gains = np.zeros(len(sizes), np.int64)
        of_winner = winners.astype(np.uint32)[events]
        for side, own_in_force, points, opponent, not_for in _SIDES:
            places = np.flatnonzero(games[side] == of_winner)
            own_games = games[places]
            counts = (own_games[opponent] > 0) & (own_games["not_for"] & not_for == 0)
            places, own_games = places[counts], own_games[counts]
            own = self._own(own_games[own_in_force], own_games[side])
            expected = self._expected_of(own - own_games[opponent])
            gain = np.where(own > 0, 50 * own_games[points].astype(np.int64) - expected, 0)
            np.add.at(gains, events[places], gain)
        np.add.at(self._lifted, winners, np.maximum(-gains, 0))

    def players(self) -> Ints:
        """Everybody who has a game that counts, in order."""
        return np.flatnonzero(self._sums)

    def lines(
        self,
        players: Ints,
        *,
        games_total: Ints,
        reached_strong: npt.NDArray[np.bool_],
        pools: Mapping[int, tuple[PoolLine, ...]],
        held: npt.NDArray[np.bool_],
    ) -> Lines:
        """The new list, from everything added so far.

        `games_total` and `reached_strong` are brought along from the list before, in the order of
        `players`; `pools` has the earlier periods of players without a coefficient. The games of
        players `held` wait: their lines stay as they were, those of their opponents do not.
        Raises ValueError for a pool of more periods than count, OverflowError for more games of one
        player than can be added up exactly.
        """
        rules, sums = self._rules, np.where(held, 0, self._sums[players])
        before = self._before[players]
        rated = before > 0
        games = sums >> _GAMES_AT
        if games.size and games.max() > _MOST_GAMES:
            raise OverflowError(f"a player has more than {_MOST_GAMES} games in one list")
        half_points = (sums >> _EXPECTED_BITS) & ((1 << _POINTS_BITS) - 1)
        expected = sums & ((1 << _EXPECTED_BITS) - 1)
        gain = 50 * half_points - expected + self._lifted[players]
        gain[~rated | held] = 0
        strong = reached_strong | (before >= rules.strong_from)
        newcomer = games_total < rules.new_until_games
        factor = np.where(newcomer, rules.factor_new, rules.factor)
        factor = np.where(strong, rules.factor_strong, factor) * rated
        change = _half_away_from_zero(factor * gain)
        after = before + change
        opponents = np.where(held, 0, self._opponents[players])
        for place in np.flatnonzero(~rated):
            pool = pools.get(int(players[place]), ())
            if len(pool) >= rules.first_periods:
                raise ValueError(f"player {players[place]}: a pool of {len(pool)} earlier periods")
            period = PoolLine(int(games[place]), int(opponents[place]), int(half_points[place]))
            first = first_coefficient((*pool, period), self._law, rules)
            after[place] = first.value if first else 0
        return Lines(
            players=players,
            before=before,
            games=games,
            half_points=half_points,
            expected=expected,
            gain=gain,
            factor=factor,
            change=change,
            after=after,
            games_total=games_total + games,
            reached_strong=strong | (after >= rules.strong_from),
            opponents=opponents,
        )


def _games_as_numbers(expected: Ints) -> tuple[Ints, Ints]:
    """For White and for Black: one number by difference, points of White, points of Black."""
    white_points, black_points = np.divmod(np.arange(9), 3)
    white = _as_number(white_points, expected[:, None])
    black = _as_number(black_points, expected[::-1, None])
    return white.ravel(), black.ravel()


def _as_number(half_points: Ints, expected: Ints) -> Ints:
    return (1 << _GAMES_AT) + (half_points << _EXPECTED_BITS) + expected


def _half_away_from_zero(hundredths: Ints) -> Ints:
    """Whole numbers nearest to a hundredth of each; a half goes away from zero."""
    whole: Ints = (np.abs(hundredths) + 50) // 100
    return np.sign(hundredths) * whole
