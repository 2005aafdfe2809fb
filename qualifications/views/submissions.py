"""Submissions: drafted, signed and sent by one body, looked at by another, followed by anybody."""

from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_GET,
    require_http_methods,
    require_POST,
    require_safe,
)

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.models import Commission
from federation.requests import SignedInRequest
from qualifications.forms_submissions import SubmissionForm
from qualifications.models import (
    AttachmentKind,
    IssuedDocument,
    LedgerEntry,
    Submission,
    SubmissionStatus,
)
from qualifications.presenting_submissions import (
    line_views,
    missing_sentences,
    norm_views,
    step_views,
    submission_differences,
    submission_status,
)
from qualifications.services.decrees import Stale
from qualifications.services.documents import code_read
from qualifications.services.submissions import (
    EDITABLE,
    submission_answer,
    submission_change,
    submission_draft,
    submission_send,
    submission_withdraw,
)
from qualifications.submission_page import (
    decided_lines,
    lines_of,
    missing_in,
    norms_to_submit,
    receiver_of,
    submissions_page,
    submissions_seen,
)
from qualifications.views.parameters import place_asked, version_sent
from qualifications.views.refusals import tell_refusal

ANSWERS = {
    "accept": SubmissionStatus.ACCEPTED,
    "return": SubmissionStatus.RETURNED,
    "refuse": SubmissionStatus.REFUSED,
}


@login_required
@require_GET
def submission_list(request: HttpRequest) -> HttpResponse:
    """Submissions of the user's bodies and those sent to them; `?status=` narrows."""
    access = access_of(request)
    access.require(Action.SUBMISSION_SEE)
    found = submissions_seen(access)
    status = request.GET.get("status", "")
    if status in SubmissionStatus.values:
        found = found.filter(status=status)
    page = submissions_page(found, after=place_asked(request))
    return render(
        request,
        "qualifications/submission_list.html",
        {
            "submissions": [
                {"submission": one, "status": submission_status(one)} for one in page.items
            ],
            "page": page,
            "status": status if status in SubmissionStatus.values else "",
            "statuses": SubmissionStatus.choices,
            "may_prepare": access.may(Action.SUBMISSION_PREPARE),
        },
    )


