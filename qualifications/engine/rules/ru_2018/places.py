"""Places that make a grandmaster or a candidate, and what a grandmaster needs besides."""

from bisect import bisect_left, bisect_right

from ... import measures_ru as measures
from ...editions.ru import MEN, WOMEN, PlaceRow, RuTables
from ...facts import (
    Discipline,
    EventFacts,
    EventLevel,
    EventSystem,
    Participant,
)
from ...measures_ru import GR
from ...quantities import (
    add_years,
)
from ...regulation import Regulation
from ...verdict import Reason, Route
from ..reasons import make_reason, make_route, not_applicable
from .estimate import last_day_rating
from .event import JUNIORS, LONG, discipline, level, official
from .field import Field, played_games


def place_route(participant: Participant, field: Field) -> Route:
    """The line of the competition and the discipline in the table of places, and its footnote.

    RU.GR.P1: Шахматы | 1-6
    RU.GR.P2: Шахматы — командные соревнования, блиц, быстрые шахматы | 1-4
    RU.GR.P3: Шахматная композиция | 1-4
    RU.GR.P4: Шахматы | 1-4
    RU.GR.P5: Шахматы — командные соревнования, блиц, быстрые шахматы | 1-3
    RU.GR.P6: Шахматная композиция | 1-3
    RU.GR.P7: Шахматы | 1-3
    RU.GR.P8: Шахматы — командные соревнования, блиц, быстрые шахматы | 1-2
    RU.GR.P9: Шахматная композиция | 1-2
    RU.GR.P10: Шахматы — командные соревнования | 1
    RU.GR.P11: Шахматы | 1
    RU.GR.P12: Шахматы — командные соревнования | 1-4*
    RU.GR.P13: блиц, быстрые шахматы | 1**
    RU.GR.P14: Шахматная композиция | 1**
    """
    row, listed = listed_competition(field.facts, field.law)
    reasons = [listed]
    if row is not None:
        reasons.append(place(row.article, row.lowest, participant, field))
        if row.condition == "RU.GR.F1":
            reasons.append(olympiad_rules(field.facts))
        elif row.condition:
            reasons.append(second_result(participant, field))
    return make_route("place", *reasons)


def listed_competition(event: EventFacts, law: Regulation) -> tuple[PlaceRow | None, Reason]:
    """Whether the table of places has a line for the competition; the first one is cited if not."""
    rows = law.tables_as(RuTables).places
    of_level = [row for row in rows if row.level is event.level]
    found = [row for row in of_level if event.discipline in row.disciplines]
    passed: bool | None = bool(found)
    if event.level is None or (of_level and event.discipline is None):
        passed = None
    return (found[0] if found else None), make_reason(
        found[0].article if found else rows[0].article,
        "ru_listed_competition",
        passed,
        measured={"level": event.level, "discipline": event.discipline},
        asks="level" if event.level is None else "discipline",
    )


def place(article: str, lowest: int, participant: Participant, field: Field) -> Reason:
    """The final place; where it is not stated, what the points allow (never in team events)."""
    facts = field.facts
    team = facts.system is EventSystem.TEAM or facts.discipline is Discipline.TEAM
    best: int | None = participant.place
    worst: int | None = participant.place
    if participant.place is None and not team:
        own = participant.total_half_points
        everybody = len(field.points)
        best = 1 + everybody - bisect_right(field.points, own)
        worst = everybody - bisect_left(field.points, own)
    passed: bool | None = None
    if best is not None and worst is not None and (worst <= lowest or best > lowest):
        passed = worst <= lowest
    return make_reason(
        article,
        "ru_place",
        passed,
        required={"lowest": lowest},
        measured={"best": best, "worst": worst},
        asks="place",
    )


def olympiad_rules(event: EventFacts) -> Reason:
    """RU.GR.F1: требование выполнено если соревнование проведено по регламенту Всемирной
    шахматной Олимпиады."""
    return make_reason(
        "RU.GR.F1",
        "ru_olympiad_rules",
        event.olympiad_rules,
        measured={"olympiad_rules": event.olympiad_rules},
        asks="olympiad_rules",
    )


def second_result(participant: Participant, field: Field) -> Reason:
    """RU.GR.F2: требование необходимо выполнить дважды в течение двух лет.

    The last days of the two events are at most two years apart, the anniversary included.
    """
    years = field.law.terms["second_result"]
    earlier, now = participant.earlier_result_on, field.facts.ends_on
    passed = None if earlier is None else earlier < now <= add_years(earlier, years)
    return make_reason(
        "RU.GR.F2",
        "ru_second_result",
        passed,
        required={"years": years, "on": now},
        measured={"earlier": earlier},
        asks="earlier_result",
    )


