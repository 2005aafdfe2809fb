"""1.72: every cell of the printed tables follows from the articles."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from qualifications.engine.fide.facts import EventFormat, NormPlayer
from qualifications.engine.fide.measures import (
    Case,
    lowest_half_points,
    lowest_mean,
    needs,
    share_reached,
)
from qualifications.engine.fide.norm import counts_as
from qualifications.engine.fide.tables import NORM_TITLES, rules_of
from qualifications.engine.regulation import Regulation

from .builders import LAW_2013, LAW_2024, LAWS, event

CASES = Path(__file__).resolve().parents[2] / "cases" / "fide_table_1_72.toml"
TABLES = tomllib.loads(CASES.read_text())["games"]


def case_of(title: str, law: Regulation, **changes: Any) -> Case:
    rules = rules_of(law)
    return Case(
        title=rules.tables.titles[title],
        player=NormPlayer("UKR", "w"),
        event=event(**changes),
        rules=rules,
        minimum=9,
        eight_games=False,
        exempt_by="",
    )


def test_the_tables_reach_from_7_to_19_games() -> None:
    assert [table["games"] for table in TABLES] == list(range(7, 20))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.edition)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: str(table["games"]))
def test_lowest_mean_of_every_score_and_title(table: dict[str, Any], law: Regulation) -> None:
    games = table["games"]
    computed = []
    for half_points in range(2 * games, -1, -1):
        cases = [case_of(title, law) for title in NORM_TITLES]
        if share_reached(half_points, games, cases[0].rules):
            computed.append([half_points, *(lowest_mean(half_points, games, c) for c in cases)])
    assert computed == table["rows"]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.edition)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: str(table["games"]))
def test_the_field_of_every_number_of_games(table: dict[str, Any], law: Regulation) -> None:
    case = case_of("GM", law)
    asked = needs(table["games"], table["games"], case)
    category = case.rules.tables.categories["open"]
    assert {
        "required_titles": asked.required,
        "title_holders": asked.holders,
        "one_federation": asked.one_at_most,
        "own_federation": asked.own_at_most,
        "unrated": asked.unrated_at_most,
        "counts_as": counts_as(table["games"], case, category),
    } == {
        **{key: table[key] for key in ("required_titles", "title_holders")},
        **{key: table[key] for key in ("one_federation", "own_federation", "counts_as")},
        "unrated": table["unrated"] if law is LAW_2013 else None,
    }


@pytest.mark.parametrize(
    "table", [one for one in TABLES if "double_round" in one], ids=lambda one: str(one["games"])
)
def test_the_field_of_a_double_round_robin(table: dict[str, Any]) -> None:
    printed = table["double_round"]
    case = case_of("GM", LAW_2024, format=EventFormat.DOUBLE_ROUND_ROBIN)
    asked = needs(table["games"], printed["opponents"], case)
    assert {
        "opponents": table["games"] // 2,
        "required_titles": asked.required,
        "title_holders": asked.holders,
        "one_federation": asked.one_at_most,
        "own_federation": asked.own_at_most,
    } == printed


@pytest.mark.parametrize("title", NORM_TITLES)
@pytest.mark.parametrize("games", range(7, 20))
def test_a_stronger_field_never_raises_the_score(title: str, games: int) -> None:
    case = case_of(title, LAW_2024)
    scores = [
        lowest_half_points(mean, games, case)
        for mean in range(case.title.mean, case.title.performance + 200)
    ]
    assert None not in scores
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("title", NORM_TITLES)
def test_below_the_least_mean_no_score_is_enough(title: str) -> None:
    case = case_of(title, LAW_2024)
    assert lowest_half_points(case.title.mean - 1, 9, case) is None
    assert lowest_half_points(case.title.mean, 9, case) is not None
