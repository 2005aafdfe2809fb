"""What players ask of the commission of their region: whose card it is, and what to put right."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from federation import dates
from federation.access import Action, access_of
from federation.accounts import claim_answer, request_answer
from federation.models import CardClaim, PersonRequest
from federation.requests import SignedInRequest
from qualifications.account_page import (
    claims_confirmed,
    claims_waiting,
    holders_of,
    requests_open,
)
from qualifications.views.parameters import place_asked
from qualifications.views.refusals import done_or_told, pressed


@login_required
@require_GET
def claim_list(request: SignedInRequest) -> HttpResponse:
    """Claims and requests that wait for the commission."""
    access = access_of(request)
    access.require(Action.REQUEST_ANSWER)
    today = dates.today()
    claims = claims_waiting(access)
    holders = holders_of(claims, on=today)
    return render(
        request,
        "qualifications/claim_list.html",
        {
            "claims": [{"claim": claim, "holders": holders[claim.pk]} for claim in claims],
            "requests": requests_open(access),
            "confirmed": claims_confirmed(access, after=place_asked(request), on=today),
        },
    )


@login_required
@require_POST
def claim_answered(request: SignedInRequest, pk: int) -> HttpResponse:
    """Confirm or refuse a claim."""
    claim = get_object_or_404(CardClaim.objects.select_related("player__merged_into"), pk=pk)
    access_of(request).require(Action.CLAIM_ANSWER, player=claim.card)
    return done_or_told(
        request,
        lambda: claim_answer(
            claim,
            confirmed=pressed(request, ("confirm", "refuse")) == "confirm",
            words=request.POST.get("words", ""),
            user=request.user,
            at=dates.now(),
        ),
        _("Your answer is kept, and the person sees it."),
        "claim-list",
    )


@login_required
@require_POST
def request_answered(request: SignedInRequest, pk: int) -> HttpResponse:
    """Answer a request."""
    asked = get_object_or_404(PersonRequest.objects.select_related("player__merged_into"), pk=pk)
    access_of(request).require(Action.REQUEST_ANSWER, player=asked.card)
    return done_or_told(
        request,
        lambda: request_answer(
            asked,
            done=pressed(request, ("done", "refuse")) == "done",
            answer=request.POST.get("words", ""),
            user=request.user,
            at=dates.now(),
        ),
        _("Your answer is kept, and the person sees it."),
        "claim-list",
    )
