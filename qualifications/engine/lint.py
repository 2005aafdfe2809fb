"""What is wrong with the numbers of a regulation, found in its own files without the errata.

The lint reads an edition's folder as it lies there. With `printed` it looks at the page alone: the
cells as printed, nothing that an erratum or a reading has put right. Without, it looks at what is
used; then a suspected misprint that is kept on purpose is known, and questions nobody has decided
are notes. It knows cells (`printed` and `used`), rows with `from` and `to`, percentages, worked
sums, readings and ids: tables of other shapes pass unseen.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from statistics import median_low, mode
from typing import Any

from .edition_files import RegulationError
from .quantities import half_up_hundredths

Document = Mapping[str, Any]


class Kind(StrEnum):
    GAP = "gap"
    OVERLAP = "overlap"
    INVERTED = "inverted"
    UNREADABLE = "unreadable"
    ODD_WIDTH = "odd_width"
    """A little wider or narrower than the other rows."""
    NOT_RISING = "not_rising"
    """A column of percentages that turns back."""
    OUT_OF_STEP = "out_of_step"
    """A percentage more than twice the usual step away from its neighbour."""
    UNDEFINED_END = "undefined_end"
    """A column that ends without a word on what lies beyond."""
    UNDEFINED_CELL = "undefined_cell"
    MISSING_ROUNDING = "missing_rounding"
    WRONG_SUM = "wrong_sum"
    UNKNOWN_REFERENCE = "unknown_reference"
    NOT_IN_SOURCE = "not_in_source"
    UNANSWERED = "unanswered_question"


NOTES = (Kind.UNANSWERED, Kind.UNDEFINED_END, Kind.ODD_WIDTH)
"""Kinds that a person should look at; the others are faults."""


@dataclass(frozen=True, slots=True)
class Finding:
    kind: Kind
    file: str
    row: str
    """Label of the row; empty where the whole table or file is meant."""
    column: str
    value: str
    """What was found, or the numbers that nothing covers."""
    known_as: str = ""
    """Erratum that keeps it on purpose."""

    @property
    def fault(self) -> bool:
        """Whether somebody has to correct the files."""
        return self.kind not in NOTES and not self.known_as


@dataclass(frozen=True, slots=True)
class Cell:
    row: str
    printed: str
    lowest: Decimal | None
    """None where the cell cannot be read, or is a dash."""
    highest: Decimal | None
    """None for an open end."""
    percent: int | None
    erratum: str
    percent_erratum: str


@dataclass(frozen=True, slots=True)
class Column:
    file: str
    name: str
    cells: tuple[Cell, ...]
    even: bool
    """Whether its steps are expected to be of about one size."""
    ranges: bool
    """Whether the cells are ranges, and not percentages themselves."""

    @property
    def step(self) -> Decimal:
        """Between one number and the next: 1, or 0.01."""
        return Decimal("0.01") if any("." in cell.printed for cell in self.cells) else Decimal(1)


def lint_edition(folder: Path, *, printed: bool = False) -> tuple[Finding, ...]:
    """Everything found in one edition, file by file. Raises OSError and RegulationError."""
    documents = {
        str(path.relative_to(folder)): _document(path, folder)
        for path in sorted(folder.rglob("*.toml"))
    }
    tables = {name: doc for name, doc in documents.items() if name.startswith("tables/")}
    found: list[Finding] = []
    for name, document in tables.items():
        columns = list(columns_of(name, document, printed=printed))
        for column in columns:
            found += check_ranges(column)
            found += check_percents(column)
            found += check_ends(column, document, printed=printed)
        found += check_rounding(name, columns, document, printed=printed)
        found += check_dashes(name, document, printed=printed)
        found += check_sums(name, document, printed=printed)
    source = documents.get("regulation.toml", {}).get("source")
    if source:
        text = folder.joinpath(source).read_text(encoding="utf-8")
        for name, document in tables.items():
            found += check_source(name, document, text)
    found += check_references(documents)
    found += check_questions(documents)
    return tuple(found)


def _document(path: Path, folder: Path) -> dict[str, Any]:
    """A file of the edition. Raises RegulationError, which names it, where it is no TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        file = f"{folder.name}/{path.relative_to(folder)}"
        raise RegulationError(str(error), file=file) from error


