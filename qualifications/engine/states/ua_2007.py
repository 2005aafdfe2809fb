"""State of the rules of Ukraine 2007, and the choices of readings that they can follow."""

from collections.abc import Callable, Mapping

from .. import confirmation, measures, measures_ua_titles, ratings, terms
from ..regulation import Regulation
from ..rules.ua_2007 import (
    awarding,
    candidates,
    common,
    conditions,
    games,
    masters,
    mean,
    places,
    ranks,
)
from ..standing import counts_as
from .state import NOT_YET, RuleState, asked, decided, not_ours

DECIDED: Mapping[str, Callable[..., object]] = {
    "UA.GEN.1": Regulation.covers,
    "UA.GM.1": places.place_reason,
    "UA.GM.2": masters.strong_field,
    "UA.MSU.1": places.place_reason,
    "UA.MSU.2": measures_ua_titles.msu_window,
    "UA.MSU.3": masters.fide_route,
    "UA.MSU.T": measures_ua_titles.msu_norm,
    "UA.MSU.N1": mean.category,
    "UA.MSU.N2": mean.ranks_for_mean,
    "UA.MSU.N3": measures_ua_titles.column_of_event,
    "UA.KMS.1": places.place_reason,
    "UA.KMS.2": candidates.candidate_points,
    "UA.KMS.T": measures_ua_titles.opponents_norm,
    "UA.KMS.N1": measures.norm_of_percent,
    "UA.KMS.N2": measures_ua_titles.candidate_point_norm,
    "UA.KMS.N3": measures_ua_titles.second_rank_allowed,
    "UA.R1.1": ranks.first_place_route,
    "UA.R1.2": ranks.table_route,
    "UA.R2.1": ranks.first_place_route,
    "UA.R2.2": ranks.table_route,
    "UA.R3.1": ranks.first_place_route,
    "UA.R3.2": ranks.table_route,
    "UA.Y1.1": ranks.table_route,
    "UA.RANK.T": measures.rank_norm,
    "UA.RANK.N1": common.coefficient_of_event,
    "UA.RANK.N2": measures.tournament_coefficient,
    "UA.AWD.2": masters.men_in_womens_event,
    "UA.AWD.3a": masters.master_games,
    "UA.AWD.3b": masters.games_against_masters,
    "UA.AWD.4": conditions.norm_declared_by_federation,
    "UA.AWD.5a": measures_ua_titles.international_share,
    "UA.AWD.5b": mean.foreign_ratings,
    "UA.AWD.5c": masters.titled_players,
    "UA.AWD.6a": conditions.norm_time_control,
    "UA.AWD.6b": conditions.norm_time_control,
    "UA.AWD.6c": conditions.norm_time_control,
    "UA.AWD.7a": games.norm_games,
    "UA.AWD.7b": games.norm_games,
    "UA.AWD.7c": games.games_against_candidates,
    "UA.AWD.8a": ranks.minimum_games,
    "UA.AWD.8b": conditions.time_control,
    "UA.AWD.9a": conditions.minutes_per_game,
    "UA.AWD.9b": conditions.games_per_day,
    "UA.AWD.9c": ranks.minimum_games,
    "UA.AWD.10": conditions.norm_declared_by_region,
    "UA.AWD.11": conditions.norm_declared,
    "UA.AWD.12": games.arbiters_of_master_event,
    "UA.AWD.13": games.arbiters_of_candidate_event,
    "UA.AWD.14": common.counted_games,
    "UA.AWD.15b": awarding.awarding_body,
    "UA.AWD.15c": awarding.awarding_body,
    "UA.AWD.16": awarding.awarding_body,
    "UA.AWD.18a": conditions.minimum_age_of_master,
    "UA.AWD.18b": conditions.minimum_age,
    "UA.AWD.19": conditions.simultaneous_events,
    "UA.AWD.20": conditions.clocks_and_recording,
    "UA.AWD.STAR": masters.competition_class,
    "UA.CONF.1a": confirmation.confirms,
    "UA.CONF.1b": confirmation.confirms,
    "UA.CONF.2a": measures_ua_titles.kmsu_term_name,
    "UA.CONF.2b": measures_ua_titles.kmsu_term_name,
    "UA.CONF.2c": measures_ua_titles.kmsu_term_name,
    "UA.CONF.2d": terms.extended,
    "UA.CONF.3": confirmation.exempts,
    "UA.CONF.4a": confirmation.demoted_to,
    "UA.CONF.4b": confirmation.fails,
    "UA.CONF.4c": terms.points_of_the_move,
    "UA.CONF.4d": confirmation.grade_after_expiry,
    "UA.CONF.5a": terms.candidate_points,
    "UA.CONF.5b": terms.candidate_points,
    "UA.CONF.5c": terms.points_after_failure,
    "UA.CONF.6a": terms.term_of,
    "UA.CONF.6b": confirmation.demoted_to,
    "UA.CONF.6c": confirmation.demoted_to,
    "UA.CONF.6d": confirmation.demoted_to,
    "UA.CONF.6h": terms.term_of,
    "UA.CONF.7a": confirmation.becomes_for_life,
    "UA.CONF.7b": confirmation.lowers,
    "UA.CONF.7c": confirmation.lowers,
    "UA.CONF.8": counts_as,
    "UA.IK.1": ratings.rate_period,
    "UA.IK.5": measures.on_national_list,
    "UA.IK.8": ratings.gain_after_first_place,
    "UA.IK.11": Regulation.list_day,
}
"""Rule id to the function whose docstring quotes the article.

`UA.RANK.N2` is the document's own example: it is decided by the function that reproduces it.
"""

