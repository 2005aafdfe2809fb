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
from qualifications.grades import SCHEME, earned
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
    """What would go into the ledger: entry and grade."""
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
    verdicts = assess_event(gathered.facts, law)
    met = [(v.participant, v.grade) for v in verdicts if v.outcome is Outcome.MET]
    written = earned(met, {number: held.grade for number, held in gathered.held.items()})
    return Outlook(
        edition=law.edition,
        coefficient=coefficient.value if coefficient else None,
        coefficient_reason=reason,
        met=tuple(
            (gathered.entries[number], grade) for number, grade in met if (number, grade) in written
        ),
        undecided=sum(v.outcome is Outcome.UNDECIDED for v in verdicts),
        unknown=tuple(
            gathered.entries[number] for number, held in gathered.held.items() if not held.known
        ),
        held=gathered.held,
        coefficients={p.number: p.individual_coefficient for p in gathered.facts.participants},
    )
