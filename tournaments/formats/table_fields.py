"""The fields of a player in a row of a table, besides the rounds."""

from dataclasses import replace
from itertools import chain

from tournaments.formats import dates
from tournaments.formats.columns import ColumnMap
from tournaments.formats.odd_lines import SEXES, TITLE_LETTERS, TITLES
from tournaments.formats.parsed import NationalRecord, ParsedPlayer, RoundEntry
from tournaments.formats.points import half_points_of
from tournaments.formats.problems import ProblemLog
from tournaments.formats.tables import Row

CODES = frozenset(
    {
        "table.title_other",
        "table.fide_id_unusual",
        "table.rating_unreadable",
        "table.birth_form",
        "table.sex_for_women_only",
    }
)


def table_player(
    row: Row, number: int, columns: ColumnMap, rounds: tuple[RoundEntry, ...], log: ProblemLog
) -> ParsedPlayer:
    """The player of a row, with what was read of the rounds; `number` is the starting number."""
    at = columns.fields
    name = " ".join(filter(None, (row.cell(at.get("name")), row.cell(at.get("first_name")))))
    birth_text = row.cell(at.get("birth"))
    birth, form = dates.birth_date(birth_text)
    if form == "bad":
        log.warning("table.birth_form", row.line, at["birth"] + 1, text=birth_text[:20])
    federation = row.cell(at.get("federation")).upper()
    points = row.cell(at.get("points"))
    return ParsedPlayer(
        number=number,
        name=name,
        sex=SEXES.get(row.cell(at.get("sex"))[:1]),
        title=_title(row, at.get("title"), log),
        rating=_rating(row, at.get("rating"), log),
        federation=federation if len(federation) == 3 and federation.isalpha() else "",
        fide_id=_fide_id(row, at.get("fide_id"), log),
        birth=birth,
        half_points=half_points_of(points) if points else None,
        rank=_whole(row.cell(at.get("rank"))),
        rounds=rounds,
        line=row.line,
        national=_national(row, columns, log),
        club=row.cell(at.get("club"))[:80],
    )


def _title(row: Row, column: int | None, log: ProblemLog) -> str | None:
    text = row.cell(column)
    if not text:
        return None
    if text.upper() in TITLES:
        return text.upper()
    if text in TITLE_LETTERS:
        return TITLE_LETTERS[text]
    log.note("table.title_other", row.line, (column or 0) + 1, text=text[:20])
    return text[:10]


def _rating(row: Row, column: int | None, log: ProblemLog) -> int | None:
    text = row.cell(column)
    if text and not is_number(text):
        log.warning("table.rating_unreadable", row.line, (column or 0) + 1, text=text[:20])
    return _whole(text)


def _fide_id(row: Row, column: int | None, log: ProblemLog) -> int | None:
    text = row.cell(column)
    if not text.strip("0-"):
        return None
    if text.isascii() and text.isdigit() and 6 <= len(text) <= 9:
        return int(text)
    log.note("table.fide_id_unusual", row.line, (column or 0) + 1, text=text[:20])
    return None


def _national(row: Row, columns: ColumnMap, log: ProblemLog) -> tuple[NationalRecord, ...]:
    at = columns.fields
    rating = _rating(row, at.get("rating_national"), log)
    number, grade = row.cell(at.get("national_id"))[:20], row.cell(at.get("grade"))[:20]
    if not (rating or number or grade):
        return ()
    federation = row.cell(at.get("federation")).upper()[:3]
    return (NationalRecord(federation, rating=rating, number=number, grade=grade),)


def with_sexes(
    players: tuple[ParsedPlayer, ...], columns: ColumnMap, log: ProblemLog
) -> tuple[ParsedPlayer, ...]:
    """Where only women are marked, as chess-results does, a blank is a man: a guess, and noted."""
    known = set(chain.from_iterable((player.sex,) for player in players))
    if "sex" not in columns.fields or known != {"w", None}:
        return players
    log.note("table.sex_for_women_only")
    return tuple(replace(player, sex=player.sex or "m") for player in players)


def is_number(text: str) -> bool:
    """Whether a text is a number of at most four digits."""
    return text.isascii() and text.isdigit() and len(text) <= 4


def _whole(text: str) -> int | None:
    return (int(text) or None) if is_number(text) else None
