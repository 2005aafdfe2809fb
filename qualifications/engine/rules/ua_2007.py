"""Ranks I, II, III and I youth by the order of 2007: one function per article.

Every function returns its reason whatever the others found. A reason names a reading only where the
other choice would have changed what the reason says.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from .. import measures
from ..facts import (
    DeclaredNorm,
    DeclaringBody,
    EventFacts,
    EventSystem,
    GameFact,
    GameKind,
    Participant,
    TimeControl,
)
from ..measures import CoefficientMeasure
from ..quantities import (
    half_up_hundredths,
    nearest_half_point_down,
    nearest_half_point_up,
    truncated_hundredths,
)
from ..regulation import Regulation
from ..verdict import Outcome, Params, Reason, Route, Scalar, Verdict, all_of, any_of

RANK_1, RANK_2, RANK_3, YOUTH_1 = "ua.rank_1", "ua.rank_2", "ua.rank_3", "ua.youth_1"
GRADES = (RANK_1, RANK_2, RANK_3, YOUTH_1)

CHECKS = (
    "sole_first_place",
    "first_place_coefficient",
    "coefficient_in_column",
    "table_norm",
    "tournament_coefficient",
    "minimum_games",
    "time_control",
    "minutes_per_game",
    "games_per_day",
    "norm_declared",
    "minimum_age",
    "clocks_used",
    "moves_recorded",
)
ASKS = (
    "participants_class",
    "time_control",
    "electronic_clocks",
    "most_rounds_on_one_day",
    "birth_date",
    "clocks_used",
    "moves_recorded",
)
ROUTES = ("first_place", "table")

_CLASS_OF_GRADE = {
    None: "none",
    YOUTH_1: "Y1",
    RANK_3: "R3",
    RANK_2: "R2",
    RANK_1: "R1",
    "ua.kmsu": "KMS",
    "ua.msu": "MSU",
    "ua.gm": "GM",
}
_FIRST_PLACE_ARTICLE = {RANK_1: "UA.R1.1", RANK_2: "UA.R2.1", RANK_3: "UA.R3.1"}


@dataclass(frozen=True, slots=True)
class EventMeasures:
    """What an event measures once for all its participants."""

    facts: EventFacts
    coefficient: CoefficientMeasure | None
    """None where a participant's class is not known, or nobody played."""
    coefficient_reason: Reason
    most_half_points: int
    leaders: int
    """How many participants have `most_half_points`."""

    @property
    def team(self) -> bool:
        return self.facts.system is EventSystem.TEAM


def assess(event: EventFacts, law: Regulation) -> tuple[Verdict, ...]:
    """Four verdicts, from the highest rank down, for every participant with at least one round."""
    coefficient, reason = coefficient_of_event(event, law)
    points = [participant.total_half_points for participant in event.participants]
    measured = EventMeasures(
        facts=event,
        coefficient=coefficient,
        coefficient_reason=reason,
        most_half_points=max(points, default=0),
        leaders=points.count(max(points, default=0)),
    )
    return tuple(
        judge(participant, grade, measured, law)
        for participant in event.participants
        if participant.games
        for grade in GRADES
    )


def judge(participant: Participant, grade: str, event: EventMeasures, law: Regulation) -> Verdict:
    """One participant and one grade: every condition and at least one of the routes."""
    conditions = [event.coefficient_reason, minimum_games(participant, grade, event, law)]
    if grade == RANK_1:
        conditions.append(time_control(event.facts, law))
    conditions += [minutes_per_game(event, law), games_per_day(event, law)]
    declared = norm_declared_by_region if grade == RANK_1 else norm_declared
    conditions += [declared(event.facts, grade), minimum_age(participant, event.facts, law)]
    if grade != YOUTH_1:
        conditions += clocks_and_recording(event.facts)
    routes = [] if grade == YOUTH_1 else [first_place_route(participant, grade, event, law)]
    routes.append(table_route(participant, grade, event, law))
    games = counted_games(participant, law)
    norm = None
    if event.coefficient is not None:
        norm = measures.rank_norm(event.coefficient.value, len(games), grade, law).norm_half_points
    return Verdict(
        participant=participant.number,
        grade=grade,
        outcome=all_of(
            (
                all_of(reason.outcome for reason in conditions),
                any_of(route.outcome for route in routes),
            )
        ),
        conditions=tuple(conditions),
        routes=tuple(routes),
        norm_half_points=norm,
        scored_half_points=sum(game.half_points for game in games),
        edition=law.edition,
    )


