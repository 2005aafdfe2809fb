"""FIDE's Tournament Report File: reader of TRF06, TRF16 and what TRF26 shares with them; writer.

One record a line, a tag in columns 1–3, fixed columns counted from 1. The reader takes every
deviation that real files show and says what it did; see `CODES` for all it may say.
"""

import re
from dataclasses import dataclass, field
from datetime import date

from tournaments.formats import cells, dates, text
from tournaments.formats.parsed import (
    ParsedEvent,
    ParsedPlayer,
    PartialDate,
    ReadResult,
    RoundEntry,
    RoundKind,
)
from tournaments.formats.problems import ProblemLog, Severity

CODES = (
    frozenset(
        {
            "file.is_vega",
            "file.not_a_tournament",
            "trf.no_players",
            "trf.too_big",
            "trf.number_unreadable",
            "trf.columns_by_bytes",
            "trf.columns_shifted",
            "trf.field_shifted",
            "trf.tab",
            "trf.tag_glued",
            "trf.tag_unknown",
            "trf.record_ignored",
            "trf.record_repeated",
            "trf.teams_not_read",
            "trf.national_record_ignored",
            "trf.ruler",
            "trf.comment",
            "trf.sex_form",
            "trf.sex_unknown",
            "trf.title_letter",
            "trf.title_other",
            "trf.name_blank",
            "trf.rating_unreadable",
            "trf.federation_odd",
            "trf.fide_id_unusual",
            "trf.fide_id_unreadable",
            "trf.birth_form",
            "trf.birth_unreadable",
            "trf.points_unreadable",
            "trf.points_form",
            "trf.rank_unreadable",
            "trf.date_form",
            "trf.date_unreadable",
            "trf.round_date_form",
            "trf.round_date_unreadable",
            "trf.scoring_declared",
            "trf.scoring_unreadable",
            "trf.web_address",
            "trf.declared_unreadable",
            "trf.last_line_cut",
        }
    )
    | cells.CODES
)

TITLES = frozenset({"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"})
_TITLE_LETTERS = {
    "g": "GM",
    "m": "IM",
    "f": "FM",
    "c": "CM",
    "wg": "WGM",
    "wm": "WIM",
    "wf": "WFM",
    "wc": "WCM",
    "gf": "WGM",
    "mf": "WIM",
    "ff": "WFM",
    "cf": "WCM",
}
_SEXES = {"m": "m", "M": "m", "w": "w", "W": "w", "f": "w", "F": "w"}
_TEXT_TAGS = ("012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "122")
_TRF26_ONLY = frozenset({
    "142", "152", "162", "172", "182", "192", "202", "212", "222", "240",
    "250", "260", "299", "300", "310", "320", "330", "352", "362", "801",
    "802",
})  # fmt: skip
_TEAM_TAGS = frozenset({"013", "300", "310", "320", "330", "352", "362"})
_PRIVATE_TAGS = frozenset({
    "TNR", "ACC", "BYE", "FOR", "DAT", "XXZ", "XXC", "XXP", "XXA", "BBW",
    "BBD", "BBL", "BBZ", "BBF", "BBU", "XXR", "XXS",
})  # fmt: skip
_POINT_CODES = {
    "W": "W",
    "D": "D",
    "L": "L",
    "A": "Z",
    "Z": "Z",
    "P": "P",
    "WW": "W",
    "BW": "W",
    "WD": "D",
    "BD": "D",
    "WL": "L",
    "BL": "L",
    "ZPB": "Z",
    "HPB": "H",
    "FPB": "F",
    "PAB": "P",
}
_BB_CODES = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "Z", "BBU": "P"}
_LETTER_AND_VALUE = re.compile(r"([A-Za-z])\s*([\d.,]+)", re.ASCII)
_USUAL_POINTS = {"W": 2, "D": 1, "L": 0, "Z": 0, "P": 2, "H": 1, "F": 2}
_MOST_ROUNDS, _MOST_ENTRIES = 999, 1_000_000
_UNKNOWN_TAGS_TOLD = 20
_FIRST_ROUND = 91
_SEPARATORS = 9


