"""A stored event as the writers take it: its file, with what the registry knows better.

The file gives what rows do not keep (teams, tie-breaks, national data, ratings); results, papers
and people are those of the registry, and whatever differs from the file is told.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from federation.models import Player
from tournaments.answering import time_code, time_words
from tournaments.formats.answers import apply_answers
from tournaments.formats.parsed import (
    Colour,
    ParsedEvent,
    ParsedPlayer,
    PartialDate,
    RoundEntry,
    RoundKind,
)
from tournaments.formats.problems import Problem, Severity
from tournaments.formats.questions import pace_of
from tournaments.formats.report_write import rating_lines, write_crosstable, write_rating_report
from tournaments.formats.trf_write import KnownPerson, Written, fill_from_registry, write_trf
from tournaments.models import Entry, EntryMove, Event, EventSystem, Game
from tournaments.review import read_upload

KINDS = ("trf16", "trf26", "crosstable", "rating-report")
"""What can be written of an event."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    parsed: ParsedEvent
    people: Mapping[int, KnownPerson]
    """What the registry knows of the players, by starting number."""
    changes: tuple[Problem, ...]
    """Where the registry says otherwise than the file."""
    time_code: str = ""
    """The time control of the papers as a code, which only TRF26 has."""


def stored_event(event: Event) -> StoredEvent:
    """The event of rows and file; the number of queries does not depend on its size."""
    entries = list(event.entries.select_related("player__merged_into"))
    base = _base(event)
    in_file = {player.number: player for player in base.players}
    moved = set(
        EntryMove.objects.filter(entry__event=event).values_list("entry__number", flat=True)
    )
    rounds = _rounds(entries, event.games.all(), event.rounds)
    changes: list[Problem] = []
    players = []
    for entry in entries:
        player = in_file.get(entry.number) or _player(entry)
        if entry.number in moved:
            player = _of_registry(player, entry.player.merged_into or entry.player)
            changes.append(_told("stored.person_moved", number=entry.number, name=player.name))
        players.append(_with_results(player, entry, rounds[entry.number], changes))
    parsed = replace(base, players=tuple(players), rounds=event.rounds)
    parsed = _with_papers(event, parsed, changes)
    people = {entry.number: _known(entry.player.merged_into or entry.player) for entry in entries}
    return StoredEvent(parsed, people, tuple(changes), time_code(event))


def write_event(stored: StoredEvent, kind: str) -> Written:
    """The file of a kind of `KINDS`, with everything in which it differs from the event's file.

    Raises ValueError for another kind, and as `write_trf` does.
    """
    if kind == "trf26" and stored.time_code and "222" not in dict(stored.parsed.codes):
        code = _told("stored.papers", before="–", after=stored.time_code)
        parsed = replace(stored.parsed, codes=(*stored.parsed.codes, ("222", stored.time_code)))
        stored = replace(stored, parsed=parsed, changes=(*stored.changes, code))
    if kind in ("trf16", "trf26"):
        written = write_trf(stored.parsed, version=int(kind[-2:]), people=stored.people)
        return Written(written.data, stored.changes + written.adjustments)
    parsed, filled = fill_from_registry(stored.parsed, stored.people)
    if kind == "crosstable":
        written = write_crosstable(parsed)
        return Written(written.data, stored.changes + filled + written.adjustments)
    if kind != "rating-report":
        raise ValueError(f"{kind} cannot be written")
    without = sum(not line.rating for line in rating_lines(parsed))
    told = (_told("stored.without_rating", count=without),) if without else ()
    return Written(write_rating_report(parsed), stored.changes + filled + told)


def _base(event: Event) -> ParsedEvent:
    """What the file says; a bare event where the registry holds none."""
    if event.upload is not None:
        found = read_upload(event, today=None).event
        if found is not None:
            return found
    return ParsedEvent(
        format="TRF16",
        encoding="utf-8",
        players=(),
        rounds=event.rounds,
        federation="UKR",
        is_team=event.system == EventSystem.TEAM,
    )


def _player(entry: Entry) -> ParsedPlayer:
    return ParsedPlayer(
        number=entry.number,
        name=entry.file_name,
        sex=entry.file_sex or None,
        title=entry.file_title or None,
        rating=entry.file_rating,
        federation=entry.file_federation,
        fide_id=entry.file_fide_id,
        birth=_birth(entry.file_birth),
        half_points=entry.half_points,
        rank=entry.rank,
    )


