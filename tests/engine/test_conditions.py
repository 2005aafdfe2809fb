"""Conditions and routes of the four ranks, by article; edges on both sides."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from qualifications.engine import (
    DeclaredNorm,
    DeclaringBody,
    EventSystem,
    GameFact,
    GameKind,
    Outcome,
    TimeControl,
    assess_event,
)

from .builders import (
    KMSU,
    LAW,
    MSU,
    POINT,
    RANK_1,
    RANK_2,
    RANK_3,
    YOUTH_1,
    event,
    field_of,
    outcome_of,
    participant,
    reason_of,
    reasons_of,
    verdict_of,
)

MET, NOT_MET, UNDECIDED, NOT_APPLICABLE = (
    Outcome.MET,
    Outcome.NOT_MET,
    Outcome.UNDECIDED,
    Outcome.NOT_APPLICABLE,
)


def test_seven_verdicts_for_everybody_with_a_round() -> None:
    players = [participant(1), participant(2), participant(3, 0, 0)]
    verdicts = assess_event(event(players), LAW)
    assert [(verdict.participant, verdict.grade) for verdict in verdicts] == [
        (number, grade)
        for number in (1, 2)
        for grade in (MSU, KMSU, POINT, RANK_1, RANK_2, RANK_3, YOUTH_1)
    ]
    assert {verdict.edition for verdict in verdicts} == {"ua_2007"}


def test_the_conditions_stand_in_the_order_of_the_text() -> None:
    facts = field_of(RANK_1, 9)
    checks = {
        grade: [(reason.article, reason.check) for reason in verdict_of(facts, 1, grade).conditions]
        for grade in (RANK_1, RANK_2, YOUTH_1)
    }
    slow = [("UA.AWD.9a", "minutes_per_game"), ("UA.AWD.9b", "games_per_day")]
    other_events = ("UA.AWD.19", "simultaneous_events")
    common = [("UA.AWD.11", "norm_declared"), ("UA.AWD.18b", "minimum_age"), other_events]
    last = [("UA.AWD.20", "clocks_used"), ("UA.AWD.20", "moves_recorded")]
    coefficient = ("UA.RANK.N1", "tournament_coefficient")
    assert checks == {
        RANK_1: [
            coefficient,
            ("UA.AWD.8a", "minimum_games"),
            ("UA.AWD.8b", "time_control"),
            *slow,
            ("UA.AWD.10", "norm_declared"),
            ("UA.AWD.18b", "minimum_age"),
            other_events,
            *last,
        ],
        RANK_2: [coefficient, ("UA.AWD.9c", "minimum_games"), *slow, *common, *last],
        YOUTH_1: [coefficient, ("UA.AWD.9c", "minimum_games"), *slow, *common],
    }


def test_every_reason_is_there_after_the_first_failure() -> None:
    broken = field_of(
        RANK_1,
        2,
        8,
        time_control=TimeControl(minutes=15),
        declared_norms=(),
        clocks_used=False,
        moves_recorded=False,
    )
    sound = verdict_of(field_of(RANK_1, 9), 1, RANK_1)
    verdict = verdict_of(broken, 1, RANK_1)
    assert verdict.outcome is NOT_MET
    assert [reason.check for reason in reasons_of(verdict)] == [
        reason.check for reason in reasons_of(sound)
    ]
    assert [reason.check for reason in reasons_of(verdict) if reason.outcome is NOT_MET] == [
        "minimum_games",
        "time_control",
        "norm_declared",
        "clocks_used",
        "moves_recorded",
        "sole_first_place",
        "table_norm",
    ]


# ---------------------------------------------------------------- the table


@pytest.mark.parametrize(("half_points", "outcome"), [(8, NOT_MET), (9, MET), (10, MET)])
def test_ua_r1_2_the_norm_itself_is_enough(half_points: int, outcome: Outcome) -> None:
    # Ten players of I rank: coefficient 1.00, 50 % of 9 games, 4½ points.
    verdict = verdict_of(field_of(RANK_1, half_points), 1, RANK_1)
    assert (verdict.outcome, verdict.norm_half_points) == (outcome, 9)
    assert verdict.scored_half_points == half_points
    reason = reason_of(verdict, "table_norm")
    assert (reason.outcome, reason.article) == (outcome, "UA.RANK.T")
    assert reason.required == {
        "row": 11,
        "percent": 50,
        "raw": Decimal("4.50"),
        "norm_half_points": 9,
    }
    assert reason.measured == {"games": 9, "half_points": half_points}
    assert reason.looked_at_rounds == tuple(range(1, 10))


@pytest.mark.parametrize(
    ("grade", "side", "readings"),
    [(RANK_1, "above", ("UA.Q02",)), (RANK_2, "above", ("UA.Q02",)), (YOUTH_1, "", ())],
)
def test_ua_q02_no_norm_outside_the_column(
    grade: str, side: str, readings: tuple[str, ...]
) -> None:
    verdict = verdict_of(field_of(YOUTH_1, 18), 1, grade)
    column = reason_of(verdict, "coefficient_in_column")
    norm = reason_of(verdict, "table_norm")
    assert (column.measured["side"], column.readings) == (side, readings)
    assert column.outcome is (NOT_MET if side else MET)
    assert norm.outcome is (NOT_APPLICABLE if side else MET)
    assert verdict.norm_half_points == (None if side else 9)


def test_ua_q02_below_the_column() -> None:
    verdict = verdict_of(field_of(RANK_1, 9), 1, RANK_3)
    assert reason_of(verdict, "coefficient_in_column").measured["side"] == "below"
    assert verdict.outcome is NOT_MET


def test_ua_q03_is_named_where_the_norm_lies_between_two_half_points() -> None:
    # II rank, coefficient 2.00 for I rank: 75 % of 9 is 6.75.
    tie = verdict_of(field_of(RANK_2, 14), 1, RANK_1)
    assert reason_of(tie, "table_norm").readings == ("UA.Q03",)
    assert tie.outcome is MET
    clear = verdict_of(field_of(RANK_1, 9), 1, RANK_1)
    assert reason_of(clear, "table_norm").readings == ()


def test_ua_y1_1_youth_rank_has_the_table_only() -> None:
    verdict = verdict_of(field_of(YOUTH_1, 9), 1, YOUTH_1)
    assert [route.key for route in verdict.routes] == ["table"]
    assert verdict.outcome is MET


# ---------------------------------------------------------------- first place


def with_leader(points: tuple[int, ...], grade: str | None = RANK_2, **changes: Any) -> Any:
    players = [participant(n, p, 9, grade=grade) for n, p in enumerate(points, start=1)]
    return event(players, **changes)


def route_outcome(facts: Any, grade: str, law: Any = LAW) -> Outcome:
    return next(
        route.outcome
        for route in verdict_of(facts, 1, grade, law).routes
        if route.key == "first_place"
    )


@pytest.mark.parametrize(
    ("grade", "of_field", "outcome"),
    [
        (RANK_1, RANK_2, MET),
        (RANK_1, RANK_3, NOT_MET),
        (RANK_2, RANK_3, MET),
        (RANK_2, YOUTH_1, NOT_MET),
        (RANK_3, YOUTH_1, MET),
        (RANK_3, None, NOT_MET),
    ],
)
def test_ua_r1_1_r2_1_r3_1_limit_of_the_coefficient(
    grade: str, of_field: str | None, outcome: Outcome
) -> None:
    assert route_outcome(with_leader((12, 11, 0), of_field), grade) is outcome


def test_ua_r1_1_a_first_place_makes_the_rank_without_the_norm() -> None:
    verdict = verdict_of(with_leader((12, 11, 0)), 1, RANK_1)
    assert (verdict.norm_half_points, verdict.scored_half_points) == (14, 12)
    assert [(route.key, route.outcome) for route in verdict.routes] == [
        ("first_place", MET),
        ("table", NOT_MET),
    ]
    assert verdict.outcome is MET


def test_ua_q13_a_shared_first_place_is_not_enough() -> None:
    shared = with_leader((12, 12, 0))
    reason = reason_of(verdict_of(shared, 1, RANK_1), "sole_first_place")
    assert (reason.outcome, reason.readings) == (NOT_MET, ("UA.Q13",))
    other = LAW.with_reading("UA.Q13", "event_without_groups")
    assert route_outcome(shared, RANK_1, other) is MET
    assert route_outcome(with_leader((11, 12, 0)), RANK_1, other) is NOT_MET


def test_ua_q46_in_a_team_event_the_first_place_is_a_team_s() -> None:
    facts = replace(with_leader((12, 11, 0)), system=EventSystem.TEAM)
    reason = reason_of(verdict_of(facts, 1, RANK_1), "sole_first_place")
    assert (reason.outcome, reason.readings) == (NOT_MET, ("UA.Q46",))
    assert reason_of(verdict_of(facts, 2, RANK_1), "sole_first_place").readings == ()
    other = LAW.with_reading("UA.Q46", "most_points")
    assert route_outcome(facts, RANK_1, other) is MET


def test_ua_r1_1_byes_count_for_the_place_but_not_for_the_norm() -> None:
    bye = GameFact(9, GameKind.PAIRING_BYE, 2)
    games = (*participant(1, 10, 8).games, bye)
    players = [
        participant(1, grade=RANK_2, total_half_points=12, games=games),
        participant(2, 11, 9, grade=RANK_2),
    ]
    verdict = verdict_of(event(players), 1, RANK_1)
    assert reason_of(verdict, "sole_first_place").outcome is MET
    assert verdict.scored_half_points == 10
    assert reason_of(verdict, "minimum_games").outcome is NOT_MET


# ---------------------------------------------------------------- the coefficient


def test_ua_rank_n1_undecided_while_a_class_is_not_known() -> None:
    facts = field_of(RANK_1, 9)
    unknown = {2: False, 5: False}
    players = [replace(p, grade_known=unknown.get(p.number, True)) for p in facts.participants]
    verdict = verdict_of(replace(facts, participants=tuple(players)), 1, RANK_1)
    reason = reason_of(verdict, "tournament_coefficient")
    assert (reason.outcome, reason.asks) == (UNDECIDED, "participants_class")
    assert reason.measured == {"participants": 10, "unknown": 2}
    assert (verdict.outcome, verdict.norm_half_points) == (UNDECIDED, None)
    assert [route.outcome for route in verdict.routes] == [NOT_MET, UNDECIDED]


def test_ua_rank_n1_candidate_points_lower_the_value() -> None:
    players = [
        participant(1, grade=RANK_1),
        participant(2, grade=RANK_1, candidate_points=1),
        participant(3, grade=RANK_1, candidate_points=2),
        participant(4, grade="ua.kmsu", candidate_points=2),
    ]
    reason = reason_of(verdict_of(event(players), 1, RANK_1), "tournament_coefficient")
    assert reason.measured["total"] == Decimal("2.25")
    assert (reason.measured["coefficient"], reason.readings) == (Decimal("0.56"), ())


def test_ua_q12_masters_count_nothing_and_the_reading_is_named() -> None:
    players = [participant(1, grade="ua.gm"), participant(2, grade=RANK_1)]
    reason = reason_of(verdict_of(event(players), 2, RANK_1), "tournament_coefficient")
    assert (reason.measured["coefficient"], reason.readings) == (Decimal("0.50"), ("UA.Q12",))


def test_ua_q38_who_played_no_game_is_no_participant() -> None:
    absent = GameFact(1, GameKind.ABSENT, 0)
    players = [
        participant(1, grade=RANK_1),
        participant(2, grade=RANK_1),
        participant(3, 0, 0, grade=None, grade_known=False),
        participant(4, 0, grade=RANK_2, games=(absent,)),
    ]
    facts = event(players)
    reason = reason_of(verdict_of(facts, 1, RANK_1), "tournament_coefficient")
    assert (reason.measured["coefficient"], reason.readings) == (Decimal("1.00"), ("UA.Q38",))
    everyone = LAW.with_reading("UA.Q38", "everyone_listed")
    assert outcome_of(facts, "tournament_coefficient", law=everyone) is UNDECIDED


def test_an_event_in_which_nobody_played_makes_no_norm() -> None:
    forfeit = GameFact(1, GameKind.FORFEIT, 2)
    verdict = verdict_of(event([participant(1, 2, games=(forfeit,))]), 1, RANK_1)
    assert reason_of(verdict, "tournament_coefficient").outcome is NOT_MET
    assert verdict.outcome is NOT_MET


def test_a_grade_of_another_scheme_is_refused() -> None:
    with pytest.raises(ValueError, match=r"participant 1: no class for ru\.rank_1"):
        assess_event(event([participant(1, grade="ru.rank_1")]), LAW)


# ---------------------------------------------------------------- games, time, declaration


@pytest.mark.parametrize(
    ("grade", "system", "games", "outcome"),
    [
        (RANK_1, EventSystem.ROUND_ROBIN, 8, NOT_MET),
        (RANK_1, EventSystem.SWISS, 9, MET),
        (RANK_1, EventSystem.TEAM, 6, NOT_MET),
        (RANK_1, EventSystem.TEAM, 7, MET),
        (RANK_2, EventSystem.SWISS, 8, NOT_MET),
        (RANK_2, EventSystem.TEAM, 8, NOT_MET),
        (RANK_3, EventSystem.TEAM, 9, MET),
        (YOUTH_1, EventSystem.SWISS, 8, NOT_MET),
    ],
)
def test_ua_awd_8a_9c_minimum_of_games(
    grade: str, system: EventSystem, games: int, outcome: Outcome
) -> None:
    facts = field_of(RANK_2, games, games, system=system)
    reason = reason_of(verdict_of(facts, 1, grade), "minimum_games")
    assert (reason.outcome, reason.measured) == (outcome, {"games": games})
    assert reason.article == ("UA.AWD.8a" if grade == RANK_1 else "UA.AWD.9c")


@pytest.mark.parametrize(
    ("grade", "of_field", "outcome"),
    [(RANK_2, RANK_2, MET), (RANK_2, RANK_3, NOT_MET), (RANK_1, RANK_2, NOT_MET)],
)
def test_ua_q14_no_minimum_is_the_other_reading(
    grade: str, of_field: str, outcome: Outcome
) -> None:
    other = LAW.with_reading("UA.Q14", "no_minimum_up_to_2")
    assert outcome_of(field_of(of_field, 5, 7), "minimum_games", grade, other) is outcome


def test_ua_q14_is_named_only_where_it_decides() -> None:
    few = reason_of(verdict_of(field_of(RANK_2, 5, 7), 1, RANK_2), "minimum_games")
    enough = reason_of(verdict_of(field_of(RANK_2, 9), 1, RANK_2), "minimum_games")
    slow = reason_of(verdict_of(field_of(RANK_3, 5, 7), 1, RANK_2), "minimum_games")
    assert [reason.readings for reason in (few, enough, slow)] == [("UA.Q14",), (), ()]


def test_ua_q33_a_forfeit_is_no_game() -> None:
    games = (*participant(1, 8, 8).games, GameFact(9, GameKind.FORFEIT, 2))
    facts = field_of(RANK_1, 8)
    first = replace(facts.participants[0], games=games, total_half_points=10)
    facts = replace(facts, participants=(first, *facts.participants[1:]))
    reason = reason_of(verdict_of(facts, 1, RANK_1), "minimum_games")
    assert (reason.outcome, reason.readings) == (NOT_MET, ("UA.Q33",))
    assert reason.looked_at_rounds == tuple(range(1, 9))
    other = LAW.with_reading("UA.Q33", "counted")
    assert verdict_of(facts, 1, RANK_1, other).scored_half_points == 10
    assert outcome_of(facts, "minimum_games", law=other) is MET


TWO_PERIODS = TimeControl(120, first_period_moves=40, second_period_minutes=30)


@pytest.mark.parametrize(
    ("control", "outcome", "asks"),
    [
        (TWO_PERIODS, MET, ""),
        (replace(TWO_PERIODS, minutes=119), NOT_MET, ""),
        (replace(TWO_PERIODS, first_period_moves=36), NOT_MET, ""),
        (replace(TWO_PERIODS, second_period_minutes=15), NOT_MET, ""),
        (replace(TWO_PERIODS, increment_seconds=30), NOT_MET, ""),
        (replace(TWO_PERIODS, second_period_minutes=None), UNDECIDED, "time_control"),
        (replace(TWO_PERIODS, first_period_moves=None), UNDECIDED, "time_control"),
        (TimeControl(120), MET, ""),
        (TimeControl(120, electronic_clocks=True), MET, ""),
        (TimeControl(120, increment_seconds=30, electronic_clocks=True), NOT_MET, ""),
        (TimeControl(119), NOT_MET, ""),
        (TimeControl(121), NOT_MET, ""),
        (TimeControl(90, 30, electronic_clocks=True), MET, ""),
        (TimeControl(90, 30, electronic_clocks=False), NOT_MET, ""),
        (TimeControl(90, 30), UNDECIDED, "electronic_clocks"),
        (TimeControl(90, 29, electronic_clocks=True), NOT_MET, ""),
        (TimeControl(90, 31), NOT_MET, ""),
        (TimeControl(89, 30, electronic_clocks=True), NOT_MET, ""),
        (TimeControl(90), NOT_MET, ""),
        (None, UNDECIDED, "time_control"),
    ],
)
def test_ua_awd_8b_three_time_controls(
    control: TimeControl | None, outcome: Outcome, asks: str
) -> None:
    facts = field_of(RANK_1, 9, time_control=control)
    reason = reason_of(verdict_of(facts, 1, RANK_1), "time_control")
    assert (reason.outcome, reason.asks) == (outcome, asks)


@pytest.mark.parametrize(
    ("control", "outcome", "readings"),
    [
        (TimeControl(60), MET, ()),
        (TimeControl(59), NOT_MET, ()),
        (TimeControl(45, first_period_moves=30, second_period_minutes=15), MET, ()),
        (TimeControl(45, 15), NOT_MET, ("UA.Q40",)),
        (TimeControl(45, 14), NOT_MET, ()),
        (None, UNDECIDED, ()),
    ],
)
def test_ua_awd_9a_an_hour_for_each_player(
    control: TimeControl | None, outcome: Outcome, readings: tuple[str, ...]
) -> None:
    facts = field_of(RANK_3, 9, time_control=control)
    reason = reason_of(verdict_of(facts, 1, RANK_3), "minutes_per_game")
    assert (reason.outcome, reason.readings) == (outcome, readings)


def test_ua_q40_sixty_moves_is_the_other_reading() -> None:
    other = LAW.with_reading("UA.Q40", "sixty_moves")
    outcomes = [
        outcome_of(
            field_of(RANK_3, 9, time_control=TimeControl(45, s)), "minutes_per_game", RANK_3, other
        )
        for s in (14, 15)
    ]
    assert outcomes == [NOT_MET, MET]


@pytest.mark.parametrize(
    ("second_ranks", "coefficient", "outcome"),
    [(100, "2.00", NOT_APPLICABLE), (99, "2.01", NOT_MET)],
)
def test_ua_awd_9a_9b_from_coefficient_2_01(
    second_ranks: int, coefficient: str, outcome: Outcome
) -> None:
    grades = [RANK_2] * second_ranks + [RANK_3] * (100 - second_ranks)
    players = [participant(n, grade=grade) for n, grade in enumerate(grades, start=1)]
    facts = event(players, time_control=TimeControl(15), most_rounds_on_one_day=3)
    verdict = verdict_of(facts, 1, RANK_2)
    assert reason_of(verdict, "tournament_coefficient").measured["coefficient"] == Decimal(
        coefficient
    )
    assert reason_of(verdict, "minutes_per_game").outcome is outcome
    assert reason_of(verdict, "games_per_day").outcome is outcome


@pytest.mark.parametrize(("rounds", "outcome"), [(2, MET), (3, NOT_MET), (None, UNDECIDED)])
def test_ua_awd_9b_two_games_a_day(rounds: int | None, outcome: Outcome) -> None:
    facts = field_of(RANK_3, 9, most_rounds_on_one_day=rounds)
    reason = reason_of(verdict_of(facts, 1, RANK_3), "games_per_day")
    assert reason.outcome is outcome
    assert reason.asks == ("most_rounds_on_one_day" if rounds is None else "")


def test_ua_awd_9a_9b_open_while_the_coefficient_is_not_known() -> None:
    players = [participant(1), participant(2, grade_known=False)]
    fast = event(players, time_control=TimeControl(15), most_rounds_on_one_day=2)
    reasons = [
        reason_of(verdict_of(fast, 1, RANK_3), check)
        for check in ("minutes_per_game", "games_per_day")
    ]
    assert [(reason.outcome, reason.asks) for reason in reasons] == [
        (UNDECIDED, "participants_class"),
        (MET, ""),
    ]


def declared(body: DeclaringBody, on: date | None, norm: str = RANK_1) -> DeclaredNorm:
    return DeclaredNorm(norm, body, on)


REGION, NATION = DeclaringBody.REGIONAL_COMMISSION, DeclaringBody.NATIONAL_COMMISSION
CITY, ORGANISER = DeclaringBody.CITY_COMMISSION, DeclaringBody.ORGANISER


@pytest.mark.parametrize(
    ("norms", "grade", "outcome"),
    [
        ((declared(REGION, date(2024, 5, 10)),), RANK_1, MET),
        ((declared(REGION, date(2024, 5, 11)),), RANK_1, MET),
        ((declared(REGION, date(2024, 5, 12)),), RANK_1, NOT_MET),
        ((declared(REGION, None),), RANK_1, MET),
        ((declared(NATION, None),), RANK_1, NOT_MET),
        ((declared(CITY, None),), RANK_1, NOT_MET),
        ((declared(ORGANISER, None),), RANK_1, NOT_MET),
        ((declared(ORGANISER, None), declared(REGION, None)), RANK_1, MET),
        ((declared(REGION, None, RANK_2),), RANK_1, NOT_MET),
        ((declared(ORGANISER, date(2024, 5, 11), RANK_2),), RANK_2, MET),
        ((declared(ORGANISER, date(2024, 5, 12), RANK_2),), RANK_2, NOT_MET),
        ((declared(CITY, None, YOUTH_1),), YOUTH_1, MET),
        ((), RANK_3, NOT_MET),
    ],
)
def test_ua_awd_10_11_declared_by_whom_and_when(
    norms: tuple[DeclaredNorm, ...], grade: str, outcome: Outcome
) -> None:
    facts = field_of(RANK_2, 9, declared_norms=norms)
    assert outcome_of(facts, "norm_declared", grade) is outcome


def test_ua_awd_10_a_late_declaration_is_told_with_both_dates() -> None:
    late = date(2024, 5, 12)
    facts = field_of(RANK_1, 9, declared_norms=(declared(REGION, late),))
    reason = reason_of(verdict_of(facts, 1, RANK_1), "norm_declared")
    assert reason.required == {
        "by_region": True,
        "by": "regional_commission",
        "not_after": date(2024, 5, 11),
    }
    assert reason.measured == {
        "declared": True,
        "body": "regional_commission",
        "declared_on": late,
        "rightful": True,
    }


# ---------------------------------------------------------------- age, clocks, recording


@pytest.mark.parametrize(
    ("birth", "year", "outcome", "asks"),
    [
        (date(2017, 5, 18), 2017, MET, ""),
        (date(2017, 5, 19), 2017, MET, ""),
        (date(2017, 5, 20), 2017, NOT_MET, ""),
        (None, 2016, MET, ""),
        (None, 2017, UNDECIDED, "birth_date"),
        (None, 2018, NOT_MET, ""),
        (None, None, UNDECIDED, "birth_date"),
    ],
)
def test_ua_awd_18b_seven_years_on_the_last_day(
    birth: date | None, year: int | None, outcome: Outcome, asks: str
) -> None:
    facts = field_of(RANK_1, 9)
    first = replace(facts.participants[0], birth_date=birth, birth_year=year)
    facts = replace(facts, participants=(first, *facts.participants[1:]))
    reason = reason_of(verdict_of(facts, 1, YOUTH_1), "minimum_age")
    assert (reason.outcome, reason.asks) == (outcome, asks)


def test_ua_q31_calendar_year_is_the_other_reading() -> None:
    facts = field_of(RANK_1, 9)
    first = replace(facts.participants[0], birth_date=date(2017, 12, 31))
    facts = replace(facts, participants=(first, *facts.participants[1:]))
    reason = reason_of(verdict_of(facts, 1, RANK_1), "minimum_age")
    assert (reason.outcome, reason.readings) == (NOT_MET, ("UA.Q31",))
    other = LAW.with_reading("UA.Q31", "calendar_year")
    assert outcome_of(facts, "minimum_age", law=other) is MET


@pytest.mark.parametrize("fact", ["clocks_used", "moves_recorded"])
@pytest.mark.parametrize(("value", "outcome"), [(True, MET), (False, NOT_MET), (None, UNDECIDED)])
def test_ua_awd_20_clocks_and_recording(fact: str, value: bool | None, outcome: Outcome) -> None:
    facts = field_of(RANK_1, 9, **{fact: value})
    reason = reason_of(verdict_of(facts, 1, RANK_3), fact)
    assert (reason.outcome, reason.asks) == (outcome, fact if value is None else "")
