"""TOML files of an edition, row by row: every mistake can say where it is."""

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .quantities import HUNDREDTH


class RegulationError(ValueError):
    """A regulation file says something that cannot be used."""

    def __init__(
        self, message: str, *, file: str, table: str = "", row: str = "", cell: str = ""
    ) -> None:
        self.file, self.table, self.row, self.cell = file, table, row, cell
        places = [("table", table), ("row", row), ("cell", cell)]
        where = "".join(f", {name} {value}" for name, value in places if value)
        super().__init__(f"{file}{where}: {message}")


class Row:
    """A TOML table with its place, so that every mistake can say where it is."""

    def __init__(
        self, values: Mapping[str, Any], *, file: str, table: str = "", row: str = ""
    ) -> None:
        self.values, self.file, self.table, self.row = values, file, table, row

    def wrong(self, message: str, cell: str = "") -> RegulationError:
        return RegulationError(message, file=self.file, table=self.table, row=self.row, cell=cell)

    def get(self, cell: str) -> object:
        return self.values.get(cell)

    def text(self, cell: str) -> str:
        value = self.get(cell)
        if not isinstance(value, str):
            raise self.wrong("a text is expected", cell)
        return value

    def number(self, cell: str) -> int:
        value = self.get(cell)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong("a whole number is expected", cell)
        return value

    def day(self, cell: str) -> date:
        value = self.get(cell)
        if type(value) is not date:
            raise self.wrong("a date is expected", cell)
        return value

    def coefficient(self, cell: str, value: object = None) -> Decimal:
        """A quoted number with two decimals."""
        value = self.get(cell) if value is None else value
        try:
            number = Decimal(value) if isinstance(value, str) else None
        except InvalidOperation:
            number = None
        if number is None or number != number.quantize(HUNDREDTH) or number < 0:
            raise self.wrong(f"a quoted number with two decimals is expected, not {value!r}", cell)
        return number

    def part(self, cell: str) -> "Row":
        value = self.get(cell)
        if not isinstance(value, dict):
            raise self.wrong("a table is expected", cell)
        return Row(value, file=self.file, table=self.table or cell, row=self.row)

    def numbers(self, cell: str) -> Mapping[str, int]:
        part = self.part(cell)
        return MappingProxyType({key: part.number(key) for key in part.values})

    def decimals(self, cell: str) -> Mapping[str, Decimal]:
        part = self.part(cell)
        return MappingProxyType({key: part.coefficient(key) for key in part.values})

    def words(self, cell: str) -> tuple[str, ...]:
        value = self.get(cell)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong("a list of texts is expected", cell)
        return tuple(value)

    def whole_numbers(self, cell: str) -> tuple[int, ...]:
        value = self.get(cell)
        if not isinstance(value, list) or not all(type(item) is int for item in value):
            raise self.wrong("a list of whole numbers is expected", cell)
        return tuple(value)

    def rows(self, name: str, label: str = "") -> list["Row"]:
        """The rows of a list of tables; a row is called by its `label`, else by its place."""
        value = self.get(name)
        if not isinstance(value, list) or not value:
            raise self.wrong("at least one row is expected", name)
        found = []
        for place, item in enumerate(value, start=1):
            if not isinstance(item, dict):
                raise self.wrong("a row must be a table", name)
            called = str(item.get(label, place)) if label else str(place)
            found.append(Row(item, file=self.file, table=self.table or name, row=called))
        return found

    def cites(self, known: Iterable[str], cell: str = "article") -> str:
        """The id in `cell`, which has to be among the `known` ones."""
        cited = self.text(cell)
        if cited not in known:
            raise self.wrong(f"there is no {cited}", cell)
        return cited


class Reader:
    """The files of one edition's folder; remembers what it has read for the digest."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._hash = hashlib.sha256()

    def document(self, name: str) -> Row:
        file = f"{self.folder.name}/{name}"
        try:
            content = self.folder.joinpath(name).read_bytes()
            values = tomllib.loads(content.decode())
        except FileNotFoundError:
            raise RegulationError("the file is missing", file=file) from None
        except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise RegulationError(str(error), file=file) from error
        self._hash.update(name.encode() + b"\0" + content)
        return Row(values, file=file, table=Path(name).stem if name.startswith("tables/") else "")

    def has(self, name: str) -> bool:
        """Whether the folder has the file."""
        return self.folder.joinpath(name).is_file()

    def digest(self) -> str:
        """SHA-256 over the names and contents of the files read so far."""
        return self._hash.hexdigest()


def unique(rows: list[Row], cell: str = "id") -> None:
    """Every row has a key of its own. Raises RegulationError."""
    seen: set[str] = set()
    for row in rows:
        key = row.text(cell)
        if key in seen:
            raise row.wrong(f"{key} is there twice", cell)
        seen.add(key)
