"""The page that asks which column of a table is what: the first rows, choices, and what is read."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from tournaments.formats.columns import FIELDS, ColumnMap
from tournaments.formats.mapping import (
    CELLS,
    NO_HEADINGS,
    NOTHING,
    OPPONENTS,
    ROUND,
    THREES,
    Remembered,
    Unusable,
    choices_of,
    from_json,
    heading_key,
    layout_of,
    likely_headings,
    mapping_of,
    recall,
)
from tournaments.formats.parsed import ParsedPlayer, ReadResult
from tournaments.formats.problems import Severity
from tournaments.formats.reading import Preview, preview_table, read_file
from tournaments.models import Event
from tournaments.selectors import CrosstableRow, crosstable_of_file
from tournaments.wording import COLUMNS, problem_message

ROWS_BEFORE, ROWS_SHOWN = 3, 12
PLAYERS_SHOWN = 6
MOST_CHOICES = 120
"""Columns that a person is asked about; no table of a tournament has more."""


@dataclass(frozen=True, slots=True)
class TableRow:
    index: int
    line: int
    cells: list[str]
    is_header: bool


@dataclass(frozen=True, slots=True)
class ColumnsPage:
    rows: list[TableRow]
    choices: list[str]
    """What each column is taken for."""
    header_row: int
    layout: str
    source: str
    """Where the mapping was remembered from."""
    error: str
    columns: ColumnMap | None
    """None while the choices make no mapping."""
    heading: str
    """Key of the headings; empty where there are none to remember by."""
    result: ReadResult | None
    """What is read by them."""
    options: list[tuple[str, str]]
    layouts: list[tuple[str, str]]
    no_headings: int = NO_HEADINGS

    @property
    def sample(self) -> list[tuple[ParsedPlayer, CrosstableRow]]:
        """The first players as they are read, with their rounds."""
        event = self.result.event if self.result else None
        if event is None:
            return []
        lines = {row.number: row for row in crosstable_of_file(event)}
        return [(player, lines[player.number]) for player in event.players[:PLAYERS_SHOWN]]

    @property
    def told(self) -> list[str]:
        """The first errors and warnings of what is read so."""
        problems = self.result.problems if self.result else ()
        grave = [p for p in problems if p.severity is not Severity.NOTE]
        return [problem_message(problem) for problem in grave[:PLAYERS_SHOWN]]


def columns_page(
    event: Event,
    remembered: Mapping[str, Remembered],
    *,
    today: date,
    post: Mapping[str, str] | None = None,
) -> ColumnsPage | None:
    """The page for the file of an event, with what was posted; None where the file is no table."""
    if event.upload is None:
        return None
    encoding = event.review.get("encoding") or None
    content = bytes(event.upload.content)
    preview = preview_table(content, encoding=encoding)
    if preview is None:
        return None
    columns, source = _known(event, preview, remembered)
    header = columns.header_row if columns else likely_headings(preview.table)
    layout = layout_of(columns)
    width = _width(preview)
    choices, error = choices_of(columns, width), ""
    if post is not None:
        header, layout, source = _header(post, header), post.get("layout", CELLS), ""
        allowed = {*FIELDS, ROUND, NOTHING}
        choices = [post.get(f"column-{at}", NOTHING) for at in range(width)]
        choices = [choice if choice in allowed else NOTHING for choice in choices]
        columns = None
        try:
            columns = mapping_of(choices, header_row=header, layout=layout)
        except Unusable as fault:
            error = _why(fault)
    result = None
    if columns is not None:
        result = read_file(content, encoding=encoding, today=today, columns=columns)
    rows = preview.table.rows
    first = max(0, header - ROWS_BEFORE)
    return ColumnsPage(
        rows=[
            TableRow(at, row.line, [row.cell(n)[:40] for n in range(width)], at == header)
            for at, row in list(enumerate(rows))[first : first + ROWS_SHOWN]
        ],
        choices=choices,
        header_row=header,
        layout=layout,
        source=source,
        error=error,
        columns=columns,
        heading=heading_key(rows[header]) if 0 <= header < len(rows) else "",
        result=result,
        options=[(name, str(COLUMNS[name])) for name in (NOTHING, "name", *_others(), ROUND)],
        layouts=[
            (CELLS, _("each round in one column, as in 12w1")),
            (THREES, _("each round in three columns: opponent, colour, result; choose the first")),
            (OPPONENTS, _("a column for each opponent, everybody against everybody")),
        ],
    )


def _others() -> list[str]:
    return [name for name in FIELDS if name != "name"]


def _known(
    event: Event, preview: Preview, remembered: Mapping[str, Remembered]
) -> tuple[ColumnMap | None, str]:
    """What the table is read by now: as said for this file, as remembered, as recognised."""
    given = from_json(event.review.get("columns"))
    if given is not None:
        return given, ""
    known = recall(preview.table, remembered)
    if known is not None:
        return known[0], known[1].source
    return preview.proposal, ""


def _width(preview: Preview) -> int:
    widest = max((len(row.cells) for row in preview.table.rows), default=0)
    return min(widest, MOST_CHOICES)


def _header(post: Mapping[str, str], before: int) -> int:
    text = post.get("header_row", "")
    if text == str(NO_HEADINGS):
        return NO_HEADINGS
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else before


def _why(fault: Unusable) -> str:
    if fault.code == "twice":
        return _("Two columns are chosen as “%(meaning)s”. Leave one of them.") % {
            "meaning": COLUMNS[fault.name]
        }
    return _("Choose which column holds the names.")
