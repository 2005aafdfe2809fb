"""Deviations seen in real files: each is read, and said where something was decided."""

from datetime import date

import pytest

from tests.formats.files import FIRST, HEADER, Place, four, line, places, problems_of, trf
from tournaments.formats.dates import birth_date, date_readings, event_dates, round_date
from tournaments.formats.parsed import (
    Colour,
    LineUp,
    NationalRecord,
    ParsedEvent,
    ParsedTeam,
    PartialDate,
    PointChange,
    RoundEntry,
    RoundKind,
)
from tournaments.formats.reading import read_file
from tournaments.formats.trf import parse_trf


def event_of(data: bytes, **options: object) -> ParsedEvent:
    event = read_file(data, **options).event  # type: ignore[arg-type]
    assert event is not None
    return event


def reading_of(data: bytes) -> list[Place]:
    """The problems of reading alone."""
    return places(parse_trf(data).problems)


# Lines


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"])
def test_line_ends(end: str) -> None:
    data = trf(*four(p4=line(4, "   2 w 0", "   3 b 1", points="1.0", rank="3")), end=end)
    assert problems_of(data) == [("error", "event.results_contradict", FIRST + 2, 102)]


def test_mixed_line_ends_keep_true_line_numbers() -> None:
    text = "012 A\r\r\n022 B\r042 2025/03/03\n\r\n052 2025/03/01\r\n"
    data = text.encode() + trf(*four(), header=())
    assert problems_of(data) == [("error", "event.end_before_start", 5, 5)]


@pytest.mark.parametrize(
    "ruler",
    [
        "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII",
        "1234567890123456789012345678901234567890",
        "0123456789012345678901234567890123456789",
        "         1         2         3         4",
    ],
)
def test_ruler_lines_are_left_out(ruler: str) -> None:
    data = ruler.encode() + b"\n" + trf(*four())
    assert problems_of(data) == [("note", "trf.ruler", 1, 1)]
    assert event_of(data).name == "Кубок Лебедина"


def test_comments() -> None:
    assert problems_of(trf("### 001 nothing", *four())) == []
    assert problems_of(trf("# nothing", *four())) == [("note", "trf.comment", FIRST, 1)]


def test_unknown_and_private_records() -> None:
    data = trf("101 Somebody", "101 Else", "TNR 17", "XXZ 1 2", *four())
    assert problems_of(data) == [
        ("note", "trf.tag_unknown", FIRST, 1),
        ("note", "trf.record_ignored", FIRST + 2, 1),
        ("note", "trf.record_ignored", FIRST + 3, 1),
    ]
    assert parse_trf(data).problems[0].params == {"tag": "101", "count": 2}
    assert event_of(data).format == "TRF16"


def test_no_blank_after_the_tag() -> None:
    data = trf(*four(), header=("012Кубок", *HEADER[1:]))
    assert problems_of(data) == [("note", "trf.tag_glued", 1, 4)]
    assert event_of(data).name == "Кубок"


def test_record_twice_keeps_the_first() -> None:
    data = trf("012 Інший кубок", *four())
    assert problems_of(data) == [("note", "trf.record_repeated", FIRST, 1)]
    assert event_of(data).name == "Кубок Лебедина"


def test_web_address_as_city() -> None:
    data = trf(*four(), header=(HEADER[0], "022 https://chess.example/t/1", *HEADER[2:]))
    assert problems_of(data) == [("note", "trf.web_address", 2, 5)]


def test_tab_in_a_players_line() -> None:
    broken = line(4, "   2 w 0", "   3 b 0", points="0.0", rank="4").replace("   2 w", "   2\tw")
    data = trf(*four(p4=broken))
    assert problems_of(data) == [("warning", "trf.tab", FIRST + 3, 96)]


def test_deputies_on_several_lines_and_blank_ones() -> None:
    data = trf("112 Перша, Віра", "112", "112 Другий, Олег", *four())
    assert event_of(data).deputy_arbiters == ("Перша, Віра", "Другий, Олег")


