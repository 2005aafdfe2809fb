"""The expected FIDE change of an event, from the ratings in its file."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from qualifications.engine.facts import TimeControl
from qualifications.engine.fide_ratings import (
    EventChanges,
    Open,
    PlayerFacts,
    RatedEntry,
    RatedEvent,
    RatingKind,
    event_changes,
    kind_of_event,
)
from qualifications.facts import games_between, rounds_by_number
from qualifications.fide_of_the_day import OfTheDay, fide_of_the_day
from qualifications.imported_ratings import highest_ratings
from qualifications.law import LawBook
from qualifications.models import RatingScheme
from tournaments.models import Entry, Event, EventSystem

SCHEME = "fide_ratings"


@dataclass(frozen=True, slots=True)
class FideChange:
    """What the event's page shows."""

    entries: Mapping[int, Entry]
    """By starting number."""
    lists: Mapping[int, date]
    """By starting number: FIDE's list from which the rating is taken; the rest is of the file."""
    changes: EventChanges | None
    """None where no edition holds numbers for the days of the event."""


def expected_fide_change(event: Event) -> FideChange:
    """What FIDE may be expected to make of an event. At most six queries, however many players.

    Ratings and K are those of FIDE's list of the first day for whoever stands in it, where it has
    been loaded. Else the rating is that of the event's file, K is worked out, and what is not known
    is assumed and named.
    """
    entries = list(event.entries.select_related("player").order_by("number"))
    by_number = {entry.number: entry for entry in entries}
    law = LawBook.read().law_for_event(SCHEME, event)
    if law is None:
        return FideChange(by_number, {}, None)
    control = TimeControl(
        minutes=event.minutes,
        increment_seconds=event.increment_seconds,
        first_period_moves=event.first_period_moves,
        second_period_minutes=event.second_period_minutes,
    )
    kind = kind_of_event(control, event.starts_on, law)
    listed, highest = _imported(event, entries, kind)
    rounds = rounds_by_number(games_between(event, entries))
    facts = RatedEvent(
        starts_on=event.starts_on,
        ends_on=event.ends_on,
        control=control,
        round_robin=event.system == EventSystem.ROUND_ROBIN,
        entries=tuple(
            RatedEntry(
                number=entry.number,
                rating=_rating(entry, listed.get(entry.player_id)),
                games=tuple(rounds[entry.number]),
                facts=_facts(entry, listed.get(entry.player_id), highest.get(entry.player_id)),
            )
            for entry in entries
        ),
    )
    lists = {e.number: listed[e.player_id].list_on for e in entries if e.player_id in listed}
    return FideChange(by_number, lists, event_changes(facts, law))


def _rating(entry: Entry, listed: OfTheDay | None) -> int | None:
    return (listed.rating if listed else entry.file_rating) or None


def has_fide_ratings(entries: Iterable[Entry]) -> bool:
    """Whether the file of an event names ratings."""
    return any(entry.file_rating for entry in entries)


def _imported(
    event: Event, entries: Iterable[Entry], kind: RatingKind | Open
) -> tuple[Mapping[int, OfTheDay], Mapping[int, int]]:
    """By player, the line of FIDE's list of the first day, and the highest imported rating."""
    if isinstance(kind, Open):
        return {}, {}
    ids = [entry.player_id for entry in entries]
    of = {"scheme": RatingScheme.FIDE.value, "kind": kind.value}
    return (
        fide_of_the_day(ids, kind=kind.value, on=event.starts_on),
        highest_ratings(ids, on=event.starts_on, **of),
    )


def _facts(entry: Entry, listed: OfTheDay | None, highest: int | None) -> PlayerFacts:
    """What K asks of a player.

    The highest imported rating proves that a level was reached, never that it was not: below every
    level it stays unknown.
    """
    player = entry.player
    return PlayerFacts(
        rating=_rating(entry, listed) or 0,
        reached=highest,
        birth_date=player.birth_date,
        birth_year=player.birth_year,
        listed=listed.factor if listed else None,
    )
