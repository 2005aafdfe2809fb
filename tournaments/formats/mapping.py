"""A person's answer to the question which column of a table is what: as choices, JSON and a key."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.formats.columns import FIELDS, ColumnMap
from tournaments.formats.problems import ProblemLog
from tournaments.formats.tables import MOST_COLUMNS, MOST_ROWS, Row, Table

CODES = frozenset({"table.column_given", "table.columns_remembered"})

ROUND = "round"
"""What a column of a round is called among the choices."""
NOTHING = ""
"""A column that is not read."""
CELLS, THREES, OPPONENTS = "cells", "threes", "opponents"
LAYOUTS = (CELLS, THREES, OPPONENTS)
"""A round in one cell; in three cells (opponent, colour, result); a column for each opponent."""
NO_HEADINGS = -1
"""Row of the headings of a table that has none: players begin in its first row."""
_HEADING_ROWS = 60


class Unusable(ValueError):
    """The choices make no mapping; `code` says why: `no_name`, `twice`."""

    def __init__(self, code: str, name: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.name = name


@dataclass(frozen=True, slots=True)
class Remembered:
    """How a person has read a table with these headings before."""

    columns: ColumnMap
    source: str
    """Where that was: the name of the file and the day."""


def heading_key(row: Row) -> str:
    """What tells a row of headings again in another file; empty for a row with too little in it."""
    cells = [" ".join(cell.casefold().split()) for cell in row.cells]
    while cells and not cells[-1]:
        cells.pop()
    if sum(bool(cell) for cell in cells) < 2:
        return ""
    return hashlib.sha256("\x1f".join(cells).encode()).hexdigest()


def recall(
    table: Table, remembered: Mapping[str, Remembered]
) -> tuple[ColumnMap, Remembered] | None:
    """The mapping that was given for one of the first rows as headings, moved to that row."""
    if not remembered:
        return None
    for index, row in enumerate(table.rows[:_HEADING_ROWS]):
        known = remembered.get(heading_key(row))
        if known is not None:
            return replace(known.columns, header_row=index), known
    return None


def mapping_of(choices: Sequence[str], *, header_row: int, layout: str = CELLS) -> ColumnMap:
    """The mapping of what was chosen for each column, from the first one on.

    Raises Unusable where no column is the name, or two columns are the same field.
    """
    fields: dict[str, int] = {}
    for column, choice in enumerate(choices):
        if choice not in FIELDS:
            continue
        if choice in fields:
            raise Unusable("twice", choice)
        fields[choice] = column
    if "name" not in fields:
        raise Unusable("no_name")
    return ColumnMap(
        header_row=header_row,
        fields=fields,
        rounds=tuple(at for at, choice in enumerate(choices) if choice == ROUND),
        in_threes=layout == THREES,
        is_round_robin=layout == OPPONENTS,
    )


def choices_of(columns: ColumnMap | None, width: int) -> list[str]:
    """The choice for each of `width` columns; nothing chosen without a mapping."""
    choices = [NOTHING] * width
    if columns is not None:
        for name, column in columns.fields.items():
            if column < width:
                choices[column] = name
        for column in columns.rounds:
            if column < width:
                choices[column] = ROUND
    return choices


def layout_of(columns: ColumnMap | None) -> str:
    if columns is None or not (columns.in_threes or columns.is_round_robin):
        return CELLS
    return THREES if columns.in_threes else OPPONENTS


def likely_headings(table: Table) -> int:
    """The row that may be the headings: of the first ones the fullest, the earlier of equal."""
    rows = table.rows[:_HEADING_ROWS]
    filled = [sum(bool(cell) for cell in row.cells) for row in rows]
    return filled.index(max(filled)) if filled else 0


def to_json(columns: ColumnMap) -> dict[str, Any]:
    return {
        "header_row": columns.header_row,
        "fields": dict(columns.fields),
        "rounds": list(columns.rounds),
        "layout": layout_of(columns),
    }


def from_json(stored: Any) -> ColumnMap | None:
    """The mapping that `to_json` gave; None for anything else."""
    if not isinstance(stored, dict):
        return None
    fields, rounds, header = stored.get("fields"), stored.get("rounds"), stored.get("header_row")
    if not isinstance(fields, dict) or not isinstance(rounds, list):
        return None
    if not isinstance(header, int) or not NO_HEADINGS <= header < MOST_ROWS:
        return None
    numbers = [*fields.values(), *rounds]
    if not all(isinstance(n, int) and 0 <= n < MOST_COLUMNS for n in numbers):
        return None
    if "name" not in fields or not set(fields) <= set(FIELDS):
        return None
    layout = stored.get("layout")
    return ColumnMap(
        header,
        fields,
        tuple(rounds),
        in_threes=layout == THREES,
        is_round_robin=layout == OPPONENTS,
    )


def tell_given(
    table: Table,
    columns: ColumnMap,
    proposal: ColumnMap | None,
    log: ProblemLog,
    *,
    source: str = "",
) -> None:
    """A note for each column that is read as a person said and not as its heading suggests.

    `source`: where the mapping was remembered from; empty for a mapping given for this file.
    """
    header = columns.header_row
    row = table.rows[header] if 0 <= header < len(table.rows) else Row(1, ())
    proposed = {column: name for name, column in (proposal.fields if proposal else {}).items()}
    if proposal is not None:
        proposed |= dict.fromkeys(proposal.rounds, ROUND)
    given = {column: name for name, column in columns.fields.items()}
    given |= dict.fromkeys(columns.rounds, ROUND)
    if source:
        log.note("table.columns_remembered", row.line, source=source)
    for column in sorted(given.keys() | proposed.keys()):
        meaning = given.get(column, NOTHING)
        if meaning != proposed.get(column, NOTHING):
            log.note(
                "table.column_given",
                row.line,
                column + 1,
                group=str(column),
                number=column + 1,
                heading=row.cell(column)[:40],
                meaning=meaning,
            )
