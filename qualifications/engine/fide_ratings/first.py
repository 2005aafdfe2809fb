"""The first rating of a player, version by version."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from ..quantities import add_months, half_up_integer
from .lists import floor_of
from .parameters import FirstRule, Open, Rules

ROUND_ROBIN_NOT_FOUND = "the formula for round robins was not found"
ZERO_NOT_FOUND = "whether a first event without a point is left out was not found"
AFTER_LEFT_OUT = "whether the event after one that was left out is the first one was not found"
POOLING_NOT_FOUND = "how long games are pooled was not found"


@dataclass(frozen=True, slots=True)
class UnratedEvent:
    """What a player without a rating did in one event, against rated opponents only."""

    ends_on: date
    opponents: tuple[int, ...]
    half_points: int
    round_robin: bool = False


@dataclass(frozen=True, slots=True)
class FirstRating:
    """How a first rating comes about; `value` is None while something is missing."""

    games: int
    """Against rated opponents, of the events that count."""
    games_needed: int
    half_points: int
    left_out: tuple[int, ...]
    """Places of events that do not count: too few rated opponents, or too small a score."""
    mean: Fraction | None
    """Of the opponents, the added ones included."""
    percent: int | None
    added: Fraction | None
    """What is added to the mean."""
    value: int | None
    """None below the number of games, and below the floor."""
    before_bounds: int | None
    """The same before the highest first rating and the floor."""
    missing: str
    """`games`, `floor`, or empty."""


def first_rating(events: Sequence[UnratedEvent], rules: Rules) -> FirstRating | Open:
    """FIDE.R.FIRST: the first rating from events in the order of their days.

    The rules are those of the day on which the list is computed. Events older than the pooling
    allows, counted back from the last one, are left out. Open where the sources do not say what
    would be needed: a round robin before 2022, how long games are pooled, a half that ties.
    """
    missing = rules.first.open()
    if missing is not None:
        return missing
    found = [_by_rule(events, rule, rules) for rule in rules.first.values]
    return found[0] if all(one == found[0] for one in found) else rules.first.differ()


def _by_rule(events: Sequence[UnratedEvent], rule: FirstRule, rules: Rules) -> FirstRating | Open:
    counted = _that_count(events, rule)
    if isinstance(counted, Open):
        return counted
    games = sum(len(event.opponents) for event in counted.values())
    half_points = sum(event.half_points for event in counted.values())
    if any(event.round_robin for event in counted.values()) and not rule.round_robin:
        return _open(ROUND_ROBIN_NOT_FOUND)
    none = FirstRating(
        games=games,
        games_needed=rule.games,
        half_points=half_points,
        left_out=tuple(place for place in range(len(events)) if place not in counted),
        mean=None,
        percent=None,
        added=None,
        value=None,
        before_bounds=None,
        missing="games",
    )
    if not games:
        return none
    total = sum(sum(event.opponents) for event in counted.values())
    divisor = games + rule.added_opponents
    mean = Fraction(total + rule.added_opponents * rule.added_rating, divisor)
    if rules.mean_first:
        mean = Fraction(half_up_integer(mean))
    percent = half_up_integer(Fraction((half_points + rule.added_opponents) * 50, divisor))
    above = half_points - games
    added = Fraction(rules.tables.performance[percent])
    if rule.half_point and above > 0:
        added = Fraction(rule.half_point * above, 100)
    exact = mean + added
    rating = half_up_integer(exact) if rules.half_up else -half_up_integer(-exact)
    shown = replace(none, mean=mean, percent=percent, added=added, before_bounds=rating)
    if games < rule.games:
        return shown
    value = rating if rule.highest is None else min(rating, rule.highest)
    floor = floor_of(rules)
    if isinstance(floor, Open):
        return floor
    if value < floor:
        return replace(shown, missing="floor")
    return replace(shown, value=value, missing="")


def _that_count(events: Sequence[UnratedEvent], rule: FirstRule) -> dict[int, UnratedEvent] | Open:
    """The events that count, by their place."""
    played = {place: event for place, event in enumerate(events) if event.opponents}
    if len(played) > 1:
        inside = _pooled(played, rule)
        if isinstance(inside, Open):
            return inside
        played = inside
    counted: dict[int, UnratedEvent] = {}
    for number, (place, event) in enumerate(played.items()):
        first = number == 0
        if first and rule.zero_open and event.half_points == 0:
            return _open(ZERO_NOT_FOUND)
        asked = rule.every_event or first
        enough = (
            len(event.opponents) >= rule.least_rated and event.half_points >= rule.least_half_points
        )
        if enough or not asked:
            counted[place] = event
        elif first and not rule.every_event and len(played) > 1:
            following = list(played.values())[1]
            if following.half_points < rule.least_half_points or (
                len(following.opponents) < rule.least_rated
            ):
                return _open(AFTER_LEFT_OUT)
    return counted


def _pooled(played: dict[int, UnratedEvent], rule: FirstRule) -> dict[int, UnratedEvent] | Open:
    """Those that lie close enough to the last one to be put together with it."""
    if rule.pooling is None:
        return _open(POOLING_NOT_FOUND)
    months = rule.pooling if rule.pooling_unit == "months" else 3 * rule.pooling
    newest = max(event.ends_on for event in played.values())
    return {
        place: event
        for place, event in played.items()
        if newest <= add_months(event.ends_on, months)
    }


def _open(why: str) -> Open:
    return Open("first", why, "FIDE.R.FIRST")
