"""The order of 2007: titles, ranks and candidate points; one function per article.

Every function returns its reason whatever the others found. A reason names a reading only where the
other choice would have changed what the reason says. A norm that nobody set for an event cannot be
met: its articles are listed as not applying, and nothing is measured for it.
"""

from ...facts import EventFacts
from ...regulation import Regulation
from ...verdict import Verdict
from . import (
    awarding,
    candidates,
    common,
    conditions,
    counting,
    counting_players,
    games,
    masters,
    places,
    ranks,
)
from .candidates import candidate_event, judge_candidates
from .common import GM, GRADES, coefficient_of_event, counted_games, measure_event
from .conditions import event_conditions
from .masters import judge_grandmaster, judge_master, master_event
from .places import listed

__all__ = [
    "ASKS",
    "CHECKS",
    "GRADES",
    "ROUTES",
    "assess",
    "awarding",
    "candidates",
    "coefficient_of_event",
    "common",
    "conditions",
    "counted_games",
    "counting",
    "counting_players",
    "games",
    "masters",
    "places",
    "ranks",
]

CHECKS = (
    *("listed_place", "individual_coefficient", "strong_field"),
    *("coefficient_in_two_years", "master_norm", "category", "ranks_for_mean", "column_of_event"),
    *("men_in_womens_event", "games_against_masters", "home_share", "foreign_ratings"),
    *("titled_players", "competition_class", "fide_title"),
    *("candidate_points", "opponents_norm", "second_rank_games", "held_first_rank"),
    *("norm_as_point", "norm_not_set", "norm_time_control", "games_against_candidates"),
    *("arbiters", "simultaneous_events"),
    *("sole_first_place", "first_place_coefficient", "coefficient_in_column", "table_norm"),
    *("tournament_coefficient", "minimum_games", "time_control", "minutes_per_game"),
    *("games_per_day", "norm_declared", "minimum_age", "clocks_used", "moves_recorded"),
    *("submitted", "kind_of_event", "half_with_coefficient", "number_of_participants"),
    *("rated_time_control", "local_event", "material_in_time", "members", "above_border"),
    *("below_border", "valid_in_region"),
)
ASKS = (
    *("participants_class", "time_control", "electronic_clocks", "most_rounds_on_one_day"),
    *("birth_date", "clocks_used", "moves_recorded", "simultaneous", "arbiters"),
    *("competition_class", "place", "sex", "coefficient_on_last_day", "foreign_rating"),
    *("candidate_points_on_last_day", "players_without_coefficient", "participants_federation"),
    *("master_norm_in_team_event", "coefficient_kind", "material_received_on"),
)
ROUTES = ("place", "norm", "fide_grandmaster", "opponents", "first_place", "table")


def assess(event: EventFacts, law: Regulation) -> tuple[Verdict, ...]:
    """Verdicts on everybody with at least one round, from the highest grade down.

    The highest title is judged only in an event that is said to be one of those that make it.
    """
    measured = measure_event(event, law)
    asked = event_conditions(measured, law)
    for_masters = master_event(measured, asked, law)
    for_candidates = candidate_event(measured, asked, law)
    grandmasters = listed(GM, measured, law) is not None
    found: list[Verdict] = []
    for participant in event.participants:
        if not participant.games:
            continue
        counted = counted_games(participant, law)
        if grandmasters:
            found.append(judge_grandmaster(participant, counted, measured, law))
        found.append(judge_master(participant, counted, for_masters, law))
        found.extend(judge_candidates(participant, counted, for_candidates, law))
        found.extend(
            ranks.judge(participant, grade, counted, measured, asked, law) for grade in ranks.GRADES
        )
    return tuple(found)
