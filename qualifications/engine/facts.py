"""What the engine is told. Frozen values; nothing here knows a database.

Units: points are integer half-points; coefficients are integers; dates are inclusive.
A fact that is not known is None, and None is never read as "no".
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any


class EventSystem(StrEnum):
    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    TEAM = "team"


class ArbiterCategory(StrEnum):
    INTERNATIONAL = "international"
    FIDE = "fide"
    NATIONAL = "national"
    FIRST = "first"
    SECOND = "second"
    JUNIOR = "junior"
    NONE = "none"


class DeclaringBody(StrEnum):
    """Who set a norm before the event."""

    NATIONAL_COMMISSION = "national_commission"
    REGIONAL_COMMISSION = "regional_commission"
    CITY_COMMISSION = "city_commission"
    ORGANISER = "organiser"


class Discipline(StrEnum):
    """Discipline of the Russian register of sports."""

    CLASSICAL = "classical"
    TEAM = "team"
    RAPID = "rapid"
    BLITZ = "blitz"
    COMPOSITION = "composition"


class EventLevel(StrEnum):
    """Whose competition it is, from the highest down."""

    WORLD_CHAMPIONSHIP = "world_championship"
    WORLD_CUP_FINAL = "world_cup_final"
    EUROPEAN_CHAMPIONSHIP = "european_championship"
    EUROPEAN_CUP_FINAL = "european_cup_final"
    INTERNATIONAL = "international"
    """Another international competition of the official calendar."""
    NATIONAL = "national"
    FEDERAL_DISTRICT = "federal_district"
    """Of one federal district or more, of Moscow or of St Petersburg."""
    REGIONAL = "regional"
    MUNICIPAL = "municipal"
    LOCAL = "local"


class EventRecognition(StrEnum):
    OFFICIAL = "official"
    """An official sports competition."""
    PHYSICAL_CULTURE = "physical_culture"
    UNOFFICIAL = "unofficial"


class AgeGroup(StrEnum):
    """Who may play: everybody, or those under an age (RU.RANK.8), or students of 17 to 25."""

    ADULTS = "adults"
    STUDENTS = "students"
    U21 = "u21"
    U19 = "u19"
    U17 = "u17"
    U15 = "u15"
    U13 = "u13"
    U11 = "u11"
    U9 = "u9"


class GameKind(StrEnum):
    """How a round went for a player; only PLAYED is a game for norms and coefficients (UA.Q33)."""

    PLAYED = "played"
    SHORT = "short"
    FORFEIT = "forfeit"
    PAIRING_BYE = "pairing_bye"
    FULL_POINT_BYE = "full_point_bye"
    HALF_POINT_BYE = "half_point_bye"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class TimeControl:
    minutes: int
    """Minutes of the first (or only) period for each player."""
    increment_seconds: int = 0
    """Added for each move from move 1."""
    first_period_moves: int | None = None
    """Moves of the first period; None when the only period is the whole game."""
    second_period_minutes: int | None = None
    """Minutes to the end of the game after the first period."""
    electronic_clocks: bool | None = None


@dataclass(frozen=True, slots=True)
class Arbiter:
    name: str
    category: ArbiterCategory


@dataclass(frozen=True, slots=True)
class DeclaredNorm:
    norm: str
    """A grade key (`ua.rank_1`) or `ua.candidate_point`."""
    body: DeclaringBody
    declared_on: date | None = None


@dataclass(frozen=True, slots=True)
class GameFact:
    """One round of one participant."""

    round: int
    kind: GameKind
    half_points: int
    opponent: int | None = None
    """Number of the opponent among the participants; None for a bye or an absence."""


@dataclass(frozen=True, slots=True)
class FideEvent:
    """What international titles ask about an event; None where nobody has said it."""

    federation: str = ""
    """Federation that registers the event; empty where not known."""
    category: str = "open"
    """A key of the edition's table of categories: `open`, `national_championship`, `olympiad`, …"""
    double_round: bool = False
    """A round robin in which everybody meets everybody twice."""
    pairings_known: bool | None = None
    """Whether all pairings were known before the first round; None: in a round robin only."""
    registered_on: date | None = None
    most_hours_on_one_day: int | None = None
    days_with_one_round: int | None = None
    same_conditions: bool | None = None
    """Same number of rounds and same pairing rules for everybody, nobody came or went."""
    same_clocks: bool | None = None
    """Same time control and clock mode for all players."""
    arbiter_played: bool | None = None
    changed_for_players: bool | None = None
    """Rounds, their order or opponents were arranged in favour of players."""
    zonal_in_that_year: bool = False
    """The federation held a zonal event of its own in the year of its championship."""
    ratings_of_the_day: bool | None = None
    """In a long event: whether ratings and titles are those of the day of each game."""
    format_approved: bool | None = None
    """A team event or another format: whether FIDE approved it beforehand."""
    foreign_rated_players: int | None = None
    """Rated players of other federations than the event's; None: counted from the participants."""
    foreign_federations: int | None = None
    foreign_titled: int | None = None


