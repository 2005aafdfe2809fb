"""A corrected file for an admitted event: give it, look through it, admit it."""

from typing import Any

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
from qualifications.presenting_people import consequence_lines
from qualifications.services.replacements import (
    replacement_admit,
    replacement_consequences,
    replacement_decide,
    replacement_discard,
    replacement_open,
    replacement_propose,
    replacement_return,
    replacement_submit,
    why_not_replaced,
)
from tournaments.confirmations import warnings_confirm
from tournaments.corrected_file import as_reviewed, difference_from_before
from tournaments.difference_words import DifferencePage, difference_page
from tournaments.forms import CorrectedUploadForm, ReturnForm, ReviewDecisions, UploadForm
from tournaments.forms_answers import AnswersPosted
from tournaments.grades import StatedClass
from tournaments.models import Event, EventReplacement, EventStatus, Newcomers, Upload
from tournaments.review import HOME_FEDERATION, NEW, OPEN, Review, review_event
from tournaments.review_page import review_page
from tournaments.review_parts import ReviewPlace
from tournaments.selectors import crosstable_of_file
from tournaments.views import take_file


@login_required
@require_http_methods(["GET", "POST"])
def event_corrected(request: SignedInRequest, pk: int) -> HttpResponse:
    """Give the corrected file and say why; or learn why it cannot be taken and what can be done."""
    event = _event(pk)
    access_of(request).require(Action.EVENT_PREPARE, event=event)
    if event.status != EventStatus.ADMITTED:
        return redirect("event-upload", pk=event.pk)
    found = replacement_open(event)
    form: UploadForm = CorrectedUploadForm(initial={"reason": found.reason if found else ""})
    why = why_not_replaced(event)
    if request.method == "POST" and not why:
        stored = take_file(request, event.commission, form_class=CorrectedUploadForm)
        if isinstance(stored, Upload):
            try:
                replacement_propose(
                    event,
                    stored,
                    reason=request.POST.get("reason", ""),
                    user=request.user,
                    at=dates.now(),
                )
            except Refused as refusal:
                messages.error(request, str(refusal))
                return redirect("event-corrected", pk=event.pk)
            return redirect("event-corrected-review", pk=event.pk)
        form = stored
    return render(
        request,
        "qualifications/event_corrected.html",
        {
            "event": event,
            "form": form,
            "why": why,
            "found": found,
            "may_correct": bool(why) and access_of(request).may(Action.CORRECTION_DRAFT),
        },
        status=422 if request.method == "POST" else 200,
    )


@login_required
@require_http_methods(["GET", "POST"])
def corrected_review_page(request: SignedInRequest, pk: int) -> HttpResponse:
    """The review of the corrected file, with what it changes; the event stays as it is."""
    event = _event(pk)
    access_of(request).require(Action.EVENT_PREPARE, event=event)
    found = replacement_open(event)
    if found is None or found.status != "draft":
        return redirect("event-detail", pk=event.pk)
    today = dates.today()
    posted = answered = None
    if request.method == "POST":
        before = review_event(as_reviewed(found), today=today)
        posted = ReviewDecisions(request.POST, before, found.review)
        answers = found.review.get("answers", {})
        answered = AnswersPosted(request.POST, before.asked, answers)
        try:
            if "discard" in request.POST:
                replacement_discard(found, user=request.user, at=dates.now())
                messages.success(request, _("The corrected file is given up."))
                return redirect("event-detail", pk=event.pk)
            kept = {k: v for k, v in found.review.items() if k != "warnings_seen"}
            decided = posted.decisions | {"answers": answered.answers}
            replacement_decide(found, kept | decided)
            if posted.reasons:
                act: dict[str, Any] = {"user": request.user, "at": dates.now()}
                warnings_confirm(event, before.kinds, posted.reasons, **act)
            if "submit" in request.POST and not (posted.errors or answered.errors):
                replacement_submit(found, user=request.user, at=dates.now(), today=today)
                messages.success(
                    request,
                    _("The corrected file was sent. Another member of the commission admits it."),
                )
                return redirect("desk")
            if not (posted.errors or answered.errors):
                messages.success(request, _("Your decisions are kept."))
                return redirect("event-corrected-review", pk=event.pk)
        except Refused as refusal:
            messages.error(request, str(refusal))
        found = replacement_open(event)
        if found is None:
            return redirect("event-detail", pk=event.pk)
    review = review_event(as_reviewed(found), today=today)
    place = ReviewPlace.asked(request.POST if request.method == "POST" else request.GET)
    return render(
        request,
        "qualifications/event_corrected_review.html",
        {
            "event": event,
            "replacement": found,
            "review": review,
            "page": review_page(
                review,
                posted.errors if posted else None,
                posted.typed if posted else None,
                encoding=found.review.get("encoding", ""),
                place=place,
            ),
            "place": place,
            "asked_rows": [
                (asked, answered.errors.get(asked.code, "") if answered else "")
                for asked in review.asked
                if asked.field in ("bye", "decimal_comma") or asked.why_open
            ],
            "classes": StatedClass.choices,
            "newcomers_choices": Newcomers.choices,
            "NEW": NEW,
            "OPEN": OPEN,
            "HOME_FEDERATION": HOME_FEDERATION,
            **_of_file(found, review),
        },
        status=422 if request.method == "POST" else 200,
    )


@login_required
@require_http_methods(["GET", "POST"])
def corrected_admit(request: SignedInRequest, pk: int) -> HttpResponse:
    """The other person's page: what changes, everything that follows, admit or return."""
    event = _event(pk)
    found = replacement_open(event)
    access_of(request).require(Action.EVENT_ADMIT, event=found or event)
    if found is None or found.status != "submitted":
        return redirect("event-detail", pk=event.pk)
    act: dict[str, Any] = {"user": request.user, "at": dates.now(), "today": dates.today()}
    form = ReturnForm(request.POST if "return" in request.POST else None)
    refused, lines = "", []
    try:
        if "admit" in request.POST:
            replacement_admit(found, **act)
            messages.success(request, _("The corrected results are admitted and judged."))
            return redirect("event-detail", pk=event.pk)
        if "return" in request.POST and form.is_valid():
            replacement_return(found, note=form.cleaned_data["note"])
            messages.success(request, _("The corrected file went back to the clerk."))
            return redirect("desk")
        lines = consequence_lines(replacement_consequences(found, **act))
    except Refused as refusal:
        refused = str(refusal)
    review = review_event(as_reviewed(found), today=dates.today())
    return render(
        request,
        "qualifications/event_corrected_admit.html",
        {
            "event": event,
            "replacement": found,
            "form": form,
            "refused": refused,
            "lines": lines,
            "kinds": [kind for kind in review.kinds if kind.confirmations],
            **_of_file(found, review),
        },
        status=422 if request.method == "POST" else 200,
    )


def _event(pk: int) -> Event:
    return get_object_or_404(
        Event.objects.select_related("commission__region", "region").defer("upload__content"),
        pk=pk,
    )


def _of_file(found: EventReplacement, review: Review) -> dict[str, Any]:
    """The difference and the crosstable of the corrected file."""
    parsed = review.parsed
    difference = difference_from_before(as_reviewed(found), parsed)
    page: DifferencePage | None = difference_page(difference) if difference else None
    return {
        "corrected": page,
        "crosstable": crosstable_of_file(parsed) if parsed else [],
        "headings": [str(r) for r in range(1, (parsed.rounds if parsed else 0) + 1)],
    }
