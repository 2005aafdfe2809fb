"""The dated parameters of the world federation's ratings, and those that hold on a day.

A parameter whose change has no certain day has two sets that may hold in between: then what
follows is decided only where both say the same. What the sources do not say is `Open`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Generic, TypeVar

from ..regulation import ExpectedRow, Regulation

NO_SET = "the registry has no number for this day"


class RatingKind(StrEnum):
    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


class Sure(StrEnum):
    """How a number is known."""

    READ = "read"
    """In the official text, or in a transcription of it."""
    REPORTED = "reported"
    INFERRED = "inferred"
    UNVERIFIED = "unverified"
    """Not found: nothing is computed with it."""


@dataclass(frozen=True, slots=True)
class Known:
    """Where a set of parameters stands and how sure it is."""

    article: str
    status: Sure
    sources: tuple[str, ...]
    note: str
    """In English; empty where there is nothing to add."""


@dataclass(frozen=True, slots=True)
class Source:
    """What the first word of an entry of `Known.sources` stands for."""

    key: str
    what: str
    url: str
    """Empty where there is no address."""


@dataclass(frozen=True, slots=True)
class Limit:
    difference: int
    greatest_only: bool
    """Only in the game of the event with the greatest difference; otherwise in every game."""
    free_from: int | None
    """Own rating from which the real difference counts; None: there is no such exception."""


@dataclass(frozen=True, slots=True)
class Factors:
    new: int
    new_until_games: int
    ordinary: int
    strong: int
    strong_from: int
    """A published rating of so much makes `strong` hold for ever."""


@dataclass(frozen=True, slots=True)
class Junior:
    until: str
    """`never`, the 18th `birthday`, or the end of the `year` of it."""
    factor: int
    below: int


@dataclass(frozen=True, slots=True)
class FirstRule:
    """How a first rating is made."""

    games: int
    pooling: int | None
    """Rating periods or months in which games are put together; None: not known."""
    pooling_unit: str
    least_rated: int
    """Rated opponents that an event must have."""
    least_half_points: int
    """Score against rated opponents that an event needs."""
    every_event: bool
    """Whether the two numbers are asked of every event; otherwise of the first one."""
    half_point: int
    """Hundredths of a rating point for each half-point above 50 %; 0: table 8.1.1 throughout."""
    added_opponents: int
    added_rating: int
    highest: int | None
    round_robin: bool
    """Whether a round robin can be computed; otherwise it had a formula that was not found."""
    zero_open: bool
    """Whether it is not known what becomes of a first event without a point."""


@dataclass(frozen=True, slots=True)
class FarApart:
    """Games that are not rated."""

    difference: int
    """From so much on; 0: there is no such rule."""
    above: int


@dataclass(frozen=True, slots=True)
class Pace:
    standard_from: int
    """Minutes for 60 moves."""
    rapid_from_seconds: int
    """Seconds for 60 moves; what is shorter is blitz."""


@dataclass(frozen=True, slots=True)
class LeastMinutes:
    """Minutes for 60 moves that a standard game needs, by the strongest player of the event."""

    strong_from: int
    strong: int
    middle_from: int
    middle: int
    weak: int
    first_moves: int
    """Moves of a first period, where there is one: exactly so many, or at least."""
    exactly: bool


@dataclass(frozen=True, slots=True)
class Raised:
    """A one-time adjustment: `numerator`/`denominator` of the difference to `target`."""

    on: date
    kinds: tuple[RatingKind, ...]
    lowest: int
    target: int
    numerator: int
    denominator: int
    known: Known


ValueT = TypeVar("ValueT")
ValueT_co = TypeVar("ValueT_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Dated(Generic[ValueT_co]):
    """A value that holds from a day until the next one of the same parameter."""

    since: date
    earliest: date
    """First day on which it may have held; `since` where the day is certain."""
    latest: date
    """First day on which it certainly held."""
    kinds: tuple[RatingKind, ...]
    value: ValueT_co | None
    """None where it was not found."""
    known: Known


@dataclass(frozen=True, slots=True)
class FideRatingTables:
    """Everything that the edition holds, oldest first in each parameter."""

    expected_score: tuple[ExpectedRow, ...]
    performance: tuple[int, ...]
    """Table 8.1.1: 101 differences by whole percent, 0 to 100."""
    limits: tuple[Dated[Limit], ...]
    factors: tuple[Dated[Factors], ...]
    juniors: tuple[Dated[Junior], ...]
    products: tuple[Dated[int], ...]
    """K times the games of a period at most so much; 0: no such rule."""
    factor_days: tuple[Dated[str], ...]
    """`start` of the event, or `list` when it is computed: whose rating decides K."""
    precedence: tuple[str, ...]
    precedence_known: Known
    roundings: tuple[Dated[str], ...]
    floors: tuple[Dated[int], ...]
    raised: tuple[Raised, ...]
    firsts: tuple[Dated[FirstRule], ...]
    lists: tuple[Dated[tuple[int, ...]], ...]
    """Months in which a list comes out, on their first day."""
    far_apart: tuple[Dated[FarApart], ...]
    paces: tuple[Dated[Pace], ...]
    minutes: tuple[Dated[LeastMinutes], ...]
    sources: tuple[Source, ...]

    def every(self) -> Mapping[str, tuple[Dated[object], ...]]:
        """All dated parameters by their name in the file."""
        return {
            "limit": self.limits,
            "factor": self.factors,
            "junior": self.juniors,
            "product": self.products,
            "factor_day": self.factor_days,
            "rounded": self.roundings,
            "floor": self.floors,
            "first": self.firsts,
            "lists": self.lists,
            "far_apart": self.far_apart,
            "pace": self.paces,
            "minutes": self.minutes,
        }


@dataclass(frozen=True, slots=True)
class Open:
    """An answer that the sources do not give."""

    parameter: str
    """Name of the parameter, as in the file: `factor`, `floor`, …"""
    why: str
    """In English: the note of the set, or what is missing."""
    article: str


@dataclass(frozen=True, slots=True)
class Candidates(Generic[ValueT]):
    """The sets of one parameter that may hold on a day; usually one."""

    parameter: str
    sets: tuple[Dated[ValueT], ...]

    def open(self) -> Open | None:
        """Why nothing can be said: no set at all, or one that was not found."""
        if not self.sets:
            return Open(self.parameter, NO_SET, "")
        for one in self.sets:
            if one.value is None:
                return Open(self.parameter, one.known.note, one.known.article)
        return None

    @property
    def values(self) -> tuple[ValueT, ...]:
        """Without those that were not found."""
        return tuple(one.value for one in self.sets if one.value is not None)

    def differ(self) -> Open:
        """For an answer on which the sets that may hold do not agree."""
        last = self.sets[-1]
        return Open(self.parameter, last.known.note, last.known.article)

    def one(self) -> ValueT | Open:
        """The value, where only one may hold."""
        missing = self.open()
        if missing is not None:
            return missing
        found = self.values
        return found[0] if len(set(found)) == 1 else self.differ()


@dataclass(frozen=True, slots=True)
class Rules:
    """What may hold on a day for one kind of rating."""

    on: date
    kind: RatingKind
    tables: FideRatingTables
    limit: Candidates[Limit]
    factor: Candidates[Factors]
    junior: Candidates[Junior]
    product: Candidates[int]
    factor_day: Candidates[str]
    rounding: Candidates[str]
    floor: Candidates[int]
    first: Candidates[FirstRule]
    lists: Candidates[tuple[int, ...]]
    far_apart: Candidates[FarApart]
    adult_age: int = 18
    """Full years: until the birthday, or the end of the year of it, a player is a junior."""
    half_up: bool = True
    """How a first rating of exactly a half is rounded (FIDE.R.Q1)."""
    mean_first: bool = False
    """Whether the mean of the opponents is rounded first (FIDE.R.Q2)."""


def rules_on(on: date, kind: RatingKind, law: Regulation) -> Rules:
    """The parameters of a kind of rating on a day. Raises TypeError for another scheme's law."""
    tables = law.tables_as(FideRatingTables)

    def of(name: str, sets: Iterable[Dated[ValueT]]) -> Candidates[ValueT]:
        return Candidates(name, candidates(sets, on, kind))

    return Rules(
        on=on,
        kind=kind,
        tables=tables,
        limit=of("limit", tables.limits),
        factor=of("factor", tables.factors),
        junior=of("junior", tables.juniors),
        product=of("product", tables.products),
        factor_day=of("factor_day", tables.factor_days),
        rounding=of("rounded", tables.roundings),
        floor=of("floor", tables.floors),
        first=of("first", tables.firsts),
        lists=of("lists", tables.lists),
        far_apart=of("far_apart", tables.far_apart),
        adult_age=law.thresholds["adult_age"],
        half_up=law.reading("FIDE.R.Q1") == "up",
        mean_first=law.reading("FIDE.R.Q2") == "mean_first",
    )


def candidates(
    sets: Iterable[Dated[ValueT]], on: date, kind: RatingKind
) -> tuple[Dated[ValueT], ...]:
    """The sets that may hold on a day, oldest first.

    A set may hold from its `earliest` day on, until the `latest` first day of a later one.
    """
    possible = [one for one in sets if kind in one.kinds and one.earliest <= on]
    certain = max((place for place, one in enumerate(possible) if one.latest <= on), default=0)
    return tuple(possible[certain:])
