"""Everything a list was computed from, as JSON: enough to compute it again without the registry."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from django.db.models import QuerySet

from qualifications.engine.packed_games import PackedGame, unpack_games
from qualifications.engine.rating_law import rating_law
from qualifications.explain import law_of_run, runs_pooled
from qualifications.exports.as_text import dumped
from qualifications.exports.lines import ROWS_AT_ONCE, ListHead
from qualifications.models import RatingRow, RatingRun, RunEvent

EVENTS_AT_ONCE = 50


def inputs_parts(run: RatingRun, head: ListHead) -> Iterator[str]:
    """The inputs of a run; docs/api.md names the keys, `tests/verify_list.py` computes from them.

    A constant number of queries; memory holds a block of rows, or the games of some events.
    """
    law = law_of_run(run)
    yield f'{{"list":{dumped(head.as_json())},\n"engine":{dumped(run.engine_version)},\n'
    yield f'"first_day":"{run.period.starts_on.isoformat()}",\n'
    yield f'"law":{dumped(rating_law(law, run.period.starts_on))},\n'
    base = run.base
    facts = {"list_on": base.period.list_on.isoformat(), "digest": base.digest} if base else None
    yield f'"list_before":{dumped(facts)},\n"figures_before":['
    yield from _rows(_figures(base) if base else iter(()))
    yield '],\n"games_without_coefficient":['
    yield from _rows(_pools(runs_pooled(run, law)))
    yield '],\n"held":['
    held = RatingRow.objects.filter(run=run, held=True).order_by("player_id")
    yield from _rows(held.values_list("player_id", flat=True).iterator(chunk_size=ROWS_AT_ONCE))
    yield '],\n"events":['
    yield from _rows(_events(run))
    yield "]}\n"


def _rows(values: Iterator[object]) -> Iterator[str]:
    """Items of an array, each on a line of its own."""
    between = "\n"
    for value in values:
        yield between + dumped(value)
        between = ",\n"


def _figures(base: RatingRun) -> Iterator[tuple[int, int, int, bool]]:
    """Player, coefficient (0 without one), games so far, whether the high level was reached."""
    rows = RatingRow.objects.filter(run=base).order_by("player_id")
    values = rows.values_list("player_id", "after", "games_total", "reached_2400")
    for player, after, games, reached in values.iterator(chunk_size=ROWS_AT_ONCE):
        yield player, after or 0, games, reached


def _pools(runs: list[int]) -> Iterator[list[object]]:
    """Player, and per list without a coefficient, oldest first: games, opponents, points."""
    rows = RatingRow.objects.filter(run__in=runs, after=None, games__gt=0)
    values = rows.order_by("player_id", "run__period__list_on").values_list(
        "player_id", "games", "opponents_sum", "half_points"
    )
    for player, lines in groupby(values.iterator(chunk_size=ROWS_AT_ONCE), key=itemgetter(0)):
        yield [player, [line[1:] for line in lines]]


def _events(run: RatingRun) -> Iterator[dict[str, object]]:
    """Events by number, with the games of each as `_game` orders them."""
    events: QuerySet[RunEvent] = (
        RunEvent.objects.filter(run=run).select_related("event").order_by("event_id")
    )
    for one in events.iterator(chunk_size=EVENTS_AT_ONCE):
        yield {
            "event": one.event_id,
            "name": one.event.name,
            "ends_on": one.event.ends_on.isoformat(),
            "winner": one.winner_id or 0,
            "digest": one.digest,
            "games": [_game(game) for game in unpack_games(bytes(one.games))],
        }


def _game(game: PackedGame) -> tuple[int, ...]:
    return (
        *(game.round, game.not_for, game.white, game.black),
        *(game.white_half_points, game.black_half_points, game.white_own, game.black_own),
    )