@dataclass(slots=True)
class _Source:
    """The lines of a file, sorted by what they are."""

    players: list[tuple[int, str]] = field(default_factory=list)
    records: dict[str, tuple[int, str]] = field(default_factory=dict)
    """First record of each tag: line, content from column 5."""
    deputies: list[str] = field(default_factory=list)
    round_dates: list[tuple[int, str]] = field(default_factory=list)
    scoring: dict[str, int] = field(default_factory=dict)
    tags: set[str] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)
    marks: set[str] = field(default_factory=set)
    """`06`, `16`: marks that only one version has."""


def parse_trf(data: bytes, *, encoding: str | None = None, filename: str = "") -> ReadResult:
    """Read a TRF of any version; `encoding` overrules the guess.

    The problems are those of reading; what the entries say about each other is `check_event`'s.
    """
    log = ProblemLog()
    content = text.read_text(data, log, encoding=encoding, filename=filename)
    if content is None:
        return ReadResult(None, log.problems())
    event = parse_lines(content, log, filename=filename)
    problems = log.problems()
    if event is None:
        problems = tuple(problem for problem in problems if problem.severity is Severity.ERROR)
    return ReadResult(event, problems)


def parse_lines(
    content: text.FileText, log: ProblemLog, *, filename: str = ""
) -> ParsedEvent | None:
    """The event of a decoded file, or None with an error in the log."""
    source = _sort_lines(content, log)
    if source is None:
        log.error("file.is_vega", filename=filename)
        return None
    if not source.players:
        recognised = {"012", "042"} & source.records.keys()
        log.error("trf.no_players" if recognised else "file.not_a_tournament", filename=filename)
        return None
    is_team = _is_team(source)
    scoring = _scoring(source)
    players, rounds = _players(source, content, log, is_team=is_team, scoring=scoring)
    if not players:
        return None
    _check_last_line(source, content, log)
    starts_on, ends_on = _event_dates(source, log)
    return ParsedEvent(
        format=_format(source),
        encoding=content.encoding,
        players=tuple(players),
        rounds=rounds,
        name=_text(source, "012"),
        city=_place(source, "022", log),
        federation=_text(source, "032"),
        starts_on=starts_on,
        ends_on=ends_on,
        declared_players=_count(source, "062", log),
        declared_rated=_count(source, "072", log),
        declared_teams=_count(source, "082", log),
        declared_rounds=_count(source, "142" if "142" in source.records else "XXR", log),
        type_text=_text(source, "092"),
        chief_arbiter=_place(source, "102", log),
        deputy_arbiters=tuple(source.deputies),
        time_control_text=_text(source, "122"),
        round_dates=_round_dates(source, starts_on, ends_on, log),
        is_team=is_team,
        scoring=scoring,
        has_changed_points="299" in source.tags,
        record_lines=tuple((tag, line) for tag, (line, _) in source.records.items()),
    )


# Lines


def _sort_lines(content: text.FileText, log: ProblemLog) -> _Source | None:
    """The lines by tag; None for Vega's own format, which uses the same tags otherwise."""
    source = _Source()
    for number, line in enumerate(content.lines, start=1):
        if "\t" in line:
            if line.startswith(("001", "132")):
                log.warning("trf.tab", number, line.index("\t") + 1)
            line = line.replace("\t", " ")
        if "\xa0" in line:
            line = line.replace("\xa0", " ")
        tag = line[:3]
        if tag == "001":
            if "|" in line[3:12]:
                return None
            source.players.append((number, line))
        elif line.strip():
            _sort_record(source, tag, number, line, log)
    return source


