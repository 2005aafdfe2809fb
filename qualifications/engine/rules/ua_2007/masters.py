"""Master of sport of Ukraine, and of international class: one function per article."""

from dataclasses import dataclass
from fractions import Fraction

from ... import measures_ua_titles as measures
from ...facts import GameFact, Participant
from ...quantities import nearest_half_point_down, nearest_half_point_up
from ...regulation import Regulation
from ...verdict import Outcome, Reason, Route, Verdict
from ..reasons import make_reason, make_route
from .common import GM, HOME, MSU, EventMeasures, make_verdict, not_measured
from .conditions import EventConditions, minimum_age_of_master, simultaneous_events
from .games import (
    Met,
    arbiters_of_master_event,
    coefficient_reached,
    enough,
    games_against_candidates,
    met,
    norm_games,
)
from .mean import (
    Mean,
    category,
    foreign_ratings,
    mean_of,
    mean_of_participants,
    opponents_of,
    ranks_for_mean,
)
from .places import listed, not_listed, place_reason

_NORM_ARTICLES = (
    *("UA.MSU.2", "UA.MSU.T", "UA.MSU.N1", "UA.MSU.N2", "UA.MSU.N3", "UA.AWD.2"),
    *("UA.AWD.3a", "UA.AWD.3b", "UA.AWD.5a", "UA.AWD.5b", "UA.AWD.5c", "UA.AWD.6a"),
    *("UA.AWD.7a", "UA.AWD.7c", "UA.AWD.9a", "UA.AWD.9b", "UA.AWD.12", "UA.AWD.19"),
    *("UA.AWD.20", "UA.AWD.STAR"),
)
_TITLES = ("GM", "IM", "WGM", "WIM")


@dataclass(frozen=True, slots=True)
class MasterEvent:
    """What the event measures for the norm of a master, once."""

    event: EventMeasures
    asked: EventConditions
    mean: Mean | None
    """Where it is the same for everybody."""
    shared: dict[str, Reason]
    """Reasons that are the same for everybody, by check."""
    undeclared: Route | None
    """The whole route of the norm, where none was set."""
    place: Route | None
    """The whole route of the places, where the event is none of the list."""


def master_event(event: EventMeasures, asked: EventConditions, law: Regulation) -> MasterEvent:
    """Measure the event; next to nothing where no norm was set and no championship is played."""
    declared = asked.declared[MSU].outcome is Outcome.MET
    champion = listed(MSU, event, law) is not None
    undeclared = None
    shared: dict[str, Reason] = {}
    if declared:
        foreign = [p for p in event.active if p.federation not in ("", HOME)]
        shared = {
            "men": men_in_womens_event(event),
            "share": home_share(event, foreign, law),
            "arbiters": arbiters_of_master_event(event.facts, law),
            "class": competition_class(event, law),
        }
    else:
        undeclared = Route(
            "norm", Outcome.NOT_MET, (asked.declared[MSU], *not_measured(_NORM_ARTICLES))
        )
    same = mean_of_participants(event, law) and (declared or champion)
    return MasterEvent(
        event=event,
        asked=asked,
        mean=mean_of("participants", event.active, law) if same else None,
        shared=shared,
        undeclared=undeclared,
        place=None if champion else make_route("place", not_listed(MSU)),
    )


def judge_master(
    participant: Participant, games: tuple[GameFact, ...], known: MasterEvent, law: Regulation
) -> Verdict:
    """The three ways to the title: a place, the norm of table 1, a title of FIDE."""
    event = known.event
    norm_half_points = None
    place, norm = known.place, known.undeclared
    if place is None or norm is None:
        mean = known.mean or mean_of("opponents", opponents_of(games, event), law)
        if place is None:
            place = _place_route(participant, mean, event, law)
        if norm is None:
            norm = _norm_route(met(participant, games, event), mean, known, law)
            norm_half_points = _norm(mean, len(games), event, law)
    return make_verdict(
        participant,
        MSU,
        (minimum_age_of_master(participant, event.facts, law),),
        (place, norm, fide_route(participant, law)),
        games,
        norm_half_points,
        law,
    )


def _place_route(
    participant: Participant, mean: Mean, event: EventMeasures, law: Regulation
) -> Route:
    """A listed place; the championship of Ukraine has to be of the first category at least."""
    place = place_reason(participant, MSU, event, law)
    if event.facts.championship != "ua_championship":
        return make_route("place", place)
    return make_route("place", place, category(mean, event, law), ranks_for_mean(mean, law))


