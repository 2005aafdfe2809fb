"""Accounts of players: whose card somebody has claimed, and what they ask of a commission."""

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.journal import SECRET, Journaled

if TYPE_CHECKING:
    from federation.models import Player

USER = settings.AUTH_USER_MODEL
PROTECT = models.PROTECT


class ClaimStatus(models.TextChoices):
    ASKED = "asked", pgettext_lazy("of a claim", "waits for the commission")
    CONFIRMED = "confirmed", pgettext_lazy("of a claim", "confirmed")
    REFUSED = "refused", pgettext_lazy("of a claim", "refused")
    ENDED = "ended", pgettext_lazy("of a claim", "ended")


class CardClaim(Journaled):
    """Somebody says that a card is theirs, or their ward's; the regional commission confirms it.

    A guardian's claim ends when the ward is eighteen: nobody writes that, it follows from dates.
    """

    user = models.ForeignKey(USER, on_delete=PROTECT, related_name="claims")
    player = models.ForeignKey("Player", on_delete=PROTECT, related_name="claims")
    guardian = models.BooleanField(_("parent or guardian"), default=False)
    birth_agrees = models.BooleanField(null=True, blank=True)
    """Whether the birth date that was typed is the registry's; None where the registry has none."""
    note = models.CharField(_("what the person says"), max_length=500, blank=True)
    status = models.CharField(
        _("status"), max_length=10, choices=ClaimStatus, default=ClaimStatus.ASKED
    )
    asked_at = models.DateTimeField(_("asked at"))
    answered_by = models.ForeignKey(
        USER, on_delete=PROTECT, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(_("answered at"), null=True, blank=True)
    words = models.CharField(_("document seen, or reason"), max_length=300, blank=True)

    class Meta:
        ordering = ["asked_at", "pk"]
        verbose_name = _("claim of a card")
        verbose_name_plural = _("claims of cards")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "player"],
                condition=Q(status__in=["asked", "confirmed"]),
                name="card_claimed_once",
            ),
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(status="confirmed", guardian=False),
                name="card_has_one_owner",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.player}"

    @property
    def card(self) -> "Player":
        """The player whose card it is: the kept one where the claimed one was merged."""
        return self.player.merged_into or self.player

    def journal_secrets(self) -> frozenset[str]:
        """What people write of documents is not for the journal."""
        return SECRET | {"note", "words"}


class RequestKind(models.TextChoices):
    CORRECTION = "correction", _("something on the card is wrong")
    PETITION = "petition", _("a rank was earned and is not there")
    OTHER = "other", pgettext_lazy("of a request", "something else")


class RequestStatus(models.TextChoices):
    OPEN = "open", pgettext_lazy("of a request", "waits for the commission")
    DONE = "done", pgettext_lazy("of a request", "done")
    REFUSED = "refused", pgettext_lazy("of a request", "refused")


class PersonRequest(Journaled):
    """What the owner of a card asks of the commission of the region."""

    user = models.ForeignKey(USER, on_delete=PROTECT, related_name="+")
    player = models.ForeignKey("Player", on_delete=PROTECT, related_name="requests")
    kind = models.CharField(_("what it is about"), max_length=12, choices=RequestKind)
    text = models.CharField(_("what is asked"), max_length=1000)
    asked_at = models.DateTimeField(_("asked at"))
    status = models.CharField(
        _("status"), max_length=10, choices=RequestStatus, default=RequestStatus.OPEN
    )
    answer = models.CharField(_("answer"), max_length=1000, blank=True)
    answered_by = models.ForeignKey(
        USER, on_delete=PROTECT, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(_("answered at"), null=True, blank=True)

    class Meta:
        ordering = ["asked_at", "pk"]
        verbose_name = _("request of a player")
        verbose_name_plural = _("requests of players")
        constraints = [
            models.CheckConstraint(
                condition=Q(status="open", answered_by=None, answer="")
                | (~Q(status="open") & Q(answered_by__isnull=False) & ~Q(answer="")),
                name="person_request_answered",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.get_kind_display()}"

    @property
    def card(self) -> "Player":
        """The player who is meant: the kept one where the other was merged."""
        return self.player.merged_into or self.player

    def journal_secrets(self) -> frozenset[str]:
        """What people write of themselves is not for the journal."""
        return SECRET | {"text", "answer"}
