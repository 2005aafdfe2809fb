"""Admitting an event: the second person's click, with everything that follows from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import transaction

from federation.models import User
from qualifications.engine import NoEditionInForce, assess_event, regulation_for
from qualifications.engine.rules.ua_2007 import coefficient_of_event
from qualifications.engine.verdict import Outcome, Reason
from qualifications.facts import HeldClass, gather_event
from qualifications.grades import SCHEME, higher_than
from qualifications.models import Assessment
from qualifications.services.assessment import event_assess
from qualifications.services.periods import period_ensure
from tournaments.models import Entry, Event
from tournaments.services import event_admit


@transaction.atomic
def event_admit_and_assess(event: Event, *, user: User, at: datetime) -> Assessment:
    """Admit an event, judge it at once, and make sure that a rating period will count it.

    Raises federation.errors.Refused for the person who registered or sent it, or when somebody
    else was quicker.
    """
    event = event_admit(event, user=user, at=at)
    assessment = event_assess(event, user=user, at=at)
    if assessment.edition and event.rated:
        period_ensure(event.ends_on)
    return assessment


@dataclass(frozen=True, slots=True)
class Outlook:
    """What admitting an event would mean; computed, nothing stored."""

    edition: str
    """Empty when no edition covers the event's last day."""
    coefficient: Decimal | None
    coefficient_reason: Reason | None
    met: tuple[tuple[Entry, str], ...]
    """Norms that would be met: entry and grade, the best of each player."""
    undecided: int
    """Verdicts that a missing fact leaves open."""
    unknown: tuple[Entry, ...]
    """Participants whose class nobody has stated."""
    held: Mapping[int, HeldClass]
    coefficients: Mapping[int, int | None]


def event_outlook(event: Event) -> Outlook:
    """A dry run of the judgement of a submitted event."""
    try:
        law = regulation_for(SCHEME, on=event.ends_on)
    except NoEditionInForce:
        return Outlook("", None, None, (), 0, (), {}, {})
    gathered = gather_event(event, law)
    coefficient, reason = coefficient_of_event(gathered.facts, law)
    best: dict[int, str] = {}
    undecided = 0
    for verdict in assess_event(gathered.facts, law):
        undecided += verdict.outcome is Outcome.UNDECIDED
        known = best.get(verdict.participant, gathered.held[verdict.participant].grade)
        if verdict.outcome is Outcome.MET and higher_than(verdict.grade, known):
            best[verdict.participant] = verdict.grade
    return Outlook(
        edition=law.edition,
        coefficient=coefficient.value if coefficient else None,
        coefficient_reason=reason,
        met=tuple((gathered.entries[number], grade) for number, grade in best.items()),
        undecided=undecided,
        unknown=tuple(
            gathered.entries[number] for number, held in gathered.held.items() if not held.known
        ),
        held=gathered.held,
        coefficients={p.number: p.individual_coefficient for p in gathered.facts.participants},
    )