def test_tournament_records() -> None:
    event = event_of(trf("072 3", "082 0", "122 90'+30''", *four()))
    assert (event.city, event.federation, event.type_text) == (
        "Лебедин",
        "UKR",
        "Individual: Swiss-System",
    )
    assert (event.declared_players, event.declared_rated, event.declared_teams) == (4, 3, 0)
    assert (event.chief_arbiter, event.time_control_text) == ("Озерянський, Захар", "90'+30''")
    assert (event.starts_on, event.ends_on) == (date(2025, 3, 3), date(2025, 3, 5))


def test_players_out_of_order_keep_their_lines() -> None:
    event = event_of(trf(*reversed(four())))
    assert [(player.number, player.line) for player in event.players] == [
        (4, FIRST),
        (3, FIRST + 1),
        (2, FIRST + 2),
        (1, FIRST + 3),
    ]


# Players


@pytest.mark.parametrize(
    ("sex", "title", "expected", "notes"),
    [
        ("m", "GM", ("m", "GM"), []),
        ("w", "WGM", ("w", "WGM"), []),
        ("", "", (None, None), []),
        ("f", "", ("w", None), ["trf.sex_form"]),
        ("F", "", ("w", None), ["trf.sex_form"]),
        ("M", "", ("m", None), ["trf.sex_form"]),
        ("m", "m", ("m", "IM"), ["trf.title_letter"]),
        ("", "m  ", (None, "IM"), ["trf.title_letter"]),
        ("m", "g", ("m", "GM"), ["trf.title_letter"]),
        ("m", "f  ", ("m", "FM"), ["trf.title_letter"]),
        ("m", "c", ("m", "CM"), ["trf.title_letter"]),
        ("w", "wg ", ("w", "WGM"), ["trf.title_letter"]),
        ("w", "wm", ("w", "WIM"), ["trf.title_letter"]),
        ("w", "wf", ("w", "WFM"), ["trf.title_letter"]),
        ("w", "wc", ("w", "WCM"), ["trf.title_letter"]),
        ("w", "gf", ("w", "WGM"), ["trf.title_letter"]),
        ("w", "mf", ("w", "WIM"), ["trf.title_letter"]),
        ("w", "ff", ("w", "WFM"), ["trf.title_letter"]),
        ("w", "cf", ("w", "WCM"), ["trf.title_letter"]),
        ("m", "1N", ("m", "1N"), ["trf.title_other"]),
        ("I", "M  ", (None, "IM"), ["trf.field_shifted"]),
        ("W", "GM ", (None, "WGM"), ["trf.field_shifted"]),
        ("w", "GM ", ("w", "GM"), []),
    ],
)
def test_sex_and_title(
    sex: str, title: str, expected: tuple[str | None, str | None], notes: list[str]
) -> None:
    text = line(4, "   2 w 0", "   3 b 0", points="0.0", rank="4", sex=sex, title=title)
    data = trf(*four(p4=text))
    player = event_of(data).players[3]
    assert (player.sex, player.title) == expected
    assert [code for _, code, _, _ in problems_of(data)] == notes


@pytest.mark.parametrize(
    ("fields", "attribute", "expected", "notes"),
    [
        ({"name": "Vasquez,Rodrigo"}, "name", "Vasquez,Rodrigo", []),
        ({"rating": "0"}, "rating", None, []),
        ({"rating": ""}, "rating", None, []),
        ({"federation": ""}, "federation", "", []),
        ({"federation": "ukr"}, "federation", "UKR", []),
        ({"federation": "ST."}, "federation", "", ["trf.federation_odd"]),
        ({"federation": "C.C"}, "federation", "", ["trf.federation_odd"]),
        ({"fide_id": "14100018"}, "fide_id", 14100018, []),
        ({"fide_id": "634603"}, "fide_id", 634603, []),
        ({"fide_id": "0"}, "fide_id", None, []),
        ({"fide_id": "00000000"}, "fide_id", None, []),
        ({"fide_id": "-----------"}, "fide_id", None, []),
        ({"fide_id": "10081"}, "fide_id", None, ["trf.fide_id_unusual"]),
        ({"fide_id": "70123454321"}, "fide_id", None, ["trf.fide_id_unusual"]),
        ({"rank": ""}, "rank", None, []),
        ({"rank": "0"}, "rank", None, []),
        ({"points": ""}, "half_points", None, []),
        ({"points": "0,0"}, "half_points", 0, ["trf.points_form"]),
        ({"points": "0"}, "half_points", 0, []),
    ],
)
def test_field(fields: dict[str, str], attribute: str, expected: object, notes: list[str]) -> None:
    given = {"points": "0.0", "rank": "4"} | fields
    data = trf(*four(p4=line(4, "   2 w 0", "   3 b 0", **given)))
    assert getattr(event_of(data).players[3], attribute) == expected
    assert [code for _, code, _, _ in problems_of(data)] == notes


