"""The `001` lines of a Tournament Report File: who played, and what happened in each round.

A line that is as the format says takes the short way: its parts are looked up among parts of this
file that were read before. Everything else goes through `OddLine`, which says what it did.
"""

import re
from datetime import date

from tournaments.formats import cells, odd_lines
from tournaments.formats.odd_lines import TITLES, OddLine
from tournaments.formats.parsed import (
    Colour,
    ParsedPlayer,
    PartialDate,
    RoundEntry,
    RoundKind,
)
from tournaments.formats.problems import ProblemLog, Severity
from tournaments.formats.trf_records import FIRST_ROUND, Source

CODES = (
    frozenset(
        {
            "trf.too_big",
            "trf.columns_by_bytes",
            "trf.columns_shifted",
        }
    )
    | cells.CODES
    | odd_lines.CODES
)

_MOST_ROUNDS, _MOST_ENTRIES = 999, 1_000_000
_FOUR_BLANKS = "    "

_Ending = tuple[Colour | None, RoundKind, int | None]
"""What the six columns after an opponent's number say."""
_USUAL_ENDINGS: dict[str, _Ending] = {
    f" {colour.value} {mark}{blanks}": (colour, kind, half_points)
    for colour in Colour
    for mark, kind, half_points in (
        ("1", RoundKind.PLAYED, 2),
        ("=", RoundKind.PLAYED, 1),
        ("0", RoundKind.PLAYED, 0),
        ("+", RoundKind.FORFEIT, 2),
        ("-", RoundKind.FORFEIT, 0),
    )
    for blanks in ("", "  ")
}
_USUAL_SEXES: dict[str, tuple[str | None, str | None]] = {
    f"{sex or ' '}{title:>3}": (sex, title or None)
    for sex in (None, "m", "w")
    for title in ("", *TITLES)
}
_USUAL_POINTS: dict[str, int | None] = {
    f"{n // 2}.{5 * (n % 2)}".rjust(4): n for n in range(200)
} | {_FOUR_BLANKS: None}
_REGULAR = re.compile(
    r"001 ([ 0-9]{3}[0-9]) ([ mw][ A-Z]{3}) (.{33}) ([ 0-9]{4}) ([A-Z]{3}) ([ 0-9]{11}) "
    r"(18[5-9][0-9]|19[0-9]{2}|20[0-9]{2})/([0-9]{2})/([0-9]{2}) (.{4}) ([ 0-9]{3}[0-9])(?:  |$)"
)
"""A line in which every field is filled as the format says, up to the rank."""
_new_entry = tuple.__new__
_ROUNDS = [
    (n, at, at + 4, at + 10, at + 1)
    for n, at in enumerate(range(FIRST_ROUND, FIRST_ROUND + 10 * 1000, 10), start=1)
]
"""Number of a round, indices of opponent, ending and end, column."""


def read_players(
    source: Source, log: ProblemLog, *, by_bytes: bool, team: bool, pairing_bye: int
) -> tuple[list[ParsedPlayer], int]:
    """The players with an entry for each round, and the number of rounds.

    No players, with an error in the log, when no line has a starting number or when the lines are
    so long that they cannot be those of a tournament. `by_bytes`: the columns may be those of
    UTF-8 bytes. `pairing_bye`: half-points of `U`.
    """
    reader = _Reader(source, log, by_bytes=by_bytes, team=team, pairing_bye=pairing_bye)
    rows = [reader.row(number, line) for number, line in source.players]
    rounds = max((row[-1][-1].round for row in rows if row[-1]), default=0)
    source.marks.update(reader.marks)
    if rounds > _MOST_ROUNDS or rounds * len(rows) > _MOST_ENTRIES:
        log.error("trf.too_big", players=len(rows), rounds=rounds)
        return [], 0
    nothing = [
        RoundEntry(number, None, None, RoundKind.ABSENT, 0) for number in range(1, rounds + 1)
    ]
    players = []
    for line, number, entries in rows:
        if len(entries) < rounds:
            every = nothing.copy()
            for entry in entries:
                every[entry.round - 1] = entry
            entries = every
        player = reader.player(line, number, tuple(entries))
        if player is not None:
            players.append(player)
    source.marks.update(reader.marks)
    return players, rounds


_Row = tuple["str | OddLine", int, list[RoundEntry]]


