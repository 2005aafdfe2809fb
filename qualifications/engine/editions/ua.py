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
    ListedPlace,
    MasterCell,
    MasterRow,
    OpponentPercent,
    OtherPercent,
    RankRow,
    Reading,
    Rounding,
    TableNotes,
    Tables,
    WorkedExample,
)
from .common import Common, expected_score, performance

RANK_COLUMNS = ("rank_1", "rank_2", "rank_3", "youth_1")
REQUIRED: Mapping[str, tuple[str, ...]] = {
    "thresholds": (
        *("rank_games", "rank_games_team", "rounds_a_day", "minutes_a_game", "age_ranks"),
        *("first_period_minutes", "first_period_moves", "second_period_minutes"),
        *("whole_game_minutes", "increment_game_minutes", "increment_seconds"),
        *("master_games", "master_games_against_masters", "norm_games", "norm_games_team"),
        *("games_against_candidates", "games_against_candidates_team"),
        *("games_against_second_rank", "arbiters", "lowest_competition_class", "age_msu"),
        *("championship_grandmasters", "championship_masters"),
        *("home_share_parts", "home_share_of", "candidate_points", "candidate_point_percent"),
        *("gm_coefficient_men", "gm_coefficient_women"),
        *("msu_coefficient_men", "msu_coefficient_women", "msu_coefficient_years"),
        *("msu_with_fide_gm_coefficient", "kmsu_coefficient_men", "kmsu_coefficient_women"),
        *("category_value_msu", "category_value_kmsu", "failure_percent"),
        *("failures_kmsu", "failures_rank", "lower_norm_missed"),
        *("lifetime_age", "lifetime_unbroken_years"),
        *("kmsu_exempt_coefficient_men", "kmsu_exempt_coefficient_women"),
        *("rating_event_mean_men", "rating_event_mean_women", "international_material_months"),
    ),
    "coefficients": (
        *("slow_games_from", "first_place_rank_1", "first_place_rank_2", "first_place_rank_3"),
    ),
    "terms": (
        *("rank", "candidate_point", "kmsu"),
        *("kmsu_team_7_rounds", "kmsu_team_9_rounds", "kmsu_team_10_games"),
        *("demotion_first_point", "demotion_second_point"),
    ),
}
"""Numbers that the rules ask an edition of this scheme for."""
OPPONENT_KEYS = ("GM", "MSU", "KMS", "R1", "R2")
ROUNDINGS = ("nearest_half_point", "half_up_integer", "half_up_hundredths")
"""Functions of `quantities` that a table can name; ties by the readings."""
CLASS_KEYS = ("none", "Y1", "R3", "R2", "R1", "R1+1", "R1+2", "KMS", "MSU", "GM")


