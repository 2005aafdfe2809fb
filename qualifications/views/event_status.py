"""Where a tournament is: with whom and since when, for everybody and without names of people."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.templatetags.registry import day as day_words
from qualifications.models import PeriodStatus, RunEvent
from tournaments.models import Event, EventStatus


@require_safe
def event_status_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The steps of a tournament from registration to the list that counts it."""
    event = get_object_or_404(Event.objects.select_related("commission", "region"), pk=pk)
    if event.status == EventStatus.REPLACED:
        return redirect("event-status", pk=event.replaced_by.event_id)
    response = render(
        request,
        "qualifications/event_status.html",
        {"event": event, "status": _status(event), "steps": _steps(event)},
    )
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _status(event: Event) -> dict[str, str]:
    commission = event.commission.name
    if event.status == EventStatus.ADMITTED:
        words, tone = _("It is admitted; its results count."), "good"
    elif event.status == EventStatus.SUBMITTED:
        words = _("It waits for admission by a second person: %(commission)s.")
        tone = "wait"
    elif event.returned_note:
        words = _("It went back for correction: %(commission)s.")
        tone = "warn"
    else:
        words = _("It is being prepared: %(commission)s.")
        tone = "neutral"
    return {
        "word": str(event.get_status_display()),
        "tone": tone,
        "with": words % {"commission": commission} if "%(" in words else words,
    }


def _steps(event: Event) -> list[dict[str, Any]]:
    steps = [
        (_("Registered"), event.registered_at),
        (_("Sent for admission"), event.submitted_at),
        (_("Admitted and judged"), event.admitted_at),
    ]
    found = [{"word": word, "day": day_words(at)} for word, at in steps if at is not None]
    counted = (
        RunEvent.objects.filter(event=event, run__publication__status=PeriodStatus.PUBLISHED)
        .order_by("run__publication__list_on")
        .values_list("run__publication__list_on", flat=True)
        .first()
    )
    if counted is not None:
        found.append({"word": _("Counted in the rating list"), "day": day_words(counted)})
    return found
