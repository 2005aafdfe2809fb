"""Admitting an event: the second person's click, with everything that follows from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal

from django.db import transaction

from federation.models import User
from qualifications.engine.rules.ua_2007 import coefficient_of_event
from qualifications.engine.verdict import Outcome, Reason
from qualifications.grades import SCHEME
from qualifications.held_classes import HeldClass
from qualifications.judging import (
    Judged,
    Judgement,
    judge_draft,
    judge_event,
    questions_of,
)
from qualifications.models import Assessment
from qualifications.services.assessment import event_assess
from qualifications.services.periods import period_ensure
from qualifications.services.rejudging import later_events_rejudge, players_lock
from tournaments.models import Entry, Event
from tournaments.review import Review
from tournaments.services import event_admit


@transaction.atomic
def event_admit_and_assess(event: Event, *, user: User, at: datetime) -> dict[str, Assessment]:
    """Admit an event, judge it at once, and make sure that a rating period will count it.

    Events of its players that ended later and were admitted before are judged again. Returns the
    assessments by scheme. Raises federation.errors.Refused for the person who
    registered or sent it, or when somebody else was quicker.
    """
    event = event_admit(event, user=user, at=at)
    players = set(event.entries.values_list("player_id", flat=True))
    players_lock(players)
    assessments = event_assess(event, user=user, at=at)
    later_events_rejudge(players, since=event.starts_on, user=user, at=at, because_event=event)
    if assessments[SCHEME].edition and event.rated:
        period_ensure(event.ends_on)
    return assessments


@dataclass(frozen=True, slots=True)
class OtherOutlook:
    """What another scheme would say about an event."""

    scheme: str
    title: str
    """Of the edition, in its own language; empty where none covers the event."""
    met: tuple[tuple[Entry, str], ...]
    undecided: int
    facts_missing: bool
    asks: tuple[str, ...]
    """Keys of the facts that open verdicts ask for."""


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
    asks: tuple[str, ...]
    """Keys of the facts that they ask for, the most asked first."""
    unknown: tuple[Entry, ...]
    """Participants whose class nobody has stated."""
    held: Mapping[int, HeldClass]
    coefficients: Mapping[int, int | None]
    others: tuple[OtherOutlook, ...] = ()
    fide_lists: Mapping[int, date] = field(default_factory=dict)
    """By starting number: FIDE's list that says rating and title; the rest is of the file."""


def event_outlook(event: Event) -> Outlook:
    """A dry run of the judgement of a submitted event."""
    return _outlook(judge_event(event))


def draft_outlook(event: Event, review: Review) -> Outlook:
    """The same of a tournament that is being reviewed, as its decisions stand."""
    return _outlook(judge_draft(event, review))


def _outlook(judged: Judged) -> Outlook:
    gathered, home = judged.gathered, judged.home
    coefficient = reason = None
    if home.law is not None:
        coefficient, reason = coefficient_of_event(gathered.facts, home.law)

    def met(scheme: str) -> tuple[tuple[Entry, str], ...]:
        return tuple((gathered.entries[v.participant], v.grade) for v in judged.earned(scheme))

    return Outlook(
        edition=home.law.edition if home.law else "",
        coefficient=coefficient.value if coefficient else None,
        coefficient_reason=reason,
        met=met(SCHEME),
        undecided=_open(home),
        asks=tuple(questions_of(home.verdicts)),
        unknown=tuple(
            gathered.entries[number] for number, held in gathered.held.items() if not held.known
        ),
        held=gathered.held,
        coefficients={
            p.number: gathered.figures.get(p.number) for p in gathered.facts.participants
        },
        others=tuple(
            OtherOutlook(
                scheme=scheme,
                title=judgement.law.title if judgement.law else "",
                met=met(scheme),
                undecided=_open(judgement),
                facts_missing=judgement.facts_missing,
                asks=tuple(questions_of(judgement.verdicts)),
            )
            for scheme, judgement in judged.judgements.items()
            if scheme != SCHEME
        ),
        fide_lists=gathered.fide_lists,
    )


def _open(judgement: Judgement) -> int:
    return sum(verdict.outcome is Outcome.UNDECIDED for verdict in judgement.verdicts)
