"""What an event measures once for all its participants, and how a verdict is put together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ... import measures
from ...facts import EventFacts, EventSystem, GameFact, GameKind, Participant
from ...measures import CoefficientMeasure
from ...quantities import half_up_hundredths, truncated_hundredths
from ...regulation import Regulation
from ...standing import counts_as
from ...verdict import Outcome, Reason, Route, Verdict
from ..reasons import make_reason, verdict_from

GM, MSU, KMSU, CANDIDATE_POINT = "ua.gm", "ua.msu", "ua.kmsu", "ua.candidate_point"
RANK_1, RANK_2, RANK_3, YOUTH_1 = "ua.rank_1", "ua.rank_2", "ua.rank_3", "ua.youth_1"
GRADES = (GM, MSU, KMSU, CANDIDATE_POINT, RANK_1, RANK_2, RANK_3, YOUTH_1)
"""What an event can be judged for, from the highest down."""
HOME = "UKR"
"""Federation of the players whom the order calls players of Ukraine."""

_CLASS_OF_GRADE = {
    None: "none",
    YOUTH_1: "Y1",
    RANK_3: "R3",
    RANK_2: "R2",
    RANK_1: "R1",
    KMSU: "KMS",
    MSU: "MSU",
    GM: "GM",
}


@dataclass(frozen=True, slots=True)
class EventMeasures:
    """What an event measures once for all its participants."""

    facts: EventFacts
    coefficient: CoefficientMeasure | None
    """None where a participant's class is not known, or nobody played."""
    coefficient_reason: Reason
    most_half_points: int
    leaders: int
    """How many participants have `most_half_points`."""
    people: Mapping[int, Participant]
    """By starting number."""
    classes: Mapping[int, str | None]
    """Class of each participant (see `class_of`); None where it is not known."""
    active: tuple[Participant, ...]
    """Who played at least one game; everyone listed where UA.Q38 is read so."""

    @property
    def team(self) -> bool:
        return self.facts.system is EventSystem.TEAM


def measure_event(event: EventFacts, law: Regulation) -> EventMeasures:
    """Everything that does not depend on who is judged."""
    coefficient, reason = coefficient_of_event(event, law)
    points = [participant.total_half_points for participant in event.participants]
    return EventMeasures(
        facts=event,
        coefficient=coefficient,
        coefficient_reason=reason,
        most_half_points=max(points, default=0),
        leaders=points.count(max(points, default=0)),
        people={participant.number: participant for participant in event.participants},
        classes={
            participant.number: class_of(participant) if participant.grade_known else None
            for participant in event.participants
        },
        active=tuple(_active(event, law)),
    )


def _active(event: EventFacts, law: Regulation) -> list[Participant]:
    if law.reading("UA.Q38") == "everyone_listed":
        return list(event.participants)
    return [p for p in event.participants if any(g.kind is GameKind.PLAYED for g in p.games)]


def coefficient_of_event(
    event: EventFacts, law: Regulation
) -> tuple[CoefficientMeasure | None, Reason]:
    """UA.RANK.N1: Коефіцієнт турніру визначається як середньоарифметичне оціночних коефіцієнтів
    учасників змагань в залежності від їх кваліфікації: - без розряду - 5.0; - І юнацький розряд -
    4.0; - III розряд-3.0; - II розряд - 2.0; - І розряд-1.0. - І розряд з кандидатським балом -
    0.75; - І розряд з двома кандидатськими балами - 0.5; - КМСУ-0.

    Participants by UA.Q38; a class that the list lacks by UA.Q12; undecided while a class is
    unknown.
    """
    everyone = event.participants
    played = sum(any(game.kind is GameKind.PLAYED for game in p.games) for p in everyone)
    counted = _active(event, law)
    readings = ("UA.Q38",) if played != len(everyone) else ()
    unknown = sum(not participant.grade_known for participant in counted)
    if unknown or not counted:
        return None, make_reason(
            "UA.RANK.N1",
            "tournament_coefficient",
            None if unknown else False,
            measured={"participants": len(counted), "unknown": unknown},
            readings=readings,
            asks="participants_class",
        )
    classes: dict[str, int] = {}
    for participant in counted:
        key = class_of(participant)
        classes[key] = classes.get(key, 0) + 1
    measure = measures.tournament_coefficient(classes, law)
    if half_up_hundredths(measure.exact) != truncated_hundredths(measure.exact):
        readings = ("UA.Q01", *readings)
    unlisted = {law.tables.class_values[key].reading for key in classes} - {""}
    return measure, make_reason(
        "UA.RANK.N1",
        "tournament_coefficient",
        True,
        measured={
            "coefficient": measure.value,
            "total": measure.total,
            "participants": measure.n,
            "unknown": 0,
        },
        readings=tuple(sorted({*readings, *unlisted})),
    )


def class_of(participant: Participant) -> str:
    """Class of a participant for the coefficient. Raises ValueError for an unknown grade."""
    if participant.grade not in _CLASS_OF_GRADE:
        raise ValueError(f"participant {participant.number}: no class for {participant.grade}")
    if participant.lowered:
        return _CLASS_OF_GRADE[counts_as(participant.grade, lowered=True)]
    if participant.grade == RANK_1 and participant.candidate_points:
        return f"R1+{min(participant.candidate_points, 2)}"
    return _CLASS_OF_GRADE[participant.grade]


def counted_games(participant: Participant, law: Regulation) -> tuple[GameFact, ...]:
    """UA.AWD.14: Для кваліфікації зараховуються партії, зіграні зі шахістами, які вибули із
    змагання.

    Every game played counts, whatever became of the opponent; unplayed ones by UA.Q33.
    """
    kinds = {GameKind.PLAYED}
    if law.reading("UA.Q33") == "counted":
        kinds |= _UNPLAYED
    return tuple(game for game in participant.games if game.kind in kinds)


_UNPLAYED = {GameKind.FORFEIT, GameKind.SHORT}


def unplayed_readings(participant: Participant) -> tuple[str, ...]:
    """The reading on which a reason rests where games were not played."""
    return ("UA.Q33",) if any(game.kind in _UNPLAYED for game in participant.games) else ()


def make_verdict(
    participant: Participant,
    grade: str,
    conditions: tuple[Reason, ...],
    routes: tuple[Route, ...],
    games: tuple[GameFact, ...],
    norm_half_points: int | None,
    law: Regulation,
) -> Verdict:
    """A verdict whose points are those of the games that count."""
    return verdict_from(
        participant,
        grade,
        conditions,
        routes,
        norm_half_points=norm_half_points,
        scored_half_points=sum(game.half_points for game in games),
        law=law,
    )


def not_measured(articles: Iterable[str]) -> tuple[Reason, ...]:
    """One line for each article of a norm that was not set for the event: none of them applies."""
    return tuple(Reason(article, "norm_not_set", Outcome.NOT_APPLICABLE) for article in articles)
