"""Accounts of players and guardians."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import SetPasswordForm
from django.core.exceptions import PermissionDenied
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from federation import dates
from federation.access import Action, access_of
from federation.account_records import ClaimStatus
from federation.accounts import (
    account_join,
    account_of_letter,
    account_open,
    cards_of,
    claim_ask,
    claim_end,
    request_ask,
)
from federation.errors import Refused
from federation.forms_accounts import ClaimForm, JoinForm, RequestForm
from federation.models import CardClaim, PersonFact, Player
from federation.persons import persons_of
from federation.requests import SignedInRequest
from federation.throttling import too_often
from qualifications.account_page import (
    MOST_SHOWN,
    drafts_to_object,
    objections_of,
    requests_counted,
    requests_of,
    under_way,
)
from qualifications.forms import ObjectionForm
from qualifications.forms_accounts import NoticeForm, choice_of, notice_form
from qualifications.models import PeriodStatus, RatingPeriod
from qualifications.presenting_people import fact_groups
from qualifications.services.notices import notices_choose
from qualifications.services.objections import objection_raise
from qualifications.views.refusals import done_or_told
from qualifications.wording import grade_name


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Ask for an account. The answer is the same whether the address has one or not."""
    form = JoinForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        if too_often(request, "join"):
            raise PermissionDenied(_("Too many letters at once. Wait ten minutes."))
        account_join(**form.cleaned_data)
        return render(request, "registration/join_sent.html", {})
    return render(
        request,
        "registration/join.html",
        {"form": form},
        status=422 if request.method == "POST" else 200,
    )


@require_http_methods(["GET", "POST"])
def confirm(request: HttpRequest, key: str, token: str) -> HttpResponse:
    """Behind the link of the letter: choose the password."""
    user = account_of_letter(key, token)
    if user is None:
        return render(request, "registration/letter_stale.html", {}, status=404)
    form = SetPasswordForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        account_open(user, password=form.cleaned_data["new_password1"])
        messages.success(request, _("Your account is open. Sign in with your address."))
        return redirect("login")
    return render(
        request,
        "registration/choose_password.html",
        {"form": form},
        status=422 if request.method == "POST" else 200,
    )


@login_required
@require_GET
def account(request: SignedInRequest) -> HttpResponse:
    """My cards, and those that I have asked for."""
    cards = cards_of(request.user.pk, on=dates.today())
    claims = CardClaim.objects.filter(user=request.user).order_by("-pk")
    waiting = requests_counted(list(cards))
    own = [(claim.card, claim, waiting.get(pk, 0)) for pk, claim in cards.items()]
    return render(
        request,
        "qualifications/account.html",
        {
            "cards": own,
            "claims": [
                {"claim": one, "card": one.card, "why": _why_no_more(one)}
                for one in claims.select_related("player__merged_into")[:MOST_SHOWN]
                if not (one.status == ClaimStatus.CONFIRMED and one.card.pk in cards)
            ],
        },
    )


def _why_no_more(claim: CardClaim) -> str:
    """Why a confirmed claim gives nothing."""
    if claim.status != ClaimStatus.CONFIRMED:
        return ""
    if claim.guardian:
        return _("The player is of age now and claims the card.")
    return _("The card is somebody else’s under another number. Ask the commission.")