def tables(reader: Reader, common: Common) -> Tables:
    """The tables of ranks and titles, of classes and of ratings. Raises RegulationError."""
    return Tables(
        master_norms=_master_norms(reader, common),
        opponent_percents=_opponent_percents(reader, common),
        places=_places(reader, common),
        examples=_examples(reader, common),
        notes=MappingProxyType(
            {
                name: _notes(reader.document(f"tables/{name}.toml"), common)
                for name in ("master_norms", "opponent_percents", "rank_norms")
            }
        ),
        rank_norms=_rank_norms(reader, common.scheme, common.articles, common.errata),
        class_values=_class_values(reader, common.articles, common.readings),
        expected_score=expected_score(reader, common.articles),
        performance=performance(reader, common.articles),
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


def _notes(document: Row, common: Common) -> TableNotes:
    """What the head of a table says about its numbers."""

    def rounding(cell: str) -> Rounding | None:
        if document.get(cell) is None:
            return None
        part = document.part(cell)
        if part.text("function") not in ROUNDINGS:
            raise part.wrong("there is no such rounding", cell)
        return Rounding(
            function=part.text("function"),
            article=part.cites(common.articles) if part.get("article") is not None else "",
            reading=part.cites(common.readings, "reading") if part.get("reading") else "",
        )

    outside = ""
    if document.get("outside") is not None:
        part = document.part("outside")
        cell = "reading" if part.get("reading") is not None else "article"
        outside = part.cites({*common.articles, *common.readings}, cell)
    return TableNotes(rounding("rounding"), rounding("mean_rounding"), outside)


def _master_norms(reader: Reader, common: Common) -> tuple[MasterRow, ...]:
    document = reader.document("tables/master_norms.toml")
    document.cites(common.articles)
    found: list[MasterRow] = []
    above: dict[str, MasterCell] = {}
    for place, row in enumerate(document.rows("row", "category"), start=1):
        if row.number("category") != place:
            raise row.wrong(f"category {place} is expected here", "category")
        cells = {
            column: _master_cell(row, column, common)
            for column in ("men", "women")
            if row.get(column) is not None
        }
        for column, cell in cells.items():
            before = above.get(column)
            if before is None and place > 1:
                raise row.wrong("the column begins below its first row", column)
            if before is not None:
                if before.highest is None:
                    raise row.wrong("follows on a row without an upper end", column)
                if cell.lowest != before.highest + 1:
                    raise row.wrong(
                        f"does not follow on {before.highest} without gap or overlap", column
                    )
                if cell.percent >= before.percent:
                    raise row.wrong("the percentage does not fall", column)
        above |= cells
        found.append(MasterRow(place, MappingProxyType(cells)))
    for column, cell in above.items():
        if cell.highest is not None:
            raise document.wrong("the last row has no upper end", column)
    return tuple(found)


def _master_cell(row: Row, column: str, common: Common) -> MasterCell:
    part = row.part(column)
    ends = part.whole_numbers("used") if part.get("used") is not None else ()
    if len(ends) not in (1, 2):
        raise row.wrong("the lowest and the highest mean are expected", column)
    highest = ends[1] if len(ends) == 2 else None
    if highest is not None and highest < ends[0]:
        raise row.wrong(f"{ends[0]} is above {highest}", column)
    percent = part.number("percent")
    if not 0 < percent <= 100:
        raise row.wrong("a percentage from 1 to 100 is expected", column)
    errata = {
        name: part.cites(common.errata, name) if part.get(name) is not None else ""
        for name in ("erratum", "percent_erratum")
    }
    printed = part.text("printed")
    if printed != "-".join(map(str, ends)) and not errata["erratum"]:
        raise row.wrong(f"printed {printed} and used otherwise without an erratum", column)
    other = None
    if part.get("other_percent") is not None:
        answer = part.part("other_percent")
        other = OtherPercent(
            reading=answer.cites(common.readings, "reading"),
            choice=answer.text("choice"),
            percent=answer.number("percent"),
        )
        if other.choice not in {c.key for c in common.readings[other.reading].choices}:
            raise row.wrong(f"{other.reading} has no choice {other.choice}", column)
    return MasterCell(printed, ends[0], highest, percent, other=other, **errata)


def _opponent_percents(reader: Reader, common: Common) -> Mapping[str, OpponentPercent]:
    document = reader.document("tables/opponent_percents.toml")
    document.cites(common.articles)
    found: dict[str, OpponentPercent] = {}
    for key, row in zip(OPPONENT_KEYS, document.rows("row", "class"), strict=False):
        if row.text("class") != key:
            raise row.wrong(f"the class {key} is expected here", "class")
        columns: dict[str, int | None] = {}
        for column in ("declared", "undeclared"):
            part = row.part(column)
            percent = None if part.text("printed") == "-" else part.number("percent")
            if percent is not None and part.text("printed") != str(percent):
                raise row.wrong("printed and used differ", column)
            higher = [getattr(line, column) for line in found.values()]
            if percent is not None and any(other >= percent for other in higher if other):
                raise row.wrong("the percentage does not rise", column)
            columns[column] = percent
        found[key] = OpponentPercent(key, row.text("printed"), **columns)
    if len(found) != len(OPPONENT_KEYS):
        raise document.wrong("a class is missing")
    return MappingProxyType(found)


def _places(reader: Reader, common: Common) -> tuple[ListedPlace, ...]:
    document = reader.document("tables/places.toml")
    rows = document.rows("row", "id")
    unique(rows)
    found = []
    for row in rows:
        if not 1 <= row.number("first") <= row.number("last"):
            raise row.wrong("a first place and a last one are expected", "last")
        if not isinstance(row.get("team"), bool):
            raise row.wrong("yes or no is expected", "team")
        found.append(
            ListedPlace(
                id=row.text("id"),
                article=row.cites(common.articles),
                grade=row.text("grade"),
                championships=row.words("championships"),
                team=bool(row.get("team")),
                first=row.number("first"),
                last=row.number("last"),
                printed=row.text("printed"),
                erratum=row.cites(common.errata, "erratum") if row.get("erratum") else "",
            )
        )
    return tuple(found)


def _examples(reader: Reader, common: Common) -> tuple[WorkedExample, ...]:
    document = reader.document("tables/worked_example.toml")
    document.cites(common.articles)
    return tuple(
        WorkedExample(
            printed=row.text("printed"),
            used=row.text("used"),
            erratum=row.cites(common.errata, "erratum") if row.get("erratum") else "",
        )
        for row in document.rows("row")
    )


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
