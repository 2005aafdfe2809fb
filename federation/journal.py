"""Writing the journal: who did what, with the fields that changed, in the same transaction.

`JournalMiddleware` says who acts and from where, `journal_doors.py` for tasks and commands;
`Journaled` models write an entry whenever one of them is saved or deleted on its own; acts in bulk
are entries of the page that did them.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db import models

from federation import dates
from federation.journal_records import JournalEntry
from federation.names import fold

SECRET = frozenset({"password", "email", "birth_date", "session_key", "token", "last_login"})
"""Fields of which the journal keeps only that they changed."""
LONGEST = 200
CHANGED = "…"
"""Stands for a value that is secret or long."""
_LARGE = (bytes, memoryview, dict, list)
UNINTERESTING = frozenset({"search_key", "sort_key", "last_login"})


@dataclass(slots=True)
class Acting:
    """Who acts in the present request or command."""

    action: str = ""
    user: Any = None
    address: str | None = None
    commission_id: int | None = None
    written: list[int] = field(default_factory=list)
    """Numbers of the entries so far; those of what was taken back are no longer there."""

    def has_written(self) -> bool:
        """Whether an entry of this request or command stands."""
        return bool(self.written) and JournalEntry.objects.filter(pk__in=self.written).exists()


ACTING: ContextVar[Acting | None] = ContextVar("acting", default=None)


@contextmanager
def acting(who: Acting) -> Iterator[Acting]:
    """What is written inside was done by `who`."""
    token = ACTING.set(who)
    try:
        yield who
    finally:
        ACTING.reset(token)


def journal(
    action: str, thing: models.Model | None = None, *, changes: list[list[str]] | None = None
) -> None:
    """Add an entry. Outside a request or command nobody acts: nothing is written then."""
    who = ACTING.get()
    if who is None:
        return
    user = who.user if who.user is not None and who.user.is_authenticated else None
    words = str(thing)[:LONGEST] if thing is not None else ""
    name = str(user) if user else ""
    entry = JournalEntry.objects.create(
        at=dates.now(),
        user=user,
        who=name[:LONGEST],
        commission_id=_commission_of(thing) or who.commission_id,
        address=who.address,
        action=(who.action or action)[:60],
        object_type=str(thing._meta.model_name) if thing is not None else "",
        object_id=str(thing.pk)[:40] if thing is not None else "",
        object_words=words,
        changes=changes or [],
        search_key=f" {fold(name)} {fold(words)}"[:450],
    )
    who.written.append(entry.pk)


def _commission_of(thing: models.Model | None) -> int | None:
    for name in ("commission_id", "sender_id"):
        found = getattr(thing, name, None)
        if isinstance(found, int):
            return found
    return None


class Journaled(models.Model):
    """A model whose single changes go into the journal. Adds and changes in bulk do not."""

    class Meta:
        abstract = True

    def journal_secrets(self) -> frozenset[str]:
        """Fields of which the journal keeps only that they changed."""
        return SECRET

    @classmethod
    def from_db(cls, db, field_names, values):
        found = super().from_db(db, field_names, values)
        found._as_read = dict(zip(field_names, values, strict=True))
        return found

    def save(self, *args, **kwargs):
        before = getattr(self, "_as_read", None) if not self._state.adding else None
        super().save(*args, **kwargs)
        changes = changed_fields(self, before)
        if before is None or changes:
            journal("added" if before is None else "changed", self, changes=changes)
        self._as_read = _values(self)

    def delete(self, *args, **kwargs):
        key = self.pk
        removed = super().delete(*args, **kwargs)
        self.pk = key
        journal("deleted", self)
        self.pk = None
        return removed


def _values(thing: models.Model) -> dict[str, Any]:
    return {
        one.attname: thing.__dict__[one.attname]
        for one in thing._meta.concrete_fields
        if one.attname in thing.__dict__
    }


def changed_fields(thing: Journaled, before: Mapping[str, Any] | None) -> list[list[str]]:
    """Lines of [field, from, to] of what is different now; of a new row what it holds."""
    lines, secrets = [], thing.journal_secrets()
    for name, value in _values(thing).items():
        old = None if before is None else before.get(name, value)
        column = name.removesuffix("_id")
        if name == thing._meta.pk.attname or name in UNINTERESTING:
            continue
        if old == value or (before is None and value in (None, "", False, [], {})):
            continue
        hidden = column in secrets or any(isinstance(one, _LARGE) for one in (old, value))
        lines.append([column, *(_hidden(old) if hidden else (_text(old), _text(value)))])
    return lines


def _hidden(old: Any) -> tuple[str, str]:
    return ("", CHANGED) if old is None else (CHANGED, CHANGED)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="minutes")
    if isinstance(value, date):
        return value.isoformat()
    text = str(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + CHANGED
