"""Measures of the titles of Ukraine: whole tables, terms and deadlines, and what holds for all."""

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qualifications.engine import measures_ua_titles as titles

from .builders import LAW

MEN = [
    (2251, 2275, 73),
    (2276, 2300, 70),
    (2301, 2325, 67),
    (2326, 2350, 64),
    (2351, 2375, 61),
    (2376, 2400, 58),
    (2401, 2425, 55),
    (2426, 2450, 51),
    (2451, 2900, 48),
]
WOMEN = [
    (2100, 2125, 78),
    (2126, 2150, 67),
    (2151, 2175, 64),
    (2176, 2200, 60),
    (2201, 2225, 56),
    (2226, 2250, 53),
    (2251, 2275, 50),
    (2276, 2900, 47),
]


@pytest.mark.parametrize(("column", "table"), [("men", MEN), ("women", WOMEN)])
def test_ua_msu_t_every_mean_of_the_table(column: str, table: list[tuple[int, int, int]]) -> None:
    expected = {
        mean: (category, percent)
        for category, (lowest, highest, percent) in enumerate(table, start=1)
        for mean in range(lowest, highest + 1)
    }
    found = {}
    for mean in range(2000, 2901):
        norm = titles.msu_norm(mean, column, 9, LAW)
        if norm.category is not None:
            found[mean] = (norm.category, norm.pct)
    assert found == expected


@pytest.mark.parametrize("games", range(9, 20))
def test_ua_msu_t_the_norm_is_the_nearest_half_point(games: int) -> None:
    for lowest, _highest, percent in MEN:
        norm = titles.msu_norm(lowest, "men", games, LAW)
        assert norm.raw == Decimal(percent * games).scaleb(-2)
        distance = abs(Fraction(norm.norm_half_points or 0, 2) - Fraction(percent * games, 100))
        assert distance <= Fraction(1, 4)


def test_a_mean_below_the_first_category_has_no_norm() -> None:
    norm = titles.msu_norm(2250, "men", 9, LAW)
    assert norm == titles.MasterNorm(2250, None, None, None, None, "mean_below_table")


def test_another_column_is_refused() -> None:
    with pytest.raises(KeyError):
        titles.msu_norm(2300, "boys", 9, LAW)


@pytest.mark.parametrize(
    ("question", "choice", "mean", "column", "expected"),
    [
        ("UA.Q03", "up", 2300, "men", (2300, 2, 13)),
        ("UA.Q04", "everywhere", 2251, "men", (2251, 1, 13)),
        ("UA.Q04", "msu_next_half_point", 2251, "men", (2251, 1, 14)),
        ("UA.Q05", "rounded", Fraction("2275.5"), "men", (2276, 2, 13)),
        ("UA.Q05", "rounded", Fraction("2275.49"), "men", (2275, 1, 13)),
        ("UA.Q05", "exact", Fraction("2275.5"), "men", (Fraction("2275.5"), None, None)),
        ("UA.Q34", "as_printed", 2100, "women", (2100, 1, 14)),
        ("UA.Q34", "seventy", 2100, "women", (2100, 1, 13)),
        ("UA.Q37", "inclusive", 2451, "men", (2451, 9, 9)),
        ("UA.Q37", "exclusive", 2451, "men", (2451, None, None)),
        ("UA.Q37", "exclusive", 2452, "men", (2452, 9, 9)),
    ],
)
def test_readings_of_table_1(
    question: str,
    choice: str,
    mean: int | Fraction,
    column: str,
    expected: tuple[int | Fraction, int | None, int | None],
) -> None:
    norm = titles.msu_norm(mean, column, 9, LAW.with_reading(question, choice))
    assert (norm.mean, norm.category, norm.norm_half_points) == expected


@pytest.mark.parametrize(
    ("declared", "percents"),
    [
        (True, {"GM": 20, "MSU": 30, "KMS": 55, "R1": 75, "R1+1": 75, "R1+2": 75}),
        (False, {"GM": 25, "MSU": 25, "KMS": 50, "R1": 75, "R2": 100}),
    ],
)
def test_ua_kms_t_every_class_of_the_table(declared: bool, percents: dict[str, int]) -> None:
    for key, percent in percents.items():
        games = 2
        norm = titles.opponents_norm({key: games}, declared, LAW)
        assert norm.raw == Decimal(percent * games).scaleb(-2)
    missing = {"R2", "R3", "Y1", "none"} if declared else {"R3", "Y1", "none"}
    for key in missing:
        norm = titles.opponents_norm({"KMS": 8, key: 1}, declared, LAW)
        assert (norm.raw, norm.reason) == (None, "no_percent_for_class")


