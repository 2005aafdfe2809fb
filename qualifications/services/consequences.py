"""What an act would do, found by doing it and taking it back: it cannot be another thing then."""

from collections.abc import Callable
from dataclasses import dataclass

from federation.taken_back import taken_back
from qualifications.models import LedgerEntry
from qualifications.written_since import WrittenSince
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


def consequences_of(act: Callable[[], object]) -> Consequences:
    """What `act` would do; the database is as before. Raises what `act` raises."""
    return _look(act, keep_silent=False)


def act_if_silent(act: Callable[[], object]) -> Consequences:
    """Act where nothing that was judged changes; else say what would, and leave all as before."""
    return _look(act, keep_silent=True)


def _look(act: Callable[[], object], *, keep_silent: bool) -> Consequences:
    with taken_back() as trial:
        written = WrittenSince.now()
        act()
        gone, new = written.lines()
        events = Event.objects.filter(pk__in=written.events()).order_by("ends_on", "pk")
        found = Consequences(gone=tuple(gone), new=tuple(new), events=tuple(events))
        if keep_silent and not found:
            trial.keep()
    return found