def _sort_record(source: _Source, tag: str, number: int, line: str, log: ProblemLog) -> None:
    if line[0] == "#":
        if not line.startswith("###"):
            log.note("trf.comment", number, 1)
        return
    if _is_ruler(line):
        log.note("trf.ruler", number, 1)
        return
    body = line[4:]
    if tag in _TEXT_TAGS and line[3:4].strip() and not line[3].isdigit():
        log.note("trf.tag_glued", number, 4, tag=tag)
        body = line[3:]
    source.tags.add(tag)
    if tag == "112":
        if body.strip():
            source.deputies.append(body.strip())
    elif tag == "132":
        source.round_dates.append((number, line))
    elif tag in _TEXT_TAGS or tag in ("142", "XXR"):
        if tag not in source.records:
            source.records[tag] = (number, body.strip())
        elif body.strip() and body.strip() != source.records[tag][1]:
            if source.records[tag][1]:
                log.note("trf.record_repeated", number, 1, group=tag, tag=tag)
            else:
                source.records[tag] = (number, body.strip())
    elif tag in ("162", "XXS") or tag in _BB_CODES:
        _read_scoring(source, tag, number, line, log)
    elif tag in _TEAM_TAGS:
        log.note("trf.teams_not_read", number, 1, tag=tag)
    elif tag in _TRF26_ONLY or tag in _PRIVATE_TAGS:
        log.note("trf.record_ignored", number, 1, group=tag, tag=tag)
    elif _is_national(tag, line):
        source.tags.add("NRS")
        log.note("trf.national_record_ignored", number, 1, group=tag, tag=tag)
    else:
        if tag not in source.unknown and len(source.unknown) < _UNKNOWN_TAGS_TOLD:
            source.unknown.add(tag)
        group = tag if tag in source.unknown else ""
        log.note("trf.tag_unknown", number, 1, group=group, tag=tag)


def _is_ruler(line: str) -> bool:
    """Lines that only show the columns: `DDD SSSS sTTT`, `0123456789…`, `1   2   3`."""
    if line.startswith(("DDD SSSS", "0123456789", "1234567890")):
        return True
    bare = line.replace(" ", "")
    return not line[:1].strip() and bare.isdigit()


def _is_national(tag: str, line: str) -> bool:
    return (
        len(tag) == 3
        and tag.isascii()
        and tag.isalpha()
        and tag.isupper()
        and line[3:4] == " "
        and line[4:8].strip().isdigit()
        and len(line) > 14
    )


def _read_scoring(source: _Source, tag: str, number: int, line: str, log: ProblemLog) -> None:
    """Declared points: `162` letters and values, `XXS CODE=VALUE`, `BBW 1.0`; the last one wins."""
    if tag == "162":
        pairs = _LETTER_AND_VALUE.findall(line[3:])
    elif tag == "XXS":
        pairs = [
            (code, value) for code, _, value in (word.partition("=") for word in line[4:].split())
        ]
    else:
        pairs = [(_BB_CODES[tag], line[4:])]
    for code, value in pairs:
        half_points = _half_points(value.strip())
        mark = _POINT_CODES.get(code.upper())
        if half_points is None or mark is None:
            if code.upper() != "X":
                log.note("trf.scoring_unreadable", number, 1, group=tag, tag=tag)
            continue
        source.scoring[mark] = half_points
        if half_points != _USUAL_POINTS[mark]:
            log.note("trf.scoring_declared", number, 1, group=tag, tag=tag)


# The tournament


def _text(source: _Source, tag: str) -> str:
    return source.records.get(tag, (0, ""))[1]


def _place(source: _Source, tag: str, log: ProblemLog) -> str:
    line, value = source.records.get(tag, (0, ""))
    if "://" in value or value.lower().startswith("www."):
        log.note("trf.web_address", line, 5, group=tag, tag=tag)
    return value


def _count(source: _Source, tag: str, log: ProblemLog) -> int | None:
    line, value = source.records.get(tag, (0, ""))
    if not value:
        return None
    first = value.split()[0]
    if first.isascii() and first.isdigit() and len(first) <= 6:
        return int(first)
    log.note("trf.declared_unreadable", line, 5, group=tag, tag=tag, text=value)
    return None


