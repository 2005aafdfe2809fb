"""The law as it holds here: an edition, read in the ways that the commission has decided.

Everything outside the engine asks this module and not the engine for a regulation.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Protocol

from qualifications.engine import NoEditionInForce, Regulation, all_regulations, regulation_for
from qualifications.engine.loading import regulation_for_event
from qualifications.models import Assessment, ReadingDecision


class Dated(Protocol):
    """An event, stored or not."""

    starts_on: date
    ends_on: date


@dataclass(frozen=True, slots=True)
class LawBook:
    """The decisions on readings, read once, for asking about many days."""

    decisions: tuple[ReadingDecision, ...]
    """From the earliest day on; of the same day in the order in which they were recorded."""

    @classmethod
    def read(cls, *, known_at: datetime | None = None) -> "LawBook":
        """One query. `known_at` leaves out what was recorded later."""
        decisions = ReadingDecision.objects.order_by("holds_from", "recorded_at", "pk")
        if known_at is not None:
            decisions = decisions.filter(recorded_at__lte=known_at)
        return cls(tuple(decisions))

    def law_for(self, scheme: str, *, on: date) -> Regulation:
        """The edition in force on a day, as it is read on that day. Raises NoEditionInForce."""
        return self.read_on(regulation_for(scheme, on=on), on)

    def law_for_event(self, scheme: str, event: Dated) -> Regulation | None:
        """The edition that judges an event, by the day that its scheme names; None without one."""
        try:
            law = regulation_for_event(scheme, starts_on=event.starts_on, ends_on=event.ends_on)
        except NoEditionInForce:
            return None
        return self.read_on(law, judged_by_day(law, event))

    def read_on(self, law: Regulation, on: date) -> Regulation:
        """An edition with the decisions that hold on a day."""
        return read_as(
            law, {d.question: d.choice for d in self.decisions if _holds(d, law.edition, on)}
        )


def law_for(scheme: str, *, on: date, known_at: datetime | None = None) -> Regulation:
    """The edition in force on a day, as it is read on that day; one query.

    `known_at` leaves out decisions recorded later. Raises NoEditionInForce.
    """
    return LawBook.read(known_at=known_at).law_for(scheme, on=on)


def covers(scheme: str, *, on: date) -> bool:
    """Whether the registry holds an edition of the scheme for a day."""
    return any(law.scheme == scheme and law.covers(on) for law in all_regulations())


def judged_by_day(law: Regulation, event: Dated) -> date:
    """The day of an event whose law judges it."""
    return event.starts_on if law.decided_by_day == "first_day" else event.ends_on


def edition_named(edition: str) -> Regulation | None:
    """An edition as its files have it; None for a name that there is not."""
    return next((law for law in all_regulations() if law.edition == edition), None)


def law_judged_with(assessment: Assessment | None) -> Regulation | None:
    """The edition of a judgement, read as it was read then; None where there was no edition."""
    law = edition_named(assessment.edition) if assessment else None
    if law is None or assessment is None:
        return None
    return read_as(law, assessment.readings)


def read_as(law: Regulation, choices: Mapping[str, str]) -> Regulation:
    """An edition with other choices; questions and choices that it does not have are left out."""
    other = tuple(
        sorted(
            (question, choice)
            for question, choice in choices.items()
            if question in law.readings
            and choice != law.reading(question)
            and choice in {known.key for known in law.readings[question].choices}
        )
    )
    return _read(law, other)


def readings_of(law: Regulation) -> dict[str, str]:
    """Question to choice, for remembering with what an event was judged."""
    return {question: reading.in_force for question, reading in law.readings.items()}


@lru_cache(maxsize=64)
def _read(law: Regulation, choices: tuple[tuple[str, str], ...]) -> Regulation:
    for question, choice in choices:
        law = law.with_reading(question, choice)
    return law


def _holds(decision: ReadingDecision, edition: str, on: date) -> bool:
    return decision.edition == edition and decision.holds_from <= on


def in_force(decisions: Iterable[ReadingDecision], *, on: date) -> dict[str, ReadingDecision]:
    """By question, the decision that holds on a day. `decisions` as `LawBook` orders them."""
    return {d.question: d for d in decisions if d.holds_from <= on}
