"""Every code has a sentence, every sentence has a code, and no code is emitted unregistered."""

import re
from pathlib import Path

import tournaments.formats
from tournaments.formats import questions, reading
from tournaments.formats.problems import Problem, Question, Severity
from tournaments.wording import PROBLEMS, problem_message, question_message
from tournaments.wording_tables import QUESTIONS

FOLDER = Path(tournaments.formats.__file__).parent
CODE = re.compile(r'"((?:file|text|trf|event|write|table|list)\.[a-z0-9_]+)"')
PARAMETER = re.compile(r"%\((\w+)\)s")


def test_every_code_of_a_problem_has_a_sentence() -> None:
    assert set(PROBLEMS) == reading.CODES


def test_every_question_has_a_sentence() -> None:
    assert set(QUESTIONS) == questions.CODES
    params = dict.fromkeys(_all_parameters(), 2)
    texts = [question_message(Question(code, params=params)) for code in QUESTIONS]
    assert [text for text in texts if "?" not in text or "%" in text] == []


def test_every_code_in_the_source_is_registered() -> None:
    found = {code for path in FOLDER.glob("*.py") for code in CODE.findall(path.read_text("utf-8"))}
    assert found == reading.CODES


def test_sentences_are_whole_sentences() -> None:
    params = dict.fromkeys(_all_parameters(), 2)
    texts = [problem_message(Problem(code, Severity.NOTE, params=params)) for code in PROBLEMS]
    wrong = [text for text in texts if not text.endswith(".") or text[0].islower() or "%" in text]
    assert wrong == []


def _all_parameters() -> set[str]:
    sources = [path.read_text("utf-8") for path in FOLDER.parent.glob("wording*.py")]
    return set(PARAMETER.findall("".join(sources)))
