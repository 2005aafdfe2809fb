"""What everybody sees without signing in: home, people, the qualification card, verdicts."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation import dates
from federation.access import Action, access_of
from federation.models import Player
from federation.selectors import keyset_page, players_search
from qualifications.engine import NoEditionInForce, Regulation, regulation_for
from qualifications.engine.loading import all_regulations
from qualifications.facts import coefficients_in_force, standings_on
from qualifications.grades import SCHEME
from qualifications.models import Assessment, ParticipantRecord, VerdictRecord
from qualifications.presenting import (
    coefficient_chart,
    entry_names,
    held_words,
    player_lines,
    points_sentence,
    shown_first,
    standing_sentence,
    verdict_view,
    verdicts_sentence,
)
from qualifications.presenting_card import (
    coefficient_changes,
    earned_sentences,
    event_lines,
    ledger_lines,
    rank_clock,
)
from qualifications.presenting_law import ladder_view, norm_table, regulation_view
from qualifications.selectors import lists_published, player_card
from qualifications.views.parameters import day_asked, place_asked, words_asked
from tournaments.models import Event, EventStatus
from tournaments.selectors import crosstable, events_admitted, events_page


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
    """People by a part of the name in either alphabet, or by number."""
    query = words_asked(request)
    after = place_asked(request)
    page = None
    lines = []
    if query:
        page = keyset_page(players_search(query), after=after)
        today = dates.today()
        ids = [p.pk for p in page.items]
        lines = player_lines(
            page.items,
            standings_on(ids, on=today, law=regulation_for(SCHEME, on=today)),
            coefficients_in_force(ids, on=today, scheme=SCHEME),
        )
    return render(
        request,
        "qualifications/player_list.html",
        {"query": query, "lines": lines, "page": page},
    )


@require_safe
def card(request: HttpRequest, pk: int) -> HttpResponse:
    """The qualification card, for today or `?on=`."""
    player = get_object_or_404(Player.objects.select_related("region"), pk=pk)
    today = dates.today()
    on = day_asked(request, "on", default=today)
    shown = player_card(player, on=on)
    access = access_of(request)
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
            "earned": earned_sentences(shown),
            "change": coefficient_changes(shown.history).get(shown.coefficient.list_on)
            if shown.coefficient
            else None,
            "chart": coefficient_chart(shown.history),
            "events": event_lines(shown),
            "ledger": ledger_lines(shown.ledger),
            "may_see_birth_date": access.may(Action.BIRTH_DATE_SEE, player=player),
            "may_record_award": access.may(Action.EARLIER_AWARD_RECORD, player=player),
        },
    )


@require_safe
def verdict_list(request: HttpRequest, pk: int, event_pk: int) -> HttpResponse:
    """Why: every verdict of one player in one event, line by line."""
    player = get_object_or_404(Player.objects.select_related("region"), pk=pk)
    event = get_object_or_404(
        Event.objects.select_related("region"), pk=event_pk, status=EventStatus.ADMITTED
    )
    entries = list(event.entries.select_related("player"))
    entry = next((e for e in entries if e.player_id == player.pk), None)
    if entry is None:
        raise Http404
    assessment = Assessment.objects.filter(event=event, current=True).first()
    law = _law_of(assessment)
    rows = crosstable(entries, event.games.all(), event.rounds)
    row = next(r for r in rows if r.number == entry.number)
    records = list(
        VerdictRecord.objects.filter(assessment=assessment, entry=entry).select_related(
            "assessment", "entry"
        )
    )
    names = entry_names(entries)
    instead = ""
    if player.birth_year and not access_of(request).may(Action.BIRTH_DATE_SEE, player=player):
        instead = _("Born in %(year)d.") % {"year": player.birth_year}
    held = ParticipantRecord.objects.filter(assessment=assessment, entry=entry).first()
    return render(
        request,
        "qualifications/verdict_list.html",
        {
            "player": player,
            "event": event,
            "entry": entry,
            "players": len(entries),
            "assessment": assessment,
            "law": law,
            "held": held_words(held.grade_known, held.grade, held.candidate_points) if held else "",
            "stated": held.stated if held else False,
            "sentence": verdicts_sentence(records),
            "verdicts": [
                verdict_view(record, law, row.cells, names, instead_of_age=instead)
                for record in records
            ],
            "open": shown_first(records),
        },
    )


@require_safe
def how_ranks_work(request: HttpRequest) -> HttpResponse:
    """Ranks, candidate points and coefficients in plain words; every figure is the edition's."""
    today = dates.today()
    law = regulation_for(SCHEME, on=today)
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


@require_safe
def regulation(request: HttpRequest, edition: str) -> HttpResponse:
    """An edition: its articles, table, errata and readings, and which rules are not decided yet."""
    of_scheme = [law for law in all_regulations() if law.scheme == SCHEME]
    law = next((law for law in of_scheme if law.edition == edition), None)
    if law is None:
        raise Http404
    return render(request, "qualifications/regulation.html", regulation_view(law))


def _law_of(assessment: Assessment | None) -> Regulation | None:
    """The edition under which an event was judged."""
    if assessment is None or not assessment.edition:
        return None
    try:
        return regulation_for(SCHEME, on=assessment.event.ends_on)
    except NoEditionInForce:
        return None
