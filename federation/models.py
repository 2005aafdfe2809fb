"""People and places: users, regions, commissions, mandates, players."""

from collections.abc import Iterable

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from federation.account_records import CardClaim as CardClaim
from federation.account_records import PersonRequest as PersonRequest
from federation.journal import SECRET, Journaled
from federation.journal_records import JournalEntry as JournalEntry
from federation.names import fold, sort_key
from federation.naming import Birth, person_keys
from federation.records import FactKind as FactKind
from federation.records import PersonFact as PersonFact
from federation.records import PersonLink as PersonLink
from federation.records import PersonSuspect as PersonSuspect
from federation.records import SuspectStatus as SuspectStatus
from federation.records import names_borne


class User(AbstractUser, Journaled):
    """Someone who signs in. What they may do hangs on mandates, see `access.py`."""

    patronymic = models.CharField(_("patronymic"), max_length=150, blank=True)

    def get_full_name(self) -> str:
        return " ".join(part for part in (self.last_name, self.first_name, self.patronymic) if part)

    def __str__(self) -> str:
        return self.get_full_name() or self.username

    def journal_secrets(self) -> frozenset[str]:
        """Players sign in with their e-mail address."""
        return SECRET | {"username"} if "@" in self.username else SECRET


class NamedPlace(Journaled):
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
    MINISTRY = "ministry", pgettext_lazy("kind of commission", "ministry")


OF_THE_COUNTRY = frozenset({CommissionKind.NATIONAL, CommissionKind.MINISTRY})
"""Bodies that belong to no region."""


class Commission(NamedPlace):
    """A qualification commission, or the ministry that awards titles."""

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
                condition=Q(kind__in=["national", "ministry"], region=None)
                | (~Q(kind__in=["national", "ministry"]) & Q(region__isnull=False)),
                name="commission_region_unless_national",
            ),
            models.UniqueConstraint(
                fields=["kind"], condition=Q(kind="national"), name="commission_one_national"
            ),
            models.UniqueConstraint(
                fields=["kind"], condition=Q(kind="ministry"), name="commission_one_ministry"
            ),
            models.UniqueConstraint(
                fields=["region"], condition=Q(kind="regional"), name="commission_one_per_region"
            ),
        ]


class Role(models.TextChoices):
    CLERK = "clerk", _("clerk")
    MEMBER = "member", _("member")
    CHAIR = "chair", _("chair")
    OFFICER = "officer", _("officer of the ministry")


class MandateQuerySet(models.QuerySet["Mandate"]):
    def in_force(self, *, on) -> "MandateQuerySet":
        """Mandates in force on a day; both ends inclusive, no end means open."""
        return self.filter(Q(valid_until=None) | Q(valid_until__gte=on), valid_from__lte=on)


class Mandate(Journaled):
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

    def clean(self) -> None:
        """Officers act for the ministry, clerks, members and chairs for commissions."""
        if self.commission_id and self.role:
            ministry = self.commission.kind == CommissionKind.MINISTRY
            if ministry != (self.role == Role.OFFICER):
                raise ValidationError(
                    {
                        "role": _("For the ministry choose its officer.")
                        if ministry
                        else _("For a commission choose clerk, member or chair.")
                    }
                )

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()}, {self.commission}"


class Sex(models.TextChoices):
    MALE = "m", _("male")
    FEMALE = "w", _("female")


class Player(Journaled):
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
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged"
    )
    """Who this player is, by the links in force; the registry's pages show that one."""
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
        changed = kwargs.get("update_fields")
        if changed is None or not FOUND_BY.isdisjoint(changed):
            PersonKey.objects.renew([self])

    def set_keys(self) -> None:
        """Fill what the database searches and sorts by; bulk inserts call it themselves."""
        if self.birth_date:
            self.birth_year = self.birth_date.year
        self.search_key = f" {fold(self.name)} {fold(self.latin_name)}"[:340]
        self.sort_key = sort_key(self.name)[:170]

    @property
    def birth(self) -> Birth | None:
        """The date of birth, or the year where only that is known."""
        if self.birth_date:
            day = self.birth_date
            return Birth(day.year, day.month, day.day)
        return Birth(self.birth_year) if self.birth_year else None

    def __str__(self) -> str:
        return self.name


