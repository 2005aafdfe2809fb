"""Published rating lists are taken over by FIDE number; what is not certain is held out."""

import io
from collections.abc import Iterable
from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from federation.errors import Refused
from federation.models import Player
from qualifications.facts import gather_event
from qualifications.imported_ratings import (
    highest_ratings,
    list_after,
    list_in_force,
    ratings_in_force,
    russian_ratings,
)
from qualifications.models import ImportedRating
from qualifications.services.imported_ratings import (
    ANOTHER,
    NO_NUMBER,
    NO_PERSON,
    NO_RATING,
    OUT_OF_RANGE,
    TWICE,
    HeldOut,
    Imported,
    ratings_import,
)
from tests.formats.test_lists import combined, fide
from tests.qualifications.building import NOW

LIST_ON = date(2026, 6, 1)
HEAD = "ID_No,Name,Sex,Fed,Clubnumber,ClubName,Birthday,Rtg_Nat,Fide_No,Rtg_Int"
pytestmark = pytest.mark.django_db


def line(name: str, rating: int | str, fide_id: int | str, number: int = 1) -> str:
    return f"{number},{name},,RUS,77,Москва,1990,{rating},{fide_id},"


def russian(*lines: str) -> io.BytesIO:
    return io.BytesIO("\r\n".join((HEAD, *lines, "")).encode())


def taken_over(
    stream: io.BytesIO, *, list_on: date = LIST_ON, **more: str
) -> tuple[Imported, list[HeldOut]]:
    held: list[HeldOut] = []
    report = ratings_import(
        stream,
        **{"scheme": "ru", "kind": "standard", "source": "ratings.example", **more},
        list_on=list_on,
        at=NOW,
        tell=held.append,
    )
    return report, held


def stored() -> list[tuple[str, int]]:
    return list(ImportedRating.objects.order_by("pk").values_list("player__name", "value"))


@pytest.fixture
def people(federation) -> list[Player]:
    found = federation.players("Гнатюк Остап", "Дорош Назар", "Ємець Ілля")
    for number, player in enumerate(found, start=34100001):
        Player.objects.filter(pk=player.pk).update(fide_id=number)
    return found


def test_people_are_found_by_their_fide_number_and_nobody_is_created(people):
    before = Player.objects.count()
    report, held = taken_over(
        russian(
            line("Hnatiuk", 2105, 34100001),
            line("Гнатюк Остап", 1900, 34109999),
            line("Дорош Назар", 1800, ""),
        )
    )
    assert stored() == [("Гнатюк Остап", 2105)]
    assert held == [
        HeldOut(3, 34109999, "Гнатюк Остап", NO_PERSON),
        HeldOut(4, None, "Дорош Назар", NO_NUMBER),
    ]
    assert report == Imported(3, 1, 0, unmatched=1, held_out=1, unreadable=0)
    assert Player.objects.count() == before


def test_gaps_are_named_with_their_lines_and_held_out(people):
    report, held = taken_over(
        russian(
            line("A", 2000, 34100001),
            line("B", "", 34100002),
            line("A again", 2010, 34100001),
            line("C", 20000, 34100003),
        )
    )
    assert stored() == []
    assert held == [
        HeldOut(2, 34100001, "A", TWICE),
        HeldOut(4, 34100001, "A again", TWICE),
        HeldOut(3, 34100002, "B", NO_RATING),
        HeldOut(5, 34100003, "C", OUT_OF_RANGE),
    ]
    assert report == Imported(4, 0, 0, unmatched=0, held_out=4, unreadable=0)


def test_an_unreadable_rating_is_no_rating(people):
    report, held = taken_over(russian(line("A", "21O5", 34100001)))
    assert [one.why for one in held] == [NO_RATING]
    assert report.unreadable == 1


def test_the_same_list_again_changes_nothing_and_another_figure_is_held_out(people):
    taken_over(russian(line("A", 2000, 34100001), line("B", 2100, 34100002)))
    report, held = taken_over(russian(line("A", 2000, 34100001), line("B", 2101, 34100002)))
    assert stored() == [("Гнатюк Остап", 2000), ("Дорош Назар", 2100)]
    assert held == [HeldOut(3, 34100002, "B", ANOTHER)]
    assert (report.imported, report.already, report.held_out) == (0, 1, 1)


def test_a_line_keeps_its_day_source_and_moment(people):
    taken_over(russian(line("A", 2000, 34100001)), source="file of the federation")
    [found] = ImportedRating.objects.all()
    assert (found.list_on, found.source, found.imported_at, found.imported_by) == (
        LIST_ON,
        "file of the federation",
        NOW,
        None,
    )
    assert (found.games, found.factor) == (None, None)


def test_one_line_of_a_list_for_each_player(people):
    taken_over(russian(line("A", 2000, 34100001)))
    [found] = ImportedRating.objects.all()
    found.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        found.save(force_insert=True)


