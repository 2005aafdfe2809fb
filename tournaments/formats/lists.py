"""Rating lists of federations, row by row: FIDE's text and XML, the Ukrainian and Russian lists.

A list is far larger than a tournament: it is read as a stream, nothing is kept but the numbers
already seen, and a row that cannot be read is a problem, never an end.
"""

import io
import re
import zipfile
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import BinaryIO, NamedTuple

from tournaments.formats.parsed import PartialDate
from tournaments.formats.problems import ProblemLog

CODES = frozenset(
    {
        "list.number_unreadable",
        "list.number_twice",
        "list.rating_unreadable",
        "list.birth_unreadable",
        "list.line_cut",
        "list.line_too_long",
        "list.damaged",
        "list.month_unknown",
        "list.unpacked_too_big",
        "list.mark_in_title",
    }
)

MOST_BYTES = 3 * 1024**3
"""Bytes of an unpacked list; FIDE's XML has about 850 MB."""


class ListRow(NamedTuple):
    """One person of a rating list. A tuple, for there may be two million of them."""

    line: int
    fide_id: int | None
    national_id: str
    """The federation's own number; never a FIDE number."""
    name: str
    federation: str
    region: str
    sex: str
    """`m`, `w` or empty."""
    title: str
    """The open title, or the woman's where there is no open one; the list's own word."""
    womens_title: str
    other_titles: str
    standard: int | None
    standard_games: int | None
    standard_k: int | None
    rapid: int | None
    rapid_games: int | None
    rapid_k: int | None
    blitz: int | None
    blitz_games: int | None
    blitz_k: int | None
    birth: PartialDate | int | None
    """A year alone is an int, for the sake of speed."""
    flags: str
    """As written: `i` inactive, `w` woman, `wi`; `н` nationally inactive."""
    national_rating: int | None = None


@dataclass(slots=True)
class RatingList:
    """An opened list. `rows` is read once; the problems are in `log` as they come."""

    kind: str
    """`fide-txt`, `fide-xml`, `ukr-txt`, `ukr-xls`, `rus-csv`."""
    encoding: str
    month: date | None
    """First day on which the list counts; None where it does not say."""
    rows: Iterator[ListRow]
    log: ProblemLog = field(repr=False)


def unzipped(stream: BinaryIO, log: ProblemLog) -> tuple[BinaryIO, str] | None:
    """The one file in a zip archive and its name; None where the stream is no such archive."""
    start = stream.read(4)
    stream.seek(0)
    if start != b"PK\x03\x04":
        return None
    try:
        archive = zipfile.ZipFile(stream)
        names = [entry for entry in archive.infolist() if not entry.is_dir()]
        if len(names) == 1 and names[0].file_size <= MOST_BYTES:
            return io.BufferedReader(archive.open(names[0])), names[0].filename  # type: ignore[type-var]
        if len(names) == 1:
            log.error("list.unpacked_too_big")
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, ValueError):
        pass
    stream.seek(0)
    return None


def without_repeats(rows: Iterable[ListRow], log: ProblemLog) -> Iterator[ListRow]:
    """All rows; one whose FIDE number was there before is told, for neither may be kept silently.

    The numbers seen stand in a table of four bytes each, at most half full: 16 MB for two million.
    """
    size = 1 << 16
    table, mask, count = array("I", bytes(4 * size)), size - 1, 0
    for row in rows:
        number = row[1]
        if number is not None:
            at = (number * _SPREAD >> 16) & mask
            while (there := table[at]) and there != number:
                at = (at + 1) & mask
            if there:
                log.warning("list.number_twice", row[0], 1, number=number, name=row[3])
            else:
                table[at] = number
                count += 1
                if 2 * count > size:
                    size *= 2
                    mask = size - 1
                    table = _spread(table, size)
        yield row


_SPREAD = 2654435761
"""A number whose products spread evenly over the table."""


def _spread(old: "array[int]", size: int) -> "array[int]":
    """The numbers of a table in one of `size` places."""
    table, mask = array("I", bytes(4 * size)), size - 1
    for number in old:
        if number:
            at = (number * _SPREAD >> 16) & mask
            while table[at]:
                at = (at + 1) & mask
            table[at] = number
    return table


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH_NAME = re.compile(r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(\d{2})", re.IGNORECASE)


def month_of(text: str) -> date | None:
    """The first day of `Mar11`, `OCT26`; None where it is no such word."""
    found = _MONTH_NAME.search(text)
    if found is None:
        return None
    year = int(found[2])
    return date(year + (2000 if year < 70 else 1900), _MONTHS.index(found[1].lower()) + 1, 1)


def month_in(filename: str) -> date | None:
    """The month in a file name: `standard_oct26frl`, `nat2610s`, `2026-10`."""
    digits = re.search(r"nat(\d{2})(\d{2})s|(20\d{2})[-_]?(\d{2})(?!\d)", filename.lower())
    if digits is None:
        return month_of(filename)
    year = int(digits[1]) + 2000 if digits[1] else int(digits[3])
    month = int(digits[2] or digits[4])
    return date(year, month, 1) if 1 <= month <= 12 else None


class Numbers(dict[str, "int | None"]):
    """Whole numbers by their text, remembered; None for blank, 0 and what is not a number."""

    def __missing__(self, text: str) -> int | None:
        bare = text.strip()
        number = int(bare) or None if bare.isascii() and bare.isdigit() and len(bare) < 10 else None
        if len(self) < 50_000:
            self[text] = number
        return number
