"""The tables: mean rating of the opponents, who they are, and the points that follow."""

from fractions import Fraction

from ... import measures_ru as measures
from ...editions.ru import RuTables
from ...facts import (
    Discipline,
    EventFacts,
)
from ...measures_ru import GR, YOUTH_GRADES
from ...quantities import (
    half_up_hundredths,
    nearest_half_point_down,
    nearest_half_point_up,
)
from ...regulation import Regulation
from ...verdict import Reason
from ..reasons import make_reason, not_applicable
from .event import FAST, LONG
from .field import Field, Games

_GAMES_ARTICLE = {Discipline.RAPID: "RU.RANK.4", Discipline.BLITZ: "RU.RANK.5"}


def mean_rating(article: str, games: Games) -> Reason:
    """RU.MS.6: Для определения среднего российского рейтинга соперников в спортивном соревновании,
    физкультурном мероприятии необходимо суммировать российские рейтинги соперников спортсмена в
    спортивном соревновании, физкультурном мероприятии. Полученная таким образом сумма делится на
    число соперников спортсмена в спортивном соревновании, физкультурном мероприятии.
    RU.RANK.10: Для определения среднего российского рейтинга соперников в спортивном соревновании,
    физкультурном мероприятии необходимо суммировать российские рейтинги соперников спортсмена в
    спортивном соревновании, физкультурном мероприятии. Полученная таким образом сумма делится на
    число соперников спортсмена в спортивном соревновании, физкультурном мероприятии.
    """
    return make_reason(
        article,
        "ru_mean_rating",
        None if games.unknown else games.opponents > 0,
        measured={
            "mean": games.mean.value if games.mean else None,
            "exact": half_up_hundredths(games.mean.exact) if games.mean else None,
            "opponents": games.opponents,
            "unknown": games.unknown,
        },
        rounds=games.rounds,
        readings=games.readings,
        asks="national_rating",
    )


def unrated_opponents(article: str, games: Games, law: Regulation) -> Reason:
    """RU.MS.7: В спортивном соревновании, физкультурном мероприятии участники, не имеющие
    российского рейтинга, учитываются как имеющие российский рейтинг 1000.
    RU.RANK.11: В спортивном соревновании, физкультурном мероприятии участники, не имеющие
    российского рейтинга, учитываются как имеющие российский рейтинг 1000.
    """
    required = {"counted_as": law.thresholds["unrated"]}
    measured = {"opponents": games.opponents, "unrated": games.unrated}
    if not games.unrated:
        return not_applicable(article, "ru_unrated_opponents", required=required, measured=measured)
    return make_reason(article, "ru_unrated_opponents", True, required=required, measured=measured)


def mean_in_master_table(
    norm: measures.MsNorm | None, column: str | None, games: Games, readings: tuple[str, ...]
) -> Reason:
    """RU.MS.8.1: В столбце «Условие: средний российский рейтинг соперников» находим строку с
    числом, соответствующим среднему российскому рейтингу соперников проведенного спортивного
    соревнования, физкультурного мероприятия, соответственно, среди мужчин или женщин, число,
    находящееся на пересечении указанной строки и столбца «Норма: количество очков» соответствует
    количеству очков искомой нормы.

    There is a table for the number of games (RU.Q10), and a row for the mean.
    """
    return make_reason(
        "RU.MS.8.1",
        "ru_mean_in_table",
        _asked_or(norm is not None and norm.reason is None, norm, column, games),
        required={"lowest": norm.lowest if norm else None, "column": column},
        measured={
            "mean": norm.mean if norm else None,
            "games": len(games.played),
            "table": norm is None or norm.reason != measures.NO_TABLE,
        },
        readings=readings,
        asks=_what_is_missing(games, column),
    )