def test_club_code_of_four_letters() -> None:
    text = line(4, "   2 w 0", "   3 b 0", points="0.0", rank="4")
    text = text[:53] + "LEBE" + text[57:]
    data = trf(*four(p4=text))
    assert problems_of(data) == [("note", "trf.federation_odd", FIRST + 3, 54)]
    assert event_of(data).players[3].federation == ""


def test_fields_one_column_to_the_left() -> None:
    right = line(4, "   2 w 0", "   3 b 0", points="10.5", rank="4", birth="1987/05/06")
    text = right[:68] + right[69:84] + " " + right[84:]
    event = event_of(trf(*four(p4=text)))
    assert (event.players[3].birth, event.players[3].half_points) == (PartialDate(1987, 5, 6), 21)
    found = reading_of(trf(*four(p4=text)))
    assert found == [("note", "trf.field_shifted", FIRST + 3, 69)]


def test_something_between_the_columns_is_a_warning() -> None:
    text = line(4, "   2 w 0", "   3 b 0", points="0.0", rank="4")
    text = text[:68] + "x" + text[69:]
    assert problems_of(trf(*four(p4=text))) == [("warning", "trf.columns_shifted", FIRST + 3, 69)]


@pytest.mark.parametrize(
    ("text", "expected", "form"),
    [
        ("1990/02/03", PartialDate(1990, 2, 3), "exact"),
        ("", None, "exact"),
        ("1990.02.03", PartialDate(1990, 2, 3), "other"),
        ("1990-02-03", PartialDate(1990, 2, 3), "other"),
        ("03.02.1990", PartialDate(1990, 2, 3), "other"),
        ("1990", PartialDate(1990), "other"),
        ("1990.  .  ", PartialDate(1990), "other"),
        ("1990/00/00", PartialDate(1990), "other"),
        ("1990/02/00", PartialDate(1990, 2), "other"),
        ("  .  .", None, "other"),
        ("0000/00/00", None, "other"),
        ("1990/02/30", PartialDate(1990), "bad"),
        ("1990/13/01", PartialDate(1990), "bad"),
        ("90/02/13", None, "bad"),
        ("unknown", None, "bad"),
        ("1990/²/01", None, "bad"),
        ("0190/02/03", None, "bad"),
    ],
)
def test_birth_dates(text: str, expected: PartialDate | None, form: str) -> None:
    assert birth_date(text) == (expected, form)


# Dates of the tournament


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2011/09/30", (date(2011, 9, 30),)),
        ("2011-09-30", (date(2011, 9, 30),)),
        ("2011.09.30 10:00", (date(2011, 9, 30),)),
        ("30/09/2011", (date(2011, 9, 30),)),
        ("30.09.2011", (date(2011, 9, 30),)),
        ("30. 09. 2011", (date(2011, 9, 30),)),
        ("09/30/2011", (date(2011, 9, 30),)),
        ("September 30, 2011", (date(2011, 9, 30),)),
        ("30 Sep 2011", (date(2011, 9, 30),)),
        ("30 вересня 2011", (date(2011, 9, 30),)),
        ("05/04/2011", (date(2011, 4, 5), date(2011, 5, 4))),
        ("11.09.30", (date(2011, 9, 30), date(2030, 9, 11))),
        ("next week", ()),
        ("2011", ()),
        ("31.02.2011", ()),
    ],
)
def test_date_forms(text: str, expected: tuple[date, ...]) -> None:
    assert date_readings(text) == expected


