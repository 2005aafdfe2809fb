"""Decrees: one person drafts from what waits, another approves, a later decree may annul."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.models import Commission
from federation.requests import SignedInRequest
from qualifications.decree_evidence import evidence_of
from qualifications.decree_page import (
    STATES,
    decrees_narrowed,
    decrees_page,
    decrees_seen,
    lines_of,
)
from qualifications.forms_decrees import AnnulmentForm, DecreeForm
from qualifications.lifetime import lifetime_waiting
from qualifications.models import Decree, DecreeStatus, IssuedDocument
from qualifications.presenting_decrees import (
    approver_words,
    differences,
    lines_view,
    proposals_view,
    questions_view,
    status_view,
)
from qualifications.presenting_people import consequence_lines
from qualifications.proposals import (
    awards_waiting,
    is_regional,
    moves_waiting,
    open_questions,
    question_of,
)
from qualifications.revocations import afterwards
from qualifications.services.consequences import consequences_of
from qualifications.services.decree_approval import decree_approve, decree_faults
from qualifications.services.decrees import (
    Chosen,
    Stale,
    annulment_draft,
    decree_abandon,
    decree_change,
    decree_draft,
    next_number,
)
from qualifications.views.parameters import number_asked, place_asked, version_sent

MOST_NUMBER = 99_999_999
MOST_QUESTIONS = 50


@login_required
@require_GET
def decree_list(request: HttpRequest) -> HttpResponse:
    """Decrees of the bodies that the user acts for; `?state=`, `?commission=`, `?year=` narrow."""
    access = access_of(request)
    access.require(Action.DECREE_SEE)
    state = request.GET.get("state", "")
    decrees = decrees_narrowed(
        decrees_seen(access),
        state=state,
        commission=number_asked(request, "commission", most=MOST_NUMBER),
        year=number_asked(request, "year", most=9999),
    )
    page = decrees_page(decrees, after=place_asked(request))
    return render(
        request,
        "qualifications/decree_list.html",
        {
            "decrees": [
                {"decree": one, "status": status_view(one, annulled=one.annulled)}
                for one in page.items
            ],
            "page": page,
            "state": state if state in STATES else "",
            "commissions": access.commissions(Action.DECREE_SEE),
            "may_draft": access.may(Action.DECREE_DRAFT),
        },
    )


@login_required
@require_http_methods(["GET", "POST"])
def decree_new(request: SignedInRequest) -> HttpResponse:
    """Draft a decree of a body from what waits for it.

    `?commission=` says which body, `?lines=` what is ticked; otherwise all is.
    """
    access = access_of(request)
    access.require(Action.DECREE_DRAFT)
    commissions = access.commissions(Action.DECREE_DRAFT)
    asked = request.GET.getlist("lines")
    commission = _acting(request, commissions, asked)
    posted = request.POST if request.method == "POST" else None
    form = DecreeForm(posted, initial=suggested_text(commission))
    if posted is not None and form.is_valid():
        try:
            decree = decree_draft(
                commission=commission,
                text=form.text(),
                chosen=_chosen(posted),
                user=request.user,
                at=dates.now(),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(
                request, _("The draft is written. Another person of the body approves it.")
            )
            return redirect("decree-detail", pk=decree.pk)
    return render(
        request,
        "qualifications/decree_new.html",
        {
            "form": form,
            "commission": commission,
            "commissions": commissions,
            **_waiting(commission, posted, ticked=asked or None),
        },
        status=200 if posted is None else 422,
    )


def _acting(
    request: HttpRequest, commissions: Sequence[Commission], asked: Sequence[str]
) -> Commission:
    """In whose name to draft: as asked for, or the body for which most of the lines wait.

    Raises PermissionDenied for a body that the user does not draft for.
    """
    wanted = request.POST.get("commission") or request.GET.get("commission")
    if wanted:
        named = next((c for c in commissions if str(c.pk) == wanted), None)
        if named is None:
            raise PermissionDenied(Action.DECREE_DRAFT)
        return named
    if not asked or len(commissions) == 1:
        return commissions[0]

    def waits(commission: Commission) -> int:
        moves = moves_waiting(commission, today=dates.today())
        return sum(one.key in asked for one in moves)

    return max(commissions, key=waits)


@login_required
@require_GET
def decree_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """A decree with the evidence of each line; to who may approve it, what would follow."""
    decree = _decree(request, pk)
    return render(request, "qualifications/decree_detail.html", _detail(request, decree))


@login_required
@require_POST
def decree_approve_view(request: SignedInRequest, pk: int) -> HttpResponse:
    """Approve a draft that another person wrote."""
    decree = _decree(request, pk)
    access_of(request).require(Action.DECREE_APPROVE, commission=decree.commission)

    def approve() -> str:
        decree_approve(decree, version=version_sent(request), user=request.user, at=dates.now())
        return _("Decree %(number)s is approved.") % {"number": decree.number}

    return _done(request, decree, approve)


@login_required
@require_POST
def decree_abandon_view(request: SignedInRequest, pk: int) -> HttpResponse:
    """Give a draft up."""
    decree = _decree(request, pk)
    access_of(request).require(Action.DECREE_DRAFT, commission=decree.commission)

    def abandon() -> str:
        decree_abandon(decree, version=version_sent(request), user=request.user, at=dates.now())
        return _("The draft is given up. What stood in it waits again.")

    return _done(request, decree, abandon)


@login_required
@require_http_methods(["GET", "POST"])
def decree_change_view(request: SignedInRequest, pk: int) -> HttpResponse:
    """Change a draft: its words and its lines. A stale form is shown beside what stands now."""
    decree = _decree(request, pk)
    access_of(request).require(Action.DECREE_DRAFT, commission=decree.commission)
    if decree.status != DecreeStatus.DRAFT:
        messages.warning(request, _("Only a draft can be changed."))
        return redirect("decree-detail", pk=decree.pk)
    posted = request.POST if request.method == "POST" else None
    form = DecreeForm(
        posted,
        initial={
            name: getattr(decree, name) for name in ("number", "dated_on", "place", "preamble")
        },
    )
    keep = set(posted.getlist("keep")) if posted is not None else None
    stale: list[dict[str, str]] = []
    if posted is not None and keep is not None and form.is_valid():
        try:
            decree_change(
                decree,
                version=version_sent(request),
                text=form.text(),
                keep=[int(key) for key in keep if key.isdecimal() and len(key) < 19],
                chosen=_chosen(posted),
                user=request.user,
                at=dates.now(),
            )
        except Stale as refusal:
            form.add_error(None, str(refusal))
            decree.refresh_from_db()
            stale = _stale(decree, posted, keep)
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The draft is changed."))
            return redirect("decree-detail", pk=decree.pk)
    lines = lines_of(decree)
    shown = lines_view(lines, evidence_of(lines), _faults(decree, lines))
    for section in shown:
        for line in section["lines"]:
            line["checked"] = keep is None or str(line["pk"]) in keep
    return render(
        request,
        "qualifications/decree_change.html",
        {
            "decree": decree,
            "form": form,
            "version": decree.version if posted is None or stale else version_sent(request),
            "stale": stale,
            "sections": shown,
            **({} if decree.annuls_id else _waiting(decree.commission, posted, ticked=())),
        },
        status=200 if posted is None else 422,
    )


@login_required
@require_http_methods(["GET", "POST"])
def decree_annul(request: SignedInRequest, pk: int) -> HttpResponse:
    """Draft a decree that annuls this one."""
    decree = _decree(request, pk)
    access_of(request).require(Action.DECREE_DRAFT, commission=decree.commission)
    posted = request.POST if request.method == "POST" else None
    form = AnnulmentForm(posted, initial=suggested_text(decree.commission))
    if posted is not None and form.is_valid():
        try:
            draft = annulment_draft(
                decree,
                text=form.text(),
                reason=form.cleaned_data["reason"],
                user=request.user,
                at=dates.now(),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(
                request, _("The draft is written. Another person of the body approves it.")
            )
            return redirect("decree-detail", pk=draft.pk)
    return render(
        request,
        "qualifications/decree_annul.html",
        {"decree": decree, "form": form},
        status=200 if posted is None else 422,
    )


# --- what the pages share -----------------------------------------------------------------------


def _decree(request: HttpRequest, pk: int) -> Decree:
    access = access_of(request)
    access.require(Action.DECREE_SEE)
    found = Decree.objects.select_related(
        "commission", "drafted_by", "changed_by", "decided_by", "annuls", "decision"
    )
    decree = get_object_or_404(found, pk=pk)
    access.require(Action.DECREE_SEE, commission=decree.commission)
    return decree


def suggested_text(commission: Commission) -> dict[str, Any]:
    """What the form of a new decree begins with: the next number, today, the usual place."""
    today = dates.today()
    last = commission.decrees.order_by("-pk").first()
    return {
        "number": next_number(commission, today.year),
        "dated_on": today,
        "place": last.place if last else "",
        "preamble": "",
    }


def _chosen(posted: QueryDict) -> Chosen:
    """The ticked proposals, and the notes that somebody has written."""
    notes = {
        int(name.removeprefix("note-")): value
        for name, value in posted.items()
        if name.startswith("note-") and name[5:].isdecimal() and len(name) < 23
        if isinstance(value, str) and value.strip()
    }
    return Chosen(keys=posted.getlist("lines"), notes=notes)


def _waiting(
    commission: Commission, posted: QueryDict | None, *, ticked: Sequence[str] | None = None
) -> dict[str, Any]:
    """What can be chosen: awards, moves, and open questions of a regional body."""
    chosen = posted.getlist("lines") if posted is not None else ticked
    today = dates.today()
    proposals = [
        *awards_waiting(commission),
        *moves_waiting(commission, today=today),
        *lifetime_waiting(commission, today=today),
    ]
    questions = list(open_questions(commission)[:MOST_QUESTIONS]) if is_regional(commission) else []
    return {
        "proposals": proposals_view(proposals, ticked=chosen),
        "questions": questions_view(
            map(question_of, questions), typed=_chosen(posted).notes if posted else {}
        ),
    }


def _faults(decree: Decree, lines: list[Any]) -> dict[int, str]:
    if decree.status != DecreeStatus.DRAFT:
        return {}
    found = decree_faults(decree, lines, today=dates.today())
    return {line.pk if line else 0: words for line, words in found}


def _detail(request: SignedInRequest, decree: Decree) -> dict[str, Any]:
    access = access_of(request)
    annulling = decree.annulling.exclude(status=DecreeStatus.ABANDONED).first()
    annulled = annulling is not None and annulling.status == DecreeStatus.APPROVED
    lines = lines_of(decree)
    faults = _faults(decree, lines)
    draft = decree.status == DecreeStatus.DRAFT
    may_draft = access.may(Action.DECREE_DRAFT, commission=decree.commission)
    why_not = approver_words(
        decree,
        request.user,
        may_approve=access.may(Action.DECREE_APPROVE, commission=decree.commission),
    )
    follows: list[str] = []
    if draft and not why_not and not faults:
        follows = consequence_lines(
            consequences_of(
                lambda: decree_approve(
                    decree, version=decree.version, user=request.user, at=dates.now()
                )
            )
        )
    return {
        "decree": decree,
        "status": status_view(decree, annulled=annulled),
        "sections": lines_view(
            lines, evidence_of(lines), faults, {} if annulled else afterwards(decree, lines)
        ),
        "may_revoke": may_draft and not annulled,
        "people": len(lines),
        "faults": faults,
        "annulling": annulling,
        "annulled": annulled,
        "draft": draft,
        "may_draft": may_draft and draft,
        "may_approve": draft and not why_not,
        "why_not": why_not if draft else "",
        "follows": follows,
        "may_annul": may_draft
        and decree.status == DecreeStatus.APPROVED
        and annulling is None
        and not decree.annuls_id,
        "written": _written(decree),
        "documents": IssuedDocument.objects.filter(decree=decree),
    }


def _written(decree: Decree) -> str:
    if decree.decision is None:
        return ""
    n = decree.decision.lines.count()
    return ngettext(
        "%(n)d line was written into the ledger.", "%(n)d lines were written into the ledger.", n
    ) % {"n": n}


def _done(request: SignedInRequest, decree: Decree, act: Callable[[], str]) -> HttpResponse:
    """Do it and go to the decree; a refusal is said there."""
    try:
        messages.success(request, act())
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("decree-detail", pk=decree.pk)


def _stale(decree: Decree, posted: Mapping[str, str], keep: set[str]) -> list[dict[str, str]]:
    """The draft as it is now beside what the stale form says."""
    lines = lines_of(decree)
    now = {str(line.pk) for line in lines}
    return differences(
        decree,
        posted,
        dropped=[str(line.player) for line in lines if str(line.pk) not in keep],
        added=[_("a line that somebody has taken out meanwhile")] * len(keep - now),
    )
