"""What admitting an event did, as plain objects.

`consequences_reading.py` reads them from the rows that admission has written: the one reader for
the dry run, which takes the rows back afterwards, and for the real thing. Nothing here depends
on numbers that the database gives out: the two can be compared field by field.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from qualifications.coefficient_estimate import EventEstimate
from qualifications.engine.fide_ratings import EventChanges
from qualifications.engine.regulation import Regulation
from qualifications.engine.rules.ua_2007.counting_facts import CountingVerdict
from qualifications.engine.verdict import Outcome, Verdict
from qualifications.law import edition_named, read_as
from qualifications.serialize import conditions_from_json, routes_from_json


@dataclass(frozen=True, slots=True)
class SchemeSaid:
    """One scheme's judgement of the event."""

    scheme: str
    edition: str
    """Empty where the registry holds none for the days."""
    outcome: str
    """Of `AssessmentOutcome`."""
    coefficient: Decimal | None
    """Of the tournament; of the home scheme alone."""
    out_of_reach: int
    facts_digest: str
    readings: Mapping[str, str]
    fide_list_on: date | None
    """FIDE's list that says the ratings and titles of `fide_listed` players; others: the file."""
    fide_listed: int

    @property
    def law(self) -> Regulation | None:
        """The edition as it was read."""
        law = edition_named(self.edition)
        return read_as(law, self.readings) if law else None


@dataclass(frozen=True, slots=True)
class Held:
    """What a participant brought to the event."""

    known: bool
    grade: str
    candidate_points: int
    stated: bool
    coefficient: int | None


@dataclass(frozen=True, slots=True)
class VerdictSaid:
    """One verdict."""

    scheme: str
    grade: str
    outcome: str
    norm_half_points: int | None
    scored_half_points: int
    written: str
    """The reasons in the database's own words; read when they are asked for."""

    def verdict(self, number: int, edition: str) -> Verdict:
        """As the engine gave it."""
        reasons = json.loads(self.written)
        return Verdict(
            participant=number,
            grade=self.grade,
            outcome=Outcome(self.outcome),
            conditions=conditions_from_json(reasons),
            routes=routes_from_json(reasons),
            norm_half_points=self.norm_half_points,
            scored_half_points=self.scored_half_points,
            edition=edition,
        )


@dataclass(frozen=True, slots=True)
class LineSaid:
    """One line of the ledger."""

    kind: str
    grade: str
    effective_on: date
    edition: str
    article: str
    details: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Rank:
    """What a player holds at the end of the day of admission."""

    grade: str | None
    valid_until: date | None
    term: str
    candidate_points: tuple[date, ...]
    failures_in_row: int
    below_lower_norm_in_row: int
    exempt: bool
    decree_pending: bool
    one_failure_left: bool


@dataclass(frozen=True, slots=True)
class PlayerSaid:
    """Everything about one participant."""

    number: int
    name: str
    place: int
    half_points: int
    newcomer: bool
    held: Held | None
    """None where no edition covers the event."""
    verdicts: tuple[VerdictSaid, ...]
    ledger: tuple[LineSaid, ...]
    before: Rank | None
    """As the registry knew it the moment before; None without a ledger."""
    after: Rank | None
    player: int = field(compare=False)
    """Permanent number; of a newcomer in a dry run one that means nothing."""


@dataclass(frozen=True, slots=True)
class ChangedSaid:
    """One player in a later event that was judged again."""

    name: str
    gone: tuple[LineSaid, ...]
    new: tuple[LineSaid, ...]
    before: Rank | None
    after: Rank | None
    player: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class LaterEvent:
    """An event that was judged again, with the players whose lines changed, by name."""

    event: int
    name: str
    ends_on: date
    schemes: tuple[str, ...]
    players: tuple[ChangedSaid, ...]


@dataclass(frozen=True, slots=True)
class Consequences:
    """What followed from admitting an event, at once and by itself."""

    event: int
    judgements: tuple[SchemeSaid, ...]
    """The home scheme first."""
    players: tuple[PlayerSaid, ...]
    """By starting number."""
    later: tuple[LaterEvent, ...]
    """In the order in which they ended."""
    counting: CountingVerdict | None
    """Whether the event counts for coefficients; None without an edition."""
    estimate: EventEstimate | None
    fide: EventChanges | None

    @property
    def home(self) -> SchemeSaid:
        return self.judgements[0]
