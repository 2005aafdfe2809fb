"""Papers of submissions: looked into, kept outside the web root under their digest."""

import hashlib
import os
import tempfile
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import User
from qualifications.attachments import Unfit, UnfitFile, looked_into
from qualifications.models import Attachment, Submission
from qualifications.services.submissions import EDITABLE


def attachment_path(sha256: str) -> Path:
    """Where the bytes lie."""
    return Path(settings.ATTACHMENT_ROOT) / sha256[:2] / sha256


def attachment_add(
    submission: Submission, *, kind: str, file: UploadedFile, user: User, at: datetime
) -> Attachment:
    """Attach a paper to a submission that is being prepared; the same one a second time is one.

    Raises Refused naming the file for one that is too large (asked before a byte is read), of
    another kind, damaged or encrypted, and when the submission was sent meanwhile.
    """
    name = Path(file.name or "").name[:200] or "–"
    if (file.size or 0) > settings.ATTACHMENT_MAX_BYTES:
        raise Refused(
            _("“%(name)s” has %(size)d MB; at most %(limit)d MB are taken. Make it smaller.")
            % {
                "name": name,
                "size": -(-(file.size or 0) // 1024**2),
                "limit": settings.ATTACHMENT_MAX_BYTES // 1024**2,
            }
        )
    try:
        paper = looked_into(file.read())
    except UnfitFile as unfit:
        raise Refused(_why(unfit.reason) % {"name": name}) from unfit
    sha256 = hashlib.sha256(paper.content).hexdigest()
    _keep(sha256, paper.content)
    with transaction.atomic():
        locked = Submission.objects.select_for_update().get(pk=submission.pk)
        _refuse_sent(locked)
        try:
            with transaction.atomic():
                return Attachment.objects.create(
                    submission=locked,
                    kind=kind,
                    filename=name,
                    content_type=paper.content_type,
                    size=len(paper.content),
                    sha256=sha256,
                    attached_by=user,
                    attached_at=at,
                )
        except IntegrityError:
            return locked.attachments.get(kind=kind, sha256=sha256, removed_at=None)


@transaction.atomic
def attachment_remove(attachment: Attachment, *, user: User, at: datetime) -> Attachment:
    """Take a paper out of a submission that is being prepared; what was attached stays known.

    Raises Refused when the submission was sent meanwhile.
    """
    submission = Submission.objects.select_for_update().get(pk=attachment.submission_id)
    _refuse_sent(submission)
    attachment = Attachment.objects.get(pk=attachment.pk)
    if attachment.removed_at is None:
        attachment.removed_by, attachment.removed_at = user, at
        attachment.save()
    return attachment


def _refuse_sent(submission: Submission) -> None:
    if submission.status not in EDITABLE:
        raise Refused(_("The submission has been sent: its papers can no longer be changed."))


def _why(reason: Unfit) -> str:
    return {
        Unfit.EMPTY: _("“%(name)s” is empty. Choose the file again."),
        Unfit.OTHER_KIND: _(
            "“%(name)s” is neither a PDF nor a JPEG photograph, whatever its name says. Save it as "
            "one of them."
        ),
        Unfit.DAMAGED: _("“%(name)s” is damaged and cannot be opened. Save or scan it again."),
        Unfit.ENCRYPTED: _("“%(name)s” is locked with a password. Attach it without one."),
        Unfit.TOO_LARGE: _("“%(name)s” has too many pages or pixels. Make it smaller."),
    }[reason]


def _keep(sha256: str, content: bytes) -> None:
    """Write the bytes whole or not at all; the same ones are there already."""
    path = attachment_path(sha256)
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
