"""Tasks are doors to services: what they start, what they refuse, and what beat knows of them."""

import logging
from dataclasses import replace
from datetime import date, timedelta

import pytest
from celery.exceptions import Retry
from celery.schedules import crontab
from django.conf import settings

from federation.celery import app
from federation.keeping import fact_record
from federation.models import PersonSuspect
from qualifications.models import PeriodStatus, RatingPeriod, RunStatus
from qualifications.rating_run import BeingComputed
from qualifications.services.periods import period_ensure
from qualifications.tasks import people_of_today, recompute_open_periods, recompute_period_task
from tests import world
from tests.samples import people


def test_beat_names_tasks_that_exist() -> None:
    app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert scheduled == {
        "qualifications.tasks.recompute_open_periods",
        "qualifications.tasks.deadlines_and_notices",
        "qualifications.tasks.people_of_today",
    }
    assert scheduled <= set(app.tasks)


def test_beat_computes_every_night() -> None:
    people, lists, deadlines = settings.CELERY_BEAT_SCHEDULE.values()
    assert people["schedule"] == crontab(hour="0", minute="20")
    assert lists["schedule"] == crontab(hour="3", minute="30")
    assert deadlines["schedule"] == crontab(hour="4", minute="30")
    assert app.conf.timezone == "Europe/Kyiv"


def test_the_night_lets_facts_begin_and_finds_duplicates(reference: None, clock) -> None:
    [known] = people(1)
    one, _other = world.register_players([known, replace(known, fide_id=None)])
    fact_record(
        one,
        kind="club",
        value="Лев",
        valid_from=clock.day,
        source="заява",
        user=None,
        at=clock.now(),
        today=clock.day,
    )
    fact_record(
        one,
        kind="federation",
        value="POL",
        valid_from=clock.day + timedelta(days=1),
        source="заява",
        user=None,
        at=clock.now(),
        today=clock.day,
    )
    clock.day += timedelta(days=1)
    people_of_today()
    one.refresh_from_db()
    assert one.federation == "POL"
    assert PersonSuspect.objects.count() == 1
    people_of_today()
    assert PersonSuspect.objects.count() == 1


def test_an_unfinished_task_goes_to_another_worker() -> None:
    assert app.conf.task_acks_late is True
    assert app.conf.task_reject_on_worker_lost is True
    assert app.conf.broker_transport_options == {"visibility_timeout": 3600}


def test_the_night_computes_the_earliest_open_list(period: RatingPeriod, clock) -> None:
    recompute_open_periods()
    period.refresh_from_db()
    assert (period.status, period.runs.get().status) == (PeriodStatus.COMPUTED, RunStatus.DONE)
    todays = RatingPeriod.objects.get(list_on=date(2026, 10, 1))
    assert (todays.starts_on, todays.ends_on, todays.status, todays.runs.count()) == (
        date(2026, 7, 1),
        date(2026, 9, 30),
        PeriodStatus.OPEN,
        0,
    )


def test_the_second_night_finds_the_run_of_the_first(period: RatingPeriod, clock) -> None:
    recompute_open_periods()
    run = period.runs.get()
    recompute_open_periods()
    assert period.runs.get() == run


@pytest.mark.usefixtures("reference", "clock")
def test_the_first_night_of_an_empty_registry() -> None:
    recompute_open_periods()
    assert list(RatingPeriod.objects.values_list("list_on", "status")) == [
        (date(2026, 10, 1), PeriodStatus.COMPUTED)
    ]


def test_a_refusal_is_logged_and_not_raised(
    published_lists: list[RatingPeriod], clock, caplog: pytest.LogCaptureFixture
) -> None:
    published = published_lists[1]
    with caplog.at_level(logging.WARNING, "qualifications.tasks"):
        recompute_period_task(published.pk)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert published.runs.count() == 1


def test_a_list_waits_for_the_one_before(
    period: RatingPeriod, clock, caplog: pytest.LogCaptureFixture
) -> None:
    later = period_ensure(world.TODAY)
    with caplog.at_level(logging.WARNING, "qualifications.tasks"):
        recompute_period_task(later.pk)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert (later.runs.count(), period.runs.count()) == (0, 0)


def test_a_crash_leaves_a_failed_run_without_rows(
    period: RatingPeriod, clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: object, **_named: object) -> None:
        raise RuntimeError("out of paper")

    monkeypatch.setattr("qualifications.rating_run.run.finish_run", broken)
    with pytest.raises(RuntimeError):
        recompute_period_task(period.pk)
    run = period.runs.get()
    assert (run.status, run.rows.count(), run.run_events.count()) == (RunStatus.FAILED, 0, 0)
    assert run.report == [{"code": "failed", "params": {"error": "RuntimeError: out of paper"}}]
    monkeypatch.undo()
    assert world.compute(period).status == RunStatus.DONE


@pytest.mark.parametrize(("at_work", "retried"), [("mine", True), ("somebody's", False)])
def test_a_task_delivered_again_waits_for_its_own_run(
    period: RatingPeriod, clock, monkeypatch: pytest.MonkeyPatch, at_work: str, retried: bool
) -> None:
    """The broker delivers it again when it takes long; should the first worker die, it goes on."""

    def being_computed(*_arguments: object, **_named: object) -> None:
        refusal = BeingComputed("at work")
        refusal.task_id = at_work
        raise refusal

    monkeypatch.setattr("qualifications.tasks.recompute_period", being_computed)
    asked_again = []

    def retry(*, countdown: int) -> Retry:
        asked_again.append(countdown)
        return Retry()

    monkeypatch.setattr(recompute_period_task, "retry", retry)
    if retried:
        with pytest.raises(Retry):
            recompute_period_task.apply(args=[period.pk], task_id="mine", throw=True)
    else:
        recompute_period_task.apply(args=[period.pk], task_id="mine", throw=True)
    assert asked_again == ([60] if retried else [])
