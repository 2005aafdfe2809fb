"""Where a line of a rating list comes from: the games behind the change, computed from the rows.

Events that a run counted are admitted and do not change, and published lists are frozen, so the
engine gives the same figures as it did in the run.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from federation.models import Player
from qualifications.engine.ratings import (
    EventLine,
    GameLine,
    PlayerPeriod,
    RatedEvent,
    RatedGame,
    RatingChange,
    rate_period,
)
from qualifications.law import law_for
from qualifications.models import RatingRow
from qualifications.recompute import PublishedLists, pools_of, undivided_winners
from tournaments.models import Event, Game, GameKind


@dataclass(frozen=True, slots=True)
class ExplainedGame:
    round: int
    white: bool
    opponent: Player
    opponent_coefficient: int | None
    """Of the list in force on the event's first day; without one the game is not counted."""
    half_points: int
    line: GameLine | None
    """Difference, expectation and gain; None when the game is not counted or the player unrated."""


@dataclass(frozen=True, slots=True)
class ExplainedEvent:
    event: Event
    own: int | None
    games: tuple[ExplainedGame, ...]
    line: EventLine


@dataclass(frozen=True, slots=True)
class ExplainedRow:
    row: RatingRow
    change: RatingChange
    events: tuple[ExplainedEvent, ...]


def explain_row(row: RatingRow) -> ExplainedRow:
    """The events and games of one line. The number of queries depends on the lists touched only."""
    period = row.run.period
    law = law_for(period.scheme, on=period.ends_on, known_at=period.published_at)
    events = list(
        Event.objects.filter(run_events__run=row.run, entries__player=row.player_id)
        .select_related("region")
        .order_by("starts_on", "pk")
    )
    games = _games(row.player_id, events)
    lists = PublishedLists(period)
    coefficients = {event.pk: _coefficients(lists, event.starts_on) for event in events}
    winners = undivided_winners(events)
    rated = [
        RatedEvent(
            key=event.pk,
            own=coefficients[event.pk].get(row.player_id),
            undivided_first=winners.get(event.pk) == row.player_id,
            games=tuple(
                RatedGame(coefficients[event.pk][opponent.pk], half_points)
                for _round, _white, opponent, half_points in games[event.pk]
                if opponent.pk in coefficients[event.pk]
            ),
        )
        for event in events
    ]
    base = lists.before(period.list_on)
    brought = base.by_player.get(row.player_id) if base else None
    change = rate_period(
        [
            PlayerPeriod(
                player=row.player_id,
                before=row.before,
                games_total=brought.games_total if brought else 0,
                reached_2400=brought.reached_2400 if brought else False,
                events=tuple(rated),
                pool=pools_of(period, law, players=[row.player_id]).get(row.player_id, ())
                if row.before is None
                else (),
            )
        ],
        law,
        on=period.starts_on,
    )[0]
    return ExplainedRow(
        row=row,
        change=change,
        events=tuple(
            ExplainedEvent(
                event=event,
                own=line.own,
                games=tuple(_explained(games[event.pk], coefficients[event.pk], line)),
                line=line,
            )
            for event, line in zip(events, change.events, strict=True)
        ),
    )


_Played = tuple[int, bool, Player, int]
"""Round, whether with White, opponent, half-points."""


def _games(player_id: int, events: list[Event]) -> dict[int, list[_Played]]:
    rows = (
        Game.objects.filter(
            Q(white__player=player_id) | Q(black__player=player_id),
            event__in=events,
            kind=GameKind.PLAYED,
        )
        .select_related("white__player", "black__player")
        .order_by("event", "round", "pk")
    )
    games: dict[int, list[_Played]] = defaultdict(list)
    for game in rows:
        white = game.white.player_id == player_id
        opponent = game.black if white else game.white
        points = game.white_half_points if white else game.black_half_points
        if opponent is not None and points is not None:
            games[game.event_id].append((game.round, white, opponent.player, points))
    return games


def _coefficients(lists: PublishedLists, day: date) -> dict[int, int]:
    in_force = lists.in_force(day)
    return in_force.coefficients if in_force else {}


def _explained(games: list[_Played], coefficients: dict[int, int], line: EventLine):
    counted = iter(line.games)
    for round_, white, opponent, half_points in games:
        coefficient = coefficients.get(opponent.pk)
        yield ExplainedGame(
            round=round_,
            white=white,
            opponent=opponent,
            opponent_coefficient=coefficient,
            half_points=half_points,
            line=next(counted, None) if coefficient is not None else None,
        )
