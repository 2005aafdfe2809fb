"""Norms asked of a commission for a coming event, and its answer."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.journal import Journaled
from federation.models import Commission
from tournaments.grades import NormKey
from tournaments.models import Event


class NormRequestStatus(models.TextChoices):
    OPEN = "open", pgettext_lazy("of a norm asked for", "waits for the commission")
    DECLARED = "declared", pgettext_lazy("of a norm asked for", "declared")
    REFUSED = "refused", pgettext_lazy("of a norm asked for", "refused")
    WITHDRAWN = "withdrawn", pgettext_lazy("of a norm asked for", "withdrawn")


class NormRequest(Journaled):
    """Somebody asks the rightful commission to declare a norm for an event.

    UA.AWD.4, UA.AWD.10: whose it is follows from the norm. What was declared is a `DeclaredNorm`.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="norm_requests")
    norm = models.CharField(_("norm"), max_length=30, choices=NormKey)
    commission = models.ForeignKey(
        Commission, on_delete=models.PROTECT, related_name="+", verbose_name=_("asked of")
    )
    status = models.CharField(
        _("status"), max_length=10, choices=NormRequestStatus, default=NormRequestStatus.OPEN
    )
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    asked_at = models.DateTimeField(_("asked at"))
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(_("answered at"), null=True, blank=True)
    words = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        ordering = ["asked_at", "pk"]
        verbose_name = _("norm asked for")
        verbose_name_plural = _("norms asked for")
        indexes = [models.Index(fields=["commission", "status"], name="norm_request_desk")]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "norm"],
                condition=Q(status__in=["open", "declared"]),
                name="norm_asked_once",
            ),
            models.CheckConstraint(
                condition=Q(answered_by=None, answered_at=None)
                | Q(answered_by__isnull=False, answered_at__isnull=False),
                name="norm_request_answered_by_someone",
            ),
            models.CheckConstraint(
                condition=~Q(status="declared") | ~Q(answered_by=F("asked_by")),
                name="norm_declared_by_another",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.norm}"
