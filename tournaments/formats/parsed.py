"""What a file says, as plain objects: the common result of every reader and input of every writer.

Units: points are integer half-points. Dates are dates; a birth date may be only a year. Numbers of
players are the starting numbers of the file.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from tournaments.formats.problems import Problem


class Colour(StrEnum):
    WHITE = "w"
    BLACK = "b"


class RoundKind(StrEnum):
    """What happened to one player in one round."""

    PLAYED = "played"
    """A game over the board; counts for ratings and norms."""
    SHORT = "short"
    """A game of less than one move (TRF letters W D L): points, but not a rated game."""
    FORFEIT = "forfeit"
    """Won or lost without play; both sides may lose (double forfeit)."""
    PENDING = "pending"
    """Paired, no result yet."""
    PAIRING_BYE = "pairing_bye"
    FULL_POINT_BYE = "full_point_bye"
    HALF_POINT_BYE = "half_point_bye"
    ABSENT = "absent"
    """Zero-point bye, not paired, or nothing written."""


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A date of which perhaps only the year is known. `day` is None whenever `month` is."""

    year: int
    month: int | None = None
    day: int | None = None

    def as_date(self) -> date | None:
        """The full date, or None where only a part is known."""
        if self.month is None or self.day is None:
            return None
        return date(self.year, self.month, self.day)


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """One player's side of one round, as the file has it."""

    round: int
    """From 1."""
    opponent: int | None
    """Starting number, None without an opponent."""
    colour: Colour | None
    kind: RoundKind
    half_points: int | None
    """0, 1, 2; None only while the result is pending."""
    column: int | None = None
    """Where the entry begins in the player's line."""


@dataclass(frozen=True, slots=True)
class ParsedPlayer:
    number: int
    name: str
    sex: str | None = None
    """`m`, `w`, or None where the file does not say."""
    title: str | None = None
    """FIDE title in capitals (`GM`, `WIM`), or the file's own word where it is not one."""
    rating: int | None = None
    federation: str = ""
    """Three letters, empty where the file does not say."""
    fide_id: int | None = None
    birth: PartialDate | None = None
    half_points: int | None = None
    """The points column as declared; None where blank."""
    rank: int | None = None
    rounds: tuple[RoundEntry, ...] = ()
    """In order of rounds; a round in which the file has nothing at all has an ABSENT entry."""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class ParsedEvent:
    format: str
    """`TRF06`, `TRF16`, …"""
    encoding: str
    players: tuple[ParsedPlayer, ...]
    rounds: int
    """Rounds in which at least one player has a written entry."""
    name: str = ""
    city: str = ""
    federation: str = ""
    starts_on: date | None = None
    ends_on: date | None = None
    declared_players: int | None = None
    declared_rated: int | None = None
    declared_teams: int | None = None
    declared_rounds: int | None = None
    type_text: str = ""
    chief_arbiter: str = ""
    deputy_arbiters: tuple[str, ...] = ()
    time_control_text: str = ""
    round_dates: tuple[date | None, ...] = ()
    is_team: bool = False
    """The file has teams; its people's games are read, the teams are not."""
    scoring: tuple[tuple[str, int], ...] = ()
    """Half-points by mark (`W D L P H F Z`) where the file declares other points than usual; the
    entries keep 0, 1, 2 as results."""
    has_changed_points: bool = False
    """The file has records of bonus or penalty points outside the games."""
    record_lines: tuple[tuple[str, int], ...] = ()
    """Line of each tournament record that was read, by its tag (`042`)."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One pairing, or one player's unplayed round without an opponent."""

    round: int
    white: int
    black: int | None
    kind: RoundKind
    white_half_points: int | None
    black_half_points: int | None
    """None for a bye or absence, and while pending."""


@dataclass(frozen=True, slots=True)
class ReadResult:
    """What came of reading a file."""

    event: ParsedEvent | None
    """None when nothing usable was found; then at least one problem is an error."""
    problems: tuple[Problem, ...]
    """Of reading and of checking, in order of line and column."""
