"""Submissions: one body asks another to award what players have earned."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.journal import Journaled
from federation.models import Commission, Player
from qualifications.models.assessments import VerdictRecord
from qualifications.models.ledger import LedgerEntry


class SubmissionStatus(models.TextChoices):
    DRAFT = "draft", pgettext_lazy("of a submission", "being prepared")
    SENT = "sent", pgettext_lazy("of a submission", "sent")
    RETURNED = "returned", pgettext_lazy("of a submission", "returned for correction")
    ACCEPTED = "accepted", pgettext_lazy("of a submission", "accepted, waits for a decree")
    REFUSED = "refused", pgettext_lazy("of a submission", "refused")
    WITHDRAWN = "withdrawn", pgettext_lazy("of a submission", "withdrawn")


class Submission(Journaled):
    """A submission from the body that proposes to the body that awards.

    One drafts and attaches the papers, another signs and sends; the receiving body accepts it,
    returns it with what is missing, or refuses it. Whose turn it is follows from the status.
    """

    sender = models.ForeignKey(
        Commission,
        on_delete=models.PROTECT,
        related_name="submissions",
        verbose_name=pgettext_lazy("of a submission", "from"),
    )
    receiver = models.ForeignKey(
        Commission,
        on_delete=models.PROTECT,
        related_name="received",
        verbose_name=pgettext_lazy("of a submission", "to"),
    )
    code = models.CharField(_("code"), max_length=12, unique=True)
    """Anybody who knows it sees with whom the submission is and since when, and no names."""
    number = models.CharField(_("number"), max_length=40, blank=True)
    year = models.PositiveSmallIntegerField()
    text = models.TextField(_("accompanying words"), max_length=2000, blank=True)
    status = models.CharField(
        _("status"), max_length=10, choices=SubmissionStatus, default=SubmissionStatus.DRAFT
    )
    version = models.PositiveIntegerField(default=1)
    """Rises with every change: a form that was opened earlier is stale."""
    drafted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    drafted_at = models.DateTimeField(_("drafted at"))
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    sent_at = models.DateTimeField(_("sent at"), null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")
        indexes = [
            models.Index(fields=["sender", "status", "-id"], name="submission_of_sender"),
            models.Index(fields=["receiver", "status", "-id"], name="submission_of_receiver"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["sender", "year", "number"],
                condition=~Q(number="") & ~Q(status="withdrawn"),
                name="submission_number_once_a_year",
            ),
            models.CheckConstraint(
                condition=~Q(sender=F("receiver")), name="submission_to_another_body"
            ),
            models.CheckConstraint(
                condition=Q(sent_by=None) | ~Q(sent_by=F("drafted_by")),
                name="submission_sent_by_another",
            ),
        ]

    def __str__(self) -> str:
        return self.number or self.code


class SubmissionLine(models.Model):
    """One person proposed for one grade, with the norm or verdict it rests on."""

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="lines")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="submission_lines")
    grade = models.CharField(_("rank or title"), max_length=30)
    norm = models.ForeignKey(
        LedgerEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    verdict = models.ForeignKey(
        VerdictRecord, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """An undecided verdict that a person resolved with `note`."""
    note = models.CharField(_("note"), max_length=500, blank=True)
    noted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["submission", "pk"]
        verbose_name = _("line of a submission")
        verbose_name_plural = _("lines of submissions")
        constraints = [
            models.UniqueConstraint(
                fields=["submission", "player", "grade"], name="submission_line_once"
            ),
            models.CheckConstraint(
                condition=Q(norm__isnull=False) | Q(verdict__isnull=False),
                name="submission_line_rests_on_something",
            ),
            models.CheckConstraint(
                condition=Q(verdict=None) | (~Q(note="") & Q(noted_by__isnull=False)),
                name="submission_line_resolved_with_note",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.grade}"


class AttachmentKind(models.TextChoices):
    CROSSTABLE = "crosstable", _("certified crosstable")
    ARBITERS_REPORT = "arbiters_report", _("report of the arbiters")
    PHOTO = "photo", _("photograph")
    MEMBERSHIP = "membership", _("proof of membership")
    OTHER = "other", pgettext_lazy("of a paper", "something else")


class Attachment(Journaled):
    """A paper of a submission. The bytes lie outside the web root under their digest.

    Rows are only ever added; a paper that was attached by mistake is marked as removed.
    """

    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="attachments")
    line = models.ForeignKey(
        SubmissionLine, on_delete=models.SET_NULL, null=True, blank=True, related_name="attachments"
    )
    """The person whom it is about; empty when it serves the whole submission."""
    kind = models.CharField(_("what it is"), max_length=16, choices=AttachmentKind)
    filename = models.CharField(_("file name"), max_length=200)
    content_type = models.CharField(max_length=40)
    """Found out from the bytes: application/pdf or image/jpeg."""
    size = models.PositiveIntegerField(_("size in bytes"))
    sha256 = models.CharField(_("SHA-256"), max_length=64)
    attached_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    attached_at = models.DateTimeField(_("attached at"))
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("attachment")
        verbose_name_plural = _("attachments")
        constraints = [
            models.UniqueConstraint(
                fields=["submission", "kind", "sha256"],
                condition=Q(removed_at=None),
                name="attachment_once",
            )
        ]

    def __str__(self) -> str:
        return self.filename


class SubmissionStep(models.Model):
    """What happened to a submission: who did what when, and with what words. Only ever added."""

    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="steps")
    status = models.CharField(max_length=10, choices=SubmissionStatus)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    words = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["submission", "pk"]
        verbose_name = _("step of a submission")
        verbose_name_plural = _("steps of submissions")

    def __str__(self) -> str:
        return f"{self.submission}: {self.status}"
