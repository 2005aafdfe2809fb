import inspect
import re
import shutil
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from qualifications.engine import NoEditionInForce, RegulationError, regulation_for
from qualifications.engine import measures_ru as measures
from qualifications.engine.editions.ru import RuTables
from qualifications.engine.facts import Discipline
from qualifications.engine.loading import (
    EDITIONS,
    load_regulation,
    regulation_for_event,
    source_text,
)
from qualifications.engine.registry import STATES, State, not_yet_written

from .builders import LAW

FOLDER = EDITIONS / "ru_2018"
TABLES = LAW.tables_as(RuTables)


@pytest.mark.parametrize("day", [date(2018, 1, 1), date(2018, 1, 2), date(2099, 12, 31)])
def test_ru_gen_1_in_force_from_1_january_2018(day: date) -> None:
    assert regulation_for("ru", on=day).edition == "ru_2018"


def test_ru_gen_1_not_in_force_the_day_before() -> None:
    with pytest.raises(NoEditionInForce):
        regulation_for("ru", on=date(2017, 12, 31))


def test_an_event_over_the_new_year_is_judged_by_its_last_day() -> None:
    days = {"starts_on": date(2017, 12, 28), "ends_on": date(2018, 1, 3)}
    assert regulation_for_event("ru", **days).edition == "ru_2018"


def test_the_edition_is_complete() -> None:
    rules = [rule for rule in LAW.articles if not re.match(r"RU\.GR\.P\d", rule)]
    assert (len(rules), len(LAW.articles)) == (45, 59)
    assert sorted(LAW.readings) == [f"RU.Q{number:02}" for number in range(1, 14)]
    assert sorted(LAW.errata) == [f"RU.MIS.{number}" for number in range(1, 5)]
    assert list(TABLES.ms_norms) == list(range(8, 16))
    assert sum(len(table.rows) for table in TABLES.ms_norms.values()) == 93
    assert {grade: len(table.rows) for grade, table in TABLES.rank_norms.items()} == {
        **dict.fromkeys(measures.RANK_GRADES, 9),
        "ru.youth_3": 6,
    }
    assert len(TABLES.places) == 14
    assert LAW.ratings == ()
    with pytest.raises(ValueError, match="no rating parameters"):
        LAW.rating_rules()


def plain(text: str) -> str:
    return re.sub(r"[\s|]+", " ", text).strip()


def test_every_article_stands_in_the_text_as_received() -> None:
    text = plain(source_text(LAW))
    assert [a.id for a in LAW.articles.values() if plain(a.text) not in text] == []


def test_a_deciding_function_quotes_its_article() -> None:
    unquoted = [
        (rule, function.__name__)
        for rule, state in STATES["ru_2018"].items()
        for function in state.functions[:1]
        if plain(LAW.articles[rule].text).rstrip(".") not in plain(inspect.getdoc(function) or "")
    ]
    assert unquoted == []


def test_no_rule_is_missing() -> None:
    assert not_yet_written(LAW) == ()
    states = STATES["ru_2018"].values()
    count = {kind: sum(state.state is kind for state in states) for kind in State}
    assert count == {
        State.DECIDED: 50,
        State.ASKED: 8,
        State.NOT_OURS: 1,
        State.NOT_YET_WRITTEN: 0,
    }


# ---------------------------------------------------------------- the tables, cell by cell

MASTER = re.compile(
    r"Условие: сыграть (\d+) партий, из них (\d) со .*ГР и \(или\) МС, (\d) со .*КМС и (\d) со "
)


def ends(printed: str) -> tuple[int, int | None]:
    """The range that a printed cell covers."""
    if printed.startswith("≥"):
        return int(printed[1:]), None
    if printed.startswith(">"):
        return int(printed[1:]) + 1, None
    lowest, _, highest = printed.partition("-")
    return int(lowest), int(highest or lowest)


def lines() -> list[list[str]]:
    return [line.strip().split("\t") for line in source_text(LAW).splitlines()]


def master_cells() -> list[tuple[int, str, int, int | None, int]]:
    """Games, column, ends and half-points of every cell of the eight printed tables."""
    cells, games = [], 0
    for line in lines():
        if table := MASTER.match(line[0]):
            games = int(table[1])
        elif games and len(line) == 3 and re.match(r"\d+(,5)?$", line[0]):
            half_points = int(2 * Fraction(line[0].replace(",", ".")))
            cells += [
                (games, column, *ends(printed), half_points)
                for column, printed in zip(("men", "women"), line[1:], strict=True)
            ]
        elif line[0] == "Спортивные разряды":
            break
    return cells


def test_ru_ms_t_both_ends_of_every_printed_cell() -> None:
    cells = master_cells()
    assert len(cells) == 186
    for games, column, lowest, highest, half_points in cells:
        for mean in (lowest, highest or 3000):
            norm = measures.ms_norm(games, Fraction(mean), column, LAW)
            assert (norm.norm_half_points, norm.mean) == (half_points, mean), (games, column)


def test_ru_ms_t_composition_as_printed() -> None:
    printed = [
        tuple(map(int, found.groups())) for line in lines() if (found := MASTER.match(line[0]))
    ]
    assert printed == [
        (table.games, table.at_least_ms, table.at_least_kms, table.at_least_ranked)
        for table in TABLES.ms_norms.values()
    ]


