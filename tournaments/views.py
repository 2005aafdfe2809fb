"""The clerk's pages: register, upload, review. Each view finds, asks access, calls one service."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.models import Commission
from federation.requests import SignedInRequest
from federation.templatetags.registry import day
from tournaments.confirmations import warnings_confirm
from tournaments.corrected_file import difference_from_before
from tournaments.difference_words import difference_page
from tournaments.formats.problems import Problem
from tournaments.formats.reading import read_file, telling_names
from tournaments.formats.text import ENCODINGS
from tournaments.forms import (
    ArbiterFormSet,
    BaseArbiterFormSet,
    EventForm,
    NormsForm,
    ReviewDecisions,
    UploadForm,
)
from tournaments.forms_answers import AnswersPosted
from tournaments.grades import StatedClass
from tournaments.models import ArbiterCategory, Event, EventStatus, Newcomers, Upload
from tournaments.review import HOME_FEDERATION, NEW, OPEN, Review, review_event
from tournaments.review_page import review_page
from tournaments.review_parts import ReviewPlace, part_of
from tournaments.selectors import columns_remembered, crosstable_of_file
from tournaments.services import (
    event_attach_upload,
    event_change,
    event_decide,
    event_recall,
    event_register,
    event_submit,
    event_withdraw,
    upload_store,
)
from tournaments.wording import problem_message

GIVEN = "given_upload"
"""Key of the session: the upload whose bytes this person gave last, whoever gave them first."""


@login_required
@require_http_methods(["GET", "POST"])
def event_new(request: SignedInRequest) -> HttpResponse:
    """Register a tournament. With `?upload=` the form is filled with what the file can tell."""
    access = access_of(request)
    access.require(Action.EVENT_REGISTER)
    commissions = access.commissions(Action.EVENT_REGISTER)
    commission = _chosen_commission(request, commissions)
    upload = _own_upload(request, commission)
    if upload is not None and hasattr(upload, "event"):
        return _to_first_upload(request, upload)
    initial, hints = _told_by_file(upload)
    forms = _event_forms(request, None, commission, initial)
    if request.method == "POST" and _all_valid(forms):
        form, arbiters, norms = forms
        event = event_register(
            fields=form.cleaned_data,
            arbiters=arbiters.arbiters(),
            norms=norms.norms(),
            commission=commission,
            user=request.user,
            at=dates.now(),
        )
        if upload is not None:
            try:
                event_attach_upload(event, upload)
            except Refused as refusal:
                messages.error(request, str(refusal))
            else:
                return redirect("event-review", pk=event.pk)
        return redirect("event-upload", pk=event.pk)
    return _event_form_page(
        request,
        forms,
        commission,
        {
            "commissions": commissions,
            "upload": upload,
            "hints": hints,
            "upload_form": UploadForm(auto_id="file_%s"),
        },
    )


@login_required
@require_POST
def event_new_from_file(request: SignedInRequest) -> HttpResponse:
    """Take the file first; the registration form is then filled from it."""
    access = access_of(request)
    access.require(Action.EVENT_REGISTER)
    commission = _chosen_commission(request, access.commissions(Action.EVENT_REGISTER))
    stored = take_file(request, commission, auto_id="file_%s")
    if isinstance(stored, Upload):
        if hasattr(stored, "event"):
            return _to_first_upload(request, stored)
        request.session[GIVEN] = stored.pk
        query = urlencode({"commission": commission.pk, "upload": stored.pk})
        return redirect(f"{reverse('event-new')}?{query}")
    forms = _event_forms(request, None, commission, {}, bound=False)
    commissions = access.commissions(Action.EVENT_REGISTER)
    return _event_form_page(
        request, forms, commission, {"commissions": commissions, "upload_form": stored}
    )


@login_required
@require_http_methods(["GET", "POST"])
def event_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Correct the papers of a tournament that is being prepared."""
    event = _prepared(request, pk)
    if event.status != EventStatus.DRAFT:
        return _moved_on(request, event)
    forms = _event_forms(request, event, event.commission, {})
    if request.method == "POST" and _all_valid(forms):
        form, arbiters, norms = forms
        try:
            event_change(
                event, fields=form.cleaned_data, arbiters=arbiters.arbiters(), norms=norms.norms()
            )
        except Refused as refusal:
            messages.error(request, str(refusal))
        else:
            return redirect("event-review" if event.upload_id else "event-upload", pk=event.pk)
    _initial, hints = _told_by_file(event.upload)
    return _event_form_page(request, forms, event.commission, {"event": event, "hints": hints})