# ---------------------------------------------------------------- columns


def columns_of(file: str, document: Document, *, printed: bool) -> Iterator[Column]:
    """The columns of ranges of one table file, in the order of its rows."""
    for table, rows in _tables(document):
        cells: dict[str, list[Cell]] = {}
        for place, row in enumerate(rows, start=1):
            label = _label(row, place)
            if "from" in row and "printed" not in row:
                cells.setdefault("from", []).append(_plain_cell(label, row))
            for name, value in row.items():
                if isinstance(value, dict) and "printed" in value and value["printed"] != "-":
                    cell = _cell(label, name, row, value, printed=printed)
                    cells.setdefault(name, []).append(cell)
        for name, column in cells.items():
            title = f"{table} {name}".strip()
            ranges = any(cell.printed != str(cell.percent) for cell in column)
            yield Column(file, title, tuple(column), name != "from", ranges)


def _tables(document: Document) -> Iterator[tuple[str, list[Document]]]:
    for name in ("row", "rows"):
        if isinstance(document.get(name), list):
            yield "", document[name]
    for table in document.get("table", []):
        label = next((str(table[key]) for key in ("rank", "games", "key") if key in table), "")
        yield label, table.get("rows", [])


def _label(row: Document, place: int) -> str:
    for key in ("row", "category", "id", "class", "points"):
        if key in row:
            return str(row[key])
    return str(place)


def _plain_cell(label: str, row: Document) -> Cell:
    highest = row.get("to")
    return Cell(
        row=label,
        printed=f"{row['from']}-{highest}",
        lowest=Decimal(row["from"]),
        highest=None if highest is None else Decimal(highest),
        percent=row.get("higher"),
        erratum="",
        percent_erratum="",
    )


def _cell(label: str, name: str, row: Document, value: Document, *, printed: bool) -> Cell:
    percent = value.get("percent", row.get("percent", row.get("half_points")))
    if isinstance(percent, dict):
        percent = percent.get(name)
    ends: tuple[Decimal | None, Decimal | None]
    if printed or "used" not in value:
        ends = read_range(value["printed"])
    else:
        numbers = [Decimal(number) for number in value["used"]]
        ends = numbers[0], numbers[1] if len(numbers) == 2 else None
    return Cell(
        row=label,
        printed=value["printed"],
        lowest=ends[0],
        highest=ends[1],
        percent=percent,
        erratum="" if printed else value.get("erratum", ""),
        percent_erratum="" if printed else value.get("percent_erratum", ""),
    )


_NUMBER = r"(\d+(?:\.\d+)?)"
_RANGE = re.compile(rf"{_NUMBER}(?:\s*[-–—]\s*{_NUMBER})?")
_ABOVE = re.compile(rf"(?:вище|выше|above|>)\s*{_NUMBER}", re.IGNORECASE)
_FROM = re.compile(rf"≥\s*{_NUMBER}")


def read_range(printed: str) -> tuple[Decimal | None, Decimal | None]:
    """The ends of a printed range, both inclusive; (None, None) where it cannot be read.

    "Above 2451" is read as it stands: 2451 itself does not belong to it.
    """
    if above := _ABOVE.fullmatch(printed.strip()):
        number = Decimal(above[1])
        return number + (Decimal("0.01") if "." in above[1] else 1), None
    if begins := _FROM.fullmatch(printed.strip()):
        return Decimal(begins[1]), None
    if plain := _RANGE.fullmatch(printed.strip()):
        return Decimal(plain[1]), Decimal(plain[2] or plain[1])
    return None, None


# ---------------------------------------------------------------- ranges and percentages


