"""What the files of every scheme have in common, for the module that reads a scheme's tables."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..edition_files import Reader
from ..regulation import Article, Erratum, ExpectedRow, Reading

PERCENTS = 101
"""Rows of table 8.1a: whole percents from 0 to 100."""


@dataclass(frozen=True, slots=True)
class Common:
    """Already read and checked when the tables are read: tables cite these."""

    scheme: str
    edition: str
    """Name of the folder."""
    articles: Mapping[str, Article]
    readings: Mapping[str, Reading]
    errata: Mapping[str, Erratum]


@dataclass(frozen=True, slots=True)
class Scheme:
    """How the editions of one scheme are read."""

    tables: Callable[[Reader, Common], object]
    """Reads and checks the tables; its frozen value is what `Regulation.tables_as` gives back."""
    required: Mapping[str, tuple[str, ...]]
    """Numbers that the rules ask for: part of regulation.toml (`thresholds`) to their names."""
    decided_by_day: str
    """`first_day` or `last_day`: which day of an event names the edition, in every edition."""
    judges: bool = True
    """Whether its rules give verdicts on events; otherwise it only holds numbers."""


def expected_score(reader: Reader, articles: Mapping[str, Article]) -> tuple[ExpectedRow, ...]:
    """Table 8.1b of an edition, without gap or overlap. Raises RegulationError."""
    document = reader.document("tables/expected_score.toml")
    document.cites(articles)
    rows = document.rows("rows")
    found: list[ExpectedRow] = []
    for row in rows:
        last = row is rows[-1]
        highest = None if last else row.number("to")
        line = ExpectedRow(row.number("from"), highest, row.number("higher"), row.number("lower"))
        expected = 0 if not found else (found[-1].highest or 0) + 1
        if line.lowest != expected:
            raise row.wrong(f"{expected} is expected: no gap and no overlap", "from")
        if highest is not None and highest < line.lowest:
            raise row.wrong("ends before it begins", "to")
        if line.higher + line.lower != 100:
            raise row.wrong("the two expectations must make one point", "higher")
        if found and line.higher <= found[-1].higher:
            raise row.wrong("the expectation does not rise", "higher")
        found.append(line)
    if rows[-1].get("to") is not None:
        raise rows[-1].wrong("the last row has no upper end", "to")
    return tuple(found)


def performance(reader: Reader, articles: Mapping[str, Article]) -> tuple[int, ...]:
    """Table 8.1a of an edition: 101 differences by whole percent. Raises RegulationError."""
    document = reader.document("tables/performance.toml")
    document.cites(articles)
    found: list[int] = []
    for place, row in enumerate(document.rows("rows")):
        if row.number("percent") != place:
            raise row.wrong(f"{place} is expected: no gap and no overlap", "percent")
        difference = row.number("difference")
        if found and difference <= found[-1]:
            raise row.wrong("the difference does not rise", "difference")
        found.append(difference)
    if len(found) != PERCENTS:
        raise document.wrong("the rows 0 to 100 percent are expected", "rows")
    for percent, difference in enumerate(found):
        if difference != -found[PERCENTS - 1 - percent]:
            raise document.wrong(f"{percent} percent and its counterpart differ", "rows")
    return tuple(found)
