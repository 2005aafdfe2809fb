"""Titles, candidate masters and candidate points of 2007, by article; edges on both sides."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from qualifications.engine import (
    ArbiterCategory,
    DeclaredNorm,
    DeclaringBody,
    EventSystem,
    Outcome,
    TimeControl,
    assess_event,
)
from qualifications.engine.rules.ua_2007.awarding import AwardingBody, awarding_body

from .builders import GM, KMSU, LAST_DAY, LAW, MSU, POINT, outcome_of, reason_of, verdict_of
from .titles import (
    ARBITERS,
    CANDIDATE_NORM,
    MASTER_NORM,
    POINT_NORM,
    field,
    judged,
    masters,
    opponent,
)

MET, NOT_MET, UNDECIDED, NOT_APPLICABLE, WAIVED = (
    Outcome.MET,
    Outcome.NOT_MET,
    Outcome.UNDECIDED,
    Outcome.NOT_APPLICABLE,
    Outcome.WAIVED,
)


def master(half_points: int = 14, **changes: Any) -> Any:
    opponents = changes.pop("opponents", None) or masters()
    norms = changes.pop("declared_norms", MASTER_NORM)
    return judged(half_points, opponents, declared_norms=norms, **changes)


def route(facts: Any, grade: str, key: str) -> Outcome:
    verdict = verdict_of(facts, 1, grade)
    return next(route.outcome for route in verdict.routes if route.key == key)


def article_of(facts: Any, grade: str, article: str, check: str, law: Any = LAW) -> Any:
    verdict = verdict_of(facts, 1, grade, law)
    reasons = [reason for route in verdict.routes for reason in route.reasons]
    found = [r for r in (*verdict.conditions, *reasons) if (r.article, r.check) == (article, check)]
    assert len(found) == 1
    return found[0]


# ---------------------------------------------------------------- places


@pytest.mark.parametrize(
    ("championship", "system", "last"),
    [
        ("world_olympiad", EventSystem.TEAM, 6),
        ("world_championship", EventSystem.SWISS, 4),
        ("world_team_championship", EventSystem.TEAM, 3),
        ("european_championship", EventSystem.SWISS, 3),
        ("european_team_championship", EventSystem.TEAM, 2),
    ],
)
def test_ua_gm_1_places(championship: str, system: EventSystem, last: int) -> None:
    outcomes = [
        verdict_of(
            judged(9, masters(), person={"place": place}, championship=championship, system=system),
            1,
            GM,
        ).outcome
        for place in (1, last, last + 1, None)
    ]
    assert outcomes == [MET, MET, NOT_MET, UNDECIDED]


def test_ua_gm_1_is_judged_in_the_listed_events_only() -> None:
    assert GM not in {v.grade for v in assess_event(judged(9, masters()), LAW)}
    world = judged(9, masters(), championship="world_junior_championship")
    assert GM not in {v.grade for v in assess_event(world, LAW)}


@pytest.mark.parametrize(
    ("sex", "coefficient", "outcome"),
    [
        ("m", 2500, MET),
        ("m", 2499, NOT_MET),
        ("w", 2300, MET),
        ("w", 2299, NOT_MET),
        (None, 2300, UNDECIDED),
        (None, 2500, MET),
        ("m", None, UNDECIDED),
    ],
)
def test_ua_gm_2_coefficient(sex: str | None, coefficient: int | None, outcome: Outcome) -> None:
    facts = judged(
        18,
        field(GM=4, MSU=8),
        championship="ua_championship",
        person={"place": 1, "sex": sex, "coefficient_on_last_day": coefficient},
    )
    assert verdict_of(facts, 1, GM).outcome is outcome


@pytest.mark.parametrize(
    ("grandmasters", "of_sport", "outcome"),
    [(4, 8, MET), (3, 9, NOT_MET), (4, 7, NOT_MET), (5, 7, MET)],
)
def test_ua_gm_2_field_counts_nobody_twice(
    grandmasters: int, of_sport: int, outcome: Outcome
) -> None:
    facts = judged(
        18,
        field(GM=grandmasters, MSU=of_sport),
        championship="ua_championship",
        person={"place": 1, "coefficient_on_last_day": 2600},
    )
    assert outcome_of(facts, "strong_field", GM) is outcome


@pytest.mark.parametrize(
    ("grade", "championship", "system", "last"),
    [
        (MSU, "world_junior_championship", EventSystem.SWISS, 2),
        (MSU, "european_junior_championship", EventSystem.SWISS, 1),
        (MSU, "world_junior_olympiad", EventSystem.TEAM, 1),
        (KMSU, "world_youth_championship", EventSystem.SWISS, 1),
        (KMSU, "european_youth_championship", EventSystem.SWISS, 1),
        (KMSU, "ua_youth_championship", EventSystem.SWISS, 1),
    ],
)
def test_ua_msu_1_and_ua_kms_1_places(
    grade: str, championship: str, system: EventSystem, last: int
) -> None:
    outcomes = [
        route(
            judged(9, masters(), person={"place": place}, championship=championship, system=system),
            grade,
            "place",
        )
        for place in (last, last + 1)
    ]
    assert outcomes == [MET, NOT_MET]


@pytest.mark.parametrize(("mean", "outcome"), [(2251, MET), (2250, NOT_MET)])
def test_ua_msu_1_the_champion_of_ukraine_needs_a_category(mean: int, outcome: Outcome) -> None:
    facts = judged(
        9,
        masters(individual_coefficient=mean),
        championship="ua_championship",
        person={"place": 1, "individual_coefficient": mean},
    )
    assert route(facts, MSU, "place") is outcome


def test_a_place_in_another_event_is_not_claimed() -> None:
    reason = article_of(judged(9, masters()), MSU, "UA.MSU.1", "listed_place")
    assert (reason.outcome, reason.measured["championship"]) == (NOT_MET, None)


# ---------------------------------------------------------------- norm of a master


@pytest.mark.parametrize(("half_points", "outcome"), [(12, NOT_MET), (13, MET), (14, MET)])
def test_ua_msu_t_the_norm_itself_is_enough(half_points: int, outcome: Outcome) -> None:
    # Mean 2300: category 2, 70 percent of 9 games is 6.3, so 6½ points.
    facts = master(half_points)
    reason = reason_of(verdict_of(facts, 1, MSU), "master_norm")
    assert reason.required == {
        "category": 2,
        "percent": 70,
        "raw": Decimal("6.30"),
        "norm_half_points": 13,
    }
    assert (reason.outcome, verdict_of(facts, 1, MSU).outcome) == (outcome, outcome)


def test_ua_msu_n1_all_participants_in_a_round_robin_the_opponents_otherwise() -> None:
    person = {"individual_coefficient": 2400}
    measured = {
        system: reason_of(
            verdict_of(master(person=person, system=system), 1, MSU), "category"
        ).measured
        for system in (EventSystem.ROUND_ROBIN, EventSystem.SWISS)
    }
    assert [(m["of"], m["mean"], m["players"]) for m in measured.values()] == [
        ("participants", Decimal("2310.00"), 10),
        ("opponents", Decimal("2300.00"), 9),
    ]
    other = LAW.with_reading("UA.Q06", "opponents")
    facts = master(person=person)
    assert article_of(facts, MSU, "UA.MSU.N1", "category", other).measured["of"] == "opponents"


@pytest.mark.parametrize(
    ("grade", "mean"), [("ua.gm", "2300.00"), (MSU, "2300.00"), (KMSU, "2280.00")]
)
def test_ua_msu_n2_titles_stand_for_missing_coefficients(grade: str, mean: str) -> None:
    others = [*masters(8), opponent(10, grade, individual_coefficient=None)]
    reason = reason_of(verdict_of(master(opponents=others), 1, MSU), "category")
    assert (reason.outcome, reason.measured["mean"]) == (MET, Decimal(mean))


def test_ua_q07_below_candidate_master_the_commission_decides() -> None:
    others = [*masters(8), opponent(10, "ua.rank_1", individual_coefficient=None)]
    facts = master(opponents=others)
    reason = reason_of(verdict_of(facts, 1, MSU), "ranks_for_mean")
    assert (reason.outcome, reason.asks, reason.readings) == (
        UNDECIDED,
        "players_without_coefficient",
        ("UA.Q07",),
    )
    left_out = LAW.with_reading("UA.Q07", "left_out")
    assert article_of(facts, MSU, "UA.MSU.N1", "category", left_out).outcome is MET


def test_ua_msu_n3_the_column_goes_by_the_event() -> None:
    woman = master(person={"sex": "w"})
    reasons = verdict_of(woman, 1, MSU)
    assert reason_of(reasons, "column_of_event").outcome is MET
    assert reason_of(reasons, "master_norm").required["percent"] == 70
    women = master(women=True, opponents=masters(sex="w"), person={"sex": "w"})
    assert reason_of(verdict_of(women, 1, MSU), "master_norm").required["percent"] == 47


@pytest.mark.parametrize(("sex", "outcome"), [("w", MET), ("m", NOT_MET), (None, UNDECIDED)])
def test_ua_awd_2_no_men_in_a_womens_event(sex: str | None, outcome: Outcome) -> None:
    others = [*masters(8, sex="w"), opponent(10, MSU, sex=sex)]
    facts = master(women=True, opponents=others, person={"sex": "w"})
    assert outcome_of(facts, "men_in_womens_event", MSU) is outcome


@pytest.mark.parametrize(("count", "outcome"), [(9, MET), (8, NOT_MET)])
def test_ua_awd_3a_nine_games(count: int, outcome: Outcome) -> None:
    facts = master(opponents=masters(count))
    assert article_of(facts, MSU, "UA.AWD.3a", "minimum_games").outcome is outcome


@pytest.mark.parametrize(
    ("of_sport", "others", "unknown", "outcome"),
    [(6, 3, 0, MET), (5, 4, 0, NOT_MET), (5, 3, 1, UNDECIDED), (4, 4, 1, NOT_MET)],
)
def test_ua_awd_3b_six_games_against_masters(
    of_sport: int, others: int, unknown: int, outcome: Outcome
) -> None:
    opponents = field(MSU=of_sport, KMS=others + unknown)
    if unknown:
        opponents[-1] = replace(opponents[-1], grade_known=False)
    assert outcome_of(master(opponents=opponents), "games_against_masters", MSU) is outcome


@pytest.mark.parametrize(
    ("count", "reading", "outcome"),
    [
        (9, "both_articles", MET),
        (7, "both_articles", UNDECIDED),
        (7, "team_article_alone", WAIVED),
        (6, "both_articles", UNDECIDED),
    ],
)
def test_ua_q15_a_team_event_with_fewer_games(count: int, reading: str, outcome: Outcome) -> None:
    facts = master(opponents=masters(count), half_points=10, system=EventSystem.TEAM)
    law = LAW.with_reading("UA.Q15", reading)
    assert article_of(facts, MSU, "UA.AWD.3a", "minimum_games", law).outcome is outcome
    team = article_of(facts, MSU, "UA.AWD.7b", "minimum_games", law).outcome
    assert team is (MET if count >= 7 else NOT_MET)


@pytest.mark.parametrize(
    ("body", "day", "outcome"),
    [
        (DeclaringBody.NATIONAL_COMMISSION, date(2024, 5, 11), MET),
        (DeclaringBody.NATIONAL_COMMISSION, date(2024, 5, 12), NOT_MET),
        (DeclaringBody.REGIONAL_COMMISSION, date(2024, 4, 1), NOT_MET),
        (DeclaringBody.ORGANISER, date(2024, 4, 1), NOT_MET),
    ],
)
def test_ua_awd_4_the_federation_sets_the_norm(
    body: DeclaringBody, day: date, outcome: Outcome
) -> None:
    facts = master(declared_norms=(DeclaredNorm(MSU, body, day),))
    assert article_of(facts, MSU, "UA.AWD.4", "norm_declared").outcome is outcome
    assert route(facts, MSU, "norm") is outcome


def test_a_norm_that_nobody_set_lists_its_articles_and_measures_nothing() -> None:
    verdict = verdict_of(master(declared_norms=()), 1, MSU)
    norm = next(route for route in verdict.routes if route.key == "norm")
    assert (verdict.outcome, norm.reasons[0].article) == (NOT_MET, "UA.AWD.4")
    assert {(r.check, r.outcome) for r in norm.reasons[1:]} == {("norm_not_set", NOT_APPLICABLE)}
    assert {"UA.MSU.T", "UA.AWD.3b", "UA.AWD.12", "UA.AWD.STAR"} <= {
        r.article for r in norm.reasons
    }


@pytest.mark.parametrize(("foreigners", "outcome"), [(0, NOT_APPLICABLE), (4, MET), (5, NOT_MET)])
def test_ua_awd_5a_two_thirds_are_players_of_ukraine(foreigners: int, outcome: Outcome) -> None:
    abroad = [
        opponent(number, MSU, federation="POL", fide_rating=2300)
        for number in range(2, foreigners + 2)
    ]
    home = [opponent(number, MSU) for number in range(foreigners + 2, 13)]
    assert outcome_of(master(opponents=[*abroad, *home]), "home_share", MSU) is outcome


@pytest.mark.parametrize(("rating", "outcome"), [(2390, MET), (None, UNDECIDED)])
def test_ua_awd_5b_foreigners_count_by_their_fide_rating(
    rating: int | None, outcome: Outcome
) -> None:
    others = [*masters(8), opponent(10, MSU, federation="POL", fide_rating=rating)]
    verdict = verdict_of(master(opponents=others), 1, MSU)
    assert reason_of(verdict, "foreign_ratings").outcome is outcome
    mean = reason_of(verdict, "category").measured["mean"]
    assert mean == (Decimal("2309.00") if rating else None)


@pytest.mark.parametrize(
    ("coefficient", "sex", "outcome"),
    [(2325, "m", MET), (2324, "m", NOT_MET), (2150, "w", MET), (2149, "w", NOT_MET)],
)
def test_ua_awd_5c_international_masters_with_a_coefficient(
    coefficient: int, sex: str, outcome: Outcome
) -> None:
    titled = opponent(7, "ua.kmsu", fide_title="IM", sex=sex, individual_coefficient=coefficient)
    others = [*masters(5), titled, *(opponent(n, KMSU) for n in (8, 9))]
    foreigner = opponent(10, KMSU, federation="POL", fide_rating=2300)
    assert (
        outcome_of(master(opponents=[*others, foreigner]), "games_against_masters", MSU) is outcome
    )
    assert (
        outcome_of(master(opponents=[*others, opponent(10, KMSU)]), "games_against_masters", MSU)
        is NOT_MET
    )


@pytest.mark.parametrize(
    ("control", "article", "outcome"),
    [
        (TimeControl(120, 0, 40, 30), "UA.AWD.6a", MET),
        (TimeControl(120, 0, 40, 29), "UA.AWD.6a", NOT_MET),
        (TimeControl(120, electronic_clocks=False), "UA.AWD.6b", MET),
        (TimeControl(120, electronic_clocks=True), "UA.AWD.6b", NOT_MET),
        (TimeControl(120), "UA.AWD.6b", UNDECIDED),
        (TimeControl(119, electronic_clocks=False), "UA.AWD.6b", NOT_MET),
        (TimeControl(90, 30, electronic_clocks=True), "UA.AWD.6c", MET),
        (TimeControl(90, 30, electronic_clocks=False), "UA.AWD.6c", NOT_MET),
        (TimeControl(90, 30), "UA.AWD.6c", UNDECIDED),
        (TimeControl(90, 29, electronic_clocks=True), "UA.AWD.6c", NOT_MET),
        (None, "UA.AWD.6a", UNDECIDED),
    ],
)
def test_ua_awd_6_three_time_controls(
    control: TimeControl | None, article: str, outcome: Outcome
) -> None:
    facts = master(time_control=control)
    assert article_of(facts, MSU, article, "norm_time_control").outcome is outcome


@pytest.mark.parametrize(
    ("category", "number", "outcome"),
    [
        (ArbiterCategory.NATIONAL, 3, MET),
        (ArbiterCategory.INTERNATIONAL, 3, MET),
        (ArbiterCategory.FIRST, 3, NOT_MET),
        (ArbiterCategory.NATIONAL, 2, NOT_MET),
        (ArbiterCategory.NATIONAL, 0, UNDECIDED),
    ],
)
def test_ua_awd_12_arbiters(category: ArbiterCategory, number: int, outcome: Outcome) -> None:
    arbiters = (replace(ARBITERS[0], category=category), *ARBITERS[1:])[:number]
    assert outcome_of(master(arbiters=arbiters), "arbiters", MSU) is outcome


@pytest.mark.parametrize(
    ("birth", "outcome"), [(date(2011, 5, 19), MET), (date(2011, 5, 20), NOT_MET)]
)
def test_ua_awd_18a_thirteen_years(birth: date, outcome: Outcome) -> None:
    facts = master(person={"birth_date": birth})
    assert article_of(facts, MSU, "UA.AWD.18a", "minimum_age").outcome is outcome


@pytest.mark.parametrize(
    ("other", "system", "outcome"),
    [
        (False, EventSystem.SWISS, MET),
        (True, EventSystem.SWISS, NOT_MET),
        (None, EventSystem.SWISS, UNDECIDED),
        (True, EventSystem.TEAM, NOT_APPLICABLE),
    ],
)
@pytest.mark.parametrize("grade", [MSU, "ua.rank_2"])
def test_ua_awd_19_one_event_at_a_time(
    other: bool | None, system: EventSystem, outcome: Outcome, grade: str
) -> None:
    facts = master(person={"simultaneous": other}, system=system)
    assert outcome_of(facts, "simultaneous_events", grade) is outcome


@pytest.mark.parametrize(
    ("value", "outcome"), [(1, MET), (3, MET), (4, NOT_MET), (None, UNDECIDED)]
)
def test_ua_awd_star_class_of_the_competition(value: int | None, outcome: Outcome) -> None:
    assert outcome_of(master(competition_class=value), "competition_class", MSU) is outcome


@pytest.mark.parametrize(
    ("coefficient", "outcome"), [(2325, MET), (2324, NOT_APPLICABLE), (None, NOT_APPLICABLE)]
)
def test_ua_msu_2_the_norm_stands_while_the_title_waits(
    coefficient: int | None, outcome: Outcome
) -> None:
    verdict = verdict_of(master(person={"coefficient_on_last_day": coefficient}), 1, MSU)
    reason = reason_of(verdict, "coefficient_in_two_years")
    assert (reason.outcome, verdict.outcome) == (outcome, MET)
    assert reason.required["until"] == LAST_DAY.replace(year=2026)


@pytest.mark.parametrize(
    ("title", "coefficient", "outcome"),
    [("GM", 2450, MET), ("GM", 2449, NOT_MET), ("GM", None, UNDECIDED), ("IM", 2500, NOT_MET)],
)
def test_ua_msu_3_a_grandmaster_of_fide(
    title: str, coefficient: int | None, outcome: Outcome
) -> None:
    person = {"fide_title": title, "coefficient_on_last_day": coefficient}
    facts = master(2, declared_norms=(), person=person)
    assert route(facts, MSU, "fide_grandmaster") is outcome
    assert verdict_of(facts, 1, MSU).outcome is outcome


# ---------------------------------------------------------------- candidate master


def candidate(half_points: int = 10, **changes: Any) -> Any:
    opponents = changes.pop("opponents", None) or field(KMS=9)
    norms = changes.pop("declared_norms", CANDIDATE_NORM)
    return judged(half_points, opponents, declared_norms=norms, **changes)


@pytest.mark.parametrize(("half_points", "outcome"), [(9, NOT_MET), (10, MET), (11, MET)])
def test_ua_kms_t_the_norm_itself_is_enough(half_points: int, outcome: Outcome) -> None:
    # Nine candidate masters: 9 x 55 percent is 4.95, so 5 points.
    verdict = verdict_of(candidate(half_points), 1, KMSU)
    assert (verdict.outcome, verdict.norm_half_points) == (outcome, 10)
    assert reason_of(verdict, "opponents_norm").required["raw"] == Decimal("4.95")


@pytest.mark.parametrize(("points", "outcome"), [(2, MET), (1, NOT_MET), (None, UNDECIDED)])
def test_ua_kms_2_two_candidate_points(points: int | None, outcome: Outcome) -> None:
    facts = candidate(person={"candidate_points_on_last_day": points})
    assert outcome_of(facts, "candidate_points", KMSU) is outcome
    assert verdict_of(facts, 1, KMSU).outcome is outcome


def test_ua_q26_points_of_the_first_or_of_the_last_day() -> None:
    facts = candidate(person={"candidate_points": 2, "candidate_points_on_last_day": 1})
    assert outcome_of(facts, "candidate_points", KMSU) is NOT_MET
    first = LAW.with_reading("UA.Q26", "first_day")
    assert article_of(facts, KMSU, "UA.KMS.2", "candidate_points", first).outcome is MET


@pytest.mark.parametrize(
    ("sex", "coefficient", "outcome"),
    [("m", 2100, MET), ("m", 2099, NOT_MET), ("w", 2050, MET), ("w", 2049, NOT_MET)],
)
def test_ua_kms_2_coefficient(sex: str, coefficient: int, outcome: Outcome) -> None:
    facts = candidate(person={"sex": sex, "coefficient_on_last_day": coefficient})
    assert verdict_of(facts, 1, KMSU).outcome is outcome


@pytest.mark.parametrize(("second", "outcome"), [(2, MET), (3, NOT_MET)])
def test_ua_kms_n3_two_games_against_the_second_rank(second: int, outcome: Outcome) -> None:
    facts = candidate(18, opponents=field(KMS=9 - second, R2=second), declared_norms=POINT_NORM)
    assert outcome_of(facts, "second_rank_games", POINT) is outcome
    assert verdict_of(facts, 1, POINT).outcome is outcome


def test_ua_q09_one_game_against_the_second_rank_leaves_no_norm_of_a_candidate_master() -> None:
    facts = candidate(18, opponents=field(KMS=8, R2=1))
    assert outcome_of(facts, "opponents_norm", KMSU) is NOT_MET
    hundred = LAW.with_reading("UA.Q09", "second_rank_100")
    reason = article_of(facts, KMSU, "UA.KMS.T", "opponents_norm", hundred)
    assert (reason.outcome, reason.required["raw"]) == (MET, Decimal("5.40"))


def test_ua_q10_the_first_two_games_against_the_second_rank_are_counted() -> None:
    facts = candidate(18, opponents=field(KMS=9, R2=3), declared_norms=POINT_NORM)
    law = LAW.with_reading("UA.Q10", "count_two")
    verdict = verdict_of(facts, 1, POINT, law)
    assert (verdict.outcome, verdict.norm_half_points, verdict.scored_half_points) == (MET, 13, 18)
    assert reason_of(verdict, "opponents_norm").looked_at_rounds == tuple(range(1, 12))


@pytest.mark.parametrize(
    ("system", "count", "article", "outcome"),
    [
        (EventSystem.SWISS, 9, "UA.AWD.7a", MET),
        (EventSystem.SWISS, 8, "UA.AWD.7a", NOT_MET),
        (EventSystem.TEAM, 7, "UA.AWD.7b", MET),
        (EventSystem.TEAM, 6, "UA.AWD.7b", NOT_MET),
    ],
)
def test_ua_awd_7_games(system: EventSystem, count: int, article: str, outcome: Outcome) -> None:
    facts = candidate(opponents=field(KMS=count), system=system)
    assert article_of(facts, KMSU, article, "minimum_games").outcome is outcome


@pytest.mark.parametrize(
    ("system", "candidates", "outcome"),
    [
        (EventSystem.SWISS, 6, MET),
        (EventSystem.SWISS, 5, NOT_MET),
        (EventSystem.TEAM, 5, MET),
        (EventSystem.TEAM, 4, NOT_MET),
    ],
)
def test_ua_awd_7c_games_against_candidate_masters(
    system: EventSystem, candidates: int, outcome: Outcome
) -> None:
    facts = candidate(opponents=field(KMS=candidates, R1=9 - candidates), system=system)
    assert outcome_of(facts, "games_against_candidates", KMSU) is outcome


@pytest.mark.parametrize(
    ("category", "outcome"), [(ArbiterCategory.FIRST, MET), (ArbiterCategory.SECOND, NOT_MET)]
)
def test_ua_awd_13_arbiters(category: ArbiterCategory, outcome: Outcome) -> None:
    arbiters = tuple(replace(arbiter, category=category) for arbiter in ARBITERS)
    assert outcome_of(candidate(arbiters=arbiters), "arbiters", KMSU) is outcome


# ---------------------------------------------------------------- candidate point


@pytest.mark.parametrize(("half_points", "outcome"), [(8, NOT_MET), (9, MET)])
def test_ua_kms_n2_ninety_percent_of_the_norm(half_points: int, outcome: Outcome) -> None:
    verdict = verdict_of(candidate(half_points, person={"candidate_points": 0}), 1, POINT)
    assert (verdict.outcome, verdict.norm_half_points) == (outcome, 9)
    declared = next(r for r in verdict.conditions if r.check == "norm_declared")
    assert (declared.outcome, declared.waived_by) == (WAIVED, "UA.KMS.N2")


@pytest.mark.parametrize(("half_points", "outcome"), [(8, NOT_MET), (9, MET)])
def test_ua_q08_the_second_column_where_no_norm_of_candidate_masters_was_set(
    half_points: int, outcome: Outcome
) -> None:
    facts = candidate(half_points, declared_norms=POINT_NORM)
    verdict = verdict_of(facts, 1, POINT)
    assert (verdict.outcome, verdict.norm_half_points) == (outcome, 9)
    assert verdict_of(facts, 1, KMSU).norm_half_points is None
    second = LAW.with_reading("UA.Q08", "second_norm")
    assert verdict_of(facts, 1, KMSU, second).norm_half_points == 9


def test_a_point_that_nobody_declared_is_not_made() -> None:
    verdict = verdict_of(candidate(18, declared_norms=()), 1, POINT)
    assert (verdict.outcome, verdict.conditions[0].article) == (NOT_MET, "UA.AWD.10")


@pytest.mark.parametrize(
    ("grade", "known", "outcome"),
    [
        ("ua.rank_1", True, MET),
        ("ua.rank_2", True, NOT_MET),
        ("ua.kmsu", True, NOT_MET),
        (None, False, UNDECIDED),
    ],
)
def test_ua_q36_points_are_for_holders_of_the_first_rank(
    grade: str | None, known: bool, outcome: Outcome
) -> None:
    person = {"grade": grade, "grade_known": known}
    facts = candidate(declared_norms=POINT_NORM, person=person)
    assert verdict_of(facts, 1, POINT).outcome is outcome


def test_ua_q25_a_norm_without_the_points_counts_as_one() -> None:
    facts = candidate(12, person={"candidate_points_on_last_day": 1})
    assert verdict_of(facts, 1, KMSU).outcome is NOT_MET
    assert verdict_of(facts, 1, POINT).outcome is MET
    nothing = LAW.with_reading("UA.Q25", "nothing")
    assert verdict_of(facts, 1, POINT, nothing).outcome is NOT_MET


@pytest.mark.parametrize(
    ("grade", "body"),
    [
        (GM, AwardingBody.MINISTRY),
        (MSU, AwardingBody.MINISTRY),
        (KMSU, AwardingBody.FEDERATION_COMMISSION),
        (POINT, AwardingBody.REGIONAL_ADMINISTRATION),
        ("ua.rank_1", AwardingBody.REGIONAL_ADMINISTRATION),
        ("ua.rank_2", AwardingBody.ORGANISER),
    ],
)
def test_ua_awd_15_and_16_who_awards(grade: str, body: AwardingBody) -> None:
    assert awarding_body(grade) is body
