"""A person's desk, and ranks taken over from paper cards."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.models import Player
from federation.requests import SignedInRequest
from qualifications.account_page import cards_or_claims
from qualifications.desk_page import next_thing, waiting_counts
from qualifications.desks import desk_of
from qualifications.forms import EarlierAwardForm
from qualifications.journal_page import may_read_journal
from qualifications.period_reminders import reminders
from qualifications.presenting_changed_bases import change_view
from qualifications.presenting_fide_applications import application_view
from qualifications.services.decisions import earlier_award_record


@login_required
@require_GET
def desk(request: SignedInRequest) -> HttpResponse:
    """What waits for this person, and the one next thing; a player's desk is the account."""
    access = access_of(request)
    if not access.mandates and cards_or_claims(request.user):
        return redirect("account")
    today = dates.today()
    waiting = desk_of(access, today=today)
    due = next((p for p in waiting.periods if p.list_on <= today), None)
    return render(
        request,
        "qualifications/desk.html",
        {
            "desk": waiting,
            "counts": waiting_counts(waiting, due),
            "changed_bases": [change_view(one) for one in waiting.changed_bases],
            "applications": [
                application_view(one)
                | {"to_sign": one.status == "draft" and one.drafted_by_id != request.user.pk}
                for one in waiting.applications
            ],
            "asking_since": min(
                [one.asked_at for one in waiting.claims]
                + [one.asked_at for one in waiting.requests],
                default=None,
            ),
            "next": next_thing(access, waiting, due),
            "due": due,
            "reminders": reminders(waiting.periods, today=today),
            "today": today,
            "mandates": access.mandates,
            "may_register": access.may(Action.EVENT_REGISTER),
            "may_see_periods": access.may(Action.PERIOD_SEE_DRAFT),
            "may_read_journal": may_read_journal(access, request.user),
            "may_see_submissions": access.may(Action.SUBMISSION_SEE),
            "may_see_decrees": access.may(Action.DECREE_SEE),
            "may_see_deadlines": access.may(Action.DEADLINES_SEE),
            "may_link_people": access.may(Action.PERSON_LINK),
            "may_decide_fide": access.may(Action.FIDE_PROPOSAL_DECIDE),
            "may_apply_to_fide": access.may(Action.APPLICATION_PREPARE),
            "may_load_lists": access.may(Action.RATING_LIST_LOAD),
            "may_decide_readings": access.may(Action.READING_DECIDE),
        },
    )


@login_required
@require_http_methods(["GET", "POST"])
def award_earlier(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take over from a paper card what a player was awarded before the registry."""
    player = get_object_or_404(Player.objects.select_related("region"), pk=pk)
    access = access_of(request)
    access.require(Action.EARLIER_AWARD_RECORD, player=player)
    commission = access.commissions(Action.EARLIER_AWARD_RECORD, player=player)[0]
    form = EarlierAwardForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            earlier_award_record(
                player=player,
                commission=commission,
                user=request.user,
                at=dates.now(),
                today=dates.today(),
                **form.cleaned_data,
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The rank is recorded on the card."))
            return redirect("player-card", pk=player.pk)
    return render(
        request,
        "qualifications/award_form.html",
        {"form": form, "player": player, "commission": commission},
        status=422 if request.method == "POST" else 200,
    )
