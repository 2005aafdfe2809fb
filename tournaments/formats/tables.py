"""Rows of cells out of a workbook, a web page or separated text, within limits checked first.

Nothing is calculated: a cell with a formula gives the value that was stored with it. No entity is
expanded and nothing is fetched.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from lxml import etree
from lxml import html as lxml_html

from tournaments.formats.problems import ProblemLog

MOST_ROWS = 5_000
MOST_COLUMNS = 200
MOST_CELLS = 100_000
"""No tournament needs more."""

CODES = frozenset(
    {
        "table.too_big",
        "table.damaged",
        "table.formula",
        "table.no_table",
    }
)

_BLANKS = str.maketrans(
    {"\xa0": " ", "\u2009": " ", "\u202f": " ", "\t": " ", "\n": " ", "\r": " "}
)
_VEGA_CLASSES = {"cw": "w", "cb": "b", "cf": "f"}


@dataclass(frozen=True, slots=True)
class Row:
    line: int
    """Line of the text or page, row of the sheet, from 1."""
    cells: tuple[str, ...]

    def cell(self, index: int | None) -> str:
        """The text of a cell, empty where the row is shorter or there is no such column."""
        if index is None or not 0 <= index < len(self.cells):
            return ""
        return self.cells[index]


@dataclass(frozen=True, slots=True)
class Table:
    kind: str
    """`html`, `vega`, `xlsx`, `xls`, `csv`."""
    rows: tuple[Row, ...]
    caption: tuple[str, ...] = ()
    """Headings of the page around the table."""


def clean(text: str) -> str:
    """Without blanks around, and with one blank for any inside."""
    return " ".join(text.translate(_BLANKS).split())


def is_within_limits(
    rows: int, columns: int, cells: int, log: ProblemLog, *, most_rows: int = MOST_ROWS
) -> bool:
    """Whether a table of this size is read; an error in the log where it is not."""
    if rows <= most_rows and columns <= MOST_COLUMNS and cells <= MOST_CELLS:
        return True
    log.error("table.too_big", rows=rows, columns=columns)
    return False


def separated_text(lines: tuple[str, ...], log: ProblemLog) -> Table | None:
    """A table of separated values; the separator is the one that cuts most lines alike."""
    separator = _separator(lines)
    if separator is None:
        log.error("table.no_table")
        return None
    if len(lines) > 20 * MOST_ROWS:
        log.error("table.too_big", rows=len(lines), columns=0)
        return None
    rows: list[Row] = []
    cells = 0
    reader = csv.reader(lines, delimiter=separator)
    try:
        for found in reader:
            if any(cell.strip() for cell in found):
                cells += len(found)
                rows.append(Row(reader.line_num, tuple(clean(cell) for cell in found)))
            if len(rows) > MOST_ROWS or len(found) > MOST_COLUMNS or cells > MOST_CELLS:
                log.error("table.too_big", rows=len(rows), columns=len(found))
                return None
    except csv.Error:
        log.error("table.damaged", reader.line_num, 1)
        return None
    return Table("csv", tuple(rows))


def has_separators(lines: tuple[str, ...]) -> bool:
    """Whether the lines are separated values rather than prose or columns."""
    return _separator(lines) is not None


def _separator(lines: tuple[str, ...]) -> str | None:
    """`;`, tab or `,`: the one that most lines hold as often as the line before, outside quotes."""
    best, best_score = None, 0
    sample = [_outside_quotes(line) for line in lines[:400] if line.strip()]
    for separator in (";", "\t", ","):
        counts = [line.count(separator) for line in sample]
        score = sum(n > 0 and n == before for before, n in pairwise(counts))
        if score > best_score and max(counts) >= 2:
            best, best_score = separator, score
    return best


def _outside_quotes(line: str) -> str:
    return "".join(line[:4000].split('"')[::2])


def web_page(text: str, log: ProblemLog) -> list[Table] | None:
    """The tables of a saved page that hold no other tables, in order; None when it has none."""
    parser = lxml_html.HTMLParser(
        encoding="utf-8", no_network=True, huge_tree=False, recover=True, remove_comments=True,
        remove_pis=True,
    )  # fmt: skip
    try:
        root = lxml_html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError, AssertionError):
        log.error("table.no_table")
        return None
    captions = tuple(
        caption for node in root.iter("h1", "h2", "h3", "title") if (caption := clean(_text(node)))
    )
    tables: list[Table] = []
    cells = 0
    for node in root.iter("table"):
        if next(node.iterdescendants("table"), None) is not None:
            continue
        rows = []
        vega = False
        for row_node in node.iter("tr"):
            texts, of_vega = _cells(row_node)
            vega = vega or of_vega
            cells += len(texts)
            rows.append(Row(_line_of(row_node), tuple(texts)))
            if not is_within_limits(len(rows), len(texts), cells, log):
                return None
        tables.append(Table("vega" if vega else "html", tuple(rows), captions))
    if not tables:
        log.error("table.no_table")
        return None
    return tables


def _line_of(node: etree._Element) -> int:
    return int(str(node.sourceline or 1))


def _cells(row: etree._Element) -> tuple[list[str], bool]:
    texts: list[str] = []
    of_vega = False
    for cell in row.iterchildren("td", "th"):
        vega = _vega_cell(cell)
        of_vega = of_vega or vega is not None
        texts.append(clean(_text(cell)) if vega is None else vega)
        span = cell.get("colspan", "1")
        if span.isascii() and span.isdigit() and len(span) < 3:
            texts += [""] * min(int(span) - 1, 50)
        if len(texts) > MOST_COLUMNS:
            break
    return texts, of_vega


def _vega_cell(cell: etree._Element) -> str | None:
    """Vega's round: `<div class="res">1</div><div class="cw">53</div>`, class `cf` without play.

    Written as other crosstables write it: `53w1`, `53+`, `-1`.
    """
    found: dict[str, str] = {}
    for node in cell.iter("div"):
        name = (node.get("class") or "").strip().lower()
        if name == "res" or name in _VEGA_CLASSES:
            found[name] = clean(_text(node))
    colour = next((_VEGA_CLASSES[name] for name in _VEGA_CLASSES if name in found), None)
    if colour is None or "res" not in found:
        return None
    result = found["res"]
    opponent = next(found[name] for name in _VEGA_CLASSES if name in found).lstrip("0")
    if colour != "f":
        return f"{opponent}{colour}{result}"
    if opponent.isdigit():
        return opponent + {"1": "+", "0": "-"}.get(result, result)
    return "-" + {"+": "1", "-": "0", "": "0", "=": "½"}.get(result, result)


def _text(node: etree._Element) -> str:
    return "".join(_pieces(node))


def _pieces(node: etree._Element) -> Iterator[str]:
    for index, piece in enumerate(node.itertext()):
        if index > 2000:
            return
        if isinstance(piece, str):
            yield piece
