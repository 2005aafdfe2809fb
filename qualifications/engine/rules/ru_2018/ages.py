"""What the articles ask of the player's age, and of the age group of the event."""

from collections.abc import Callable, Sequence
from datetime import date

from ... import measures_ru as measures
from ...facts import (
    Participant,
)
from ...measures_ru import GR, KMS, MS
from ...quantities import (
    age_on,
)
from ...verdict import Params, Reason, Scalar
from ..reasons import make_reason, not_applicable
from .event import FAST, LONG, UNDER_13
from .field import Field

AGE_ARTICLE = {GR: "RU.GR.AGE", MS: "RU.MS.AGE", KMS: "RU.KMS.AGE"}


def minimum_age(grade: str, participant: Participant, field: Field) -> Reason:
    """RU.GR.AGE: ГР выполнется с 16 лет
    RU.MS.AGE: МС выполняется с 12 лет
    RU.KMS.AGE: КМС выполняется с 9 лет

    In the calendar year of the event's last day (RU.MS.9, RU.RANK.17; RU.Q07).
    """
    least = measures.least_age(grade, field.law)
    passed, ages, readings = _age(participant, field, lambda age: age >= least)
    return make_reason(
        AGE_ARTICLE[grade],
        "ru_age",
        passed,
        required={"age": least, "on": field.facts.ends_on},
        measured=_age_params(ages),
        readings=readings,
        asks="birth_date",
    )


def youth_age(participant: Participant, field: Field) -> Reason:
    """RU.RANK.16: I-III юношеские спортивные разряды в спортивных дисциплинах «шахматы» и «шахматы
    — командные соревнования» присваиваются до 15 лет.

    At most 14 by the calendar year (RU.Q07). The article does not speak of rapid and blitz.
    """
    event = field.facts
    below = field.law.thresholds["youth_ranks_below_age"]
    passed, ages, readings = _age(participant, field, lambda age: age < below)
    required: Params = {"below": below, "on": event.ends_on}
    if event.discipline is not None and event.discipline not in LONG:
        return not_applicable(
            "RU.RANK.16", "ru_youth_age", required=required, measured=_age_params(ages)
        )
    asks = "birth_date"
    if event.discipline is None and passed is not True:
        passed, asks = None, "discipline"
    return make_reason(
        "RU.RANK.16",
        "ru_youth_age",
        passed,
        required=required,
        measured=_age_params(ages),
        readings=readings,
        asks=asks,
    )


def not_under_13(participant: Participant, field: Field) -> Reason:
    """RU.RANK.15: В спортивных дисциплинах «быстрые шахматы» и «блиц» в возрастных категориях:
    мальчики, девочки (до 13 лет); мальчики, девочки (до 11 лет); мальчики, девочки (до 9 лет)
    спортивные разряды не присваиваются.

    By the age group of the event, or by the age of the player (RU.Q12).
    """
    event, law = field.facts, field.law
    limit = law.thresholds["no_ranks_below_age"]
    by_group = None if event.age_group is None else event.age_group not in UNDER_13
    by_age, ages, age_readings = _age(participant, field, lambda age: age >= limit)
    by_event = law.reading("RU.Q12") == "group_of_event"
    passed, asks = (by_group, "age_group") if by_event else (by_age, "birth_date")
    required: Params = {"below": limit, "by_event": by_event}
    measured = {**_age_params(ages), "age_group": event.age_group}
    if event.discipline is not None and event.discipline not in FAST:
        return not_applicable("RU.RANK.15", "ru_not_under_13", required=required, measured=measured)
    if event.discipline is None and passed is not True:
        passed, asks = None, "discipline"
    return make_reason(
        "RU.RANK.15",
        "ru_not_under_13",
        passed,
        required=required,
        measured=measured,
        readings=(
            *(("RU.Q12",) if by_group != by_age else ()),
            *(() if by_event else age_readings),
        ),
        asks=asks,
    )


def _age(
    participant: Participant, field: Field, answer: Callable[[int], bool]
) -> tuple[bool | None, list[int], tuple[str, ...]]:
    """An answer about the age on the last day, the ages possible, and the reading if it decides.

    Where only the year of birth is known, both ends of that year have to agree.
    """
    on, law = field.facts.ends_on, field.law
    births: tuple[date, ...] = ()
    if participant.birth_date is not None:
        births = (participant.birth_date,)
    elif participant.birth_year is not None:
        births = (date(participant.birth_year, 1, 1), date(participant.birth_year, 12, 31))
    ages = [measures.sport_age(birth, on, law) for birth in births]
    answers = {answer(age) for age in ages}
    full = {answer(age_on(birth, on)) for birth in births}
    calendar = {answer(on.year - birth.year) for birth in births}
    return (
        answers.pop() if len(answers) == 1 else None,
        ages,
        ("RU.Q07",) if full != calendar else (),
    )


def _age_params(ages: Sequence[int]) -> dict[str, Scalar]:
    return {
        "age": ages[0] if len(set(ages)) == 1 else None,
        "youngest": min(ages, default=None),
        "oldest": max(ages, default=None),
    }
