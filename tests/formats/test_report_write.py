"""Workbooks that we write: what is read back is what was written."""

import io
from dataclasses import replace
from datetime import date

import pytest
from python_calamine import CalamineWorkbook

from tests.samples import round_robin, swiss
from tournaments.formats.parsed import (
    Colour,
    ParsedEvent,
    ParsedPlayer,
    RoundEntry,
    RoundKind,
)
from tournaments.formats.reading import read_file
from tournaments.formats.report_write import (
    RatingLine,
    rating_lines,
    write_crosstable,
    write_rating_report,
)

W, B = Colour.WHITE, Colour.BLACK


def sheet_of(data: bytes) -> list[list[object]]:
    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    return book.get_sheet_by_index(0).to_python(skip_empty_area=False)


@pytest.mark.parametrize("event", [swiss(30, 7), round_robin(9)], ids=["swiss", "round robin"])
def test_crosstable_reads_the_same(event: ParsedEvent) -> None:
    written = write_crosstable(replace(event, pace="rapid"))
    assert written.adjustments == ()
    read = read_file(written.data, today=date(2026, 1, 1)).event
    assert read is not None
    assert (read.name, read.city, read.chief_arbiter) == (
        event.name,
        event.city,
        event.chief_arbiter,
    )
    assert (read.starts_on, read.ends_on, read.pace) == (event.starts_on, event.ends_on, "rapid")
    for mine, other in zip(event.players, read.players, strict=True):
        same = replace(mine, birth=None, line=None, rounds=())
        assert replace(other, line=None, rounds=()) == same
        assert [entry._replace(column=None) for entry in other.rounds] == [
            entry._replace(column=None) for entry in mine.rounds
        ]


def player(number: int, rating: int | None, *rounds: RoundEntry) -> ParsedPlayer:
    return ParsedPlayer(number, f"=Player{number}", rating=rating, rounds=rounds)


EVENT = ParsedEvent(
    format="TRF16",
    encoding="utf-8",
    rounds=3,
    players=(
        player(
            1,
            2400,
            RoundEntry(1, 2, W, RoundKind.PLAYED, 2),
            RoundEntry(2, 3, B, RoundKind.FORFEIT, 2),
            RoundEntry(3, 4, W, RoundKind.PLAYED, 1),
        ),
        player(
            2,
            2301,
            RoundEntry(1, 1, B, RoundKind.PLAYED, 0),
            RoundEntry(2, None, None, RoundKind.FULL_POINT_BYE, 2),
            RoundEntry(3, 3, W, RoundKind.SHORT, 2),
        ),
        player(
            3,
            2200,
            RoundEntry(1, 4, B, RoundKind.PLAYED, 2),
            RoundEntry(2, 1, W, RoundKind.FORFEIT, 0),
            RoundEntry(3, 2, B, RoundKind.SHORT, 0),
        ),
        player(
            4,
            None,
            RoundEntry(1, 3, W, RoundKind.PLAYED, 0),
            RoundEntry(2, None, None, RoundKind.ABSENT, 0),
            RoundEntry(3, 1, B, RoundKind.PLAYED, 1),
        ),
    ),
)


def test_what_a_crosstable_cannot_say_is_listed() -> None:
    assert [
        (problem.code, problem.params["count"]) for problem in write_crosstable(EVENT).adjustments
    ] == [("write.full_point_bye", 1), ("write.short_game", 2)]


def test_rated_games_are_those_over_the_board_against_rated_opponents() -> None:
    assert rating_lines(EVENT) == (
        RatingLine(1, 2400, 1, 2, 230100, ((1, 2, 2),)),
        RatingLine(2, 2301, 1, 0, 240000, ((1, 1, 0),)),
        RatingLine(3, 2200, 0, 0, None, ()),
        RatingLine(4, None, 2, 1, 230000, ((1, 3, 0), (3, 1, 1))),
    )


def test_ratings_of_a_list_take_the_place_of_those_in_the_file() -> None:
    ratings = {1: 2000, 2: None, 3: 2001, 4: None}
    assert [line.average_hundredths for line in rating_lines(EVENT, ratings)] == [
        None,
        200000,
        None,
        200050,
    ]


def test_rating_report_writes_names_as_text() -> None:
    rows = sheet_of(write_rating_report(EVENT, changes={1: -840}))
    assert rows[2][:3] == ["No.", "FideID", "Name"]
    assert rows[3] == [1.0, "", "=Player1", "", "", 2400.0, 1.0, "1", "2301", "-8.4"]
    assert rows[6] == [4.0, "", "=Player4", "", "", "", 2.0, "0.5", "2300", ""]
