"""Asking a commission to declare norms of an event, and its answer."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import User
from federation.written import written
from qualifications.models import NormRequest, NormRequestStatus
from qualifications.norm_registration import (
    DECLARED_BY_COMMISSIONS,
    papers_digest,
    rightful_commission,
)
from qualifications.services.decrees import Stale
from tournaments.grades import NormKey
from tournaments.models import DeclaredNorm, Event, EventStatus

_ONLY_NOTED: Mapping[str, None] = {"declared_by": None, "declared_on": None}


@transaction.atomic
def norms_ask(
    event: Event, norms: Collection[str], *, user: User, at: datetime
) -> list[NormRequest]:
    """Ask the rightful commissions to declare norms of an event that has not begun.

    UA.AWD.4, UA.AWD.10. A norm is declared by the end of the event's first day. Raises Refused
    without a norm, after that day, and for a norm that is declared or asked for already. What the
    clerk has only noted, without a day, can be asked for: the commission's word takes its place.
    """
    event = _open_event(event, at)
    if not norms:
        raise Refused(_("Choose at least one norm."))
    found = []
    for norm in norms:
        commission = rightful_commission(event, norm)
        if commission is None and norm in DECLARED_BY_COMMISSIONS:
            raise Refused(
                _("No commission answers for the tournament’s region. Correct the region first.")
            )
        if commission is None:
            raise Refused(_("This norm is set by the organiser: note it with the tournament."))
        if event.declared_norms.filter(norm=norm).exclude(**_ONLY_NOTED).exists():
            raise Refused(_("“%(norm)s” is declared already.") % {"norm": NormKey(norm).label})
        try:
            with transaction.atomic():
                found.append(
                    NormRequest.objects.create(
                        event=event, norm=norm, commission=commission, asked_by=user, asked_at=at
                    )
                )
        except IntegrityError as error:
            raise Refused(
                _("“%(norm)s” is asked for already.") % {"norm": NormKey(norm).label}
            ) from error
    return found


@transaction.atomic
def norm_declare(request: NormRequest, *, user: User, at: datetime, seen: str = "") -> DeclaredNorm:
    """The commission declares the norm, today.

    `seen` is the digest of the papers that the person has looked at. Raises Refused for the person
    who asked, after the event's first day and when somebody has answered meanwhile; Stale when the
    papers are others by now.
    """
    request = _locked(request)
    event = _open_event(request.event, at)
    if seen and seen != papers_digest(event):
        raise Stale(
            _("The papers of the tournament have changed since you opened the page: look again.")
        )
    if user.pk == request.asked_by_id:
        raise Refused(_("You have asked for this norm: another person of the commission declares."))
    for noted in event.declared_norms.filter(norm=request.norm, declared_by=None):
        noted.delete()
    _answer(request, NormRequestStatus.DECLARED, user, at, "")
    return DeclaredNorm.objects.create(
        event=event,
        norm=request.norm,
        commission=request.commission,
        declared_on=timezone.localtime(at).date(),
        declared_by=user,
    )


@transaction.atomic
def norm_refuse(request: NormRequest, *, words: str, user: User, at: datetime) -> NormRequest:
    """The commission does not declare the norm, and says why.

    Raises Refused without words, and when somebody has answered meanwhile.
    """
    words = written(words, most=300)
    if not words:
        raise Refused(_("Say why the norm is not declared."))
    return _answer(_locked(request), NormRequestStatus.REFUSED, user, at, words)


@transaction.atomic
def norm_request_withdraw(request: NormRequest, *, user: User, at: datetime) -> NormRequest:
    """Who prepares the event no longer asks. Raises Refused when it was answered meanwhile."""
    return _answer(_locked(request), NormRequestStatus.WITHDRAWN, user, at, "")


def _answer(
    request: NormRequest, status: NormRequestStatus, user: User, at: datetime, words: str
) -> NormRequest:
    request.status, request.words = status, words
    request.answered_by, request.answered_at = user, at
    request.save()
    return request


def _locked(request: NormRequest) -> NormRequest:
    found = (
        NormRequest.objects.select_for_update(of=("self",))
        .select_related("event", "commission")
        .get(pk=request.pk)
    )
    if found.status != NormRequestStatus.OPEN:
        raise Refused(
            _("This has been answered meanwhile: %(status)s.")
            % {"status": found.get_status_display()}
        )
    return found


def _open_event(event: Event, at: datetime) -> Event:
    """The event, locked. Raises Refused once its first day is over, or its file was sent."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    if event.status != EventStatus.DRAFT:
        raise Refused(_("The tournament has been sent: its norms can no longer be changed."))
    if timezone.localtime(at).date() > event.starts_on:
        raise Refused(
            _(
                "The tournament began on %(day)s: a norm is declared by the end of that day. A "
                "declaration from paper with an earlier date is noted with the tournament."
            )
            % {"day": f"{event.starts_on:%d.%m.%Y}"}
        )
    return event
