"""Individual coefficients: the method of 2007, in whole numbers.

Scores are half-points going in and hundredths of a point coming out; a change is the sum of the
gains times the development factor, rounded once per list, halves away from zero.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from .quantities import half_away_from_zero, half_up_integer
from .regulation import RatingRules, Regulation

_HALF_POINT = 50
"""Hundredths."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A played game against an opponent with a coefficient."""

    opponent_coefficient: int
    """Of the list in force on the first day of the event."""
    half_points: int


@dataclass(frozen=True, slots=True)
class RatedEvent:
    key: int
    """The caller's own reference."""
    own: int | None
    """Own coefficient of the list in force on the first day; None without one."""
    undivided_first: bool
    games: tuple[RatedGame, ...]


@dataclass(frozen=True, slots=True)
class PoolLine:
    """One period of a player without a coefficient; a period without games is a line too."""

    games: int
    opponents_sum: int
    half_points: int


@dataclass(frozen=True, slots=True)
class PlayerPeriod:
    """What one player brings to one list."""

    player: int
    before: int | None
    """Coefficient of the list before; None without one."""
    games_total: int
    """Rated games before this period."""
    reached_2400: bool
    """Whether a list has ever shown the level from which the lowest factor holds for ever."""
    events: tuple[RatedEvent, ...]
    pool: tuple[PoolLine, ...] = ()
    """Without a coefficient: the previous periods, oldest first, at most seven."""


@dataclass(frozen=True, slots=True)
class GameLine:
    opponent_coefficient: int
    difference: int
    """Own coefficient less the opponent's."""
    limited_difference: int
    limited: bool
    expected_hundredths: int
    score_hundredths: int
    gain_hundredths: int


@dataclass(frozen=True, slots=True)
class EventLine:
    key: int
    own: int | None
    games: tuple[GameLine, ...]
    """Empty for a player without a coefficient."""
    half_points: int
    gain_before_first_place: int
    """Hundredths, before UA.IK.8."""
    gain_hundredths: int
    """Hundredths, after UA.IK.8."""


@dataclass(frozen=True, slots=True)
class FirstCoefficient:
    """How a first coefficient came about."""

    games: int
    opponents_sum: int
    half_points: int
    mean: int
    percent: int
    added: int
    """Difference of table 8.1a, or the points of the other reading of UA.Q39."""
    value: int


@dataclass(frozen=True, slots=True)
class RatingChange:
    player: int
    before: int | None
    games: int
    """Rated games of this period."""
    half_points: int
    expected_hundredths: int
    gain_hundredths: int
    """Sum over the events, after UA.IK.8."""
    development_factor: int | None
    """None without a coefficient."""
    change: int
    after: int | None
    """None while there is no first coefficient."""
    games_total: int
    """Rated games including this period."""
    reached_2400: bool
    events: tuple[EventLine, ...]
    first: bool
    """Whether `after` is the player's first coefficient."""
    first_coefficient: FirstCoefficient | None
    pool: tuple[PoolLine, ...]
    """For the next list, this period included; empty for a player with a coefficient."""


def expected_hundredths(difference: int, law: Regulation) -> int:
    """Expected score by table 8.1b, in hundredths; `difference` is own less opponent's."""
    size = abs(difference)
    for row in law.tables.expected_score:
        if row.highest is None or size <= row.highest:
            return row.higher if difference >= 0 else row.lower
    raise AssertionError("the last row of the table has no upper end")


def game_line(
    own: int, opponent: int, half_points: int, law: Regulation, *, on: date | None = None
) -> GameLine:
    """One game with the edition's limit of the difference. Raises ValueError for odd points."""
    limit = law.rating_rules(on).difference_limit
    return _game_line(own, RatedGame(opponent, half_points), limit, law)


def sum_of_games(
    own: int, games: Iterable[RatedGame], *, limit: int | None, law: Regulation
) -> int:
    """Sum of the gains in hundredths under a chosen limit of the difference; None: no limit."""
    return sum(_game_line(own, game, limit, law).gain_hundredths for game in games)


def _game_line(own: int, game: RatedGame, limit: int | None, law: Regulation) -> GameLine:
    if not 0 <= game.half_points <= 2:
        raise ValueError(f"one game cannot bring {game.half_points} half-points")
    difference = own - game.opponent_coefficient
    used = difference if limit is None else max(-limit, min(limit, difference))
    expected = expected_hundredths(used, law)
    score = game.half_points * _HALF_POINT
    return GameLine(
        opponent_coefficient=game.opponent_coefficient,
        difference=difference,
        limited_difference=used,
        limited=used != difference,
        expected_hundredths=expected,
        score_hundredths=score,
        gain_hundredths=score - expected,
    )


def development_factor(
    before: int, games_total: int, reached_2400: bool, rules: RatingRules
) -> int:
    """Factor by the coefficient before the list and the games so far; the lowest is for ever."""
    if reached_2400 or before >= rules.strong_from:
        return rules.factor_strong
    return rules.factor_new if games_total < rules.new_until_games else rules.factor


