import re
import shutil
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from qualifications.engine import (
    NoEditionInForce,
    RegulationError,
    all_regulations,
    regulation_for,
)
from qualifications.engine.loading import (
    EDITIONS,
    load_editions,
    load_regulation,
    regulation_for_event,
    source_text,
)
from qualifications.engine.regulation import ErratumStatus, Tables, UnknownReading

from .builders import LAW, RANK_2, RANK_3

FOLDER = EDITIONS / "ua_2007"


@pytest.mark.parametrize("day", [date(2007, 9, 6), date(2007, 9, 7), date(2099, 12, 31)])
def test_ua_gen_1_in_force_from_6_september_2007(day: date) -> None:
    assert regulation_for("ua", on=day).edition == "ua_2007"


@pytest.mark.parametrize(
    ("scheme", "day"),
    [("ua", date(2007, 9, 5)), ("ua", date(2005, 6, 1)), ("xx", date(2024, 1, 1))],
)
def test_no_edition_in_force_says_what_was_asked(scheme: str, day: date) -> None:
    with pytest.raises(NoEditionInForce) as refused:
        regulation_for(scheme, on=day)
    assert (refused.value.scheme, refused.value.on) == (scheme, day)


def test_national_events_are_judged_by_their_last_day() -> None:
    first, last = date(2007, 9, 1), date(2007, 9, 6)
    assert regulation_for_event("ua", starts_on=first, ends_on=last).edition == "ua_2007"
    with pytest.raises(NoEditionInForce):
        regulation_for_event("ua", starts_on=first, ends_on=date(2007, 9, 5))
    with pytest.raises(NoEditionInForce):
        regulation_for_event("xx", starts_on=first, ends_on=last)


def test_every_article_stands_in_the_text_as_received() -> None:
    text = re.sub(r"[\s|]+", " ", source_text(LAW))
    missing = [
        (article.id, line)
        for article in LAW.articles.values()
        for line in article.text.splitlines()
        if re.sub(r"[\s|]+", " ", line) not in text
    ]
    assert missing == []


def test_tables_are_those_of_the_scheme() -> None:
    assert LAW.tables_as(Tables) is LAW.tables
    with pytest.raises(TypeError, match="ua_2007 has no tables of the class int"):
        LAW.tables_as(int)


def test_the_edition_is_read_once() -> None:
    assert regulation_for("ua", on=date(2024, 1, 1)) is regulation_for("ua", on=date(2025, 1, 1))
    assert LAW in all_regulations()


def test_the_edition_is_complete() -> None:
    assert (LAW.decided_by_day, LAW.in_force_until) == ("last_day", None)
    assert len(LAW.articles) == 94
    assert sorted(LAW.readings) == [f"UA.Q{number:02}" for number in range(1, 47)]
    assert [row.row for row in LAW.tables.rank_norms] == list(range(1, 22))
    assert (len(LAW.tables.expected_score), len(LAW.tables.performance)) == (51, 101)
    assert LAW.terms["rank"] == LAW.terms["candidate_point"] == 3


def test_ua_mis_1_and_2_keep_the_printed_text_beside_the_used_range() -> None:
    third, second = LAW.tables.rank_norms[3].cells[RANK_3], LAW.tables.rank_norms[13].cells[RANK_2]
    assert [
        (cell.printed, cell.lowest, cell.highest, cell.erratum) for cell in (third, second)
    ] == [
        ("3.21-2.30", Decimal("2.21"), Decimal("2.30"), "UA.MIS.1"),
        ("3.21-2.30", Decimal("2.21"), Decimal("2.30"), "UA.MIS.2"),
    ]
    others = [
        (row.row, grade)
        for row in LAW.tables.rank_norms
        for grade, cell in row.cells.items()
        if cell.erratum
    ]
    assert others == [(4, RANK_3), (14, RANK_2)]


def test_suspected_misprints_are_used_as_printed() -> None:
    kept = [e for e in LAW.errata.values() if e.status is ErratumStatus.KEPT]
    assert [erratum.id for erratum in kept] == ["UA.SUS.1", "UA.SUS.2", "UA.SUS.3"]
    assert [erratum.used for erratum in kept] == [erratum.printed for erratum in kept]


def test_the_percentages_of_the_printed_page() -> None:
    printed = [row.percent_printed for row in LAW.tables.rank_norms]
    assert printed[:12] == [str(n) for n in range(30, 51, 2)] + ["53 (юн. 51)"]
    assert printed[13] == "58 (юн.53)"


def test_table_8_1a_is_symmetric() -> None:
    differences = LAW.tables.performance
    assert [differences[n] + differences[100 - n] for n in range(51)] == [0] * 51
    assert (differences[100], differences[99], differences[67]) == (800, 677, 125)


def test_a_reading_that_is_not_there() -> None:
    with pytest.raises(UnknownReading):
        LAW.reading("UA.Q99")
    with pytest.raises(UnknownReading):
        LAW.with_reading("UA.Q01", "upwards")


def test_another_reading_leaves_the_edition_alone_and_has_another_digest() -> None:
    other = LAW.with_reading("UA.Q01", "truncate")
    assert (LAW.reading("UA.Q01"), other.reading("UA.Q01")) == ("half_up", "truncate")
    assert other.digest != LAW.digest


