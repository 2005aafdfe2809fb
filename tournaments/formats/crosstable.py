"""Tables of chess-results, Swiss-Manager, Vega and others: rows of players with their rounds.

A crosstable says less than a report: no FIDE numbers, often no sex and no birth, and not always
whose number an opponent is. What is guessed is noted; what only a person knows is asked.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats import table_fields
from tournaments.formats.columns import ColumnMap
from tournaments.formats.details import Details, read_details
from tournaments.formats.parsed import (
    Colour,
    ParsedEvent,
    ParsedPlayer,
    RoundEntry,
    RoundKind,
)
from tournaments.formats.problems import ProblemLog
from tournaments.formats.round_cells import RoundCell, colours, read_round
from tournaments.formats.table_fields import is_number, table_player, with_sexes
from tournaments.formats.tables import Row, Table

CODES = table_fields.CODES | frozenset(
    {
        "table.no_players",
        "table.row_left_out",
        "table.cell_unreadable",
        "table.colour_letters",
        "table.colours_unknown",
        "table.opponents_by_rank",
        "table.opponents_unclear",
        "table.list_cut",
        "table.bye_with_point",
        "table.number_repeated",
        "table.round_robin",
    }
)

_FORMATS = {"vega": "vega-html", "csv": "csv", "html": "chess-results", "xlsx": "chess-results"}
_FORMATS["xls"] = "chess-results"
_SHARE_OF_PAGE = 150
"""Rows that chess-results shows on a page."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A row of the table that is a player's."""

    row: Row
    number: int
    cells: tuple[RoundCell | None, ...]


def read_crosstable(
    table: Table, columns: ColumnMap, log: ProblemLog, *, encoding: str
) -> ParsedEvent | None:
    """The event of a table, read by a mapping of its columns; None with an error in the log."""
    header = table.rows[columns.header_row] if columns.header_row < len(table.rows) else None
    body = _body(table, columns, log)
    if header is None or not body:
        log.error("table.no_players")
        return None
    details = read_details(
        (row.cells[0] for row in table.rows[: max(columns.header_row, 0)] if row.cells),
        table.caption,
    )
    if columns.is_round_robin:
        entries = _round_robin(body, columns, log)
        numbers = _numbers(body, columns, log)
        entries = [
            [entry._replace(opponent=numbers[entry.opponent - 1]) if entry.opponent else entry
             for entry in own]
            for own in entries
        ]  # fmt: skip
    else:
        numbers = _numbers(body, columns, log)
        lines = [
            _Line(row, number, _round_cells(row, columns, log))
            for row, number in zip(body, numbers, strict=True)
        ]
        entries = _entries(lines, columns, log)
    rounds = max((entry.round for own in entries for entry in own if entry.column), default=0)
    players = tuple(
        table_player(row, number, columns, tuple(own[:rounds]), log)
        for row, number, own in zip(body, numbers, entries, strict=True)
    )
    return _event(table, details, with_sexes(players, columns, log), rounds, encoding)


def _event(
    table: Table, details: Details, players: tuple[ParsedPlayer, ...], rounds: int, encoding: str
) -> ParsedEvent:
    return ParsedEvent(
        format=_FORMATS[table.kind],
        encoding=encoding,
        players=players,
        rounds=rounds,
        name=details.name,
        city=details.city,
        federation=details.federation,
        starts_on=details.starts_on,
        ends_on=details.ends_on,
        declared_rounds=details.rounds,
        type_text=details.type_text,
        chief_arbiter=details.chief_arbiter,
        deputy_arbiters=tuple(details.deputies),
        time_control_text=details.time_control_text,
        pace=details.pace,
        list_only=not rounds,
    )


def _body(table: Table, columns: ColumnMap, log: ProblemLog) -> list[Row]:
    """The rows of players: they have a name and something else; the list ends at the footer."""
    name = columns.fields.get("name")
    body: list[Row] = []
    for row in table.rows[columns.header_row + 1 :]:
        filled = sum(bool(cell) for cell in row.cells)
        if row.cell(name) and filled > 1 and "://" not in row.cells[0]:
            body.append(row)
        elif filled > 1:
            log.note("table.row_left_out", row.line, 1, text=" ".join(row.cells)[:60].strip())
    return body


def _numbers(body: Sequence[Row], columns: ColumnMap, log: ProblemLog) -> list[int]:
    """Starting numbers: the column of numbers where it has one for each, else the row's place."""
    column = columns.fields.get("number")
    texts = [row.cell(column) for row in body]
    if all(is_number(text) for text in texts):
        numbers = [int(text) for text in texts]
        if len(set(numbers)) == len(numbers):
            return numbers
        again = Counter(numbers).most_common(1)[0][0]
        at = len(numbers) - 1 - numbers[::-1].index(again)
        log.warning("table.number_repeated", body[at].line, (column or 0) + 1, number=again)
    return list(range(1, len(body) + 1))


def _round_cells(row: Row, columns: ColumnMap, log: ProblemLog) -> tuple[RoundCell | None, ...]:
    cells: list[RoundCell | None] = []
    for number, column in enumerate(columns.rounds, start=1):
        text = row.cell(column)
        if columns.in_threes:
            opponent, colour, result = (row.cell(column + n) for n in range(3))
            text = f"{opponent}{colour}{result}" if is_number(opponent) else f"-{result}"
            text = "" if text == "-" else text
        if not text:
            cells.append(None)
            continue
        cell = read_round(text)
        if cell is None:
            log.error("table.cell_unreadable", row.line, column + 1, round=number, text=text[:20])
            cell = RoundCell(None, "", RoundKind.PENDING, None)
        cells.append(cell)
    return tuple(cells)


