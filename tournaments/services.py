"""Writes about events and files. Each function is one transaction and one thing that happened."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Model, ProtectedError
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Commission, Player, Spelling, User
from federation.naming import name_key, transliterate
from federation.services import players_create, spellings_forget, spellings_remember
from federation.suspects import suspects_note
from tournaments.confirmations import confirmations_send
from tournaments.corrected_file import corrected_review
from tournaments.formats.mapping import to_json
from tournaments.formats.parsed import ParsedEvent
from tournaments.models import (
    DeclaredNorm,
    Entry,
    Event,
    EventArbiter,
    EventReplacement,
    EventStatus,
    Game,
    ReplacementStatus,
    Team,
    Upload,
)
from tournaments.review import Review, identity_of, review_event
from tournaments.rows import entries_of, games_of, new_players, teams_of


def players_register(players: Iterable[Player], *, source: str, at: datetime) -> list[Player]:
    """Create players; `source` says where their names come from."""
    players = list(players)
    for player in players:
        if not player.latin_name:
            player.latin_name = transliterate(player.name)
    created = players_create(players, at=at)
    spellings_remember(
        Spelling(player=player, text=player.name, key=name_key(player.name), source=source)
        for player in created
    )
    return created


def upload_store(
    *, content: bytes, filename: str, commission: Commission, user: User, at: datetime
) -> tuple[Upload, bool]:
    """Keep the bytes of a file. The same bytes a second time give the first upload back.

    Returns the upload and whether it is new. Safe against two people at once: the digest is unique.
    """
    sha256 = hashlib.sha256(content).hexdigest()
    return Upload.objects.get_or_create(
        sha256=sha256,
        defaults={
            "filename": filename[:200],
            "size": len(content),
            "content": content,
            "uploaded_by": user,
            "commission": commission,
            "uploaded_at": at,
        },
    )


@transaction.atomic
def event_register(
    *,
    fields: Mapping[str, Any],
    arbiters: Iterable[EventArbiter],
    norms: Iterable[DeclaredNorm],
    commission: Commission,
    user: User,
    at: datetime,
) -> Event:
    """Register a tournament. Nothing of its results is stored yet."""
    event = Event(commission=commission, registered_by=user, registered_at=at, **fields)
    event.full_clean()
    event.save()
    _replace_papers(event, arbiters, norms)
    return event


@transaction.atomic
def event_change(
    event: Event,
    *,
    fields: Mapping[str, Any],
    arbiters: Iterable[EventArbiter],
    norms: Iterable[DeclaredNorm],
) -> Event:
    """Correct the form of a tournament that is being prepared.

    What a commission has declared in the registry stays as it declared it.
    """
    event = _locked(event, EventStatus.DRAFT)
    for name, value in fields.items():
        setattr(event, name, value)
    event.full_clean()
    event.save()
    stated = event.declared_norms.filter(declared_by=None)
    arbiters = _other_than(event.arbiters.all(), arbiters, ("name", "category", "chief"))
    norms = _other_than(stated, norms, ("norm", "commission_id", "declared_on", "document"))
    _replace_papers(event, arbiters, norms)
    return event


def _other_than(stored: Iterable[Model], wanted: Iterable[Any], fields: Sequence[str]) -> list[Any]:
    """Those wanted that are not stored yet. What is stored and no longer wanted is deleted, one by
    one: the journal says only what changed.
    """
    left, new = list(stored), []
    for row in wanted:
        same = [one for one in left if all(getattr(one, f) == getattr(row, f) for f in fields)]
        if same:
            left.remove(same[0])
        else:
            new.append(row)
    for one in left:
        one.delete()
    return new


def _replace_papers(
    event: Event, arbiters: Iterable[EventArbiter], norms: Iterable[DeclaredNorm]
) -> None:
    declared = set(event.declared_norms.values_list("norm", flat=True))
    rows: list[EventArbiter | DeclaredNorm] = [
        *arbiters,
        *(norm for norm in norms if norm.norm not in declared),
    ]
    for row in rows:
        row.event = event
        row.full_clean()
        row.save()


@transaction.atomic
def event_attach_upload(event: Event, upload: Upload) -> Event:
    """Set the file of a tournament that is being prepared; in place of another one it corrects it.

    Decisions about people are kept where starting number and name are the same, and so are the
    answers; the warnings are looked at anew. Raises Refused when the file already belongs to
    another tournament.
    """
    event = _locked(event, EventStatus.DRAFT)
    refuse_used(upload, event)
    if event.upload_id != upload.pk:
        before = event.upload
        event.upload = upload
        if before is not None:
            event.review = corrected_review(event, before, event.review, upload)
        event.save(update_fields=["upload", "review"])
    return event


def refuse_used(upload: Upload, event: Event) -> None:
    """Raise Refused where a file belongs to another tournament than `event`."""
    other = Event.objects.filter(upload=upload).exclude(pk=event.pk).first()
    if other is None:
        others = EventReplacement.objects.filter(upload=upload).exclude(event=event)
        taken = others.exclude(status=ReplacementStatus.DISCARDED).first()
        other = taken.event if taken else None
    if other is not None:
        raise Refused(
            _("This very file already belongs to the tournament “%(event)s” (number %(number)d).")
            % {"event": other.name, "number": other.pk}
        )


@transaction.atomic
def event_decide(
    event: Event,
    decisions: Mapping[str, Any],
    *,
    papers: Mapping[str, Any] | None = None,
    chief: EventArbiter | None = None,
) -> Event:
    """Keep the clerk's decisions about the file, so that tomorrow finds them as they were left.

    `papers`: fields of the tournament that an answer to the file's questions changes; `chief`: the
    chief arbiter, where that was asked.
    """
    event = _locked(event, EventStatus.DRAFT)
    event.review = dict(decisions)
    for name, value in (papers or {}).items():
        setattr(event, name, value)
    if papers:
        event.full_clean()
    event.save(update_fields=["review", *(papers or {})])
    if chief is not None:
        for former in event.arbiters.filter(chief=True):
            former.delete()
        _replace_papers(event, [chief], [])
    return event


@transaction.atomic
def event_submit(event: Event, *, user: User, at: datetime, today: date) -> Event:
    """Store what the file says and send the tournament for admission.

    Raises Refused with the first obstacle while anything is undecided. Players are created here and
    nowhere earlier.
    """
    event = _locked(event, EventStatus.DRAFT)
    if event.upload_id is None:
        raise Refused(_("Upload the tournament's file first."))
    review = review_event(event, today=today)
    if review.obstacles or review.parsed is None:
        raise Refused(review.obstacles[0])
    return event_store(event, review, user=user, at=at, today=today)


@transaction.atomic
def event_store(event: Event, review: Review, *, user: User, at: datetime, today: date) -> Event:
    """Store what a review says and mark the tournament as sent, whatever still stands in its way.

    People send through `event_submit`. A dry run comes here with a review as it stands: lines that
    are not decided are left out with their games. Raises ValueError for a file that was not read.
    """
    if review.parsed is None:
        raise ValueError("nothing to store: the file could not be read")
    entries = _store_entries(event, review, review.parsed, user, at, today)
    Game.objects.bulk_create(games_of(event, review.parsed, entries))
    if review.result.columns is not None:  # what is remembered later changes this no more
        event.review = {**event.review, "columns": to_json(review.result.columns)}
    event.rounds = review.parsed.rounds
    event.newcomers = review.newcomers if review.new else ""
    event.status = EventStatus.SUBMITTED
    event.submitted_by = user
    event.submitted_at = at
    event.returned_note = ""
    event.save()
    confirmations_send(event, review.kinds)
    return event


def _store_entries(
    event: Event, review: Review, parsed: ParsedEvent, user: User, at: datetime, today: date
) -> dict[int, Entry]:
    created = people_of_review(event, review, user=user, at=at, today=today)
    teams = Team.objects.bulk_create(teams_of(event, parsed))
    entries = Entry.objects.bulk_create(entries_of(event, review, parsed, created, teams))
    return {entry.number: entry for entry in entries}


def people_of_review(
    event: Event, review: Review, *, user: User, at: datetime, today: date
) -> dict[int, Player]:
    """Register the new people of a reviewed file, by starting number; remember how all are spelled.

    Runs inside the caller's transaction. Raises Refused when one of the chosen is gone, or somebody
    else has just registered one of the new ones.
    """
    _lock_chosen(review)
    new = new_players(event, review)
    try:
        with transaction.atomic():
            registered = players_register(new.values(), source=review.filename[:200], at=at)
    except IntegrityError as error:
        raise Refused(
            _(
                "Meanwhile somebody registered a player with the same FIDE number. "
                "Open the review again."
            )
        ) from error
    created = dict(zip(new, registered, strict=True))
    suspects_note(((created[line.parsed.number], line.match) for line in review.new), today=today)
    spellings_remember(_accepted(event, review, created, user, at))
    return created


def _accepted(
    event: Event, review: Review, created: Mapping[int, Player], user: User, at: datetime
) -> list[Spelling]:
    """How the file spells everybody, as the clerk has accepted it: next time nobody is asked."""
    return [
        Spelling(
            player=line.chosen or created[line.parsed.number],
            text=line.parsed.name[:160],
            key=name_key(line.parsed.name)[:170],
            born=identity.birth.text if identity.birth else "",
            fide_id=identity.fide_id,
            federation=identity.federation[:3],
            national_id=next(iter(identity.national_ids), ""),
            source=review.filename[:200],
            event_number=event.pk,
            commission=event.commission,
            accepted_by=user,
            accepted_at=at,
        )
        for line in review.lines
        if (identity := identity_of(line.parsed)) and not line.undecided
    ]


def _lock_chosen(review: Review) -> None:
    """Keep the chosen players: the return of another tournament may be removing its newcomers.

    Raises Refused when one of them is gone, or was joined with somebody else.
    """
    chosen = {line.chosen.pk for line in review.recognised if line.chosen}
    rows = Player.objects.filter(pk__in=chosen, merged_into=None).order_by("pk")
    if len(rows.select_for_update(no_key=True).values_list("pk")) < len(chosen):
        raise Refused(
            _(
                "Meanwhile some of these players were joined with others, or the tournament that "
                "brought them was returned. Open the review again."
            )
        )


@transaction.atomic
def event_return(event: Event, *, note: str) -> Event:
    """Send a tournament back to the clerk with the reason; what it had stored goes.

    Players whom this event created and nothing else knows go as well.
    """
    event = _locked(event, EventStatus.SUBMITTED)
    _take_back(event)
    event.status = EventStatus.DRAFT
    event.returned_note = note[:500]
    event.save(update_fields=["status", "returned_note"])
    return event


@transaction.atomic
def event_recall(event: Event, upload: Upload) -> Event:
    """Take a sent tournament back to put a corrected file in the place of its file.

    As with a returned one, what it had stored goes, and decisions are kept. Raises Refused for a
    tournament that is no longer waiting, and as `event_attach_upload`.
    """
    event = _locked(event, EventStatus.SUBMITTED)
    refuse_used(upload, event)
    _take_back(event)
    event.status = EventStatus.DRAFT
    event.save(update_fields=["status"])
    return event_attach_upload(event, upload)


def _take_back(event: Event) -> None:
    """Remove what a sent tournament had stored, and the players that only it knew."""
    newcomers = list(event.entries.filter(newcomer=True).values_list("player_id", flat=True))
    # First, all at once and in one order, as whoever sends another tournament with them locks them.
    # A statement of its own: what somebody else enters meanwhile is seen only after the wait.
    list(
        Player.objects.filter(pk__in=event.entries.values("player"))
        .order_by("pk")
        .select_for_update()
        .values("pk")
    )
    event.games.all().delete()
    event.entries.all().delete()
    event.teams.all().delete()
    spellings_forget(event.pk)
    for player in Player.objects.filter(pk__in=newcomers, entries=None):
        with suppress(ProtectedError), transaction.atomic():
            player.delete()


@transaction.atomic
def event_withdraw(event: Event) -> None:
    """Take back a tournament that is being prepared: registered by mistake, or twice.

    It has stored nothing in the registry yet. Its file is kept and can serve another tournament.
    """
    _locked(event, EventStatus.DRAFT).delete()


@transaction.atomic
def event_admit(event: Event, *, user: User, at: datetime) -> Event:
    """Admit a tournament. The database itself refuses the person who registered or sent it.

    Only the status changes here; judging is the caller's next step in the same transaction.
    """
    event = _locked(event, EventStatus.SUBMITTED)
    if user.pk in (event.registered_by_id, event.submitted_by_id):
        raise Refused(
            _("The person who registered or sent a tournament cannot admit it. Ask another member.")
        )
    event.status = EventStatus.ADMITTED
    event.admitted_by = user
    event.admitted_at = at
    event.save(update_fields=["status", "admitted_by", "admitted_at"])
    return event


def _locked(event: Event, status: str) -> Event:
    """The event's row, locked; Refused when somebody has moved it on in the meantime."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    if event.status != status:
        raise Refused(
            _("Meanwhile the state of the tournament is “%(status)s”. Open the page again.")
            % {"status": event.get_status_display()}
        )
    return event
