"""What the two sides of each game say, and what the rounds and points columns add up to."""

from collections import defaultdict
from collections.abc import Mapping
from itertools import pairwise

from tournaments.formats.pairings import is_known
from tournaments.formats.parsed import (
    ParsedEvent,
    ParsedPlayer,
    PointChange,
    RoundEntry,
    RoundKind,
)
from tournaments.formats.points import points_text
from tournaments.formats.problems import ProblemLog, Severity

CODES = frozenset(
    {
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
        "event.points_explained",
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
_CHANGED_MARKS = {
    "W": (RoundKind.PLAYED, 2),
    "D": (RoundKind.PLAYED, 1),
    "L": (RoundKind.PLAYED, 0),
    "+": (RoundKind.FORFEIT, 2),
    "-": (RoundKind.FORFEIT, 0),
    "F": (RoundKind.FULL_POINT_BYE, 2),
    "H": (RoundKind.HALF_POINT_BYE, 1),
    "Z": (RoundKind.ABSENT, 0),
}


def check_games(event: ParsedEvent, players: Mapping[int, ParsedPlayer], log: ProblemLog) -> None:
    """Every entry against the opponent's; two sides that agree are passed over quickly."""
    rounds_of = {number: player.rounds for number, player in players.items()}
    byes: dict[int, list[ParsedPlayer]] = defaultdict(list)
    paired: set[int] = set()
    for player in event.players:
        number = player.number
        if players[number] is not player:
            continue
        for entry in player.rounds:
            round_number, opponent, colour, kind, half_points, _column = entry
            if opponent is None:
                if kind is RoundKind.PAIRING_BYE:
                    byes[round_number].append(player)
                elif kind is RoundKind.FORFEIT or kind is RoundKind.PENDING:
                    paired.add(round_number)
                continue
            answers = rounds_of.get(opponent)
            if answers is not None and opponent != number:
                _, back, other_colour, other_kind, other_half, _ = answers[round_number - 1]
                if (
                    back == number
                    and half_points is not None
                    and other_half is not None
                    and (
                        number > opponent
                        or (
                            kind is other_kind
                            and half_points + other_half == 2
                            and colour is not other_colour
                        )
                    )
                ):
                    continue
            _check_pairing(player, entry, players, log)
    _check_rounds(event, byes, paired, log)


def _check_rounds(
    event: ParsedEvent,
    byes: Mapping[int, list[ParsedPlayer]],
    paired: set[int],
    log: ProblemLog,
) -> None:
    paired |= {
        number
        for number in range(1, event.rounds + 1)
        if any(player.rounds[number - 1].opponent is not None for player in event.players)
    }
    last = max(paired, default=0)
    for number in range(1, event.rounds + 1):
        if number not in paired:
            severity = Severity.ERROR if number > last else Severity.WARNING
            log.add("event.round_only_byes", severity, round=number)
        for player in byes.get(number, [])[1:] if not event.is_team else ():
            log.warning(
                "event.pairing_byes_many",
                player.line,
                player.rounds[number - 1].column,
                round=number,
                number=player.number,
                name=player.name,
                other_number=byes[number][0].number,
            )


def computed_half_points(event: ParsedEvent, player: ParsedPlayer) -> int:
    """Points of a player's entries in half-points, by the scoring that the file declares.

    Penalties and bonuses (record 299) of an individual event are counted in; in a team event they
    belong to teams.
    """
    if not event.scoring:
        total = sum([entry[4] or 0 for entry in player.rounds])
    else:
        points = dict(event.scoring)
        total = 0
        for entry in player.rounds:
            mark = _SCORING_MARK.get(entry.kind)
            if mark is None and entry.half_points is not None:
                mark = "LDW"[entry.half_points]
            total += points[mark] if mark else 0
    if event.point_changes and not event.is_team:
        total += sum(
            _changed(change, player)
            for change in event.point_changes
            if player.number in change.numbers
        )
    return total


def _changed(change: PointChange, player: ParsedPlayer) -> int:
    """What one record 299 adds to a player's points."""
    if not change.kind:
        return change.game_half_points
    kind, half_points = _CHANGED_MARKS[change.kind]
    return sum(
        change.game_half_points - half_points
        for entry in player.rounds
        if change.round in (0, entry.round)
        and entry.kind is kind
        and entry.half_points == half_points
    )


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
    if not is_known(entry, answer):
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


def check_points(event: ParsedEvent, log: ProblemLog) -> None:
    """Points column against the entries; a difference is explained where it can be, not mended."""
    changes = () if event.is_team else event.point_changes
    plain = not event.scoring and not changes
    for player in event.players:
        if player.half_points is None:
            continue
        if plain and player.half_points == sum([entry[4] or 0 for entry in player.rounds]):
            continue
        computed = computed_half_points(event, player)
        missing = player.half_points - computed
        if not missing:
            if any(player.number in change.numbers for change in changes):
                log.note("event.points_explained", player.line, _POINTS_COLUMN, name=player.name)
            continue
        unplayed = sum(
            2 - (entry.half_points or 0)
            for entry in player.rounds
            if entry.opponent is None and entry.kind is not RoundKind.PENDING
        )
        if changes:
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


def check_ranks(event: ParsedEvent, log: ProblemLog) -> None:
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
