"""Rating periods: which games, which list, what a line says; and that a run can be repeated."""

from contextlib import contextmanager
from datetime import date, timedelta

import pytest
from django.db import connections

from federation.errors import Refused
from qualifications.engine import regulation_for
from qualifications.models import PeriodStatus, RatingPeriod, RatingRow, RatingRun, RunStatus
from qualifications.rating_run import LOST_AFTER, recompute_period
from qualifications.rating_run.progress import LOCKS_OF_PERIODS
from qualifications.selectors import latest_run
from qualifications.services.periods import (
    opening_list_record,
    period_ensure,
    period_publish,
    quarter_of,
)
from tests.qualifications.building import NOW, everybody_against_everybody
from tests.world import on_postgresql
from tournaments.models import Game, GameKind

JANUARY, APRIL, JULY, OCTOBER = (date(2025, month, 1) for month in (1, 4, 7, 10))


def row(list_on: date, player) -> RatingRow:
    return RatingRow.objects.get(run__publication__list_on=list_on, player=player)


def figures(run: RatingRun) -> dict[str, tuple]:
    rows = run.rows.select_related("player")
    return {r.player.name: (r.before, r.games, r.change, r.after) for r in rows}


# --- periods ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "starts_on", "list_on"),
    [
        (date(2025, 3, 31), JANUARY, APRIL),
        (date(2025, 4, 1), APRIL, JULY),
        (date(2025, 12, 31), OCTOBER, date(2026, 1, 1)),
        (date(2024, 2, 29), date(2024, 1, 1), date(2024, 4, 1)),
    ],
)
def test_ua_ik_11_a_day_belongs_to_its_quarter(day, starts_on, list_on):
    assert quarter_of(day, regulation_for("ua", on=day)) == (starts_on, list_on)


def test_an_event_of_a_published_quarter_belongs_to_the_first_period_after_it(federation):
    [one] = federation.players("Гнатюк Остап")
    federation.opening(APRIL, {one: (2000, 50)})
    assert period_ensure(date(2025, 2, 10)).list_on == JULY


def test_an_opening_list_comes_before_everything_else(federation):
    [one] = federation.players("Гнатюк Остап")
    federation.opening(APRIL, {one: (2000, 50)})
    with pytest.raises(Refused, match="already has rating periods"):
        federation.opening(JANUARY, {one: (2000, 50)})


def test_an_empty_opening_list_is_refused(federation):
    with pytest.raises(Refused, match="empty"):
        opening_list_record(list_on=APRIL, coefficients={}, user=federation.national_chair, at=NOW)


# --- figures ------------------------------------------------------------------------------------


def test_ua_ik_1_a_win_against_an_equal_gives_half_the_factor_rounded_away_from_zero(federation):
    one, two = federation.players("Гнатюк Остап", "Дорош Назар")
    federation.opening(APRIL, {one: (2000, 50), two: (2000, 50)})
    federation.event(
        [one, two], [(1, 0, 1, 2)], starts_on=date(2025, 5, 1), ends_on=date(2025, 5, 1)
    )
    assert figures(federation.compute(JULY)) == {
        "Гнатюк Остап": (2000, 1, 8, 2008),  # 15 × 0.50 = 7.50
        "Дорош Назар": (2000, 1, -8, 1992),
    }


def test_unplayed_games_change_nothing(federation):
    one, two = federation.players("Гнатюк Остап", "Дорош Назар")
    federation.opening(APRIL, {one: (2000, 50), two: (2000, 50)})
    for kind in (GameKind.FORFEIT, GameKind.SHORT):
        federation.event(
            [one, two],
            [(1, 0, 1, 2)],
            starts_on=date(2025, 5, 1),
            ends_on=date(2025, 5, 1),
            kind=kind,
        )
    assert figures(federation.compute(JULY)) == {
        "Гнатюк Остап": (2000, 0, 0, 2000),
        "Дорош Назар": (2000, 0, 0, 2000),
    }


