"""Mean rating, master's norm, ranks: article by article, both sides of every edge."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from qualifications.engine import EventSystem, GameFact, GameKind, Outcome, assess_event
from qualifications.engine import measures_ru as measures
from qualifications.engine.facts import Discipline

from .builders import (
    GR,
    KMS,
    LAW,
    MS,
    RANK_1,
    RANK_2,
    RANK_3,
    YOUTH_1,
    YOUTH_2,
    YOUTH_3,
    change_hero,
    change_other,
    event,
    found,
    outcome_of,
    played,
    verdict_of,
)

MET, NOT_MET, UNDECIDED, NOT_APPLICABLE = (
    Outcome.MET,
    Outcome.NOT_MET,
    Outcome.UNDECIDED,
    Outcome.NOT_APPLICABLE,
)

# ---------------------------------------------------------------- mean rating


@pytest.mark.parametrize(
    ("ratings", "exact", "value"),
    [
        ((2283, 2284), Fraction(4567, 2), 2284),
        ((1000, 1000, 1001), Fraction(3001, 3), 1000),
        ((2000, None), Fraction(1500), 1500),
        ((None,), Fraction(1000), 1000),
    ],
)
def test_ru_ms_6_and_8_2_the_mean(
    ratings: tuple[int | None, ...], exact: Fraction, value: int
) -> None:
    assert measures.mean_rating(ratings, LAW) == measures.MeanRating(exact, value)


def test_ru_ms_6_nobody_was_played() -> None:
    with pytest.raises(ValueError, match="at least one opponent"):
        measures.mean_rating((), LAW)
    reason = found(
        event([], 0, hero={"games": (GameFact(1, GameKind.PAIRING_BYE, 2),)}), MS, "ru_mean_rating"
    )
    assert (reason.outcome, reason.measured["opponents"]) == (NOT_MET, 0)


def test_ru_rank_11_an_opponent_without_rating_counts_as_1000() -> None:
    facts = event([2000, None, *[1500] * 6], 8)
    reason = found(facts, KMS, "ru_unrated_opponents")
    assert (reason.article, reason.outcome, reason.measured["unrated"]) == ("RU.RANK.11", MET, 1)
    assert found(facts, KMS, "ru_mean_rating").measured["mean"] == 1500
    rated = event([2000] * 8, 8)
    assert found(rated, KMS, "ru_unrated_opponents").outcome is NOT_APPLICABLE


def test_ru_rank_10_an_unknown_rating_is_asked_for() -> None:
    facts = change_other(event([1700] * 9, 9), 2, national_rating=None, national_rating_known=False)
    verdict = verdict_of(facts, RANK_1)
    assert (verdict.outcome, verdict.norm_half_points) == (UNDECIDED, None)
    reasons = [
        found(facts, RANK_1, check)
        for check in ("ru_mean_rating", "ru_mean_in_table", "ru_table_norm")
    ]
    assert {(r.outcome, r.asks) for r in reasons} == {(UNDECIDED, "national_rating")}


def test_ru_q03_the_same_opponent_twice() -> None:
    facts = event([1800, 1500], 2, hero={"games": played(4, [2, 2, 3])})
    reason = found(facts, RANK_1, "ru_mean_rating")
    assert (reason.measured["mean"], reason.readings) == (1700, ("RU.Q03",))
    once = found(facts, RANK_1, "ru_mean_rating", law=LAW.with_reading("RU.Q03", "each_person"))
    assert once.measured["mean"] == 1650


def test_ru_q04_opponents_of_forfeited_games() -> None:
    games = (GameFact(1, GameKind.FORFEIT, 2, 2), GameFact(2, GameKind.PLAYED, 2, 3))
    facts = event([1800, 1500], 2, hero={"games": games})
    reason = found(facts, RANK_1, "ru_mean_rating")
    assert (reason.measured["mean"], reason.readings) == (1500, ("RU.Q04",))
    paired = found(facts, RANK_1, "ru_mean_rating", law=LAW.with_reading("RU.Q04", "paired"))
    assert paired.measured["mean"] == 1650


def test_ru_q09_ratings_of_the_first_or_of_the_last_day() -> None:
    facts = change_other(event([1800], 2), 2, rating_on_last_day=1850)
    last = LAW.with_reading("RU.Q09", "last_day")
    means = [
        found(facts, RANK_1, "ru_mean_rating", law=law).measured["mean"] for law in (LAW, last)
    ]
    assert means == [1800, 1850]


# ---------------------------------------------------------------- master of sport


@pytest.mark.parametrize(("half_points", "outcome"), [(10, NOT_MET), (11, MET), (18, MET)])
def test_ru_ms_8_1_the_points_of_the_row(half_points: int, outcome: Outcome) -> None:
    verdict = verdict_of(event([2449] * 9, half_points), MS)
    assert (verdict.outcome, verdict.norm_half_points) == (outcome, 11)


@pytest.mark.parametrize(("games", "table"), [(7, False), (8, True), (15, True), (16, False)])
def test_ru_q10_tables_for_8_to_15_games(games: int, table: bool) -> None:
    reason = found(event([2400] * games, 2 * games), MS, "ru_mean_in_table")
    assert (reason.outcome is MET, reason.measured["table"]) == (table, table)
    assert reason.readings == (("RU.Q10",) if games == 16 else ())


def test_ru_q10_the_first_15_games() -> None:
    law = LAW.with_reading("RU.Q10", "first_15")
    facts = event([2450] * 15 + [1000], 16)
    assert outcome_of(facts, MS) is NOT_MET
    verdict = verdict_of(facts, MS, law)
    assert (verdict.outcome, verdict.norm_half_points) == (MET, 16)
    assert measures.ms_norm(16, Fraction(2450), "men", law).norm_half_points == 16
    assert measures.ms_norm(7, Fraction(2450), "men", law).reason == "no_table"


@pytest.mark.parametrize(
    ("column", "mean", "norm"),
    [
        ("men", "2229.4", None),
        ("men", "2229.5", 16),
        ("women", "2029.4", None),
        ("women", "2029.5", 16),
    ],
)
def test_ru_ms_8_2_rounding_at_the_lowest_bound(column: str, mean: str, norm: int | None) -> None:
    found_norm = measures.ms_norm(9, Fraction(mean), column, LAW)
    assert found_norm.norm_half_points == norm
    assert found_norm.reason == (None if norm else "mean_below_table")


def test_ru_q08_a_woman_in_an_open_event() -> None:
    facts = event([2200] * 9, 12, hero={"sex": "w"})
    reason = found(facts, MS, "ru_mean_in_table")
    assert (reason.outcome, reason.required["column"], reason.readings) == (
        MET,
        "women",
        ("RU.Q08",),
    )
    by_event = found(facts, MS, "ru_mean_in_table", law=LAW.with_reading("RU.Q08", "by_event"))
    assert (by_event.outcome, by_event.required["column"]) == (NOT_MET, "men")
    women = replace(facts, women=True)
    assert found(women, MS, "ru_mean_in_table").readings == ()


def test_a_player_whose_sex_is_not_known() -> None:
    facts = event([2200] * 9, 12, hero={"sex": None})
    assert found(facts, MS, "ru_mean_in_table").asks == "sex"
    assert found(replace(facts, women=True), MS, "ru_mean_in_table").required["column"] == "women"
    assert found(facts, YOUTH_1, "ru_mean_in_table").outcome is MET


@pytest.mark.parametrize(
    ("grades", "ok"),
    [
        ([MS] * 2 + [KMS] * 3 + [RANK_1] * 4, True),
        ([GR] * 2 + [KMS] * 3 + [YOUTH_3] * 4, True),
        ([MS] * 1 + [KMS] * 4 + [RANK_1] * 4, False),
        ([MS] * 2 + [KMS] * 2 + [RANK_1] * 5, False),
        ([MS] * 2 + [KMS] * 3 + [RANK_1] * 3 + [None], False),
        ([MS] * 9, True),
    ],
)
def test_ru_ms_t_who_the_opponents_are(grades: list[str | None], ok: bool) -> None:
    reason = found(event([2400] * 9, 18, grades=grades), MS, "ru_opponents")
    assert reason.outcome is (MET if ok else NOT_MET)


def test_ru_q05_and_q06_named_only_where_they_decide() -> None:
    exactly = [MS] * 2 + [KMS] * 3 + [RANK_1] * 4
    youth, masters = [*exactly[:-1], YOUTH_3], [MS] * 9
    names = [
        found(event([2400] * 9, 18, grades=grades), MS, "ru_opponents").readings
        for grades in (exactly, youth, masters)
    ]
    assert names == [(), ("RU.Q05",), ("RU.Q06",)]
    adults, exact = LAW.with_reading("RU.Q05", "adult_ranks"), LAW.with_reading("RU.Q06", "exact")
    outcomes = [
        found(event([2400] * 9, 18, grades=grades), MS, "ru_opponents", law=law).outcome
        for grades, law in ((youth, adults), (masters, exact), (exactly, exact))
    ]
    assert outcomes == [NOT_MET, NOT_MET, MET]


@pytest.mark.parametrize(
    ("known", "outcome"),
    [([MS] * 2 + [KMS] * 3 + [RANK_1] * 3, UNDECIDED), ([MS] + [RANK_1] * 7, NOT_MET)],
)
def test_ru_ms_t_an_opponent_whose_rank_is_not_known(known: list[str], outcome: Outcome) -> None:
    facts = event([2400] * 9, 18, grades=[*known, None])
    for unknown in ({"grade_known": False}, {"grade": "ua.kmsu"}):
        reason = found(change_other(facts, 10, **unknown), MS, "ru_opponents")
        assert (reason.outcome, reason.measured["unknown"]) == (outcome, 1)
        assert reason.asks == ("participants_class" if outcome is UNDECIDED else "")


def test_ru_ms_t_an_unknown_grade_cannot_be() -> None:
    with pytest.raises(ValueError, match=r"ru\.rank_9"):
        outcome_of(event([2400] * 9, 18, grades=["ru.rank_9"] * 9), MS)


@pytest.mark.parametrize(
    ("sex", "rating", "outcome"),
    [
        ("m", 2399, NOT_MET),
        ("m", 2400, MET),
        ("w", 2199, NOT_MET),
        ("w", 2200, MET),
        ("m", None, UNDECIDED),
        (None, 2399, UNDECIDED),
        (None, 2400, MET),
        (None, 2199, NOT_MET),
    ],
)
def test_ru_ms_1_rating_on_the_last_day(
    sex: str | None, rating: int | None, outcome: Outcome
) -> None:
    facts = event([2400] * 9, 18, hero={"sex": sex, "rating_on_last_day": rating})
    reason = found(facts, MS, "ru_rating_on_last_day")
    asks = "rating_on_last_day" if rating is None else "sex"
    assert (reason.article, reason.outcome) == ("RU.MS.1", outcome)
    assert reason.asks == (asks if outcome is UNDECIDED else "")
    assert reason.readings == (() if rating is None else ("RU.Q11",))


@pytest.mark.parametrize(
    ("rating", "norm_made", "award"),
    [
        (2400, True, True),
        (2399, True, False),
        (2500, False, False),
        (None, True, None),
        (None, False, False),
    ],
)
def test_ru_ms_1_norm_and_rating(rating: int | None, norm_made: bool, award: bool | None) -> None:
    assert measures.ms_award(rating, "men", norm_made, LAW) is award


# ---------------------------------------------------------------- ranks


@pytest.mark.parametrize(
    ("discipline", "article", "least"),
    [
        (Discipline.CLASSICAL, "RU.RANK.3", 7),
        (Discipline.TEAM, "RU.RANK.3", 7),
        (Discipline.RAPID, "RU.RANK.4", 9),
        (Discipline.BLITZ, "RU.RANK.5", 11),
    ],
)
def test_ru_rank_3_to_5_fewest_games(discipline: Discipline, article: str, least: int) -> None:
    for games, outcome in ((least - 1, NOT_MET), (least, MET)):
        facts = event([1801] * games, 2 * games, discipline=discipline)
        reason = found(facts, RANK_1, "ru_minimum_games")
        assert (reason.article, reason.outcome) == (article, outcome)
        norm = measures.rank_norm(RANK_1, Fraction(1801), "men", games, discipline, LAW)
        assert (norm.pct, norm.reason) == (55, None if outcome is MET else "too_few_games")
        assert (verdict_of(facts, RANK_1).norm_half_points is None) == (outcome is NOT_MET)


@pytest.mark.parametrize(("games", "outcome"), [(6, NOT_MET), (7, UNDECIDED), (11, MET)])
def test_ru_rank_3_to_5_without_a_discipline(games: int, outcome: Outcome) -> None:
    reason = found(event([1801] * games, 0, discipline=None), RANK_1, "ru_minimum_games")
    assert (reason.outcome, reason.asks) == (
        outcome,
        "discipline" if outcome is UNDECIDED else "",
    )


@pytest.mark.parametrize(
    ("percent", "games", "up", "down"),
    [
        (75, 7, 11, 10),
        (75, 9, 14, 13),
        (55, 15, 17, 16),
        (70, 9, 13, 13),
        (60, 9, 11, 11),
        (35, 7, 5, 5),
    ],
)
def test_ru_rank_12_2_and_12_3_points_of_a_percentage(
    percent: int, games: int, up: int, down: int
) -> None:
    other = LAW.with_reading("RU.Q01", "down")
    norms = [measures.norm_of_percent(percent, games, law) for law in (LAW, other)]
    assert norms == [up, down]


def test_ru_q01_named_only_for_a_tie() -> None:
    tie = found(event([1905] * 9, 14), KMS, "ru_table_norm")
    assert (tie.required["raw"], tie.readings) == (measures.hundredths(675), ("RU.Q01",))
    assert found(event([1930] * 9, 14), KMS, "ru_table_norm").readings == ()


@pytest.mark.parametrize(("half_points", "outcome"), [(13, NOT_MET), (14, MET)])
def test_ru_kms_t_the_points_of_the_row(half_points: int, outcome: Outcome) -> None:
    assert outcome_of(event([1905] * 9, half_points), KMS) is outcome


@pytest.mark.parametrize(
    ("grade", "below"),
    [(KMS, 1900), (RANK_1, 1700), (RANK_2, 1500), (RANK_3, 1300), (YOUTH_1, 1150), (YOUTH_2, 1100)],
)
def test_ru_r_t_and_y_t_the_lowest_mean(grade: str, below: int) -> None:
    outcomes = [
        found(event([mean] * 9, 18), grade, "ru_mean_in_table").outcome
        for mean in (below, below + 1)
    ]
    assert outcomes == [NOT_MET, MET]
    beyond = found(event([below] * 9, 18), grade, "ru_table_norm")
    assert beyond.outcome is NOT_APPLICABLE


def test_ru_y_t_the_third_youth_rank_begins_at_1000() -> None:
    norm = measures.rank_norm(YOUTH_3, Fraction(1000), "men", 7, Discipline.CLASSICAL, LAW)
    assert (norm.pct, norm.norm_half_points) == (60, 8)
    nothing = measures.rank_norm(YOUTH_3, Fraction(999), "men", 7, Discipline.CLASSICAL, LAW)
    assert (nothing.norm_half_points, nothing.reason) == (None, "mean_below_table")


@pytest.mark.parametrize(
    ("mean", "nearest", "exact"),
    [
        ("1900.4", None, None),
        ("1900.5", 75, None),
        ("1925.4", 75, 70),
        ("1925.5", 70, 70),
        ("2100.4", 40, 35),
        ("2100.5", 35, 35),
    ],
)
def test_ru_q02_a_fractional_mean(mean: str, nearest: int | None, exact: int | None) -> None:
    other = LAW.with_reading("RU.Q02", "exact")
    percents = [
        measures.rank_norm(KMS, Fraction(mean), "men", 9, Discipline.CLASSICAL, law).pct
        for law in (LAW, other)
    ]
    assert percents == [nearest, exact]
    assert measures.rounding_decides(KMS, Fraction(mean), "men", LAW) == (nearest != exact)


def test_ru_q02_named_where_the_row_depends_on_it() -> None:
    ratings = [1925] * 8 + [1928]
    assert found(event(ratings, 14), KMS, "ru_mean_in_table").readings == ("RU.Q02",)
    assert found(event([1920] * 8 + [1923], 14), KMS, "ru_mean_in_table").readings == ()


@pytest.mark.parametrize(
    ("mean", "column", "half_points", "rank"),
    [
        (1760, "men", 12, RANK_1),
        (1760, "men", 11, RANK_2),
        (2200, "men", 6, KMS),
        (1150, "men", 7, YOUTH_2),
        (1000, "men", 10, None),
        (1000, "men", 11, YOUTH_3),
    ],
)
def test_best_rank_is_the_highest_table_reached(
    mean: int, column: str, half_points: int, rank: str | None
) -> None:
    best = measures.best_rank(Fraction(mean), column, 9, half_points, Discipline.CLASSICAL, LAW)
    assert best == rank


def test_best_rank_without_enough_games() -> None:
    assert measures.best_rank(Fraction(1760), "men", 8, 16, Discipline.RAPID, LAW) is None


def test_composition_has_no_ranks() -> None:
    facts = event([1801] * 9, 18, discipline=Discipline.COMPOSITION)
    assert found(facts, RANK_1, "ru_discipline").outcome is NOT_MET
    assert outcome_of(facts, RANK_1) is NOT_MET


def test_who_did_not_turn_up_is_not_judged() -> None:
    facts: Any = event([1801] * 9, 18, system=EventSystem.ROUND_ROBIN)
    facts = change_hero(facts, games=())
    assert assess_event(facts, LAW) == ()


@pytest.mark.parametrize(
    ("grade", "birth_year", "ok"),
    [
        (GR, 2004, True),
        (GR, 2005, False),
        (MS, 2008, True),
        (MS, 2009, False),
        (KMS, 2011, True),
        (KMS, 2012, False),
        (RANK_3, 2019, True),
    ],
)
def test_ru_ms_9_and_rank_17_the_calendar_year(grade: str, birth_year: int, ok: bool) -> None:
    assert measures.min_age(grade, birth_year, date(2020, 6, 7).year, LAW) is ok
