"""The Ukrainian text list and the Russian lists of separated values, row by row."""

import codecs
import csv
import io
import re
from collections.abc import Iterator
from datetime import date
from typing import BinaryIO

from tournaments.formats.dates import birth_date, full_date
from tournaments.formats.lists import ListRow, RatingList
from tournaments.formats.parsed import PartialDate
from tournaments.formats.problems import ProblemLog
from tournaments.formats.tables import Row
from tournaments.formats.text import guess_encoding
from tournaments.formats.workbooks import xls_tables

_UKRAINIAN = re.compile(r"РЕЙТИНГ\s*-?\s*ЛИСТ\s+НА\s+(\d\d)\.(\d\d)\.(\d\d)", re.IGNORECASE)
_LEAST_AGE = 3
_MOST_WORKBOOK, _MOST_WORKBOOK_ROWS = 20 * 1024 * 1024, 65_536
_TITLES_AFTER = re.compile(
    r"\s+((?:мг|мм|мф|гр|змс|мс|кмс|1|мсмк)(?:/(?:гр|змс|мс|кмс|1|мсмк))*(?:\s*\(мол\))?)$"
)
_NEW_RUSSIAN = ("ID_No", "Name", "Sex", "Fed")
_OLD_RUSSIAN_WIDTH = 8


def _decoded(head: bytes) -> tuple[str, str]:
    whole = head[: head.rfind(b"\n") + 1] or head
    encoding = guess_encoding(whole)
    return whole.decode(encoding, "replace").removeprefix("\ufeff"), encoding


def open_ukrainian(stream: BinaryIO, head: bytes, log: ProblemLog) -> RatingList | None:
    """The regional lists of 2011 to 2017 in fixed columns, under a heading with their day."""
    if head.startswith((b"PK", b"\xd0\xcf\x11\xe0")):
        return None
    text, encoding = _decoded(head)
    found = _UKRAINIAN.search(text[:2000])
    if found is None:
        return None
    day = full_date(2000 + int(found[3]), int(found[2]), int(found[1]))
    return RatingList("ukr-txt", encoding, day, _ukrainian(stream, encoding, day, log), log)


def open_ukrainian_workbook(stream: BinaryIO, head: bytes, log: ProblemLog) -> RatingList | None:
    """Today's list of the federation as xls: `Fide_No, Name, Fed, Sex, Rtg_Nat, Rtg_Int, Birthday`.

    A title stands after the name (`мг/змс`); `н` among the sexes marks who is nationally inactive.
    """
    if not head.startswith(b"\xd0\xcf\x11\xe0"):
        return None
    data = stream.read(_MOST_WORKBOOK + 1)
    stream.seek(0)
    tables = xls_tables(data, ProblemLog(), most_rows=_MOST_WORKBOOK_ROWS)
    for table in tables or ():
        header = {name: at for at, name in enumerate(table.rows[0].cells)}
        if {"Fide_No", "Name", "Rtg_Nat"} <= header.keys():
            rows = _workbook_rows(table.rows[1:], header, log)
            return RatingList("ukr-xls", "utf-16", None, rows, log)
    return None


def _workbook_rows(
    rows: tuple[Row, ...], header: dict[str, int], log: ProblemLog
) -> Iterator[ListRow]:
    for row in rows:
        name, marks = row.cell(header["Name"]), row.cell(header.get("Sex"))
        if not name:
            continue
        found = _TITLES_AFTER.search(name)
        fide = row.cell(header["Fide_No"])
        fide_id = int(fide) if _is_number(fide) and len(fide) < 10 else None
        if fide.strip("0") and fide_id is None:
            log.warning("list.number_unreadable", row.line, header["Fide_No"] + 1, text=fide[:20])
        birth_text = row.cell(header.get("Birthday"))
        birth, form = birth_date(birth_text)
        if form == "bad":
            log.warning("list.birth_unreadable", row.line, header["Birthday"] + 1, text=birth_text)
        yield _row(
            row.line,
            fide_id=fide_id or None,
            name=name[: found.start()].strip() if found else name,
            federation="UKR",
            region=row.cell(header.get("Fed")),
            sex="w" if "w" in marks else "",
            title=found[1] if found else "",
            birth=birth,
            flags=marks,
            standard=_rating(row.cell(header.get("Rtg_Int")), row.line, log),
            national_rating=_rating(row.cell(header["Rtg_Nat"]), row.line, log),
        )


