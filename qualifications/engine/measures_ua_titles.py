"""Measures of the titles of Ukraine: norms of masters and candidate masters, terms and deadlines.

Half-points are whole numbers; percents too; days are inclusive. The rules are made of these.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from .facts import EventSystem
from .measures import norm_of_percent, sport_age
from .quantities import (
    add_months,
    add_years,
    half_up_integer,
    hundredths,
    nearest_half_point_down,
    nearest_half_point_up,
)
from .regulation import MasterCell, Regulation

MEN, WOMEN = "men", "women"
CLASSES_FROM_CANDIDATE = ("GM", "MSU", "KMS")
CLASSES_FROM_MASTER = ("GM", "MSU")

TOO_FEW_GAMES = "too_few_games"
TOO_FEW_MASTERS = "too_few_games_against_masters"
TOO_FEW_CANDIDATES = "too_few_games_against_candidates"
BY_COMMISSION = "decided_by_the_commission"
MEAN_BELOW_TABLE = "mean_below_table"
TOO_MANY_SECOND_RANK = "too_many_games_against_second_rank"
NO_PERCENT_FOR_CLASS = "no_percent_for_class"
TOO_FEW_RATED = "too_few_rated"
MEAN_TOO_LOW = "mean_too_low"


@dataclass(frozen=True, slots=True)
class MasterNorm:
    """Norm of a master; all but `mean` and `reason` are None below the first category."""

    mean: int | Fraction
    """As the table is read with."""
    category: int | None
    pct: int | None
    raw: Decimal | None
    """Percent of the games in points, before rounding."""
    norm_half_points: int | None
    reason: str | None
    """`mean_below_table` where no category covers the mean."""


@dataclass(frozen=True, slots=True)
class OpponentsNorm:
    """Norms by the classes of the opponents; None where there is none."""

    games: int
    """Games that count."""
    raw: Decimal | None
    """Sum of the percents, in points, before rounding."""
    kmsu_half_points: int | None
    candidate_point_half_points: int | None
    reason: str | None
    """`too_many_games_against_second_rank` or `no_percent_for_class`."""


@dataclass(frozen=True, slots=True)
class Enough:
    """Whether numbers of games are enough; None: the commission decides."""

    ok: bool | None
    reason: str | None
    needed: int | None
    """The number that was missed."""


@dataclass(frozen=True, slots=True)
class Failure:
    threshold: Decimal
    """Points, three decimals."""
    failed: bool


@dataclass(frozen=True, slots=True)
class Window:
    last_day: date
    ok: bool


@dataclass(frozen=True, slots=True)
class Age:
    age: int
    ok: bool


@dataclass(frozen=True, slots=True)
class Rated:
    rated: bool
    reason: str | None


def column_of_event(women: bool) -> str:
    """Which column of table 1 an event is read in: by the kind of event, not by the player.

    UA.MSU.N3: Жінки у разі участі у змаганнях серед чоловіків та виконанні ними встановлених норм
    мають право на отримання відповідних звань та розрядів
    """
    return WOMEN if women else MEN


def mean_for_table(mean: int | Fraction, law: Regulation) -> int | Fraction:
    """The mean with which table 1 is read: a whole number, half up, or as it is (UA.Q05)."""
    return half_up_integer(Fraction(mean)) if law.reading("UA.Q05") == "rounded" else mean


def msu_norm(mean: int | Fraction, column: str, games: int, law: Regulation) -> MasterNorm:
    """Norm of a master by the mean coefficient and the number of games (table 1).

    UA.MSU.T: Класифікаційні нормативи виконання звання «Майстер спорту України»

    `column` is `men` or `women` (UA.MSU.N3). Rounded by UA.Q03 and UA.Q04, the mean by UA.Q05, the
    open category by UA.Q37, 78 percent by UA.Q34. Raises KeyError for another column.
    """
    if column not in (MEN, WOMEN):
        raise KeyError(column)
    value = mean_for_table(mean, law)
    for row in law.tables.master_norms:
        cell = row.cells.get(column)
        if cell is None or not _covers(cell, value, law):
            continue
        percent = master_percent(cell, law)
        return MasterNorm(
            mean=value,
            category=row.category,
            pct=percent,
            raw=hundredths(percent * games),
            norm_half_points=_master_half_points(percent, games, law),
            reason=None,
        )
    return MasterNorm(value, None, None, None, None, MEAN_BELOW_TABLE)


def master_percent(cell: MasterCell, law: Regulation) -> int:
    """The percentage of a cell, by the reading that it hangs on (UA.Q34)."""
    other = cell.other
    if other is not None and law.reading(other.reading) == other.choice:
        return other.percent
    return cell.percent


def _covers(cell: MasterCell, mean: int | Fraction, law: Regulation) -> bool:
    if cell.highest is not None:
        return cell.lowest <= mean <= cell.highest
    return mean > cell.lowest or (mean == cell.lowest and law.reading("UA.Q37") == "inclusive")


def _master_half_points(percent: int, games: int, law: Regulation) -> int:
    if law.reading("UA.Q04") == "everywhere":
        return norm_of_percent(percent, games, law)
    return -(-percent * games * 2 // 100)


def opponents_norm(opponents: Mapping[str, int], declared: bool, law: Regulation) -> OpponentsNorm:
    """Norms of a candidate master and of a candidate point by the opponents of one player.

    UA.KMS.T: Класифікація суперників у змаганнях

    `opponents`: games against each class (`class_values` has the keys; I rank with points counts as
    I rank). `declared`: a norm of candidate masters was set for the event. The second column is the
    norm of a candidate point where none was set (UA.Q08), dashes by UA.Q09, the II rank by UA.Q10.
    Raises ValueError for an unknown class or a negative count.
    """
    counts: dict[str, int] = {}
    for key, count in opponents.items():
        if key not in law.tables.class_values or count < 0:
            raise ValueError(f"no such class or count: {key}: {count}")
        plain = key.partition("+")[0]
        counts[plain] = counts.get(plain, 0) + count
    if not second_rank_allowed(counts.get("R2", 0), law):
        if law.reading("UA.Q10") == "no_norm":
            return _no_norm(counts, TOO_MANY_SECOND_RANK)
        counts["R2"] = law.thresholds["games_against_second_rank"]
    percents = 0
    for key, count in counts.items():
        percent = percent_against(key, declared, law)
        if count and percent is None:
            return _no_norm(counts, NO_PERCENT_FOR_CLASS)
        percents += count * (percent or 0)
    points = Fraction(percents, 100)
    norm = _nearest(points, law)
    second = law.reading("UA.Q08") == "second_norm"
    kmsu = norm if declared or second else None
    point = candidate_point_norm(points, law) if declared else (None if second else norm)
    return OpponentsNorm(sum(counts.values()), hundredths(percents), kmsu, point, None)


def _no_norm(counts: Mapping[str, int], reason: str) -> OpponentsNorm:
    return OpponentsNorm(sum(counts.values()), None, None, None, reason)


def percent_against(key: str, declared: bool, law: Regulation) -> int | None:
    """What a game against a class counts; None where the table has nothing for it (UA.Q09)."""
    line = law.tables.opponent_percents.get(key)
    if line is None:
        return None
    percent = line.declared if declared else line.undeclared
    if percent is not None:
        return percent
    if key == "GM":
        return law.tables.opponent_percents["MSU"].undeclared
    return 100 if law.reading("UA.Q09") == "second_rank_100" else None


def second_rank_allowed(games: int, law: Regulation) -> bool:
    """Whether so many games against the II rank are allowed.

    UA.KMS.N3: Кількість партій зі спортсменами ІІ розряду не повинна перевищувати двох
    """
    return games <= law.thresholds["games_against_second_rank"]


def candidate_point_norm(points: Fraction, law: Regulation) -> int:
    """Half-points of a candidate point from the unrounded norm of a candidate master.

    UA.KMS.N2: У змаганнях зі встановленою нормою норматив кандидатського балу складає 90 % від
    нормативу кандидата у майстри спорту України

    Of the rounded norm, then to the nearest half point (UA.Q11).
    """
    share = Fraction(law.thresholds["candidate_point_percent"], 100)
    if law.reading("UA.Q11") == "of_unrounded":
        return _nearest(points * share, law)
    return _nearest(Fraction(_nearest(points, law), 2) * share, law)


def _nearest(points: Fraction, law: Regulation) -> int:
    return _rounded(points, law.reading("UA.Q03"))


def _rounded(points: Fraction, rounding: str) -> int:
    up = rounding == "up"
    return nearest_half_point_up(points) if up else nearest_half_point_down(points)


def norm_games(team: bool, law: Regulation) -> int:
    """Fewest games for a norm of a master or a candidate master (UA.AWD.7a, UA.AWD.7b)."""
    return law.thresholds["norm_games_team" if team else "norm_games"]


def games_against_candidates(team: bool, law: Regulation) -> int:
    """Fewest games against candidate masters and higher (UA.AWD.7c)."""
    return law.thresholds["games_against_candidates_team" if team else "games_against_candidates"]


def kms_games(team: bool, games: int, candidates: int, law: Regulation) -> Enough:
    """Whether the games are enough for a norm of a candidate master (UA.AWD.7).

    `candidates`: games against candidate masters and higher.
    """
    if games < norm_games(team, law):
        return Enough(False, TOO_FEW_GAMES, norm_games(team, law))
    if candidates < games_against_candidates(team, law):
        return Enough(False, TOO_FEW_CANDIDATES, games_against_candidates(team, law))
    return Enough(True, None, None)


def msu_games(team: bool, games: int, masters: int, candidates: int, law: Regulation) -> Enough:
    """Whether the games are enough for a norm of a master (UA.AWD.3 and UA.AWD.7).

    `masters`: games against masters and higher; `candidates`: against candidate masters and higher,
    masters among them. In a team event that only UA.AWD.7 allows the commission decides (UA.Q15).
    """
    own = Enough(True, None, None)
    if games < law.thresholds["master_games"]:
        own = Enough(False, TOO_FEW_GAMES, law.thresholds["master_games"])
    elif masters < law.thresholds["master_games_against_masters"]:
        needed = law.thresholds["master_games_against_masters"]
        own = Enough(False, TOO_FEW_MASTERS, needed)
    common = kms_games(team, games, candidates, law)
    if not team:
        return common if own.ok else own
    if not common.ok or own.ok:
        return common
    if law.reading("UA.Q15") == "team_article_alone":
        return common
    return Enough(None, BY_COMMISSION, own.needed)


def international_share(participants: int, home: int, law: Regulation) -> bool:
    """Whether enough participants of an international event are players of Ukraine.

    UA.AWD.5a: кількість шахістів України повинна бути не менше 2/3 учасників змагань
    """
    parts, of = law.thresholds["home_share_parts"], law.thresholds["home_share_of"]
    return of * home >= parts * participants


def coefficient_needed(name: str, sex: str | None, law: Regulation) -> tuple[int, int]:
    """The coefficient that a threshold asks of a player: lowest and highest where sex is unknown.

    `name` is the threshold's name without `_men` or `_women`; `sex` is `m`, `w` or None.
    """
    men, women = law.thresholds[f"{name}_men"], law.thresholds[f"{name}_women"]
    if sex is None:
        return min(men, women), max(men, women)
    value = women if sex == "w" else men
    return value, value


def last_day_of_window(norm_day: date, law: Regulation) -> date:
    """Last day on which a list counts after a norm of a master (UA.Q16): two years, inclusive."""
    return _term_end(add_years(norm_day, law.thresholds["msu_coefficient_years"]), law)


def msu_window(
    norm_day: date, list_day: date, coefficient: int, sex: str, law: Regulation
) -> Window:
    """Whether a list of a day brings the coefficient that a norm of a master still needs.

    UA.MSU.2: або виконати норматив та досягти протягом 2-х років з часу виконання нормативу
    індивідуального коефіцієнту Федерації шахів України (ІК) 2325 для чоловіків та 2150 для жінок

    `norm_day` is the last day of the event; `list_day` the date of the published list (UA.Q35), or
    the norm day itself for the list then in force; `sex` is `m` or `w`.
    """
    last = last_day_of_window(norm_day, law)
    needed, _highest = coefficient_needed("msu_coefficient", sex, law)
    return Window(last, norm_day <= list_day <= last and coefficient >= needed)


def _term_end(anniversary: date, law: Regulation) -> date:
    included = law.reading("UA.Q16") == "anniversary_included"
    return anniversary if included else anniversary - timedelta(days=1)


def age_reached(grade: str, birth: date, on: date, law: Regulation) -> Age:
    """Age on the last day of an event, and whether it is enough for a grade (UA.AWD.18, UA.Q31).

    13 for a master, 7 for every rank, candidate masters included.
    """
    age = sport_age(birth, on, law)
    return Age(age, age >= law.thresholds["age_msu" if grade == "ua.msu" else "age_ranks"])


def may_play_both(
    one: tuple[date, date], other: tuple[date, date], *, team: bool, law: Regulation
) -> bool:
    """Whether a player may play in two events: first and last day of each, both inclusive.

    UA.AWD.19: Шахіст не має права грати одночасно більше ніж в одному змаганні, крім командних
    змагань

    `team`: at least one of them is a team event.
    """
    return team or one[1] < other[0] or other[1] < one[0]


def failure(half_points: int, norm_half_points: int, law: Regulation) -> Failure:
    """Whether points are a failure: below 75 percent of a norm (UA.CONF.4a, UA.CONF.6b; UA.Q20)."""
    threshold = failing_below(norm_half_points, law)
    thousandths = threshold * 1000
    shown = Decimal(thousandths.numerator // thousandths.denominator).scaleb(-3)
    return Failure(shown, Fraction(half_points, 2) < threshold)


def failing_below(norm_half_points: int, law: Regulation) -> Fraction:
    """Points below which a result is a failure (UA.CONF.4a, UA.CONF.6b; UA.Q20)."""
    rounding = law.reading("UA.Q03") if law.reading("UA.Q20") == "rounded" else None
    return _share(norm_half_points, law.thresholds["failure_percent"], rounding)


@lru_cache(maxsize=1024)
def _share(half_points: int, percent: int, rounding: str | None) -> Fraction:
    """So many percent of half-points, in points; `rounding` to half-points is `up` or `down`."""
    points = Fraction(half_points * percent, 200)
    return points if rounding is None else Fraction(_rounded(points, rounding), 2)


def kmsu_term_name(system: str | None, rounds: int | None, games: int | None) -> str:
    """Name of the term of a candidate master, by the event in which the norm was met.

    UA.CONF.2a: Звання КМСУ при виконанні у командному змаганні з 7 турів діє 1 рік
    UA.CONF.2b: при виконанні в змаганні з 9 турів - 2 роки
    UA.CONF.2c: якщо зіграно 10 або більше партій — З роки

    Eight rounds count as seven (UA.Q19); every other event gives the ordinary term.
    """
    if system != EventSystem.TEAM:
        return "kmsu"
    if games is not None and games >= 10:
        return "kmsu_team_10_games"
    if rounds is not None and rounds >= 9:
        return "kmsu_team_9_rounds"
    return "kmsu_team_7_rounds"


def kms_term(system: str, rounds: int, games: int, law: Regulation) -> int:
    """Years for which the rank of a candidate master is valid, by the event that made it."""
    return law.terms[kmsu_term_name(system, rounds, games)]


def ik_event(
    participants: int,
    rated: int,
    mean: int | Fraction,
    sex: str,
    law: Regulation,
    *,
    between_bodies: bool,
) -> Rated:
    """Whether the national commission rates an event (UA.IK.3, UA.IK.4).

    UA.IK.3: з середнім рейтингом не нижче 2200 у чоловіків та 2050 у жінок
    UA.IK.4: При цьому не менше половини учасників повинні мати фіксований коефіцієнт.

    `rated`: participants with a coefficient. `between_bodies`: between regions, cities, societies
    or clubs; only there the mean has a floor. `sex` is `m` or `w`.
    """
    if 2 * rated < participants:
        return Rated(False, TOO_FEW_RATED)
    floor, _highest = coefficient_needed("rating_event_mean", sex, law)
    if between_bodies and mean < floor:
        return Rated(False, MEAN_TOO_LOW)
    return Rated(True, None)


def ik_deadline(ends_on: date, received_on: date, law: Regulation) -> Window:
    """Whether the papers of an international event arrived in time.

    UA.IK.9: якщо відповідні матеріали подаються не пізніше трьох місяців після закінчення турнірів
    """
    months = law.thresholds["international_material_months"]
    last = _term_end(add_months(ends_on, months), law)
    return Window(last, received_on <= last)
