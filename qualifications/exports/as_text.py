"""A list as CSV and as JSON, written while it is sent."""

import csv
import json
from collections.abc import Iterable, Iterator

from qualifications.exports.lines import Line, ListHead, Words

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Without it Excel reads Cyrillic letters as another code page."""
SEPARATOR = ";"
"""Excel with Ukrainian settings keeps the comma for decimals and puts cells apart by semicolons."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""A cell that begins so is computed by spreadsheets."""


class _Echo:
    """A file that hands each line back instead of keeping it."""

    def write(self, text: str) -> str:
        return text


def safe_cell(value: str | int | None) -> str | int:
    """A cell that no spreadsheet computes: words that look like a formula get an apostrophe."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else value


def csv_parts(words: Words, lines: Iterable[Line]) -> Iterator[str]:
    """Head of the list, an empty line, heads of the columns, lines; UTF-8 with a mark."""
    write = csv.writer(_Echo(), delimiter=SEPARATOR, lineterminator="\r\n").writerow
    yield BOM
    for fact in words.facts:
        yield write([safe_cell(value) for value in fact])
    yield write([])
    yield write([column.head for column in words.columns])
    for line in lines:
        yield write([safe_cell(value) for value in words.cells(line)])


def dumped(value: object) -> str:
    """JSON without blanks, letters as they are, keys in their order."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def line_json(line: Line, words: Words) -> dict[str, object]:
    """Keys of docs/api.md; points in half-points, expectations and gains in hundredths."""
    found = line._asdict()
    found["region"] = words.region_codes[line.region] if line.region else None
    found["sex"] = line.sex or None
    found["crossed"] = line.crossed or None
    found["list"] = "national" if found.pop("national") else "regional"
    return found


def json_parts(head: ListHead, words: Words, lines: Iterable[Line]) -> Iterator[str]:
    """`{"list": head, "lines": [...]}`, one line a player."""
    yield f'{{"list":{dumped(head.as_json())},"lines":['
    between = "\n"
    for line in lines:
        yield between + dumped(line_json(line, words))
        between = ",\n"
    yield "\n]}\n"