def check_ranges(column: Column) -> Iterator[Finding]:
    """Cells upside down, numbers that no row or two rows cover, rows of an odd width."""
    if not column.ranges:
        return
    sound: list[Cell] = []
    for cell in column.cells:
        if cell.lowest is None:
            yield _at(Kind.UNREADABLE, column, cell, cell.printed)
        elif cell.highest is not None and cell.highest < cell.lowest:
            yield _at(Kind.INVERTED, column, cell, cell.printed)
        else:
            sound.append(cell)
    step = column.step
    for before, after in pairwise(sound):
        low, high = after.lowest or Decimal(0), before.highest
        if high is None:
            yield _at(Kind.OVERLAP, column, after, f"{low}")
        elif low > high + step:
            yield _at(Kind.GAP, column, after, _span(high + step, low - step))
        elif low <= high:
            top = high if after.highest is None else min(high, after.highest)
            yield _at(Kind.OVERLAP, column, after, _span(low, top))
    widths = [
        cell.highest - cell.lowest + step
        for cell in sound
        if cell.highest is not None and cell.lowest is not None
    ]
    if not column.even or len(widths) < 3:
        return
    usual = mode(widths)
    if 2 * widths.count(usual) <= len(widths):
        return
    for cell in sound:
        if cell.highest is None or cell.lowest is None:
            continue
        width = cell.highest - cell.lowest + step
        if width != usual and 2 * abs(width - usual) < usual:
            yield _at(Kind.ODD_WIDTH, column, cell, cell.printed, cell.erratum)


def check_percents(column: Column) -> Iterator[Finding]:
    """A column of percentages goes one way, in steps of about the same size."""
    cells = [cell for cell in column.cells if cell.percent is not None]
    steps = [(after.percent or 0) - (before.percent or 0) for before, after in pairwise(cells)]
    if len(steps) < 2:
        return
    usual = median_low(steps)
    for place, step in enumerate(steps):
        later = cells[place + 1]
        if step == 0 or (step > 0) != (usual > 0):
            yield _at(Kind.NOT_RISING, column, later, str(later.percent), later.percent_erratum)
        elif column.even and abs(step) > 2 * abs(usual):
            odd = cells[0] if place == 0 else later
            yield _at(Kind.OUT_OF_STEP, column, odd, str(odd.percent), odd.percent_erratum)


def check_ends(column: Column, document: Document, *, printed: bool) -> Iterator[Finding]:
    """What lies below the first and above the last row is said: by an article or a reading."""
    outside = document.get("outside", {})
    said = "article" in outside or ("reading" in outside and not printed)
    sound = [cell for cell in column.cells if cell.lowest is not None]
    if said or not column.even or not column.ranges or not sound:
        return
    yield Finding(Kind.UNDEFINED_END, column.file, "", column.name, f"< {sound[0].lowest}")
    if sound[-1].highest is not None:
        yield Finding(Kind.UNDEFINED_END, column.file, "", column.name, f"> {sound[-1].highest}")


def check_rounding(
    file: str, columns: Iterable[Column], document: Document, *, printed: bool
) -> Iterator[Finding]:
    """A table of percentages says how a norm and a mean are rounded; a reading is not the page."""
    percents = any(
        "percent" in row or any(isinstance(v, dict) and "percent" in v for v in row.values())
        for _table, rows in _tables(document)
        for row in rows
    )
    for name, needed in (
        ("rounding", percents and not _is_difference(document)),
        ("mean_rounding", percents and any(column.even and column.ranges for column in columns)),
    ):
        says = document.get(name, {})
        said = bool(says.get("function")) and not (printed and _by_reading(says, document))
        if needed and not said:
            yield Finding(Kind.MISSING_ROUNDING, file, "", name, str(says.get("reading", "")))


def _by_reading(says: Document, document: Document) -> bool:
    """Whether only a reading brings the rule to this table: its article stands in another part."""
    article, table = says.get("article", ""), document.get("article", "")
    if "reading" not in says:
        return False
    return not article or bool(table and article.rpartition(".")[0] != table.rpartition(".")[0])


def _is_difference(document: Document) -> bool:
    return any("difference" in row for _table, rows in _tables(document) for row in rows)


def check_dashes(file: str, document: Document, *, printed: bool) -> Iterator[Finding]:
    """A dash where a number is expected means something, or a reading says what."""
    if "dashes" in document and not printed:
        return
    for _table, rows in _tables(document):
        for place, row in enumerate(rows, start=1):
            for name, value in row.items():
                if isinstance(value, dict) and value.get("printed") == "-":
                    yield Finding(Kind.UNDEFINED_CELL, file, _label(row, place), name, "-")


# ---------------------------------------------------------------- worked sums


_FORMULA = re.compile(r"\((?P<sum>[^)]*)\)\s*:\s*(?P<n>\d+)\s*=\s*(?P<result>\d+\.\d\d)\b")


