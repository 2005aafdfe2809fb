"""Writes of dated facts about people: one begins, is voided, is brought into the columns.

Qualifications depend on some of them: pages call `qualifications/services/people.py`, which judges
again what they touch.
"""

import re
from datetime import date, datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from federation.dated import COLUMN_KINDS, column_value, columns_of, facts_on, in_force
from federation.errors import Refused
from federation.models import FactKind, PersonFact, PersonKey, Player, Region, Sex, User
from federation.naming import Birth
from federation.records import SEVERAL_AT_ONCE
from federation.written import written

ONE_DAY = timedelta(days=1)
AT_ONCE = 500
AS_REGISTERED = "as registered"


@transaction.atomic
def fact_record(
    player: Player,
    *,
    kind: str,
    value: str = "",
    region: Region | None = None,
    valid_from: date | None,
    valid_until: date | None = None,
    confirmed_on: date | None = None,
    source: str,
    user: User | None,
    at: datetime,
    today: date,
) -> PersonFact:
    """A fact begins: the one before ends on the day before, whatever day it is today.

    `valid_from` None is "has always been": what stood there until now was an error and stays as a
    voided line. The player's columns change today if the fact is in force today; later ones begin
    with `facts_begin`. Raises Refused for a value that is none, or a period that overlaps another.
    """
    value = _checked(kind, value, region)
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    slot = value if kind in SEVERAL_AT_ONCE else ""
    fact = PersonFact(
        player=player,
        kind=kind,
        value=value,
        region=region,
        slot=slot,
        valid_from=valid_from,
        valid_until=valid_until,
        confirmed_on=confirmed_on,
        source=source[:200],
        recorded_by=user,
        recorded_at=at,
    )
    others = PersonFact.objects.filter(player=player, kind=kind, slot=slot, voided_at=None)
    before = None
    eve = valid_from - ONE_DAY if valid_from is not None else None
    if eve is not None:
        before = others.filter(in_force(eve)).first()
    registered = None if others.exists() else _as_registered(fact)
    try:
        with transaction.atomic():
            if before is not None and before.valid_until != eve:
                before.until_before, before.valid_until = before.valid_until, eve
                before.save(update_fields=["until_before", "valid_until"])
                fact.save()
                PersonFact.objects.filter(pk=before.pk).update(ended_by=fact)
            else:
                fact.save()
            if registered is not None:
                registered.ended_by = fact
                registered.save()
            facts_refresh([player.pk], today=today)
    except IntegrityError as error:
        raise Refused(_overlap(fact, error)) from error
    _find_by(fact)
    return fact


def _find_by(fact: PersonFact) -> None:
    """Files find the player by a name recorded now, and no longer by one that was voided."""
    if fact.kind in (FactKind.NAME, FactKind.LATIN_NAME, FactKind.FORMER_NAME):
        PersonKey.objects.renew([Player.objects.get(pk=fact.player_id)])


def _overlap(fact: PersonFact, error: IntegrityError) -> str:
    if "fide_id" in str(error):
        return _("Another player has this FIDE number. Look whether they are one person.")
    return _(
        "The registry has a fact of this kind in the same period. Void that one first, or choose "
        "another period."
    )


def _as_registered(fact: PersonFact) -> PersonFact | None:
    """What the column said before the first dated fact: it ended, or it was an error."""
    value, region = column_value(fact.player, fact.kind)
    if not value and region is None:
        return None
    row = PersonFact(
        player=fact.player,
        kind=fact.kind,
        value=value,
        region_id=region,
        source=AS_REGISTERED,
        recorded_at=fact.player.created_at,
    )
    if fact.valid_from is None:
        row.voided_by, row.voided_at = fact.recorded_by, fact.recorded_at
        row.void_reason = fact.source
    else:
        row.valid_until = fact.valid_from - ONE_DAY
    return row


