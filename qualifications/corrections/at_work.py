"""Long work on a late correction, one at a time: who is at it, how far it is, why it failed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import uuid4

from django.db import connection
from django.db.models import Q
from django.utils.translation import gettext as _

from federation.errors import Refused
from qualifications.models import Correction, CorrectionStatus
from qualifications.rating_run import LOCKS_OF_CORRECTIONS, LOST_AFTER, session_lock

Clock = Callable[[], datetime]


class _Stopped(Exception):
    """Somebody stopped the work, changed the draft, or took it over."""


@contextmanager
def at_work(correction_id: int, *, task_id: str, clock: Clock) -> Iterator[Callable[[int], None]]:
    """Hold a draft for long work; gives what to call with the number of lists done.

    Raises Refused when it is decided already, or somebody else is at work on it. A refusal or fault
    inside stays written in the correction. Once stopped, the block ends without a word.
    """
    own = task_id or uuid4().hex
    with session_lock(LOCKS_OF_CORRECTIONS, correction_id) as ours:
        if not ours or not _begin(correction_id, own, clock()):
            raise Refused(_("This correction is being worked on already, or is decided."))

        def advance(done: int) -> None:
            mine = Correction.objects.filter(pk=correction_id, task_id=own)
            if not mine.update(done=done, beat_at=clock()):
                raise _Stopped

        try:
            yield advance
        except _Stopped:
            return
        except Exception as error:
            _end(correction_id, own, failure=_failure_words(error)[:1000])
            raise
        _end(correction_id, own)


def _failure_words(error: Exception) -> str:
    if isinstance(error, Refused):
        return str(error)
    return _(
        "The work stopped by a fault, and nothing published has changed. Start it again; if it "
        "stops again, show this to whoever keeps the registry running: %(fault)s"
    ) % {"fault": f"{type(error).__name__}: {error}"}


def _begin(correction_id: int, own: str, at: datetime) -> bool:
    """On PostgreSQL we hold the lock: whoever is still written there is dead."""
    waiting = Q(task_id="") | Q(task_id=own) | Q(beat_at__lt=at - LOST_AFTER)
    drafts = Correction.objects.filter(pk=correction_id, status=CorrectionStatus.DRAFT)
    if connection.vendor != "postgresql":
        drafts = drafts.filter(waiting)
    return bool(drafts.update(task_id=own, beat_at=at, done=0, failure=""))


def _end(correction_id: int, own: str, *, failure: str = "") -> None:
    Correction.objects.filter(pk=correction_id, task_id=own).update(task_id="", failure=failure)
