"""The wrong person behind a result: moved to the right one, with the consequences shown first."""

from dataclasses import replace
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Player, User
from federation.naming import name_key
from federation.persons import persons_of
from federation.services import spellings_forget, spellings_give
from federation.written import written
from qualifications.grades import SCHEME
from qualifications.models import LedgerEntry, RunEvent
from qualifications.models.ledger import LedgerKind
from qualifications.services.assessment import event_reassess
from qualifications.services.consequences import Consequences, consequences_of
from qualifications.services.deadlines import deadlines_refresh
from qualifications.services.rejudging import judging_lock, later_events_rejudge, players_lock
from tournaments.correcting import entries_exchange, entry_give, entry_to_exchange
from tournaments.models import Entry, EntryMove, Event, EventStatus


def entry_move_consequences(
    entry: Entry, to: Player, *, exchange: bool = False, user: User, at: datetime, today: date
) -> Consequences:
    """What `entry_move` would do; the database is as before. Raises Refused as that does."""
    people = [entry.player_id, *([to.pk] if exchange else [])]
    awarded = LedgerEntry.objects.filter(
        player__in=people, event=entry.event_id, kind=LedgerKind.AWARDED, voided_by=None
    ).select_related("player")
    found = consequences_of(
        lambda: entry_move(entry, to, exchange=exchange, reason="–", user=user, at=at, today=today)
    )
    return replace(found, awarded=tuple(awarded))


@transaction.atomic
def entry_move(
    entry: Entry,
    to: Player,
    *,
    exchange: bool = False,
    reason: str,
    user: User,
    at: datetime,
    today: date,
) -> EntryMove:
    """Move a result of an admitted event from the wrong person to the right one.

    With `exchange` the right one plays in the event too, and the two change places. The event, and
    later ones of both, are judged again: lines of the ledger that no longer hold are voided, new
    ones added. The spelling of the file is remembered for the right person. Raises Refused without
    a reason, as `entry_to_exchange`, and for an event counted in a published list, which takes a
    late correction.
    """
    if not reason.strip():
        raise Refused(_("Say how you know who played."))
    judging_lock()
    event = Event.objects.select_for_update().get(pk=entry.event_id)
    entry = Entry.objects.select_for_update(of=("self",)).select_related("player").get(pk=entry.pk)
    to = Player.objects.select_related("merged_into").get(pk=to.pk)
    to = to.merged_into or to
    players_lock([entry.player_id, to.pk])
    _refuse(event, entry, to)
    wrong, other = entry.player, entry_to_exchange(entry, to, exchange=exchange)
    if other is None:
        entry_give(entry, to)
    else:
        entries_exchange(entry, other)
    move = move_remember(entry, wrong, other, reason=reason, user=user, at=at)
    event_reassess(event, user=user, at=at)
    players = persons_of([wrong.pk, to.pk]).expand([wrong.pk, to.pk])
    later_events_rejudge(players, since=event.starts_on, user=user, at=at, because_event=event)
    deadlines_refresh(players, on=today)
    return move


def move_remember(
    entry: Entry, wrong: Player, other: Entry | None, *, reason: str, user: User, at: datetime
) -> EntryMove:
    """Keep that another person than `wrong` stands behind an entry, and how the file spells that.

    `other` is the entry that `wrong` got in exchange. Two who are spelled alike are asked about
    again.
    """
    entry.refresh_from_db(fields=["player"])
    right = entry.player
    moved = [(entry, wrong, right)]
    if other is not None:
        moved.append((other, right, wrong))
    keys = [name_key(one.file_name)[:170] for one, _from, _to in moved]
    rows = [
        EntryMove(
            entry=one,
            from_player=given,
            to_player=taken,
            reason=written(reason, most=300),
            moved_by=user,
            moved_at=at,
        )
        for one, given, taken in moved
    ]
    EntryMove.objects.bulk_create(rows)
    if len(set(keys)) < len(keys):
        spellings_forget(entry.event_id, of=[wrong, right])
        return rows[0]
    for (_entry, given, taken), key in zip(moved, keys, strict=True):
        spellings_give(entry.event_id, key, given, taken)
    return rows[0]


def _refuse(event: Event, entry: Entry, to: Player) -> None:
    if event.status != EventStatus.ADMITTED:
        raise Refused(_("The tournament is not admitted: choose the right person in its review."))
    if to.pk in persons_of([entry.player_id, to.pk]).same_as(entry.player_id):
        raise Refused(_("This is the same person. Choose another one."))
    if counted_in_a_list(event):
        raise Refused(
            _("A published list has counted this tournament: a late correction is needed.")
        )


def counted_in_a_list(event: Event) -> bool:
    """Whether a published list of the home scheme has counted an event."""
    return RunEvent.objects.filter(event=event, run__publication__scheme=SCHEME).exists()
