"""What contradicts itself is held out and named; lines held, periods empty, runs stopped."""

from datetime import date, timedelta

import numpy as np
import pytest
from django.urls import reverse

from federation.errors import Refused
from federation.models import Role
from qualifications.corrections.changes import ResultChange
from qualifications.engine.packed_games import GAME
from qualifications.explain import explain_row
from qualifications.models import (
    ListIssue,
    Objection,
    PeriodStatus,
    RatingPeriod,
    RatingRow,
    RatingRun,
    RunStatus,
    RunStep,
)
from qualifications.period_reminders import reminders
from qualifications.rating_run import recompute_period
from qualifications.rating_run.choosing import CountedEvent
from qualifications.rating_run.judging import ChunkJudged
from qualifications.rating_run.reading import GamesChunk, leave_out
from qualifications.rating_run.report import EXAMPLES, Report
from qualifications.run_progress import progress_of
from qualifications.services.corrections import correction_compute, correction_draft
from qualifications.services.periods import (
    opening_list_record,
    period_ensure,
    period_in_turn,
    period_publish,
    run_cancel,
)
from qualifications.wording_runs import SENTENCES, report_sentences
from tests.qualifications.building import NOW
from tournaments.models import EventSystem

APRIL, JULY, OCTOBER = date(2025, 4, 1), date(2025, 7, 1), date(2025, 10, 1)
MAY_1, MAY_3, MAY_5 = date(2025, 5, 1), date(2025, 5, 3), date(2025, 5, 5)


def figures(run: RatingRun) -> dict[str, tuple]:
    rows = run.rows.select_related("player")
    return {r.player.name: (r.before, r.games, r.change, r.after) for r in rows}


def lines(run: RatingRun, code: str) -> list[dict]:
    return [line["params"] for line in run.report if line["code"] == code]


@pytest.fixture
def four(federation):
    """Four players of 2000 with an opening list of April."""
    players = federation.players("Бойко Ілля", "Гнатюк Остап", "Дорош Назар", "Кушнір Іван")
    federation.opening(APRIL, dict.fromkeys(players, (2000, 50)))
    return players


def one_game(federation, players, first=MAY_1, last=MAY_1, **fields):
    return federation.event(players, [(1, 0, 1, 2)], starts_on=first, ends_on=last, **fields)


# --- games that contradict themselves -----------------------------------------------------------


def test_a_player_in_two_events_on_the_same_days_is_held_out_of_both(federation, four):
    one, two, three, four_ = four
    first = one_game(federation, [one, two], MAY_1, MAY_3, name="Кубок А")
    second = one_game(federation, [one, three], MAY_3, MAY_5, name="Кубок Б")
    one_game(federation, [two, four_], MAY_5, MAY_5)
    run = federation.compute(JULY)
    assert lines(run, "overlap") == [
        {
            "player": one.pk,
            "first": "Кубок А",
            "first_id": first.pk,
            "second": "Кубок Б",
            "second_id": second.pk,
            "games": 2,
        }
    ]
    assert figures(run) == {
        "Бойко Ілля": (2000, 0, 0, 2000),
        "Гнатюк Остап": (2000, 1, 8, 2008),
        "Дорош Назар": (2000, 0, 0, 2000),
        "Кушнір Іван": (2000, 1, -8, 1992),
    }


def test_a_long_event_overlaps_one_after_another_that_ended_in_between(federation, four):
    one, two, three, _four = four
    one_game(federation, [one, two], MAY_1, date(2025, 5, 31))
    one_game(federation, [one, three], date(2025, 5, 10), date(2025, 5, 11))
    one_game(federation, [one, three], date(2025, 5, 20), date(2025, 5, 21))
    run = federation.compute(JULY)
    assert len(lines(run, "overlap")) == 2
    assert figures(run)["Бойко Ілля"] == (2000, 0, 0, 2000)


