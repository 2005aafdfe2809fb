import pytest
from django.utils import translation
from hypothesis import given, settings

from qualifications import wording, wording_ru
from qualifications.engine import EventFacts, assess_event
from qualifications.engine.facts import AgeGroup, Discipline, EventLevel, EventRecognition
from qualifications.wording import ReasonWords, reason_sentence

from .builders import KMS, LAW, MS, RANK_1, event, found, reasons_of
from .test_properties import events


@pytest.fixture(autouse=True)
def _english() -> object:
    with translation.override("en"):
        yield


def test_every_choice_has_a_name() -> None:
    assert sorted(wording_ru.DISCIPLINES) == sorted(Discipline)
    assert sorted(wording_ru.LEVELS) == sorted(EventLevel)
    assert sorted(wording_ru.RECOGNITIONS) == sorted(EventRecognition)
    assert sorted(wording_ru.AGE_GROUPS) == sorted(AgeGroup)


@given(events())
@settings(max_examples=200, deadline=None)
def test_every_reason_can_be_said(facts: EventFacts) -> None:
    with translation.override("en"):
        for verdict in assess_event(facts, LAW):
            assert wording.grade_name(verdict.grade)
            assert all(wording.route_name(route.key) for route in verdict.routes)
            for reason in reasons_of(verdict):
                words = reason_sentence(reason)
                assert words.requirement
                assert words.measured
                assert "None" not in words.requirement + words.measured
                if reason.asks:
                    assert wording.ask_sentence(reason.asks)


def test_a_percentage_in_words() -> None:
    reason = found(event([1905] * 9, 13), KMS, "ru_table_norm")
    assert reason_sentence(reason) == ReasonWords(
        "Mean rating 1905: 75 percent, which is 6.75, so 7 points.", "6½ points in 9 games."
    )


def test_a_masters_norm_in_words() -> None:
    reason = found(event([2449] * 9, 11), MS, "ru_table_norm")
    assert reason_sentence(reason) == ReasonWords(
        "Mean rating 2449: 5½ points.", "5½ points in 9 games."
    )


def test_the_opponents_in_words() -> None:
    facts = event([2449] * 9, 11, grades=[MS] * 2 + [KMS] * 3 + [RANK_1] * 4)
    assert reason_sentence(found(facts, MS, "ru_opponents")) == ReasonWords(
        "Opponents: 2 not below master, 3 more not below candidate for master, 4 more with a rank.",
        "Of 9 opponents 2 are not below master, 5 not below candidate for master, 9 have a rank.",
    )


def test_no_table_in_words() -> None:
    reason = found(event([2449] * 16, 32), MS, "ru_mean_in_table")
    assert reason_sentence(reason).measured == "There is no table for 16 games."
