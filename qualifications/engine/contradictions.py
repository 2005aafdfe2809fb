"""What an entry cannot say beside what the ledger says already.

Only what contradicts is named here. What merely changes nothing (a norm of a rank that is held
anyway) is no contradiction, and neither is what comes late or out of order.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from .facts import CoefficientFact, LedgerFact, LedgerKind
from .regulation import Regulation
from .standing import CANDIDATE_POINT, LADDER, Walk, without_voided


class Fault(StrEnum):
    BEFORE_BIRTH = "before_birth"
    IN_THE_FUTURE = "in_the_future"
    UNKNOWN_GRADE = "unknown_grade"
    NEVER_HELD = "never_held"
    """A confirmation, a failure or another test of a grade that was never held by then."""
    NOT_HELD = "not_held"
    """For life, or revoked, without being held on the day."""
    NOTHING_HELD = "nothing_held"
    """Moved down from nothing."""
    NOT_LOWER = "not_lower"
    """Moved down to a grade that does not stand below the one held."""
    NOT_OF_THE_PLAYER = "not_of_the_player"
    """Voids a line that the player's ledger does not have."""
    VOIDED_ALREADY = "voided_already"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Why an entry cannot be true."""

    fault: Fault
    grade: str = ""
    """The grade that the entry names."""
    held: str = ""
    """The grade held on the day, where that is the reason."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a player when an entry comes."""

    entries: tuple[LedgerFact, ...] = ()
    birth: date | None = None
    birth_year: int | None = None
    sex: str | None = None
    coefficients: tuple[CoefficientFact, ...] = ()
    stated: str = ""
    """The grade that the papers of the entry's event state from a document, for that event."""


def contradiction(
    entry: LedgerFact,
    known: Known,
    *,
    recorded_on: date,
    ladder: Sequence[str],
    laws: Collection[Regulation],
) -> Contradiction | None:
    """Why an entry contradicts what is known of the player; None where it does not.

    `ladder` holds the grades of the entry's scheme from the highest down, `laws` the readings of
    the Ukrainian edition under which the life may be told: an entry is refused only if it
    contradicts under each of them. Of other schemes, and without an edition, what is held is told
    from acts alone.
    """
    found = _of_the_day(entry, known, recorded_on)
    if found is not None:
        return found
    if entry.kind is LedgerKind.VOIDED:
        return _of_the_voiding(entry, known)
    grade = entry.grade or ""
    if grade not in ladder:
        return Contradiction(Fault.UNKNOWN_GRADE, grade)
    ask = _ASKED.get(entry.kind)
    if ask is None or (ask is _was_ever_held and grade == known.stated):
        return None
    answers = [ask(grade, held) for held in _ways_to_tell(entry, known, ladder, laws)]
    return None if None in answers else answers[0]


def _of_the_day(entry: LedgerFact, known: Known, recorded_on: date) -> Contradiction | None:
    """Nothing happens before birth (by the year alone, where only that is known) or after today."""
    day, grade = entry.effective_on, entry.grade or ""
    if known.birth is not None:
        unborn = day < known.birth
    else:
        unborn = known.birth_year is not None and day.year < known.birth_year
    if unborn:
        return Contradiction(Fault.BEFORE_BIRTH, grade)
    return Contradiction(Fault.IN_THE_FUTURE, grade) if day > recorded_on else None


def _of_the_voiding(entry: LedgerFact, known: Known) -> Contradiction | None:
    """A line is voided once; a voiding is a line too, and voiding it brings back what it voided."""
    if all(other.key != entry.voids for other in known.entries):
        return Contradiction(Fault.NOT_OF_THE_PLAYER)
    if any(other.voids == entry.voids for other in known.entries):
        return Contradiction(Fault.VOIDED_ALREADY)
    return None


_HOME = frozenset((*LADDER, CANDIDATE_POINT))
"""Grades whose life the Ukrainian edition tells."""

# --- what is held -------------------------------------------------------------------------------


