"""What ends soon for a player, and what has ended: from the ledger, nothing stored here."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from qualifications.career import losses, points_run_out, stretches
from qualifications.engine import CANDIDATE_POINT, LADDER
from qualifications.engine.facts import LedgerFact
from qualifications.engine.regulation import Regulation
from qualifications.engine.standing import Standing, standing_on
from qualifications.models import DeadlineKind

LOOKED_BACK = timedelta(days=365)
"""How long something that has ended stays in the work lists."""


@dataclass(frozen=True, slots=True, order=True)
class Due:
    """One deadline: see `models.Deadline` for the fields."""

    kind: str
    grade: str
    day: date
    becomes: str = ""


def due_of(entries: Iterable[LedgerFact], *, on: date, law: Regulation) -> frozenset[Due]:
    """Everything that ends for a player after `on`, or ended in the year before it."""
    facts = list(entries)
    life = stretches(facts, first=on - LOOKED_BACK, last=on, law=law)
    now = life[-1].standing
    found = {
        Due(
            DeadlineKind.RANK_ENDED if loss.expired else DeadlineKind.MOVED_DOWN,
            loss.grade,
            loss.day,
            loss.becomes or "",
        )
        for loss in losses(life, ladder=LADDER)
    }
    found |= {
        Due(DeadlineKind.POINT_ENDED, CANDIDATE_POINT, day, _held(now))
        for day in points_run_out(life)
    }
    found |= {
        Due(DeadlineKind.POINT_ENDS, CANDIDATE_POINT, day, _held(now))
        for day in now.candidate_points
    }
    if now.grade and now.valid_until:
        after = standing_on(facts, on=now.valid_until + timedelta(days=1), law=law)
        found.add(Due(DeadlineKind.RANK_ENDS, now.grade, now.valid_until, _held(after)))
    return frozenset(found)


def _held(standing: Standing) -> str:
    return standing.grade or ""
