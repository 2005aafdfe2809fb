"""The right person behind a result of an admitted event."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.models import Player
from federation.requests import SignedInRequest
from qualifications.forms_people import ReasonForm
from qualifications.presenting_people import consequence_lines
from qualifications.services.moved_entries import (
    counted_in_a_list,
    entry_move,
    entry_move_consequences,
)
from qualifications.views.parameters import MOST_NUMBER, number_asked
from tournaments.models import Entry, EventStatus


@login_required
@require_http_methods(["GET", "POST"])
def entry_person(request: SignedInRequest, pk: int) -> HttpResponse:
    """The right person behind a result: `?to=` shows the consequences, a reason then moves it.

    `&exchange=1` where that person plays in the event too and the two were entered for each other.
    """
    entry = get_object_or_404(
        Entry.objects.select_related("event__commission", "player__region"),
        pk=pk,
        event__status=EventStatus.ADMITTED,
    )
    access = access_of(request)
    if not (
        access.may(Action.ENTRY_MOVE, event=entry.event)
        or access.regions(Action.ENTRY_MOVE) is None
    ):
        raise PermissionDenied(Action.ENTRY_MOVE)
    number = number_asked(request, "to", most=MOST_NUMBER)
    to = get_object_or_404(Player, pk=number) if number is not None else None
    form = ReasonForm(request.POST if request.method == "POST" else None)
    exchange = bool(request.GET.get("exchange"))
    refused, lines = "", []
    if to is not None:
        act: dict[str, Any] = {"user": request.user, "at": dates.now(), "today": dates.today()}
        act["exchange"] = exchange
        try:
            if request.method == "POST" and form.is_valid():
                entry_move(entry, to, reason=form.cleaned_data["reason"], **act)
                done = (
                    _("The two have changed places.")
                    if exchange
                    else _("The result is moved to the right person.")
                )
                messages.success(request, done)
                return redirect("event-detail", pk=entry.event_id)
            lines = consequence_lines(entry_move_consequences(entry, to, **act))
        except Refused as refusal:
            refused = str(refusal)
    return render(
        request,
        "qualifications/entry_person.html",
        {
            "entry": entry,
            "to": to,
            "exchange": exchange,
            "plays": to is not None and entry.event.entries.filter(player=to).exists(),
            "form": form,
            "lines": lines,
            "refused": refused,
            "counted": counted_in_a_list(entry.event),
            "may_correct": access.may(Action.CORRECTION_DRAFT),
        },
        status=422 if request.method == "POST" else 200,
    )
