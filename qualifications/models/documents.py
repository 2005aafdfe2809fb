"""Papers that the registry has issued; each can be checked by its code."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.journal import Journaled
from federation.models import Commission, Player
from qualifications.models.decrees import Decree
from qualifications.models.fide_applications import FideApplication
from qualifications.models.periods import RatingPeriod
from qualifications.models.submissions import Submission
from tournaments.models import Entry, Event


class DocumentKind(models.TextChoices):
    DECREE = "decree", pgettext_lazy("a paper", "decree")
    SUBMISSION = "submission", pgettext_lazy("a paper", "submission")
    CROSSTABLE = "crosstable", pgettext_lazy("a paper", "certified crosstable")
    CARD = "card", pgettext_lazy("a paper", "qualification card")
    NORM = "norm", pgettext_lazy("a paper", "certificate of title result (IT1)")
    TOURNAMENT = "tournament", pgettext_lazy("a paper", "tournament report (IT3)")
    RATING_LIST = "rating_list", pgettext_lazy("a paper", "rating list")
    APPLICATION = "application", pgettext_lazy("a paper", "application for a FIDE title")


_ABOUT = (
    *("player_id", "event_id", "entry_id", "grade"),
    *("period_id", "issue", "decree_id", "submission_id", "application_id"),
)


class IssuedDocument(Journaled):
    """A paper as it was issued: its words, and the file. Rows are only ever added.

    Whether it is still valid is computed when somebody asks (`issued/states.py`).
    """

    code = models.CharField(_("code"), max_length=10, unique=True)
    """Ten characters without those that look alike; shown in two groups of five."""
    kind = models.CharField(_("kind"), max_length=12, choices=DocumentKind)
    paper = models.JSONField()
    """See `documents/paper.py`."""
    subject = models.CharField(max_length=64)
    """Digest of what it says and of `about`: the same again is the same document."""
    pdf = models.BinaryField(null=True)
    """The file; None for a rating list, which is written anew each time."""
    sha256 = models.CharField(_("SHA-256"), max_length=64, blank=True)
    """Of the file."""
    commission = models.ForeignKey(
        Commission, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    issued_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """None for what anybody can take: a card, a list."""
    issued_at = models.DateTimeField(_("issued at"))
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="documents"
    )
    event = models.ForeignKey(
        Event, on_delete=models.PROTECT, null=True, blank=True, related_name="documents"
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="documents"
    )
    grade = models.CharField(max_length=30, blank=True)
    """Of a norm certificate."""
    period = models.ForeignKey(
        RatingPeriod, on_delete=models.PROTECT, null=True, blank=True, related_name="documents"
    )
    issue = models.PositiveSmallIntegerField(null=True, blank=True)
    """Of a rating list: which issue of it."""
    decree = models.ForeignKey(
        Decree, on_delete=models.PROTECT, null=True, blank=True, related_name="documents"
    )
    submission = models.ForeignKey(
        Submission, on_delete=models.PROTECT, null=True, blank=True, related_name="documents"
    )
    application = models.ForeignKey(
        FideApplication, on_delete=models.PROTECT, null=True, blank=True, related_name="documents"
    )

    class Meta:
        ordering = ["-issued_at", "-pk"]
        verbose_name = _("issued document")
        verbose_name_plural = _("issued documents")
        constraints = [
            models.UniqueConstraint(fields=["kind", "subject"], name="document_once"),
            models.CheckConstraint(
                condition=Q(pdf=None, sha256="") | (Q(pdf__isnull=False) & ~Q(sha256="")),
                name="document_file_with_digest",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code[:5]}-{self.code[5:]}"

    @property
    def about(self) -> dict[str, int | str]:
        """Keys of the rows that the paper is about; those that it is not about are left out."""
        values = {name: getattr(self, name) for name in _ABOUT}
        return {name: value for name, value in values.items() if value not in (None, "")}
