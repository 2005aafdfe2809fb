"""Events, their files and results. What they are worth is decided elsewhere."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.journal import Journaled
from federation.models import Commission, Player, Region, Sex
from tournaments.grades import Championship, NormKey, StatedClass
from tournaments.title_facts import (
    AgeGroup,
    CoefficientKind,
    Discipline,
    EventLevel,
    FideCategory,
    Recognition,
)

PROTECT = models.PROTECT


class Upload(Journaled):
    """The bytes of a file as somebody gave them, for ever; the same bytes only once."""

    sha256 = models.CharField(_("SHA-256"), max_length=64, unique=True)
    filename = models.CharField(_("file name"), max_length=200)
    size = models.PositiveIntegerField(_("size in bytes"))
    content = models.BinaryField()
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=PROTECT, related_name="+")
    commission = models.ForeignKey(Commission, on_delete=PROTECT, related_name="+")
    uploaded_at = models.DateTimeField(_("uploaded at"))

    class Meta:
        ordering = ["-uploaded_at", "-pk"]
        verbose_name = _("upload")
        verbose_name_plural = _("uploads")

    def __str__(self) -> str:
        return self.filename


class TableHeadings(models.Model):
    """How somebody of a commission has read a table with these headings: the next one asks not."""

    commission = models.ForeignKey(Commission, on_delete=PROTECT, related_name="+")
    key = models.CharField(max_length=64)
    """See `tournaments.formats.mapping.heading_key`."""
    columns = models.JSONField()
    """See `tournaments.formats.mapping.to_json`."""
    filename = models.CharField(_("file name"), max_length=200)
    """Of the file for which it was said."""
    stated_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=PROTECT, related_name="+")
    stated_at = models.DateTimeField()

    class Meta:
        verbose_name = _("headings of a table")
        verbose_name_plural = _("headings of tables")
        constraints = [
            models.UniqueConstraint(fields=["commission", "key"], name="table_headings_once")
        ]

    def __str__(self) -> str:
        return self.filename


class EventStatus(models.TextChoices):
    DRAFT = "draft", _("being prepared")
    SUBMITTED = "submitted", _("waiting for admission")
    ADMITTED = "admitted", _("admitted")
    REPLACED = "replaced", _("replaced by a corrected file")
    """What an admitted event said before; kept beside it, and shown nowhere else."""


class EventSystem(models.TextChoices):
    ROUND_ROBIN = "round_robin", _("round robin")
    SWISS = "swiss", _("Swiss system")
    TEAM = "team", _("team event")


class CompetitionClass(models.IntegerChoices):
    """ "Ранг змагань": the class of the competition in the sports calendar, 1 the highest."""

    FIRST = 1, _("I class")
    SECOND = 2, _("II class")
    THIRD = 3, _("III class")
    FOURTH = 4, _("IV class")
    FIFTH = 5, _("V class")


class Newcomers(models.TextChoices):
    """What the clerk states about players of whom the registry has no record."""

    WITHOUT_RANK = "without_rank", _("they hold no rank")
    UNKNOWN = "unknown", _("not known, leave the question open")


class Event(Journaled):
    """A tournament as registered by a commission. Dates are inclusive; the form's dates decide."""

    name = models.CharField(pgettext_lazy("of a tournament", "name"), max_length=200)
    city = models.CharField(_("city"), max_length=100)
    region = models.ForeignKey(
        Region, on_delete=PROTECT, related_name="events", verbose_name=_("region")
    )
    commission = models.ForeignKey(
        Commission, on_delete=PROTECT, related_name="events", verbose_name=_("commission")
    )
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    system = models.CharField(_("format"), max_length=12, choices=EventSystem)
    women = models.BooleanField(_("women's event"), default=False)
    minutes = models.PositiveSmallIntegerField(
        _("minutes for each player"), validators=[MinValueValidator(1), MaxValueValidator(600)]
    )
    increment_seconds = models.PositiveSmallIntegerField(
        _("seconds added for each move"), default=0, validators=[MaxValueValidator(300)]
    )
    first_period_moves = models.PositiveSmallIntegerField(
        _("moves in the first period"), null=True, blank=True
    )
    second_period_minutes = models.PositiveSmallIntegerField(
        _("minutes of the second period"), null=True, blank=True
    )
    electronic_clocks = models.BooleanField(_("electronic clocks"), null=True, blank=True)
    clocks_used = models.BooleanField(_("games played with clocks"), null=True, blank=True)
    moves_recorded = models.BooleanField(_("moves recorded"), null=True, blank=True)
    most_rounds_on_one_day = models.PositiveSmallIntegerField(
        _("most rounds on one day"), null=True, blank=True
    )
    competition_class = models.PositiveSmallIntegerField(
        _("class of the competition"), choices=CompetitionClass, null=True, blank=True
    )
    championship = models.CharField(
        _("listed championship"), max_length=40, choices=Championship, blank=True
    )
    """Which of the championships whose places make titles; empty for any other event."""
    rated = models.BooleanField(
        _("submitted for calculation of the individual coefficient"), default=True
    )
    coefficient_kind = models.CharField(
        _("kind of event for the individual coefficient"),
        max_length=16,
        choices=CoefficientKind,
        blank=True,
    )
    """In the words of UA.IK.3; empty is not known."""
    material_received_on = models.DateField(
        _("material of an international event received on"), null=True, blank=True
    )

    # What titles ask. Nothing here is asked for ranks; what is empty is not known.
    discipline = models.CharField(_("discipline"), max_length=12, choices=Discipline, blank=True)
    level = models.CharField(
        _("whose competition it is"), max_length=24, choices=EventLevel, blank=True
    )
    recognition = models.CharField(_("recognition"), max_length=18, choices=Recognition, blank=True)
    age_group = models.CharField(_("who could play"), max_length=10, choices=AgeGroup, blank=True)
    olympiad_rules = models.BooleanField(
        _("held by the regulations of the Chess Olympiad"), null=True, blank=True
    )
    composition_sections = models.BooleanField(
        _("two-movers, three-movers, more-movers or studies"), null=True, blank=True
    )
    fide_federation = models.CharField(
        _("federation that registered the tournament"), max_length=3, blank=True
    )
    fide_registered_on = models.DateField(_("registered with FIDE on"), null=True, blank=True)
    fide_category = models.CharField(
        _("kind of event"), max_length=30, choices=FideCategory, blank=True
    )
    double_round = models.BooleanField(_("everybody met everybody twice"), default=False)
    pairings_known = models.BooleanField(
        _("all pairings known before the first round"), null=True, blank=True
    )
    most_hours_on_one_day = models.PositiveSmallIntegerField(
        _("most hours of play on one day"),
        null=True,
        blank=True,
        validators=[MaxValueValidator(24)],
    )
    days_with_one_round = models.PositiveSmallIntegerField(
        _("days with one round"), null=True, blank=True
    )
    same_conditions = models.BooleanField(
        _("same rounds and pairing rules for everybody"), null=True, blank=True
    )
    same_clocks = models.BooleanField(
        _("same time control and clocks for everybody"), null=True, blank=True
    )
    arbiter_played = models.BooleanField(_("an arbiter played"), null=True, blank=True)
    changed_for_players = models.BooleanField(
        _("rounds or opponents were arranged in favour of players"), null=True, blank=True
    )
    zonal_in_that_year = models.BooleanField(
        _("the federation held a zonal event in that year"), default=False
    )
    ratings_of_the_day = models.BooleanField(
        _("ratings and titles of the day of each game were used"), null=True, blank=True
    )
    format_approved = models.BooleanField(
        _("FIDE approved the format beforehand"), null=True, blank=True
    )

    status = models.CharField(
        _("status"), max_length=10, choices=EventStatus, default=EventStatus.DRAFT
    )
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=0)
    upload = models.OneToOneField(
        Upload, on_delete=PROTECT, null=True, blank=True, related_name="event"
    )
    review = models.JSONField(default=dict, blank=True)
    """The clerk's decisions about the file while it is being reviewed, see `review.py`."""
    newcomers = models.CharField(max_length=12, choices=Newcomers, blank=True)
    """What was stated about the players without a record; empty when there were none."""

    registered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=PROTECT, related_name="+")
    registered_at = models.DateTimeField()
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=PROTECT, null=True, blank=True, related_name="+"
    )
    submitted_at = models.DateTimeField(null=True, blank=True)
    returned_note = models.CharField(_("why it was returned"), max_length=500, blank=True)
    admitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=PROTECT, null=True, blank=True, related_name="+"
    )
    admitted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-ends_on", "-pk"]
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        indexes = [
            models.Index(fields=["status", "-ends_on", "-id"], name="event_status_ends"),
            models.Index(fields=["commission", "status"], name="event_commission_status"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")), name="event_ends_after_start"
            ),
            models.CheckConstraint(
                condition=~Q(status="admitted") | Q(admitted_by__isnull=False),
                name="event_admitted_by_someone",
            ),
            models.CheckConstraint(
                condition=Q(admitted_by=None)
                | (~Q(admitted_by=F("registered_by")) & ~Q(admitted_by=F("submitted_by"))),
                name="event_admitted_by_another",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class WarningConfirmation(models.Model):
    """Somebody has looked at warnings of one kind and said why they are right. Only ever added.

    It covers the findings that were shown; what is found later asks again.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="confirmations")
    code = models.CharField(_("kind of warning"), max_length=60)
    findings = models.JSONField()
    """Of each warning `key`, `line`, `column` and `params` of its sentence."""
    reason = models.CharField(_("reason"), max_length=300)
    confirmed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=PROTECT, related_name="+")
    confirmed_at = models.DateTimeField(_("confirmed at"))
    sent_with = models.BooleanField(default=False)
    """The tournament was sent with some of these warnings; otherwise nothing of it was left."""

    class Meta:
        ordering = ["pk"]
        verbose_name = _("confirmed warning")
        verbose_name_plural = _("confirmed warnings")
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="confirmation_has_reason")
        ]

    def __str__(self) -> str:
        return f"{self.code}: {self.reason}"


class ArbiterCategory(models.TextChoices):
    INTERNATIONAL = "international", _("international arbiter")
    FIDE = "fide", _("FIDE arbiter")
    NATIONAL = "national", _("national category")
    FIRST = "first", _("first category")
    SECOND = "second", _("second category")
    JUNIOR = "junior", _("junior category")
    NONE = "none", _("without category")


class EventArbiter(Journaled):
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="arbiters")
    name = models.CharField(_("name"), max_length=120)
    category = models.CharField(_("category"), max_length=14, choices=ArbiterCategory)
    chief = models.BooleanField(_("chief arbiter"), default=False)

    class Meta:
        ordering = ["-chief", "pk"]
        verbose_name = _("arbiter")
        verbose_name_plural = _("arbiters")
        constraints = [
            models.UniqueConstraint(
                fields=["event"], condition=Q(chief=True), name="event_one_chief_arbiter"
            )
        ]

    def __str__(self) -> str:
        return self.name


class DeclaredNorm(Journaled):
    """A norm set for the event by a commission, or by the organiser (`commission` is empty)."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="declared_norms")
    norm = models.CharField(_("norm"), max_length=30, choices=NormKey)
    commission = models.ForeignKey(
        Commission,
        on_delete=PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("declared by"),
    )
    declared_on = models.DateField(_("declared on"), null=True, blank=True)
    declared_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=PROTECT, null=True, blank=True, related_name="+"
    )
    """Who declared it in the registry; None where the clerk states a declaration from paper."""
    document = models.CharField(_("document"), max_length=200, blank=True)
    """Of a declaration on paper, by which it is known."""

    class Meta:
        ordering = ["pk"]
        verbose_name = _("declared norm")
        verbose_name_plural = _("declared norms")
        constraints = [
            models.UniqueConstraint(fields=["event", "norm"], name="event_norm_declared_once")
        ]

    def __str__(self) -> str:
        return self.norm


class Team(models.Model):
    """A team of an event as the file names it; its games belong to the players."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(pgettext_lazy("of a team", "name"), max_length=100)
    short_name = models.CharField(_("short name"), max_length=10, blank=True)
    file_rank = models.PositiveSmallIntegerField(null=True, blank=True)
    file_match_half_points = models.PositiveIntegerField(null=True, blank=True)
    file_game_half_points = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="team_number_once")]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player in an event. `file_*` is what the file said and is never overwritten."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField(_("starting number"))
    rank = models.PositiveSmallIntegerField(_("place"))
    half_points = models.PositiveSmallIntegerField(_("points in half-points"))
    """Points of the final standings, byes and forfeits included, computed from the results."""

    file_name = models.CharField(max_length=160)
    file_title = models.CharField(max_length=10, blank=True)
    file_rating = models.PositiveSmallIntegerField(null=True, blank=True)
    file_federation = models.CharField(max_length=3, blank=True)
    file_fide_id = models.PositiveBigIntegerField(null=True, blank=True)
    file_birth = models.CharField(max_length=10, blank=True)
    file_sex = models.CharField(max_length=1, choices=Sex, blank=True)
    file_half_points = models.PositiveSmallIntegerField(null=True, blank=True)
    file_rank = models.PositiveSmallIntegerField(null=True, blank=True)

    team = models.ForeignKey(
        Team, on_delete=models.SET_NULL, null=True, blank=True, related_name="entries"
    )
    board = models.PositiveSmallIntegerField(_("board"), null=True, blank=True)
    """The place in the order of the team, from 1."""

    newcomer = models.BooleanField(default=False)
    """The registry had no record of this person before the event."""
    stated_class = models.CharField(max_length=30, choices=StatedClass, blank=True)
    """Class that the commission states from a document the registry does not have."""
    stated_note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["number"]
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["event", "player"], name="entry_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.file_name}"


class EntryMove(models.Model):
    """A result of an admitted event was moved from the wrong person to the right one."""

    entry = models.ForeignKey(Entry, on_delete=PROTECT, related_name="moves")
    from_player = models.ForeignKey(Player, on_delete=PROTECT, related_name="+")
    to_player = models.ForeignKey(Player, on_delete=PROTECT, related_name="+")
    reason = models.CharField(_("reason"), max_length=300)
    moved_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=PROTECT, related_name="+")
    moved_at = models.DateTimeField(_("moved at"))

    class Meta:
        ordering = ["-moved_at", "-pk"]
        verbose_name = _("moved result")
        verbose_name_plural = _("moved results")
        constraints = [
            models.CheckConstraint(
                condition=~Q(from_player=F("to_player")), name="entry_move_to_another"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.from_player_id} → {self.to_player_id}"


class GameKind(models.TextChoices):
    PLAYED = "played", _("played")
    SHORT = "short", _("less than one move")
    FORFEIT = "forfeit", _("forfeit")
    PAIRING_BYE = "pairing_bye", _("pairing bye")
    FULL_POINT_BYE = "full_point_bye", _("full-point bye")
    HALF_POINT_BYE = "half_point_bye", _("half-point bye")
    ABSENT = "absent", _("absent")


class Game(models.Model):
    """One pairing, or one player's unplayed round (then `black` is empty). Half-points 0 to 2."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="games")
    round = models.PositiveSmallIntegerField(_("round"))
    white = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="games_as_white")
    black = models.ForeignKey(
        Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="games_as_black"
    )
    kind = models.CharField(_("kind"), max_length=14, choices=GameKind)
    white_half_points = models.PositiveSmallIntegerField()
    black_half_points = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["round", "pk"]
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints = [
            models.CheckConstraint(condition=~Q(white=F("black")), name="game_between_two"),
            models.CheckConstraint(
                condition=Q(white_half_points__lte=2)
                & (Q(black_half_points=None) | Q(black_half_points__lte=2)),
                name="game_points_in_half_points",
            ),
            models.UniqueConstraint(fields=["white", "round"], name="game_white_once_a_round"),
            models.UniqueConstraint(fields=["black", "round"], name="game_black_once_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.white_id}-{self.black_id}"


class ReplacementStatus(models.TextChoices):
    DRAFT = "draft", _("being prepared")
    SUBMITTED = "submitted", _("waiting for admission")
    ADMITTED = "admitted", _("admitted")
    DISCARDED = "discarded", _("discarded")


class EventReplacement(Journaled):
    """A corrected file for an admitted event: a proposal until another person admits it."""

    event = models.ForeignKey(Event, on_delete=PROTECT, related_name="replacements")
    upload = models.ForeignKey(Upload, on_delete=PROTECT, related_name="replacements")
    review = models.JSONField(default=dict, blank=True)
    """The clerk's decisions about the file, as in `Event.review`."""
    reason = models.CharField(_("why the file is corrected"), max_length=500)
    status = models.CharField(
        _("status"), max_length=10, choices=ReplacementStatus, default=ReplacementStatus.DRAFT
    )
    returned_note = models.CharField(_("why it was returned"), max_length=500, blank=True)
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=PROTECT, null=True, blank=True, related_name="+"
    )
    submitted_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=PROTECT, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    earlier = models.OneToOneField(
        Event, on_delete=PROTECT, null=True, blank=True, related_name="replaced_by"
    )
    """The event as it stood before, with its file, entries and games; once it is admitted."""

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("corrected file")
        verbose_name_plural = _("corrected files")
        constraints = [
            models.UniqueConstraint(
                fields=["event"],
                condition=Q(status__in=("draft", "submitted")),
                name="replacement_one_open",
            ),
            models.CheckConstraint(
                condition=~Q(status="admitted")
                | (
                    Q(decided_by__isnull=False, earlier__isnull=False)
                    & ~Q(decided_by=F("proposed_by"))
                    & ~Q(decided_by=F("submitted_by"))
                ),
                name="replacement_admitted_by_another",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.upload}"

    @property
    def commission_id(self) -> int:
        """With the next one, what access asks: whose event it is, and who has prepared the file."""
        return self.event.commission_id

    @property
    def registered_by_id(self) -> int:
        return self.proposed_by_id
