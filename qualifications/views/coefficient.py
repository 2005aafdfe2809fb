"""Stating what an admitted event's papers leave open for the individual coefficient."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.requests import SignedInRequest
from qualifications.forms_coefficient import CoefficientFactsForm
from qualifications.presenting_counting import event_counting_view
from qualifications.services.papers import event_facts_state, open_facts
from tournaments.models import Event, EventStatus


@login_required
@require_http_methods(["GET", "POST"])
def event_coefficient(request: SignedInRequest, pk: int) -> HttpResponse:
    """Missing facts of an admitted event, by a person who did not register or send it."""
    event = get_object_or_404(Event.objects.select_related("commission"), pk=pk)
    access_of(request).require(Action.EVENT_ADMIT, event=event)
    if event.status != EventStatus.ADMITTED or not open_facts(event):
        return redirect("event-detail", pk=event.pk)
    form = CoefficientFactsForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        try:
            event_facts_state(event, facts=form.facts(), user=request.user, at=dates.now())
            messages.success(request, _("The papers are complete in this; the next run counts it."))
        except Refused as refusal:
            messages.error(request, str(refusal))
        return redirect("event-detail", pk=event.pk)
    return render(
        request,
        "qualifications/event_coefficient.html",
        {"event": event, "form": form, "counting": event_counting_view(event)},
        status=422 if request.method == "POST" else 200,
    )