def test_two_digit_years_are_read_by_the_pair_that_fits() -> None:
    assert event_dates("11.02.25", "11.02.27") == (date(2011, 2, 25), date(2011, 2, 27), True)
    assert event_dates("11.02.25", "") == (None, None, True)
    assert event_dates("11.06.04", "11.06.04") == (None, None, True)
    assert event_dates("11.06.04", "11.06.06") == (date(2011, 6, 4), date(2011, 6, 6), True)
    assert event_dates("05/10/2011", "05/12/2011") == (date(2011, 5, 10), date(2011, 5, 12), True)
    assert event_dates("05/10/2011", "06/10/2011") == (date(2011, 10, 5), date(2011, 10, 6), True)


def test_other_date_form_is_noted_and_an_open_one_warned_of() -> None:
    header = tuple(text.replace("042 2025/03/03", "042 03. 03. 2025") for text in HEADER)
    assert problems_of(trf(*four(), header=header)) == [("note", "trf.date_form", 4, 5)]
    header = tuple(text.replace("042 2025/03/03", "042 soon") for text in HEADER)
    assert problems_of(trf(*four(), header=header)) == [
        ("warning", "trf.date_unreadable", 4, 5),
        ("warning", "event.dates_missing", 4, 5),
    ]


@pytest.mark.parametrize(
    ("text", "first", "last", "expected"),
    [
        ("11/09/30", date(2011, 9, 30), date(2011, 10, 2), (date(2011, 9, 30), True)),
        ("11.09.30", date(2011, 9, 30), date(2011, 10, 2), (date(2011, 9, 30), False)),
        ("01.09.30", date(2011, 9, 30), date(2011, 10, 2), (date(2011, 9, 30), False)),
        ("11.25.02", date(2011, 2, 25), date(2011, 2, 27), (date(2011, 2, 25), False)),
        ("11/09/29", date(2011, 9, 30), date(2011, 10, 2), (None, False)),
        ("2011/10/01", date(2011, 9, 30), date(2011, 10, 2), (date(2011, 10, 1), False)),
        ("11/09/30", None, None, (date(2011, 9, 30), True)),
        ("01.09.30", None, None, (None, False)),
    ],
)
def test_round_date(
    text: str, first: date | None, last: date | None, expected: tuple[date | None, bool]
) -> None:
    assert round_date(text, first, last) == expected


def test_round_dates_on_their_columns() -> None:
    data = trf("132".ljust(91) + "25/03/03            25/03/05", *four())
    assert problems_of(data) == []
    assert event_of(data).round_dates == (date(2025, 3, 3), None, date(2025, 3, 5))


@pytest.mark.parametrize("records", [["132 25/03/03 25/03/04"], ["132 25/03/03", "132 25/03/04"]])
def test_round_dates_off_the_columns_or_one_a_line(records: list[str]) -> None:
    data = trf(*records, *four())
    assert problems_of(data) == [("note", "trf.round_date_form", FIRST, 5)]
    assert event_of(data).round_dates == (date(2025, 3, 3), date(2025, 3, 4))


def test_round_date_outside_the_event_is_left_open() -> None:
    data = trf("132".ljust(91) + "25/03/03  25/04/04", *four())
    assert problems_of(data) == [("warning", "trf.round_date_unreadable", FIRST, 102)]
    assert event_of(data).round_dates == (date(2025, 3, 3),)


# Rounds