def test_a_file_that_is_no_such_list_is_refused(people):
    with pytest.raises(Refused):
        taken_over(io.BytesIO(b"012 Cup of the city\r\n"))
    with pytest.raises(Refused):
        taken_over(russian(line("A", 2000, 34100001)), scheme="fide")
    with pytest.raises(Refused):
        taken_over(russian(line("A", 2000, 34100001)), source=" ")
    with pytest.raises(Refused):
        taken_over(russian(line("A", 2000, 34100001)), filename="2026-07.csv")
    assert stored() == []


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2026, 5, 31), {}),
        (date(2026, 6, 1), {"Гнатюк Остап": 2000, "Дорош Назар": 2100}),
        (date(2026, 6, 30), {"Гнатюк Остап": 2000, "Дорош Назар": 2100}),
        (date(2026, 7, 1), {"Гнатюк Остап": 2010}),
    ],
)
def test_the_latest_list_is_in_force_and_an_earlier_one_is_not(people, day, expected):
    taken_over(russian(line("A", 2000, 34100001), line("B", 2100, 34100002)))
    taken_over(russian(line("A", 2010, 34100001)), list_on=date(2026, 7, 1))
    ids = [player.pk for player in people]
    found = ratings_in_force(ids, scheme="ru", kind="standard", on=day)
    names = dict(Player.objects.values_list("pk", "name"))
    assert {names[player]: one.value for player, one in found.items()} == expected
    assert ratings_in_force(ids, scheme="ru", kind="rapid", on=day) == {}
    assert ratings_in_force(ids, scheme="fide", kind="standard", on=day) == {}


def test_highest_rating_and_the_list_of_the_next_month(people):
    for month, rating in ((4, 2410), (6, 2390), (7, 2420)):
        day = date(2026, month, 1)
        taken_over(russian(line("A", rating, 34100001)), list_on=day)
    ids = [people[0].pk]
    of = {"scheme": "ru", "kind": "standard"}
    assert highest_ratings(ids, on=date(2026, 6, 30), **of) == {people[0].pk: 2410}
    assert list_in_force(on=date(2026, 5, 9), **of) == date(2026, 4, 1)
    assert list_after(on=date(2026, 6, 30), **of) == date(2026, 7, 1)
    assert list_after(on=date(2026, 7, 1), **of) is None


@pytest.mark.parametrize(
    ("schemes", "discipline", "first", "known", "later"),
    [
        (("ua", "ru"), "classical", 2010, True, 2030),
        (("ua", "ru"), "team", 2010, True, 2030),
        (("ua", "ru"), "rapid", None, False, None),
        (("ua", "ru"), "", None, False, None),
        (("ua", "fide"), "classical", None, False, None),
    ],
)
def test_an_event_is_told_the_list_of_its_first_day_and_the_next_one(
    people, federation, settings, schemes, discipline, first, known, later
):
    settings.REGISTRY_SCHEMES = schemes
    for month, rating in ((4, 2000), (5, 2010), (6, 2020), (7, 2030)):
        taken_over(russian(line("A", rating, 34100001)), list_on=date(2026, month, 1))
    event = federation.event(
        people[:2],
        [(1, 0, 1, 2)],
        starts_on=date(2026, 5, 30),
        ends_on=date(2026, 6, 7),
        discipline=discipline,
    )
    one, other = gather_event(event, None).facts.participants
    assert (one.national_rating, one.national_rating_known, one.rating_on_next_list) == (
        first,
        known,
        later,
    )
    assert (other.national_rating, other.national_rating_known) == (None, False)


def test_the_queries_of_an_event_do_not_grow_with_its_players(
    federation, settings, django_assert_num_queries
):
    settings.REGISTRY_SCHEMES = ("ua", "ru")
    ids = [player.pk for player in federation.players(*(f"Гнатюк {n}" for n in "абвгд"))]
    taken_over(russian())
    for count in (1, 5):
        with django_assert_num_queries(2):
            russian_ratings(
                ids[:count],
                discipline="blitz",
                starts_on=date(2026, 5, 30),
                ends_on=date(2026, 6, 7),
            )


def test_a_list_of_fide_brings_games_and_k_of_its_kind(people):
    data = combined(fide(34100001, "Hnatiuk, Ostap", standard=2105, rapid=2050))
    for kind, expected in (("standard", 2105), ("rapid", 2050), ("blitz", None)):
        _report, held = taken_over(io.BytesIO(data), scheme="fide", kind=kind)
        assert [one.why for one in held] == ([] if expected else [NO_RATING])
    assert list(
        ImportedRating.objects.order_by("pk").values_list("scheme", "kind", "value", "factor")
    ) == [("fide", "standard", 2105, 20), ("fide", "rapid", 2050, 20)]


def test_the_command_prints_what_is_held_out(people, tmp_path: Path):
    path = tmp_path / "list.csv"
    path.write_bytes(
        russian(line("A", 2000, 34100001), line("B", "", 34100002), line("X", 1500, 9)).read()
    )

    def said(extra: Iterable[str] = ()) -> list[str]:
        out = StringIO()
        call_command(
            "import_ratings",
            str(path),
            *("--scheme", "ru", "--kind", "standard", "--list-on", "2026-06-01"),
            *("--source", "ratings.example", *extra),
            stdout=out,
        )
        return out.getvalue().splitlines()

    assert said() == [
        "4: X (9): nobody in the registry has this FIDE number",
        "3: B (34100002): it has no rating",
        "Lines: 3. Imported: 1, there already: 0, not in the registry: 1, held out: 1, "
        "unreadable cells: 0.",
    ]
    assert said(["--quiet-unmatched"])[:1] == ["3: B (34100002): it has no rating"]
    path.write_text("nothing")
    with pytest.raises(CommandError):
        said()
