"""An edition of a regulation as frozen values. `loading` makes them; the engine only reads them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import TypeVar

TablesT = TypeVar("TablesT")


@dataclass(frozen=True, slots=True)
class Article:
    """One rule of the text, under the id by which reasons name it."""

    id: str
    place: str
    """Where it stands, in the words of the document."""
    text: str
    """Quoted as printed, in the language of the document."""
    summary: str
    """One line in English."""


@dataclass(frozen=True, slots=True)
class Choice:
    key: str
    words: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A passage that can be read in two ways, and the way in force."""

    id: str
    question: str
    example: str
    articles: tuple[str, ...]
    choices: tuple[Choice, ...]
    in_force: str
    decided_by: str
    decided_on: date

    @property
    def choice(self) -> Choice:
        """The choice in force."""
        return next(choice for choice in self.choices if choice.key == self.in_force)


class ErratumStatus(StrEnum):
    CORRECTED = "corrected"
    KEPT = "kept"
    """Suspected only: used as printed."""


@dataclass(frozen=True, slots=True)
class Erratum:
    id: str
    article: str
    status: ErratumStatus
    place: str
    printed: str
    used: str
    reason: str
    question: str = ""
    """Reading that keeps a suspected misprint open."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A range of coefficients, both ends inclusive."""

    printed: str
    lowest: Decimal
    highest: Decimal
    erratum: str = ""

    def __contains__(self, coefficient: Decimal) -> bool:
        return self.lowest <= coefficient <= self.highest


@dataclass(frozen=True, slots=True)
class RankRow:
    """One row of the table of ranks; `cells` and `percents` by grade key."""

    row: int
    percent_printed: str
    cells: Mapping[str, Cell]
    percents: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ClassValue:
    """What a participant of one class counts in the tournament coefficient."""

    key: str
    printed: str
    value: Decimal
    reading: str = ""
    """Set where the page does not print the class."""


@dataclass(frozen=True, slots=True)
class OtherPercent:
    """What a cell asks where a question is answered in another way."""

    reading: str
    choice: str
    percent: int


@dataclass(frozen=True, slots=True)
class MasterCell:
    """A category of events for one column: whole coefficients, both ends inclusive."""

    printed: str
    lowest: int
    highest: int | None
    """None where the category has no upper end."""
    percent: int
    erratum: str = ""
    percent_erratum: str = ""
    other: OtherPercent | None = None


@dataclass(frozen=True, slots=True)
class MasterRow:
    """One row of table 1; `cells` by `men` and `women`."""

    category: int
    cells: Mapping[str, MasterCell]


@dataclass(frozen=True, slots=True)
class OpponentPercent:
    """What a game against one class of opponents counts; None where the page has a dash."""

    key: str
    printed: str
    declared: int | None
    """In an event for which a norm of candidate masters was set."""
    undeclared: int | None


@dataclass(frozen=True, slots=True)
class ListedPlace:
    """A place that makes a grade by itself."""

    id: str
    article: str
    grade: str
    championships: tuple[str, ...]
    """Keys that an event can be said to be."""
    team: bool
    first: int
    last: int
    printed: str
    erratum: str = ""


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """A sum that the document works out, as printed and as it must have been."""

    printed: str
    used: str
    erratum: str = ""


@dataclass(frozen=True, slots=True)
class Rounding:
    """How the numbers of a table are rounded and what says so: the page, or a `reading`."""

    function: str
    article: str = ""
    reading: str = ""


@dataclass(frozen=True, slots=True)
class TableNotes:
    """What a table's page says, or leaves to a reading, about every number of it."""

    rounding: Rounding | None = None
    mean_rounding: Rounding | None = None
    """Of the value with which a row is looked up."""
    outside: str = ""
    """What answers for values that no row covers: an article or a reading."""


@dataclass(frozen=True, slots=True)
class ExpectedRow:
    """A row of table 8.1b: expected score in hundredths of a point."""

    lowest: int
    highest: int | None
    higher: int
    lower: int


@dataclass(frozen=True, slots=True)
class Tables:
    rank_norms: tuple[RankRow, ...]
    class_values: Mapping[str, ClassValue]
    expected_score: tuple[ExpectedRow, ...]
    performance: tuple[int, ...]
    """Table 8.1a: 101 differences by whole percent, 0 to 100."""
    master_norms: tuple[MasterRow, ...]
    opponent_percents: Mapping[str, OpponentPercent]
    """By class key, from the highest class down."""
    places: tuple[ListedPlace, ...]
    examples: tuple[WorkedExample, ...]
    notes: Mapping[str, TableNotes]
    """By the name of the table's file."""

    def column(self, grade: str) -> tuple[Decimal, Decimal]:
        """Lowest and highest tournament coefficient for which the table has a norm of `grade`."""
        return self.rank_norms[0].cells[grade].lowest, self.rank_norms[-1].cells[grade].highest


