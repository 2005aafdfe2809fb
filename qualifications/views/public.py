"""What everybody sees without signing in: home, people, the qualification card, verdicts."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation import dates
from federation.access import Action, access_of
from federation.models import Player, Region
from federation.persons import persons_of
from federation.selectors import PAGE_SIZE, keyset_page, players_search
from qualifications.facts import standings_on
from qualifications.figures import figures_in_force
from qualifications.grades import SCHEME
from qualifications.issued.of_player import documents_of
from qualifications.law import law_for
from qualifications.models import Assessment, ParticipantRecord, VerdictRecord
from qualifications.presenting import (
    coefficient_chart,
    entry_names,
    held_words,
    player_lines,
    points_sentence,
    standing_sentence,
    verdicts_sentence,
)
from qualifications.presenting_card import (
    border_lines,
    coefficient_changes,
    earned_sentences,
    event_lines,
    figure_words,
    known_now_sentence,
    ledger_lines,
    other_norm_lines,
    rank_clock,
)
from qualifications.presenting_clock import clock_items, timeline
from qualifications.presenting_law import ladder_view, norm_table
from qualifications.presenting_verdicts import judged_by_scheme, section_view, verdicts_json
from qualifications.selectors import lists_published, player_card
from qualifications.views.parameters import (
    day_asked,
    end_of_day,
    place_asked,
    region_asked,
    words_asked,
)
from qualifications.wording import grade_name
from tournaments.models import Event, EventStatus
from tournaments.selectors import crosstable, events_admitted, events_page

SHOWN_WHILE_TYPING = 20
"""People; the next letter replaces them. Who pages on gets whole pages from there."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Search first; then the newest lists and events."""
    events, _next = events_page(events_admitted(), after="", size=6)
    return render(
        request,
        "qualifications/home.html",
        {"events": events, "lists": lists_published()[:4]},
    )


@require_safe
def player_list(request: HttpRequest) -> HttpResponse:
    """People by a part of the name in either alphabet, or by number, of one region (`?region=`) or
    of all; while somebody types only the part of the page that changes, with the first few of them.
    """
    follows = request.headers.get("HX-Target") == "results"
    query = words_asked(request)
    region = region_asked(request)
    after = place_asked(request)
    page = None
    lines = []
    if query or region:
        size = SHOWN_WHILE_TYPING if follows else PAGE_SIZE
        page = keyset_page(players_search(query, region=region), after=after, size=size)
        today = dates.today()
        ids = [p.pk for p in page.items]
        lines = player_lines(
            page.items,
            standings_on(ids, on=today, law=law_for(SCHEME, on=today)),
            figures_in_force(today, ids, scheme=SCHEME).by_player(),
        )
    template = "_player_results.html" if follows else "player_list.html"
    answer = render(
        request,
        f"qualifications/{template}",
        {
            "query": query,
            "region": region,
            "regions": Region.objects.all(),
            "lines": lines,
            "page": page,
        },
    )
    patch_vary_headers(answer, ["HX-Target"])
    return answer