def rank_cells() -> list[tuple[str, str, int, int | None, int]]:
    """Grade, column, ends and percent of every cell of the printed tables of ranks."""
    cells, part = [], ""
    adult, youth = (
        ("ru.rank_1", "ru.rank_2", "ru.rank_3"),
        ("ru.youth_1", "ru.youth_2", "ru.youth_3"),
    )
    for line in lines():
        if line[0] in ("КМС", "Спортивные разряды", "Спортивные разряды (женские)") or (
            line[0] == "Юношеские спортивные разряды"
        ):
            part = line[0]
        elif line[0] == "Иные условия":
            part = ""
        elif part and re.match(r"[>\d]", line[0]):
            if part == "КМС":
                men, women, percent = line
                cells += [("ru.kms", "men", *ends(men), int(percent))]
                cells += [("ru.kms", "women", *ends(women), int(percent))]
                continue
            columns = {"Спортивные разряды": ("men",), "Спортивные разряды (женские)": ("women",)}
            grades = youth if part.startswith("Юнош") else adult
            for grade, printed, percent in zip(grades, line[::2], line[1::2], strict=False):
                cells += [
                    (grade, column, *ends(printed), int(percent))
                    for column in columns.get(part, ("men", "women"))
                ]
    return cells


def test_ru_rank_12_1_both_ends_of_every_printed_cell() -> None:
    cells = rank_cells()
    assert len(cells) == 2 * (4 * 9 + 2 * 9 + 6)
    for grade, column, lowest, highest, percent in cells:
        for mean in (lowest, highest or 3000):
            norm = measures.rank_norm(grade, Fraction(mean), column, 9, Discipline.CLASSICAL, LAW)
            assert (norm.pct, norm.mean) == (percent, mean), (grade, column)


def test_ru_mis_1_2221_is_in_the_row_of_7_and_a_half_points() -> None:
    norms = [
        measures.ms_norm(13, Fraction(mean), "women", LAW).norm_half_points
        for mean in (2220, 2221, 2222)
    ]
    assert norms == [16, 15, 15]
    band = next(row for row in TABLES.ms_norms[13].rows if row.half_points == 15).bands["women"]
    assert (band.printed, band.lowest, band.erratum) == ("2222-2249", 2221, "RU.MIS.1")


def test_ru_ms_t_women_are_200_below_men() -> None:
    for table in TABLES.ms_norms.values():
        for row in table.rows:
            assert row.bands["men"].lowest - 200 == row.bands["women"].lowest


BROKEN = [
    ("tables/ms_norms.toml", "[2284, 2324]", "[2285, 2324]", "ms_norms", "6,5", "men"),
    (
        "tables/ms_norms.toml",
        "half_points = 13",
        "half_points = 12",
        "ms_norms",
        "6,5",
        "half_points",
    ),
    ("tables/ms_norms.toml", "[2530]", "[2530, 2600]", "ms_norms", "3,5", "men"),
    (
        "tables/ms_norms.toml",
        'erratum = "RU.MIS.1"',
        'erratum = "RU.MIS.9"',
        "ms_norms",
        "7,5",
        "erratum",
    ),
    ("tables/ms_norms.toml", ', erratum = "RU.MIS.1"', "", "ms_norms", "7,5", "women"),
    ("tables/ms_norms.toml", "games = 9\n", "games = 10\n", "ms_norms", "10", "games"),
    (
        "tables/ms_norms.toml",
        "at_least_ms = 2",
        "at_least_ms = 3",
        "ms_norms",
        "8",
        "at_least_ranked",
    ),
    ("tables/rank_norms.toml", "[1926, 1950]", "[1927, 1950]", "rank_norms", "70", "men"),
    ("tables/rank_norms.toml", "[1926, 1950]", "[1950, 1926]", "rank_norms", "70", "men"),
    ("tables/rank_norms.toml", "percent = 70", "percent = 75", "rank_norms", "75", "percent"),
    (
        "tables/rank_norms.toml",
        'rank = "rank_1"',
        'rank = "rank_2"',
        "rank_norms",
        "rank_2",
        "rank",
    ),
    (
        "tables/rank_norms.toml",
        'article = "RU.Y.T"',
        'article = "RU.Y.X"',
        "rank_norms",
        "youth_1",
        "article",
    ),
    ("tables/places.toml", "to = 6", "to = 5", "places", "RU.GR.P1", "to"),
    ("tables/places.toml", '"world_championship"', '"world"', "places", "RU.GR.P1", "level"),
    ("tables/places.toml", '["classical"]', '["chess"]', "places", "RU.GR.P1", "disciplines"),
    ("tables/places.toml", '"RU.GR.F1"', '"RU.GR.F9"', "places", "RU.GR.P12", "condition"),
    ("regulation.toml", "unrated = 1000\n", "", "thresholds", "", "unrated"),
    ("regulation.toml", '"last_day"', '"first_day"', "", "", "decided_by_day"),
    ("readings.toml", 'in_force = "up"', 'in_force = "sideways"', "reading", "RU.Q01", "in_force"),
]


@pytest.mark.parametrize(("file", "old", "new", "table", "row", "cell"), BROKEN)
def test_a_broken_file_names_file_table_row_and_cell(
    tmp_path: Path, file: str, old: str, new: str, table: str, row: str, cell: str
) -> None:
    folder = tmp_path / "broken"
    shutil.copytree(FOLDER, folder)
    content = (folder / file).read_text()
    assert old in content
    (folder / file).write_text(content.replace(old, new, 1))
    with pytest.raises(RegulationError) as refused:
        load_regulation(folder)
    error = refused.value
    assert (error.file, error.table, error.row, error.cell) == (f"broken/{file}", table, row, cell)
