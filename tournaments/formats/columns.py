"""Which column of a table means what: a proposal from headings and contents, and its check.

The proposal is shown to a person, who may change it; what is read is read by the mapping given.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tournaments.formats.round_cells import is_game, read_round
from tournaments.formats.tables import Row, Table

FIELDS = (
    "number",
    "rank",
    "name",
    "first_name",
    "title",
    "sex",
    "federation",
    "rating",
    "rating_national",
    "fide_id",
    "national_id",
    "grade",
    "birth",
    "club",
    "points",
)
"""What a column may mean, besides the rounds."""

_HEADINGS: Mapping[str, str] = {
    "number": "no, nr, sno, snr, st no, start no, start, №, № пп, ст №, nº, n°, nro, num, number, "
    "pairing no, ng, id no, номер, п/п, № п/п, lp",
    "rank": "rk, rank, place, pl, rg, rang, pos, posición, posizione, class, место, місце, м, "
    "sija, lk, plc, platz, miejsce, зайняте місце, занятое место",
    "name": "name, player, spieler, фамилия, прізвище, піб, фио, игрок, гравець, шахматист, "
    "шахіст, nimi, nome, nombre, nom, navn, namn, jméno, meno, név, isim, surname, last name, "
    "фамилия имя, прізвище ім'я, фамилия имя отчество, прізвище ім'я по батькові, "
    "прізвище та ім'я, прізвище й ім'я, прізвище і ім'я, фамилия и имя, full name, учасник, "
    "учасники, участник, участники, игроки, гравці, nazwisko i imię, nazwisko, zawodnik, joueur, "
    "jugador, giocatore, jogador, prezime i ime, příjmení, příjmení jméno",
    "first_name": "first name, имя, ім'я, vorname, prénom, given name",
    "title": "title, ttl, titel, tit, звание, звання",
    "sex": "sex, gender, m/f, пол, стать",
    "federation": "fed, federation, nation, country, land, федерация, федерація, фед, країна, "
    "страна",
    "rating": "rtg, rating, elo, rtgi, irtg, elo fide, rtg fide, fide rating, rating fide, "
    "рейтинг, рейт, рейтинг fide, rtg int, rating int",
    "rating_national": "rtgn, nrtg, rtg nat, рейтинг ршф, nwz, dwz, рейтинг укр, rating nat",
    "fide_id": "fide id, id fide, код fide, fide no, fide code, id number, idf, fide, id, #idf",
    "national_id": "код ршф, national id, code nat, nat id",
    "grade": "розряд, розр, разряд, разр, grade",
    "birth": "birth, born, birthday, b-day, dob, birth date, date of birth, дата рождения, год "
    "рождения, дата народження, рік народження, рік, год, byear, year of birth, дата нар, "
    "рік нар, р н, г р, год рожд, дата рожд, geburtsdatum, geb, jahrgang, data ur, rok ur",
    "club": "club, club/city, city, verein, место/город, город, місто, регіон, регион, субъект, "
    "клуб, club name, seura, область, команда, verein/ort, klub",
    "points": "pts, points, score, pkt, pnt, punkte, очки, очок, очк, puan, pist, puntos, ptos, "
    "poin, сума очок, сума, сумма очков, сумма, набрано очок, набрано очков, всього, итого, total, "
    "pkte, body, bodů, pont, pontos, bodovi",
}
_MEANINGS = {
    re.sub(r"[\s.,:_'’ʼ`\-]", "", word.casefold()): name
    for name, words in _HEADINGS.items()
    for word in words.split(", ")
}
_ROUND_HEADING = re.compile(
    r"(\d{1,2})\s*[.\-]?\s*(?:rd|rnd|round|r|rp|тур|т|runde|rda|ronda|kr|k|o|fo|krs|turno|t)?\.?"
    r"|(?:rd|rnd|round|r|тур|т|runde|ronda|turno|t)\.?\s*(\d{1,2})",
    re.IGNORECASE,
)
_TITLE = re.compile(r"(?:w?[gifc]m|a[gifc]m|[nc]m|w?h?nm)", re.IGNORECASE)
_MOST_HEADER_ROWS = 60
_SAMPLE = 40


@dataclass(frozen=True, slots=True)
class ColumnMap:
    """What each column of a table means. Columns and the row of headings count from 0."""

    header_row: int
    fields: Mapping[str, int] = field(default_factory=dict)
    """Column by the names of `FIELDS`."""
    rounds: tuple[int, ...] = ()
    """The column of each round, the first one of each three where `in_threes`."""
    in_threes: bool = False
    """A round has three cells: opponent, colour, result (Swiss-Manager's text)."""
    is_round_robin: bool = False
    """Columns are opponents in order of the rows, not rounds."""


def propose(table: Table) -> ColumnMap | None:
    """The mapping that the headings and contents suggest; None where no row looks like headings."""
    best: ColumnMap | None = None
    best_score = 1
    for index, row in enumerate(table.rows[:_MOST_HEADER_ROWS]):
        fields = _fields(row)
        if "name" not in fields:
            continue
        found = _with_rounds(table, index, fields)
        score = len(fields) + 2 * len(found.rounds)
        if score > best_score:
            best, best_score = found, score
    return best


def _fields(row: Row) -> dict[str, int]:
    fields: dict[str, int] = {}
    for index, cell in enumerate(row.cells):
        name = _meaning(cell)
        if name is not None:
            fields.setdefault(name, index)
    if "name" not in fields and "first_name" in fields:
        fields["name"] = fields.pop("first_name")
    return fields


def _meaning(heading: str) -> str | None:
    return _MEANINGS.get(re.sub(r"[\s.,:_'’ʼ`\-]", "", heading.casefold()))


def _with_rounds(table: Table, header: int, fields: dict[str, int]) -> ColumnMap:
    row = table.rows[header]
    body = table.rows[header + 1 : header + 1 + _SAMPLE]
    width = max((len(other.cells) for other in (row, *body)), default=0)
    taken = set(fields.values())
    rounds = [
        index
        for index in range(width)
        if index not in taken and _is_round(row.cell(index), index, body)
    ]
    in_threes = False
    if not rounds:
        rounds = _threes(row, body, taken, width)
        in_threes = bool(rounds)
    numbered = [
        index
        for index in range(width)
        if index not in taken and _ROUND_HEADING.fullmatch(row.cell(index).strip())
    ]
    is_round_robin = not in_threes and _is_round_robin(numbered, body)
    if is_round_robin:
        rounds = numbered
    fields = fields | _by_content(row, body, taken | set(rounds), fields, width)
    return ColumnMap(header, fields, tuple(rounds), in_threes, is_round_robin)


def _is_round(heading: str, index: int, body: Iterable[Row]) -> bool:
    cells = [row.cell(index) for row in body]
    games = sum(is_game(cell) for cell in cells)
    if not games:
        headed = _ROUND_HEADING.fullmatch(heading.strip()) and not heading.strip().isdigit()
        return bool(headed) and all(read_round(cell) is not None for cell in cells)
    readable = sum(read_round(cell) is not None for cell in cells)
    return readable * 10 >= 8 * len(cells)


def _threes(row: Row, body: tuple[Row, ...], taken: set[int], width: int) -> list[int]:
    """Columns of opponents, each followed by one of colours and one of results."""
    found: list[int] = []
    index = 0
    while index + 2 < width:
        triples = [row.cells[index : index + 3] for row in body if len(row.cells) > index + 2]
        colours = sum(cells[0].isdigit() and cells[1].casefold() in ("w", "b") for cells in triples)
        if index not in taken and triples and colours * 2 >= len(triples):
            found.append(index)
            index += 3
        else:
            index += 1
    return found


def _is_round_robin(numbered: list[int], body: tuple[Row, ...]) -> bool:
    """As many numbered columns as rows, each row having a diagonal cell of its own column."""
    rows = [row for row in body if any(row.cells)]
    players = len(numbered)
    if players < 3 or len(rows) < players:
        return False
    diagonal = [rows[n].cell(numbered[n]) for n in range(players)]
    return all(cell in ("", "*", "X", "x", "#", "■", "-") for cell in diagonal) and all(
        rows[n].cell(column) in ("", "*", "1", "0", "½", "=", "+", "-", "0.5", "0,5")
        for n in range(players)
        for column in numbered
        if column != numbered[n]
    )


def _by_content(
    row: Row, body: tuple[Row, ...], taken: set[int], known: Mapping[str, int], width: int
) -> dict[str, int]:
    """A column without a heading whose cells are titles."""
    if "title" in known:
        return {}
    for index in range(width):
        if index in taken or row.cell(index).strip():
            continue
        cells = [other.cell(index) for other in body if other.cell(index)]
        if cells and all(_TITLE.fullmatch(cell) for cell in cells):
            return {"title": index}
    return {}
