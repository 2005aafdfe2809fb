"""Papers to take away, and the public page on which a code is checked."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation import dates
from federation.access import Action, access_of
from federation.models import Player
from federation.requests import SignedInRequest
from federation.templatetags.registry import day as day_words
from federation.throttling import count_try, is_exhausted, too_often
from qualifications.documents import Paper, paper_from_json
from qualifications.grades import scheme_of
from qualifications.issued.card import card_paper
from qualifications.issued.crosstable import crosstable_paper
from qualifications.issued.norm import LANGUAGE as FORMS_LANGUAGE
from qualifications.issued.norm import norm_paper
from qualifications.issued.states import document_state
from qualifications.issued.tournament import tournament_paper
from qualifications.models import DocumentKind, IssuedDocument, VerdictRecord
from qualifications.services.documents import code_read, document_issue, document_whole
from tournaments.models import Event, EventStatus


@require_safe
def verify_form(request: HttpRequest) -> HttpResponse:
    """Type a code; a whole one leads to its page."""
    typed = request.GET.get("code", "")
    code = code_read(typed)
    if code:
        return redirect("verify", code=f"{code[:5]}-{code[5:]}")
    return _unlisted(
        render(
            request,
            "qualifications/verify_form.html",
            {"typed": typed[:40], "wrong": bool(typed.strip())},
        )
    )


@require_safe
def verify(request: HttpRequest, code: str) -> HttpResponse:
    """Whether a paper holds, and what it says. Who asks for many unknown codes has to wait."""
    document = _document_or_refusal(request, code)
    if isinstance(document, HttpResponse):
        return document
    return _unlisted(
        render(
            request,
            "qualifications/verify.html",
            {
                "document": document,
                "paper": paper_from_json(document.paper),
                "state": document_state(document, on=dates.today()),
                "whole": document_whole(document),
            },
        )
    )


@require_safe
def verify_file(request: HttpRequest, code: str) -> HttpResponse:
    """The very file that was issued under a code; where it is not the one, its page says so."""
    document = _document_or_refusal(request, code)
    if isinstance(document, HttpResponse):
        return document
    if document.pdf is None or not document_whole(document):
        return redirect("verify", code=document)
    return _unlisted(_as_file(document))


def _document_or_refusal(request: HttpRequest, code: str) -> IssuedDocument | HttpResponse:
    """The document of a code, or the page that says why there is none to be seen."""
    known = code_read(code)
    if is_exhausted(request, "verify"):
        return _unlisted(
            render(request, "qualifications/verify_form.html", {"wait": True}, status=429)
        )
    found = IssuedDocument.objects.select_related(
        "commission",
        "player__merged_into",
        "event__commission",
        "entry__event",
        "period",
        "decree",
        "submission",
        "application",
    ).filter(code=known)
    document = found.first() if known else None
    if document is not None:
        return document
    count_try(request, "verify")
    return _unlisted(
        render(
            request,
            "qualifications/verify_form.html",
            {"typed": code[:40], "unknown": True},
            status=404,
        )
    )


@require_POST
def card_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """The qualification card as a paper with a code; for everybody, as the card itself is."""
    player = get_object_or_404(Player, pk=pk, merged_into=None)
    if too_often(request, "card"):
        raise PermissionDenied(_("Too many cards at once. Wait ten minutes."))
    paper = card_paper(player, on=dates.today(), language=_language())
    return _as_file(document_issue(DocumentKind.CARD, paper, at=dates.now(), player=player))


@login_required
@require_POST
def event_paper(request: SignedInRequest, pk: int, kind: str) -> HttpResponse:
    """Certify the crosstable of an admitted event, or write FIDE's tournament report."""
    if kind not in ("crosstable", "tournament"):
        raise Http404(_("There is no such paper."))
    event = get_object_or_404(
        Event.objects.select_related("commission"), pk=pk, status=EventStatus.ADMITTED
    )
    access_of(request).require(Action.DOCUMENT_ISSUE, event=event)
    if kind == DocumentKind.TOURNAMENT:
        paper = tournament_paper(event, dated=_certified(request, FORMS_LANGUAGE))
    else:
        language = _language()
        paper = crosstable_paper(event, language=language, dated=_certified(request, language))
    return _issued(request, DocumentKind(kind), paper, event=event, commission=event.commission)


@login_required
@require_POST
def norm_certificate(request: SignedInRequest, pk: int) -> HttpResponse:
    """FIDE's certificate of a title result, for a norm that is met."""
    record = get_object_or_404(
        VerdictRecord.objects.select_related(
            "entry__event__commission", "entry__player", "assessment"
        ),
        pk=pk,
        assessment__current=True,
        outcome="met",
    )
    event = record.entry.event
    access_of(request).require(Action.DOCUMENT_ISSUE, event=event)
    if scheme_of(record.grade) != "fide":
        raise Http404(_("There is no such paper."))
    paper = norm_paper(record, dated=_certified(request, FORMS_LANGUAGE))
    return _issued(
        request,
        DocumentKind.NORM,
        paper,
        entry=record.entry,
        grade=record.grade,
        player=record.entry.player,
        commission=event.commission,
    )


def _issued(
    request: SignedInRequest, kind: DocumentKind, paper: Paper, **about: Any
) -> HttpResponse:
    return _as_file(document_issue(kind, paper, at=dates.now(), user=request.user, **about))


def _certified(request: SignedInRequest, language: str) -> str:
    with translation.override(language):
        return _("Certified by %(who)s on %(day)s.") % {
            "who": request.user,
            "day": day_words(dates.today()),
        }


def _language() -> str:
    return (get_language() or "uk")[:2]


def _as_file(document: IssuedDocument) -> HttpResponse:
    assert document.pdf is not None  # noqa: S101  asked for by the caller
    response = HttpResponse(bytes(document.pdf), content_type="application/pdf")
    response["Content-Disposition"] = f'attachment; filename="{document.kind}-{document}.pdf"'
    return response


def _unlisted(response: HttpResponse) -> HttpResponse:
    """Search engines keep no page of a code."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
