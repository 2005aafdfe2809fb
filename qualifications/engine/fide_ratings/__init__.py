"""The world federation's ratings: dated parameters, changes, K, first ratings, lists."""

from .changes import (
    OPPOSITE_SIDES,
    GameChange,
    RatedGame,
    change_hundredths,
    expected_hundredths,
    game_changes,
    limited_games,
    rounded_change,
)
from .factor import Factor, PlayerFacts, factor_of, limited_factor, rating_that_decides
from .first import (
    AFTER_LEFT_OUT,
    POOLING_NOT_FOUND,
    ROUND_ROBIN_NOT_FOUND,
    ZERO_NOT_FOUND,
    FirstRating,
    UnratedEvent,
    first_rating,
)
from .lists import (
    floor_of,
    kind_of_event,
    least_minutes,
    list_in_force,
    published,
    raised_rating,
    seconds_for_60_moves,
)
from .parameters import (
    NO_SET,
    FideRatingTables,
    Open,
    RatingKind,
    Rules,
    Sure,
    rules_on,
)

OPEN_WORDS = (
    NO_SET,
    OPPOSITE_SIDES,
    AFTER_LEFT_OUT,
    POOLING_NOT_FOUND,
    ROUND_ROBIN_NOT_FOUND,
    ZERO_NOT_FOUND,
)
"""Reasons of `Open` that are not notes of the edition, in English."""

__all__ = [
    "OPEN_WORDS",
    "Factor",
    "FideRatingTables",
    "FirstRating",
    "GameChange",
    "Open",
    "PlayerFacts",
    "RatedGame",
    "RatingKind",
    "Rules",
    "Sure",
    "UnratedEvent",
    "change_hundredths",
    "expected_hundredths",
    "factor_of",
    "first_rating",
    "floor_of",
    "game_changes",
    "kind_of_event",
    "least_minutes",
    "limited_factor",
    "limited_games",
    "list_in_force",
    "published",
    "raised_rating",
    "rating_that_decides",
    "rounded_change",
    "rules_on",
    "seconds_for_60_moves",
]
