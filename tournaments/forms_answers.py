"""What a person answers on the review page, checked: for the reader, and for the papers."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from tournaments.answering import NOT_KNOWN, Asked
from tournaments.models import ArbiterCategory, EventArbiter

MOST_MINUTES, MOST_INCREMENT = 600, 300


class AnswersPosted:
    """The answers as posted.

    `answers` are stored with the decisions, by codes of questions; `papers` are fields of the
    tournament that an answer changes; `arbiter` is a chief arbiter to be added. `errors` are
    sentences by codes. A question that was not posted keeps the answer that it had.
    """

    def __init__(
        self, post: Mapping[str, str], asked: Iterable[Asked], kept: Mapping[str, str]
    ) -> None:
        self.answers = dict(kept)
        self.papers: dict[str, Any] = {}
        self.arbiter: EventArbiter | None = None
        self.errors: dict[str, str] = {}
        self._post = post
        readers = {
            "pace": self._pace,
            "dates": self._dates,
            "arbiter": self._arbiter,
            "city": self._city,
            "bye": self._chosen,
            "decimal_comma": self._chosen,
        }
        for question in asked:
            if question.field in readers and f"answer-{question.field}" in post:
                readers[question.field](question)

    def _value(self, name: str) -> str:
        return self._post.get(f"answer-{name}", "").strip()

    def _chosen(self, asked: Asked) -> None:
        value = self._value(asked.field)
        if value in asked.question.choices:
            self.answers[asked.code] = value

    def _pace(self, asked: Asked) -> None:
        self._chosen(asked)
        for name, field, least, most in (
            ("minutes", "minutes", 1, MOST_MINUTES),
            ("increment", "increment_seconds", 0, MOST_INCREMENT),
        ):
            text = self._value(name)
            if not text:
                continue
            if text.isascii() and text.isdigit() and least <= int(text[:6]) <= most:
                self.papers[field] = int(text)
            else:
                self.errors[asked.code] = _("Write minutes 1 to 600 and seconds 0 to 300.")

    def _dates(self, asked: Asked) -> None:
        """Two days; a posted choice of the file's readings goes before them."""
        choice = self._value("dates")
        first, _slash, last = choice.partition("/")
        if choice not in asked.question.choices:
            first, last = self._value("first_day"), self._value("last_day")
        try:
            days = date.fromisoformat(first), date.fromisoformat(last)
        except ValueError:
            self.errors[asked.code] = _("Write the first and the last day.")
            return
        if days[1] < days[0] or days[0].year < 1900:
            self.errors[asked.code] = _("The last day lies before the first day.")
            return
        self.papers |= {"starts_on": days[0], "ends_on": days[1]}
        self.answers[asked.code] = f"{days[0]}/{days[1]}"

    def _arbiter(self, asked: Asked) -> None:
        name, category = self._value("arbiter")[:120], self._value("category")
        if self._value("arbiter_unknown"):
            self.answers[asked.code] = NOT_KNOWN
        elif name and category in ArbiterCategory.values:
            self.arbiter = EventArbiter(name=name, category=category, chief=True)
            self.answers.pop(asked.code, None)
        elif name:
            self.errors[asked.code] = _("Choose the arbiter's category.")

    def _city(self, asked: Asked) -> None:
        city = self._value("city")[:100]
        if city:
            self.papers["city"] = city
            self.answers[asked.code] = city
