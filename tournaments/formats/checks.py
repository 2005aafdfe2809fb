"""What the parts of an event say about each other: pairings, results, points, numbers, dates.

An error makes the result of a game unknowable or the event impossible; a warning wants a person to
look; a note informs.
"""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from itertools import pairwise

from tournaments.formats.parsed import (
    Colour,
    Pairing,
    ParsedEvent,
    ParsedPlayer,
    RoundEntry,
    RoundKind,
)
from tournaments.formats.problems import Problem, ProblemLog, Severity

CODES = frozenset(
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
        "event.too_many_rounds",
        "event.unfinished",
        "event.round_only_byes",
        "event.plays_himself",
        "event.opponent_unknown",
        "event.one_sided",
        "event.not_mutual",
        "event.result_one_sided",
        "event.results_contradict",
        "event.result_penalty",
        "event.colours_equal",
        "event.pending",
        "event.pairing_byes_many",
        "event.points_differ",
        "event.points_differ_byes",
        "event.points_changed",
        "event.rank_order",
    }
)

_POINTS_COLUMN, _RANK_COLUMN = 81, 86
_OVER_THE_BOARD = (RoundKind.PLAYED, RoundKind.SHORT)
_SCORING_MARK = {
    RoundKind.PAIRING_BYE: "P",
    RoundKind.FULL_POINT_BYE: "F",
    RoundKind.HALF_POINT_BYE: "H",
    RoundKind.ABSENT: "Z",
}


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
    for player in event.players:
        if players[player.number] is player:
            for entry in player.rounds:
                if entry.opponent is not None:
                    _check_pairing(player, entry, players, log)
    _check_rounds(event, log)
    _check_points(event, log)
    _check_ranks(event, log)
    return log.problems()


def by_number(event: ParsedEvent) -> dict[int, ParsedPlayer]:
    """Players by starting number; of two with one number the first."""
    players: dict[int, ParsedPlayer] = {}
    for player in event.players:
        players.setdefault(player.number, player)
    return players


def pairings(event: ParsedEvent) -> tuple[Pairing, ...]:
    """Each pairing of the event once, and each bye and written absence, round by round.

    White comes first; where both players claim one colour, or none, the lower number is taken as
    white. A pairing whose result the two sides tell differently, or only one side tells, is
    PENDING. What is written against an unknown player, oneself, or a player who names somebody
    else is no pairing and left out: `check_event` reports it as an error.
    """
    players = by_number(event)
    found = []
    for number in range(1, event.rounds + 1):
        for player in players.values():
            entry = player.rounds[number - 1]
            if entry.opponent is None:
                if entry.kind is RoundKind.ABSENT and entry.column is None:
                    continue
                if entry.kind is not RoundKind.PENDING:
                    found.append(
                        Pairing(number, player.number, None, entry.kind, entry.half_points, None)
                    )
                continue
            other = players.get(entry.opponent)
            if other is None or other is player:
                continue
            answer = other.rounds[number - 1]
            mutual = answer.opponent == player.number and player.number < other.number
            if mutual or answer.opponent is None:
                found.append(_pairing(player, entry, other, answer))
    return tuple(found)


def computed_half_points(event: ParsedEvent, player: ParsedPlayer) -> int:
    """Points of a player's entries in half-points, by the scoring the file declares."""
    if not event.scoring:
        return sum(entry.half_points or 0 for entry in player.rounds)
    points = dict(event.scoring)
    total = 0
    for entry in player.rounds:
        mark = _SCORING_MARK.get(entry.kind)
        if mark is None and entry.half_points is not None:
            mark = "LDW"[entry.half_points]
        total += points[mark] if mark else 0
    return total


