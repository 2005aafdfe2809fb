"""Doing something and taking it back: so what is foretold cannot differ from what happens."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import transaction

Found = TypeVar("Found")


class _TakenBack(Exception):
    """Ends the transaction in which something was tried."""


@contextmanager
def taken_back() -> Iterator[None]:
    """What the block writes is taken back at its end; what it read stays read."""
    try:
        with transaction.atomic():
            yield
            raise _TakenBack
    except _TakenBack:
        return


def tried(do: Callable[[], Found]) -> Found:
    """What a function returns; the database is as before."""
    with taken_back():
        found = do()
    return found  # noqa: RET504
