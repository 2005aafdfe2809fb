"""What ends soon or has ended, per player, and the notices about it.

Both follow from the ledger: `services/deadlines.py` writes deadlines anew whenever it looks.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.journal import Journaled
from federation.models import Player


class DeadlineKind(models.TextChoices):
    RANK_ENDS = "rank_ends", _("rank ends")
    POINT_ENDS = "point_ends", _("candidate point ends")
    EXEMPTION_ENDS = "exemption_ends", _("exemption ends")
    ONE_FAILURE_LEFT = "one_failure_left", _("one failure from a lower rank")
    RANK_ENDED = "rank_ended", _("rank ended")
    MOVED_DOWN = "moved_down", _("moved to a lower rank")
    POINT_ENDED = "point_ended", _("candidate point ended")
    KEPT_FOR_LIFE = "kept_for_life", _("rank kept for life")
    """By law, since that day; it waits for the decree that grants it."""


AHEAD = (DeadlineKind.RANK_ENDS, DeadlineKind.POINT_ENDS, DeadlineKind.EXEMPTION_ENDS)
"""Those whose day is still to come."""


class Deadline(models.Model):
    """One thing that ends, or ended, for a player. A copy of what the ledger says."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="deadlines")
    kind = models.CharField(_("what"), max_length=20, choices=DeadlineKind)
    grade = models.CharField(_("rank or title"), max_length=30)
    day = models.DateField(_("last day"))
    """Last valid day; of one failure left the day of the last failure, of a rank that is kept for
    life the day of the confirmation that made it so."""
    becomes = models.CharField(max_length=30, blank=True)
    """What is held afterwards; empty for no rank, and where the rank stays."""
    found_on = models.DateField()
    """The day on which the registry first knew."""

    class Meta:
        ordering = ["day", "pk"]
        verbose_name = _("deadline")
        verbose_name_plural = _("deadlines")
        indexes = [models.Index(fields=["kind", "day", "id"], name="deadline_kind_day")]
        constraints = [
            models.UniqueConstraint(fields=["player", "kind", "grade", "day"], name="deadline_once")
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.kind} {self.grade} {self.day}"


DAYS_BEFORE = (7, 30, 90)
"""How long before a last day a player is told, the nearest first."""


class NoticeChoice(Journaled):
    """Which notices somebody wants as letters; who has chosen nothing gets all of them.

    Whether and where letters go at all is the player's address and consent.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="notice_choice")
    rank_ends = models.BooleanField(_("before a rank ends"), default=True)
    point_ends = models.BooleanField(_("before a candidate point ends"), default=True)
    exemption_ends = models.BooleanField(_("before an exemption ends"), default=True)
    days_before = models.PositiveSmallIntegerField(
        _("the first letter"),
        choices=[
            (90, _("90 days before, then 30 and 7 days before")),
            (30, _("30 days before, then 7 days before")),
            (7, _("only one, 7 days before")),
        ],
        default=90,
    )

    class Meta:
        verbose_name = _("choice of letters")
        verbose_name_plural = _("choices of letters")

    def __str__(self) -> str:
        return str(self.player)


class Notice(models.Model):
    """A player was, or is to be, told of a deadline so many days before it. Never written twice."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(_("what"), max_length=20, choices=DeadlineKind)
    grade = models.CharField(_("rank or title"), max_length=30)
    due_on = models.DateField(_("last day"))
    days_before = models.PositiveSmallIntegerField(_("days before"))
    created_at = models.DateTimeField(_("written at"))
    sent_at = models.DateTimeField(_("sent at"), null=True, blank=True)

    class Meta:
        ordering = ["due_on", "pk"]
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        indexes = [
            models.Index(fields=["due_on"], condition=models.Q(sent_at=None), name="notice_waiting")
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "kind", "grade", "due_on", "days_before"], name="notice_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.kind} {self.due_on}, {self.days_before}"
