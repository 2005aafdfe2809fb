"""Which events a list counts."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, QuerySet

from qualifications.counting import papers_asked
from qualifications.law import covers, law_for
from qualifications.models import Objection, ObjectionStatus, RatingPeriod, RunEvent
from qualifications.rating_run.report import Report
from tournaments.models import Entry, Event, EventStatus, EventSystem


@dataclass(frozen=True, slots=True)
class CountedEvent:
    """What a run needs to know of an event besides its games."""

    pk: int
    name: str
    starts_on: date
    ends_on: date
    team: bool


def events_to_count(period: RatingPeriod) -> QuerySet[Event]:
    """Admitted events that ended by the period's last day and stand in no published list yet."""
    counted = RunEvent.objects.filter(event=OuterRef("pk"), run__publication__isnull=False)
    return (
        Event.objects.filter(status=EventStatus.ADMITTED, rated=True, ends_on__lte=period.ends_on)
        .exclude(Exists(counted))
        .order_by("starts_on", "pk")
    )


def next_list_waits(period: RatingPeriod) -> bool:
    """Whether this period has something to count, so that its list is issued before the next one.

    It does not wait for events whose papers lack a fact, which are counted in the list that comes
    after the answer, nor for those of a day without an edition.
    """
    events = events_to_count(period)
    if not events.exists():
        return False
    law = law_for(period.scheme, on=period.ends_on)
    return any(
        covers(period.scheme, on=event.ends_on) and not papers_asked(event, law)
        for event in events.iterator(chunk_size=100)
    )


def chosen_events(
    period: RatingPeriod, events: QuerySet[Event], report: Report
) -> list[CountedEvent]:
    """The events of the list, by first day; what cannot be counted in it is named in the report."""
    chosen = []
    rows = events.order_by("starts_on", "pk").values_list(
        "pk", "name", "starts_on", "ends_on", "system"
    )
    for pk, name, starts_on, ends_on, system in rows:
        if ends_on > period.ends_on:
            report.name("event_outside", event=name, id=pk)
        elif not covers(period.scheme, on=ends_on):
            report.name("no_edition", event=name, id=pk)
        else:
            team = system == EventSystem.TEAM
            chosen.append(CountedEvent(pk, name, starts_on, ends_on, team))
    return chosen


def players_held(period: RatingPeriod) -> frozenset[int]:
    """Players to whose line of this list somebody objects, and there is no answer yet."""
    waiting = Objection.objects.filter(period=period, status=ObjectionStatus.OPEN)
    return frozenset(waiting.values_list("player_id", flat=True))


def undivided_winners(events: Collection[int]) -> dict[int, int]:
    """Event → player alone on the first place (UA.IK.8).

    In a team event the places are those of the teams.
    """
    first: dict[int, list[int]] = defaultdict(list)
    entries = Entry.objects.filter(event__in=events, rank=1).exclude(event__system=EventSystem.TEAM)
    for event, player in entries.values_list("event", "player"):
        first[event].append(player)
    return {event: players[0] for event, players in first.items() if len(players) == 1}