def entry_of(text: str, *, header: tuple[str, ...] = HEADER) -> RoundEntry:
    event = parse_trf(trf(line(1, text), header=header)).event
    assert event is not None
    return event.players[0].rounds[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("   2 w 1", RoundEntry(1, 2, Colour.WHITE, RoundKind.PLAYED, 2, 92)),
        ("0002 B =", RoundEntry(1, 2, Colour.BLACK, RoundKind.PLAYED, 1, 92)),
        (" 028 b 0", RoundEntry(1, 28, Colour.BLACK, RoundKind.PLAYED, 0, 92)),
        ("1234 w +", RoundEntry(1, 1234, Colour.WHITE, RoundKind.FORFEIT, 2, 92)),
        ("   2 - -", RoundEntry(1, 2, None, RoundKind.FORFEIT, 0, 92)),
        ("   2 w W", RoundEntry(1, 2, Colour.WHITE, RoundKind.SHORT, 2, 92)),
        ("   2 w d", RoundEntry(1, 2, Colour.WHITE, RoundKind.SHORT, 1, 92)),
        ("   2 b l", RoundEntry(1, 2, Colour.BLACK, RoundKind.SHORT, 0, 92)),
        ("   2 b  ", RoundEntry(1, 2, Colour.BLACK, RoundKind.PENDING, None, 92)),
        ("   2 b *", RoundEntry(1, 2, Colour.BLACK, RoundKind.PENDING, None, 92)),
        ("0000 - *", RoundEntry(1, None, None, RoundKind.ABSENT, 0, 92)),
        ("0000 - H", RoundEntry(1, None, None, RoundKind.HALF_POINT_BYE, 1, 92)),
        ("       h", RoundEntry(1, None, None, RoundKind.HALF_POINT_BYE, 1, 92)),
        ("0000 - F", RoundEntry(1, None, None, RoundKind.FULL_POINT_BYE, 2, 92)),
        ("0000 - U", RoundEntry(1, None, None, RoundKind.PAIRING_BYE, 2, 92)),
        ("       U", RoundEntry(1, None, None, RoundKind.PAIRING_BYE, 2, 92)),
        ("0000 - Z", RoundEntry(1, None, None, RoundKind.ABSENT, 0, 92)),
        ("0000 -  ", RoundEntry(1, None, None, RoundKind.ABSENT, 0, 92)),
        ("     -  ", RoundEntry(1, None, None, RoundKind.ABSENT, 0, 92)),
        ("0000 - +", RoundEntry(1, None, None, RoundKind.FULL_POINT_BYE, 2, 92)),
        ("0000 - =", RoundEntry(1, None, None, RoundKind.HALF_POINT_BYE, 1, 92)),
        ("0000 - -", RoundEntry(1, None, None, RoundKind.ABSENT, 0, 92)),
    ],
)
def test_entry(text: str, expected: RoundEntry) -> None:
    assert entry_of(text) == expected


@pytest.mark.parametrize("mark", ["082 2", "092 Team: Round-Robin", "013 Лебедин  1"])
def test_marks_of_a_team_file(mark: str) -> None:
    header = (*(text for text in HEADER if text[:3] != mark[:3]), mark)
    won = entry_of("0000 - +", header=header)
    assert won == RoundEntry(1, None, None, RoundKind.FORFEIT, 2, 92)
    not_fielded = entry_of("0000 - -", header=header)
    assert not_fielded == RoundEntry(1, None, None, RoundKind.ABSENT, 0, 92)


@pytest.mark.parametrize("mark", ["082 0", "082 1", "082"])
def test_a_file_with_at_most_one_team_is_one_of_single_players(mark: str) -> None:
    header = (*(text for text in HEADER if text[:3] != mark[:3]), mark)
    bye = entry_of("0000 - +", header=header)
    assert bye == RoundEntry(1, None, None, RoundKind.FULL_POINT_BYE, 2, 92)


def test_round_with_nothing_written_is_an_absence_without_a_column() -> None:
    event = event_of(trf(*four(p4=line(4, "        ", "   3 b 0"))))
    assert event.players[3].rounds == (
        RoundEntry(1, None, None, RoundKind.ABSENT, 0, None),
        RoundEntry(2, 3, Colour.BLACK, RoundKind.PLAYED, 0, 102),
    )


def test_rounds_are_those_with_an_entry_of_somebody() -> None:
    padded = [text + " " * 50 for text in four()]
    assert event_of(trf(*padded)).rounds == 2
    assert [len(player.rounds) for player in event_of(trf(*padded)).players] == [2, 2, 2, 2]