def points_text(half_points: int) -> str:
    """`4`, `4.5`."""
    return f"{half_points // 2}.5" if half_points % 2 else str(half_points // 2)


def _pairing(
    player: ParsedPlayer, entry: RoundEntry, other: ParsedPlayer, answer: RoundEntry
) -> Pairing:
    first, second = (player, entry), (other, answer)
    if _is_first_white(player, entry, other, answer):
        white, black = first, second
    else:
        white, black = second, first
    kind, points, other_points = entry.kind, white[1].half_points, black[1].half_points
    if not _is_known(entry, answer):
        kind, points, other_points = RoundKind.PENDING, None, None
    return Pairing(entry.round, white[0].number, black[0].number, kind, points, other_points)


def _is_first_white(
    player: ParsedPlayer, entry: RoundEntry, other: ParsedPlayer, answer: RoundEntry
) -> bool:
    if entry.colour != answer.colour:
        if Colour.WHITE in (entry.colour, answer.colour):
            return entry.colour is Colour.WHITE
        return answer.colour is Colour.BLACK
    return player.number < other.number


def _is_known(entry: RoundEntry, answer: RoundEntry) -> bool:
    """Whether both sides tell one possible result (a penalty may take points from one side)."""
    if entry.opponent is None or answer.opponent is None or entry.kind is not answer.kind:
        return False
    if entry.half_points is None or answer.half_points is None:
        return False
    if entry.kind is RoundKind.FORFEIT:
        return entry.half_points + answer.half_points in (0, 2)
    return entry.half_points + answer.half_points <= 2


def _check_pairing(
    player: ParsedPlayer,
    entry: RoundEntry,
    players: Mapping[int, ParsedPlayer],
    log: ProblemLog,
) -> None:
    """One side's entry against the other's; what concerns both is told at the lower number."""
    line, column, number = player.line, entry.column, entry.round
    other = players.get(entry.opponent or 0)
    if other is player:
        log.error(
            "event.plays_himself",
            line,
            column,
            round=number,
            number=player.number,
            name=player.name,
        )
        return
    if other is None:
        log.error(
            "event.opponent_unknown",
            line,
            column,
            round=number,
            number=player.number,
            name=player.name,
            opponent=entry.opponent,
        )
        return
    answer = other.rounds[number - 1]
    if answer.opponent != player.number:
        code = "event.one_sided" if answer.opponent is None else "event.not_mutual"
        log.error(
            code,
            line,
            column,
            round=number,
            number=player.number,
            name=player.name,
            opponent=other.number,
            opponent_name=other.name,
            names=answer.opponent,
        )
        return
    if (entry.half_points is None) != (answer.half_points is None):
        if entry.half_points is not None:
            log.error(
                "event.result_one_sided",
                other.line,
                answer.column,
                round=number,
                number=other.number,
                name=other.name,
                opponent=player.number,
                opponent_name=player.name,
            )
        return
    if player.number > other.number:
        return
    about: dict[str, int | str] = {
        "round": number,
        "number": player.number,
        "name": player.name,
        "opponent": other.number,
        "opponent_name": other.name,
    }
    if entry.colour is not None and entry.colour is answer.colour:
        log.warning("event.colours_equal", line, column, colour=entry.colour.value, **about)
    if entry.half_points is None or answer.half_points is None:
        log.error("event.pending", line, column, **about)
        return
    if not _is_known(entry, answer):
        log.error(
            "event.results_contradict",
            line,
            column,
            result=_result(entry),
            opponent_result=_result(answer),
            **about,
        )
    elif entry.kind in _OVER_THE_BOARD and entry.half_points + answer.half_points < 2:
        log.warning(
            "event.result_penalty",
            line,
            column,
            result=_result(entry),
            opponent_result=_result(answer),
            **about,
        )


def _result(entry: RoundEntry) -> str:
    if entry.kind is RoundKind.FORFEIT:
        return "+" if entry.half_points else "-"
    return points_text(entry.half_points or 0)


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
    if event.rounds == 0:
        log.warning("event.no_rounds")
    elif rounds is not None and event.rounds > rounds:
        log.warning("event.too_many_rounds", line, column, declared=rounds, found=event.rounds)
    elif rounds is not None and event.rounds < rounds:
        log.warning("event.unfinished", line, column, declared=rounds, found=event.rounds)


def _check_rounds(event: ParsedEvent, log: ProblemLog) -> None:
    byes: dict[int, list[ParsedPlayer]] = defaultdict(list)
    paired: set[int] = set()
    for player in event.players:
        for entry in player.rounds:
            if entry.opponent is not None:
                paired.add(entry.round)
            elif entry.kind is RoundKind.PAIRING_BYE:
                byes[entry.round].append(player)
            elif entry.kind in (RoundKind.FORFEIT, RoundKind.PENDING):
                paired.add(entry.round)
    for number in range(1, event.rounds + 1):
        if number not in paired:
            log.warning("event.round_only_byes", round=number)
        for player in byes[number][1:] if not event.is_team else ():
            log.warning(
                "event.pairing_byes_many",
                player.line,
                player.rounds[number - 1].column,
                round=number,
                number=player.number,
                name=player.name,
                other_number=byes[number][0].number,
            )


def _check_points(event: ParsedEvent, log: ProblemLog) -> None:
    """Points column against the entries; a difference is explained where it can be, not mended."""
    for player in event.players:
        if player.half_points is None:
            continue
        computed = computed_half_points(event, player)
        missing = player.half_points - computed
        if not missing:
            continue
        unplayed = sum(
            2 - (entry.half_points or 0)
            for entry in player.rounds
            if entry.opponent is None and entry.kind is not RoundKind.PENDING
        )
        if event.has_changed_points:
            code = "event.points_changed"
        elif 0 < missing <= unplayed:
            code = "event.points_differ_byes"
        else:
            code = "event.points_differ"
        log.warning(
            code,
            player.line,
            _POINTS_COLUMN,
            number=player.number,
            name=player.name,
            declared=points_text(player.half_points),
            computed=points_text(computed),
        )


def _check_ranks(event: ParsedEvent, log: ProblemLog) -> None:
    """A better rank with fewer points, told once; equal ranks are allowed."""
    ranked = sorted(
        (player for player in event.players if player.rank and player.half_points is not None),
        key=lambda player: (player.rank, -(player.half_points or 0)),
    )
    wrong = [
        (better, worse)
        for better, worse in pairwise(ranked)
        if (better.half_points or 0) < (worse.half_points or 0) and better.rank != worse.rank
    ]
    if not wrong:
        return
    better, worse = wrong[0]
    log.add(
        "event.rank_order",
        Severity.NOTE if event.is_team else Severity.WARNING,
        worse.line,
        _RANK_COLUMN,
        name=worse.name,
        rank=worse.rank,
        better_name=better.name,
        better_rank=better.rank,
        count=len(wrong),
    )
