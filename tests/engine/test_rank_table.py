import tomllib
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from qualifications.engine.measures import (
    FirstPlace,
    RankNorm,
    first_place,
    minimum_games,
    on_national_list,
    rank_norm,
    tournament_coefficient,
)

from .builders import LAW, RANK_1, RANK_2, RANK_3, YOUTH_1, event, participant, verdict_of

PERCENTS = (30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 53, 55, 58, 60, 63, 65, 68, 70, 73, 75)
YOUTH_PERCENTS = (*PERCENTS[:11], 51, 52, 53, 54, 55, 56, 57, 58, 59, 60)
STARTS = {RANK_1: 0, RANK_2: 100, RANK_3: 200, YOUTH_1: 300}
CASES = tomllib.loads(
    (Path(__file__).parent.parent / "cases" / "ua_2007_rank_norms.toml").read_text()
)["case"]


def edges() -> Iterator[Any]:
    """Every edge of every column: the last value before it and the first one behind it."""
    for grade, start in STARTS.items():
        percents = YOUTH_PERCENTS if grade == YOUTH_1 else PERCENTS
        for edge in range(22):
            last = start - 1 if edge == 0 else start + 10 * (edge - 1)
            for row, hundredths in ((edge, last), (edge + 1, last + 1)):
                if hundredths < 0:
                    continue
                expected = (row, percents[row - 1]) if 1 <= row <= 21 else (None, None)
                yield pytest.param(grade, hundredths, expected, id=f"{grade}-{hundredths}")


@pytest.mark.parametrize(("grade", "hundredths", "expected"), list(edges()))
def test_ua_rank_t_edges(
    grade: str, hundredths: int, expected: tuple[int | None, int | None]
) -> None:
    norm = rank_norm(Decimal(hundredths) / 100, 9, grade, LAW)
    assert (norm.row, norm.pct) == expected
    side = {True: "coefficient_below_column", False: "coefficient_above_column"}
    assert norm.reason == (side[hundredths < STARTS[grade]] if expected[0] is None else None)


@pytest.mark.parametrize("case", CASES, ids=[case["why"] for case in CASES])
def test_ua_rank_t_worked_by_hand(case: dict[str, Any]) -> None:
    assert rank_norm(Decimal(case["coefficient"]), case["games"], case["grade"], LAW) == RankNorm(
        row=case.get("row"),
        pct=case.get("percent"),
        raw=Decimal(case["raw"]) if "raw" in case else None,
        norm_half_points=case.get("norm"),
        reason=case.get("reason"),
    )


def test_ua_rank_t_is_read_with_two_decimals() -> None:
    with pytest.raises(ValueError, match=r"two decimals, not 1\.005"):
        rank_norm(Decimal("1.005"), 9, RANK_1, LAW)


def test_ua_rank_n2_the_worked_example_of_the_document() -> None:
    measure = tournament_coefficient({"R1": 2, "R2": 5, "R3": 3, "Y1": 6}, LAW)
    assert (measure.n, measure.total) == (16, Decimal("45.00"))
    assert (measure.exact, measure.value) == (Fraction(45, 16), Decimal("2.81"))


@pytest.mark.parametrize(
    ("half_points", "second", "third"),
    [
        (22, "met", "met"),
        (21, "not_met", "met"),
        (14, "not_met", "met"),
        (13, "not_met", "not_met"),
    ],
)
def test_ua_rank_n2_as_an_event_of_sixteen(half_points: int, second: str, third: str) -> None:
    grades = [RANK_1] * 2 + [RANK_2] * 5 + [RANK_3] * 3 + [YOUTH_1] * 6
    players = [participant(n, 15, 15, grade=grade) for n, grade in enumerate(grades, start=1)]
    players[-1] = participant(16, half_points, 15, grade=YOUTH_1)
    players[0] = participant(1, 30, 15, grade=RANK_1)
    facts = event(players, rounds=15)
    verdicts = [verdict_of(facts, 16, grade) for grade in (RANK_2, RANK_3)]
    assert [verdict.norm_half_points for verdict in verdicts] == [22, 14]
    assert [verdict.outcome.value for verdict in verdicts] == [second, third]


@pytest.mark.parametrize(
    ("classes", "value"),
    [
        ({"none": 3}, "5.00"),
        ({"R1+1": 1, "R1+2": 1}, "0.63"),
        ({"KMS": 4, "MSU": 1, "GM": 1, "R1": 3}, "0.33"),
        ({"R1": 199, "R2": 1}, "1.01"),
        ({"R1": 201, "R2": 1}, "1.00"),
    ],
)
def test_ua_rank_n1_mean_of_the_classes(classes: dict[str, int], value: str) -> None:
    assert tournament_coefficient(classes, LAW).value == Decimal(value)