def check_sums(file: str, document: Document, *, printed: bool) -> Iterator[Finding]:
    """A worked sum of products, divided and rounded to two decimals, has the result it states."""
    for _table, rows in _tables(document):
        for place, row in enumerate(rows, start=1):
            text = row.get("printed" if printed else "used")
            formula = _FORMULA.search(text) if isinstance(text, str) else None
            if formula is None:
                continue
            total = sum(map(_product, formula["sum"].split("+")), Fraction(0))
            worked = half_up_hundredths(total * Fraction(1, int(formula["n"])))
            if worked != Decimal(formula["result"]):
                value = f"{total} : {formula['n']} = {worked}, {formula['result']}"
                yield Finding(Kind.WRONG_SUM, file, _label(row, place), "", value)


def _product(text: str) -> Fraction:
    """A product written with an x, Latin or Cyrillic."""
    result = Fraction(1)
    for factor in re.split(r"[xх×]", text.strip()):
        result *= Fraction(factor.strip())
    return result


# ---------------------------------------------------------------- words


def check_source(file: str, document: Document, text: str) -> Iterator[Finding]:
    """Every printed cell stands in the text as received: a range as a cell, a sentence anywhere."""
    lines = {_plain(cell) for line in text.splitlines() for cell in re.split(r"[\t|]", line)}
    whole = _plain(text.replace("|", " "))
    for row, column, value in _printed(document):
        short = _RANGE.fullmatch(value) or _ABOVE.fullmatch(value) or value == "-"
        if value and not (_plain(value) in lines if short else _plain(value) in whole):
            yield Finding(Kind.NOT_IN_SOURCE, file, row, column, value)


def _printed(document: Document) -> Iterator[tuple[str, str, str]]:
    """Row, column and text of everything that a table's page shows."""
    for table, rows in _tables(document):
        for place, row in enumerate(rows, start=1):
            label = f"{table} {_label(row, place)}".strip()
            for name, value in row.items():
                if name in ("printed", "percent_printed") and isinstance(value, str):
                    yield label, "" if name == "printed" else "percent", value
                elif isinstance(value, dict) and "printed" in value:
                    yield label, name, value["printed"]


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


_ID = re.compile(r"\b(?:UA|RU|FIDE)\.(?:[A-Z]{1,6}[0-9]*|[0-9])[A-Za-z0-9]*(?:\.[0-9A-Za-z]+)*")


def check_references(documents: Mapping[str, Document]) -> Iterator[Finding]:
    """Every id that a file mentions is one of the edition's, or the beginning of one.

    "UA.AWD.3" stands for 3a and 3b; "FIDE.1.43" for its letters.
    """
    known = {
        str(row["id"])
        for document in documents.values()
        for rows in document.values()
        if isinstance(rows, list)
        for row in rows
        if isinstance(row, dict) and "id" in row
    }
    for file, document in documents.items():
        for row, text in _strings(document):
            for cited in _ID.findall(text):
                if not any(_stands_for(cited, name) for name in known):
                    yield Finding(Kind.UNKNOWN_REFERENCE, file, row, "", cited)


def _stands_for(cited: str, name: str) -> bool:
    return name == cited or (name.startswith(cited) and not name[len(cited)].isdigit())


def _strings(value: Any, row: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield row, value
    elif isinstance(value, dict):
        label = next((str(value[key]) for key in ("id", "row", "key") if key in value), row)
        for item in value.values():
            yield from _strings(item, label)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item, row)


def check_questions(documents: Mapping[str, Document]) -> Iterator[Finding]:
    """Questions that no commission has decided: the reading in force is only the default."""
    for row in documents.get("readings.toml", {}).get("reading", []):
        if row.get("decided_by", "default") == "default" or not row.get("in_force"):
            value = str(row.get("in_force", ""))
            yield Finding(Kind.UNANSWERED, "readings.toml", str(row["id"]), "", value)


# ---------------------------------------------------------------- making findings


def _at(kind: Kind, column: Column, cell: Cell, value: str, known_as: str = "") -> Finding:
    return Finding(kind, column.file, cell.row, column.name, value, known_as)


def _span(first: Decimal, last: Decimal) -> str:
    return str(first) if first == last else f"{first}-{last}"
