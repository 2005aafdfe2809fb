"""Rating lists of FIDE and Russia: loading them, and deciding what FIDE's says otherwise."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from federation import dates
from federation.access import Action, access_of
from federation.models import FactKind
from federation.requests import SignedInRequest
from qualifications.fide_list.queue import proposals_open, proposals_waiting
from qualifications.forms_lists import ListLoadForm, ProposalsForm
from qualifications.models import FideProposal, ListLoad, LoadStatus
from qualifications.presenting_list_loads import load_line
from qualifications.presenting_people import value_words
from qualifications.services.fide_proposals import Decided, proposals_accept, proposals_decline
from qualifications.services.list_loads import PART, list_load_ask
from qualifications.tasks import list_load_task
from qualifications.views.parameters import place_asked

LOADS_ON_PAGE = 12
PROPOSALS_ON_PAGE = 50
MOST_AT_ONCE = 200
"""Differences decided by one click: each is a dated fact of its own."""


@login_required
@require_http_methods(["GET", "POST"])
def list_loads(request: SignedInRequest) -> HttpResponse:
    """Upload a list, see how far the load is and what came of the last ones."""
    access_of(request).require(Action.RATING_LIST_LOAD)
    posted = request.method == "POST"
    form = ListLoadForm(request.POST if posted else None, request.FILES if posted else None)
    if posted and form.is_valid():
        file = form.cleaned_data.pop("file")
        load = list_load_ask(
            file.chunks(PART),
            filename=file.name,
            user=request.user,
            at=dates.now(),
            **form.cleaned_data,
        )
        # Robust: without a broker the task runs here, and its row says what came of it.
        transaction.on_commit(lambda: list_load_task.delay(load.pk), robust=True)
        load.refresh_from_db()
        if load.status == LoadStatus.WAITING:
            messages.info(request, _("The list is kept and is being loaded."))
        return redirect("list-loads")
    loads = ListLoad.objects.select_related("requested_by")[:LOADS_ON_PAGE]
    return render(
        request,
        "qualifications/list_loads.html",
        {"form": form, "lines": [load_line(load) for load in loads]},
        status=422 if posted else 200,
    )


@login_required
@require_http_methods(["GET", "POST"])
def fide_proposals(request: SignedInRequest) -> HttpResponse:
    """Differences that wait, by kind; accepted or declined one by one, chosen ones, or all."""
    access = access_of(request)
    access.require(Action.FIDE_PROPOSAL_DECIDE)
    regions = access.regions(Action.FIDE_PROPOSAL_DECIDE)
    kind = request.GET.get("kind", "")
    kind = kind if kind in FactKind.values else ""
    rows = proposals_open(regions, kind)
    form = ProposalsForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        return _decide(request, rows, kind, form.cleaned_data["reason"])
    waiting = proposals_waiting(regions)
    after = place_asked(request)
    if after.isascii() and after.isdigit() and len(after) < 19:
        rows = rows.filter(pk__gt=int(after))
    found = list(rows[: PROPOSALS_ON_PAGE + 1])
    shown = found[:PROPOSALS_ON_PAGE]
    newest = FideProposal.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    return render(
        request,
        "qualifications/fide_proposals.html",
        {
            "form": form,
            "kind": kind,
            "kinds": [
                {"kind": one, "label": one.label, "n": waiting[one]}
                for one in FactKind
                if one in waiting
            ],
            "all": min(waiting.get(kind, 0), MOST_AT_ONCE) if kind else 0,
            "through": newest,
            "lines": [_line(one) for one in shown],
            "next_after": str(shown[-1].pk) if len(found) > PROPOSALS_ON_PAGE else "",
            "may_load": access.may(Action.RATING_LIST_LOAD),
        },
        status=422 if request.method == "POST" else 200,
    )


def _line(one: FideProposal) -> dict:
    return {
        "proposal": one,
        "kind": FactKind(one.kind).label,
        "before": value_words(one.kind, one.before),
        "value": value_words(one.kind, one.value),
    }


def _decide(request: SignedInRequest, rows, kind: str, reason: str) -> HttpResponse:
    """`accept` or `decline` is a number, `chosen`, or `all` of a kind up to `through`."""
    act = "accept" if "accept" in request.POST else "decline"
    which = request.POST.get(act, "")
    chosen = [which] if which.isdigit() else request.POST.getlist("chosen")
    numbers = [int(one) for one in chosen if one.isascii() and one.isdigit() and len(one) < 19]
    through = request.POST.get("through", "")
    if which == "all" and kind and through.isascii() and through.isdigit() and len(through) < 19:
        picked = list(rows.filter(pk__lte=int(through))[:MOST_AT_ONCE])
    else:
        picked = list(rows.filter(pk__in=numbers[:MOST_AT_ONCE]))
    if not picked:
        messages.warning(request, _("Choose the lines first."))
        return redirect(request.get_full_path())
    _say(request, act, _done(act, picked, reason, request))
    return redirect(request.get_full_path())


def _done(
    act: str, picked: Sequence[FideProposal], reason: str, request: SignedInRequest
) -> Decided:
    if act == "decline":
        return proposals_decline(picked, reason=reason, user=request.user, at=dates.now())
    return proposals_accept(
        picked, reason=reason, user=request.user, at=dates.now(), today=dates.today()
    )


def _say(request: HttpRequest, act: str, found: Decided) -> None:
    if found.decided and act == "accept":
        words = ngettext("%(n)d accepted.", "%(n)d accepted.", found.decided)
        messages.success(request, words % {"n": found.decided})
    elif found.decided:
        words = ngettext("%(n)d declined.", "%(n)d declined.", found.decided)
        messages.success(request, words % {"n": found.decided})
    for one, why in found.refused[:10]:
        messages.error(
            request,
            _("%(name)s, %(kind)s: %(why)s")
            % {"name": one.player.name, "kind": FactKind(one.kind).label, "why": why},
        )