def _norm_route(played: Met, mean: Mean, known: MasterEvent, law: Regulation) -> Route:
    event, asked = known.event, known.asked
    return make_route(
        "norm",
        coefficient_in_two_years(played.participant, event, law),
        master_norm(played, mean, event, law),
        category(mean, event, law),
        ranks_for_mean(mean, law),
        column_of_event(played.participant, event),
        known.shared["men"],
        master_games(played, event, law),
        games_against_masters(played, event, law),
        asked.declared[MSU],
        known.shared["share"],
        foreign_ratings(mean),
        titled_players(played, event, law),
        asked.norm_time_control,
        norm_games(played, event, law),
        games_against_candidates(played, event, law),
        *asked.slow,
        known.shared["arbiters"],
        simultaneous_events(played.participant, event.facts),
        *asked.recording,
        known.shared["class"],
    )


# ---------------------------------------------------------------- international class


def judge_grandmaster(
    participant: Participant, games: tuple[GameFact, ...], event: EventMeasures, law: Regulation
) -> Verdict:
    """A listed place; in the championship of Ukraine with a coefficient and a field."""
    reasons = [place_reason(participant, GM, event, law)]
    if event.facts.championship == "ua_championship":
        last_day = law.reading("UA.Q26") == "last_day"
        reasons.append(coefficient_reached("UA.GM.2", "gm_coefficient", participant, last_day, law))
        reasons.append(strong_field(event, law))
    return make_verdict(participant, GM, (), (make_route("place", *reasons),), games, None, law)


def strong_field(event: EventMeasures, law: Regulation) -> Reason:
    """UA.GM.2: 1 — на чемпіонаті України та мати рейтинг ІК України не нижче 2500 (чоловіки), 2300
    (жінки) за умови участі у змаганнях не менше 4-х Гросмейстерів та 8 МСУ.

    Nobody is counted twice: a grandmaster beyond the fourth can stand for a master.
    """
    classes = [event.classes[participant.number] for participant in event.active]
    grandmasters, masters = classes.count("GM"), classes.count("MSU")
    unknown = classes.count(None)
    least = law.thresholds["championship_grandmasters"]
    together = least + law.thresholds["championship_masters"]
    answers = (
        enough(grandmasters, unknown, least),
        enough(grandmasters + masters, unknown, together),
    )
    return make_reason(
        "UA.GM.2",
        "strong_field",
        False if False in answers else None if None in answers else True,
        required={"grandmasters": least, "masters": law.thresholds["championship_masters"]},
        measured={"grandmasters": grandmasters, "masters": masters, "unknown": unknown},
        asks="participants_class",
    )


# ---------------------------------------------------------------- the norm of a master


def coefficient_in_two_years(
    participant: Participant, event: EventMeasures, law: Regulation
) -> Reason:
    """UA.MSU.2: або виконати норматив та досягти протягом 2-х років з часу виконання нормативу
    індивідуального коефіцієнту Федерації шахів України (ІК) 2325 для чоловіків та 2150 для жінок

    The norm stands without it; the title waits. Met where the list of the last day has it already,
    otherwise a day is named (see `measures_ua_titles.msu_window`).
    """
    lowest, highest = measures.coefficient_needed("msu_coefficient", participant.sex, law)
    value = participant.coefficient_on_last_day
    reached = value is not None and value >= highest
    return Reason(
        "UA.MSU.2",
        "coefficient_in_two_years",
        Outcome.MET if reached else Outcome.NOT_APPLICABLE,
        required={
            "coefficient": lowest if lowest == highest else None,
            "highest": highest,
            "until": measures.last_day_of_window(event.facts.ends_on, law),
        },
        measured={"coefficient": value},
        readings=() if reached else ("UA.Q35",),
    )


