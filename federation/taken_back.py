"""Doing something and taking it back: so what is foretold cannot differ from what happens."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from django.db import connection, transaction


@dataclass(slots=True)
class Trial:
    """What a block tries; it is taken back unless the block keeps it."""

    kept: bool = False

    def keep(self) -> None:
        """Let stay what the block writes."""
        self.kept = True


_TRYING: ContextVar[bool] = ContextVar("trying", default=False)


def is_trial() -> bool:
    """Whether what is done now will be taken back."""
    return _TRYING.get()


@contextmanager
def taken_back(*, waits_seconds: int | None = None) -> Iterator[Trial]:
    """A transaction, or a part of the caller's, of which nothing stays: no rows, no locks, nothing
    that was to follow the commit. What the block read stays read.

    `waits_seconds`: on PostgreSQL, how long each lock is waited for; else as long as it takes.
    """
    trial = Trial()
    with transaction.atomic():
        if waits_seconds is not None and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = '{waits_seconds:d}s'")
        token = _TRYING.set(True)
        try:
            yield trial
        finally:
            _TRYING.reset(token)
        if not trial.kept:
            transaction.set_rollback(True)
