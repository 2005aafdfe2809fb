"""An event in progress: its file so far as facts, and the norms that are still possible."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from datetime import date

from qualifications.engine.facts import EventFacts
from qualifications.engine.outlook import MOST_ROUNDS_LEFT, Prospect, outlook, rounds_left
from qualifications.factfiles.event import facts_for
from qualifications.facts import gather_entries
from qualifications.grades import SCHEME, schemes_kept
from qualifications.law import LawBook
from tournaments.formats.parsed import ParsedEvent, RoundKind
from tournaments.models import Event
from tournaments.review import review_event
from tournaments.rows import entries_of, games_of, new_players

MOST_TRIED = 3000
"""Participants times the results that are tried for each; a page does no more than that."""


@dataclass(frozen=True, slots=True)
class EventInProgress:
    event: Event
    facts: EventFacts
    names: Mapping[int, str]
    pairings: Mapping[int, int | None]
    """Of the next round, by starting number; empty where the file does not pair it."""
    undecided: int
    """Lines of the file whose player nobody has decided; they are left out with their games."""
    unfinished_round: int | None
    """A round some games of which have no result: none of its results is used."""
    fide_said: bool

    @property
    def left(self) -> int:
        """Rounds to come."""
        return rounds_left(self.facts)

    @property
    def too_much(self) -> bool:
        """Whether a page cannot try all results."""
        tried = len(self.facts.participants) * 3**self.left
        return self.left > MOST_ROUNDS_LEFT or tried > MOST_TRIED


def event_in_progress(
    event: Event, *, today: date, rounds: int | None = None
) -> EventInProgress | None:
    """The facts of a draft with a file; None where the file cannot be read. Stores nothing.

    `rounds` is how many the event has in all; without it what the file or the papers say.
    """
    review = review_event(event, today=today)
    parsed = review.parsed
    if parsed is None:
        return None
    all_rounds = rounds or max(parsed.declared_rounds or 0, parsed.rounds, event.rounds)
    draft = copy(event)
    draft.rounds = all_rounds
    draft.newcomers = review.newcomers
    unfinished = _first_pending(parsed)
    entries = entries_of(draft, review, parsed, new_players(draft, review))
    by_number = {entry.number: entry for entry in entries}
    games = [
        game
        for game in games_of(draft, parsed, by_number)
        if unfinished is None or game.round < unfinished
    ]
    law = LawBook.read().law_for_event(SCHEME, event)
    gathered = gather_entries(draft, entries, games, law)
    partly = unfinished is not None and _partly_played(parsed, unfinished)
    return EventInProgress(
        event=event,
        facts=gathered.facts,
        names={entry.number: entry.player.name for entry in entries},
        pairings=_pairings(parsed, unfinished) if unfinished is not None else {},
        undecided=len(review.undecided),
        unfinished_round=unfinished if partly else None,
        fide_said=gathered.fide_said,
    )


def prospects_of(progress: EventInProgress) -> dict[str, tuple[Prospect, ...]]:
    """Norms still possible, by scheme; a scheme that cannot judge the event is left out."""
    book = LawBook.read()
    found = {}
    for scheme in schemes_kept():
        law = book.law_for_event(scheme, progress.event)
        if law is None or (scheme == "fide" and not progress.fide_said):
            continue
        found[scheme] = outlook(facts_for(progress.facts, scheme), law, progress.pairings)
    return found


def _first_pending(parsed: ParsedEvent) -> int | None:
    """The first round with a game that has no result yet."""
    rounds = [
        entry.round
        for player in parsed.players
        for entry in player.rounds
        if entry.kind is RoundKind.PENDING
    ]
    return min(rounds, default=None)


def _partly_played(parsed: ParsedEvent, number: int) -> bool:
    return any(
        entry.kind is RoundKind.PLAYED
        for player in parsed.players
        for entry in player.rounds
        if entry.round == number
    )


def _pairings(parsed: ParsedEvent, number: int) -> dict[int, int | None]:
    """Who meets whom in a round, results or not; a bye of the pairing is None."""
    return {
        player.number: entry.opponent
        for player in parsed.players
        for entry in player.rounds
        if entry.round == number
        and (entry.opponent is not None or entry.kind is RoundKind.PAIRING_BYE)
    }