def master_norm(played: Met, mean: Mean, event: EventMeasures, law: Regulation) -> Reason:
    """UA.MSU.T: Класифікаційні нормативи виконання звання «Майстер спорту України»

    The percentage of the category, of the games that count, to the nearest half point. Not
    applicable where no category covers the mean: `category` has said no already.
    """
    measured = {"games": len(played.games), "half_points": played.half_points}
    if mean.value is None and mean.counted:
        return make_reason(
            "UA.MSU.T",
            "master_norm",
            None,
            measured=measured,
            rounds=played.rounds,
            readings=played.readings,
            asks=mean.asks,
        )
    norm = (
        None
        if mean.value is None
        else measures.msu_norm(
            mean.value, measures.column_of_event(event.facts.women), len(played.games), law
        )
    )
    if norm is None or norm.norm_half_points is None or norm.pct is None:
        return Reason(
            "UA.MSU.T",
            "master_norm",
            Outcome.NOT_APPLICABLE,
            measured=measured,
            looked_at_rounds=played.rounds,
        )
    raw = Fraction(norm.pct * len(played.games), 100)
    tie = nearest_half_point_up(raw) != nearest_half_point_down(raw)
    next_half_point = -(-raw * 2 // 1)
    rests_on = {
        "UA.Q03": tie,
        "UA.Q04": next_half_point != nearest_half_point_up(raw),
        "UA.Q34": event.facts.women and norm.category == 1,
    }
    readings = tuple(reading for reading, rests in rests_on.items() if rests)
    return make_reason(
        "UA.MSU.T",
        "master_norm",
        played.half_points >= norm.norm_half_points,
        required={
            "category": norm.category,
            "percent": norm.pct,
            "raw": norm.raw,
            "norm_half_points": norm.norm_half_points,
        },
        measured=measured,
        rounds=played.rounds,
        readings=(*readings, *played.readings),
    )


def _norm(mean: Mean, games: int, event: EventMeasures, law: Regulation) -> int | None:
    if mean.value is None:
        return None
    column = measures.column_of_event(event.facts.women)
    return measures.msu_norm(mean.value, column, games, law).norm_half_points


def column_of_event(participant: Participant, event: EventMeasures) -> Reason:
    """UA.MSU.N3: Жінки у разі участі у змаганнях серед чоловіків та виконанні ними встановлених
    норм мають право на отримання відповідних звань та розрядів

    The column goes by the kind of event: a woman in an open event makes the men's norm.
    """
    woman_among_men = participant.sex == "w" and not event.facts.women
    return Reason(
        "UA.MSU.N3",
        "column_of_event",
        Outcome.MET if woman_among_men else Outcome.NOT_APPLICABLE,
        measured={"column": measures.column_of_event(event.facts.women)},
    )


# ---------------------------------------------------------------- conditions of the norm


def men_in_womens_event(event: EventMeasures) -> Reason:
    """UA.AWD.2: Не дозволяється участь чоловіків у жіночих змаганнях, у яких встановлений норматив
    майстра спорту серед жінок
    """
    if not event.facts.women:
        return Reason("UA.AWD.2", "men_in_womens_event", Outcome.NOT_APPLICABLE)
    men = sum(participant.sex == "m" for participant in event.active)
    unknown = sum(participant.sex is None for participant in event.active)
    return make_reason(
        "UA.AWD.2",
        "men_in_womens_event",
        False if men else None if unknown else True,
        measured={"men": men, "unknown": unknown},
        asks="sex",
    )


def master_games(played: Met, event: EventMeasures, law: Regulation) -> Reason:
    """UA.AWD.3a: Для виконання норми МСУ повинно бути зіграно не менше 9 партій у турнірі

    Played games only (UA.Q33). In a team event see UA.Q15.
    """
    needed = law.thresholds["master_games"]
    reason = make_reason(
        "UA.AWD.3a",
        "minimum_games",
        len(played.games) >= needed,
        required={"games": needed, "team": event.team},
        measured={"games": len(played.games)},
        rounds=played.rounds,
        readings=played.readings,
    )
    return _in_team_event(reason, event, law)


def games_against_masters(played: Met, event: EventMeasures, law: Regulation) -> Reason:
    """UA.AWD.3b: при цьому не менше ніж 6 партій з МСУ або МСУМК

    In an international event players by UA.AWD.5c too. In a team event see UA.Q15.
    """
    needed = law.thresholds["master_games_against_masters"]
    added, doubtful = _titled(played, event, law)
    found = played.against(measures.CLASSES_FROM_MASTER) + added
    reason = make_reason(
        "UA.AWD.3b",
        "games_against_masters",
        enough(found, played.unknown + doubtful, needed),
        required={"games": needed},
        measured={"games": found, "unknown": played.unknown},
        asks="participants_class",
    )
    return _in_team_event(reason, event, law)


def _in_team_event(reason: Reason, event: EventMeasures, law: Regulation) -> Reason:
    """A team event that falls short of UA.AWD.3 is decided by the commission, or by UA.AWD.7."""
    if not event.team or reason.outcome is not Outcome.NOT_MET:
        return reason
    alone = law.reading("UA.Q15") == "team_article_alone"
    return Reason(
        article=reason.article,
        check=reason.check,
        outcome=Outcome.WAIVED if alone else Outcome.UNDECIDED,
        required=reason.required,
        measured=reason.measured,
        looked_at_rounds=reason.looked_at_rounds,
        waived_by="UA.AWD.7b" if alone else "",
        readings=(*reason.readings, "UA.Q15"),
        asks="" if alone else "master_norm_in_team_event",
    )


def home_share(event: EventMeasures, foreign: list[Participant], law: Regulation) -> Reason:
    """UA.AWD.5a: кількість шахістів України повинна бути не менше 2/3 учасників змагань

    In an international event: one with a player of another federation.
    """
    everyone = len(event.active)
    unknown = sum(participant.federation == "" for participant in event.active)
    home = everyone - len(foreign) - unknown
    measured = {"home": home, "participants": everyone, "unknown": unknown}
    if not foreign and not unknown:
        return Reason("UA.AWD.5a", "home_share", Outcome.NOT_APPLICABLE, measured=measured)
    passed: bool | None = measures.international_share(everyone, home, law)
    if not passed and measures.international_share(everyone, home + unknown, law):
        passed = None
    return make_reason(
        "UA.AWD.5a",
        "home_share",
        passed,
        required={
            "parts": law.thresholds["home_share_parts"],
            "of": law.thresholds["home_share_of"],
        },
        measured=measured,
        asks="participants_federation",
    )


def titled_players(played: Met, event: EventMeasures, law: Regulation) -> Reason:
    """UA.AWD.5c: українські шахісти - міжнародні гросмейстери та міжнародні майстри, враховуються
    під час розрахунку кількості МСУ у турнірах, за наявності ІК України не нижче 2325 у чоловіків
    та 2150 - у жінок.

    How many games UA.AWD.3b counts by it; only in international events.
    """
    added, _doubtful = _titled(played, event, law)
    return Reason(
        "UA.AWD.5c",
        "titled_players",
        Outcome.MET if added else Outcome.NOT_APPLICABLE,
        required={
            "men": law.thresholds["msu_coefficient_men"],
            "women": law.thresholds["msu_coefficient_women"],
        },
        measured={"games": added},
    )


def _titled(played: Met, event: EventMeasures, law: Regulation) -> tuple[int, int]:
    """Games against players who count as masters by UA.AWD.5c alone, and those that may be."""
    if all(participant.federation in ("", HOME) for participant in event.active):
        return 0, 0
    counted = doubtful = 0
    for player in opponents_of(played.games, event):
        if player.fide_title not in _TITLES or player.federation != HOME:
            continue
        if event.classes[player.number] in measures.CLASSES_FROM_MASTER:
            continue
        lowest, highest = measures.coefficient_needed("msu_coefficient", player.sex, law)
        value = player.individual_coefficient
        known = event.classes[player.number] is not None
        if value is not None and value >= highest:
            counted += 1
            doubtful -= not known  # already among the games against unknown classes
        elif known and value is not None and value >= lowest:
            doubtful += 1
    return counted, doubtful


def competition_class(event: EventMeasures, law: Regulation) -> Reason:
    """UA.AWD.STAR: Присвоєння спортивного звання Майстер спорту України здійснюється за умови, якщо
    норматив виконаний на змаганнях не нижче ІІІ рангу.

    The first class is the highest.
    """
    lowest = law.thresholds["lowest_competition_class"]
    value = event.facts.competition_class
    return make_reason(
        "UA.AWD.STAR",
        "competition_class",
        None if value is None else value <= lowest,
        required={"lowest": lowest},
        measured={"class": value},
        asks="competition_class",
    )


# ---------------------------------------------------------------- a title of FIDE


def fide_route(participant: Participant, law: Regulation) -> Route:
    """UA.MSU.3: Отримати звання міжнародного гросмейстера ФІДЕ та досягти ІК України 2450

    The same number for women. It asks nothing of the event but its last day.
    """
    needed = law.thresholds["msu_with_fide_gm_coefficient"]
    if participant.fide_title != "GM":
        return _NOT_A_GRANDMASTER
    value = participant.coefficient_on_last_day
    return make_route(
        "fide_grandmaster",
        make_reason("UA.MSU.3", "fide_title", True, measured={"title": participant.fide_title}),
        make_reason(
            "UA.MSU.3",
            "individual_coefficient",
            None if value is None else value >= needed,
            required={"coefficient": needed, "highest": needed},
            measured={"coefficient": value},
            asks="coefficient_on_last_day",
        ),
    )


_NOT_A_GRANDMASTER = make_route(
    "fide_grandmaster", make_reason("UA.MSU.3", "fide_title", False, measured={"title": ""})
)
