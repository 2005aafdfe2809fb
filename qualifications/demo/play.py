"""Playing a made-up tournament: pairings and results by strength. Knows no database."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from tournaments.formats.parsed import Colour, RoundEntry, RoundKind

Sheet = dict[int, list[RoundEntry]]
"""By starting number from 1, in order of rounds."""


def play_round_robin(random: Random, strengths: Mapping[int, int]) -> Sheet:
    """Everybody against everybody; with an odd number one is free in every round."""
    sheet: Sheet = {number: [] for number in strengths}
    for number, pairs in enumerate(_circle(len(strengths)), start=1):
        for white, black in pairs:
            if max(white, black) > len(strengths):
                _alone(sheet, min(white, black), number, RoundKind.ABSENT, 0)
            else:
                _game(random, sheet, strengths, number, white, black)
    return sheet


def _circle(players: int) -> Iterator[list[tuple[int, int]]]:
    """Rounds of the circle method for 1 to `players`; one more number stands for "free"."""
    size = players + players % 2
    ring = list(range(1, size))
    for number in range(1, size):
        pairs = [(ring[0], size) if number % 2 else (size, ring[0])]
        for index in range(1, size // 2):
            pair = (ring[index], ring[-index])
            pairs.append(pair if index % 2 else pair[::-1])
        yield pairs
        ring.append(ring.pop(0))


def play_swiss(random: Random, strengths: Mapping[int, int], rounds: int) -> Sheet:
    """Equal points meet, nobody twice; a bye for one when odd, now and then half a point asked for.

    Raises ValueError when a round cannot be paired; with twice as many players as rounds it always
    can.
    """
    sheet: Sheet = {number: [] for number in strengths}
    met: dict[int, set[int]] = {number: set() for number in strengths}
    had_bye: set[int] = set()
    for number in range(1, rounds + 1):
        playing = []
        for who in strengths:
            if 1 < number <= rounds // 2 and random.random() < 0.01:
                _alone(sheet, who, number, RoundKind.HALF_POINT_BYE, 1)
            else:
                playing.append(who)
        playing.sort(key=lambda who: (-points(sheet[who]), who))
        if len(playing) % 2:
            free = next(who for who in reversed(playing) if who not in had_bye)
            playing.remove(free)
            had_bye.add(free)
            _alone(sheet, free, number, RoundKind.PAIRING_BYE, 2)
        pairs = _pairs(_halves_against_each_other(playing, sheet), met)
        if pairs is None:
            raise ValueError(f"round {number}: {len(playing)} players cannot be paired again")
        for one, other in pairs:
            met[one].add(other)
            met[other].add(one)
            white, black = _colours(sheet, one, other)
            _game(random, sheet, strengths, number, white, black)
    return sheet


def _halves_against_each_other(order: list[int], sheet: Sheet) -> list[int]:
    """Within each group of equal points: the first of the upper half, of the lower half, …"""
    groups: dict[int, list[int]] = {}
    for who in order:
        groups.setdefault(points(sheet[who]), []).append(who)
    mixed = []
    for group in groups.values():
        half = (len(group) + 1) // 2
        for index in range(half):
            mixed += group[index : index + 1] + group[half + index : half + index + 1]
    return mixed


def _pairs(order: list[int], met: Mapping[int, set[int]]) -> list[tuple[int, int]] | None:
    """Neighbours where they have not met; goes back where the rest cannot be paired."""
    if not order:
        return []
    first, *others = order
    for index, other in enumerate(others):
        if other not in met[first]:
            rest = _pairs(others[:index] + others[index + 1 :], met)
            if rest is not None:
                return [(first, other), *rest]
    return None


def _colours(sheet: Sheet, one: int, other: int) -> tuple[int, int]:
    """Whoever has had White less often; then the lower number."""

    def whites(who: int) -> int:
        return sum(entry.colour is Colour.WHITE for entry in sheet[who])

    return (one, other) if (whites(one), one) <= (whites(other), other) else (other, one)


def play_teams(random: Random, strengths: Mapping[int, int], boards: int) -> Sheet:
    """Teams of `boards` people, everybody against everybody; consecutive numbers are a team."""
    sheet: Sheet = {number: [] for number in strengths}
    for number, matches in enumerate(_circle(len(strengths) // boards), start=1):
        for home, away in matches:
            for board in range(boards):
                pair = ((home - 1) * boards + board + 1, (away - 1) * boards + board + 1)
                white, black = pair if board % 2 else pair[::-1]
                _game(random, sheet, strengths, number, white, black)
    return sheet


def _game(
    random: Random, sheet: Sheet, strengths: Mapping[int, int], number: int, white: int, black: int
) -> None:
    """One game in a hundred is not played: one of the two stays away."""
    kind = RoundKind.FORFEIT if random.random() < 0.01 else RoundKind.PLAYED
    score = _half_points(random, strengths[white] - strengths[black] + 30)
    if kind is RoundKind.FORFEIT and score == 1:
        score = 2
    sheet[white].append(RoundEntry(number, black, Colour.WHITE, kind, score))
    sheet[black].append(RoundEntry(number, white, Colour.BLACK, kind, 2 - score))


def _half_points(random: Random, difference: int) -> int:
    """Half-points of the one who is stronger by `difference`: a draw the likelier the closer."""
    expected = 1 / (1 + 10 ** (-difference / 400))
    drawn = 0.34 * (1 - abs(2 * expected - 1))
    chance = random.random()
    if chance < drawn:
        return 1
    return 2 if chance < expected + drawn / 2 else 0


def _alone(sheet: Sheet, who: int, number: int, kind: RoundKind, half_points: int) -> None:
    sheet[who].append(RoundEntry(number, None, None, kind, half_points))


def points(entries: Sequence[RoundEntry]) -> int:
    """Half-points so far."""
    return sum(entry.half_points or 0 for entry in entries)
