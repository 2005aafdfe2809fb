"""What an event means: before anybody admits it a dry run, afterwards what really followed."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation import dates
from federation.access import Action, access_of
from federation.requests import SignedInRequest
from qualifications.consequences_json import dry_run_json
from qualifications.meaning import Kind, meaning_of
from qualifications.presenting_consequences import left_open_views, meaning_view
from qualifications.presenting_counting import papers_questions
from qualifications.services.dry_run import DryRun, event_preview
from qualifications.views.parameters import number_asked, place_asked
from tournaments.models import Event, EventStatus
from tournaments.review import Review, review_event
from tournaments.selectors import CrosstableRow, crosstable, crosstable_of_file

PLAYERS_ON_A_PAGE = 50
MOST_PLAYERS = 32_767
"""The highest starting number that an entry can have."""


@login_required
@require_safe
def event_prospect(request: SignedInRequest, pk: int) -> HttpResponse:
    """What an event means: a page to send to a colleague; `?format=json` for programs.

    Of an admitted event what really followed, of others a dry run as they stand.
    """
    event = get_object_or_404(
        Event.objects.select_related("region", "commission", "upload", "submitted_by"), pk=pk
    )
    access_of(request).require(Action.EVENT_SEE_UNADMITTED, event=event)
    draft = event.status == EventStatus.DRAFT and event.upload_id is not None
    review = review_event(event, today=dates.today()) if draft else None
    tried = event_preview(event, at=dates.now(), today=dates.today(), review=review)
    if tried is None:
        return redirect("event-detail", pk=event.pk)
    if request.GET.get("format") == "json":
        return JsonResponse(dry_run_json(event, tried), json_dumps_params={"ensure_ascii": False})
    return render(
        request,
        "qualifications/event_prospect.html",
        {
            "event": event,
            "prospect": prospect_of(request, event, tried, _table(event, review)),
            "may_prepare": access_of(request).may(Action.EVENT_PREPARE, event=event),
            "may_admit": access_of(request).may(Action.EVENT_ADMIT, event=event),
        },
    )


def prospect_of(
    request: HttpRequest, event: Event, tried: DryRun, rows: Iterable[CrosstableRow]
) -> dict[str, Any]:
    """What `_event_means.html` shows; `?kind=`, `?after=` and `?player=` choose the players.

    Raises Http404 for a kind that there is not.
    """
    found: dict[str, Any] = {
        "url": reverse("event-prospect", args=[event.pk]),
        "refused": tried.refused,
        "busy": tried.busy,
        "left_open": left_open_views(tried.left_open),
        "questions": papers_questions(event) if event.status != EventStatus.ADMITTED else [],
        "means": None,
    }
    if tried.consequences is None:
        return found
    kind = _kind_asked(request)
    meaning = meaning_of(tried.consequences)
    players = meaning.of_kind(kind)
    number = number_asked(request, "player", most=MOST_PLAYERS)
    if number is not None:
        players = tuple(one for one in players if one.said.number == number)
    after = place_asked(request)
    numbers = [one.said.number for one in players]
    first = numbers.index(int(after)) + 1 if after and int(after) in numbers else 0
    shown = players[first : first + PLAYERS_ON_A_PAGE]
    more = first + len(shown) < len(players)
    cells = {row.number: row.cells for row in rows}
    return found | {
        "kind": kind.value if kind else "",
        "next_after": str(shown[-1].said.number) if more else "",
        "means": meaning_view(
            meaning, shown, cells, kind=kind, draft=event.status == EventStatus.DRAFT
        ),
    }


def _kind_asked(request: HttpRequest) -> Kind | None:
    value = request.GET.get("kind", "")
    if value and value not in list(Kind):
        raise Http404(_("There is no such filter."))
    return Kind(value) if value else None


def _table(event: Event, review: Review | None) -> list[CrosstableRow]:
    if review is not None and review.parsed is not None:
        return crosstable_of_file(review.parsed)
    return crosstable(event.entries.select_related("player"), event.games.all(), event.rounds)