def _checked(kind: str, value: str, region: Region | None) -> str:
    """The value as it is stored. Raises Refused saying what is expected."""
    value = " ".join(value.split())
    if kind == FactKind.REGION:
        if region is None:
            raise Refused(_("Choose the region."))
        return ""
    if not value:
        raise Refused(_("Enter the value."))
    if kind == FactKind.SEX and value not in Sex.values:
        raise Refused(_("Enter the sex as m or w."))
    if kind in (FactKind.FEDERATION, FactKind.MEMBERSHIP):
        value = value.upper()
        if not re.fullmatch(r"[A-Z]{3}", value):
            raise Refused(_("Enter the federation as three Latin letters, for instance UKR."))
    if kind == FactKind.FIDE_ID and not (value.isascii() and value.isdigit() and len(value) < 11):
        raise Refused(_("Enter the FIDE number as digits."))
    if kind in (FactKind.NAME, FactKind.LATIN_NAME) and len(value) > 160:
        raise Refused(_("The name is longer than 160 letters."))
    if kind == FactKind.BIRTH:
        return _birth(value)
    return value.upper() if kind == FactKind.TITLE and value.isascii() else value


def _birth(value: str) -> str:
    try:
        birth = Birth.read(value)
        if birth is not None and birth.full:
            date(*birth)  # type: ignore[arg-type]
    except ValueError:
        birth = None
    if birth is None or (birth.month and not birth.day):
        raise Refused(_("Enter the birth as a date or a year: 06.05.1990 or 1990."))
    return birth.text


@transaction.atomic
def fact_void(
    fact: PersonFact, *, reason: str, user: User, at: datetime, today: date
) -> PersonFact:
    """Take back a fact entered wrongly; the one that it had ended goes on.

    Raises Refused without a reason, for one voided already, and where another fact has taken the
    place since.
    """
    if not reason.strip():
        raise Refused(_("Say why the fact is wrong."))
    Player.objects.select_for_update(no_key=True).get(pk=fact.player_id)
    fact = PersonFact.objects.get(pk=fact.pk)
    if fact.voided_at is not None:
        raise Refused(_("This fact is voided already."))
    if fact.source == AS_REGISTERED and fact.ended_by_id is not None:
        raise Refused(_("Void the fact that followed it instead; this one then goes on."))
    try:
        with transaction.atomic():
            fact.voided_by, fact.voided_at, fact.void_reason = user, at, written(reason, most=300)
            after, fact.ended_by = fact.ended_by, None
            fact.save(update_fields=["voided_by", "voided_at", "void_reason", "ended_by"])
            for ended in fact.ended.all():
                _go_on(ended, fact, after)
            facts_refresh([fact.player_id], today=today)
    except IntegrityError as error:
        raise Refused(_overlap(fact, error)) from error
    _find_by(fact)
    return fact


def _go_on(ended: PersonFact, voided: PersonFact, after: PersonFact | None) -> None:
    """What a fact had ended, now voided: it goes on, at most until the fact after that began."""
    if ended.voided_at is not None:
        ended.voided_by = ended.voided_at = None
        ended.void_reason = ""
    if after is not None and (
        ended.until_before is None
        or (voided.valid_until is not None and ended.until_before > voided.valid_until)
    ):
        ended.valid_until, ended.ended_by = voided.valid_until, after
    else:
        ended.valid_until = ended.until_before
        ended.ended_by = ended.until_before = None
    ended.save()


def facts_refresh(players: list[int], *, today: date) -> int:
    """Bring the columns of players with dated facts up to a day; how many were changed.

    Kinds without dated facts are left alone. A fact with the FIDE number of another player stays
    out of the column, and raises IntegrityError where only one player was asked for.
    """
    dated = facts_on(players, today, COLUMN_KINDS)
    changed = 0
    for player in Player.objects.filter(pk__in=dated):
        columns = columns_of(dated[player.pk])
        if all(getattr(player, name) == value for name, value in columns.items()):
            continue
        for name, value in columns.items():
            setattr(player, name, value)
        try:
            player.clean_fields(exclude=["region", "merged_into"])
        except ValidationError as error:
            raise Refused(" ".join(error.messages)) from error
        try:
            with transaction.atomic():
                player.save()
        except IntegrityError:
            if len(players) == 1:
                raise
            continue
        changed += 1
    return changed


def facts_begin(today: date) -> int:
    """Every night: facts typed ahead begin, others end; how many players changed.

    Running it twice changes nothing the second time, and a night that was missed is made up for.
    """
    rows = PersonFact.objects.filter(voided_at=None, kind__in=COLUMN_KINDS)
    players = list(rows.order_by("player").values_list("player", flat=True).distinct())
    return sum(
        facts_refresh(players[start : start + AT_ONCE], today=today)
        for start in range(0, len(players), AT_ONCE)
    )
