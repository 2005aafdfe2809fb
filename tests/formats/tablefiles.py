"""Crosstables made by hand for the tests of the readers: as rows, workbooks, pages and text."""

import io
from collections.abc import Sequence

import xlsxwriter
import xlwt

Rows = Sequence[Sequence[object]]

TITLE: Rows = (
    ("From the Tournament-Database of Chess-Results https://chess-results.com",),
    ("Кубок Лебедина",),
    ("Federation : Ukraine ( UKR )",),
    ("Chief Arbiter : IA Озерянський, Захар (14100018)",),
    ("Deputy Chief Arbiter : FA Перша, Віра (14100026), NA Друга, Ніна (14100034)",),
    ("Time control (Rapid) : 10 minutes + 5 seconds",),
    ("Location : Лебедин",),
    ("Number of rounds : 3",),
    ("Date : 2025/03/03 to 2025/03/05",),
    ("",),
    ("Starting rank crosstable",),
)
HEADER = ("No.", "", "Name", "Rtg", "FED", "1.Rd", "2.Rd", "3.Rd", "Pts. ", "Rk.", "TB1")
PLAYERS: Rows = (
    (1, "IM", "Берест Богдан ", 2400, "UKR", "  3w1", "  2b½", "  5w+", 2.5, 1, 3.5),
    (2, "", "Вишня Віра ", 2300, "UKR", "  4b1", "  1w½", " -½", 2, 2, 4),
    (3, "AFM", "Горобець Гнат ", 2200, "GEO", "  1b0", " -1", "  4w1", 2, 3, 4),
    (4, "", "Дзвін Данило ", 2100, "", "  2w0", "  5b1", "  3b0", 1, 4, 5),
    (5, "", "Едель Емма ", 0, "UKR", -1, "  4w0", "  1b-", 1, 5, 4),
)
FOOTER: Rows = (
    ("",),
    ("You find all details to this tournament under  https://chess-results.com/tnr1.aspx",),
)
SHEET: Rows = (*TITLE, HEADER, *PLAYERS, *FOOTER)
FIRST_ROW = len(TITLE) + 2
"""Row of the first player in the sheet."""


def xlsx(rows: Rows) -> bytes:
    target = io.BytesIO()
    with xlsxwriter.Workbook(target, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        for at, row in enumerate(rows):
            sheet.write_row(at, 0, row)
    return target.getvalue()


def xls(rows: Rows) -> bytes:
    book = xlwt.Workbook()
    sheet = book.add_sheet("Sheet1")
    for at, row in enumerate(rows):
        for column, value in enumerate(row):
            if value != "":
                sheet.write(at, column, value)
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def page(rows: Rows, *, caption: str = "Кубок Лебедина", menu: bool = True) -> bytes:
    """A saved page: the table of interest inside a table of layout, beside a menu."""
    body = "".join(
        "<tr class='CRg1'>" + "".join(f"<td class='CRc'>{_html(cell)}</td>" for cell in row)
        + "</tr>\n"
        for row in rows
    )  # fmt: skip
    return (
        "<!DOCTYPE html>\n<html><head><meta charset='utf-8'></head><body>"
        f"<table><tr><td><h2>{caption}</h2><h2>Starting rank crosstable</h2></td></tr><tr><td>"
        + ("<table><tr><td>Home</td><td>Search</td></tr></table>\n" if menu else "")
        + f"<table class='CRs1'>{body}</table></td></tr></table></body></html>"
    ).encode()


def _comma(cell: object) -> str:
    return str(cell).replace(".", ",") if isinstance(cell, float) else str(cell)


def _html(cell: object) -> str:
    return str(cell).replace("½", "&frac12;")


def separated(rows: Rows, separator: str = ";", encoding: str = "utf-8") -> bytes:
    lines = (separator.join(_comma(cell) for cell in row) for row in rows)
    text = "\r\n".join(lines) + "\r\n"
    if encoding == "cp1251":  # which has no half
        text = text.replace("½", "=")
    return text.encode(encoding)
