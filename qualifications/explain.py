"""Where a line of a rating list comes from: the frozen games of its run, by the plain engine.

A run keeps the games that it counted, so a line is explained for ever by what it was computed from,
whatever is corrected in the events later.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from federation.models import Player
from qualifications.engine.packed_games import (
    NOT_FOR_BLACK,
    NOT_FOR_WHITE,
    PackedGame,
    unpack_games,
)
from qualifications.engine.ratings import (
    EventLine,
    GameLine,
    PlayerPeriod,
    RatedEvent,
    RatedGame,
    RatingChange,
    rate_period,
)
from qualifications.engine.regulation import Regulation
from qualifications.law import law_for
from qualifications.models import RatingRow, RatingRun, RunEvent
from qualifications.rating_run import figures_before, first_list_pooled, merged_in, pools_of
from tournaments.models import Entry, Event


@dataclass(frozen=True, slots=True)
class ExplainedGame:
    round: int
    white: bool
    opponent: Player
    opponent_coefficient: int | None
    """Valid in the event on its first day; without one the game is not counted."""
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


@dataclass(frozen=True, slots=True)
class _Played:
    """One of the player's own games as the run has it."""

    round: int
    white: bool
    opponent: int
    own: int
    opponent_coefficient: int
    half_points: int
    for_player: bool
    """Whether the event changes the figure of this player (UA.IK.2, UA.IK.7)."""

    @property
    def counts(self) -> bool:
        return self.for_player and self.opponent_coefficient > 0


def explain_row(row: RatingRow) -> ExplainedRow:
    """The events and games of one line. The number of queries does not depend on how many.

    The games of a line that is held wait, so it has none.
    """
    run = row.run
    law = law_of_run(run)
    played: list[tuple[RunEvent, list[_Played]]] = []
    if not row.held:
        for one in _run_events(run, row.player_id):
            games = [*_games_of(row.player_id, unpack_games(bytes(one.games)))]
            if games:
                played.append((one, games))
    change = rate_period([_brought(row, law, played)], law, on=run.period.starts_on)[0]
    opponents = Player.objects.in_bulk({game.opponent for _one, games in played for game in games})
    return ExplainedRow(
        row=row,
        change=change,
        events=tuple(
            ExplainedEvent(
                event=one.event,
                own=line.own,
                games=tuple(_explained(games, opponents, line)),
                line=line,
            )
            for (one, games), line in zip(played, change.events, strict=True)
        ),
    )


def law_of_run(run: RatingRun) -> Regulation:
    """The edition of a run, with the readings that were decided when it was computed."""
    return law_for(run.period.scheme, on=run.period.ends_on, known_at=run.finished_at)


def _run_events(run: RatingRun, player: int) -> Iterable[RunEvent]:
    same = [player, *(one for one, kept in merged_in(run).items() if kept == player)]
    played = Entry.objects.filter(player__in=same).values("event")
    return (
        RunEvent.objects.filter(run=run, event__in=played)
        .select_related("event__region")
        .order_by("event__starts_on", "event")
    )


def _games_of(player: int, games: Iterable[PackedGame]) -> Iterator[_Played]:
    for game in games:
        if game.white == player:
            yield _Played(
                *(game.round, True, game.black, game.white_own, game.black_own),
                *(game.white_half_points, not game.not_for & NOT_FOR_WHITE),
            )
        elif game.black == player:
            yield _Played(
                *(game.round, False, game.white, game.black_own, game.white_own),
                *(game.black_half_points, not game.not_for & NOT_FOR_BLACK),
            )


def _brought(
    row: RatingRow, law: Regulation, played: list[tuple[RunEvent, list[_Played]]]
) -> PlayerPeriod:
    """What the player brought to the list: the line before, the pool, the games of the run."""
    player = np.array([row.player_id])
    before = figures_before(row.run, [row.player_id])
    return PlayerPeriod(
        player=row.player_id,
        before=row.before,
        games_total=int(before.games_total_of(player)[0]) if before else 0,
        reached_2400=bool(before.reached_strong_of(player)[0]) if before else False,
        events=tuple(
            RatedEvent(
                key=one.event_id,
                own=games[0].own or None,
                undivided_first=one.winner_id == row.player_id,
                games=tuple(
                    RatedGame(game.opponent_coefficient, game.half_points)
                    for game in games
                    if game.counts
                ),
            )
            for one, games in played
        ),
        pool=_pool(row, law) if row.before is None else (),
    )


def _pool(row: RatingRow, law: Regulation):
    """Games towards the first coefficient, from the runs that this one stands on."""
    pools = pools_of(runs_pooled(row.run, law), [row.player_id], merged_in(row.run))
    return pools.get(row.player_id, ())


def runs_pooled(run: RatingRun, law: Regulation) -> list[int]:
    """The runs of the lists before whose games count towards a first coefficient, the latest first.

    Each is the base of the one after it.
    """
    period = run.period
    since = first_list_pooled(period.list_on, law.rating_rules(period.starts_on))
    bases = dict(
        RatingRun.objects.filter(
            period__scheme=period.scheme,
            period__list_on__gte=since,
            period__list_on__lt=period.list_on,
        ).values_list("pk", "base")
    )
    found: list[int] = []
    base = run.base_id
    while base in bases:
        found.append(base)
        base = bases.get(base)
    return found


def _explained(
    games: list[_Played], opponents: dict[int, Player], line: EventLine
) -> Iterator[ExplainedGame]:
    counted = iter(line.games)
    for game in games:
        yield ExplainedGame(
            round=game.round,
            white=game.white,
            opponent=opponents[game.opponent],
            opponent_coefficient=game.opponent_coefficient if game.counts else None,
            half_points=game.half_points,
            line=next(counted, None) if game.counts else None,
        )
