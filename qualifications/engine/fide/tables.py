"""Tables of the FIDE scheme, and the numbers and readings of one edition gathered for the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from ..regulation import Regulation

NORM_TITLES = ("GM", "IM", "WGM", "WIM")
RATING_TITLES = ("FM", "CM", "WFM", "WCM")
HOLDERS = frozenset({"GM", "IM", "FM", "WGM", "WIM", "WFM"})
"""Titles of 0.31 that count as titles for 1.45a: all but CM and WCM."""
TITLES = HOLDERS | {"CM", "WCM"}
FLAG_WITHOUT_FEDERATION = "FID"
"""Shown for a player who plays under the flag of FIDE itself."""


@dataclass(frozen=True, slots=True)
class NormTitle:
    """One title that norms lead to."""

    key: str
    grade: str
    women: bool
    performance: int
    """Least performance Rp (1.48)."""
    mean: int
    """Least mean rating of the opponents (1.48a)."""
    floor: int
    """Rating to which one opponent may be raised (1.46b)."""
    holders: frozenset[str]
    """Titles of opponents that 1.45b-e ask for."""
    holders_printed: frozenset[str]
    """The same as the page prints them; differs where a reading decides (A4)."""
    holders_article: str
    award_rating: int


@dataclass(frozen=True, slots=True)
class EventCategory:
    """A kind of event that an article treats apart."""

    key: str
    exempt_by: str
    """Article that exempts from the rules on federations; empty for none."""
    exempt_only_own: bool
    """Whether the exemption is for players of the event's federation only."""
    minimum_games: int | None
    """1.41b; None: as everywhere."""
    most_rounds: int | None
    """Up to how many rounds `minimum_games` holds; None: always."""
    at_least_counts_as: int | None
    """1.41b: the norm counts as at least so many games."""
    title_norm_counts_as: int | None
    """1.23b: what a title norm counts as."""
    performance_norm_counts_as: int | None
    """1.23b: what a performance norm (1.21 C) counts as; None: there is none that can be judged."""
    world_cup_path: bool
    """1.5.6 b-f: a norm from such an event is what an application needs once."""


@dataclass(frozen=True, slots=True)
class RatingTitle:
    key: str
    grade: str
    article: str
    women: bool
    rating: int


@dataclass(frozen=True, slots=True)
class RatedGamesRule:
    """How many rated games a title by rating asks for, for ratings reached from a day on."""

    reached_from: date
    games: int | None
    """None: not known; the reason says why."""
    why: str


@dataclass(frozen=True, slots=True)
class ValueStatus:
    """How sure a value of the edition is."""

    article: str
    value: str
    status: str
    """`source`, `official_later`, `corroborated`, `inferred`, `unverified` or `not_found`."""
    sources: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True)
class FideTables:
    titles: Mapping[str, NormTitle]
    categories: Mapping[str, EventCategory]
    performance: tuple[int, ...]
    """Table 8.1a (1.49): 101 differences by whole percent, 0 to 100."""
    rating_titles: Mapping[str, RatingTitle]
    rated_games: tuple[RatedGamesRule, ...]
    """Oldest first."""
    statuses: tuple[ValueStatus, ...]


@dataclass(frozen=True, slots=True)
class FideRules:
    """One edition as the rules use it: tables, numbers, and how unclear passages are read."""

    law: Regulation
    tables: FideTables
    minimum_games: int
    printed_minimum_games: int
    eight_games: int
    eight_games_rounds: int
    eight_games_count_as: int
    most_games_counted: int
    least_holders: int
    other_federations: int
    own_share: tuple[int, int]
    one_share: tuple[int, int]
    unrated_rating: int
    unrated_one_in: int | None
    """At most one in so many players may be unrated; None: any number."""
    share_percent: int
    double_round_players: int
    double_round_known: bool
    """Whether the edition says which share of different opponents must hold titles."""
    foreign_rated: int
    foreign_federations: int
    foreign_titled: int
    late_games_with_known_pairings: bool
    """1.42e (C): late games may be left out although the pairings were known beforehand."""
    flag_counts: bool
    minimum_read_as_nine: bool
    holders_include_higher: bool
    eight_games_with_federations: bool
    floor_anew: bool
    default_counts_as_loss: bool
    exemption_lifts_shares: bool
    exact_share: bool
    wins_with_known_pairings: bool
    field_needs_mean: bool
    performance_norm_without_mix: bool

    @property
    def edition(self) -> str:
        return self.law.edition


@lru_cache(maxsize=64)
def rules_of(law: Regulation) -> FideRules:
    """The numbers and readings of an edition, gathered once. Raises TypeError for another scheme.

    Raises KeyError where the edition lacks a number.
    """
    tables = law.tables_as(FideTables)
    number = law.thresholds

    def read(question: str, choice: str, absent: bool = False) -> bool:
        """Whether a question is answered so; `absent` where the edition does not have it."""
        if question not in law.readings:
            return absent
        return law.reading(question) == choice

    return FideRules(
        law=law,
        tables=tables,
        minimum_games=number["minimum_games"],
        printed_minimum_games=number["printed_minimum_games"],
        eight_games=number["eight_games"],
        eight_games_rounds=number["eight_games_rounds"],
        eight_games_count_as=number["eight_games_count_as"],
        most_games_counted=number["most_games_counted"],
        least_holders=number["least_holders"],
        other_federations=number["other_federations"],
        own_share=(number["own_federation_of_5"], 5),
        one_share=(number["one_federation_of_3"], 3),
        unrated_rating=number["unrated_rating"],
        unrated_one_in=number.get("unrated_one_in"),
        share_percent=number["share_percent"],
        double_round_players=number["double_round_players"],
        double_round_known=bool(number["double_round_half_known"]),
        foreign_rated=number["foreign_rated_players"],
        foreign_federations=number["foreign_federations"],
        foreign_titled=number["foreign_titled_players"],
        late_games_with_known_pairings=bool(number["late_games_with_known_pairings"]),
        flag_counts=read("FIDE.FN.Q1", "counts_without_federation"),
        minimum_read_as_nine=read("FIDE.A1", "nine", absent=True),
        holders_include_higher=read("FIDE.A4", "im_or_gm", absent=True),
        eight_games_with_federations=read("FIDE.A10", "with_federations", absent=True),
        floor_anew=read("FIDE.A13", "floor_anew", absent=True),
        default_counts_as_loss=read("FIDE.A15", "counts_as_loss", absent=True),
        exemption_lifts_shares=read("FIDE.A21", "lifts_shares", absent=True),
        exact_share=read("FIDE.A9", "exact_fraction", absent=True),
        wins_with_known_pairings=read("FIDE.FN.Q2", "wins_left_out", absent=True),
        field_needs_mean=read("FIDE.FN.Q3", "with_mean", absent=True),
        performance_norm_without_mix=read("FIDE.A16", "without_mix", absent=True),
    )
