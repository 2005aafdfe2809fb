"""What an act would do, found by doing it and taking it back: it cannot be another thing then."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max

from qualifications.models import Assessment, LedgerEntry
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Consequences:
    """What becomes of ledgers and of events judged."""

    gone: tuple[LedgerEntry, ...]
    """Lines of the ledger that no longer hold, of anybody."""
    new: tuple[LedgerEntry, ...]
    events: tuple[Event, ...]
    """Events that say something else then."""
    awarded: tuple[LedgerEntry, ...] = ()
    """Awards that no longer have a ground, and stay until their body revokes them."""

    def __bool__(self) -> bool:
        return bool(self.gone or self.new or self.events or self.awarded)


class _TakenBack(Exception):
    """Ends the transaction in which the consequences were looked at."""

    def __init__(self, found: Consequences) -> None:
        super().__init__()
        self.found = found


def consequences_of(act: Callable[[], object]) -> Consequences:
    """What `act` would do; the database is as before. Raises what `act` raises."""
    return _look(act, keep_silent=False)


def act_if_silent(act: Callable[[], object]) -> Consequences:
    """Act where nothing that was judged changes; else say what would, and leave all as before."""
    return _look(act, keep_silent=True)


def _look(act: Callable[[], object], *, keep_silent: bool) -> Consequences:
    try:
        with transaction.atomic():
            lines = LedgerEntry.objects.aggregate(last=Max("pk"))["last"] or 0
            judged = Assessment.objects.aggregate(last=Max("pk"))["last"] or 0
            act()
            found = _found(lines, judged)
            if found or not keep_silent:
                raise _TakenBack(found)
            return found
    except _TakenBack as taken_back:
        return taken_back.found


def _found(lines: int, judged: int) -> Consequences:
    added = list(
        LedgerEntry.objects.filter(pk__gt=lines)
        .select_related("player", "event", "voids__player", "voids__event")
        .order_by("pk")
    )
    assessed = Assessment.objects.filter(pk__gt=judged).values("event")
    return Consequences(
        gone=tuple(line.voids for line in added if line.voids is not None),
        new=tuple(line for line in added if line.voids is None),
        events=tuple(Event.objects.filter(pk__in=assessed).order_by("ends_on", "pk")),
    )
