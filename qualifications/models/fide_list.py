"""FIDE's rating list as it stands, what was loaded when, and what it says that the registry does
not."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from federation.models import FactKind, PersonFact, Player
from qualifications.models.imported import ImportedKind, RatingScheme

USER = settings.AUTH_USER_MODEL


class FideListed(models.Model):
    """A person of FIDE's latest list. Rows change only when a whole list is loaded."""

    fide_id = models.IntegerField(_("FIDE number"), primary_key=True)
    name = models.CharField(_("name"), max_length=120)
    federation = models.CharField(_("federation"), max_length=3)
    sex = models.CharField(_("sex"), max_length=1)
    title = models.CharField(_("title"), max_length=5)
    """The open title, or the woman's where there is no open one."""
    womens_title = models.CharField(_("woman’s title"), max_length=5)
    other_titles = models.CharField(_("other titles"), max_length=60)
    standard = models.SmallIntegerField(_("standard"), null=True)
    standard_games = models.SmallIntegerField(null=True)
    standard_k = models.SmallIntegerField(null=True)
    rapid = models.SmallIntegerField(_("rapid"), null=True)
    rapid_games = models.SmallIntegerField(null=True)
    rapid_k = models.SmallIntegerField(null=True)
    blitz = models.SmallIntegerField(_("blitz"), null=True)
    blitz_games = models.SmallIntegerField(null=True)
    blitz_k = models.SmallIntegerField(null=True)
    birth_year = models.SmallIntegerField(_("year of birth"), null=True)
    flags = models.CharField(_("flags"), max_length=4)
    """`i` inactive, `w` woman, `wi` both; as the list writes it."""

    class Meta:
        verbose_name = _("person of FIDE’s list")
        verbose_name_plural = _("people of FIDE’s list")

    def __str__(self) -> str:
        return f"{self.fide_id} {self.name}"


class LoadStatus(models.TextChoices):
    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("refused or broken off")


class LoadStep(models.TextChoices):
    """What a load is doing, in this order."""

    READING = "reading", _("reading the file")
    STORING = "storing", _("taking the list over")
    COMPARING = "comparing", _("comparing with the registry")


class ListLoad(models.Model):
    """A published rating list that was loaded, or was refused: which, when, by whom, what came of
    it."""

    scheme = models.CharField(_("rating"), max_length=4, choices=RatingScheme)
    kind = models.CharField(_("kind"), max_length=8, choices=ImportedKind, blank=True)
    """Empty for FIDE's whole list, which has all three."""
    list_on = models.DateField(_("first day of the list"), null=True, blank=True)
    """None until the file has said it."""
    filename = models.CharField(_("file"), max_length=200)
    size = models.PositiveBigIntegerField(_("bytes"))
    digest = models.CharField("SHA-256", max_length=64)
    source = models.CharField(_("source"), max_length=200, blank=True)
    fewer_allowed = models.BooleanField(default=False)
    """Somebody has said that a list with far fewer people is right."""
    status = models.CharField(
        _("status"), max_length=8, choices=LoadStatus, default=LoadStatus.WAITING
    )
    step = models.CharField(_("step"), max_length=10, choices=LoadStep, blank=True)
    done = models.PositiveBigIntegerField(default=0)
    """Of `total` units of the step: bytes while reading, people while comparing."""
    total = models.PositiveBigIntegerField(default=0)
    beat_at = models.DateTimeField(null=True, blank=True)
    """Last sign of life of whoever loads it."""
    counts = models.JSONField(default=dict)
    """`rows`, `new`, `changed`, `removed`, `held_out`, `ratings`, `proposals` …"""
    problems = models.JSONField(default=list)
    """The reader's, each {code, severity, line, params}; at most 300 of one code."""
    refusal = models.CharField(_("why not"), max_length=1000, blank=True)
    requested_by = models.ForeignKey(
        USER, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """None where the command line loaded it."""
    requested_at = models.DateTimeField(_("asked for at"))
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    stored_at = models.DateTimeField(_("taken over at"), null=True, blank=True)
    """Since when the registry has what the list says, whatever became of the comparison."""
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("loaded rating list")
        verbose_name_plural = _("loaded rating lists")
        constraints = [
            models.UniqueConstraint(
                fields=["status"], condition=Q(status="running"), name="list_load_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(stored_at=None) | Q(list_on__isnull=False), name="list_load_has_a_day"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scheme} {self.list_on} #{self.pk}"


class ListPart(models.Model):
    """A megabyte of an uploaded list on its way to the worker; gone when it is loaded."""

    load = models.ForeignKey(ListLoad, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["load", "number"], name="list_part_once"),
        ]

    def __str__(self) -> str:
        return f"{self.load_id}/{self.number}"


class ProposalStatus(models.TextChoices):
    OPEN = "open", _("to be decided")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    SETTLED = "settled", _("no longer different")


class FideProposal(models.Model):
    """FIDE's list says something else of a person than the registry; somebody decides.

    A declined one is not made again until FIDE says something else. Never deleted.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="fide_proposals")
    kind = models.CharField(_("kind of fact"), max_length=12, choices=FactKind)
    before = models.CharField(_("in the registry"), max_length=200, blank=True)
    value = models.CharField(_("in FIDE’s list"), max_length=200)
    fide_id = models.IntegerField(_("FIDE number"))
    listed_name = models.CharField(_("name in FIDE’s list"), max_length=120)
    list_on = models.DateField(_("list of"))
    """The first list that said so."""
    load = models.ForeignKey(ListLoad, on_delete=models.PROTECT, related_name="proposals")
    status = models.CharField(
        _("status"), max_length=8, choices=ProposalStatus, default=ProposalStatus.OPEN
    )
    decided_by = models.ForeignKey(
        USER, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    fact = models.ForeignKey(
        PersonFact, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    """What came of an accepted one."""

    class Meta:
        ordering = ["pk"]
        verbose_name = _("proposal from FIDE’s list")
        verbose_name_plural = _("proposals from FIDE’s list")
        indexes = [
            models.Index(
                fields=["kind", "id"], condition=Q(status="open"), name="fide_proposal_waiting"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "kind", "value"],
                condition=Q(status="open"),
                name="fide_proposal_once",
            ),
            models.CheckConstraint(
                condition=Q(status="open", decided_at=None)
                | (~Q(status="open") & Q(decided_at__isnull=False)),
                name="fide_proposal_decided_some_day",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=("accepted", "declined")) | Q(decided_by__isnull=False),
                name="fide_proposal_decided_by_someone",
            ),
            models.CheckConstraint(
                condition=~Q(before=F("value")), name="fide_proposal_is_a_difference"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.kind} {self.before} → {self.value}"
