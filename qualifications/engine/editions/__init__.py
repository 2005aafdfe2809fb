"""The schemes whose editions can be read: one module each for their tables.

A new scheme is a module with `tables(reader, common)` and `REQUIRED`, and a line here.
"""

from collections.abc import Mapping

from . import fide, fide_ratings, ru, ua
from .common import Common, Scheme

__all__ = ["JUDGING", "SCHEMES", "Common", "Scheme"]

SCHEMES: Mapping[str, Scheme] = {
    "fide": Scheme(fide.tables, fide.REQUIRED, decided_by_day="first_day"),
    "fide_ratings": Scheme(
        fide_ratings.tables, fide_ratings.REQUIRED, decided_by_day="first_day", judges=False
    ),
    "ru": Scheme(ru.tables, ru.REQUIRED, decided_by_day="last_day"),
    "ua": Scheme(ua.tables, ua.REQUIRED, decided_by_day="last_day"),
}

JUDGING = tuple(key for key, scheme in SCHEMES.items() if scheme.judges)
"""The schemes whose rules judge events."""
