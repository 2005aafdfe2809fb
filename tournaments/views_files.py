"""An event taken along as a file: what differs from the file it came with, and the download."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.access import Action, access_of
from federation.requests import SignedInRequest
from tournaments.models import Event, EventStatus
from tournaments.stored_event import KINDS, adjustment_groups, stored_event, write_event
from tournaments.wording import problem_message

SHOWN_OF_ONE_KIND = 5
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_TYPES = {
    "trf16": ("text/plain; charset=utf-8", "trf"),
    "trf26": ("text/plain; charset=utf-8", "trf"),
    "crosstable": (_XLSX, "xlsx"),
    "rating-report": (_XLSX, "xlsx"),
}


@login_required
@require_safe
def event_files(request: SignedInRequest, pk: int) -> HttpResponse:
    """The kinds of file, each with everything in which it differs from the event's own file."""
    event = _event(request, pk)
    if event.status == EventStatus.DRAFT:
        return redirect("event-detail", pk=event.pk)
    stored = stored_event(event)
    titles = {
        "trf16": _("FIDE tournament report, TRF16"),
        "trf26": _("FIDE tournament report, TRF26"),
        "crosstable": _("Crosstable as Excel"),
        "rating-report": _("Rating report as Excel"),
    }
    files = []
    for kind in KINDS:
        adjustments = write_event(stored, kind).adjustments
        groups = [
            [problem_message(problem) for problem in problems]
            for _code, problems in adjustment_groups(adjustments)
        ]
        files.append(
            {
                "kind": kind,
                "title": titles[kind],
                "count": len(adjustments),
                "groups": [(g[:SHOWN_OF_ONE_KIND], g[SHOWN_OF_ONE_KIND:]) for g in groups],
            }
        )
    return render(request, "tournaments/event_files.html", {"event": event, "files": files})


@login_required
@require_safe
def event_file(request: SignedInRequest, pk: int, kind: str) -> HttpResponse:
    """The event as a file of one kind."""
    event = _event(request, pk)
    if kind not in KINDS:
        raise Http404(kind)
    if event.status == EventStatus.DRAFT:
        return redirect("event-detail", pk=event.pk)
    content_type, extension = _TYPES[kind]
    response = HttpResponse(write_event(stored_event(event), kind).data, content_type=content_type)
    name = f"event-{event.pk}-{kind}.{extension}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _event(request: SignedInRequest, pk: int) -> Event:
    event = get_object_or_404(Event.objects.select_related("commission", "upload"), pk=pk)
    access_of(request).require(Action.EVENT_DOWNLOAD, event=event)
    return event
