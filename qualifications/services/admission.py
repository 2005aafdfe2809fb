"""Admitting an event: the second person's click, with everything that follows from it."""

from datetime import datetime

from django.db import transaction

from federation.models import User
from qualifications.grades import SCHEME
from qualifications.models import Assessment
from qualifications.services.assessment import event_assess
from qualifications.services.periods import period_ensure
from qualifications.services.rejudging import judging_lock, later_events_rejudge, players_lock
from qualifications.uncollected import uncollected
from tournaments.models import Event
from tournaments.services import event_admit


@uncollected()
@transaction.atomic
def event_admit_and_assess(event: Event, *, user: User, at: datetime) -> dict[str, Assessment]:
    """Admit an event, judge it at once, and make sure that a rating period will count it.

    Events of its players that ended later and were admitted before are judged again. Returns the
    assessments by scheme. Raises federation.errors.Refused for the person who
    registered or sent it, or when somebody else was quicker.
    """
    judging_lock()
    event = event_admit(event, user=user, at=at)
    players = set(event.entries.values_list("player_id", flat=True))
    players_lock(players)
    assessments = event_assess(event, user=user, at=at)
    later_events_rejudge(players, since=event.starts_on, user=user, at=at, because_event=event)
    if assessments[SCHEME].edition and event.rated:
        period_ensure(event.ends_on)
    return assessments
