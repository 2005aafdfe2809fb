"""The rating on the last day where nobody has given it: an estimate, and marked so.

The annex has the rating of the first day plus the change by the event; the development coefficient
was never published. So the change is worked out with every coefficient that the player may have.
"""

from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from fractions import Fraction

from ...editions.ru import EstimateRule, RuTables
from ...facts import Discipline, GameKind, Participant
from ...quantities import half_up_integer
from ...regulation import ExpectedRow
from ...verdict import Params
from .field import Field

DIGITS = 40
"""Of the logistic formula: far more than a rounding to whole ratings can feel."""
ONE_IN_400 = Decimal("0.0025")
FAST = (Discipline.RAPID, Discipline.BLITZ)


@dataclass(frozen=True, slots=True)
class LastDayRating:
    """A rating that was given, or the estimates; nothing where neither is possible."""

    rating: int | None
    possible: tuple[int, ...]
    """Ratings that it may be, the lowest first."""
    readings: tuple[str, ...]
    shown: Params = field(default_factory=dict)
    """`estimate_lowest` and `estimate_highest` of an estimate; empty otherwise."""


def last_day_rating(participant: Participant, event: Field) -> LastDayRating:
    """The rating on the last day: given, of the next list, or estimated (RU.Q11, RU.Q13)."""
    given = participant.rating_on_last_day
    by_list = event.law.reading("RU.Q11") == "next_list"
    if given is None and by_list:
        given = participant.rating_on_next_list
    if given is not None:
        return LastDayRating(given, (given,), ("RU.Q11",))
    estimates = () if by_list else estimated_ratings(participant, event)
    if not estimates:
        return LastDayRating(None, (), ())
    other = "logistic" if event.law.reading("RU.Q13") == "table" else "table"
    read_otherwise = Field(
        facts=event.facts,
        law=event.law.with_reading("RU.Q13", other),
        by_number=event.by_number,
        points=event.points,
        conditions=event.conditions,
    )
    differs = estimated_ratings(participant, read_otherwise) != estimates
    return LastDayRating(
        rating=None,
        possible=estimates,
        readings=("RU.Q11", "RU.Q13") if differs else ("RU.Q11",),
        shown={"estimate_lowest": estimates[0], "estimate_highest": estimates[-1]},
    )


def estimated_ratings(participant: Participant, event: Field) -> tuple[int, ...]:
    """The rating of the first day plus the change by this event, with each possible coefficient.

    Empty without the own rating, or where an opponent's is not known. Opponents without a rating
    count as RU.MS.7 says. Other events that ended meanwhile are not in it. Rounded once.
    """
    own = participant.national_rating
    if own is None:
        return ()
    tables = event.law.tables_as(RuTables)
    rule = tables.estimate
    differences: list[int] = []
    half_points = 0
    for game in participant.games:
        if game.kind is not GameKind.PLAYED:
            continue
        opponent = None if game.opponent is None else event.by_number.get(game.opponent)
        if opponent is None:
            return ()
        rating = opponent.national_rating
        if rating is None:
            if not opponent.national_rating_known:
                return ()
            rating = event.law.thresholds["unrated"]
        differences.append(own - rating)
        half_points += game.half_points
    by_table = event.law.reading("RU.Q13") == "table"
    expected = sum(
        (_of_table(one, tables.expected_score) if by_table else logistic(one))
        for one in differences
    )
    gain = Fraction(half_points, 2) - expected
    found = {
        max(rule.lowest, own + half_up_integer(factor * gain))
        for factor in possible_factors(own, event, rule)
    }
    return tuple(sorted(found))


def possible_factors(own: int, event: Field, rule: EstimateRule) -> tuple[int, ...]:
    """The coefficients that a player may have; games before and highest rating are not known."""
    if event.facts.discipline in FAST:
        return (rule.factor_fast,)
    if own >= rule.strong_from:
        return (rule.factor_strong,)
    return (rule.factor_strong, rule.factor, rule.factor_new)


def logistic(difference: int) -> Fraction:
    """Expected score by 1/(1+10^(d/400)), d the opponent's rating less the own one."""
    with localcontext() as context:
        context.prec = DIGITS
        power = Decimal(10) ** (Decimal(-difference) * ONE_IN_400)
        return Fraction(1, Fraction(1 + power))


def _of_table(difference: int, rows: tuple[ExpectedRow, ...]) -> Fraction:
    size = abs(difference)
    row = next(one for one in rows if one.highest is None or size <= one.highest)
    return Fraction(row.higher if difference >= 0 else row.lower, 100)
