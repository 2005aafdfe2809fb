"""What a file says, as plain objects: the common result of every reader and input of every writer.

Units: points are integer half-points. Dates are dates; a birth date may be only a year. Numbers of
players are the starting numbers of the file.
"""

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from tournaments.formats.problems import Problem, Question

if TYPE_CHECKING:
    from tournaments.formats.columns import ColumnMap


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


class RoundEntry(NamedTuple):
    """One player's side of one round, as the file has it. A tuple, for there are many of them."""

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
class NationalRecord:
    """What a federation says of a player beside FIDE (a record such as `UKR` in TRF26)."""

    federation: str
    name: str = ""
    """In the national alphabet; empty where it is the name of the player's own record."""
    sex: str | None = None
    grade: str = ""
    """Class or rank in the federation's own words."""
    rating: int | None = None
    origin: str = ""
    """Region, city or club."""
    number: str = ""
    """The federation's own number; never a FIDE number."""
    birth: PartialDate | None = None


@dataclass(slots=True, unsafe_hash=True)
class ParsedPlayer:
    """One player of a file. Not frozen, for that makes a reader slower; nothing changes one."""

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
    """Line of a text file, row of a table."""
    national: tuple[NationalRecord, ...] = ()
    club: str = ""
    """Club or city, in tables that have such a column."""


@dataclass(frozen=True, slots=True)
class ParsedTeam:
    number: int
    name: str
    members: tuple[int, ...] = ()
    """Starting numbers in order of boards."""
    short_name: str = ""
    strength: int | None = None
    match_half_points: int | None = None
    game_half_points: int | None = None
    """As declared; None where the file does not say."""
    rank: int | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class LineUp:
    """Whom a team fielded against another in one round (record 300)."""

    round: int
    team: int
    opponent: int
    """Number of the other team, 0 without one."""
    members: tuple[int, ...]
    """Starting numbers by board, 0 where nobody sat."""


@dataclass(frozen=True, slots=True)
class PointChange:
    """Points given or taken outside the games, or a result that counts otherwise (record 299)."""

    kind: str
    """A mark of a result, or empty for a bonus or penalty."""
    match_half_points: int
    game_half_points: int
    """Of each of `numbers`; negative for a penalty."""
    round: int
    """0 for all rounds together."""
    numbers: tuple[int, ...]
    """Starting numbers of players, or numbers of teams in a file of teams."""


@dataclass(frozen=True, slots=True)
class ParsedEvent:
    format: str
    """`TRF06`, `TRF16`, `TRF26`, `chess-results`, `vega-html`, `csv`."""
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
    """Teams played; the games still belong to people."""
    teams: tuple[ParsedTeam, ...] = ()
    line_ups: tuple[LineUp, ...] = ()
    team_byes: tuple[tuple[int, int], ...] = ()
    """Round and team that had the pairing bye of it (record 320)."""
    team_bye_half_points: tuple[int, int] | None = None
    """Match and game half-points of that bye."""
    forfeited_matches: tuple[tuple[str, int, int, int], ...] = ()
    """`+-`, `-+` or `--`, round, first and second team (record 330)."""
    scoring: tuple[tuple[str, int], ...] = ()
    """Half-points by mark (`W D L P H F Z`) where the file declares other points than usual; the
    entries keep 0, 1, 2 as results."""
    point_changes: tuple[PointChange, ...] = ()
    codes: tuple[tuple[str, str], ...] = ()
    """Records of TRF26 that are codes, as written, by tag: `222` time control in seconds, `192`
    type of tournament, `202` and `212` tie-breaks, `152`, `172`, `182`, `352`, `362`."""
    record_lines: tuple[tuple[str, int], ...] = ()
    """Line of each tournament record that was read, by its tag (`042`)."""
    pace: str = ""
    """`standard`, `rapid` or `blitz` where the file says so in words; never a guess."""
    list_only: bool = False
    """A list of entries without rounds: a draft, no result."""
    possible_days: tuple[tuple[date, date], ...] = field(default=(), compare=False)
    """First and last days that the texts of the file may mean, where there is more than one pair;
    in the order of likelihood. How a file writes its dates is no difference of events."""


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
    questions: tuple[Question, ...] = ()
    """What the file leaves open and a person has to answer."""
    columns: "ColumnMap | None" = None
    """What the columns of a table were taken for; None where the file is no table."""
    columns_source: str = ""
    """Where that was remembered from; empty for what was recognised, or given for this file."""
