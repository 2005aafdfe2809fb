"""Each broken file gets its own problem, at its own line and column."""

import os
from dataclasses import replace
from datetime import date

import pytest

from tests.formats.files import FIRST, HEADER, four, line, places, problems_of, trf
from tournaments.formats.checks import check_event
from tournaments.formats.reading import read_file
from tournaments.formats.text import SIZE_LIMIT

RATING_LIST = b"ID_No,Name,Sex,Fed,Clubnumber,ClubName,Birthday,Rtg_Nat,Fide_No,Rtg_Int\r\n"


def test_a_right_file_has_no_problems() -> None:
    assert problems_of(trf(*four())) == []


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "file.empty"),
        (b"\xef\xbb\xbf \r\n\r\n", "file.empty"),
        (b"PK\x03\x04....[Content_Types].xml", "file.is_excel"),
        (b"PK\x03\x04....readme.txt", "file.is_archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....", "table.damaged"),
        (b"PK\x03\x04....xl/workbook.xml", "table.damaged"),
        (b"%PDF-1.7\n", "file.is_pdf"),
        (b"\x89PNG\r\n\x1a\n", "file.is_image"),
        (b"\xff\xd8\xff\xe0", "file.is_image"),
        (b"  <!DOCTYPE html><html></html>", "table.no_table"),
        (b'<?xml version="1.0"?><list/>', "file.is_xml"),
        (b"{\\rtf1 001}", "file.is_rtf"),
        (b"001 \x00\x01\x02", "file.is_binary"),
        (bytes(range(1, 32)) * 20, "file.is_binary"),
        (b"Dear Sir,\nplease find attached nothing.\n", "file.not_a_tournament"),
        (b"001 |1|Player|2000|\n", "file.is_vega"),
        (RATING_LIST, "file.is_rating_list"),
        (trf(), "trf.no_players"),
    ],
)
def test_a_wrong_kind_of_file_is_named(data: bytes, code: str) -> None:
    assert problems_of(data) == [("error", code, None, None)]


def test_twenty_megabytes_of_noise_are_refused_by_size() -> None:
    noise = os.urandom(1024) * (20 * 1024)
    assert problems_of(b"x" + noise) == [("error", "file.too_large", None, None)]


def test_the_size_limit_itself_is_still_read() -> None:
    data = trf(*four())
    padded = data + b"\n" * (SIZE_LIMIT - len(data))
    assert problems_of(padded) == []
    assert problems_of(padded + b"\n") == [("error", "file.too_large", None, None)]


def test_lines_longer_than_any_tournament_are_refused() -> None:
    long = line(1, *["        "] * 999, "0000 - H")
    assert problems_of(trf(long)) == [("error", "trf.too_big", None, None)]
    long = line(1, *["        "] * 900, "0000 - H")
    assert problems_of(trf(long, *(line(number) for number in range(2, 1202)))) == [
        ("error", "trf.too_big", None, None)
    ]


def test_opponent_not_in_the_file() -> None:
    data = trf(*four(p4=line(4, "   2 w 0", "   9 b 0", points="0.0", rank="4")))
    assert problems_of(data) == [
        ("error", "event.not_mutual", FIRST + 2, 102),
        ("error", "event.opponent_unknown", FIRST + 3, 102),
    ]


def test_result_that_only_one_side_reports() -> None:
    data = trf(*four(p4=line(4, "   2 w 0", "   3 b  ", points="0.0", rank="4")))
    assert problems_of(data) == [("error", "event.result_one_sided", FIRST + 3, 102)]


def test_game_that_only_one_side_has() -> None:
    data = trf(*four(p4=line(4, "   2 w 0", points="0.0", rank="4")))
    assert problems_of(data) == [("error", "event.one_sided", FIRST + 2, 102)]


def test_game_with_somebody_who_names_another() -> None:
    data = trf(*four(p4=line(4, "   2 w 0", "   1 b 0", points="0.0", rank="4")))
    assert problems_of(data) == [
        ("error", "event.not_mutual", FIRST + 2, 102),
        ("error", "event.not_mutual", FIRST + 3, 102),
    ]