def _ukrainian(
    stream: BinaryIO, encoding: str, day: date | None, log: ProblemLog
) -> Iterator[ListRow]:
    year = day.year if day else 2011
    rules = 0
    for number, line in enumerate(_lines(stream, encoding), start=1):
        bare = line.strip()
        if len(bare) > 20 and not bare.strip("-"):
            rules += 1
            continue
        if rules < 2 or not bare:
            continue
        if not line[:4].strip().isdigit():
            if bare.startswith(("Список", "СПИСОК")):
                return
            continue
        yield _ukrainian_row(number, line, year, log)


def _ukrainian_row(number: int, line: str, year: int, log: ProblemLog) -> ListRow:
    title, flags = line[28:36].strip(), line[82:87].strip()
    if title.endswith(" н") or title == "н":
        log.note("list.mark_in_title", number, 29, text=title)
        title, flags = title.removesuffix("н").strip(), flags + "н"
    identity = line[64:72].strip()
    if identity and not _is_number(identity):
        log.warning("list.number_unreadable", number, 65, text=identity)
        identity = ""
    is_fide = len(identity) > 5
    birth, clear = _short_birth(line[51:59], year)
    if not clear:
        log.warning("list.birth_unreadable", number, 52, text=line[51:59].strip())
    rating = line[46:50].strip()
    if rating and not _is_number(rating):
        log.warning("list.rating_unreadable", number, 47, text=rating)
        rating = ""
    return _row(
        number,
        fide_id=int(identity) if is_fide else None,
        national_id="" if is_fide else identity,
        name=line[5:28].strip(),
        federation="UKR",
        region=line[60:63].strip(),
        sex="w" if "w" in flags else "",
        title=title,
        birth=birth,
        flags=flags,
        national_rating=int(rating or 0) or None,
    )


def _short_birth(text: str, year: int) -> tuple[PartialDate | None, bool]:
    """The date of `dd.mm.yy`, the year of `......yy`, None of `........`; and whether it was one.

    Of the two centuries the one is taken in which the person is at least three years old.
    """
    text = text.strip()
    if not text.strip(". "):
        return None, True
    found = re.fullmatch(r"(\d\d|\.\.)\.(\d\d|\.\.)\.(\d\d)", text)
    if found is None:
        return None, False
    born = year - year % 100 + int(found[3])
    if born > year - _LEAST_AGE:
        born -= 100
    if found[1] == "..":
        return PartialDate(born), True
    if found[2] == ".." or full_date(born, int(found[2]), int(found[1])) is None:
        return PartialDate(born), False
    return PartialDate(born, int(found[2]), int(found[1])), True


def open_russian(stream: BinaryIO, head: bytes, log: ProblemLog) -> RatingList | None:
    """The Russian lists for Swiss-Manager: with headings (comma), or the older ones (semicolon)."""
    if head.startswith((b"PK", b"\xd0\xcf\x11\xe0", b"<")):
        return None
    text, encoding = _decoded(head)
    lines = text.splitlines()
    first = lines[0] if lines else ""
    if first.startswith(",".join(_NEW_RUSSIAN)):
        return RatingList("rus-csv", encoding, None, _new_russian(stream, encoding, log), log)
    sample = [line.split(";") for line in lines[:20] if line.strip()]
    old = [cells for cells in sample if len(cells) >= _OLD_RUSSIAN_WIDTH and _is_old(cells)]
    if sample and len(old) * 10 >= len(sample) * 8:
        return RatingList("rus-csv", encoding, None, _old_russian(stream, encoding, log), log)
    return None


def _is_old(cells: list[str]) -> bool:
    named = cells[0].strip() == "ID" and "name" in cells[1]
    numbered = _is_number(cells[0].strip()) and not cells[1].strip().isascii()
    return named or (numbered and cells[7].strip().lower() in ("", "f", "m", "w", "ж", "м"))