@pytest.mark.parametrize(
    ("question", "choice", "opponents", "declared", "expected"),
    [
        ("UA.Q03", "up", {"KMS": 5, "R1": 4}, True, (12, 11)),
        ("UA.Q03", "down", {"KMS": 5, "R1": 4}, True, (11, 10)),
        ("UA.Q08", "candidate_point", {"KMS": 9}, False, (None, 9)),
        ("UA.Q08", "second_norm", {"KMS": 9}, False, (9, None)),
        ("UA.Q09", "as_msu_and_unavailable", {"KMS": 8, "R2": 1}, True, (None, None)),
        ("UA.Q09", "second_rank_100", {"KMS": 8, "R2": 1}, True, (11, 10)),
        ("UA.Q10", "no_norm", {"KMS": 6, "R2": 3}, False, (None, None)),
        ("UA.Q10", "count_two", {"KMS": 6, "R2": 3}, False, (None, 10)),
        ("UA.Q11", "of_rounded", {"KMS": 7, "R1": 4}, True, (14, 13)),
        ("UA.Q11", "of_unrounded", {"KMS": 7, "R1": 4}, True, (14, 12)),
    ],
)
def test_readings_of_the_table_of_opponents(
    question: str,
    choice: str,
    opponents: dict[str, int],
    declared: bool,
    expected: tuple[int | None, int | None],
) -> None:
    norm = titles.opponents_norm(opponents, declared, LAW.with_reading(question, choice))
    assert (norm.kmsu_half_points, norm.candidate_point_half_points) == expected


def test_an_unknown_class_is_refused() -> None:
    with pytest.raises(ValueError, match="no such class or count: R9: 1"):
        titles.opponents_norm({"R9": 1}, True, LAW)
    with pytest.raises(ValueError, match="no such class or count: KMS: -1"):
        titles.opponents_norm({"KMS": -1}, True, LAW)


counts = st.fixed_dictionaries({key: st.integers(0, 9) for key in ("GM", "MSU", "KMS", "R1")})


@given(counts, st.booleans())
def test_a_stronger_opponent_never_raises_the_norm(classes: dict[str, int], declared: bool) -> None:
    keys = ("R1", "KMS", "MSU", "GM")
    norm = titles.opponents_norm(classes, declared, LAW)
    for weaker, stronger in pairwise(keys):
        if not classes[weaker]:
            continue
        swapped = {
            **classes,
            weaker: classes[weaker] - 1,
            stronger: classes[stronger] + 1,
        }
        other = titles.opponents_norm(swapped, declared, LAW)
        assert (other.candidate_point_half_points or 0) <= (norm.candidate_point_half_points or 0)
        assert (other.kmsu_half_points or 0) <= (norm.kmsu_half_points or 0)


@given(counts)
def test_a_candidate_point_never_asks_more_than_the_norm(classes: dict[str, int]) -> None:
    norm = titles.opponents_norm(classes, True, LAW)
    assert (norm.candidate_point_half_points or 0) <= (norm.kmsu_half_points or 0)


@given(st.integers(2251, 2800), st.integers(9, 19))
def test_a_stronger_field_never_raises_the_norm_of_a_master(mean: int, games: int) -> None:
    weaker = titles.msu_norm(mean, "men", games, LAW).norm_half_points
    stronger = titles.msu_norm(mean + 1, "men", games, LAW).norm_half_points
    assert stronger is not None
    assert weaker is not None
    assert stronger <= weaker


@pytest.mark.parametrize(
    ("team", "games", "candidates", "expected"),
    [
        (False, 9, 6, (True, None, None)),
        (False, 8, 8, (False, "too_few_games", 9)),
        (False, 9, 5, (False, "too_few_games_against_candidates", 6)),
        (True, 7, 5, (True, None, None)),
        (True, 6, 6, (False, "too_few_games", 7)),
        (True, 7, 4, (False, "too_few_games_against_candidates", 5)),
    ],
)
def test_ua_awd_7_enough_games(
    team: bool, games: int, candidates: int, expected: tuple[bool, str | None, int | None]
) -> None:
    found = titles.kms_games(team, games, candidates, LAW)
    assert (found.ok, found.reason, found.needed) == expected


@pytest.mark.parametrize(
    ("team", "games", "masters", "candidates", "expected"),
    [
        (False, 9, 6, 9, (True, None)),
        (False, 8, 8, 8, (False, "too_few_games")),
        (False, 9, 5, 9, (False, "too_few_games_against_masters")),
        (True, 9, 6, 9, (True, None)),
        (True, 8, 6, 8, (None, "decided_by_the_commission")),
        (True, 9, 5, 9, (None, "decided_by_the_commission")),
        (True, 7, 6, 4, (False, "too_few_games_against_candidates")),
        (True, 6, 6, 6, (False, "too_few_games")),
    ],
)
def test_ua_awd_3_enough_games(
    team: bool, games: int, masters: int, candidates: int, expected: tuple[bool | None, str | None]
) -> None:
    found = titles.msu_games(team, games, masters, candidates, LAW)
    assert (found.ok, found.reason) == expected


@pytest.mark.parametrize(
    ("participants", "home", "expected"), [(12, 8, True), (12, 7, False), (10, 7, True)]
)
def test_ua_awd_5a_share(participants: int, home: int, expected: bool) -> None:
    assert titles.international_share(participants, home, LAW) is expected


