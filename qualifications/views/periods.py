"""The national commission's rating periods: draft, games behind it, publication."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.models import Player
from federation.requests import SignedInRequest
from federation.selectors import keyset_page
from qualifications.filters import DraftRowFilter
from qualifications.grades import SCHEME
from qualifications.issued_lists import (
    biggest_changes_page,
    held_otherwise,
    objection_to,
    objections_of,
)
from qualifications.models import (
    ObjectionStatus,
    PeriodStatus,
    RatingPeriod,
    RatingRow,
    RunStatus,
)
from qualifications.presenting_lists import line_context, list_lines
from qualifications.run_progress import progress_of
from qualifications.selectors import latest_run, list_rows
from qualifications.services.periods import period_publish
from qualifications.views.objections import draft_address, may_object
from qualifications.views.parameters import place_asked
from qualifications.wording_runs import report_sentences

MOST_OBJECTIONS = 200
"""Shown on the page of a period, the latest first."""


@login_required
@require_GET
def period_list(request: HttpRequest) -> HttpResponse:
    """All periods, the latest first."""
    access_of(request).require(Action.PERIOD_SEE_DRAFT)
    periods = RatingPeriod.objects.filter(scheme=SCHEME).select_related("published_by")
    return render(
        request, "qualifications/period_list.html", {"periods": periods, "today": dates.today()}
    )


@login_required
@require_GET
def period_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """The draft list: before, games, change, after; what was counted; publish."""
    access = access_of(request)
    access.require(Action.PERIOD_SEE_DRAFT)
    period = get_object_or_404(RatingPeriod.objects.select_related("published_run"), pk=pk)
    run = latest_run(period)
    rows = list_rows(run) if run else RatingRow.objects.none()
    chosen = DraftRowFilter(request.GET, queryset=rows, on=period.list_on)
    place = place_asked(request)
    page = (
        biggest_changes_page(chosen.qs, after=place)
        if chosen.biggest_first
        else keyset_page(chosen.qs, after=place)
    )
    objections = list(objections_of(period)[:MOST_OBJECTIONS])
    newest = period.runs.filter(correction=None).first()
    return render(
        request,
        "qualifications/period_detail.html",
        {
            "period": period,
            "run": run,
            "newest": newest,
            "running": newest is not None and newest.status == RunStatus.RUNNING,
            "report": report_sentences(run.report) if run else [],
            "failure": report_sentences(newest.report)
            if newest and newest.status in (RunStatus.FAILED, RunStatus.CANCELLED)
            else [],
            "progress": progress_of(newest, at=dates.now())
            if newest and newest.status == RunStatus.RUNNING
            else None,
            "address": request.get_full_path(),
            "filter": chosen,
            "has_lines": rows.exists(),
            "page": page,
            "lines": list_lines(page.items),
            "objections": objections,
            "open": sum(one.status == ObjectionStatus.OPEN for one in objections),
            "again": run is not None
            and period.status != PeriodStatus.PUBLISHED
            and held_otherwise(period, run),
            "kinds": ("xlsx", "csv", "pdf", "json"),
            "may_recompute": access.may(Action.PERIOD_RECOMPUTE)
            and period.status != PeriodStatus.PUBLISHED,
            "may_publish": access.may(Action.PERIOD_PUBLISH)
            and period.status == PeriodStatus.COMPUTED,
            "today": dates.today(),
            "ended": dates.today() >= period.list_on,
        },
    )


@login_required
@require_GET
def period_line(request: HttpRequest, pk: int, player_pk: int) -> HttpResponse:
    """One line of a draft, with the games behind the change."""
    access = access_of(request)
    player = Player.objects.select_related("region").filter(pk=player_pk).first()
    if player is None or not access.may(Action.OBJECTION_RAISE, player=player):
        access.require(Action.PERIOD_SEE_DRAFT)
    period = get_object_or_404(RatingPeriod.objects.select_related("published_run"), pk=pk)
    row = get_object_or_404(
        RatingRow.objects.select_related("player__region", "run__period", "region"),
        run=latest_run(period),
        player=player,
    )
    return render(
        request,
        "qualifications/rating_line.html",
        line_context(period, row)
        | {
            "draft": draft_address(access),
            "objection": objection_to(period, row.player),
            "may_object": period.status != PeriodStatus.PUBLISHED
            and may_object(access, row.player),
        },
    )


@login_required
@require_POST
def period_publish_view(request: SignedInRequest, pk: int) -> HttpResponse:
    """Publish the draft that was shown."""
    access_of(request).require(Action.PERIOD_PUBLISH)
    period = get_object_or_404(RatingPeriod, pk=pk)
    run_id = request.POST.get("run", "")
    is_number = run_id.isascii() and run_id.isdigit() and len(run_id) < 19
    try:
        period = period_publish(
            period,
            run_id=int(run_id) if is_number else 0,
            user=request.user,
            at=dates.now(),
            today=dates.today(),
        )
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("period-detail", pk=pk)
    messages.success(request, _("The list is published. From now on nothing of it changes."))
    return redirect("rating-list", list_on=period.list_on.isoformat())