def test_pending_game() -> None:
    data = trf(
        *four(
            p3=line(3, "   1 b 0", "   4 w", points="0.0", rank="3"),
            p4=line(4, "   2 w 0", "   3 b", points="0.0", rank="4"),
        )
    )
    assert problems_of(data) == [("error", "event.pending", FIRST + 2, 102)]


def test_two_players_with_one_number() -> None:
    extra = line(4, "        ", "0000 - Z", name="Другий, Тест", points="0.0")
    header = tuple("062 5" if text == "062 4" else text for text in HEADER)
    data = trf(*four(), extra, header=header)
    assert problems_of(data) == [("error", "event.number_twice", FIRST + 4, 5)]


def test_player_who_meets_himself() -> None:
    data = trf(
        *four(
            p3=line(3, "   1 b 0", "   3 w 1", points="1.0", rank="3"),
            p4=line(4, "   2 w 0", "0000 - Z", points="0.0", rank="4"),
        )
    )
    assert problems_of(data) == [("error", "event.plays_himself", FIRST + 2, 102)]


def test_name_twice() -> None:
    data = trf(
        *four(p3=line(3, "   1 b 0", "   4 w 1", points="1.0", rank="3", name="Player1 Test"))
    )
    assert problems_of(data) == [("warning", "event.name_twice", FIRST + 2, 15)]


def test_fide_number_twice() -> None:
    data = trf(
        *four(
            p3=line(3, "   1 b 0", "   4 w 1", points="1.0", rank="3", fide_id="14100018"),
            p4=line(4, "   2 w 0", "   3 b 0", points="0.0", rank="4", fide_id="14100018"),
        )
    )
    assert problems_of(data) == [("warning", "event.fide_id_twice", FIRST + 3, 58)]


def test_results_contradict() -> None:
    data = trf(*four(p4=line(4, "   2 w 0", "   3 b 1", points="1.0", rank="3")))
    assert problems_of(data) == [("error", "event.results_contradict", FIRST + 2, 102)]


def test_game_against_a_forfeit_contradicts() -> None:
    data = trf(*four(p4=line(4, "   2 w 0", "   3 b -", points="0.0", rank="4")))
    assert problems_of(data) == [("error", "event.results_contradict", FIRST + 2, 102)]


@pytest.mark.parametrize(("mine", "points"), [("0", "0.0"), ("=", "0.5")])
def test_penalty_of_an_arbiter_is_a_warning(mine: str, points: str) -> None:
    data = trf(*four(p3=line(3, "   1 b 0", f"   4 w {mine}", points=points, rank="3")))
    assert problems_of(data) == [("warning", "event.result_penalty", FIRST + 2, 102)]


def test_double_forfeit_is_no_problem() -> None:
    data = trf(
        *four(
            p3=line(3, "   1 b 0", "   4 w -", points="0.0", rank="3"),
            p4=line(4, "   2 w 0", "   3 b -", points="0.0", rank="3"),
        )
    )
    assert problems_of(data) == []


def test_both_white() -> None:
    data = trf(*four(p4=line(4, "   2 w 0", "   3 w 0", points="0.0", rank="4")))
    assert problems_of(data) == [("warning", "event.colours_equal", FIRST + 2, 102)]


def test_points_that_do_not_add_up() -> None:
    data = trf(*four(p1=line(1, "   3 w 1", "   2 b =", points="2.0", rank="1")))
    result = read_file(data)
    assert problems_of(data) == [("warning", "event.points_differ", FIRST, 81)]
    assert (result.problems[0].params["declared"], result.problems[0].params["computed"]) == (
        "2",
        "1.5",
    )


def test_points_that_byes_would_explain() -> None:
    data = trf(
        line(1, "   3 w 1", "        ", points="1.5", rank="1"),
        line(2, "   4 b 1", "        ", points="1.0", rank="2"),
        line(3, "   1 b 0", "   4 w 1", points="1.0", rank="3"),
        line(4, "   2 w 0", "   3 b 0", points="0.0", rank="4"),
    )
    assert problems_of(data) == [("warning", "event.points_differ_byes", FIRST, 81)]


