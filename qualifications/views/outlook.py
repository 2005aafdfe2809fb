"""Before the last rounds of an event: which norms are still possible."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation import dates
from federation.access import Action, access_of
from federation.requests import SignedInRequest
from qualifications.presenting_outlook import outlook_sections, outlook_sentence
from qualifications.progress import event_in_progress, prospects_of
from qualifications.views.parameters import number_asked
from tournaments.models import Event, EventStatus

MOST_ROUNDS = 30
"""More than any event has."""


@login_required
@require_safe
def event_outlook(request: SignedInRequest, pk: int) -> HttpResponse:
    """A draft whose file is not complete; `?rounds=` says how many rounds there are in all."""
    event = get_object_or_404(Event.objects.select_related("region", "commission", "upload"), pk=pk)
    access_of(request).require(Action.EVENT_SEE_UNADMITTED, event=event)
    if event.status != EventStatus.DRAFT or event.upload is None:
        messages.info(request, _("An outlook is for tournaments in progress with a file."))
        return redirect("event-detail", pk=event.pk)
    progress = event_in_progress(
        event, today=dates.today(), rounds=number_asked(request, "rounds", most=MOST_ROUNDS)
    )
    can_try = progress is not None and progress.left > 0 and not progress.too_much
    found = prospects_of(progress) if progress is not None and can_try else {}
    return render(
        request,
        "qualifications/event_outlook.html",
        {
            "event": event,
            "progress": progress,
            "sections": outlook_sections(progress, found) if progress else [],
            "sentence": outlook_sentence(progress, found) if progress and can_try else "",
        },
    )
