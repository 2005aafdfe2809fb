"""Crosstables of chess-results, Swiss-Manager and Vega, in every wrapping they come in."""

import io
import zipfile
from dataclasses import replace
from datetime import date

import pytest
import xlsxwriter

from tests.formats.files import places, problems_of
from tests.formats.tablefiles import (
    FIRST_ROW,
    HEADER,
    PLAYERS,
    SHEET,
    TITLE,
    Rows,
    page,
    separated,
    xls,
    xlsx,
)
from tournaments.formats.columns import ColumnMap
from tournaments.formats.parsed import Colour, ParsedEvent, PartialDate, RoundEntry, RoundKind
from tournaments.formats.reading import preview_table, read_file
from tournaments.formats.trf import parse_trf
from tournaments.formats.trf_write import write_trf
from tournaments.wording import summary

W, B = Colour.WHITE, Colour.BLACK
PLAYED, FORFEIT = RoundKind.PLAYED, RoundKind.FORFEIT


def event_of(data: bytes, **options: object) -> ParsedEvent:
    event = read_file(data, **options).event  # type: ignore[arg-type]
    assert event is not None
    return event


def rounds_of(event: ParsedEvent) -> list[tuple[RoundEntry, ...]]:
    return [tuple(entry._replace(column=None) for entry in p.rounds) for p in event.players]


EXPECTED = [
    (
        RoundEntry(1, 3, W, PLAYED, 2),
        RoundEntry(2, 2, B, PLAYED, 1),
        RoundEntry(3, 5, W, FORFEIT, 2),
    ),
    (
        RoundEntry(1, 4, B, PLAYED, 2),
        RoundEntry(2, 1, W, PLAYED, 1),
        RoundEntry(3, None, None, RoundKind.HALF_POINT_BYE, 1),
    ),
    (
        RoundEntry(1, 1, B, PLAYED, 0),
        RoundEntry(2, None, None, RoundKind.PAIRING_BYE, 2),
        RoundEntry(3, 4, W, PLAYED, 2),
    ),
    (
        RoundEntry(1, 2, W, PLAYED, 0),
        RoundEntry(2, 5, B, PLAYED, 2),
        RoundEntry(3, 3, B, PLAYED, 0),
    ),
    (
        RoundEntry(1, None, None, RoundKind.PAIRING_BYE, 2),
        RoundEntry(2, 4, W, PLAYED, 0),
        RoundEntry(3, 1, B, FORFEIT, 0),
    ),
]


@pytest.mark.parametrize(
    "data",
    [
        xlsx(SHEET),
        xls(SHEET),
        page([HEADER, *PLAYERS]),
        separated([HEADER, *PLAYERS]),
        separated([HEADER, *PLAYERS], "\t"),
        separated([HEADER, *PLAYERS], encoding="cp1251"),
    ],
    ids=["xlsx", "xls", "page", "semicolons", "tabs", "cp1251"],
)
def test_the_same_games_in_every_wrapping(data: bytes) -> None:
    event = event_of(data)
    assert rounds_of(event) == EXPECTED
    assert [player.name for player in event.players] == [str(row[2]).strip() for row in PLAYERS]
    assert [player.half_points for player in event.players] == [5, 4, 4, 2, 2]
    assert [player.rating for player in event.players] == [2400, 2300, 2200, 2100, None]
    assert [player.title for player in event.players] == ["IM", None, "AFM", None, None]
    assert [player.federation for player in event.players] == ["UKR", "UKR", "GEO", "", "UKR"]
    assert [player.rank for player in event.players] == [1, 2, 3, 4, 5]
    found = summary(read_file(data))
    assert found["points_mismatch"] == []
    assert (found["played_games"], found["forfeit_pairings"], found["pairing_byes"]) == (5, 1, 2)