def opponents_of_master(games: Games, field: Field) -> Reason:
    """RU.MS.T: Условие: сыграть 9 партий, из них 2 со спортсменами, имеющими не ниже ГР и (или) МС,
    3 со спортсменами, имеющими не ниже КМС и 4 со спортсменами, имеющими не ниже иных спортивных
    разрядов

    Counted by games played. Opponents whose rank is not known leave it open where they matter.
    """
    law = field.law
    known: dict[str | None, int] = {}
    unknown = 0
    for game in games.played:
        opponent = None if game.opponent is None else field.by_number.get(game.opponent)
        if opponent is None or not opponent.grade_known or _of_another_scheme(opponent.grade):
            unknown += 1
        else:
            known[opponent.grade] = known.get(opponent.grade, 0) + 1
    number = len(games.played)
    least = measures.ms_composition(number, known, law)
    best = measures.ms_composition(number, {**known, GR: known.get(GR, 0) + unknown}, law)
    exact = law.reading("RU.Q06") == "exact"
    passed: bool | None = least.ok
    if unknown and (best.ok != least.ok or (exact and measures.ms_table(number, law))):
        passed = None
    table = measures.ms_table(number, law)
    readings = []
    if any(grade in known for grade in YOUTH_GRADES):
        readings.append("RU.Q05")
    if table is not None and measures.strong_enough(least, table) != measures.exactly_as(
        least, table
    ):
        readings.append("RU.Q06")
    return make_reason(
        "RU.MS.T",
        "ru_opponents",
        passed,
        required={
            "ms": table.at_least_ms if table else None,
            "kms": table.at_least_kms if table else None,
            "ranked": table.at_least_ranked if table else None,
        },
        measured={
            "ms": least.ms_or_higher,
            "kms": least.kms_or_higher,
            "ranked": least.ranked,
            "games": number,
            "unknown": unknown,
        },
        rounds=games.rounds,
        readings=tuple(readings),
        asks="participants_class",
    )


def _of_another_scheme(grade: str | None) -> bool:
    return grade is not None and not grade.startswith("ru.")


def master_norm(
    norm: measures.MsNorm | None, column: str | None, games: Games, readings: tuple[str, ...]
) -> Reason:
    """RU.MS.8.1: В столбце «Условие: средний российский рейтинг соперников» находим строку с
    числом, соответствующим среднему российскому рейтингу соперников проведенного спортивного
    соревнования, физкультурного мероприятия, соответственно, среди мужчин или женщин, число,
    находящееся на пересечении указанной строки и столбца «Норма: количество очков» соответствует
    количеству очков искомой нормы.

    The points of the row. Not applicable without a row: `mean_in_master_table` has said no already.
    """
    measured = {"games": len(games.played), "half_points": games.half_points}
    points = norm.norm_half_points if norm else None
    if norm is not None and points is None:
        return not_applicable("RU.MS.8.1", "ru_table_norm", measured=measured, rounds=games.rounds)
    return make_reason(
        "RU.MS.8.1",
        "ru_table_norm",
        _asked_or(points is not None and games.half_points >= points, norm, column, games),
        required={"mean": norm.mean, "norm_half_points": points, "percent": None} if norm else {},
        measured=measured,
        rounds=games.rounds,
        readings=readings,
        asks=_what_is_missing(games, column),
    )


def minimum_games(event: EventFacts, games: Games, law: Regulation) -> Reason:
    """RU.RANK.3: Для выполнения нормы спортивных разрядов в спортивном соревновании, физкультурном
    мероприятии спортсменом должно быть фактически сыграно >= 7 партий в спортивных дисциплинах
    «шахматы» или «шахматы — командные соревнования».
    RU.RANK.4: Для выполнения нормы спортивных разрядов в спортивном соревновании, физкультурном
    мероприятии спортсменом должно быть фактически сыграно >= 9 партий в спортивной дисциплине
    «быстрые шахматы».
    RU.RANK.5: Для выполнения нормы спортивных разрядов в спортивном соревновании, физкультурном
    мероприятии спортсменом должно быть фактически сыграно >= 11 партий в спортивной дисциплине
    «блиц».
    """
    number = len(games.played)
    if event.discipline is Discipline.COMPOSITION:
        return not_applicable("RU.RANK.3", "ru_minimum_games", measured={"games": number})
    possible = (event.discipline,) if event.discipline else (*LONG, *FAST)
    answers = {number >= measures.minimum_games(each, law) for each in possible}
    return make_reason(
        _GAMES_ARTICLE.get(event.discipline or Discipline.CLASSICAL, "RU.RANK.3"),
        "ru_minimum_games",
        answers.pop() if len(answers) == 1 else None,
        required={
            "games": measures.minimum_games(event.discipline, law) if event.discipline else None
        },
        measured={"games": number},
        rounds=games.rounds,
        asks="discipline",
    )