def rate_period(
    players: Iterable[PlayerPeriod], law: Regulation, *, on: date | None = None
) -> tuple[RatingChange, ...]:
    """One list: every player's change, in the order of `players`.

    UA.IK.1: Розрахунок ІК виконується за методикою ЕЛО, прийнятою ФІДЕ, і здійснюється
    кваліфікаційною комісією федерації шахів України

    `on` is the first day of the list and picks the set of parameters; without it the newest one
    holds. Only games against opponents with a coefficient are passed in. Raises ValueError for
    facts that cannot be: more than seven earlier periods, an event with a coefficient before the
    player had one.
    """
    rules = law.rating_rules(on)
    return tuple(
        _without_coefficient(player, rules, law)
        if player.before is None
        else _with_coefficient(player, player.before, rules, law)
        for player in players
    )


def _with_coefficient(
    player: PlayerPeriod, before: int, rules: RatingRules, law: Regulation
) -> RatingChange:
    """An event that began before the player's first list is rated with that first coefficient."""
    events = tuple(
        _event_line(event, before if event.own is None else event.own, rules, law)
        for event in player.events
    )
    games = [game for event in events for game in event.games]
    gain = sum(event.gain_hundredths for event in events)
    factor = development_factor(before, player.games_total, player.reached_2400, rules)
    change = half_away_from_zero(Fraction(factor * gain, 100))
    after = before + change
    return RatingChange(
        player=player.player,
        before=before,
        games=len(games),
        half_points=sum(event.half_points for event in events),
        expected_hundredths=sum(game.expected_hundredths for game in games),
        gain_hundredths=gain,
        development_factor=factor,
        change=change,
        after=after,
        games_total=player.games_total + len(games),
        reached_2400=player.reached_2400 or max(before, after) >= rules.strong_from,
        events=events,
        first=False,
        first_coefficient=None,
        pool=(),
    )


def _event_line(event: RatedEvent, own: int, rules: RatingRules, law: Regulation) -> EventLine:
    games = tuple(_game_line(own, game, rules.difference_limit, law) for game in event.games)
    gain = sum(game.gain_hundredths for game in games)
    return EventLine(
        key=event.key,
        own=own,
        games=games,
        half_points=sum(game.half_points for game in event.games),
        gain_before_first_place=gain,
        gain_hundredths=gain_after_first_place(gain, event.undivided_first),
    )


def gain_after_first_place(gain_hundredths: int, undivided_first: bool) -> int:
    """UA.IK.8: Для шахіста, який виборов перше місце без поділу, ІК не знижується.

    Applied to the event in which the first place was taken.
    """
    return max(gain_hundredths, 0) if undivided_first else gain_hundredths


def _without_coefficient(player: PlayerPeriod, rules: RatingRules, law: Regulation) -> RatingChange:
    if len(player.pool) >= rules.first_periods:
        raise ValueError(f"player {player.player}: more than {rules.first_periods - 1} periods")
    if any(event.own is not None for event in player.events):
        raise ValueError(f"player {player.player}: a coefficient in an event but none before")
    games = [game for event in player.events for game in event.games]
    current = PoolLine(
        games=len(games),
        opponents_sum=sum(game.opponent_coefficient for game in games),
        half_points=sum(game.half_points for game in games),
    )
    pool = (*player.pool, current)
    first = first_coefficient(pool, law, rules)
    after = first.value if first else None
    return RatingChange(
        player=player.player,
        before=None,
        games=len(games),
        half_points=current.half_points,
        expected_hundredths=0,
        gain_hundredths=0,
        development_factor=None,
        change=0,
        after=after,
        games_total=player.games_total + len(games),
        reached_2400=player.reached_2400 or (after is not None and after >= rules.strong_from),
        events=tuple(_unrated_line(event) for event in player.events),
        first=first is not None,
        first_coefficient=first,
        pool=() if first else pool[-(rules.first_periods - 1) :],
    )


def _unrated_line(event: RatedEvent) -> EventLine:
    points = sum(game.half_points for game in event.games)
    return EventLine(event.key, None, (), points, 0, 0)


def first_coefficient(
    pool: Iterable[PoolLine], law: Regulation, rules: RatingRules | None = None
) -> FirstCoefficient | None:
    """First coefficient from the games of at most eight periods; None below nine games (UA.Q39).

    Mean of the opponents (a half up) plus the difference of table 8.1a for the share of points in
    whole percent (a half up); by the other reading plus 12.5 for each half point above 50 %.
    """
    rules = rules or law.rating_rules()
    lines = tuple(pool)
    games = sum(line.games for line in lines)
    if games < rules.first_games:
        return None
    opponents = sum(line.opponents_sum for line in lines)
    half_points = sum(line.half_points for line in lines)
    mean = Fraction(opponents, games)
    percent = half_up_integer(Fraction(half_points * 50, games))
    above = half_points - games  # half-points above 50 %
    if law.reading("UA.Q39") == "half_of_highest_factor" and above > 0:
        value = half_up_integer(mean + Fraction(rules.factor_new, 2) * above)
        added = value - half_up_integer(mean)
    else:
        added = law.tables.performance[percent]
        value = half_up_integer(mean) + added
    return FirstCoefficient(
        games=games,
        opponents_sum=opponents,
        half_points=half_points,
        mean=half_up_integer(mean),
        percent=percent,
        added=added,
        value=value,
    )