@dataclass(frozen=True, slots=True)
class RatingRules:
    """Parameters of the individual coefficient that held from a day on."""

    in_force_from: date
    factor_new: int
    new_until_games: int
    factor: int
    factor_strong: int
    strong_from: int
    difference_limit: int
    list_months: tuple[int, ...]
    list_day: int
    national_floor: int
    first_games: int
    first_periods: int


class UnknownReading(KeyError):
    """The edition has no such question or no such choice."""


@dataclass(frozen=True, slots=True, eq=False)
class Regulation:
    """One edition. Compared by identity; `digest` (SHA-256 of its files) tells contents apart."""

    edition: str
    scheme: str
    title: str
    order: str
    in_force_from: date
    in_force_until: date | None
    """Last day, inclusive; None while the end is open."""
    decided_by_day: str
    """`first_day` or `last_day` of an event: the day whose edition judges it."""
    articles: Mapping[str, Article]
    """By rule id, in the order of the text."""
    readings: Mapping[str, Reading]
    errata: Mapping[str, Erratum]
    scheme_tables: object
    """The tables of the edition, of a class that its scheme names: see `tables_as`."""
    thresholds: Mapping[str, int]
    coefficients: Mapping[str, Decimal]
    terms: Mapping[str, int]
    """Years."""
    ratings: tuple[RatingRules, ...]
    """Oldest first; empty where the scheme computes no ratings."""
    digest: str
    source: str = ""
    """Name of the file in the edition's folder that holds the text as received."""

    @property
    def tables(self) -> Tables:
        """The tables of a Ukrainian edition. Raises TypeError for an edition of another scheme."""
        return self.tables_as(Tables)

    def tables_as(self, kind: type[TablesT]) -> TablesT:
        """The tables, as the class that the scheme's rules expect.

        Raises TypeError for an edition of another scheme.
        """
        if not isinstance(self.scheme_tables, kind):
            raise TypeError(f"{self.edition} has no tables of the class {kind.__name__}")
        return self.scheme_tables

    def covers(self, on: date) -> bool:
        """Whether the edition is in force on a day; the first and the last day belong to it.

        UA.GEN.1: наказ Мінсім’ямолодьспорту України від 06.09.07р. № 3186 ШАХИ ЧОЛОВІКИ ТА ЖІНКИ
        Очні змагання

        RU.GEN.1: Действует с 1 января 2018 года
        """
        return self.in_force_from <= on and (
            self.in_force_until is None or on <= self.in_force_until
        )

    def reading(self, question_id: str) -> str:
        """Key of the choice in force. Raises UnknownReading."""
        if question_id not in self.readings:
            raise UnknownReading(f"{self.edition} has no question {question_id}")
        return self.readings[question_id].in_force

    def with_reading(self, question_id: str, choice: str) -> "Regulation":
        """The same edition read differently, for showing what another choice would change.

        Raises UnknownReading for an unknown question or choice.
        """
        self.reading(question_id)
        old = self.readings[question_id]
        if choice not in {known.key for known in old.choices}:
            raise UnknownReading(f"{question_id} of {self.edition} has no choice {choice}")
        readings = {**self.readings, question_id: replace(old, in_force=choice)}
        return replace(
            self,
            readings=MappingProxyType(readings),
            digest=f"{self.digest}+{question_id}={choice}",
        )

    def rating_rules(self, on: date | None = None) -> RatingRules:
        """The set of rating parameters in force on a day; without a day, the newest set.

        Raises ValueError for a day before the first set, and where there is no set at all.
        """
        if on is None and self.ratings:
            return self.ratings[-1]
        held = [rules for rules in self.ratings if on is not None and rules.in_force_from <= on]
        if not held:
            raise ValueError(f"{self.edition} has no rating parameters for {on or 'any day'}")
        return held[-1]

    def list_day(self, on: date) -> date:
        """First day of the rating list that is in force on a day.

        UA.IK.11: Рейтинг-листи ІК України видаються 4 рази на рік у інформаційних шахових виданнях.
        """
        rules = self.rating_rules()
        days = [
            date(year, month, rules.list_day)
            for year in (on.year - 1, on.year)
            for month in rules.list_months
        ]
        return max(day for day in days if day <= on)
