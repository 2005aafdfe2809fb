"""State of the rules of Russia 2018, and the choices of readings that they can follow."""

from collections.abc import Mapping

from .. import measures_ru
from ..regulation import Regulation
from ..rules.ru_2018 import ages, event, places, tables
from .state import RuleState, asked, decided, not_ours

STATES: Mapping[str, RuleState] = {
    "RU.GEN.1": decided(Regulation.covers),
    "RU.GR.AGE": decided(ages.minimum_age),
    **{f"RU.GR.P{number}": decided(places.place_route) for number in range(1, 15)},
    "RU.GR.F1": decided(places.olympiad_rules),
    "RU.GR.F2": decided(places.second_result),
    # What composition is: who states the discipline of an event follows the definition.
    "RU.GR.F3": asked("discipline"),
    "RU.GR.1": decided(places.rating_on_last_day),
    # Who gives the rating on the last day says which events it rests on and how it was computed.
    "RU.GR.2": asked("rating_on_last_day"),
    "RU.GR.3": asked("rating_on_last_day"),
    "RU.GR.4": decided(places.team_share),
    "RU.GR.5": decided(places.composition_sections),
    "RU.MS.AGE": decided(ages.minimum_age),
    "RU.MS.T": decided(measures_ru.ms_composition, tables.opponents_of_master),
    "RU.MS.1": decided(measures_ru.ms_award, places.rating_on_last_day),
    "RU.MS.2": asked("rating_on_last_day"),
    "RU.MS.3": asked("rating_on_last_day"),
    "RU.MS.4": decided(event.level_of_master),
    "RU.MS.5": decided(event.time_control),
    "RU.MS.6": decided(measures_ru.mean_rating, tables.mean_rating),
    "RU.MS.7": decided(measures_ru.mean_rating, tables.unrated_opponents),
    "RU.MS.8.1": decided(measures_ru.ms_norm, tables.master_norm),
    "RU.MS.8.2": decided(measures_ru.mean_rating),
    "RU.MS.9": decided(measures_ru.min_age),
    "RU.KMS.AGE": decided(ages.minimum_age),
    "RU.KMS.T": decided(measures_ru.rank_norm, tables.rank_norm),
    "RU.R.T": decided(measures_ru.rank_norm, tables.rank_norm),
    "RU.Y.T": decided(measures_ru.rank_norm, tables.rank_norm),
    # Who gives the ratings of the first day says which list they are of.
    "RU.RANK.1": asked("national_rating"),
    "RU.RANK.2": not_ours(
        "Only a link is left of the text, and no rule of the ranks uses the rating on the last day."
    ),
    "RU.RANK.3": decided(measures_ru.minimum_games, tables.minimum_games),
    "RU.RANK.4": decided(measures_ru.minimum_games, tables.minimum_games),
    "RU.RANK.5": decided(measures_ru.minimum_games, tables.minimum_games),
    "RU.RANK.6": decided(event.time_control),
    "RU.RANK.7": decided(event.time_control),
    # The groups are the choices of the field.
    "RU.RANK.8": asked("age_group"),
    "RU.RANK.9": asked("age_group"),
    "RU.RANK.10": decided(measures_ru.mean_rating, tables.mean_rating),
    "RU.RANK.11": decided(measures_ru.mean_rating, tables.unrated_opponents),
    "RU.RANK.12.1": decided(measures_ru.rank_norm, tables.mean_in_rank_table),
    "RU.RANK.12.2": decided(measures_ru.norm_of_percent),
    "RU.RANK.12.3": decided(measures_ru.norm_of_percent),
    "RU.RANK.13": decided(event.recognition),
    "RU.RANK.14": decided(places.first_place_route),
    "RU.RANK.15": decided(ages.not_under_13),
    "RU.RANK.16": decided(ages.youth_age),
    "RU.RANK.17": decided(measures_ru.min_age),
}

READINGS_WRITTEN: Mapping[str, tuple[str, ...]] = {
    "RU.Q01": ("up", "down"),
    "RU.Q02": ("nearest_whole", "exact"),
    "RU.Q03": ("each_game", "each_person"),
    "RU.Q04": ("played", "paired"),
    "RU.Q05": ("any_rank", "adult_ranks"),
    "RU.Q06": ("minimal", "exact"),
    "RU.Q07": ("calendar_year", "full_years"),
    "RU.Q08": ("by_sex", "by_event"),
    "RU.Q09": ("first_day", "last_day"),
    "RU.Q10": ("no_norm", "first_15"),
    "RU.Q11": ("start_plus_changes", "next_list"),
    "RU.Q12": ("group_of_event", "age_of_player"),
    "RU.Q13": ("logistic", "table"),
}
"""A person gives the rating on the last day, by whichever way RU.Q11 is read; without one it is
estimated, or read from the next list."""
