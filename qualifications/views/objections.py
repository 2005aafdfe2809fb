"""Objections to lines of a draft: the region's part of it, raising one, answering one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from federation import dates
from federation.access import Access, Action, access_of
from federation.errors import Refused
from federation.models import Commission, Player
from federation.requests import SignedInRequest
from federation.selectors import keyset_page
from qualifications.filters import DraftRowFilter
from qualifications.forms import AnswerForm, ObjectionForm
from qualifications.issued_lists import held_otherwise, objection_to, objections_of
from qualifications.models import Objection, ObjectionStatus, PeriodStatus, RatingPeriod, RatingRow
from qualifications.presenting_lists import list_lines
from qualifications.selectors import latest_run, list_rows
from qualifications.services.objections import objection_answer, objection_raise
from qualifications.views.parameters import place_asked


@login_required
@require_GET
def draft_of_region(request: HttpRequest, pk: int) -> HttpResponse:
    """The draft's lines of the players whom a regional commission answers for."""
    access = access_of(request)
    access.require(Action.OBJECTION_RAISE)
    period = get_object_or_404(RatingPeriod.objects.select_related("published_run"), pk=pk)
    regions = access.regions(Action.OBJECTION_RAISE) or frozenset()
    run = latest_run(period)
    rows = list_rows(run).filter(player__region__in=regions) if run else RatingRow.objects.none()
    chosen = DraftRowFilter(request.GET, queryset=rows, on=period.list_on)
    chosen.form.fields.pop("region")
    page = keyset_page(chosen.qs, after=place_asked(request))
    return render(
        request,
        "qualifications/draft_of_region.html",
        {
            "period": period,
            "run": run,
            "commissions": access.commissions(Action.OBJECTION_RAISE),
            "filter": chosen,
            "page": page,
            "lines": list_lines(page.items),
            "objections": objections_of(period).filter(player__region__in=regions),
            "again": run is not None and held_otherwise(period, run),
            "today": dates.today(),
        },
    )


def may_object(access: Access, player: Player) -> bool:
    """Whether the person may object to a line of the player, for the region or in the name."""
    return access.may(Action.OBJECTION_RAISE, player=player) or access.may(
        Action.OBJECTION_RAISE_FOR_PLAYER
    )


def _in_whose_name(access: Access, player: Player) -> Commission | None:
    """The regional commission that objects; None for the national one, which the player asked."""
    return next(iter(access.commissions(Action.OBJECTION_RAISE, player=player)), None)


@login_required
@require_http_methods(["GET", "POST"])
def objection_new(request: SignedInRequest, pk: int, player_pk: int) -> HttpResponse:
    """Object to one line of a draft; the line stands above the form."""
    access = access_of(request)
    player = get_object_or_404(Player.objects.select_related("region"), pk=player_pk)
    access.require(
        Action.OBJECTION_RAISE
        if access.may(Action.OBJECTION_RAISE, player=player)
        else Action.OBJECTION_RAISE_FOR_PLAYER
    )
    period = get_object_or_404(RatingPeriod.objects.select_related("published_run"), pk=pk)
    row = get_object_or_404(
        RatingRow.objects.select_related("player__region", "run__period", "region"),
        run=latest_run(period),
        player=player,
    )
    commission = _in_whose_name(access, player)
    form = ObjectionForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            objection_raise(
                period,
                player,
                text=form.cleaned_data["text"],
                commission=commission,
                user=request.user,
                at=dates.now(),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(
                request,
                _(
                    "The objection is recorded. The line is held when the draft is computed again; "
                    "the national commission answers it before the list is published."
                ),
            )
            return redirect("period-line", pk=period.pk, player_pk=player.pk)
    return render(
        request,
        "qualifications/objection_form.html",
        {
            "form": form,
            "period": period,
            "player": player,
            "row": row,
            "commission": commission,
            "published": period.status == PeriodStatus.PUBLISHED,
            "open": objection_to(period, player),
            "draft": draft_address(access),
        },
        status=422 if request.method == "POST" else 200,
    )


@login_required
@require_http_methods(["GET", "POST"])
def objection_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """An objection, its line, and the answer; members of the national commission answer it here."""
    access = access_of(request)
    objection = get_object_or_404(
        Objection.objects.select_related(
            "period__published_run", "player__region", "commission", "raised_by", "answered_by"
        ),
        pk=pk,
    )
    if not access.may(Action.OBJECTION_RAISE, player=objection.player):
        access.require(Action.PERIOD_SEE_DRAFT)
    if request.method == "POST":
        access.require(Action.OBJECTION_ANSWER)
    may_answer = (
        access.may(Action.OBJECTION_ANSWER)
        and objection.status == ObjectionStatus.OPEN
        and objection.raised_by_id != request.user.pk
    )
    form = AnswerForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            objection = objection_answer(
                objection,
                upheld=form.cleaned_data["decision"] == ObjectionStatus.UPHELD,
                answer=form.cleaned_data["answer"],
                user=request.user,
                at=dates.now(),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _answered_words(objection))
            return redirect("period-detail", pk=objection.period_id)
    period = objection.period
    row = RatingRow.objects.filter(run=latest_run(period), player=objection.player_id)
    return render(
        request,
        "qualifications/objection_detail.html",
        {
            "objection": objection,
            "period": period,
            "player": objection.player,
            "row": row.first(),
            "form": form,
            "may_answer": may_answer,
            "own": objection.raised_by_id == request.user.pk,
            "draft": draft_address(access),
        },
        status=422 if request.method == "POST" else 200,
    )


def _answered_words(objection: Objection) -> str:
    if objection.period.status == PeriodStatus.PUBLISHED:
        return _(
            "The answer is recorded. The list is published with the line held: "
            "release it by a late correction."
        )
    return _("The answer is recorded. Compute the draft again: the line is then released.")


def draft_address(access: Access) -> str:
    """The name of the address under which this person sees the draft."""
    return "period-detail" if access.may(Action.PERIOD_SEE_DRAFT) else "draft-of-region"
