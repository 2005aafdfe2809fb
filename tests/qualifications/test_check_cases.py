"""manage.py check_cases: files of worked cases answered by the engine."""

import json
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from qualifications.casefiles.checking import KINDS, same
from qualifications.casefiles.sentences import Said, said
from qualifications.engine import measures

CASES = Path(__file__).resolve().parents[1] / "cases"
GOOD = {
    "id": "A",
    "reg": "UA2007",
    "kind": "rank_norm",
    "input": {"k": "2.81", "games": 15, "rank": "R2"},
    "expected": {"row": 20, "pct": 73, "raw": "10.95", "norm": 11.0, "reason": None},
}


def run(*paths: Path) -> tuple[list[str], int]:
    """Lines of the command and its exit status."""
    out = StringIO()
    try:
        call_command("check_cases", *map(str, paths), stdout=out)
    except SystemExit as end:
        return out.getvalue().splitlines(), int(str(end.code))
    return out.getvalue().splitlines(), 0


def case_file(tmp_path: Path, *cases: Any, name: str = "cases") -> Path:
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({"about": "made up", name: list(cases)}))
    return path


def cases_in(path: Path) -> list[dict[str, Any]]:
    data = json.loads(path.read_text())
    lives = [{"edition": "ua_2007", "kind": "timeline", **one} for one in data.get("timelines", ())]
    vectors = [
        {"edition": "fide_ratings", "kind": kind, **one}
        for kind, found in data.get("test_vectors", {}).items()
        for one in found
    ]
    return [*data.get("cases", ()), *lives, *vectors]


@pytest.mark.parametrize("path", sorted(CASES.glob("*.json")), ids=lambda path: path.stem)
def test_the_cases_kept_here_pass(path: Path) -> None:
    count = len(cases_in(path))
    assert run(path) == ([f"{count} passed, 0 failed"], 0)


def test_every_kind_has_a_case_of_its_own() -> None:
    kept = {
        (str(case.get("edition", case.get("reg"))).lower()[:2], case["kind"])
        for path in CASES.glob("*.json")
        for case in cases_in(path)
    }
    assert kept >= {(scheme[:2], kind) for scheme, kinds in KINDS.items() for kind in kinds}


def test_a_case_that_differs_is_printed_with_what_came_and_what_was_expected(
    tmp_path: Path,
) -> None:
    wrong = {**GOOD, "id": "B", "expected": {**GOOD["expected"], "pct": 74, "norm": 10.5}}
    assert run(case_file(tmp_path, GOOD, wrong)) == (
        [
            "B: pct, norm",
            '  got      {"row": 20, "pct": 73, "raw": "10.95", "norm": 11, "reason": null}',
            '  expected {"row": 20, "pct": 74, "raw": "10.95", "norm": 10.5, "reason": null}',
            "1 passed, 1 failed",
        ],
        1,
    )


def test_only_the_keys_of_the_expected_answer_are_compared(tmp_path: Path) -> None:
    assert run(case_file(tmp_path, {**GOOD, "expected": {"pct": 73}})) == (
        ["1 passed, 0 failed"],
        0,
    )


def test_a_key_that_the_answer_lacks_differs(tmp_path: Path) -> None:
    lines, status = run(case_file(tmp_path, {**GOOD, "expected": {"colour": None}}))
    assert (lines[0], lines[-1], status) == ("A: colour", "0 passed, 1 failed", 1)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"kind": "riddle"}, "there is no answer for cases of the kind 'riddle' of ua_2007"),
        ({"kind": None}, "there is no answer for cases of the kind 'None' of ua_2007"),
        ({"reg": "UA1999"}, "there is no edition 'ua_1999'"),
        ({"reg": None}, "there is no answer for cases of the kind 'rank_norm'"),
        ({"input": None}, "an input and an expected answer are needed"),
        ({"input": {"games": 9, "rank": "R2"}}, "UnusableInput: input.k is missing"),
        (
            {"input": {"k": "many", "games": 9, "rank": "R2"}},
            "UnusableInput: input.k: a number is expected, not 'many'",
        ),
        (
            {"input": {"k": "1.00", "games": 9.5, "rank": "R2"}},
            "UnusableInput: input.games: a whole number is expected, not Decimal('9.5')",
        ),
        (
            {"input": {"k": "1.00", "games": 9, "rank": "R9"}},
            "UnusableInput: input.rank: one of R1, R2, R3, Y1 is expected, not 'R9'",
        ),
        (
            {"input": {"k": "1.005", "games": 9, "rank": "R2"}},
            "ValueError: a tournament coefficient has two decimals, not 1.005",
        ),
    ],
)
def test_a_case_that_cannot_be_asked_has_failed_and_says_why(
    tmp_path: Path, changes: dict[str, Any], said: str
) -> None:
    assert run(case_file(tmp_path, {**GOOD, **changes}, GOOD)) == (
        [f"A: {said}", "1 passed, 1 failed"],
        1,
    )


