"""Everything a list was computed from, as JSON: enough to compute it again without the registry."""

from collections.abc import Iterator, Mapping
from heapq import merge
from itertools import groupby
from operator import itemgetter

from django.db.models import QuerySet

from qualifications.engine.packed_games import PackedGame, unpack_games
from qualifications.engine.rating_law import rating_law
from qualifications.explain import law_of_run, runs_pooled
from qualifications.exports.as_text import dumped
from qualifications.exports.lines import ROWS_AT_ONCE, ListHead
from qualifications.models import RatingRow, RatingRun, RunEvent
from qualifications.rating_run import figures_before, merged_in, pools_of

EVENTS_AT_ONCE = 50


def inputs_parts(run: RatingRun, head: ListHead) -> Iterator[str]:
    """The inputs of a run; docs/api.md names the keys, `tests/verify_list.py` computes from them.

    A constant number of queries; memory holds the list before as arrays, and a block of rows or the
    games of some events.
    """
    law = law_of_run(run)
    yield f'{{"list":{dumped(head.as_json())},\n"engine":{dumped(run.engine_version)},\n'
    yield f'"first_day":"{run.period.starts_on.isoformat()}",\n'
    yield f'"law":{dumped(rating_law(law, run.period.starts_on))},\n'
    base = run.base
    facts = {"list_on": base.period.list_on.isoformat(), "digest": base.digest} if base else None
    yield f'"list_before":{dumped(facts)},\n"figures_before":['
    yield from _rows(_figures(run))
    yield '],\n"games_without_coefficient":['
    yield from _rows(_pools(runs_pooled(run, law), merged_in(run)))
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


def _figures(run: RatingRun) -> Iterator[tuple[int, int, int, bool]]:
    """Player, coefficient (0 without one), games so far, whether the high level was reached."""
    figures = figures_before(run)
    if figures is None:
        return
    columns = (figures.players, figures.after, figures.games_total, figures.reached_strong)
    for start in range(0, len(figures.players), ROWS_AT_ONCE):
        some = (column[start : start + ROWS_AT_ONCE].tolist() for column in columns)
        yield from zip(*some, strict=True)


def _pools(runs: list[int], merged: Mapping[int, int]) -> Iterator[list[object]]:
    """Player, and per list without a coefficient, oldest first: games, opponents, points.

    Those of linked players are few and read first.
    """
    linked = {*merged, *merged.values()}
    own = pools_of(runs, {*merged.values()}, merged) if merged else {}
    rows = RatingRow.objects.filter(run__in=runs, after=None, games__gt=0)
    values = rows.order_by("player_id", "run__period__list_on").values_list(
        "player_id", "games", "opponents_sum", "half_points"
    )
    groups = groupby(values.iterator(chunk_size=ROWS_AT_ONCE), key=itemgetter(0))
    yield from merge(
        (
            [player, [[line.games, line.opponents_sum, line.half_points] for line in lines]]
            for player, lines in sorted(own.items())
        ),
        (
            [player, [line[1:] for line in lines]]
            for player, lines in groups
            if player not in linked
        ),
        key=itemgetter(0),
    )


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
