"""An event as the calculator of the federation shows it: what each player may expect."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from ..facts import GameFact, GameKind, TimeControl
from ..regulation import Regulation
from .changes import GameChange, RatedGame, change_hundredths, game_changes, rounded_change
from .factor import Factor, PlayerFacts, factor_of
from .first import ROUND_ROBIN_NOT_FOUND, FirstRating, UnratedEvent, first_rating
from .lists import first_period_fits, kind_of_event, least_minutes, seconds_for_60_moves
from .parameters import Open, RatingKind, Rules, rules_on

TOO_SHORT = "too_short"
FIRST_PERIOD = "first_period"
NO_RATINGS = "no_ratings"


@dataclass(frozen=True, slots=True)
class RatedEntry:
    """A participant with the ratings of the first day."""

    number: int
    rating: int | None
    """None: without a rating in this kind of play."""
    games: tuple[GameFact, ...]
    facts: PlayerFacts | None = None
    """What K asks; `rating` and `games_of_period` in it are filled in here."""


@dataclass(frozen=True, slots=True)
class RatedEvent:
    starts_on: date
    ends_on: date
    control: TimeControl
    round_robin: bool
    entries: tuple[RatedEntry, ...]


@dataclass(frozen=True, slots=True)
class GameOf:
    """A counted game with where it stands."""

    round: int
    opponent: int
    change: GameChange


@dataclass(frozen=True, slots=True)
class ExpectedChange:
    """What one participant may expect."""

    number: int
    rating: int | None
    factor: Factor | Open | None
    """None for a player without a rating."""
    games: tuple[GameOf, ...]
    """Empty for a player without a rating, and where `open` says why."""
    left_out: tuple[int, ...]
    """Rounds played against opponents without a rating."""
    score: int
    """Hundredths of a point, like the next two."""
    expected: int
    gain: int
    change: int | None
    """Hundredths of a rating point; None where it is open."""
    rounded: int | Open | None
    first: FirstRating | Open | None
    """Of a player without a rating who met rated opponents, from this event alone."""
    open: Open | None


@dataclass(frozen=True, slots=True)
class EventChanges:
    kind: RatingKind | None
    """None where the time control does not tell."""
    not_rated: str
    """`too_short`, `first_period`, `no_ratings`, or empty."""
    least_minutes: int | None
    """What a standard game would need; None where that does not matter."""
    open: Open | None
    """Why nothing can be said about the event."""
    players: tuple[ExpectedChange, ...]
    """In the order of the entries; empty where the event is not rated, or open."""


def counted_games(entry: RatedEntry) -> tuple[GameFact, ...]:
    """FIDE.R.PLAYED: games that both players began; forfeits and byes are none."""
    return tuple(
        game for game in entry.games if game.kind is GameKind.PLAYED and game.opponent is not None
    )


def event_changes(event: RatedEvent, law: Regulation) -> EventChanges:
    """What every participant may expect of an event, by the ratings of its first day.

    Changes are worked out by the rules of the first day, first ratings by those of the last one.
    Raises TypeError for a law of another scheme.
    """
    nothing = EventChanges(None, "", None, None, ())
    kind = kind_of_event(event.control, event.starts_on, law)
    if isinstance(kind, Open):
        return replace(nothing, open=kind)
    nothing = replace(nothing, kind=kind)
    rated = [entry.rating for entry in event.entries if entry.rating is not None]
    if not rated:
        return replace(nothing, not_rated=NO_RATINGS)
    if kind is RatingKind.STANDARD:
        least = least_minutes(max(rated), event.starts_on, law)
        fits = first_period_fits(event.control.first_period_moves, event.starts_on, law)
        if isinstance(least, Open):
            return replace(nothing, open=least)
        if seconds_for_60_moves(event.control) < 60 * least:
            return replace(nothing, not_rated=TOO_SHORT, least_minutes=least)
        if fits is False:
            return replace(nothing, not_rated=FIRST_PERIOD)
    ratings = {entry.number: entry.rating for entry in event.entries}
    rules = rules_on(event.starts_on, kind, law)
    at_the_end = rules_on(event.ends_on, kind, law)
    return replace(
        nothing,
        players=tuple(
            _of_rated(entry, entry.rating, ratings, event, rules)
            if entry.rating is not None
            else _of_unrated(entry, ratings, event, at_the_end)
            for entry in event.entries
        ),
    )


def _against_rated(
    entry: RatedEntry, ratings: Mapping[int, int | None]
) -> tuple[list[tuple[GameFact, int, int]], tuple[int, ...]]:
    """Games with the opponent's number and rating, and the rounds of the other games.

    FIDE.R.OWN: an opponent without a rating on the first day counts as unrated.
    """
    games, left_out = [], []
    for game in counted_games(entry):
        rating = ratings.get(game.opponent or 0)
        if rating is None or game.opponent is None:
            left_out.append(game.round)
        else:
            games.append((game, game.opponent, rating))
    return games, tuple(left_out)


def _of_rated(
    entry: RatedEntry,
    own: int,
    ratings: Mapping[int, int | None],
    event: RatedEvent,
    rules: Rules,
) -> ExpectedChange:
    games, left_out = _against_rated(entry, ratings)
    met = [RatedGame(rating, game.half_points) for game, _, rating in games]
    found = game_changes(own, met, rules)
    if not isinstance(found, Open) and left_out and event.round_robin:
        found = _round_robin(rules) or found
    counted = () if isinstance(found, Open) else tuple(one for one in found if one.rated)
    facts = replace(entry.facts or PlayerFacts(own), rating=own, games_of_period=len(counted))
    factor = factor_of(facts, rules)
    if isinstance(found, Open):
        return ExpectedChange(
            entry.number, own, factor, (), left_out, 0, 0, 0, None, None, None, found
        )
    change = None if isinstance(factor, Open) else change_hundredths(factor.value, found)
    return ExpectedChange(
        number=entry.number,
        rating=own,
        factor=factor,
        games=tuple(
            GameOf(game.round, opponent, one)
            for (game, opponent, _), one in zip(games, found, strict=True)
        ),
        left_out=left_out,
        score=sum(one.score for one in counted),
        expected=sum(one.expected for one in counted),
        gain=sum(one.gain for one in counted),
        change=change,
        rounded=None if change is None else rounded_change(change, rules),
        first=None,
        open=factor if isinstance(factor, Open) else None,
    )


def _round_robin(rules: Rules) -> Open | None:
    """Round robins with unrated players were rated by a formula that was not found, until 2021."""
    rule = rules.first.one()
    if isinstance(rule, Open):
        return rule
    return None if rule.round_robin else Open("first", ROUND_ROBIN_NOT_FOUND, "FIDE.R.FIRST")


def _of_unrated(
    entry: RatedEntry, ratings: Mapping[int, int | None], event: RatedEvent, rules: Rules
) -> ExpectedChange:
    games, left_out = _against_rated(entry, ratings)
    opponents: Sequence[int] = [rating for _, _, rating in games]
    half_points = sum(game.half_points for game, _, _ in games)
    first: FirstRating | Open | None = None
    if opponents:
        only = UnratedEvent(event.ends_on, tuple(opponents), half_points, event.round_robin)
        first = first_rating([only], rules)
    return ExpectedChange(
        number=entry.number,
        rating=None,
        factor=None,
        games=(),
        left_out=left_out,
        score=50 * half_points,
        expected=0,
        gain=0,
        change=None,
        rounded=None,
        first=first,
        open=first if isinstance(first, Open) else None,
    )
