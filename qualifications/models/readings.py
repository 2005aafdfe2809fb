"""Decisions on how an unclear passage of a regulation is read."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.journal import Journaled
from federation.models import Commission


class DecisionsAreAppendOnly(TypeError):
    """Somebody tried to change or delete a decision; record another one instead."""


class ReadingDecisionQuerySet(models.QuerySet["ReadingDecision"]):
    def update(self, **kwargs):
        raise DecisionsAreAppendOnly("Decisions on readings cannot be changed.")

    def delete(self):
        raise DecisionsAreAppendOnly("Decisions on readings cannot be deleted.")

    def bulk_update(self, objs, fields, batch_size=None):
        raise DecisionsAreAppendOnly("Decisions on readings cannot be changed.")


class ReadingDecision(Journaled):
    """How a question of an edition is answered from a day on. A later decision takes its place.

    It judges events whose day (the one that the scheme names) is `holds_from` or later; what has
    been judged stays as it was judged.
    """

    edition = models.CharField(_("edition"), max_length=20)
    question = models.CharField(_("question"), max_length=20)
    choice = models.CharField(_("choice"), max_length=60)
    commission = models.ForeignKey(
        Commission, on_delete=models.PROTECT, related_name="+", verbose_name=_("commission")
    )
    decided_on = models.DateField(_("date of the decision"))
    holds_from = models.DateField(_("holds from"))
    note = models.CharField(_("why"), max_length=500)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    recorded_at = models.DateTimeField(_("recorded at"))

    objects = ReadingDecisionQuerySet.as_manager()

    class Meta:
        ordering = ["holds_from", "recorded_at", "pk"]
        verbose_name = _("decision on a reading")
        verbose_name_plural = _("decisions on readings")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(holds_from__gte=models.F("decided_on")),
                name="reading_holds_after_decision",
            )
        ]

    def save(self, *args, **kwargs):
        if self.pk is not None:
            raise DecisionsAreAppendOnly("Decisions on readings cannot be changed.")
        super().save(*args, **kwargs)

    def delete(self, *args, **kwargs):
        raise DecisionsAreAppendOnly("Decisions on readings cannot be deleted.")

    def __str__(self) -> str:
        return f"{self.question}: {self.choice} ({self.holds_from})"
