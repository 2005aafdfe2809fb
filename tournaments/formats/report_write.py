"""Workbooks of an event: the crosstable as chess-results lays it out, and the rating report.

Texts are written as texts, never as formulas.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import xlsxwriter

from tournaments.formats.pairings import by_number
from tournaments.formats.parsed import ParsedEvent, ParsedPlayer, RoundEntry, RoundKind
from tournaments.formats.problems import ProblemLog
from tournaments.formats.trf_write import Written

CODES = frozenset({"write.short_game", "write.full_point_bye", "write.half_of_a_forfeit"})

_OPTIONS = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}
_MARKS = {0: "0", 1: "½", 2: "1"}
_FORFEITS = {0: "-", 2: "+"}


@dataclass(frozen=True, slots=True)
class RatingLine:
    """What counts of a player's games for a rating list."""

    number: int
    rating: int | None
    games: int
    """Games over the board against opponents with a rating."""
    half_points: int
    average_hundredths: int | None
    """Mean rating of those opponents; None without such games."""
    opponents: tuple[tuple[int, int, int], ...]
    """Round, starting number, half-points of each."""


def rating_lines(
    event: ParsedEvent, ratings: Mapping[int, int | None] | None = None
) -> tuple[RatingLine, ...]:
    """The rated games of each player in order of the file.

    `ratings`: by starting number, instead of those in the file. Forfeits, byes and games of less
    than one move are no rated games (FIDE Rating Regulations, article 5).
    """
    players = by_number(event)
    known = ratings if ratings is not None else {n: p.rating for n, p in players.items()}
    return tuple(_rating_line(player, players, known) for player in players.values())


def _rating_line(
    player: ParsedPlayer, players: Mapping[int, ParsedPlayer], ratings: Mapping[int, int | None]
) -> RatingLine:
    found: list[tuple[int, int, int]] = []
    total = 0
    for entry in player.rounds:
        if entry.kind is not RoundKind.PLAYED or entry.opponent not in players:
            continue
        opponent = entry.opponent or 0
        rating = ratings.get(opponent)
        if rating and entry.half_points is not None and opponent != player.number:
            found.append((entry.round, opponent, entry.half_points))
            total += rating
    average = (200 * total + len(found)) // (2 * len(found)) if found else None
    return RatingLine(
        player.number,
        ratings.get(player.number),
        len(found),
        sum(points for _, _, points in found),
        average,
        tuple(found),
    )


def write_rating_report(
    event: ParsedEvent,
    *,
    ratings: Mapping[int, int | None] | None = None,
    changes: Mapping[int, int] | None = None,
) -> bytes:
    """The rating report as xlsx: a line a player, as FIDE's tournament report has them.

    `changes`: change of rating in hundredths by starting number, where it has been computed.
    """
    header = ("No.", "FideID", "Name", "Title", "FED", "Ro", "n", "w", "Ra", "change")
    players = by_number(event)
    rows: list[Sequence[object]] = [(event.name,), _days(event), header]
    for line in rating_lines(event, ratings):
        player = players[line.number]
        average, change = line.average_hundredths, (changes or {}).get(line.number)
        rows.append((
            player.number, player.fide_id or "", player.name, player.title or "",
            player.federation, line.rating or "", line.games, _decimal(50 * line.half_points),
            "" if average is None else _decimal(average),
            "" if change is None else _decimal(change),
        ))  # fmt: skip
    return _workbook(rows)


def write_crosstable(event: ParsedEvent) -> Written:
    """The crosstable in order of starting numbers as xlsx, in the layout of chess-results.

    What the layout cannot say is listed: full-point byes look like pairing byes, games of less than
    one move like games.
    """
    log = ProblemLog()
    rounds = tuple(f"{number}.Rd" for number in range(1, event.rounds + 1))
    header = ("No.", "", "Name", "sex", "FideID", "Rtg", "FED", *rounds, "Pts.", "Rk.")
    rows: list[Sequence[object]] = [*_title(event), header]
    for player in event.players:
        cells = [_cell(player, entry, log) for entry in player.rounds]
        points = "" if player.half_points is None else _decimal(50 * player.half_points)
        rows.append((
            player.number, player.title or "", player.name, player.sex or "",
            player.fide_id or "", player.rating or "", player.federation, *cells, points,
            player.rank or "",
        ))  # fmt: skip
    return Written(_workbook(rows), log.problems())


def _title(event: ParsedEvent) -> Iterator[Sequence[object]]:
    yield (event.name,)
    pace = f" ({event.pace.capitalize()})" if event.pace else ""
    details = (
        ("Federation", f"{event.federation} ( {event.federation} )" if event.federation else ""),
        ("Chief Arbiter", event.chief_arbiter),
        *(("Deputy Chief Arbiter", name) for name in event.deputy_arbiters),
        (f"Time control{pace}", event.time_control_text),
        ("Location", event.city),
        ("Number of rounds", str(event.declared_rounds or "")),
        ("Tournament type", event.type_text),
    )
    yield from ((f"{label} : {value}",) for label, value in details if value)
    yield _days(event)
    yield ("Starting rank crosstable",)


def _days(event: ParsedEvent) -> Sequence[object]:
    if event.starts_on is None or event.ends_on is None:
        return ("",)
    return (f"Date : {event.starts_on:%Y/%m/%d} to {event.ends_on:%Y/%m/%d}",)


def _cell(player: ParsedPlayer, entry: RoundEntry, log: ProblemLog) -> str:
    if entry.opponent is None:
        if entry.kind is RoundKind.FULL_POINT_BYE:
            log.note("write.full_point_bye", player.line, entry.column, number=player.number)
        if entry.kind is RoundKind.PENDING:
            return "?"
        if entry.kind is RoundKind.ABSENT and entry.column is None:
            return ""
        return f" -{_MARKS.get(entry.half_points or 0, '1')}"
    start = f"{entry.opponent:3d}{entry.colour.value if entry.colour else ''}"
    if entry.kind is RoundKind.PENDING or entry.half_points is None:
        return start
    if entry.kind is RoundKind.FORFEIT:
        if entry.half_points == 1:
            log.warning("write.half_of_a_forfeit", player.line, entry.column, number=player.number)
        return start + _FORFEITS.get(entry.half_points, "-")
    if entry.kind is RoundKind.SHORT:
        log.note("write.short_game", player.line, entry.column, number=player.number)
    return start + _MARKS[entry.half_points]


def _decimal(hundredths: int) -> str:
    """`4.5`, `2213.67`, `-8.4`: without a fraction where there is none."""
    sign = "-" if hundredths < 0 else ""
    whole, part = divmod(abs(hundredths), 100)
    return f"{sign}{whole}" + (f".{part:02d}".rstrip("0") if part else "")


def _workbook(rows: Sequence[Sequence[object]]) -> bytes:
    target = io.BytesIO()
    with xlsxwriter.Workbook(target, _OPTIONS) as book:
        sheet = book.add_worksheet()
        for at, row in enumerate(rows):
            for column, value in enumerate(row):
                if value != "":
                    sheet.write(at, column, value)
    return target.getvalue()
