"""Tables of the FIDE scheme."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

from ..edition_files import Reader, Row, unique
from ..fide.tables import (
    NORM_TITLES,
    RATING_TITLES,
    TITLES,
    EventCategory,
    FideTables,
    NormTitle,
    RatedGamesRule,
    RatingTitle,
    ValueStatus,
)
from ..regulation import Article
from .common import Common, performance

REQUIRED: Mapping[str, tuple[str, ...]] = {
    "thresholds": (
        *("minimum_games", "printed_minimum_games", "eight_games", "eight_games_rounds"),
        *("eight_games_count_as", "most_games_counted", "least_holders", "other_federations"),
        *("own_federation_of_5", "one_federation_of_3", "unrated_rating", "share_percent"),
        *("double_round_players", "double_round_half_known", "late_games_with_known_pairings"),
        *("foreign_rated_players", "foreign_federations", "foreign_titled_players"),
        *("registration_days", "hours_a_day", "rounds_a_day", "minutes_for_60_moves"),
        *("base_minutes_with_increment", "increment_seconds", "first_period_minutes"),
        *("second_period_minutes", "long_event_days", "application_games", "application_norms"),
        *("application_days_with_one_round", "published_days", "slow_event_for_wgm"),
        *("registration_days_known", "time_for_60_moves", "foreigners_in_every_round"),
    ),
}
"""Numbers that the rules ask an edition of this scheme for."""
STATUSES = ("source", "official_later", "corroborated", "inferred", "unverified", "not_found")


def tables(reader: Reader, common: Common) -> FideTables:
    """Titles, kinds of events, performance, titles by rating. Raises RegulationError."""
    return FideTables(
        titles=_titles(reader, common.articles),
        categories=_categories(reader, common.articles),
        performance=performance(reader, common.articles),
        rating_titles=_rating_titles(reader, common.articles),
        rated_games=_rated_games(reader),
        statuses=_statuses(reader, common.articles),
    )


def _titles(reader: Reader, articles: Mapping[str, Article]) -> Mapping[str, NormTitle]:
    rows = reader.document("tables/norms.toml").rows("title", "key")
    unique(rows, "key")
    found = {row.text("key"): _title(row, articles) for row in rows}
    for key in NORM_TITLES:
        if key not in found:
            raise rows[0].wrong(f"the title {key} is missing", "key")
    return MappingProxyType(found)


def _title(row: Row, articles: Mapping[str, Article]) -> NormTitle:
    holders, printed = row.words("holders"), row.words("holders_printed")
    for title in (*holders, *printed):
        if title not in TITLES:
            raise row.wrong(f"there is no title {title}", "holders")
    if not row.number("floor") < row.number("mean") < row.number("performance"):
        raise row.wrong("floor, mean and performance must rise", "mean")
    return NormTitle(
        key=row.text("key"),
        grade=row.text("grade"),
        women=_truth(row, "women"),
        performance=row.number("performance"),
        mean=row.number("mean"),
        floor=row.number("floor"),
        holders=frozenset(holders),
        holders_printed=frozenset(printed),
        holders_article=row.cites(articles, "holders_article"),
        award_rating=row.number("award_rating"),
    )


def _categories(reader: Reader, articles: Mapping[str, Article]) -> Mapping[str, EventCategory]:
    rows = reader.document("tables/categories.toml").rows("category", "key")
    unique(rows, "key")
    found = {}
    for row in rows:
        exempt = row.cites(articles, "exempt_by") if row.get("exempt_by") is not None else ""
        found[row.text("key")] = EventCategory(
            key=row.text("key"),
            exempt_by=exempt,
            exempt_only_own=_truth(row, "exempt_only_own", absent=False),
            minimum_games=_optional(row, "minimum_games"),
            most_rounds=_optional(row, "most_rounds"),
            at_least_counts_as=_optional(row, "at_least_counts_as"),
            title_norm_counts_as=_optional(row, "title_norm_counts_as"),
            performance_norm_counts_as=_optional(row, "performance_norm_counts_as"),
            world_cup_path=_truth(row, "world_cup_path", absent=False),
        )
    if "open" not in found:
        raise rows[0].wrong("the category open is missing", "key")
    return MappingProxyType(found)


def _truth(row: Row, cell: str, *, absent: bool | None = None) -> bool:
    value = absent if row.get(cell) is None else row.get(cell)
    if not isinstance(value, bool):
        raise row.wrong("true or false is expected", cell)
    return value


def _optional(row: Row, cell: str) -> int | None:
    return None if row.get(cell) is None else row.number(cell)


def _rating_titles(reader: Reader, articles: Mapping[str, Article]) -> Mapping[str, RatingTitle]:
    rows = reader.document("tables/rating_titles.toml").rows("title", "key")
    unique(rows, "key")
    found = {
        row.text("key"): RatingTitle(
            key=row.text("key"),
            grade=row.text("grade"),
            article=row.cites(articles),
            women=_truth(row, "women"),
            rating=row.number("rating"),
        )
        for row in rows
    }
    for key in RATING_TITLES:
        if key not in found:
            raise rows[0].wrong(f"the title {key} is missing", "key")
    return MappingProxyType(found)


def _rated_games(reader: Reader) -> tuple[RatedGamesRule, ...]:
    found: list[RatedGamesRule] = []
    for row in reader.document("tables/rating_titles.toml").rows("rated_games"):
        rule = RatedGamesRule(
            reached_from=row.day("reached_from"),
            games=_optional(row, "games"),
            why=row.text("why"),
        )
        if rule.games is None and not rule.why:
            raise row.wrong("a number that is not known needs a reason", "why")
        if found and rule.reached_from <= found[-1].reached_from:
            raise row.wrong("rules stand in the order of their dates", "reached_from")
        found.append(rule)
    if found[0].reached_from > date(1970, 1, 1):
        raise reader.document("tables/rating_titles.toml").wrong(
            "the first rule holds from 1970-01-01 on", "rated_games"
        )
    return tuple(found)


def _statuses(reader: Reader, articles: Mapping[str, Article]) -> tuple[ValueStatus, ...]:
    rows = reader.document("tables/status.toml").rows("value", "value")
    unique(rows, "value")
    found = []
    for row in rows:
        status = row.text("status")
        if status not in STATUSES:
            raise row.wrong(f"one of {', '.join(STATUSES)} is expected", "status")
        if status == "not_found" and not row.text("note"):
            raise row.wrong("what is not known for certain says why", "note")
        found.append(
            ValueStatus(
                article=row.cites(articles),
                value=row.text("value"),
                status=status,
                sources=row.words("sources"),
                note=row.text("note"),
            )
        )
    return tuple(found)
