"""The decision that confirms moves to a lower rank."""

from collections.abc import Collection, Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.models import Commission
from federation.requests import SignedInRequest
from qualifications.forms_moves import STALE, MoveDecisionForm
from qualifications.presenting_deadlines import move_lines
from qualifications.services.moves import moves_confirm
from qualifications.work_lists import moves_to_confirm

MOST_LINES = 200
"""Moves in one decision; the rest stays for the next one."""


@login_required
@require_http_methods(["GET", "POST"])
def move_decision(request: SignedInRequest) -> HttpResponse:
    """Record a decision that confirms moves by law; `?moves=` are those ticked in the work list.

    Those alone are shown then, otherwise the oldest that wait, all of them ticked.
    """
    access = access_of(request)
    access.require(Action.DECISION_RECORD)
    commissions = access.commissions(Action.DECISION_RECORD)
    chosen = {int(pk) for pk in request.GET.getlist("moves") if pk.isdecimal() and len(pk) < 19}
    commission = _acting(request, commissions, chosen)
    moves = moves_to_confirm(commission)
    found = list(moves.filter(pk__in=chosen)[:MOST_LINES])
    waiting = found or list(moves[:MOST_LINES])
    if len(found) < len(chosen) and request.method == "GET":
        messages.warning(request, STALE)
    form = MoveDecisionForm(
        request.POST if request.method == "POST" else None,
        moves=waiting,
        initial={
            "decided_on": dates.today(),
            "moves": [str(row.pk) for row in (found if chosen else waiting)],
        },
    )
    if request.method == "POST" and form.is_valid():
        try:
            decision = moves_confirm(
                commission=commission,
                number=form.cleaned_data["number"],
                decided_on=form.cleaned_data["decided_on"],
                deadline_ids=form.cleaned_data["moves"],
                user=request.user,
                at=dates.now(),
                today=dates.today(),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            confirmed = decision.lines.count()
            messages.success(
                request,
                ngettext(
                    "Decision %(number)s is recorded: %(n)d move to a lower rank confirmed.",
                    "Decision %(number)s is recorded: %(n)d moves to a lower rank confirmed.",
                    confirmed,
                )
                % {"number": decision.number, "n": confirmed},
            )
            return redirect(f"{reverse('deadline-list')}?kind=happened")
    return render(
        request,
        "qualifications/move_decision.html",
        {
            "form": form,
            "commission": commission,
            "commissions": commissions,
            "lines": move_lines(waiting),
            "ticked": form.ticked(),
            "most_lines": MOST_LINES,
            "only_chosen": bool(found),
        },
        status=422 if request.method == "POST" else 200,
    )


def _acting(
    request: HttpRequest, commissions: Sequence[Commission], chosen: Collection[int]
) -> Commission:
    """In whose name to act: the one asked for, or the one that answers for most of the chosen."""
    wanted = request.POST.get("commission") or request.GET.get("commission")
    named = next((c for c in commissions if str(c.pk) == wanted), None)
    if named is not None or not chosen:
        return named or commissions[0]
    return max(commissions, key=lambda c: moves_to_confirm(c).filter(pk__in=chosen).count())
