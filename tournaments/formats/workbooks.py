"""Sheets of Excel workbooks: xlsx by calamine, xls by xlrd, after a look at their sizes.

A workbook may be made to fill the memory: the sum of what it unpacks to is limited, each sheet's
cells are counted before the sheet is opened, and only what was counted is handed on.
"""

import io
import zipfile
import zlib

import xlrd
from lxml import etree
from python_calamine import CalamineWorkbook

from tournaments.formats.problems import ProblemLog
from tournaments.formats.tables import Row, Table, clean, is_within_limits

MOST_UNPACKED = 24 * 1024 * 1024
"""Bytes of all parts of a workbook together."""
MOST_PARTS = 500
_MOST_SHEETS = 10

CODES = frozenset({"table.too_big", "table.unpacked_too_big", "table.damaged", "table.formula"})

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_XLS_ERRORS = (
    xlrd.XLRDError, ValueError, LookupError, ArithmeticError, AssertionError, TypeError,
    AttributeError, MemoryError, RecursionError, NotImplementedError, EOFError,
)  # fmt: skip


def xlsx_tables(data: bytes, log: ProblemLog) -> list[Table] | None:
    """The sheets of an xlsx workbook that hold something; None with an error in the log."""
    parts = _unpacked(data, log)
    if parts is None:
        return None
    for name, part in parts.items():
        is_sheet = name.startswith("xl/worksheets/") and name.endswith(".xml")
        if is_sheet and not _is_sheet_within_limits(part, log):
            return None
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(_packed(parts)))
        found = [
            (book.get_sheet_by_name(name).to_python(skip_empty_area=False))
            for name in book.sheet_names[:_MOST_SHEETS]
        ]
    except BaseException as fault:  # a panic of the library is no Exception
        if isinstance(fault, (KeyboardInterrupt, SystemExit, GeneratorExit)):
            raise
        log.error("table.damaged")
        return None
    tables = []
    for sheet in found:
        rows = tuple(
            Row(number, tuple(_text(value) for value in values))
            for number, values in enumerate(sheet, start=1)
        )
        if any(any(row.cells) for row in rows):
            tables.append(Table("xlsx", rows))
    return _some(tables, log)


def xls_tables(data: bytes, log: ProblemLog) -> list[Table] | None:
    """The sheets of an xls workbook (BIFF) that hold something; None with an error in the log."""
    tables = []
    try:
        with xlrd.open_workbook(
            file_contents=data, logfile=io.StringIO(), on_demand=True, ragged_rows=True
        ) as book:
            for index in range(min(book.nsheets, _MOST_SHEETS)):
                sheet = book.sheet_by_index(index)
                cells = sum(sheet.row_len(number) for number in range(sheet.nrows))
                if not is_within_limits(sheet.nrows, sheet.ncols, cells, log):
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
    if any(b"<!DOCTYPE" in part or b"<!ENTITY" in part for part in parts.values()):
        log.error("table.damaged")
        return None
    return parts


def _packed(parts: dict[str, bytes]) -> bytes:
    """The same parts in a new archive, whose sizes are true whatever the given one said."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return target.getvalue()


def _is_sheet_within_limits(part: bytes, log: ProblemLog) -> bool:
    """Counts the cells of a sheet and looks how far out they lie; a formula is noted."""
    last_row = last_column = cells = row = column = 0
    tags = (_MAIN + "row", _MAIN + "c", _MAIN + "f")
    try:
        for _, node in etree.iterparse(
            io.BytesIO(part), events=("start", "end"), tag=tags, resolve_entities=False,
            no_network=True, load_dtd=False, huge_tree=False,
        ):  # fmt: skip
            if _ == "end":
                if node.tag != tags[2]:
                    node.clear()
                    while node.getprevious() is not None:
                        del node.getparent()[0]
                continue
            if node.tag == tags[0]:
                row, column = _number(node.get("r")) or row + 1, 0
            elif node.tag == tags[1]:
                row, column = _position(node.get("r"), row, column)
                cells += 1
            else:
                log.note("table.formula", row, column)
            last_row, last_column = max(last_row, row), max(last_column, column)
            if not is_within_limits(last_row, last_column, cells, log):
                return False
    except etree.XMLSyntaxError:
        log.error("table.damaged")
        return False
    return True


def _position(reference: str | None, row: int, column: int) -> tuple[int, int]:
    """Row and column of `AB12`; the next cell where there is no reference."""
    letters = (reference or "").rstrip("0123456789").lstrip("$")
    digits = (reference or "")[len(letters) :]
    if not letters.isascii() or not letters.isalpha() or len(letters) > 3:
        return row, column + 1
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return _number(digits) or row, number


def _number(text: str | None) -> int | None:
    if text is None or not (text.isascii() and text.isdigit()):
        return None
    return int(text[:9])


def _xls_text(cell: xlrd.sheet.Cell) -> str:
    if cell.ctype == xlrd.XL_CELL_DATE:
        return _text(_xls_date(float(cell.value)))
    return "" if cell.ctype == xlrd.XL_CELL_ERROR else _text(cell.value)


def _xls_date(days: float) -> object:
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
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if hasattr(value, "strftime"):
        return f"{value:%Y/%m/%d}"
    return clean(str(value))