def test_lists_of_another_name_are_cases_of_that_kind(tmp_path: Path) -> None:
    path = case_file(tmp_path, {"id": "T1", "checks": []}, name="timelines")
    assert run(path) == (
        ["T1: UnusableInput: input.player is missing", "0 passed, 1 failed"],
        1,
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1: Expecting property name enclosed in double quotes"),
        ("{}", "there is no list of cases"),
        ('{"cases": 3}', "cases: a list is expected"),
        ("[3]", "cases[0]: an object is expected"),
    ],
)
def test_a_file_without_cases_counts_as_failed(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "cases.json"
    path.write_text(text)
    missing = tmp_path / "none.json"
    assert run(path, missing) == (
        [f"{path}: {said}", f"{missing}: No such file or directory", "0 passed, 2 failed"],
        1,
    )


@pytest.mark.parametrize(
    ("wanted", "got", "answer"),
    [
        (11.0, 11, True),
        (11, Decimal("11.0"), True),
        ("4.50", Decimal("4.5"), True),
        ("4.50", Decimal("4.55"), False),
        ("33/7", "33/7", True),
        (True, 1, False),
        (0, False, False),
        (None, None, True),
        (None, 0, False),
        ("R1", "R1", True),
        ("R1", "R2", False),
        ([1, 2], (1, 2), True),
        ([1, 2], [1], False),
    ],
)
def test_values_are_compared_by_what_they_say(wanted: object, got: object, answer: bool) -> None:
    assert same(wanted, got) is answer


@pytest.mark.parametrize(
    ("reason", "words", "answer"),
    [
        (said(measures.TOO_FEW_GAMES, 9), "fewer than 9 games", True),
        (said(measures.TOO_FEW_GAMES, 9), "less than 9 games", True),
        (said(measures.TOO_FEW_GAMES, 9), "fewer than 7 games", False),
        (said(measures.TOO_FEW_GAMES, 9), "fewer than 9 games against MSU or higher", False),
        (said(measures.ABOVE_COLUMN), "coefficient above the column", True),
        (said(measures.ABOVE_COLUMN), "coefficient below the column", False),
        (said(measures.ABOVE_COLUMN), None, False),
    ],
)
def test_reasons_are_compared_by_what_they_say(reason: Said, words: object, answer: bool) -> None:
    assert same(words, reason) is answer


def test_vectors_are_cases_with_what_they_state(tmp_path: Path) -> None:
    games = [{"opponent": 2400, "score": 0.5}, {"opponent": 1900, "score": 1}]
    vector = {"id": "R", "own_rating": 2400, "K": 10, "cap": 400, "games": games}
    right = {**vector, "stated": {"change": 0.8, "expected_points": 1.42, "new_rating": 2401}}
    wrong = {**vector, "id": "W", "cap": None, "stated": {"change": 0.8}}
    path = tmp_path / "vectors.json"
    path.write_text(json.dumps({"test_vectors": {"rating_change": [right, wrong]}}))
    assert run(path) == (
        [
            "W: change",
            '  got      {"change": "0.4"}',
            '  expected {"change": 0.8}',
            "1 passed, 1 failed",
        ],
        1,
    )


def test_a_vector_of_another_kind_is_named(tmp_path: Path) -> None:
    path = tmp_path / "vectors.json"
    path.write_text(json.dumps({"test_vectors": {"ratings": [{"id": "X", "stated": {}}]}}))
    assert run(path) == (
        [
            "X: there is no answer for cases of the kind 'rating' of fide_ratings",
            "0 passed, 1 failed",
        ],
        1,
    )
