"""Who somebody is: dated facts, links of two entries, the queue of pairs."""

import hashlib
from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.linking import side_by_side
from federation.linking import suspect_dismiss as dismiss
from federation.models import FactKind, PersonFact, PersonLink, PersonSuspect, Player
from federation.persons import persons_of
from federation.requests import SignedInRequest
from federation.suspects import suspects_open
from qualifications.forms_people import FactForm, LinkForm, ReasonForm
from qualifications.presenting_people import (
    consequence_lines,
    fact_groups,
    pair_lines,
    suspect_lines,
)
from qualifications.services import people as services
from qualifications.services.consequences import act_if_silent
from qualifications.views.parameters import MOST_NUMBER, number_asked, place_asked

PAIRS_ON_PAGE = 30


def _player(pk: int) -> Player:
    return get_object_or_404(Player.objects.select_related("region", "merged_into__region"), pk=pk)


@login_required
@require_http_methods(["GET", "POST"])
def person_facts(request: SignedInRequest, pk: int) -> HttpResponse:
    """Facts of a person from when until when and from what source; a new one is added below."""
    player = _player(pk)
    access = access_of(request)
    access.require(Action.FACTS_KEEP, player=player)
    if player.merged_into_id:
        return redirect("person-facts", pk=player.merged_into_id)
    data = request.POST if request.method == "POST" else None
    kind = next((one for one in FactKind if one == request.GET.get("kind")), None)
    form = FactForm(data, kind=kind) if kind else None
    lines: list[str] = []
    if request.method == "POST" and form is not None and form.is_valid():

        def record() -> None:
            services.person_fact_record(
                player,
                kind=kind,
                **form.cleaned_data,
                user=request.user,
                at=dates.now(),
                today=dates.today(),
            )

        try:
            lines = _act_once_seen(request, record)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            if not lines:
                messages.success(request, _("The fact is recorded."))
                return redirect("person-facts", pk=player.pk)
    same = persons_of([player.pk]).same_as(player.pk)
    facts = PersonFact.objects.filter(player__in=same).select_related("region", "recorded_by")
    links = PersonLink.objects.filter(kept=player).select_related("merged", "linked_by")
    return render(
        request,
        "qualifications/person_facts.html",
        {
            "player": player,
            "form": form,
            "kind": kind,
            "consequences": lines,
            "seen": _what_is_asked(request),
            "links": links,
            "may_link": access.may(Action.PERSON_LINK, player=player),
            "groups": fact_groups(
                player,
                facts,
                on=dates.today(),
                see_birth=access.may(Action.BIRTH_DATE_SEE, player=player),
            ),
        },
        status=422 if request.method == "POST" and not lines else 200,
    )


