"""Papers of a submission: attached, taken out, given to those who see the submission."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from federation import dates
from federation.access import Action, access_of
from federation.errors import Refused
from federation.requests import SignedInRequest
from qualifications.models import Attachment, AttachmentKind, Submission
from qualifications.services.attachments import (
    attachment_add,
    attachment_path,
    attachment_remove,
)
from qualifications.submission_page import submissions_seen


@login_required
@require_POST
def attachment_new(request: SignedInRequest, pk: int) -> HttpResponse:
    """Attach a file to a submission."""
    submission = get_object_or_404(Submission.objects.select_related("sender"), pk=pk)
    access_of(request).require(Action.SUBMISSION_PREPARE, commission=submission.sender)
    file, kind = request.FILES.get("file"), request.POST.get("kind", "")
    try:
        if file is None or isinstance(file, list) or kind not in AttachmentKind.values:
            raise Refused(_("Choose a file, and say what it is."))
        attachment_add(submission, kind=kind, file=file, user=request.user, at=dates.now())
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The paper is attached."))
    return redirect("submission-detail", pk=submission.pk)


@login_required
@require_POST
def attachment_removal(request: SignedInRequest, pk: int) -> HttpResponse:
    """Take a paper out of a submission."""
    attachment = get_object_or_404(Attachment.objects.select_related("submission__sender"), pk=pk)
    sender = attachment.submission.sender
    access_of(request).require(Action.SUBMISSION_PREPARE, commission=sender)
    try:
        attachment_remove(attachment, user=request.user, at=dates.now())
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The paper is taken out."))
    return redirect("submission-detail", pk=attachment.submission_id)


@login_required
@require_GET
def attachment_file(request: SignedInRequest, pk: int) -> HttpResponseBase:
    """The file, for people of the bodies that send and receive the submission."""
    attachment = get_object_or_404(Attachment, pk=pk, removed_at=None)
    access = access_of(request)
    if not submissions_seen(access).filter(pk=attachment.submission_id).exists():
        raise PermissionDenied(Action.SUBMISSION_SEE)
    try:
        stream = attachment_path(attachment.sha256).open("rb")
    except OSError:
        messages.error(
            request,
            _("The file of “%(name)s” is not where it was kept. Tell the administrator.")
            % {"name": attachment.filename},
        )
        return redirect("submission-detail", pk=attachment.submission_id)
    response = FileResponse(
        stream,
        as_attachment=True,
        filename=attachment.filename,
        content_type=attachment.content_type,
    )
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    response["Cache-Control"] = "private, no-store"
    return response
