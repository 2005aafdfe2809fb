"""Decrees that rest on changed data: what differs, the answer, and the policy on such awards."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.models import Commission
from federation.requests import SignedInRequest
from qualifications.changed_bases import (
    begun_about,
    changed_bases_of,
    changed_bases_open,
    changed_bases_page,
    differences_now,
    policies_of,
    policy_for,
    takes_away,
)
from qualifications.forms_changed_bases import AwardPolicyForm, ChangedBasisForm
from qualifications.models import AwardChoice, AwardPolicy, ChangedBasis, Decree, DecreeStatus
from qualifications.presenting_changed_bases import (
    change_view,
    facts_view,
    meaning_words,
    policy_words,
)
from qualifications.revocations import award_of
from qualifications.services.changed_answers import award_policy_decide, changed_basis_answer
from qualifications.services.decrees import next_number
from qualifications.views.parameters import place_asked


@login_required
@require_GET
def changed_basis_list(request: HttpRequest) -> HttpResponse:
    """Changes in the decrees of the user's bodies: those that wait; `?state=all` for all."""
    access = access_of(request)
    access.require(Action.DECREE_SEE)
    commissions = access.commissions(Action.DECREE_SEE)
    everything = request.GET.get("state") == "all"
    rows = changed_bases_of(commissions) if everything else changed_bases_open(commissions)
    page = changed_bases_page(rows, after=place_asked(request))
    return render(
        request,
        "qualifications/changed_basis_list.html",
        {
            "changes": [change_view(one) for one in page.items],
            "page": page,
            "everything": everything,
            "several": len(commissions) > 1,
        },
    )


@login_required
@require_http_methods(["GET", "POST"])
def changed_basis(request: SignedInRequest, pk: int) -> HttpResponse:
    """One change: as frozen and as now, the body's policy, and the answer."""
    access = access_of(request)
    access.require(Action.DECREE_SEE)
    commissions = access.commissions(Action.DECREE_SEE)
    basis = get_object_or_404(ChangedBasis.objects.select_related("line__decree"), pk=pk)
    access.require(Action.DECREE_SEE, commission=basis.line.decree.commission)
    if request.method == "POST":
        access.require(Action.CHANGED_BASIS_ANSWER, commission=basis.line.decree.commission)
    basis = changed_bases_of(commissions).get(pk=pk)
    decree = basis.line.decree
    begun = begun_about(basis)
    lost = takes_away(basis.line.act, basis.difference)
    policy = policy_for(basis)
    form = ChangedBasisForm(
        request.POST if request.method == "POST" else None,
        revocable=award_of(basis.line) is not None,
        begun=begun.choice if begun else "",
        initial=_suggested(
            decree, (policy.choice if policy else "") if lost else AwardChoice.STANDS
        ),
    )
    if request.method == "POST" and form.is_valid():
        try:
            draft = changed_basis_answer(
                basis,
                choice=form.cleaned_data["choice"],
                words=form.cleaned_data["words"],
                text=form.text(),
                holds_no_more_from=form.cleaned_data.get("holds_no_more_from"),
                user=request.user,
                at=dates.now(),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            if draft is None:
                messages.success(request, _("The answer is recorded. The award stands."))
                return redirect("changed-basis-list")
            messages.success(
                request,
                _("The answer is recorded. Nothing is taken away before another person approves."),
            )
            return redirect("decree-detail", pk=draft.pk)
    now = differences_now([basis.line]).get(basis.line_id, {})
    in_force = begun is None or begun.decree.status != DecreeStatus.APPROVED
    waits = basis.answered_at is None and not getattr(basis, "later", False) and in_force
    return render(
        request,
        "qualifications/changed_basis.html",
        {
            "change": change_view(basis),
            "now": None
            if now == basis.difference
            else {"means": meaning_words(basis.line.act, now), "facts": facts_view(now)},
            "policy": policy_words(policy) if waits and lost else "",
            "others": decree.lines.count() - 1,
            "begun": begun,
            "waits": waits,
            "may_answer": waits
            and access.may(Action.CHANGED_BASIS_ANSWER, commission=decree.commission),
            "form": form,
        },
        status=422 if request.method == "POST" else 200,
    )


def _suggested(decree: Decree, choice: str) -> dict[str, Any]:
    today = dates.today()
    return {
        "choice": choice,
        "number": next_number(decree.commission, today.year),
        "dated_on": today,
        "place": decree.place,
        "holds_no_more_from": today,
    }


@login_required
@require_http_methods(["GET", "POST"])
def award_policy(request: SignedInRequest) -> HttpResponse:
    """What bodies do with awards that a correction takes away, now and earlier; the chair chooses.

    `?commission=` says for which body, where the person decides for more than one.
    """
    access = access_of(request)
    access.require(Action.DECREE_SEE)
    deciding = access.commissions(Action.AWARD_POLICY_DECIDE)
    if request.method == "POST":
        access.require(Action.AWARD_POLICY_DECIDE)
    commission = _named(request, deciding)
    today = dates.today()
    form = AwardPolicyForm(
        request.POST if request.method == "POST" else None, initial={"in_force_from": today}
    )
    if request.method == "POST" and commission is not None and form.is_valid():
        try:
            award_policy_decide(
                commission=commission,
                user=request.user,
                at=dates.now(),
                today=today,
                **form.cleaned_data,
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The policy is recorded."))
            return redirect("award-policy")
    policies = policies_of(access.commissions(Action.DECREE_SEE))
    return render(
        request,
        "qualifications/award_policy.html",
        {
            "bodies": [
                {"commission": one, **_history(policies, one)}
                for one in access.commissions(Action.DECREE_SEE)
            ],
            "deciding": deciding,
            "commission": commission,
            "form": form,
        },
        status=422 if request.method == "POST" else 200,
    )


def _named(request: HttpRequest, deciding: tuple[Commission, ...]) -> Commission | None:
    """The body to decide for; None for who decides for none. Raises PermissionDenied."""
    wanted = request.POST.get("commission") or request.GET.get("commission")
    if not wanted:
        return deciding[0] if deciding else None
    found = next((one for one in deciding if str(one.pk) == wanted), None)
    if found is None:
        raise PermissionDenied(Action.AWARD_POLICY_DECIDE)
    return found


def _history(policies: list[AwardPolicy], commission: Commission) -> dict[str, Any]:
    """Of one body what it has chosen, the latest first, and what holds today."""
    own = [one for one in policies if one.commission_id == commission.pk]
    today = dates.today()
    holds = next((one for one in own if one.in_force_from <= today), None)
    return {"policies": own, "holds": holds, "words": policy_words(holds)}
