"""`manage.py match PAIRS.json`: what it prints, and how it refuses a file."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

PAIRS = [
    {"cyrillic": "Левченко Олег Іванович", "latin": "Levchenko, Oleh", "born": "1990-05-06"},
    {"cyrillic": "Гнатюк Ганна", "latin": "Hnatyuk, Anna", "born": 1995, "fide_id": 7},
    {"cyrillic": "Щербак Юрій", "latin": "Yuriy Scherbak", "born": None},
]


def printed(tmp_path: Path, content: Any, *arguments: str) -> str:
    path, out = tmp_path / "pairs.json", StringIO()
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    call_command("match", str(path), *arguments, stdout=out)
    return out.getvalue()


def test_only_a_full_birth_decides_and_the_right_person_is_proposed(tmp_path: Path) -> None:
    found = json.loads(printed(tmp_path, PAIRS, "--json"))
    results = found.pop("results")
    assert found == {
        "pairs": 3,
        "automatic": 1,
        "wrong_automatic": 0,
        "right_first": 3,
        "right_in_three": 3,
        "problems": [],
    }
    assert [(r["automatic"], r["proposal"], r["place"]) for r in results] == [
        (True, "Левченко Олег Іванович", 1),
        (False, "Гнатюк Ганна", 1),
        (False, "Щербак Юрій", 1),
    ]


def test_a_number_is_matched_by_only_when_asked(tmp_path: Path) -> None:
    results = json.loads(printed(tmp_path, PAIRS, "--json", "--numbers"))["results"]
    assert [r["automatic"] for r in results] == [True, True, False]


def test_people_read_a_line_for_each_name_and_the_totals(tmp_path: Path) -> None:
    lines = printed(tmp_path, PAIRS[:1]).splitlines()
    assert lines[0] == "Levchenko, Oleh (1990-05-06): automatic"
    assert lines[1].startswith("  1. Левченко Олег Іванович (1990-05-06): ")
    assert lines[2] == (
        "1 pairs: 1 matched automatically, 0 of them wrongly; the right person first for 1, "
        "among the first three for 1."
    )


def test_what_cannot_be_read_is_told_and_the_rest_is_matched(tmp_path: Path) -> None:
    hostile = [
        7,
        None,
        {"latin": "X"},
        {"cyrillic": " ", "latin": "X"},
        {"cyrillic": "Коваль", "latin": None},
        PAIRS[0] | {"born": True, "fide_id": [1]},
        PAIRS[0] | {"born": {}, "fide_id": float("inf")},
        PAIRS[0] | {"latin": "Levchenko \ud800, " + "Oleh " * 10_000},
    ]
    found = json.loads(printed(tmp_path, hostile, "--json"))
    told = [(one["pair"], one["problem"].partition(":")[0]) for one in found["problems"]]
    assert told == [
        *((number, f"Pair {number} is left out") for number in range(1, 6)),
        (6, "Pair 6"),
        (6, "Pair 6"),
        (7, "Pair 7"),
    ]
    assert (found["pairs"], found["wrong_automatic"]) == (3, 0)


def test_an_empty_list_has_nobody_to_match(tmp_path: Path) -> None:
    assert json.loads(printed(tmp_path, [], "--json")) == {
        "pairs": 0,
        "automatic": 0,
        "wrong_automatic": 0,
        "right_first": 0,
        "right_in_three": 0,
        "problems": [],
        "results": [],
    }


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "The file is not JSON"),
        ({}, "The file must be a list of pairs"),
        ("[" * 100_000, "The file is not JSON"),
    ],
)
def test_a_file_that_is_not_one_of_pairs_is_refused_with_the_place(
    tmp_path: Path, content: Any, said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        printed(tmp_path, content)
