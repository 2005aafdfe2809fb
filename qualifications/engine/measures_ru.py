"""Measures of the Russian scheme: small pure functions that the rules are made of.

Ratings are whole numbers and a mean is a `Fraction`; scores are half-points; a column is `men` or
`women`; grades are keys from `ru.gr` to `ru.youth_3`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from fractions import Fraction

from .editions.ru import MEN, WOMEN, MsTable, PercentRow, RuTables
from .facts import Discipline
from .quantities import (
    age_on,
    half_up_integer,
    hundredths,
    nearest_half_point_down,
    nearest_half_point_up,
)
from .regulation import Regulation

__all__ = [
    "ADULT_GRADES",
    "GRADES",
    "MEN",
    "RANK_GRADES",
    "WOMEN",
    "YOUTH_GRADES",
    "Composition",
    "MeanRating",
    "MsNorm",
    "RankNorm",
    "best_rank",
    "mean_rating",
    "min_age",
    "minimum_games",
    "ms_award",
    "ms_composition",
    "ms_norm",
    "norm_of_percent",
    "rank_norm",
    "rating_reached",
    "sport_age",
]

GR, MS, KMS = "ru.gr", "ru.ms", "ru.kms"
YOUTH_GRADES = ("ru.youth_1", "ru.youth_2", "ru.youth_3")
RANK_GRADES = (KMS, "ru.rank_1", "ru.rank_2", "ru.rank_3", *YOUTH_GRADES)
"""Grades with a table of percentages, from the highest down."""
GRADES = (GR, MS, *RANK_GRADES)
ADULT_GRADES = GRADES[:6]

NO_TABLE = "no_table"
MEAN_BELOW_TABLE = "mean_below_table"
TOO_FEW_GAMES = "too_few_games"


@dataclass(frozen=True, slots=True)
class MeanRating:
    exact: Fraction
    value: int
    """Nearest whole number, a half up."""


@dataclass(frozen=True, slots=True)
class MsNorm:
    """Norm of a master of sport; no norm where `reason` says why."""

    mean: int
    norm_half_points: int | None
    reason: str | None
    """`no_table` for the number of games, or `mean_below_table`."""
    lowest: int | None
    """Lowest mean of the column; None without a table."""


@dataclass(frozen=True, slots=True)
class Composition:
    """How many opponents are of which strength, every class counted in the weaker ones too."""

    ok: bool
    ms_or_higher: int
    kms_or_higher: int
    ranked: int


@dataclass(frozen=True, slots=True)
class RankNorm:
    """Norm of a rank; no norm where `reason` says why."""

    mean: int
    pct: int | None
    """Percentage of the row; None below the table."""
    raw: Decimal | None
    """Percentage of the games in points, before rounding."""
    norm_half_points: int | None
    reason: str | None
    """`mean_below_table` or `too_few_games`."""
    least_games: int
    lowest: int
    """Lowest mean of the column."""


def mean_rating(ratings: Sequence[int | None], law: Regulation) -> MeanRating:
    """Mean rating of the opponents; None is an opponent who has no rating.

    RU.MS.6: Для определения среднего российского рейтинга соперников в спортивном соревновании,
    физкультурном мероприятии необходимо суммировать российские рейтинги соперников спортсмена в
    спортивном соревновании, физкультурном мероприятии. Полученная таким образом сумма делится на
    число соперников спортсмена в спортивном соревновании, физкультурном мероприятии.
    RU.MS.7: В спортивном соревновании, физкультурном мероприятии участники, не имеющие российского
    рейтинга, учитываются как имеющие российский рейтинг 1000.
    RU.MS.8.2: Если значение среднего российского рейтинга в спортивном соревновании, физкультурном
    мероприятии выражается дробным числом, то оно округляется до ближайшего целого значения. 0,5
    округляется к 1.
    RU.RANK.10: Для определения среднего российского рейтинга соперников в спортивном соревновании,
    физкультурном мероприятии необходимо суммировать российские рейтинги соперников спортсмена в
    спортивном соревновании, физкультурном мероприятии. Полученная таким образом сумма делится на
    число соперников спортсмена в спортивном соревновании, физкультурном мероприятии.
    RU.RANK.11: В спортивном соревновании, физкультурном мероприятии участники, не имеющие
    российского рейтинга, учитываются как имеющие российский рейтинг 1000.

    Raises ValueError without opponents.
    """
    if not ratings:
        raise ValueError("a mean rating needs at least one opponent")
    unrated = law.thresholds["unrated"]
    total = sum(unrated if rating is None else rating for rating in ratings)
    exact = Fraction(total, len(ratings))
    return MeanRating(exact, half_up_integer(exact))


def ms_norm(games: int, mean: Fraction, column: str, law: Regulation) -> MsNorm:
    """Half-points that a number of games against a mean rating asks of a master of sport.

    RU.MS.8.1: В столбце «Условие: средний российский рейтинг соперников» находим строку с числом,
    соответствующим среднему российскому рейтингу соперников проведенного спортивного соревнования,
    физкультурного мероприятия, соответственно, среди мужчин или женщин, число, находящееся на
    пересечении указанной строки и столбца «Норма: количество очков» соответствует количеству очков
    искомой нормы.

    With more than 15 games by RU.Q10. Raises KeyError for an unknown column.
    """
    value = half_up_integer(mean)
    table = ms_table(games, law)
    if table is None:
        return MsNorm(value, None, NO_TABLE, None)
    lowest = table.rows[0].bands[column].lowest
    if value < lowest:
        return MsNorm(value, None, MEAN_BELOW_TABLE, lowest)
    row = next(row for row in table.rows if value in row.bands[column])
    return MsNorm(value, row.half_points, None, lowest)


def ms_games(games: int, law: Regulation) -> int:
    """How many of the games a master's norm counts: all of them, or the first 15 (RU.Q10)."""
    most = law.thresholds["ms_most_games"]
    return min(games, most) if law.reading("RU.Q10") == "first_15" else games


