"""Reads of the journal: whose entries somebody may read, and which of them are asked for."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from federation.access import Access, Action
from federation.models import CommissionKind, JournalEntry, User
from federation.names import fold
from federation.selectors import PAGE_SIZE, Page
from qualifications.wording_journal import field_of


def may_read_journal(access: Access, user: User) -> bool:
    """Administrators read all of it, chairs what concerns their body."""
    return user.is_superuser or access.may(Action.JOURNAL_SEE)


def journal_seen(access: Access, user: User) -> QuerySet[JournalEntry]:
    """Entries that somebody may read, the latest first."""
    bodies = access.commissions(Action.JOURNAL_SEE)
    national = any(one.kind == CommissionKind.NATIONAL for one in bodies)
    entries = JournalEntry.objects.select_related("commission").order_by("-pk")
    if user.is_superuser or national:
        return entries
    return entries.filter(commission__in=[one.pk for one in bodies])


def journal_narrowed(
    entries: QuerySet[JournalEntry],
    *,
    words: str = "",
    thing: str = "",
    number: str = "",
    address: str = "",
    first: date | None = None,
    last: date | None = None,
) -> QuerySet[JournalEntry]:
    """Those with all the words in the names of person and object, of one kind and number of object,
    from one address, and within the days, both inclusive.
    """
    for word in fold(words).split():
        entries = entries.filter(search_key__contains=word)
    if thing:
        entries = entries.filter(object_type=thing)
    if number:
        entries = entries.filter(object_id=number)
    if address:
        entries = entries.filter(Q(address=address))
    if first is not None:
        entries = entries.filter(at__gte=_midnight(first))
    if last is not None:
        entries = entries.filter(at__lt=_midnight(last + timedelta(days=1)))
    return entries


NAMED = frozenset({"user", "commission", "region", "player", "event"})
"""Kinds of objects that a change says by name; of others the number is enough."""


def names_behind(entries: Iterable[JournalEntry]) -> dict[tuple[str, str], str]:
    """By kind and number, the names of the objects that changes speak of.

    At most one query for each kind, however many entries.
    """
    wanted: dict[type[Model], set[int]] = {}
    for entry in entries:
        for name, *values in entry.changes:
            field = field_of(entry.object_type, name)
            if field is None or not field.is_relation:
                continue
            if field.related_model._meta.model_name in NAMED:
                numbers = {int(text) for text in values if text.isdecimal()}
                wanted.setdefault(field.related_model, set()).update(numbers)
    return {
        (str(model._meta.model_name), str(pk)): str(found)
        for model, numbers in wanted.items()
        for pk, found in model._default_manager.in_bulk(numbers).items()
    }


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))


def journal_pages(entries: QuerySet[JournalEntry], *, after: str, size: int = PAGE_SIZE) -> Page:
    """Those older than the entry whose id is `after`, or from the top. One query."""
    if after.isascii() and after.isdigit() and len(after) < 19:
        entries = entries.filter(pk__lt=int(after))
    items = list(entries[: size + 1])
    more = len(items) > size
    return Page(items=items[:size], next_after=str(items[size - 1].pk) if more else "")
