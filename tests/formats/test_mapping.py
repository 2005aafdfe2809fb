"""What a person says about the columns and the open questions of a file is what is read."""

import json
from datetime import date

import pytest

from tests.formats.files import HEADER as HEAD
from tests.formats.files import four, trf
from tests.formats.tablefiles import HEADER, SHEET, xlsx
from tournaments.formats import mapping
from tournaments.formats.columns import propose
from tournaments.formats.reading import preview_table, read_file
from tournaments.formats.tables import Row

HOUSE = (
    ("N", "Хто", "Звідки", "Сила"),
    (1, "Берест Богдан", "UKR", 2400),
    (2, "Вишня В", "UKR", 1),
)
CHOICES = ("number", "name", "federation", "rating")


def given(rows=HOUSE, choices=CHOICES):
    return read_file(xlsx(rows), columns=mapping.mapping_of(choices, header_row=0))


def test_a_table_is_read_by_the_columns_that_a_person_gave_and_says_so() -> None:
    result = given()
    assert result.event is not None
    assert [(p.number, p.name, p.rating) for p in result.event.players] == [
        (1, "Берест Богдан", 2400),
        (2, "Вишня В", 1),
    ]
    told = [(p.column, p.params["meaning"]) for p in result.problems if p.code.endswith("_given")]
    assert told == list(enumerate(CHOICES, start=1))


def test_only_columns_read_otherwise_than_recognised_are_told() -> None:
    preview = preview_table(xlsx(SHEET))
    assert preview is not None
    choices = mapping.choices_of(preview.proposal, len(HEADER))
    columns = mapping.mapping_of(
        ["" if choice == "rating" else choice for choice in choices],
        header_row=preview.proposal.header_row if preview.proposal else 0,
    )
    result = read_file(xlsx(SHEET), columns=columns)
    assert [
        (p.column, p.params["heading"], p.params["meaning"])
        for p in result.problems
        if p.code == "table.column_given"
    ] == [(4, "Rtg", "")]


def test_the_same_headings_in_another_row_are_read_as_before_and_name_their_source() -> None:
    columns = mapping.mapping_of(CHOICES, header_row=0)
    key = mapping.heading_key(Row(1, tuple(str(cell) for cell in HOUSE[0])))
    known = {key: mapping.Remembered(columns, "cup.xlsx, 04.05.2026")}
    result = read_file(xlsx((("Кубок",), *HOUSE)), remembered=known)
    assert (result.columns and result.columns.header_row, result.columns_source) == (
        1,
        "cup.xlsx, 04.05.2026",
    )
    assert read_file(xlsx(SHEET), remembered=known).columns_source == ""


def test_a_table_without_headings_is_read_from_its_first_row() -> None:
    columns = mapping.mapping_of(CHOICES, header_row=mapping.NO_HEADINGS)
    event = read_file(xlsx(HOUSE[1:]), columns=columns).event
    assert event is not None
    assert [player.number for player in event.players] == [1, 2]


@pytest.mark.parametrize(
    ("choices", "code"), [(("", "points"), "no_name"), (("name", "name"), "twice")]
)
def test_choices_without_a_name_or_with_one_field_twice_are_no_mapping(choices, code) -> None:
    with pytest.raises(mapping.Unusable) as refused:
        mapping.mapping_of(choices, header_row=0)
    assert refused.value.code == code


def test_a_mapping_is_kept_as_json_and_anything_else_is_none() -> None:
    columns = propose(preview_table(xlsx(SHEET)).table)  # type: ignore[union-attr]
    assert columns is not None
    assert mapping.from_json(json.loads(json.dumps(mapping.to_json(columns)))) == columns
    wrong: list[object] = [None, [], {}, {"header_row": 0, "fields": {"name": "x"}, "rounds": []}]
    assert [mapping.from_json(stored) for stored in wrong] == [None] * 4


def test_a_bye_with_a_point_is_what_a_person_says_it_is() -> None:
    def kinds(answers: dict[str, str]) -> list[str]:
        event = read_file(xlsx(SHEET), answers=answers).event
        assert event is not None
        return [e.kind.value for p in event.players for e in p.rounds if e.kind.value[-3:] == "bye"]

    asked_for = ["half_point_bye", "full_point_bye", "full_point_bye"]
    given_by_pairing = ["half_point_bye", "pairing_bye", "pairing_bye"]
    assert kinds({}) == given_by_pairing
    assert kinds({"ask.bye_with_point": "full_point_bye"}) == asked_for
    assert kinds({"ask.bye_with_point": "pairing_bye"}) == given_by_pairing


def test_days_that_can_be_read_twice_are_asked_and_answered() -> None:
    data = trf(*four(), header=(*HEAD[:3], "042 03/04/2026", "052 04/04/2026", *HEAD[5:]))
    result = read_file(data)
    [asked] = [q for q in result.questions if q.code == "ask.date_order"]
    assert asked.choices == ("2026-04-03/2026-04-04", "2026-03-04/2026-04-04")
    answered = read_file(data, answers={"ask.date_order": asked.choices[1]}).event
    assert answered is not None
    assert (answered.starts_on, answered.ends_on) == (date(2026, 3, 4), date(2026, 4, 4))


@pytest.mark.parametrize(
    ("answers", "points"),
    [({}, [2, 2, 2, 0]), ({"ask.decimal_comma": "decimal_comma"}, [3, 2, 2, 0])],
)
def test_points_cut_by_a_decimal_comma_are_asked_and_put_together(answers, points) -> None:
    data = (
        b"No,Name,1.Rd,2.Rd,Pts,TB1\n1,A B,2w1,3b=,1,5,3\n2,C D,1b0,4w1,1,3\n"
        b"3,E F,4b=,1w=,1,3\n4,G H,3w=,2b0,0,3\n"
    )
    result = read_file(data, answers=answers)
    assert result.event is not None
    assert [player.half_points for player in result.event.players] == points
    assert [q.params for q in result.questions if q.code == "ask.decimal_comma"] == [{"count": 1}]
