"""A corrected file for an admitted event: proposed, shown with its consequences, admitted."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import User
from federation.persons import persons_of
from federation.written import written
from qualifications.models import LedgerEntry
from qualifications.models.ledger import LedgerKind
from qualifications.services.assessment import event_reassess
from qualifications.services.consequences import Consequences, consequences_of
from qualifications.services.deadlines import deadlines_refresh
from qualifications.services.moved_entries import counted_in_a_list
from qualifications.services.rejudging import judging_lock, later_events_rejudge, players_lock
from tournaments.confirmations import confirmations_send
from tournaments.corrected_file import admitted_decisions, as_reviewed, corrected_review, read_with
from tournaments.models import Event, EventReplacement, EventStatus, ReplacementStatus, Upload
from tournaments.replacing import results_replace
from tournaments.review import review_event
from tournaments.services import refuse_used

OPEN = (ReplacementStatus.DRAFT, ReplacementStatus.SUBMITTED)


def replacement_open(event: Event) -> EventReplacement | None:
    """The corrected file that is being prepared or waits for admission."""
    return (
        event.replacements.filter(status__in=OPEN)
        .select_related("upload", "proposed_by", "submitted_by")
        .first()
    )


def why_not_replaced(event: Event) -> str:
    """Why a corrected file cannot be taken, and the way to go; empty where it can."""
    if event.status != EventStatus.ADMITTED:
        return _("The tournament is not admitted. Upload the corrected file in its review.")
    if counted_in_a_list(event):
        return _(
            "A published rating list has counted this tournament, so its file is not replaced. "
            "The national commission corrects the list by a late correction: it changes single "
            "results, computes the lists again and is signed by another person."
        )
    return ""


@transaction.atomic
def replacement_propose(
    event: Event, upload: Upload, *, reason: str, user: User, at: datetime
) -> EventReplacement:
    """Take a corrected file for an admitted event, or another one in the place of such a file.

    People stay who they are under the same starting number and name. Raises Refused without a
    reason, for a file that belongs to another event or is the event's own, while one waits for
    admission, and as `why_not_replaced` says.
    """
    event = Event.objects.select_for_update().get(pk=event.pk)
    why = why_not_replaced(event)
    if why:
        raise Refused(why)
    if not reason.strip():
        raise Refused(_("Say why the file is corrected."))
    refuse_used(upload, event)
    if event.upload_id == upload.pk:
        raise Refused(_("This is the very file that the tournament has."))
    found = replacement_open(event)
    if found is not None and found.status == ReplacementStatus.SUBMITTED:
        raise Refused(_("A corrected file waits for admission already. It has to return first."))
    if found is not None:
        if found.upload_id != upload.pk:
            found.review = corrected_review(event, found.upload, found.review, upload)
            found.upload = upload
        found.reason = written(reason, most=500)
        found.save(update_fields=["upload", "review", "reason"])
        return found
    read_by = {k: event.review[k] for k in ("encoding", "columns", "answers") if k in event.review}
    parsed = read_with(upload, {}, event.commission_id).event
    review: dict[str, Any] = admitted_decisions(event, parsed)
    if event.upload_id:
        review["before"] = {"upload": event.upload_id, **read_by}
    review["answers"] = {
        code: said for code, said in event.review.get("answers", {}).items() if "date" not in code
    }
    return EventReplacement.objects.create(
        event=event,
        upload=upload,
        review=review,
        reason=written(reason, most=500),
        proposed_by=user,
        proposed_at=at,
    )


@transaction.atomic
def replacement_decide(replacement: EventReplacement, decisions: Mapping[str, Any]) -> None:
    """Keep the clerk's decisions about the corrected file."""
    found = _locked(replacement, ReplacementStatus.DRAFT)
    found.review = dict(decisions)
    found.save(update_fields=["review"])


