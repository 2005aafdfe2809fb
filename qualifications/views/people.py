"""Who somebody is: dated facts, links of two entries, the queue of pairs, the wrong person."""

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
from federation.linking import side_by_side
from federation.linking import suspect_dismiss as dismiss
from federation.models import PersonFact, PersonLink, PersonSuspect, Player
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
from qualifications.services.moved_entries import (
    counted_in_a_list,
    entry_move,
    entry_move_consequences,
)
from qualifications.views.parameters import number_asked, place_asked
from tournaments.models import Entry, EventStatus

MOST_NUMBER = 99_999_999
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
    form = FactForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.person_fact_record(
                player, **form.cleaned_data, user=request.user, at=dates.now(), today=dates.today()
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
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
            "links": links,
            "may_link": access.may(Action.PERSON_LINK, player=player),
            "groups": fact_groups(
                player,
                facts,
                on=dates.today(),
                see_birth=access.may(Action.BIRTH_DATE_SEE, player=player),
            ),
        },
        status=422 if request.method == "POST" else 200,
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
    if request.method == "POST" and form.is_valid():
        try:
            services.person_link(
                kept,
                other,
                choices=form.choices(),
                reason=form.cleaned_data["reason"],
                user=request.user,
                at=dates.now(),
                today=dates.today(),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
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
        },
        status=422 if request.method == "POST" else 200,
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
        player=link.kept_id,
    )


def _with_reason(
    request: HttpRequest, act: Any, *, player: int, button: str, **words: str
) -> HttpResponse:
    """A page that asks for a reason, acts, and goes back to the person's facts."""
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            act(form.cleaned_data["reason"])
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("person-facts", pk=player)
    return render(
        request,
        "qualifications/with_reason.html",
        {"form": form, "button": button, "player_id": player, **words},
        status=422 if request.method == "POST" else 200,
    )


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
        player=pair.first_id,
    )


@login_required
@require_http_methods(["GET", "POST"])
def entry_person(request: SignedInRequest, pk: int) -> HttpResponse:
    """The right person behind a result: `?to=` shows the consequences, a reason then moves it."""
    entry = get_object_or_404(
        Entry.objects.select_related("event__commission", "player__region"),
        pk=pk,
        event__status=EventStatus.ADMITTED,
    )
    access = access_of(request)
    if not (
        access.may(Action.ENTRY_MOVE, event=entry.event)
        or access.regions(Action.ENTRY_MOVE) is None
    ):
        raise PermissionDenied(Action.ENTRY_MOVE)
    number = number_asked(request, "to", most=MOST_NUMBER)
    to = _player(number) if number is not None else None
    form = ReasonForm(request.POST if request.method == "POST" else None)
    refused, lines = "", []
    if to is not None:
        act: dict[str, Any] = {"user": request.user, "at": dates.now(), "today": dates.today()}
        try:
            if request.method == "POST" and form.is_valid():
                entry_move(entry, to, reason=form.cleaned_data["reason"], **act)
                messages.success(request, _("The result is moved to the right person."))
                return redirect("event-detail", pk=entry.event_id)
            lines = consequence_lines(entry_move_consequences(entry, to, **act))
        except Refused as refusal:
            refused = str(refusal)
    return render(
        request,
        "qualifications/entry_person.html",
        {
            "entry": entry,
            "to": to,
            "form": form,
            "lines": lines,
            "refused": refused,
            "counted": counted_in_a_list(entry.event),
            "may_correct": access.may(Action.CORRECTION_DRAFT),
        },
        status=422 if request.method == "POST" else 200,
    )
