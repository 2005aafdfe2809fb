"""Late corrections of published lists: what is wrong, what follows, another person signs."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.models import Player
from federation.requests import SignedInRequest
from federation.selectors import keyset_page
from qualifications.correction_page import (
    MOST_SHOWN,
    corrections_all,
    events_late,
    lines_in,
    lines_of,
    lists_of,
    own_drafts,
)
from qualifications.corrections.changes import (
    Change,
    EventLeftOut,
    LateEvent,
    LineReleased,
    counted_in,
)
from qualifications.exports.difference import write_difference
from qualifications.filters import CorrectedLineFilter
from qualifications.forms_corrections import (
    CorrectionForm,
    PlayerForm,
    ResultForm,
    games_between_two,
)
from qualifications.forms_people import ReasonForm
from qualifications.models import (
    CorrectedLine,
    Correction,
    CorrectionStatus,
    RatingPeriod,
    RatingRow,
)
from qualifications.presenting_corrections import (
    Names,
    change_lines,
    consequences_view,
    difference_lines,
    status_view,
    summary_sentences,
)
from qualifications.presenting_lists import line_context
from qualifications.rating_run import LOST_AFTER
from qualifications.services.corrections import (
    correction_add,
    correction_discard,
    correction_draft,
    correction_remove,
    correction_stop,
)
from qualifications.tasks import compute_correction_task, sign_correction_task
from qualifications.views.parameters import number_asked, place_asked
from tournaments.models import Event, EventStatus

MOST_NUMBER = 99_999_999


@login_required
@require_GET
def correction_list(request: HttpRequest) -> HttpResponse:
    """All late corrections, the latest first, and tournaments that came after their list."""
    access = access_of(request)
    access.require(Action.CORRECTION_SEE)
    shown = list(corrections_all()[:MOST_SHOWN])
    return render(
        request,
        "qualifications/correction_list.html",
        {
            "corrections": [{"correction": one, "status": status_view(one)} for one in shown],
            "late": events_late() if access.may(Action.CORRECTION_DRAFT) else [],
        },
    )


@login_required
@require_http_methods(["GET", "POST"])
def correction_new(request: SignedInRequest) -> HttpResponse:
    """`?event=` asks what is wrong with it, `&kind=` how; `?period=&player=` releases a line."""
    access_of(request).require(Action.CORRECTION_DRAFT)
    period_number = number_asked(request, "period", most=MOST_NUMBER)
    if period_number is not None:
        player_number = number_asked(request, "player", most=MOST_NUMBER)
        period = get_object_or_404(RatingPeriod, pk=period_number)
        player = get_object_or_404(Player, pk=player_number)
        return _form_page(
            request,
            CorrectionForm(request.POST or None, drafts=own_drafts(request.user.pk)),
            lambda _form: LineReleased(period.pk, player.pk),
            heading=_("Release a held line"),
            text=_("%(player)s in the list of %(day)s")
            % {"player": player.name, "day": f"{period.list_on:%d.%m.%Y}"},
        )
    number = number_asked(request, "event", most=MOST_NUMBER)
    event = get_object_or_404(Event, pk=number or 0, status=EventStatus.ADMITTED)
    kind = request.GET.get("kind", "")
    if not kind:
        return render(
            request,
            "qualifications/correction_what.html",
            {"event": event, "period": counted_in(event)},
        )
    return _change_of_event(request, event, kind)


def _change_of_event(request: SignedInRequest, event: Event, kind: str) -> HttpResponse:
    given = request.POST if request.method == "POST" else None
    drafts = own_drafts(request.user.pk)
    if kind == "result":
        form: Any = ResultForm(given, drafts=drafts, games=games_between_two(event.pk))
        heading = _("Another result")
    elif kind == "player":
        entries = event.entries.select_related("player").order_by("number")
        form = PlayerForm(
            given, drafts=drafts, entries=entries, initial={"entry": request.GET.get("entry", "")}
        )
        heading = _("Another person played")
    elif kind in ("late_event", "event_left_out"):
        form = CorrectionForm(given, drafts=drafts)
        make = LateEvent if kind == "late_event" else EventLeftOut
        heading = (
            _("Count the tournament in the list of its quarter")
            if kind == "late_event"
            else _("Do not count the tournament")
        )
        return _form_page(request, form, lambda _form: make(event.pk), heading=heading, event=event)
    else:
        raise Http404(_("There is no such kind of correction."))
    return _form_page(request, form, lambda form: form.change(), heading=heading, event=event)


def _form_page(
    request: SignedInRequest,
    form: CorrectionForm,
    change: Any,
    *,
    heading: str,
    text: str = "",
    event: Event | None = None,
) -> HttpResponse:
    if request.method == "POST" and form.is_valid():
        try:
            correction = _drafted(request, form, change(form))
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The change is noted. Next: compute what follows from it."))
            return redirect("correction-detail", pk=correction.pk)
    return render(
        request,
        "qualifications/correction_form.html",
        {"form": form, "heading": heading, "text": text, "event": event},
        status=422 if request.method == "POST" else 200,
    )


def _drafted(request: SignedInRequest, form: CorrectionForm, change: Change) -> Correction:
    draft = form.cleaned_data.get("draft")
    if draft:
        correction = get_object_or_404(Correction, pk=int(draft))
        return correction_add(correction, change, user=request.user)
    return correction_draft(
        change, reason=form.cleaned_data["reason"], user=request.user, at=dates.now()
    )


@login_required
@require_GET
def correction_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """Changes, what follows, the difference list by list; computed, signed or discarded here."""
    access = access_of(request)
    access.require(Action.CORRECTION_SEE)
    correction = get_object_or_404(corrections_all(), pk=pk)
    names = Names([correction])
    view = consequences_view(correction, names)
    lists = lists_of(correction)
    counts = lines_in(correction)
    asked = number_asked(request, "list", most=MOST_NUMBER)
    shown = next((one for one in lists if one.pk == asked), lists[0] if lists else None)
    lines = lines_of(correction, shown) if shown else CorrectedLine.objects.none()
    chosen = CorrectedLineFilter(request.GET, queryset=lines, touched=view["players"])
    page = keyset_page(chosen.qs, after=place_asked(request))
    draft = correction.status == CorrectionStatus.DRAFT
    own = correction.drafted_by_id == request.user.pk
    signed = correction.applied.order_by("pk")
    computed = correction.computed_at is not None
    return render(
        request,
        "qualifications/correction_detail.html",
        {
            "correction": correction,
            "status": status_view(correction),
            "changes": change_lines(correction, names, _before(correction, signed)),
            "lists": [{"period": one, "lines": counts.get(one.pk, 0)} for one in lists],
            "shown": shown,
            "summary": summary_sentences(lists, counts, view) if computed else [],
            "view": view,
            "filter": chosen,
            "page": page,
            "lines": difference_lines(page.items),
            "working": draft and bool(correction.task_id),
            "silent": correction.beat_at is not None
            and correction.beat_at < dates.now() - LOST_AFTER,
            "percent": 100 * correction.done // correction.total if correction.total else 0,
            "draft": draft,
            "computed": computed,
            "own": own,
            "may_draft": draft and access.may(Action.CORRECTION_DRAFT),
            "may_sign": draft and computed and not own and access.may(Action.CORRECTION_SIGN),
            "address": request.get_full_path(),
        },
    )


def _before(correction: Correction, applied: Any) -> dict[int, dict[str, Any]]:
    """What stood before each change, by its place; known once it is signed."""
    kept = [line.change for line in applied]
    found = {}
    for place, change in enumerate(correction.changes):
        for line in kept:
            if {**line, "before": None} == {**change, "before": None}:
                found[place] = line["before"]
    return found


@login_required
@require_GET
def correction_line(request: HttpRequest, pk: int, period_pk: int, player_pk: int) -> HttpResponse:
    """One line as issued and as corrected, each with the games behind it."""
    access_of(request).require(Action.CORRECTION_SEE)
    line = get_object_or_404(
        CorrectedLine.objects.select_related("correction", "period", "player__region"),
        correction=pk,
        period=period_pk,
        player=player_pk,
    )
    rows = RatingRow.objects.select_related("player__region", "run__period", "region").in_bulk(
        [key for key in (line.old_row_id, line.new_row_id) if key is not None]
    )
    return render(
        request,
        "qualifications/correction_line.html",
        {
            "line": line,
            "versions": [
                {"issued": key == line.old_row_id, **line_context(line.period, rows[key])}
                for key in (line.old_row_id, line.new_row_id)
                if key is not None
            ],
        },
    )


@login_required
@require_GET
def correction_difference(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The whole difference as a workbook: figures list by list, and the ledger."""
    access_of(request).require(Action.CORRECTION_SEE)
    correction = get_object_or_404(corrections_all(), pk=pk)
    names = Names([correction])
    out = write_difference(correction, lists_of(correction), consequences_view(correction, names))
    return FileResponse(out, as_attachment=True, filename=f"correction-{pk}.xlsx")


