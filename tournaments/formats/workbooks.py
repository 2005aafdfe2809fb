"""Sheets of Excel workbooks: the parts of an xlsx as streams of XML, xls by xlrd.

A workbook may be made to fill the memory: the sum of what it unpacks to is limited first, and the
cells of each sheet are counted while they are read.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator

import xlrd
from lxml import etree

from tournaments.formats.problems import ProblemLog
from tournaments.formats.tables import MOST_ROWS, Row, Table, clean, is_within_limits

MOST_UNPACKED = 16 * 1024 * 1024
"""Bytes of all parts of a workbook together."""
MOST_PARTS = 500
_MOST_SHEETS = 10
_MOST_MARKS = 800_000
"""Tags and attributes of all parts together: what a tree of them needs in memory is bounded."""

CODES = frozenset({"table.too_big", "table.unpacked_too_big", "table.damaged", "table.formula"})

_DATE_FORMATS = frozenset({"14", "15", "16", "17", "22"})
"""Formats of days that every workbook has."""
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_XLS_ERRORS = (
    xlrd.XLRDError, ValueError, LookupError, ArithmeticError, AssertionError, TypeError,
    AttributeError, MemoryError, RecursionError, NotImplementedError, EOFError,
)  # fmt: skip


def xlsx_tables(data: bytes, log: ProblemLog) -> list[Table] | None:
    """The sheets of an xlsx workbook that hold something; None with an error in the log.

    The parts are read by lxml as streams: libraries that open whole workbooks reserve memory for
    what a part merely claims to hold.
    """
    parts = _unpacked(data, log)
    if parts is None:
        return None
    sheets = sorted(
        (name for name in parts if re.fullmatch(r"xl/worksheets/[^/]+\.xml", name)),
        key=lambda name: (len(name), name),
    )
    strings = parts.get("xl/sharedStrings.xml", b"").count(b"<si")
    if not is_within_limits(0, 0, strings, log):
        return None
    tables = []
    try:
        shared = _shared_strings(parts.get("xl/sharedStrings.xml", b""))
        dated = _dated_styles(parts.get("xl/styles.xml", b""))
        for name in sheets[:_MOST_SHEETS]:
            rows = _sheet(parts[name], shared, dated, log)
            if rows is None:
                return None
            if any(any(row.cells) for row in rows):
                tables.append(Table("xlsx", rows))
    except etree.XMLSyntaxError:
        log.error("table.damaged")
        return None
    return _some(tables, log)


def xls_tables(data: bytes, log: ProblemLog, *, most_rows: int = MOST_ROWS) -> list[Table] | None:
    """The sheets of an xls workbook (BIFF) that hold something; None with an error in the log."""
    tables = []
    try:
        with xlrd.open_workbook(
            file_contents=data, logfile=io.StringIO(), on_demand=True, ragged_rows=True
        ) as book:
            for index in range(min(book.nsheets, _MOST_SHEETS)):
                sheet = book.sheet_by_index(index)
                cells = sum(sheet.row_len(number) for number in range(sheet.nrows))
                if not is_within_limits(sheet.nrows, sheet.ncols, cells, log, most_rows=most_rows):
                    return None
                rows = tuple(
                    Row(number + 1, tuple(_xls_text(cell) for cell in sheet.row(number)))
                    for number in range(sheet.nrows)
                )
                book.unload_sheet(index)
                if any(any(row.cells) for row in rows):
                    tables.append(Table("xls", rows))
    except _XLS_ERRORS:
        log.error("table.damaged")
        return None
    except Exception as fault:
        if type(fault).__module__ not in ("struct", "xlrd.compdoc", "xlrd.biffh", "zlib"):
            raise
        log.error("table.damaged")
        return None
    return _some(tables, log)


def _some(tables: list[Table], log: ProblemLog) -> list[Table] | None:
    if not tables:
        log.error("table.no_table")
        return None
    return tables


def _unpacked(data: bytes, log: ProblemLog) -> dict[str, bytes] | None:
    """The parts of the archive by name, read to the declared sizes, whose sum is limited."""
    parts: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            total = sum(entry.file_size for entry in entries)
            if len(entries) > MOST_PARTS or total > MOST_UNPACKED:
                log.error("table.unpacked_too_big", megabytes=total // (1024 * 1024))
                return None
            for entry in entries:
                if entry.flag_bits & 1:
                    log.error("table.damaged")
                    return None
                if entry.filename.endswith((".xml", ".rels")):
                    parts[entry.filename] = archive.read(entry)
    except (
        zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError,
        ValueError, LookupError,
    ):  # fmt: skip
        log.error("table.damaged")
        return None
    marks = sum(part.count(b"<") + part.count(b"=") for part in parts.values())
    if marks > _MOST_MARKS:
        log.error("table.unpacked_too_big", megabytes=total // (1024 * 1024))
        return None
    if any(b"<!DOCTYPE" in part or b"<!ENTITY" in part for part in parts.values()):
        log.error("table.damaged")
        return None
    return parts


def _elements(part: bytes, *names: str) -> Iterator[etree._Element]:
    """The closed elements of these names, in order; each is forgotten as the next is asked for."""
    if not part:
        return
    for _, node in etree.iterparse(
        io.BytesIO(part), events=("end",), tag=tuple(_MAIN + name for name in names),
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False,
    ):  # fmt: skip
        yield node
        node.clear()
        while node.getprevious() is not None:
            del node.getparent()[0]


def _shared_strings(part: bytes) -> list[str]:
    return [_string(node) for node in _elements(part, "si")]


def _string(node: etree._Element) -> str:
    """The text of an item, runs joined, readings of foreign scripts (`rPh`) left out."""
    return clean(
        "".join(
            text.text or ""
            for text in node.iter(_MAIN + "t")
            if next(text.iterancestors(_MAIN + "rPh"), None) is None
        )
    )


def _dated_styles(part: bytes) -> set[int]:
    """Styles of cells whose number is a day."""
    custom: set[str] = set()
    dated: set[int] = set()
    for node in _elements(part, "numFmts", "cellXfs"):
        for at, child in enumerate(node):
            code = child.get("numFmtId", "")
            if child.tag == _MAIN + "numFmt":
                bare = re.sub(r'"[^"]*"|\[[^\]]*\]|\\\\.', "", child.get("formatCode", "").lower())
                if "d" in bare or "yy" in bare:
                    custom.add(code)
            elif code in custom or code in _DATE_FORMATS:
                dated.add(at)
    return dated


def _sheet(
    part: bytes, shared: list[str], dated: set[int], log: ProblemLog
) -> tuple[Row, ...] | None:
    """The rows of a sheet, counted while they are read; None with an error in the log."""
    rows: list[Row] = []
    cells: dict[int, str] = {}
    last = column = counted = 0
    for node in _elements(part, "c", "row"):
        if node.tag == _MAIN + "c":
            column = _column(node.get("r"), column)
            counted += 1
            if not is_within_limits(last + 1, column, counted, log):
                return None
            if node.find(_MAIN + "f") is not None:
                log.note("table.formula", last + 1, column)
            cells[column] = _value(node, shared, dated)
            continue
        number = _number(node.get("r")) or last + 1
        if not is_within_limits(number, column, counted, log):
            return None
        if number > last:
            rows += [Row(missing, ()) for missing in range(last + 1, number)]
            width = max(cells, default=0)
            rows.append(Row(number, tuple(cells.get(at, "") for at in range(1, width + 1))))
            last = number
        cells, column = {}, 0
    return tuple(rows)


def _value(node: etree._Element, shared: list[str], dated: set[int]) -> str:
    """A cell as text: shared, written in place, or a number, which may be a day."""
    kind = node.get("t", "n")
    if kind == "inlineStr":
        return _string(node)
    text = node.findtext(_MAIN + "v") or ""
    if kind == "s":
        at = _number(text)
        return shared[at] if at is not None and at < len(shared) else ""
    if kind != "n":
        return "" if kind == "e" else clean(text)
    try:
        number = float(text)
    except ValueError:
        return clean(text)
    if _number(node.get("s")) in dated:
        return _text(_day(number))
    return _text(number)


def _column(reference: str | None, before: int) -> int:
    """The column of `AB12`, from 1; the next one where there is no reference."""
    letters = (reference or "").rstrip("0123456789")
    if not letters.isascii() or not letters.isalpha() or len(letters) > 3:
        return before + 1
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def _number(text: str | None) -> int | None:
    if text is None or not (text.isascii() and text.isdigit()):
        return None
    return int(text[:9])


def _xls_text(cell: xlrd.sheet.Cell) -> str:
    if cell.ctype == xlrd.XL_CELL_DATE:
        return _text(_day(float(cell.value)))
    return "" if cell.ctype == xlrd.XL_CELL_ERROR else _text(cell.value)


def _day(days: float) -> object:
    """The day of a serial number (1900 system); the number itself where it is none."""
    if not 1 <= days < 100_000:
        return days
    year, month, day, *_ = xlrd.xldate_as_tuple(days, 0)
    return f"{year:04d}/{month:02d}/{day:02d}"


def _text(value: object) -> str:
    """A cell as text: whole numbers without a fraction, days as YYYY/MM/DD."""
    if value is None or value == "":
        return ""
    if isinstance(value, float):
        if value != value or abs(value) == float("inf"):
            return ""
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return clean(str(value))