@pytest.mark.parametrize(
    ("norm_day", "list_day", "coefficient", "sex", "last", "ok"),
    [
        ("2009-04-01", "2011-04-01", 2325, "m", "2011-04-01", True),
        ("2009-04-01", "2011-04-02", 2325, "m", "2011-04-01", False),
        ("2009-04-01", "2009-04-01", 2325, "m", "2011-04-01", True),
        ("2009-04-01", "2009-03-31", 2325, "m", "2011-04-01", False),
        ("2009-04-01", "2010-01-01", 2324, "m", "2011-04-01", False),
        ("2009-04-01", "2010-01-01", 2150, "w", "2011-04-01", True),
        ("2009-04-01", "2010-01-01", 2149, "w", "2011-04-01", False),
        ("2008-02-29", "2010-02-28", 2400, "m", "2010-02-28", True),
    ],
)
def test_ua_msu_2_two_years(
    norm_day: str, list_day: str, coefficient: int, sex: str, last: str, ok: bool
) -> None:
    days = date.fromisoformat(norm_day), date.fromisoformat(list_day)
    found = titles.msu_window(*days, coefficient, sex, LAW)
    assert found == titles.Window(date.fromisoformat(last), ok)


@pytest.mark.parametrize(
    ("ends_on", "last"),
    [
        ("2009-11-30", "2010-02-28"),
        ("2009-10-31", "2010-01-31"),
        ("2009-01-31", "2009-04-30"),
        ("2007-11-29", "2008-02-29"),
    ],
)
def test_ua_ik_9_three_months(ends_on: str, last: str) -> None:
    last_day = date.fromisoformat(last)
    answers = [
        titles.ik_deadline(date.fromisoformat(ends_on), last_day + timedelta(days=late), LAW)
        for late in (0, 1)
    ]
    assert answers == [titles.Window(last_day, True), titles.Window(last_day, False)]


@pytest.mark.parametrize(
    ("grade", "birth", "expected"),
    [
        ("ua.msu", date(2011, 5, 19), (13, True)),
        ("ua.msu", date(2011, 5, 20), (12, False)),
        ("ua.kmsu", date(2017, 5, 19), (7, True)),
        ("ua.rank_3", date(2017, 5, 20), (6, False)),
    ],
)
def test_ua_awd_18_age(grade: str, birth: date, expected: tuple[int, bool]) -> None:
    found = titles.age_reached(grade, birth, date(2024, 5, 19), LAW)
    assert (found.age, found.ok) == expected


@pytest.mark.parametrize(
    ("begins", "team", "allowed"),
    [(10, False, True), (9, False, False), (1, False, False), (9, True, True)],
)
def test_ua_awd_19_days_of_two_events(begins: int, team: bool, allowed: bool) -> None:
    one = date(2010, 1, 1), date(2010, 1, 9)
    other = date(2010, 1, begins), date(2010, 1, 15)
    assert titles.may_play_both(one, other, team=team, law=LAW) is allowed
    assert titles.may_play_both(other, one, team=team, law=LAW) is allowed


@pytest.mark.parametrize(
    ("half_points", "norm", "threshold", "failed"),
    [(9, 12, "4.500", False), (8, 12, "4.500", True), (10, 14, "5.250", True)],
)
def test_ua_conf_4a_a_failure_is_below_three_quarters(
    half_points: int, norm: int, threshold: str, failed: bool
) -> None:
    assert titles.failure(half_points, norm, LAW) == titles.Failure(Decimal(threshold), failed)


def test_ua_q20_rounded_to_half_points() -> None:
    rounded = LAW.with_reading("UA.Q20", "rounded")
    assert titles.failure(10, 14, rounded) == titles.Failure(Decimal("5.500"), True)
    assert titles.failure(11, 14, rounded) == titles.Failure(Decimal("5.500"), False)


@pytest.mark.parametrize(
    ("system", "rounds", "games", "years"),
    [
        ("round_robin", 9, 9, 3),
        ("team", 7, 7, 1),
        ("team", 8, 8, 1),
        ("team", 9, 8, 2),
        ("team", 9, 9, 2),
        ("team", 11, 9, 2),
        ("team", 11, 10, 3),
    ],
)
def test_ua_conf_2_terms(system: str, rounds: int, games: int, years: int) -> None:
    assert titles.kms_term(system, rounds, games, LAW) == years


@pytest.mark.parametrize(
    ("participants", "rated", "mean", "sex", "between", "expected"),
    [
        (10, 5, 2000, "m", False, (True, None)),
        (11, 5, 2300, "m", False, (False, "too_few_rated")),
        (10, 6, 2200, "m", True, (True, None)),
        (10, 6, 2199, "m", True, (False, "mean_too_low")),
        (10, 6, 2050, "w", True, (True, None)),
        (10, 6, 2049, "w", True, (False, "mean_too_low")),
    ],
)
def test_ua_ik_3_and_4_rated_events(
    participants: int,
    rated: int,
    mean: int,
    sex: str,
    between: bool,
    expected: tuple[bool, str | None],
) -> None:
    found = titles.ik_event(participants, rated, mean, sex, LAW, between_bodies=between)
    assert (found.rated, found.reason) == expected