@login_required
@require_http_methods(["GET", "POST"])
def fact_void(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take back a fact that was entered wrongly."""
    fact = get_object_or_404(PersonFact.objects.select_related("player__region", "region"), pk=pk)
    access_of(request).require(Action.FACTS_KEEP, player=fact.player)

    def void(reason: str) -> None:
        services.person_fact_void(
            fact, reason=reason, user=request.user, at=dates.now(), today=dates.today()
        )

    return _with_reason(
        request,
        void,
        heading=_("Void a fact"),
        text=f"{fact.player}, № {fact.player_id}: {fact.get_kind_display()} "
        f"{fact.region or fact.value}",
        explain=_("The line stays, struck out, with the reason. What it had ended goes on."),
        button=_("Void it"),
        done=_("The fact is voided."),
        player=fact.player_id,
    )


@login_required
@require_http_methods(["GET", "POST"])
def person_link(request: SignedInRequest, pk: int) -> HttpResponse:
    """Two people side by side, `?other=` the second one; a choice for each field."""
    access = access_of(request)
    kept = _player(pk)
    access.require(Action.PERSON_LINK, player=kept)
    number = number_asked(request, "other", most=MOST_NUMBER)
    if number is None:
        return render(request, "qualifications/person_link_whom.html", {"player": kept})
    other = _player(number)
    access.require(Action.PERSON_LINK, player=other)
    pairs = side_by_side(kept, other)
    form = LinkForm(request.POST if request.method == "POST" else None, pairs=pairs)
    consequences: list[str] = []
    if request.method == "POST" and form.is_valid():

        def link() -> None:
            services.person_link(
                kept,
                other,
                choices=form.choices(),
                reason=form.cleaned_data["reason"],
                user=request.user,
                at=dates.now(),
                today=dates.today(),
            )

        try:
            consequences = _act_once_seen(request, link)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            if not consequences:
                messages.success(request, _("From now on the two are one person."))
                return redirect("person-facts", pk=kept.pk)
    return render(
        request,
        "qualifications/person_link.html",
        {
            "kept": kept,
            "other": other,
            "form": form,
            "lines": pair_lines(pairs, form),
            "shared": services.events_of_both(kept, other),
            "consequences": consequences,
            "seen": _what_is_asked(request),
        },
        status=422 if request.method == "POST" and not consequences else 200,
    )


@login_required
@require_http_methods(["GET", "POST"])
def person_unlink(request: SignedInRequest, pk: int) -> HttpResponse:
    """Undo a link."""
    link = get_object_or_404(
        PersonLink.objects.select_related("kept__region", "merged__region"), pk=pk
    )
    access = access_of(request)
    access.require(Action.PERSON_LINK, player=link.kept)
    access.require(Action.PERSON_LINK, player=link.merged)

    def undo(reason: str) -> None:
        services.person_unlink(
            link, reason=reason, user=request.user, at=dates.now(), today=dates.today()
        )

    return _with_reason(
        request,
        undo,
        heading=_("They are two people"),
        text=f"{link.kept}, № {link.kept_id}; {link.merged}, № {link.merged_id}",
        explain=_(
            "Each gets back what was recorded for that one. What was added since stays with the "
            "one who was kept."
        ),
        button=_("Undo the link"),
        done=_("The link is undone: they are two people again."),
        player=link.kept_id,
    )


def _with_reason(
    request: HttpRequest, act: Callable[[str], None], *, player: int, button: str, **words: str
) -> HttpResponse:
    """A page that asks for a reason, acts, and goes back to the person's facts."""
    form = ReasonForm(request.POST if request.method == "POST" else None)
    lines: list[str] = []
    if request.method == "POST" and form.is_valid():
        try:
            lines = _act_once_seen(request, lambda: act(form.cleaned_data["reason"]))
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            if not lines:
                messages.success(request, words["done"])
                return redirect("person-facts", pk=player)
    return render(
        request,
        "qualifications/with_reason.html",
        {
            "form": form,
            "button": button,
            "player_id": player,
            "consequences": lines,
            "seen": _what_is_asked(request),
            **words,
        },
        status=422 if request.method == "POST" and not lines else 200,
    )


def _act_once_seen(request: HttpRequest, act: Callable[[], object]) -> list[str]:
    """Act; or say first what that does to ranks and events, if anything and not said already.

    The consequences are shown for exactly what the form says: another value shows them again.
    """
    if request.POST.get("seen") != _what_is_asked(request):
        found = act_if_silent(act)
        return consequence_lines(found) if found else []
    act()
    return []


def _what_is_asked(request: HttpRequest) -> str:
    """A digest of the form as it was sent."""
    sent = sorted((name, value) for name, value in request.POST.items() if name not in NOT_ASKED)
    return hashlib.sha256(repr(sent).encode()).hexdigest()


NOT_ASKED = ("seen", "csrfmiddlewaretoken")


@login_required
@require_GET
def suspect_list(request: HttpRequest) -> HttpResponse:
    """Pairs of players who may be one person, of the regions that one answers for."""
    access = access_of(request)
    access.require(Action.PERSON_LINK)
    rows = suspects_open(access.regions(Action.PERSON_LINK))
    after = place_asked(request)
    if after.isascii() and after.isdigit() and len(after) < 19:
        rows = rows.filter(pk__gt=int(after))
    pairs = list(rows[: PAIRS_ON_PAGE + 1])
    shown = pairs[:PAIRS_ON_PAGE]
    lines = [
        line
        | {
            "may_decide": all(
                access.may(Action.PERSON_LINK, player=line[side]) for side in ("first", "second")
            )
        }
        for line in suspect_lines(shown)
    ]
    return render(
        request,
        "qualifications/suspect_list.html",
        {
            "lines": lines,
            "next_after": str(shown[-1].pk) if len(pairs) > PAIRS_ON_PAGE else "",
        },
    )


@login_required
@require_http_methods(["GET", "POST"])
def suspect_dismiss(request: SignedInRequest, pk: int) -> HttpResponse:
    """Say that two players are different people; it is never asked again."""
    pair = get_object_or_404(
        PersonSuspect.objects.select_related("first__region", "second__region"), pk=pk
    )
    access = access_of(request)
    access.require(Action.PERSON_LINK, player=pair.first)
    access.require(Action.PERSON_LINK, player=pair.second)

    def different(reason: str) -> None:
        dismiss(pair, note=reason, user=request.user, at=dates.now())

    return _with_reason(
        request,
        different,
        heading=_("Two different people"),
        text=f"{pair.first}, № {pair.first_id}; {pair.second}, № {pair.second_id}",
        explain=_("It is remembered and never asked again."),
        button=_("They are two people"),
        done=_("It is remembered that they are two people."),
        player=pair.first_id,
    )