# ---------------------------------------------------------------- I, II, III and I youth ranks


def first_place_route(
    participant: Participant, grade: str, event: EventMeasures, law: Regulation
) -> Route:
    """UA.R1.1: 1 — на змаганнях з коефіцієнтом не більше 2 без поділу учасників змагань
    UA.R2.1: 1 — на змаганнях з коефіцієнтом не більше 3 без поділу учасників змагань
    UA.R3.1: 1 — на змаганнях з коефіцієнтом не більше 4 без поділу учасників змагань

    A first place in points of the final standings that nobody shares (UA.Q13).
    """
    article = _FIRST_PLACE_ARTICLE[grade]
    limit = law.coefficients[f"first_place_{grade.partition('.')[2]}"]
    value = event.coefficient.value if event.coefficient else None
    within = _reason(
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
    first = _reason(
        article,
        "sole_first_place",
        leads and not (shared and undivided),
        required={"sole": undivided},
        measured={
            "half_points": participant.total_half_points,
            "most_half_points": event.most_half_points,
            "leaders": event.leaders,
        },
        readings=("UA.Q13",) if shared else (),
    )
    return _route("first_place", within, first)


def table_route(
    participant: Participant, grade: str, event: EventMeasures, law: Regulation
) -> Route:
    """UA.R1.2, UA.R2.2, UA.R3.2: або виконати норматив таблиці.
    UA.Y1.1: Виконати класифікаційні нормативи, що подані в таблиці.

    The coefficient has a row in the column of the rank, and the points reach the norm of the row.
    """
    return _route(
        "table",
        coefficient_in_column(grade, event, law),
        table_norm(participant, grade, event, law),
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
    return _reason(
        "UA.RANK.T",
        "coefficient_in_column",
        None if value is None else not side or (side == "below" and first_row),
        required={"lowest": lowest, "highest": highest},
        measured={"coefficient": value, "side": side},
        readings=("UA.Q02",) if side else (),
        asks="participants_class",
    )


def table_norm(
    participant: Participant, grade: str, event: EventMeasures, law: Regulation
) -> Reason:
    """UA.RANK.T: Класифікаційні нормативи виконання І, II, III та І юнацького розрядів
    Коефіцієнт турніру | % очок від кількості партій

    The percentage of the row, of the games that count, to the nearest half point. Not applicable
    where no row covers the coefficient: `coefficient_in_column` has said no already.
    """
    games = counted_games(participant, law)
    scored = sum(game.half_points for game in games)
    rounds = tuple(game.round for game in games)
    measured: Params = {"games": len(games), "half_points": scored}
    if event.coefficient is None:
        return _reason(
            "UA.RANK.T",
            "table_norm",
            None,
            measured=measured,
            rounds=rounds,
            readings=_unplayed_readings(participant),
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
    return _reason(
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
        readings=(("UA.Q03",) if tie else ()) + _unplayed_readings(participant),
    )


def coefficient_of_event(
    event: EventFacts, law: Regulation
) -> tuple[CoefficientMeasure | None, Reason]:
    """UA.RANK.N1: Коефіцієнт турніру визначається як середньоарифметичне оціночних коефіцієнтів
    учасників змагань в залежності від їх кваліфікації: - без розряду - 5.0; - І юнацький розряд -
    4.0; - III розряд-3.0; - II розряд - 2.0; - І розряд-1.0. - І розряд з кандидатським балом -
    0.75; - І розряд з двома кандидатськими балами - 0.5; - КМСУ-0.

    Participants by UA.Q38; a class that the list lacks by UA.Q12; undecided while a class is
    unknown.
    """
    everyone = event.participants
    active = [p for p in everyone if any(game.kind is GameKind.PLAYED for game in p.games)]
    counted = active if law.reading("UA.Q38") == "played_a_game" else list(everyone)
    readings = ("UA.Q38",) if len(active) != len(everyone) else ()
    unknown = sum(not participant.grade_known for participant in counted)
    if unknown or not counted:
        return None, _reason(
            "UA.RANK.N1",
            "tournament_coefficient",
            None if unknown else False,
            measured={"participants": len(counted), "unknown": unknown},
            readings=readings,
            asks="participants_class",
        )
    classes: dict[str, int] = {}
    for participant in counted:
        key = class_of(participant)
        classes[key] = classes.get(key, 0) + 1
    measure = measures.tournament_coefficient(classes, law)
    if half_up_hundredths(measure.exact) != truncated_hundredths(measure.exact):
        readings = ("UA.Q01", *readings)
    unlisted = {law.tables.class_values[key].reading for key in classes} - {""}
    return measure, _reason(
        "UA.RANK.N1",
        "tournament_coefficient",
        True,
        measured={
            "coefficient": measure.value,
            "total": measure.total,
            "participants": measure.n,
            "unknown": 0,
        },
        readings=tuple(sorted({*readings, *unlisted})),
    )


def class_of(participant: Participant) -> str:
    """Class of a participant for the coefficient. Raises ValueError for an unknown grade."""
    if participant.grade not in _CLASS_OF_GRADE:
        raise ValueError(f"participant {participant.number}: no class for {participant.grade}")
    if participant.grade == RANK_1 and participant.candidate_points:
        return f"R1+{min(participant.candidate_points, 2)}"
    return _CLASS_OF_GRADE[participant.grade]


# ---------------------------------------------------------------- conditions of the award


def minimum_games(
    participant: Participant, grade: str, event: EventMeasures, law: Regulation
) -> Reason:
    """UA.AWD.8a: Нормативи кандидатського балу та І розряду діють при кількості партій не менше 9 у
    колових та швейцарських турнірах або 7-у командних змаганнях
    UA.AWD.9c: при кількості партій не менше 9.

    Played games only (UA.Q33). Nine for II, III and I youth rank in every system (UA.Q14).
    """
    games = counted_games(participant, law)
    value = event.coefficient.value if event.coefficient else None
    required = measures.minimum_games(grade, value, event.team, law)
    most = law.thresholds["rank_games"]
    enough: bool | None = len(games) >= (most if required is None else required)
    if required is None and not enough:
        enough = None
    other = value is None or value < law.coefficients["slow_games_from"]
    open_question = grade in (RANK_2, RANK_3) and other and len(games) < most
    return _reason(
        "UA.AWD.8a" if grade == RANK_1 else "UA.AWD.9c",
        "minimum_games",
        enough,
        required={"games": required, "team": event.team},
        measured={"games": len(games)},
        rounds=tuple(game.round for game in games),
        readings=(("UA.Q14",) if open_question else ()) + _unplayed_readings(participant),
        asks="participants_class",
    )


def time_control(event: EventFacts, law: Regulation) -> Reason:
    """UA.AWD.8b: з контролем часу як для КМСУ, або дві години до кінця партії.

    Exactly one of: two hours for 40 moves and 30 minutes to the end; two hours to the end; 90
    minutes and 30 seconds for each move to the end, with electronic clocks.
    """
    control = event.time_control
    passed, asks = (None, "time_control") if control is None else _accepted(control, law)
    return _reason(
        "UA.AWD.8b",
        "time_control",
        passed,
        required={
            "first_period_minutes": law.thresholds["first_period_minutes"],
            "first_period_moves": law.thresholds["first_period_moves"],
            "second_period_minutes": law.thresholds["second_period_minutes"],
            "whole_game_minutes": law.thresholds["whole_game_minutes"],
            "increment_game_minutes": law.thresholds["increment_game_minutes"],
            "increment_seconds": law.thresholds["increment_seconds"],
        },
        measured=_control_params(control),
        asks=asks,
    )


def _accepted(control: TimeControl, law: Regulation) -> tuple[bool | None, str]:
    """Whether the control is one of the three, and the fact that is missing where that is open."""
    limits = law.thresholds
    if control.first_period_moves is not None:
        if control.second_period_minutes is None:
            return None, "time_control"
        two_periods = (
            control.minutes == limits["first_period_minutes"]
            and control.first_period_moves == limits["first_period_moves"]
            and control.second_period_minutes == limits["second_period_minutes"]
            and control.increment_seconds == 0
        )
        return two_periods, ""
    if control.second_period_minutes:
        return None, "time_control"
    if control.increment_seconds == 0:
        return control.minutes == limits["whole_game_minutes"], ""
    with_increment = (
        control.minutes == limits["increment_game_minutes"]
        and control.increment_seconds == limits["increment_seconds"]
    )
    if not with_increment:
        return False, ""
    return control.electronic_clocks, "electronic_clocks"


def minutes_per_game(event: EventMeasures, law: Regulation) -> Reason:
    """UA.AWD.9a: Для змагань з коефіцієнтом 2.01 та вище темп гри повинен бути не менше 1 години
    кожному партнерові на партію

    Minutes of all periods of one player; added time by UA.Q40.
    """
    control = event.facts.time_control
    least = law.thresholds["minutes_a_game"]
    minutes: int | None = None
    readings: tuple[str, ...] = ()
    if control is not None:
        plain = control.minutes + (control.second_period_minutes or 0)
        # 60 moves with s seconds each are s minutes.
        with_added = plain + control.increment_seconds
        minutes = plain if law.reading("UA.Q40") == "without_added_time" else with_added
        readings = ("UA.Q40",) if plain < least <= with_added else ()
    return _in_slow_events(
        Reason(
            "UA.AWD.9a",
            "minutes_per_game",
            _outcome(None if minutes is None else minutes >= least),
            required={"minutes": least, "from_coefficient": law.coefficients["slow_games_from"]},
            measured={"minutes": minutes, **_control_params(control)},
            readings=readings,
            asks="time_control" if minutes is None else "",
        ),
        event,
        law,
    )


def games_per_day(event: EventMeasures, law: Regulation) -> Reason:
    """UA.AWD.9b: та не більше двох партій у день

    In the events that UA.AWD.9a speaks of.
    """
    most = law.thresholds["rounds_a_day"]
    rounds = event.facts.most_rounds_on_one_day
    return _in_slow_events(
        Reason(
            "UA.AWD.9b",
            "games_per_day",
            _outcome(None if rounds is None else rounds <= most),
            required={"games": most, "from_coefficient": law.coefficients["slow_games_from"]},
            measured={"games": rounds},
            asks="most_rounds_on_one_day" if rounds is None else "",
        ),
        event,
        law,
    )


def _in_slow_events(reason: Reason, event: EventMeasures, law: Regulation) -> Reason:
    """The reason where the coefficient is 2.01 or more; open where it is not known and matters."""
    value = event.coefficient.value if event.coefficient else None
    measured = {**reason.measured, "coefficient": value}
    if value is None:
        if reason.outcome is Outcome.NOT_MET:
            return replace(
                reason, measured=measured, outcome=Outcome.UNDECIDED, asks="participants_class"
            )
        return replace(reason, measured=measured)
    if value < law.coefficients["slow_games_from"]:
        return replace(
            reason, measured=measured, outcome=Outcome.NOT_APPLICABLE, asks="", readings=()
        )
    return replace(reason, measured=measured)


def norm_declared_by_region(event: EventFacts, grade: str) -> Reason:
    """UA.AWD.10: Норматив кандидатського бала і першого розряду встановлюється кваліфікаційними
    комісіями областей України, АР Крим і міста Києва.

    Before or on the first day. The commission of Kyiv city is told as a regional one.
    """
    return _declaration("UA.AWD.10", event, grade, (DeclaringBody.REGIONAL_COMMISSION,))


def norm_declared(event: EventFacts, grade: str) -> Reason:
    """UA.AWD.11: Норми II і нижчого розрядів встановлюються спортивними товариствами і
    організаціями, що проводять змагання, на підставі цієї класифікації.

    Before or on the first day, by whoever it was.
    """
    return _declaration("UA.AWD.11", event, grade, tuple(DeclaringBody))


def _declaration(
    article: str, event: EventFacts, grade: str, bodies: tuple[DeclaringBody, ...]
) -> Reason:
    """A norm counts from a rightful body by the first day; a declaration without a date counts."""

    def rightful(norm: DeclaredNorm) -> bool:
        return norm.body in bodies

    def in_time(norm: DeclaredNorm) -> bool:
        return norm.declared_on is None or norm.declared_on <= event.starts_on

    declared = [norm for norm in event.declared_norms if norm.norm == grade]
    declared.sort(key=lambda norm: (rightful(norm) and in_time(norm), rightful(norm)), reverse=True)
    best = declared[0] if declared else None
    return _reason(
        article,
        "norm_declared",
        best is not None and rightful(best) and in_time(best),
        required={"by_region": len(bodies) == 1, "not_after": event.starts_on},
        measured={
            "declared": best is not None,
            "body": best.body.value if best else None,
            "declared_on": best.declared_on if best else None,
            "rightful": best is not None and rightful(best),
        },
    )


def counted_games(participant: Participant, law: Regulation) -> tuple[GameFact, ...]:
    """UA.AWD.14: Для кваліфікації зараховуються партії, зіграні зі шахістами, які вибули із
    змагання.

    Every game played counts, whatever became of the opponent; unplayed ones by UA.Q33.
    """
    kinds = {GameKind.PLAYED}
    if law.reading("UA.Q33") == "counted":
        kinds |= _UNPLAYED
    return tuple(game for game in participant.games if game.kind in kinds)


_UNPLAYED = {GameKind.FORFEIT, GameKind.SHORT}


def _unplayed_readings(participant: Participant) -> tuple[str, ...]:
    return ("UA.Q33",) if any(game.kind in _UNPLAYED for game in participant.games) else ()


def minimum_age(participant: Participant, event: EventFacts, law: Regulation) -> Reason:
    """UA.AWD.18b: спортивні розряди - з 7 років

    Age on the last day of the event (UA.Q31). Where only the year of birth is known, the article is
    decided if both ends of that year agree.
    """
    least = law.thresholds["age_ranks"]
    births: tuple[date, ...] = ()
    if participant.birth_date is not None:
        births = (participant.birth_date,)
    elif participant.birth_year is not None:
        births = (date(participant.birth_year, 1, 1), date(participant.birth_year, 12, 31))
    ages = [measures.sport_age(birth, event.ends_on, law) for birth in births]
    answers = {age >= least for age in ages}
    both = {measures.age_on(birth, event.ends_on) >= least for birth in births}
    calendar = {event.ends_on.year - birth.year >= least for birth in births}
    return _reason(
        "UA.AWD.18b",
        "minimum_age",
        answers.pop() if len(answers) == 1 else None,
        required={"age": least, "on": event.ends_on},
        measured={
            "age": ages[0] if len(set(ages)) == 1 else None,
            "youngest": min(ages, default=None),
            "oldest": max(ages, default=None),
        },
        readings=("UA.Q31",) if both != calendar else (),
        asks="birth_date",
    )


def clocks_and_recording(event: EventFacts) -> tuple[Reason, Reason]:
    """UA.AWD.20: Наявність шахових годинників та запис партій у змаганнях на отримання III розряду
    і вище обов'язкова.

    Two facts of the event, for I, II and III rank.
    """
    facts = {"clocks_used": event.clocks_used, "moves_recorded": event.moves_recorded}
    clocks, moves = (
        _reason("UA.AWD.20", key, fact, measured={key: fact}, asks=key)
        for key, fact in facts.items()
    )
    return clocks, moves


# ---------------------------------------------------------------- making reasons


def _outcome(passed: bool | None) -> Outcome:
    if passed is None:
        return Outcome.UNDECIDED
    return Outcome.MET if passed else Outcome.NOT_MET


def _reason(
    article: str,
    check: str,
    passed: bool | None,
    *,
    required: Params | None = None,
    measured: Params | None = None,
    rounds: tuple[int, ...] = (),
    readings: tuple[str, ...] = (),
    asks: str = "",
) -> Reason:
    """A reason; `asks` is kept only where the answer is missing."""
    return Reason(
        article=article,
        check=check,
        outcome=_outcome(passed),
        required=required or {},
        measured=measured or {},
        looked_at_rounds=rounds,
        readings=readings,
        asks=asks if passed is None else "",
    )


def _route(key: str, *reasons: Reason) -> Route:
    return Route(key, all_of(reason.outcome for reason in reasons), reasons)


def _control_params(control: TimeControl | None) -> Mapping[str, Scalar]:
    if control is None:
        return {}
    return {
        "base_minutes": control.minutes,
        "increment_seconds": control.increment_seconds,
        "first_period_moves": control.first_period_moves,
        "second_period_minutes": control.second_period_minutes,
        "electronic_clocks": control.electronic_clocks,
    }
