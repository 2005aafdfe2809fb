"""What one event alone would make of the coefficients: an estimate, by the very run of a period.

The other events of the period are not counted yet, so the list can say something else.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

import numpy as np

from qualifications.counting_people import people_of
from qualifications.engine.packed_games import NOT_FOR_BLACK, NOT_FOR_WHITE, unpack_games
from qualifications.engine.ratings import game_line
from qualifications.models import RatingPeriod
from qualifications.rating_run import (
    PeriodInputs,
    PublishedLists,
    chosen_inputs,
    players_held,
)
from qualifications.services.periods import period_counting
from tournaments.models import Entry, Event


@dataclass(frozen=True, slots=True)
class EstimatedGame:
    """A game as the list would count it."""

    round: int
    white: bool
    opponent: int
    """Starting number."""
    opponent_coefficient: int | None
    """Valid in the event; without one the game is not counted."""
    half_points: int
    expected: int | None
    """Hundredths of a point, like `gain`; None for a player without a coefficient."""
    gain: int | None


@dataclass(frozen=True, slots=True)
class Estimate:
    """One player's line of the list if it counted nothing but this event."""

    before: int | None
    after: int | None
    """None while there is no first coefficient."""
    change: int | None
    """None without a coefficient before."""
    counted: int
    """Games that count."""
    factor: int
    gain: int
    """Hundredths of a point, after UA.IK.8."""
    lifted: bool
    """A loss that counts as 0, because nobody shared the first place (UA.IK.8)."""
    held: bool
    """An objection is open: the line waits."""
    games: tuple[EstimatedGame, ...]


@dataclass(frozen=True, slots=True)
class EventEstimate:
    """What the event would bring to the next list that can count it."""

    list_on: date
    late: bool
    """The list of its own period is published already."""
    counted: bool
    """Whether the list would count the event at all; the reasons are those of its articles."""
    players: Mapping[int, Estimate]
    """By starting number; who has neither a coefficient nor games towards one is left out."""


def event_estimate(event: Event, entries: Collection[Entry]) -> EventEstimate | None:
    """The estimate of an admitted event; None where no list can count it.

    Constant number of queries: only lines of its players are read.
    """
    period = period_counting(event.ends_on) if event.rated else None
    if period is None:
        return None
    players = {entry.player_id for entry in entries}
    lists = PublishedLists(period, players=players)
    kept = {lists.merged.get(player, player) for player in players}
    inputs = chosen_inputs(
        period,
        lists=lists,
        events=Event.objects.filter(pk=event.pk),
        held=players_held(period),
        people=people_of(np.array(sorted(kept), np.int64), lists.merged),
    )
    numbers = {lists.merged.get(e.player_id, e.player_id): e.number for e in entries}
    return EventEstimate(
        list_on=period.list_on,
        late=event.ends_on < period.starts_on,
        counted=any(one.games.size for one in inputs.events()),
        players=dict(_lines(inputs, period, numbers)),
    )


def _lines(
    inputs: PeriodInputs, period: RatingPeriod, numbers: Mapping[int, int]
) -> Iterator[tuple[int, Estimate]]:
    """By starting number, what the run of the period says of each player."""
    lines, games = inputs.rate(), _games_by_player(inputs)
    columns = (
        *(lines.players, lines.before, lines.after, lines.change),
        *(lines.games, lines.factor, lines.gain),
    )
    for player, before, after, change, counted, factor, gain in zip(
        *(column.tolist() for column in columns), strict=True
    ):
        if player not in numbers:
            continue
        held = player in inputs.held
        told = tuple(_game(one, before, numbers, inputs, period) for one in games[player])
        bare = sum(game.gain or 0 for game in told)
        yield (
            numbers[player],
            Estimate(
                before=before or None,
                after=after or None,
                change=change if before else None,
                counted=counted,
                factor=factor,
                gain=gain,
                lifted=not held and bare < gain,
                held=held,
                games=told,
            ),
        )


@dataclass(frozen=True, slots=True)
class _Side:
    """One player's side of a game of the run."""

    round: int
    white: bool
    opponent: int
    own: int
    opponent_coefficient: int
    half_points: int
    counts: bool


def _games_by_player(inputs: PeriodInputs) -> Mapping[int, list[_Side]]:
    """The games of the one event, of each player in order of rounds."""
    found: dict[int, list[_Side]] = defaultdict(list)
    for one in inputs.events():
        for game in unpack_games(one.games.tobytes()):
            found[game.white].append(
                _Side(
                    *(game.round, True, game.black, game.white_own, game.black_own),
                    *(game.white_half_points, not game.not_for & NOT_FOR_WHITE),
                )
            )
            found[game.black].append(
                _Side(
                    *(game.round, False, game.white, game.black_own, game.white_own),
                    *(game.black_half_points, not game.not_for & NOT_FOR_BLACK),
                )
            )
    return found


def _game(
    side: _Side, before: int, numbers: Mapping[int, int], inputs: PeriodInputs, period: RatingPeriod
) -> EstimatedGame:
    """Own coefficient is that of the first day; who had none is rated with that of the list."""
    counts, own = side.counts and side.opponent_coefficient > 0, side.own or before
    line = None
    if counts and own and before:
        opponent, law = side.opponent_coefficient, inputs.law
        line = game_line(own, opponent, side.half_points, law, on=period.starts_on)
    return EstimatedGame(
        round=side.round,
        white=side.white,
        opponent=numbers[side.opponent],
        opponent_coefficient=side.opponent_coefficient if counts else None,
        half_points=side.half_points,
        expected=line.expected_hundredths if line else None,
        gain=line.gain_hundredths if line else None,
    )
