"""Rows in and out in bulk, one function each: COPY on PostgreSQL, plain batches on SQLite."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from django.db import connection, models
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus

_BATCH = 5_000
"""Rows of one `executemany`."""

Columns = dict[str, npt.NDArray[np.int64]]
"""By name; all of one length."""


def fetch_columns(names: Mapping[str, str], rest: str) -> Columns:
    """Whole numbers out of the database, one array a column.

    `names` is name → SQL expression that is never NULL and fits 64 bits; `rest` is the query from
    FROM on. Both are written by the caller and carry no text that a person gave.
    """
    if connection.vendor == "postgresql":
        return _copied_out(names, rest)
    layout = np.dtype([(name, np.int64) for name in names])
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(names.values())} {rest}")
        rows = np.fromiter(cursor.cursor, dtype=layout)
    return {name: np.ascontiguousarray(rows[name]) for name in names}


def _copied_out(names: Mapping[str, str], rest: str) -> Columns:
    """Binary COPY: a count of fields, then each field as its length and eight bytes."""
    wanted = ", ".join(f"({expression})::int8" for expression in names.values())
    content = _copied_bytes(f"COPY (SELECT {wanted} {rest}) TO STDOUT (FORMAT BINARY)")
    fields: list[tuple[str, str]] = [("fields", ">i2")]
    for name in names:
        fields += [(f"length of {name}", ">i4"), (name, ">i8")]
    layout = np.dtype(fields)
    head, tail = 19, 2
    rows = np.frombuffer(content, layout, (len(content) - head - tail) // layout.itemsize, head)
    return {name: rows[name].astype(np.int64) for name in names}


def _copied_bytes(statement: str) -> bytes:
    """What a COPY sends, asked of libpq itself: psycopg's own loop takes three times as long.

    Raises the database's error, as Django names it.
    """
    connection.ensure_connection()
    session = connection.connection.pgconn
    parts = []
    with connection.wrap_database_errors:
        started = session.exec_(statement.encode())
        if started.status != ExecStatus.COPY_OUT:
            raise error_from_result(started)
        while True:
            size, part = session.get_copy_data(0)
            if size < 0:
                break
            parts.append(bytes(part))
        while (ended := session.get_result()) is not None:
            if ended.status != ExecStatus.COMMAND_OK:
                raise error_from_result(ended)
    return b"".join(parts)


def copy_rows(
    model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> None:
    """Insert rows of plain values; `columns` are the database's names.

    Every column without a default of the database must be given. Call it inside a transaction.
    """
    table = connection.ops.quote_name(model._meta.db_table)
    names = ", ".join(connection.ops.quote_name(column) for column in columns)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * len(columns))
        statement = f"INSERT INTO {table} ({names}) VALUES ({marks})"  # noqa: S608
        batch: list[Sequence[Any]] = []
        for row in rows:
            batch.append(row)
            if len(batch) == _BATCH:
                cursor.executemany(statement, batch)
                batch.clear()
        if batch:
            cursor.executemany(statement, batch)


def numbers_listed(numbers: Iterable[int]) -> str:
    """Whole numbers for `IN (…)`; never empty, because no row has the number −1."""
    return ", ".join(str(int(number)) for number in numbers) or "-1"
