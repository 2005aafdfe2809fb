"""Rating periods, their runs, and the rows of the lists."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from federation.journal import Journaled
from federation.models import Player, Region, Sex
from tournaments.models import Event


class PeriodStatus(models.TextChoices):
    OPEN = "open", _("open")
    COMPUTED = "computed", _("draft computed")
    PUBLISHED = "published", _("published")


class RatingPeriod(Journaled):
    """A quarter: events that end in it are counted in the list of `list_on`, the day after it.

    The list is in force for events that begin from `list_on` until the next list.
    """

    scheme = models.CharField(_("regulation"), max_length=10)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    list_on = models.DateField(_("list of"))
    opening = models.BooleanField(_("opening list"), default=False)
    """Taken over from the lists before the registry; nothing is computed for it."""
    status = models.CharField(
        _("status"), max_length=10, choices=PeriodStatus, default=PeriodStatus.OPEN
    )
    published_run = models.OneToOneField(
        "RatingRun", on_delete=models.PROTECT, null=True, blank=True, related_name="publication"
    )
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    published_at = models.DateTimeField(_("published at"), null=True, blank=True)

    class Meta:
        ordering = ["-list_on"]
        verbose_name = _("rating period")
        verbose_name_plural = _("rating periods")
        constraints = [
            models.UniqueConstraint(fields=["scheme", "list_on"], name="period_one_list_a_day"),
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on"), list_on__gt=F("ends_on")),
                name="period_days_in_order",
            ),
            models.CheckConstraint(
                condition=(Q(status="published") & Q(published_run__isnull=False))
                | (~Q(status="published") & Q(published_run=None)),
                name="period_published_has_run",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scheme} {self.list_on}"


class RunStatus(models.TextChoices):
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


class RunStep(models.TextChoices):
    """What a run is doing, in this order."""

    CHOOSING = "choosing", _("choosing the tournaments")
    READING = "reading", _("reading the games")
    COMPUTING = "computing", _("computing the coefficients")
    WRITING = "writing", _("writing the lines")


class RatingRun(models.Model):
    """One computation of a period. Rows exist only when it is done."""

    period = models.ForeignKey(RatingPeriod, on_delete=models.PROTECT, related_name="runs")
    base = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """The run of the list before, which this one starts from; None for the first list."""
    correction = models.ForeignKey(
        "Correction", on_delete=models.CASCADE, null=True, blank=True, related_name="runs"
    )
    """Of which late correction this run is a part; None for the runs of a period still open."""
    status = models.CharField(_("status"), max_length=10, choices=RunStatus)
    step = models.CharField(_("step"), max_length=10, choices=RunStep, blank=True)
    """The step it is in, or in which it failed."""
    done = models.PositiveIntegerField(default=0)
    """Of `total` units of the step (tournaments, lines); for the progress that is shown."""
    total = models.PositiveIntegerField(default=0)
    beat_at = models.DateTimeField(null=True, blank=True)
    """Last sign of life of the worker."""
    cancel_asked_at = models.DateTimeField(null=True, blank=True)
    cancel_asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    digest = models.CharField(_("digest of the inputs"), max_length=64, blank=True)
    edition = models.CharField(_("edition"), max_length=20, blank=True)
    engine_version = models.CharField(_("engine version"), max_length=20)
    task_id = models.CharField(max_length=60, blank=True)
    """Of the Celery task: a task delivered a second time knows its own lost run by it."""
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    started_at = models.DateTimeField(_("started at"))
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)
    report = models.JSONField(default=list)
    """Lines of {code, params}: what was counted, what was left out and why."""
    linked = models.JSONField(default=dict, editable=False)
    """Who counted as whom: `merged`, pairs of a player and the one who is kept; `put_back`, keys of
    earlier lines that the base lacks (`rating_run/lists.py`). Links made or undone later change
    nothing of a run."""

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("run")
        verbose_name_plural = _("runs")
        constraints = [
            models.UniqueConstraint(
                fields=["period"], condition=Q(status="running"), name="run_one_at_a_time"
            ),
            models.UniqueConstraint(
                fields=["period", "digest"],
                condition=Q(status="done", correction=None),
                name="run_once_per_digest",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.period} #{self.pk}"


class RunEvent(models.Model):
    """An event that a run counted, with the games as they were then.

    The games are frozen here, so that a list can be explained and computed again for ever, whatever
    is corrected later.
    """

    run = models.ForeignKey(RatingRun, on_delete=models.CASCADE, related_name="run_events")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="run_events")
    rated_games = models.PositiveIntegerField()
    games = models.BinaryField(default=bytes)
    """Packed as `engine/packed_games.py` says: players, coefficients in force, points."""
    winner = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """Who took the first place alone (UA.IK.8)."""
    digest = models.CharField(max_length=64, blank=True)
    """SHA-256 over the games and the winner: shows which events a correction touches."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "event"], name="run_event_once")]

    def __str__(self) -> str:
        return f"{self.run}: {self.event}"