def test_what_the_lines_above_say() -> None:
    result = read_file(xlsx(SHEET))
    event = result.event
    assert event is not None
    assert (event.name, event.city, event.federation) == ("Кубок Лебедина", "Лебедин", "UKR")
    assert (event.starts_on, event.ends_on) == (date(2025, 3, 3), date(2025, 3, 5))
    assert event.chief_arbiter == "IA Озерянський, Захар (14100018)"
    assert event.deputy_arbiters == (
        "FA Перша, Віра (14100026)",
        "NA Друга, Ніна (14100034)",
    )
    assert (event.declared_rounds, event.time_control_text) == (3, "10 minutes + 5 seconds")
    assert [(q.code, q.proposal) for q in result.questions] == [
        ("ask.pace", "rapid"),
        ("ask.bye_with_point", "pairing_bye"),
    ]
    assert places(result.problems) == [
        ("note", "table.title_other", FIRST_ROW + 2, 2),
        ("note", "table.bye_with_point", FIRST_ROW + 2, 7),
    ]


def test_a_page_without_details_asks_for_them() -> None:
    result = read_file(page([HEADER, *PLAYERS]))
    assert result.event is not None
    assert result.event.name == "Кубок Лебедина"
    assert [question.code for question in result.questions] == [
        "ask.pace",
        "ask.dates",
        "ask.arbiter",
        "ask.city",
        "ask.bye_with_point",
    ]


def ranked(rows: Rows) -> list[list[object]]:
    """The final crosstable: in order of places, which are the numbers of opponents; ties blank."""
    order = [3, 0, 1, 4, 2]
    place = {old + 1: new for new, old in enumerate(order, start=1)}
    found = []
    for new, old in enumerate(order, start=1):
        row = list(rows[old])
        for column in (5, 6, 7):
            text = str(row[column]).strip()
            digits = text[: len(text) - 2]
            if digits.isdigit():
                row[column] = f"{place[int(digits)]}{text[-2:]}"
        found.append(["" if new == 3 else new, *row[1:9], *row[10:]])
    return found


def test_opponents_that_are_places_of_a_final_ranking() -> None:
    header = ("Rk.", *HEADER[1:9], "TB1")
    data = xlsx([header, *ranked(PLAYERS)])
    event = event_of(data)
    assert event.players[0].name == "Дзвін Данило"
    assert [e.opponent for e in event.players[0].rounds] == [3, 4, 5]
    assert [p for p in problems_of(data) if p[0] == "error"] == []


def test_opponents_that_are_places_where_starting_numbers_are_there_too() -> None:
    rows = ranked(PLAYERS)
    starts = [4, 1, 2, 5, 3]
    header = ("Rk.", "SNo", *HEADER[1:9])
    data = xlsx([header, *([r[0], s, *r[1:9]] for r, s in zip(rows, starts, strict=True))])
    event = event_of(data)
    by_number = {player.number: player for player in event.players}
    assert [e.opponent for e in by_number[4].rounds] == [2, 5, 3]
    assert ("note", "table.opponents_by_rank", None, None) in problems_of(data)


def test_a_list_that_a_page_cut_cannot_be_admitted() -> None:
    data = page([HEADER, *PLAYERS[:3]])
    errors = [p for p in problems_of(data) if p[0] == "error"]
    assert [code for _, code, _, _ in errors] == [
        "table.list_cut",
        "event.opponent_unknown",
        "event.opponent_unknown",
        "event.opponent_unknown",
    ]


def changed(number: int, column: int, value: object) -> list[list[object]]:
    rows = [list(row) for row in PLAYERS]
    rows[number - 1][column] = value
    return [list(HEADER), *rows]


@pytest.mark.parametrize(
    ("number", "column", "value", "code"),
    [
        (1, 5, "  3w", "event.result_one_sided"),
        (1, 5, "", "event.one_sided"),
        (3, 5, "  1b1", "event.results_contradict"),
        (1, 5, "  9w1", "table.list_cut"),
        (1, 5, "what", "table.cell_unreadable"),
    ],
)
def test_a_round_that_is_not_settled_is_an_error(
    number: int, column: int, value: object, code: str
) -> None:
    found = problems_of(xlsx(changed(number, column, value)))
    assert code in {found_code for severity, found_code, _, _ in found if severity == "error"}


def test_pending_game() -> None:
    rows = changed(1, 5, "  3w")
    rows[3][5] = "  1b"
    assert ("error", "event.pending", 2, 6) in problems_of(xlsx(rows))