def _is_team(source: _Source) -> bool:
    """Whether teams play: their records, a number of teams (one alone plays nobody), the type."""
    teams = _text(source, "082").split()[:1]
    return bool(
        source.tags & {"013", "310", "300"}
        or any(n.isascii() and n.isdigit() and len(n) < 7 and int(n) > 1 for n in teams)
        or "team" in _text(source, "092").lower()
    )


def _scoring(source: _Source) -> tuple[tuple[str, int], ...]:
    """Half-points by mark where the file declares other points than 1, ½, 0; else empty."""
    given = source.scoring
    points = {"W": 2, "D": 1, "L": 0, "Z": 0} | given
    points = {"P": points["W"], "F": points["W"], "H": points["D"]} | points
    return () if points == _USUAL_POINTS else tuple(sorted(points.items()))


def _event_dates(source: _Source, log: ProblemLog) -> tuple[date | None, date | None]:
    start, end = _text(source, "042"), _text(source, "052")
    starts_on, ends_on, _ = dates.event_dates(start, end)
    for tag, value, day in (("042", start, starts_on), ("052", end, ends_on)):
        if not value:
            continue
        line = source.records[tag][0]
        if day is None:
            log.warning("trf.date_unreadable", line, 5, text=value)
        elif value != f"{day:%Y/%m/%d}":
            log.note("trf.date_form", line, 5, group=tag, text=value, date=day.isoformat())
    return starts_on, ends_on


def _round_dates(
    source: _Source, first: date | None, last: date | None, log: ProblemLog
) -> tuple[date | None, ...]:
    """Dates of the rounds, from `YY/MM/DD` at columns 92, 102, … or from words off the columns."""
    found: dict[int, date | None] = {}
    if first is None or last is None or first > last:
        first = last = None
    for number, line in source.round_dates:
        words = [(index, word) for index, word in _words_at(line, 4)]
        by_column = len(source.round_dates) == 1 and all(
            at >= _FIRST_ROUND and (at - _FIRST_ROUND) % 10 == 0 for at, _ in words
        )
        for at, word in words:
            index = (at - _FIRST_ROUND) // 10 if by_column else len(found)
            day, plain = dates.round_date(word, first, last)
            if day is None:
                log.warning("trf.round_date_unreadable", number, at + 1, text=word)
            elif not plain or not by_column:
                log.note("trf.round_date_form", number, at + 1, text=word, date=day.isoformat())
            found[index] = day
    if not any(found.values()):
        return ()
    longest = min(max(index for index, day in found.items() if day) + 1, 999)
    return tuple(found.get(index) for index in range(longest))


def _words_at(line: str, start: int) -> list[tuple[int, str]]:
    words, at = [], start
    for word in line[start:].split():
        at = line.index(word, at)
        words.append((at, word))
        at += len(word)
    return words


def _format(source: _Source) -> str:
    if source.tags & (_TRF26_ONLY | {"NRS"}):
        return "TRF26"
    return "TRF06" if "06" in source.marks and "16" not in source.marks else "TRF16"


def _check_last_line(source: _Source, content: text.FileText, log: ProblemLog) -> None:
    """A file that stops in the middle of a player's line was cut while it was copied or sent."""
    number, line = source.players[-1]
    if content.ends_with_newline or number != len(content.lines):
        return
    width = len(line)
    complete = width >= 89 and (width < 92 or (width - _FIRST_ROUND) % 10 in (0, 8, 9))
    others = max((len(other) for _, other in source.players[:-1]), default=0)
    if width < 84 or (not complete and others > width):
        log.error("trf.last_line_cut", number, width)


# Players


