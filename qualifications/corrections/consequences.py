"""What a correction touches besides the figures: lines of the ledger, acts of bodies, events.

Kept in `Correction.consequences`:

    {"gone": [line, …], "new": [line, …],   lines of the ledger that no longer hold, new ones
     "resting": [line, …],                  acts of bodies that rest on a line that is gone
     "events": [number, …]}                 events that say something else then

where a line is {"player", "event", "decision", "kind", "grade", "on", "details"}, `on` an ISO date.
"""

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import Max

from qualifications.corrections.trying_out import taken_back
from qualifications.models import Assessment, LedgerEntry
from qualifications.models.ledger import LedgerKind

_ACTS = (LedgerKind.AWARDED, LedgerKind.CONFIRMED)


def consequences_of(do: Callable[[], object]) -> dict[str, Any]:
    """What doing something adds to the ledger and to the judgements; the database is as before."""
    with taken_back():
        last_line = LedgerEntry.objects.aggregate(last=Max("pk"))["last"] or 0
        last_judged = Assessment.objects.aggregate(last=Max("pk"))["last"] or 0
        do()
        found = found_since(last_line, last_judged)
    return found  # noqa: RET504


def found_since(last_line: int, last_judged: int) -> dict[str, Any]:
    """What was added to the ledger and judged after these two rows."""
    added = list(
        LedgerEntry.objects.filter(pk__gt=last_line).select_related("voids").order_by("pk")
    )
    gone = [line.voids for line in added if line.voids is not None]
    new = [line for line in added if line.voids is None]
    judged = Assessment.objects.filter(pk__gt=last_judged)
    return {
        "gone": [_line(one) for one in _without(gone, new)],
        "new": [_line(one) for one in _without(new, gone)],
        "resting": [_line(one) for one in _resting(_without(gone, new))],
        "events": sorted(set(judged.values_list("event", flat=True))),
    }


def _without(some: Iterable[LedgerEntry], others: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    """Lines that are not written again word for word, resting on another verdict only."""
    told = [_line(one) for one in others]
    return [one for one in some if _line(one) not in told]


def _resting(gone: list[LedgerEntry]) -> list[LedgerEntry]:
    """Acts in force about a grade that a player no longer earned in the event."""
    keys = {(one.player_id, one.event_id, one.grade) for one in gone}
    acts = LedgerEntry.objects.filter(
        kind__in=_ACTS,
        voided_by=None,
        player__in={player for player, _event, _grade in keys},
        event__in={event for _player, event, _grade in keys},
    ).order_by("pk")
    return [act for act in acts if (act.player_id, act.event_id, act.grade) in keys]


def _line(entry: LedgerEntry) -> dict[str, Any]:
    return {
        "player": entry.player_id,
        "event": entry.event_id,
        "decision": entry.decision_id,
        "kind": entry.kind,
        "grade": entry.grade,
        "on": entry.effective_on.isoformat(),
        "details": entry.details,
    }