# --- acts -----------------------------------------------------------------------------------------


@login_required
@require_POST
def correction_compute_view(request: SignedInRequest, pk: int) -> HttpResponse:
    """Start the task; without a broker it runs before the page comes back."""
    access_of(request).require(Action.CORRECTION_DRAFT)
    correction = get_object_or_404(Correction, pk=pk)
    transaction.on_commit(lambda: compute_correction_task.delay(correction.pk), robust=True)
    return redirect("correction-detail", pk=pk)


@login_required
@require_POST
def correction_stop_view(request: SignedInRequest, pk: int) -> HttpResponse:
    """Ask the work to end; the lists stay as they are."""
    access_of(request).require(Action.CORRECTION_DRAFT)
    try:
        correction_stop(get_object_or_404(Correction, pk=pk))
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.info(request, _("The computation stops at its next step. Nothing is changed."))
    return redirect("correction-detail", pk=pk)


@login_required
@require_POST
def correction_sign_view(request: SignedInRequest, pk: int) -> HttpResponse:
    """Sign what was shown; `computed` is the moment of the difference on the page."""
    access_of(request).require(Action.CORRECTION_SIGN)
    correction = get_object_or_404(Correction, pk=pk)
    shown = request.POST.get("computed", "")
    if not _is_moment(shown):
        messages.error(request, _("Compute the correction first, and look at its difference."))
        return redirect("correction-detail", pk=pk)
    user_id = request.user.pk
    transaction.on_commit(
        lambda: sign_correction_task.delay(correction.pk, user_id, shown), robust=True
    )
    return redirect("correction-detail", pk=pk)


def _is_moment(value: str) -> bool:
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


@login_required
@require_POST
def correction_remove_view(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take one change out of an own draft."""
    access_of(request).require(Action.CORRECTION_DRAFT)
    place = request.POST.get("place", "")
    number = int(place) if place.isascii() and place.isdigit() and len(place) < 5 else -1
    try:
        correction_remove(get_object_or_404(Correction, pk=pk), number, user=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The change is taken out. Compute the correction again."))
    return redirect("correction-detail", pk=pk)


@login_required
@require_http_methods(["GET", "POST"])
def correction_discard_view(request: SignedInRequest, pk: int) -> HttpResponse:
    """Give a draft up, with a reason that stays."""
    access_of(request).require(Action.CORRECTION_DRAFT)
    correction = get_object_or_404(corrections_all(), pk=pk)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            correction_discard(
                correction,
                because=form.cleaned_data["reason"],
                user=request.user,
                at=dates.now(),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The correction is discarded; no list is changed."))
            return redirect("correction-list")
    return render(
        request,
        "qualifications/correction_discard.html",
        {"form": form, "correction": correction},
        status=422 if request.method == "POST" else 200,
    )
