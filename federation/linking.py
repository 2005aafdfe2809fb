"""Two players of the registry are one person: a dated link that can be undone.

Rows of the merged player stay where they are. `Player.merged_into` follows from the links in force;
of the kept player only the fields change for which the other's value was chosen. What the link
means for qualifications is in `qualifications/services/people.py`.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from federation.dated import COLUMN_KINDS
from federation.errors import Refused
from federation.models import PersonFact, PersonKey, PersonLink, PersonSuspect, Player, User
from federation.naming import Birth
from federation.persons import persons_of
from federation.records import FactKind, SuspectStatus
from federation.written import written

KEPT, OTHER = "kept", "merged"
FIELDS: Mapping[str, tuple[str, ...]] = {
    FactKind.NAME: ("name",),
    FactKind.LATIN_NAME: ("latin_name",),
    FactKind.BIRTH: ("birth_date", "birth_year"),
    FactKind.SEX: ("sex",),
    FactKind.FEDERATION: ("federation",),
    FactKind.REGION: ("region_id",),
    FactKind.FIDE_ID: ("fide_id",),
}
"""What is chosen field by field, with the columns of each."""


@dataclass(frozen=True, slots=True)
class FieldPair:
    """One field of two players side by side."""

    kind: str
    kept: Any
    other: Any
    contradicts: bool
    """Both say something, and not the same of one person: a choice must be made."""
    proposed: str
    """`kept` or `merged`; empty where a choice must be made."""
    dated: bool
    """The kept player has dated facts of this kind: those stay."""

    @property
    def open(self) -> bool:
        """There is something to choose."""
        return self.differs and (self.contradicts or not self.dated)

    @property
    def differs(self) -> bool:
        return bool(self.other) and self.kept != self.other


def side_by_side(kept: Player, merged: Player) -> list[FieldPair]:
    """Every field of two players, with what would be chosen. One query."""
    dated = set(
        PersonFact.objects.filter(player=kept, voided_at=None, kind__in=COLUMN_KINDS).values_list(
            "kind", flat=True
        )
    )
    return [_pair(kind, kept, merged, dated) for kind in FIELDS]


def _pair(kind: str, kept: Player, merged: Player, dated: set[str]) -> FieldPair:
    own, other = _value(kept, kind), _value(merged, kind)
    contradicts = _contradicts(kind, own, other)
    proposed = OTHER if not own and other and kind not in dated else KEPT
    if kind == FactKind.BIRTH and own and other and not own.full and other.full:
        proposed = OTHER if kind not in dated else KEPT
    return FieldPair(kind, own, other, contradicts, "" if contradicts else proposed, kind in dated)


def _value(player: Player, kind: str) -> Any:
    if kind == FactKind.BIRTH:
        return player.birth
    if kind == FactKind.REGION:
        return player.region
    return getattr(player, str(kind))


def _contradicts(kind: str, own: Any, other: Any) -> bool:
    """Only birth, sex and FIDE number stay the same for life."""
    if not own or not other or kind not in (FactKind.BIRTH, FactKind.SEX, FactKind.FIDE_ID):
        return False
    if kind == FactKind.BIRTH:
        return not _same_birth(own, other)
    return own != other


def _same_birth(one: Birth, other: Birth) -> bool:
    return all(a == b for a, b in zip(one, other, strict=True) if a is not None and b is not None)


@transaction.atomic
def persons_link(
    kept: Player,
    merged: Player,
    *,
    choices: Mapping[str, str],
    reason: str,
    user: User,
    at: datetime,
) -> PersonLink:
    """Link `merged` to `kept` from now on; `choices` are by field `kept` or `merged`.

    Raises Refused for a person with oneself, one who is merged already, and where birth, sex or
    FIDE number contradict each other and nobody has chosen.
    """
    if kept.pk == merged.pk:
        raise Refused(_("This is the same player. Choose another one."))
    if not reason.strip():
        raise Refused(_("Say how you know that they are one person."))
    rows = persons_lock((kept.pk, merged.pk))
    kept, merged = rows[kept.pk], rows[merged.pk]
    if kept.merged_into_id or merged.merged_into_id:
        raise Refused(
            _("One of the two is linked with another player already. Open the page again.")
        )
    changes = _take_over(kept, merged, choices)
    link = PersonLink.objects.create(
        kept=kept,
        merged=merged,
        reason=written(reason, most=300),
        changes=changes,
        linked_by=user,
        linked_at=at,
    )
    _renew_roots(rows)
    first, second = sorted((kept.pk, merged.pk))
    PersonSuspect.objects.filter(first=first, second=second).update(
        status=SuspectStatus.LINKED, decided_by=user, decided_at=at, note=link.reason
    )
    return link


def _take_over(kept: Player, merged: Player, choices: Mapping[str, str]) -> dict[str, list[Any]]:
    """Change the chosen fields of the kept player; what they were and are, for undoing."""
    changes: dict[str, list[Any]] = {}
    for pair in side_by_side(kept, merged):
        chosen = choices.get(pair.kind) or pair.proposed
        if not chosen:
            raise Refused(
                _("The two contradict each other: %(field)s. Choose which is right.")
                % {"field": FactKind(pair.kind).label}
            )
        if chosen != OTHER or not pair.other:
            continue
        if pair.dated:
            raise Refused(
                _("The kept player has dated facts: %(field)s. Record the right one there.")
                % {"field": FactKind(pair.kind).label}
            )
        for column in FIELDS[pair.kind]:
            before, after = getattr(kept, column), getattr(merged, column)
            if before != after:
                changes[column] = [_json(before), _json(after)]
                setattr(kept, column, after)
    if "fide_id" in changes:  # a number stands for one player
        Player.objects.filter(pk=merged.pk).update(fide_id=None)
        merged.fide_id = None
    if changes:
        kept.save()
    if "fide_id" in changes:
        PersonKey.objects.renew([merged])
    return changes


def _json(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


@transaction.atomic
def persons_unlink(link: PersonLink, *, reason: str, user: User, at: datetime) -> PersonLink:
    """Undo a link. What was added to the kept player meanwhile stays with that one.

    A field taken over goes back unless it has changed since. The pair goes back to the queue as two
    different people. Raises Refused without a reason, for a link undone already, and where a later
    link has passed such a field on to somebody else.
    """
    if not reason.strip():
        raise Refused(_("Say why the two are different people."))
    players = persons_lock((link.kept_id, link.merged_id))
    link = PersonLink.objects.select_for_update().get(pk=link.pk)
    if link.undone_at is not None:
        raise Refused(_("This link is undone already."))
    kept, merged = players[link.kept_id], players[link.merged_id]
    _refuse_passed_on(link)
    _give_back(link, kept, merged)
    link.undone_by, link.undone_at, link.undone_reason = user, at, written(reason, most=300)
    link.save(update_fields=["undone_by", "undone_at", "undone_reason"])
    _renew_roots(players)
    first, second = sorted((kept.pk, merged.pk))
    PersonSuspect.objects.update_or_create(
        first_id=first,
        second_id=second,
        defaults={
            "status": SuspectStatus.DIFFERENT,
            "decided_by": user,
            "decided_at": at,
            "note": link.undone_reason,
        },
        create_defaults={
            "status": SuspectStatus.DIFFERENT,
            "reason_key": "match.same_name",
            "found_on": link.linked_at.date(),
            "decided_by": user,
            "decided_at": at,
            "note": link.undone_reason,
        },
    )
    return link


def _refuse_passed_on(link: PersonLink) -> None:
    """What came from the merged player may have gone on to whom the kept one is merged into."""
    onward = PersonLink.objects.filter(merged=link.kept_id, undone_at=None).first()
    if onward is not None and onward.changes.keys() & link.changes.keys():
        raise Refused(
            _("Undo the link with № %(number)s first: it took over a field of this one.")
            % {"number": onward.kept_id}
        )


def _give_back(link: PersonLink, kept: Player, merged: Player) -> None:
    """Each field as before the link. Where a later link has changed it again, that one gives it
    back when it is undone."""
    later = PersonLink.objects.filter(kept=kept, undone_at=None, pk__gt=link.pk).order_by("pk")
    _give_back_later(link, list(later))
    dated = {pair.kind for pair in side_by_side(kept, merged) if pair.dated}
    for kind, columns in FIELDS.items():
        if kind in dated:
            continue
        for column in columns:
            before, after = link.changes.get(column, [None, None])
            if column in link.changes and _json(getattr(kept, column)) == after:
                setattr(kept, column, _read(column, before))
    number = link.changes.get("fide_id", [None, None])[1]
    kept.save()
    if number is not None and kept.fide_id != number and merged.fide_id is None:
        merged.fide_id = number
        merged.save()


def _give_back_later(link: PersonLink, later: list[PersonLink]) -> None:
    for column, (before, after) in link.changes.items():
        follower = next((one for one in later if column in one.changes), None)
        if follower is not None and follower.changes[column][0] == after:
            follower.changes[column][0] = before
            follower.save(update_fields=["changes"])


def _read(column: str, value: Any) -> Any:
    return date.fromisoformat(value) if column == "birth_date" and value else value


class _Grown(Exception):
    """Somebody was linked with these people while their rows were waited for."""


def persons_lock(players: Collection[int]) -> dict[int, Player]:
    """Lock everybody who is one of these players, in the order of their numbers.

    Everybody locks in this one order, so that no two wait for each other; who was linked meanwhile
    is found after the wait, and then all is let go and taken again. Inside a transaction. Raises
    Refused where that happens over and over.
    """
    for _attempt in range(5):
        wanted = persons_of(players).expand(players)
        try:
            with transaction.atomic():  # rolled back, it lets the rows go
                rows = Player.objects.select_for_update(no_key=True).filter(pk__in=wanted)
                locked = {player.pk: player for player in rows.order_by("pk")}
                if persons_of(players).expand(players) - locked.keys():
                    raise _Grown
                return locked
        except _Grown:
            continue
    raise Refused(_("One of the two is linked with another player already. Open the page again."))


def _renew_roots(players: Collection[int]) -> None:
    """`merged_into` of these follows from the links in force, through chains to their end.

    They are everybody who is one of them, and locked.
    """
    into = dict(
        PersonLink.objects.filter(undone_at=None, merged__in=players).values_list("merged", "kept")
    )

    def root(player: int) -> int:
        while player in into:
            player = into[player]
        return player

    for player in players:
        kept = root(player)
        Player.objects.filter(pk=player).update(merged_into=None if kept == player else kept)


def suspect_dismiss(suspect: PersonSuspect, *, note: str, user: User, at: datetime) -> None:
    """Remember that two players are different people. Raises Refused without a reason."""
    if not note.strip():
        raise Refused(_("Say how you know that they are two people."))
    PersonSuspect.objects.filter(pk=suspect.pk, status=SuspectStatus.OPEN).update(
        status=SuspectStatus.DIFFERENT, note=written(note, most=300), decided_by=user, decided_at=at
    )
