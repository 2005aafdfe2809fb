"""The journal: what anybody did through the registry. Rows are only ever added."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class JournalEntry(models.Model):
    """One act: who, when, from where, on what, and which fields it changed.

    `changes` are lines of [field, from, to]; of what is secret or long only that it changed.
    """

    at = models.DateTimeField(_("when"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """None for somebody who is not signed in, and for what runs by itself."""
    who = models.CharField(max_length=200, blank=True)
    """The name as it was then."""
    commission = models.ForeignKey(
        "Commission", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """For whose chair it can be read: the body of the object, or that of the person."""
    address = models.GenericIPAddressField(_("address"), null=True, blank=True)
    action = models.CharField(_("what was done"), max_length=60)
    """Name of the page that was used, or of the command."""
    object_type = models.CharField(max_length=60, blank=True)
    object_id = models.CharField(max_length=40, blank=True)
    object_words = models.CharField(max_length=200, blank=True)
    changes = models.JSONField(default=list, blank=True)
    search_key = models.CharField(max_length=450, editable=False)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("journal entry")
        verbose_name_plural = _("journal")
        indexes = [
            models.Index(fields=["commission", "-id"], name="journal_commission"),
            models.Index(fields=["object_type", "object_id", "-id"], name="journal_object"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.who} {self.action} {self.object_words}"