def test_a_game_is_rated_by_the_list_in_force_on_the_first_day_of_its_event(federation):
    one, two = federation.players("Гнатюк Остап", "Дорош Назар")
    federation.opening(JANUARY, {one: (2000, 50), two: (2000, 50)})
    federation.event(
        [one, two],
        [(r, 0, 1, 2) for r in range(1, 5)],
        starts_on=date(2025, 2, 1),
        ends_on=date(2025, 2, 4),
    )
    federation.publish(APRIL)
    assert (row(APRIL, one).after, row(APRIL, two).after) == (2030, 1970)
    # From 31 March to 1 April: by the January list, though the one of 1 April is counted from.
    federation.event(
        [one, two], [(1, 0, 1, 2)], starts_on=date(2025, 3, 31), ends_on=date(2025, 4, 1)
    )
    assert figures(federation.compute(JULY)) == {
        "Гнатюк Остап": (2030, 1, 8, 2038),  # expected 0.50, as between equals
        "Дорош Назар": (1970, 1, -8, 1962),
    }


def test_an_event_that_begins_on_the_day_of_a_list_is_rated_by_it(federation):
    one, two = federation.players("Гнатюк Остап", "Дорош Назар")
    federation.opening(JANUARY, {one: (2000, 50), two: (2000, 50)})
    federation.event(
        [one, two],
        [(r, 0, 1, 2) for r in range(1, 5)],
        starts_on=date(2025, 2, 1),
        ends_on=date(2025, 2, 4),
    )
    federation.publish(APRIL)
    federation.event(
        [one, two], [(1, 0, 1, 2)], starts_on=date(2025, 4, 1), ends_on=date(2025, 4, 1)
    )
    # 2030 against 1970: difference 60, expected 0.58, gain 0.42 × 15 = 6.30
    assert figures(federation.compute(JULY))["Гнатюк Остап"] == (2030, 1, 6, 2036)


def test_the_last_day_decides_the_period(federation):
    one, two = federation.players("Гнатюк Остап", "Дорош Назар")
    federation.opening(JANUARY, {one: (2000, 50), two: (2000, 50)})
    federation.event(
        [one, two], [(1, 0, 1, 2)], starts_on=date(2025, 3, 31), ends_on=date(2025, 3, 31)
    )
    federation.event(
        [one, two], [(1, 0, 1, 2)], starts_on=date(2025, 3, 31), ends_on=date(2025, 4, 1)
    )
    assert figures(federation.compute(APRIL))["Гнатюк Остап"] == (2000, 1, 8, 2008)


def test_a_late_event_is_counted_in_the_next_list_and_said_to_be_late(federation):
    one, two = federation.players("Гнатюк Остап", "Дорош Назар")
    federation.opening(JANUARY, {one: (2000, 50), two: (2000, 50)})
    federation.event(
        [one, two], [(1, 0, 1, 2)], starts_on=date(2025, 2, 1), ends_on=date(2025, 2, 1)
    )
    federation.publish(APRIL)
    late = federation.event(
        [one, two], [(1, 1, 0, 2)], starts_on=date(2025, 2, 8), ends_on=date(2025, 2, 8)
    )
    run = federation.compute(JULY)
    assert [line["code"] for line in run.report] == ["event_late"]
    assert [e.event_id for e in run.run_events.all()] == [late.pk]
    assert figures(run)["Дорош Назар"] == (1992, 1, 8, 2000)


def test_an_event_in_a_published_list_is_never_counted_again(federation):
    one, two = federation.players("Гнатюк Остап", "Дорош Назар")
    federation.opening(JANUARY, {one: (2000, 50), two: (2000, 50)})
    federation.event(
        [one, two], [(1, 0, 1, 2)], starts_on=date(2025, 2, 1), ends_on=date(2025, 2, 1)
    )
    federation.publish(APRIL)
    run = federation.compute(JULY)
    assert run.run_events.count() == 0
    assert figures(run)["Гнатюк Остап"] == (2008, 0, 0, 2008)


def test_ua_ik_8_undivided_first_place_never_loses(federation):
    strong, *weak = federation.players("Гнатюк Остап", "Дорош Назар", "Кушнір Іван")
    federation.opening(APRIL, {strong: (2300, 50), weak[0]: (1900, 50), weak[1]: (1900, 50)})
    # Half a point each from two far weaker opponents is a loss, yet first alone with 1½ of 2.
    federation.event(
        [strong, *weak],
        [(1, 0, 1, 2), (2, 2, 0, 1), (3, 1, 2, 1)],
        starts_on=date(2025, 5, 1),
        ends_on=date(2025, 5, 3),
    )
    line = figures(federation.compute(JULY))["Гнатюк Остап"]
    assert line == (2300, 2, 0, 2300)