def rating_on_last_day(grade: str, participant: Participant, field: Field) -> Reason:
    """RU.GR.1: В спортивных дисциплинах «шахматы», «шахматы — командные соревнования», «блиц» и
    «быстрые шахматы» необходимо достигнуть значения российского рейтинга ≥2600 (мужчины), ≥2400
    (женщины) на день окончания спортивного соревнования.
    RU.MS.1: МС присваивается за выполнение нормы (необходимого количества очков, которое требуется
    набрать в проведенном спортивном соревновании) и при достижении российского рейтинга >=2400
    (мужчины), >=2200 (женщины) на день окончания спортивного соревнования.

    The rating itself is asked for (RU.Q11). Where nobody has given it, it is estimated, or taken
    from the next list; an estimate decides only where every development coefficient that the player
    may have says the same. Not for composition.
    """
    article = "RU.GR.1" if grade == GR else "RU.MS.1"
    event, law = field.facts, field.law
    if grade == GR and event.discipline is Discipline.COMPOSITION:
        rating = participant.rating_on_last_day
        return not_applicable(article, "ru_rating_on_last_day", measured={"rating": rating})
    found = last_day_rating(participant, field)
    column = {"m": MEN, "w": WOMEN}.get(participant.sex or "")
    answers = {
        measures.rating_reached(grade, rating, each, law)
        for each in ((column,) if column else (MEN, WOMEN))
        for rating in found.possible
    }
    passed = answers.pop() if len(answers) == 1 else None
    one_sex_says_it = column is not None or len(found.possible) > 1 or not found.possible
    asks = "rating_on_last_day" if one_sex_says_it else "sex"
    if grade == GR and event.discipline is None and passed is not True:
        passed, asks = None, "discipline"
    stem = f"{grade.partition('.')[2]}_rating"
    return make_reason(
        article,
        "ru_rating_on_last_day",
        passed,
        required={
            "men": law.thresholds[f"{stem}_men"],
            "women": law.thresholds[f"{stem}_women"],
            "column": column,
            "on": event.ends_on,
        },
        measured={"rating": found.rating, **found.shown},
        readings=found.readings,
        asks=asks,
    )


def team_share(participant: Participant, field: Field) -> tuple[Reason, Reason]:
    """RU.GR.4: В спортивной дисциплине «шахматы — командные соревнования» спортсменом фактически
    должно быть сыграно не менее 2/3 партий и набрано > 50 % очков в фактически сыгранных партиях.

    Of the rounds of the event; in other disciplines not asked.
    """
    event, limits = field.facts, field.law.thresholds
    games = played_games(participant)
    half_points = sum(game.half_points for game in games)
    top, bottom = limits["team_games_numerator"], limits["team_games_denominator"]
    percent = limits["team_points_percent"]
    rounds = tuple(game.round for game in games)
    enough: bool | None = bottom * len(games) >= top * event.rounds
    more: bool | None = half_points * 100 > percent * 2 * len(games)
    measured = {"games": len(games), "rounds": event.rounds}
    scored = {"games": len(games), "half_points": half_points}
    if event.discipline not in (None, Discipline.TEAM):
        return (
            not_applicable("RU.GR.4", "ru_team_games", measured=measured),
            not_applicable("RU.GR.4", "ru_team_points", measured=scored),
        )
    if event.discipline is None:
        enough, more = enough or None, more or None
    return (
        make_reason(
            "RU.GR.4",
            "ru_team_games",
            enough,
            required={"numerator": top, "denominator": bottom},
            measured=measured,
            rounds=rounds,
            asks="discipline",
        ),
        make_reason(
            "RU.GR.4",
            "ru_team_points",
            more,
            required={"percent": percent},
            measured=scored,
            rounds=rounds,
            asks="discipline",
        ),
    )


def composition_sections(event: EventFacts) -> Reason:
    """RU.GR.5: В спортивной дисциплине шахматная композиция учитывается результат, показанный в
    спортивных соревнованиях: двухходовки, трехходовки, многоходовки, этюды."""
    fact = event.composition_sections
    if event.discipline not in (None, Discipline.COMPOSITION):
        return not_applicable("RU.GR.5", "ru_composition_sections", measured={"sections": fact})
    if event.discipline is None:
        fact = fact or None
    return make_reason(
        "RU.GR.5",
        "ru_composition_sections",
        fact,
        measured={"sections": fact},
        asks="discipline" if event.discipline is None else "composition_sections",
    )


def first_place_route(participant: Participant, field: Field) -> Route:
    """RU.RANK.14: КМС в спортивных дисциплинах «шахматы» и «шахматы — командные соревнования»
    присваивается за первое место, занятое на официальных спортивных соревнованиях, имеющих
    статус не ниже первенства федеральных округов, двух и более федеральных округов, первенства
    г. Москвы, г. Санкт-Петербурга в следующих возрастных группах: юниоры, юниорки (до 21 года);
    юноши, девушки (до 19 лет); юноши, девушки (до 17 лет); юноши, девушки (до 15 лет)."""
    event = field.facts
    return make_route(
        "first_place",
        discipline("RU.RANK.14", event, LONG),
        official("RU.RANK.14", event),
        level("RU.RANK.14", event, EventLevel.FEDERAL_DISTRICT),
        junior_group(event),
        place("RU.RANK.14", 1, participant, field),
    )


def junior_group(event: EventFacts) -> Reason:
    """The age group of the event is one of those that RU.RANK.14 names."""
    return make_reason(
        "RU.RANK.14",
        "ru_age_group",
        None if event.age_group is None else event.age_group in JUNIORS,
        measured={"age_group": event.age_group},
        asks="age_group",
    )
