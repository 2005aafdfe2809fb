"""People and places: users, regions, commissions, mandates, players."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from federation.names import fold, sort_key


class User(AbstractUser):
    """Someone who signs in. What they may do hangs on mandates, see `access.py`."""

    patronymic = models.CharField(_("patronymic"), max_length=150, blank=True)

    def get_full_name(self) -> str:
        return " ".join(part for part in (self.last_name, self.first_name, self.patronymic) if part)

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class NamedPlace(models.Model):
    """Something with a name in each of the three languages."""

    name_uk = models.CharField(_("name in Ukrainian"), max_length=120)
    name_ru = models.CharField(_("name in Russian"), max_length=120)
    name_en = models.CharField(_("name in English"), max_length=120)

    class Meta:
        abstract = True

    @property
    def name(self) -> str:
        """The name in the language of the page."""
        return getattr(self, f"name_{(get_language() or 'uk')[:2]}", self.name_uk)

    def __str__(self) -> str:
        return self.name


class Region(NamedPlace):
    """An oblast, the Autonomous Republic of Crimea, or one of the two cities with their status."""

    code = models.CharField(_("code"), max_length=8, unique=True)
    order = models.PositiveSmallIntegerField(_("order"), unique=True)

    class Meta:
        ordering = ["order"]
        verbose_name = _("region")
        verbose_name_plural = _("regions")


class CommissionKind(models.TextChoices):
    NATIONAL = "national", pgettext_lazy("kind of commission", "national")
    REGIONAL = "regional", pgettext_lazy("kind of commission", "regional")
    CITY = "city", pgettext_lazy("kind of commission", "city")


class Commission(NamedPlace):
    """A qualification commission."""

    code = models.CharField(_("code"), max_length=20, unique=True)
    kind = models.CharField(_("kind"), max_length=10, choices=CommissionKind)
    region = models.ForeignKey(
        Region,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="commissions",
        verbose_name=_("region"),
    )

    class Meta:
        ordering = ["pk"]
        verbose_name = _("commission")
        verbose_name_plural = _("commissions")
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="national", region=None)
                | (~Q(kind="national") & Q(region__isnull=False)),
                name="commission_region_unless_national",
            ),
            models.UniqueConstraint(
                fields=["kind"], condition=Q(kind="national"), name="commission_one_national"
            ),
            models.UniqueConstraint(
                fields=["region"], condition=Q(kind="regional"), name="commission_one_per_region"
            ),
        ]


class Role(models.TextChoices):
    CLERK = "clerk", _("clerk")
    MEMBER = "member", _("member")
    CHAIR = "chair", _("chair")


class MandateQuerySet(models.QuerySet["Mandate"]):
    def in_force(self, *, on) -> "MandateQuerySet":
        """Mandates in force on a day; both ends inclusive, no end means open."""
        return self.filter(Q(valid_until=None) | Q(valid_until__gte=on), valid_from__lte=on)


class Mandate(models.Model):
    """Who acts for which commission, as what, from when until when (both days inclusive)."""

    user = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="mandates", verbose_name=_("user")
    )
    commission = models.ForeignKey(
        Commission, on_delete=models.PROTECT, related_name="mandates", verbose_name=_("commission")
    )
    role = models.CharField(_("role"), max_length=10, choices=Role)
    valid_from = models.DateField(_("from"))
    valid_until = models.DateField(_("through"), null=True, blank=True)

    objects = MandateQuerySet.as_manager()

    class Meta:
        ordering = ["commission_id", "role", "valid_from"]
        verbose_name = _("mandate")
        verbose_name_plural = _("mandates")
        constraints = [
            models.CheckConstraint(
                condition=Q(valid_until=None) | Q(valid_until__gte=F("valid_from")),
                name="mandate_ends_after_start",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()}, {self.commission}"


class Sex(models.TextChoices):
    MALE = "m", _("male")
    FEMALE = "w", _("female")


class Player(models.Model):
    """A person in the registry. The primary key is the permanent number on the card.

    Names are kept as one line, surname first. `latin_name` is FIDE's spelling where known, else
    the official transliteration. The e-mail address is for notices alone; only the commissions that
    answer for the player see it.
    """

    name = models.CharField(_("name"), max_length=160)
    latin_name = models.CharField(_("name in Latin letters"), max_length=160, blank=True)
    sex = models.CharField(_("sex"), max_length=1, choices=Sex, blank=True)
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    fide_id = models.PositiveBigIntegerField(_("FIDE number"), null=True, blank=True)
    region = models.ForeignKey(
        Region,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="players",
        verbose_name=_("region"),
    )
    email = models.EmailField(_("e-mail address"), blank=True)
    email_consent_on = models.DateField(_("consent to e-mail given on"), null=True, blank=True)
    language = models.CharField(_("language of letters"), max_length=5, blank=True)
    """Empty: the language of the registry."""
    created_at = models.DateTimeField(_("registered at"))
    search_key = models.CharField(max_length=340, editable=False)
    sort_key = models.CharField(max_length=170, editable=False)

    class Meta:
        ordering = ["sort_key", "pk"]
        verbose_name = _("player")
        verbose_name_plural = _("players")
        indexes = [models.Index(fields=["sort_key", "id"], name="player_sort")]
        constraints = [
            models.UniqueConstraint(fields=["fide_id"], name="player_fide_id_once"),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_name"),
            models.CheckConstraint(
                condition=Q(email_consent_on=None) | ~Q(email=""),
                name="player_consent_to_an_address",
            ),
        ]

    def save(self, *args, **kwargs):
        self.set_keys()
        super().save(*args, **kwargs)

    def set_keys(self) -> None:
        """Fill what the database searches and sorts by; bulk inserts call it themselves."""
        if self.birth_date:
            self.birth_year = self.birth_date.year
        self.search_key = f" {fold(self.name)} {fold(self.latin_name)}"[:340]
        self.sort_key = sort_key(self.name)[:170]

    def __str__(self) -> str:
        return self.name


class Spelling(models.Model):
    """A way in which files write a player's name, with where it comes from."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="spellings")
    text = models.CharField(_("spelling"), max_length=160)
    key = models.CharField(max_length=170, db_index=True)
    source = models.CharField(_("source"), max_length=200)

    class Meta:
        verbose_name = _("spelling")
        verbose_name_plural = _("spellings")
        constraints = [
            models.UniqueConstraint(fields=["player", "key"], name="spelling_once_per_player")
        ]

    def __str__(self) -> str:
        return self.text