def _birth(text: str) -> PartialDate | None:
    """`1998-04-21` or `1998` as entries keep it."""
    if len(text) == 10:
        day = date.fromisoformat(text)
        return PartialDate(day.year, day.month, day.day)
    return PartialDate(int(text)) if text.isdigit() else None


def _of_registry(player: ParsedPlayer, known: Player) -> ParsedPlayer:
    """The line of a file for the person to whom its result was moved."""
    person = _known(known)
    return replace(
        player,
        name=known.latin_name or known.name,
        sex=person.sex,
        fide_id=person.fide_id,
        birth=person.birth,
        federation=person.federation,
        national=(),
    )


def _known(player: Player) -> KnownPerson:
    day = player.birth_date
    year = player.birth_year
    birth = (
        PartialDate(day.year, day.month, day.day) if day else PartialDate(year) if year else None
    )
    return KnownPerson(player.fide_id, birth, player.sex or None, player.federation)


def _rounds(
    entries: Iterable[Entry], games: Iterable[Game], rounds: int
) -> dict[int, list[RoundEntry]]:
    """Every round of each player, by starting number; a round without a row is an absence."""
    numbers = {entry.pk: entry.number for entry in entries}
    found: dict[int, dict[int, RoundEntry]] = defaultdict(dict)
    for game in games:
        white, kind, r = numbers[game.white_id], RoundKind(game.kind), game.round
        if game.black_id is None:
            found[white][r] = RoundEntry(r, None, None, kind, game.white_half_points)
            continue
        black = numbers[game.black_id]
        found[white][r] = RoundEntry(r, black, Colour.WHITE, kind, game.white_half_points)
        found[black][r] = RoundEntry(r, white, Colour.BLACK, kind, game.black_half_points)
    absent = {r: RoundEntry(r, None, None, RoundKind.ABSENT, 0) for r in range(1, rounds + 1)}
    return {n: [found[n].get(r) or absent[r] for r in absent] for n in numbers.values()}


def _with_results(
    player: ParsedPlayer, entry: Entry, rounds: list[RoundEntry], changes: list[Problem]
) -> ParsedPlayer:
    """The player with the stored results; where the file has the same, as the file writes them."""
    in_file = {one.round: one for one in player.rounds}
    kept, differs = [], False
    for one in rounds:
        told = in_file.get(one.round)
        if told is not None and told[1:2] + told[3:5] == one[1:2] + one[3:5]:
            kept.append(told)
            continue
        kept.append(one)
        if told is not None:
            differs = True
            changes.append(_told("stored.result_changed", number=entry.number, round=one.round))
    if differs:
        player = replace(player, half_points=entry.half_points, rank=entry.rank)
    return replace(player, rounds=tuple(kept))


def _with_papers(event: Event, parsed: ParsedEvent, changes: list[Problem]) -> ParsedEvent:
    """What a commission has registered goes before what the file says."""
    papers: dict[str, Any] = {
        "name": event.name,
        "city": event.city,
        "starts_on": event.starts_on,
        "ends_on": event.ends_on,
    }
    for name, value in papers.items():
        before = getattr(parsed, name)
        if before != value:
            changes.append(_told("stored.papers", before=_text(before), after=_text(value)))
    arbiters = list(event.arbiters.all())
    chief = next((a.name for a in arbiters if a.chief), "")
    if not parsed.chief_arbiter and chief:
        papers["chief_arbiter"] = chief
        changes.append(_told("stored.papers", before="–", after=chief))
    deputies = tuple(a.name for a in arbiters if not a.chief)
    if not parsed.deputy_arbiters and deputies:
        papers["deputy_arbiters"] = deputies
        changes.append(_told("stored.papers", before="–", after=", ".join(deputies)))
    if not parsed.time_control_text:
        papers["time_control_text"] = time_words(event)
        changes.append(_told("stored.papers", before="–", after=papers["time_control_text"]))
    parsed = replace(parsed, **papers)
    return apply_answers(parsed, {"ask.pace": pace_of(time_code(event)) or ""})


def _text(value: object) -> str:
    return f"{value:%d.%m.%Y}" if isinstance(value, date) else str(value or "–")


def _told(code: str, **params: Any) -> Problem:
    return Problem(code, Severity.NOTE, params=params)


def adjustment_groups(adjustments: Iterable[Problem]) -> Iterator[tuple[str, list[Problem]]]:
    """Adjustments by their codes, in the order in which the codes first appear."""
    groups: dict[str, list[Problem]] = defaultdict(list)
    for problem in adjustments:
        groups[problem.code].append(problem)
    yield from groups.items()
