"""What confirms a grade, takes it away, or makes it one for life: one function per passage."""

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction

from .measures import sport_age
from .measures_ua_titles import coefficient_needed, failing_below
from .quantities import add_years
from .regulation import Regulation
from .terms import FOR_LIFE, KMSU, RANK_1, RANK_2, RANK_3, YOUTH_1, Holding

TESTED = (KMSU, RANK_1, RANK_2, RANK_3)
"""Grades that results confirm and failures take away."""
NEXT_LOWER = {KMSU: RANK_1, RANK_1: RANK_2, RANK_2: RANK_3, RANK_3: YOUTH_1}
LOWER_NORM = {RANK_1: RANK_2, RANK_2: RANK_3}
"""Rank to the one whose norm it must not miss twice."""

Results = Mapping[str, Sequence[int]]
"""Norm to half-points scored and half-points needed: see `LedgerFact.details`."""


def confirms(grade: str, results: Results) -> bool:
    """Whether a result confirms a grade: the norm of the grade is met.

    UA.CONF.1a: Для підтвердження розрядів необхідно виконати відповідні розрядні вимоги
    UA.CONF.1b: Норматив підтвердження розрядів у коловому турнірі дорівнює нормі виконання розряду

    The same norm in every form of event (UA.Q19).
    """
    scored, needed = results.get(grade, (0, 1))
    return scored >= needed


def fails(grade: str, results: Results, law: Regulation) -> bool | None:
    """Whether a result is a failure of a grade; None where the event has not the norm.

    UA.CONF.4b: при її відсутності, норми І розряду
    """
    tested = results.get(grade)
    if tested is None and grade == KMSU:
        tested = results.get(RANK_1)
    if tested is None:
        return None
    scored, needed = tested
    return Fraction(scored, 2) < failing_below(needed, law)


def misses_lower_norm(grade: str, results: Results) -> bool | None:
    """Whether a first (second) rank missed the norm of the second (third); None without one."""
    lower = results.get(LOWER_NORM.get(grade, ""))
    return None if lower is None else lower[0] < lower[1]


def failures_allowed(grade: str, law: Regulation) -> int:
    """How many failures in a row move a player of a grade down."""
    return law.thresholds["failures_kmsu" if grade == KMSU else "failures_rank"]


def demoted_to(held: Holding, failures: int, below: int, law: Regulation) -> str | None:
    """The grade to which series in a row move a player down; None where they do not.

    `failures` are results below 75 percent of the norm, `below` results below the norm of the next
    lower rank. A grade for life is not lost.

    UA.CONF.4a: котрі двічі поспіль не досягли 75% від норми КМСУ (при її відсутності, норми І
    розряду), отримають два неуспіхи і достроково переводяться у І розряд з двома кандидатськими
    балами
    UA.CONF.6b: Невиконання у трьох змаганнях поспіль 75% відповідної норми тягне за собою
    переведення до нижчого розряду
    UA.CONF.6c: Якщо першорозрядник двічі поспіль не виконує норми II розряду
    UA.CONF.6d: а другорозрядник норми III розряду - вони переводяться у нижчий розряд.
    """
    if held.term == FOR_LIFE or held.grade not in TESTED:
        return None
    missed = held.grade in LOWER_NORM and below >= law.thresholds["lower_norm_missed"]
    if failures >= failures_allowed(held.grade, law) or missed:
        return NEXT_LOWER[held.grade]
    return None


def article_of_move(grade: str, *, failed: bool) -> str:
    """The passage that moves a player of a grade down: 75 percent missed, or the lower norm."""
    if failed:
        return "UA.CONF.4a" if grade == KMSU else "UA.CONF.6b"
    return "UA.CONF.6c" if grade == RANK_1 else "UA.CONF.6d"


def lowers(held: Holding, failures: int, law: Regulation) -> bool:
    """Whether failures in a row lower the effect of a grade for life.

    UA.CONF.7b: Якщо КМСУ з довічною дією розряду одержав два неуспіхи поспіль
    UA.CONF.7c: або першорозрядник - три неуспіхи поспіль, під час розрахунку кваліфікаційних норм у
    змаганні їх кваліфікаційна дія знижується на один розряд
    """
    if held.term != FOR_LIFE or held.grade not in (KMSU, RANK_1):
        return False
    return failures >= failures_allowed(held.grade, law)


def becomes_for_life(held: Holding, birth: date | None, day: date, law: Regulation) -> bool:
    """Whether a confirmation on a day makes the grade held one for life.

    UA.CONF.7a: Шахіст, який підтвердив свій розряд, досягнувши 50-річного віку, і мав його не менше
    ніж 5 останніх років без перерви, зберігає свій розряд довічно

    Five full years to the day of the confirmation, of the same rank or of that and higher ones
    (UA.Q28); age by UA.Q31. Not where the day of birth is not known.
    """
    if held.grade not in TESTED or birth is None:
        return False
    since = held.since if law.reading("UA.Q28") == "same_rank" else held.as_good_since
    years, age = law.thresholds["lifetime_unbroken_years"], law.thresholds["lifetime_age"]
    return add_years(since, years) <= day and sport_age(birth, day, law) >= age


def exempts(coefficient: int | None, sex: str | None, law: Regulation) -> bool:
    """Whether a coefficient in force spares a candidate master the confirmation.

    UA.CONF.3: Для КМСУ, які мають ІК - 2200 і більше (чоловіки), 2100 і більше (жінки) за
    розрахунками кваліфікаційної комісії федерації шахів України, підтвердження розряду на час дії
    ІК не вимагається.

    Without a known sex the higher threshold is asked.
    """
    _lowest, needed = coefficient_needed("kmsu_exempt_coefficient", sex, law)
    return coefficient is not None and coefficient >= needed


def grade_after_expiry(grade: str, law: Regulation) -> str | None:
    """The grade that follows by itself on one whose term ran out; None where none does.

    UA.CONF.4d: достроково переводяться

    A candidate master is moved to the first rank on expiry too (UA.Q17); after the other ranks none
    is in force, or the next lower one (UA.Q18).
    """
    question, moved = ("UA.Q18", "next_lower_rank")
    if grade == KMSU:
        question, moved = ("UA.Q17", "moved_to_first_rank")
    return NEXT_LOWER.get(grade) if law.reading(question) == moved else None
