"""Worked cases: our own by hand, and the published examples of the arbiters' manual of 2025."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from qualifications.engine.fide.bare import UnusableRequest, norm_answer, norm_request
from qualifications.engine.fide.facts import Opponent
from qualifications.engine.fide.norm import NormVerdict
from qualifications.engine.regulation import Regulation

from .builders import LAW_2013, LAW_2024, LAWS, field, judged

CASES = json.loads((Path(__file__).resolve().parents[2] / "cases" / "fide_norms.json").read_text())[
    "cases"
]
BY_EDITION = {law.edition: law for law in LAWS}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_own_cases(case: dict[str, Any]) -> None:
    verdict = norm_request(case["input"]).judge(BY_EDITION[case["edition"]])
    assert norm_answer(verdict) == case["expected"]


def opponents(*rows: tuple[int, str | None, str]) -> list[Opponent]:
    return [Opponent(rating, title, federation) for rating, title, federation in rows]


QUESTION_12 = opponents(
    (2700, "GM", "ENG"),
    (2393, "IM", "NZL"),
    (2592, "GM", "USA"),
    (2345, None, "NED"),
    (2380, "FM", "AUS"),
    (2450, "GM", "NZL"),
    (2685, "GM", "GER"),
    (2149, None, "NED"),
    (2559, "GM", "ESP"),
)
QUESTION_13 = opponents(
    (2416, "IM", "IND"),
    (2201, None, "USA"),
    (1900, None, "FRA"),
    (2256, None, "GER"),
    (2495, "IM", "RUS"),
    (2302, "FM", "GER"),
    (2316, "FM", "AUT"),
    (2634, "GM", "GER"),
    (2426, "IM", "ESP"),
)
GUIDELINE = opponents(
    (2383, "GM", "GER"),
    (2508, "GM", "ENG"),
    (2573, None, "GER"),
    (2180, None, "AUT"),
    (2598, "GM", "RUS"),
    (2568, "GM", "GER"),
    (2070, None, "GER"),
    (2483, "IM", "GER"),
    (2497, None, "RUS"),
    (2561, None, "GER"),
    (2440, "FM", "GER"),
    (2479, "IM", "GER"),
    (2492, "GM", "GER"),
)


def test_exam_question_12_the_raised_opponent_makes_the_norm() -> None:
    verdict = judged("GM", QUESTION_12, "===11==1=", federation="AUS")
    found = verdict.all_games
    assert (verdict.norm, found.ra, found.rp, found.th, found.mo) == (True, 2478, 2603, 7, 5)
    assert (found.raised_from, found.own_federation, found.other_federations) == (2149, 1, 6)


@pytest.mark.parametrize(("last", "norm"), [("0", False), ("=", True), ("1", True)])
def test_exam_question_13_a_draw_is_needed(last: str, norm: bool) -> None:
    verdict = judged("IM", QUESTION_13, "=11==110" + last, federation="TUR")
    assert (verdict.norm, verdict.all_games.ra) == (norm, 2344)
    assert verdict.needed_half_points == 12


def test_guideline_for_checking_a_win_is_left_out() -> None:
    verdict = judged("GM", GUIDELINE, "1=0110111=1==", law=LAW_2013, federation="HUN")
    assert (verdict.norm, verdict.failed, verdict.games_used) == (True, ("1.44",), 12)
    without_2070 = GUIDELINE[:6] + GUIDELINE[7:]
    same = judged("GM", without_2070, "1=011011=1==", law=LAW_2013, federation="HUN")
    assert (same.norm, same.all_games.ra, same.all_games.rp) == (True, 2482, 2607)


@pytest.mark.parametrize(
    ("games", "half_points", "ra", "title", "needed"),
    [
        pytest.param(10, 15, 2269, "IM", 15, id="Politiken Cup 2014"),
        pytest.param(9, 13, 2300, "IM", 13, id="Barcelona 2024, field 2284-2324"),
        pytest.param(9, 13, 2460, "GM", 13, id="average 2460 needs 6½"),
        pytest.param(9, 7, 2680, "GM", 7, id="average 2680 needs 3½"),
    ],
)
def test_scores_that_reports_name(
    games: int, half_points: int, ra: int, title: str, needed: int
) -> None:
    strong = [replace(one, rating=ra) for one in field(title, games)]
    results = "1" * (half_points // 2) + "=" * (half_points % 2)
    verdict = judged(title, strong, ("0" * games + results)[-games:])
    assert (verdict.norm, verdict.needed_half_points) == (True, needed)


def national_team(law: Regulation) -> NormVerdict:
    """A player of AUS in a league of ENG: six of nine opponents would be too many from there."""
    league = field(count=7, federation="ENG") + field(count=2, federation="GER")
    return judged(
        "GM",
        league,
        law=law,
        category="national_team_championship",
        federation="AUS",
    )


def test_a_guest_in_a_national_league_before_and_after_the_change() -> None:
    assert national_team(LAW_2013).norm is True
    assert national_team(LAW_2024).failed == ("1.44",)


def test_ruling_of_2023_an_overscore_does_not_make_up_for_a_missing_game() -> None:
    own_default = judged("GM", field(), "1111====-")
    assert (own_default.norm, own_default.failed) == (False, ("1.41",))
    eight = judged("GM", field(), "11=====+=", law=LAW_2013)
    assert (eight.counts_as_games, eight.overscore, eight.games_for_application) == (8, 1, 9)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"games": None}, "games: a list is expected"),
        ({"player": 3}, "player: an object is expected"),
        ({"title": None}, "title: a text is expected"),
        ({"player": {"federation": "UKR", "sex": "x"}}, "player.sex: m, w or f"),
        ({"games": [{"round": 1, "result": "2", "opponent": None}]}, r"games\[0\].result"),
        ({"games": [{"round": None, "result": "1", "opponent": None}]}, r"games\[0\].round"),
        ({"games": ["1"]}, r"games\[0\]: an object"),
    ],
)
def test_an_unusable_request_says_where(change: dict[str, Any], words: str) -> None:
    with pytest.raises(UnusableRequest, match=words):
        norm_request({**CASES[0]["input"], **change})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rating": "2600"}, r"games\[0\].opponent.rating: a whole number or null"),
        ({"title": "MSU"}, r"games\[0\].opponent.title: there is no title 'MSU'"),
        ({"federation": 1}, r"games\[0\].opponent.federation: a text or null"),
        ({"scored_against_rated": "no"}, r"scored_against_rated: true, false or null"),
    ],
)
def test_an_unusable_opponent_says_where(change: dict[str, Any], words: str) -> None:
    game = {"round": 1, "result": "1", "opponent": {"federation": "POL", **change}}
    with pytest.raises(UnusableRequest, match=words):
        norm_request({**CASES[0]["input"], "games": [game]})


def test_an_unknown_format_is_refused() -> None:
    event = {**CASES[0]["input"]["event"], "format": "scheveningen"}
    with pytest.raises(UnusableRequest, match=r"event.format: one of swiss, round_robin"):
        norm_request({**CASES[0]["input"], "event": event})
