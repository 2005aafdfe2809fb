"""Late news: what events admitted before say once something earlier has become known."""

from collections.abc import Collection
from datetime import date, datetime

from django.db import connection, transaction
from django.db.models import QuerySet

from federation.models import Player, User
from federation.taken_back import is_trial
from qualifications.grades import SCHEME
from qualifications.models import Correction, Decision
from qualifications.services.assessment import event_reassess
from tournaments.models import Event, EventStatus


@transaction.atomic
def later_events_rejudge(
    players: Collection[int],
    *,
    since: date,
    user: User,
    at: datetime,
    because_event: Event | None = None,
    because_decision: Decision | None = None,
    because_correction: Correction | None = None,
) -> int:
    """Judge again the admitted events of players that ended on `since` or later; how many.

    In order of their last days, those that began first before others. Where lines of further
    players change, their later events follow. An event that says the same as before is left alone.
    """
    affected, seen, count = set(players), {because_event.pk} if because_event else set(), 0
    while True:
        event = _judged_events(affected, since).exclude(pk__in=seen).first()
        if event is None:
            return count
        seen.add(event.pk)
        since = event.ends_on
        changed = event_reassess(
            event,
            user=user,
            at=at,
            because_event=because_event,
            because_decision=because_decision,
            because_correction=because_correction,
        )
        affected |= changed
        count += 1


JUDGING = 20_260_901
"""The advisory lock of whoever judges events again: any number that nobody else uses."""


def judging_lock() -> None:
    """Let whoever judges at the same moment wait for us; the first thing such an act does.

    Judging again spreads to other players and events, so that no order of rows would keep two acts
    from waiting for each other: on PostgreSQL one act judges at a time. Trials go side by side, but
    not beside an act.
    """
    if connection.vendor == "postgresql":
        shared = "_shared" if is_trial() else ""
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_advisory_xact_lock{shared}(%s)", [JUDGING])


def players_lock(players: Collection[int]) -> None:
    """Let whoever adds to the same ledgers at the same moment wait for us."""
    rows = Player.objects.filter(pk__in=players).order_by("pk")
    list(rows.select_for_update(no_key=True).values("pk"))


def _judged_events(players: Collection[int], since: date) -> QuerySet[Event]:
    return Event.objects.filter(
        status=EventStatus.ADMITTED,
        ends_on__gte=since,
        pk__in=Event.objects.filter(entries__player__in=players).values("pk"),
        assessments__scheme=SCHEME,
        assessments__current=True,
    ).order_by("ends_on", "starts_on", "pk")