FOUND_BY = frozenset({"name", "latin_name", "birth_date", "birth_year", "fide_id"})
"""Fields of a player from which the keys for matching are made."""


class Spelling(models.Model):
    """A way in which a file writes a player's name, with what it said beside and who accepted it.

    A spelling with a commission was before somebody's eyes and decides when it comes again with the
    same birth or number; one without only helps to find the player.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="spellings")
    text = models.CharField(_("spelling"), max_length=160)
    key = models.CharField(max_length=170)
    born = models.CharField(_("birth in the file"), max_length=10, blank=True)
    fide_id = models.PositiveBigIntegerField(_("FIDE number in the file"), null=True, blank=True)
    federation = models.CharField(_("federation in the file"), max_length=3, blank=True)
    national_id = models.CharField(_("national number in the file"), max_length=30, blank=True)
    source = models.CharField(_("source"), max_length=200)
    event_number = models.PositiveBigIntegerField(_("number of the event"), null=True, blank=True)
    commission = models.ForeignKey(
        Commission,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("commission"),
    )
    accepted_by = models.ForeignKey(
        User,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("accepted by"),
    )
    accepted_at = models.DateTimeField(_("accepted at"), null=True, blank=True)

    class Meta:
        verbose_name = _("spelling")
        verbose_name_plural = _("spellings")
        indexes = [models.Index(fields=["event_number"], name="spelling_event")]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "key", "born", "national_id"],
                condition=Q(fide_id=None),
                name="spelling_once_per_player",
            ),
            models.UniqueConstraint(
                fields=["player", "key", "born", "national_id", "fide_id"],
                condition=Q(fide_id__isnull=False),
                name="spelling_once_per_fide_id",
            ),
            models.CheckConstraint(
                condition=Q(commission=None, accepted_by=None, accepted_at=None)
                | Q(commission__isnull=False, accepted_by__isnull=False, accepted_at__isnull=False),
                name="spelling_accepted_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.text


class PersonKeyQuerySet(models.QuerySet["PersonKey"]):
    def renew(self, players: Iterable[Player]) -> None:
        """Make the keys of these stored players what their names, births and numbers say now.

        Five queries for every two thousand. Whoever changes such a field without `save()` calls it.
        """
        people = list({player.pk: player for player in players}.values())
        for start in range(0, len(people), 2000):
            self._renew(people[start : start + 2000])

    def _renew(self, people: list[Player]) -> None:
        names = {player.pk: [player.name, player.latin_name] for player in people}
        numbers: dict[int, set[str]] = {player.pk: set() for player in people}
        for pk, name in names_borne(names):
            names[pk].append(name)
        told = Spelling.objects.filter(player__in=names)
        for pk, text, number in told.values_list("player_id", "text", "national_id"):
            names[pk].append(text)
            numbers[pk].add(number)
        wanted = {
            (player.pk, key)
            for player in people
            for key in person_keys(
                names[player.pk], player.birth, player.fide_id, numbers[player.pk]
            )
        }
        rows = self.filter(player__in=names).values_list("player_id", "key", "pk")
        stored = {(player, key): pk for player, key, pk in rows}
        surplus = [pk for found, pk in stored.items() if found not in wanted]
        if surplus:
            self.filter(pk__in=surplus).delete()
        PersonKey.objects.bulk_create(
            (PersonKey(player_id=pk, key=key) for pk, key in sorted(wanted - stored.keys())),
            batch_size=5000,
            ignore_conflicts=True,
        )


class PersonKey(models.Model):
    """A key by which a player is found, however a file spells the name (`federation/naming`)."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="keys", db_index=False
    )
    key = models.CharField(max_length=40)

    objects = PersonKeyQuerySet.as_manager()

    class Meta:
        verbose_name = _("key of a player")
        verbose_name_plural = _("keys of players")
        indexes = [models.Index(fields=["key", "player"], name="person_key_found")]
        constraints = [
            models.UniqueConstraint(fields=["player", "key"], name="person_key_once_per_player")
        ]

    def __str__(self) -> str:
        return self.key
