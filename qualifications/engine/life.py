"""A player's life under the Ukrainian order, walked from event to event.

What the text lets happen by itself happens here: terms and points end, results confirm, failures
move a player down, a confirmed grade becomes one for life. One method per passage of the text.
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta

from .confirmation import (
    TESTED,
    Results,
    article_of_move,
    becomes_for_life,
    confirms,
    demoted_to,
    exempts,
    fails,
    failures_allowed,
    grade_after_expiry,
    lowers,
    misses_lower_norm,
)
from .facts import CoefficientFact, LedgerFact, LedgerKind
from .measures_ua_titles import coefficient_needed
from .regulation import Regulation
from .terms import (
    CANDIDATE_POINT,
    DATED,
    FOR_LIFE,
    KMSU,
    LADDER,
    NO_TERM,
    PLACE,
    RANK_1,
    RANK_2,
    RANK_3,
    YOUTH_1,
    Holding,
    Move,
    Point,
    candidate_points,
    cut,
    day_among,
    extended,
    grade_of,
    granted,
    last_day,
    points_after_failure,
    points_of_the_move,
)

BY_ACT, BY_NORM = "by_act", "by_norm"
MORNING, EVENING = 0, 1
"""Parts of a day: terms are over from its start, what is done on it holds at its end."""


class Life:
    """What is held so far. `take` and `read_list` are called in the order of days."""

    def __init__(
        self,
        law: Regulation,
        *,
        awards: str = BY_ACT,
        sex: str | None = None,
        birth: date | None = None,
    ) -> None:
        if awards not in (BY_ACT, BY_NORM):
            raise ValueError(f"awards are by_act or by_norm, not {awards!r}")
        self.law, self.awards, self.sex, self.birth = law, awards, sex, birth
        self.held: dict[str, Holding] = {}
        self.ended: list[Holding] = []
        self.points: tuple[Point, ...] = ()
        self.failures: tuple[int, ...] = ()
        """Keys of the facts of the series below 75 percent."""
        self.below: tuple[int, ...] = ()
        """Keys of the facts of the series below the norm of the lower rank."""
        self.lowered = self.pending = self.exempt = False
        self.top: Holding | None = None
        """The highest grade in force."""
        self.ever: set[str] = set()
        """Every grade that was held at some time."""
        self.moves: list[Move] = []
        """Moves by law that no decree has confirmed, in order of their days."""
        self.kept_for_life: dict[str, tuple[date, int]] = {}
        """Grades for life by law that no decree has granted so: day and key of what confirmed."""
        self._lists: list[tuple[date, int | None]] = []
        self._changes: list[tuple[date, int, str | None]] = []
        """Day, MORNING or EVENING, and the highest grade in force from then on."""

    # --- time ------------------------------------------------------------------------------------

    def advance(self, day: date) -> None:
        """Let everything end whose last day lies before a day, the earliest first."""
        while True:
            over = [held for held in self.held.values() if self._is_over(held, day)]
            if not over:
                return
            first = min(over, key=lambda held: (held.until or day, PLACE[held.grade]))
            was_top = first is self.top
            del self.held[first.grade]
            if not first.raised:
                self.ended.append(first)
            if was_top and first.until is not None:
                self._expire(first, first.until)

    def _is_over(self, held: Holding, day: date) -> bool:
        if held.until is None or held.until >= day:
            return False
        return not (self.exempt and held.grade == KMSU and held is self.top)

    def _expire(self, held: Holding, last: date) -> None:
        """What becomes of a grade after its last day: the next lower one may follow by itself."""
        if held.grade == RANK_1:
            self.points = ()
        next_day = last + timedelta(days=1)
        lower = grade_after_expiry(held.grade, self.law)
        if lower is not None:
            self._install(lower, last, next_day, held.basis, held)
        else:
            self._come_back()
        if lower == RANK_1:
            self.points = points_of_the_move(last, held.basis[-1], self.law)
        self._changed(next_day, MORNING)

    def _come_back(self) -> None:
        """A grade for life that was risen from holds again: it is kept (UA.CONF.7a)."""
        kept = [g for g in LADDER if g in self.held and self.held[g].term == FOR_LIFE]
        if kept:
            self.held[kept[0]] = replace(self.held[kept[0]], raised=False)

    def read_list(self, fact: CoefficientFact) -> None:
        """Take the coefficient that is in force from a day on.

        When the exemption of a candidate master ends, three years run from its last day, or the
        original term holds (UA.Q27).
        """
        day = fact.effective_on
        self.advance(day)
        self._lists.append((day, fact.value))
        was, self.exempt = self.exempt, exempts(fact.value, self.sex, self.law)
        top = self.top
        if not was or self.exempt or top is None or top.grade != KMSU or top.until is None:
            return
        until, last = top.until, day - timedelta(days=1)
        if self.law.reading("UA.Q27") == "continuing_confirmation":
            until = max(until, last_day(last, self.law.terms["kmsu"], self.law))
        elif until < last:
            until = last
        self._put(replace(top, until=until))
        self.advance(day)

    def _coefficient(self, day: date) -> int | None:
        past = [value for listed_on, value in self._lists if listed_on <= day]
        return past[-1] if past else None

    # --- entries ---------------------------------------------------------------------------------

    def take(self, entry: LedgerFact) -> None:
        """Take one entry of the ledger. Raises ValueError for an act on a strange grade."""
        self.advance(entry.effective_on)
        kind = entry.kind
        if kind in _RESULTS:
            self._result(entry)
        elif kind is LedgerKind.NORM_MET:
            self._norm(entry)
        elif kind is LedgerKind.CANDIDATE_POINT_EARNED or (
            kind is LedgerKind.AWARDED and entry.grade == CANDIDATE_POINT
        ):
            self._point(entry)
        elif kind is LedgerKind.AWARDED or kind is LedgerKind.LIFETIME_GRANTED:
            self._award(entry)
        elif kind is LedgerKind.CONFIRMED:
            top = self.top
            if top is not None and top.grade == grade_of(entry):
                self._confirm(entry, top)
            else:
                self._award(entry)
        elif kind is LedgerKind.REVOKED:
            self._revoke(entry)
        elif kind is LedgerKind.DEMOTED:
            self._demoted_by_act(entry)

    def _award(self, entry: LedgerFact) -> None:
        grade, day = grade_of(entry), entry.effective_on
        old = self.held.get(grade)
        if old is not None and old.raised:
            old = None
        if old is not None and old is self.top:
            new = extended(entry, old, self.law)
        else:
            new = granted(entry, old, self.law)
        if old is not None and old.since != new.since:
            self.ended.append(old)
        self.held[grade] = new
        self.ever.add(grade)
        if entry.kind is LedgerKind.LIFETIME_GRANTED:
            self.kept_for_life.pop(grade, None)
        for lower in LADDER[PLACE[grade] + 1 :]:
            if lower in self.held:
                self.held[lower] = replace(self.held[lower], raised=True)
        if PLACE[grade] <= PLACE[KMSU]:
            self.points = ()
        self._changed(day)

    def _revoke(self, entry: LedgerFact) -> None:
        day = entry.effective_on
        grades = list(self.held) if entry.grade is None else [grade_of(entry)]
        for grade in grades:
            if grade in self.held:
                self.ended.append(cut(self.held.pop(grade), day))
                self.kept_for_life.pop(grade, None)
        if RANK_1 in grades:
            self.points = ()
        below = [grade for grade in LADDER if grade in self.held]
        if below and self.held[below[0]].raised:
            self.held[below[0]] = replace(self.held[below[0]], raised=False)
        self._changed(day)

    def _demoted_by_act(self, entry: LedgerFact) -> None:
        """A decree that moves a player down; after a move by law it only confirms it."""
        grade, top = grade_of(entry), self.top
        if top is None:
            return
        if PLACE[top.grade] < PLACE[grade]:
            self._move_down(top, grade, entry.effective_on, (entry.key,))
        if self.top is not None and self.top.grade == grade:
            self.pending = False
            told = [move for move in self.moves if move.becomes == grade]
            if told:
                self.moves.remove(told[-1])
            self._put(replace(self.top, basis=tuple(dict.fromkeys((*self.top.basis, entry.key)))))

    def _point(self, entry: LedgerFact) -> None:
        """One more candidate point; none for who has a higher grade (UA.Q36 asks the event)."""
        if self.top is None or PLACE[self.top.grade] >= PLACE[RANK_1]:
            self.points = candidate_points(self.points, entry, self.law)

    def _norm(self, entry: LedgerFact) -> None:
        """A norm that the verdict of an event says is met; titles wait for more than the norm."""
        grade, top = entry.grade, self.top
        if grade not in PLACE or PLACE[grade] < PLACE[KMSU]:
            return
        if top is not None and top.grade == grade:
            self._confirm(entry, top)
        elif self.awards == BY_NORM and _above(grade, top):
            self._award(replace(entry, kind=LedgerKind.AWARDED))

    # --- results ---------------------------------------------------------------------------------

    def _result(self, entry: LedgerFact) -> None:
        """What a result does to the grade in force, and by norm what it brings.

        The kind of the entry says how it stood on admission; what counts is what it does here, so
        that late events need nothing rewritten. Without results in the details the kind decides.
        """
        results, first = _results_of(entry), self._grade_on_first_day(entry)
        top = self.top
        if top is not None and top.grade in TESTED:
            if confirms(top.grade, results):
                self._confirm(entry, top)
            elif first == top.grade:
                self._test(entry, top, results)
        if self.awards == BY_NORM and entry.details.get("conditions") == "taken_as_met":
            self._award_by_norm(entry, results, first)

    def _confirm(self, entry: LedgerFact, top: Holding) -> None:
        """A confirmation of the grade in force: a new term, the series ends, perhaps for life.

        The events of a series start anew; the lowered effect ends (UA.Q29).
        """
        new = extended(entry, top, self.law)
        if becomes_for_life(new, self.birth, entry.effective_on, self.law):
            new = replace(new, term=FOR_LIFE, until=None)
            if top.term != FOR_LIFE:
                self.kept_for_life[new.grade] = entry.effective_on, entry.key
        self._put(new)
        self.failures = self.below = ()
        if self.law.reading("UA.Q29") == "until_next_success":
            self.lowered = False

    def _test(self, entry: LedgerFact, top: Holding, results: Results) -> None:
        """A result that does not confirm: a failure, a passed test, or neither.

        A series is interrupted by a passed test, or only by a confirmation (UA.Q22); an event
        without the norm is neutral, or interrupts as well (UA.Q21). An exempt candidate master is
        not tested (UA.CONF.3).
        """
        if top.grade == KMSU and self.exempt:
            return
        law, by_confirmation = self.law, self.law.reading("UA.Q22") == "only_confirmation"
        failed = fails(top.grade, results, law)
        if failed is None:
            if law.reading("UA.Q21") == "interrupts":
                self.failures = ()
        elif failed:
            self.failures = (*self.failures, entry.key)
            if top.grade == RANK_1:
                self.points = points_after_failure(self.points, entry.effective_on, law)
        else:
            if not by_confirmation:
                self.failures = ()
            if law.reading("UA.Q29") == "until_next_success":
                self.lowered = False
        missed = misses_lower_norm(top.grade, results)
        if missed is None:
            if law.reading("UA.Q21") == "interrupts":
                self.below = ()
        elif missed:
            self.below = (*self.below, entry.key)
        elif not by_confirmation:
            self.below = ()
        self._consequences(entry, top)

    def _consequences(self, entry: LedgerFact, top: Holding) -> None:
        """What the series do: they move a player down, or lower the effect of a grade for life."""
        failures, below = len(self.failures), len(self.below)
        if lowers(top, failures, self.law):
            self.lowered = True
        lower = demoted_to(top, failures, below, self.law)
        if lower is not None:
            failed = failures >= failures_allowed(top.grade, self.law)
            series = self.failures if failed else self.below
            day, article = entry.effective_on, article_of_move(top.grade, failed=failed)
            self._move_down(top, lower, day, series)
            self.moves.append(Move(day, top.grade, lower, article, series))
            self.pending = True

    def _award_by_norm(self, entry: LedgerFact, results: Results, first: str | None) -> None:
        """Count the norms that a result met as awarded on its last day.

        A candidate master needs two points and the coefficient (UA.KMS.2, UA.Q26); without them the
        norm counts as a point (UA.Q25). A point needs the first rank on the first day (UA.Q36).
        """
        met = [norm for norm, (scored, needed) in results.items() if scored >= needed]
        if KMSU in met and _above(KMSU, self.top) and self._may_be_candidate_master(entry):
            self._award(replace(entry, kind=LedgerKind.AWARDED, grade=KMSU))
            return
        for grade in (RANK_1, RANK_2, RANK_3, YOUTH_1):
            if grade in met and _above(grade, self.top):
                self._award(replace(entry, kind=LedgerKind.AWARDED, grade=grade))
        as_point = CANDIDATE_POINT in met
        if KMSU in met:
            as_point = self.law.reading("UA.Q25") == "candidate_point"
        if as_point and (first == RANK_1 or self.law.reading("UA.Q36") == "anybody"):
            self._point(entry)

    def _may_be_candidate_master(self, entry: LedgerFact) -> bool:
        day = entry.effective_on
        if self.law.reading("UA.Q26") == "first_day":
            day = _first_day(entry)
        points = [point for point in self.points if point.earned_on <= day <= point.until]
        _lowest, needed = coefficient_needed("kmsu_coefficient", self.sex, self.law)
        return len(points) >= self.law.thresholds["candidate_points"] and (
            (self._coefficient(day) or 0) >= needed
        )

    # --- moves -----------------------------------------------------------------------------------

    def _move_down(self, top: Holding, grade: str, day: date, basis: tuple[int, ...]) -> None:
        """Move a player down on the last day of the event that causes it.

        A lower rank for three years from that day, or for the rest of the old term (UA.Q30); points
        are lost, series begin anew.
        """
        self.ended.append(cut(self.held.pop(top.grade), day))
        self.points = ()
        self._install(grade, day, day, basis, top)
        moved = self.held[grade]
        if top.grade == KMSU and grade == RANK_1:
            self.points = points_of_the_move(day, basis[-1], self.law)
        elif self.law.reading("UA.Q30") == "old_term" and moved.term == DATED and top.until:
            self.held[grade] = replace(moved, until=top.until)
        self._changed(day)

    def _install(
        self, grade: str, day: date, since: date, basis: tuple[int, ...], former: Holding
    ) -> None:
        """Give a lower grade for three years; one that was for life stays so (UA.CONF.7a)."""
        self.ever.add(grade)
        old = self.held.get(grade)
        if old is not None and old.term == FOR_LIFE:
            basis = tuple(dict.fromkeys((*old.basis, *basis)))
            self.held[grade] = replace(old, raised=False, basis=basis)
            return
        if old is not None and not old.raised and old.covers(since):
            since = old.since
        dated = grade != YOUTH_1
        self.held[grade] = Holding(
            grade=grade,
            since=since,
            until=last_day(day, self.law.terms["rank"], self.law) if dated else None,
            term=DATED if dated else NO_TERM,
            basis=basis,
            as_good_since=former.as_good_since,
        )

    def _put(self, held: Holding) -> None:
        """Change the grade in force without changing which it is."""
        self.held[held.grade] = self.top = held

    def _changed(self, day: date, part: int = EVENING) -> None:
        """Find the highest grade anew; with another one the series begin anew.

        A move that is undone or outdone on its own day leaves nothing to confirm.
        """
        was = self.top
        in_force = (self.held[g] for g in LADDER if g in self.held and not self.held[g].raised)
        self.top = next(in_force, None)
        if was is None or self.top is None or was.grade != self.top.grade:
            self.failures = self.below = ()
            self.lowered = self.pending = False
            self._changes.append((day, part, self.top.grade if self.top else None))
            if self.moves and self.moves[-1].day == day:
                self.moves.pop()

    def _grade_on_first_day(self, entry: LedgerFact) -> str | None:
        """The grade held at the end of the first day of an event; if it has one day, at its start.

        A term that ended the day before is over by then.
        """
        day = _first_day(entry)
        part = MORNING if day >= entry.effective_on else EVENING
        moment = (min(day, entry.effective_on), part)
        place = bisect_right(self._changes, moment, key=lambda change: change[:2])
        return self._changes[place - 1][2] if place else None


_RESULTS = frozenset(
    (LedgerKind.FAILURE_RECORDED, LedgerKind.CONFIRMATION_EARNED, LedgerKind.RESULT_RECORDED)
)


def _results_of(entry: LedgerFact) -> Results:
    """The results among the details; without them what the kind of the entry says of its grade."""
    results = entry.details.get("results")
    if isinstance(results, Mapping):
        return results
    told = {LedgerKind.FAILURE_RECORDED: (0, 1), LedgerKind.CONFIRMATION_EARNED: (1, 1)}
    return {entry.grade: told[entry.kind]} if entry.grade and entry.kind in told else {}


def _first_day(entry: LedgerFact) -> date:
    return day_among(entry, "starts_on") or entry.effective_on


def _above(grade: str, top: Holding | None) -> bool:
    return top is None or PLACE[grade] < PLACE[top.grade]