@dataclass(slots=True)
class _Held:
    """Grades at the end of a day."""

    ladder: Sequence[str]
    top: str = ""
    """The highest in force."""
    now: set[str] = field(default_factory=set)
    """In force, lower ones under a higher one included."""
    ever: set[str] = field(default_factory=set)
    moved_to: set[str] = field(default_factory=set)
    """Moved down to by law; no decree has confirmed it yet."""

    @property
    def lower(self) -> Sequence[str]:
        """The grades below the highest one."""
        steps = [grade for grade in self.ladder if grade != CANDIDATE_POINT]
        return steps[steps.index(self.top) + 1 :]


def _ways_to_tell(
    entry: LedgerFact, known: Known, ladder: Sequence[str], laws: Collection[Regulation]
) -> Iterator[_Held]:
    if entry.grade not in _HOME or not laws:
        yield _by_acts(entry, known, ladder)
        return
    own = [other for other in known.entries if not other.grade or other.grade in _HOME]
    for law in laws:
        walk = Walk(own, law=law, sex=known.sex, birth=known.birth, coefficients=known.coefficients)
        life = walk.life_on(entry.effective_on)
        yield _Held(
            ladder,
            top=life.top.grade if life.top else "",
            now=set(life.held),
            ever=life.ever,
            moved_to={move.becomes for move in life.moves},
        )


def _by_acts(entry: LedgerFact, known: Known, ladder: Sequence[str]) -> _Held:
    """What acts have given and taken through a day; nothing ends by itself."""
    held = _Held(ladder)
    past = [
        other
        for other in without_voided(list(known.entries))
        if other.grade in ladder
        and other.grade != CANDIDATE_POINT
        and other.effective_on <= entry.effective_on
    ]
    for act in sorted(past, key=lambda e: (e.effective_on, e.recorded_at, e.key)):
        grade = act.grade or ""
        if act.kind in _GIVING:
            held.now.add(grade)
            held.ever.add(grade)
        elif act.kind is LedgerKind.REVOKED:
            held.now.discard(grade)
        elif act.kind is LedgerKind.DEMOTED:
            lower = ladder[ladder.index(grade) :]
            held.now = {kept for kept in held.now if kept in lower} | {grade}
            held.ever.add(grade)
    held.top = min(held.now, key=ladder.index, default="")
    return held


_GIVING = frozenset((LedgerKind.AWARDED, LedgerKind.CONFIRMED, LedgerKind.LIFETIME_GRANTED))


# --- what each kind of entry asks ---------------------------------------------------------------


def _was_ever_held(grade: str, held: _Held) -> Contradiction | None:
    """Only a grade that was held is confirmed, or tested at all (UA.CONF.1a, UA.CONF.4a, 6b)."""
    return None if grade in held.ever else Contradiction(Fault.NEVER_HELD, grade)


def _is_held(grade: str, held: _Held) -> Contradiction | None:
    """Only a grade that is held is kept for life (UA.CONF.7a), or taken away."""
    return None if grade in held.now else Contradiction(Fault.NOT_HELD, grade)


def _lies_below(grade: str, held: _Held) -> Contradiction | None:
    """A player is moved to a lower grade (UA.CONF.6b), or was by law and the decree confirms it."""
    if not held.top:
        return Contradiction(Fault.NOTHING_HELD, grade)
    if grade in held.lower or (grade == held.top and grade in held.moved_to):
        return None
    return Contradiction(Fault.NOT_LOWER, grade, held.top)


_ASKED: Mapping[LedgerKind, Callable[[str, _Held], Contradiction | None]] = {
    LedgerKind.CONFIRMATION_EARNED: _was_ever_held,
    LedgerKind.FAILURE_RECORDED: _was_ever_held,
    LedgerKind.RESULT_RECORDED: _was_ever_held,
    LedgerKind.CONFIRMED: _was_ever_held,
    LedgerKind.LIFETIME_GRANTED: _is_held,
    LedgerKind.REVOKED: _is_held,
    LedgerKind.DEMOTED: _lies_below,
}
"""Norms, points and awards ask for nothing that is held before."""
