"""1.31 to 1.34 and 1.24: titles by rating, and claims that no rule decides."""

from datetime import date
from typing import Any

import pytest

from qualifications.engine.fide.direct_titles import ChampionshipFacts, direct_title_claim
from qualifications.engine.fide.norm import UnknownInNorm
from qualifications.engine.fide.titles_by_rating import TitleByRating, title_by_rating
from qualifications.engine.verdict import Outcome

from .builders import LAW_2013, LAW_2024, LAWS


def by_rating(title: str = "FM", **changes: Any) -> TitleByRating:
    facts: dict[str, Any] = {
        "sex": "w",
        "highest_rating": 2300,
        "reached_on": date(2024, 3, 1),
        "rated_games": 30,
        "law": LAW_2024,
    }
    return title_by_rating(title, **{**facts, **changes})


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.edition)
@pytest.mark.parametrize(
    ("title", "rating"), [("FM", 2300), ("CM", 2200), ("WFM", 2100), ("WCM", 2000)]
)
def test_1_31_the_rating(title: str, rating: int, law: Any) -> None:
    assert by_rating(title, highest_rating=rating, law=law).outcome is Outcome.MET
    assert by_rating(title, highest_rating=rating - 1, law=law).outcome is Outcome.NOT_MET
    assert by_rating(title, highest_rating=None, law=law).outcome is Outcome.UNDECIDED


@pytest.mark.parametrize(
    ("games", "outcome"),
    [(30, Outcome.MET), (29, Outcome.NOT_MET), (None, Outcome.UNDECIDED)],
)
def test_1_31_thirty_rated_games(games: int | None, outcome: Outcome) -> None:
    assert by_rating(rated_games=games).outcome is outcome


def test_1_31_the_number_of_games_before_july_2017_is_not_known() -> None:
    found = by_rating(reached_on=date(2017, 6, 30), rated_games=500, law=LAW_2013)
    assert found.outcome is Outcome.UNDECIDED
    assert [one.asks for one in found.reasons if one.asks] == ["rated_games_rule"]
    assert by_rating(reached_on=date(2017, 7, 1)).outcome is Outcome.MET
    assert by_rating(reached_on=None).outcome is Outcome.UNDECIDED


def test_0_31_titles_of_women() -> None:
    assert by_rating("WFM", sex="m").outcome is Outcome.NOT_MET
    assert by_rating("WFM", sex=None).outcome is Outcome.UNDECIDED
    assert by_rating("FM", sex=None).outcome is Outcome.MET


def test_norm_titles_are_not_by_rating() -> None:
    with pytest.raises(UnknownInNorm):
        by_rating("IM", highest_rating=2700)


@pytest.mark.parametrize(
    ("law", "people", "federations"),
    [(LAW_2013, 8, 3), (LAW_2024, 10, 5)],
    ids=["2013", "2024"],
)
def test_1_23_participants_and_federations(law: Any, people: int, federations: int) -> None:
    def outcomes(*facts: Any, **more: Any) -> list[Outcome]:
        claim = direct_title_claim("FM", "gold", ChampionshipFacts(*facts, **more), law)
        return [one.outcome for one in claim]

    met, not_met, asked = Outcome.MET, Outcome.NOT_MET, Outcome.UNDECIDED
    assert outcomes(people, federations) == [met, met, asked]
    assert outcomes(people - 1, federations - 1, 30) == [not_met, not_met, asked]
    assert outcomes(people, federations - 1, 3 * (federations - 1)) == [met, met, asked]
    assert outcomes(None, federations - 1) == [asked, asked, asked]
    exempt = outcomes(1, 1, exempt=True)
    assert exempt == [Outcome.NOT_APPLICABLE, Outcome.NOT_APPLICABLE, asked]


def test_1_24_a_direct_title_is_always_a_person_s_decision() -> None:
    facts = ChampionshipFacts(100, 50)
    claims = [direct_title_claim("GM", "gold, World U20", facts, law)[-1] for law in LAWS]
    assert [(one.outcome, one.asks, one.readings) for one in claims] == [
        (Outcome.UNDECIDED, "direct_title", ("FIDE.A18",))
    ] * 2
