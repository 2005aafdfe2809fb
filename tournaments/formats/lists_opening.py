"""The list with which a registry begins: our own table of separated values, or a published one."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from tournaments.formats.dates import birth_date
from tournaments.formats.lists import ListRow
from tournaments.formats.parsed import PartialDate
from tournaments.formats.problems import ProblemLog
from tournaments.formats.rating_lists import open_list
from tournaments.formats.text import guess_encoding

COLUMNS = (
    *("name", "latin_name", "sex", "born", "region", "fide_id", "national_id"),
    *("coefficient", "games", "was_2400"),
)
"""Headings of our own table; `name` and `coefficient` must be there, in any order with the rest."""
CODES = frozenset(
    {
        "list.cell_unreadable",
        "list.column_unknown",
        "list.name_missing",
        "list.coefficient_missing",
    }
)
MOST_BYTES = 64 * 1024 * 1024
_KINDS = ("ukr-txt", "ukr-xls")
_YES, _NO = frozenset({"yes", "1", "так", "да"}), frozenset({"", "no", "0", "ні", "нет"})
_SEXES = {"": "", "m": "m", "f": "w", "w": "w", "ч": "m", "м": "m", "ж": "w"}


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """A person of the list. What the file does not say is empty or None."""

    line: int
    name: str
    latin_name: str
    sex: str
    """`m`, `w` or empty."""
    birth: PartialDate | None
    region: str
    """As written."""
    fide_id: int | None
    national_id: str
    coefficient: int
    games: int | None
    """Rated games so far."""
    was_2400: bool
    """The coefficient was 2400 or higher at some time."""


def read_opening_list(
    stream: BinaryIO, log: ProblemLog, *, filename: str = ""
) -> list[OpeningRow] | None:
    """The people of the list; None where the stream is neither our table nor a Ukrainian list.

    A row without a name or a coefficient, or with a cell that cannot be read, is an error in `log`
    and left out.
    """
    head = stream.read(64 * 1024)
    stream.seek(0)
    if _is_ours(head):
        return list(_own_rows(stream.read(MOST_BYTES), log))
    found = open_list(stream, log, filename=filename)
    if found is None or found.kind not in _KINDS:
        return None
    return [row for listed in found.rows if (row := _published(listed, log)) is not None]


def _is_ours(head: bytes) -> bool:
    first = head.decode(guess_encoding(head), "replace").removeprefix("\ufeff").split("\n", 1)[0]
    cells = {cell.strip().strip('"').lower() for cell in first.replace(";", ",").split(",")}
    return {"name", "coefficient"} <= cells


def _own_rows(data: bytes, log: ProblemLog) -> Iterator[OpeningRow]:
    text = data.decode(guess_encoding(data), "replace").removeprefix("\ufeff").replace("\0", "")
    separator = ";" if ";" in text.split("\n", 1)[0] else ","
    table = csv.reader(io.StringIO(text), delimiter=separator)
    header = [cell.strip().lower() for cell in next(table)]
    for at, name in enumerate(header):
        if name and name not in COLUMNS:
            log.warning("list.column_unknown", 1, at + 1, text=name[:40])
    try:
        for cells in table:
            if any(cell.strip() for cell in cells):
                row = _Cells(table.line_num, header, cells, log).row()
                if row is not None:
                    yield row
    except csv.Error:
        log.error("list.damaged", table.line_num, 1)


class _Cells:
    """The cells of one line by the name of their column; says which cannot be read."""

    def __init__(self, line: int, header: list[str], cells: list[str], log: ProblemLog) -> None:
        self.line, self.log = line, log
        self.cells = {name: cell.strip() for name, cell in zip(header, cells, strict=False) if name}
        self.places = {name: at + 1 for at, name in enumerate(header)}
        self.sound = True

    def row(self) -> OpeningRow | None:
        name = " ".join(self._text("name").split())
        coefficient = self._number("coefficient", most=3999)
        if not name:
            self._refuse("list.name_missing", "name")
        elif self.sound and not coefficient:
            self._refuse("list.coefficient_missing", "coefficient")
        sex = _SEXES.get(self._text("sex").lower())
        birth, form = birth_date(self._text("born"))
        was = self._text("was_2400").lower()
        for column, wrong in (
            ("sex", sex is None),
            ("born", form == "bad"),
            ("was_2400", was not in _YES | _NO),
        ):
            if wrong:
                self._unreadable(column)
        games = self._number("games", most=100_000)
        fide_id = self._number("fide_id", most=999_999_999)
        if not self.sound or not coefficient or sex is None:
            return None
        return OpeningRow(
            line=self.line,
            name=name,
            latin_name=" ".join(self._text("latin_name").split()),
            sex=sex,
            birth=birth,
            region=self._text("region"),
            fide_id=fide_id or None,
            national_id=self._text("national_id"),
            coefficient=coefficient,
            games=games,
            was_2400=was in _YES,
        )

    def _text(self, column: str) -> str:
        return self.cells.get(column, "")

    def _number(self, column: str, *, most: int) -> int | None:
        text = self._text(column)
        if not text:
            return None
        if not (text.isascii() and text.isdigit()) or len(text) > 9 or int(text) > most:
            self._unreadable(column)
            return None
        return int(text)

    def _unreadable(self, column: str) -> None:
        self._refuse("list.cell_unreadable", column, text=self._text(column)[:40])

    def _refuse(self, code: str, column: str, **params: str) -> None:
        self.sound = False
        self.log.error(code, self.line, self.places.get(column), **params)


def _published(listed: ListRow, log: ProblemLog) -> OpeningRow | None:
    if not listed.name:
        log.error("list.name_missing", listed.line)
        return None
    if not listed.national_rating:
        log.error("list.coefficient_missing", listed.line)
        return None
    birth = PartialDate(listed.birth) if isinstance(listed.birth, int) else listed.birth
    return OpeningRow(
        line=listed.line,
        name=listed.name,
        latin_name="",
        sex=listed.sex,
        birth=birth,
        region=listed.region,
        fide_id=listed.fide_id,
        national_id=listed.national_id,
        coefficient=listed.national_rating,
        games=None,
        was_2400=False,
    )
