"""Games of one event as bytes: what a run was computed from, frozen beside it.

Sixteen bytes a game, little-endian, in the order of rounds:

======  =======  ====================================================================
offset  type     what
======  =======  ====================================================================
0       uint8    round
1       uint8    for whom the game does not count: 1 White, 2 Black, 3 both (UA.IK.2, UA.IK.7)
2       uint8    half-points of White, 0 to 2
3       uint8    half-points of Black, 0 to 2
4       uint32   permanent number of the player with White
8       uint32   permanent number of the player with Black
12      uint16   coefficient of White valid in the event on its first day; 0 without one
14      uint16   coefficient of Black; 0 without one
======  =======  ====================================================================

Only played games are packed, and only those in which at least one side has a coefficient.
"""

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

GAME = np.dtype(
    [
        ("round", "u1"),
        ("not_for", "u1"),
        ("white_half_points", "u1"),
        ("black_half_points", "u1"),
        ("white", "<u4"),
        ("black", "<u4"),
        ("white_own", "<u2"),
        ("black_own", "<u2"),
    ]
)
"""One game; see the table above."""


class PackedGame(NamedTuple):
    """One game in plain numbers."""

    round: int
    white_half_points: int
    black_half_points: int
    white: int
    black: int
    white_own: int
    """0 without a coefficient."""
    black_own: int

    not_for: int = 0
    """1 does not count for White, 2 not for Black."""


NOT_FOR_WHITE, NOT_FOR_BLACK = 1, 2


def pack_games(games: Iterable[PackedGame]) -> bytes:
    """The games as bytes. Raises OverflowError for a number that does not fit."""
    listed = list(games)
    packed = np.zeros(len(listed), GAME)
    for place, name in enumerate(PackedGame._fields):
        packed[name] = [game[place] for game in listed]
    return packed.tobytes()


def games_array(packed: bytes) -> npt.NDArray[np.void]:
    """The bytes as an array of `GAME`, without copying. Raises ValueError for a broken length."""
    return np.frombuffer(packed, dtype=GAME)


def unpack_games(packed: bytes) -> list[PackedGame]:
    """The bytes as plain numbers. Raises ValueError for a broken length."""
    games = games_array(packed)
    return [PackedGame(*row) for row in games[[*PackedGame._fields]].tolist()]


def games_digest(packed: bytes, winner: int | None) -> str:
    """SHA-256 over the games and who took the first place alone (UA.IK.8)."""
    return hashlib.sha256(packed + b"|" + str(winner or 0).encode()).hexdigest()