NOT_OURS: Mapping[str, str] = {
    "UA.AWD.1": "the registry keeps over-the-board chess only; correspondence chess has its own",
    "UA.AWD.15a": "certified tables are sent on paper; no deadline and no consequence is named",
    "UA.AWD.17": "an order to commissions to keep records; the registry is that record",
    "UA.IK.10": "the registry keeps the list of the national commission; coefficients that "
    "regional commissions compute for their own regions are not kept in it",
}
"""Rule id to the reason."""

ASKED: Mapping[str, tuple[str, ...]] = dict.fromkeys(
    ("UA.IK.2", "UA.IK.3", "UA.IK.4", "UA.IK.6", "UA.IK.7", "UA.IK.9"), ("rated",)
)
"""Rule id to the facts that a person gives: whether an event counts for the coefficient.

Membership, kind of event, mean, share of players with a coefficient, and the day on which the
material came: the commission looks at them and says in the papers whether the games count.
"""

NOT_YET_WRITTEN: tuple[str, ...] = ()
"""Rules that nothing applies yet: the registry must not be read as if it had applied them."""

STATES: Mapping[str, RuleState] = {
    **{rule: decided(function) for rule, function in DECIDED.items()},
    **{rule: not_ours(why) for rule, why in NOT_OURS.items()},
    **{rule: asked(*facts) for rule, facts in ASKED.items()},
    **dict.fromkeys(NOT_YET_WRITTEN, NOT_YET),
}

READINGS_WRITTEN: Mapping[str, tuple[str, ...]] = {
    "UA.Q01": ("half_up", "truncate"),
    "UA.Q02": ("no_norm", "first_row"),
    "UA.Q03": ("up", "down"),
    "UA.Q04": ("everywhere", "msu_next_half_point"),
    "UA.Q05": ("rounded", "exact"),
    "UA.Q06": ("by_system", "opponents"),
    "UA.Q07": ("by_commission", "left_out"),
    "UA.Q08": ("candidate_point", "second_norm"),
    "UA.Q09": ("as_msu_and_unavailable", "second_rank_100"),
    "UA.Q10": ("no_norm", "count_two"),
    "UA.Q11": ("of_rounded", "of_unrounded"),
    "UA.Q12": ("without_rank",),
    "UA.Q13": ("sole_first_place", "event_without_groups"),
    "UA.Q14": ("nine_games", "no_minimum_up_to_2"),
    "UA.Q15": ("both_articles", "team_article_alone"),
    "UA.Q16": ("anniversary_included", "anniversary_excluded"),
    "UA.Q17": ("moved_to_first_rank", "void"),
    "UA.Q18": ("no_rank", "next_lower_rank"),
    "UA.Q19": ("never_shortened", "replaced"),
    "UA.Q20": ("not_rounded", "rounded"),
    "UA.Q21": ("neutral", "interrupts"),
    "UA.Q22": ("any_test_passed", "only_confirmation"),
    "UA.Q23": ("expires_first", "earned_last"),
    "UA.Q24": ("keep_two_last", "ignore_new"),
    "UA.Q25": ("candidate_point", "nothing"),
    "UA.Q26": ("last_day", "first_day"),
    "UA.Q27": ("continuing_confirmation", "original_term"),
    "UA.Q28": ("same_rank", "higher_ranks_count"),
    "UA.Q29": ("until_next_success", "for_ever"),
    "UA.Q30": ("new_term", "old_term"),
    "UA.Q31": ("full_years", "calendar_year"),
    "UA.Q32": ("national", "regional"),
    "UA.Q33": ("not_counted", "counted"),
    "UA.Q34": ("as_printed", "seventy"),
    "UA.Q35": ("list_date",),
    "UA.Q36": ("first_rank_only", "anybody"),
    "UA.Q37": ("inclusive", "exclusive"),
    "UA.Q38": ("played_a_game", "everyone_listed"),
    "UA.Q39": ("performance", "half_of_highest_factor"),
    "UA.Q40": ("without_added_time", "sixty_moves"),
}
"""Choices that the written rules can follow. Loading refuses another choice of these questions; a
question that is not here is one that no written rule asks."""
