"""A list as a workbook of one sheet, row by row; words are words and never a formula."""

from collections.abc import Iterable
from datetime import UTC
from typing import BinaryIO

from xlsxwriter import Workbook

from qualifications.exports.lines import Line, ListHead, Words


def write_xlsx(out: BinaryIO, head: ListHead, words: Words, lines: Iterable[Line]) -> None:
    """Write the workbook into an open file. The day of the issue stands in its properties."""
    book = Workbook(out, {"constant_memory": True, "strings_to_formulas": False})
    book.set_properties(
        {"title": words.title, "created": head.at.astimezone(UTC).replace(tzinfo=None)}
    )
    sheet = book.add_worksheet(words.title[:31])
    bold = book.add_format({"bold": True})
    for number, column in enumerate(words.columns):
        sheet.set_column(number, number, column.width)
    for place, (name, value) in enumerate(words.facts):
        sheet.write_string(place, 1, name, bold)
        sheet.write_string(place, 4, value)
    heads = len(words.facts) + 1
    for number, column in enumerate(words.columns):
        sheet.write_string(heads, number, column.head, bold)
    sheet.freeze_panes(heads + 1, 2)
    last = heads
    for last, line in enumerate(lines, start=heads + 1):
        for number, cell in enumerate(words.cells(line)):
            if isinstance(cell, str):
                sheet.write_string(last, number, cell)
            elif cell is not None:
                sheet.write_number(last, number, cell)
    sheet.autofilter(heads, 0, last, len(words.columns) - 1)
    book.close()