def test_several_byes_with_a_point_in_one_round_are_not_all_pairing_byes() -> None:
    rows = changed(1, 5, " -1")
    rows[3][5] = " -1"
    event = event_of(xlsx(rows))
    assert [p.rounds[0].kind for p in event.players if p.rounds[0].opponent is None] == [
        RoundKind.FULL_POINT_BYE
    ] * 3


@pytest.mark.parametrize(("white", "black"), [("w", "s"), ("b", "n"), ("б", "ч"), ("b", "p")])
def test_letters_of_colours_in_other_languages(white: str, black: str) -> None:
    letters = str.maketrans({"w": white, "b": black})
    rows = [
        [str(cell).translate(letters) if 4 < at < 8 else cell for at, cell in enumerate(row)]
        for row in PLAYERS
    ]
    data = xlsx([HEADER, *rows])
    assert rounds_of(event_of(data)) == EXPECTED
    assert ("note", "table.colour_letters", None, None) in problems_of(data)


def test_starting_list_is_a_draft_that_cannot_be_admitted() -> None:
    rows = [
        ("No.", "", "Name", "sex", "FideID", "FED", "Rtg", "Club/City"),
        (1, "IM", "Берест Богдан", "", 14100018, "UKR", 2400, "Суми"),
        (2, "", "Вишня Віра", "w", 14100026, "UKR", 2300, "Лебедин"),
    ]
    result = read_file(xlsx(rows))
    event = result.event
    assert event is not None
    assert [p.fide_id for p in event.players] == [14100018, 14100026]
    assert [(p.sex, p.club) for p in event.players] == [("m", "Суми"), ("w", "Лебедин")]
    assert [p.code for p in result.problems if p.severity == "error"] == ["event.list_only"]
    assert "table.sex_for_women_only" in {p.code for p in result.problems}


def test_national_columns_are_kept_apart_from_fide() -> None:
    rows = [
        ("№", "Фамилия", "Имя", "Рейтинг РШФ", "Код РШФ", "Рейтинг FIDE", "Код FIDE", "Разряд"),
        (1, "Берест", "Богдан", 1500, 123456, 1600, 34100018, "1"),
        (2, "Вишня", "Віра", 1400, 123457, "", "", "2"),
    ]
    first, second = event_of(xlsx(rows)).players
    assert (first.name, first.rating, first.fide_id) == ("Берест Богдан", 1600, 34100018)
    assert [(n.rating, n.number, n.grade) for n in first.national] == [(1500, "123456", "1")]
    assert (second.rating, second.fide_id, second.national[0].number) == (None, None, "123457")


def test_three_cells_a_round_as_swiss_manager_exports_text() -> None:
    rows = [
        ("No", "Name", "Rtg", "1", "", "", "2", "", "", "Pts"),
        (1, "Берест", 2400, 2, "w", 1, 3, "b", "x", "1,5"),
        (2, "Вишня", 2300, 1, "b", 0, "", "", "", "0"),
        (3, "Горобець", 2200, "", "", "", 1, "w", "x", "0,5"),
    ]
    event = event_of(separated(rows))
    assert rounds_of(event)[0] == (RoundEntry(1, 2, W, PLAYED, 2), RoundEntry(2, 3, B, PLAYED, 1))
    assert [player.half_points for player in event.players] == [3, 0, 1]


def test_round_robin_table() -> None:
    rows = [
        ("No.", "Name", "Rtg", "1", "2", "3", "4", "Pts"),
        (1, "Берест", 2400, "*", "1", "½", "1", 2.5),
        (2, "Вишня", 2300, "0", "*", "1", "½", 1.5),
        (3, "Горобець", 2200, "½", "0", "*", "-", 0.5),
        (4, "Дзвін", 2100, "0", "½", "+", "*", 1.5),
    ]
    data = xlsx(rows)
    event = event_of(data)
    assert event.rounds == 3
    assert [sorted(e.opponent or 0 for e in p.rounds) for p in event.players] == [
        [2, 3, 4],
        [1, 3, 4],
        [1, 2, 4],
        [1, 2, 3],
    ]
    found = summary(read_file(data))
    assert (found["played_games"], found["forfeit_pairings"]) == (5, 1)
    assert found["points_mismatch"] == []
    assert [p for p in problems_of(data) if p[0] == "error"] == []


