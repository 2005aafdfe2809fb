"""Applications to FIDE for titles, and norms of tournaments that are not in the registry."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.journal import Journaled
from federation.models import Commission, Player
from qualifications.models.decisions import Decision


class NormElsewhere(Journaled):
    """A norm by a certificate (form IT1) of a tournament that is not in the registry.

    Rows are only ever added; one that was entered wrongly is marked as removed.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="norms_elsewhere")
    title = models.CharField(
        _("norm of the title"), max_length=3, choices=[(t, t) for t in ("GM", "IM", "WGM", "WIM")]
    )
    event_name = models.CharField(_("tournament"), max_length=200)
    city = models.CharField(_("city"), max_length=100)
    federation = models.CharField(_("federation that registered the tournament"), max_length=3)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    games = models.PositiveSmallIntegerField(_("games of the norm"))
    """As they count in an application, whole points of overscore included (1.41d)."""
    with_foreigners = models.BooleanField(
        _("1.43 and 1.44 hold without an exemption"), default=False
    )
    eight_games = models.BooleanField(_("norm of eight games (1.41c)"), default=False)
    days_with_one_round = models.PositiveSmallIntegerField(
        _("days with one round"), null=True, blank=True
    )
    large_swiss = models.BooleanField(
        _("large Swiss, or an event on the way to the world title (1.5.6)"), null=True, blank=True
    )
    document = models.CharField(_("certificate"), max_length=200)
    """Who certified it, with number or day."""
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    recorded_at = models.DateTimeField(_("recorded at"))
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["ends_on", "pk"]
        verbose_name = _("norm made elsewhere")
        verbose_name_plural = _("norms made elsewhere")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "title", "ends_on", "event_name"],
                condition=Q(removed_at=None),
                name="norm_elsewhere_once",
            ),
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")), name="norm_elsewhere_ends_after_start"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title}: {self.event_name}"


class ApplicationStatus(models.TextChoices):
    DRAFT = "draft", pgettext_lazy("of an application", "being prepared")
    SENT = "sent", pgettext_lazy("of an application", "with FIDE")
    AWARDED = "awarded", pgettext_lazy("of an application", "title awarded")
    REFUSED = "refused", pgettext_lazy("of an application", "refused by FIDE")
    WITHDRAWN = "withdrawn", pgettext_lazy("of an application", "withdrawn")


UNDER_WAY = (ApplicationStatus.DRAFT, ApplicationStatus.SENT)
"""Of these a player has at most one for each title."""


class FideApplication(Journaled):
    """The national federation asks FIDE for a title. One drafts, another signs and sends.

    What was sent is frozen with its digest; the answer of FIDE is recorded beside it.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="fide_applications")
    grade = models.CharField(_("title"), max_length=30)
    commission = models.ForeignKey(
        Commission, on_delete=models.PROTECT, related_name="fide_applications"
    )
    status = models.CharField(
        _("status"), max_length=10, choices=ApplicationStatus, default=ApplicationStatus.DRAFT
    )
    version = models.PositiveIntegerField(default=1)
    """Rises with every change: a form that was opened earlier is stale."""
    highest_rating = models.PositiveSmallIntegerField(
        _("highest FIDE rating"), null=True, blank=True
    )
    """As a person states it: one may be reached inside a period (1.53a)."""
    rating_reached_on = models.DateField(_("reached on"), null=True, blank=True)
    rated_games = models.PositiveSmallIntegerField(_("rated games"), null=True, blank=True)
    large_swiss_norm = models.CharField(max_length=20, blank=True)
    """Key of a norm of the registry of which a person says that its event is one of 1.5.6."""
    note = models.CharField(_("note"), max_length=500, blank=True)
    """How open questions were resolved, and where statements come from; it is printed."""
    noted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    drafted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    """Who wrote or changed it last: another person sends it."""
    drafted_at = models.DateTimeField(_("drafted at"))
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    sent_at = models.DateTimeField(_("sent at"), null=True, blank=True)
    frozen = models.JSONField(default=dict, blank=True)
    """What was sent, with its evidence."""
    digest = models.CharField(max_length=64, blank=True)
    """SHA-256 of `frozen` in canonical form."""
    result_on = models.DateField(_("day of FIDE’s decision"), null=True, blank=True)
    result_document = models.CharField(_("document"), max_length=200, blank=True)
    result_words = models.CharField(_("reason"), max_length=500, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Who recorded the result, or withdrew it."""
    decided_at = models.DateTimeField(null=True, blank=True)
    decision = models.OneToOneField(
        Decision, on_delete=models.PROTECT, null=True, blank=True, related_name="fide_application"
    )

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("application for a FIDE title")
        verbose_name_plural = _("applications for FIDE titles")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "grade"],
                condition=Q(status__in=("draft", "sent")),
                name="fide_application_once_under_way",
            ),
            models.CheckConstraint(
                condition=Q(sent_by=None) | ~Q(sent_by=F("drafted_by")),
                name="fide_application_sent_by_another",
            ),
            models.CheckConstraint(
                condition=Q(status__in=("draft", "withdrawn"))
                | (Q(sent_by__isnull=False, sent_at__isnull=False) & ~Q(digest="")),
                name="fide_application_frozen_when_sent",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=("awarded", "refused"))
                | (Q(result_on__isnull=False, decided_by__isnull=False) & ~Q(result_document="")),
                name="fide_application_result_with_document",
            ),
            models.CheckConstraint(
                condition=Q(status="awarded", decision__isnull=False)
                | (~Q(status="awarded") & Q(decision=None)),
                name="fide_application_awarded_with_decision",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.grade}"
