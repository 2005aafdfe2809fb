"""What the consequences of an event mean for each player, sorted into kinds."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from qualifications.consequences import Consequences, LineSaid, PlayerSaid, Rank, VerdictSaid
from qualifications.engine.verdict import Outcome
from qualifications.grades import SCHEME, higher_than, ladder_place
from qualifications.judging import NEAR_HALF_POINTS, came_near
from qualifications.models.ledger import LedgerKind


class Kind(StrEnum):
    """What an event can mean for a player, the weightiest first."""

    FALL = "falls"
    """Holds a lower rank than before."""
    FAILURE = "failures"
    NORM = "norms"
    POINT = "points"
    OPEN = "open"
    """A verdict that a missing fact leaves open."""
    CONFIRMATION = "confirmations"
    MISSED = "missed"
    """A norm above the rank held, missed by one requirement and at most a point."""


WEIGHTS = {kind: weight for weight, kind in enumerate(Kind)}
OF_LINES = {
    LedgerKind.FAILURE_RECORDED: Kind.FAILURE,
    LedgerKind.NORM_MET: Kind.NORM,
    LedgerKind.CANDIDATE_POINT_EARNED: Kind.POINT,
    LedgerKind.CONFIRMATION_EARNED: Kind.CONFIRMATION,
}


@dataclass(frozen=True, slots=True)
class PlayerMeaning:
    """One participant, with what is worth saying."""

    said: PlayerSaid
    lines: tuple[tuple[Kind, LineSaid], ...]
    open: tuple[VerdictSaid, ...]
    """From the highest grade down, like `missed`."""
    missed: tuple[VerdictSaid, ...]
    fell: bool
    kinds: frozenset[Kind] = field(default=frozenset())

    @property
    def weight(self) -> tuple[int, int, int]:
        first = min((WEIGHTS[kind] for kind in self.kinds), default=len(WEIGHTS))
        return first, self.said.place, self.said.number

    def verdicts(self) -> tuple[VerdictSaid, ...]:
        """The verdicts that the lines rest on, those that are open, and those nearly met."""
        grades = {line.grade for _kind, line in self.lines}
        told = {id(verdict) for verdict in (*self.open, *self.missed)}
        return tuple(v for v in self.said.verdicts if v.grade in grades or id(v) in told)


@dataclass(frozen=True)
class Meaning:
    """The consequences of one event, player by player."""

    consequences: Consequences
    players: tuple[PlayerMeaning, ...]
    """The weightiest first."""

    @cached_property
    def counts(self) -> Mapping[Kind, int]:
        """How many of each kind; a player with two open verdicts counts twice."""
        found: Counter[Kind] = Counter()
        for one in self.players:
            found.update(kind for kind, _line in one.lines)
            found[Kind.OPEN] += len(one.open)
            found[Kind.MISSED] += len(one.missed)
            found[Kind.FALL] += one.fell
        found[Kind.FALL] += len(self.fallen_later)
        return found

    @cached_property
    def fallen(self) -> tuple[tuple[str, Rank, Rank | None], ...]:
        """Whose rank is lower than before, with both ranks: participants, then others."""
        own = tuple(
            (one.said.name, one.said.before, one.said.after)
            for one in self.players
            if one.fell and one.said.before
        )
        return (*own, *self.fallen_later)

    @cached_property
    def fallen_later(self) -> tuple[tuple[str, Rank, Rank | None], ...]:
        """The same of people who did not play here, but in a later event that is judged again."""
        here = {one.said.player for one in self.players}
        found = {
            one.player: (one.name, one.before, one.after)
            for event in self.consequences.later
            for one in event.players
            if one.player not in here and one.before and fell(one.before, one.after)
        }
        return tuple(found.values())

    def of_kind(self, kind: Kind | None) -> tuple[PlayerMeaning, ...]:
        return tuple(p for p in self.players if kind is None or kind in p.kinds)


def meaning_of(consequences: Consequences) -> Meaning:
    """Sort the consequences of an event into kinds."""
    players = sorted((_player(one) for one in consequences.players), key=lambda p: p.weight)
    return Meaning(consequences, tuple(players))


def fell(before: Rank | None, after: Rank | None) -> bool:
    """Whether less is held than before."""
    if before is None or before.grade is None:
        return False
    if after is None or before.grade == after.grade:
        return after is None
    return higher_than(before.grade, after.grade)


def _player(said: PlayerSaid) -> PlayerMeaning:
    lines = tuple(
        (OF_LINES[LedgerKind(line.kind)], line)
        for line in said.ledger
        if LedgerKind(line.kind) in OF_LINES
    )
    open_ = _from_the_top(v for v in said.verdicts if v.outcome == Outcome.UNDECIDED)
    missed = _from_the_top(v for v in said.verdicts if _nearly_met(v, said))
    down = fell(said.before, said.after)
    kinds = {kind for kind, _line in lines}
    kinds |= {Kind.OPEN} if open_ else set()
    kinds |= {Kind.MISSED} if missed else set()
    kinds |= {Kind.FALL} if down else set()
    return PlayerMeaning(said, lines, open_, missed, down, frozenset(kinds))


def _from_the_top(verdicts: Iterable[VerdictSaid]) -> tuple[VerdictSaid, ...]:
    return tuple(sorted(verdicts, key=lambda verdict: ladder_place(verdict.grade)))


def _nearly_met(verdict: VerdictSaid, said: PlayerSaid) -> bool:
    """Above what is held and above what was met, with points near the norm."""
    if verdict.outcome != Outcome.NOT_MET or verdict.norm_half_points is None:
        return False
    if verdict.norm_half_points - verdict.scored_half_points > NEAR_HALF_POINTS:
        return False
    if verdict.scheme == SCHEME:
        held = said.held.grade if said.held and said.held.known else ""
        if ladder_place(verdict.grade) >= ladder_place(held) and held:
            return False
    return came_near(verdict.verdict(said.number, ""))
