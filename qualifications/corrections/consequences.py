"""What a correction touches besides the figures: lines of the ledger, acts of bodies, events.

Kept in `Correction.consequences`:

    {"gone": [line, …], "new": [line, …],   lines of the ledger that no longer hold, new ones
     "altered": [line, …],                  lines that hold with other details, `was` before
     "resting": [line, …],                  acts of bodies that rest on a line that is gone
     "events": [number, …]}                 events that say something else then

where a line is {"player", "event", "decision", "kind", "grade", "on", "details"}, `on` an ISO date.
"""

from collections.abc import Callable, Iterable
from typing import Any

from federation.taken_back import taken_back
from qualifications.models import LedgerEntry
from qualifications.models.ledger import LedgerKind
from qualifications.written_since import WrittenSince

_ACTS = (LedgerKind.AWARDED, LedgerKind.CONFIRMED)


def consequences_of(do: Callable[[], object]) -> dict[str, Any]:
    """What doing something adds to the ledger and to the judgements; the database is as before."""
    with taken_back():
        written = WrittenSince.now()
        do()
        return found_since(written)


def found_since(written: WrittenSince) -> dict[str, Any]:
    """What was added to the ledger and judged since."""
    gone, new = written.lines()
    gone, new = _without(gone, new), _without(new, gone)
    before = {_about(one): one for one in gone}
    altered = {_about(one): one for one in new if _about(one) in before}
    gone = [one for one in gone if _about(one) not in altered]
    return {
        "gone": [_line(one) for one in gone],
        "new": [_line(one) for one in new if _about(one) not in altered],
        "altered": [{**_line(one), "was": before[about].details} for about, one in altered.items()],
        "resting": [_line(one) for one in _resting(gone)],
        "events": sorted(written.events()),
    }


def _without(some: Iterable[LedgerEntry], others: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    """Lines that are not written again word for word, resting on another verdict only."""
    told = [_line(one) for one in others]
    return [one for one in some if _line(one) not in told]


def _about(entry: LedgerEntry) -> tuple[Any, ...]:
    """What a line says besides its details, such as how many points were scored."""
    return entry.player_id, entry.event_id, entry.kind, entry.grade, entry.effective_on


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
