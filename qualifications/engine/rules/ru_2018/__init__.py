"""Titles and ranks by the annex of 2018: one function per article.

Every function returns its reason whatever the others found, and asks for one missing fact at a
time. A reason names a reading only where the other choice would have changed what the reason says.
Games are the games played; the rating is the Russian one.
"""

from ... import measures_ru as measures
from ...editions.ru import MEN
from ...facts import Discipline, EventFacts, EventLevel, Participant
from ...measures_ru import GR, GRADES, KMS, MS, RANK_GRADES, YOUTH_GRADES
from ...regulation import Regulation
from ...verdict import Reason, Route, Verdict
from ..reasons import make_route, verdict_from
from .ages import AGE_ARTICLE, minimum_age, not_under_13, youth_age
from .event import FAST, LONG, discipline, level, level_of_master, recognition, time_control
from .field import Field, Games, column_of, games_of, played_games
from .places import (
    composition_sections,
    first_place_route,
    place_route,
    rating_on_last_day,
    team_share,
)
from .tables import (
    master_norm,
    mean_in_master_table,
    mean_in_rank_table,
    mean_rating,
    minimum_games,
    opponents_of_master,
    rank_norm,
    unrated_opponents,
)

CHECKS = (
    "ru_age",
    "ru_rating_on_last_day",
    "ru_team_games",
    "ru_team_points",
    "ru_composition_sections",
    "ru_listed_competition",
    "ru_place",
    "ru_olympiad_rules",
    "ru_second_result",
    "ru_recognition",
    "ru_level",
    "ru_discipline",
    "ru_age_group",
    "ru_time_control",
    "ru_not_under_13",
    "ru_youth_age",
    "ru_minimum_games",
    "ru_mean_rating",
    "ru_unrated_opponents",
    "ru_mean_in_table",
    "ru_opponents",
    "ru_table_norm",
)
ASKS = (
    "age_group",
    "birth_date",
    "composition_sections",
    "discipline",
    "earlier_result",
    "level",
    "national_rating",
    "olympiad_rules",
    "participants_class",
    "place",
    "rating_on_last_day",
    "recognition",
    "sex",
    "time_control",
)
ROUTES = ("place", "table", "first_place")


def assess(event: EventFacts, law: Regulation) -> tuple[Verdict, ...]:
    """Nine verdicts, from grandmaster down, for every participant with at least one round."""
    field = Field(
        facts=event,
        law=law,
        by_number={participant.number: participant for participant in event.participants},
        points=tuple(sorted(one.total_half_points for one in event.participants)),
        conditions={grade: conditions_of_event(grade, event, law) for grade in GRADES},
    )
    return tuple(
        verdict
        for participant in event.participants
        if participant.games
        for verdict in judge(participant, field)
    )


def judge(participant: Participant, field: Field) -> tuple[Verdict, ...]:
    """The verdicts on one participant, from grandmaster down."""
    law = field.law
    games = games_of(participant, field)
    for_master = games
    if law.reading("RU.Q10") == "first_15":
        for_master = games_of(participant, field, most=law.thresholds["ms_most_games"])
    verdicts = [
        _verdict(GR, participant, field, games, None, (place_route(participant, field),)),
        master(participant, field, for_master),
    ]
    verdicts += [rank(participant, grade, field, games) for grade in RANK_GRADES]
    return tuple(verdicts)


def master(participant: Participant, field: Field, games: Games) -> Verdict:
    """Master of sport: the points of the table and the rating on the last day."""
    column, readings = column_of(participant, field)
    if len(played_games(participant)) > field.law.thresholds["ms_most_games"]:
        readings = (*readings, "RU.Q10")
    norm = None
    if games.mean is not None and column is not None:
        norm = measures.ms_norm(len(games.played), games.mean.exact, column, field.law)
    route = make_route(
        "table",
        mean_rating("RU.MS.6", games),
        unrated_opponents("RU.MS.7", games, field.law),
        mean_in_master_table(norm, column, games, readings),
        opponents_of_master(games, field),
        master_norm(norm, column, games, readings),
    )
    points = norm.norm_half_points if norm else None
    return _verdict(MS, participant, field, games, points, (route,))


def rank(participant: Participant, grade: str, field: Field, games: Games) -> Verdict:
    """Candidate for master, a rank or a youth rank: the percentage of the table."""
    law = field.law
    column, readings = column_of(participant, field)
    if grade in YOUTH_GRADES:
        column, readings = MEN, ()
    norm = None
    if games.mean is not None and column is not None:
        if measures.rounding_decides(grade, games.mean.exact, column, law):
            readings = ("RU.Q02", *readings)
        # A norm is the same in every discipline; only the fewest games differ, asked separately.
        discipline = field.facts.discipline or Discipline.CLASSICAL
        if discipline is not Discipline.COMPOSITION:
            norm = measures.rank_norm(
                grade, games.mean.exact, column, len(games.played), discipline, law
            )
    table = make_route(
        "table",
        minimum_games(field.facts, games, law),
        mean_rating("RU.RANK.10", games),
        unrated_opponents("RU.RANK.11", games, law),
        mean_in_rank_table(norm, column, games, readings, field),
        rank_norm(norm, grade, column, games, readings, field),
    )
    routes = (table, first_place_route(participant, field)) if grade == KMS else (table,)
    points = norm.norm_half_points if norm else None
    return _verdict(grade, participant, field, games, points, routes)


def _verdict(
    grade: str,
    participant: Participant,
    field: Field,
    games: Games,
    norm: int | None,
    routes: tuple[Route, ...],
) -> Verdict:
    conditions = (*conditions_of_player(grade, participant, field), *field.conditions[grade])
    return verdict_from(
        participant,
        grade,
        conditions,
        routes,
        norm_half_points=norm,
        scored_half_points=games.half_points,
        law=field.law,
    )


def conditions_of_event(grade: str, event: EventFacts, law: Regulation) -> tuple[Reason, ...]:
    """What a grade asks of the event whoever plays, in the order of the text."""
    if grade == GR:
        return (composition_sections(event),)
    if grade == MS:
        return (
            recognition("RU.MS.4", event),
            level_of_master(event),
            time_control("RU.MS.5", event, law),
        )
    conditions = [
        time_control("RU.RANK.6", event, law),
        discipline("RU.RANK.13", event, (*LONG, *FAST)),
        recognition("RU.RANK.13", event),
    ]
    if grade == KMS:
        conditions.append(level("RU.RANK.13", event, EventLevel.MUNICIPAL))
    return tuple(conditions)


def conditions_of_player(grade: str, participant: Participant, field: Field) -> tuple[Reason, ...]:
    """What a grade asks of the player whatever the points, in the order of the text."""
    conditions = []
    if grade in AGE_ARTICLE:
        conditions.append(minimum_age(grade, participant, field))
    if grade in (GR, MS):
        conditions.append(rating_on_last_day(grade, participant, field))
    if grade == GR:
        conditions += team_share(participant, field)
    if grade in RANK_GRADES:
        conditions.append(not_under_13(participant, field))
    if grade in YOUTH_GRADES:
        conditions.append(youth_age(participant, field))
    return tuple(conditions)
