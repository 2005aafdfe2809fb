"""Celery's door to the services. Each task takes primitives, calls one service, logs one line.

Started by: the button of a period page (`views/periods.py`), `manage.py recompute_period`, and beat
(CELERY_BEAT_SCHEDULE in settings/base.py).
"""

import logging
from datetime import date

from celery import shared_task

from federation import dates
from federation.errors import Refused
from qualifications.models import PeriodStatus, RatingPeriod
from qualifications.recompute import recompute_period
from qualifications.services.deadlines import (
    Rebuilt,
    deadlines_rebuild,
    ranges_of_players,
)
from qualifications.services.notices import notices_send, notices_write
from qualifications.services.periods import period_ensure

logger = logging.getLogger(__name__)


@shared_task(bind=True)
def recompute_period_task(self, period_id: int, requested_by_id: int | None = None) -> None:
    """Compute the draft list of one period. Refusals are logged; a crash leaves a failed run."""
    try:
        run = recompute_period(
            period_id,
            requested_by_id=requested_by_id,
            task_id=self.request.id or "",
            clock=dates.now,
        )
    except Refused as refusal:
        logger.warning("Period %s was not computed: %s", period_id, refusal)
        return
    logger.info("Period %s computed: run %s", period_id, run.pk)


@shared_task(name="qualifications.tasks.recompute_open_periods")
def recompute_open_periods() -> None:
    """Every night: make sure today's period exists; compute the earliest not yet published."""
    today = dates.today()
    period_ensure(today)
    period = (
        RatingPeriod.objects.exclude(status=PeriodStatus.PUBLISHED)
        .filter(starts_on__lte=today)
        .order_by("list_on")
        .first()
    )
    if period is not None:
        recompute_period_task.delay(period.pk)


@shared_task(name="qualifications.tasks.deadlines_and_notices")
def deadlines_and_notices() -> None:
    """Every night: find what ends, write the notices that are due, and send them.

    Runs again after a restart without writing or sending anything twice.
    """
    today = dates.today()
    found = sum(
        (deadlines_rebuild(first, last, on=today) for first, last in ranges_of_players()), Rebuilt()
    )
    logger.info("Deadlines of %s players: %s new", found.players, found.added)
    written = notices_write(today=today, at=dates.now())
    sent = notices_send(today=today, clock=dates.now)
    logger.info("Notices: %s written, %s sent", written, sent)


@shared_task(name="qualifications.tasks.deadlines_of_range")
def deadlines_of_range(first: int, last: int, on: str) -> None:
    """Find what ends for players numbered `first` through `last`, as of an ISO date."""
    found = deadlines_rebuild(first, last, on=date.fromisoformat(on))
    logger.info("Deadlines of players %s to %s: %s new", first, last, found.added)
