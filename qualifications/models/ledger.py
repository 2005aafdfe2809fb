"""The ledger: what happened, in rows that are only ever added."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from federation.models import Commission, Player
from qualifications.models.assessments import VerdictRecord
from qualifications.models.decisions import Decision
from tournaments.models import Event


class LedgerIsAppendOnly(TypeError):
    """Somebody tried to change or delete a row of the ledger; add a voiding entry instead."""


class LedgerKind(models.TextChoices):
    NORM_MET = "norm_met", _("norm met")
    CANDIDATE_POINT_EARNED = "candidate_point_earned", _("candidate point earned")
    FAILURE_RECORDED = "failure_recorded", _("failure")
    CONFIRMATION_EARNED = "confirmation_earned", _("confirmation earned")
    RESULT_RECORDED = "result_recorded", _("result")
    AWARDED = "awarded", _("awarded")
    CONFIRMED = "confirmed", _("confirmed")
    DEMOTED = "demoted", _("moved to a lower rank")
    REVOKED = "revoked", _("revoked")
    LIFETIME_GRANTED = "lifetime_granted", _("granted for life")
    VOIDED = "voided", _("voided")


ASSESSED = (
    LedgerKind.NORM_MET,
    LedgerKind.CANDIDATE_POINT_EARNED,
    LedgerKind.FAILURE_RECORDED,
    LedgerKind.CONFIRMATION_EARNED,
    LedgerKind.RESULT_RECORDED,
)
"""Lines that follow from judging an event; acts of a body are none of them."""


class LedgerQuerySet(models.QuerySet["LedgerEntry"]):
    def update(self, **kwargs):
        raise LedgerIsAppendOnly("Ledger entries cannot be changed.")

    def delete(self):
        raise LedgerIsAppendOnly("Ledger entries cannot be deleted.")

    def bulk_update(self, objs, fields, batch_size=None):
        raise LedgerIsAppendOnly("Ledger entries cannot be changed.")


class LedgerEntry(models.Model):
    """An assessed fact, or an act under a decision.

    `effective_on` is when it happened, `recorded_at` since when the registry knows.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ledger")
    kind = models.CharField(_("what"), max_length=24, choices=LedgerKind)
    grade = models.CharField(_("rank or title"), max_length=30, blank=True)
    effective_on = models.DateField(_("in force from"))
    recorded_at = models.DateTimeField(_("recorded at"))
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    commission = models.ForeignKey(
        Commission, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    event = models.ForeignKey(
        Event, on_delete=models.PROTECT, null=True, blank=True, related_name="ledger"
    )
    verdict = models.ForeignKey(
        VerdictRecord, on_delete=models.PROTECT, null=True, blank=True, related_name="ledger"
    )
    decision = models.ForeignKey(
        Decision, on_delete=models.PROTECT, null=True, blank=True, related_name="lines"
    )
    edition = models.CharField(_("edition"), max_length=20, blank=True)
    article = models.CharField(_("article"), max_length=20, blank=True)
    voids = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="voided_by"
    )
    note = models.CharField(_("note"), max_length=300, blank=True)
    details = models.JSONField(default=dict, blank=True)

    objects = LedgerQuerySet.as_manager()

    class Meta:
        ordering = ["effective_on", "pk"]
        verbose_name = _("ledger entry")
        verbose_name_plural = _("ledger")
        indexes = [models.Index(fields=["player", "effective_on"], name="ledger_player_day")]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="voided", voids__isnull=False, grade="")
                | (~Q(kind="voided") & Q(voids=None) & ~Q(grade="")),
                name="ledger_voiding_names_entry",
            ),
            models.CheckConstraint(condition=~Q(voids=F("id")), name="ledger_not_voiding_itself"),
            models.UniqueConstraint(
                fields=["verdict", "kind"],
                condition=Q(verdict__isnull=False),
                name="ledger_verdict_once",
            ),
        ]

    def save(self, *args, **kwargs):
        if self.pk is not None:
            raise LedgerIsAppendOnly("Ledger entries cannot be changed.")
        super().save(*args, **kwargs)

    def delete(self, *args, **kwargs):
        raise LedgerIsAppendOnly("Ledger entries cannot be deleted.")

    def __str__(self) -> str:
        return f"{self.player}: {self.kind} {self.grade} {self.effective_on}"
