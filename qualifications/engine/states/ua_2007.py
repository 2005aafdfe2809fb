"""State of the rules of Ukraine 2007, and the choices of readings that they can follow."""

from collections.abc import Callable, Mapping

from .. import measures, ratings, standing
from ..regulation import Regulation
from ..rules import ua_2007
from .state import NOT_YET, RuleState, decided

DECIDED: Mapping[str, Callable[..., object]] = {
    "UA.GEN.1": Regulation.covers,
    "UA.KMS.N1": measures.norm_of_percent,
    "UA.R1.1": ua_2007.first_place_route,
    "UA.R1.2": ua_2007.table_route,
    "UA.R2.1": ua_2007.first_place_route,
    "UA.R2.2": ua_2007.table_route,
    "UA.R3.1": ua_2007.first_place_route,
    "UA.R3.2": ua_2007.table_route,
    "UA.Y1.1": ua_2007.table_route,
    "UA.RANK.T": measures.rank_norm,
    "UA.RANK.N1": ua_2007.coefficient_of_event,
    "UA.RANK.N2": measures.tournament_coefficient,
    "UA.AWD.8a": ua_2007.minimum_games,
    "UA.AWD.8b": ua_2007.time_control,
    "UA.AWD.9a": ua_2007.minutes_per_game,
    "UA.AWD.9b": ua_2007.games_per_day,
    "UA.AWD.9c": ua_2007.minimum_games,
    "UA.AWD.10": ua_2007.norm_declared_by_region,
    "UA.AWD.11": ua_2007.norm_declared,
    "UA.AWD.14": ua_2007.counted_games,
    "UA.AWD.18b": ua_2007.minimum_age,
    "UA.AWD.20": ua_2007.clocks_and_recording,
    "UA.CONF.2a": standing.kmsu_term,
    "UA.CONF.2b": standing.kmsu_term,
    "UA.CONF.2c": standing.kmsu_term,
    "UA.CONF.2d": standing.granted,
    "UA.CONF.5a": standing.candidate_points,
    "UA.CONF.5b": standing.candidate_points,
    "UA.CONF.6a": standing.term_of,
    "UA.CONF.6h": standing.term_of,
    "UA.IK.1": ratings.rate_period,
    "UA.IK.5": measures.on_national_list,
    "UA.IK.8": ratings.gain_after_first_place,
    "UA.IK.11": Regulation.list_day,
}
"""Rule id to the function whose docstring quotes the article.

`UA.RANK.N2` is the document's own example: it is decided by the function that reproduces it.
"""

NOT_YET_WRITTEN: tuple[str, ...] = (
    "UA.GM.1",
    "UA.GM.2",
    "UA.MSU.1",
    "UA.MSU.2",
    "UA.MSU.3",
    "UA.MSU.T",
    "UA.MSU.N1",
    "UA.MSU.N2",
    "UA.MSU.N3",
    "UA.KMS.1",
    "UA.KMS.2",
    "UA.KMS.T",
    "UA.KMS.N2",
    "UA.KMS.N3",
    "UA.AWD.1",
    "UA.AWD.2",
    "UA.AWD.3a",
    "UA.AWD.3b",
    "UA.AWD.4",
    "UA.AWD.5a",
    "UA.AWD.5b",
    "UA.AWD.5c",
    "UA.AWD.6a",
    "UA.AWD.6b",
    "UA.AWD.6c",
    "UA.AWD.7a",
    "UA.AWD.7b",
    "UA.AWD.7c",
    "UA.AWD.12",
    "UA.AWD.13",
    "UA.AWD.15a",
    "UA.AWD.15b",
    "UA.AWD.15c",
    "UA.AWD.16",
    "UA.AWD.17",
    "UA.AWD.18a",
    "UA.AWD.19",
    "UA.AWD.STAR",
    "UA.CONF.1a",
    "UA.CONF.1b",
    "UA.CONF.3",
    "UA.CONF.4a",
    "UA.CONF.4b",
    "UA.CONF.4c",
    "UA.CONF.4d",
    "UA.CONF.5c",
    "UA.CONF.6b",
    "UA.CONF.6c",
    "UA.CONF.6d",
    "UA.CONF.7a",
    "UA.CONF.7b",
    "UA.CONF.7c",
    "UA.CONF.8",
    "UA.IK.2",
    "UA.IK.3",
    "UA.IK.4",
    "UA.IK.6",
    "UA.IK.7",
    "UA.IK.9",
    "UA.IK.10",
)
"""Rules that nothing decides yet: the registry must not be read as if it had applied them."""

STATES: Mapping[str, RuleState] = {
    **{rule: decided(function) for rule, function in DECIDED.items()},
    **dict.fromkeys(NOT_YET_WRITTEN, NOT_YET),
}

READINGS_WRITTEN: Mapping[str, tuple[str, ...]] = {
    "UA.Q01": ("half_up", "truncate"),
    "UA.Q02": ("no_norm", "first_row"),
    "UA.Q03": ("up", "down"),
    "UA.Q12": ("without_rank",),
    "UA.Q13": ("sole_first_place", "event_without_groups"),
    "UA.Q14": ("nine_games", "no_minimum_up_to_2"),
    "UA.Q16": ("anniversary_included", "anniversary_excluded"),
    "UA.Q18": ("no_rank",),
    "UA.Q19": ("never_shortened", "replaced"),
    "UA.Q24": ("keep_two_last", "ignore_new"),
    "UA.Q31": ("full_years", "calendar_year"),
    "UA.Q32": ("national", "regional"),
    "UA.Q33": ("not_counted", "counted"),
    "UA.Q38": ("played_a_game", "everyone_listed"),
    "UA.Q39": ("performance", "half_of_highest_factor"),
    "UA.Q40": ("without_added_time", "sixty_moves"),
}
"""Choices that the written rules can follow. Loading refuses another choice of these questions; a
question that is not here is one that no written rule asks."""