@require_safe
def card(request: HttpRequest, pk: int) -> HttpResponse:
    """The qualification card, for today or `?on=`; for staff as known at the end of `?known=`."""
    player = get_object_or_404(Player.objects.select_related("region"), pk=pk)
    if player.merged_into_id:
        return redirect("player-card", pk=player.merged_into_id)
    today = dates.today()
    access = access_of(request)
    known = day_asked(request, "known", default=today)
    as_known = bool(request.GET.get("known"))
    if as_known:
        access.require(Action.CARD_SEE_AS_KNOWN, player=player)
    on = day_asked(request, "on", default=known)
    shown = player_card(player, on=on, known_at=end_of_day(known) if as_known else None)
    may_see_birth_date = access.may(Action.BIRTH_DATE_SEE, player=player)
    return render(
        request,
        "qualifications/card.html",
        {
            "card": shown,
            "player": player,
            "is_today": on == today,
            "is_future": on > today,
            "sentence": standing_sentence(shown.standing, on=on),
            "points": points_sentence(shown.standing),
            "clock": rank_clock(shown.standing, on=on),
            "clock_items": clock_items(
                shown.standing,
                shown.law,
                on=on,
                birth=player.birth_date,
                exact_birth=may_see_birth_date,
            )
            if shown.law
            else [],
            "timeline": timeline(shown),
            "known": known if as_known else None,
            "known_now": known_now_sentence(shown),
            "earned": earned_sentences(shown),
            "other_norms": other_norm_lines(shown),
            "change": coefficient_changes(shown.history).get(shown.coefficient.list_on)
            if shown.coefficient
            else None,
            "coefficient_hint": figure_words(shown.coefficient),
            "border_lines": border_lines(shown.history),
            "chart": coefficient_chart(shown.history),
            "events": event_lines(shown),
            "ledger": ledger_lines(shown),
            "documents": documents_of(player),
            "may_see_birth_date": may_see_birth_date,
            "may_see_as_known": access.may(Action.CARD_SEE_AS_KNOWN, player=player),
            "may_keep_contact": access.may(Action.CONTACT_KEEP, player=player),
            "may_keep_facts": access.may(Action.FACTS_KEEP, player=player),
            "revoking": {one.pk for one in access.commissions(Action.DECREE_DRAFT)},
            "may_apply_to_fide": access.may(Action.APPLICATION_PREPARE),
            "may_record_award": access.may(Action.EARLIER_AWARD_RECORD, player=player),
        },
    )


@require_safe
def verdict_list(request: HttpRequest, pk: int, event_pk: int) -> HttpResponse:
    """Why: every verdict of one player in one event, line by line; `?format=json` for programs."""
    player = get_object_or_404(Player.objects.select_related("region"), pk=pk)
    event = get_object_or_404(
        Event.objects.select_related("region"), pk=event_pk, status=EventStatus.ADMITTED
    )
    entries = list(event.entries.select_related("player"))
    same = persons_of([player.pk]).same_as(player.pk)
    entry = next((e for e in entries if e.player_id in same), None)
    if entry is None:
        raise Http404
    rows = crosstable(entries, event.games.all(), event.rounds)
    row = next(r for r in rows if r.number == entry.number)
    judged = judged_by_scheme(
        Assessment.objects.filter(event=event, current=True),
        VerdictRecord.objects.filter(assessment__current=True, entry=entry).select_related(
            "assessment", "entry"
        ),
    )
    if request.GET.get("format") == "json":
        return JsonResponse(
            verdicts_json(event, entry, judged, row.cells), json_dumps_params=_AS_WRITTEN
        )
    names = entry_names(entries)
    instead = ""
    if player.birth_year and not access_of(request).may(Action.BIRTH_DATE_SEE, player=player):
        instead = _("Born in %(year)d.") % {"year": player.birth_year}
    home = next((one for one in judged if one.assessment.scheme == SCHEME), None)
    held = ParticipantRecord.objects.filter(assessment__current=True, entry=entry).first()
    sections = [section_view(one, row.cells, names, instead_of_age=instead) for one in judged]
    return render(
        request,
        "qualifications/verdict_list.html",
        {
            "player": player,
            "event": event,
            "entry": entry,
            "players": len(entries),
            "assessment": home.assessment if home else None,
            "law": home.law if home else None,
            "held": held_words(held.grade_known, held.grade, held.candidate_points) if held else "",
            "stated": held.stated if held else False,
            "sections": sections,
            "may_move_entry": access_of(request).may(Action.ENTRY_MOVE, event=event),
            "certificates": [
                {"pk": record.pk, "title": grade_name(record.grade)}
                for one in judged
                for record in one.records
                if one.assessment.scheme == "fide" and record.outcome == "met"
            ]
            if access_of(request).may(Action.DOCUMENT_ISSUE, event=event)
            else [],
            "sentence": verdicts_sentence([r for one in judged for r in one.records]),
        },
    )


_AS_WRITTEN = {"ensure_ascii": False}
"""Names in their own letters and not as escapes."""


@require_safe
def how_ranks_work(request: HttpRequest) -> HttpResponse:
    """Ranks, candidate points and coefficients in plain words; every figure is the edition's."""
    today = dates.today()
    law = law_for(SCHEME, on=today)
    return render(
        request,
        "qualifications/how_ranks_work.html",
        {
            "law": law,
            "ladder": ladder_view(law),
            "rating": law.rating_rules(today),
            "table": norm_table(law),
        },
    )
