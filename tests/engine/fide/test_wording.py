"""The sentences of reasons on games name the games that they are about."""

from dataclasses import replace

import pytest
from django.utils import translation

from qualifications.engine.fide.facts import EventFormat
from qualifications.wording import ReasonWords, reason_sentence

from .builders import LAW_2024, field, judged, reason_of


@pytest.fixture(autouse=True)
def _english() -> object:
    with translation.override("en"):
        yield


def test_1_42e_and_f_name_the_games_that_may_be_left_out() -> None:
    weak = replace(field()[0], rating=1900)
    verdict = judged("GM", [weak, *field(count=10)], "1" + "=" * 9 + "0", law=LAW_2024)
    assert reason_sentence(reason_of(verdict, "late_left_out")) == ReasonWords(
        "Late games may be left out after the result was reached.", "Left out: 1 game."
    )
    assert reason_sentence(reason_of(verdict, "wins_left_out")) == ReasonWords(
        "Wins may be left out.", "Left out: 1 game."
    )


def test_1_42e_and_f_name_the_games_that_may_not_be_left_out() -> None:
    verdict = judged(
        "GM",
        field(count=10, title="IM"),
        "=" * 9 + "0",
        law=LAW_2024,
        format=EventFormat.ROUND_ROBIN,
    )
    assert reason_sentence(reason_of(verdict, "late_left_out")) == ReasonWords(
        "Late games may not be left out in this event.", "No game was left out."
    )
    assert reason_sentence(reason_of(verdict, "wins_left_out")) == ReasonWords(
        "Wins may not be left out in this event.", "No game was left out."
    )
