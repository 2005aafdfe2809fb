"""The wrong person behind a result: moved to the right one, with the consequences shown first."""

from dataclasses import replace
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Player, User
from federation.naming import name_key
from federation.persons import persons_of
from federation.services import spellings_give
from qualifications.grades import SCHEME
from qualifications.models import LedgerEntry, RunEvent
from qualifications.models.ledger import LedgerKind
from qualifications.services.assessment import event_reassess
from qualifications.services.consequences import Consequences, consequences_of
from qualifications.services.deadlines import deadlines_refresh
from qualifications.services.rejudging import later_events_rejudge, players_lock
from tournaments.models import Entry, EntryMove, Event, EventStatus


def entry_move_consequences(
    entry: Entry, to: Player, *, user: User, at: datetime, today: date
) -> Consequences:
    """What `entry_move` would do; the database is as before. Raises Refused as that does."""
    awarded = LedgerEntry.objects.filter(
        player=entry.player_id, event=entry.event_id, kind=LedgerKind.AWARDED, voided_by=None
    ).select_related("player")
    found = consequences_of(
        lambda: entry_move(entry, to, reason="–", user=user, at=at, today=today)
    )
    return replace(found, awarded=tuple(awarded))


@transaction.atomic
def entry_move(
    entry: Entry, to: Player, *, reason: str, user: User, at: datetime, today: date
) -> EntryMove:
    """Move a result of an admitted event from the wrong person to the right one.

    The event, and later ones of both, are judged again: lines of the ledger that no longer hold are
    voided, new ones added. The spelling of the file is remembered for the right person. Raises
    Refused without a reason, for a person who plays in the event already, and for an event counted
    in a published list, which takes a late correction.
    """
    if not reason.strip():
        raise Refused(_("Say how you know who played."))
    event = Event.objects.select_for_update().get(pk=entry.event_id)
    entry = Entry.objects.select_for_update().get(pk=entry.pk)
    to = Player.objects.select_related("merged_into").get(pk=to.pk)
    to = to.merged_into or to
    players_lock([entry.player_id, to.pk])
    _refuse(event, entry, to)
    wrong = entry.player
    move = EntryMove.objects.create(
        entry=entry,
        from_player=wrong,
        to_player=to,
        reason=reason.strip()[:300],
        moved_by=user,
        moved_at=at,
    )
    Entry.objects.filter(pk=entry.pk).update(player=to, newcomer=False)
    spellings_give(event.pk, name_key(entry.file_name)[:170], wrong, to)
    event_reassess(event, user=user, at=at)
    players = persons_of([wrong.pk, to.pk]).expand([wrong.pk, to.pk])
    later_events_rejudge(players, since=event.starts_on, user=user, at=at, because_event=event)
    deadlines_refresh(players, on=today)
    return move


def _refuse(event: Event, entry: Entry, to: Player) -> None:
    if event.status != EventStatus.ADMITTED:
        raise Refused(_("The tournament is not admitted: choose the right person in its review."))
    persons = persons_of([entry.player_id, to.pk])
    if to.pk in persons.same_as(entry.player_id):
        raise Refused(_("This is the same person. Choose another one."))
    if event.entries.filter(player__in=persons.same_as(to.pk)).exists():
        raise Refused(_("%(player)s plays in this tournament already.") % {"player": to})
    if counted_in_a_list(event):
        raise Refused(
            _("A published list has counted this tournament: a late correction is needed.")
        )


def counted_in_a_list(event: Event) -> bool:
    """Whether a published list of the home scheme has counted an event."""
    return RunEvent.objects.filter(event=event, run__publication__scheme=SCHEME).exists()
