"""Reads about people and places."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from federation.models import Player, Region
from federation.names import fold

PAGE_SIZE = 50
MOST_MERGED_FOUND = 1000
"""More people than that under their other names nobody pages through."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a list that is paged by keyset: `next_after` goes into the link to the next."""

    items: list
    next_after: str
    """Empty on the last page."""


def keyset_page(rows: QuerySet, *, after: str, size: int = PAGE_SIZE) -> Page:
    """Rows by (sort_key, id) that come after the row whose id is `after`, or from the top.

    An `after` that names no row starts from the top. Two queries however long the list is.
    """
    # The bound that every key fits tells SQLite to walk by the index of sort keys from the top too.
    rows = rows.order_by("sort_key", "pk").filter(sort_key__gte="")
    if after.isascii() and after.isdigit() and len(after) < 19:
        last = rows.model._default_manager.filter(pk=int(after)).values_list("sort_key").first()
        if last:
            rows = rows.filter(Q(sort_key__gt=last[0]) | Q(sort_key=last[0], pk__gt=int(after)))
    items = list(rows[: size + 1])
    more = len(items) > size
    return Page(items=items[:size], next_after=str(items[size - 1].pk) if more else "")


def players_search(query: str, *, region: Region | None = None) -> QuerySet[Player]:
    """Players whose name in either alphabet has every word of the query, or with that number.

    A number is looked up as the permanent number and as the FIDE number. Who is merged into another
    is found as that one, by either name or number. With `region` only its people; an empty query
    finds all of them.
    """
    players = Player.objects.select_related("region")
    if region is not None:
        players = players.filter(region=region)
    query = query.strip()
    if not query:
        return players.filter(merged_into=None)
    if query.isascii() and query.isdigit():
        if len(query) > 18:
            return players.none()
        asked = Q(pk=int(query)) | Q(fide_id=int(query))
    else:
        asked = Q()
        for word in fold(query).split():
            asked &= Q(search_key__contains=word)
    merged = Player.objects.filter(asked, merged_into__isnull=False)
    found = list(merged.values_list("merged_into", flat=True)[:MOST_MERGED_FOUND])
    if found:
        asked |= Q(pk__in=found)
    return players.filter(asked, merged_into=None)
