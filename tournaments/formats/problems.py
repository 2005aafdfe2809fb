"""What a reader or a check has to say about a file, as values.

A problem holds a key and parameters, never prose: the words (in three languages) live in
`tournaments/wording.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum


class Severity(StrEnum):
    """How much a problem matters."""

    ERROR = "error"
    """The event cannot be taken until this is settled in the file."""
    WARNING = "warning"
    """A person has to look; the event can be taken."""
    NOTE = "note"
    """Something was repaired, left out or guessed; said so that nobody is surprised."""


Scalar = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing found in a file."""

    code: str
    """Stable key, e.g. `trf.opponent_unknown`."""
    severity: Severity
    line: int | None = None
    """Line of the file, from 1; None where the problem belongs to the whole file."""
    column: int | None = None
    """Column (character, not byte), from 1."""
    params: Mapping[str, Scalar] = field(default_factory=dict)
    """What the sentence needs: numbers, names, the text as found."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something that a file does not say and only a person can."""

    code: str
    """Stable key, e.g. `ask.pace`."""
    choices: tuple[str, ...] = ()
    """Keys or values to choose from; empty where the answer is free."""
    proposal: str | None = None
    """What the file suggests; never taken without a person."""
    params: Mapping[str, Scalar] = field(default_factory=dict)
    """What the sentence needs."""


MOST_OF_ONE_CODE = 300
"""Problems of one code that are listed; the rest is only counted, so that noise stays readable."""


def place(problem: Problem) -> tuple[int, int]:
    """Sorting key: whole-file problems first, then by line and column."""
    return (problem.line or 0, problem.column or 0)


class ProblemLog:
    """Collects problems while a file is read or checked."""

    def __init__(self) -> None:
        self._problems: list[Problem] = []
        self._of_code: dict[str, int] = {}
        self._left_out: dict[str, tuple[Severity, int]] = {}
        self._notes: dict[tuple[str, str], tuple[Problem, int]] = {}

    def add(
        self,
        code: str,
        severity: Severity,
        line: int | None = None,
        column: int | None = None,
        **params: Scalar,
    ) -> None:
        """One problem at one place."""
        seen = self._of_code.get(code, 0) + 1
        self._of_code[code] = seen
        if seen <= MOST_OF_ONE_CODE:
            self._problems.append(Problem(code, severity, line, column, params))
        else:
            self._left_out[code] = (severity, seen - MOST_OF_ONE_CODE)

    def error(
        self, code: str, line: int | None = None, column: int | None = None, **params: Scalar
    ) -> None:
        self.add(code, Severity.ERROR, line, column, **params)

    def warning(
        self, code: str, line: int | None = None, column: int | None = None, **params: Scalar
    ) -> None:
        self.add(code, Severity.WARNING, line, column, **params)

    def note(
        self,
        code: str,
        line: int | None = None,
        column: int | None = None,
        *,
        group: str = "",
        **params: Scalar,
    ) -> None:
        """A note, told once a file (or once a `group`) at its first place, with its `count`."""
        known = self._notes.get((code, group))
        if known is None:
            self._notes[code, group] = (Problem(code, Severity.NOTE, line, column, params), 1)
        else:
            self._notes[code, group] = (known[0], known[1] + 1)

    def count(self, code: str) -> int:
        """How often `code` was added, the ones that are only counted included."""
        return self._of_code.get(code, 0)

    def problems(self) -> tuple[Problem, ...]:
        """Everything collected, in order of line and column."""
        notes = [
            replace(note, params={**note.params, "count": count})
            for note, count in self._notes.values()
        ]
        rest = [
            Problem("file.more_of_the_same", severity, params={"code": code, "count": count})
            for code, (severity, count) in self._left_out.items()
        ]
        return tuple(sorted(self._problems + notes + rest, key=place))
