"""What ends soon for a player, and what has ended: from the ledger, nothing stored here."""

from dataclasses import dataclass
from datetime import date, timedelta

from qualifications.career import ONE_DAY, losses, points_run_out, stretches_of
from qualifications.engine import CANDIDATE_POINT, LADDER
from qualifications.engine.confirmation import NEXT_LOWER, failures_allowed
from qualifications.engine.facts import CoefficientFact, LedgerKind
from qualifications.engine.life import Life
from qualifications.engine.regulation import Regulation
from qualifications.engine.standing import FOR_LIFE, Standing
from qualifications.engine.terms import Move
from qualifications.life_facts import LifeFacts
from qualifications.models import DeadlineKind

LOOKED_BACK = timedelta(days=365)
"""How long something that has ended stays in the work lists."""
RESULTS = frozenset(
    {
        LedgerKind.FAILURE_RECORDED,
        LedgerKind.CONFIRMATION_EARNED,
        LedgerKind.RESULT_RECORDED,
    }
)
"""Entries that say how a result compared with the norm of the rank held."""


@dataclass(frozen=True, slots=True, order=True)
class Due:
    """One deadline: see `models.Deadline` for the fields."""

    kind: str
    grade: str
    day: date
    becomes: str = ""


def due_of(
    life: LifeFacts, *, on: date, law: Regulation, next_list: CoefficientFact | None = None
) -> frozenset[Due]:
    """Everything that ends for a player after `on`, or ended in the year before it.

    A move to a lower grade stays, however long ago it was, until a decree has confirmed it, and a
    grade that is kept for life until a decree has granted it.
    `next_list` is the coefficient in the list that is being prepared: it tells when an exemption
    ends. The life is walked once, from a year before to the day after the grade ends.
    """
    walk = life.walk(law=law)
    days = stretches_of(walk, life, first=on - LOOKED_BACK, last=on)
    now = days[-1].standing
    found = {
        Due(DeadlineKind.RANK_ENDED, loss.grade, loss.day, loss.becomes or "")
        for loss in losses(days, ladder=LADDER)
        if loss.expired
    }
    life_now = walk.life_on(on)
    found |= {due_of_move(move) for move in life_now.moves}
    kept = granted_by_law(life_now)
    if kept is not None:
        found.add(Due(DeadlineKind.KEPT_FOR_LIFE, kept[0], kept[1], kept[0]))
    held = now.grade or ""
    found |= {
        Due(DeadlineKind.POINT_ENDED, CANDIDATE_POINT, day, held) for day in points_run_out(days)
    }
    found |= {
        Due(DeadlineKind.POINT_ENDS, CANDIDATE_POINT, day, held) for day in now.candidate_points
    }
    if now.grade and now.valid_until and not now.exempt:
        after = walk.standing_on(now.valid_until + ONE_DAY)
        found.add(Due(DeadlineKind.RANK_ENDS, now.grade, now.valid_until, after.grade or ""))
    if now.grade and next_list and now.exempt:
        after = life.with_list(next_list).standing(on=next_list.effective_on, law=law)
        if not after.exempt:
            last = next_list.effective_on - ONE_DAY
            found.add(Due(DeadlineKind.EXEMPTION_ENDS, now.grade, last, after.grade or ""))
    if now.grade and one_failure_left(now, law):
        day = last_result(life, on=on)
        found.add(Due(DeadlineKind.ONE_FAILURE_LEFT, now.grade, day, NEXT_LOWER[now.grade]))
    return frozenset(found)


def due_of_move(move: Move) -> Due:
    """A move by law that waits for its decree; the day is the last one of the higher grade."""
    return Due(DeadlineKind.MOVED_DOWN, move.grade, move.day - ONE_DAY, move.becomes)


def granted_by_law(life: Life) -> tuple[str, date, int] | None:
    """The grade in force that is kept for life by law while no decree says so (UA.CONF.7a).

    With it the day and the key of the confirmation that made it so.
    """
    top = life.top
    kept = life.kept_for_life.get(top.grade) if top is not None else None
    return (top.grade, *kept) if top is not None and kept is not None else None


def one_failure_left(standing: Standing, law: Regulation) -> bool:
    """Whether one more bad result moves the player down.

    A grade for life is not taken away, and an exempt candidate master is not tested.
    """
    if standing.grade not in NEXT_LOWER or standing.term == FOR_LIFE or standing.exempt:
        return False
    failures = failures_allowed(standing.grade, law) - standing.failures_in_row
    lower = law.thresholds["lower_norm_missed"] - standing.below_lower_norm_in_row
    return failures == 1 or lower == 1


def last_result(life: LifeFacts, *, on: date) -> date:
    """Last day of the latest tournament that tested the player; `on` where none is known."""
    return max(
        (e.effective_on for e in life.entries if e.kind in RESULTS and e.effective_on <= on),
        default=on,
    )
