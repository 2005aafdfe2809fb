"""manage.py regulation_words: let the translators see the words of the regulation files."""

from pathlib import Path

from django.core.management.base import BaseCommand

from qualifications.engine import Regulation, all_regulations
from qualifications.engine.fide.tables import FideTables
from qualifications.engine.fide_ratings import OPEN_WORDS, FideRatingTables
from qualifications.engine.registry import states_of

TARGET = Path(__file__).resolve().parents[2] / "regulation_words.py"

HEAD = '''"""Words of the regulation files that people read, for the message catalogues.

Written by `manage.py regulation_words`; the words themselves are changed in the TOML files.
"""

from django.utils.translation import gettext_noop

WORDS = (
'''


_UNFORMATTED = "    # xgettext:no-python-format\n"
"""Says that a percent sign is only that."""


def words_of(law: Regulation) -> list[str]:
    """Summaries of the articles, the readings in full, places and reasons of the errata, why rules
    are not ours, and how sure numbers are."""
    words = [article.summary for article in law.articles.values()]
    for reading in law.readings.values():
        words += [reading.question, reading.example, *(choice.words for choice in reading.choices)]
    for erratum in law.errata.values():
        words += [erratum.place, erratum.reason]
    words += [state.why for state in states_of(law).values()]
    if law.scheme == "fide":
        for status in law.tables_as(FideTables).statuses:
            words += [status.value, status.note]
    if law.scheme == "fide_ratings":
        tables = law.tables_as(FideRatingTables)
        for sets in tables.every().values():
            words += [one.known.note for one in sets]
        words += [tables.precedence_known.note, *(one.known.note for one in tables.raised)]
        words += OPEN_WORDS
    return words


def source() -> str:
    """The text of the module, each word once and in alphabetical order."""
    words = sorted({word for law in all_regulations() for word in words_of(law) if word})
    lines = (
        f"{_UNFORMATTED * ('%' in word)}    gettext_noop({_quoted(word)}),\n" for word in words
    )
    return HEAD + "".join(lines) + ")\n"


def _quoted(word: str) -> str:
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Command(BaseCommand):
    help = "Write qualifications/regulation_words.py, from which makemessages takes the words."

    def handle(self, *args, **options) -> None:
        TARGET.write_text(source(), encoding="utf-8")
        self.stdout.write(f"{TARGET.name} is written. Now: make messages")
