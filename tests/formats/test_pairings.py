"""Each pairing once, white first; and the numbers of a file as `read_file --json` prints them."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.formats.files import HEADER, four, line, trf
from tournaments.formats.pairings import pairings
from tournaments.formats.parsed import Pairing, RoundKind
from tournaments.formats.reading import read_file
from tournaments.wording import summary

PLAYED, FORFEIT, PENDING = RoundKind.PLAYED, RoundKind.FORFEIT, RoundKind.PENDING


def pairings_of(*players: str) -> tuple[Pairing, ...]:
    event = read_file(trf(*players)).event
    assert event is not None
    return pairings(event)


def test_white_comes_first() -> None:
    assert pairings_of(*four()) == (
        Pairing(1, 1, 3, PLAYED, 2, 0),
        Pairing(1, 4, 2, PLAYED, 0, 2),
        Pairing(2, 2, 1, PLAYED, 1, 1),
        Pairing(2, 3, 4, PLAYED, 2, 0),
    )


def test_both_white_takes_the_lower_number_as_white() -> None:
    assert pairings_of(line(1, "   2 w 0"), line(2, "   1 w 1")) == (
        Pairing(1, 1, 2, PLAYED, 0, 2),
    )
    assert pairings_of(line(1, "   2 b 0"), line(2, "   1 b 1")) == (
        Pairing(1, 1, 2, PLAYED, 0, 2),
    )


def test_one_known_colour_decides() -> None:
    assert pairings_of(line(1, "   2 - -"), line(2, "   1 w +")) == (
        Pairing(1, 2, 1, FORFEIT, 2, 0),
    )
    assert pairings_of(line(1, "   2 b -"), line(2, "   1 - +")) == (
        Pairing(1, 2, 1, FORFEIT, 2, 0),
    )


def test_byes_and_written_absences_have_no_black() -> None:
    assert pairings_of(
        line(1, "0000 - U"), line(2, "0000 - H"), line(3, "0000 - Z"), line(4, "        ")
    ) == (
        Pairing(1, 1, None, RoundKind.PAIRING_BYE, 2, None),
        Pairing(1, 2, None, RoundKind.HALF_POINT_BYE, 1, None),
        Pairing(1, 3, None, RoundKind.ABSENT, 0, None),
    )


@pytest.mark.parametrize("other", ["   1 b 1", "   1 b  ", "   1 b -", "        "])
def test_result_that_is_not_known_is_pending(other: str) -> None:
    assert pairings_of(line(1, "   2 w 1"), line(2, other)) == (
        Pairing(1, 1, 2, PENDING, None, None),
    )


def test_claims_that_are_no_pairing_are_left_out() -> None:
    assert pairings_of(
        line(1, "   2 w 1"), line(2, "   3 w 1"), line(3, "   2 b 0"), line(4, "   4 w 1"),
        line(5, "  77 w 1"),
    ) == (Pairing(1, 2, 3, PLAYED, 2, 0),)  # fmt: skip


MIXED = trf(
    line(1, "   2 w 1", "   3 b +", "0000 - H", "   5 w  ", points="2.5"),
    line(2, "   1 b 0", "   4 w -", "0000 - U", "   6 b =", points="2.0"),
    line(3, "   4 w =", "   1 w -", "0000 - F", "        ", points="1.5"),
    line(4, "   3 b =", "   2 b -", "   5 w W", "0000 - Z", points="1.5"),
    line(5, "   6 w 1", "   6 b 1", "   4 b L", "   1 b *", points="2.0"),
    line(6, "   5 b 0", "   5 w 0", "        ", "   2 w =", points="0.5"),
    header=tuple(text for text in HEADER if text != "062 4"),
)


def test_summary_of_a_file_made_by_hand() -> None:
    found = summary(read_file(MIXED, filename="mixed.trf"))
    problems = found.pop("problems")
    notes = found.pop("notes")
    questions = found.pop("questions")
    assert found == {
        "format": "TRF16",
        "encoding": "utf-8",
        "players": 6,
        "rounds": 4,
        "played_games": 5,
        "forfeit_pairings": 2,
        "double_forfeits": 1,
        "pending_pairings": 1,
        "half_point_byes": 1,
        "full_point_byes": 1,
        "pairing_byes": 1,
        "zero_or_absent": 3,
        "teams": 0,
        "points_mismatch": [{"number": 2, "declared": 2.0, "computed": 1.5}],
    }
    assert [(p["code"], p["severity"], p["line"], p["column"]) for p in problems] == [
        ("event.pending", "error", 8, 122),
        ("event.points_differ", "warning", 9, 81),
        ("trf.unfinished_mark", "note", 12, 122),
    ]
    assert notes == [problems[2]["message"]]
    assert questions == [
        {
            "code": "ask.pace",
            "message": "Is this a standard, rapid or blitz tournament, played over the board? The "
            "file gives the time control only in words or not at all (–).",
            "choices": ["standard", "rapid", "blitz"],
            "proposal": None,
        }
    ]
    assert problems[1]["message"] == (
        "Player2, Test (number 2) has 2 points in the points column, but the rounds add up to 1.5. "
        "Look which is right and correct the file."
    )


def test_summary_of_a_file_that_is_none() -> None:
    found = summary(read_file(b"", filename="nothing.trf"))
    assert (found["format"], found["players"], found["points_mismatch"]) == ("", 0, [])
    assert [problem["code"] for problem in found["problems"]] == ["file.empty"]


def test_command_prints_the_summary_as_json(tmp_path: Path) -> None:
    path = tmp_path / "event.anything"
    path.write_bytes(MIXED)
    out = StringIO()
    call_command("read_file", str(path), "--json", stdout=out)
    assert json.loads(out.getvalue()) == summary(read_file(MIXED))


def test_command_prints_lines_for_people(tmp_path: Path) -> None:
    path = tmp_path / "event.trf"
    path.write_bytes(trf(*four(p4=line(4, "   2 w 0", "   3 b 1", points="1.0", rank="3"))))
    out = StringIO()
    call_command("read_file", str(path), stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[:5] == [
        "Format: TRF16",
        "Encoding: utf-8",
        "Players: 4",
        "Rounds: 2",
        "Games played: 3",
    ]
    assert lines[-1].startswith("Question: Is this a standard")
    assert lines[-2] == (
        "Error (line 11, column 102): In round 2 the results of Player3, Test (number 3: 1) and "
        "Player4, Test (number 4: 1) contradict each other. Correct the wrong one."
    )


def test_command_says_when_there_is_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be opened"):
        call_command("read_file", str(tmp_path / "none.trf"))