class _Reader:
    """Reads the lines of one file and remembers their parts."""

    def __init__(
        self, source: Source, log: ProblemLog, *, by_bytes: bool, team: bool, pairing_bye: int
    ) -> None:
        self.log, self.by_bytes, self.team, self.pairing_bye = log, by_bytes, team, pairing_bye
        self.marks: set[str] = set()
        self.opponents: dict[str, int] = {
            digits: int(digits)
            for digits in {line[4:8] for _, line in source.players}
            if digits.lstrip(" ").isdigit() and digits.isascii() and int(digits)
        }
        """Starting numbers by the four characters in which they stand."""
        self.against = _USUAL_ENDINGS.copy()
        self.alone: dict[str, _Ending] = {}

    def row(self, number: int, line: str) -> _Row:
        """The line, its number and its written entries in order of rounds."""
        if self.by_bytes and not line.isascii() and not _is_regular(line):
            stretched = "".join(char + "\0" * (_width(char) - 1) for char in line)
            if _blank_separators(stretched) > _blank_separators(line):
                self.log.note("trf.columns_by_bytes", number, 15)
                odd = OddLine(stretched, number, self.log, self.marks, stretched=True)
                return odd, number, self.entries(stretched, number, odd)
        line = line.rstrip()
        if line[89:91].strip():
            self.log.warning("trf.columns_shifted", number, 90)
        return line, number, self.entries(line, number, None)

    def entries(self, line: str, number: int, odd: "OddLine | None") -> list[RoundEntry]:
        """The written entries of a line; a line with games only takes the quick way."""
        opponents, against = self.opponents, self.against
        if odd is None:
            try:
                return [
                    _new_entry(
                        RoundEntry, (n, opponents[line[at:end]], *against[line[end:stop]], column)
                    )
                    for n, at, end, stop, column in _ROUNDS[: (len(line) - FIRST_ROUND + 9) // 10]
                ]
            except KeyError:
                pass
        elif line[89:91].strip():
            self.log.warning("trf.columns_shifted", number, odd.column(89))
        alone = self.alone
        entries: list[RoundEntry] = []
        round_number = 0
        for at in range(FIRST_ROUND, len(line), 10):
            round_number += 1
            text, ending = line[at : at + 4], line[at + 4 : at + 10]
            opponent = opponents.get(text)
            if opponent is None and (digits := text.lstrip(" ")).isdigit() and digits.isascii():
                opponent = int(digits)
                if opponent:
                    opponents[text] = opponent
            known = against.get(ending) if opponent else alone.get(text + ending)
            if known is None:
                entry = self._slowly(line, at, round_number, number, odd)
                if entry is not None:
                    entries.append(entry)
                continue
            column = odd.column(at) if odd is not None else at + 1
            entries.append(_new_entry(RoundEntry, (round_number, opponent or None, *known, column)))
        return entries

    def _slowly(
        self, line: str, at: int, round_number: int, number: int, odd: "OddLine | None"
    ) -> RoundEntry | None:
        """One round read from its characters; remembered where there is nothing to say of it."""
        text = line[at : at + 10]
        if text.isspace():
            return None
        cell = cells.read_cell(text, team=self.team, pairing_bye=self.pairing_bye)
        if cell.mark:
            self.marks.add(cell.mark)
        column = odd.column(at) if odd is not None else at + 1
        if cell.problem is None:
            if cell.opponent:
                self.against[text[4:]] = (cell.colour, cell.kind, cell.half_points)
            else:
                self.alone[text] = (cell.colour, cell.kind, cell.half_points)
        elif cell.severity is Severity.NOTE:
            self.log.note(cell.problem, number, column, text=text.strip())
        else:
            self.log.add(
                cell.problem, cell.severity, number, column, round=round_number, text=text.strip()
            )
        return RoundEntry(
            round_number, cell.opponent, cell.colour, cell.kind, cell.half_points, column
        )

    def player(
        self, line: "str | OddLine", number: int, rounds: tuple[RoundEntry, ...]
    ) -> ParsedPlayer | None:
        """The player of a line; None where there is no starting number."""
        if isinstance(line, OddLine):
            return line.player(rounds)
        found = _REGULAR.match(line)
        if found is None:
            return OddLine(line, number, self.log, self.marks).player(rounds)
        start, sex_title, name, rating, federation, fide_id, year, month, day, points, rank = (
            found.groups()
        )
        try:
            sex, title = _USUAL_SEXES[sex_title]
            birth = date(int(year), int(month), int(day))
            fide = None if fide_id.isspace() else int(fide_id)
            usual = fide is None or 100_000 <= fide <= 999_999_999
            if usual and int(start) and not name.isspace():
                return ParsedPlayer(
                    int(start), name.strip(), sex, title,
                    None if rating.isspace() else int(rating) or None, federation, fide,
                    PartialDate(birth.year, birth.month, birth.day), _USUAL_POINTS[points],
                    int(rank) or None, rounds, number,
                )  # fmt: skip
        except (KeyError, ValueError):
            pass
        return OddLine(line, number, self.log, self.marks).player(rounds)


def _width(char: str) -> int:
    """Bytes of a character in UTF-8; a broken one stands for the single byte that was left."""
    return 1 if char == "\ufffd" else len(char.encode("utf-8", "surrogatepass"))


def _is_regular(line: str) -> bool:
    """Whether every column that parts the fields is blank (53, 57, 69, 80, 85, 91, 96, 98, 100)."""
    return not (
        line[52:53] + line[56:57] + line[68:69] + line[79:80] + line[84:85] + line[90:91]
        + line[95:96] + line[97:98] + line[99:100]
    ).strip(" ")  # fmt: skip


def _blank_separators(line: str) -> int:
    """How many of those columns are blank."""
    return sum(line[at : at + 1] in (" ", "") for at in (52, 56, 68, 79, 84, 90, 95, 97, 99))
