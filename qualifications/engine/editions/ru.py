"""Tables of the Russian scheme."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from ..edition_files import Reader, Row
from ..facts import Discipline, EventLevel
from ..regulation import Article, Erratum, ExpectedRow
from .common import Common, expected_score

MEN, WOMEN = "men", "women"
COLUMNS = (MEN, WOMEN)
RANKS = ("kms", "rank_1", "rank_2", "rank_3", "youth_1", "youth_2", "youth_3")
REQUIRED: Mapping[str, tuple[str, ...]] = {
    "thresholds": (
        *("unrated", "age_gr", "age_ms", "age_kms", "youth_ranks_below_age", "no_ranks_below_age"),
        *("gr_rating_men", "gr_rating_women", "ms_rating_men", "ms_rating_women"),
        *("games_classical", "games_team", "games_rapid", "games_blitz", "ms_most_games"),
        *("rapid_minutes", "rapid_increment_seconds", "blitz_minutes", "blitz_increment_seconds"),
        *("short_rapid_minutes", "short_rapid_increment_seconds"),
        *("team_games_numerator", "team_games_denominator", "team_points_percent"),
    ),
    "terms": ("second_result",),
}
"""Numbers that the rules ask an edition of this scheme for."""


@dataclass(frozen=True, slots=True)
class Band:
    """A range of mean ratings, both ends inclusive; `highest` None where it is open."""

    printed: str
    lowest: int
    highest: int | None
    erratum: str = ""

    def __contains__(self, mean: int) -> bool:
        return self.lowest <= mean and (self.highest is None or mean <= self.highest)


@dataclass(frozen=True, slots=True)
class MsRow:
    half_points: int
    bands: Mapping[str, Band]
    """By column, `men` and `women`."""


@dataclass(frozen=True, slots=True)
class MsTable:
    """Norms of a master of sport for one number of games, and who the opponents must be."""

    games: int
    at_least_ms: int
    at_least_kms: int
    at_least_ranked: int
    rows: tuple[MsRow, ...]


@dataclass(frozen=True, slots=True)
class PercentRow:
    percent: int
    bands: Mapping[str, Band]
    """By column; the youth ranks have the same band in both."""


@dataclass(frozen=True, slots=True)
class RankTable:
    grade: str
    article: str
    rows: tuple[PercentRow, ...]


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """Places of one kind of competition that make a grandmaster."""

    article: str
    level: EventLevel
    disciplines: tuple[Discipline, ...]
    printed: str
    highest: int
    lowest: int
    condition: str
    """Rule id of the footnote; empty without one."""


@dataclass(frozen=True, slots=True)
class EstimateRule:
    """Development coefficients for an estimate of the rating on the last day; none is official."""

    factor_new: int
    factor: int
    factor_fast: int
    """In rapid and blitz."""
    factor_strong: int
    strong_from: int
    lowest: int
    """The rating cannot be lower."""


@dataclass(frozen=True, slots=True)
class RuTables:
    ms_norms: Mapping[int, MsTable]
    """By number of games."""
    rank_norms: Mapping[str, RankTable]
    """By grade key, `ru.kms` to `ru.youth_3`."""
    places: tuple[PlaceRow, ...]
    estimate: EstimateRule
    expected_score: tuple[ExpectedRow, ...]
    """For the reading of RU.Q13 by the table."""


def tables(reader: Reader, common: Common) -> RuTables:
    """The tables of masters, of ranks and of places. Raises RegulationError."""
    return RuTables(
        ms_norms=_ms_norms(reader, common),
        rank_norms=_rank_norms(reader, common),
        places=_places(reader, common.articles),
        estimate=_estimate(reader, common.articles),
        expected_score=expected_score(reader, common.articles),
    )


def _ms_norms(reader: Reader, common: Common) -> Mapping[int, MsTable]:
    document = reader.document("tables/ms_norms.toml")
    document.cites(common.articles)
    found: dict[int, MsTable] = {}
    for table in document.rows("table", "games"):
        games = table.number("games")
        if found and games != max(found) + 1:
            raise table.wrong(f"{max(found) + 1} games are expected", "games")
        ms, kms = table.number("at_least_ms"), table.number("at_least_kms")
        ranked = table.number("at_least_ranked")
        if ms + kms + ranked != games:
            raise table.wrong("the opponents do not add up to the games", "at_least_ranked")
        rows = table.rows("rows", "points")
        read = [MsRow(row.number("half_points"), _bands(row, common.errata)) for row in rows]
        for row, (before, after) in zip(rows[1:], pairwise(read), strict=True):
            if after.half_points != before.half_points - 1:
                raise row.wrong("half a point less than the row before is expected", "half_points")
            _follows(row, before.bands, after.bands)
        _ends(rows, [row.bands for row in read])
        found[games] = MsTable(games, ms, kms, ranked, tuple(read))
    return MappingProxyType(found)


def _rank_norms(reader: Reader, common: Common) -> Mapping[str, RankTable]:
    document = reader.document("tables/rank_norms.toml")
    found: dict[str, RankTable] = {}
    for table in document.rows("table", "rank"):
        rank = table.text("rank")
        if rank not in RANKS[len(found) : len(found) + 1]:
            raise table.wrong("the ranks stand from the highest down", "rank")
        rows = table.rows("rows", "percent")
        read = [PercentRow(row.number("percent"), _bands(row, common.errata)) for row in rows]
        for row, (before, after) in zip(rows[1:], pairwise(read), strict=True):
            if not 0 < after.percent < before.percent:
                raise row.wrong("the percentage does not fall", "percent")
            _follows(row, before.bands, after.bands)
        _ends(rows, [row.bands for row in read])
        grade = f"{common.scheme}.{rank}"
        found[grade] = RankTable(grade, table.cites(common.articles), tuple(read))
    if len(found) != len(RANKS):
        raise document.wrong(f"the rank {RANKS[len(found)]} is missing", "table")
    return MappingProxyType(found)


def _bands(row: Row, errata: Mapping[str, Erratum]) -> Mapping[str, Band]:
    if row.get("all") is not None:
        return MappingProxyType(dict.fromkeys(COLUMNS, _band(row, "all", errata)))
    return MappingProxyType({column: _band(row, column, errata) for column in COLUMNS})


def _band(row: Row, column: str, errata: Mapping[str, Erratum]) -> Band:
    part = row.part(column)
    ends = part.whole_numbers("used") if part.get("used") is not None else ()
    if len(ends) not in (1, 2) or ends[0] > ends[-1]:
        raise row.wrong("the lowest and the highest mean are expected", column)
    lowest, highest = ends[0], ends[1] if len(ends) == 2 else None
    printed = part.text("printed")
    erratum = part.cites(errata, "erratum") if part.get("erratum") is not None else ""
    if printed not in _ways_to_print(lowest, highest) and not erratum:
        raise row.wrong(f"printed {printed} and used otherwise without an erratum", column)
    return Band(printed, lowest, highest, erratum)


def _ways_to_print(lowest: int, highest: int | None) -> tuple[str, ...]:
    if highest is None:
        return (f"≥{lowest}", f"> {lowest - 1}", f">{lowest - 1}")
    return (str(lowest),) if lowest == highest else (f"{lowest}-{highest}",)


def _follows(row: Row, before: Mapping[str, Band], after: Mapping[str, Band]) -> None:
    for column in COLUMNS:
        end = before[column].highest
        if end is None or after[column].lowest != end + 1:
            raise row.wrong(f"does not follow on {end} without gap or overlap", column)


def _ends(rows: list[Row], bands: list[Mapping[str, Band]]) -> None:
    """The last row of a table, and only that one, has no upper end."""
    for column in COLUMNS:
        if bands[-1][column].highest is not None:
            raise rows[-1].wrong("the last row has no upper end", column)


def _places(reader: Reader, articles: Mapping[str, Article]) -> tuple[PlaceRow, ...]:
    document = reader.document("tables/places.toml")
    found = []
    for row in document.rows("row", "article"):
        level, disciplines = row.text("level"), row.words("disciplines")
        if level not in tuple(EventLevel):
            raise row.wrong(f"there is no level {level}", "level")
        for discipline in disciplines:
            if discipline not in tuple(Discipline):
                raise row.wrong(f"there is no discipline {discipline}", "disciplines")
        highest, lowest = row.number("from"), row.number("to")
        printed = str(highest) if highest == lowest else f"{highest}-{lowest}"
        if row.text("printed").rstrip("*") != printed or highest > lowest:
            raise row.wrong(f"printed {row.text('printed')}", "to")
        found.append(
            PlaceRow(
                article=row.cites(articles),
                level=EventLevel(level),
                disciplines=tuple(map(Discipline, disciplines)),
                printed=row.text("printed"),
                highest=highest,
                lowest=lowest,
                condition=row.cites(articles, "condition") if row.get("condition") else "",
            )
        )
    return tuple(found)


def _estimate(reader: Reader, articles: Mapping[str, Article]) -> EstimateRule:
    document = reader.document("tables/estimate.toml")
    document.cites(articles)
    return EstimateRule(
        factor_new=document.number("factor_new"),
        factor=document.number("factor"),
        factor_fast=document.number("factor_fast"),
        factor_strong=document.number("factor_strong"),
        strong_from=document.number("strong_from"),
        lowest=document.number("lowest"),
    )
