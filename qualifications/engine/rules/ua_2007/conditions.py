"""Conditions of the award that more than one grade asks, in the order of the text."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from ... import measures
from ...facts import (
    DeclaredNorm,
    DeclaringBody,
    EventFacts,
    EventSystem,
    Participant,
    TimeControl,
)
from ...regulation import Regulation
from ...verdict import Outcome, Params, Reason
from ..reasons import control_params, make_reason, outcome_of
from .common import CANDIDATE_POINT, KMSU, MSU, RANK_1, RANK_2, RANK_3, YOUTH_1, EventMeasures


@dataclass(frozen=True, slots=True)
class EventConditions:
    """Reasons that are the same for every participant, made once."""

    time_control: Reason
    """Of UA.AWD.8b."""
    norm_time_control: Reason
    """Of UA.AWD.6."""
    slow: tuple[Reason, Reason]
    recording: tuple[Reason, Reason]
    declared: Mapping[str, Reason]
    """By what can be declared: every grade but the highest."""


def event_conditions(event: EventMeasures, law: Regulation) -> EventConditions:
    """What the event is asked, whoever is judged."""
    facts = event.facts
    return EventConditions(
        time_control=time_control(facts, law),
        norm_time_control=norm_time_control(facts, law),
        slow=(minutes_per_game(event, law), games_per_day(event, law)),
        recording=clocks_and_recording(facts),
        declared={
            MSU: norm_declared_by_federation(facts),
            KMSU: norm_declared_by_commission(facts),
            CANDIDATE_POINT: norm_declared_by_region(facts, CANDIDATE_POINT),
            RANK_1: norm_declared_by_region(facts, RANK_1),
            **{grade: norm_declared(facts, grade) for grade in (RANK_2, RANK_3, YOUTH_1)},
        },
    )


# ---------------------------------------------------------------- time


def norm_time_control(event: EventFacts, law: Regulation) -> Reason:
    """UA.AWD.6a: 2 години на 40 ходів + 30 хвилин до кінця партії
    UA.AWD.6b: 2 години до кінця партії із застосуванням механічних годинників
    UA.AWD.6c: 90 хвилин та додатково 30 секунд за кожний хід до кінця партії із застосуванням
    електронних годинників

    Exactly one of the three. The reason names the one that the control comes nearest to.
    """
    control = event.time_control
    article, passed, asks = is_norm_time_control(control, law)
    return make_reason(
        article,
        "norm_time_control",
        passed,
        required=norm_control_limits(law),
        measured=control_params(control),
        asks=asks,
    )


def is_norm_time_control(
    control: TimeControl | None, law: Regulation
) -> tuple[str, bool | None, str]:
    """The part of UA.AWD.6 that a control comes nearest to, whether it is kept, and what is missing
    where that is open.
    """
    article, asks = "UA.AWD.6a", "time_control"
    passed: bool | None = None
    if control is not None:
        passed, asks = _accepted(control, law)
        if control.first_period_moves is None and not control.second_period_minutes:
            article = "UA.AWD.6c" if control.increment_seconds else "UA.AWD.6b"
        if article == "UA.AWD.6b" and passed:
            electronic = control.electronic_clocks
            passed, asks = None if electronic is None else not electronic, "electronic_clocks"
    return article, passed, asks


def time_control(event: EventFacts, law: Regulation) -> Reason:
    """UA.AWD.8b: з контролем часу як для КМСУ, або дві години до кінця партії.

    Exactly one of: two hours for 40 moves and 30 minutes to the end; two hours to the end; 90
    minutes and 30 seconds for each move to the end, with electronic clocks.
    """
    control = event.time_control
    passed, asks = (None, "time_control") if control is None else _accepted(control, law)
    return make_reason(
        "UA.AWD.8b",
        "time_control",
        passed,
        required=norm_control_limits(law),
        measured=control_params(control),
        asks=asks,
    )


def norm_control_limits(law: Regulation) -> Params:
    """The numbers of the three time controls, for `Reason.required`."""
    names = (
        *("first_period_minutes", "first_period_moves", "second_period_minutes"),
        *("whole_game_minutes", "increment_game_minutes", "increment_seconds"),
    )
    return {name: law.thresholds[name] for name in names}


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
            outcome_of(None if minutes is None else minutes >= least),
            required={"minutes": least, "from_coefficient": law.coefficients["slow_games_from"]},
            measured={"minutes": minutes, **control_params(control)},
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
            outcome_of(None if rounds is None else rounds <= most),
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


# ---------------------------------------------------------------- who sets a norm


def norm_declared_by_federation(event: EventFacts) -> Reason:
    """UA.AWD.4: Норматив МСУ встановлюється кваліфікаційною комісією федерації шахів України

    Before or on the first day.
    """
    return declaration("UA.AWD.4", event, MSU, (DeclaringBody.NATIONAL_COMMISSION,))


def norm_declared_by_commission(event: EventFacts) -> Reason:
    """UA.KMS.T: Класифікація суперників у змаганнях; Зі встановленим нормативом КМСУ

    The order does not say whose commission sets the norm of a candidate master; those that set the
    norms above and below it do, organisers set norms from the II rank down (UA.AWD.11).
    """
    bodies = (DeclaringBody.NATIONAL_COMMISSION, DeclaringBody.REGIONAL_COMMISSION)
    return declaration("UA.KMS.T", event, KMSU, bodies)


def norm_declared_by_region(event: EventFacts, grade: str) -> Reason:
    """UA.AWD.10: Норматив кандидатського бала і першого розряду встановлюється кваліфікаційними
    комісіями областей України, АР Крим і міста Києва.

    Before or on the first day. The commission of Kyiv city is told as a regional one.
    """
    return declaration("UA.AWD.10", event, grade, (DeclaringBody.REGIONAL_COMMISSION,))


def norm_declared(event: EventFacts, grade: str) -> Reason:
    """UA.AWD.11: Норми II і нижчого розрядів встановлюються спортивними товариствами і
    організаціями, що проводять змагання, на підставі цієї класифікації.

    Before or on the first day, by whoever it was.
    """
    return declaration("UA.AWD.11", event, grade, tuple(DeclaringBody))


def declaration(
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
    return make_reason(
        article,
        "norm_declared",
        best is not None and rightful(best) and in_time(best),
        required={
            "by_region": bodies == (DeclaringBody.REGIONAL_COMMISSION,),
            "not_after": event.starts_on,
            "by": "anybody"
            if DeclaringBody.ORGANISER in bodies
            else bodies[0].value
            if len(bodies) == 1
            else "commission",
        },
        measured={
            "declared": best is not None,
            "body": best.body.value if best else None,
            "declared_on": best.declared_on if best else None,
            "rightful": best is not None and rightful(best),
        },
    )


# ---------------------------------------------------------------- the player and the games


def minimum_age(participant: Participant, event: EventFacts, law: Regulation) -> Reason:
    """UA.AWD.18b: спортивні розряди - з 7 років

    Age on the last day of the event (UA.Q31). Where only the year of birth is known, the article is
    decided if both ends of that year agree.
    """
    return _age("UA.AWD.18b", law.thresholds["age_ranks"], participant, event, law)


def minimum_age_of_master(participant: Participant, event: EventFacts, law: Regulation) -> Reason:
    """UA.AWD.18a: Звання МСУ присвоюється з 13 років

    Counted as for the ranks.
    """
    return _age("UA.AWD.18a", law.thresholds["age_msu"], participant, event, law)


def _age(
    article: str, least: int, participant: Participant, event: EventFacts, law: Regulation
) -> Reason:
    births: tuple[date, ...] = ()
    if participant.birth_date is not None:
        births = (participant.birth_date,)
    elif participant.birth_year is not None:
        births = (date(participant.birth_year, 1, 1), date(participant.birth_year, 12, 31))
    ages = [measures.sport_age(birth, event.ends_on, law) for birth in births]
    answers = {age >= least for age in ages}
    both = {measures.age_on(birth, event.ends_on) >= least for birth in births}
    calendar = {event.ends_on.year - birth.year >= least for birth in births}
    return make_reason(
        article,
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


def simultaneous_events(participant: Participant, event: EventFacts) -> Reason:
    """UA.AWD.19: Шахіст не має права грати одночасно більше ніж в одному змаганні, крім командних
    змагань
    """
    if event.system is EventSystem.TEAM:
        return Reason("UA.AWD.19", "simultaneous_events", Outcome.NOT_APPLICABLE)
    other = participant.simultaneous
    return make_reason(
        "UA.AWD.19",
        "simultaneous_events",
        None if other is None else not other,
        measured={"other": other},
        asks="simultaneous",
    )


def clocks_and_recording(event: EventFacts) -> tuple[Reason, Reason]:
    """UA.AWD.20: Наявність шахових годинників та запис партій у змаганнях на отримання III розряду
    і вище обов'язкова.

    Two facts of the event, for I, II and III rank.
    """
    facts = {"clocks_used": event.clocks_used, "moves_recorded": event.moves_recorded}
    clocks, moves = (
        make_reason("UA.AWD.20", key, fact, measured={key: fact}, asks=key)
        for key, fact in facts.items()
    )
    return clocks, moves
