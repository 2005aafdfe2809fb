"""The rows of a file in a table that only this session sees, quickly and in little memory."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice

from django.db import DataError, connection
from django.utils.translation import gettext as _

from federation.errors import Refused
from tournaments.formats.lists import ListRow

STAGING = "fide_list_staging"
TEXT = ("name", "federation", "sex", "title", "womens_title", "other_titles", "flags")
COLUMNS = (
    *("fide_id", "name", "federation", "sex", "title", "womens_title", "other_titles"),
    *("standard", "standard_games", "standard_k", "rapid", "rapid_games", "rapid_k"),
    *("blitz", "blitz_games", "blitz_k", "birth_year", "flags"),
)
"""Of the file's rows and of `FideListed`, in the order of `ListRow`."""
ROWS_AT_ONCE = 20_000
HIGHEST = 3999
_LONGEST = {"name": 120, "federation": 3, "title": 5, "womens_title": 5, "other_titles": 60}
_LATEST_BIRTH = 2200
_COPY = (
    f"COPY {STAGING} ({', '.join(COLUMNS)}) FROM STDIN (FORMAT csv, DELIMITER '|', "
    f"QUOTE E'\\x01', NULL 'None', FORCE_NOT_NULL ({', '.join(TEXT)}))"
)
_LINE = "|".join(["%s"] * len(COLUMNS)) + "\n"
_INSERT = f"INSERT INTO {STAGING} VALUES ({', '.join(['%s'] * len(COLUMNS))})"  # noqa: S608


@contextmanager
def staging_table() -> Iterator[None]:
    """The empty table, for as long as it is needed; it goes with the session at the latest."""
    kinds = (f"{name} {'text' if name in TEXT else 'integer'}" for name in COLUMNS)
    _execute(f"DROP TABLE IF EXISTS {STAGING}")
    _execute(f"CREATE TEMPORARY TABLE {STAGING} ({', '.join(kinds)})")
    try:
        yield
    finally:
        if not connection.needs_rollback:
            _execute(f"DROP TABLE IF EXISTS {STAGING}")


def stage(rows: Iterable[ListRow], tell: Callable[[int], None]) -> int:
    """Bring all rows with a FIDE number into the table; how many. `tell` hears the count so far.

    No lock of the registry's own tables is held meanwhile. Raises Refused for text that no database
    takes.
    """
    values = ((row[1], row[3], row[4], *row[6:21]) for row in rows if row[1] is not None)
    put = _copied if connection.vendor == "postgresql" else _inserted
    count = 0
    try:
        while some := list(islice(values, ROWS_AT_ONCE)):
            put(some)
            count += len(some)
            tell(count)
    except DataError as error:
        raise Refused(
            _("The list holds text that cannot be stored. Download it again from FIDE.")
        ) from error
    return count


def _copied(rows: list[tuple]) -> None:
    with connection.cursor() as cursor, cursor.copy(_COPY) as copy:
        copy.write(
            "".join([line if _plain(line := _LINE % row) else _cleaned(row) for row in rows])
        )


def _plain(line: str) -> bool:
    """Whether no text in it can be taken for a border."""
    return line.count("|") == len(COLUMNS) - 1 and line[:-1].isprintable()


def _cleaned(row: tuple) -> str:
    return _LINE % tuple(_harmless(one) if isinstance(one, str) else one for one in row)


def _harmless(text: str) -> str:
    return "".join(sign if sign.isprintable() and sign != "|" else " " for sign in text)


def _inserted(rows: list[tuple]) -> None:
    """A transaction of its own that touches no other table: others can write meanwhile."""
    own = not connection.in_atomic_block
    with connection.cursor() as cursor:
        if own:
            cursor.execute("BEGIN")
        cursor.executemany(_INSERT, rows)
        if own:
            cursor.execute("COMMIT")


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def hold_out_repeats() -> list[int]:
    """Take out every row whose FIDE number stands in several; the numbers, in order."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT fide_id FROM {STAGING} GROUP BY fide_id "  # noqa: S608
            "HAVING count(*) > 1 ORDER BY fide_id"
        )
        numbers = [number for (number,) in cursor.fetchall()]
        cursor.executemany(
            f"DELETE FROM {STAGING} WHERE fide_id = %s",  # noqa: S608
            [(number,) for number in numbers],
        )
    return numbers


def out_of_range(most: int = 5) -> list[int]:
    """FIDE numbers of some rows with a value that no list of FIDE can have."""
    doubts = [f"length({name}) > {longest}" for name, longest in _LONGEST.items()]
    doubts += [f"{pace} > {HIGHEST}" for pace in ("standard", "rapid", "blitz")]
    doubts += [
        f"{pace}_{what} > {HIGHEST}"
        for pace in ("standard", "rapid", "blitz")
        for what in ("games", "k")
    ]
    doubts.append(f"birth_year > {_LATEST_BIRTH}")
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT fide_id FROM {STAGING} WHERE {' OR '.join(doubts)} LIMIT {most}"  # noqa: S608
        )
        return [number for (number,) in cursor.fetchall()]
