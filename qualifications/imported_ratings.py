"""Which imported rating a player has on a day. Constant numbers of queries."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TypedDict

from django.db.models import Max

from qualifications.models import ImportedKind, ImportedRating, RatingScheme

_KINDS = {
    "classical": ImportedKind.STANDARD,
    "team": ImportedKind.STANDARD,
    "rapid": ImportedKind.RAPID,
    "blitz": ImportedKind.BLITZ,
}
"""Discipline of the Russian register to the list that rates it."""


class RussianFacts(TypedDict):
    """Fields of the engine's `Participant`."""

    national_rating: int | None
    national_rating_known: bool
    rating_on_next_list: int | None


@dataclass(frozen=True, slots=True)
class RussianRatings:
    """The imported Russian ratings around an event, by player."""

    first_day: Mapping[int, ImportedRating]
    next_list: Mapping[int, ImportedRating]

    def of(self, player: int | None) -> RussianFacts:
        """What the engine is told: a player who is not in the list is not known to have none."""
        first = self.first_day.get(player) if player else None
        later = self.next_list.get(player) if player else None
        return {
            "national_rating": first.value if first else None,
            "national_rating_known": first is not None,
            "rating_on_next_list": later.value if later else None,
        }


def russian_ratings(
    player_ids: Collection[int], *, discipline: str, starts_on: date, ends_on: date
) -> RussianRatings:
    """Of the list in force on the first day, and of the month after the last one. At most four
    queries.

    Nothing for a discipline that is not said or not rated.
    """
    if not player_ids or discipline not in _KINDS:
        return RussianRatings({}, {})
    scheme, kind = RatingScheme.RUSSIA, _KINDS[discipline]
    after = list_after(scheme=scheme, kind=kind, on=ends_on)
    return RussianRatings(
        first_day=ratings_in_force(player_ids, scheme=scheme, kind=kind, on=starts_on),
        next_list=ratings_of_list(player_ids, scheme=scheme, kind=kind, list_on=after),
    )


def list_in_force(*, scheme: str, kind: str, on: date) -> date | None:
    """First day of the latest imported list that is not later than a day; None without one."""
    lists = ImportedRating.objects.filter(scheme=scheme, kind=kind, list_on__lte=on)
    found: date | None = lists.aggregate(last=Max("list_on"))["last"]
    return found


def list_after(*, scheme: str, kind: str, on: date) -> date | None:
    """First day of the first list of the month after a day's, where it has been imported."""
    year, month = (on.year + 1, 1) if on.month == 12 else (on.year, on.month + 1)
    lists = ImportedRating.objects.filter(
        scheme=scheme, kind=kind, list_on__year=year, list_on__month=month
    )
    return lists.order_by("list_on").values_list("list_on", flat=True).first()


def ratings_of_list(
    player_ids: Collection[int], *, scheme: str, kind: str, list_on: date | None
) -> Mapping[int, ImportedRating]:
    """By player, the line of a list; players who are not in it are left out."""
    if list_on is None:
        return {}
    lines = ImportedRating.objects.filter(
        scheme=scheme, kind=kind, list_on=list_on, player__in=player_ids
    )
    return {line.player_id: line for line in lines}


def ratings_in_force(
    player_ids: Collection[int], *, scheme: str, kind: str, on: date
) -> Mapping[int, ImportedRating]:
    """By player, the line of the list in force on a day. Two queries.

    A player who is in an earlier list only is left out: nobody says that the rating still holds.
    """
    list_on = list_in_force(scheme=scheme, kind=kind, on=on)
    return ratings_of_list(player_ids, scheme=scheme, kind=kind, list_on=list_on)


def highest_ratings(
    player_ids: Collection[int], *, scheme: str, kind: str, on: date
) -> Mapping[int, int]:
    """By player, the highest rating of the imported lists up to a day: never less than that."""
    lines = ImportedRating.objects.filter(
        scheme=scheme, kind=kind, list_on__lte=on, player__in=player_ids
    )
    return dict(
        lines.order_by("player")
        .values("player")
        .annotate(top=Max("value"))
        .values_list("player", "top")
    )
