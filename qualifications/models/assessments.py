"""What the engine said about an event, frozen with the facts it was told."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from qualifications.models.decisions import Decision
from tournaments.models import Entry, Event


class AssessmentOutcome(models.TextChoices):
    JUDGED = "judged", _("judged")
    NO_FACTS = "no_facts", _("the file does not say what this regulation asks")
    NO_EDITION = "no_edition", _("no edition of the regulation covers the date")


class Assessment(models.Model):
    """One judgement of one event under one edition. A later one supersedes; none is changed."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="assessments")
    scheme = models.CharField(_("regulation"), max_length=10)
    edition = models.CharField(_("edition"), max_length=20, blank=True)
    outcome = models.CharField(_("outcome"), max_length=12, choices=AssessmentOutcome)
    facts_digest = models.CharField(max_length=64)
    tournament_coefficient = models.DecimalField(
        _("tournament coefficient"), max_digits=4, decimal_places=2, null=True, blank=True
    )
    assessed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    assessed_at = models.DateTimeField(_("assessed at"))
    readings = models.JSONField(default=dict, blank=True)
    """Question to choice: how the edition was read when the event was judged."""
    out_of_reach = models.PositiveIntegerField(default=0)
    """Verdicts that were far from being met and are not kept one by one."""
    current = models.BooleanField(default=True)
    """The one that counts; the only field that changes, when a later assessment supersedes."""
    because_event = models.ForeignKey(
        Event, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """The event admitted later that made this judgement necessary."""
    because_decision = models.ForeignKey(
        Decision, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """The decision recorded later that made this judgement necessary."""
    because_correction = models.ForeignKey(
        "Correction", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """The late correction of lists that made this judgement necessary."""

    class Meta:
        ordering = ["-assessed_at", "-pk"]
        verbose_name = _("assessment")
        verbose_name_plural = _("assessments")
        constraints = [
            models.UniqueConstraint(
                fields=["event", "scheme"],
                condition=Q(current=True),
                name="assessment_one_current",
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} / {self.edition or self.scheme}"


class ParticipantRecord(models.Model):
    """What a participant held on the event's first day, as the assessment saw it."""

    assessment = models.ForeignKey(
        Assessment, on_delete=models.CASCADE, related_name="participants"
    )
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="records")
    grade_known = models.BooleanField()
    grade = models.CharField(_("rank or title"), max_length=30, blank=True)
    candidate_points = models.PositiveSmallIntegerField(_("candidate points"), default=0)
    stated = models.BooleanField(default=False)
    """The class was stated by the commission for this event, not taken from the ledger."""
    individual_coefficient = models.PositiveSmallIntegerField(
        _("individual coefficient"), null=True, blank=True
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["assessment", "entry"], name="participant_record_once")
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.grade or '-'}"


class VerdictRecord(models.Model):
    """One verdict with all its reasons, as the engine returned it (see `serialize.py`)."""

    assessment = models.ForeignKey(Assessment, on_delete=models.CASCADE, related_name="verdicts")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="verdicts")
    grade = models.CharField(_("rank or title"), max_length=30)
    outcome = models.CharField(_("outcome"), max_length=16)
    norm_half_points = models.PositiveSmallIntegerField(null=True, blank=True)
    scored_half_points = models.PositiveSmallIntegerField()
    reasons = models.JSONField()

    class Meta:
        ordering = ["entry_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["assessment", "entry", "grade"], name="verdict_record_once"
            )
        ]
        indexes = [models.Index(fields=["assessment", "outcome"], name="verdict_outcome")]

    def __str__(self) -> str:
        return f"{self.entry}: {self.grade} {self.outcome}"
