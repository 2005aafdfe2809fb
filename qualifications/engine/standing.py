"""What a player holds on a day, computed from the ledger. Expiry is never written: it follows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from operator import attrgetter

from .facts import CoefficientFact, LedgerFact, LedgerKind
from .life import BY_ACT, Life
from .regulation import Regulation
from .terms import (
    CANDIDATE_POINT,
    DATED,
    FOR_LIFE,
    KMSU,
    LADDER,
    NO_TERM,
    NONE,
    PLACE,
    RANK_1,
    WHILE_EXEMPT,
)

__all__ = [
    "CANDIDATE_POINT",
    "DATED",
    "FOR_LIFE",
    "LADDER",
    "NONE",
    "NO_TERM",
    "WHILE_EXEMPT",
    "Standing",
    "Walk",
    "counts_as",
    "standing_on",
]


@dataclass(frozen=True, slots=True)
class Standing:
    grade: str | None
    """Highest grade in force on the day; None without one."""
    since: date | None
    """First day of holding it without a break."""
    valid_until: date | None
    """Last valid day; None where the term is not dated."""
    term: str
    """`dated`, `no_term`, `for_life`, `while_exempt` (past the ordinary term of a candidate master,
    while the coefficient is in force), or `none` without a grade."""
    candidate_points: tuple[date, ...]
    """Last valid days, the earliest first; at most two."""
    last_grade: str | None
    """Without a grade in force: the one held last."""
    last_grade_until: date | None
    basis: tuple[int, ...]
    """Keys of the entries that the grade and the points rest on, in the order of their dates."""
    failures_in_row: int = 0
    """Results in a row below 75 percent of the norm."""
    below_lower_norm_in_row: int = 0
    """Results in a row of a first (second) rank below the norm of the second (third)."""
    exempt: bool = False
    """A candidate master who needs no confirmation while the coefficient is in force."""
    lowered: bool = False
    """A grade for life that counts as the next lower one in the norms of others."""
    decree_pending: bool = False
    """The grade follows from a demotion by law that no decree has confirmed yet."""

    @property
    def counts_as(self) -> str | None:
        """The grade as which the player counts when norms of an event are computed."""
        return counts_as(self.grade, self.lowered)


def counts_as(grade: str | None, lowered: bool) -> str | None:
    """A grade, or the next lower one where its effect is lowered.

    UA.CONF.8: КМСУ з дією розряду без терміну, які мають 2 невдачі, не враховуються під час
    розрахунку необхідної кількості партій з КМСУ для виконання або підтвердження нормативів.

    A lowered candidate master counts as a first rank, so a game against one is none against a
    candidate master (UA.CONF.7b, UA.CONF.7c).
    """
    return LADDER[PLACE[grade] + 1] if grade and lowered else grade


def standing_on(
    entries: Iterable[LedgerFact],
    *,
    on: date,
    law: Regulation,
    known_at: datetime | None = None,
    awards: str = BY_ACT,
    sex: str | None = None,
    birth: date | None = None,
    coefficients: Iterable[CoefficientFact] = (),
) -> Standing:
    """Standing at the end of a day, from the entries of one player known at a moment.

    What follows by law is folded from facts and acts: a term ends, a point lapses, a result
    confirms, failures move a player down. Grades are given by acts; with `awards="by_norm"` each
    norm that is met counts as awarded on that day. The order in which entries arrive does not
    matter. `sex` (`m`, `w`) and `coefficients` decide the exemption of candidate masters, `birth`
    the grade for life; what is not known grants nothing. Raises ValueError for an act on a grade
    that is not of the ladder, and for another word in `awards`.
    """
    walk = Walk(
        entries,
        law=law,
        known_at=known_at,
        awards=awards,
        sex=sex,
        birth=birth,
        coefficients=coefficients,
    )
    return walk.standing_on(on)


class Walk:
    """The standings of one player on days that do not go back: every entry is taken once.

    What is held on a day does not depend on the days asked about before it. Entries and lists are
    taken in the same order, and whatever ends before the next of them ends on its own last day, the
    earliest first, whether it is asked for at once or in between.

    Arguments and errors are those of `standing_on`.
    """

    def __init__(
        self,
        entries: Iterable[LedgerFact],
        *,
        law: Regulation,
        known_at: datetime | None = None,
        awards: str = BY_ACT,
        sex: str | None = None,
        birth: date | None = None,
        coefficients: Iterable[CoefficientFact] = (),
    ) -> None:
        known = [e for e in entries if known_at is None or e.recorded_at <= known_at]
        lists = [fact for fact in coefficients if known_at is None or fact.known_by(known_at)]
        self._life = Life(law, awards=awards, sex=sex, birth=birth)
        self._steps = _in_order([*without_voided(known), *lists])
        self._next = next(self._steps, None)
        self._reached = date.min

    def standing_on(self, on: date) -> Standing:
        """Standing at the end of a day. Raises ValueError for a day before one already asked."""
        return _standing(self.life_on(on), on)

    def life_on(self, on: date) -> Life:
        """The life through the end of a day: what the standing is told from. Errors as there."""
        if on < self._reached:
            raise ValueError(f"{on} lies before {self._reached}, which was asked already")
        self._reached = on
        life, step = self._life, self._next
        while step is not None and step.effective_on <= on:
            if isinstance(step, CoefficientFact):
                life.read_list(step)
            else:
                life.take(step)
            step = next(self._steps, None)
        self._next = step
        life.advance(on)
        return life


def _in_order(
    steps: list[LedgerFact | CoefficientFact],
) -> Iterator[LedgerFact | CoefficientFact]:
    """Day by day: lists, then facts, then acts.

    Facts of one day come in an order that their contents give, acts in the order of recording.
    """
    by_day = attrgetter("effective_on")
    steps.sort(key=by_day)
    for _day, group in groupby(steps, key=by_day):
        of_day = list(group)
        if len(of_day) > 1:
            of_day.sort(key=_place_in_day)
        yield from of_day


def _place_in_day(step: LedgerFact | CoefficientFact) -> tuple[int, str, str, int]:
    if isinstance(step, CoefficientFact):
        return 0, "", "", step.value or 0
    if step.kind in _FACTS:
        start = str(step.details.get("starts_on") or "")
        return 1, start, f"{step.kind} {step.grade} {sorted(step.details.items())}", step.key
    return 2, step.recorded_at.isoformat(), "", step.key


_FACTS = frozenset(
    (
        LedgerKind.NORM_MET,
        LedgerKind.CANDIDATE_POINT_EARNED,
        LedgerKind.FAILURE_RECORDED,
        LedgerKind.CONFIRMATION_EARNED,
        LedgerKind.RESULT_RECORDED,
    )
)


def _standing(life: Life, on: date) -> Standing:
    best = life.top
    if best is None:
        last = max(
            (holding for holding in life.ended if holding.until is not None),
            key=lambda h: (h.until or date.min, -PLACE[h.grade]),
            default=None,
        )
        return Standing(
            grade=None,
            since=None,
            valid_until=None,
            term=NONE,
            candidate_points=(),
            last_grade=last.grade if last else None,
            last_grade_until=last.until if last else None,
            basis=(),
        )
    counted = [point for point in life.points if best.grade == RANK_1 and on <= point.until]
    beyond = best.until is not None and best.until < on
    return Standing(
        grade=best.grade,
        since=best.since,
        valid_until=None if beyond else best.until,
        term=WHILE_EXEMPT if beyond else best.term,
        candidate_points=tuple(point.until for point in counted),
        last_grade=None,
        last_grade_until=None,
        basis=tuple(dict.fromkeys((*best.basis, *(point.key for point in counted)))),
        failures_in_row=len(life.failures),
        below_lower_norm_in_row=len(life.below),
        exempt=best.grade == KMSU and life.exempt,
        lowered=life.lowered,
        decree_pending=life.pending,
    )


def without_voided(entries: list[LedgerFact]) -> list[LedgerFact]:
    """Voided entries vanish as if they had never been; a voiding entry can itself be voided."""
    voidings = [entry for entry in entries if entry.kind is LedgerKind.VOIDED]
    if not voidings:
        return entries
    voided: set[int] = set()
    for entry in sorted(voidings, key=attrgetter("recorded_at", "key"), reverse=True):
        if entry.voids is not None and entry.key not in voided:
            voided.add(entry.voids)
    return [entry for entry in entries if entry.key not in voided]
