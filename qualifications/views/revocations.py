"""Revoking one award by another decree of the body that awarded it."""

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
from qualifications.forms_decrees import RevocationForm
from qualifications.models import LedgerEntry
from qualifications.models.ledger import LedgerKind
from qualifications.revocations import revocations_of
from qualifications.services.revocations import revocation_draft
from qualifications.views.decrees import suggested_text
from qualifications.wording import grade_name


@login_required
@require_http_methods(["GET", "POST"])
def award_revoke(request: SignedInRequest, pk: int) -> HttpResponse:
    """Draft a decree that revokes one award."""
    access = access_of(request)
    access.require(Action.DECREE_DRAFT)
    award = get_object_or_404(
        LedgerEntry.objects.filter(kind=LedgerKind.AWARDED, commission__isnull=False)
        .select_related("player__merged_into", "commission", "decision", "event")
        .select_related("decision__decree"),
        pk=pk,
    )
    access.require(Action.DECREE_DRAFT, commission=award.commission)
    assert award.commission is not None  # noqa: S101  the query asks for one
    posted = request.POST if request.method == "POST" else None
    suggested = suggested_text(award.commission)
    form = RevocationForm(posted, initial=suggested | {"holds_no_more_from": suggested["dated_on"]})
    if posted is not None and form.is_valid():
        try:
            draft = revocation_draft(
                award,
                text=form.text(),
                holds_no_more_from=form.cleaned_data["holds_no_more_from"],
                reason=form.cleaned_data["reason"],
                user=request.user,
                at=dates.now(),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(
                request, _("The draft is written. Another person of the body approves it.")
            )
            return redirect("decree-detail", pk=draft.pk)
    return render(
        request,
        "qualifications/award_revoke.html",
        {
            "award": award,
            "player": award.player.merged_into or award.player,
            "grade": grade_name(award.grade),
            "revocation": revocations_of([award.pk]).get(award.pk),
            "form": form,
        },
        status=200 if posted is None else 422,
    )
