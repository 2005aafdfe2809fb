"""Worked cases, answered by the public measures."""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from qualifications.engine import measures_ru as measures
from qualifications.engine.facts import Discipline

from .builders import LAW

FILE = Path(__file__).resolve().parents[2] / "cases" / "ru_2018.json"
CASES = json.loads(FILE.read_text())["cases"]
GRADE = dict(
    zip(("GR", "MS", "KMS", "R1", "R2", "R3", "Y1", "Y2", "Y3"), measures.GRADES, strict=True)
)
CODE = {grade: code for code, grade in GRADE.items()}
Given = Mapping[str, Any]


def points(half_points: int | None) -> Fraction | None:
    return None if half_points is None else Fraction(half_points, 2)


def mean_rating(given: Given) -> Given:
    found = measures.mean_rating(given["opponents"], LAW)
    exact = f"{found.exact.numerator}/{found.exact.denominator}"
    return {"mean_exact": exact, "mean": found.value}


def ms_norm(given: Given) -> Given:
    found = measures.ms_norm(given["games"], Fraction(given["mean"]), given["column"], LAW)
    reasons = {
        measures.NO_TABLE: f"no table for {given['games']} games",
        measures.MEAN_BELOW_TABLE: f"mean below {found.lowest}",
        None: None,
    }
    norm = points(found.norm_half_points)
    return {"mean": found.mean, "norm": norm, "reason": reasons[found.reason]}


def ms_composition(given: Given) -> Given:
    opponents = {GRADE.get(code): count for code, count in given["opponents"].items()}
    found = measures.ms_composition(given["games"], opponents, LAW)
    return {
        "ok": found.ok,
        "ms_or_higher": found.ms_or_higher,
        "kms_or_higher": found.kms_or_higher,
        "ranked": found.ranked,
    }


def rank_norm(given: Given) -> Given:
    found = measures.rank_norm(
        GRADE[given["rank"]],
        Fraction(given["mean"]),
        given["column"],
        given["games"],
        Discipline(given["discipline"]),
        LAW,
    )
    reasons = {
        measures.TOO_FEW_GAMES: f"fewer than {found.least_games} games",
        measures.MEAN_BELOW_TABLE: "mean below the first row",
        None: None,
    }
    return {
        "mean": found.mean,
        "pct": found.pct,
        "raw": None if found.raw is None else str(found.raw),
        "norm": points(found.norm_half_points),
        "reason": reasons[found.reason],
    }


def best_rank(given: Given) -> Given:
    half_points = int(2 * Fraction(str(given["score"])))
    mean, discipline = Fraction(given["mean"]), Discipline(given["discipline"])
    best = measures.best_rank(mean, given["column"], given["games"], half_points, discipline, LAW)
    return {"rank": CODE[best] if best else None}


def ms_award(given: Given) -> Given:
    rating, column = given["rating_on_last_day"], given["column"]
    return {"award": measures.ms_award(rating, column, given["norm_made"], LAW)}


def min_age(given: Given) -> Given:
    grade, born = GRADE[given["title"]], given["birth_year"]
    return {"ok": measures.min_age(grade, born, given["event_year"], LAW)}


ANSWERS: Mapping[str, Callable[[Given], Given]] = {
    "mean_rating": mean_rating,
    "ms_norm": ms_norm,
    "ms_composition": ms_composition,
    "rank_norm": rank_norm,
    "best_rank": best_rank,
    "ms_award": ms_award,
    "min_age": min_age,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_worked_case(case: Given) -> None:
    assert ANSWERS[case["kind"]](case["input"]) == case["expected"]


def test_every_kind_has_cases() -> None:
    assert {case["kind"] for case in CASES} == set(ANSWERS)
