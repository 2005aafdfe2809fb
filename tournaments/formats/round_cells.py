"""One round of one player in a crosstable: `105b½`, `12w+`, `13b`, `-1`, `-½`, `-0`."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from tournaments.formats.parsed import Colour, RoundKind

COLOUR_LETTERS = (
    ("w", "b"),
    ("w", "s"),
    ("b", "n"),
    ("b", "p"),
    ("v", "m"),
    ("h", "s"),
    ("б", "ч"),
)
"""Letters of White and Black: English, German, Romance languages, Portuguese, Finnish, Danish,
Russian and Ukrainian."""

_GAME = re.compile(r"(\d{1,4})\s*([a-zA-Zбч]?)\s*(1|0|½|=|\+|-|x|X|0[.,]5|\.5|)")
_ALONE = re.compile(r"-?\s*(1|0|½|=|0[.,]5|\.5|\+|-|)")
_HALF = ("½", "=", "x", "X", "0.5", "0,5", ".5")
_BYE_WORDS = ("bye", "spielfrei", "frei", "libre", "свободен", "вільний", "exempt", "pab")
_ABSENT_WORDS = ("not paired", "nicht ausgelost", "не играет", "не грає")


class RoundCell(NamedTuple):
    opponent: int | None
    letter: str
    """The letter of the colour as written, small; empty where there is none."""
    kind: RoundKind
    half_points: int | None
    with_point: bool = False
    """A bye with a point, of which the table does not say which one it is."""


def read_round(text: str) -> RoundCell | None:
    """What a cell says; None where it cannot be a round. An empty cell is an absence."""
    text = text.strip()
    if not text:
        return RoundCell(None, "", RoundKind.ABSENT, 0)
    game = _GAME.fullmatch(text)
    if game is not None and (game[2] or game[3] in ("+", "-", "=", "½")):
        return _game(int(game[1]), game[2].lower(), game[3])
    word = text.casefold()
    if word in _BYE_WORDS:
        return RoundCell(None, "", RoundKind.PAIRING_BYE, 2)
    if word in _ABSENT_WORDS or word in ("*", "0f", "--", "---"):
        return RoundCell(None, "", RoundKind.ABSENT, 0)
    alone = _ALONE.fullmatch(text)
    if alone is None:
        return None
    if alone[1] in _HALF:
        return RoundCell(None, "", RoundKind.HALF_POINT_BYE, 1)
    if alone[1] in ("1", "+"):
        return RoundCell(None, "", RoundKind.PAIRING_BYE, 2, with_point=True)
    return RoundCell(None, "", RoundKind.ABSENT, 0)


def is_game(text: str) -> bool:
    """Whether a cell names an opponent with a colour, as only a round does."""
    game = _GAME.fullmatch(text.strip())
    return game is not None and bool(game[2] or game[3] in ("+", "-"))


def _game(opponent: int, letter: str, result: str) -> RoundCell:
    if not opponent:
        return RoundCell(None, "", RoundKind.ABSENT, 0)
    if not result:
        return RoundCell(opponent, letter, RoundKind.PENDING, None)
    if result in "+-":
        return RoundCell(opponent, letter, RoundKind.FORFEIT, 2 if result == "+" else 0)
    half_points = 1 if result in _HALF else 2 * int(result)
    return RoundCell(opponent, letter, RoundKind.PLAYED, half_points)


def colours(letters: Iterable[str]) -> dict[str, Colour] | None:
    """White and Black by the letters that a table uses; None where no pair of letters fits."""
    used = {letter for letter in letters if letter}
    for white, black in COLOUR_LETTERS:
        if used <= {white, black}:
            return {white: Colour.WHITE, black: Colour.BLACK}
    return None
