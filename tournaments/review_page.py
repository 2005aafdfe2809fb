"""What the review page shows: the lines of a review with what was typed, in sections."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import ngettext

from federation.models import Player
from federation.naming import MatchKind
from tournaments.confirmations import WarningConfirmation, WarningKind, problem_key
from tournaments.formats.problems import Problem
from tournaments.review import NEW, Review, ReviewLine
from tournaments.review_parts import Part, ReviewPlace, part_of
from tournaments.wording_people import kind_heading

NO_BREAK = "\N{NO-BREAK SPACE}"
SHOWN_OF_ONE_KIND = 5
"""Problems of one code shown at once; the rest stands behind a fold."""
FOLDED_OF_ONE_KIND = 50
"""How many of them a page has in all, unless it is asked for all of that kind."""


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
    left_out: int = 0
    """More of this kind, which the page does not have."""
    code: str = ""


@dataclass(frozen=True, slots=True)
class WarningGroup:
    """Warnings of one kind to be confirmed together."""

    heading: str
    shown: ProblemGroup
    open: int
    """How many nobody has confirmed."""
    total: int
    seal: str
    code: str
    confirmations: tuple[WarningConfirmation, ...]
    address: str
    """Of the page with all of this kind."""


@dataclass(frozen=True, slots=True)
class ReviewPage:
    summary: str
    """The answer before the tables, a sentence."""
    doubtful: list[ReviewRow]
    """Lines that a person decides, the undecided first."""
    recognised: list[ReviewRow]
    new: list[ReviewRow]
    decide_part: Part
    """One page of `doubtful`; whatever has an error comes before it."""
    known_part: Part
    new_part: Part
    errors: list[ProblemGroup]
    warnings: list[WarningGroup]
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
    place: ReviewPlace | None = None,
) -> ReviewPage:
    """Sections of the page. `errors` and `typed` belong to the form that has just come back.

    `encoding` is a person's choice, if there was one: it can always be changed again. `place` says
    which page of each list is shown.
    """
    place = place or ReviewPlace()
    rows = [_row(line, errors or {}, typed or {}) for line in review.lines]
    doubtful = [row for row in rows if row.doubtful or row.error]
    settled = [row for row in rows if not (row.doubtful or row.error)]
    doubtful.sort(key=lambda row: (not row.error, not row.line.undecided, row.number))
    recognised = [row for row in settled if row.line.chosen]
    new = [row for row in settled if not row.line.chosen]
    return ReviewPage(
        summary=summary_sentence(review),
        doubtful=doubtful,
        recognised=recognised,
        new=new,
        decide_part=part_of(doubtful, "decide", place),
        known_part=part_of(recognised, "known", place),
        new_part=part_of(new, "new", place),
        errors=_groups(review.errors),
        warnings=[_warnings(kind, review, place) for kind in review.kinds],
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


def _warnings(kind: WarningKind, review: Review, place: ReviewPlace) -> WarningGroup:
    still = {problem_key(problem) for problem in kind.open}
    told = sorted(kind.problems, key=lambda one: problem_key(one[0]) not in still)
    all_of_it = place.kind == kind.code
    address = replace(place, kind=kind.code).query()
    return WarningGroup(
        heading=kind_heading(kind.code),
        shown=_group(kind.code, told, review.instead, all_of_it=all_of_it),
        open=len(kind.open),
        total=len(kind.problems),
        seal=kind.seal,
        code=kind.code,
        confirmations=kind.confirmations,
        address=f"{address}#warnings-{kind.code}",
    )


def _groups(problems: list[tuple[Problem, str]]) -> list[ProblemGroup]:
    by_code: dict[str, list[tuple[Problem, str]]] = {}
    for problem, words in problems:
        by_code.setdefault(problem.code, []).append((problem, words))
    return [_group(code, found, {}, all_of_it=False) for code, found in by_code.items()]


def _group(
    code: str,
    found: list[tuple[Problem, str]],
    instead: Mapping[str, Player],
    *,
    all_of_it: bool,
) -> ProblemGroup:
    on_page = found if all_of_it else found[:FOLDED_OF_ONE_KIND]
    lines = [
        {
            "severity": problem.severity.value,
            "message": words,
            "line": problem.line,
            "column": problem.column,
            "number": problem.params.get("number"),
            "instead": instead.get(problem_key(problem)) if instead else None,
        }
        for problem, words in on_page
    ]
    return ProblemGroup(
        lines[:SHOWN_OF_ONE_KIND], lines[SHOWN_OF_ONE_KIND:], len(found) - len(on_page), code
    )
