"""What the articles on the individual coefficient ask about, and what they answer with.

Coefficients are whole numbers, days are inclusive, players and regions are the caller's own
positive numbers. Participants come as arrays over many events: a list has a million of them.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from ...facts import EventSystem, TimeControl
from ...verdict import Reason


class CountingKind(StrEnum):
    """Kinds of events in the words of UA.IK.3, UA.IK.7 and UA.IK.9."""

    ALL_UKRAINIAN = "all_ukrainian"
    QUALIFIER = "qualifier"
    INTERREGIONAL = "interregional"
    INTERCITY = "intercity"
    INTERSOCIETY = "intersociety"
    INTERCLUB = "interclub"
    LOCAL = "local"
    INTERNATIONAL = "international"
    """An international event in the country."""
    ABROAD = "abroad"
    STATED = "stated"
    """Admitted before the registry asked: the commission answered for all conditions together."""


BETWEEN_BODIES = frozenset(
    (
        CountingKind.INTERREGIONAL,
        CountingKind.INTERCITY,
        CountingKind.INTERSOCIETY,
        CountingKind.INTERCLUB,
    )
)
OUTSIDE = frozenset((CountingKind.INTERNATIONAL, CountingKind.ABROAD))
"""Rated by UA.IK.9 alone."""


class Scope(StrEnum):
    NATIONAL = "national"
    REGIONAL = "regional"
    """A local event: it changes figures of its region only (UA.IK.7)."""
    NOT_COUNTED = "not_counted"
    UNDECIDED = "undecided"
    """A fact is missing; `CountingVerdict.asks` says which."""


Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Field:
    """Participants, one place for each player of each event (UA.Q38 says who is one)."""

    event: Ints
    """Place of the event among the events."""
    player: Ints
    coefficient: Ints
    """Of the list in force on the first day; 0 without one."""
    national: Bools
    """Whether that figure is on the national list."""
    valid_in: Ints
    """Region of a figure that is not; 0 for none."""
    region: Ints
    """Where the player is registered; 0 where not known."""
    member: Ints
    """As `member` says: 1, 0, or −1 where not known."""
    master: Bools
    """Candidate master or higher on the first day; asked only of the events of UA.IK.9."""


@dataclass(frozen=True, slots=True)
class Strength:
    """What the articles ask about the participants of one event together."""

    participants: int
    rated: int
    """With a coefficient that is valid in the event."""
    total: int
    """Sum of those coefficients."""

    @property
    def mean(self) -> Fraction | None:
        return Fraction(self.total, self.rated) if self.rated else None


@dataclass(frozen=True, slots=True)
class CountingEvent:
    kind: CountingKind | None
    """None where nobody has said it."""
    submitted: bool
    """Whether the commission submits the event for calculation."""
    system: EventSystem
    women: bool
    double_round: bool
    time_control: TimeControl | None
    ends_on: date
    material_received_on: date | None
    """When the papers of an international event came; None where not known."""
    region: int
    """Where it was held."""


@dataclass(frozen=True, slots=True)
class CountingVerdict:
    """What an event does to coefficients."""

    scope: Scope
    reasons: tuple[Reason, ...]
    """Of the event: one or two for each article, in the order of the text."""
    of_players: tuple[Reason, ...]
    """Whom it rates: UA.IK.2, 5, 7 and 10 with numbers of players."""

    @property
    def counted(self) -> bool:
        return self.scope in (Scope.NATIONAL, Scope.REGIONAL)

    @property
    def asks(self) -> tuple[str, ...]:
        """Facts that a person is asked for, each once."""
        return tuple(dict.fromkeys(reason.asks for reason in self.reasons if reason.asks))