def _players(
    source: _Source,
    content: text.FileText,
    log: ProblemLog,
    *,
    is_team: bool,
    scoring: tuple[tuple[str, int], ...],
) -> tuple[list[ParsedPlayer], int]:
    """The players with an entry for each round, and the number of rounds.

    No players, with an error in the log, when no line has a starting number or when the lines are
    so long that they cannot be those of a tournament.
    """
    pairing_bye = min(dict(scoring).get("P", 2), 2)
    known: dict[str, cells.Cell] = {}
    by_bytes = content.encoding == "utf-8"
    readers, rounds = [], 0
    for number, line in source.players:
        reader = _PlayerLine(line, number, log, by_bytes=by_bytes)
        entries = reader.entries(known, team=is_team, pairing_bye=pairing_bye)
        if entries:
            rounds = max(rounds, entries[-1].round)
        readers.append((reader, entries))
    source.marks.update(cell.mark for cell in known.values() if cell.mark)
    if rounds > _MOST_ROUNDS or rounds * len(readers) > _MOST_ENTRIES:
        log.error("trf.too_big", players=len(readers), rounds=rounds)
        return [], 0
    nothing = [
        RoundEntry(number, None, None, RoundKind.ABSENT, 0) for number in range(1, rounds + 1)
    ]
    players = []
    for reader, entries in readers:
        if len(entries) < rounds:
            every = nothing.copy()
            for entry in entries:
                every[entry.round - 1] = entry
            entries = every
        player = reader.player(tuple(entries), source.marks)
        if player is not None:
            players.append(player)
    return players, rounds


