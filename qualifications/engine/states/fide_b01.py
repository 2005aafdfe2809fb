"""State of the rules of the international titles, and the choices of readings they can follow."""

from collections.abc import Mapping

from ..fide import (
    application,
    counting,
    direct_titles,
    games_left_out,
    measures,
    norm,
    requirements,
    titles_by_rating,
)
from ..regulation import Regulation
from ..rules import fide_b01
from .state import RuleState, asked, decided, not_ours

_FIDE_ITSELF = not_ours("How FIDE decides: the registry prepares norms and applications only.")

_BOTH: Mapping[str, RuleState] = {
    "FIDE.0.1": not_ours("Says what the other articles are for; nothing to judge."),
    "FIDE.0.2": _FIDE_ITSELF,
    "FIDE.0.3": _FIDE_ITSELF,
    "FIDE.0.31": decided(requirements.player_of_the_title),
    "FIDE.0.4": not_ours("A title does not expire, so there is nothing to compute."),
    "FIDE.0.41": _FIDE_ITSELF,
    "FIDE.0.42": _FIDE_ITSELF,
    "FIDE.0.43": decided(fide_b01.titles_confirmed),
    "FIDE.0.44": decided(application.check_application),
    "FIDE.0.5": not_ours("Words and numbers that 1.48 and 1.24 use."),
    "FIDE.0.61": _FIDE_ITSELF,
    "FIDE.0.62": _FIDE_ITSELF,
    "FIDE.1.11": decided(fide_b01.same_conditions, fide_b01.registered),
    "FIDE.1.12": decided(fide_b01.hours_a_day),
    "FIDE.1.13": decided(fide_b01.rounds_a_day, fide_b01.time_control),
    "FIDE.1.13a": decided(application.one_round_a_day),
    "FIDE.1.13b": decided(fide_b01.same_clocks),
    "FIDE.1.15": decided(fide_b01.ratings_of_long_events),
    "FIDE.1.16": decided(fide_b01.chief_arbiter),
    "FIDE.1.17": decided(fide_b01.no_arbiter_plays),
    "FIDE.1.21": decided(direct_titles.direct_title_claim, norm.judge_norm),
    "FIDE.1.23": decided(direct_titles.championship),
    # Who claims a title from a merged group says what the groups were.
    "FIDE.1.23a": asked("direct_title"),
    "FIDE.1.24": asked("direct_title"),
    "FIDE.1.31": decided(titles_by_rating.rating_reached, titles_by_rating.rated_games_played),
    "FIDE.1.32": decided(titles_by_rating.rating_reached, titles_by_rating.rated_games_played),
    "FIDE.1.33": decided(titles_by_rating.rating_reached, titles_by_rating.rated_games_played),
    "FIDE.1.34": decided(titles_by_rating.rating_reached, titles_by_rating.rated_games_played),
    "FIDE.1.4": decided(norm.judge_norm),
    "FIDE.1.41": decided(requirements.number_of_games),
    "FIDE.1.41a": decided(counting.minimum_games),
    "FIDE.1.41b": decided(counting.games_of_named_event),
    "FIDE.1.41c": decided(counting.one_game_missing, application.at_most_one_of_eight_games),
    "FIDE.1.41d": decided(games_left_out.overscore),
    "FIDE.1.42": decided(counting.split),
    "FIDE.1.42a": decided(counting.not_a_member),
    "FIDE.1.42c": decided(counting.unrated_without_points),
    "FIDE.1.42d": decided(counting.not_played, norm.judge_norm),
    "FIDE.1.42e": decided(games_left_out.permissions, games_left_out.largest_norm),
    "FIDE.1.42f": decided(games_left_out.permissions, games_left_out.largest_norm),
    "FIDE.1.42g": decided(fide_b01.not_changed_for_players),
    "FIDE.1.43": decided(requirements.other_federations),
    "FIDE.1.43a": decided(counting.exempt_by_kind),
    "FIDE.1.43b": decided(counting.exempt_by_kind),
    "FIDE.1.43c": decided(counting.exempt_by_kind),
    "FIDE.1.43d": decided(counting.exempt_by_kind),
    "FIDE.1.43e": decided(counting.exempt_by_foreigners, fide_b01.foreign_players),
    "FIDE.1.43f": decided(application.one_with_foreigners),
    "FIDE.1.44": decided(requirements.own_federation, requirements.one_federation),
    "FIDE.1.45": decided(requirements.title_holders, requirements.required_titles),
    "FIDE.1.45a": decided(requirements.title_holders),
    "FIDE.1.45b": decided(requirements.required_titles),
    "FIDE.1.45c": decided(requirements.required_titles),
    "FIDE.1.45d": decided(requirements.required_titles),
    "FIDE.1.45e": decided(requirements.required_titles),
    "FIDE.1.45f": decided(requirements.double_round_robin, measures.needs),
    "FIDE.1.46a": decided(fide_b01.opponents_known),
    "FIDE.1.46b": decided(measures.raise_of),
    "FIDE.1.46c": decided(measures.raise_of, requirements.raised_opponent),
    "FIDE.1.46d": decided(requirements.unrated_opponents, counting.counted_game),
    "FIDE.1.47": decided(measures.measure),
    "FIDE.1.47a": decided(measures.measure),
    "FIDE.1.47b": decided(measures.measure),
    "FIDE.1.48": decided(requirements.performance),
    "FIDE.1.48a": decided(requirements.mean_rating),
    "FIDE.1.48b": decided(requirements.least_share),
    "FIDE.1.49": decided(measures.measure),
    "FIDE.1.50": decided(application.number_of_norms, application.games_of_the_norms),
    "FIDE.1.51": decided(application.check_application),
    "FIDE.1.53": decided(application.award_rating),
    "FIDE.1.54": decided(Regulation.covers),
    "FIDE.1.55": decided(application.registered_norms),
    "FIDE.1.71": decided(norm.counts_as),
    "FIDE.1.72": decided(measures.needs, measures.lowest_mean),
}

STATES_2013: Mapping[str, RuleState] = {
    **_BOTH,
    "FIDE.1.14": decided(fide_b01.duration),
    "FIDE.1.22": decided(requirements.least_share),
    "FIDE.1.23b": decided(norm.counts_as),
    "FIDE.1.42b": decided(counting.a_computer),
}

STATES_2024: Mapping[str, RuleState] = {
    **_BOTH,
    "FIDE.0.6.2": asked("direct_title"),
    # Formats other than Swiss, round robin and knock-out cannot be told to the registry as such.
    "FIDE.1.4.2e": asked("format_approved"),
    "FIDE.1.5.6": decided(application.one_large_swiss),
}

READINGS_WRITTEN: Mapping[str, tuple[str, ...]] = {
    "FIDE.A1": ("nine", "seven"),
    "FIDE.A4": ("im_or_gm", "im_only"),
    "FIDE.A9": ("exact_fraction", "rounded_percent"),
    "FIDE.A10": ("with_federations", "without_federations"),
    "FIDE.A13": ("floor_anew", "floor_of_all"),
    "FIDE.A15": ("counts_as_loss", "does_not_count"),
    "FIDE.A16": ("without_mix", "never_automatic"),
    "FIDE.A18": ("never_automatic",),
    "FIDE.A21": ("lifts_shares", "only_other_federations"),
    "FIDE.FN.Q1": ("no_federation", "counts_without_federation"),
    "FIDE.FN.Q2": ("wins_left_out", "all_rounds"),
    "FIDE.FN.Q3": ("with_mean", "without_mean"),
}
