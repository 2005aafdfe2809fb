"""Decisions of commissions: the acts on which ranks rest."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.journal import Journaled
from federation.models import Commission
from tournaments.models import Event


class Decision(Journaled):
    """A numbered decision of a commission. Its lines are the ledger entries that point to it."""

    commission = models.ForeignKey(
        Commission, on_delete=models.PROTECT, related_name="decisions", verbose_name=_("commission")
    )
    number = models.CharField(_("number"), max_length=40, blank=True)
    """Empty for a decision taken over from a paper card: `document` says where it comes from."""
    decided_on = models.DateField(_("date of the decision"))
    year = models.PositiveSmallIntegerField()
    event = models.ForeignKey(
        Event, on_delete=models.PROTECT, null=True, blank=True, related_name="decisions"
    )
    earlier = models.BooleanField(_("taken over from a paper card"), default=False)
    """The decision was made before the registry and is copied from a document."""
    document = models.CharField(_("document"), max_length=200, blank=True)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    recorded_at = models.DateTimeField(_("recorded at"))

    class Meta:
        ordering = ["-decided_on", "-pk"]
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        constraints = [
            models.UniqueConstraint(
                fields=["commission", "year", "number"],
                condition=Q(earlier=False),
                name="decision_number_once_a_year",
            )
        ]

    def __str__(self) -> str:
        return self.number
