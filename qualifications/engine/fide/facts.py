"""What a norm is judged from: one player's games in one event. Frozen values, no database."""

from dataclasses import dataclass
from enum import StrEnum


class EventFormat(StrEnum):
    SWISS = "swiss"
    """Any event for single players whose pairings are not known beforehand."""
    ROUND_ROBIN = "round_robin"
    DOUBLE_ROUND_ROBIN = "double_round_robin"
    TEAM = "team"
    KNOCK_OUT = "knock_out"
    OTHER = "other"

    @property
    def everybody_meets(self) -> bool:
        """Whether the pairings are known before the first round."""
        return self in (EventFormat.ROUND_ROBIN, EventFormat.DOUBLE_ROUND_ROBIN)


class Result(StrEnum):
    """How a round ended for the player."""

    PLAYED = "played"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    PAIRING_BYE = "pairing_bye"
    ASKED_BYE = "asked_bye"
    """A bye that the player asked for, or an absence."""


@dataclass(frozen=True, slots=True)
class NormPlayer:
    federation: str
    sex: str | None
    """`m`, `w`, or None where it is not known."""


@dataclass(frozen=True, slots=True)
class NormEvent:
    format: EventFormat
    rounds: int
    federation: str
    """Federation that registers the event."""
    category: str = "open"
    """A key of the edition's table of categories."""
    foreign_rated_players: int | None = None
    """Rated players who are not of the event's federation, as 1.43e of the edition counts them;
    None: nobody claims that exemption."""
    foreign_federations: int | None = None
    """Federations of those players."""
    foreign_titled: int | None = None
    """How many of them are GM, IM, WGM or WIM."""
    pairings_known: bool | None = None
    """Whether all pairings were known before the first round; None: as the format says."""
    zonal_in_that_year: bool = False
    """1.43a: the federation held a zonal event of its own in the year of its championship."""

    @property
    def predetermined(self) -> bool:
        if self.pairings_known is not None:
            return self.pairings_known
        return self.format.everybody_meets


@dataclass(frozen=True, slots=True)
class Opponent:
    rating: int | None
    """Of the list in force at the start; None: unrated."""
    title: str | None
    """One of the titles of 0.31, confirmed before the event started (0.43); None: none of them."""
    federation: str | None
    """Three letters; None: of no FIDE federation."""
    id: str = ""
    """Tells persons apart where they are met twice; empty: every game is with somebody else."""
    scored_against_rated: bool | None = None
    """1.42c: whether an unrated opponent in a round robin scored against a rated one."""
    computer: bool = False


@dataclass(frozen=True, slots=True)
class NormGame:
    round: int
    result: Result
    half_points: int
    """2, 1 or 0, as the standings count the round."""
    opponent: Opponent | None
    """None for a bye."""
