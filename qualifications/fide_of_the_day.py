"""Rating and title by FIDE's list in force on a day, as far as that list has been loaded."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from qualifications.imported_ratings import list_in_force
from qualifications.models import ImportedKind, ImportedRating, RatingScheme

_MONTHS = ((date(2012, 7, 1), 1), (date(2009, 7, 1), 2), (date.min, 3))
"""From a day on, for how many months a list held until the next one."""


@dataclass(frozen=True, slots=True)
class OfTheDay:
    """A player's lines of one list."""

    list_on: date
    rating: int | None
    """Of the kind asked for; None with `rating_known`: without one."""
    rating_known: bool
    factor: int | None
    title: str | None
    """The highest; empty for none, None where the import did not look."""


def list_of_the_day(*, kind: str, on: date) -> date | None:
    """First day of FIDE's list in force on a day; None where that list has not been loaded.

    An earlier list does not count: it was followed by others that the registry does not have.
    """
    found = list_in_force(scheme=RatingScheme.FIDE, kind=kind, on=on)
    if found is None:
        return None
    months = next(months for since, months in _MONTHS if found >= since)
    apart = 12 * (on.year - found.year) + on.month - found.month
    return found if apart < months else None


def fide_of_the_day(
    player_ids: Collection[int], *, kind: str = ImportedKind.STANDARD, on: date
) -> Mapping[int, OfTheDay]:
    """By player, what FIDE's list of the day says; players who are not in it are left out.

    A list that was loaded whole says of everybody in it what kinds of rating they lack. Two
    queries.
    """
    list_on = list_of_the_day(kind=kind, on=on)
    if list_on is None:
        return {}
    rows: dict[int, dict[str, ImportedRating]] = {}
    for row in ImportedRating.objects.filter(
        scheme=RatingScheme.FIDE, list_on=list_on, player__in=player_ids
    ):
        rows.setdefault(row.player_id, {})[row.kind] = row
    found = {}
    for player, kinds in rows.items():
        own = kinds.get(kind)
        title = next((row.title for row in kinds.values() if row.title is not None), None)
        if own is not None or title is not None:
            found[player] = OfTheDay(
                list_on=list_on,
                rating=own.value if own else None,
                rating_known=own is not None or title is not None,
                factor=own.factor if own else None,
                title=title,
            )
    return found
