"""What the parts of an event say about each other: numbers, people, dates, size, games, points.

An error makes the result of a game unknowable or the event impossible; a warning wants a person to
look; a note informs.
"""

from collections.abc import Mapping
from datetime import date

from tournaments.formats import check_games
from tournaments.formats.pairings import by_number
from tournaments.formats.parsed import ParsedEvent, ParsedPlayer
from tournaments.formats.problems import Problem, ProblemLog

CODES = (
    frozenset(
        {
            "event.number_twice",
            "event.number_gap",
            "event.name_twice",
            "event.perhaps_nobody",
            "event.fide_id_twice",
            "event.name_missing",
            "event.dates_missing",
            "event.date_future",
            "event.end_before_start",
            "event.round_date_outside",
            "event.fewer_players",
            "event.more_players",
            "event.half_a_file",
            "event.no_rounds",
            "event.list_only",
            "event.too_many_rounds",
            "event.unfinished",
        }
    )
    | check_games.CODES
)


def check_event(event: ParsedEvent, today: date | None = None) -> tuple[Problem, ...]:
    """Every contradiction in an event, in order of line and column.

    `today`: dates after it are errors; without it dates are not compared with the calendar.
    """
    log = ProblemLog()
    players = by_number(event)
    _check_numbers(event, log)
    _check_names(event, log)
    _check_people(event, log)
    _check_dates(event, today, log)
    _check_size(event, players, log)
    check_games.check_games(event, players, log)
    check_games.check_points(event, log)
    check_games.check_ranks(event, log)
    return log.problems()


def _check_numbers(event: ParsedEvent, log: ProblemLog) -> None:
    first: dict[int, ParsedPlayer] = {}
    for player in event.players:
        known = first.setdefault(player.number, player)
        if known is not player:
            log.error(
                "event.number_twice",
                player.line,
                5,
                number=player.number,
                name=player.name,
                other_name=known.name,
                other_line=known.line,
            )
    top = max(first, default=0)
    missing = [number for number in range(1, min(top, 9999) + 1) if number not in first]
    if missing:
        shown = ", ".join(str(number) for number in missing[:10])
        log.note("event.number_gap", numbers=shown, missing=len(missing))


def _check_names(event: ParsedEvent, log: ProblemLog) -> None:
    names: dict[str, ParsedPlayer] = {}
    fide_ids: dict[int, ParsedPlayer] = {}
    for player in event.players:
        key = " ".join(player.name.replace(",", " ").casefold().split())
        known = names.setdefault(key, player) if key else player
        if known is not player:
            log.warning(
                "event.name_twice",
                player.line,
                15,
                name=player.name,
                number=player.number,
                other_number=known.number,
                other_line=known.line,
            )
        if player.fide_id is not None:
            known = fide_ids.setdefault(player.fide_id, player)
            if known is not player:
                log.warning(
                    "event.fide_id_twice",
                    player.line,
                    58,
                    fide_id=player.fide_id,
                    name=player.name,
                    other_name=known.name,
                    other_line=known.line,
                )


def _check_people(event: ParsedEvent, log: ProblemLog) -> None:
    """A line without any game and without anything about the person may stand for a bye."""
    for player in event.players:
        known = player.fide_id or player.birth or player.rating
        if not known and all(entry.opponent is None for entry in player.rounds):
            log.warning(
                "event.perhaps_nobody", player.line, 15, number=player.number, name=player.name
            )


def _check_dates(event: ParsedEvent, today: date | None, log: ProblemLog) -> None:
    lines = dict(event.record_lines)
    first, last = event.starts_on, event.ends_on
    if not event.name:
        log.note("event.name_missing", lines.get("012"), 5 if "012" in lines else None)
    if first is None or last is None:
        tag = "042" if first is None else "052"
        log.warning("event.dates_missing", lines.get(tag), 5 if tag in lines else None)
    for tag, day in (("042", first), ("052", last)):
        if day is not None and today is not None and day > today:
            log.error(
                "event.date_future",
                lines.get(tag),
                5 if tag in lines else None,
                date=f"{day:%d.%m.%Y}",
            )
    if first is not None and last is not None and last < first:
        log.error(
            "event.end_before_start",
            lines.get("052"),
            5 if "052" in lines else None,
            start=f"{first:%d.%m.%Y}",
            end=f"{last:%d.%m.%Y}",
        )
        return
    for number, day in enumerate(event.round_dates, start=1):
        if day is None:
            continue
        if (first is not None and day < first) or (last is not None and day > last):
            log.warning("event.round_date_outside", round=number, date=f"{day:%d.%m.%Y}")


def _check_size(event: ParsedEvent, players: Mapping[int, ParsedPlayer], log: ProblemLog) -> None:
    """Declared against found: players, rounds; a file of which a part is missing."""
    lines = dict(event.record_lines)
    found, declared = len(event.players), event.declared_players
    line = lines.get("062")
    column = 5 if line else None
    if declared is not None and found < declared:
        unknown = {
            entry.opponent
            for player in event.players
            for entry in player.rounds
            if entry.opponent is not None and entry.opponent not in players
        }
        if unknown:
            log.error(
                "event.half_a_file",
                line,
                column,
                declared=declared,
                found=found,
                unknown=len(unknown),
            )
        else:
            log.warning("event.fewer_players", line, column, declared=declared, found=found)
    elif declared is not None and found > declared:
        log.warning("event.more_players", line, column, declared=declared, found=found)
    tag = "142" if "142" in lines else "XXR"
    line = lines.get(tag)
    column = 5 if line else None
    rounds = event.declared_rounds
    if event.list_only:
        log.error("event.list_only")
    elif event.rounds == 0:
        log.error("event.no_rounds")
    elif rounds is not None and event.rounds > rounds:
        log.warning("event.too_many_rounds", line, column, declared=rounds, found=event.rounds)
    elif rounds is not None and event.rounds < rounds:
        log.error("event.unfinished", line, column, declared=rounds, found=event.rounds)
