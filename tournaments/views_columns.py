"""The page on which a person says which column of a table is what."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.requests import SignedInRequest
from tournaments.columns_page import columns_page
from tournaments.models import Event, EventStatus
from tournaments.selectors import columns_remembered
from tournaments.services_files import event_columns_state


@login_required
@require_http_methods(["GET", "POST"])
def event_columns(request: SignedInRequest, pk: int) -> HttpResponse:
    """The first rows of the file, a choice for each column, and what is read by them.

    `look` shows what the choices read; `keep` keeps them for this file and for the next one with
    the same headings.
    """
    event = get_object_or_404(Event.objects.select_related("commission", "upload"), pk=pk)
    access_of(request).require(Action.EVENT_PREPARE, event=event)
    if event.status != EventStatus.DRAFT:
        messages.info(request, _("The papers of this tournament are closed."))
        return redirect("event-detail", pk=event.pk)
    page = columns_page(
        event,
        columns_remembered(event.commission_id),
        today=dates.today(),
        post=request.POST if request.method == "POST" else None,
    )
    if page is None:
        return redirect("event-review" if event.upload_id else "event-upload", pk=event.pk)
    if "keep" in request.POST and page.columns is not None:
        try:
            event_columns_state(
                event, page.columns, heading=page.heading, user=request.user, at=dates.now()
            )
        except Refused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("The table is read as you have said."))
        return redirect("event-review", pk=event.pk)
    steps = {
        "register": reverse("event-edit", args=[event.pk]),
        "upload": reverse("event-upload", args=[event.pk]),
    }
    return render(
        request,
        "tournaments/event_columns.html",
        {"event": event, "page": page, "steps": steps},
        status=422 if page.error else 200,
    )