def ms_table(games: int, law: Regulation) -> MsTable | None:
    """The table for a number of games; None where the text has none."""
    return law.tables_as(RuTables).ms_norms.get(ms_games(games, law))


def ms_composition(games: int, opponents: Mapping[str | None, int], law: Regulation) -> Composition:
    """Whether the opponents are strong enough for a master's norm.

    RU.MS.T: Условие: сыграть 9 партий, из них 2 со спортсменами, имеющими не ниже ГР и (или) МС, 3
    со спортсменами, имеющими не ниже КМС и 4 со спортсменами, имеющими не ниже иных спортивных
    разрядов

    The numbers are those of the table for the number of games; without a table nothing is strong
    enough. `opponents`: how many games against holders of each grade, None for no rank. At least so
    many, or exactly (RU.Q06); youth ranks count as ranks, or not (RU.Q05). Raises ValueError for an
    unknown grade or a negative count.
    """
    for grade, count in opponents.items():
        if count < 0 or (grade is not None and grade not in GRADES):
            raise ValueError(f"no such grade or count: {grade}: {count}")
    ranks = GRADES if law.reading("RU.Q05") == "any_rank" else ADULT_GRADES
    ms = sum(opponents.get(grade, 0) for grade in (GR, MS))
    kms = ms + opponents.get(KMS, 0)
    ranked = sum(opponents.get(grade, 0) for grade in ranks)
    found = Composition(False, ms, kms, ranked)
    table = ms_table(games, law)
    if table is None:
        return found
    enough = exactly_as if law.reading("RU.Q06") == "exact" else strong_enough
    return replace(found, ok=enough(found, table))


def strong_enough(opponents: Composition, table: MsTable) -> bool:
    """At least so many, where stronger opponents stand in the weaker places."""
    return (
        opponents.ms_or_higher >= table.at_least_ms
        and opponents.kms_or_higher >= table.at_least_ms + table.at_least_kms
        and opponents.ranked >= table.games
    )


def exactly_as(opponents: Composition, table: MsTable) -> bool:
    """Exactly so many of each."""
    return (
        opponents.ms_or_higher == table.at_least_ms
        and opponents.kms_or_higher - opponents.ms_or_higher == table.at_least_kms
        and opponents.ranked - opponents.kms_or_higher == table.at_least_ranked
    )


def rank_norm(
    grade: str, mean: Fraction, column: str, games: int, discipline: Discipline, law: Regulation
) -> RankNorm:
    """Half-points that a rank asks of a number of games against a mean rating.

    RU.KMS.T: Норма: % набранных очков к количеству максимально возможных очков в фактически
    игранных партиях
    RU.R.T: Спортивные разряды (женские)
    RU.Y.T: Юношеские спортивные разряды
    RU.RANK.12.1: В столбце «Условие выполнения нормы: средний российский рейтинг соперников»
    находим строку с числом, соответствующим среднему российскому рейтингу соперников проведенного
    спортивного соревнования, физкультурного мероприятия, соответственно, среди мужчин или женщин,
    число, находящееся на пересечении указанной строки и столбца «Норма: % набранных очков к
    количеству максимально возможных очков в фактически игранных партиях» соответствует проценту
    набранных очков от максимального количества очков, которые возможно было набрать в фактически
    игранных партиях в проведенном спортивном соревновании, физкультурном мероприятии.

    A fractional mean by RU.Q02. Raises KeyError for a grade, a column or a discipline that the
    tables do not have.
    """
    value = half_up_integer(mean)
    least = minimum_games(discipline, law)
    lowest = law.tables_as(RuTables).rank_norms[grade].rows[0].bands[column].lowest
    exact = law.reading("RU.Q02") == "exact"
    row = _percent_row(grade, mean if exact else value, column, law)
    if row is None:
        return RankNorm(value, None, None, None, MEAN_BELOW_TABLE, least, lowest)
    percent = row.percent
    if games < least:
        return RankNorm(value, percent, None, None, TOO_FEW_GAMES, least, lowest)
    norm = norm_of_percent(percent, games, law)
    return RankNorm(value, percent, hundredths(percent * games), norm, None, least, lowest)


