"""What waits for a person with mandates: the reads behind a desk."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from federation.access import Access, Action
from federation.models import CardClaim, Commission, PersonRequest
from qualifications.account_page import claims_waiting, requests_open
from qualifications.changed_bases import changed_bases_on_desk
from qualifications.correction_page import corrections_to_sign
from qualifications.decree_page import decrees_to_approve, own_drafts
from qualifications.fide_application_lists import applications_waiting
from qualifications.grades import SCHEME
from qualifications.lifetime import lifetime_waiting
from qualifications.models import (
    ApplicationStatus,
    ChangedBasis,
    Correction,
    Decree,
    FideApplication,
    NormRequest,
    Objection,
    ObjectionStatus,
    PeriodStatus,
    RatingPeriod,
    Submission,
)
from qualifications.norm_registration import (
    NormState,
    coming_events,
    norm_states,
    requests_waiting,
    still_missing,
)
from qualifications.proposals import awards_waiting, moves_waiting
from qualifications.submission_page import norms_to_submit, submissions_waiting
from tournaments.models import Event, EventReplacement, EventStatus


@dataclass(frozen=True, slots=True)
class ComingEvent:
    """An event that has not begun."""

    event: Event
    days_left: int
    """Until its first day, by whose end norms are declared."""
    missing: tuple[NormState, ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """How much waits for an act of a body."""

    commission: Commission
    count: int
    since: date
    """The day from which the first of them could be done."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What waits for a person."""

    to_admit: tuple[Event, ...]
    """Sent for admission, and this person may admit them."""
    own_waiting: tuple[Event, ...]
    """Sent for admission; somebody else has to admit."""
    drafts: tuple[Event, ...]
    corrected: tuple[EventReplacement, ...]
    """Corrected files of admitted events: being prepared, or waiting for admission."""
    to_decide: tuple[Waiting, ...]
    """What waits for a decree, for each body that the person may draft for."""
    decrees: tuple[Decree, ...]
    """Drafts of others that this person may approve, the oldest first."""
    own_decrees: tuple[Decree, ...]
    """Drafts that this person wrote; another one approves them."""
    submissions: tuple[Submission, ...]
    """Those to finish, to sign or to look at."""
    norms_asked: tuple[NormRequest, ...]
    """Norms that this person may declare, the most pressing first."""
    coming: tuple[ComingEvent, ...]
    """Own events that have not begun, with what their norms lack."""
    claims: tuple[CardClaim, ...]
    """Cards that somebody has claimed, to confirm or refuse."""
    requests: tuple[PersonRequest, ...]
    """What owners of cards ask."""
    applications: tuple[FideApplication, ...]
    """To FIDE: being prepared, or with FIDE; the oldest first."""
    to_sign: int
    """How many of them somebody else has prepared, so that this person may sign."""
    to_submit: tuple[Waiting, ...]
    """Norms that wait to be submitted, for each body that the person prepares for."""
    changed_bases: tuple[ChangedBasis, ...]
    """Lines of decrees in force that rest on changed data, which this person may answer."""
    periods: tuple[RatingPeriod, ...]
    drafts_of_region: tuple[RatingPeriod, ...]
    """Drafts whose lines a regional commission can object to."""
    objections: tuple[Objection, ...]
    """Open ones that this person may answer, the oldest first."""
    corrections: tuple[Correction, ...]
    """Late corrections of others that this person may sign, the oldest first."""


OBJECTIONS_ON_DESK = 50


def _coming(access: Access, today: date) -> tuple[ComingEvent, ...]:
    events = coming_events(access, today=today)
    states = norm_states(events)
    return tuple(
        ComingEvent(
            event=event,
            days_left=(event.starts_on - today).days,
            missing=tuple(still_missing(states.get(event.pk, []))),
        )
        for event in events
    )


def _to_sign(access: Access, applications: Iterable[FideApplication]) -> int:
    if not access.may(Action.APPLICATION_SEND):
        return 0
    return sum(
        one.status == ApplicationStatus.DRAFT and one.drafted_by_id != access.user_id
        for one in applications
    )


def _to_decide(access: Access, today: date) -> tuple[Waiting, ...]:
    found = []
    for commission in access.commissions(Action.DECREE_DRAFT):
        waiting = [
            *awards_waiting(commission),
            *moves_waiting(commission, today=today),
            *lifetime_waiting(commission, today=today),
        ]
        if waiting:
            since = min(one.effective_on for one in waiting)
            found.append(Waiting(commission, len(waiting), since))
    return tuple(found)


def _to_submit(access: Access) -> tuple[Waiting, ...]:
    found = []
    for commission in access.commissions(Action.SUBMISSION_PREPARE):
        norms = norms_to_submit(commission)
        if norms:
            since = min(one.effective_on for one in norms)
            found.append(Waiting(commission, len(norms), since))
    return tuple(found)


def desk_of(access: Access, *, today: date) -> Desk:
    """The desk of a person with mandates. Constant number of queries per mandate."""
    commissions = access.commissions(Action.EVENT_PREPARE)
    in_hand = list(
        Event.objects.filter(commission__in=commissions)
        .filter(status__in=(EventStatus.DRAFT, EventStatus.SUBMITTED))
        .select_related("commission", "region", "registered_by", "submitted_by")
        .order_by("submitted_at", "pk")
    )
    submitted = [e for e in in_hand if e.status == EventStatus.SUBMITTED]
    may_admit = {e.pk for e in submitted if access.may(Action.EVENT_ADMIT, event=e)}
    applications = applications_waiting() if access.may(Action.APPLICATION_PREPARE) else []
    return Desk(
        to_admit=tuple(e for e in submitted if e.pk in may_admit),
        own_waiting=tuple(e for e in submitted if e.pk not in may_admit),
        drafts=tuple(e for e in in_hand if e.status == EventStatus.DRAFT),
        corrected=tuple(
            EventReplacement.objects.filter(
                event__commission__in=commissions, status__in=("draft", "submitted")
            )
            .select_related("event", "proposed_by", "submitted_by")
            .order_by("pk")
        ),
        to_decide=_to_decide(access, today),
        decrees=tuple(decrees_to_approve(access)),
        own_decrees=tuple(own_drafts(access)),
        submissions=tuple(submissions_waiting(access)),
        norms_asked=tuple(requests_waiting(access, today=today)),
        coming=_coming(access, today),
        claims=tuple(claims_waiting(access)),
        requests=tuple(requests_open(access)),
        applications=tuple(applications),
        to_sign=_to_sign(access, applications),
        to_submit=_to_submit(access),
        changed_bases=tuple(changed_bases_on_desk(access)),
        periods=tuple(
            RatingPeriod.objects.filter(scheme=SCHEME)
            .exclude(status=PeriodStatus.PUBLISHED)
            .order_by("list_on")
        )
        if access.may(Action.PERIOD_SEE_DRAFT)
        else (),
        drafts_of_region=tuple(
            RatingPeriod.objects.filter(scheme=SCHEME, status=PeriodStatus.COMPUTED).order_by(
                "list_on"
            )
        )
        if access.may(Action.OBJECTION_RAISE)
        else (),
        objections=tuple(
            Objection.objects.filter(status=ObjectionStatus.OPEN)
            .exclude(raised_by=access.user_id)
            .select_related("player__region", "commission", "period", "raised_by")
            .order_by("pk")[:OBJECTIONS_ON_DESK]
        )
        if access.may(Action.OBJECTION_ANSWER)
        else (),
        corrections=tuple(corrections_to_sign(access.user_id))
        if access.may(Action.CORRECTION_SIGN)
        else (),
    )