class Crossing(models.TextChoices):
    """A figure that left one list for the other (UA.IK.5, UA.IK.7)."""

    UP = "up", _("to the national list")
    DOWN = "down", _("to the regional list")


class RatingRow(models.Model):
    """A player's line. Coefficients are integers, points half-points, expectations hundredths."""

    run = models.ForeignKey(RatingRun, on_delete=models.CASCADE, related_name="rows")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rating_rows")
    sort_key = models.CharField(max_length=170, editable=False)
    """The player's, frozen: lists page by it."""
    name = models.CharField(max_length=160, default="", editable=False)
    """Name, sex and year of birth are the player's when the list was computed: a list that was
    issued stays as it was, also after a marriage or a corrected date."""
    sex = models.CharField(max_length=1, choices=Sex, default="", editable=False)
    birth_year = models.PositiveSmallIntegerField(null=True, editable=False)
    before = models.PositiveSmallIntegerField(_("before"), null=True, blank=True)
    games = models.PositiveSmallIntegerField(_("games"), default=0)
    half_points = models.PositiveSmallIntegerField(_("points in half-points"), default=0)
    expected_hundredths = models.IntegerField(_("expected, in hundredths"), default=0)
    gain_hundredths = models.IntegerField(_("gain, in hundredths"), default=0)
    """Sum of score minus expectation over the games, after the rule of the first place."""
    development_factor = models.PositiveSmallIntegerField(
        _("development factor"), null=True, blank=True
    )
    change = models.SmallIntegerField(_("change"), null=True, blank=True)
    after = models.PositiveSmallIntegerField(_("after"), null=True, blank=True)
    games_total = models.PositiveIntegerField(_("games in all"), default=0)
    reached_2400 = models.BooleanField(default=False)
    opponents_sum = models.PositiveIntegerField(default=0)
    """Of an unrated player's opponents in this period: kept for the first coefficient."""
    national = models.BooleanField(_("on the national list"), default=True)
    """By UA.IK.5 and UA.Q32; a figure below the border is valid in `region` only (UA.IK.10)."""
    region = models.ForeignKey(
        Region, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    """The player's region when the list was computed."""
    crossed = models.CharField(_("crossed the border"), max_length=4, choices=Crossing, blank=True)
    held = models.BooleanField(_("held"), default=False)
    """An objection was open: `after` is `before`, and the games of the period wait."""

    class Meta:
        ordering = ["sort_key", "player_id"]
        verbose_name = _("line of a list")
        verbose_name_plural = _("lines of lists")
        constraints = [models.UniqueConstraint(fields=["run", "player"], name="rating_row_once")]
        indexes = [
            models.Index(fields=["run", "sort_key", "player"], name="rating_row_sort"),
            models.Index(fields=["run", "-after", "player"], name="rating_row_after"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.before} → {self.after}"
