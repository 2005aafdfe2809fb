"""FM, CM, WFM and WCM: a rating that was reached, and the games behind it (1.31 to 1.34)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from ..regulation import Regulation
from ..verdict import Outcome, Reason, all_of
from .norm import UnknownInNorm
from .requirements import reason
from .tables import RatedGamesRule, RatingTitle, rules_of


@dataclass(frozen=True, slots=True)
class TitleByRating:
    title: str
    grade: str
    edition: str
    outcome: Outcome
    reasons: tuple[Reason, ...]


def title_by_rating(
    title: str,
    *,
    sex: str | None,
    highest_rating: int | None,
    reached_on: date | None,
    rated_games: int | None,
    law: Regulation,
) -> TitleByRating:
    """Whether a rating once reached gives a title: FM, CM, WFM or WCM.

    `highest_rating` need not have been published; `reached_on` is its day; `rated_games` were
    played until then. Raises UnknownInNorm.
    """
    rows: Mapping[str, RatingTitle] = rules_of(law).tables.rating_titles
    if title not in rows:
        raise UnknownInNorm(f"there is no rating that gives the title {title}")
    row = rows[title]
    women = None if row.women and sex is None else not row.women or sex == "w"
    reasons = (
        reason(
            "FIDE.0.31",
            "fide_women_only",
            women,
            required={"women": row.women},
            measured={"sex": sex},
            asks="sex",
        ),
        rating_reached(row, highest_rating),
        rated_games_played(row, reached_on, rated_games, law),
    )
    return TitleByRating(
        title=title,
        grade=row.grade,
        edition=law.edition,
        outcome=all_of(one.outcome for one in reasons),
        reasons=reasons,
    )


def rating_reached(row: RatingTitle, highest_rating: int | None) -> Reason:
    """1.31: Майстер ФІДЕ ≥ 2300. 1.32: Кандидат в майстри ≥ 2200. 1.33: Жіночий майстер ФІДЕ ≥
    2100. 1.34: WCM 2000 (the line is lost).
    """
    return reason(
        row.article,
        "fide_title_rating",
        None if highest_rating is None else highest_rating >= row.rating,
        required={"rating": row.rating},
        measured={"rating": highest_rating},
        asks="fide_rating",
    )


def rated_games_played(
    row: RatingTitle, reached_on: date | None, rated_games: int | None, law: Regulation
) -> Reason:
    """1.3 of the later text: at least 30 rated games for ratings reached after 1 July 2017.

    Open where the number in force on the day is not known.
    """
    rule = rated_games_rule(reached_on, law) if reached_on is not None else None
    passed, asks = None, "rating_reached_on"
    if rule is not None and rule.games is None:
        asks = "rated_games_rule"
    elif rule is not None and rule.games is not None:
        passed = None if rated_games is None else rated_games >= rule.games
        asks = "rated_games"
    return reason(
        row.article,
        "fide_rated_games",
        passed,
        required={"games": rule.games if rule is not None else None, "reached_on": reached_on},
        measured={"games": rated_games},
        asks=asks,
    )


def rated_games_rule(reached_on: date, law: Regulation) -> RatedGamesRule:
    """The number of rated games asked for a rating reached on a day."""
    held = [one for one in rules_of(law).tables.rated_games if one.reached_from <= reached_on]
    return held[-1]
