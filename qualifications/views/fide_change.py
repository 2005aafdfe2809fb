"""What FIDE may be expected to make of an event."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from federation.access import Action, access_of
from qualifications.fide_change import expected_fide_change
from qualifications.presenting_fide_change import fide_change_view
from tournaments.models import Event, EventStatus


@require_safe
def event_fide_change(request: HttpRequest, pk: int) -> HttpResponse:
    """The expected change of every participant. Before admission only for the commissions."""
    event = get_object_or_404(Event.objects.select_related("commission"), pk=pk)
    if event.status != EventStatus.ADMITTED:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        access_of(request).require(Action.EVENT_SEE_UNADMITTED, event=event)
    return render(
        request,
        "qualifications/event_fide_change.html",
        {"event": event, **fide_change_view(expected_fide_change(event))},
    )
