"""Ratings that others publish: taken over as they stand, dated, with their source."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from federation.models import Player


class RatingScheme(models.TextChoices):
    RUSSIA = "ru", _("Russian rating")
    FIDE = "fide", _("FIDE rating")


class ImportedKind(models.TextChoices):
    STANDARD = "standard", _("standard")
    RAPID = "rapid", _("rapid")
    BLITZ = "blitz", _("blitz")


class ImportedRating(models.Model):
    """A player's line of one published list. Never computed here, never written over."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="imported_ratings")
    scheme = models.CharField(_("rating"), max_length=4, choices=RatingScheme)
    kind = models.CharField(_("kind"), max_length=8, choices=ImportedKind)
    list_on = models.DateField(_("first day of the list"))
    value = models.PositiveSmallIntegerField(_("rating"))
    games = models.PositiveSmallIntegerField(_("games of the period"), null=True, blank=True)
    factor = models.PositiveSmallIntegerField(_("K"), null=True, blank=True)
    title = models.CharField(_("title"), max_length=3, null=True, blank=True)
    """The highest FIDE title in the same list: empty for none, None where nobody has looked."""
    source = models.CharField(_("source"), max_length=300)
    imported_at = models.DateTimeField(_("imported at"))
    imported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """None where the command line imported it."""

    class Meta:
        ordering = ["scheme", "kind", "-list_on", "pk"]
        verbose_name = _("imported rating")
        verbose_name_plural = _("imported ratings")
        indexes = [
            models.Index(fields=["scheme", "kind", "list_on"], name="imported_rating_list"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "scheme", "kind", "list_on"], name="imported_rating_once_a_list"
            ),
            models.CheckConstraint(
                condition=models.Q(value__gt=0), name="imported_rating_is_positive"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.value} ({self.scheme}, {self.kind}, {self.list_on})"
