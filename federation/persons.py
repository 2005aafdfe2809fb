"""Players who are one person by the links in force: who is meant, and who else is.

Nothing of a merged player is rewritten. Whoever reads a life asks here for whose rows to read.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, Case, Q, Value, When

from federation.models import Player


@dataclass(frozen=True, slots=True)
class Persons:
    """Links among some players; who is linked with nobody is not here."""

    kept: Mapping[int, int]
    """Of everybody linked, the kept player included: who is kept."""
    members: Mapping[int, tuple[int, ...]]
    """By kept player: that one first, then the merged ones by number."""
    asked: frozenset[int]
    """Of everybody linked those who were asked for."""

    def kept_of(self, player: int) -> int:
        return self.kept.get(player, player)

    def same_as(self, player: int) -> tuple[int, ...]:
        """Everybody who is this person: the one asked for, the kept one, then the others."""
        kept = self.kept.get(player)
        if kept is None:
            return (player,)
        return tuple(dict.fromkeys((player, *self.members[kept])))

    def expand(self, players: Iterable[int]) -> set[int]:
        """Players with everybody who is one of them."""
        return {one for player in players for one in self.same_as(player)}

    def spread(self, found: Collection[int], players: Iterable[int]) -> set[int]:
        """Of `players` those of whom somebody is in `found`."""
        return {p for p in players if any(one in found for one in self.same_as(p))}


def persons_of(players: Collection[int]) -> Persons:
    """Links of some players. One query, a second one where there are any."""
    return persons_where(Q(player__in=players))


def persons_where(whose: Q) -> Persons:
    """The same where `whose` speaks of a foreign key `player`."""
    own, kept = _about(whose, "pk"), _about(whose, "merged_into")
    linked = Player.objects.filter(merged_into__isnull=False).order_by()
    roots = set(linked.filter(own | kept).values_list("merged_into", flat=True))
    if not roots:
        return NOBODY_LINKED
    rows = (
        Player.objects.filter(Q(pk__in=roots) | Q(merged_into__in=roots))
        .annotate(
            is_asked=Case(
                When(own, then=Value(True)), default=Value(False), output_field=BooleanField()
            )
        )
        .order_by("pk")
        .values_list("pk", "merged_into", "is_asked")
    )
    kept_of, members, asked = {}, defaultdict(list), set()
    for pk, into, is_asked in rows:
        kept_of[pk] = into or pk
        if into:
            members[into].append(pk)
        if is_asked:
            asked.add(pk)
    return Persons(kept_of, {pk: (pk, *found) for pk, found in members.items()}, frozenset(asked))


NOBODY_LINKED = Persons({}, {}, frozenset())


def _about(whose: Q, field: str) -> Q:
    """The same condition about another field than `player`."""
    children: list[Any] = list(whose.children)
    found = [
        _about(child, field)
        if isinstance(child, Q)
        else (child[0].replace("player", field, 1), child[1])
        for child in children
    ]
    return Q(*found, _connector=whose.connector, _negated=whose.negated)


def merged_players() -> dict[int, int]:
    """Every merged player with the kept one, in order. One query by a small index."""
    rows = Player.objects.filter(merged_into__isnull=False).order_by("pk")
    return {pk: into for pk, into in rows.values_list("pk", "merged_into") if into is not None}