def test_a_player_in_an_event_of_the_list_before_on_the_same_days_is_held_out(federation, four):
    one, two, three, four_ = four
    june_30, july_2 = date(2025, 6, 30), date(2025, 7, 2)
    first = one_game(federation, [one, two], date(2025, 6, 28), june_30, name="Кубок А")
    published = federation.publish(JULY).published_run
    second = one_game(federation, [one, three], june_30, july_2, name="Кубок Б")
    one_game(federation, [two, four_], JULY, july_2, name="Кубок В")
    run = federation.compute(OCTOBER)
    assert lines(run, "overlap") == [
        {
            "player": one.pk,
            "first": "Кубок А",
            "first_id": first.pk,
            "second": "Кубок Б",
            "second_id": second.pk,
            "games": 1,
        }
    ]
    assert figures(run) == {
        "Бойко Ілля": (2008, 0, 0, 2008),
        "Гнатюк Остап": (1992, 1, 8, 2000),
        "Дорош Назар": (2000, 0, 0, 2000),
        "Кушнір Іван": (2000, 1, -8, 1992),
    }
    assert figures(published)["Бойко Ілля"] == (2000, 1, 8, 2008)


def test_a_late_event_beside_several_of_lists_before_is_held_out_once_each(federation, four):
    one, two, three, four_ = four
    one_game(federation, [one, two], MAY_1, MAY_3)
    one_game(federation, [one, two], MAY_5, MAY_5)
    one_game(federation, [three, four_], MAY_3, MAY_5, system=EventSystem.TEAM)
    federation.publish(JULY)
    one_game(federation, [one, three], MAY_3, MAY_5)
    run = federation.compute(OCTOBER)
    assert [(line["player"], line["games"]) for line in lines(run, "overlap")] == [(one.pk, 1)] * 2
    assert figures(run)["Дорош Назар"][1] == 0


def test_a_day_between_two_events_is_enough(federation, four):
    one, two, three, _four = four
    one_game(federation, [one, two], MAY_1, MAY_3)
    one_game(federation, [one, three], MAY_3 + timedelta(days=1), MAY_5)
    run = federation.compute(JULY)
    assert lines(run, "overlap") == []
    assert figures(run)["Бойко Ілля"][1] == 2


def test_team_events_go_on_beside_others(federation, four):
    one, two, three, _four = four
    one_game(federation, [one, two], MAY_1, MAY_5, system=EventSystem.TEAM)
    one_game(federation, [one, three], MAY_3, MAY_3)
    run = federation.compute(JULY)
    assert lines(run, "overlap") == []
    assert figures(run)["Бойко Ілля"][1] == 2


def test_a_game_against_oneself_is_held_out_and_named():
    games = np.zeros(2, GAME)
    games["white"], games["black"] = [5, 5], [5, 6]
    games["white_own"] = games["black_own"] = 2000
    event = CountedEvent(3, "Кубок", MAY_1, MAY_1, team=False)
    chunk = GamesChunk([event], games, np.array([2]), np.array([0]))
    nothing = np.zeros(0, np.int64)
    judged = ChunkJudged(
        np.array([True]), np.array([False]), nothing, nothing, np.zeros(0, np.bool_)
    )
    report = Report()
    left = leave_out(chunk, judged, report, first_day=APRIL)
    assert (left.games["black"].tolist(), left.sizes.tolist()) == ([6], [1])
    assert report.lines() == [
        {"code": "event", "params": {"event": "Кубок", "id": 3, "games": 1, "played": 2}},
        {"code": "against_oneself", "params": {"event": "Кубок", "id": 3, "games": 1}},
    ]


def test_games_between_players_without_a_coefficient_are_counted_in_the_report(federation, four):
    new = federation.players("Явір Данило", "Ярема Лука")
    federation.event([*four, *new], [(1, 0, 1, 2), (1, 4, 5, 2)], starts_on=MAY_1, ends_on=MAY_1)
    run = federation.compute(JULY)
    assert lines(run, "without_coefficients") == [{"games": 1}]
    assert run.run_events.get().rated_games == 1


