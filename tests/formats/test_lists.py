"""Rating lists: every layout of FIDE's text, its XML, the Ukrainian and the Russian lists."""

import io
import json
import zipfile
from datetime import date
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.formats.files import places
from tests.formats.tablefiles import SHEET, xls
from tournaments.formats.lists import ListRow
from tournaments.formats.parsed import PartialDate
from tournaments.formats.problems import ProblemLog
from tournaments.formats.rating_lists import Summary, open_list, summarise


def rows_of(data: bytes, filename: str = "") -> list[ListRow]:
    found = open_list(io.BytesIO(data), ProblemLog(), filename=filename)
    assert found is not None
    return list(found.rows)


def summary_of(data: bytes, filename: str = "oct26.txt") -> Summary:
    found = summarise(io.BytesIO(data), filename=filename)
    assert found is not None
    return found


def fide(
    number: object,
    name: str,
    *,
    other: str = "",
    standard: object = "",
    rapid: object = "",
    blitz: object = "",
    born: str = "1990",
    flag: str = "",
    title: str = "",
    women: str = "",
    sex: str = "M",
) -> str:
    """A line of the combined list with FOA titles."""
    return (
        f"{number!s:15}{name:61}{'UKR':4}{sex:4}{title:5}{women:5}{other:15}{'':4}"
        f"{standard!s:6}{'0':>3} {'20':3}{rapid!s:6}{'0':>3} {'20':3}{blitz!s:6}{'0':>3} {'20':3}"
        f"{born:6}{flag:4}"
    )