def _entries(lines: Sequence[_Line], columns: ColumnMap, log: ProblemLog) -> list[list[RoundEntry]]:
    letters = {cell.letter for line in lines for cell in line.cells if cell}
    known = colours(letters)
    if known is None:
        log.warning("table.colours_unknown", letters=", ".join(sorted(letters - {""})))
        known = {}
    elif letters - {"w", "b", ""}:
        white, black = (letter for letter in known)
        log.note("table.colour_letters", white=white, black=black)
    translate = _opponents(lines, log)
    unknown = {
        cell.opponent
        for line in lines
        for cell in line.cells
        if cell and cell.opponent and cell.opponent not in translate
    }
    if unknown:
        log.error("table.list_cut", rows=len(lines), missing=len(unknown), page=_SHARE_OF_PAGE)
    full = _full_point_rounds(lines, columns, log)
    entries = []
    for line in lines:
        own = []
        for number, (cell, column) in enumerate(
            zip(line.cells, columns.rounds, strict=True), start=1
        ):
            own.append(_entry(number, cell, column + 1, known, translate, number in full))
        entries.append(own)
    return entries


def _entry(
    number: int,
    cell: RoundCell | None,
    column: int,
    known: dict[str, Colour],
    translate: dict[int, int],
    is_full: bool,
) -> RoundEntry:
    if cell is None:
        return RoundEntry(number, None, None, RoundKind.ABSENT, 0)
    kind = cell.kind
    if cell.with_point and is_full:
        kind = RoundKind.FULL_POINT_BYE
    opponent = translate.get(cell.opponent, cell.opponent) if cell.opponent else None
    return RoundEntry(number, opponent, known.get(cell.letter), kind, cell.half_points, column)


def _opponents(lines: Sequence[_Line], log: ProblemLog) -> dict[int, int]:
    """Starting number by what the cells call an opponent: that number, or the place of the row.

    The reading that makes more games mutual is taken.
    """
    by_number = {line.number: line.number for line in lines}
    by_row = {place: line.number for place, line in enumerate(lines, start=1)}
    if by_number == by_row:
        return by_number
    own, places = _mutual(lines, by_number), _mutual(lines, by_row)
    if own == places and own[0]:
        log.warning("table.opponents_unclear")
    if places > own:
        log.note("table.opponents_by_rank")
        return by_row
    return by_number


def _mutual(lines: Sequence[_Line], translate: dict[int, int]) -> tuple[int, int]:
    """How many entries name somebody who names them back, and with results that fit."""
    cells = {line.number: line.cells for line in lines}
    mutual = fitting = 0
    for line in lines:
        for index, cell in enumerate(line.cells):
            if cell is None or cell.opponent is None:
                continue
            answer = cells.get(translate.get(cell.opponent, -1), ())
            back = answer[index] if index < len(answer) else None
            if back is None or back.opponent is None:
                continue
            if translate.get(back.opponent) == line.number:
                mutual += 1
                points = (cell.half_points or 0) + (back.half_points or 0)
                fitting += points == 2 and cell.letter != back.letter
    return mutual, fitting


def _full_point_rounds(lines: Sequence[_Line], columns: ColumnMap, log: ProblemLog) -> set[int]:
    """Rounds in which several have a bye with a point: only one of them can be the pairing bye."""
    count: Counter[int] = Counter()
    for line in lines:
        for number, cell in enumerate(line.cells, start=1):
            if cell is not None and cell.with_point:
                count[number] += 1
                log.note("table.bye_with_point", line.row.line, columns.rounds[number - 1] + 1)
    return {number for number, byes in count.items() if byes > 1}


def _round_robin(
    body: Sequence[Row], columns: ColumnMap, log: ProblemLog
) -> list[list[RoundEntry]]:
    """Results by opponent; the rounds are those of the Berger tables, the colours unknown."""
    size = min(len(columns.rounds), len(body))
    even = size + size % 2
    log.note("table.round_robin", players=size)
    entries = []
    for place, row in enumerate(body, start=1):
        own: dict[int, RoundEntry] = {}
        for other, column in enumerate(columns.rounds[:size], start=1):
            if other == place or place > size:
                continue
            number = _berger_round(place, other, even)
            cell = read_round(row.cell(column).replace("=", "½"))
            points = cell.half_points if cell and row.cell(column) else None
            forfeit = row.cell(column) in ("+", "-")
            kind = RoundKind.FORFEIT if forfeit else RoundKind.PLAYED
            if points is None:
                kind = RoundKind.PENDING
            own[number] = RoundEntry(number, other, None, kind, points, column + 1)
        entries.append([
            own.get(number) or RoundEntry(number, None, None, RoundKind.ABSENT, 0)
            for number in range(1, even)
        ])  # fmt: skip
    return entries


def _berger_round(one: int, other: int, even: int) -> int:
    """The round in which two meet when an even number plays everybody against everybody."""
    low, high = sorted((one, other))
    total = 2 * low if high == even else low + high
    return (total - 2) % (even - 1) + 1
