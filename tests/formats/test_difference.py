"""A corrected file against the one before it."""

import pytest

from tests.formats.files import four, line, trf
from tournaments.formats.difference import difference, same_people
from tournaments.formats.parsed import ParsedEvent
from tournaments.formats.reading import read_file


def event(*players: str) -> ParsedEvent:
    found = read_file(trf(*players)).event
    assert found is not None
    return found


BEFORE = event(*four())


def test_the_same_file_differs_in_nothing() -> None:
    assert difference(BEFORE, event(*four())).is_nothing


def test_a_result_is_told_from_old_to_new() -> None:
    after = event(
        *four(
            p1=line(1, "   3 w =", "   2 b =", points="1.0"),
            p3=line(3, "   1 b =", "   4 w 1", points="1.5"),
        )
    )
    found = difference(BEFORE, after)
    [change] = found.results
    assert (change.round, change.white[:7], change.black[:7], change.before, change.after) == (
        1,
        "Player1",
        "Player3",
        "1–0",
        "½–½",
    )
    assert (found.added, found.removed, found.changed, found.papers) == ((), (), (), ())


def test_colours_the_other_way_round_are_a_change_of_the_result_as_seen_from_white() -> None:
    after = event(*four(p1=line(1, "   3 b 1", "   2 b ="), p3=line(3, "   1 w 0", "   4 w 1")))
    [change] = difference(BEFORE, after).results
    assert (change.white[:7], change.before, change.after) == ("Player3", "0–1", "0–1")


def test_who_came_and_who_went_and_what_is_otherwise_of_the_rest() -> None:
    after = event(
        *four(p4=line(4, "   2 w 0", "   3 b 0", name="Newcomer, Nina", birth="2001/02/03")),
    )
    found = difference(BEFORE, after)
    assert [p.name for p in found.added] == ["Newcomer, Nina"]
    assert [p.name for p in found.removed] == ["Player4, Test"]
    rated = event(*four(p2=line(2, "   4 b 1", "   1 w =", rating="2111", points="1.5", rank="2")))
    [change] = difference(BEFORE, rated).changed
    assert (change.field, change.before, change.after) == ("rating", 2000, 2111)


def test_other_starting_numbers_are_the_same_people_and_no_other_results() -> None:
    turned = event(
        line(1, "   2 b 0", "   3 w 1", name="Player3, Test"),
        line(2, "   1 w 1", "   4 b =", name="Player1, Test"),
        line(3, "   4 w 0", "   1 b 0", name="Player4, Test"),
        line(4, "   3 b 1", "   2 w =", name="Player2, Test"),
    )
    assert same_people(BEFORE, turned) == {1: 3, 2: 1, 3: 4, 4: 2}
    assert difference(BEFORE, turned).results == ()


@pytest.mark.parametrize(("fide_id", "same"), [("14100018", True), ("", False)])
def test_a_name_spelled_otherwise_is_the_same_person_where_the_fide_number_agrees(
    fide_id: str, same: bool
) -> None:
    def with_name(name: str) -> ParsedEvent:
        p1 = line(1, "   3 w 1", "   2 b =", name=name, fide_id=fide_id, birth="")
        return event(*four(p1=p1))

    found = difference(with_name("Berest, B"), with_name("Berest, Bohdan"))
    assert ([c.field for c in found.changed], len(found.added)) == (
        (["name"], 0) if same else ([], 1)
    )