COMBINED = (
    "ID Number      Name                                                         Fed Sex Tit  WTit "
    "OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)


def combined(*lines: str, end: str = "\r\n") -> bytes:
    return "".join(line + end for line in (COMBINED, *lines)).encode()


def test_combined_list() -> None:
    data = combined(
        fide(14100018, "Berest, Bohdan", title="IM", other="FA", standard=2400, rapid=2350),
        fide(14100026, "Vyshnia, Vira", title="WFM", women="WFM", sex="F", blitz=2000, flag="wi"),
        fide(14100034, "", standard=0, born="0000"),
    )
    assert len(fide(1, "")) == 162
    first, second, third = rows_of(data)
    assert (first.fide_id, first.name, first.federation, first.sex) == (
        14100018,
        "Berest, Bohdan",
        "UKR",
        "m",
    )
    assert (first.title, first.other_titles, first.standard, first.standard_k) == (
        "IM",
        "FA",
        2400,
        20,
    )
    assert (first.rapid, first.blitz, first.birth) == (2350, None, 1990)
    assert (second.title, second.womens_title, second.sex) == ("WFM", "WFM", "w")
    assert (second.blitz, second.flags) == (2000, "wi")
    assert (third.name, third.standard, third.birth) == ("", None, None)
    found = summary_of(data)
    assert (found.rows, found.with_rating, found.with_rapid, found.with_blitz) == (3, 1, 1, 1)
    assert (found.with_fide_id, found.duplicates, found.month) == (3, 0, date(2026, 10, 1))
    assert found.problems == ()


def test_line_with_many_titles_is_aligned_from_its_end() -> None:
    long = fide(14100018, "Berest, Bohdan", other="SI,FI,LSI,SLI,NA", standard=2400, flag="i")
    assert len(long) == 163
    [row] = rows_of(combined(long))
    assert (row.standard, row.birth, row.flags) == (2400, 1990, "i")
    assert places(summary_of(combined(long)).problems) == [("note", "list.line_too_long", 2, 109)]


def test_lines_without_carriage_returns_and_without_trailing_blanks() -> None:
    line = fide(14100018, "Berest, Bohdan", standard=2400).rstrip()
    [row] = rows_of(combined(line, end="\n"))
    assert (row.standard, row.birth, row.flags) == (2400, 1990, "")


@pytest.mark.parametrize(
    ("header", "line", "month"),
    [
        (
            "ID Number      Name                                                         Fed Sex "
            "Tit  WTit OTit           FOA OCT26 Gms K  B-day Flag",
            f"{14100018:<15}{'Berest, Bohdan':61}UKR M   IM        {'FA':19}2400  9   10 1990",
            date(2026, 10, 1),
        ),
        (
            "ID number Name                            TitlFed  Mar11 GamesBorn Flag",
            f"{14100018:<10}{'Berest, Bohdan':32}{'m':4}UKR  2400     9 1990",
            date(2011, 3, 1),
        ),
    ],
)
def test_older_layouts(header: str, line: str, month: date) -> None:
    data = (header + "\n" + line + "\n").encode()
    [row] = rows_of(data)
    assert (row.fide_id, row.name, row.federation, row.title) == (
        14100018,
        "Berest, Bohdan",
        "UKR",
        "IM",
    )
    assert (row.standard, row.standard_games, row.birth) == (2400, 9, 1990)
    assert summary_of(data, "list.txt").month == month


def test_number_twice_and_number_unreadable() -> None:
    data = combined(
        fide(14100018, "Berest, Bohdan"),
        fide("x1", "Nobody"),
        fide(14100018, "Berest, Bohdan"),
        fide(14100018, "Berest, B"),
    )
    found = summary_of(data)
    assert (found.rows, found.duplicates) == (3, 2)
    assert places(found.problems) == [
        ("warning", "list.number_unreadable", 3, 1),
        ("warning", "list.number_twice", 4, 1),
        ("warning", "list.number_twice", 5, 1),
    ]


def test_list_without_a_month_asks_for_it() -> None:
    found = summary_of(combined(fide(14100018, "Berest, Bohdan")), "players_list_foa.txt")
    assert places(found.problems) == [("warning", "list.month_unknown", None, None)]
    assert [question.code for question in found.questions] == ["ask.list_month"]


XML = """<playerslist>
<player><fideid>14100018</fideid><name>Berest, Bohdan</name><country>ukr</country><sex>M</sex>
<title>IM</title><w_title></w_title><o_title>FA</o_title><foa_title></foa_title>
<rating>2400</rating><games>9</games><k>10</k><rapid_rating>2300</rapid_rating>
<rapid_games>0</rapid_games><rapid_k>10</rapid_k><blitz_rating></blitz_rating>
<blitz_games></blitz_games><blitz_k></blitz_k><birthday>1990</birthday><flag>i</flag></player>
<player FIDEID="14100026"><name>Vyshnia, Vira</name><title>wf</title></player>
<player><name>Nobody</name></player>
</playerslist>"""


def test_xml() -> None:
    first, second = rows_of(XML.encode())
    assert first == ListRow(
        2, 14100018, "", "Berest, Bohdan", "UKR", "", "m", "IM", "", "FA", 2400, 9, 10, 2300, None,
        10, None, None, None, 1990, "i",
    )  # fmt: skip
    assert (second.fide_id, second.title) == (14100026, "WFM")
    found = summary_of(XML.encode())
    assert (found.kind, found.rows, found.with_rating) == ("fide-xml", 2, 1)
    assert [code for _, code, _, _ in places(found.problems)] == ["list.number_unreadable"]


def test_xml_that_breaks_off_gives_what_stands_before() -> None:
    found = summary_of(XML[: XML.index("Vyshnia")].encode())
    assert (found.rows, found.problems[-1].code) == (1, "list.damaged")


def test_xml_expands_no_entity() -> None:
    bomb = (
        '<!DOCTYPE p [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">]>'
        "<playerslist><player><fideid>14100018</fideid><name>&b;</name></player></playerslist>"
    )
    assert [row.name for row in rows_of(bomb.encode())] == [""]


RULE = "   " + "-" * 84
UKRAINIAN = "\r\n".join([
    "   РЕЙТИНГ - ЛИСТ  НА 01.10.11    ЛЕБЕДИНСКАЯ ОБЛАСТЬ   ",
    RULE,
    "     Фамилия и имя            Звание Парт Доб УКР   Д/рожд  ФЕД   #IDF   Д/действ Прим.",
    RULE,
    "   1 Берест Богдан               кмс   9    2 2141 10.08.97 ЛЕБ 14100018 01.10.14      ",
    "   2 Вишня Вера               мг  н    0    0 2092 ......38 ЛЕБ    11003 01.07.09    w ",
    "   3 Горобец Г.                  мсТ   0    0 2000 ........ ЛЕБ   135000 01.07.09    wн",
    "   4 Дзвин Даниил                  1   0    0 19x0 31.02.05 ЛЕБ   !11004 01.07.09      ",
    "",
    "                    Список турниров от 01.07.11",
    "  1 \"Лебединая песня\"            Лебедин             09-14.07.11       2 ",
])  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8", "cp1251"])
def test_ukrainian_list(encoding: str) -> None:
    data = UKRAINIAN.encode(encoding)
    first, second, third, fourth = rows_of(data)
    assert (first.name, first.title, first.fide_id) == ("Берест Богдан", "кмс", 14100018)
    assert (first.national_rating, first.birth, first.region) == (
        2141,
        PartialDate(1997, 8, 10),
        "ЛЕБ",
    )
    assert (second.title, second.flags, second.sex) == ("мг", "wн", "w")
    assert (second.fide_id, second.national_id, second.birth) == (None, "11003", PartialDate(1938))
    assert (third.title, third.fide_id, third.birth) == ("мсТ", 135000, None)
    assert (fourth.national_id, fourth.national_rating, fourth.birth) == (
        "",
        None,
        PartialDate(2005),
    )
    found = summary_of(data, "list.txt")
    assert (found.month, found.rows, found.with_rating, found.with_fide_id) == (
        date(2011, 10, 1),
        4,
        3,
        2,
    )
    assert places(found.problems) == [
        ("note", "list.mark_in_title", 6, 29),
        ("warning", "list.rating_unreadable", 8, 47),
        ("warning", "list.birth_unreadable", 8, 52),
        ("warning", "list.number_unreadable", 8, 65),
    ]


def test_ukrainian_list_of_today_is_a_workbook_in_a_zip() -> None:
    rows = [
        ("Fide_No", "Name", "Fed", "Sex", "Rtg_Nat", "Rtg_Int", "Birthday"),
        (14100018, "Берест Богдан мг/змс", "СУМ", "", 2500, 2510, "1990/02/03"),
        ("", "Вишня Віра кмс (мол)", "СУМ", "wн", 1900, "", "2001"),
        ("12345678901", "Горобець Гнат", "СУМ", "", "", "", ""),
    ]
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("nat2610s.xls", xls(rows))
    data = target.getvalue()
    first, second, third = rows_of(data)
    assert (first.fide_id, first.name, first.title) == (14100018, "Берест Богдан", "мг/змс")
    assert (first.national_rating, first.standard, first.birth) == (
        2500,
        2510,
        PartialDate(1990, 2, 3),
    )
    assert (second.title, second.sex, second.flags) == ("кмс (мол)", "w", "wн")
    assert (third.name, third.fide_id, third.title) == ("Горобець Гнат", None, "")
    found = summary_of(data)
    assert (found.kind, found.month, found.with_rating) == ("ukr-xls", date(2026, 10, 1), 2)
    assert places(found.problems) == [("warning", "list.number_unreadable", 4, 1)]
    assert summarise(io.BytesIO(xls(SHEET))) is None


NEW_RUSSIAN = (
    "ID_No,Name,Sex,Fed,Clubnumber,ClubName,Birthday,Rtg_Nat,Fide_No,Rtg_Int\r\n"
    "1001,Берест Богдан Богданович,,RUS,66,Лебединая область,1990/02/03,1800,34100018,1900\r\n"
    '1002,"Вишня, Вера",f,RUS,66,Лебединая область,2001,1500\r\n'
    "1003,Горобец,,,,,,abc,x\r\n"
)
OLD_RUSSIAN = (
    "ID;full_name;-;region;rating;-;b_year;gender\r\n"
    "1001;Берест Богдан;;66;1800;;1990;m\r\n"
    "1002;Вишня Вера;;66;0;;;f\r\n"
)


def test_russian_list_of_today() -> None:
    data = NEW_RUSSIAN.encode("utf-8-sig")
    first, second, third = rows_of(data)
    assert (first.national_id, first.fide_id, first.name) == (
        "1001",
        34100018,
        "Берест Богдан Богданович",
    )
    assert (first.national_rating, first.standard, first.birth) == (
        1800,
        1900,
        PartialDate(1990, 2, 3),
    )
    assert (second.name, second.sex, second.fide_id) == ("Вишня, Вера", "w", None)
    assert (third.federation, third.national_rating) == ("RUS", None)
    assert [code for _, code, _, _ in places(summary_of(data).problems)] == [
        "list.number_unreadable",
        "list.rating_unreadable",
    ]


@pytest.mark.parametrize("with_headings", [True, False])
def test_russian_list_of_old(with_headings: bool) -> None:
    text = OLD_RUSSIAN if with_headings else OLD_RUSSIAN.split("\r\n", 1)[1]
    first, second = rows_of(text.encode("cp1251"))
    assert (first.national_id, first.national_rating, first.birth) == ("1001", 1800, 1990)
    assert (second.name, second.sex, second.national_rating) == ("Вишня Вера", "w", None)


def test_a_list_inside_a_zip() -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("standard_oct26frl.txt", combined(fide(14100018, "Berest, Bohdan")))
    found = summary_of(target.getvalue(), "anything.zip")
    assert (found.rows, found.month) == (1, date(2026, 10, 1))


@pytest.mark.parametrize(
    "data", [b"", b"001    1", b"PK\x03\x04", b"<html></html>", b"a;b;c\n1;2;3"]
)
def test_what_is_no_list(data: bytes) -> None:
    assert summarise(io.BytesIO(data)) is None


def test_command_prints_the_figures(tmp_path: Path) -> None:
    path = tmp_path / "players_oct26.txt"
    path.write_bytes(combined(fide(14100018, "Berest, Bohdan", standard=2400)))
    out = io.StringIO()
    call_command("read_file", str(path), "--json", stdout=out)
    assert json.loads(out.getvalue()) == {
        "format": "fide-txt",
        "encoding": "ascii",
        "month": "2026-10-01",
        "rows": 1,
        "with_rating": 1,
        "with_rapid": 0,
        "with_blitz": 0,
        "with_fide_id": 1,
        "duplicates": 0,
        "notes": [],
        "problems": [],
        "questions": [],
    }
    out = io.StringIO()
    call_command("read_file", str(path), stdout=out)
    assert out.getvalue().splitlines()[:4] == [
        "Format: fide-txt",
        "Encoding: ascii",
        "Month of the list: 2026-10-01",
        "People: 1",
    ]