@login_required
@require_http_methods(["GET", "POST"])
def claim_new(request: SignedInRequest, pk: int) -> HttpResponse:
    """Claim a card."""
    player = get_object_or_404(Player.objects.select_related("region"), pk=pk)
    if player.merged_into_id:
        return redirect("claim-new", pk=player.merged_into_id)
    if pk in cards_of(request.user.pk, on=dates.today()):
        return redirect("account-card", pk=pk)
    form = ClaimForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            claim_ask(
                player,
                **form.cleaned_data,
                user=request.user,
                at=dates.now(),
                today=dates.today(),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(
                request, _("The commission of the region is asked. Its answer stands here.")
            )
            return redirect("account")
    return render(
        request,
        "qualifications/claim_form.html",
        {"form": form, "player": player},
        status=422 if request.method == "POST" else 200,
    )


@login_required
@require_POST
def claim_ended(request: SignedInRequest, pk: int) -> HttpResponse:
    """End a claim: one's own, or as the commission of the region."""
    claim = get_object_or_404(CardClaim.objects.select_related("player__merged_into"), pk=pk)
    own = claim.user_id == request.user.pk
    if not own:
        access_of(request).require(Action.CLAIM_ANSWER, player=claim.card)
    return done_or_told(
        request,
        lambda: claim_end(
            claim, words=request.POST.get("words", ""), user=request.user, at=dates.now()
        ),
        _("The claim has ended."),
        "account" if own else "claim-list",
    )


@login_required
@require_GET
def card_of_mine(request: SignedInRequest, pk: int) -> HttpResponse:
    """What the registry has of a card that is mine, and what I can do about it."""
    return render(request, "qualifications/account_card.html", _card(_own(request, pk)))


@login_required
@require_POST
def card_notices(request: SignedInRequest, pk: int) -> HttpResponse:
    """Choose letters about what ends."""
    claim = _own(request, pk)
    player = claim.card
    form = NoticeForm(request.POST, instance=choice_of(player))
    stored = notice_form(player)
    if request.POST.get("seen", stored.digest()) != stored.digest():
        now = _("Somebody has changed this since you opened the page. Now it is: %(now)s.")
        form.add_error(None, now % {"now": stored.in_words()})
    if not form.is_valid():
        context = _card(claim) | {"notices": form}
        return render(request, "qualifications/account_card.html", context, status=422)
    data = form.cleaned_data
    notices_choose(
        player,
        form.instance,
        email=data["email"] if data["wanted"] else "",
        language=data["language"],
        today=dates.today(),
    )
    messages.success(request, _("Your choice is kept."))
    return redirect("account-card", pk=player.pk)


@login_required
@require_POST
def card_request(request: SignedInRequest, pk: int) -> HttpResponse:
    """Ask the commission of the region."""
    claim = _own(request, pk)
    player = claim.card
    form = RequestForm(request.POST)
    if form.is_valid():
        try:
            request_ask(player, **form.cleaned_data, user=request.user, at=dates.now())
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The commission is asked. Its answer stands here."))
            return redirect("account-card", pk=player.pk)
    context = _card(claim) | {"asking": form}
    return render(request, "qualifications/account_card.html", context, status=422)


@login_required
@require_http_methods(["GET", "POST"])
def card_objection(request: SignedInRequest, pk: int, period_pk: int) -> HttpResponse:
    """Object to the line of my card in a draft list; that line alone is held."""
    player = _own(request, pk).card
    period = get_object_or_404(RatingPeriod, pk=period_pk, status=PeriodStatus.COMPUTED)
    form = ObjectionForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            objection_raise(
                period,
                player,
                text=form.cleaned_data["text"],
                commission=None,
                user=request.user,
                at=dates.now(),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(
                request, _("The objection is recorded; the national commission answers it.")
            )
            return redirect("account-card", pk=player.pk)
    return render(
        request,
        "qualifications/account_objection.html",
        {"form": form, "player": player, "period": period},
        status=422 if request.method == "POST" else 200,
    )


@login_required
@require_GET
def card_data(request: SignedInRequest, pk: int) -> JsonResponse:
    """Everything that the registry keeps about a person besides results, for the person."""
    player = _own(request, pk).card
    data = {
        "number": player.pk,
        "name": player.name,
        "latin_name": player.latin_name,
        "birth_date": player.birth_date,
        "birth_year": player.birth_year,
        "sex": player.sex,
        "region": player.region.code if player.region else "",
        "federation": player.federation,
        "fide_id": player.fide_id,
        "email": player.email,
        "email_consent_on": player.email_consent_on,
        "language": player.language,
        "letters": model_to_dict(choice_of(player), exclude=["id", "player"]),
        "facts": [
            {
                "kind": one.kind,
                "value": one.value or str(one.region or ""),
                "from": one.valid_from,
                "through": one.valid_until,
                "source": one.source,
            }
            for one in _facts(player)
        ],
    }
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="card-{player.pk}.json"'
    return response


# --- what the pages share -----------------------------------------------------------------------


def _own(request: SignedInRequest, pk: int) -> CardClaim:
    """Why a card is the user's own, by any number of the person. Raises PermissionDenied for any
    other card.
    """
    kept = Player.objects.filter(pk=pk).values_list("merged_into", flat=True).first() or pk
    claim = cards_of(request.user.pk, on=dates.today()).get(kept)
    if claim is None:
        raise PermissionDenied(_("This card is not yours, or no longer."))
    return claim


def _facts(player: Player) -> list[PersonFact]:
    same = persons_of([player.pk]).same_as(player.pk)
    facts = PersonFact.objects.filter(player__in=same, voided_at=None)
    return list(facts.select_related("region").order_by("kind", "valid_from", "pk"))


def _card(claim: CardClaim) -> dict[str, Any]:
    player = claim.card
    return {
        "claim": claim,
        "player": player,
        "groups": fact_groups(player, _facts(player), on=dates.today(), see_birth=True),
        "drafts": drafts_to_object(player),
        "objections": objections_of(player),
        "under_way": [
            {"grade": grade_name(grade), "state": state} for grade, state in under_way(player)
        ],
        "requests": requests_of(player),
        "asking": RequestForm(),
        "notices": notice_form(player),
        "seen": notice_form(player).digest(),
    }
