"""One round of one player in a TRF line: opponent (4), colour, result, in ten columns."""

from dataclasses import dataclass

from tournaments.formats.parsed import Colour, RoundEntry, RoundKind
from tournaments.formats.problems import Severity

CODES = frozenset(
    {
        "trf.entry_unreadable",
        "trf.result_unknown",
        "trf.opponent_missing",
        "trf.bye_with_opponent",
        "trf.colour_missing",
        "trf.result_without_opponent",
        "trf.unfinished_mark",
    }
)


@dataclass(frozen=True, slots=True)
class Cell:
    """What ten columns say."""

    kind: RoundKind
    half_points: int | None
    opponent: int | None = None
    colour: Colour | None = None
    mark: str = ""
    """`06` for a mark that only TRF06 has, `16` for a letter that only TRF16 and later have."""
    problem: str | None = None
    severity: Severity = Severity.ERROR


_COLOURS = {"W": Colour.WHITE, "B": Colour.BLACK}
_AGAINST_SOMEBODY = {
    "1": (RoundKind.PLAYED, 2, ""),
    "=": (RoundKind.PLAYED, 1, ""),
    "½": (RoundKind.PLAYED, 1, ""),
    "0": (RoundKind.PLAYED, 0, ""),
    "+": (RoundKind.FORFEIT, 2, ""),
    "-": (RoundKind.FORFEIT, 0, ""),
    "W": (RoundKind.SHORT, 2, "16"),
    "D": (RoundKind.SHORT, 1, "16"),
    "L": (RoundKind.SHORT, 0, "16"),
}
_ALONE = {
    "H": (RoundKind.HALF_POINT_BYE, 1, "16"),
    "F": (RoundKind.FULL_POINT_BYE, 2, "16"),
    "U": (RoundKind.PAIRING_BYE, 2, "16"),
    "Z": (RoundKind.ABSENT, 0, "16"),
    "+": (RoundKind.FULL_POINT_BYE, 2, "06"),
    "=": (RoundKind.HALF_POINT_BYE, 1, "06"),
    "-": (RoundKind.ABSENT, 0, "06"),
}
_TEAM_ALONE = _ALONE | {
    "+": (RoundKind.FORFEIT, 2, ""),
    "-": (RoundKind.ABSENT, 0, ""),
}
_UNREADABLE = Cell(RoundKind.PENDING, None, problem="trf.entry_unreadable")


def read_cell(text: str, *, team: bool, pairing_bye: int = 2) -> Cell:
    """One round from its ten columns (fewer at the end of a line), not all blank.

    `team`: in a file of teams `0000 - +` is a board won because nobody sat opposite (a forfeit
    without an opponent) and `0000 - -` is somebody not fielded; in an individual file they are the
    byes of TRF06. `pairing_bye`: half-points of `U`.
    """
    text = text.ljust(10)
    if text[4] != " " or text[6] != " " or text[8:10] != "  ":
        return _UNREADABLE
    number = text[:4].strip()
    if number and not (number.isascii() and number.isdigit()):
        return _UNREADABLE
    opponent = int(number) if number else 0
    colour_text, result = text[5].upper(), text[7].upper()
    if colour_text not in "WB- ":
        return _UNREADABLE
    colour = _COLOURS.get(colour_text)
    if opponent:
        return _against(opponent, colour, result)
    cell = _alone(result, colour, team=team)
    if cell.kind is RoundKind.PAIRING_BYE and pairing_bye != 2:
        return Cell(cell.kind, pairing_bye, mark=cell.mark)
    return cell


def _against(opponent: int, colour: Colour | None, result: str) -> Cell:
    if result in " *":
        problem = "trf.unfinished_mark" if result == "*" else None
        return Cell(
            RoundKind.PENDING, None, opponent, colour, problem=problem, severity=Severity.NOTE
        )
    known = _AGAINST_SOMEBODY.get(result)
    if known is None:
        problem = "trf.bye_with_opponent" if result in _ALONE else "trf.result_unknown"
        return Cell(RoundKind.PENDING, None, opponent, colour, problem=problem)
    kind, half_points, mark = known
    if colour is None and kind is RoundKind.PLAYED:
        return Cell(
            kind,
            half_points,
            opponent,
            mark=mark,
            problem="trf.colour_missing",
            severity=Severity.WARNING,
        )
    return Cell(kind, half_points, opponent, colour, mark)


def _alone(result: str, colour: Colour | None, *, team: bool) -> Cell:
    if result == " " and colour is None:
        return Cell(RoundKind.ABSENT, 0)
    if result == "*" and colour is None:
        return Cell(RoundKind.ABSENT, 0, problem="trf.unfinished_mark", severity=Severity.NOTE)
    known = (_TEAM_ALONE if team else _ALONE).get(result)
    if known is not None and (colour is None or result not in "=-"):
        kind, half_points, mark = known
        return Cell(kind, half_points, mark=mark)
    if colour is not None:
        return Cell(RoundKind.PENDING, None, colour=colour, problem="trf.opponent_missing")
    odd = {"1": RoundKind.FULL_POINT_BYE, "½": RoundKind.HALF_POINT_BYE, "0": RoundKind.ABSENT}
    if result in odd:
        return Cell(
            odd[result],
            {"1": 2, "½": 1, "0": 0}[result],
            problem="trf.result_without_opponent",
            severity=Severity.WARNING,
        )
    return Cell(RoundKind.PENDING, None, problem="trf.result_unknown")


_LETTERS = {
    (RoundKind.PLAYED, 2): "1",
    (RoundKind.PLAYED, 1): "=",
    (RoundKind.PLAYED, 0): "0",
    (RoundKind.SHORT, 2): "W",
    (RoundKind.SHORT, 1): "D",
    (RoundKind.SHORT, 0): "L",
    (RoundKind.FORFEIT, 2): "+",
    (RoundKind.FORFEIT, 0): "-",
}
_BYE_LETTERS = {
    RoundKind.HALF_POINT_BYE: "H",
    RoundKind.FULL_POINT_BYE: "F",
    RoundKind.PAIRING_BYE: "U",
    RoundKind.ABSENT: "Z",
    RoundKind.FORFEIT: "+",
}


def write_cell(entry: RoundEntry) -> str:
    """The ten columns of one round, two leading blanks included: `  0012 w =` as TRF16 has them.

    Raises ValueError for an entry that the format cannot hold (a forfeit of half a point).
    """
    if entry.opponent is None and entry.kind is RoundKind.PENDING:
        return f"       {entry.colour.value if entry.colour else '-'} ?"
    if entry.opponent is None:
        letter = _BYE_LETTERS.get(entry.kind)
        if letter is None:
            raise ValueError(f"round {entry.round}: a game without an opponent")
        return f"  0000 - {letter}"
    colour = entry.colour.value if entry.colour else "-"
    if entry.kind is RoundKind.PENDING:
        return f"  {entry.opponent:4d} {colour}  "
    if entry.half_points is None or (entry.kind, entry.half_points) not in _LETTERS:
        raise ValueError(f"round {entry.round}: no mark for {entry.kind} {entry.half_points}")
    return f"  {entry.opponent:4d} {colour} {_LETTERS[entry.kind, entry.half_points]}"
