"""Celery's door to the services. Each task takes primitives, calls one service, logs one line.

Started by: the buttons of a period (`views/period_runs.py`) and of a late correction
(`views/corrections.py`), a decision on a reading (`views/readings.py`), `manage.py
recompute_period`, and beat (CELERY_BEAT_SCHEDULE in settings/base.py).
"""

import logging
from datetime import date, datetime

from celery import shared_task

from federation import dates
from federation.errors import Refused
from federation.keeping import facts_begin
from federation.models import User
from federation.suspects import suspects_find
from qualifications.rating_run import BeingComputed, recompute_period
from qualifications.services.corrections import correction_compute, correction_sign
from qualifications.services.deadlines import deadlines_rebuild, ranges_of_players
from qualifications.services.notices import notices_send, notices_write
from qualifications.services.periods import period_ensure, period_in_turn

logger = logging.getLogger(__name__)

ASK_AGAIN_SECONDS = 60


@shared_task(bind=True, max_retries=None)
def recompute_period_task(self, period_id: int, requested_by_id: int | None = None) -> None:
    """Compute the draft list of one period. Refusals are logged; a crash leaves a failed run.

    The broker delivers a task again that takes longer than TASK_REDELIVERY_SECONDS. While the first
    delivery is at work the second one waits and asks again: should that worker die, it goes on.
    """
    own_id = self.request.id or ""
    try:
        run = recompute_period(
            period_id, requested_by_id=requested_by_id, task_id=own_id, clock=dates.now
        )
    except BeingComputed as refusal:
        if own_id and refusal.task_id == own_id:
            raise self.retry(countdown=ASK_AGAIN_SECONDS) from refusal
        logger.warning("Period %s was not computed: %s", period_id, refusal)
        return
    except Refused as refusal:
        logger.warning("Period %s was not computed: %s", period_id, refusal)
        return
    logger.info("Period %s: run %s is %s", period_id, run.pk, run.status)


@shared_task(bind=True)
def compute_correction_task(self, correction_id: int) -> None:
    """Find the lists and the difference of a late correction. A refusal stays in its row."""
    try:
        correction_compute(
            correction_id, task_id=self.request.id or "", clock=dates.now, today=dates.today()
        )
    except Refused as refusal:
        logger.warning("Correction %s was not computed: %s", correction_id, refusal)
        return
    logger.info("Correction %s is computed, or was stopped", correction_id)


@shared_task(bind=True)
def sign_correction_task(self, correction_id: int, user_id: int, computed_at: str) -> None:
    """Sign a late correction as one saw it at `computed_at`. A refusal stays in its row."""
    try:
        correction_sign(
            correction_id,
            computed_at=datetime.fromisoformat(computed_at),
            user=User.objects.get(pk=user_id),
            task_id=self.request.id or "",
            clock=dates.now,
            today=dates.today(),
        )
    except Refused as refusal:
        logger.warning("Correction %s was not signed: %s", correction_id, refusal)
        return
    logger.info("Correction %s is signed, or was stopped", correction_id)


@shared_task(name="qualifications.tasks.recompute_open_periods")
def recompute_open_periods() -> None:
    """Every night: make sure today's period exists; compute the one whose list is next."""
    today = dates.today()
    period_ensure(today)
    period = period_in_turn(today)
    if period is not None:
        recompute_period_task.delay(period.pk)


@shared_task(name="qualifications.tasks.deadlines_and_notices")
def deadlines_and_notices() -> None:
    """Every night: find what ends, range by range; each range then writes and sends its notices.

    Workers share the ranges. One whose worker died is delivered again, and running one twice
    writes and sends nothing twice. A range that fails keeps no other from its notices.
    """
    on = dates.today().isoformat()
    count = 0
    for first, last in ranges_of_players():
        count += 1
        deadlines_of_range.apply_async((first, last, on), link=notices_of_range.si(first, last, on))
    logger.info("Deadlines as of %s: %s ranges of players", on, count)


@shared_task(name="qualifications.tasks.people_of_today")
def people_of_today() -> None:
    """Every night: facts about people typed ahead begin; then suspected duplicates are found."""
    today = dates.today()
    logger.info("Facts as of %s: %s people changed", today, facts_begin(today))
    logger.info("Suspected duplicates as of %s: %s new", today, suspects_find(today=today))


@shared_task(name="qualifications.tasks.deadlines_of_everybody")
def deadlines_of_everybody(on: str) -> None:
    """Find what ends for everybody as of an ISO date, range by range as tasks of their own."""
    for first, last in ranges_of_players():
        deadlines_of_range.delay(first, last, on)


@shared_task(name="qualifications.tasks.deadlines_of_range")
def deadlines_of_range(first: int, last: int, on: str) -> None:
    """Find what ends for players numbered `first` through `last`, as of an ISO date."""
    found = deadlines_rebuild(first, last, on=date.fromisoformat(on))
    logger.info("Deadlines of players %s to %s: %s new", first, last, found.added)


@shared_task(name="qualifications.tasks.notices_of_range")
def notices_of_range(first: int, last: int, on: str) -> None:
    """Write and send the notices due on an ISO date to players numbered `first` through `last`."""
    today, players = date.fromisoformat(on), (first, last)
    written = notices_write(today=today, at=dates.now(), players=players)
    sent = notices_send(today=today, clock=dates.now, players=players)
    logger.info("Notices of players %s to %s: %s written, %s sent", first, last, written, sent)
