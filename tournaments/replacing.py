"""The results of an admitted event replaced by those of a corrected file; the earlier ones kept.

What stood before becomes an event of its own with the status `replaced`: the earlier file, a copy
of every entry, the earlier teams and games. The entries of people who stay keep their rows, on
which the judgements, moves and lines of the ledger rest.
"""

from collections.abc import Mapping
from datetime import date, datetime

from django.db.models import F

from federation.models import Player, User
from tournaments.formats.mapping import to_json
from tournaments.formats.parsed import ParsedEvent
from tournaments.models import Entry, Event, EventReplacement, EventStatus, Game, Team
from tournaments.review import Review
from tournaments.rows import entries_of, games_of, teams_of
from tournaments.services import people_of_review

_OUT_OF_THE_WAY = 20_000
"""Added to starting numbers while they change places; a file has none above 9999."""
_NOT_COPIED = frozenset({"id", "event"})
_OF_THE_FILE = tuple(
    field.name
    for field in Entry._meta.concrete_fields
    if field.name not in ("id", "event", "player", "newcomer")
)


def results_replace(
    event: Event,
    replacement: EventReplacement,
    review: Review,
    parsed: ParsedEvent,
    *,
    user: User,
    at: datetime,
    today: date,
) -> set[int]:
    """Put the results of a reviewed file in the place of the event's; players of both.

    Runs inside the caller's transaction, with the event locked. `replacement.earlier` is set, not
    saved.
    """
    rows = event.entries.select_related("player").order_by("pk")
    before = list(rows.select_for_update(of=("self",)))
    players = {entry.player_id for entry in before}
    created = people_of_review(event, review, user=user, at=at, today=today)
    earlier = _earlier(event)
    event.upload = replacement.upload
    event.review = {k: v for k, v in replacement.review.items() if k != "before"}
    if review.result.columns is not None:
        event.review["columns"] = to_json(review.result.columns)
    event.rounds = parsed.rounds
    if review.new:
        event.newcomers = review.newcomers
    event.save(update_fields=["upload", "review", "rounds", "newcomers"])
    entries = _entries(event, earlier, before, review, parsed, created)
    Game.objects.bulk_create(games_of(event, parsed, entries))
    replacement.earlier = earlier
    return players | {entry.player_id for entry in entries.values()}


def _earlier(event: Event) -> Event:
    """The event as it stood, with its file, as a row of its own."""
    earlier = Event.objects.get(pk=event.pk)
    Event.objects.filter(pk=event.pk).update(upload=None)
    earlier.pk = None
    earlier._state.adding = True
    earlier.status = EventStatus.REPLACED
    earlier.save(force_insert=True)
    return earlier


def _entries(
    event: Event,
    earlier: Event,
    before: list[Entry],
    review: Review,
    parsed: ParsedEvent,
    created: Mapping[int, Player],
) -> dict[int, Entry]:
    """Entries of the corrected file by starting number; rows of people who stay are kept."""
    rows = {entry.player.merged_into_id or entry.player_id: entry for entry in before}
    event.teams.update(event=earlier)
    teams = Team.objects.bulk_create(teams_of(event, parsed))
    wanted = entries_of(event, review, parsed, created, teams)
    staying = {rows[entry.player_id].pk for entry in wanted if entry.player_id in rows}
    copies = {
        entry.pk: Entry(
            event=earlier,
            **{
                field.attname: getattr(entry, field.attname)
                for field in Entry._meta.concrete_fields
                if field.name not in _NOT_COPIED
            },
        )
        for entry in before
        if entry.pk in staying
    }
    Entry.objects.bulk_create(copies.values())
    gone = [entry for entry in before if entry.pk not in staying]
    Entry.objects.filter(pk__in=[entry.pk for entry in gone]).update(event=earlier)
    games = list(Game.objects.filter(event=event))
    for game in games:
        game.event = earlier
        game.white_id = copies[game.white_id].pk if game.white_id in copies else game.white_id
        if game.black_id in copies:
            game.black_id = copies[game.black_id].pk
    Game.objects.bulk_update(games, ["event", "white", "black"])
    Entry.objects.filter(event=event).update(number=F("number") + _OUT_OF_THE_WAY)
    found = {}
    for entry in wanted:
        row = rows.get(entry.player_id)
        if row is not None:
            entry.pk, entry.newcomer = row.pk, row.newcomer
        found[entry.number] = entry
    kept = [entry for entry in wanted if entry.pk]
    Entry.objects.bulk_update(kept, _OF_THE_FILE)
    Entry.objects.bulk_create(entry for entry in wanted if not entry.pk)
    return found
