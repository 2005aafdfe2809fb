"""Points with a decimal comma in a text that is separated by commas: `4,5` became two cells."""

from dataclasses import replace

from tournaments.formats.columns import ColumnMap
from tournaments.formats.tables import Row, Table

TOGETHER, APART = "decimal_comma", "separate"
"""Answers to the question whether the two cells are one number."""


def cut_points(table: Table, columns: ColumnMap) -> int:
    """In how many rows the points may be cut in two: longer than the headings, `4` before `5`."""
    return sum(_is_cut(row, table, columns) for row in table.rows[columns.header_row + 1 :])


def joined_points(table: Table, columns: ColumnMap) -> Table:
    """The table with those points as one cell again."""
    at = columns.fields.get("points", 0)
    return replace(
        table,
        rows=tuple(
            Row(row.line, (*row.cells[:at], ".".join(row.cells[at : at + 2]), *row.cells[at + 2 :]))
            if number > columns.header_row and _is_cut(row, table, columns)
            else row
            for number, row in enumerate(table.rows)
        ),
    )


def _is_cut(row: Row, table: Table, columns: ColumnMap) -> bool:
    at = columns.fields.get("points")
    if at is None or table.kind != "csv" or not 0 <= columns.header_row < len(table.rows):
        return False
    longer = len(row.cells) > len(table.rows[columns.header_row].cells)
    return longer and row.cell(at).isdigit() and row.cell(at + 1) in ("0", "5")