def test_who_is_missing_from_the_last_list_gets_no_first_coefficient(federation, four):
    """A list with a gap: whose coefficient is missing there had one before, so none is made up."""
    one, two, *_others = four
    one_game(federation, [one, two])
    published = federation.publish(JULY)
    RatingRow.objects.filter(run=published.published_run, player=one).delete()
    federation.event(
        [one, *four[1:]],
        [(r, 0, 1 + r % 3, 2) for r in range(1, 10)],
        starts_on=date(2025, 8, 1),
        ends_on=date(2025, 8, 9),
    )
    run = federation.compute(OCTOBER)
    assert lines(run, "missing_in_list") == [{"player": one.pk}]
    assert not run.rows.filter(player=one).exists()


def test_a_quarter_without_a_list_is_named(federation, four):
    one, two, *_others = four
    one_game(federation, [one, two], date(2025, 8, 1), date(2025, 8, 1))
    run = federation.compute(OCTOBER)
    assert lines(run, "gap_in_lists") == [{"last": "2025-04-01", "first_day": "2025-07-01"}]


@pytest.mark.parametrize("value", [0, None])
def test_an_opening_list_with_a_gap_is_refused_and_the_gap_is_named(federation, value):
    [one] = federation.players("Гнатюк Остап")
    with pytest.raises(Refused, match=f"gap: player {one.pk}"):
        opening_list_record(
            list_on=APRIL,
            coefficients={one.pk: (value, 0)},
            user=federation.national_chair,
            at=NOW,
        )


def test_an_opening_list_names_who_is_not_in_the_registry(federation):
    with pytest.raises(Refused, match="player 987654"):
        opening_list_record(
            list_on=APRIL,
            coefficients={987654: (2000, 0)},
            user=federation.national_chair,
            at=NOW,
        )


def test_a_report_stays_small_and_loses_no_number():
    report = Report()
    for number in range(EXAMPLES + 3):
        report.name("event", event=f"Кубок {number}", id=number, games=4, played=5)
    assert len(report.lines()) == EXAMPLES + 1
    assert report.lines()[-1] == {
        "code": "event_more",
        "params": {"n": 3, "games": 12, "played": 15},
    }


def test_every_line_of_a_report_has_a_sentence(federation, four):
    one, two, three, _four = four
    one_game(federation, [one, two], MAY_1, MAY_3)
    one_game(federation, [one, three], MAY_3, MAY_5)
    run = federation.compute(JULY)
    assert {line["code"] for line in run.report} == {"event", "overlap"}
    assert f"Player {one.pk} played in two" in " ".join(report_sentences(run.report))
    assert {"cancelled", "worker_lost", "failed", "empty"} <= SENTENCES.keys()


# --- lines that are held ------------------------------------------------------------------------


def object_to(federation, player) -> Objection:
    return Objection.objects.create(
        period=period_ensure(MAY_1),
        player=player,
        text="Round 1 was drawn.",
        raised_by=federation.chair,
        raised_at=NOW,
    )


def test_an_objection_holds_that_line_only(federation, four):
    one, two, *_others = four
    one_game(federation, [one, two])
    object_to(federation, one)
    run = federation.compute(JULY)
    assert figures(run)["Бойко Ілля"] == (2000, 0, 0, 2000)
    assert figures(run)["Гнатюк Остап"] == (2000, 1, -8, 1992)
    held = run.rows.get(held=True)
    assert (held.player, held.games_total) == (one, 50)
    assert explain_row(held).events == ()


def test_an_objection_makes_another_draft(federation, four):
    one, two, *_others = four
    one_game(federation, [one, two])
    before = federation.compute(JULY)
    object_to(federation, one)
    with pytest.raises(Refused, match="Compute it again"):
        publish(federation, before)
    after = federation.compute(JULY)
    assert before.digest != after.digest
    assert publish(federation, after).published_run.rows.filter(held=True).count() == 1