@login_required
@require_http_methods(["GET", "POST"])
def submission_new(request: SignedInRequest) -> HttpResponse:
    """Draft a submission from the norms that another body awards."""
    access = access_of(request)
    access.require(Action.SUBMISSION_PREPARE)
    senders = access.commissions(Action.SUBMISSION_PREPARE)
    sender = _acting(request, senders)
    norms = norms_to_submit(sender)
    posted = request.POST if request.method == "POST" else None
    form = SubmissionForm(posted)
    if posted is not None and form.is_valid():
        try:
            submission = submission_draft(
                sender=sender,
                norm_ids=_numbers(posted, "norms"),
                text=form.cleaned_data["text"],
                user=request.user,
                at=dates.now(),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(
                request,
                _("The draft is written. Attach the papers; another person signs and sends it."),
            )
            return redirect("submission-detail", pk=submission.pk)
    return render(
        request,
        "qualifications/submission_new.html",
        {
            "form": form,
            "sender": sender,
            "senders": senders,
            "receiver": receiver_of(sender),
            "norms": _norm_views(norms, posted),
        },
        status=200 if posted is None else 422,
    )


@login_required
@require_GET
def submission_detail(request: SignedInRequest, pk: int) -> HttpResponse:
    """A submission with its evidence, its papers, what is missing, and whose turn it is."""
    submission = _submission(request, pk)
    access = access_of(request)
    lines = lines_of(submission)
    editable = submission.status in EDITABLE
    sends = access.may(Action.SUBMISSION_SEND, commission=submission.sender)
    drafts = access.may(Action.SUBMISSION_PREPARE, commission=submission.sender)
    missing = missing_in(submission, lines) if editable or submission.status == "sent" else None
    return render(
        request,
        "qualifications/submission_detail.html",
        {
            "submission": submission,
            "status": submission_status(submission),
            "lines": line_views(lines, decided=decided_lines(submission)),
            "missing": missing_sentences(missing, lines) if missing else [],
            "steps": step_views(submission),
            "editable": editable,
            "may_change": editable and drafts,
            "may_send": editable and sends and submission.drafted_by_id != request.user.pk,
            "own": submission.drafted_by_id == request.user.pk,
            "may_answer": submission.status == SubmissionStatus.SENT
            and access.may(Action.SUBMISSION_RECEIVE, commission=submission.receiver),
            "may_withdraw": drafts
            and submission.status in (*EDITABLE, SubmissionStatus.SENT, SubmissionStatus.ACCEPTED),
            "may_draft_decree": submission.status == SubmissionStatus.ACCEPTED
            and access.may(Action.DECREE_DRAFT, commission=submission.receiver),
            "documents": IssuedDocument.objects.filter(submission=submission).order_by("-pk"),
            "papers": submission.attachments.filter(removed_at=None).select_related("attached_by"),
            "kinds": AttachmentKind.choices,
            "most": settings.ATTACHMENT_MAX_BYTES // 1024**2,
        },
    )


@login_required
@require_http_methods(["GET", "POST"])
def submission_change_view(request: SignedInRequest, pk: int) -> HttpResponse:
    """Change a draft or a returned submission."""
    submission = _submission(request, pk)
    access_of(request).require(Action.SUBMISSION_PREPARE, commission=submission.sender)
    if submission.status not in EDITABLE:
        messages.warning(request, _("The submission has been sent: it can no longer be changed."))
        return redirect("submission-detail", pk=submission.pk)
    posted = request.POST if request.method == "POST" else None
    form = SubmissionForm(posted, initial={"text": submission.text})
    kept = set(posted.getlist("keep")) if posted is not None else None
    stale: list[dict[str, str]] = []
    if posted is not None and form.is_valid():
        try:
            submission_change(
                submission,
                version=version_sent(request),
                text=form.cleaned_data["text"],
                keep=_numbers(posted, "keep"),
                norm_ids=_numbers(posted, "norms"),
                user=request.user,
                at=dates.now(),
            )
        except Stale as refusal:
            form.add_error(None, str(refusal))
            submission.refresh_from_db()
            stale = _stale(submission, form.cleaned_data["text"], kept or set())
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The submission is changed."))
            return redirect("submission-detail", pk=submission.pk)
    lines = line_views(lines_of(submission), decided=set())
    for line in lines:
        line["checked"] = kept is None or str(line["pk"]) in kept
    return render(
        request,
        "qualifications/submission_change.html",
        {
            "submission": submission,
            "form": form,
            "lines": lines,
            "norms": _norm_views(norms_to_submit(submission.sender), posted, none=True),
            "version": version_sent(request)
            if posted is not None and not stale
            else submission.version,
            "stale": stale,
        },
        status=200 if posted is None else 422,
    )


@login_required
@require_POST
def submission_send_view(request: SignedInRequest, pk: int) -> HttpResponse:
    """Sign and send."""
    submission = _submission(request, pk)
    access_of(request).require(Action.SUBMISSION_SEND, commission=submission.sender)

    def send() -> str:
        submission_send(
            submission,
            version=version_sent(request),
            number=request.POST.get("number", ""),
            despite=request.POST.get("despite", ""),
            user=request.user,
            at=dates.now(),
        )
        return _("The submission is sent to: %(receiver)s.") % {"receiver": submission.receiver}

    return _done(request, submission, send)


@login_required
@require_POST
def submission_answer_view(request: SignedInRequest, pk: int) -> HttpResponse:
    """Accept, return or refuse what was sent."""
    submission = _submission(request, pk)
    access_of(request).require(Action.SUBMISSION_RECEIVE, commission=submission.receiver)

    def answer() -> str:
        submission_answer(
            submission,
            version=version_sent(request),
            status=ANSWERS.get(request.POST.get("answer", ""), SubmissionStatus.SENT),
            words=request.POST.get("words", ""),
            user=request.user,
            at=dates.now(),
        )
        return _("Your answer is kept, and the sender sees it.")

    return _done(request, submission, answer)


@login_required
@require_POST
def submission_withdraw_view(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take a submission back."""
    submission = _submission(request, pk)
    access_of(request).require(Action.SUBMISSION_PREPARE, commission=submission.sender)

    def withdraw() -> str:
        submission_withdraw(
            submission,
            version=version_sent(request),
            words=request.POST.get("words", ""),
            user=request.user,
            at=dates.now(),
        )
        return _("The submission is withdrawn. Its players can be proposed again.")

    return _done(request, submission, withdraw)


@require_safe
def submission_status_page(request: HttpRequest, code: str) -> HttpResponse:
    """With whom a submission is and since when; for whoever knows its code, and without names."""
    submission = get_object_or_404(
        Submission.objects.select_related("sender", "receiver"), code=code_read(code)
    )
    response = render(
        request,
        "qualifications/submission_status.html",
        {
            "submission": submission,
            "status": submission_status(submission),
            "steps": step_views(submission),
            "people": submission.lines.count(),
        },
    )
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


# --- what the pages share -----------------------------------------------------------------------


def _submission(request: HttpRequest, pk: int) -> Submission:
    """A submission that the user sees. Raises PermissionDenied for any other."""
    access = access_of(request)
    access.require(Action.SUBMISSION_SEE)
    get_object_or_404(Submission, pk=pk)
    found = submissions_seen(access).filter(pk=pk).first()
    if found is None:
        raise PermissionDenied(Action.SUBMISSION_SEE)
    return found


def _acting(request: HttpRequest, senders: Sequence[Commission]) -> Commission:
    wanted = request.POST.get("commission") or request.GET.get("commission")
    if not wanted:
        return senders[0]
    named = next((one for one in senders if str(one.pk) == wanted), None)
    if named is None:
        raise PermissionDenied(Action.SUBMISSION_PREPARE)
    return named


def _stale(submission: Submission, text: str, keep: set[str]) -> list[dict[str, str]]:
    """The draft as it is now beside what the stale form says."""
    lines = lines_of(submission)
    now = {str(line.pk) for line in lines}
    return submission_differences(
        submission,
        text,
        dropped=[line.player.name for line in lines if str(line.pk) not in keep],
        gone=len(keep - now),
    )


def _numbers(posted: QueryDict, name: str) -> list[int]:
    return [int(text) for text in posted.getlist(name) if text.isdecimal() and len(text) < 19]


def _norm_views(
    norms: Sequence[LedgerEntry], posted: QueryDict | None, *, none: bool = False
) -> list[dict[str, Any]]:
    """Norms to choose from, ticked as posted; at first all of them, or `none`."""
    ticked = set(posted.getlist("norms")) if posted is not None else None
    views = norm_views(norms)
    for view in views:
        view["checked"] = str(view["pk"]) in ticked if ticked is not None else not none
    return views


def _done(request: SignedInRequest, submission: Submission, act: Callable[[], str]) -> HttpResponse:
    """Do it and go to the submission; a refusal is said there."""
    try:
        messages.success(request, act())
    except Refused as refusal:
        tell_refusal(request, refusal)
    return redirect(reverse("submission-detail", args=[submission.pk]))
