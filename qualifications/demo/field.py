"""Who comes to a made-up tournament."""

from collections.abc import Sequence
from datetime import date
from random import Random

from qualifications.demo.calendar import Plan
from qualifications.demo.files import BOARDS, Participation
from qualifications.demo.people import Person
from tournaments.models import EventSystem

_YOUTH_AGE = 16
_FROM_ELSEWHERE = 260
"""How much closer in strength someone from another region must be to be preferred."""
_LEAST = {EventSystem.ROUND_ROBIN: 10, EventSystem.SWISS: 20, EventSystem.TEAM: 8 * BOARDS}

Busy = dict[int, list[tuple[date, date]]]


def choose_field(
    random: Random, plan: Plan, people: Sequence[Person], busy: Busy, *, days: int
) -> list[Participation] | None:
    """The field in the order of starting numbers, from those who are free on the days.

    `days` since the start of the registry: the young have become stronger. None when fewer can
    come than the system needs. Whoever comes is busy afterwards.
    """
    able = [i for i, p in enumerate(people) if _may_come(p, plan) and _free(busy, i, plan)]
    size = min(plan.size, len(able))
    if size < _LEAST[EventSystem(plan.system)]:
        return None
    able.sort(key=lambda i: (_distance(random, people[i], plan, days), i))
    chosen = able[:size]
    if plan.system == EventSystem.TEAM:
        chosen = _by_teams(chosen, people)
    elif plan.system == EventSystem.SWISS:
        chosen.sort(key=lambda i: (-people[i].strength_after(days), i))
    else:
        random.shuffle(chosen)
    for index in chosen:
        busy.setdefault(index, []).append((plan.starts_on, plan.ends_on))
    return [_participation(people[i], people[i].strength_after(days)) for i in chosen]


def _may_come(person: Person, plan: Plan) -> bool:
    """Newcomers come first to a file in Cyrillic, as the registry will keep their name."""
    if person.resting or (plan.women and not person.woman):
        return False
    if plan.latin and person.pk is None:
        return False
    age = (plan.starts_on - person.birth).days // 365
    return age >= 7 and not (plan.youth and age >= _YOUTH_AGE)


def _free(busy: Busy, index: int, plan: Plan) -> bool:
    return all(last < plan.starts_on or first > plan.ends_on for first, last in busy.get(index, ()))


def _distance(random: Random, person: Person, plan: Plan, days: int) -> int:
    """The less, the likelier to come: from near by, of the right strength, and by chance."""
    away = _FROM_ELSEWHERE if person.place != plan.place else 0
    if plan.around is None:
        return random.randrange(700) + away - person.strength_after(days) // 4
    return abs(person.strength_after(days) - plan.around) + random.randrange(160) + away // 2


def _by_teams(chosen: list[int], people: Sequence[Person]) -> list[int]:
    """Strongest first boards: the field is dealt to the teams so that they are about equal."""
    order = sorted(chosen, key=lambda i: (-people[i].strength, i))
    teams = len(order) // BOARDS
    return [order[board * teams + team] for team in range(teams) for board in range(BOARDS)]


def _participation(person: Person, strength: int) -> Participation:
    """Those with a FIDE number have a rating of about their strength in the file."""
    rating = strength + person.birth.toordinal() % 81 - 40 if person.fide_id else None
    return Participation(person, strength, rating if rating and rating >= 1400 else None)