# Versions


@pytest.mark.parametrize(
    ("extra", "entry", "title", "expected"),
    [
        ([], "   3 b 0", "", "TRF16"),
        ([], "0000 - +", "", "TRF06"),
        ([], "   3 b 0", "m", "TRF06"),
        ([], "0000 - H", "m", "TRF16"),
        (["142 2"], "   3 b 0", "", "TRF26"),
        (["UKR    1 m  I Коваль, Лука"], "   3 b 0", "", "TRF26"),
    ],
)
def test_version_of_the_format(extra: list[str], entry: str, title: str, expected: str) -> None:
    data = trf(*extra, *four(p4=line(4, "   2 w 0", entry, title=title)))
    assert event_of(data).format == expected


def test_records_of_trf26() -> None:
    data = trf(
        "142 2",
        "192 FIDE_TEAM_BAKU",
        "222 40/6000+30:900+30",
        "250 00.0 01.0 001 001 0001 0002",
        "UKR    1 m  I Коваль, Лука                      1890 СУМ        1234 1990/01/02",
        "UKR    9 m  I Нема, Ніхто",
        "### comment",
        *four(),
    )
    assert problems_of(data) == [
        ("note", "trf.record_ignored", FIRST + 3, 1),
        ("note", "trf.national_record_alone", FIRST + 5, 5),
    ]
    event = event_of(data)
    assert (event.declared_rounds, event.rounds) == (2, 2)
    assert event.codes == (("192", "FIDE_TEAM_BAKU"), ("222", "40/6000+30:900+30"))
    assert event.players[0].national == (
        NationalRecord(
            federation="UKR",
            name="Коваль, Лука",
            sex="m",
            grade="I",
            rating=1890,
            origin="СУМ",
            number="1234",
            birth=PartialDate(1990, 1, 2),
        ),
    )
    assert [player.national for player in event.players[1:]] == [(), (), ()]


TEAMS = (
    "310   1 Лебедин                          LEB     1990      4    2.5   1     1    2",
    "310   2 Суми                             SUM     1980      0    1.5   2     3    4",
    "299    -1.0   0.0  001    2",
    "300   1   1   2    2 0000",
    "320  1.0  2.0 000 001",
    "330 +- 002 001 002",
)


def test_teams_of_trf26() -> None:
    data = trf(*TEAMS, *four())
    assert [code for _, code, _, _ in problems_of(data)] == []
    event = event_of(data)
    assert event.is_team
    assert event.teams == (
        ParsedTeam(1, "Лебедин", (1, 2), "LEB", 1990, 8, 5, 1, FIRST),
        ParsedTeam(2, "Суми", (3, 4), "SUM", 1980, 0, 3, 2, FIRST + 1),
    )
    assert event.point_changes == (PointChange("", -2, 0, 1, (2,)),)
    assert event.line_ups == (LineUp(1, 1, 2, (2, 0)),)
    assert (event.team_byes, event.team_bye_half_points) == (((2, 1),), (2, 4))
    assert event.forfeited_matches == (("+-", 2, 1, 2),)


def test_teams_of_trf06() -> None:
    data = trf("013 Лебедин                            1    2", "013 Суми", *four())
    assert event_of(data).teams == (
        ParsedTeam(1, "Лебедин", (1, 2), line=FIRST),
        ParsedTeam(2, "Суми", line=FIRST + 1),
    )


@pytest.mark.parametrize(
    ("record", "place"),
    [
        ("310 abc Лебедин", ("warning", "trf.record_unreadable", FIRST, 5)),
        ("310   1 Лебедин".ljust(73) + "   9", ("warning", "trf.team_member_unknown", FIRST, 74)),
        ("310   1 Лебедин".ljust(73) + "   x", ("warning", "trf.record_unreadable", FIRST, 74)),
        ("300 one   1   2    2", ("warning", "trf.record_unreadable", FIRST, 5)),
        ("320 none", ("warning", "trf.record_unreadable", FIRST, 5)),
        ("330 ++ 001 001 002", ("warning", "trf.record_unreadable", FIRST, 5)),
        ("240 Q 001    1", ("warning", "trf.record_unreadable", FIRST, 5)),
    ],
)
def test_record_that_is_not_understood(record: str, place: Place) -> None:
    header = tuple(text for text in HEADER if text[:3] != "062")
    found = problems_of(trf(record, *four(), header=(*header, "062 4")))
    assert [one for one in found if one[0] != "note"] == [place]