VEGA = """<html><head><title>Кубок Лебедина</title></head><body><table>
<tr><th>Pos</th><th>ID</th><th>NAME</th><th>Rtg</th><th>R1</th><th>R2</th><th>Pts</th></tr>
<tr><td>1</td><td>1</td><td>BEREST, B</td><td>2400</td>{a}{b}<td>2</td></tr>
<tr><td>2</td><td>2</td><td>VYSHNIA, V</td><td>2300</td>{c}{d}<td>1</td></tr>
<tr><td>3</td><td>3</td><td>HOROBETS, H</td><td>2200</td>{e}{f}<td>0</td></tr>
</table></body></html>"""


def vega_cell(result: str, opponent: int, kind: str) -> str:
    return f'<td><div class="res">{result}</div><div class="{kind}">{opponent}</div></td>'


def test_vega_tells_play_from_forfeit_by_the_class_alone() -> None:
    data = VEGA.format(
        a=vega_cell("1", 2, "cw"),
        b=vega_cell("1", 3, "cf"),
        c=vega_cell("0", 1, "cb"),
        d=vega_cell("1", 0, "cf"),
        e=vega_cell("0", 0, "cf"),
        f=vega_cell("0", 1, "cf"),
    ).encode()
    event = event_of(data)
    assert event.format == "vega-html"
    assert rounds_of(event) == [
        (RoundEntry(1, 2, W, PLAYED, 2), RoundEntry(2, 3, None, FORFEIT, 2)),
        (RoundEntry(1, 1, B, PLAYED, 0), RoundEntry(2, None, None, RoundKind.PAIRING_BYE, 2)),
        (RoundEntry(1, None, None, RoundKind.ABSENT, 0), RoundEntry(2, 1, None, FORFEIT, 0)),
    ]


# The mapping of columns


def test_proposal_of_columns_can_be_changed_by_a_person() -> None:
    rows = [("a", "b", "c", "d"), *((n, f"Player {n}", "", 2000 + n) for n in range(1, 4))]
    data = separated(rows)
    result = read_file(data)
    assert [p.code for p in result.problems] == ["table.columns_unknown"]
    assert [q.code for q in result.questions] == ["ask.columns"]
    preview = preview_table(data)
    assert preview is not None
    assert (preview.proposal, preview.rows[0]) == (None, ("a", "b", "c", "d"))
    mapping = ColumnMap(0, {"number": 0, "name": 1, "rating": 3})
    event = event_of(data, columns=mapping)
    assert [(p.number, p.name, p.rating) for p in event.players] == [
        (1, "Player 1", 2001),
        (2, "Player 2", 2002),
        (3, "Player 3", 2003),
    ]


def test_proposal_names_the_columns_it_knows() -> None:
    preview = preview_table(xlsx(SHEET))
    assert preview is not None
    assert preview.proposal == ColumnMap(
        len(TITLE),
        {
            "number": 0,
            "name": 2,
            "rating": 3,
            "federation": 4,
            "points": 8,
            "rank": 9,
            "title": 1,
        },
        (5, 6, 7),
    )
    assert preview.rows[1][2] == "Берест Богдан"


@pytest.mark.parametrize("columns", [ColumnMap(99), ColumnMap(0, {"name": 77}, (55,))])
def test_a_mapping_beyond_the_table_is_no_crash(columns: ColumnMap) -> None:
    assert problems_of(xlsx(SHEET), columns=columns) == [("error", "table.no_players", None, None)]


# Limits


def repacked(data: bytes, change: dict[str, bytes], **more: bytes) -> bytes:
    target = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            new.writestr(name, change.get(name, old.read(name)))
        for name, part in more.items():
            new.writestr(name, part)
    return target.getvalue()


