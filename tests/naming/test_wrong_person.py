"""Each sign of a wrong person, by itself: facts in, findings out."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from federation.naming import Birth
from tournaments.wrong_person import (
    Frame,
    Known,
    OtherEvent,
    Said,
    field_region,
    find,
    same_tournament,
    signs,
)

DAY = date(2026, 5, 1)
TABLE = ((3, 50, 50), (100, 64, 36), (400, 90, 10), (None, 92, 8))
FRAME = Frame(starts_on=DAY, ends_on=DAY, expected=TABLE, difference_limit=350)
CUP = OtherEvent(9, "Кубок", DAY, DAY)
KNOWN = Known(7, "Ковальчук Лука", "m", Birth(2000, 4, 2), "UKR", 14100001, 1, "Сумська", 1800)
SAID = Said(3, "Kovalchuk, Luka", 12, "m", Birth(2000), "UKR", 14100001)


def games(opponents: int, half_points: int) -> tuple[tuple[int, int], ...]:
    return tuple((number, half_points) for number in range(10, 10 + opponents))


def equals(opponents: int) -> dict[int, int]:
    return dict.fromkeys(range(10, 10 + opponents), 1800)


@pytest.mark.parametrize(
    ("said", "known", "frame", "code"),
    [
        ({}, {}, {}, None),
        ({}, {"elsewhere": (CUP,)}, {}, "person.two_places"),
        ({"sex": ""}, {}, {"women": True}, "person.man_in_womens_event"),
        ({"birth": None}, {"birth": Birth(2011)}, {"under": 15}, None),
        ({"birth": None}, {"birth": Birth(2010)}, {"under": 15}, "person.too_old"),
        ({"birth": None}, {"birth": Birth(1999)}, {"students": True}, "person.no_student"),
        ({"birth": None}, {"birth": Birth(2023)}, {}, "person.too_young"),
        ({"sex": "w"}, {}, {}, "person.sex_differs"),
        ({"birth": Birth(2000, 4)}, {}, {}, None),
        ({"birth": Birth(2000, 2, 4)}, {}, {}, "person.birth_differs"),
        ({"federation": "POL"}, {}, {}, "person.federation_differs"),
        ({"fide_id": 14100002}, {}, {}, "person.fide_number_differs"),
        ({"title": "FM"}, {"titles": frozenset({"IM"})}, {}, None),
        ({"title": "FM"}, {"titles": frozenset({"CM"})}, {}, "person.title_unknown"),
        ({"rating": 2100}, {}, {}, None),
        ({"rating": 2101}, {}, {}, "person.rating_far"),
        ({"rating": 2101}, {"ratings": (2000,)}, {}, None),
        ({}, {"region": 2, "region_name": "Львівська"}, {"region": 1}, "person.region_far"),
        # of nine equal games 4.5 points are expected; fewer than 0.9 are too far from it
        ({"games": games(4, 0)}, {}, {"coefficients": equals(4)}, None),
        ({"games": games(9, 1)}, {}, {"coefficients": equals(9)}, None),
        ({"games": games(9, 0)}, {}, {"coefficients": equals(9)}, "person.performance_far"),
        ({"games": games(9, 0)}, {"coefficient": None}, {"coefficients": equals(9)}, None),
        ({"games": games(9, 0)}, {}, {"coefficients": equals(4)}, None),
    ],
)
def test_one_sign(
    said: dict[str, Any], known: dict[str, Any], frame: dict[str, Any], code: str | None
) -> None:
    found = signs(replace(SAID, **said), replace(KNOWN, **known), replace(FRAME, **frame))
    assert [problem.code for problem in found] == ([code] if code else [])


def test_a_performance_is_told_in_points_exactly_beyond_the_border() -> None:
    """Nine games, three times 0.4 times the root of nine: 3.6 points from the expected 4.5."""
    frame = replace(FRAME, coefficients=equals(9))
    inside = replace(SAID, games=(*games(8, 0), (18, 2)))  # 1 point, 3.5 below
    beyond = replace(SAID, games=(*games(8, 0), (18, 1)))  # half a point, 4 below
    assert signs(inside, KNOWN, frame) == []
    (problem,) = signs(beyond, KNOWN, frame)
    assert {k: problem.params[k] for k in ("games", "score", "expected")} == {
        "games": 9,
        "score": "0.50",
        "expected": "4.50",
    }


def test_somebody_without_the_sign_is_proposed() -> None:
    father, son = KNOWN, replace(KNOWN, player=8, birth=Birth(2014, 1, 3), fide_id=None)
    frame = replace(FRAME, under=15)
    said = replace(SAID, birth=None, fide_id=None)
    others = {3: [replace(father, player=6), son]}
    (finding,) = find([(said, father)], frame, others, {})
    assert (finding.problem.code, finding.number, finding.player, finding.instead) == (
        "person.too_old",
        3,
        7,
        8,
    )


def test_the_owner_of_the_fide_number_is_proposed() -> None:
    known = replace(KNOWN, fide_id=None)
    (finding,) = find([(SAID, known)], FRAME, {}, {14100001: 5})
    assert (finding.problem.code, finding.instead) == ("person.fide_number_of_another", 5)


def test_a_field_of_one_region_bears_one_outsider_in_twenty() -> None:
    home = [replace(KNOWN, player=n) for n in range(39)]
    away = [replace(KNOWN, player=n, region=2) for n in (50, 51, 52)]
    assert field_region([*home[:7], away[0]]) == (1, "Сумська")
    assert field_region([*home[:6], away[0]]) is None
    assert field_region([*home[:18], *away[:2]]) is None
    assert field_region([*home[:38], *away[:2]]) == (1, "Сумська")
    assert field_region([*home[:38], *away]) is None


def test_half_of_the_field_elsewhere_is_one_tournament_twice() -> None:
    there = [(SAID, replace(KNOWN, elsewhere=(CUP,)))] * 4
    here = [(SAID, KNOWN)]
    assert same_tournament(there + here * 4) == (CUP, 4)
    assert same_tournament(there + here * 5) is None
    assert same_tournament(there[:3]) is None
