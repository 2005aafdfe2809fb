"""What must hold for every event, and for every number of games, mean and column."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qualifications.engine import (
    EventFacts,
    GameFact,
    GameKind,
    Outcome,
    TimeControl,
    all_of,
    any_of,
    assess_event,
)
from qualifications.engine import measures_ru as measures
from qualifications.engine.facts import AgeGroup, Discipline, EventLevel, EventRecognition
from qualifications.engine.registry import STATES, State
from qualifications.engine.rules import ru_2018

from .builders import LAW, change_hero, event, reasons_of

GRADES = (None, "ua.kmsu", *measures.GRADES)
PASSED = (Outcome.MET, Outcome.WAIVED, Outcome.NOT_APPLICABLE)


def maybe(values: st.SearchStrategy) -> st.SearchStrategy:
    return st.none() | values


@st.composite
def events(draw: st.DrawFn) -> EventFacts:
    """Events of 0 to 16 games, with any fact unknown."""
    rounds = draw(st.integers(1, 16))
    ratings = draw(st.lists(maybe(st.integers(1000, 2800)), min_size=rounds, max_size=rounds))
    grades = draw(st.lists(st.sampled_from(GRADES), min_size=rounds, max_size=rounds))
    facts = event(
        ratings,
        draw(st.integers(0, 2 * rounds)),
        grades=grades,
        women=draw(st.booleans()),
        discipline=draw(maybe(st.sampled_from(Discipline))),
        level=draw(maybe(st.sampled_from(EventLevel))),
        recognition=draw(maybe(st.sampled_from(EventRecognition))),
        age_group=draw(maybe(st.sampled_from(AgeGroup))),
        time_control=draw(
            maybe(st.sampled_from([TimeControl(15, 10), TimeControl(3, 2), TimeControl(60)]))
        ),
        olympiad_rules=draw(maybe(st.booleans())),
        composition_sections=draw(maybe(st.booleans())),
    )
    kinds = draw(
        st.lists(
            st.sampled_from([GameKind.PLAYED, GameKind.PLAYED, GameKind.FORFEIT]),
            min_size=rounds,
            max_size=rounds,
        )
    )
    hero = facts.participants[0]
    games = [
        GameFact(game.round, kind, game.half_points, game.opponent)
        for game, kind in zip(hero.games, kinds, strict=True)
    ]
    return change_hero(
        facts,
        games=tuple(games),
        sex=draw(st.sampled_from(["m", "w", None])),
        birth_date=None,
        birth_year=draw(maybe(st.integers(1950, 2014))),
        place=draw(maybe(st.integers(1, 8))),
        rating_on_last_day=draw(maybe(st.integers(1000, 2800))),
    )


@given(events())
@settings(max_examples=200, deadline=None)
def test_a_verdict_is_the_conjunction_of_its_reasons(facts: EventFacts) -> None:
    verdicts = assess_event(facts, LAW)
    assert [verdict.grade for verdict in verdicts] == list(measures.GRADES)
    for verdict in verdicts:
        for route in verdict.routes:
            assert route.outcome is all_of(reason.outcome for reason in route.reasons)
        ways = any_of(route.outcome for route in verdict.routes)
        assert verdict.outcome is all_of([*(r.outcome for r in verdict.conditions), ways])


@given(events())
@settings(max_examples=200, deadline=None)
def test_every_reason_cites_a_decided_article_and_asks_only_when_open(facts: EventFacts) -> None:
    for verdict in assess_event(facts, LAW):
        for reason in reasons_of(verdict):
            assert STATES["ru_2018"][reason.article].state is State.DECIDED
            assert reason.check in ru_2018.CHECKS
            assert (reason.asks in ru_2018.ASKS) == (reason.outcome is Outcome.UNDECIDED)
            assert set(reason.readings) <= set(LAW.readings)


@given(events())
@settings(max_examples=150, deadline=None)
def test_one_more_half_point_never_loses_a_norm(facts: EventFacts) -> None:
    hero = facts.participants[0]
    at = next((i for i, game in enumerate(hero.games) if game.half_points < 2), None)
    if at is None:
        return
    game = hero.games[at]
    better = GameFact(game.round, game.kind, game.half_points + 1, game.opponent)
    more = change_hero(
        facts,
        games=(*hero.games[:at], better, *hero.games[at + 1 :]),
        total_half_points=hero.total_half_points + 1,
    )
    for before, after in zip(assess_event(facts, LAW), assess_event(more, LAW), strict=True):
        if before.outcome is Outcome.MET:
            assert after.outcome is Outcome.MET


@pytest.mark.parametrize("column", ["men", "women"])
@pytest.mark.parametrize("games", range(8, 16))
def test_ru_ms_t_a_stronger_field_never_raises_the_points(games: int, column: str) -> None:
    norms = [
        measures.ms_norm(games, Fraction(mean), column, LAW).norm_half_points
        for mean in range(2030 if column == "women" else 2230, 2701)
    ]
    assert None not in norms
    assert all(0 <= before - after <= 1 for before, after in pairwise(norms))


@pytest.mark.parametrize("column", ["men", "women"])
@pytest.mark.parametrize("grade", measures.RANK_GRADES)
def test_ru_rank_12_1_a_stronger_field_never_raises_the_points(grade: str, column: str) -> None:
    for games in (7, 9, 11, 15):
        norms = [
            measures.rank_norm(grade, Fraction(mean), column, games, Discipline.CLASSICAL, LAW)
            for mean in range(1000, 2301)
        ]
        points = [norm.norm_half_points for norm in norms if norm.norm_half_points is not None]
        assert all(after <= before for before, after in pairwise(points))
        reasons = [norm.reason for norm in norms]
        assert reasons == sorted(reasons, key=lambda reason: reason is None)


@given(
    st.integers(7, 15),
    st.fractions(1000, 2400, max_denominator=15),
    st.sampled_from(["men", "women"]),
    st.integers(0, 30),
)
def test_the_best_rank_is_the_first_whose_norm_is_reached(
    games: int, mean: Fraction, column: str, half_points: int
) -> None:
    discipline = Discipline.CLASSICAL
    reached = [
        grade
        for grade in measures.RANK_GRADES
        if (
            norm := measures.rank_norm(grade, mean, column, games, discipline, LAW).norm_half_points
        )
        is not None
        and half_points >= norm
    ]
    best = measures.best_rank(mean, column, games, half_points, discipline, LAW)
    assert best == (reached[0] if reached else None)
