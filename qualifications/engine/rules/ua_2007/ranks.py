"""Ranks I, II, III and I youth by the order of 2007: one function per article.

Every function returns its reason whatever the others found. A reason names a reading only where the
other choice would have changed what the reason says.
"""

from fractions import Fraction

from ... import measures
from ...facts import GameFact, Participant
from ...quantities import nearest_half_point_down, nearest_half_point_up
from ...regulation import Regulation
from ...verdict import Outcome, Params, Reason, Route, Verdict
from ..reasons import make_reason, make_route
from .common import RANK_1, RANK_2, RANK_3, YOUTH_1, EventMeasures, make_verdict, unplayed_readings
from .conditions import EventConditions, minimum_age, simultaneous_events

GRADES = (RANK_1, RANK_2, RANK_3, YOUTH_1)
_FIRST_PLACE_ARTICLE = {RANK_1: "UA.R1.1", RANK_2: "UA.R2.1", RANK_3: "UA.R3.1"}


def judge(
    participant: Participant,
    grade: str,
    games: tuple[GameFact, ...],
    event: EventMeasures,
    asked: EventConditions,
    law: Regulation,
) -> Verdict:
    """One participant and one rank: every condition and at least one of the routes."""
    conditions = [event.coefficient_reason, minimum_games(participant, grade, games, event, law)]
    if grade == RANK_1:
        conditions.append(asked.time_control)
    conditions += asked.slow
    conditions += [asked.declared[grade], minimum_age(participant, event.facts, law)]
    conditions.append(simultaneous_events(participant, event.facts))
    if grade != YOUTH_1:
        conditions += asked.recording
    routes = [] if grade == YOUTH_1 else [first_place_route(participant, grade, event, law)]
    routes.append(table_route(participant, grade, games, event, law))
    norm = None
    if event.coefficient is not None:
        norm = measures.rank_norm(event.coefficient.value, len(games), grade, law).norm_half_points
    return make_verdict(participant, grade, tuple(conditions), tuple(routes), games, norm, law)


# ---------------------------------------------------------------- I, II, III and I youth ranks


def first_place_route(
    participant: Participant, grade: str, event: EventMeasures, law: Regulation
) -> Route:
    """UA.R1.1: 1 — на змаганнях з коефіцієнтом не більше 2 без поділу учасників змагань
    UA.R2.1: 1 — на змаганнях з коефіцієнтом не більше 3 без поділу учасників змагань
    UA.R3.1: 1 — на змаганнях з коефіцієнтом не більше 4 без поділу учасників змагань

    A first place in points of the final standings that nobody shares (UA.Q13). In a team event the
    places are those of the teams, so that no player has one (UA.Q46).
    """
    article = _FIRST_PLACE_ARTICLE[grade]
    limit = law.coefficients[f"first_place_{grade.partition('.')[2]}"]
    value = event.coefficient.value if event.coefficient else None
    within = make_reason(
        article,
        "first_place_coefficient",
        None if value is None else value <= limit,
        required={"highest": limit},
        measured={"coefficient": value},
        asks="participants_class",
    )
    leads = participant.total_half_points == event.most_half_points
    shared = leads and event.leaders > 1
    undivided = law.reading("UA.Q13") == "sole_first_place"
    of_teams = event.team and law.reading("UA.Q46") == "places_of_teams"
    readings = ("UA.Q13",) if shared and not of_teams else ()
    first = make_reason(
        article,
        "sole_first_place",
        leads and not (shared and undivided) and not of_teams,
        required={"sole": undivided},
        measured={
            "half_points": participant.total_half_points,
            "most_half_points": event.most_half_points,
            "leaders": event.leaders,
        }
        | ({"places_of_teams": True} if of_teams else {}),
        readings=(*readings, "UA.Q46") if event.team and leads else readings,
    )
    return make_route("first_place", within, first)


def table_route(
    participant: Participant,
    grade: str,
    games: tuple[GameFact, ...],
    event: EventMeasures,
    law: Regulation,
) -> Route:
    """UA.R1.2, UA.R2.2, UA.R3.2: або виконати норматив таблиці.
    UA.Y1.1: Виконати класифікаційні нормативи, що подані в таблиці.

    The coefficient has a row in the column of the rank, and the points reach the norm of the row.
    """
    return make_route(
        "table",
        coefficient_in_column(grade, event, law),
        table_norm(participant, grade, games, event, law),
    )


