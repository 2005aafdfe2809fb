"""Tables of the Ukrainian scheme."""

from collections.abc import Mapping
from types import MappingProxyType

from ..edition_files import Reader, Row, unique
from ..quantities import HUNDREDTH
from ..regulation import (
    Article,
    Cell,
    ClassValue,
    Erratum,
    ExpectedRow,
    RankRow,
    Reading,
    Tables,
)
from .common import Common

RANK_COLUMNS = ("rank_1", "rank_2", "rank_3", "youth_1")
REQUIRED: Mapping[str, tuple[str, ...]] = {
    "thresholds": (
        *("rank_games", "rank_games_team", "rounds_a_day", "minutes_a_game", "age_ranks"),
        *("first_period_minutes", "first_period_moves", "second_period_minutes"),
        *("whole_game_minutes", "increment_game_minutes", "increment_seconds"),
        "candidate_points",
    ),
    "coefficients": (
        *("slow_games_from", "first_place_rank_1", "first_place_rank_2", "first_place_rank_3"),
    ),
    "terms": (
        *("rank", "candidate_point", "kmsu"),
        *("kmsu_team_7_rounds", "kmsu_team_9_rounds", "kmsu_team_10_games"),
    ),
}
"""Numbers that the rules ask an edition of this scheme for."""
CLASS_KEYS = ("none", "Y1", "R3", "R2", "R1", "R1+1", "R1+2", "KMS", "MSU", "GM")


def tables(reader: Reader, common: Common) -> Tables:
    """The tables of ranks, of classes and of ratings. Raises RegulationError."""
    return Tables(
        rank_norms=_rank_norms(reader, common.scheme, common.articles, common.errata),
        class_values=_class_values(reader, common.articles, common.readings),
        expected_score=_expected_score(reader, common.articles),
        performance=_performance(reader, common.articles),
    )


def _rank_norms(
    reader: Reader, scheme: str, articles: Mapping[str, Article], errata: Mapping[str, Erratum]
) -> tuple[RankRow, ...]:
    document = reader.document("tables/rank_norms.toml")
    document.cites(articles)
    rows = document.rows("row", "row")
    found: list[RankRow] = []
    for place, row in enumerate(rows, start=1):
        if row.number("row") != place:
            raise row.wrong(f"row {place} of the page is expected here", "row")
        percents = row.part("percent")
        cells = {column: _cell(row, column, errata) for column in RANK_COLUMNS}
        for column in RANK_COLUMNS:
            percent = percents.number(column)
            if not 0 < percent <= 100:
                raise row.wrong("a percentage from 1 to 100 is expected", f"percent.{column}")
            if found:
                key = f"{scheme}.{column}"
                before = found[-1].cells[key].highest
                if cells[column].lowest != before + HUNDREDTH:
                    raise row.wrong(f"does not follow on {before} without gap or overlap", column)
                if percent <= found[-1].percents[key]:
                    raise row.wrong("the percentage does not rise", f"percent.{column}")
        found.append(
            RankRow(
                row=place,
                percent_printed=row.text("percent_printed"),
                cells=MappingProxyType({f"{scheme}.{c}": cell for c, cell in cells.items()}),
                percents=MappingProxyType(
                    {f"{scheme}.{c}": percents.number(c) for c in RANK_COLUMNS}
                ),
            )
        )
    return tuple(found)


def _cell(row: Row, column: str, errata: Mapping[str, Erratum]) -> Cell:
    part = row.part(column)
    ends = part.words("used") if part.get("used") is not None else ()
    if len(ends) != 2:
        raise row.wrong("the lowest and the highest coefficient are expected", column)
    lowest, highest = (row.coefficient(column, end) for end in ends)
    if lowest > highest:
        raise row.wrong(f"{lowest} is above {highest}", column)
    printed = part.text("printed")
    as_used = printed in (f"{ends[0]}-{ends[1]}", ends[0] if ends[0] == ends[1] else "")
    erratum = part.cites(errata, "erratum") if part.get("erratum") is not None else ""
    if not as_used and not erratum:
        raise row.wrong(f"printed {printed} and used otherwise without an erratum", column)
    return Cell(printed=printed, lowest=lowest, highest=highest, erratum=erratum)


def _class_values(
    reader: Reader, articles: Mapping[str, Article], readings: Mapping[str, Reading]
) -> Mapping[str, ClassValue]:
    document = reader.document("tables/class_values.toml")
    document.cites(articles)
    rows = document.rows("row", "class")
    unique(rows, "class")
    found = {}
    for row in rows:
        key = row.text("class")
        if key not in CLASS_KEYS:
            raise row.wrong("there is no such class", "class")
        reading = row.cites(readings, "reading") if row.get("reading") is not None else ""
        if not row.text("printed") and not reading:
            raise row.wrong("a value that is not printed needs a reading", "printed")
        found[key] = ClassValue(key, row.text("printed"), row.coefficient("used"), reading)
    for key in CLASS_KEYS:
        if key not in found:
            raise document.wrong(f"the class {key} is missing")
    return MappingProxyType(found)


def _expected_score(reader: Reader, articles: Mapping[str, Article]) -> tuple[ExpectedRow, ...]:
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


def _performance(reader: Reader, articles: Mapping[str, Article]) -> tuple[int, ...]:
    document = reader.document("tables/performance.toml")
    document.cites(articles)
    rows = document.rows("rows")
    found: list[int] = []
    for place, row in enumerate(rows):
        if row.number("percent") != place:
            raise row.wrong(f"{place} is expected: no gap and no overlap", "percent")
        difference = row.number("difference")
        if found and difference <= found[-1]:
            raise row.wrong("the difference does not rise", "difference")
        found.append(difference)
    if len(found) != 101:
        raise document.wrong("the rows 0 to 100 percent are expected", "rows")
    return tuple(found)
