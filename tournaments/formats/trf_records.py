"""The lines of a Tournament Report File sorted by tag, and what they say of the tournament."""

import re
from dataclasses import dataclass, field
from datetime import date

from tournaments.formats import dates, text
from tournaments.formats.points import half_points_of
from tournaments.formats.problems import ProblemLog

CODES = frozenset(
    {
        "trf.tab",
        "trf.tag_glued",
        "trf.tag_unknown",
        "trf.record_ignored",
        "trf.record_repeated",
        "trf.ruler",
        "trf.comment",
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

FIRST_ROUND = 91
"""Index at which the first round begins; each takes ten columns."""
TEXT_TAGS = ("012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "122")
CODE_TAGS = ("152", "172", "182", "192", "202", "212", "222", "352", "362")
"""Records of TRF26 that are kept as written."""
TEAM_TAGS = ("013", "310", "300", "320", "330", "299", "240")
"""Records that `trf_teams` reads."""
USUAL_POINTS = {"W": 2, "D": 1, "L": 0, "Z": 0, "P": 2, "H": 1, "F": 2}
"""Half-points by mark."""
_IGNORED = frozenset({
    "250", "260", "801", "802", "TNR", "ACC", "BYE", "FOR", "DAT", "XXZ", "XXC", "XXP", "XXA",
    "BBF",
})  # fmt: skip
_TRF26_ONLY = frozenset({
    "142", "162", "240", "250", "260", "299", "300", "310", "320", "330", "801", "802", *CODE_TAGS,
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
_WHOLE_DATE = re.compile(r"\d{4}[./-]\d\d[./-]\d\d", re.ASCII)
_UNKNOWN_TAGS_TOLD = 20
_MOST_KEPT = 20_000
"""Records of teams and of federations that are kept; no event has more."""


@dataclass(slots=True)
class Source:
    """The lines of a file, sorted by what they are."""

    players: list[tuple[int, str]] = field(default_factory=list)
    records: dict[str, tuple[int, str]] = field(default_factory=dict)
    """First record of each tag: line, content from column 5."""
    deputies: list[str] = field(default_factory=list)
    round_dates: list[tuple[int, str]] = field(default_factory=list)
    of_teams: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """Records of `TEAM_TAGS`: line number and whole line."""
    national: list[tuple[int, str]] = field(default_factory=list)
    scoring: dict[str, int] = field(default_factory=dict)
    tags: set[str] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)
    marks: set[str] = field(default_factory=set)
    """`06`, `16`: marks that only one version has."""

    def text(self, tag: str) -> str:
        return self.records.get(tag, (0, ""))[1]


def sort_lines(content: text.FileText, log: ProblemLog) -> Source | None:
    """The lines by tag; None for Vega's own format, which uses the same tags otherwise."""
    source = Source()
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


def _sort_record(source: Source, tag: str, number: int, line: str, log: ProblemLog) -> None:
    if line[0] == "#":
        if not line.startswith("###"):
            log.note("trf.comment", number, 1)
        return
    if _is_ruler(line):
        log.note("trf.ruler", number, 1)
        return
    body = line[4:]
    if line[3:4].strip() and (tag in TEXT_TAGS or tag in CODE_TAGS or tag in ("112", "142", "XXR")):
        log.note("trf.tag_glued", number, 4, group=tag, tag=tag)
        body = line[3:]
    source.tags.add(tag)
    if tag == "112":
        if body.strip():
            source.deputies.append(body.strip())
    elif tag == "132":
        source.round_dates.append((number, line))
    elif tag in TEXT_TAGS or tag in CODE_TAGS or tag in ("142", "XXR"):
        _keep(source, tag, number, body.strip(), log)
    elif tag in ("162", "XXS") or tag in _BB_CODES:
        _read_scoring(source, tag, number, line, log)
    elif tag in TEAM_TAGS:
        kept = source.of_teams.setdefault(tag, [])
        if len(kept) < _MOST_KEPT:
            kept.append((number, line))
    elif tag in _IGNORED:
        log.note("trf.record_ignored", number, 1, group=tag, tag=tag)
    elif _is_national(tag, line):
        source.tags.add("NRS")
        if len(source.national) < _MOST_KEPT:
            source.national.append((number, line))
    else:
        if tag not in source.unknown and len(source.unknown) < _UNKNOWN_TAGS_TOLD:
            source.unknown.add(tag)
        group = tag if tag in source.unknown else ""
        log.note("trf.tag_unknown", number, 1, group=group, tag=tag)


def _keep(source: Source, tag: str, number: int, value: str, log: ProblemLog) -> None:
    """The first record of a tag that says something; another value is noted."""
    if tag not in source.records or (value and not source.records[tag][1]):
        source.records[tag] = (number, value)
    elif value and value != source.records[tag][1]:
        log.note("trf.record_repeated", number, 1, group=tag, tag=tag)


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
        and line[4:8].strip().isascii()
        and line[4:8].strip().isdigit()
        and (len(line) > 14 or len(line[4:8].rstrip()) == 4)
    )


def _read_scoring(source: Source, tag: str, number: int, line: str, log: ProblemLog) -> None:
    """Declared points: `162` letters and values, `XXS CODE=VALUE`, `BBW 1.0`; the last one wins.

    `X` of 162 is a game without a result, which counts for nothing here.
    """
    if tag == "162":
        pairs = _LETTER_AND_VALUE.findall(line[3:])
    elif tag == "XXS":
        pairs = [
            (code, value) for code, _, value in (word.partition("=") for word in line[4:].split())
        ]
    else:
        pairs = [(_BB_CODES[tag], line[4:])]
    for code, value in pairs:
        half_points = half_points_of(value.strip())
        mark = _POINT_CODES.get(code.upper())
        if half_points is None or mark is None:
            if code.upper() != "X":
                log.note("trf.scoring_unreadable", number, 1, group=tag, tag=tag)
            continue
        source.scoring[mark] = half_points
        if half_points != USUAL_POINTS[mark]:
            log.note("trf.scoring_declared", number, 1, group=tag, tag=tag)


def place_text(source: Source, tag: str, log: ProblemLog) -> str:
    """A city or an arbiter; a web address in its place is noted."""
    line, value = source.records.get(tag, (0, ""))
    if "://" in value or value.lower().startswith("www."):
        log.note("trf.web_address", line, 5, group=tag, tag=tag)
    return value


def count(source: Source, tag: str, log: ProblemLog) -> int | None:
    """A declared number; None where blank or not a number."""
    line, value = source.records.get(tag, (0, ""))
    if not value:
        return None
    first = value.split()[0]
    if first.isascii() and first.isdigit() and len(first) <= 6:
        return int(first)
    log.note("trf.declared_unreadable", line, 5, group=tag, tag=tag, text=value)
    return None


def is_team(source: Source) -> bool:
    """Whether teams play: their records, a number of teams (one alone plays nobody), the type."""
    teams = source.text("082").split()[:1]
    return bool(
        source.tags & {"013", "310", "300"}
        or any(n.isascii() and n.isdigit() and len(n) < 7 and int(n) > 1 for n in teams)
        or "team" in source.text("092").lower()
    )


def scoring(source: Source) -> tuple[tuple[str, int], ...]:
    """Half-points by mark where the file declares other points than 1, ½, 0; else empty."""
    given = source.scoring
    if not given:
        return ()
    points = {"W": 2, "D": 1, "L": 0, "Z": 0} | given
    points = {"P": points["W"], "F": points["W"], "H": points["D"]} | points
    return () if points == USUAL_POINTS else tuple(sorted(points.items()))


def event_dates(source: Source, log: ProblemLog) -> tuple[date | None, date | None]:
    """First and last day, with a note on each that is not written as the format says."""
    start, end = source.text("042"), source.text("052")
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


def round_dates(
    source: Source, first: date | None, last: date | None, log: ProblemLog
) -> tuple[date | None, ...]:
    """Dates of the rounds, from `YY/MM/DD` at columns 92, 102, … or from words off the columns."""
    found: dict[int, date | None] = {}
    if first is None or last is None or first > last:
        first = last = None
    for number, line in source.round_dates:
        words = _words_at(line, 3)
        by_column = len(source.round_dates) == 1 and all(
            at >= FIRST_ROUND and (at - FIRST_ROUND) % 10 == 0 for at, _ in words
        )
        for at, word in words:
            index = (at - FIRST_ROUND) // 10 if by_column else len(found)
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
    """Words and their indices; a word of several dates that fill their columns is cut at them."""
    words: list[tuple[int, str]] = []
    for found in re.finditer(r"\S+", line[start:]):
        at, word = found.start() + start, found.group()
        if len(word) > 10 and len(word) % 10 == 0:
            parts = [word[n : n + 10] for n in range(0, len(word), 10)]
            if all(_WHOLE_DATE.fullmatch(part) for part in parts):
                words += [(at + 10 * n, part) for n, part in enumerate(parts)]
                continue
        words.append((at, word))
    return words


def version(source: Source) -> str:
    """`TRF26` where a record says so, else by the marks of the rounds and titles."""
    if source.tags & (_TRF26_ONLY | {"NRS"}):
        return "TRF26"
    return "TRF06" if "06" in source.marks and "16" not in source.marks else "TRF16"


def check_last_line(source: Source, content: text.FileText, log: ProblemLog) -> None:
    """A file that stops in the middle of a player's line was cut while it was copied or sent."""
    number, line = source.players[-1]
    if content.ends_with_newline or number != len(content.lines):
        return
    width = len(line)
    complete = width >= 89 and (width < 92 or (width - FIRST_ROUND) % 10 in (0, 8, 9))
    others = max((len(other) for _, other in source.players[:-1]), default=0)
    if width < 84 or (not complete and others > width):
        log.error("trf.last_line_cut", number, width)
