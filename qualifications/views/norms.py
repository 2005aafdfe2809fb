"""Norms of a coming event: asked for, declared by the rightful commission, and what is missing."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from federation import dates
from federation.access import Access, Action, access_of
from federation.errors import Refused
from federation.requests import SignedInRequest
from qualifications.models import NormRequest, NormRequestStatus
from qualifications.norm_registration import (
    NormState,
    arbiters_elsewhere,
    law_of,
    norm_states,
    papers_digest,
    rightful_commission,
)
from qualifications.presenting import reason_words
from qualifications.presenting_events import days_words, event_conditions
from qualifications.services.decrees import Stale
from qualifications.services.norm_requests import (
    norm_declare,
    norm_refuse,
    norm_request_withdraw,
    norms_ask,
)
from qualifications.views.refusals import pressed, tell_refusal
from tournaments.models import Event, EventStatus


@login_required
@require_http_methods(["GET", "POST"])
def event_norms(request: SignedInRequest, pk: int) -> HttpResponse:
    """Where the declaration of each norm stands; who prepares the event asks for more."""
    event = get_object_or_404(Event.objects.select_related("region", "commission"), pk=pk)
    access = access_of(request)
    asked_of = set(NormRequest.objects.filter(event=event).values_list("commission", flat=True))
    declares = any(c.pk in asked_of for c in access.commissions(Action.NORM_DECLARE))
    prepares = access.may(Action.EVENT_PREPARE, event=event)
    if not declares and not access.may(Action.EVENT_SEE_UNADMITTED, event=event):
        raise PermissionDenied(Action.EVENT_SEE_UNADMITTED)
    if request.method == "POST":
        access.require(Action.EVENT_PREPARE, event=event)
        try:
            norms_ask(event, request.POST.getlist("norms"), user=request.user, at=dates.now())
        except Refused as refusal:
            tell_refusal(request, refusal)
        else:
            messages.success(request, _("The commission is asked. Its answer stands on this page."))
        return redirect("event-norms", pk=event.pk)
    today = dates.today()
    in_time = today <= event.starts_on and event.status == EventStatus.DRAFT
    law = law_of(event)
    papers = event_conditions(event, event.arbiters.all())
    return render(
        request,
        "qualifications/event_norms.html",
        {
            "event": event,
            "norms": [
                _norm_view(event, one, law, access, in_time=in_time, user_id=request.user.pk)
                for one in norm_states([event]).get(event.pk, [])
            ],
            "prepares": prepares and in_time,
            "days_left": (event.starts_on - today).days,
            "in_time": in_time,
            "papers": papers,
            "seen": papers_digest(event),
            "papers_shown": json.dumps(_shown(papers), ensure_ascii=False),
            "elsewhere": [
                {"name": one.name, "event": one.event, "days": days_words(one.event)}
                for one in arbiters_elsewhere(event)
            ],
        },
    )


def _norm_view(
    event: Event, state: NormState, law: Any, access: Access, *, in_time: bool, user_id: int
) -> dict[str, Any]:
    request = state.request
    waits = request is not None and request.status == NormRequestStatus.OPEN
    may_answer = (
        waits
        and request is not None
        and access.may(Action.NORM_DECLARE, commission=request.commission)
    )
    panel = reason_words(state.panel, law) if state.panel is not None and law else None
    return {
        "norm": state.norm,
        "name": state.norm.label,
        "by": rightful_commission(event, state.norm),
        "declared": state.declared,
        "in_time": state.in_time,
        "request": request,
        "state": _where(state, in_time=in_time),
        "may_ask": in_time and not waits and (state.declared is None or state.only_noted),
        "may_answer": may_answer and in_time,
        "may_declare": may_answer
        and in_time
        and request is not None
        and request.asked_by_id != user_id,
        "may_withdraw": waits and in_time and access.may(Action.EVENT_PREPARE, event=event),
        "panel": panel,
        "lacks_panel": state.lacks_panel,
        "asked": state.declared is not None or waits,
    }


def _where(state: NormState, *, in_time: bool) -> str:
    """Where the declaration stands, in one word for the page."""
    waits = state.request is not None and state.request.status == NormRequestStatus.OPEN
    if waits and in_time:
        return "waits"
    if state.declared is not None:
        return "noted" if state.only_noted and in_time else "declared"
    if waits:
        return "lapsed"
    return str(state.request.status) if state.request is not None else ""


@login_required
@require_POST
def norm_answer(request: SignedInRequest, pk: int) -> HttpResponse:
    """Declare a norm that was asked for, or refuse it with a reason."""
    asked = get_object_or_404(NormRequest.objects.select_related("commission", "event"), pk=pk)
    access_of(request).require(Action.NORM_DECLARE, commission=asked.commission)

    def answer() -> str:
        if pressed(request, ("declare", "refuse")) == "refuse":
            words = request.POST.get("words", "")
            norm_refuse(asked, words=words, user=request.user, at=dates.now())
            return _("The refusal is kept, and the organiser sees it.")
        seen = request.POST.get("seen", "")
        norm_declare(asked, user=request.user, at=dates.now(), seen=seen)
        return _("The norm is declared.")

    return _done(request, asked, answer)


@login_required
@require_POST
def norm_withdraw(request: SignedInRequest, pk: int) -> HttpResponse:
    """No longer ask for a norm."""
    asked = get_object_or_404(NormRequest.objects.select_related("event"), pk=pk)
    access_of(request).require(Action.EVENT_PREPARE, event=asked.event)

    def withdraw() -> str:
        norm_request_withdraw(asked, user=request.user, at=dates.now())
        return _("The commission is no longer asked.")

    return _done(request, asked, withdraw)


def _shown(papers: Iterable[Mapping[str, Any]]) -> list[list[str]]:
    """Papers as they stood on the page: name and value."""
    return [
        [str(one["term"]), " · ".join(filter(None, (str(one["value"]), one.get("hint", ""))))]
        for one in papers
    ]


def _changed(shown: str, event: Event) -> Iterator[str]:
    """What the papers said on the page that is stale, and what they say now, a line each."""
    try:
        then = {str(name): str(value) for name, value in json.loads(shown[:10_000])}
    except (ValueError, TypeError):
        return
    event.refresh_from_db()
    for name, now in _shown(event_conditions(event, event.arbiters.all())):
        if name in then and then[name] != now:
            yield _("%(what)s: %(from)s → %(to)s") % {"what": name, "from": then[name], "to": now}


def _done(request: SignedInRequest, asked: NormRequest, act: Callable[[], str]) -> HttpResponse:
    try:
        messages.success(request, act())
    except Refused as refusal:
        tell_refusal(request, refusal)
        if isinstance(refusal, Stale):
            for line in _changed(request.POST.get("papers", ""), asked.event):
                messages.warning(request, line)
    return redirect("event-norms", pk=asked.event_id)