def bonus(points: str, number: int, *, kind: str = " ", round: int = 0) -> str:
    return f"299 {kind}   0.0  {points:>4}  {round:03d} {number:4d}"


def test_points_that_a_penalty_explains_are_a_note() -> None:
    changed = four(p1=line(1, "   3 w 1", "   2 b =", points="2.0", rank="1"))
    assert problems_of(trf(bonus("0.5", 1), *changed)) == [
        ("note", "event.points_explained", FIRST + 1, 81)
    ]


def test_points_that_a_penalty_of_another_size_does_not_explain() -> None:
    changed = four(p1=line(1, "   3 w 1", "   2 b =", points="2.0", rank="1"))
    assert problems_of(trf(bonus("-1.0", 1), *changed)) == [
        ("warning", "event.points_changed", FIRST + 1, 81),
    ]


def test_a_win_that_counts_otherwise() -> None:
    """Record 299 with a mark: the win of the first round counts half a point."""
    changed = four(p1=line(1, "   3 w 1", "   2 b =", points="1.0", rank="2"))
    data = trf(bonus("0.5", 1, kind="W", round=1), *changed)
    assert [p for p in problems_of(data) if p[1] != "event.rank_order"] == [
        ("note", "event.points_explained", FIRST + 1, 81)
    ]


def test_a_record_of_penalties_off_its_columns_is_said() -> None:
    data = trf("299      0.5    0.5 000    1", *four())
    assert problems_of(data) == [("warning", "trf.record_unreadable", FIRST, 5)]


def test_rank_against_points() -> None:
    data = trf(
        *four(
            p3=line(3, "   1 b 0", "   4 w 1", points="1.0", rank="4"),
            p4=line(4, "   2 w 0", "   3 b 0", points="0.0", rank="3"),
        )
    )
    assert problems_of(data) == [("warning", "event.rank_order", FIRST + 2, 86)]


def test_two_pairing_byes_in_a_round() -> None:
    data = trf(
        *four(
            p3=line(3, "   1 b 0", "0000 - U", points="1.0", rank="3"),
            p4=line(4, "   2 w 0", "0000 - U", points="1.0", rank="3"),
        )
    )
    assert problems_of(data) == [("warning", "event.pairing_byes_many", FIRST + 3, 102)]


def test_number_gap_is_a_note() -> None:
    header = tuple(text for text in HEADER if text != "062 4")
    data = trf(line(1, "   4 w 1"), line(4, "   1 b 0"), header=header)
    assert problems_of(data) == [("note", "event.number_gap", None, None)]


@pytest.mark.parametrize(
    ("declared", "code"), [("5", "event.fewer_players"), ("3", "event.more_players")]
)
def test_declared_players_differ(declared: str, code: str) -> None:
    header = tuple(f"062 {declared}" if text == "062 4" else text for text in HEADER)
    assert problems_of(trf(*four(), header=header)) == [("warning", code, 6, 5)]


def test_half_a_file_with_opponents_missing() -> None:
    data = trf(*four()[:2])
    assert problems_of(data) == [
        ("error", "event.half_a_file", 6, 5),
        ("error", "event.opponent_unknown", FIRST, 92),
        ("error", "event.opponent_unknown", FIRST + 1, 92),
    ]


@pytest.mark.parametrize("left", [40, 88, 94, 97, 104])
def test_last_line_cut_in_the_middle(left: int) -> None:
    data = trf(*four())
    start = data.rstrip().rindex(b"\n") + 1
    found = problems_of(data[: start + left])
    assert ("error", "trf.last_line_cut", FIRST + 3, left) in found


def test_file_without_a_last_line_end_is_not_cut() -> None:
    assert problems_of(trf(*four()).rstrip(b"\n")) == []