class _PlayerLine:
    """One `001` line, cut by characters or, where that fits better, by UTF-8 bytes."""

    def __init__(self, line: str, number: int, log: ProblemLog, *, by_bytes: bool) -> None:
        self.line, self.number, self.log = line, number, log
        self.filler: str | None = None
        if by_bytes and not line.isascii() and _blank_separators(line) < _SEPARATORS:
            stretched = "".join(char + "\0" * (_width(char) - 1) for char in line)
            if _blank_separators(stretched) > _blank_separators(line):
                self.line, self.filler = stretched, stretched
                log.note("trf.columns_by_bytes", number, 15)

    def column(self, index: int) -> int:
        """Column from 1 in characters, of an index into the line as cut."""
        return index + 1 - (self.filler.count("\0", 0, index) if self.filler else 0)

    def player(self, rounds: tuple[RoundEntry, ...], marks: set[str]) -> ParsedPlayer | None:
        """The player; None where there is no starting number."""
        line, log = self.line, self.log
        number_text = line[4:8].strip()
        if not (number_text.isascii() and number_text.isdigit()) or not int(number_text):
            log.error("trf.number_unreadable", self.number, 5, text=number_text)
            return None
        name = line[14:47].replace("\0", "").strip()
        if not name:
            log.warning("trf.name_blank", self.number, 15, number=int(number_text))
        sex, title = self._sex_and_title(marks)
        return ParsedPlayer(
            number=int(number_text),
            name=name,
            sex=sex,
            title=title,
            rating=self._whole(48, 52, "trf.rating_unreadable"),
            federation=self._federation(),
            fide_id=self._fide_id(),
            birth=self._birth(),
            half_points=self._points(),
            rank=self._whole(85, 89, "trf.rank_unreadable"),
            rounds=rounds,
            line=self.number,
        )

    def entries(
        self, known: dict[str, cells.Cell], *, team: bool, pairing_bye: int
    ) -> list[RoundEntry]:
        """The written entries. `known` remembers cells of this file that were read before."""
        line, log = self.line, self.log
        entries: list[RoundEntry] = []
        if line[89:91].strip():
            log.warning("trf.columns_shifted", self.number, self.column(89))
        for at in range(_FIRST_ROUND, len(line), 10):
            text_here = line[at : at + 10]
            cell = known.get(text_here)
            if cell is None:
                if text_here.isspace():
                    continue
                cell = cells.read_cell(text_here, team=team, pairing_bye=pairing_bye)
                known[text_here] = cell
            column = self.column(at) if self.filler else at + 1
            round_number = (at - _FIRST_ROUND) // 10 + 1
            if cell.problem is not None:
                if cell.severity is Severity.NOTE:
                    log.note(cell.problem, self.number, column, text=text_here.strip())
                else:
                    log.add(
                        cell.problem,
                        cell.severity,
                        self.number,
                        column,
                        round=round_number,
                        text=text_here.strip(),
                    )
            entries.append(
                RoundEntry(
                    round_number, cell.opponent, cell.colour, cell.kind, cell.half_points, column
                )
            )
        return entries

    def _field(self, start: int, stop: int) -> str:
        """Columns start+1 to stop; also when they stand one column to the left."""
        before, last = self.line[start - 1 : start], self.line[stop - 1 : stop]
        if before.strip():
            if last.strip():
                self.log.warning("trf.columns_shifted", self.number, self.column(start - 1))
            else:
                self.log.note("trf.field_shifted", self.number, self.column(start - 1))
                return self.line[start - 1 : stop].strip()
        return self.line[start:stop].strip()

    def _sex_and_title(self, marks: set[str]) -> tuple[str | None, str | None]:
        sex_text, title_text = self.line[9:10], self.line[10:13].strip()
        together = self.line[9:13].strip()
        ambiguous = sex_text in "MWF" and "W" + title_text in TITLES and self.line[12:13] == " "
        if (
            together.upper() in TITLES
            and sex_text.strip()
            and (sex_text not in _SEXES or (ambiguous and sex_text == "W"))
        ):
            self.log.note("trf.field_shifted", self.number, 10)
            return None, together.upper()
        sex = _SEXES.get(sex_text)
        if sex is None and sex_text.strip():
            self.log.warning("trf.sex_unknown", self.number, 10, text=sex_text)
        elif sex is not None and sex != sex_text:
            self.log.note("trf.sex_form", self.number, 10, text=sex_text)
        if not title_text or not title_text.strip("-"):
            return sex, None
        if title_text.upper() in TITLES:
            return sex, title_text.upper()
        title = _TITLE_LETTERS.get(title_text.lower())
        if title is not None:
            marks.add("06")
            self.log.note("trf.title_letter", self.number, 11, text=title_text, title=title)
            return sex, title
        self.log.note("trf.title_other", self.number, 11, text=title_text)
        return sex, title_text

    def _whole(self, start: int, stop: int, code: str) -> int | None:
        """A whole number; None where blank or 0."""
        value = self._field(start, stop)
        if value.isascii() and value.isdigit():
            return int(value) or None
        if value.strip("-"):
            self.log.warning(code, self.number, self.column(start), text=value)
        return None

    def _federation(self) -> str:
        value = self.line[53:57].strip()
        if not value or (len(value) == 3 and value.isascii() and value.isalpha()):
            return value.upper()
        if value.strip("-"):
            self.log.note("trf.federation_odd", self.number, self.column(53), text=value)
        return ""

    def _fide_id(self) -> int | None:
        to_the_left = self.line[56:57].isdigit() and not self.line[67:68].strip()
        value = self._field(57, 68) if to_the_left else self.line[57:68].strip()
        if not value.strip("0-"):
            return None
        column = self.column(57)
        if not (value.isascii() and value.isdigit()):
            self.log.warning("trf.fide_id_unreadable", self.number, column, text=value)
            return None
        number = int(value)
        if not 100_000 <= number <= 999_999_999:
            self.log.note("trf.fide_id_unusual", self.number, column, text=value)
            return None
        return number

    def _birth(self) -> PartialDate | None:
        value = self._field(69, 79)
        birth, form = dates.birth_date(value)
        if form == "bad":
            self.log.warning("trf.birth_unreadable", self.number, self.column(69), text=value)
        elif form == "other":
            self.log.note("trf.birth_form", self.number, self.column(69), text=value)
        return birth

    def _points(self) -> int | None:
        value = self._field(80, 84)
        if not value:
            return None
        half_points = _half_points(value)
        if half_points is None:
            self.log.warning("trf.points_unreadable", self.number, self.column(80), text=value)
        elif "," in value or "½" in value:
            self.log.note("trf.points_form", self.number, self.column(80), text=value)
        return half_points