def test_ua_q01_truncating_is_the_other_reading() -> None:
    other = LAW.with_reading("UA.Q01", "truncate")
    assert tournament_coefficient({"R1": 199, "R2": 1}, other).value == Decimal("1.00")
    assert tournament_coefficient({"R1+1": 1, "R1+2": 1}, other).value == Decimal("0.62")


@pytest.mark.parametrize("classes", [{}, {"R1": 0}, {"R4": 3}, {"R1": 3, "R2": -1}])
def test_ua_rank_n1_refuses_what_is_no_field(classes: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"class|participant"):
        tournament_coefficient(classes, LAW)


def test_ua_q02_first_row_is_the_other_reading() -> None:
    other = LAW.with_reading("UA.Q02", "first_row")
    assert rank_norm(Decimal("0.90"), 10, RANK_2, other) == RankNorm(
        1, 30, Decimal("3.00"), 6, None
    )
    above = rank_norm(Decimal("2.30"), 10, RANK_1, other)
    assert above.reason == "coefficient_above_column"


def test_ua_q03_down_is_the_other_reading() -> None:
    other = LAW.with_reading("UA.Q03", "down")
    assert rank_norm(Decimal("2.00"), 9, RANK_1, other).norm_half_points == 13


@pytest.mark.parametrize(
    ("coefficient", "grade", "sole", "games", "team", "expected"),
    [
        ("2.00", RANK_1, True, 9, False, FirstPlace(True, None)),
        ("2.01", RANK_1, True, 9, False, FirstPlace(False, "coefficient_above_limit")),
        ("3.00", RANK_2, True, 9, False, FirstPlace(True, None)),
        ("3.01", RANK_2, True, 9, False, FirstPlace(False, "coefficient_above_limit")),
        ("4.00", RANK_3, True, 9, False, FirstPlace(True, None)),
        ("4.01", RANK_3, True, 9, False, FirstPlace(False, "coefficient_above_limit")),
        ("0.50", RANK_3, True, 9, False, FirstPlace(True, None)),
        ("1.00", RANK_1, False, 9, False, FirstPlace(False, "first_place_shared")),
        ("1.00", RANK_1, True, 8, False, FirstPlace(False, "too_few_games")),
        ("1.00", RANK_1, True, 7, True, FirstPlace(True, None)),
        ("1.00", RANK_1, True, 6, True, FirstPlace(False, "too_few_games")),
        ("1.00", RANK_2, True, 7, True, FirstPlace(False, "too_few_games")),
        ("3.50", YOUTH_1, True, 9, False, FirstPlace(False, "no_first_place_rule")),
    ],
)
def test_ua_r1_1_r2_1_r3_1_first_place(
    coefficient: str, grade: str, sole: bool, games: int, team: bool, expected: FirstPlace
) -> None:
    assert first_place(Decimal(coefficient), grade, sole, games, team, LAW) == expected


@pytest.mark.parametrize(
    ("grade", "coefficient", "least"),
    [
        (RANK_2, "2.00", 0),
        (RANK_2, "2.01", 9),
        (RANK_3, "2.00", 0),
        (RANK_3, None, None),
        (RANK_1, "1.00", 9),
        (YOUTH_1, "2.00", 9),
    ],
)
def test_ua_q14_no_minimum_up_to_2_is_the_other_reading(
    grade: str, coefficient: str | None, least: int | None
) -> None:
    other = LAW.with_reading("UA.Q14", "no_minimum_up_to_2")
    value = None if coefficient is None else Decimal(coefficient)
    assert minimum_games(grade, value, False, other) == least
    assert minimum_games(grade, value, False, LAW) == 9


@pytest.mark.parametrize(("value", "national"), [(1849, False), (1850, True), (1851, True)])
def test_ua_ik_5_national_list_from_1850(value: int, national: bool) -> None:
    assert on_national_list(value, LAW) is national


def test_ua_q32_regional_is_the_other_reading() -> None:
    other = LAW.with_reading("UA.Q32", "regional")
    assert [on_national_list(value, other) for value in (1850, 1851)] == [False, True]


@pytest.mark.parametrize(
    ("day", "first"),
    [
        (date(2024, 1, 1), date(2024, 1, 1)),
        (date(2024, 3, 31), date(2024, 1, 1)),
        (date(2024, 4, 1), date(2024, 4, 1)),
        (date(2024, 12, 31), date(2024, 10, 1)),
    ],
)
def test_ua_ik_11_four_lists_a_year(day: date, first: date) -> None:
    assert LAW.list_day(day) == first
