"""What happens to lists besides being computed: issues, objections, late corrections."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.journal import Journaled
from federation.models import Commission, Player, Region
from qualifications.models.periods import RatingPeriod, RatingRow, RatingRun
from tournaments.models import Event


class CorrectionStatus(models.TextChoices):
    DRAFT = "draft", _("being prepared")
    SIGNED = "signed", _("signed")
    DISCARDED = "discarded", _("discarded")


class Correction(Journaled):
    """A late correction: what changes in published periods, why, and who answers for it.

    Until it is signed nothing changes. Signing applies `changes`, issues every list from
    `first_period` on anew, and judges the touched events again, in one transaction.
    """

    first_period = models.ForeignKey(
        RatingPeriod, on_delete=models.PROTECT, related_name="corrections"
    )
    status = models.CharField(
        _("status"), max_length=10, choices=CorrectionStatus, default=CorrectionStatus.DRAFT
    )
    reason = models.CharField(_("reason"), max_length=500)
    changes = models.JSONField(default=list)
    """Lines of {kind, …}: a result, a player, a whole late event, a line released."""
    consequences = models.JSONField(default=dict, blank=True)
    """What the last computation found besides the figures, see `corrections/consequences.py`."""
    task_id = models.CharField(max_length=60, blank=True)
    """Of the computation that is at work; empty when none is."""
    beat_at = models.DateTimeField(null=True, blank=True)
    """Its last sign of life."""
    done = models.PositiveSmallIntegerField(default=0)
    """Of `total` lists; for the progress that is shown."""
    total = models.PositiveSmallIntegerField(default=0)
    computed_at = models.DateTimeField(_("computed at"), null=True, blank=True)
    """When the lists and consequences of just these changes were found; empty when they are not."""
    failure = models.CharField(_("why it could not be computed"), max_length=1000, blank=True)
    drafted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    drafted_at = models.DateTimeField(_("drafted at"))
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Who signed or discarded it."""
    discarded_because = models.CharField(_("why it was discarded"), max_length=500, blank=True)
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("late correction")
        verbose_name_plural = _("late corrections")
        constraints = [
            models.CheckConstraint(
                condition=Q(status="draft", decided_by=None, decided_at=None)
                | (~Q(status="draft") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                name="correction_decided_by_someone",
            ),
            models.CheckConstraint(
                condition=~Q(status="signed") | ~Q(decided_by=models.F("drafted_by")),
                name="correction_signed_by_another",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.first_period}"


class LineCause(models.TextChoices):
    """Why a line of a corrected list is another one; of several the first that holds."""

    CHANGED = "changed", _("a result, a player or a tournament of this list is corrected")
    RELEASED = "released", _("the line is released")
    LIST_BEFORE = "list_before", _("the coefficient of the list before is another one")
    OPPONENT = "opponent", _("the coefficient of an opponent is another one")
    OTHER = "other", _("something recorded since the list was issued")


class CorrectedLine(models.Model):
    """A line that a late correction changes: as issued and as corrected."""

    correction = models.ForeignKey(Correction, on_delete=models.CASCADE, related_name="lines")
    period = models.ForeignKey(RatingPeriod, on_delete=models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    sort_key = models.CharField(max_length=170, editable=False)
    region = models.ForeignKey(
        Region, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    old_row = models.ForeignKey(
        RatingRow, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """None for a player whom the list as issued lacks."""
    new_row = models.ForeignKey(
        RatingRow, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    """None for a player whom the corrected list lacks."""
    cause = models.CharField(_("why"), max_length=12, choices=LineCause)

    class Meta:
        ordering = ["period__list_on", "sort_key", "player"]
        verbose_name = _("corrected line")
        verbose_name_plural = _("corrected lines")
        constraints = [
            models.UniqueConstraint(
                fields=["correction", "period", "player"], name="corrected_line_once"
            )
        ]
        indexes = [
            models.Index(
                fields=["correction", "period", "sort_key", "player"], name="corrected_line_sort"
            )
        ]

    def __str__(self) -> str:
        return f"{self.period}: {self.player_id}"


class ListIssue(models.Model):
    """A list as issued: the first time, and again after each late correction."""

    period = models.ForeignKey(RatingPeriod, on_delete=models.PROTECT, related_name="issues")
    number = models.PositiveSmallIntegerField(_("issue"))
    run = models.OneToOneField(RatingRun, on_delete=models.PROTECT, related_name="issue")
    correction = models.ForeignKey(
        Correction, on_delete=models.PROTECT, null=True, blank=True, related_name="issues"
    )
    issued_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    issued_at = models.DateTimeField(_("issued at"))

    class Meta:
        ordering = ["period", "number"]
        verbose_name = _("issue of a list")
        verbose_name_plural = _("issues of lists")
        constraints = [
            models.UniqueConstraint(fields=["period", "number"], name="issue_number_once"),
            models.CheckConstraint(
                condition=Q(number=1, correction=None) | Q(number__gt=1, correction__isnull=False),
                name="issue_again_by_correction",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.period} ({self.number})"


class ObjectionStatus(models.TextChoices):
    OPEN = "open", _("open")
    UPHELD = "upheld", _("upheld")
    DISMISSED = "dismissed", _("dismissed")


class Objection(Journaled):
    """Somebody objects to one line of a draft; that line is held until there is an answer."""

    period = models.ForeignKey(RatingPeriod, on_delete=models.PROTECT, related_name="objections")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="objections")
    commission = models.ForeignKey(
        Commission, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Which regional commission objects; empty when the player does."""
    text = models.CharField(_("what is wrong"), max_length=1000)
    status = models.CharField(
        _("status"), max_length=10, choices=ObjectionStatus, default=ObjectionStatus.OPEN
    )
    raised_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    raised_at = models.DateTimeField(_("raised at"))
    answer = models.CharField(_("answer"), max_length=1000, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(_("answered at"), null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("objection")
        verbose_name_plural = _("objections")
        constraints = [
            models.UniqueConstraint(
                fields=["period", "player"], condition=Q(status="open"), name="objection_one_open"
            ),
            models.CheckConstraint(
                condition=Q(status="open", answered_by=None)
                | (~Q(status="open") & Q(answered_by__isnull=False)),
                name="objection_answered_by_someone",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.period}: {self.player}"


class ResultCorrection(models.Model):
    """One thing changed in an admitted event by a signed correction: before and after, for ever."""

    correction = models.ForeignKey(Correction, on_delete=models.PROTECT, related_name="applied")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="result_corrections")
    change = models.JSONField()
    """A line of `Correction.changes` with the values that stood before."""
    applied_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        verbose_name = _("corrected result")
        verbose_name_plural = _("corrected results")

    def __str__(self) -> str:
        return f"{self.event}: {self.change}"
