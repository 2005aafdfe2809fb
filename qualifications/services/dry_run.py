"""A dry run of an admission: the very same services in a transaction that is taken back."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import date, datetime
from uuid import uuid4

from django.db import OperationalError
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import User
from federation.taken_back import taken_back
from qualifications.consequences import Consequences
from qualifications.consequences_reading import consequences_of
from qualifications.models import Assessment
from qualifications.services.admission import event_admit_and_assess
from qualifications.services.rejudging import judging_lock
from qualifications.uncollected import uncollected
from tournaments.models import Event, EventStatus
from tournaments.review import Review, ReviewLine, review_event
from tournaments.services import event_store

WAITS_SECONDS = 3
"""On PostgreSQL: how long a dry run waits for somebody who writes to the same players."""


@dataclass(frozen=True, slots=True)
class DryRun:
    """What admitting an event would do, as it stands."""

    consequences: Consequences | None
    """None where the services refuse it; `refused` says why."""
    refused: str = ""
    left_open: tuple[ReviewLine, ...] = ()
    """Lines of a review that nobody has decided, or that cannot be stored as decided: left out,
    with their games."""
    busy: bool = False
    """It was refused only because somebody else was writing; the next moment it may do."""


@uncollected()
def event_dry_run(
    event: Event, *, at: datetime, today: date, review: Review | None = None
) -> DryRun:
    """Admit an event and take everything back; the database is as it was.

    Of a draft `review` is what would be sent: obstacles do not stop it. The admission is judged as
    of `at`, of an event that has not ended yet as of its last day. Locks are held as long as the
    computation takes, and waited for `WAITS_SECONDS` at most. Raises ValueError for a draft without
    a review or whose file could not be read, and for an event that is admitted already.
    """
    if event.status == EventStatus.ADMITTED:
        raise ValueError("nothing to try: the event is admitted")
    if event.status == EventStatus.DRAFT and review is None:
        raise ValueError("a dry run of a draft needs its review")
    if event.ends_on > today:
        return DryRun(None, _("The tournament has not ended yet; its results can still change."))
    left_open: tuple[ReviewLine, ...] = ()
    if review is not None and event.status == EventStatus.DRAFT:
        review = _as_it_can_be_stored(review)
        left_open = tuple(review.undecided)
    try:
        with taken_back(waits_seconds=WAITS_SECONDS):
            judging_lock()
            if review is not None and event.status == EventStatus.DRAFT:
                draft = Event.objects.select_for_update().get(pk=event.pk)
                event = event_store(draft, review, user=event.registered_by, at=at, today=today)
            event_admit_and_assess(event, user=_stand_in(), at=at)
            admitted = Event.objects.get(pk=event.pk)
            return DryRun(consequences_of(admitted), left_open=left_open)
    except Refused as refusal:
        return DryRun(None, str(refusal), left_open)
    except OperationalError as error:
        if not _waited_too_long(error):
            raise
        return DryRun(
            None,
            _("Somebody is writing to the ledgers of these players. Open the page again."),
            left_open,
            busy=True,
        )


def event_preview(
    event: Event, *, at: datetime, today: date, review: Review | None = None
) -> DryRun | None:
    """What an event means at any time: once admitted what really followed, before that a dry run.

    None for a draft without a file that could be read, and for an event that was never judged.
    `review` is that of a draft, where the caller has it already.
    """
    if event.status == EventStatus.ADMITTED:
        judged = Assessment.objects.filter(event=event).exists()
        return DryRun(consequences_of(event)) if judged else None
    if event.status == EventStatus.DRAFT:
        if event.upload_id is None:
            return None
        review = review or review_event(event, today=today)
        if review.parsed is None or review.errors:
            return None
    return event_dry_run(event, at=at, today=today, review=review)


def _waited_too_long(error: OperationalError) -> bool:
    """SQLSTATE 55P03 of PostgreSQL; SQLite says that the database is locked."""
    return getattr(error.__cause__, "sqlstate", "") == "55P03" or "locked" in str(error)


def _stand_in() -> User:
    """Somebody who neither registered nor sent the event, for as long as the dry run takes."""
    return User.objects.create(username=f"dry-run-{uuid4()}", is_active=False)


def _as_it_can_be_stored(review: Review) -> Review:
    """The review in which everybody stands once: whoever would be stored twice is left open.

    A player chosen for several lines, and a new person with the FIDE number of somebody else.
    """
    chosen = Counter(line.chosen.pk for line in review.lines if line.chosen)
    fide_ids = Counter(line.parsed.fide_id for line in review.new if line.parsed.fide_id)
    known = {p.fide_id for line in review.lines for p, _reason in line.candidates if p.fide_id}

    def twice(line: ReviewLine) -> bool:
        if line.chosen:
            return chosen[line.chosen.pk] > 1
        number = line.parsed.fide_id
        return line.is_new and number is not None and (fide_ids[number] > 1 or number in known)

    return replace(
        review,
        lines=tuple(
            replace(line, decision="", chosen=None) if twice(line) else line
            for line in review.lines
        ),
    )
