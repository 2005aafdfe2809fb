"""State of the articles on the world federation's ratings, and how readings can be followed."""

from collections.abc import Mapping

from ..fide_ratings import changes, event, factor, first, lists
from .state import RuleState, decided, not_ours

_FIDE_ITSELF = not_ours("How FIDE takes reports in: the registry only works out what to expect.")

STATES: Mapping[str, RuleState] = {
    "FIDE.R.PACE": decided(lists.kind_of_event, lists.least_minutes),
    "FIDE.R.PLAYED": decided(event.counted_games),
    "FIDE.R.MATCH": _FIDE_ITSELF,
    "FIDE.R.FLOOR": decided(lists.floor_of, lists.published),
    "FIDE.R.LISTS": decided(lists.list_in_force),
    "FIDE.R.600": decided(changes.game_changes),
    "FIDE.R.PERF": decided(first.first_rating),
    "FIDE.R.TABLE": decided(changes.expected_hundredths),
    "FIDE.R.FIRST": decided(first.first_rating),
    "FIDE.R.OWN": decided(event.event_changes),
    "FIDE.R.LIMIT": decided(changes.game_changes, changes.limited_games),
    "FIDE.R.CHANGE": decided(changes.change_hundredths),
    "FIDE.R.K": decided(factor.factor_of),
    "FIDE.R.PRODUCT": decided(factor.limited_factor),
    "FIDE.R.KDAY": decided(factor.rating_that_decides),
    "FIDE.R.ROUND": decided(changes.rounded_change),
    "FIDE.R.LATE": _FIDE_ITSELF,
    "FIDE.R.LONG": _FIDE_ITSELF,
    "FIDE.R.RAISED": decided(lists.raised_rating),
}

READINGS_WRITTEN: Mapping[str, tuple[str, ...]] = {
    "FIDE.R.Q1": ("up", "down"),
    "FIDE.R.Q2": ("exact", "mean_first"),
}