def test_dates_in_the_future() -> None:
    data = trf(*four())
    assert problems_of(data, today=date(2025, 3, 5)) == []
    assert problems_of(data, today=date(2025, 3, 4)) == [("error", "event.date_future", 5, 5)]
    assert problems_of(data, today=date(2025, 3, 2)) == [
        ("error", "event.date_future", 4, 5),
        ("error", "event.date_future", 5, 5),
    ]


def test_end_before_start() -> None:
    header = tuple(text.replace("2025/03/05", "2025/03/01") for text in HEADER)
    assert problems_of(trf(*four(), header=header)) == [("error", "event.end_before_start", 5, 5)]


def test_sentences_write_days_as_people_do() -> None:
    data = trf(*four())
    [problem] = read_file(data, today=date(2025, 3, 4)).problems
    assert problem.params == {"date": "05.03.2025"}
    header = tuple(text.replace("2025/03/05", "2025/03/01") for text in HEADER)
    [problem] = read_file(trf(*four(), header=header)).problems
    assert problem.params == {"start": "03.03.2025", "end": "01.03.2025"}


def test_no_dates_and_no_name() -> None:
    header = ("012", "022 Лебедин", "042", "052")
    assert problems_of(trf(*four(), header=header)) == [
        ("note", "event.name_missing", 1, 5),
        ("warning", "event.dates_missing", 3, 5),
    ]


@pytest.mark.parametrize(
    ("rounds", "severity", "code"),
    [("1", "warning", "event.too_many_rounds"), ("3", "error", "event.unfinished")],
)
def test_declared_rounds_differ(rounds: str, severity: str, code: str) -> None:
    """An event whose last rounds are still to come is a draft: it cannot be admitted."""
    data = trf(f"XXR {rounds}", *four())
    assert problems_of(data) == [(severity, code, FIRST, 5)]


def test_round_with_byes_only() -> None:
    data = trf(*four(p4=line(4, "   2 w 0", "   3 b 0", "0000 - H", points="0.5", rank="4")))
    assert problems_of(data) == [("error", "event.round_only_byes", None, None)]


def test_round_with_byes_only_before_a_round_with_games_is_a_warning() -> None:
    data = trf(
        line(1, "0000 - Z", "   2 w 1", points="1.0", rank="1"),
        line(2, "0000 - Z", "   1 b 0", points="0.0", rank="2"),
        header=tuple(text for text in HEADER if text != "062 4"),
    )
    assert problems_of(data) == [("warning", "event.round_only_byes", None, None)]


def test_no_rounds_at_all() -> None:
    data = trf(line(1), line(2), line(3), line(4))
    assert problems_of(data) == [("error", "event.no_rounds", None, None)]


@pytest.mark.parametrize(
    ("entry", "code", "severity"),
    [
        ("2 w 1   ", "trf.entry_unreadable", "error"),
        ("  a w 1 ", "trf.entry_unreadable", "error"),
        ("   2 x 1", "trf.entry_unreadable", "error"),
        ("0000 - ?", "trf.result_unknown", "error"),
        ("     w 1", "trf.opponent_missing", "error"),
        ("0000 - 1", "trf.result_without_opponent", "warning"),
    ],
)
def test_entry_that_cannot_be_read(entry: str, code: str, severity: str) -> None:
    data = trf(*four(p4=line(4, "   2 w 0", "   3 b 0", entry, rank="4")))
    found = problems_of(data)
    assert [place for place in found if place[1].startswith("trf.")] == [
        (severity, code, FIRST + 3, 112)
    ]


@pytest.mark.parametrize(
    ("result", "code"), [("?", "trf.result_unknown"), ("H", "trf.bye_with_opponent")]
)
def test_result_that_cannot_be_against_somebody(result: str, code: str) -> None:
    data = trf(*four(p4=line(4, "   2 w 0", f"   3 b {result}", points="0.0", rank="4")))
    assert problems_of(data) == [
        ("error", code, FIRST + 3, 102),
        ("error", "event.result_one_sided", FIRST + 3, 102),
    ]


