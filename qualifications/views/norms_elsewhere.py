"""Norms by certificates of tournaments that are not in the registry."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.models import Player
from federation.requests import SignedInRequest
from qualifications.forms_fide_applications import NormElsewhereForm
from qualifications.models import NormElsewhere
from qualifications.services.norms_elsewhere import norm_elsewhere_record, norm_elsewhere_remove
from qualifications.views.refusals import tell_refusal


@login_required
@require_http_methods(["GET", "POST"])
def norm_elsewhere_new(request: SignedInRequest, pk: int) -> HttpResponse:
    """Keep a norm by its certificate."""
    access_of(request).require(Action.APPLICATION_PREPARE)
    player = get_object_or_404(Player, pk=pk, merged_into=None)
    form = NormElsewhereForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            norm_elsewhere_record(player, form.instance, user=request.user, at=dates.now())
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The norm is kept."))
            return redirect("fide-application-new", pk=player.pk)
    return render(
        request,
        "qualifications/norm_elsewhere.html",
        {"form": form, "player": player},
        status=422 if request.method == "POST" else 200,
    )


@login_required
@require_POST
def norm_elsewhere_removed(request: SignedInRequest, pk: int) -> HttpResponse:
    """Mark a norm that was kept wrongly as removed."""
    access_of(request).require(Action.APPLICATION_PREPARE)
    norm = get_object_or_404(NormElsewhere, pk=pk)
    try:
        norm_elsewhere_remove(norm, user=request.user, at=dates.now())
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        messages.success(request, _("The norm is removed."))
    return redirect("fide-application-new", pk=norm.player_id)
