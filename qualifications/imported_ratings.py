"""Which imported rating a player has on a day. Constant numbers of queries."""

from collections.abc import Collection, Mapping
from datetime import date

from django.db.models import Max

from qualifications.models import ImportedRating


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
