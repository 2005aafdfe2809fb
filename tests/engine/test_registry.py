import inspect
import re

from qualifications.engine import DECIDED, NOT_YET_WRITTEN
from qualifications.engine.registry import READINGS_WRITTEN

from .builders import LAW


def plain(text: str) -> str:
    return re.sub(r"[\s|]+", " ", text).strip()


def test_every_article_is_decided_or_listed_as_not_yet_written() -> None:
    listed = [*DECIDED, *NOT_YET_WRITTEN]
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


def test_the_reading_in_force_is_one_that_the_rules_can_follow() -> None:
    assert {
        question: LAW.reading(question) in written for question, written in READINGS_WRITTEN.items()
    } == dict.fromkeys(READINGS_WRITTEN, True)


def test_written_choices_are_choices_of_the_edition() -> None:
    for question, written in READINGS_WRITTEN.items():
        known = {choice.key for choice in LAW.readings[question].choices}
        assert set(written) - known == set(), question
