"""Whom a participant played, and what the norms of masters and candidate masters ask of it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ... import measures_ua_titles as measures
from ...facts import Arbiter, ArbiterCategory, EventFacts, GameFact, Participant
from ...regulation import Regulation
from ...verdict import Reason
from ..reasons import make_reason
from .common import EventMeasures, unplayed_readings

_FROM_NATIONAL = (ArbiterCategory.INTERNATIONAL, ArbiterCategory.FIDE, ArbiterCategory.NATIONAL)
_FROM_FIRST = (*_FROM_NATIONAL, ArbiterCategory.FIRST)


@dataclass(frozen=True, slots=True)
class Met:
    """The games of one participant that count, with the classes of the opponents."""

    participant: Participant
    games: tuple[GameFact, ...]
    classes: Mapping[str, int]
    """Games against each class that is known."""
    unknown: int
    """Games against opponents whose class is not known."""
    half_points: int

    @property
    def rounds(self) -> tuple[int, ...]:
        return tuple(game.round for game in self.games)

    @property
    def readings(self) -> tuple[str, ...]:
        return unplayed_readings(self.participant)

    def against(self, classes: Collection[str]) -> int:
        """Games against known opponents of the classes."""
        return sum(self.classes.get(key, 0) for key in classes)


def met(participant: Participant, games: tuple[GameFact, ...], event: EventMeasures) -> Met:
    """Sort the games by the classes that the opponents held on the first day."""
    classes: dict[str, int] = {}
    unknown = 0
    for game in games:
        key = event.classes.get(game.opponent) if game.opponent is not None else None
        if key is None:
            unknown += 1
        else:
            classes[key] = classes.get(key, 0) + 1
    return Met(participant, games, classes, unknown, sum(game.half_points for game in games))


def enough(found: int, unknown: int, needed: int) -> bool | None:
    """Whether a number is reached; open while what is not known could decide it."""
    if found >= needed:
        return True
    return None if found + unknown >= needed else False


def norm_games(played: Met, event: EventMeasures, law: Regulation) -> Reason:
    """UA.AWD.7a: Для виконання норми МСУ та КМСУ повинно бути зіграно не менше 9 партій у змаганнях
    за коловою та швейцарською системами
    UA.AWD.7b: або не менше 7 партій у командних змаганнях

    Played games only (UA.Q33).
    """
    needed = measures.norm_games(event.team, law)
    return make_reason(
        "UA.AWD.7b" if event.team else "UA.AWD.7a",
        "minimum_games",
        len(played.games) >= needed,
        required={"games": needed, "team": event.team},
        measured={"games": len(played.games)},
        rounds=played.rounds,
        readings=played.readings,
    )


def games_against_candidates(played: Met, event: EventMeasures, law: Regulation) -> Reason:
    """UA.AWD.7c: при цьому повинно бути зіграно не менше 6 (у командних змаганнях - 5) партій з
    КМСУ або шахістами більш високих розрядів
    """
    needed = measures.games_against_candidates(event.team, law)
    found = played.against(measures.CLASSES_FROM_CANDIDATE)
    return make_reason(
        "UA.AWD.7c",
        "games_against_candidates",
        enough(found, played.unknown, needed),
        required={"games": needed},
        measured={"games": found, "unknown": played.unknown},
        asks="participants_class",
    )


def arbiters_of_master_event(event: EventFacts, law: Regulation) -> Reason:
    """UA.AWD.12: Змагання з нормативом МСУ повинні обслуговуватися суддівською колегією у складі не
    менше 3-х суддів, один з яких не нижче національної категорії.
    """
    return _arbiters("UA.AWD.12", "national", _FROM_NATIONAL, event, law)


def arbiters_of_candidate_event(event: EventFacts, law: Regulation) -> Reason:
    """UA.AWD.13: Змагання з нормативом КМСУ повинні обслуговуватися суддівською колегією у складі
    не менше 3-х суддів, один з яких не нижче першої категорії.
    """
    return _arbiters("UA.AWD.13", "first", _FROM_FIRST, event, law)


def _arbiters(
    article: str,
    category: str,
    enough_for: Collection[ArbiterCategory],
    event: EventFacts,
    law: Regulation,
) -> Reason:
    """Open where nobody is named: papers without arbiters say nothing."""

    def high(arbiter: Arbiter) -> bool:
        return arbiter.category in enough_for

    named = len(event.arbiters)
    qualified = sum(high(arbiter) for arbiter in event.arbiters)
    needed = law.thresholds["arbiters"]
    return make_reason(
        article,
        "arbiters",
        None if not named else named >= needed and qualified > 0,
        required={"arbiters": needed, "category": category},
        measured={"arbiters": named, "qualified": qualified},
        asks="arbiters",
    )


def coefficient_reached(
    article: str, name: str, participant: Participant, last_day: bool, law: Regulation
) -> Reason:
    """Whether a coefficient reaches a threshold for men or women, in the list of a day (UA.Q26)."""
    lowest, highest = measures.coefficient_needed(name, participant.sex, law)
    value = participant.coefficient_on_last_day if last_day else participant.individual_coefficient
    passed: bool | None = None
    if value is not None and value >= highest:
        passed = True
    elif value is not None and value < lowest:
        passed = False
    changed = participant.coefficient_on_last_day != participant.individual_coefficient
    return make_reason(
        article,
        "individual_coefficient",
        passed,
        required={"coefficient": lowest if lowest == highest else None, "highest": highest},
        measured={"coefficient": value},
        readings=("UA.Q26",) if changed else (),
        asks="coefficient_on_last_day" if value is None else "sex",
    )