@dataclass(frozen=True, slots=True)
class Participant:
    number: int
    """Starting number: unique in the event; verdicts refer to it."""
    sex: str | None
    """`m`, `w`, or None."""
    birth_date: date | None
    birth_year: int | None
    federation: str
    """Three letters; empty where not known."""
    grade_known: bool
    """False where nobody has said what the participant holds (a foreigner, for example)."""
    grade: str | None
    """Grade in force on the event's first day; None with `grade_known` means: without rank."""
    candidate_points: int
    """Valid on the first day of the event, 0 to 2."""
    individual_coefficient: int | None
    """Of the list in force on the first day."""
    total_half_points: int
    """Points of the final standings: byes and forfeits included."""
    games: tuple[GameFact, ...]
    """In order of rounds."""
    national_rating: int | None = None
    """Russian rating in force on the first day, of the event's discipline."""
    national_rating_known: bool = False
    """True with `national_rating` None: looked up, and the player has no rating."""
    rating_on_last_day: int | None = None
    """Russian rating on the last day of the event."""
    rating_on_next_list: int | None = None
    """Russian rating of the list of the month after the event."""
    place: int | None = None
    """Final place, of the team in a team event; ties broken as the event's rules say."""
    earlier_result_on: date | None = None
    """Last day of an earlier event with the same result, where an article asks for two."""
    candidate_points_on_last_day: int | None = None
    """Earned in earlier events and valid on the event's last day, 0 to 2."""
    coefficient_on_last_day: int | None = None
    """Individual coefficient of the list in force on the last day."""
    fide_title: str = ""
    """Short form of the title (`GM`, `WIM`); empty without one, or where none is known."""
    fide_rating: int | None = None
    simultaneous: bool | None = None
    """Whether another event, not a team event, was played in these days."""
    fide_known: bool = False
    """Whether FIDE title and rating were looked up; without that they are not known."""
    fide_title_confirmed_on: date | None = None
    """Day on which `fide_title` was confirmed; None: before the event, as far as anybody knows."""
    fide_title_before: str = ""
    """Title held before `fide_title` was confirmed; empty for none."""
    lowered: bool = False
    """A grade for life that counts as the next lower one in the norms of the others."""


@dataclass(frozen=True, slots=True)
class EventFacts:
    event: str
    """The caller's own reference; comes back nowhere but in error messages."""
    starts_on: date
    ends_on: date
    system: EventSystem
    women: bool
    """A women's event; otherwise open."""
    rounds: int
    time_control: TimeControl | None
    most_rounds_on_one_day: int | None
    clocks_used: bool | None
    moves_recorded: bool | None
    competition_class: int | None
    """Class ("ранг") of the competition, 1 to 5; None where not stated."""
    arbiters: tuple[Arbiter, ...]
    declared_norms: tuple[DeclaredNorm, ...]
    participants: tuple[Participant, ...]
    discipline: Discipline | None = None
    level: EventLevel | None = None
    recognition: EventRecognition | None = None
    age_group: AgeGroup | None = None
    olympiad_rules: bool | None = None
    """A team event held by the regulations of the Chess Olympiad."""
    composition_sections: bool | None = None
    """Results of two-movers, three-movers, more-movers or studies."""
    championship: str | None = None
    """Key of the listed championship that the event is said to be; None for any other event."""
    fide: FideEvent = FideEvent()


class LedgerKind(StrEnum):
    """The two kinds of ledger entries and nothing else: assessed facts, and acts."""

    NORM_MET = "norm_met"
    CANDIDATE_POINT_EARNED = "candidate_point_earned"
    FAILURE_RECORDED = "failure_recorded"
    CONFIRMATION_EARNED = "confirmation_earned"
    RESULT_RECORDED = "result_recorded"
    """A result that was tested, neither a failure nor a confirmation: it ends a series."""
    AWARDED = "awarded"
    CONFIRMED = "confirmed"
    DEMOTED = "demoted"
    REVOKED = "revoked"
    LIFETIME_GRANTED = "lifetime_granted"
    VOIDED = "voided"


@dataclass(frozen=True, slots=True)
class LedgerFact:
    """One entry of one player's ledger."""

    key: int
    kind: LedgerKind
    effective_on: date
    recorded_at: datetime
    grade: str | None = None
    """A grade key or `ua.candidate_point`; None for a voiding entry."""
    voids: int | None = None
    """Key of the entry that this one voids."""
    details: Mapping[str, Any] = field(default_factory=dict)
    """Facts of the event behind the entry, as JSON can hold them:

    `system`, `rounds`, `games` (that count) give the term of a candidate master; `starts_on`
    (YYYY-MM-DD) the first day of the event, without it the event has one day; `since` the first day
    of an unbroken holding, for an award taken over from a card.

    Of results (failures, confirmations, results): `results`, a mapping of each norm established for
    the player (grade key or `ua.candidate_point`) to half-points scored and half-points needed, for
    example `{"ua.rank_1": [9, 11], "ua.rank_2": [9, 7]}`. `conditions` is `taken_as_met` where no
    verdict judged the event: only then awards by norm are read from `results`; otherwise norms and
    points that were met have entries of their own.
    """


@dataclass(frozen=True, slots=True)
class CoefficientFact:
    """An individual coefficient that comes into force on a day and holds until the next one."""

    effective_on: date
    value: int | None
    """None: the player is no longer listed."""
    recorded_at: datetime | None = None
    """When the list was published; None: known from its day on."""

    def known_by(self, moment: datetime) -> bool:
        """Whether it was known at a moment."""
        if self.recorded_at is None:
            return self.effective_on <= moment.date()
        return self.recorded_at <= moment
