"""Verdicts: values with reasons, never a bare bool."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum


class Outcome(StrEnum):
    MET = "met"
    NOT_MET = "not_met"
    WAIVED = "waived"
    """Not met, but another article lifts the requirement (`waived_by`)."""
    NOT_APPLICABLE = "not_applicable"
    UNDECIDED = "undecided"
    """A fact is missing, or no row of a table covers the value: a person decides, with a note."""


Scalar = str | int | bool | Decimal | date | None
Params = Mapping[str, Scalar]


@dataclass(frozen=True, slots=True)
class Reason:
    """What one article asked and what was found. Keys and values; the words are `wording.py`'s."""

    article: str
    """Rule id, e.g. `UA.AWD.8a`; always one of the edition's articles."""
    check: str
    """Key of what was checked, e.g. `minimum_games`."""
    outcome: Outcome
    required: Params = field(default_factory=dict)
    measured: Params = field(default_factory=dict)
    looked_at_rounds: tuple[int, ...] = ()
    waived_by: str = ""
    """Rule id of the exempting article."""
    readings: tuple[str, ...] = ()
    """Ids of the readings that this reason rests on."""
    asks: str = ""
    """For UNDECIDED: key of the fact that a person is asked for."""


@dataclass(frozen=True, slots=True)
class Route:
    """One of the alternative ways to a grade (the table, an undivided first place)."""

    key: str
    outcome: Outcome
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether one participant met the norm of one grade in one event."""

    participant: int
    """Starting number."""
    grade: str
    outcome: Outcome
    """all_of(conditions) and any_of(routes)."""
    conditions: tuple[Reason, ...]
    """Asked whatever the route, in the order of the text."""
    routes: tuple[Route, ...]
    norm_half_points: int | None
    """Half-points that the table asks of this participant; None where there is no norm."""
    scored_half_points: int
    """Half-points scored in the games that count."""
    edition: str


_PASSED = (Outcome.MET, Outcome.WAIVED, Outcome.NOT_APPLICABLE)


def all_of(outcomes: Iterable[Outcome]) -> Outcome:
    """Conjunction: NOT_MET wins over UNDECIDED, UNDECIDED over MET. Nothing at all is MET."""
    seen = set(outcomes)
    if Outcome.NOT_MET in seen:
        return Outcome.NOT_MET
    return Outcome.UNDECIDED if Outcome.UNDECIDED in seen else Outcome.MET


def any_of(outcomes: Iterable[Outcome]) -> Outcome:
    """Disjunction: one passed way is MET; else UNDECIDED if any way is open; else NOT_MET."""
    seen = set(outcomes)
    if seen & set(_PASSED):
        return Outcome.MET
    return Outcome.UNDECIDED if Outcome.UNDECIDED in seen else Outcome.NOT_MET
