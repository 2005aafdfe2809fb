"""The lint finds by itself what the errata correct, and nothing more in what is used."""

import shutil
from pathlib import Path

import pytest

from qualifications.engine.lint import Finding, Kind, lint_edition, read_range
from qualifications.engine.loading import EDITIONS, all_regulations

UA = EDITIONS / "ua_2007"


def found(folder: Path, *kinds: Kind, printed: bool = False) -> list[tuple[str, str, str, str]]:
    return [
        (Path(f.file).stem, f.row, f.column, f.value)
        for f in lint_edition(folder, printed=printed)
        if f.kind in kinds
    ]


def test_the_two_cells_upside_down_and_the_holes_they_leave() -> None:
    assert found(UA, Kind.INVERTED, printed=True) == [
        ("rank_norms", "14", "rank_2", "3.21-2.30"),
        ("rank_norms", "4", "rank_3", "3.21-2.30"),
    ]
    holes = found(UA, Kind.GAP, printed=True)
    assert [hole for hole in holes if hole[0] == "rank_norms"] == [
        ("rank_norms", "15", "rank_2", "2.21-2.30"),
        ("rank_norms", "5", "rank_3", "2.21-2.30"),
    ]


def test_2276_and_2451_are_in_no_row_and_2250_in_two() -> None:
    holes = found(UA, Kind.GAP, printed=True)
    assert [hole for hole in holes if hole[0] == "master_norms"] == [
        ("master_norms", "9", "men", "2451"),
        ("master_norms", "8", "women", "2276"),
    ]
    assert found(UA, Kind.OVERLAP, printed=True) == [("master_norms", "7", "women", "2250")]


def test_2401_and_2402_make_rows_of_an_odd_width() -> None:
    assert found(UA, Kind.ODD_WIDTH, printed=True) == [
        ("master_norms", "6", "men", "2376-2401"),
        ("master_norms", "7", "men", "2402-2425"),
        ("master_norms", "1", "women", "2100-2125"),
        ("master_norms", "7", "women", "2250-2275"),
    ]


def test_78_percent_is_out_of_step() -> None:
    assert found(UA, Kind.OUT_OF_STEP, printed=True) == [("master_norms", "1", "women", "78")]


def test_the_worked_example_does_not_add_up() -> None:
    assert found(UA, Kind.WRONG_SUM, printed=True) == [
        ("worked_example", "1", "", "39 : 16 = 2.44, 2.81")
    ]
    assert found(UA, Kind.WRONG_SUM) == []


def test_dashes_roundings_and_ends_that_only_a_reading_explains() -> None:
    assert found(UA, Kind.UNDEFINED_CELL, printed=True) == [
        ("opponent_percents", "GM", "undeclared", "-"),
        ("opponent_percents", "R2", "declared", "-"),
    ]
    assert found(UA, Kind.MISSING_ROUNDING, printed=True) == [
        ("master_norms", "", "rounding", "UA.Q04"),
        ("master_norms", "", "mean_rounding", "UA.Q05"),
        ("rank_norms", "", "rounding", "UA.Q04"),
        ("rank_norms", "", "mean_rounding", "UA.Q01"),
    ]
    assert found(UA, Kind.UNDEFINED_END, printed=True)[:2] == [
        ("rank_norms", "", "rank_1", "< 0.00"),
        ("rank_norms", "", "rank_1", "> 2.00"),
    ]
    assert found(UA, Kind.UNDEFINED_CELL, Kind.MISSING_ROUNDING, Kind.UNDEFINED_END) == []


def test_2221_is_in_no_row_of_the_russian_table() -> None:
    russian = EDITIONS / "ru_2018"
    assert found(russian, Kind.GAP, printed=True) == [("ms_norms", "7,5", "13 women", "2221")]
    assert found(russian, Kind.GAP) == []


@pytest.mark.parametrize("edition", [law.edition for law in all_regulations()])
def test_what_is_used_has_no_fault(edition: str) -> None:
    assert [finding for finding in lint_edition(EDITIONS / edition) if finding.fault] == []


def test_suspected_misprints_are_known_by_their_erratum() -> None:
    known = [f for f in lint_edition(UA) if f.known_as]
    assert [(f.kind, f.value, f.known_as) for f in known] == [
        (Kind.ODD_WIDTH, "2100-2125", "UA.SUS.2"),
        (Kind.OUT_OF_STEP, "78", "UA.SUS.1"),
    ]


def test_a_question_that_nobody_decided_is_a_note() -> None:
    questions = [f for f in lint_edition(UA) if f.kind is Kind.UNANSWERED]
    assert len(questions) == 46
    assert questions[0] == Finding(Kind.UNANSWERED, "readings.toml", "UA.Q01", "", "half_up")
    assert [f for f in questions if f.fault] == []


BROKEN = [
    ("tables/master_norms.toml", "[2301, 2325]", "[2302, 2325]", Kind.GAP, "2301"),
    ("tables/master_norms.toml", "[2301, 2325]", "[2300, 2325]", Kind.OVERLAP, "2300"),
    ("tables/master_norms.toml", "[2301, 2325]", "[2325, 2301]", Kind.INVERTED, "2301-2325"),
    ("tables/master_norms.toml", "percent = 61", "percent = 65", Kind.NOT_RISING, "65"),
    ("tables/rank_norms.toml", "rank_3 = 34", "rank_3 = 32", Kind.NOT_RISING, "32"),
    ("tables/rank_norms.toml", "rounding =", "rounded =", Kind.MISSING_ROUNDING, ""),
    ("tables/rank_norms.toml", '"1.11-1.20"', '"1.12-1.20"', Kind.NOT_IN_SOURCE, "1.12-1.20"),
    (
        "tables/class_values.toml",
        "без розряду",
        "без звання",
        Kind.NOT_IN_SOURCE,
        "без звання - 5.0",
    ),
    ("tables/worked_example.toml", "3 х 3.0", "3 х 2.0", Kind.WRONG_SUM, "42 : 16 = 2.63, 2.81"),
    ("readings.toml", "UA.AWD.7 alone", "UA.AWD.77 alone", Kind.UNKNOWN_REFERENCE, "UA.AWD.77"),
    ("articles.toml", "(UA.MSU.P1-P4)", "(UA.MSU.P9-P4)", Kind.UNKNOWN_REFERENCE, "UA.MSU.P9"),
]


@pytest.mark.parametrize(("file", "old", "new", "kind", "value"), BROKEN)
def test_a_mistake_is_found_where_it_was_made(
    tmp_path: Path, file: str, old: str, new: str, kind: Kind, value: str
) -> None:
    folder = tmp_path / "ua_2007"
    shutil.copytree(UA, folder)
    content = (folder / file).read_text()
    assert old in content
    (folder / file).write_text(content.replace(old, new, 1))
    before = {(f.kind, f.value) for f in lint_edition(UA)}
    new_ones = [(f.kind, f.value) for f in lint_edition(folder) if (f.kind, f.value) not in before]
    assert (kind, value) in new_ones


@pytest.mark.parametrize(
    ("printed", "ends"),
    [
        ("2251-2275", (2251, 2275)),
        ("1000", (1000, 1000)),
        ("Вище 2451", (2452, None)),
        ("> 2100", (2101, None)),
        ("≥2530", (2530, None)),
        ("III", (None, None)),
    ],
)
def test_printed_ranges(printed: str, ends: tuple[int | None, int | None]) -> None:
    assert read_range(printed) == ends
