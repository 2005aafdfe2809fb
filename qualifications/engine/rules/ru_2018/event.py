"""What the articles ask of the event: its status, its discipline, its time control."""

from collections.abc import Sequence

from ...facts import (
    AgeGroup,
    Discipline,
    EventFacts,
    EventLevel,
    EventRecognition,
    TimeControl,
)
from ...regulation import Regulation
from ...verdict import Outcome, Reason
from ..reasons import control_params, make_reason, not_applicable

LEVELS = tuple(EventLevel)
"""From the highest down."""
UNDER_13 = (AgeGroup.U13, AgeGroup.U11, AgeGroup.U9)
JUNIORS = (AgeGroup.U21, AgeGroup.U19, AgeGroup.U17, AgeGroup.U15)
LONG = (Discipline.CLASSICAL, Discipline.TEAM)
FAST = (Discipline.RAPID, Discipline.BLITZ)


def recognition(article: str, event: EventFacts) -> Reason:
    """RU.RANK.13: Спортивные разряды присваиваются в спортивных дисциплинах «шахматы», «шахматы —
    командные соревнования», «быстрые шахматы» и «блиц» по результатам официальных спортивных
    соревнований, физкультурных мероприятий: КМС — не ниже статуса официального спортивного
    соревнования, физкультурного мероприятия муниципального образования; I-III спортивные разряды и
    I-III юношеские спортивные разряды — на официальных спортивных соревнованиях, физкультурных
    мероприятиях любого статуса.

    For a master an official competition (RU.MS.4); for the ranks a physical-culture event, too.
    """
    if article == "RU.MS.4":
        return official(article, event)
    fact = event.recognition
    return make_reason(
        article,
        "ru_recognition",
        None if fact is None else fact is not EventRecognition.UNOFFICIAL,
        required={"official_only": False},
        measured={"recognition": fact},
        asks="recognition",
    )


def official(article: str, event: EventFacts) -> Reason:
    """The event is an official sports competition."""
    fact = event.recognition
    return make_reason(
        article,
        "ru_recognition",
        None if fact is None else fact is EventRecognition.OFFICIAL,
        required={"official_only": True},
        measured={"recognition": fact},
        asks="recognition",
    )


def level(article: str, event: EventFacts, lowest: EventLevel) -> Reason:
    """The event is of a level or a higher one."""
    return make_reason(
        article,
        "ru_level",
        None if event.level is None else LEVELS.index(event.level) <= LEVELS.index(lowest),
        required={"level": lowest, "adults": False},
        measured={"level": event.level, "age_group": event.age_group},
        asks="level",
    )


def level_of_master(event: EventFacts) -> Reason:
    """RU.MS.4: МС присваивается по результатам официальных спортивных соревнований не ниже статуса
    чемпионата федерального округа, двух и более федеральных округов, чемпионатов г. Москвы, г.
    Санкт-Петербурга.

    At the level of a federal district only a championship, which is open to all ages.
    """
    reason = level("RU.MS.4", event, EventLevel.FEDERAL_DISTRICT)
    passed: bool | None = reason.outcome is Outcome.MET
    if event.level is None:
        passed = None
    elif event.level is EventLevel.FEDERAL_DISTRICT:
        passed = None if event.age_group is None else event.age_group is AgeGroup.ADULTS
    return make_reason(
        "RU.MS.4",
        "ru_level",
        passed,
        required={"level": EventLevel.FEDERAL_DISTRICT, "adults": True},
        measured=reason.measured,
        asks="level" if event.level is None else "age_group",
    )


def discipline(article: str, event: EventFacts, allowed: Sequence[Discipline]) -> Reason:
    """The discipline of the event is one of those that an article names."""
    return make_reason(
        article,
        "ru_discipline",
        None if event.discipline is None else event.discipline in allowed,
        required={"fast": Discipline.BLITZ in allowed},
        measured={"discipline": event.discipline},
        asks="discipline",
    )


def time_control(article: str, event: EventFacts, law: Regulation) -> Reason:
    """RU.MS.5: В спортивной дисциплине «быстрые шахматы» применяется контроль времени: 15 минут до
    конца партии с добавлением 10 секунд за каждый сделанный ход, начиная с 1-го, каждому спортсмену
    или 10 минут до конца партии с добавлением 5 секунд за каждый сделанный ход, начиная с 1-го,
    каждому спортсмену.
    RU.RANK.6: В спортивной дисциплине «быстрые шахматы» применяется контроль времени: 15 минут до
    конца партии с добавлением 10 секунд за каждый сделанный ход, начиная с 1-го, каждому спортсмену
    или 10 минут до конца партии с добавлением 5 секунд за каждый сделанный ход, начиная с 1-го,
    каждому спортсмену.
    RU.RANK.7: В спортивной дисциплине «блиц» применяется контроль времени: 3 минуты до конца партии
    с добавлением 2 секунд за каждый сделанный ход, начиная с 1-го, каждому спортсмену.

    A master's norm in blitz, and chess without haste, have no rule on time.
    """
    limits = law.thresholds
    blitz = event.discipline is Discipline.BLITZ and article != "RU.MS.5"
    allowed = {
        "rapid_minutes": limits["rapid_minutes"],
        "rapid_increment_seconds": limits["rapid_increment_seconds"],
        "short_rapid_minutes": limits["short_rapid_minutes"],
        "short_rapid_increment_seconds": limits["short_rapid_increment_seconds"],
    }
    rapid = (
        (limits["rapid_minutes"], limits["rapid_increment_seconds"]),
        (limits["short_rapid_minutes"], limits["short_rapid_increment_seconds"]),
    )
    if blitz:
        article = "RU.RANK.7"
        allowed = {
            "blitz_minutes": limits["blitz_minutes"],
            "blitz_increment_seconds": limits["blitz_increment_seconds"],
        }
    control = event.time_control
    if event.discipline not in (None, Discipline.RAPID) and not blitz:
        return not_applicable(
            article, "ru_time_control", required=allowed, measured=control_params(control)
        )
    blitzes = ((limits["blitz_minutes"], limits["blitz_increment_seconds"]),)
    passed = None if event.discipline is None else _is_one_of(control, blitzes if blitz else rapid)
    return make_reason(
        article,
        "ru_time_control",
        passed,
        required=allowed,
        measured=control_params(control),
        asks="discipline" if event.discipline is None else "time_control",
    )


def _is_one_of(control: TimeControl | None, allowed: Sequence[tuple[int, int]]) -> bool | None:
    """Minutes to the end of the game and seconds for each move from the first one."""
    if control is None:
        return None
    one_period = control.first_period_moves is None and not control.second_period_minutes
    return one_period and (control.minutes, control.increment_seconds) in allowed
