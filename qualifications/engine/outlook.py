"""Before the last rounds: what the results still to come would make of every norm.

Results are tried through the rules themselves: the games of the rounds left are added to the facts
and the event is judged again. Nothing here knows a table or an article.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

from .facts import EventFacts, EventSystem, GameFact, GameKind, Participant
from .measures_ru import GRADES as GRADES_RU
from .regulation import Regulation
from .rules import assess_event
from .standing import CANDIDATE_POINT, LADDER
from .verdict import Outcome, Verdict

MOST_ROUNDS_LEFT = 4
"""With more rounds left every norm is still possible, or nearly."""
WIN, DRAW, LOSS = 2, 1, 0
RESULTS = (WIN, DRAW, LOSS)
_ORDER = (Outcome.NOT_MET, Outcome.UNDECIDED, Outcome.MET)
_CANDIDATE = "ua.kmsu"


class TooEarly(ValueError):
    """More rounds are left than results can be tried for."""

    def __init__(self, left: int) -> None:
        self.left = left
        super().__init__(f"{left} rounds are left; at most {MOST_ROUNDS_LEFT} can be tried")


class Assumption(StrEnum):
    """Where the opponents of the rounds left come from."""

    PAIRED = "paired"
    """The pairings are known."""
    EVERYBODY_MEETS = "everybody_meets"
    """A round robin: those not met yet. As certain as pairings."""
    NEAREST_IN_POINTS = "nearest_in_points"
    """After the pairings that are known: players not met yet, nearest in points."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a score of the rounds left brings."""

    surely: Outcome
    """Whichever games bring the score, and whatever the others do."""
    at_best: Outcome
    """With the games and the results of others that suit best."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """One norm of one participant that can still be met."""

    participant: int
    grade: str
    edition: str
    opponents: tuple[int | None, ...]
    """Of the games left, the next one first; None is a bye of the pairing."""
    assumption: Assumption
    by_half_points: Mapping[int, Forecast]
    """By the half-points of the games left."""
    after_next: Mapping[int, Mapping[int, Forecast]]
    """By the half-points of the next game, then by those of the games after it."""

    @property
    def needed_half_points(self) -> int | None:
        """Fewest half-points of the games left with which the norm is surely met, and with every
        higher score too; None where no score is enough.
        """
        needed = None
        for half_points in sorted(self.by_half_points, reverse=True):
            if self.by_half_points[half_points].surely is not Outcome.MET:
                break
            needed = half_points
        return needed

    @property
    def certain(self) -> bool:
        """Whether the norm is met whatever happens."""
        return all(one.surely is Outcome.MET for one in self.by_half_points.values())


def rounds_left(event: EventFacts) -> int:
    """How many rounds nobody has played yet."""
    played = max((game.round for one in event.participants for game in one.games), default=0)
    return event.rounds - played


def outlook(
    event: EventFacts, law: Regulation, pairings: Mapping[int, int | None]
) -> tuple[Prospect, ...]:
    """Every norm above what a participant holds that is still possible.

    `event` has the rounds played so far; `pairings` the next round, by starting number in both
    directions, None for a bye; empty where it is not paired yet. With pairings, who is not paired
    plays no more. Raises TooEarly with more than four rounds left. Nothing is left to say, and the
    answer is empty, after the last round.

    The final standings depend on others too: where they matter, they are tried with all of them
    losing and all of them winning. Everything else is judged from the participant's own games.
    Final places, which nobody knows yet, are open.
    """
    left = rounds_left(event)
    if left > MOST_ROUNDS_LEFT:
        raise TooEarly(left)
    if left < 1:
        return ()
    field = _Field(
        event=event,
        law=law,
        people={one.number: one for one in event.participants},
        coming={
            one.number: opponents_to_come(one, event, pairings, left)
            for one in event.participants
            if one.games and (not pairings or one.number in pairings)
        },
        pairings=pairings,
        left=left,
        known={},
    )
    seen: dict[tuple[int, str], dict[tuple[int, int], list[Outcome]]] = {}
    for results in _results(left, law):
        for verdict, key in _tried(field, results):
            one = seen.setdefault((verdict.participant, verdict.grade), {})
            one.setdefault(key, []).append(verdict.outcome)
    return tuple(
        prospect
        for (number, grade), outcomes in seen.items()
        if raises(grade, field.people[number].grade)
        for prospect in [_prospect(number, grade, outcomes, field)]
        if any(one.at_best is not Outcome.NOT_MET for one in prospect.by_half_points.values())
    )


@dataclass(frozen=True, slots=True)
class _Field:
    """What stays the same whatever results are tried."""

    event: EventFacts
    law: Regulation
    people: Mapping[int, Participant]
    coming: Mapping[int, tuple[tuple[int | None, ...], Assumption]]
    """By starting number, of those who play on."""
    pairings: Mapping[int, int | None]
    left: int
    known: dict[tuple[int, int, tuple[int, int]], list[Verdict]]
    """Verdicts by starting number, final points and standing: points add up the same way."""


def raises(grade: str, held: str | None) -> bool:
    """Whether a norm is above what a participant holds; a candidate point is below its rank."""
    for ladder in (LADDER, GRADES_RU):
        if held in ladder:
            below = _CANDIDATE if grade == CANDIDATE_POINT else grade
            return below not in ladder or ladder.index(below) < ladder.index(held)
    return True


def opponents_to_come(
    participant: Participant,
    event: EventFacts,
    pairings: Mapping[int, int | None],
    left: int,
) -> tuple[tuple[int | None, ...], Assumption]:
    """Opponents of the rounds left, the next one first, and how sure they are.

    In a round robin a participant may have fewer games left than there are rounds.
    """
    known: list[int | None] = []
    if participant.number in pairings:
        known.append(pairings[participant.number])
    met = [game.opponent for game in participant.games if game.opponent is not None]
    taken = {*met, *known, participant.number}
    playing = [
        one for one in event.participants if one.games and (not pairings or one.number in pairings)
    ]
    if event.system is EventSystem.ROUND_ROBIN:
        times = 2 if event.fide.double_round else 1
        rest = [
            one.number
            for one in event.participants
            for _ in range(times - met.count(one.number) - known.count(one.number))
            if one is not participant
        ]
        return (*known, *rest)[:left], Assumption.EVERYBODY_MEETS
    if len(known) == left:
        return tuple(known), Assumption.PAIRED

    def distance(other: Participant) -> tuple[int, int]:
        return abs(other.total_half_points - participant.total_half_points), other.number

    others = sorted((one for one in playing if one.number not in taken), key=distance)
    nearest = [one.number for one in others[: left - len(known)]]
    return (*known, *nearest), Assumption.NEAREST_IN_POINTS


def _results(left: int, law: Regulation) -> Iterator[tuple[int, ...]]:
    """Results to try. The national schemes add up points, so there one way to a score is enough,
    for each result of the next game; norms of FIDE may leave wins out.
    """
    if law.scheme == "fide":
        yield from product(RESULTS, repeat=left)
        return
    for first in RESULTS:
        for rest in range(2 * (left - 1) + 1):
            yield (first, *(min(2, max(0, rest - 2 * past)) for past in range(left - 1)))


def _tried(field: _Field, results: Sequence[int]) -> Iterator[tuple[Verdict, tuple[int, int]]]:
    """Verdicts with the same results for everybody, and for those to whom the final standings
    matter once more with nobody else scoring and with everybody else winning. With each the
    half-points of the next game and of the games after it.
    """
    after = {
        number: with_results(one, field.coming[number][0], results, field.event.rounds - field.left)
        if number in field.coming
        else one
        for number, one in field.people.items()
    }
    totals = {number: one.total_half_points for number, one in after.items()}

    def key(number: int) -> tuple[int, int]:
        new = after[number].games[len(field.people[number].games) :]
        return (new[0].half_points if new else 0), sum(game.half_points for game in new[1:])

    together = _judged(after, totals, field)
    for verdict in together:
        if verdict.participant in field.coming:
            yield verdict, key(verdict.participant)
    for number in _standings_matter(after, together, field):
        for wins in (False, True):
            points = _points_of_others(number, results[0], field, wins=wins)
            points[number] = totals[number]
            standing = _standing(number, points)
            if standing == _standing(number, totals):
                continue
            known = number, totals[number], standing
            if known not in field.known:
                field.known[known] = [
                    one for one in _judged(after, points, field) if one.participant == number
                ]
            for verdict in field.known[known]:
                yield verdict, key(number)


def _judged(
    after: Mapping[int, Participant], points: Mapping[int, int], field: _Field
) -> tuple[Verdict, ...]:
    people = tuple(replace(one, total_half_points=points[number]) for number, one in after.items())
    return assess_event(replace(field.event, participants=people), field.law)


def _standing(number: int, points: Mapping[int, int]) -> tuple[int, int]:
    """How many others have more points, and how many as many."""
    own = points[number]
    others = [value for other, value in points.items() if other != number]
    return sum(value > own for value in others), others.count(own)


def _standings_matter(
    after: Mapping[int, Participant], together: Sequence[Verdict], field: _Field
) -> list[int]:
    """Who may get another verdict because others score more or less.

    In Ukraine a first place makes a rank: those who can still reach the lead. In Russia points
    decide which places are possible: those who get another verdict where all have as many.
    """
    if field.law.scheme == "fide":
        return []
    if field.law.scheme == "ua":
        most = max(one.total_half_points for one in field.people.values())
        return [
            number
            for number in field.coming
            if field.people[number].total_half_points + 2 * field.left >= most
        ]
    level = _judged(after, dict.fromkeys(after, 2 * field.event.rounds), field)
    return [
        number
        for number in dict.fromkeys(
            one.participant
            for one, other in zip(level, together, strict=True)
            if one.outcome is not other.outcome
        )
        if number in field.coming
    ]


def _points_of_others(
    number: int, next_result: int, field: _Field, *, wins: bool
) -> dict[int, int]:
    """Final points of everybody else, all of them losing or all of them winning what is left; the
    next opponent, where that is known, has what the next game leaves.
    """
    points = {
        other: one.total_half_points + (2 * field.left if wins and other in field.coming else 0)
        for other, one in field.people.items()
    }
    opponent = field.pairings.get(number)
    if opponent is not None:
        rest = 2 * (field.left - 1) if wins else 0
        points[opponent] = field.people[opponent].total_half_points + 2 - next_result + rest
    return points


def with_results(
    participant: Participant,
    opponents: Sequence[int | None],
    results: Sequence[int],
    rounds_played: int,
) -> Participant:
    """The participant after the games to come; a bye brings a point whatever the result tried.

    A final place is not known any more.
    """
    games = tuple(
        GameFact(number, GameKind.PAIRING_BYE, 2)
        if opponent is None
        else GameFact(number, GameKind.PLAYED, half_points, opponent)
        for number, (opponent, half_points) in enumerate(
            zip(opponents, results, strict=False), start=rounds_played + 1
        )
    )
    return replace(
        participant,
        games=(*participant.games, *games),
        total_half_points=participant.total_half_points + sum(one.half_points for one in games),
        place=None,
    )


def _prospect(
    number: int,
    grade: str,
    outcomes: Mapping[tuple[int, int], list[Outcome]],
    field: _Field,
) -> Prospect:
    opponents, assumption = field.coming[number]
    totals: dict[int, list[Outcome]] = {}
    steps: dict[int, dict[int, list[Outcome]]] = {}
    for (first, rest), found in outcomes.items():
        totals.setdefault(first + rest, []).extend(found)
        steps.setdefault(first, {}).setdefault(rest, []).extend(found)
    return Prospect(
        participant=number,
        grade=grade,
        edition=field.law.edition,
        opponents=opponents,
        assumption=assumption,
        by_half_points={total: _forecast(found) for total, found in sorted(totals.items())},
        after_next={
            first: {rest: _forecast(found) for rest, found in sorted(after.items())}
            for first, after in sorted(steps.items(), reverse=True)
        },
    )


def _forecast(outcomes: Sequence[Outcome]) -> Forecast:
    ordered = sorted(outcomes, key=_ORDER.index)
    return Forecast(surely=ordered[0], at_best=ordered[-1])
