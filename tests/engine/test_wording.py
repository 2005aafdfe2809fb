from dataclasses import replace
from datetime import date

import pytest
from django.utils import translation
from django.utils.formats import date_format
from hypothesis import given, settings

from qualifications import wording, wording_fide
from qualifications.engine import (
    LADDER,
    DeclaredNorm,
    DeclaringBody,
    EventFacts,
    GameFact,
    GameKind,
    Outcome,
    TimeControl,
    assess_event,
    measures_ru,
)
from qualifications.engine.registry import STATES
from qualifications.engine.rules import fide_b01, ru_2018, ua_2007
from qualifications.wording import ReasonWords, reason_sentence

from .builders import (
    LAW,
    RANK_1,
    RANK_2,
    RANK_3,
    YOUTH_1,
    event,
    field_of,
    participant,
    reason_of,
    reasons_of,
    verdict_of,
)
from .test_properties import events

RULES = (fide_b01, ru_2018, ua_2007)


@pytest.fixture(autouse=True)
def _english() -> object:
    with translation.override("en"):
        yield


def test_every_key_has_words() -> None:
    for name in ("CHECKS", "ASKS", "ROUTES"):
        keys = {key for rules in RULES for key in getattr(rules, name)}
        if name == "ASKS":  # some rules are asked about in the papers only
            keys |= {
                fact for rules in STATES.values() for rule in rules.values() for fact in rule.asks
            }
        assert sorted(getattr(wording, name)) == sorted(keys)
    assert sorted(wording.OUTCOMES) == sorted(Outcome)
    assert sorted(wording.BODIES) == sorted(DeclaringBody)
    assert sorted(wording.GRADES) == sorted(
        (*LADDER, "ua.candidate_point", *measures_ru.GRADES, *wording_fide.GRADES)
    )


@given(events())
@settings(max_examples=100, deadline=None)
def test_every_reason_can_be_said(facts: EventFacts) -> None:
    with translation.override("en"):
        for verdict in assess_event(facts, LAW):
            for reason in reasons_of(verdict):
                words = reason_sentence(reason)
                assert words.requirement
                assert words.measured
                assert "None" not in words.requirement + words.measured
                if reason.asks:
                    assert wording.ask_sentence(reason.asks)


@pytest.mark.parametrize(
    ("half_points", "words"),
    [
        (0, "0 points"),
        (1, "half a point"),
        (2, "1 point"),
        (3, "1½ points"),
        (15, "7½ points"),
        (22, "11 points"),
    ],
)
def test_points_in_words(half_points: int, words: str) -> None:
    assert wording.points_words(half_points) == words


@pytest.mark.parametrize(
    ("half_points", "words"),
    [
        (8, "half a point short"),
        (7, "1 point short"),
        (9, "exactly the norm"),
        (12, "1½ points more than needed"),
    ],
)
def test_distance_from_the_norm(half_points: int, words: str) -> None:
    assert wording.distance_sentence(verdict_of(field_of(RANK_1, half_points), 1, RANK_1)) == words


def test_no_distance_without_a_norm() -> None:
    assert wording.distance_sentence(verdict_of(field_of(YOUTH_1, 9), 1, RANK_1)) == ""


def test_names() -> None:
    assert wording.grade_name(RANK_2) == "II rank"
    assert wording.grade_name(None) == "Without rank"
    assert wording.outcome_name(Outcome.UNDECIDED) == "a person has to decide"
    assert wording.route_name("first_place") == "By a first place that nobody shares"


def test_a_reading_in_a_sentence() -> None:
    assert wording.reading_sentence(LAW.readings["UA.Q03"]) == (
        "The text can be read in two ways (UA.Q03). "
        "A norm exactly between two half points: rounded up."
    )


def test_the_norm_of_the_table_in_words() -> None:
    reason = reason_of(verdict_of(field_of(RANK_1, 9), 1, RANK_1), "table_norm")
    assert reason_sentence(reason) == ReasonWords(
        "Row 11 of the table: 50 percent, which is 4.50, so 4½ points.", "4½ points in 9 games."
    )


def test_unknown_ranks_in_words() -> None:
    players = [participant(1), participant(2, grade_known=False)]
    reason = reason_of(verdict_of(event(players), 1, RANK_1), "tournament_coefficient")
    assert reason_sentence(reason).measured == ("The rank of 1 of 2 participants is not known.")


def test_a_late_declaration_in_words() -> None:
    late = DeclaredNorm(RANK_1, DeclaringBody.REGIONAL_COMMISSION, date(2024, 5, 12))
    facts = field_of(RANK_1, 9, declared_norms=(late,))
    first_day, day_after = (date_format(date(2024, 5, day), "DATE_FORMAT") for day in (11, 12))
    assert reason_sentence(reason_of(verdict_of(facts, 1, RANK_1), "norm_declared")) == ReasonWords(
        f"A regional qualification commission declared the norm by {first_day}.",
        f"Declared by a regional qualification commission on {day_after}.",
    )


def test_the_time_control_in_words() -> None:
    facts = field_of(RANK_1, 9, time_control=TimeControl(90, 30))
    assert reason_sentence(reason_of(verdict_of(facts, 1, RANK_1), "time_control")).measured == (
        "For each player: 90 minutes for the game, 30 seconds for each move."
    )


def test_a_shared_first_place_in_words() -> None:
    players = [participant(n, 12, grade=RANK_2) for n in (1, 2)]
    reason = reason_of(verdict_of(event(players), 1, RANK_1), "sole_first_place")
    assert reason_sentence(reason).measured == "6 points, as many as 1 other player."


def test_an_age_known_by_the_year_in_words() -> None:
    facts = field_of(RANK_1, 9)
    first = replace(facts.participants[0], birth_date=None, birth_year=2017)
    facts = replace(facts, participants=(first, *facts.participants[1:]))
    reason = reason_of(verdict_of(facts, 1, RANK_3), "minimum_age")
    assert reason_sentence(reason).measured == (
        "6 or 7 years old: only the year of birth is known."
    )


def test_nobody_played_in_words() -> None:
    bye = GameFact(1, GameKind.PAIRING_BYE, 2)
    facts = event([participant(1, 2, games=(bye,))])
    reason = reason_of(verdict_of(facts, 1, RANK_1), "tournament_coefficient")
    assert reason_sentence(reason).measured == "Nobody played a game."
