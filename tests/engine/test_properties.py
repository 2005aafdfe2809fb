"""What holds for every event, tried on events that nobody would think of."""

from dataclasses import fields, is_dataclass, replace
from datetime import date
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from qualifications.engine import (
    DECIDED,
    DeclaredNorm,
    DeclaringBody,
    EventFacts,
    EventSystem,
    GameFact,
    GameKind,
    Outcome,
    Participant,
    PlayerPeriod,
    RatedEvent,
    RatedGame,
    TimeControl,
    all_of,
    any_of,
    assess_event,
    game_line,
    rate_period,
)
from qualifications.engine.rules import ua_2007

from .builders import FIRST_DAY, LAST_DAY, LAW, reasons_of
from .titles import ARBITERS

GRADES = (None, "ua.youth_1", "ua.rank_3", "ua.rank_2", "ua.rank_1", "ua.kmsu", "ua.msu", "ua.gm")
CHAMPIONSHIPS = sorted({key for line in LAW.tables.places for key in line.championships})
maybe = st.sampled_from((True, False, None))


@st.composite
def participants(draw: st.DrawFn, number: int) -> Participant:
    played = st.sampled_from((*[GameKind.PLAYED] * 6, *GameKind))
    kinds = draw(st.lists(played, max_size=11))
    games = tuple(
        GameFact(round_, kind, draw(st.integers(0, 2)), draw(st.none() | st.integers(1, 5)))
        for round_, kind in enumerate(kinds, start=1)
    )
    birth = draw(st.none() | st.dates(date(2010, 1, 1), date(2018, 12, 31)))
    return Participant(
        number=number,
        sex=draw(st.sampled_from(("m", "w", None))),
        birth_date=birth,
        birth_year=birth.year if birth else draw(st.none() | st.integers(2014, 2019)),
        federation=draw(st.sampled_from((*["UKR"] * 8, "POL", ""))),
        grade_known=draw(st.sampled_from((*[True] * 9, False))),
        grade=draw(st.sampled_from(GRADES)),
        candidate_points=draw(st.integers(0, 2)),
        individual_coefficient=draw(st.none() | st.integers(2000, 2500)),
        coefficient_on_last_day=draw(st.none() | st.integers(2000, 2600)),
        candidate_points_on_last_day=draw(st.none() | st.integers(0, 2)),
        fide_title=draw(st.sampled_from(("", "IM", "GM"))),
        fide_rating=draw(st.none() | st.integers(2000, 2500)),
        simultaneous=draw(maybe),
        place=draw(st.none() | st.integers(1, 7)),
        total_half_points=sum(game.half_points for game in games),
        games=games,
    )


@st.composite
def events(draw: st.DrawFn) -> EventFacts:
    players = [draw(participants(number)) for number in range(1, draw(st.integers(1, 5)) + 1)]
    controls = st.builds(
        TimeControl,
        minutes=st.sampled_from((15, 45, 60, 90, 120)),
        increment_seconds=st.sampled_from((0, 15, 30)),
        first_period_moves=st.sampled_from((None, 40)),
        second_period_minutes=st.sampled_from((None, 30)),
        electronic_clocks=maybe,
    )
    norms = st.builds(
        DeclaredNorm,
        norm=st.sampled_from(ua_2007.GRADES),
        body=st.sampled_from(DeclaringBody),
        declared_on=st.none() | st.dates(date(2024, 5, 9), date(2024, 5, 13)),
    )
    return EventFacts(
        event="any",
        starts_on=FIRST_DAY,
        ends_on=LAST_DAY,
        system=draw(st.sampled_from(EventSystem)),
        women=draw(st.booleans()),
        rounds=11,
        time_control=draw(st.none() | controls),
        most_rounds_on_one_day=draw(st.sampled_from((None, 1, 2, 3))),
        clocks_used=draw(maybe),
        moves_recorded=draw(maybe),
        competition_class=draw(st.sampled_from((None, 1, 3, 4))),
        arbiters=draw(st.sampled_from(((), ARBITERS[:2], ARBITERS))),
        championship=draw(st.none() | st.sampled_from(CHAMPIONSHIPS)),
        declared_norms=tuple(draw(st.lists(norms, max_size=6))),
        participants=tuple(players),
    )


@given(events())
@settings(max_examples=150, deadline=None)
def test_an_outcome_is_what_its_reasons_say(facts: EventFacts) -> None:
    for verdict in assess_event(facts, LAW):
        routes = [all_of(reason.outcome for reason in route.reasons) for route in verdict.routes]
        assert [route.outcome for route in verdict.routes] == routes
        assert verdict.outcome == all_of(
            [*(reason.outcome for reason in verdict.conditions), any_of(routes)]
        )


@given(events())
@settings(max_examples=150, deadline=None)
def test_reasons_name_decided_articles_known_checks_and_known_questions(facts: EventFacts) -> None:
    for verdict in assess_event(facts, LAW):
        for reason in reasons_of(verdict):
            assert reason.article in DECIDED
            assert reason.check in ua_2007.CHECKS
            assert (reason.asks in ua_2007.ASKS) == (reason.outcome is Outcome.UNDECIDED)
            assert set(reason.readings) <= set(LAW.readings)


@given(events(), st.data())
@settings(max_examples=150, deadline=None)
def test_another_half_point_never_loses_a_norm(facts: EventFacts, data: st.DataObject) -> None:
    improvable = [
        (player, place)
        for player in facts.participants
        for place, game in enumerate(player.games)
        if game.kind is GameKind.PLAYED and game.half_points < 2
    ]
    if not improvable:
        return
    player, place = data.draw(st.sampled_from(improvable))
    games = list(player.games)
    games[place] = replace(games[place], half_points=games[place].half_points + 1)
    better = replace(player, games=tuple(games), total_half_points=player.total_half_points + 1)
    others = tuple(better if p.number == player.number else p for p in facts.participants)
    before = {
        v.grade: v.outcome for v in assess_event(facts, LAW) if v.participant == player.number
    }
    after = assess_event(replace(facts, participants=others), LAW)
    lost = [
        verdict.grade
        for verdict in after
        if verdict.participant == player.number
        and before[verdict.grade] is Outcome.MET
        and verdict.outcome is not Outcome.MET
    ]
    assert lost == []


coefficients = st.integers(1200, 2900)
half_points = st.integers(0, 2)


@given(coefficients, coefficients, half_points)
def test_ua_ik_1_two_players_win_and_lose_the_same(one: int, two: int, points: int) -> None:
    here, there = game_line(one, two, points, LAW), game_line(two, one, 2 - points, LAW)
    assert here.gain_hundredths + there.gain_hundredths == 0
    assert here.expected_hundredths + there.expected_hundredths == 100


def floats_in(value: Any) -> list[float]:
    if isinstance(value, float):
        return [value]
    if is_dataclass(value):
        value = [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return [found for item in value for found in floats_in(item)]
    return []


@given(events(), st.lists(st.builds(RatedGame, coefficients, half_points), max_size=12))
@settings(max_examples=50, deadline=None)
def test_no_floats_come_out(facts: EventFacts, games: list[RatedGame]) -> None:
    rated = RatedEvent(key=1, own=None, undivided_first=False, games=tuple(games))
    players = [
        PlayerPeriod(1, 1900, 40, False, (rated,)),
        PlayerPeriod(2, None, 0, False, (rated,)),
    ]
    assert floats_in(assess_event(facts, LAW)) == []
    assert floats_in(rate_period(players, LAW)) == []
