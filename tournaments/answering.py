"""The questions that a file leaves open: which the papers answer, which a person, which nobody.

Stored answers stand in `Event.review` under `answers`, by codes of questions (see
`tournaments.formats.answers`). What the papers of the tournament say counts as an answer, for a
person has typed it; where the file suggests something else, it is asked all the same.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.formats.answers import days_of
from tournaments.formats.decimals import APART, TOGETHER
from tournaments.formats.parsed import ReadResult
from tournaments.formats.problems import Question
from tournaments.formats.questions import pace_of
from tournaments.models import Event
from tournaments.wording import PACES, question_message

NOT_KNOWN = "-"
"""Answer to a question of which the tournament may do without."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, with what is known of its answer."""

    question: Question
    words: str
    answer: str
    """As stored; empty while nobody has answered."""
    papers: str
    """What the papers say to it, in words; empty where they say nothing."""
    why_open: str
    """Why the event cannot be sent; empty once there is an answer."""
    choices: tuple[tuple[str, str], ...] = ()
    """Values and words of what can be chosen."""

    @property
    def code(self) -> str:
        return self.question.code

    @property
    def field(self) -> str:
        """The kind of the question: `pace`, `dates`, `arbiter`, `city`, `bye`, `decimal_comma`."""
        kinds = {"ask.date_order": "dates", "ask.bye_with_point": "bye"}
        return kinds.get(self.code, self.code.removeprefix("ask."))


def time_code(event: Event) -> str:
    """The time control of the papers as record 222 writes it: `40/7200:3600`, `5400+30`."""
    added = f"+{event.increment_seconds}" if event.increment_seconds else ""
    first = f"{60 * event.minutes}{added}"
    if event.first_period_moves and event.second_period_minutes:
        return f"{event.first_period_moves}/{first}:{60 * event.second_period_minutes}{added}"
    return first


def questions_asked(
    event: Event, result: ReadResult, answers: Mapping[str, str]
) -> tuple[Asked, ...]:
    """Each question of a file in the order in which it is asked. At most one query."""
    return tuple(_asked(event, question, answers) for question in result.questions)


def _asked(event: Event, question: Question, answers: Mapping[str, str]) -> Asked:
    answer = answers.get(question.code, "")
    words = question_message(question)
    if question.code == "ask.pace":
        return _pace(event, question, words, answer)
    if question.code in ("ask.dates", "ask.date_order"):
        return _days(event, question, words, answer)
    if question.code == "ask.arbiter":
        chief = event.arbiters.filter(chief=True).first()
        why = "" if chief or answer else _("Say who the chief arbiter was.")
        return Asked(question, words, answer, chief.name if chief else "", why)
    if question.code == "ask.city":
        return Asked(question, words, answer, event.city, "")
    if question.code == "ask.decimal_comma":
        choices = (
            (TOGETHER, _("one number with a decimal comma")),
            (APART, _("two columns, the points are whole")),
        )
        why = "" if answer else _("Say whether the points have a decimal comma.")
        return Asked(question, words, answer, "", why, choices)
    if question.code == "ask.bye_with_point":
        choices = (
            ("pairing_bye", _("pairing byes, at most one a round")),
            ("full_point_bye", _("byes that players asked for")),
        )
        why = "" if answer else _("Say what the byes with a point are.")
        return Asked(question, words, answer, "", why, choices)
    return Asked(question, words, answer, "", _("Say which column of the table is what."))


def _pace(event: Event, question: Question, words: str, answer: str) -> Asked:
    """Standard, rapid or blitz follows from the minutes that the papers give."""
    own = pace_of(time_code(event)) or ""
    said = answer or question.proposal or own
    why = ""
    if said != own:
        why = _(
            "By the minutes in the papers the tournament is %(own)s, but %(said)s was said or "
            "stands in the file. Correct the minutes, or say what is right."
        ) % {"own": PACES[own], "said": PACES[said]}
    papers = _("%(time)s: %(pace)s") % {"time": time_words(event), "pace": PACES[own]}
    choices = tuple((pace, str(PACES[pace])) for pace in question.choices)
    return Asked(question, words, answer, papers, why, choices)


def time_words(event: Event) -> str:
    """As in: 40 moves in 120 minutes, then 60 minutes; 30 seconds a move."""
    if event.first_period_moves and event.second_period_minutes:
        words = _("%(moves)d moves in %(first)d minutes, then %(second)d minutes") % {
            "moves": event.first_period_moves,
            "first": event.minutes,
            "second": event.second_period_minutes,
        }
    else:
        words = _("%(minutes)d minutes") % {"minutes": event.minutes}
    if event.increment_seconds:
        words += _(", %(seconds)d seconds a move") % {"seconds": event.increment_seconds}
    return words


def _days(event: Event, question: Question, words: str, answer: str) -> Asked:
    """The papers always have days; they answer unless the file cannot mean them."""
    own = f"{event.starts_on}/{event.ends_on}"
    why = ""
    if question.choices and own not in question.choices and answer != own:
        why = _("The days of the papers are none of those that the file can mean. Say which hold.")
    choices = tuple((choice, _days_in_words(choice)) for choice in question.choices)
    return Asked(question, words, answer, _days_in_words(own), why, choices)


def _days_in_words(answer: str) -> str:
    days = days_of(answer)
    return f"{days[0]:%d.%m.%Y} – {days[1]:%d.%m.%Y}" if days else answer


def open_questions(asked: tuple[Asked, ...]) -> Iterator[str]:
    """What keeps the event from being sent, a sentence each."""
    return (one.why_open for one in asked if one.why_open)
