"""A life in stretches: what a player held from which day to which, without asking the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise

from qualifications.engine.regulation import Regulation
from qualifications.engine.standing import WHILE_EXEMPT, Standing, Walk
from qualifications.life_facts import LifeFacts

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Days, both ends included, on which nothing changed."""

    first: date
    last: date
    standing: Standing


def stretches(
    life: LifeFacts,
    *,
    first: date,
    last: date,
    law: Regulation,
    known_at: datetime | None = None,
) -> tuple[Stretch, ...]:
    """What a player held from `first` to `last`, in order and without gaps."""
    return stretches_of(life.walk(law=law, known_at=known_at), life, first=first, last=last)


def stretches_of(walk: Walk, life: LifeFacts, *, first: date, last: date) -> tuple[Stretch, ...]:
    """The same along a walk of that life, which then stands at `last` and can go on.

    Something changes only on the day of an entry or a list, and the day after something has run
    out.
    """
    dated = [entry.effective_on for entry in life.entries]
    dated += [fact.effective_on for fact in life.coefficients]
    days = sorted({day for day in dated if first < day <= last})
    found: list[Stretch] = []
    day, place = first, 0
    while day <= last:
        standing = walk.standing_on(day)
        while place < len(days) and days[place] <= day:
            place += 1
        ends = [end for end in _ends(standing) if day <= end]
        until = min([last, *ends, *(d - ONE_DAY for d in days[place : place + 1])])
        found.append(Stretch(day, until, standing))
        if until == date.max:
            break
        day = until + ONE_DAY
    return tuple(found)


def _ends(standing: Standing) -> Sequence[date]:
    """Last days of what runs out by itself."""
    until = (standing.valid_until,) if standing.valid_until else ()
    return (*until, *standing.candidate_points)


@dataclass(frozen=True, slots=True)
class Period:
    """Days without a break on which one grade was held, both ends included."""

    grade: str
    first: date
    last: date
    open: bool
    """Still held on the last day that was looked at."""


def periods_of_grades(life: Sequence[Stretch]) -> tuple[Period, ...]:
    """The grades one after the other; stretches without a grade are left out."""
    found: list[Period] = []
    for stretch in life:
        grade = stretch.standing.grade
        if grade is None:
            continue
        still = stretch is life[-1]
        before = found[-1] if found else None
        if before and before.grade == grade and before.last + ONE_DAY == stretch.first:
            found[-1] = Period(grade, before.first, stretch.last, still)
        else:
            found.append(Period(grade, stretch.first, stretch.last, still))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Loss:
    """A grade or a candidate point that was held through `day` and not on the day after."""

    day: date
    grade: str
    becomes: str | None
    """The grade held on the day after."""
    expired: bool
    """Its term had ended; otherwise failures or an act took it."""


def losses(life: Sequence[Stretch], *, ladder: Sequence[str]) -> tuple[Loss, ...]:
    """Each time the grade held became a lower one or none, in order."""
    found = []
    for before, after in pairwise(life):
        was, now = before.standing.grade, after.standing.grade
        if was is None or (now is not None and ladder.index(now) <= ladder.index(was)):
            continue
        expired = before.standing.valid_until == before.last or before.standing.term == WHILE_EXEMPT
        found.append(Loss(before.last, was, now, expired))
    return tuple(found)


def points_run_out(life: Sequence[Stretch]) -> tuple[date, ...]:
    """Last days of candidate points that ended with their term while the I rank went on."""
    return tuple(
        point
        for before, after in pairwise(life)
        if after.standing.grade == before.standing.grade
        for point in before.standing.candidate_points
        if point == before.last
    )
