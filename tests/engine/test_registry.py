import inspect
import re

from qualifications.engine import DECIDED, NOT_YET_WRITTEN, all_regulations
from qualifications.engine.registry import READINGS_WRITTEN, STATES, State, not_yet_written
from qualifications.engine.states.ua_2007 import NOT_OURS

from .builders import LAW


def plain(text: str) -> str:
    return re.sub(r"[\s|]+", " ", text).strip()


def test_every_article_is_decided_not_ours_or_listed_as_not_yet_written() -> None:
    listed = [*DECIDED, *NOT_OURS, *NOT_YET_WRITTEN]
    assert sorted(listed) == sorted(LAW.articles)
    assert len(listed) == 94


def test_a_deciding_function_quotes_its_article() -> None:
    unquoted = [
        rule
        for rule, function in DECIDED.items()
        if rule != "UA.RANK.N2"  # the document's example; a test of its own reproduces it
        and plain(LAW.articles[rule].text).rstrip(".") not in plain(inspect.getdoc(function) or "")
    ]
    assert unquoted == []


def test_every_rule_of_every_edition_has_a_state() -> None:
    assert {law.edition: sorted(law.articles) for law in all_regulations()} == {
        edition: sorted(states) for edition, states in STATES.items()
    }


def test_a_state_carries_what_it_needs_and_nothing_else() -> None:
    needs = {
        State.DECIDED: (True, False, False),
        State.ASKED: (False, True, False),
        State.NOT_OURS: (False, False, True),
        State.NOT_YET_WRITTEN: (False, False, False),
    }
    wrong = [
        (edition, rule)
        for edition, states in STATES.items()
        for rule, state in states.items()
        if (bool(state.functions), bool(state.asks), bool(state.why)) != needs[state.state]
    ]
    assert wrong == []


def test_not_yet_written_is_what_the_states_say() -> None:
    assert sorted(not_yet_written(LAW)) == sorted(NOT_YET_WRITTEN)


def test_the_readings_of_an_edition_can_be_followed() -> None:
    refused = [
        (law.edition, reading.id)
        for law in all_regulations()
        for reading in law.readings.values()
        if reading.in_force not in READINGS_WRITTEN.get(reading.id, (reading.in_force,))
    ]
    assert refused == []


def test_written_choices_are_choices_of_an_edition() -> None:
    known = {
        (reading.id, choice.key)
        for law in all_regulations()
        for reading in law.readings.values()
        for choice in reading.choices
    }
    written = {(question, key) for question, keys in READINGS_WRITTEN.items() for key in keys}
    assert written - known == set()
