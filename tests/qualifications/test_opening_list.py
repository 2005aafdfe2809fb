"""The people and coefficients with which a registry begins, from a file."""

from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from federation.models import Player, Region, User
from qualifications.models import RatingPeriod, RatingRow

OCTOBER = date(2026, 10, 1)
HEAD = "name;born;sex;region;fide_id;national_id;coefficient;games;was_2400"


def run(path: Path, *options: str) -> str:
    out = StringIO()
    call_command(
        *("load_opening_list", str(path), "--list-on", "2026-10-01", *options),
        stdout=out,
        stderr=out,
    )
    return out.getvalue()


@pytest.fixture
def table(tmp_path: Path):
    """Writes a table of these lines."""

    def write(*lines: str, head: str = HEAD) -> Path:
        path = tmp_path / "opening.csv"
        path.write_text("\n".join((head, *lines)) + "\n", "utf-8")
        return path

    return write


LINES = (
    "Гнатюк Орина;2001-03-04;ж;LVI;14199001;;1905;41;",
    "Їжакевич Лев;1970;м;Київська область;;UA-77;2388;12;так",
)


@pytest.mark.usefixtures("national_chair")
def test_a_table_becomes_people_and_the_first_published_list(table) -> None:
    said = run(table(*LINES), "--record", "national")
    assert said.endswith("The list of 01.10.2026 is stored. The registry can begin.\n")
    rows = RatingRow.objects.order_by("after").values_list(
        *("player__name", "player__birth_date", "player__birth_year", "player__sex"),
        *("player__region__code", "player__fide_id", "after", "games_total", "reached_2400"),
    )
    assert list(rows) == [
        ("Гнатюк Орина", date(2001, 3, 4), 2001, "w", "LVI", 14199001, 1905, 41, False),
        ("Їжакевич Лев", None, 1970, "m", "KIV", None, 2388, 12, True),
    ]
    periods = RatingPeriod.objects.order_by("list_on").values_list("list_on", "status", "opening")
    assert list(periods) == [
        (OCTOBER, "published", True),
        (date(2027, 1, 1), "open", False),
    ]


@pytest.mark.usefixtures("national_chair")
def test_without_record_nothing_is_stored(table) -> None:
    said = run(table(*LINES))
    assert said.splitlines() == [
        "New people: 2, known already: 0, left out: 0.",
        "Nothing is stored. Store it with --record USER.",
    ]
    assert (Player.objects.count(), RatingPeriod.objects.count()) == (0, 0)


@pytest.mark.usefixtures("national_chair")
def test_lines_in_doubt_are_named_and_stop_the_list_unless_they_are_left_out(table) -> None:
    Player.objects.create(
        name="Гнатюк Орина", created_at="2026-01-01T00:00Z", region=Region.objects.get(code="LVI")
    )
    path = table(
        *LINES,
        "Марець Іван;1980-05-05;;;5;;2000;50;",
        "Марець Ян;1981-05-05;;;5;;2001;50;",
        "Сич Олег;19x0;;;;;1900;50;",
        ";1999;;;;;1900;50;",
        "Яр Петро;1999;;;;;0;50;",
    )
    with pytest.raises(CommandError) as refused:
        run(path, "--record", "national")
    assert str(refused.value) == (
        "Nothing is stored: correct the lines named above, or leave them out with --leave-out."
    )
    said = run(path, "--record", "national", "--leave-out")
    assert said.splitlines() == [
        "Line 6, column 2: “19x0” cannot be read here. The line is left out: correct the cell.",
        "Line 7, column 1: The line has no name and is left out.",
        "Line 8, column 7: The line has no coefficient and is left out.",
        "Line 2: Гнатюк Орина is left out: somebody in the registry may be the same person.",
        "Line 4: Марець Іван is left out: the same number stands in several lines.",
        "Line 5: Марець Ян is left out: the same number stands in several lines.",
        "New people: 1, known already: 0, left out: 6.",
        "The list of 01.10.2026 is stored. The registry can begin.",
    ]


@pytest.mark.usefixtures("national_chair")
@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Яр Петро;1999;;Марс;;;1900;50;", "Марс (1)"),
        ("Яр Петро;1999;;LVI;;;1900;;", "Of 1 people"),
    ],
)
def test_ua_ik_1_what_the_file_does_not_say_is_asked(table, line: str, says: str) -> None:
    with pytest.raises(CommandError) as asked:
        run(table(line))
    assert says in str(asked.value)


def _line(number: int, name: str, title: str, rating: int, born: str, own: str, mark: str) -> str:
    return (
        f"{number:4} {name:<23}{title:>8}   0    0 {rating:4} {born} КИР {own:>8} 01.10.14 {mark}\n"
    )


@pytest.mark.usefixtures("national_chair")
def test_a_published_list_of_ukraine_with_its_words_for_regions(tmp_path: Path) -> None:
    text = (
        "   РЕЙТИНГ - ЛИСТ  НА 01.10.26    КИРОВОГРАДСКАЯ ОБЛАСТЬ   \n"
        "   Примечания: w -жен.; i -неакт. FIDE; н -неакт. Укр;\n"
        "   ------------------------------------------------------------------------------------\n"
        "     Фамилия и имя            Звание Парт Доб УКР   Д/рожд  ФЕД   #IDF   Д/действ Прим.\n"
        "   ------------------------------------------------------------------------------------\n"
        + _line(1, "Щедринский Богдан", "кмс", 2141, "10.08.97", "14199795", "")
        + _line(2, "Юрковская Анна", "1", 1938, "......87", "11003", "wн")
    )
    path = tmp_path / "ukr-KIR.txt"
    path.write_bytes(text.encode("cp1251"))
    run(path, "--games", "30", "--region", "КИР=KIR", "--record", "national")
    rows = RatingRow.objects.order_by("after").values_list(
        "player__name", "player__region__code", "player__fide_id", "after", "games_total"
    )
    assert list(rows) == [
        ("Юрковская Анна", "KIR", None, 1938, 30),
        ("Щедринский Богдан", "KIR", 14199795, 2141, 30),
    ]


@pytest.mark.usefixtures("national_chair")
def test_a_registry_that_has_begun_takes_no_opening_list(table) -> None:
    run(table(*LINES), "--record", "national")
    people = Player.objects.count()
    with pytest.raises(CommandError, match="already has rating periods"):
        run(table("Яр Петро;1999;;LVI;;;1900;50;"), "--record", "national")
    assert (Player.objects.count(), User.objects.count()) == (people, 1)
