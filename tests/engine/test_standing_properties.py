"""What holds for every life: the order of arrival, voiding, and walking day by day."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qualifications.engine import (
    CoefficientFact,
    LedgerFact,
    LedgerKind,
    Standing,
    Walk,
    standing_on,
)

from .builders import LAW
from .lives import FIRST, LAST, careers, days, lists, void

few = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
BIRTH = date(1962, 2, 28)


def fold(
    entries: list[LedgerFact], coefficients: list[CoefficientFact], on: date, awards: str
) -> Standing:
    return standing_on(
        entries, on=on, law=LAW, awards=awards, sex="m", birth=BIRTH, coefficients=coefficients
    )


def without_keys(standing: Standing) -> Standing:
    return replace(standing, basis=())


awards = st.sampled_from(("by_act", "by_norm"))


@few
@given(careers(), lists, days, awards, st.randoms(use_true_random=False))
def test_the_order_of_arrival_never_matters(
    career: list[LedgerFact],
    coefficients: list[CoefficientFact],
    on: date,
    awards: str,
    random: Random,
) -> None:
    """Acts keep the order of recording among those of one day; facts arrive as they like."""
    shuffled = random.sample(career, len(career))
    facts = [entry for entry in shuffled if entry.kind is LedgerKind.RESULT_RECORDED]
    acts = [entry for entry in career if entry.kind is not LedgerKind.RESULT_RECORDED]
    keys = iter(random.sample(range(100, 200), len(facts)))
    arrived = [
        replace(fact, key=next(keys), recorded_at=datetime(2028, 1, 1, tzinfo=UTC))
        for fact in facts
    ]
    mixed = random.sample([*acts, *arrived], len(career))
    told = fold(career, coefficients, on, awards)
    again = fold(mixed, coefficients[::-1], on, awards)
    assert without_keys(again) == without_keys(told)


@few
@given(careers(), lists, days, awards, st.data())
def test_voiding_equals_never_having_had_it(
    career: list[LedgerFact],
    coefficients: list[CoefficientFact],
    on: date,
    awards: str,
    data: st.DataObject,
) -> None:
    gone = data.draw(st.sets(st.sampled_from([entry.key for entry in career])))
    voids = [void(100 + key, data.draw(days), voids=key) for key in sorted(gone)]
    kept = [entry for entry in career if entry.key not in gone]
    told = fold([*career, *voids], coefficients, on, awards)
    assert told == fold(kept, coefficients, on, awards)


@settings(max_examples=5, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(careers(), lists, awards)
def test_walking_day_by_day_equals_folding_from_nothing(
    career: list[LedgerFact], coefficients: list[CoefficientFact], awards: str
) -> None:
    """What lies ahead changes nothing; without an end or an event nothing changes."""
    happens = {entry.effective_on for entry in career}
    happens |= {fact.effective_on for fact in coefficients}
    day, past = FIRST, list[LedgerFact]()
    before = fold([], [], FIRST - timedelta(days=1), awards)
    while day <= LAST:
        past += [entry for entry in career if entry.effective_on == day]
        known = [fact for fact in coefficients if fact.effective_on <= day]
        now = fold(past, known, day, awards)
        assert now == fold(career, coefficients, day, awards)
        ends = {*before.candidate_points, before.valid_until}
        if day not in happens and day - timedelta(days=1) not in ends:
            assert now == before
        before, day = now, day + timedelta(days=1)


moments = st.none() | days.map(lambda day: datetime(day.year, day.month, day.day, 12, tzinfo=UTC))


@few
@given(careers(), lists, st.sets(days, min_size=1, max_size=40), awards, moments)
def test_one_walk_over_many_days_equals_folding_to_each(
    career: list[LedgerFact],
    coefficients: list[CoefficientFact],
    asked: set[date],
    awards: str,
    known_at: datetime | None,
) -> None:
    """Asking about a day between two others changes nothing on the later one."""
    facts = {"sex": "m", "birth": BIRTH, "coefficients": coefficients, "known_at": known_at}
    walk = Walk(career, law=LAW, awards=awards, **facts)
    told = [walk.standing_on(day) for day in sorted(asked)]
    assert told == [
        standing_on(career, on=day, law=LAW, awards=awards, **facts) for day in sorted(asked)
    ]


def test_a_walk_does_not_go_back() -> None:
    walk = Walk([], law=LAW)
    walk.standing_on(LAST)
    with pytest.raises(ValueError, match="lies before"):
        walk.standing_on(FIRST)


@few
@given(careers(), lists, days, awards)
def test_a_standing_is_in_itself_right(
    career: list[LedgerFact], coefficients: list[CoefficientFact], on: date, awards: str
) -> None:
    found = fold(career, coefficients, on, awards)
    assert (found.grade is None) == (found.term == "none") == (found.since is None)
    assert (found.term == "dated") == (found.valid_until is not None)
    assert found.valid_until is None or on <= found.valid_until
    assert all(on <= point for point in found.candidate_points)
    assert len(found.candidate_points) <= (2 if found.grade == "ua.rank_1" else 0)
