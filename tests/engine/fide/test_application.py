"""1.50 to 1.55, 1.13a, 1.43f and 1.5.6: what an application needs, and which norms it takes."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from qualifications.engine.fide.application import Application, NormHeld, check_application
from qualifications.engine.fide.norm import UnknownInNorm
from qualifications.engine.regulation import Regulation
from qualifications.engine.verdict import Outcome

from .builders import LAW_2013, LAW_2024

FIRST = NormHeld(
    key=1,
    title="GM",
    ends_on=date(2013, 8, 10),
    games=9,
    with_foreigners=True,
    days_with_one_round=9,
    large_swiss=True,
)


def norms(*changes: dict[str, Any], count: int = 3) -> list[NormHeld]:
    """Three good norms, a month apart; each may be changed."""
    found = [
        replace(FIRST, key=place, ends_on=date(2013, 7 + place, 10))
        for place in range(1, count + 1)
    ]
    return [
        replace(norm, **(changes[place] if place < len(changes) else {}))
        for place, norm in enumerate(found)
    ]


def applied(given: list[NormHeld], **changes: Any) -> Application:
    facts: dict[str, Any] = {
        "title": "GM",
        "sex": "m",
        "highest_rating": 2500,
        "rating_reached_on": date(2013, 5, 1),
        "law": LAW_2013,
    }
    facts = {**facts, **changes}
    return check_application(facts.pop("title"), given, **facts)


def not_met(found: Application) -> list[str]:
    return [one.check for one in found.reasons if one.outcome is Outcome.NOT_MET]


def test_three_norms_and_the_rating_are_enough() -> None:
    found = applied(norms())
    assert (found.outcome, found.norms, found.refused) == (Outcome.MET, (1, 2, 3), ())
    assert found.achieved_on == date(2013, 10, 10)


def test_0_44_achieved_on_the_later_of_norm_and_rating() -> None:
    late = date(2014, 2, 1)
    assert applied(norms(), rating_reached_on=late).achieved_on == late
    assert applied(norms(), rating_reached_on=None).achieved_on is None


@pytest.mark.parametrize(("games", "outcome"), [(9, Outcome.MET), (8, Outcome.NOT_MET)])
def test_1_50_27_games(games: int, outcome: Outcome) -> None:
    found = applied(norms({"games": games}))
    assert found.outcome is outcome
    assert not_met(found) == ([] if outcome is Outcome.MET else ["fide_games_of_norms"])


def test_1_50_two_norms_in_2013_one_in_2024() -> None:
    twenty = {"games": 27}
    assert not_met(applied(norms(twenty, count=1))) == ["fide_number_of_norms"]
    assert applied(norms({"games": 20}, {"games": 7}, count=2)).outcome is Outcome.MET
    assert applied(norms(twenty, count=1), law=LAW_2024).outcome is Outcome.MET


def test_the_fewest_norms_that_are_enough_are_taken() -> None:
    found = applied(norms({}, {"games": 7}, {"games": 13}, {"games": 14}, count=4))
    assert found.norms == (3, 4)
    assert [(one.key, one.why) for one in found.refused] == [
        (1, "not_needed"),
        (2, "not_needed"),
    ]


def test_of_sets_of_one_size_the_one_that_was_complete_first_is_taken() -> None:
    assert applied(norms(count=4)).norms == (1, 2, 3)


def test_1_43f_one_norm_with_foreigners() -> None:
    home = {"with_foreigners": False}
    assert not_met(applied(norms(home, home, home))) == ["fide_norm_with_foreigners"]
    assert applied(norms(home, home, home, {}, count=4)).norms == (1, 2, 4)


@pytest.mark.parametrize(
    ("title", "law", "outcome"),
    [
        ("GM", LAW_2013, Outcome.NOT_MET),
        ("WGM", LAW_2013, Outcome.MET),
        ("WGM", LAW_2024, Outcome.NOT_MET),
        ("IM", LAW_2024, Outcome.MET),
    ],
)
def test_1_13a_one_round_a_day(title: str, law: Regulation, outcome: Outcome) -> None:
    fast = {"days_with_one_round": 2, "title": title}
    found = applied(norms(fast, fast, fast), title=title, sex="w", law=law)
    assert found.outcome is outcome
    three = {**fast, "days_with_one_round": 3}
    assert applied(norms(three, fast, fast), title=title, sex="w", law=law).outcome is Outcome.MET


def test_1_13a_is_asked_where_nobody_has_said_it() -> None:
    unknown = {"days_with_one_round": None}
    found = applied(norms(unknown, unknown, unknown))
    assert found.outcome is Outcome.UNDECIDED
    assert [one.asks for one in found.reasons if one.asks] == ["days_with_one_round"]


def test_1_41c_one_norm_of_eight_games_in_2024() -> None:
    eight = {"eight_games": True}
    assert applied(norms(eight, eight)).outcome is Outcome.MET
    found = applied(norms(eight, eight, {}, {}, count=4), law=LAW_2024)
    assert (found.outcome, found.norms) == (Outcome.MET, (1, 3, 4))
    assert [(one.key, one.why) for one in found.refused] == [(2, "second_eight_games")]
    short = applied(norms(eight, eight), law=LAW_2024)
    assert not_met(short) == ["fide_games_of_norms"]


@pytest.mark.parametrize(
    ("held", "wanted", "enough"),
    [
        ("GM", "IM", True),
        ("GM", "WIM", True),
        ("IM", "WGM", True),
        ("WGM", "IM", False),
        ("IM", "GM", False),
    ],
)
def test_1_51_a_harder_norm_serves_an_easier_title(held: str, wanted: str, enough: bool) -> None:
    other = {"title": held}
    found = applied(norms(other, other, other), title=wanted, sex="w")
    assert (found.outcome is Outcome.MET) is enough
    if not enough:
        assert {one.article for one in found.refused} == {"FIDE.1.51"}


@pytest.mark.parametrize(
    ("title", "rating"), [("GM", 2500), ("IM", 2400), ("WGM", 2300), ("WIM", 2200)]
)
def test_1_53_the_rating_of_the_award(title: str, rating: int) -> None:
    given = norms(*[{"title": title}] * 3)
    assert applied(given, title=title, sex="w", highest_rating=rating).outcome is Outcome.MET
    found = applied(given, title=title, sex="w", highest_rating=rating - 1)
    assert not_met(found) == ["fide_award_rating"]
    open_rating = applied(given, title=title, sex="w", highest_rating=None)
    assert open_rating.outcome is Outcome.UNDECIDED


def test_1_55_norms_of_before_july_2005() -> None:
    old = {"ends_on": date(2005, 6, 30)}
    assert applied(norms(old)).outcome is Outcome.UNDECIDED
    assert applied(norms({**old, "registered_in_time": True})).outcome is Outcome.MET
    refused = applied(norms({**old, "registered_in_time": False}))
    assert [(one.key, one.why) for one in refused.refused] == [(1, "expired")]
    assert applied(norms({"ends_on": date(2005, 7, 1)})).outcome is Outcome.MET
    assert applied(norms(old, count=4)).norms == (2, 3, 4), "the known ones are preferred"


def modern(**changes: Any) -> dict[str, Any]:
    return {"large_swiss": False, "ends_on": date(2022, 7, 1), **changes}


@pytest.mark.parametrize(
    ("changes", "outcome"),
    [
        ({}, Outcome.NOT_MET),
        ({"large_swiss": True}, Outcome.MET),
        ({"large_swiss": None}, Outcome.UNDECIDED),
        ({"world_cup_path": True, "ends_on": date(2022, 12, 31)}, Outcome.NOT_MET),
        ({"world_cup_path": True, "ends_on": date(2023, 1, 1)}, Outcome.MET),
    ],
)
def test_1_5_6_one_large_swiss(changes: dict[str, Any], outcome: Outcome) -> None:
    given = norms(modern(**changes), modern(), modern())
    assert applied(given, law=LAW_2024).outcome is outcome
    assert applied(given, law=LAW_2013).outcome is Outcome.MET


def test_1_5_6_only_with_a_norm_after_june_2022() -> None:
    before = modern(ends_on=date(2022, 6, 30))
    assert applied(norms(before, before, before), law=LAW_2024).outcome is Outcome.MET
    mixed = applied(norms(before, before, before, modern(), count=4), law=LAW_2024)
    assert (mixed.outcome, mixed.norms) == (Outcome.MET, (1, 2, 3))


def test_many_norms_are_no_burden() -> None:
    found = applied(norms(*[{"games": 7, "ends_on": date(2013, 8, 1)}] * 20, count=5))
    assert (found.outcome, len(found.norms)) == (Outcome.MET, 4)


def test_0_31_women_titles() -> None:
    given = norms(*[{"title": "WGM"}] * 3)
    assert not_met(applied(given, title="WGM", sex="m")) == ["fide_women_only"]


def test_nothing_at_all_is_not_enough() -> None:
    found = applied([])
    assert (found.outcome, found.norms, found.achieved_on) == (Outcome.NOT_MET, (), None)


def test_unusable_facts_are_refused() -> None:
    with pytest.raises(UnknownInNorm):
        applied(norms(), title="FM")
    with pytest.raises(ValueError, match="same key"):
        applied([FIRST, FIRST])
