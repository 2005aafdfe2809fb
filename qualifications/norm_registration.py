"""Norms of a coming event: which commission declares each, by when, and what is missing.

UA.AWD.4: the norm of a master is set by the national commission. UA.AWD.10: candidate points and
the I rank by the regional ones. UA.AWD.11: lower norms by the organiser. UA.AWD.12, UA.AWD.13: an
event with a norm of masters or candidate masters has three arbiters, one with the category.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import prefetch_related_objects

from federation.access import Access, Action
from federation.models import Commission, CommissionKind
from federation.names import fold
from qualifications.engine.regulation import Regulation
from qualifications.engine.rules.ua_2007.conditions import (
    norm_declared_by_commission,
    norm_declared_by_federation,
    norm_declared_by_region,
)
from qualifications.engine.rules.ua_2007.games import (
    arbiters_of_candidate_event,
    arbiters_of_master_event,
)
from qualifications.engine.verdict import Outcome, Reason
from qualifications.facts import papers_facts
from qualifications.grades import SCHEME
from qualifications.law import LawBook
from qualifications.models import NormRequest, NormRequestStatus
from tournaments.grades import NormKey
from tournaments.models import DeclaredNorm, Event, EventArbiter, EventStatus

DECLARED_BY_COMMISSIONS = (NormKey.MSU, NormKey.KMSU, NormKey.CANDIDATE_POINT, NormKey.RANK_1)
"""From the highest down; the lower ones are the organiser's."""


@dataclass(frozen=True, slots=True)
class NormState:
    """Where the declaration of one norm stands, and what its event still lacks."""

    norm: NormKey
    declared: DeclaredNorm | None
    request: NormRequest | None
    """The latest."""
    in_time: bool
    """The declaration counts: by the rightful body, not after the first day."""
    panel: Reason | None
    """The arbiters that the norm asks for; None for a norm that asks for none."""

    @property
    def lacks_panel(self) -> bool:
        return self.panel is not None and self.panel.outcome is not Outcome.MET

    @property
    def only_noted(self) -> bool:
        """The clerk says that it was declared, without a day or a document: nobody can check it."""
        found = self.declared
        return found is not None and not (found.declared_by_id or found.declared_on)


def rightful_commission(event: Event, norm: str) -> Commission | None:
    """Who is asked to declare a norm of an event; None for a norm that the organiser sets."""
    if norm not in DECLARED_BY_COMMISSIONS:
        return None
    if norm == NormKey.MSU:
        return Commission.objects.filter(kind=CommissionKind.NATIONAL).first()
    return Commission.objects.filter(kind=CommissionKind.REGIONAL, region=event.region_id).first()


def norm_states(events: Sequence[Event]) -> dict[int, list[NormState]]:
    """By event, the norms that commissions declare, from the highest down.

    A constant number of queries. An event that no edition judges has none.
    """
    prefetch_related_objects(
        events,
        "arbiters",
        "declared_norms__commission",
        "declared_norms__declared_by",
        "norm_requests__commission",
        "norm_requests__asked_by",
        "norm_requests__answered_by",
    )
    book = LawBook.read()
    return {
        event.pk: _states(event, law)
        for event in events
        if (law := book.law_for_event(SCHEME, event)) is not None
    }


def _states(event: Event, law: Regulation) -> list[NormState]:
    facts = papers_facts(event)
    declared = {one.norm: one for one in event.declared_norms.all()}
    requests = {one.norm: one for one in event.norm_requests.all()}
    by_norm = {
        NormKey.MSU: (norm_declared_by_federation(facts), arbiters_of_master_event(facts, law)),
        NormKey.KMSU: (norm_declared_by_commission(facts), arbiters_of_candidate_event(facts, law)),
        NormKey.CANDIDATE_POINT: (norm_declared_by_region(facts, NormKey.CANDIDATE_POINT), None),
        NormKey.RANK_1: (norm_declared_by_region(facts, NormKey.RANK_1), None),
    }
    return [
        NormState(
            norm=norm,
            declared=declared.get(norm),
            request=requests.get(norm),
            in_time=reason.outcome is Outcome.MET,
            panel=panel,
        )
        for norm, (reason, panel) in by_norm.items()
    ]


def law_of(event: Event) -> Regulation | None:
    """The edition by which the event will be judged."""
    return LawBook.read().law_for_event(SCHEME, event)


def papers_digest(event: Event) -> str:
    """Of what a commission looks at before it declares a norm: the papers and the arbiters."""
    facts = replace(papers_facts(event), declared_norms=())
    said = repr((event.name, event.city, event.region_id, facts))
    return hashlib.sha256(said.encode()).hexdigest()


def arbiters_elsewhere(event: Event) -> list[EventArbiter]:
    """Where those who serve the event are named as arbiters on its days too. Two queries."""
    own = {fold(one.name) for one in event.arbiters.all()}
    if not own:
        return []
    others = EventArbiter.objects.filter(
        event__starts_on__lte=event.ends_on, event__ends_on__gte=event.starts_on
    ).exclude(event=event)
    named = others.exclude(event__status=EventStatus.REPLACED).select_related("event")
    return [one for one in named.order_by("name", "event__starts_on") if fold(one.name) in own]


def requests_waiting(access: Access, *, today: date) -> list[NormRequest]:
    """Norms that the user's commissions can still declare, the most pressing event first."""
    commissions = [one.pk for one in access.commissions(Action.NORM_DECLARE)]
    waiting = NormRequest.objects.filter(
        commission__in=commissions,
        status=NormRequestStatus.OPEN,
        event__status=EventStatus.DRAFT,
        event__starts_on__gte=today,
    ).exclude(asked_by=access.user_id)
    return list(
        waiting.select_related("event", "commission", "asked_by").order_by(
            "event__starts_on", "pk"
        )[:100]
    )


def coming_events(access: Access, *, today: date) -> list[Event]:
    """Events of the user's commissions that have not begun, the next one first."""
    commissions = [one.pk for one in access.commissions(Action.EVENT_PREPARE)]
    events = Event.objects.filter(
        commission__in=commissions, status=EventStatus.DRAFT, starts_on__gte=today
    )
    return list(events.order_by("starts_on", "pk")[:50])


def still_missing(states: Sequence[NormState]) -> list[NormState]:
    """Norms that were asked for or declared, and cannot be made as things stand."""
    return [
        one
        for one in states
        if (one.request is not None and one.request.status == NormRequestStatus.OPEN)
        or (one.declared is not None and (not one.in_time or one.lacks_panel or one.only_noted))
    ]