def test_ua_ik_8_a_shared_first_place_loses_as_anybody(federation):
    strong, *weak = federation.players("Гнатюк Остап", "Дорош Назар", "Кушнір Іван")
    federation.opening(APRIL, {strong: (2300, 50), weak[0]: (1900, 50), weak[1]: (1900, 50)})
    federation.event(
        [strong, *weak],
        [(1, 0, 1, 2), (2, 2, 0, 1), (3, 1, 2, 0)],
        starts_on=date(2025, 5, 1),
        ends_on=date(2025, 5, 3),
    )
    # 350 of 400 points count: expected 0.89 twice; 1.5 − 1.78 = −0.28 × 15 = −4.20
    assert figures(federation.compute(JULY))["Гнатюк Остап"] == (2300, 2, -4, 2296)


def test_ua_ik_8_a_player_of_a_team_event_has_no_first_place(federation):
    strong, *weak = federation.players("Гнатюк Остап", "Дорош Назар", "Кушнір Іван")
    federation.opening(APRIL, {strong: (2300, 50), weak[0]: (1900, 50), weak[1]: (1900, 50)})
    federation.event(
        [strong, *weak],
        [(1, 0, 1, 2), (2, 2, 0, 1), (3, 1, 2, 1)],
        starts_on=date(2025, 5, 1),
        ends_on=date(2025, 5, 3),
        system="team",
    )
    # Most points of all players, as above: 1.5 − 1.78 = −0.28 × 15 = −4.20
    assert figures(federation.compute(JULY))["Гнатюк Остап"] == (2300, 2, -4, 2296)


