"""What the ledger does not take: each contradiction, and what only looks like one."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from qualifications.engine import LedgerFact, LedgerKind
from qualifications.engine.contradictions import Contradiction, Fault, Known, contradiction
from qualifications.grades import LADDERS

from .builders import KMSU, LAW, MSU, POINT, RANK_1, RANK_2, RANK_3
from .lives import act, result, void

DAY, TODAY = date(2012, 3, 1), date(2020, 1, 1)
HELD = act(1, date(2010, 5, 1), RANK_1)
MOVED = [
    HELD,
    *(result(n, date(2011, n, 1), rank_1=(4, 11)) for n in (2, 3, 4)),
]
"""Three failures: II rank by law since 1 April 2011."""


def fault(
    entry: LedgerFact,
    *past: LedgerFact,
    scheme: str = "ua",
    laws: tuple[Any, ...] = (LAW,),
    **known: Any,
) -> Contradiction | None:
    return contradiction(
        entry,
        Known(entries=past, **known),
        recorded_on=TODAY,
        ladder=LADDERS.get(scheme, ()),
        laws=laws,
    )


def kind(name: str, grade: str, on: date = DAY) -> LedgerFact:
    return act(9, on, grade, LedgerKind(name))


TESTS = ("confirmation_earned", "failure_recorded", "result_recorded", "confirmed")


@pytest.mark.parametrize("name", TESTS)
def test_only_a_rank_that_was_held_is_tested(name: str) -> None:
    assert fault(kind(name, RANK_1)) == Contradiction(Fault.NEVER_HELD, RANK_1)
    assert fault(kind(name, RANK_2), HELD) == Contradiction(Fault.NEVER_HELD, RANK_2)
    assert fault(kind(name, RANK_1), HELD) is None


def test_held_later_is_not_held_yet() -> None:
    early = kind("confirmation_earned", RANK_1, date(2010, 4, 30))
    assert fault(early, HELD) == Contradiction(Fault.NEVER_HELD, RANK_1)


def test_a_voided_award_was_never_held() -> None:
    found = fault(kind("confirmed", RANK_1), HELD, void(2, DAY, voids=1))
    assert found == Contradiction(Fault.NEVER_HELD, RANK_1)


def test_a_rank_that_has_ended_was_held() -> None:
    """An event that began while the rank was in force confirms it too late: no contradiction."""
    assert fault(kind("failure_recorded", RANK_1, date(2013, 5, 4)), HELD) is None


def test_a_rank_that_came_by_law_was_held() -> None:
    assert fault(kind("confirmation_earned", RANK_2), *MOVED) is None
    expired = act(1, date(2008, 5, 1), KMSU)
    assert fault(kind("failure_recorded", RANK_1), expired) is None


def test_a_rank_that_the_papers_of_the_event_state_is_tested() -> None:
    assert fault(kind("failure_recorded", RANK_1), stated=RANK_1) is None
    other = fault(kind("failure_recorded", RANK_2), stated=RANK_1)
    assert other == Contradiction(Fault.NEVER_HELD, RANK_2)


@pytest.mark.parametrize("name", ["lifetime_granted", "revoked"])
def test_only_a_rank_that_is_held_is_kept_for_life_or_taken_away(name: str) -> None:
    assert fault(kind(name, RANK_1), HELD) is None
    assert fault(kind(name, RANK_2), HELD) == Contradiction(Fault.NOT_HELD, RANK_2)
    late = kind(name, RANK_1, date(2013, 5, 2))
    assert fault(late, HELD) == Contradiction(Fault.NOT_HELD, RANK_1)
    assert fault(kind(name, POINT), HELD, act(2, DAY, POINT)) == Contradiction(
        Fault.NOT_HELD, POINT
    )


def test_nobody_is_moved_down_from_nothing() -> None:
    assert fault(kind("demoted", RANK_2)) == Contradiction(Fault.NOTHING_HELD, RANK_2)


@pytest.mark.parametrize(
    ("grade", "refused"), [(KMSU, True), (RANK_1, True), (POINT, True), (RANK_2, False)]
)
def test_a_player_is_moved_to_a_lower_rank_only(grade: str, refused: bool) -> None:
    """UA.CONF.6b"""
    expected = Contradiction(Fault.NOT_LOWER, grade, RANK_1) if refused else None
    assert fault(kind("demoted", grade), HELD) == expected


def test_a_decree_confirms_a_move_by_law_once() -> None:
    decree = act(5, date(2011, 4, 1), RANK_2, LedgerKind.DEMOTED)
    assert fault(decree, *MOVED) is None
    again = act(6, date(2011, 4, 1), RANK_2, LedgerKind.DEMOTED)
    assert fault(again, *MOVED, decree) == Contradiction(Fault.NOT_LOWER, RANK_2, RANK_2)


BIRTH = date(2000, 6, 15)


@pytest.mark.parametrize(
    ("on", "known", "refused"),
    [
        (date(2000, 6, 14), {"birth": BIRTH, "birth_year": 2000}, True),
        (BIRTH, {"birth": BIRTH, "birth_year": 2000}, False),
        (date(1999, 12, 31), {"birth_year": 2000}, True),
        (date(2000, 1, 1), {"birth_year": 2000}, False),
        (date(1900, 1, 1), {}, False),
    ],
)
@pytest.mark.parametrize("name", ["awarded", "norm_met", "candidate_point_earned"])
def test_nothing_happens_before_birth(
    on: date, known: dict[str, Any], refused: bool, name: str
) -> None:
    grade = POINT if name == "candidate_point_earned" else RANK_3
    expected = Contradiction(Fault.BEFORE_BIRTH, grade) if refused else None
    assert fault(kind(name, grade, on), **known) == expected


def test_nothing_happens_after_the_day_of_recording() -> None:
    assert fault(kind("awarded", RANK_3, TODAY)) is None
    tomorrow = kind("awarded", RANK_3, date(2020, 1, 2))
    assert fault(tomorrow) == Contradiction(Fault.IN_THE_FUTURE, RANK_3)


@pytest.mark.parametrize(
    ("grade", "scheme"),
    [("ua.rank_4", "ua"), ("ru.rank_1", "ua"), ("fide.xm", "fide"), ("xx.rank_1", "xx")],
)
def test_a_grade_that_is_of_no_ladder(grade: str, scheme: str) -> None:
    found = fault(kind("awarded", grade), scheme=scheme)
    assert found == Contradiction(Fault.UNKNOWN_GRADE, grade)


def test_every_grade_of_every_ladder_can_be_awarded() -> None:
    grades = [(scheme, grade) for scheme, ladder in LADDERS.items() for grade in ladder]
    found = [fault(kind("awarded", grade), scheme=scheme) for scheme, grade in grades]
    assert found == [None] * len(grades)


def test_a_line_is_voided_once() -> None:
    assert fault(void(2, DAY, voids=1), HELD) is None
    voided = void(2, DAY, voids=1)
    assert fault(void(3, DAY, voids=1), HELD, voided) == Contradiction(Fault.VOIDED_ALREADY)
    assert fault(void(3, DAY, voids=7), HELD) == Contradiction(Fault.NOT_OF_THE_PLAYER)


def test_a_voiding_that_was_a_mistake_is_voided() -> None:
    """The line counts again; to take it back once more, its second voiding is voided."""
    first, second = void(2, DAY, voids=1), void(3, DAY, voids=2)
    assert fault(second, HELD, first) is None
    third = fault(void(4, DAY, voids=1), HELD, first, second)
    assert third == Contradiction(Fault.VOIDED_ALREADY)
    assert fault(void(4, DAY, voids=3), HELD, first, second) is None


@pytest.mark.parametrize(
    ("scheme", "high", "low"),
    [("ru", "ru.kms", "ru.rank_2"), ("fide", "fide.im", "fide.fm")],
)
def test_other_schemes_know_what_acts_have_given(scheme: str, high: str, low: str) -> None:
    award = act(1, date(2010, 5, 1), high)
    ask = {"scheme": scheme}
    assert fault(kind("confirmed", high), **ask) == Contradiction(Fault.NEVER_HELD, high)
    assert fault(kind("confirmed", high), award, **ask) is None
    assert fault(kind("revoked", low), award, **ask) == Contradiction(Fault.NOT_HELD, low)
    assert fault(kind("demoted", low), award, **ask) is None
    moved = act(2, date(2011, 5, 1), low, LedgerKind.DEMOTED)
    assert fault(kind("revoked", high), award, moved, **ask) == Contradiction(Fault.NOT_HELD, high)
    assert fault(kind("demoted", high), award, moved, **ask) == Contradiction(
        Fault.NOT_LOWER, high, low
    )
    taken = act(3, date(2011, 6, 1), low, LedgerKind.REVOKED)
    assert fault(kind("demoted", low), award, moved, taken, **ask) == Contradiction(
        Fault.NOTHING_HELD, low
    )


def test_without_an_edition_acts_tell_what_is_held() -> None:
    assert fault(kind("confirmed", RANK_1), HELD, laws=()) is None
    assert fault(kind("confirmed", RANK_1), laws=()) == Contradiction(Fault.NEVER_HELD, RANK_1)


def test_only_what_contradicts_under_every_reading_is_refused() -> None:
    """UA.Q17: whether an expired candidate master is moved to the first rank."""
    expired = act(1, date(2008, 5, 1), KMSU)
    void_rank = LAW.with_reading("UA.Q17", "void")
    confirmed = kind("confirmation_earned", RANK_1)
    assert fault(confirmed, expired, laws=(void_rank,)) == Contradiction(Fault.NEVER_HELD, RANK_1)
    assert fault(confirmed, expired, laws=(void_rank, LAW)) is None


def test_entries_of_other_schemes_do_not_disturb() -> None:
    title = LedgerFact(
        2, LedgerKind.AWARDED, date(2011, 1, 1), datetime(2011, 1, 1, tzinfo=UTC), "fide.fm"
    )
    assert fault(kind("confirmed", RANK_1), HELD, title) is None
    assert fault(kind("lifetime_granted", MSU), HELD, title) == Contradiction(Fault.NOT_HELD, MSU)