SHEET_XML = "xl/worksheets/sheet1.xml"
SPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def sheet(cells: str) -> bytes:
    return f"<worksheet {SPACE}><sheetData>{cells}</sheetData></worksheet>".encode()


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ('<row r="1"><c r="A1"/></row><row r="1048576"><c r="XFD1048576"/></row>', "table.too_big"),
        ('<row r="1"><c r="XFD1"/></row>', "table.too_big"),
        ("<row><c/></row>" * 6000, "table.too_big"),
        ('<row r="1"><c r="A1">', "table.damaged"),
    ],
)
def test_a_sheet_that_would_fill_the_memory_is_refused(cells: str, code: str) -> None:
    data = repacked(xlsx(SHEET), {SHEET_XML: sheet(cells)})
    assert problems_of(data) == [("error", code, None, None)]


def test_what_a_part_claims_to_hold_reserves_no_memory() -> None:
    """Libraries that trust the number end the whole process here."""
    with zipfile.ZipFile(io.BytesIO(xlsx(SHEET))) as archive:
        part = archive.read("xl/sharedStrings.xml")
    claimed = part.replace(b'uniqueCount="', b'uniqueCount="99999999999')
    assert claimed != part
    data = repacked(xlsx(SHEET), {"xl/sharedStrings.xml": claimed})
    assert rounds_of(event_of(data)) == EXPECTED


def test_days_of_a_workbook() -> None:
    target = io.BytesIO()
    with xlsxwriter.Workbook(target) as book:
        sheet = book.add_worksheet()
        for at, row in enumerate(
            [("No.", "Name", "Birthday", "1.Rd"), (1, "Берест"), (2, "Вишня")]
        ):
            sheet.write_row(at, 0, row)
        for at, form in ((1, "dd.mm.yyyy"), (2, "yyyy-mm-dd")):
            sheet.write_datetime(at, 2, date(1990, 2, 3), book.add_format({"num_format": form}))
        sheet.write_row(1, 3, ["2w1"])
        sheet.write_row(2, 3, ["1b0"])
    assert [p.birth for p in event_of(target.getvalue()).players] == [PartialDate(1990, 2, 3)] * 2


def test_a_bomb_is_refused_by_what_it_unpacks_to() -> None:
    data = repacked(xlsx(SHEET), {}, bomb=b"\0" * (25 * 1024 * 1024))
    assert len(data) < 200_000
    assert problems_of(data) == [("error", "table.unpacked_too_big", None, None)]


def test_entities_are_refused() -> None:
    part = b'<!DOCTYPE x [<!ENTITY a "b">]>' + sheet("<row><c/></row>")
    data = repacked(xlsx(SHEET), {SHEET_XML: part})
    assert problems_of(data) == [("error", "table.damaged", None, None)]


def test_an_entity_of_a_page_is_not_fetched() -> None:
    rows = [[str(cell) for cell in row] for row in (HEADER, *PLAYERS)]
    data = (
        page(rows)
        .replace(b"<!DOCTYPE html>", b'<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/hostname">]>')
        .replace("Берест".encode(), b"&x;")
    )
    assert event_of(data).players[0].name in ("&x; Богдан", "Богдан")


def test_formulas_are_said_and_not_calculated() -> None:
    rows = changed(1, 3, "=1+1")
    data = xlsx(rows)
    assert ("note", "table.formula", 2, 4) in problems_of(data)
    assert event_of(data).players[0].rating is None


def test_a_page_of_too_many_rows_is_refused() -> None:
    rows = "<tr><td>1</td><td>2</td></tr>" * 6000
    data = f"<html><table>{rows}</table></html>".encode()
    assert problems_of(data) == [("error", "table.too_big", None, None)]


def test_a_field_longer_than_any_is_refused() -> None:
    data = separated([HEADER, *PLAYERS]) + b'"' + b"x" * 140_000 + b";1;2\r\n"
    assert [code for _, code, _, _ in problems_of(data)] == ["table.damaged"]


def test_event_of_a_table_round_trips_as_trf26() -> None:
    event = event_of(xlsx(SHEET))
    read = parse_trf(write_trf(event, version=26).data).event
    assert read is not None
    assert rounds_of(read) == EXPECTED
    assert replace(read.players[0], line=None, rounds=()) == replace(
        event.players[0], line=None, rounds=(), club=""
    )
