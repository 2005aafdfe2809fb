"""Two sides of a game set together: each pairing of an event once."""

from tournaments.formats.parsed import (
    Colour,
    Pairing,
    ParsedEvent,
    ParsedPlayer,
    RoundEntry,
    RoundKind,
)


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


def _pairing(
    player: ParsedPlayer, entry: RoundEntry, other: ParsedPlayer, answer: RoundEntry
) -> Pairing:
    first, second = (player, entry), (other, answer)
    if _is_first_white(player, entry, other, answer):
        white, black = first, second
    else:
        white, black = second, first
    kind, points, other_points = entry.kind, white[1].half_points, black[1].half_points
    if not is_known(entry, answer):
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


def is_known(entry: RoundEntry, answer: RoundEntry) -> bool:
    """Whether both sides tell one possible result (a penalty may take points from one side)."""
    if entry.opponent is None or answer.opponent is None or entry.kind is not answer.kind:
        return False
    if entry.half_points is None or answer.half_points is None:
        return False
    if entry.kind is RoundKind.FORFEIT:
        return entry.half_points + answer.half_points in (0, 2)
    return entry.half_points + answer.half_points <= 2
