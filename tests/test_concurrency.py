"""Two people at the same moment, on a database that really lets them: PostgreSQL."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from federation.errors import Refused
from federation.models import Player, User
from qualifications import rating_run
from qualifications.corrections.changes import ResultChange
from qualifications.models import (
    Assessment,
    Correction,
    CorrectionStatus,
    LedgerEntry,
    ListIssue,
    Objection,
    PeriodStatus,
    RatingPeriod,
    RatingRow,
    RatingRun,
    ResultCorrection,
    RunStatus,
    RunStep,
)
from qualifications.rating_run.writing import same_inputs_before, write_run
from qualifications.services.corrections import (
    correction_compute,
    correction_discard,
    correction_draft,
    correction_sign,
)
from qualifications.services.objections import objection_raise
from qualifications.services.periods import period_publish, run_cancel
from qualifications.tasks import recompute_open_periods
from tests import world
from tests.samples import people, round_robin
from tournaments.models import Event, EventStatus, Game, Upload
from tournaments.services import event_return, event_submit

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

Together = Callable[..., list]


def sorted_out(outcomes: list) -> tuple[list, list]:
    """What succeeded, and the refusals; any other exception is a fault."""
    refused = [o for o in outcomes if isinstance(o, Refused)]
    for outcome in outcomes:
        if isinstance(outcome, Exception) and outcome not in refused:
            raise outcome
    return [o for o in outcomes if o not in refused], refused


def test_two_members_admit_at_once(
    submitted_event: Event, member: User, chair: User, in_threads: Together
) -> None:
    done, refused = sorted_out(
        in_threads(
            lambda: world.admit_event(submitted_event, user=member),
            lambda: world.admit_event(submitted_event, user=chair),
        )
    )
    assert (len(done), len(refused)) == (1, 1)
    judged = Assessment.objects.order_by("scheme").values_list("scheme", "assessed_by")
    admitted_by = Event.objects.get().admitted_by_id
    assert list(judged) == [("fide", admitted_by), ("ua", admitted_by)]
    norms = LedgerEntry.objects.filter(kind="norm_met")
    assert norms.count() == norms.values("player").distinct().count() > 0


def test_one_admits_while_the_other_returns(
    submitted_event: Event, member: User, chair: User, in_threads: Together
) -> None:
    done, refused = sorted_out(
        in_threads(
            lambda: world.admit_event(submitted_event, user=member),
            lambda: event_return(submitted_event, note="round 3"),
        )
    )
    assert (len(done), len(refused)) == (1, 1)
    event = Event.objects.get()
    admitted = event.status == EventStatus.ADMITTED
    assert Assessment.objects.filter(scheme="ua").count() == admitted
    assert event.entries.count() == (10 if admitted else 0)


@pytest.mark.parametrize("seed", range(4))
def test_one_is_returned_while_its_newcomers_are_sent_with_another(
    clerk: User, in_threads: Together, seed: int
) -> None:
    who = people(10, seed=seed + 1)
    first = world.submit_event(round_robin(given=who, starts_on=world.FIRST_DAY), user=clerk)
    again = round_robin(given=who, seed=2, starts_on=world.FIRST_DAY, name="Другий кубок")
    second = world.prepare_event(again, user=clerk)
    done, refused = sorted_out(
        in_threads(
            lambda: event_return(first, note="no"),
            lambda: event_submit(second, user=clerk, at=world.NOW, today=world.TODAY),
        )
    )
    assert len(done) + len(refused) == 2
    second.refresh_from_db()
    entries = 0 if refused else 10
    assert second.status == (EventStatus.DRAFT if refused else EventStatus.SUBMITTED)
    assert (second.entries.count(), Player.objects.count()) == (entries, entries)


def test_the_clerk_sends_twice_at_once(clerk: User, in_threads: Together) -> None:
    parsed = round_robin(given=world.club(), starts_on=world.FIRST_DAY)
    event = world.prepare_event(parsed, user=clerk)
    known = Player.objects.count()

    def send() -> Event:
        return event_submit(event, user=clerk, at=world.NOW, today=world.TODAY)

    done, refused = sorted_out(in_threads(send, send))
    assert (len(done), len(refused)) == (1, 1)
    assert (event.entries.count(), Player.objects.count()) == (10, known + 2)


def test_the_same_bytes_by_two_at_once(clerk: User, chair: User, in_threads: Together) -> None:
    content = world.file_of(round_robin())
    first, second = in_threads(
        lambda: world.upload(content, user=clerk),
        lambda: world.upload(content, user=chair),
    )
    assert first == second == Upload.objects.get()


def test_two_computations_at_once(period: RatingPeriod, in_threads: Together) -> None:
    done, refused = sorted_out(
        in_threads(lambda: world.compute(period), lambda: world.compute(period))
    )
    assert len(done) + len(refused) == 2
    run = RatingRun.objects.get(period=period)
    assert (run.status, set(done)) == (RunStatus.DONE, {run})
    assert run.rows.count() == 10


def test_two_beats_at_once(period: RatingPeriod, in_threads: Together, clock: object) -> None:
    assert in_threads(recompute_open_periods, recompute_open_periods) == [None, None]
    run = RatingRun.objects.get(period=period)
    assert (run.status, run.rows.count()) == (RunStatus.DONE, 10)
    assert RatingPeriod.objects.filter(list_on__gt=period.list_on).count() == 1


def test_published_while_it_is_computed_again(
    period: RatingPeriod,
    national_chair: User,
    in_threads: Together,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The list is published while a second computation runs: nothing of it changes."""
    run = world.compute(period)

    def publish_then_read(of: RatingPeriod, progress: object) -> rating_run.PeriodInputs:
        monkeypatch.undo()
        in_threads(
            lambda: period_publish(
                of, run_id=run.pk, user=national_chair, at=world.NOW, today=world.TODAY
            )
        )
        return rating_run.inputs_of_period(of)

    monkeypatch.setattr("qualifications.rating_run.run.inputs_of_period", publish_then_read)
    with pytest.raises(Refused):
        world.compute(period)
    period.refresh_from_db()
    assert (period.status, period.published_run) == (PeriodStatus.PUBLISHED, run)
    assert list(period.runs.values_list("status", flat=True)) == [RunStatus.FAILED, RunStatus.DONE]
    assert period.runs.latest("pk").rows.count() == 0