# ---------------------------------------------------------------- table of the ranks


def coefficient_in_column(grade: str, event: EventMeasures, law: Regulation) -> Reason:
    """UA.RANK.T: Класифікаційні нормативи виконання І, II, III та І юнацького розрядів
    Коефіцієнт турніру | % очок від кількості партій

    Outside the column of the rank there is no norm (UA.Q02).
    """
    lowest, highest = law.tables.column(grade)
    value = event.coefficient.value if event.coefficient else None
    side = ""
    if value is not None and not lowest <= value <= highest:
        side = "above" if value > highest else "below"
    first_row = law.reading("UA.Q02") == "first_row"
    return make_reason(
        "UA.RANK.T",
        "coefficient_in_column",
        None if value is None else not side or (side == "below" and first_row),
        required={"lowest": lowest, "highest": highest},
        measured={"coefficient": value, "side": side},
        readings=("UA.Q02",) if side else (),
        asks="participants_class",
    )


def table_norm(
    participant: Participant,
    grade: str,
    games: tuple[GameFact, ...],
    event: EventMeasures,
    law: Regulation,
) -> Reason:
    """UA.RANK.T: Класифікаційні нормативи виконання І, II, III та І юнацького розрядів
    Коефіцієнт турніру | % очок від кількості партій

    The percentage of the row, of the games that count, to the nearest half point. Not applicable
    where no row covers the coefficient: `coefficient_in_column` has said no already.
    """
    scored = sum(game.half_points for game in games)
    rounds = tuple(game.round for game in games)
    measured: Params = {"games": len(games), "half_points": scored}
    if event.coefficient is None:
        return make_reason(
            "UA.RANK.T",
            "table_norm",
            None,
            measured=measured,
            rounds=rounds,
            readings=unplayed_readings(participant),
            asks="participants_class",
        )
    norm = measures.rank_norm(event.coefficient.value, len(games), grade, law)
    if norm.norm_half_points is None or norm.pct is None:
        return Reason(
            "UA.RANK.T",
            "table_norm",
            Outcome.NOT_APPLICABLE,
            measured=measured,
            looked_at_rounds=rounds,
        )
    raw = Fraction(norm.pct * len(games), 100)
    tie = nearest_half_point_up(raw) != nearest_half_point_down(raw)
    return make_reason(
        "UA.RANK.T",
        "table_norm",
        scored >= norm.norm_half_points,
        required={
            "row": norm.row,
            "percent": norm.pct,
            "raw": norm.raw,
            "norm_half_points": norm.norm_half_points,
        },
        measured=measured,
        rounds=rounds,
        readings=(("UA.Q03",) if tie else ()) + unplayed_readings(participant),
    )


# ---------------------------------------------------------------- conditions of the award


def minimum_games(
    participant: Participant,
    grade: str,
    games: tuple[GameFact, ...],
    event: EventMeasures,
    law: Regulation,
) -> Reason:
    """UA.AWD.8a: Нормативи кандидатського балу та І розряду діють при кількості партій не менше 9 у
    колових та швейцарських турнірах або 7-у командних змаганнях
    UA.AWD.9c: при кількості партій не менше 9.

    Played games only (UA.Q33). Nine for II, III and I youth rank in every system (UA.Q14).
    """
    value = event.coefficient.value if event.coefficient else None
    required = measures.minimum_games(grade, value, event.team, law)
    most = law.thresholds["rank_games"]
    enough: bool | None = len(games) >= (most if required is None else required)
    if required is None and not enough:
        enough = None
    other = value is None or value < law.coefficients["slow_games_from"]
    open_question = grade in (RANK_2, RANK_3) and other and len(games) < most
    return make_reason(
        "UA.AWD.8a" if grade == RANK_1 else "UA.AWD.9c",
        "minimum_games",
        enough,
        required={"games": required, "team": event.team},
        measured={"games": len(games)},
        rounds=tuple(game.round for game in games),
        readings=(("UA.Q14",) if open_question else ()) + unplayed_readings(participant),
        asks="participants_class",
    )
