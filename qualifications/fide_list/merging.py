"""From the staging table into the registry, by a handful of statements; inside a transaction."""

from datetime import date, datetime

from django.db import connection

from federation.models import Player
from qualifications.fide_list.staging import COLUMNS, STAGING
from qualifications.models import FideListed, ImportedKind, ImportedRating, RatingScheme
from qualifications.titles import FIDE_TITLES

LISTED = FideListed._meta.db_table
_PLAYERS = Player._meta.db_table
_RATINGS = ImportedRating._meta.db_table
_VALUES = COLUMNS[1:]


def merge() -> dict[str, int]:
    """Make FIDE's list what the staging table says: how many `new`, `changed`, `removed`.

    Rows that say the same as before are left alone.
    """
    own = ", ".join(f"l.{name}" for name in _VALUES)
    staged = ", ".join(f"s.{name}" for name in _VALUES)
    other = "IS DISTINCT FROM" if connection.vendor == "postgresql" else "IS NOT"
    changed = removed = 0
    if connection.vendor == "postgresql":
        _run("SET LOCAL work_mem = '64MB'")
    else:
        _run("PRAGMA cache_size = -16000")  # kilobytes; sorting takes its memory from it
    if FideListed.objects.exists():
        if connection.vendor == "postgresql":
            _run(f"ANALYZE {STAGING}")
        else:
            _run(f"CREATE INDEX fide_list_staged ON {STAGING} (fide_id)")
        changed = _run(
            f"UPDATE {LISTED} AS l SET {', '.join(f'{n} = s.{n}' for n in _VALUES)} "  # noqa: S608
            f"FROM {STAGING} s WHERE l.fide_id = s.fide_id AND ({own}) {other} ({staged})"
        )
        removed = _run(
            f"DELETE FROM {LISTED} WHERE fide_id IN (SELECT l.fide_id FROM {LISTED} l "  # noqa: S608
            f"WHERE NOT EXISTS (SELECT 1 FROM {STAGING} s WHERE s.fide_id = l.fide_id))"
        )
    columns = ", ".join(COLUMNS)
    new = _run(
        f"INSERT INTO {LISTED} ({columns}) SELECT {columns} FROM {STAGING} s "  # noqa: S608
        f"WHERE NOT EXISTS (SELECT 1 FROM {LISTED} l WHERE l.fide_id = s.fide_id) "
        "ORDER BY fide_id"
    )
    if connection.vendor == "sqlite":
        _run("PRAGMA cache_size = -2000")
    return {"new": new, "changed": changed, "removed": removed}


def ratings_keep(
    *, list_on: date, source: str, at: datetime, user_id: int | None, table: str = STAGING
) -> int:
    """Keep the ratings of the people whom the registry has, dated by the list; how many are new.

    What was stored for that list before is never written over. `table` has the rows: the staging
    table, or FIDE's list as it stands.
    """
    return sum(
        _run(
            f"INSERT INTO {_RATINGS} (player_id, scheme, kind, list_on, value, games, factor, "  # noqa: S608
            f"title, source, imported_at, imported_by_id) "
            f"SELECT p.id, %s, %s, %s, s.{kind}, s.{kind}_games, s.{kind}_k, {_title('s')}, %s, "
            f"%s, %s FROM {_PLAYERS} p JOIN {table} s ON s.fide_id = p.fide_id "
            f"WHERE s.{kind} > 0 AND NOT EXISTS (SELECT 1 FROM {_RATINGS} r "
            "WHERE r.player_id = p.id AND r.scheme = %s AND r.kind = %s AND r.list_on = %s)",
            [
                *(RatingScheme.FIDE.value, kind.value, list_on, source),
                *(connection.ops.adapt_datetimefield_value(at), user_id),
                *(RatingScheme.FIDE.value, kind.value, list_on),
            ],
        )
        for kind in ImportedKind
    )


def ratings_otherwise(list_on: date) -> list[tuple[int, str, int, int]]:
    """Ratings kept for that list before that differ from it now: FIDE number, kind, kept, said."""
    found: list[tuple[int, str, int, int]] = []
    for kind in ImportedKind:
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT s.fide_id, r.value, s.{kind} FROM {_RATINGS} r "  # noqa: S608
                f"JOIN {_PLAYERS} p ON p.id = r.player_id JOIN {STAGING} s "
                "ON s.fide_id = p.fide_id WHERE r.scheme = %s AND r.kind = %s AND r.list_on = %s "
                f"AND r.value <> coalesce(s.{kind}, 0) ORDER BY s.fide_id",
                [RatingScheme.FIDE.value, kind.value, list_on],
            )
            found += [(number, kind.value, kept, said or 0) for number, kept, said in cursor]
    return found


def _title(table: str) -> str:
    """SQL for the highest of the two titles of a row; empty for none."""
    whens = (
        f"WHEN '{title}' IN ({table}.title, {table}.womens_title) THEN '{title}'"
        for title in FIDE_TITLES
    )
    return f"CASE {' '.join(whens)} ELSE '' END"


def _run(statement: str, values: list | None = None) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.rowcount
