"""Lists one after the other: which waits for which, and what a draft says when asked again."""

from datetime import date, timedelta

import pytest

from federation.errors import Refused
from federation.keeping import fact_record
from federation.models import Commission, Player
from qualifications.explain import explain_row
from qualifications.models import RatingPeriod, RatingRow, RatingRun
from qualifications.services.papers import event_facts_state
from qualifications.services.periods import period_ensure, period_in_turn
from tests.qualifications.building import NOW, Federation, everybody_against_everybody
from tournaments.models import Event

APRIL, JULY, OCTOBER = date(2025, 4, 1), date(2025, 7, 1), date(2025, 10, 1)
MAY_1, AUGUST_1 = date(2025, 5, 1), date(2025, 8, 1)


@pytest.fixture
def two(federation: Federation) -> list[Player]:
    """Two players of 2000 with an opening list of April."""
    players = federation.players("Бойко Ілля", "Гнатюк Остап")
    federation.opening(APRIL, dict.fromkeys(players, (2000, 50)))
    return players


@pytest.fixture
def ten(federation: Federation, two: list[Player]) -> list[Player]:
    """The two and eight without a coefficient."""
    return [*two, *federation.players(*(f"Явір Данило {n}" for n in range(8)))]


def one_game(federation: Federation, players: list[Player], day: date, **fields) -> Event:
    return federation.event(players, [(1, 0, 1, 2)], starts_on=day, ends_on=day, **fields)


def round_robin(federation: Federation, players: list[Player], day: date, kind: str) -> Event:
    """Ten players, drawn throughout; the kind is all that its papers may lack."""
    return federation.event(
        players,
        everybody_against_everybody(10),
        starts_on=day,
        ends_on=day,
        coefficient_kind=kind,
        electronic_clocks=True,
    )


def codes(run: RatingRun) -> list[str]:
    return [line["code"] for line in run.report]


def after(run: RatingRun, player: Player) -> int | None:
    return RatingRow.objects.get(run=run, player=player).after


def test_the_next_list_does_not_wait_for_an_event_that_lacks_a_fact(federation, two, ten):
    waiting = round_robin(federation, ten, MAY_1, "")
    run = federation.compute(JULY)
    assert codes(run) == ["event_undecided"]
    with pytest.raises(Refused, match="the next one does not wait for this"):
        federation.publish(JULY)
    one_game(federation, two, AUGUST_1)
    period_ensure(AUGUST_1)
    assert period_in_turn(AUGUST_1) == RatingPeriod.objects.get(list_on=OCTOBER)
    run = federation.publish(OCTOBER).published_run
    assert after(run, two[0]) == 2008
    assert not run.run_events.filter(event=waiting).exists()


def test_the_next_list_does_not_wait_for_an_event_before_all_editions(federation, two):
    one_game(federation, two, date(2001, 5, 1))
    assert codes(federation.compute(JULY)) == ["empty", "no_edition"]
    one_game(federation, two, AUGUST_1)
    assert after(federation.publish(OCTOBER).published_run, two[0]) == 2008


def test_the_next_list_waits_once_the_fact_is_stated(federation, ten):
    waiting = round_robin(federation, ten, MAY_1, "")
    period_ensure(MAY_1)
    event_facts_state(waiting, facts={"coefficient_kind": "local"}, user=federation.chair, at=NOW)
    with pytest.raises(Refused, match=r"First publish the list of 01\.07\.2025"):
        federation.compute(OCTOBER)


def test_the_same_inputs_with_an_event_that_waits_name_it_in_the_report(federation, two, ten):
    one_game(federation, two, MAY_1)
    run = federation.compute(JULY)
    assert codes(run) == ["event"]
    round_robin(federation, ten, date(2025, 6, 1), "")
    again = federation.compute(JULY)
    assert (again, codes(again)) == (run, ["event", "event_undecided"])
    assert again.report == RatingRun.objects.get(pk=run.pk).report


def test_the_same_inputs_keep_what_computing_had_found(federation, two):
    [three] = federation.players("Дорош Назар")
    one_game(federation, two, MAY_1)
    july = federation.publish(JULY).published_run
    RatingRow.objects.filter(run=july, player=two[0]).delete()
    one_game(federation, [two[0], three], MAY_1)
    one_game(federation, two, AUGUST_1)
    run = federation.compute(OCTOBER)
    report = run.report
    assert "missing_in_list" in codes(run)
    assert federation.compute(OCTOBER).report == report


def test_the_same_inputs_after_a_move_give_the_line_its_new_region_and_name(federation):
    players = federation.players("Бойко Ілля", "Гнатюк Остап")
    federation.opening(APRIL, dict.fromkeys(players, (1700, 50)))
    one_game(federation, players, MAY_1)
    run = federation.compute(JULY)
    players[0].region = Commission.objects.get(code="SUM").region
    players[0].name = "Боєць Ілля"
    players[0].save()
    again = federation.compute(JULY)
    assert again == run
    lines = list(again.rows.values_list("name", "region__code"))
    assert lines == [("Боєць Ілля", "SUM"), ("Гнатюк Остап", "LVI")]
    regions = dict(again.rows.values_list("player", "region__code"))
    assert regions == {players[0].pk: "SUM", players[1].pk: "LVI"}
    fact_record(  # a transfer after the day of the list does not touch it
        players[1],
        kind="region",
        region=players[0].region,
        valid_from=JULY + timedelta(days=1),
        source="заява",
        user=None,
        at=NOW,
        today=OCTOBER,
    )
    assert federation.compute(JULY) == run
    assert dict(run.rows.values_list("player", "region__code")) == regions


@pytest.mark.parametrize(
    ("lists_without_events", "games_of_pool"),
    [(0, 5), (5, 5), (6, 0)],
    ids=["next list", "eighth period", "ninth period"],
)
def test_a_pool_is_of_eight_periods_also_where_lists_were_not_issued(
    federation, two, lists_without_events, games_of_pool
):
    [new] = federation.players("Явір Данило")
    draws = [(number, 0, 1, 1) for number in range(1, 6)]
    federation.event([new, two[0]], draws, starts_on=MAY_1, ends_on=MAY_1)
    federation.publish(JULY)  # the first of eight
    quarters = [OCTOBER]
    while len(quarters) <= lists_without_events + 1:
        quarters.append(period_ensure(quarters[-1]).list_on)
    last = quarters[-1]
    period = RatingPeriod.objects.get(list_on=last)
    federation.event([new, two[1]], draws[:4], starts_on=period.starts_on, ends_on=period.starts_on)
    run = federation.publish(last).published_run
    row = run.rows.get(player=new)
    assert (row.games, row.after) == (4, 2000 if games_of_pool else None)
    pool = explain_row(row).change.pool
    first = explain_row(row).change.first_coefficient
    assert (first.games if first else sum(line.games for line in pool)) == 4 + games_of_pool
