"""The national commission's rating periods: draft, games behind it, publication."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.requests import SignedInRequest
from federation.selectors import keyset_page
from qualifications.filters import DraftRowFilter
from qualifications.grades import SCHEME
from qualifications.models import PeriodStatus, RatingPeriod, RatingRow, RunStatus
from qualifications.presenting_lists import line_context
from qualifications.selectors import latest_run, list_rows
from qualifications.services.periods import period_publish
from qualifications.tasks import recompute_period_task
from qualifications.wording_runs import report_sentences


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
    chosen = DraftRowFilter(request.GET, queryset=rows)
    newest = period.runs.first()
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
            if newest and newest.status == RunStatus.FAILED
            else [],
            "filter": chosen,
            "has_lines": rows.exists(),
            "page": keyset_page(chosen.qs, after=request.GET.get("after", "")),
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
    access_of(request).require(Action.PERIOD_SEE_DRAFT)
    period = get_object_or_404(RatingPeriod, pk=pk)
    row = get_object_or_404(
        RatingRow.objects.select_related("player__region", "run__period"),
        run=latest_run(period),
        player__pk=player_pk,
    )
    return render(request, "qualifications/rating_line.html", line_context(period, row))


@login_required
@require_POST
def period_recompute(request: HttpRequest, pk: int) -> HttpResponse:
    """Start the Celery task; without a broker it runs before the page comes back."""
    access_of(request).require(Action.PERIOD_RECOMPUTE)
    period = get_object_or_404(RatingPeriod, pk=pk)
    user_id = request.user.pk
    # Robust: without a broker the task fails here; its failed run then tells why on the page.
    transaction.on_commit(lambda: recompute_period_task.delay(period.pk, user_id), robust=True)
    newest = period.runs.first()
    if newest is not None and newest.status == RunStatus.DONE:
        messages.success(request, _("The draft list is computed."))
    elif newest is None or newest.status == RunStatus.RUNNING:
        messages.info(request, _("The draft list is being computed."))
    return redirect("period-detail", pk=period.pk)


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