def test_one_person_in_two_teams_and_a_number_of_two_teams() -> None:
    again = TEAMS[1].replace("    3    4", "    2    4")
    assert problems_of(trf(TEAMS[0], again, TEAMS[0], *four())) == [
        ("warning", "trf.team_member_twice", FIRST + 1, 74),
        ("warning", "trf.team_number_twice", FIRST + 2, 5),
    ]


def test_byes_that_stand_in_record_240_only() -> None:
    data = trf("240 H 002    4    3", *four(p4=line(4, "   2 w 0", points="0.5", rank="4")))
    event = event_of(data)
    assert event.players[3].rounds[1] == RoundEntry(
        2, None, None, RoundKind.HALF_POINT_BYE, 1, None
    )
    assert reading_of(data) == [
        ("note", "trf.bye_of_record", FIRST, 11),
        ("note", "trf.bye_contradicts", FIRST, 16),
    ]


def test_round_dates_that_fill_their_columns() -> None:
    data = trf("132".ljust(91) + "2025/03/032025/03/042025/03/05", *four())
    assert event_of(data).round_dates == (date(2025, 3, 3), date(2025, 3, 4), date(2025, 3, 5))
    assert problems_of(data) == [("note", "trf.round_date_form", FIRST, 92)]


@pytest.mark.parametrize(
    ("text", "attribute", "expected"),
    [
        ("0422025/03/03", "starts_on", date(2025, 3, 3)),
        ("0624", "declared_players", 4),
        ("102Озерянський, Захар", "chief_arbiter", "Озерянський, Захар"),
        ("112Перша, Віра", "deputy_arbiters", ("Перша, Віра",)),
        ("1422", "declared_rounds", 2),
        ("XXR2", "declared_rounds", 2),
    ],
)
def test_tags_without_a_blank(text: str, attribute: str, expected: object) -> None:
    header = (*(known for known in HEADER if known[:3] != text[:3]), text)
    data = trf(*four(), header=header)
    assert getattr(event_of(data), attribute) == expected
    assert problems_of(data) == [("note", "trf.tag_glued", header.index(text) + 1, 4)]


def test_declared_points_are_used_for_the_points_column_only() -> None:
    data = trf(
        "162  W  3.0    D 1.0    L 0.0",
        line(1, "   3 w 1", "   2 b =", points="4.0", rank="1"),
        line(2, "   4 b 1", "   1 w =", points="4.0", rank="2"),
        line(3, "   1 b 0", "   4 w 1", points="3.0", rank="3"),
        line(4, "   2 w 0", "   3 b 0", points="0.0", rank="4"),
    )
    assert problems_of(data) == [("note", "trf.scoring_declared", FIRST, 1)]
    assert [entry.half_points for entry in event_of(data).players[0].rounds] == [2, 1]


@pytest.mark.parametrize(
    "record", ["162  W 1.0    D 0.5    L 0.0", "XXS WW=1 BW=1.0 WD=0.5", "BBD  0.5"]
)
def test_usual_points_declared_change_nothing(record: str) -> None:
    data = trf(record, *four())
    assert problems_of(data) == []
    assert event_of(data).scoring == ()


def test_declared_value_of_the_pairing_bye() -> None:
    bye = line(4, "   2 w 0", "0000 - U", points="0.5", rank="4")
    data = trf("XXS PAB=0.5", *four(p3=line(3, "   1 b 0", points="0.0", rank="3"), p4=bye))
    player = event_of(data).players[3]
    assert player.rounds[1].half_points == 1
    assert [code for _, code, _, _ in problems_of(data)] == [
        "trf.scoring_declared",
        "event.rank_order",
    ]