def _new_russian(stream: BinaryIO, encoding: str, log: ProblemLog) -> Iterator[ListRow]:
    rows = _separated(stream, encoding, ",", log)
    header = {name.strip(): at for at, name in enumerate(next(rows, (1, [""]))[1])}
    for number, cells in rows:

        def get(name: str, cells: list[str] = cells) -> str:
            at = header.get(name, -1)
            return cells[at].strip() if 0 <= at < len(cells) else ""

        fide = get("Fide_No")
        fide_id = int(fide) if _is_number(fide) and len(fide) < 10 else None
        if fide.strip("0") and fide_id is None:
            log.warning("list.number_unreadable", number, 1, text=fide[:20])
        birth, form = birth_date(get("Birthday"))
        if form == "bad":
            log.warning("list.birth_unreadable", number, 1, text=get("Birthday")[:20])
        rating = _rating(get("Rtg_Nat"), number, log)
        international = _rating(get("Rtg_Int"), number, log)
        yield _row(
            number,
            fide_id=fide_id or None,
            national_id=get("ID_No"),
            name=get("Name"),
            federation=get("Fed").upper() or "RUS",
            region=get("ClubName"),
            sex="w" if get("Sex").lower() in ("f", "w", "ж") else "",
            birth=birth,
            standard=international,
            national_rating=rating,
        )


def _old_russian(stream: BinaryIO, encoding: str, log: ProblemLog) -> Iterator[ListRow]:
    for number, cells in _separated(stream, encoding, ";", log):
        cells = [cell.strip() for cell in cells] + [""] * _OLD_RUSSIAN_WIDTH
        if not _is_number(cells[0]):
            if number > 1:
                log.warning("list.number_unreadable", number, 1, text=cells[0][:20])
            continue
        year = cells[6]
        known = _is_number(year) and 1850 <= int(year) <= 2100
        if year.strip("0") and not known:
            log.warning("list.birth_unreadable", number, 1, text=year[:20])
        yield _row(
            number,
            national_id=cells[0],
            name=cells[1],
            federation="RUS",
            region=cells[3],
            sex={"f": "w", "w": "w", "ж": "w", "m": "m", "м": "m"}.get(cells[7].lower(), ""),
            birth=int(year) if known else None,
            national_rating=_rating(cells[4], number, log),
        )


def _rating(text: str, number: int, log: ProblemLog) -> int | None:
    if text.strip("0-") and not _is_number(text):
        log.warning("list.rating_unreadable", number, 1, text=text[:20])
    return int(text) or None if _is_number(text) else None


def _separated(
    stream: BinaryIO, encoding: str, separator: str, log: ProblemLog
) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(_lines(stream, encoding), delimiter=separator)
    while True:
        try:
            cells = next(reader, None)
        except csv.Error:
            log.error("list.damaged", reader.line_num, 1)
            return
        if cells is None:
            return
        if any(cells):
            yield reader.line_num, cells


def _lines(stream: BinaryIO, encoding: str) -> Iterator[str]:
    """Decoded lines; a byte that the encoding does not have becomes `�` in its name."""
    name = "utf-8-sig" if encoding == "utf-8" else codecs.lookup(encoding).name
    wrapper = io.TextIOWrapper(stream, encoding=name, errors="replace", newline=None)
    try:
        for line in wrapper:
            yield line.rstrip("\n").replace("\0", "")
    finally:
        wrapper.detach()


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 12


def _row(
    line: int,
    *,
    fide_id: int | None = None,
    national_id: str = "",
    name: str = "",
    federation: str = "",
    region: str = "",
    sex: str = "",
    title: str = "",
    birth: PartialDate | int | None = None,
    flags: str = "",
    standard: int | None = None,
    national_rating: int | None = None,
) -> ListRow:
    return ListRow(
        line, fide_id, national_id, name, federation, region, sex, title, "", "", standard, None,
        None, None, None, None, None, None, None, birth, flags, national_rating,
    )  # fmt: skip
