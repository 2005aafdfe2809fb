"""Candidate for master of sport of Ukraine, and the candidate point: one function per article."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ... import measures_ua_titles as measures
from ...facts import GameFact, Participant
from ...quantities import nearest_half_point_down, nearest_half_point_up
from ...regulation import Regulation
from ...verdict import Outcome, Reason, Route, Verdict
from ..reasons import make_reason, make_route
from .common import CANDIDATE_POINT, KMSU, RANK_1, EventMeasures, make_verdict, not_measured
from .conditions import EventConditions, minimum_age, simultaneous_events
from .games import (
    Met,
    arbiters_of_candidate_event,
    coefficient_reached,
    games_against_candidates,
    met,
    norm_games,
)
from .places import listed, not_listed, place_reason

_NORM_ARTICLES = (
    *("UA.KMS.2", "UA.KMS.T", "UA.KMS.N3", "UA.AWD.6a", "UA.AWD.7a", "UA.AWD.7c"),
    *("UA.AWD.9a", "UA.AWD.9b", "UA.AWD.13", "UA.AWD.19", "UA.AWD.20"),
)
_POINT_ARTICLES = (
    *("UA.AWD.8a", "UA.AWD.8b", "UA.AWD.9a", "UA.AWD.9b", "UA.AWD.19", "UA.AWD.20"),
    "UA.CONF.5a",
)


@dataclass(frozen=True, slots=True)
class CandidateEvent:
    """What the event measures for candidate masters, once."""

    event: EventMeasures
    asked: EventConditions
    declared: bool
    """A norm of candidate masters was set: the first column of the table holds."""
    arbiters: Reason
    norm_set: Reason
    """Whether there is a norm of candidate masters."""
    point_set: Reason
    """Whether there is a norm of a candidate point."""
    undeclared: Route | None
    """The whole route of the norm, where none was set."""
    undeclared_point: tuple[tuple[Reason, ...], Route] | None
    """Conditions and route of the point, where no norm was set."""
    place: Route | None


def candidate_event(
    event: EventMeasures, asked: EventConditions, law: Regulation
) -> CandidateEvent:
    """Measure the event; next to nothing where no norm was set and no championship is played."""
    norm_set = asked.declared[KMSU]
    declared = norm_set.outcome is Outcome.MET
    if not declared and law.reading("UA.Q08") == "second_norm":
        norm_set = _waived(norm_set, "UA.KMS.T", "UA.Q08")
    point_set = asked.declared[CANDIDATE_POINT]
    if declared and point_set.outcome is not Outcome.MET:
        point_set = _waived(point_set, "UA.KMS.N2")
    undeclared = undeclared_point = None
    if norm_set.outcome is Outcome.NOT_MET:
        undeclared = Route("norm", Outcome.NOT_MET, (norm_set, *not_measured(_NORM_ARTICLES)))
    if point_set.outcome is Outcome.NOT_MET:
        undeclared_point = (
            (point_set, *not_measured(_POINT_ARTICLES)),
            Route("opponents", Outcome.MET, not_measured(("UA.KMS.T", "UA.KMS.N3"))),
        )
    return CandidateEvent(
        event=event,
        asked=asked,
        declared=declared,
        arbiters=arbiters_of_candidate_event(event.facts, law),
        norm_set=norm_set,
        point_set=point_set,
        undeclared=undeclared,
        undeclared_point=undeclared_point,
        place=None if listed(KMSU, event, law) else make_route("place", not_listed(KMSU)),
    )


def _waived(reason: Reason, article: str, reading: str = "") -> Reason:
    return Reason(
        article=reason.article,
        check=reason.check,
        outcome=Outcome.WAIVED,
        required=reason.required,
        measured=reason.measured,
        waived_by=article,
        readings=(reading,) if reading else (),
    )


def judge_candidates(
    participant: Participant, games: tuple[GameFact, ...], known: CandidateEvent, law: Regulation
) -> tuple[Verdict, Verdict]:
    """Candidate master and candidate point, which the same games decide."""
    played = norm = None
    if known.undeclared is None or known.undeclared_point is None:
        played = met(participant, _games_of_norm(games, known.event, law), known.event)
        norm = measures.opponents_norm(played.classes, known.declared, law)
    master = _judge_master(participant, games, played, norm, known, law)
    return master, _judge_point(participant, games, played, norm, master, known, law)


def _judge_master(
    participant: Participant,
    games: tuple[GameFact, ...],
    played: Met | None,
    norm: measures.OpponentsNorm | None,
    known: CandidateEvent,
    law: Regulation,
) -> Verdict:
    event = known.event
    route = known.undeclared
    half_points = None
    if route is None and played is not None and norm is not None:
        half_points = None if played.unknown else norm.kmsu_half_points
        route = _norm_route(played, norm, known, law)
    place = known.place or make_route("place", place_reason(participant, KMSU, event, law))
    return make_verdict(
        participant,
        KMSU,
        (minimum_age(participant, event.facts, law),),
        (place, *((route,) if route else ())),
        played.games if half_points is not None and played is not None else games,
        half_points,
        law,
    )


def _norm_route(
    played: Met, norm: measures.OpponentsNorm, known: CandidateEvent, law: Regulation
) -> Route:
    event, asked = known.event, known.asked
    last_day = law.reading("UA.Q26") == "last_day"
    person = played.participant
    return make_route(
        "norm",
        candidate_points(person, law),
        coefficient_reached("UA.KMS.2", "kmsu_coefficient", person, last_day, law),
        opponents_norm(played, norm, KMSU, known.declared, law),
        second_rank_games(played, law),
        known.norm_set,
        asked.norm_time_control,
        norm_games(played, event, law),
        games_against_candidates(played, event, law),
        *asked.slow,
        known.arbiters,
        simultaneous_events(person, event.facts),
        *asked.recording,
    )


def _judge_point(
    participant: Participant,
    games: tuple[GameFact, ...],
    played: Met | None,
    norm: measures.OpponentsNorm | None,
    master: Verdict,
    known: CandidateEvent,
    law: Regulation,
) -> Verdict:
    event, asked = known.event, known.asked
    if known.undeclared_point is not None or played is None or norm is None:
        conditions, route = known.undeclared_point or ((), make_route("opponents"))
        return make_verdict(participant, CANDIDATE_POINT, conditions, (route,), games, None, law)
    half_points = None if played.unknown else norm.candidate_point_half_points
    return make_verdict(
        participant,
        CANDIDATE_POINT,
        (
            point_games(played, event, law),
            asked.time_control,
            *asked.slow,
            known.point_set,
            simultaneous_events(participant, event.facts),
            *asked.recording,
            held_first_rank(participant, law),
        ),
        (
            make_route(
                "opponents",
                opponents_norm(played, norm, CANDIDATE_POINT, known.declared, law),
                second_rank_games(played, law),
                norm_as_point(played, norm, master, known.declared, law),
            ),
        ),
        played.games if half_points is not None else games,
        half_points,
        law,
    )


def _games_of_norm(
    games: tuple[GameFact, ...], event: EventMeasures, law: Regulation
) -> tuple[GameFact, ...]:
    """The games that the table counts; of those against the II rank the first two by UA.Q10."""
    if law.reading("UA.Q10") == "no_norm":
        return games
    left = law.thresholds["games_against_second_rank"]
    kept = []
    for game in games:
        if game.opponent is not None and event.classes.get(game.opponent) == "R2":
            if not left:
                continue
            left -= 1
        kept.append(game)
    return tuple(kept)


# ---------------------------------------------------------------- candidate master


def candidate_points(participant: Participant, law: Regulation) -> Reason:
    """UA.KMS.2: Виконати норму, маючи при цьому два кандидатських бали та ІК України не менше 2100
    для чоловіків та 2050 для жінок

    Two points of earlier events, valid on the last day (UA.Q26); the coefficient is a reason of its
    own.
    """
    needed = law.thresholds["candidate_points"]
    last_day = law.reading("UA.Q26") == "last_day"
    points: int | None = participant.candidate_points
    if last_day:
        points = participant.candidate_points_on_last_day
    changed = participant.candidate_points != participant.candidate_points_on_last_day
    return make_reason(
        "UA.KMS.2",
        "candidate_points",
        None if points is None else points >= needed,
        required={"points": needed},
        measured={"points": points},
        readings=("UA.Q26",) if changed else (),
        asks="candidate_points_on_last_day",
    )


def opponents_norm(
    played: Met,
    norm: measures.OpponentsNorm,
    grade: str,
    declared: bool,
    law: Regulation,
) -> Reason:
    """UA.KMS.T: Класифікація суперників у змаганнях
    UA.KMS.N2: У змаганнях зі встановленою нормою норматив кандидатського балу складає 90 % від
    нормативу кандидата у майстри спорту України

    The sum over the opponents, to the nearest half point. A class for which the table has nothing
    leaves the player without a norm (UA.Q09).
    """
    needed = norm.kmsu_half_points
    if grade == CANDIDATE_POINT:
        needed = norm.candidate_point_half_points
    below = sum(
        count
        for key, count in played.classes.items()
        if measures.percent_against(key.partition("+")[0], declared, law) is None
    )
    passed: bool | None = needed is not None and played.half_points >= needed
    if played.unknown and needed is not None:
        passed = None
    return make_reason(
        "UA.KMS.N2" if grade == CANDIDATE_POINT and declared else "UA.KMS.T",
        "opponents_norm",
        passed,
        required={
            "declared": declared,
            "raw": None if played.unknown else norm.raw,
            "norm_half_points": None if played.unknown else needed,
            "share": law.thresholds["candidate_point_percent"]
            if grade == CANDIDATE_POINT and declared
            else None,
        },
        measured={
            **{key: _count(played.classes, key) for key in law.tables.opponent_percents},
            "below": below,
            "unknown": played.unknown,
            "games": len(played.games),
            "half_points": played.half_points,
        },
        rounds=played.rounds,
        readings=_norm_readings(played, norm, grade, declared, law),
        asks="participants_class",
    )


def _count(classes: Mapping[str, int], key: str) -> int:
    return sum(count for name, count in classes.items() if name.partition("+")[0] == key)


def _norm_readings(
    played: Met, norm: measures.OpponentsNorm, grade: str, declared: bool, law: Regulation
) -> tuple[str, ...]:
    found = []
    if norm.raw is not None:
        raw = Fraction(norm.raw)
        if nearest_half_point_up(raw) != nearest_half_point_down(raw):
            found.append("UA.Q03")
        if grade == CANDIDATE_POINT and declared:
            share = Fraction(law.thresholds["candidate_point_percent"], 100)
            rounded = nearest_half_point_up(Fraction(nearest_half_point_up(raw), 2) * share)
            if rounded != nearest_half_point_up(raw * share):
                found.append("UA.Q11")
    if not declared:
        found.append("UA.Q08")
    if played.classes.get("R2" if declared else "GM", 0):
        found.append("UA.Q09")
    return (*sorted(found), *played.readings)


def second_rank_games(played: Met, law: Regulation) -> Reason:
    """UA.KMS.N3: Кількість партій зі спортсменами ІІ розряду не повинна перевищувати двох

    With more there is no norm for this player (UA.Q10).
    """
    most = law.thresholds["games_against_second_rank"]
    games = played.classes.get("R2", 0)
    passed: bool | None = measures.second_rank_allowed(games, law)
    if passed and played.unknown and not measures.second_rank_allowed(games + played.unknown, law):
        passed = None
    return make_reason(
        "UA.KMS.N3",
        "second_rank_games",
        passed,
        required={"most": most},
        measured={"games": games, "unknown": played.unknown},
        readings=("UA.Q10",) if games > most else (),
        asks="participants_class",
    )


# ---------------------------------------------------------------- candidate point


def point_games(played: Met, event: EventMeasures, law: Regulation) -> Reason:
    """UA.AWD.8a: Нормативи кандидатського балу та І розряду діють при кількості партій не менше 9 у
    колових та швейцарських турнірах або 7-у командних змаганнях
    """
    needed = law.thresholds["rank_games_team" if event.team else "rank_games"]
    return make_reason(
        "UA.AWD.8a",
        "minimum_games",
        len(played.games) >= needed,
        required={"games": needed, "team": event.team},
        measured={"games": len(played.games)},
        rounds=played.rounds,
        readings=played.readings,
    )


def held_first_rank(participant: Participant, law: Regulation) -> Reason:
    """UA.CONF.5a: Шахістам І розряду фіксується не більше двох кандидатських балів

    Recorded for who held a valid I rank on the first day (UA.Q36).
    """
    held = participant.grade == RANK_1 if participant.grade_known else None
    anybody = law.reading("UA.Q36") == "anybody"
    return make_reason(
        "UA.CONF.5a",
        "held_first_rank",
        True if anybody else held,
        measured={"known": participant.grade_known, "held": bool(held)},
        readings=() if held else ("UA.Q36",),
        asks="participants_class",
    )


def norm_as_point(
    played: Met,
    norm: measures.OpponentsNorm,
    master: Verdict,
    declared: bool,
    law: Regulation,
) -> Reason:
    """UA.KMS.2: a norm of a candidate master made without two points or without the coefficient
    counts as a candidate point, or as nothing (UA.Q25).
    """
    needed = norm.kmsu_half_points
    made = declared and not played.unknown and needed is not None and played.half_points >= needed
    if not made or master.outcome is Outcome.MET:
        return Reason("UA.KMS.2", "norm_as_point", Outcome.NOT_APPLICABLE)
    return make_reason(
        "UA.KMS.2",
        "norm_as_point",
        law.reading("UA.Q25") == "candidate_point",
        readings=("UA.Q25",),
    )