def _half_points(value: str) -> int | None:
    """Half-points of `11.5`, `6,5`, `6½`, `6`; None where it is not a number of them."""
    if value.endswith("½"):
        value = (value[:-1] or "0") + ".5"
    whole, _, part = value.replace(",", ".").partition(".")
    if not (whole + part).isascii() or not (whole + part).isdigit():
        return None
    if part.rstrip("0") not in ("", "5"):
        return None
    return 2 * int(whole or "0") + (1 if part.rstrip("0") else 0)


def _width(char: str) -> int:
    """Bytes of a character in UTF-8; a broken one stands for the single byte that was left."""
    return 1 if char == "\ufffd" else len(char.encode())


def _blank_separators(line: str) -> int:
    """How many of the columns that part the fields are blank (53, 57, 69, 80, 85, 91, 96, …)."""
    return sum(line[at : at + 1] in (" ", "") for at in (52, 56, 68, 79, 84, 90, 95, 97, 99))


# Writing


def write_trf16(event: ParsedEvent) -> bytes:
    """The event as TRF16: UTF-8 without byte order mark, columns in characters, lines end in CR LF.

    Reading it gives the same players, rounds, points and tournament data. What the columns cannot
    hold is cut: names after 33 characters, titles after 3. Every absence is written as `Z`.
    Declared rounds and other points than 1, ½, 0 go into the `XXR` and `XXS` extensions.
    Raises ValueError for a number over 9999 or an entry without a mark in the format.
    """
    lines = [
        f"012 {_one_line(event.name)}",
        f"022 {_one_line(event.city)}",
        f"032 {event.federation}",
        f"042 {_written_date(event.starts_on)}",
        f"052 {_written_date(event.ends_on)}",
        f"062 {_or_blank(event.declared_players)}",
        f"072 {_or_blank(event.declared_rated)}",
        f"082 {_or_blank(event.declared_teams)}",
        f"092 {_one_line(event.type_text)}",
        f"102 {_one_line(event.chief_arbiter)}",
        *(f"112 {_one_line(name)}" for name in event.deputy_arbiters),
        f"122 {_one_line(event.time_control_text)}",
    ]
    if event.round_dates:
        days = "".join(
            f"{day:%y/%m/%d}".ljust(10) if day else " " * 10 for day in event.round_dates
        )
        lines.append("132".ljust(_FIRST_ROUND) + days)
    if event.declared_rounds is not None:
        lines.append(f"XXR {event.declared_rounds}")
    if event.scoring:
        codes = {"P": "PAB", "F": "FPB", "H": "HPB", "Z": "ZPB"}
        pairs = (f"{codes.get(mark, mark)}={_written_points(n)}" for mark, n in event.scoring)
        lines.append("XXS " + " ".join(pairs))
    lines += [_written_player(player) for player in event.players]
    return "".join(line.rstrip() + "\r\n" for line in lines).encode("utf-8")


def _written_player(player: ParsedPlayer) -> str:
    if not 1 <= player.number <= 9999:
        raise ValueError(f"starting number {player.number} does not fit into four columns")
    birth = player.birth
    born = f"{birth.year:04d}/{birth.month or 0:02d}/{birth.day or 0:02d}" if birth else ""
    points = "" if player.half_points is None else _written_points(player.half_points)
    head = (
        f"001 {player.number:4d} {player.sex or '':1.1}{player.title or '':>3.3} "
        f"{_one_line(player.name)[:33]:33} {_or_blank(player.rating):>4} {player.federation:3.3} "
        f"{_or_blank(player.fide_id):>11} {born:10} {points:>4} {_or_blank(player.rank):>4}"
    )
    return head + "".join(cells.write_cell(entry) for entry in player.rounds)


def _written_points(half_points: int) -> str:
    return f"{half_points // 2}.{5 * (half_points % 2)}"


def _written_date(day: date | None) -> str:
    return f"{day:%Y/%m/%d}" if day else ""


def _or_blank(number: int | None) -> str:
    return "" if number is None else str(number)


def _one_line(value: str) -> str:
    return " ".join(value.split())