@pytest.mark.parametrize(
    ("field", "value", "code", "column"),
    [
        ("number", "abc", "trf.number_unreadable", 5),
        ("rating", "19x0", "trf.rating_unreadable", 49),
        ("fide_id", "14A00018", "trf.fide_id_unreadable", 58),
        ("birth", "1990/02/30", "trf.birth_unreadable", 70),
        ("birth", "90/02/13", "trf.birth_unreadable", 70),
        ("points", "0.3", "trf.points_unreadable", 81),
        ("rank", "4th", "trf.rank_unreadable", 86),
        ("sex", "?", "trf.sex_unknown", 10),
    ],
)
def test_field_that_cannot_be_read(field: str, value: str, code: str, column: int) -> None:
    fields = {"number": "5", "name": "Новий, Тест", "points": "0.0"} | {field: value}
    header = tuple("062 5" if text == "062 4" else text for text in HEADER)
    extra = line(fields.pop("number"), "        ", "0000 - Z", **fields)
    found = problems_of(trf(*four(), extra, header=header))
    assert [place for place in found if place[1].startswith("trf.")] == [
        ("error" if field == "number" else "warning", code, FIRST + 4, column)
    ]


def test_many_problems_of_one_kind_are_counted() -> None:
    players = [line(n, f"{n + 1000:4d} w 1", points="1.0", rank="1") for n in range(1, 402)]
    header = tuple(text for text in HEADER if text != "062 4")
    found = problems_of(trf(*players, header=header))
    assert len(found) == 301
    assert found[0] == ("error", "file.more_of_the_same", None, None)
    assert read_file(trf(*players, header=header)).problems[0].params["count"] == 101


def test_game_without_a_colour() -> None:
    data = trf(*four(p4=line(4, "   2 w 0", "   3 - 0", points="0.0", rank="4")))
    assert problems_of(data) == [("warning", "trf.colour_missing", FIRST + 3, 102)]


def test_player_without_a_name() -> None:
    text = line(4, "   2 w 0", "   3 b 0", points="0.0", rank="4", name="*")
    assert problems_of(trf(*four(p4=text.replace("*", " ")))) == [
        ("warning", "trf.name_blank", FIRST + 3, 15)
    ]


def test_number_of_players_in_words() -> None:
    header = tuple("062 four" if text == "062 4" else text for text in HEADER)
    assert problems_of(trf(*four(), header=header)) == [("note", "trf.declared_unreadable", 6, 5)]


def test_points_of_the_tournament_that_are_not_understood() -> None:
    assert problems_of(trf("XXS WW=one", *four())) == [("note", "trf.scoring_unreadable", FIRST, 1)]


def test_round_date_outside_the_event_in_an_event_not_from_a_file() -> None:
    event = read_file(trf(*four())).event
    assert event is not None
    moved = replace(event, round_dates=(date(2025, 3, 3), date(2025, 3, 6)))
    assert places(check_event(moved)) == [("warning", "event.round_date_outside", None, None)]


@pytest.mark.parametrize(
    ("known", "played", "expected"),
    [
        ({}, False, [("warning", "event.perhaps_nobody", FIRST + 4, 15)]),
        ({"birth": "1990"}, False, []),
        ({"fide_id": "14100123"}, False, []),
        ({"rating": "1500"}, False, []),
        ({}, True, []),
    ],
)
def test_a_line_that_only_stands_for_a_bye_is_asked_about(
    known: dict[str, str], played: bool, expected: list
) -> None:
    nobody = {"name": "bye", "rating": "", "birth": "", "points": "0.0", "rank": "5"} | known
    against = ("   6 w 0",) if played else ()
    players = [*four(), line(5, "0000 - -", *against, **nobody)]
    header = tuple(text.replace("062 4", f"062 {6 if played else 5}") for text in HEADER)
    if played:
        other = {"rating": "1400", "points": "1.0", "rank": "4"}
        players.append(line(6, "0000 - -", "   5 b 1", **other))
    found = [p for p in problems_of(trf(*players, header=header)) if "perhaps" in p[1]]
    assert found == expected