def test_somebody_objects_while_the_list_is_published(
    period: RatingPeriod, national_chair: User, chair: User, in_threads: Together
) -> None:
    """Either the objection comes first and the draft is old, or the list is out."""
    run = world.compute(period)
    player = run.rows.order_by("pk")[0].player
    done, refused = sorted_out(
        in_threads(
            lambda: period_publish(
                period, run_id=run.pk, user=national_chair, at=world.NOW, today=world.TODAY
            ),
            lambda: objection_raise(
                period, player, text="1–0", commission=None, user=chair, at=world.NOW
            ),
        )
    )
    assert (len(done), len(refused)) == (1, 1)
    published = RatingPeriod.objects.get(pk=period.pk).status == PeriodStatus.PUBLISHED
    assert (published, Objection.objects.count()) in ((True, 0), (False, 1))
    assert run.rows.filter(held=True).count() == 0


def test_stopped_while_the_lines_are_written(
    period: RatingPeriod,
    national_chair: User,
    in_threads: Together,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After the last sign of life: the lines are in the transaction, and go with it."""

    def written_then_stopped(*of: object) -> None:
        write_run(*of)  # type: ignore[arg-type]
        assert RatingRow.objects.filter(run__period=period).count() == 10
        in_threads(lambda: run_cancel(period, user=national_chair, at=world.NOW))

    monkeypatch.setattr("qualifications.rating_run.run.write_run", written_then_stopped)
    run = world.compute(period)
    assert (run.status, run.step, run.rows.count()) == (RunStatus.CANCELLED, RunStep.WRITING, 0)
    period.refresh_from_db()
    assert period.status == PeriodStatus.OPEN


def test_an_event_admitted_between_draft_and_publication(
    period: RatingPeriod, clerk: User, member: User, national_chair: User
) -> None:
    run = world.compute(period)
    late = round_robin(6, seed=5, starts_on=world.FIRST_DAY, name="Пізній кубок")
    world.admit_event(world.submit_event(late, user=clerk), user=member)
    with pytest.raises(Refused):
        period_publish(period, run_id=run.pk, user=national_chair, at=world.NOW, today=world.TODAY)
    again = world.compute(period)
    assert again != run
    published = period_publish(
        period, run_id=again.pk, user=national_chair, at=world.NOW, today=world.TODAY
    )
    assert published.published_run == again


def test_published_while_the_same_inputs_are_found_again(
    period: RatingPeriod,
    national_chair: User,
    in_threads: Together,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing of a published run is told anew, neither its report nor its moment."""
    run = world.compute(period)

    def found_then_published(*of: object) -> RatingRun | None:
        monkeypatch.undo()
        in_threads(
            lambda: period_publish(
                period, run_id=run.pk, user=national_chair, at=world.NOW, today=world.TODAY
            )
        )
        return same_inputs_before(*of)

    monkeypatch.setattr("qualifications.rating_run.run.same_inputs_before", found_then_published)
    moment = world.NOW + timedelta(hours=1)
    with pytest.raises(Refused, match="A published list is not computed again"):
        rating_run.recompute_period(
            period.pk, requested_by_id=None, task_id="", clock=lambda: moment
        )
    assert RatingRun.objects.get(period=period).finished_at == run.finished_at


def rated_games(period: RatingPeriod) -> list[Game]:
    """Games of a list between two who had a coefficient."""
    run = period.published_run
    rated = run.rows.filter(before__isnull=False).values("player")
    games = Game.objects.filter(
        event__run_events__run=run,
        kind="played",
        white__player__in=rated,
        black__player__in=rated,
    )
    return list(games.order_by("pk"))


def corrected_draft(period: RatingPeriod, *, drafted_by: User) -> Correction:
    """A correction of the latest list: White wins the first game, or loses it."""
    game = rated_games(period)[0]
    correction = correction_draft(
        ResultChange(game.pk, "played", *((0, 2) if game.white_half_points else (2, 0))),
        reason="the arbiter’s report",
        user=drafted_by,
        at=world.NOW,
    )
    correction_compute(correction.pk, task_id="", clock=lambda: world.NOW, today=world.TODAY)
    correction.refresh_from_db()
    return correction


def signed(correction: Correction, user: User) -> None:
    correction_sign(
        correction.pk,
        computed_at=correction.computed_at,
        user=user,
        task_id="",
        clock=lambda: world.NOW,
        today=world.TODAY,
    )


def test_two_sign_one_correction_at_once(
    published_lists: list[RatingPeriod],
    member: User,
    chair: User,
    national_chair: User,
    in_threads: Together,
) -> None:
    correction = corrected_draft(published_lists[1], drafted_by=member)
    done, refused = sorted_out(
        in_threads(
            lambda: signed(correction, chair),
            lambda: signed(correction, national_chair),
        )
    )
    assert (len(done), len(refused)) == (1, 1)
    assert ListIssue.objects.filter(period=published_lists[1]).count() == 2
    assert ResultCorrection.objects.count() == 1


def test_one_signs_while_the_other_discards(
    published_lists: list[RatingPeriod], member: User, chair: User, in_threads: Together
) -> None:
    correction = corrected_draft(published_lists[1], drafted_by=member)
    done, refused = sorted_out(
        in_threads(
            lambda: signed(correction, chair),
            lambda: correction_discard(correction, because="no", user=member, at=world.NOW),
        )
    )
    correction.refresh_from_db()
    was_signed = correction.status == CorrectionStatus.SIGNED
    assert ListIssue.objects.filter(period=published_lists[1]).count() == 1 + was_signed
    assert (len(done), len(refused)) in ((1, 1), (2, 0))
    assert RatingRun.objects.filter(correction=correction).count() == was_signed


def test_two_corrections_of_one_list_are_signed_at_once(
    published_lists: list[RatingPeriod], member: User, chair: User, in_threads: Together
) -> None:
    """The second one rests on a list that is no longer the last: it is computed again."""
    first = corrected_draft(published_lists[1], drafted_by=member)
    other = correction_draft(
        ResultChange(rated_games(published_lists[1])[-1].pk, "forfeit", 0, 0),
        reason="report",
        user=member,
        at=world.NOW,
    )
    correction_compute(other.pk, task_id="", clock=lambda: world.NOW, today=world.TODAY)
    other.refresh_from_db()
    done, refused = sorted_out(
        in_threads(lambda: signed(first, chair), lambda: signed(other, chair))
    )
    assert (len(done), len(refused)) == (1, 1)
    assert "Compute it again" in str(refused[0])


def test_a_correction_is_signed_while_the_next_list_is_published(
    published_lists: list[RatingPeriod],
    clerk: User,
    member: User,
    chair: User,
    in_threads: Together,
) -> None:
    parsed = round_robin(given=people(10, seed=1), seed=5, starts_on=date(2026, 7, 1))
    sent = world.submit_event(parsed, user=clerk, today=date(2026, 7, 20), name="Кубок липня")
    world.admit_event(sent, user=member)
    correction = corrected_draft(published_lists[1], drafted_by=member)
    period = RatingPeriod.objects.get(list_on=date(2026, 10, 1))
    run = world.compute(period)
    done, refused = sorted_out(
        in_threads(
            lambda: signed(correction, chair),
            lambda: period_publish(
                period, run_id=run.pk, user=chair, at=world.NOW, today=period.list_on
            ),
        )
    )
    assert (len(done), len(refused)) == (1, 1)
    last = RatingPeriod.objects.filter(status=PeriodStatus.PUBLISHED).latest("list_on")
    before = RatingPeriod.objects.get(list_on=world.NEXT_LIST)
    assert last == before or last.published_run.base == before.published_run
