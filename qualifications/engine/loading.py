"""Reads the edition folders once. What does not load names its file, table, row and cell."""

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

from .quantities import HUNDREDTH
from .registry import READINGS_WRITTEN
from .regulation import (
    Article,
    Cell,
    Choice,
    ClassValue,
    Erratum,
    ErratumStatus,
    ExpectedRow,
    RankRow,
    RatingRules,
    Reading,
    Regulation,
    Tables,
)

EDITIONS = Path(__file__).resolve().parent.parent / "regulations"
RANK_COLUMNS = ("rank_1", "rank_2", "rank_3", "youth_1")
REQUIRED = {
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
"""Numbers that the rules ask an edition for."""
CLASS_KEYS = ("none", "Y1", "R3", "R2", "R1", "R1+1", "R1+2", "KMS", "MSU", "GM")


class RegulationError(ValueError):
    """A regulation file says something that cannot be used."""

    def __init__(
        self, message: str, *, file: str, table: str = "", row: str = "", cell: str = ""
    ) -> None:
        self.file, self.table, self.row, self.cell = file, table, row, cell
        places = [("table", table), ("row", row), ("cell", cell)]
        where = "".join(f", {name} {value}" for name, value in places if value)
        super().__init__(f"{file}{where}: {message}")


class NoEditionInForce(LookupError):
    """No edition of the scheme covers the day."""

    def __init__(self, scheme: str, on: date) -> None:
        self.scheme, self.on = scheme, on
        super().__init__(f"no edition of {scheme} is in force on {on.isoformat()}")


def regulation_for(scheme: str, *, on: date) -> Regulation:
    """The edition of `scheme` in force on a day. Raises NoEditionInForce."""
    for law in all_regulations():
        if law.scheme == scheme and law.covers(on):
            return law
    raise NoEditionInForce(scheme, on)


@cache
def all_regulations() -> tuple[Regulation, ...]:
    """Every edition, by scheme and date; read once. Raises RegulationError."""
    return load_editions(EDITIONS)


def load_editions(root: Path) -> tuple[Regulation, ...]:
    """The editions whose folders are in `root`. Raises RegulationError where two overlap, too."""
    folders = sorted(path.parent for path in root.glob("*/regulation.toml"))
    laws = sorted(map(load_regulation, folders), key=lambda law: (law.scheme, law.in_force_from))
    for older, newer in pairwise(laws):
        if older.scheme == newer.scheme and older.covers(newer.in_force_from):
            raise RegulationError(
                f"begins while {older.edition} is still in force",
                file=f"{newer.edition}/regulation.toml",
                cell="in_force_from",
            )
    return tuple(laws)


def load_regulation(folder: Path) -> Regulation:
    """One edition from its folder, checked. Raises RegulationError."""
    reader = _Reader(folder)
    head = reader.document("regulation.toml")
    scheme = head.text("scheme")
    articles = _articles(reader)
    readings = _readings(reader, articles)
    errata = _errata(reader, articles, readings)
    until = head.get("in_force_until")
    if until is not None:
        until = head.day("in_force_until")
    decided_by_day = head.text("decided_by_day")
    if decided_by_day not in ("first_day", "last_day"):
        raise head.wrong("first_day or last_day is expected", "decided_by_day")
    for table, names in REQUIRED.items():
        part = head.part(table)
        for name in names:
            if name not in part.values:
                raise part.wrong("a number that the rules need is missing", name)
    law = Regulation(
        edition=folder.name,
        scheme=scheme,
        title=head.text("title"),
        order=head.text("order"),
        in_force_from=head.day("in_force_from"),
        in_force_until=until,
        decided_by_day=decided_by_day,
        articles=articles,
        readings=readings,
        errata=errata,
        tables=Tables(
            rank_norms=_rank_norms(reader, scheme, articles, errata),
            class_values=_class_values(reader, articles, readings),
            expected_score=_expected_score(reader, articles),
            performance=_performance(reader, articles),
        ),
        thresholds=head.numbers("thresholds"),
        coefficients=head.decimals("coefficients"),
        terms=head.numbers("terms"),
        ratings=_ratings(reader, articles),
        digest=reader.digest(),
    )
    if law.in_force_until is not None and law.in_force_until < law.in_force_from:
        raise head.wrong("the edition ends before it begins", "in_force_until")
    return law


class _Row:
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

    def part(self, cell: str) -> "_Row":
        value = self.get(cell)
        if not isinstance(value, dict):
            raise self.wrong("a table is expected", cell)
        return _Row(value, file=self.file, table=self.table or cell, row=self.row)

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

    def rows(self, name: str, label: str = "") -> list["_Row"]:
        """The rows of a list of tables; a row is called by its `label`, else by its place."""
        value = self.get(name)
        if not isinstance(value, list) or not value:
            raise self.wrong("at least one row is expected", name)
        found = []
        for place, item in enumerate(value, start=1):
            if not isinstance(item, dict):
                raise self.wrong("a row must be a table", name)
            called = str(item.get(label, place)) if label else str(place)
            found.append(_Row(item, file=self.file, table=self.table or name, row=called))
        return found

    def cites(self, known: Iterable[str], cell: str = "article") -> str:
        """The id in `cell`, which has to be among the `known` ones."""
        cited = self.text(cell)
        if cited not in known:
            raise self.wrong(f"there is no {cited}", cell)
        return cited


class _Reader:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._hash = hashlib.sha256()

    def document(self, name: str) -> _Row:
        file = f"{self.folder.name}/{name}"
        try:
            content = (self.folder / name).read_bytes()
            values = tomllib.loads(content.decode())
        except FileNotFoundError:
            raise RegulationError("the file is missing", file=file) from None
        except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise RegulationError(str(error), file=file) from error
        self._hash.update(name.encode() + b"\0" + content)
        return _Row(values, file=file, table=Path(name).stem if name.startswith("tables/") else "")

    def digest(self) -> str:
        return self._hash.hexdigest()


def _unique(rows: list[_Row], cell: str = "id") -> None:
    seen: set[str] = set()
    for row in rows:
        key = row.text(cell)
        if key in seen:
            raise row.wrong(f"{key} is there twice", cell)
        seen.add(key)


def _articles(reader: _Reader) -> Mapping[str, Article]:
    rows = reader.document("articles.toml").rows("article", "id")
    _unique(rows)
    found = {
        row.text("id"): Article(
            row.text("id"), row.text("place"), row.text("text"), row.text("summary")
        )
        for row in rows
    }
    return MappingProxyType(found)


def _readings(reader: _Reader, articles: Mapping[str, Article]) -> Mapping[str, Reading]:
    rows = reader.document("readings.toml").rows("reading", "id")
    _unique(rows)
    return MappingProxyType({row.text("id"): _reading(row, articles) for row in rows})


def _reading(row: _Row, articles: Mapping[str, Article]) -> Reading:
    for cited in row.words("articles"):
        if cited not in articles:
            raise row.wrong(f"there is no {cited}", "articles")
    choices = tuple(Choice(item.text("key"), item.text("words")) for item in row.rows("choices"))
    in_force = row.text("in_force")
    if in_force not in {choice.key for choice in choices}:
        raise row.wrong(f"{in_force or 'nothing'} is not one of the choices", "in_force")
    written = READINGS_WRITTEN.get(row.text("id"))
    if written is not None and in_force not in written:
        raise row.wrong(f"the rules cannot be read as {in_force} yet", "in_force")
    return Reading(
        id=row.text("id"),
        question=row.text("question"),
        example=row.text("example"),
        articles=row.words("articles"),
        choices=choices,
        in_force=in_force,
        decided_by=row.text("decided_by"),
        decided_on=row.day("decided_on"),
    )


def _errata(
    reader: _Reader, articles: Mapping[str, Article], readings: Mapping[str, Reading]
) -> Mapping[str, Erratum]:
    rows = reader.document("errata.toml").rows("erratum", "id")
    _unique(rows)
    found = {}
    for row in rows:
        status = row.text("status")
        if status not in tuple(ErratumStatus):
            raise row.wrong("corrected or kept is expected", "status")
        if status == ErratumStatus.KEPT and row.text("used") != row.text("printed"):
            raise row.wrong("a suspected misprint is used as printed", "used")
        found[row.text("id")] = Erratum(
            id=row.text("id"),
            article=row.cites(articles),
            status=ErratumStatus(status),
            place=row.text("place"),
            printed=row.text("printed"),
            used=row.text("used"),
            reason=row.text("reason"),
            question=row.cites(readings, "question") if row.get("question") is not None else "",
        )
    return MappingProxyType(found)


def _rank_norms(
    reader: _Reader, scheme: str, articles: Mapping[str, Article], errata: Mapping[str, Erratum]
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


def _cell(row: _Row, column: str, errata: Mapping[str, Erratum]) -> Cell:
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
    reader: _Reader, articles: Mapping[str, Article], readings: Mapping[str, Reading]
) -> Mapping[str, ClassValue]:
    document = reader.document("tables/class_values.toml")
    document.cites(articles)
    rows = document.rows("row", "class")
    _unique(rows, "class")
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


def _expected_score(reader: _Reader, articles: Mapping[str, Article]) -> tuple[ExpectedRow, ...]:
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


def _performance(reader: _Reader, articles: Mapping[str, Article]) -> tuple[int, ...]:
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


def _ratings(reader: _Reader, articles: Mapping[str, Article]) -> tuple[RatingRules, ...]:
    document = reader.document("ratings.toml")
    document.cites(articles)
    rows = document.rows("set")
    found: list[RatingRules] = []
    for row in rows:
        if row.text("rounding") != "half_away_from_zero_once_per_list":
            raise row.wrong("there is no such rounding", "rounding")
        rules = RatingRules(
            in_force_from=row.day("in_force_from"),
            factor_new=row.number("factor_new"),
            new_until_games=row.number("new_until_games"),
            factor=row.number("factor"),
            factor_strong=row.number("factor_strong"),
            strong_from=row.number("strong_from"),
            difference_limit=row.number("difference_limit"),
            list_months=row.whole_numbers("list_months"),
            list_day=row.number("list_day"),
            national_floor=row.number("national_floor"),
            first_games=row.number("first_games"),
            first_periods=row.number("first_periods"),
        )
        if found and rules.in_force_from <= found[-1].in_force_from:
            raise row.wrong("sets stand in the order of their dates", "in_force_from")
        found.append(rules)
    return tuple(found)