def test_a_first_coefficient_comes_from_nine_games_pooled_over_lists(federation):
    [new] = federation.players("Явір Данило")
    rated = federation.players(*(f"Гравець {n}" for n in range(9)))
    federation.opening(JANUARY, dict.fromkeys(rated, (2000, 50)))
    federation.event(
        [new, *rated[:5]],
        [(r, 0, r, 1) for r in range(1, 6)],
        starts_on=date(2025, 2, 1),
        ends_on=date(2025, 2, 5),
    )
    federation.publish(APRIL)
    first = row(APRIL, new)
    assert (first.before, first.games, first.after, first.opponents_sum) == (None, 5, None, 10000)
    federation.event(
        [new, *rated[5:]],
        [(r, 0, r, 2) for r in range(1, 5)],
        starts_on=date(2025, 5, 1),
        ends_on=date(2025, 5, 4),
    )
    run = federation.compute(JULY)
    # 6½ of 9 = 72 %: 2000 (to the pool the April figures of the later opponents) + 166
    opponents = 5 * 2000 + sum(row(APRIL, player).after for player in rated[5:])
    assert figures(run)["Явір Данило"] == (None, 4, None, (2 * opponents + 9) // 18 + 166)


def test_games_against_players_without_a_coefficient_do_not_count_for_the_rated(federation):
    one, new = federation.players("Гнатюк Остап", "Явір Данило")
    federation.opening(APRIL, {one: (2000, 50)})
    federation.event(
        [one, new], [(1, 0, 1, 0)], starts_on=date(2025, 5, 1), ends_on=date(2025, 5, 1)
    )
    assert figures(federation.compute(JULY)) == {
        "Гнатюк Остап": (2000, 0, 0, 2000),
        "Явір Данило": (None, 1, None, None),
    }


def test_every_line_agrees_with_a_reckoning_by_hand_of_a_whole_round_robin(federation):
    """An independent reckoning: the table as a list of borders, sums in plain Python."""
    borders = [3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145]
    borders += [153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302]
    borders += [315, 328, 344, 357]

    def expected(difference: int) -> int:
        size = min(abs(difference), 350)
        share = 50 + sum(size > border for border in borders)
        return share if difference >= 0 else 100 - share

    players = federation.players(*(f"Гравець {n}" for n in range(10)))
    start = {player: (1700 + 77 * place, 30 * (place % 2)) for place, player in enumerate(players)}
    federation.opening(APRIL, start)
    results = everybody_against_everybody(10, lambda white, black: (3 * white + 5 * black) % 3)
    federation.event(
        players, results, starts_on=date(2025, 5, 1), ends_on=date(2025, 5, 9), system="round_robin"
    )
    gains = dict.fromkeys(players, 0)
    points = dict.fromkeys(players, 0)
    for _round, white, black, half_points in results:
        one, other = players[white], players[black]
        gains[one] += 50 * half_points - expected(start[one][0] - start[other][0])
        gains[other] += 50 * (2 - half_points) - expected(start[other][0] - start[one][0])
        points[one] += half_points
        points[other] += 2 - half_points
    best = max(points.values())
    alone = [p for p in players if points[p] == best]
    by_hand = {}
    for player in players:
        coefficient, games = start[player]
        gain = max(gains[player], 0) if alone == [player] else gains[player]
        factor = 10 if coefficient >= 2400 else 25 if games < 30 else 15
        size, rest = divmod(abs(factor * gain), 100)
        change = (size + (rest >= 50)) * (1 if gain >= 0 else -1)
        by_hand[player.name] = (coefficient, 9, change, coefficient + change)
    assert figures(federation.compute(JULY)) == by_hand


# --- runs ---------------------------------------------------------------------------------------


@pytest.fixture
def spring(federation):
    """Two players, an opening list of April, one game in May."""
    one, two = federation.players("Гнатюк Остап", "Дорош Назар")
    federation.opening(APRIL, {one: (2000, 50), two: (2000, 50)})
    federation.event(
        [one, two], [(1, 0, 1, 2)], starts_on=date(2025, 5, 1), ends_on=date(2025, 5, 1)
    )
    return federation


def test_the_same_inputs_give_the_earlier_run_back(spring):
    first, second = spring.compute(JULY), spring.compute(JULY)
    assert first.pk == second.pk
    assert RatingRun.objects.filter(period=first.period).count() == 1


def test_another_result_makes_another_run(spring):
    first = spring.compute(JULY)
    Game.objects.update(white_half_points=1, black_half_points=1)
    second = spring.compute(JULY)
    assert first.digest != second.digest
    assert figures(second)["Гнатюк Остап"] == (2000, 1, 0, 2000)


def test_a_run_whose_inputs_come_back_is_the_latest_again_and_can_be_published(spring):
    first = spring.compute(JULY)
    Game.objects.update(white_half_points=1, black_half_points=1)
    later = NOW + timedelta(hours=1)
    recompute_period(first.period_id, requested_by_id=None, task_id="", clock=lambda: later)
    Game.objects.update(white_half_points=2, black_half_points=0)
    latest = NOW + timedelta(hours=2)
    again = recompute_period(
        first.period_id, requested_by_id=None, task_id="", clock=lambda: latest
    )
    assert (again.pk, latest_run(again.period)) == (first.pk, again)
    assert _publish(spring, again.pk) is None


def test_periods_are_computed_in_order(spring):
    period_ensure(date(2025, 5, 1))
    period_ensure(date(2025, 8, 1))
    with pytest.raises(Refused, match=r"First publish the list of 01\.07\.2025"):
        spring.compute(OCTOBER)


def test_a_published_list_is_not_computed_again(spring):
    spring.publish(JULY)
    with pytest.raises(Refused, match="published list"):
        spring.compute(JULY)


def test_a_crash_leaves_a_failed_run_and_no_rows(spring, monkeypatch):
    def broken(*args, **kwargs):
        assert args[0].rows.count() == 2
        raise RuntimeError("disk full")

    monkeypatch.setattr("qualifications.rating_run.run.finish_run", broken)
    with pytest.raises(RuntimeError):
        spring.compute(JULY)
    run = RatingRun.objects.get(period__list_on=JULY)
    assert run.status == RunStatus.FAILED
    assert run.report == [{"code": "failed", "params": {"error": "RuntimeError: disk full"}}]
    assert run.rows.count() == 0
    assert run.period.status == PeriodStatus.OPEN


def _running(period: RatingPeriod, *, task_id: str, started_at) -> RatingRun:
    return RatingRun.objects.create(
        period=period,
        status=RunStatus.RUNNING,
        engine_version="1",
        task_id=task_id,
        started_at=started_at,
    )


def test_a_period_is_computed_by_one_run_at_a_time(spring):
    period = period_ensure(date(2025, 5, 1))
    _running(period, task_id="somebody", started_at=NOW)
    with a_session_that_holds(period), pytest.raises(Refused, match="being computed right now"):
        spring.compute(JULY)


@contextmanager
def a_session_that_holds(period: RatingPeriod):
    """On PostgreSQL somebody computes as long as his session holds the lock of the period."""
    if not on_postgresql():
        yield
        return
    other = connections.create_connection("default")
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s, %s)", [LOCKS_OF_PERIODS, period.pk])
        yield
    finally:
        other.close()