def publish(federation, run: RatingRun) -> RatingPeriod:
    return period_publish(
        run.period, run_id=run.pk, user=federation.national_chair, at=NOW, today=JULY
    )


# --- issues, empty periods ----------------------------------------------------------------------


def test_each_published_list_is_its_first_issue(federation, four):
    one, two, *_others = four
    one_game(federation, [one, two])
    federation.publish(JULY)
    issues = ListIssue.objects.order_by("issued_at", "pk").values_list(
        "period__list_on", "number", "run__publication__list_on"
    )
    assert list(issues) == [(APRIL, 1, APRIL), (JULY, 1, JULY)]


def test_a_run_knows_the_run_it_started_from(federation, four):
    one, two, *_others = four
    one_game(federation, [one, two])
    run = federation.compute(JULY)
    assert run.base == RatingPeriod.objects.get(list_on=APRIL).published_run


def test_an_empty_period_publishes_nothing_and_says_so(federation, four):
    run = federation.compute(JULY)
    assert [line["code"] for line in run.report] == ["empty"]
    with pytest.raises(Refused, match="No tournament was counted"):
        publish(federation, run)
    assert RatingPeriod.objects.get(list_on=JULY).status == PeriodStatus.COMPUTED


def test_the_next_list_does_not_wait_for_an_empty_period(federation, four):
    one, two, *_others = four
    federation.compute(JULY)
    one_game(federation, [one, two], date(2025, 8, 1), date(2025, 8, 1))
    assert period_ensure(date(2025, 8, 1)).list_on == OCTOBER
    assert period_in_turn(date(2025, 8, 2)).list_on == OCTOBER
    assert figures(federation.publish(OCTOBER).published_run)["Бойко Ілля"][3] == 2008
    with pytest.raises(Refused, match=r"list of 01\.10\.2025 is published already"):
        federation.compute(JULY)


def test_an_event_of_an_empty_period_makes_it_the_next_again(federation, four):
    one, two, *_others = four
    period_ensure(MAY_1)
    period_ensure(date(2025, 8, 1))
    one_game(federation, [one, two])
    assert period_in_turn(date(2025, 8, 2)).list_on == JULY


# --- stopped ------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", list(RunStep))
def test_a_run_that_is_asked_to_stop_in_a_step_leaves_nothing(federation, four, step):
    one, two, *_others = four
    one_game(federation, [one, two])
    period = period_ensure(MAY_1)
    moments = iter(range(100))

    def clock():
        """Each sign of life asks the time: then somebody asks the run to stop."""
        run = RatingRun.objects.filter(period=period).first()
        if run is not None and run.step == step:
            RatingRun.objects.filter(pk=run.pk).update(cancel_asked_at=NOW)
        return NOW + timedelta(seconds=next(moments))

    run = recompute_period(period.pk, requested_by_id=None, task_id="", clock=clock)
    assert (run.status, run.report) == (
        RunStatus.CANCELLED,
        [{"code": "cancelled", "params": {}}],
    )
    assert (run.rows.count(), run.run_events.count()) == (0, 0)
    assert federation.compute(JULY).status == RunStatus.DONE


def test_only_a_running_computation_is_stopped(federation, four):
    run = federation.compute(JULY)
    with pytest.raises(Refused, match="Nothing is being computed"):
        run_cancel(run.period, user=federation.national_chair, at=NOW)


# --- reminders ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("today", "sentences"),
    [
        (date(2025, 6, 15), []),
        (
            date(2025, 6, 16),
            [
                "List of 01.07.2025: the period ends in 14 days. 1 tournament still waits for "
                "admission."
            ],
        ),
        (
            date(2025, 6, 30),
            [
                "List of 01.07.2025: the period ends in 0 days. 1 tournament still waits for "
                "admission."
            ],
        ),
        (
            JULY,
            [
                "List of 01.07.2025: the period has ended, the list waits to be computed. "
                "1 tournament still waits for admission."
            ],
        ),
    ],
)
def test_the_desk_is_reminded_of_what_ends(federation, four, today, sentences):
    one_game(federation, four[:2], status="submitted", admitted_by=None, admitted_at=None)
    one_game(federation, four[:2], JULY, JULY, status="submitted", admitted_by=None)
    assert reminders([period_ensure(MAY_1)], today=today) == sentences


