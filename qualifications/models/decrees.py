"""Decrees: how a body awards what was earned. One drafts, another approves."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.journal import Journaled
from federation.models import Commission, Player
from qualifications.models.assessments import VerdictRecord
from qualifications.models.decisions import Decision
from qualifications.models.ledger import LedgerEntry
from qualifications.models.submissions import SubmissionLine


class DecreeStatus(models.TextChoices):
    DRAFT = "draft", pgettext_lazy("of a decree", "being prepared")
    APPROVED = "approved", pgettext_lazy("of a decree", "approved")
    ABANDONED = "abandoned", pgettext_lazy("of a decree", "abandoned")


class Decree(Journaled):
    """A decree of one body. Nothing is in force before another person has approved it.

    Approval writes the decision and its lines of the ledger, and freezes `frozen`, in one
    transaction. An approved decree is never changed: another decree annuls it.
    """

    commission = models.ForeignKey(
        Commission, on_delete=models.PROTECT, related_name="decrees", verbose_name=_("body")
    )
    number = models.CharField(_("number"), max_length=40)
    year = models.PositiveSmallIntegerField()
    dated_on = models.DateField(_("date of the decree"))
    place = models.CharField(pgettext_lazy("where it is signed", "place"), max_length=100)
    preamble = models.TextField(_("opening words"), max_length=2000, blank=True)
    annuls = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="annulling"
    )
    reason = models.CharField(_("reason for annulling"), max_length=500, blank=True)
    status = models.CharField(
        _("status"), max_length=10, choices=DecreeStatus, default=DecreeStatus.DRAFT
    )
    version = models.PositiveIntegerField(default=1)
    """Rises with every change of the draft: a form that was opened earlier is stale."""
    drafted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    drafted_at = models.DateTimeField(_("drafted at"))
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Who changed the draft last."""
    changed_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Who approved or abandoned it."""
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    decision = models.OneToOneField(
        Decision, on_delete=models.PROTECT, null=True, blank=True, related_name="decree"
    )
    """The act that approval wrote; the lines of the ledger point to it."""
    frozen = models.JSONField(default=dict, blank=True)
    """Text and evidence as approved."""
    digest = models.CharField(max_length=64, blank=True)
    """SHA-256 of `frozen` in canonical form."""

    class Meta:
        ordering = ["-dated_on", "-pk"]
        verbose_name = _("decree")
        verbose_name_plural = _("decrees")
        indexes = [models.Index(fields=["commission", "status", "-id"], name="decree_desk")]
        constraints = [
            models.UniqueConstraint(
                fields=["commission", "year", "number"],
                condition=~Q(status="abandoned"),
                name="decree_number_once_a_year",
            ),
            models.UniqueConstraint(
                fields=["annuls"],
                condition=~Q(status="abandoned") & Q(annuls__isnull=False),
                name="decree_annulled_once",
            ),
            models.CheckConstraint(condition=~Q(number=""), name="decree_has_number"),
            models.CheckConstraint(
                condition=Q(annuls=None) | ~Q(reason=""), name="decree_annuls_for_a_reason"
            ),
            models.CheckConstraint(
                condition=Q(status="draft", decided_by=None, decided_at=None)
                | (~Q(status="draft") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                name="decree_decided_by_someone",
            ),
            models.CheckConstraint(
                condition=~Q(status="approved") | ~Q(decided_by=F("drafted_by")),
                name="decree_approved_by_another",
            ),
            models.CheckConstraint(
                condition=Q(status="approved", decision__isnull=False) & ~Q(digest="")
                | (~Q(status="approved") & Q(decision=None, digest="")),
                name="decree_frozen_when_approved",
            ),
        ]

    def __str__(self) -> str:
        return self.number


class DecreeAct(models.TextChoices):
    AWARD = "award", pgettext_lazy("what a decree does", "award")
    POINT = "point", pgettext_lazy("what a decree does", "award a candidate point")
    MOVE = "move", pgettext_lazy("what a decree does", "move to a lower rank")
    LIFETIME = "lifetime", pgettext_lazy("what a decree does", "grant for life")
    REVOKE = "revoke", pgettext_lazy("what a decree does", "revoke")


class DecreeLine(models.Model):
    """One person in a decree, with what it rests on. An annulling decree has none."""

    decree = models.ForeignKey(Decree, on_delete=models.CASCADE, related_name="lines")
    act = models.CharField(_("what"), max_length=10, choices=DecreeAct)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="decree_lines")
    grade = models.CharField(_("rank or title"), max_length=30)
    """What is awarded or revoked; for a move the rank that is held from then on."""
    effective_on = models.DateField(_("in force from"))
    norm = models.ForeignKey(
        LedgerEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="decree_lines"
    )
    """The norm that is awarded, the last cause of a move, or the award that is revoked."""
    verdict = models.ForeignKey(
        VerdictRecord, on_delete=models.PROTECT, null=True, blank=True, related_name="decree_lines"
    )
    """An undecided verdict that a person resolved with `note`."""
    submission_line = models.ForeignKey(
        SubmissionLine, on_delete=models.PROTECT, null=True, blank=True, related_name="decree_lines"
    )
    article = models.CharField(_("article"), max_length=20, blank=True)
    """By which it is earned or lost."""
    note = models.CharField(_("note"), max_length=500, blank=True)
    """How an open question was resolved, or why an award is revoked; it is printed."""
    noted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["decree", "pk"]
        verbose_name = _("line of a decree")
        verbose_name_plural = _("lines of decrees")
        constraints = [
            models.UniqueConstraint(
                fields=["decree", "player", "grade", "effective_on"], name="decree_line_once"
            ),
            models.CheckConstraint(
                condition=Q(verdict=None) | (~Q(note="") & Q(noted_by__isnull=False)),
                name="decree_line_resolved_with_note",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.act} {self.grade}"


class AwardChoice(models.TextChoices):
    STANDS = "stands", pgettext_lazy("of an award", "stands")
    REVOKED = "revoked", pgettext_lazy("of an award", "is revoked by a decree")
    """That award alone."""
    ANNULLED = "annulled", pgettext_lazy("of an award", "its whole decree is annulled by another")


class PoliciesAreAppendOnly(TypeError):
    """Somebody tried to change or delete a policy; record another one instead."""


class AwardPolicyQuerySet(models.QuerySet["AwardPolicy"]):
    def update(self, **kwargs):
        raise PoliciesAreAppendOnly("Policies on awards cannot be changed.")

    def delete(self):
        raise PoliciesAreAppendOnly("Policies on awards cannot be deleted.")

    def bulk_update(self, objs, fields, batch_size=None):
        raise PoliciesAreAppendOnly("Policies on awards cannot be changed.")


class AwardPolicy(Journaled):
    """What a body does, from a day on, with an award that a correction takes away afterwards.

    No regulation says it. A later policy takes the place of an earlier one; both stay visible.
    """

    commission = models.ForeignKey(
        Commission, on_delete=models.PROTECT, related_name="award_policies", verbose_name=_("body")
    )
    choice = models.CharField(_("the award"), max_length=10, choices=AwardChoice)
    in_force_from = models.DateField(_("holds from"))
    document = models.CharField(_("document"), max_length=200)
    """By which the body has chosen so."""
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    decided_at = models.DateTimeField(_("recorded at"))

    objects = AwardPolicyQuerySet.as_manager()

    class Meta:
        ordering = ["in_force_from", "pk"]
        verbose_name = _("policy on awards")
        verbose_name_plural = _("policies on awards")
        constraints = [
            models.CheckConstraint(condition=~Q(document=""), name="award_policy_has_document")
        ]

    def save(self, *args, **kwargs):
        if self.pk is not None:
            raise PoliciesAreAppendOnly("Policies on awards cannot be changed.")
        super().save(*args, **kwargs)

    def delete(self, *args, **kwargs):
        raise PoliciesAreAppendOnly("Policies on awards cannot be deleted.")

    def __str__(self) -> str:
        return f"{self.commission}: {self.choice} ({self.in_force_from})"


class ChangedBasis(Journaled):
    """What a decree rests on has changed since: a later correction, file or judgement.

    The decree stands. The awarding desk decides what follows; rows are only ever added, and
    answered once.
    """

    line = models.ForeignKey(DecreeLine, on_delete=models.PROTECT, related_name="changes")
    found_at = models.DateTimeField()
    difference = models.JSONField()
    """Facts of the evidence, each with its value as frozen and as it is now."""
    digest = models.CharField(max_length=64)
    """Of the difference: the same one is noted once."""
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    choice = models.CharField(_("the award"), max_length=10, choices=AwardChoice, blank=True)
    answer = models.CharField(_("what was decided"), max_length=500, blank=True)
    policy = models.ForeignKey(
        AwardPolicy, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """That of the body on the day on which the change was found; none where it had chosen none, or
    where the award is earned in spite of the change."""

    class Meta:
        ordering = ["-found_at", "-pk"]
        verbose_name = _("changed basis of a decree")
        verbose_name_plural = _("changed bases of decrees")
        constraints = [
            models.UniqueConstraint(fields=["line", "digest"], name="changed_basis_once"),
            models.CheckConstraint(
                condition=Q(answered_by=None, answered_at=None, answer="", choice="", policy=None)
                | (
                    Q(answered_by__isnull=False, answered_at__isnull=False)
                    & ~Q(answer="")
                    & ~Q(choice="")
                ),
                name="changed_basis_answered",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.line}"