@transaction.atomic
def replacement_submit(
    replacement: EventReplacement, *, user: User, at: datetime, today: date
) -> None:
    """Send the corrected file for admission. Raises Refused with the first obstacle."""
    found = _locked(replacement, ReplacementStatus.DRAFT)
    why = why_not_replaced(found.event)
    if why:
        raise Refused(why)
    review = review_event(as_reviewed(found), today=today)
    if review.obstacles or review.parsed is None:
        raise Refused(review.obstacles[0])
    found.status = ReplacementStatus.SUBMITTED
    found.submitted_by, found.submitted_at, found.returned_note = user, at, ""
    found.save()


@transaction.atomic
def replacement_return(replacement: EventReplacement, *, note: str) -> None:
    """Send a corrected file back to the clerk with the reason."""
    found = _locked(replacement, ReplacementStatus.SUBMITTED)
    found.status, found.returned_note = ReplacementStatus.DRAFT, note[:500]
    found.save(update_fields=["status", "returned_note"])


@transaction.atomic
def replacement_discard(replacement: EventReplacement, *, user: User, at: datetime) -> None:
    """Give a corrected file up; the event stays as it is."""
    found = _locked(replacement, ReplacementStatus.DRAFT)
    found.status, found.decided_by, found.decided_at = ReplacementStatus.DISCARDED, user, at
    found.save(update_fields=["status", "decided_by", "decided_at"])


@transaction.atomic
def replacement_admit(
    replacement: EventReplacement, *, user: User, at: datetime, today: date
) -> Event:
    """Put the corrected results in the place of the event's, and judge again what follows.

    The earlier results stay as an event of their own (see `tournaments.replacing`). Raises Refused
    for whoever prepared or sent the file, and when a list has counted the event meanwhile.
    """
    judging_lock()
    found = _locked(replacement, ReplacementStatus.SUBMITTED)
    if user.pk in (found.proposed_by_id, found.submitted_by_id):
        raise Refused(
            _("The person who prepared or sent a corrected file cannot admit it. Ask another one.")
        )
    event, players = _put_in_place(found, user, at, today)
    found.status = ReplacementStatus.ADMITTED
    found.decided_by, found.decided_at = user, at
    found.save()
    deadlines_refresh(players, on=today)
    return event


def _put_in_place(
    found: EventReplacement, user: User, at: datetime, today: date
) -> tuple[Event, set[int]]:
    """The corrected results in the event, judged again; the event and everybody concerned."""
    event = Event.objects.select_for_update().get(pk=found.event_id)
    why = why_not_replaced(event)
    if why:
        raise Refused(why)
    review = review_event(as_reviewed(found), today=today)
    if review.obstacles or review.parsed is None:
        raise Refused(review.obstacles[0])
    chosen = {line.chosen.pk for line in review.recognised if line.chosen}
    players_lock(chosen | set(event.entries.values_list("player_id", flat=True)))
    players = results_replace(event, found, review, review.parsed, user=user, at=at, today=today)
    confirmations_send(event, review.kinds)
    event_reassess(event, user=user, at=at)
    everybody = set(persons_of(players).expand(players))
    later_events_rejudge(everybody, since=event.starts_on, user=user, at=at, because_event=event)
    return event, everybody


def replacement_consequences(
    replacement: EventReplacement, *, user: User, at: datetime, today: date
) -> Consequences:
    """What admitting would do; the database is as before. Raises Refused as that does.

    Whoever looks need not be the one who may admit.
    """
    found = consequences_of(
        lambda: _put_in_place(EventReplacement.objects.get(pk=replacement.pk), user, at, today)
    )
    awarded = LedgerEntry.objects.filter(
        player__in={line.player_id for line in found.gone},
        event=replacement.event_id,
        kind=LedgerKind.AWARDED,
        voided_by=None,
    ).select_related("player")
    return replace(found, awarded=tuple(awarded))


def _locked(replacement: EventReplacement, status: str) -> EventReplacement:
    found = (
        EventReplacement.objects.select_for_update(of=("self",))
        .select_related("event", "upload")
        .get(pk=replacement.pk)
    )
    if found.status != status:
        raise Refused(
            _("Meanwhile the state of the corrected file is “%(status)s”. Open the page again.")
            % {"status": found.get_status_display()}
        )
    return found