@login_required
@require_POST
def event_withdraw_view(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take back a tournament that was registered by mistake."""
    event = _prepared(request, pk)
    if event.status != EventStatus.DRAFT:
        return _moved_on(request, event)
    try:
        event_withdraw(event)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(
            request, _("The tournament “%(event)s” is withdrawn.") % {"event": event.name}
        )
    return redirect("desk")


@login_required
@require_http_methods(["GET", "POST"])
def event_upload(request: SignedInRequest, pk: int) -> HttpResponse:
    """Give the tournament its file, or a corrected one in its place, also when it was sent."""
    event = _prepared(request, pk)
    sent = event.status == EventStatus.SUBMITTED
    if event.status != EventStatus.DRAFT and not sent:
        return _moved_on(request, event)
    form = UploadForm()
    if request.method == "POST":
        stored = take_file(request, event.commission)
        if isinstance(stored, Upload):
            if hasattr(stored, "event") and stored.event.pk != event.pk:
                return _to_first_upload(request, stored)
            try:
                if sent and event.upload_id != stored.pk:
                    event_recall(event, stored)
                elif not sent:
                    event_attach_upload(event, stored)
            except Refused as refusal:
                messages.error(request, str(refusal))
                return redirect("event-upload", pk=event.pk)
            return redirect("event-review", pk=event.pk)
        form = stored
    return render(
        request,
        "tournaments/event_upload.html",
        {
            "event": event,
            "form": form,
            "steps": _steps(event),
            "sent": sent,
            "not_begun": not sent and event.starts_on >= dates.today(),
        },
        status=_form_status(request),
    )


@login_required
@require_http_methods(["GET", "POST"])
def event_review(request: SignedInRequest, pk: int) -> HttpResponse:
    """What the file means, and what is still to be decided. Nothing enters the registry here
    before the clerk sends the tournament for admission."""
    event = _prepared(request, pk)
    if event.status != EventStatus.DRAFT:
        return _moved_on(request, event)
    if event.upload_id is None:
        return redirect("event-upload", pk=event.pk)
    today = dates.today()
    posted = answered = None
    if request.method == "POST":
        before = review_event(event, today=today)
        posted = ReviewDecisions(request.POST, before, event.review)
        answered = AnswersPosted(request.POST, before.asked, event.review.get("answers", {}))
        wrong = posted.errors or answered.errors
        try:
            event = event_decide(
                event,
                _kept(event, posted, answered, before),
                papers=answered.papers,
                chief=answered.arbiter,
            )
            if posted.reasons:
                warnings_confirm(
                    event, before.kinds, posted.reasons, user=request.user, at=dates.now()
                )
            if "submit" in request.POST and not wrong:
                event_submit(event, user=request.user, at=dates.now(), today=today)
                messages.success(
                    request,
                    _("The tournament was sent. Another member of the commission admits it."),
                )
                return redirect("desk")
            if not wrong:
                messages.success(request, _("Your decisions are kept."))
                place = ReviewPlace.asked(request.POST)
                return redirect(reverse("event-review", args=[event.pk]) + place.query())
        except Refused as refusal:
            messages.error(request, str(refusal))
            event = _prepared(request, pk)
            if event.status != EventStatus.DRAFT:
                return redirect("desk")
    review = review_event(event, today=today)
    corrected = difference_from_before(event, review.parsed)
    if review.asks_columns:
        return redirect("event-columns", pk=event.pk)
    place = ReviewPlace.asked(request.POST if request.method == "POST" else request.GET)
    crosstable = crosstable_of_file(review.parsed) if review.parsed else []
    return render(
        request,
        "tournaments/event_review.html",
        {
            "event": event,
            "review": review,
            "page": review_page(
                review,
                posted.errors if posted else None,
                posted.typed if posted else None,
                encoding=event.review.get("encoding", ""),
                place=place,
            ),
            "corrected": difference_page(corrected) if corrected else None,
            "asked_rows": [
                (asked, answered.errors.get(asked.code, "") if answered else "")
                for asked in review.asked
            ],
            "arbiter_categories": ArbiterCategory.choices,
            "place": place,
            "steps": _steps(event),
            "crosstable": part_of(crosstable, "table", place),
            "headings": [
                str(r) for r in range(1, (review.parsed.rounds if review.parsed else 0) + 1)
            ],
            "classes": StatedClass.choices,
            "newcomers_choices": Newcomers.choices,
            "encodings": ENCODINGS,
            "encoding": event.review.get("encoding", ""),
            "telling_names": telling_names(review.parsed) if review.parsed else (),
            "NEW": NEW,
            "OPEN": OPEN,
            "HOME_FEDERATION": HOME_FEDERATION,
        },
        status=_form_status(request),
    )


@login_required
@require_GET
def upload_download(request: HttpRequest, pk: int) -> HttpResponse:
    """The bytes of an upload as they came, for those who may see the tournament."""
    upload = get_object_or_404(Upload.objects.select_related("commission"), pk=pk)
    event = getattr(upload, "event", None)
    access = access_of(request)
    if event is not None:
        access.require(Action.EVENT_SEE_UNADMITTED, event=event)
    else:
        access.require(Action.EVENT_PREPARE, commission=upload.commission)
    response = HttpResponse(bytes(upload.content), content_type="application/octet-stream")
    response["Content-Disposition"] = f'attachment; filename="upload-{upload.pk}.trf"'
    return response


# --- helpers of this module ---------------------------------------------------------------------


def _prepared(request: HttpRequest, pk: int) -> Event:
    """A tournament of a commission of this person; 403 or 404 otherwise."""
    event = get_object_or_404(
        Event.objects.select_related("commission__region", "region", "upload"), pk=pk
    )
    access_of(request).require(Action.EVENT_PREPARE, event=event)
    return event


def _moved_on(request: HttpRequest, event: Event) -> HttpResponse:
    """A second press, or a page left open: the tournament is no longer being prepared."""
    messages.info(
        request,
        _("The papers of “%(event)s” are closed; its status is “%(status)s”.")
        % {"event": event.name, "status": event.get_status_display()},
    )
    return redirect("event-detail", pk=event.pk)


def _chosen_commission(request: HttpRequest, commissions: tuple[Commission, ...]) -> Commission:
    """The commission in whose name the person acts: the one asked for, else the first."""
    wanted = request.POST.get("commission") or request.GET.get("commission")
    for commission in commissions:
        if str(commission.pk) == wanted:
            return commission
    if wanted:
        raise PermissionDenied
    return commissions[0]


def _own_upload(request: HttpRequest, commission: Commission) -> Upload | None:
    """The upload that the address names, if the commission or this very person gave its bytes."""
    wanted = request.POST.get("upload") or request.GET.get("upload") or ""
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 19):
        return None
    uploads = Upload.objects.select_related("event")
    upload = uploads.filter(pk=int(wanted)).first()
    if upload is None or commission.pk == upload.commission_id:
        return upload
    return upload if request.session.get(GIVEN) == upload.pk else None


def _told_by_file(upload: Upload | None) -> tuple[dict, dict]:
    """What a file can tell for the form, and what a person has to read in it."""
    if upload is None:
        return {}, {}
    remembered = columns_remembered(upload.commission_id)
    parsed = read_file(bytes(upload.content), remembered=remembered).event
    if parsed is None:
        return {}, {}
    told = not parsed.possible_days  # else a person says which days the file means
    initial = {
        "name": parsed.name,
        "city": parsed.city,
        "starts_on": parsed.starts_on if told else None,
        "ends_on": parsed.ends_on if told else None,
    }
    hints = {
        "time_control": parsed.time_control_text,
        "type": parsed.type_text,
        "arbiters": [a for a in (parsed.chief_arbiter, *parsed.deputy_arbiters) if a],
    }
    return {k: v for k, v in initial.items() if v}, {k: v for k, v in hints.items() if v}


def _event_forms(
    request: HttpRequest,
    event: Event | None,
    commission: Commission,
    initial: dict,
    *,
    bound: bool = True,
) -> tuple[EventForm, BaseArbiterFormSet, NormsForm]:
    data = request.POST if request.method == "POST" and bound else None
    arbiters = list(event.arbiters.values("name", "category", "chief")) if event else []
    return (
        EventForm(data, instance=event, commission=commission, initial=initial),
        ArbiterFormSet(data, initial=arbiters, prefix="arbiters"),
        NormsForm(
            data,
            commission=commission,
            initial=NormsForm.initial_for(event, commission),
            prefix="norms",
        ),
    )


def _event_form_page(
    request: HttpRequest, forms: tuple, commission: Commission, context: dict
) -> HttpResponse:
    form, arbiters, norms = forms
    event = context.get("event")
    shared = {
        "form": form,
        "arbiters": arbiters,
        "norms": norms,
        "commission": commission,
        "steps": _steps(event) if event else {},
    }
    return render(
        request, "tournaments/event_form.html", shared | context, status=_form_status(request)
    )


def _steps(event: Event) -> dict[str, str]:
    """Addresses for `components/steps.html`."""
    return {
        "register": reverse("event-edit", args=[event.pk]),
        "upload": reverse("event-upload", args=[event.pk]),
        "review": reverse("event-review", args=[event.pk]),
    }


def _kept(
    event: Event, posted: ReviewDecisions, answered: AnswersPosted, before: Review
) -> dict[str, Any]:
    """The decisions to keep; where the chosen encoding made the file unreadable, the old ones."""
    if before.parsed is None:
        return event.review | {"encoding": posted.decisions["encoding"]}
    kept = {name: value for name, value in event.review.items() if name != "warnings_seen"}
    return kept | posted.decisions | {"answers": answered.answers}


def _all_valid(forms: tuple) -> bool:
    """Every form is asked, so that all errors are shown at once."""
    valid = [form.is_valid() for form in forms]
    return all(valid)


def _form_status(request: HttpRequest) -> int:
    """A form that came back with errors is 422; shown for the first time it is 200."""
    return 422 if request.method == "POST" else 200


def take_file(
    request: SignedInRequest,
    commission: Commission,
    *,
    auto_id: str = "id_%s",
    form_class: type[UploadForm] = UploadForm,
) -> Upload | UploadForm:
    """The stored upload, or the form with sentences about a file that cannot be read at all."""
    form = form_class(request.POST, request.FILES, auto_id=auto_id)
    if not form.is_valid():
        return form
    file = form.cleaned_data["file"]
    content = file.read()
    result = read_file(
        content,
        filename=file.name,
        today=dates.today(),
        remembered=columns_remembered(commission.pk),
    )
    if result.event is None and not result.questions:  # with questions a person can make it read
        for problem in result.problems:
            form.add_error("file", _with_place(problem))
        return form
    upload, _created = upload_store(
        content=content,
        filename=file.name,
        commission=commission,
        user=request.user,
        at=dates.now(),
    )
    return upload


def _with_place(problem: Problem) -> str:
    """The sentence for a problem with its line and column, where it has them."""
    words = problem_message(problem)
    if problem.line is None:
        return words
    if problem.column is None:
        return _("Line %(line)d: %(problem)s") % {"line": problem.line, "problem": words}
    return _("Line %(line)d, column %(column)d: %(problem)s") % {
        "line": problem.line,
        "column": problem.column,
        "problem": words,
    }


def _to_first_upload(request: HttpRequest, upload: Upload) -> HttpResponse:
    """The same bytes lead to the first upload; those who may not see it are told whose it is."""
    event = upload.event
    access = access_of(request)
    messages.info(
        request,
        _(
            "This very file was uploaded on %(day)s by %(commission)s "
            "for the tournament “%(event)s”."
        )
        % {
            "day": day(upload.uploaded_at),
            "commission": upload.commission,
            "event": event.name,
        },
    )
    if event.status == EventStatus.DRAFT and access.may(Action.EVENT_PREPARE, event=event):
        return redirect("event-review", pk=event.pk)
    if event.status == EventStatus.ADMITTED or access.may(Action.EVENT_SEE_UNADMITTED, event=event):
        return redirect("event-detail", pk=event.pk)
    return redirect("desk")
