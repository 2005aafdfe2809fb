"""What is recorded about people besides today's columns: dated facts, links, suspected duplicates.

Imported by `federation/models.py`, which has the players themselves.
"""

from collections.abc import Collection

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from federation.journal import SECRET, Journaled

USER = settings.AUTH_USER_MODEL
PROTECT = models.PROTECT


class FactKind(models.TextChoices):
    NAME = "name", _("name")
    LATIN_NAME = "latin_name", _("name in Latin letters")
    FORMER_NAME = "former_name", _("former name")
    REGION = "region", _("region")
    CLUB = "club", _("club")
    FEDERATION = "federation", _("federation")
    FIDE_ID = "fide_id", _("FIDE number")
    SEX = "sex", _("sex")
    BIRTH = "birth", _("birth")
    TITLE = "title", _("title")
    MEMBERSHIP = "membership", _("membership")


SEVERAL_AT_ONCE = (FactKind.FORMER_NAME, FactKind.TITLE, FactKind.MEMBERSHIP)
"""Kinds of which a person may have different ones at the same time."""


class PersonFact(Journaled):
    """A fact of a person from a day through a day, both inclusive; empty ends are open.

    Made lazily: a kind without rows is what the player's column says, and always was. A fact
    entered wrongly is voided with a reason, never deleted. `federation/fact_guard.py` has the
    database refuse overlapping periods.
    """

    player = models.ForeignKey("Player", on_delete=models.CASCADE, related_name="facts")
    kind = models.CharField(_("kind of fact"), max_length=12, choices=FactKind)
    value = models.CharField(_("value"), max_length=200, blank=True)
    """Text; a birth as `1990-05-06` or `1990`, sex as `m` or `w`; empty of a region."""
    region = models.ForeignKey(
        "Region",
        on_delete=PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("region"),
    )
    slot = models.CharField(max_length=200, blank=True, editable=False)
    """Periods of one slot never overlap: the value of titles, former names and memberships."""
    confirmed_on = models.DateField(_("confirmed on"), null=True, blank=True)
    valid_from = models.DateField(_("from"), null=True, blank=True)
    valid_until = models.DateField(_("through"), null=True, blank=True)
    source = models.CharField(_("source"), max_length=200)
    recorded_by = models.ForeignKey(
        USER, on_delete=PROTECT, null=True, blank=True, related_name="+"
    )
    recorded_at = models.DateTimeField(_("recorded at"))
    ended_by = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="ended"
    )
    """The fact that began when this one ended; when it is voided, this one goes on."""
    until_before = models.DateField(null=True, blank=True)
    """With `ended_by`: the last day as it had been."""
    voided_by = models.ForeignKey(USER, on_delete=PROTECT, null=True, blank=True, related_name="+")
    voided_at = models.DateTimeField(_("voided at"), null=True, blank=True)
    void_reason = models.CharField(_("why it is voided"), max_length=300, blank=True)

    class Meta:
        ordering = ["kind", F("valid_from").asc(nulls_first=True), "pk"]
        verbose_name = _("fact of a person")
        verbose_name_plural = _("facts of people")
        indexes = [models.Index(fields=["player", "kind"], name="person_fact_kind")]
        constraints = [
            models.CheckConstraint(
                condition=Q(valid_from=None)
                | Q(valid_until=None)
                | Q(valid_until__gte=F("valid_from")),
                name="person_fact_ends_after_start",
            ),
            models.CheckConstraint(
                condition=Q(kind="region", value="") | (~Q(kind="region") & Q(region=None)),
                name="person_fact_region_is_a_region",
            ),
            models.CheckConstraint(
                condition=Q(voided_at=None, void_reason="")
                | (Q(voided_at__isnull=False) & ~Q(void_reason="")),
                name="person_fact_voided_with_reason",
            ),
        ]

    def journal_secrets(self) -> frozenset[str]:
        """A birth is not for the journal."""
        return SECRET | {"value"} if self.kind == FactKind.BIRTH else SECRET

    def __str__(self) -> str:
        return f"{self.kind} {self.value or self.region or ''}".strip()


def names_borne(players: Collection[int]) -> list[tuple[int, str]]:
    """Names these players are recorded to bear, or to have borne: (player, name). One query."""
    kinds = (FactKind.FORMER_NAME, FactKind.NAME, FactKind.LATIN_NAME)
    facts = PersonFact.objects.filter(player__in=players, kind__in=kinds, voided_at=None)
    return list(facts.order_by("pk").values_list("player", "value"))


class PersonLink(Journaled):
    """Two entries in the registry are one person, since a moment; until it is undone.

    Nothing of the merged player is rewritten: whoever reads a life reads both.
    """

    merged = models.ForeignKey("Player", on_delete=PROTECT, related_name="links")
    kept = models.ForeignKey("Player", on_delete=PROTECT, related_name="links_to")
    reason = models.CharField(_("reason"), max_length=300)
    changes = models.JSONField(default=dict)
    """Field of the kept player → [value before, value since], where the other's was chosen."""
    linked_by = models.ForeignKey(USER, on_delete=PROTECT, related_name="+")
    linked_at = models.DateTimeField(_("linked at"))
    undone_by = models.ForeignKey(USER, on_delete=PROTECT, null=True, blank=True, related_name="+")
    undone_at = models.DateTimeField(_("undone at"), null=True, blank=True)
    undone_reason = models.CharField(_("why it is undone"), max_length=300, blank=True)

    class Meta:
        ordering = ["-linked_at", "-pk"]
        verbose_name = _("link of two people")
        verbose_name_plural = _("links of people")
        constraints = [
            models.UniqueConstraint(
                fields=["merged"], condition=Q(undone_at=None), name="person_link_one_in_force"
            ),
            models.CheckConstraint(condition=~Q(merged=F("kept")), name="person_link_of_two"),
            models.CheckConstraint(
                condition=Q(undone_at=None, undone_by=None)
                | Q(undone_at__isnull=False, undone_by__isnull=False),
                name="person_link_undone_by_someone",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.merged_id} → {self.kept_id}"


class SuspectStatus(models.TextChoices):
    OPEN = "open", _("to be looked at")
    DIFFERENT = "different", _("two different people")
    LINKED = "linked", _("one person")


class PersonSuspect(Journaled):
    """Two players who may be one person; the answer is remembered and never asked again."""

    first = models.ForeignKey("Player", on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey("Player", on_delete=models.CASCADE, related_name="+")
    reason_key = models.CharField(max_length=60)
    params = models.JSONField(default=dict)
    """For the sentence of the reason, see `federation/match_wording.py`."""
    found_on = models.DateField(_("found on"))
    status = models.CharField(
        _("status"), max_length=10, choices=SuspectStatus, default=SuspectStatus.OPEN
    )
    decided_by = models.ForeignKey(USER, on_delete=PROTECT, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    note = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("suspected duplicate")
        verbose_name_plural = _("suspected duplicates")
        indexes = [
            models.Index(fields=["id"], condition=Q(status="open"), name="person_suspect_waiting")
        ]
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="person_suspect_once"),
            models.CheckConstraint(
                condition=Q(first__lt=F("second")), name="person_suspect_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_id}, {self.second_id}: {self.status}"