def rounding_decides(grade: str, mean: Fraction, column: str, law: Regulation) -> bool:
    """Whether the exact mean and the rounded one stand in different rows (RU.Q02)."""
    if mean.denominator == 1:
        return False
    whole = half_up_integer(mean)
    return _percent_row(grade, mean, column, law) is not _percent_row(grade, whole, column, law)


def _percent_row(
    grade: str, mean: Fraction | int, column: str, law: Regulation
) -> PercentRow | None:
    """The first row that the mean is not above: 2100.4 is above a row to 2100. None below all."""
    rows = law.tables_as(RuTables).rank_norms[grade].rows
    if mean < rows[0].bands[column].lowest:
        return None
    ends = (row.bands[column].highest for row in rows)
    return next(row for row, end in zip(rows, ends, strict=True) if end is None or mean <= end)


def minimum_games(discipline: Discipline, law: Regulation) -> int:
    """Fewest games for a norm of a rank. Raises KeyError for composition.

    RU.RANK.3: Для выполнения нормы спортивных разрядов в спортивном соревновании, физкультурном
    мероприятии спортсменом должно быть фактически сыграно >= 7 партий в спортивных дисциплинах
    «шахматы» или «шахматы — командные соревнования».
    RU.RANK.4: Для выполнения нормы спортивных разрядов в спортивном соревновании, физкультурном
    мероприятии спортсменом должно быть фактически сыграно >= 9 партий в спортивной дисциплине
    «быстрые шахматы».
    RU.RANK.5: Для выполнения нормы спортивных разрядов в спортивном соревновании, физкультурном
    мероприятии спортсменом должно быть фактически сыграно >= 11 партий в спортивной дисциплине
    «блиц».
    """
    return law.thresholds[f"games_{discipline}"]


def norm_of_percent(percent: int, games: int, law: Regulation) -> int:
    """Half-points that a percentage of a number of games asks for; ties by RU.Q01.

    RU.RANK.12.2: Норма: % набранных очков к количеству максимально возможных очков в фактически
    игранных партиях выражаемая в количестве очков вычисляется по формуле: А= (ВхС)/100, где: А —
    количество очков, В — число, указанное в пункте 12.1 настоящих иных условий соответствует
    проценту набранных очков от максимального количества очков, которые возможно было набрать в
    фактически игранных партиях, С — количество максимально возможных очков в фактически игранных
    партиях в проведенном спортивном соревновании.
    RU.RANK.12.3: Если норма спортивного разряда в спортивном соревновании, физкультурном
    мероприятии выражается дробным числом, то оно округляется до ближайшего полуочка.
    """
    nearest = nearest_half_point_up if law.reading("RU.Q01") == "up" else nearest_half_point_down
    return nearest(Fraction(percent * games, 100))


def best_rank(
    mean: Fraction,
    column: str,
    games: int,
    half_points: int,
    discipline: Discipline,
    law: Regulation,
) -> str | None:
    """The highest grade from `ru.kms` down whose table is reached; None where none is."""
    for grade in RANK_GRADES:
        norm = rank_norm(grade, mean, column, games, discipline, law).norm_half_points
        if norm is not None and half_points >= norm:
            return grade
    return None


def rating_reached(grade: str, rating: int, column: str, law: Regulation) -> bool:
    """Whether the rating on the last day is high enough for `ru.gr` or `ru.ms`."""
    return rating >= law.thresholds[f"{grade.partition('.')[2]}_rating_{column}"]


def ms_award(
    rating_on_last_day: int | None, column: str, norm_made: bool, law: Regulation
) -> bool | None:
    """Whether a master's norm and the rating on the last day together make the title.

    RU.MS.1: МС присваивается за выполнение нормы (необходимого количества очков, которое требуется
    набрать в проведенном спортивном соревновании) и при достижении российского рейтинга >=2400
    (мужчины), >=2200 (женщины) на день окончания спортивного соревнования.

    None where that depends on a rating that is not known.
    """
    if not norm_made:
        return False
    if rating_on_last_day is None:
        return None
    return rating_reached(MS, rating_on_last_day, column, law)


def min_age(grade: str, birth_year: int, event_year: int, law: Regulation) -> bool:
    """Whether a player is old enough for a grade in a calendar year.

    RU.MS.9: Для участия в спортивных соревнованиях, физкультурных мероприятиях спортсмен должен
    достичь установленного возраста в календарный год проведения спортивных соревнований,
    физкультурных мероприятий.
    RU.RANK.17: Для участия в спортивных соревнованиях спортсмен должен достичь установленного
    возраста в календарный год проведения спортивных соревнований.

    Grades below `ru.kms` have no lowest age.
    """
    return event_year - birth_year >= least_age(grade, law)


def least_age(grade: str, law: Regulation) -> int:
    """Age from which a grade can be made; 0 where the text names none."""
    return law.thresholds.get(f"age_{grade.partition('.')[2]}", 0)


def sport_age(birth: date, on: date, law: Regulation) -> int:
    """Age for the articles on age: by the calendar year, or full years on the day (RU.Q07)."""
    return on.year - birth.year if law.reading("RU.Q07") == "calendar_year" else age_on(birth, on)
