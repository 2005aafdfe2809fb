"""Events: the public calendar and page, and the admission by a second person."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.requests import SignedInRequest
from qualifications.correction_page import corrections_of
from qualifications.fide_change import has_fide_ratings
from qualifications.filters import EventFilter
from qualifications.grades import SCHEME
from qualifications.judged_again import changed_lines, judged_again_because_of
from qualifications.models import (
    Assessment,
    IssuedDocument,
    LedgerEntry,
    ParticipantRecord,
    VerdictRecord,
)
from qualifications.models.ledger import LedgerKind
from qualifications.presenting import crosstable_rows, held_words
from qualifications.presenting_counting import event_counting_view
from qualifications.presenting_events import (
    event_papers,
    event_status,
    norm_lines,
    norms_sentence,
    other_scheme_view,
    questions_asked,
)
from qualifications.presenting_judged_again import changed_line_views, why_judged_again
from qualifications.services.admission import event_admit_and_assess
from qualifications.services.dry_run import event_dry_run
from qualifications.services.papers import open_facts
from qualifications.views.parameters import place_asked
from qualifications.views.prospects import prospect_of
from tournaments.confirmations import confirmed_views
from tournaments.forms import ReturnForm
from tournaments.models import DeclaredNorm, Event, EventStatus
from tournaments.selectors import crosstable, events_admitted, events_page
from tournaments.services import event_return
from tournaments.teams import points_declared, team_matches, team_table

PAGE_SIZE = 30
MOST_DOCUMENTS = 10


@require_safe
def event_list(request: HttpRequest) -> HttpResponse:
    """The calendar of admitted events, the latest first."""
    chosen = EventFilter(request.GET, queryset=events_admitted())
    events, next_after = events_page(chosen.qs, after=place_asked(request), size=PAGE_SIZE)
    return render(
        request,
        "qualifications/event_list.html",
        {"filter": chosen, "events": events, "next_after": next_after},
    )


@require_safe
def event_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """An event: papers, crosstable, norms made. Before admission only for the commissions."""
    event = get_object_or_404(
        Event.objects.select_related(
            "region", "commission", "upload", "registered_by", "submitted_by", "admitted_by"
        ).defer("upload__content"),
        pk=pk,
    )
    if event.status == EventStatus.REPLACED:
        return redirect("event-detail", pk=event.replaced_by.event_id)
    if event.status != EventStatus.ADMITTED:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        access_of(request).require(Action.EVENT_SEE_UNADMITTED, event=event)
    assessments = list(
        Assessment.objects.filter(event=event, current=True).select_related(
            "because_event", "because_decision", "because_correction"
        )
    )
    assessment = next((a for a in assessments if a.scheme == SCHEME), None)
    others = [a for a in assessments if a.scheme != SCHEME]
    records = list(
        ParticipantRecord.objects.filter(assessment=assessment).select_related("entry__player")
    )
    held = {r.entry.number: held_words(r.grade_known, r.grade, r.candidate_points) for r in records}
    coefficients = {r.entry.number: r.individual_coefficient for r in records}
    entries = list(event.entries.select_related("player"))
    games = list(event.games.all())
    teams = list(event.teams.all())
    matches = team_matches(teams, entries, games)
    verdicts = VerdictRecord.objects.filter(assessment=assessment).select_related("entry__player")
    earned = LedgerEntry.objects.filter(
        event=event,
        kind__in=(LedgerKind.NORM_MET, LedgerKind.CANDIDATE_POINT_EARNED),
        voided_by=None,
    )
    norms = norm_lines(
        verdicts.filter(outcome="met").defer("reasons"),
        set(earned.values_list("player_id", "grade")),
        held,
    )
    undecided = list(verdicts.filter(outcome="undecided"))
    elsewhere = list(
        VerdictRecord.objects.filter(
            assessment__in=others, outcome__in=("met", "undecided")
        ).select_related("entry__player")
    )
    return render(
        request,
        "qualifications/event_detail.html",
        {
            "event": event,
            "status": event_status(event),
            "papers": event_papers(event, event.arbiters.all(), _declared(event)),
            "assessment": assessment,
            "counting": event_counting_view(event) if entries else None,
            "again": why_judged_again(assessment) if assessment else None,
            "changed": changed_line_views(changed_lines(assessment)) if assessment else [],
            "judged_again": judged_again_because_of(event),
            "crosstable": crosstable_rows(
                crosstable(entries, games, event.rounds),
                held,
                coefficients,
                judged_event=event.pk if assessment else None,
            ),
            "teams": team_table(teams, entries, matches),
            "matches": matches,
            "team_points_declared": points_declared(teams),
            "fide_ratings": has_fide_ratings(entries),
            "headings": [str(r) for r in range(1, event.rounds + 1)],
            "new_norms": [line for line in norms if line["new"]],
            "other_norms": [line for line in norms if not line["new"]],
            "others": [other_scheme_view(a, elsewhere) for a in others],
            "norms_sentence": norms_sentence(norms, undecided=len(undecided)),
            "undecided": len(undecided),
            "questions": questions_asked(undecided),
            "unknown": [r for r in records if not r.grade_known],
            "may_state_facts": event.status == EventStatus.ADMITTED
            and bool(open_facts(event))
            and access_of(request).may(Action.EVENT_ADMIT, event=event),
            "may_see_meaning": assessment is not None
            and access_of(request).may(Action.EVENT_SEE_UNADMITTED, event=event),
            "replaced": event.replacements.filter(status="admitted").order_by("decided_at")
            if event.status == EventStatus.ADMITTED
            else (),
            "may_replace": event.status in (EventStatus.SUBMITTED, EventStatus.ADMITTED)
            and access_of(request).may(Action.EVENT_PREPARE, event=event),
            "may_download": event.status != EventStatus.DRAFT
            and access_of(request).may(Action.EVENT_DOWNLOAD, event=event),
            "corrected": corrections_of(event),
            "may_certify": event.status == EventStatus.ADMITTED
            and access_of(request).may(Action.DOCUMENT_ISSUE, event=event),
            "documents": IssuedDocument.objects.filter(event=event)[:MOST_DOCUMENTS],
            "may_correct": event.status == EventStatus.ADMITTED
            and access_of(request).may(Action.CORRECTION_DRAFT),
            "may_admit": event.status == EventStatus.SUBMITTED
            and access_of(request).may(Action.EVENT_ADMIT, event=event),
        },
    )


def _declared(event: Event) -> list[DeclaredNorm]:
    return list(event.declared_norms.select_related("commission"))


@login_required
@require_http_methods(["GET", "POST"])
def event_admit(request: SignedInRequest, pk: int) -> HttpResponse:
    """The second person's page: evidence, what the event would mean, admit or return."""
    event = get_object_or_404(
        Event.objects.select_related(
            "region", "commission", "upload", "registered_by", "submitted_by"
        ).defer("upload__content"),
        pk=pk,
    )
    access_of(request).require(Action.EVENT_ADMIT, event=event)
    if event.status == EventStatus.DRAFT:
        messages.info(request, _("The tournament is with the clerk; there is nothing to admit."))
        return redirect("desk")
    if event.status == EventStatus.ADMITTED:
        return redirect("event-detail", pk=event.pk)
    form = ReturnForm(request.POST if "return" in request.POST else None)
    if request.method == "POST":
        try:
            if "return" not in request.POST:
                assessments = event_admit_and_assess(event, user=request.user, at=dates.now())
                if assessments[SCHEME].edition:  # else the event's page says why nothing is judged
                    messages.success(request, _("The tournament is admitted and judged."))
                return redirect("event-detail", pk=event.pk)
            if form.is_valid():
                event_return(event, note=form.cleaned_data["note"])
                messages.success(request, _("The tournament went back to the clerk."))
                return redirect("desk")
        except Refused as refusal:
            messages.error(request, str(refusal))
            return redirect("desk")
    tried = event_dry_run(event, at=dates.now(), today=dates.today())
    entries = list(event.entries.select_related("player"))
    table = crosstable(entries, event.games.all(), event.rounds)
    people = tried.consequences.players if tried.consequences else ()
    return render(
        request,
        "qualifications/event_admit.html",
        {
            "event": event,
            "confirmed": confirmed_views(event),
            "form": form,
            "papers": event_papers(event, event.arbiters.all(), _declared(event)),
            "prospect": prospect_of(request, event, tried, table),
            "counting": event_counting_view(event),
            "crosstable": crosstable_rows(
                table,
                {
                    p.number: held_words(p.held.known, p.held.grade, p.held.candidate_points)
                    for p in people
                    if p.held
                },
                {p.number: p.held.coefficient for p in people if p.held},
            ),
            "headings": [str(r) for r in range(1, event.rounds + 1)],
        },
        status=422 if request.method == "POST" else 200,
    )
