"""The engine's reasons in the words of the case files: one table.

Files of other hands may word a reason differently, so each reason also says how to recognise it.
Numbers always have to agree.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from qualifications.engine import measures, measures_ru
from qualifications.engine import measures_ua_titles as titles


@dataclass(frozen=True, slots=True)
class Sentence:
    words: str
    """As the files word it; `{}` stands for the number."""
    recognised_by: str
    """Pattern of other wordings of the same reason, without the number."""


SENTENCES: Mapping[str, Sentence] = {
    measures.ABOVE_COLUMN: Sentence("coefficient above the column", r"above (the )?(column|table)"),
    measures.BELOW_COLUMN: Sentence("coefficient below the column", r"below (the )?(column|table)"),
    measures.ABOVE_LIMIT: Sentence("coefficient above {}", r"coefficient (above|over|exceeds)"),
    measures.FIRST_PLACE_SHARED: Sentence("first place shared", r"shared|not (the )?sole"),
    measures.NO_FIRST_PLACE_RULE: Sentence(
        "no first-place rule for this rank", r"no first.place rule"
    ),
    measures.TOO_FEW_GAMES: Sentence(
        "fewer than {} games", r"(fewer|less) than \d+ games( played)?$|too few games$"
    ),
    titles.TOO_FEW_MASTERS: Sentence(
        "fewer than {} games against MSU or higher",
        r"(fewer|less) than \d+ (games )?(against|with) MSU",
    ),
    titles.TOO_FEW_CANDIDATES: Sentence(
        "fewer than {} games against KMSU or higher",
        r"(fewer|less) than \d+ (games )?(against|with) KMSU?",
    ),
    titles.BY_COMMISSION: Sentence("manual decision", r"manual|commission|undecided"),
    titles.MEAN_BELOW_TABLE: Sentence(
        "mean below the first row", r"mean (is )?below|below (the )?(table|category)"
    ),
    titles.TOO_MANY_SECOND_RANK: Sentence(
        "more than two games against II rank", r"more than (two|2)( games)?.*(II|R2)"
    ),
    titles.NO_PERCENT_FOR_CLASS: Sentence(
        "no percentage against this class",
        r"no (percentage|value|coefficient|norm)|not available|dash|not in the (table|column)",
    ),
    titles.TOO_FEW_RATED: Sentence("fewer than half have a coefficient", r"(fewer|less) than half"),
    titles.MEAN_TOO_LOW: Sentence("mean too low", r"mean (is )?(too low|below)"),
    measures_ru.NO_TABLE: Sentence("no table for {} games", r"no (MS )?table"),
}

MASTER_MEAN_BELOW = "mean_below_number"
"""The Russian tables of masters name the lowest mean."""

_MORE: Mapping[str, Sentence] = {
    MASTER_MEAN_BELOW: Sentence("mean below {}", r"mean (is )?below|below the (first row|table)"),
}


@dataclass(frozen=True, slots=True)
class Said:
    """A reason of the engine, to be compared with the words of a file."""

    key: str
    number: object = None

    def __str__(self) -> str:
        return self._sentence.words.format(self.number)

    @property
    def _sentence(self) -> Sentence:
        return SENTENCES[self.key] if self.key in SENTENCES else _MORE[self.key]

    def agrees_with(self, words: object) -> bool:
        """Whether a file's words say this reason; a number in them has to be the same."""
        if not isinstance(words, str):
            return False
        if words == str(self):
            return True
        numbers = re.findall(r"\d+(?:\.\d+)?", words)
        wanted = [str(self.number)] if "{}" in self._sentence.words else numbers
        same_number = not numbers or numbers == wanted
        return same_number and bool(re.search(self._sentence.recognised_by, words, re.IGNORECASE))


def said(key: str | None, number: object = None) -> Said | None:
    """A reason, or None where there is none."""
    return None if key is None else Said(key, number)