def mean_in_rank_table(
    norm: measures.RankNorm | None,
    column: str | None,
    games: Games,
    readings: tuple[str, ...],
    field: Field,
) -> Reason:
    """RU.RANK.12.1: В столбце «Условие выполнения нормы: средний российский рейтинг соперников»
    находим строку с числом, соответствующим среднему российскому рейтингу соперников проведенного
    спортивного соревнования, физкультурного мероприятия, соответственно, среди мужчин или женщин,
    число, находящееся на пересечении указанной строки и столбца «Норма: % набранных очков к
    количеству максимально возможных очков в фактически игранных партиях» соответствует проценту
    набранных очков от максимального количества очков, которые возможно было набрать в фактически
    игранных партиях в проведенном спортивном соревновании, физкультурном мероприятии.

    The mean has a row in the table of the rank; above the last bound it is the last row.
    """
    if field.facts.discipline is Discipline.COMPOSITION:
        return not_applicable("RU.RANK.12.1", "ru_mean_in_table")
    inside = norm is not None and norm.reason != measures.MEAN_BELOW_TABLE
    return make_reason(
        "RU.RANK.12.1",
        "ru_mean_in_table",
        _asked_or(inside, norm, column, games),
        required={"lowest": norm.lowest if norm else None, "column": column},
        measured={
            "mean": norm.mean if norm else None,
            "games": len(games.played),
            "table": True,
        },
        readings=readings,
        asks=_what_is_missing(games, column),
    )


def rank_norm(
    norm: measures.RankNorm | None,
    grade: str,
    column: str | None,
    games: Games,
    readings: tuple[str, ...],
    field: Field,
) -> Reason:
    """RU.KMS.T: Норма: % набранных очков к количеству максимально возможных очков в фактически
    игранных партиях
    RU.R.T: Спортивные разряды (женские)
    RU.Y.T: Юношеские спортивные разряды

    The percentage of the games played, to the nearest half point. Not applicable without a row or
    with too few games: that has been said already.
    """
    article = field.law.tables_as(RuTables).rank_norms[grade].article
    measured = {"games": len(games.played), "half_points": games.half_points}
    points = norm.norm_half_points if norm else None
    nothing = norm is not None and points is None
    if nothing or field.facts.discipline is Discipline.COMPOSITION:
        return not_applicable(article, "ru_table_norm", measured=measured, rounds=games.rounds)
    if norm is not None and norm.pct is not None:
        share = Fraction(norm.pct * len(games.played), 100)
        if nearest_half_point_up(share) != nearest_half_point_down(share):
            readings = ("RU.Q01", *readings)
    return make_reason(
        article,
        "ru_table_norm",
        _asked_or(points is not None and games.half_points >= points, norm, column, games),
        required={
            "mean": norm.mean,
            "percent": norm.pct,
            "raw": norm.raw,
            "norm_half_points": points,
        }
        if norm
        else {},
        measured=measured,
        rounds=games.rounds,
        readings=readings,
        asks=_what_is_missing(games, column),
    )


def _asked_or(answer: bool, norm: object | None, column: str | None, games: Games) -> bool | None:
    """The answer where there is a mean and a column; no without opponents; else open."""
    if norm is not None:
        return answer
    return False if not games.opponents else None


def _what_is_missing(games: Games, column: str | None) -> str:
    return "national_rating" if games.unknown or column is not None else "sex"
