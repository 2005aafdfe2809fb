"""Measures of the national scheme: small pure functions that the rules are made of."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction

from .quantities import (
    HUNDREDTH,
    add_years,
    age_on,
    half_up_hundredths,
    hundredths,
    nearest_half_point_down,
    nearest_half_point_up,
    truncated_hundredths,
)
from .regulation import RankRow, Regulation

__all__ = [
    "CoefficientMeasure",
    "FirstPlace",
    "RankNorm",
    "add_years",
    "age_on",
    "first_place",
    "minimum_games",
    "norm_of_percent",
    "on_national_list",
    "rank_norm",
    "sport_age",
    "tournament_coefficient",
]

ABOVE_COLUMN = "coefficient_above_column"
BELOW_COLUMN = "coefficient_below_column"
ABOVE_LIMIT = "coefficient_above_limit"
TOO_FEW_GAMES = "too_few_games"
FIRST_PLACE_SHARED = "first_place_shared"
NO_FIRST_PLACE_RULE = "no_first_place_rule"


@dataclass(frozen=True, slots=True)
class CoefficientMeasure:
    n: int
    """Participants counted."""
    total: Decimal
    exact: Fraction
    value: Decimal
    """Two decimals: what the table is read with."""


@dataclass(frozen=True, slots=True)
class RankNorm:
    """Norm of a rank for one participant; everything but `reason` is None outside the column."""

    row: int | None
    pct: int | None
    raw: Decimal | None
    """Percent of the games in points, before rounding."""
    norm_half_points: int | None
    reason: str | None
    """`coefficient_above_column` or `coefficient_below_column`."""


@dataclass(frozen=True, slots=True)
class FirstPlace:
    granted: bool
    reason: str | None
    """What was missing first: no rule for the grade, coefficient, games, a shared place."""


def tournament_coefficient(classes: Mapping[str, int], law: Regulation) -> CoefficientMeasure:
    """Mean value of the participants' classes (UA.RANK.N1), two decimals by UA.Q01.

    Коефіцієнт турніру визначається як середньоарифметичне оціночних коефіцієнтів учасників змагань
    в залежності від їх кваліфікації: - без розряду - 5.0; - І юнацький розряд - 4.0; - III
    розряд-3.0; - II розряд - 2.0; - І розряд-1.0. - І розряд з кандидатським балом - 0.75; - І
    розряд з двома кандидатськими балами - 0.5; - КМСУ-0.

    `classes`: how many participants of each class: none, Y1, R3, R2, R1, R1+1, R1+2, KMS, MSU, GM.
    Raises ValueError for an unknown class, a negative count or nobody at all.
    """
    total = Decimal("0.00")
    n = 0
    for key, count in classes.items():
        if key not in law.tables.class_values or count < 0:
            raise ValueError(f"no such class or count: {key}: {count}")
        total += law.tables.class_values[key].value * count
        n += count
    if n == 0:
        raise ValueError("a tournament coefficient needs at least one participant")
    exact = Fraction(total) / n
    rounded = half_up_hundredths if law.reading("UA.Q01") == "half_up" else truncated_hundredths
    return CoefficientMeasure(n=n, total=total, exact=exact, value=rounded(exact))


def norm_of_percent(percent: int, games: int, law: Regulation) -> int:
    """Half-points that a percentage of a number of games asks for (UA.KMS.N1, ties by UA.Q03).

    Дробове число округляється до найближчого пів-очка
    """
    nearest = nearest_half_point_up if law.reading("UA.Q03") == "up" else nearest_half_point_down
    return nearest(Fraction(percent * games, 100))


def _rank_row(coefficient: Decimal, grade: str, law: Regulation) -> RankRow | str:
    """The row of the table, or which side of the column the coefficient is on (UA.Q02)."""
    if coefficient != coefficient.quantize(HUNDREDTH):
        raise ValueError(f"a tournament coefficient has two decimals, not {coefficient}")
    lowest, highest = law.tables.column(grade)
    if coefficient > highest:
        return ABOVE_COLUMN
    if coefficient < lowest:
        first_row = law.reading("UA.Q02") == "first_row"
        return law.tables.rank_norms[0] if first_row else BELOW_COLUMN
    return next(row for row in law.tables.rank_norms if coefficient in row.cells[grade])


def rank_norm(coefficient: Decimal, games: int, grade: str, law: Regulation) -> RankNorm:
    """Norm of I, II, III or I youth rank by the table (UA.RANK.T) for a number of games.

    Класифікаційні нормативи виконання І, II, III та І юнацького розрядів
    Коефіцієнт турніру | % очок від кількості партій

    Raises ValueError for a coefficient with more than two decimals, KeyError for a grade that the
    table does not have.
    """
    row = _rank_row(coefficient, grade, law)
    if isinstance(row, str):
        return RankNorm(row=None, pct=None, raw=None, norm_half_points=None, reason=row)
    percent = row.percents[grade]
    return RankNorm(
        row=row.row,
        pct=percent,
        raw=hundredths(percent * games),
        norm_half_points=norm_of_percent(percent, games, law),
        reason=None,
    )


def minimum_games(
    grade: str, coefficient: Decimal | None, team: bool, law: Regulation
) -> int | None:
    """Fewest games for a norm of a rank: UA.AWD.8a for I rank, UA.AWD.9c for the others.

    0 where UA.Q14 is read as "no minimum" (II and III rank up to 2.00); None where that depends on
    a coefficient that is not known.
    """
    if grade == "ua.rank_1":
        return law.thresholds["rank_games_team" if team else "rank_games"]
    if law.reading("UA.Q14") == "no_minimum_up_to_2" and grade in ("ua.rank_2", "ua.rank_3"):
        if coefficient is None:
            return None
        if coefficient < law.coefficients["slow_games_from"]:
            return 0
    return law.thresholds["rank_games"]


def first_place(
    coefficient: Decimal, grade: str, sole_first: bool, games: int, team: bool, law: Regulation
) -> FirstPlace:
    """Whether an undivided first place makes the rank (UA.R1.1, UA.R2.1, UA.R3.1; UA.Q13).

    `sole_first`: nobody else has as many points. `games` are games played. There is only an upper
    limit of the coefficient, and no such rule for the I youth rank.
    """
    limit = first_place_limit(grade, law)
    if limit is None:
        return FirstPlace(False, NO_FIRST_PLACE_RULE)
    if coefficient > limit:
        return FirstPlace(False, ABOVE_LIMIT)
    if games < (minimum_games(grade, coefficient, team, law) or 0):
        return FirstPlace(False, TOO_FEW_GAMES)
    if not sole_first:
        return FirstPlace(False, FIRST_PLACE_SHARED)
    return FirstPlace(True, None)


def first_place_limit(grade: str, law: Regulation) -> Decimal | None:
    """Highest tournament coefficient at which a first place makes the rank; None without a rule."""
    return law.coefficients.get(f"first_place_{grade.partition('.')[2]}")


def sport_age(birth: date, on: date, law: Regulation) -> int:
    """Age for the articles on age: full years on the day, or by the calendar year (UA.Q31)."""
    return age_on(birth, on) if law.reading("UA.Q31") == "full_years" else on.year - birth.year


def on_national_list(
    individual_coefficient: int, law: Regulation, *, on: date | None = None
) -> bool:
    """Whether the national commission rates the player (UA.IK.5); the floor itself by UA.Q32.

    Кваліфікаційна комісія обраховує в усіх змаганнях шахістів, які мають ІК>1850 у чоловіків та у
    жінок.
    """
    floor = law.rating_rules(on).national_floor
    if individual_coefficient == floor:
        return law.reading("UA.Q32") == "national"
    return individual_coefficient > floor