def test_a_task_delivered_again_gives_its_own_lost_run_up_and_completes(spring):
    period = period_ensure(date(2025, 5, 1))
    lost = _running(period, task_id="mine", started_at=NOW)
    run = recompute_period(period.pk, requested_by_id=None, task_id="mine", clock=lambda: NOW)
    lost.refresh_from_db()
    assert (lost.status, lost.report) == (
        RunStatus.FAILED,
        [{"code": "worker_lost", "params": {}}],
    )
    assert run.status == RunStatus.DONE


@pytest.mark.parametrize(
    ("age", "refused"), [(LOST_AFTER, True), (LOST_AFTER + timedelta(seconds=1), False)]
)
def test_a_run_is_taken_for_lost_after_its_time_and_not_before(spring, age, refused):
    period = period_ensure(date(2025, 5, 1))
    _running(period, task_id="somebody", started_at=NOW - age)
    if refused and not on_postgresql():  # there a run that nobody holds is lost at once
        with pytest.raises(Refused):
            spring.compute(JULY)
    else:
        assert spring.compute(JULY).status == RunStatus.DONE


# --- publishing ---------------------------------------------------------------------------------


def test_publishing_freezes_the_run_and_opens_the_next_period(spring):
    period = spring.publish(JULY)
    assert period.status == PeriodStatus.PUBLISHED
    assert period.published_run.rows.count() == 2
    assert RatingPeriod.objects.get(list_on=OCTOBER).status == PeriodStatus.OPEN


@pytest.mark.parametrize(("today", "allowed"), [(date(2025, 6, 30), False), (JULY, True)])
def test_a_list_is_published_from_its_own_day_on(spring, today, allowed):
    if allowed:
        assert spring.publish(JULY, today=today).status == PeriodStatus.PUBLISHED
    else:
        with pytest.raises(Refused, match=r"through 30\.06\.2025"):
            spring.publish(JULY, today=today)


def _publish(federation, run_id: int) -> None:
    period_publish(
        RatingPeriod.objects.get(list_on=JULY),
        run_id=run_id,
        user=federation.national_chair,
        at=NOW,
        today=JULY,
    )


def test_a_draft_that_admitted_events_have_outrun_is_not_published(spring):
    run = spring.compute(JULY)
    one, two = spring.players("Шевчук Ілля", "Ярема Лука")
    spring.event([one, two], [(1, 0, 1, 2)], starts_on=date(2025, 5, 8), ends_on=date(2025, 5, 8))
    with pytest.raises(Refused, match="Compute it again"):
        _publish(spring, run.pk)


def test_another_draft_than_the_one_shown_is_not_published(spring):
    shown = spring.compute(JULY)
    Game.objects.update(white_half_points=1, black_half_points=1)
    spring.compute(JULY)
    with pytest.raises(Refused, match="computed again after you opened"):
        _publish(spring, shown.pk)


def test_a_period_without_a_draft_is_not_published(spring):
    period_ensure(date(2025, 5, 1))
    with pytest.raises(Refused, match="Compute the draft"):
        _publish(spring, 0)


def test_a_list_without_lines_is_not_published(federation):
    federation.compute(JULY)
    with pytest.raises(Refused, match="no lines"):
        _publish(federation, RatingRun.objects.get().pk)


def test_a_list_is_published_once(spring):
    period = spring.publish(JULY)
    with pytest.raises(Refused, match="already published"):
        _publish(spring, period.published_run_id)
