"""What the review page shows: the lines of a review with what was typed, in sections."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import ngettext

from federation.naming import MatchKind
from tournaments.formats.problems import Problem
from tournaments.review import NEW, Review, ReviewLine

NO_BREAK = "\N{NO-BREAK SPACE}"
SHOWN_OF_ONE_KIND = 5
"""Problems of one code shown at once; the rest stands behind a fold."""


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A player of the file as the page shows them."""

    line: ReviewLine
    error: str
    """What is wrong with the number that was typed; empty when nothing is."""
    radio: str
    """The choice to show: `new`, a player's id, or empty for what the registry found itself."""
    other: str
    """The text typed as another player's number, kept only while it is wrong."""

    @property
    def number(self) -> int:
        return self.line.parsed.number

    @property
    def doubtful(self) -> bool:
        return self.line.match.kind is MatchKind.DOUBTFUL

    @property
    def chosen_by_number(self) -> bool:
        """Somebody was chosen whom the registry did not propose itself."""
        chosen = self.line.chosen
        return chosen is not None and chosen.pk not in self.proposed

    @property
    def proposed(self) -> set[int]:
        matched = {self.line.match.player} if self.line.match.player else set()
        return matched | {player.pk for player, _reason in self.line.candidates}

    @property
    def decided_by_hand(self) -> bool:
        """The clerk decided against what the registry would have taken."""
        return self.chosen_by_number or (self.line.is_new and self.line.match.kind != MatchKind.NEW)


@dataclass(frozen=True, slots=True)
class ProblemGroup:
    """Problems of one code: the first few, and the rest."""

    first: list[dict]
    rest: list[dict]


@dataclass(frozen=True, slots=True)
class ReviewPage:
    summary: str
    """The answer before the tables, a sentence."""
    doubtful: list[ReviewRow]
    """Lines that a person decides, the undecided first."""
    recognised: list[ReviewRow]
    new: list[ReviewRow]
    errors: list[ProblemGroup]
    warnings: list[ProblemGroup]
    notes: list[ProblemGroup]
    asks_newcomers: bool
    asks_federation: bool
    guessed_encoding: bool
    """The letters were read in a single-byte encoding: only a person sees whether it is right."""


def review_page(
    review: Review,
    errors: Mapping[int, str] | None = None,
    typed: Mapping[int, tuple[str, str]] | None = None,
    *,
    encoding: str = "",
) -> ReviewPage:
    """Sections of the page. `errors` and `typed` belong to the form that has just come back.

    `encoding` is a person's choice, if there was one: it can always be changed again.
    """
    rows = [_row(line, errors or {}, typed or {}) for line in review.lines]
    doubtful = [row for row in rows if row.doubtful or row.error]
    settled = [row for row in rows if not (row.doubtful or row.error)]
    return ReviewPage(
        summary=summary_sentence(review),
        doubtful=sorted(doubtful, key=lambda row: (not row.line.undecided, row.number)),
        recognised=[row for row in settled if row.line.chosen],
        new=[row for row in settled if not row.line.chosen],
        errors=_groups(review.errors),
        warnings=_groups(review.warnings),
        notes=_groups(review.notes),
        asks_newcomers=bool(review.new),
        asks_federation=bool(review.without_federation),
        guessed_encoding=bool(encoding)
        or (review.parsed is not None and review.parsed.encoding not in ("utf-8", "utf-16")),
    )


def summary_sentence(review: Review) -> str:
    """As in: 96 of 100 players recognised, 4 to decide, 1 warning, 0 errors."""
    parts = [
        ngettext(
            "%(known)d of %(n)d player recognised",
            "%(known)d of %(n)d players recognised",
            len(review.lines),
        )
        % {"known": len(review.recognised), "n": len(review.lines)}
    ]
    if review.new:
        parts.append(ngettext("%(n)d new", "%(n)d new", len(review.new)) % {"n": len(review.new)})
    undecided, warnings, errors = len(review.undecided), len(review.warnings), len(review.errors)
    parts += [
        ngettext("%(n)d to decide", "%(n)d to decide", undecided) % {"n": undecided},
        ngettext("%(n)d warning", "%(n)d warnings", warnings) % {"n": warnings},
        ngettext("%(n)d error", "%(n)d errors", errors) % {"n": errors},
    ]
    return ", ".join(part.replace(" ", NO_BREAK, 1) for part in parts) + "."


def _row(
    line: ReviewLine, errors: Mapping[int, str], typed: Mapping[int, tuple[str, str]]
) -> ReviewRow:
    number = line.parsed.number
    automatic = NEW if line.match.kind is MatchKind.NEW else str(line.match.player or "")
    radio = "" if line.decision == automatic else line.decision
    other = ""
    if number in typed:
        radio, other = typed[number]
    return ReviewRow(line=line, error=errors.get(number, ""), radio=radio, other=other)


def _groups(problems: list[tuple[Problem, str]]) -> list[ProblemGroup]:
    by_code: dict[str, list[dict]] = {}
    for problem, words in problems:
        by_code.setdefault(problem.code, []).append(
            {
                "severity": problem.severity.value,
                "message": words,
                "line": problem.line,
                "column": problem.column,
            }
        )
    return [
        ProblemGroup(found[:SHOWN_OF_ONE_KIND], found[SHOWN_OF_ONE_KIND:])
        for found in by_code.values()
    ]
