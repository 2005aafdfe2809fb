"""A line of a list opens to its games, and the sums agree to the last digit."""

from datetime import date

from django.db import connection
from django.test.utils import CaptureQueriesContext

from qualifications.explain import explain_row
from qualifications.models import RatingRow
from tests.qualifications.building import everybody_against_everybody

JANUARY, APRIL, JULY = date(2025, 1, 1), date(2025, 4, 1), date(2025, 7, 1)


def test_the_games_of_every_line_add_up_to_it(federation):
    players = federation.players(*(f"Гравець {n}" for n in range(8)))
    figures = {player: (1750 + 90 * place, 20) for place, player in enumerate(players[:7])}
    federation.opening(JANUARY, figures)
    for first, last, seed in ((date(2025, 2, 1), date(2025, 2, 7), 3), (JANUARY, JANUARY, 5)):
        federation.event(
            players,
            everybody_against_everybody(8, lambda w, b, s=seed: (s * w + b) % 3),
            starts_on=first,
            ends_on=last,
        )
    period = federation.publish(APRIL)
    for row in RatingRow.objects.filter(run=period.published_run).select_related("run__period"):
        explained = explain_row(row)
        change = explained.change
        assert (change.before, change.games, change.half_points) == (
            row.before,
            row.games,
            row.half_points,
        )
        assert (change.gain_hundredths, change.after) == (row.gain_hundredths, row.after)
        assert row.change == (None if row.before is None else change.change)
        counted = [g for e in explained.events for g in e.games if g.opponent_coefficient]
        assert len(counted) == row.games
        assert sum(g.half_points for g in counted) == row.half_points
        if row.before is not None:
            assert sum(g.line.expected_hundredths for g in counted) == row.expected_hundredths
            assert sum(e.line.gain_hundredths for e in explained.events) == row.gain_hundredths


def test_a_game_against_a_player_without_a_coefficient_is_shown_and_not_counted(federation):
    one, new = federation.players("Гнатюк Остап", "Явір Данило")
    federation.opening(JANUARY, {one: (2000, 50)})
    federation.event(
        [one, new], [(1, 0, 1, 2)], starts_on=date(2025, 2, 1), ends_on=date(2025, 2, 1)
    )
    period = federation.publish(APRIL)
    row = RatingRow.objects.select_related("run__period").get(run=period.published_run, player=one)
    # The event stands in the run, and the game in the explanation, without figures.
    [event] = explain_row(row).events
    [game] = event.games
    assert (game.opponent, game.opponent_coefficient, game.line) == (new, None, None)


def test_the_number_of_queries_does_not_grow_with_the_games(federation):
    players = federation.players(*(f"Гравець {n}" for n in range(10)))
    federation.opening(JANUARY, dict.fromkeys(players, (2000, 50)))
    federation.event(
        players[:2], [(1, 0, 1, 2)], starts_on=date(2025, 2, 1), ends_on=date(2025, 2, 1)
    )
    few = federation.publish(APRIL)
    federation.event(
        players,
        everybody_against_everybody(10),
        starts_on=date(2025, 5, 1),
        ends_on=date(2025, 5, 9),
    )
    many = federation.publish(JULY)
    rows = [
        RatingRow.objects.select_related("run__period").get(
            run=period.published_run, player=players[0]
        )
        for period in (few, many)
    ]
    counts = []
    for row in rows:
        with CaptureQueriesContext(connection) as queries:
            explain_row(row)
        counts.append(len(queries))
    assert counts[0] == counts[1]