BROKEN = [
    ("tables/rank_norms.toml", '["0.11", "0.20"]', '["0.12", "0.20"]', "rank_norms", "3", "rank_1"),
    ("tables/rank_norms.toml", '["0.11", "0.20"]', '["0.10", "0.20"]', "rank_norms", "3", "rank_1"),
    ("tables/rank_norms.toml", '["0.11", "0.20"]', '["0.20", "0.11"]', "rank_norms", "3", "rank_1"),
    ("tables/rank_norms.toml", '["0.11", "0.20"]', '["0.11", "x"]', "rank_norms", "3", "rank_1"),
    ("tables/rank_norms.toml", "rank_3 = 34", "rank_3 = 32", "rank_norms", "3", "percent.rank_3"),
    ("tables/rank_norms.toml", "rank_3 = 34", "rank_3 = 101", "rank_norms", "3", "percent.rank_3"),
    ("tables/rank_norms.toml", '"1.11-1.20", u', '"1.11-1.30", u', "rank_norms", "3", "rank_2"),
    ("tables/rank_norms.toml", '"UA.MIS.1"', '"UA.MIS.99"', "rank_norms", "4", "erratum"),
    ("tables/rank_norms.toml", '"UA.RANK.T"', '"UA.RANK.X"', "rank_norms", "", "article"),
    ("tables/rank_norms.toml", "row = 3\n", "row = 4\n", "rank_norms", "4", "row"),
    ("tables/class_values.toml", '"5.00"', "5.0", "class_values", "none", "used"),
    ("tables/class_values.toml", '"R1+2"', '"R1+3"', "class_values", "R1+3", "class"),
    ("tables/class_values.toml", '"UA.Q12"', '"UA.Q98"', "class_values", "MSU", "reading"),
    ("tables/expected_score.toml", "from = 4,", "from = 5,", "expected_score", "2", "from"),
    ("tables/expected_score.toml", "higher = 52", "higher = 51", "expected_score", "3", "higher"),
    (
        "tables/performance.toml",
        "difference = -677",
        "difference = -800",
        "performance",
        "2",
        "difference",
    ),
    ("tables/performance.toml", "percent = 50,", "percent = 51,", "performance", "51", "percent"),
    ("readings.toml", 'in_force = "half_up"', 'in_force = ""', "reading", "UA.Q01", "in_force"),
    (
        "readings.toml",
        'in_force = "without_rank"',
        'in_force = "next_lower_rank"',
        "reading",
        "UA.Q12",
        "in_force",
    ),
    ("readings.toml", '["UA.AWD.9a"]', '["UA.AWD.9x"]', "reading", "UA.Q40", "articles"),
    ("readings.toml", 'id = "UA.Q02"', 'id = "UA.Q01"', "reading", "UA.Q01", "id"),
    ("errata.toml", 'used = "78"', 'used = "70"', "erratum", "UA.SUS.1", "used"),
    ("regulation.toml", "rank_games = 9", 'rank_games = "nine"', "thresholds", "", "rank_games"),
    ("regulation.toml", "rank_games = 9\n", "", "thresholds", "", "rank_games"),
    ("regulation.toml", '"last_day"', '"first_day"', "", "", "decided_by_day"),
    ("regulation.toml", 'scheme = "ua"', 'scheme = "xx"', "", "", "scheme"),
    ("regulation.toml", '"source.uk.txt"', '"source.txt"', "", "", "source"),
    (
        "ratings.toml",
        "difference_limit = 350",
        "difference_limit = 35.5",
        "set",
        "1",
        "difference_limit",
    ),
    ("articles.toml", 'summary = "', "summary = ", "", "", ""),
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
    assert str(error).startswith(f"broken/{file}")


def two_editions(root: Path, until: str, following: str) -> Path:
    for name, old, new in (
        (
            "first",
            "in_force_from = 2007-09-06",
            f"in_force_from = 2007-09-06\nin_force_until = {until}",
        ),
        ("second", "in_force_from = 2007-09-06", f"in_force_from = {following}"),
    ):
        shutil.copytree(FOLDER, root / name)
        head = root / name / "regulation.toml"
        head.write_text(head.read_text().replace(old, new, 1))
    return root


def test_one_edition_follows_another(tmp_path: Path) -> None:
    laws = load_editions(two_editions(tmp_path, "2014-05-13", "2014-05-14"))
    days = (date(2014, 5, 12), date(2014, 5, 13), date(2014, 5, 14), date(2014, 5, 15))
    in_force = [[law.edition for law in laws if law.covers(day)] for day in days]
    assert in_force == [["first"], ["first"], ["second"], ["second"]]


def test_two_editions_on_one_day_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RegulationError, match="begins while first is still in force") as refused:
        load_editions(two_editions(tmp_path, "2014-05-14", "2014-05-14"))
    assert (refused.value.file, refused.value.cell) == ("second/regulation.toml", "in_force_from")


def test_an_edition_that_ends_before_it_begins_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RegulationError, match="the edition ends before it begins") as refused:
        load_editions(two_editions(tmp_path, "2007-09-05", "2014-05-14"))
    assert (refused.value.file, refused.value.cell) == ("first/regulation.toml", "in_force_until")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    shutil.copytree(FOLDER, folder)
    (folder / "errata.toml").unlink()
    with pytest.raises(RegulationError, match=r"broken/errata\.toml: the file is missing"):
        load_regulation(folder)
