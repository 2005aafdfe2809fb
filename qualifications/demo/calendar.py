"""Which tournaments the demo federation holds, quarter by quarter. Knows no database."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from qualifications.demo.places import PLACES
from tournaments.models import CompetitionClass, EventSystem

_TITLES = (
    "Біла тура", "Великий хід", "Вічний шах", "Відкрита лінія", "Довга рокіровка", "Ендшпіль",
    "Золотий ферзь", "Прохідний пішак", "Середня гра", "Чорний слон", "Швидкий кінь",
    "Шістдесят чотири",
)  # fmt: skip
_SEASONS = {1: "Зимовий", 2: "Весняний", 3: "Літній", 4: "Осінній"}


@dataclass(frozen=True, slots=True)
class Pace:
    """Minutes, seconds for each move, and the most rounds on one day."""

    minutes: int
    increment_seconds: int
    rounds_a_day: int


CLASSICAL = Pace(90, 30, 1)
TWO_A_DAY = Pace(90, 30, 2)
HOUR = Pace(60, 30, 2)
TOO_QUICK = Pace(45, 15, 3)
"""Too little time for ranks: its verdicts say so."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament to be held. Dates inclusive."""

    name: str
    town: str
    place: int
    """Index in `PLACES`."""
    starts_on: date
    ends_on: date
    system: EventSystem
    size: int
    """Players wanted; fewer come when there are not enough."""
    rounds: int
    pace: Pace
    competition_class: int
    around: int | None = None
    """Strength around which a round robin picks its players; None takes whoever comes."""
    women: bool = False
    youth: bool = False
    """For those under 16 on the first day."""
    latin: bool = False
    """The file names players in Latin letters."""


def plan_quarter(
    random: Random, starts_on: date, ends_on: date, *, index: int, players: int
) -> list[Plan]:
    """Tournaments that end between the two days, in order of their last days.

    `index` counts quarters from the start of the registry; the women's and the youth event are held
    once a year, the team event in the fifth quarter or, where there are fewer, the second.
    """
    plans = [
        *_round_robins(random, index, count=max(2, players // 80)),
        *_swisses(random, index, ends_on, players),
    ]
    if index % 4 == 2:
        plans.append(_women(random, index, players))
    if index % 4 == 1:
        plans.append(_youth(random, index, players))
    if index in (1, 5):
        plans.append(_team(random, index))
    dated = [_dated(random, plan, starts_on, ends_on) for plan in plans]
    return sorted(dated, key=lambda plan: (plan.ends_on, plan.starts_on, plan.name))


_NOT_DATED = date.min
_LEVELS = (1480, 1980, 1640, 1820, 2120)
_SIZES = (10, 12, 14, 16, 11, 12)


def _round_robins(random: Random, index: int, *, count: int) -> Iterator[Plan]:
    for turn in range(count):
        place = (index * count + turn) % len(PLACES)
        size = _SIZES[(index + turn) % len(_SIZES)]
        around = _LEVELS[(index + turn) % len(_LEVELS)]
        town = random.choice(PLACES[place].towns)
        yield Plan(
            name=f"Турнір «{random.choice(_TITLES)}», {town}"
            if turn % 2
            else f"Кваліфікаційний турнір № {index + 1}-{turn + 1}, {town}",
            town=town,
            place=place,
            starts_on=_NOT_DATED,
            ends_on=_NOT_DATED,
            system=EventSystem.ROUND_ROBIN,
            size=size,
            rounds=size - 1 + size % 2,
            pace=CLASSICAL if around > 1700 else HOUR,
            competition_class=CompetitionClass.FOURTH if around > 1700 else CompetitionClass.FIFTH,
            around=around,
            latin=(index + turn) % 4 == 3,
        )


def _swisses(random: Random, index: int, ends_on: date, players: int) -> Iterator[Plan]:
    season = _SEASONS[(ends_on.month + 2) // 3]
    for turn in range(max(1, players // 200)):
        place = (index * 2 + turn * 3) % len(PLACES)
        town = PLACES[place].towns[0]
        yield Plan(
            name=f"{season} відкритий турнір, {town}",
            town=town,
            place=place,
            starts_on=_NOT_DATED,
            ends_on=_NOT_DATED,
            system=EventSystem.SWISS,
            size=min(random.randrange(32, 61), max(20, players // 3)),
            rounds=9,
            pace=TOO_QUICK if (index + turn) % 6 == 4 else TWO_A_DAY,
            competition_class=CompetitionClass.THIRD,
            latin=turn == 1 and index % 2 == 0,
        )


def _women(random: Random, index: int, players: int) -> Plan:
    place = (index // 4) % len(PLACES)
    return Plan(
        name=f"Чемпіонат серед жінок, {PLACES[place].towns[0]}",
        town=random.choice(PLACES[place].towns),
        place=place,
        starts_on=_NOT_DATED,
        ends_on=_NOT_DATED,
        system=EventSystem.ROUND_ROBIN,
        size=12 if players >= 200 else 10,
        rounds=11 if players >= 200 else 9,
        pace=CLASSICAL,
        competition_class=CompetitionClass.THIRD,
        around=1720,
        women=True,
    )


def _youth(random: Random, index: int, players: int) -> Plan:
    place = (index // 4 + 1) % len(PLACES)
    return Plan(
        name=f"Першість серед юнаків та дівчат до 16 років, {PLACES[place].towns[0]}",
        town=random.choice(PLACES[place].towns),
        place=place,
        starts_on=_NOT_DATED,
        ends_on=_NOT_DATED,
        system=EventSystem.SWISS,
        size=min(40, max(20, players // 6)),
        rounds=9,
        pace=HOUR,
        competition_class=CompetitionClass.THIRD,
        youth=True,
    )


def _team(random: Random, index: int) -> Plan:
    place = index % len(PLACES)
    return Plan(
        name="Командний чемпіонат областей",
        town=random.choice(PLACES[place].towns),
        place=place,
        starts_on=_NOT_DATED,
        ends_on=_NOT_DATED,
        system=EventSystem.TEAM,
        size=32,
        rounds=7,
        pace=CLASSICAL,
        competition_class=CompetitionClass.SECOND,
    )


def _dated(random: Random, plan: Plan, first: date, last: date) -> Plan:
    """The plan on days that end in the quarter, at the latest on `last`."""
    days = -(-plan.rounds // plan.pace.rounds_a_day)
    span = max((last - first).days - days + 1, 1)
    ends_on = last - timedelta(days=random.randrange(span))
    return replace(plan, starts_on=ends_on - timedelta(days=days - 1), ends_on=ends_on)