def test_a_draft_of_an_ended_period_waits_for_publication(federation, four):
    one_game(federation, four[:2])
    run = federation.compute(JULY)
    assert reminders([run.period], today=JULY) == [
        "List of 01.07.2025: the period has ended, the list waits for publication."
    ]


@pytest.mark.parametrize(("role", "shown"), [(Role.CLERK, False), (Role.MEMBER, True)])
def test_who_may_compute_may_stop(federation, four, client, role, shown):
    period = period_ensure(MAY_1)
    started = NOW - timedelta(seconds=10)
    RatingRun.objects.create(
        period=period, status=RunStatus.RUNNING, step=RunStep.READING, started_at=started
    )
    user = federation.person("somebody", role, federation.national)
    client.force_login(user)
    page = client.get(reverse("period-detail", args=[period.pk])).content.decode()
    assert ("Stop the computation" in page) is shown


@pytest.mark.parametrize(
    ("step", "done", "total", "percent", "words", "left"),
    [
        (RunStep.CHOOSING, 0, 0, 0, "", ""),
        (RunStep.READING, 0, 4, 2, "0 of 4", ""),
        (RunStep.READING, 2, 4, 21, "2 of 4", "about 37 seconds left"),
        (RunStep.COMPUTING, 1, 2, 42, "", "about 13 seconds left"),
        (RunStep.WRITING, 5, 10, 72, "5 of 10", "about 3 seconds left"),
        (RunStep.WRITING, 11, 10, 99, "11 of 10", "about 1 second left"),
    ],
)
def test_a_run_tells_how_far_it_is(step, done, total, percent, words, left):
    run = RatingRun(step=step, done=done, total=total, started_at=NOW)
    found = progress_of(run, at=NOW + timedelta(seconds=10))
    assert (found.percent, found.units, found.time_left) == (percent, words, left)


def test_a_long_run_is_told_in_minutes():
    run = RatingRun(step=RunStep.READING, done=2, total=4, started_at=NOW)
    assert progress_of(run, at=NOW + timedelta(minutes=1)).time_left == "about 4 minutes left"


# --- a chain of corrected lists ------------------------------------------------------------------


def test_corrected_lists_are_computed_one_from_the_other_and_nothing_published_changes(
    federation, four
):
    one, two, *_others = four
    first = one_game(federation, [one, two])
    july = federation.publish(JULY)
    one_game(federation, [one, two], date(2025, 8, 1), date(2025, 8, 1))
    october = federation.publish(OCTOBER)
    assert figures(october.published_run)["Бойко Ілля"] == (2008, 1, 7, 2015)
    correction = correction_draft(
        ResultChange(first.games.get().pk, "played", 0, 2),
        reason="The first game was lost.",
        user=federation.national_chair,
        at=NOW,
    )
    correction_compute(correction.pk, task_id="", clock=lambda: NOW, today=OCTOBER)
    corrected = list(correction.runs.order_by("period__list_on"))
    assert figures(corrected[0])["Бойко Ілля"] == (2000, 1, -8, 1992)
    # 1992 against 2008: difference −16, expected 0.48, gain 0.52 × 15 = 7.80
    assert figures(corrected[1])["Бойко Ілля"] == (1992, 1, 8, 2000)
    assert corrected[1].base == corrected[0]
    touched = [
        list(run.run_events.values_list("digest", flat=True))
        for run in (july.published_run, corrected[0])
    ]
    assert touched[0] != touched[1]
    for row in corrected[1].rows.select_related("run__period"):
        assert explain_row(row).change.after == row.after
    assert figures(october.published_run)["Бойко Ілля"] == (2008, 1, 7, 2015)
