"""Change of a rating over games: the expected score of the table, the limit, K, rounding.

Scores are half-points going in and hundredths of a point coming out; a change is in hundredths of a
rating point until it is rounded, once per period.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..quantities import half_away_from_zero, half_up_integer
from .parameters import FideRatingTables, Limit, Open, Rules

OPPOSITE_SIDES = "two games share the greatest difference, one above and one below"


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A played game against a rated opponent."""

    opponent: int
    """Rating of the list in force on the first day of the event."""
    half_points: int


@dataclass(frozen=True, slots=True)
class GameChange:
    """One game as the calculator of the federation shows it."""

    opponent: int
    difference: int
    """Own rating less the opponent's."""
    used_difference: int
    """After the limit."""
    limited: bool
    rated: bool
    """False for a game that counts for nothing (FIDE.R.600)."""
    score: int
    """Hundredths of a point."""
    expected: int
    """Hundredths of a point, by table 8.1.2."""

    @property
    def used_opponent(self) -> int:
        """The opponent's rating as it counts."""
        return self.opponent + self.difference - self.used_difference

    @property
    def gain(self) -> int:
        """Score less expected score in hundredths of a point; 0 for a game that is not rated."""
        return self.score - self.expected if self.rated else 0


def expected_hundredths(difference: int, tables: FideRatingTables) -> int:
    """Expected score by table 8.1.2 in hundredths; `difference` is own less opponent's rating.

    FIDE.R.TABLE: the table is used as it stands, nothing is interpolated.
    """
    size = abs(difference)
    for row in tables.expected_score:
        if row.highest is None or size <= row.highest:
            return row.higher if difference >= 0 else row.lower
    raise AssertionError("the last row of the table has no upper end")


def game_changes(
    own: int, games: Sequence[RatedGame], rules: Rules
) -> tuple[GameChange, ...] | Open:
    """The games of one event, in their order, with the limit of the day (FIDE.R.LIMIT).

    Open where the limit of the day was not found and some difference could reach it. Raises
    ValueError for half-points that one game cannot bring.
    """
    far = rules.far_apart.one()
    if isinstance(far, Open):
        return far
    rated = [
        not (
            far.difference
            and abs(own - game.opponent) >= far.difference
            and max(own, game.opponent) > far.above
        )
        for game in games
    ]
    missing = rules.limit.open()
    if missing is not None:
        return missing
    found = {limited_games(own, games, limit, rules.tables, rated) for limit in rules.limit.values}
    if len(found) > 1:
        return rules.limit.differ()
    return found.pop()


def limited_games(
    own: int,
    games: Sequence[RatedGame],
    limit: Limit | None,
    tables: FideRatingTables,
    rated: Sequence[bool] | None = None,
) -> tuple[GameChange, ...] | Open:
    """The same with a limit in hand; None: no limit. `rated` leaves out games of FIDE.R.600.

    FIDE.R.LIMIT: where only the game with the greatest difference is limited, two games that share
    it from opposite sides are open, for the text does not say which of them.
    """
    counts = tuple(rated) if rated is not None else (True,) * len(games)
    differences = [own - game.opponent for game in games]
    inside: set[int] = set()
    if limit is not None and (limit.free_from is None or own < limit.free_from):
        inside = {
            place
            for place, difference in enumerate(differences)
            if abs(difference) > limit.difference and counts[place]
        }
        if limit.greatest_only and inside:
            greatest = max(abs(differences[place]) for place in inside)
            inside = {place for place in inside if abs(differences[place]) == greatest}
            if len({differences[place] for place in inside}) > 1:
                return Open(
                    "limit",
                    OPPOSITE_SIDES,
                    "FIDE.R.LIMIT",
                )
            inside = {min(inside)}
    return tuple(
        _game(
            own,
            game,
            limit.difference if limit and place in inside else None,
            counts[place],
            tables,
        )
        for place, game in enumerate(games)
    )


def _game(
    own: int, game: RatedGame, limit: int | None, rated: bool, tables: FideRatingTables
) -> GameChange:
    if not 0 <= game.half_points <= 2:
        raise ValueError(f"one game cannot bring {game.half_points} half-points")
    difference = own - game.opponent
    used = difference if limit is None else max(-limit, min(limit, difference))
    return GameChange(
        opponent=game.opponent,
        difference=difference,
        used_difference=used,
        limited=limit is not None,
        rated=rated,
        score=game.half_points * 50,
        expected=expected_hundredths(used, tables),
    )


def change_hundredths(factor: int, games: Sequence[GameChange]) -> int:
    """FIDE.R.CHANGE: K times the sum of the gains, in hundredths of a rating point."""
    return factor * sum(game.gain for game in games)


def rounded_change(hundredths: int, rules: Rules) -> int | Open:
    """FIDE.R.ROUND: nearest whole number; a half goes away from zero: -2.50 is -3.

    Open for exactly a half before the text of 2024.
    """
    value = Fraction(hundredths, 100)
    if (2 * value).denominator != 1 or value.denominator == 1:
        return half_up_integer(value)
    ties = rules.rounding.one()
    return ties if isinstance(ties, Open) else half_away_from_zero(value)
