"""Starting and stopping the computation of a rating period."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.requests import SignedInRequest
from qualifications.models import RatingPeriod, RunStatus
from qualifications.services.periods import run_cancel
from qualifications.tasks import recompute_period_task


@login_required
@require_POST
def period_recompute(request: HttpRequest, pk: int) -> HttpResponse:
    """Start the Celery task; without a broker it runs before the page comes back."""
    access_of(request).require(Action.PERIOD_RECOMPUTE)
    period = get_object_or_404(RatingPeriod, pk=pk)
    user_id = request.user.pk
    # Robust: without a broker the task fails here; its failed run then tells why on the page.
    transaction.on_commit(lambda: recompute_period_task.delay(period.pk, user_id), robust=True)
    newest = period.runs.filter(correction=None).first()
    if newest is not None and newest.status == RunStatus.DONE:
        messages.success(request, _("The draft list is computed."))
    elif newest is None or newest.status == RunStatus.RUNNING:
        messages.info(request, _("The draft list is being computed."))
    return redirect("period-detail", pk=period.pk)


@login_required
@require_POST
def period_cancel(request: SignedInRequest, pk: int) -> HttpResponse:
    """Ask the running computation to stop."""
    access_of(request).require(Action.PERIOD_RECOMPUTE)
    period = get_object_or_404(RatingPeriod, pk=pk)
    try:
        run_cancel(period, user=request.user, at=dates.now())
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.info(request, _("The computation stops at its next step. Nothing is changed."))
    return redirect("period-detail", pk=pk)
