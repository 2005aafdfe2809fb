"""Places in listed championships. Which of them an event is, a person says."""

from ...facts import Participant
from ...regulation import ListedPlace, Regulation
from ...verdict import Outcome, Reason
from ..reasons import make_reason
from .common import GM, KMSU, EventMeasures

_ARTICLES = {GM: "UA.GM.1", "ua.msu": "UA.MSU.1", KMSU: "UA.KMS.1"}


def listed(grade: str, event: EventMeasures, law: Regulation) -> ListedPlace | None:
    """The line of the list that the event is said to be, for one grade."""
    for line in law.tables.places:
        if line.grade == grade and event.facts.championship in line.championships:
            return line
    return None


def place_reason(
    participant: Participant, grade: str, event: EventMeasures, law: Regulation
) -> Reason:
    """UA.GM.1: Посісти місця на одному з перерахованих змагань
    UA.MSU.1: 1—2— на чемпіонаті світу серед юніорів
    UA.KMS.1: 1 — на чемпіонаті світу, Європи серед юнаків

    The place in the final standings; of the team in a team event.
    """
    line = listed(grade, event, law)
    if line is None:
        return not_listed(grade)
    place = participant.place
    if line.team != event.team:
        place = None
    return make_reason(
        line.article,
        "listed_place",
        None if place is None else line.first <= place <= line.last,
        required={
            "championship": event.facts.championship,
            "first": line.first,
            "last": line.last,
            "team": line.team,
        },
        measured={"championship": event.facts.championship, "place": place},
        asks="place",
    )


def not_listed(grade: str) -> Reason:
    """Nobody says that the event is one of the list: the same line for everybody."""
    return Reason(
        _ARTICLES[grade],
        "listed_place",
        Outcome.NOT_MET,
        measured={"championship": None, "place": None},
    )
