"""FIDE's rating lists: the fixed columns of every age, found by the headings; and the XML."""

import io
import re
from collections.abc import Iterator
from typing import BinaryIO

from lxml import etree

from tournaments.formats.lists import ListRow, Numbers, RatingList, month_of
from tournaments.formats.problems import ProblemLog

_HEADINGS = (
    ("fide_id", r"ID[ _]Number"),
    ("name", r"Name"),
    ("title_old", r"Titl(?=\s*Fed)"),
    ("federation", r"Fed"),
    ("sex", r"Sex"),
    ("title", r"(?<![WO])Tit(?!l)"),
    ("womens_title", r"WTit"),
    ("other_titles", r"OTit"),
    ("foa", r"FOA"),
    ("standard", r"SRtng|[A-Z][A-Z][A-Z]\d\d|Rtng"),
    ("standard_games", r"SGm|Games|Gms"),
    ("standard_k", r"SK|(?<= )K(?= )"),
    ("rapid", r"RRtng"),
    ("rapid_games", r"RGm"),
    ("rapid_k", r"Rk"),
    ("blitz", r"BRtng"),
    ("blitz_games", r"BGm"),
    ("blitz_k", r"BK"),
    ("birth", r"B-day|Born"),
    ("flags", r"Flag"),
)
"""Headings in the order in which they stand."""
_LETTERS = {"g": "GM", "m": "IM", "f": "FM", "c": "CM", "wg": "WGM", "wm": "WIM", "wf": "WFM",
            "wc": "WCM", "h": "HM"}  # fmt: skip
_SEXES = {"M": "m", "F": "w", "W": "w", "m": "m", "f": "w", "w": "w"}
_FLAGS_WIDTH = 4
_new_row = tuple.__new__


def open_text(stream: BinaryIO, head: bytes, log: ProblemLog) -> RatingList | None:
    """A list in fixed columns, whose first line names them."""
    first = head.split(b"\n", 1)[0].decode("latin-1").rstrip("\r")
    if not re.match(r"\s*ID[ _]Number\s+Name", first, re.IGNORECASE):
        return None
    columns = _columns(first)
    if not {"fide_id", "name", "standard"} <= columns.keys():
        return None
    start, stop = columns["standard"]
    return RatingList(
        "fide-txt", "ascii", month_of(first[start:stop]), _rows(stream, columns, log), log
    )


def _columns(header: str) -> dict[str, tuple[int, int]]:
    """Start and end of each column: from its heading to the next one."""
    starts: list[tuple[str, int]] = []
    at = 0
    for name, pattern in _HEADINGS:
        found = re.compile(pattern, re.IGNORECASE).search(header, at)
        if found is not None:
            starts.append((name, found.start()))
            at = found.start() + 1
    starts = [(name, 0 if name == "fide_id" else start) for name, start in starts]
    ends = [start for _, start in starts[1:]] + [starts[-1][1] + _FLAGS_WIDTH if starts else 0]
    return {name: (start, end) for (name, start), end in zip(starts, ends, strict=True)}


def _rows(
    stream: BinaryIO, columns: dict[str, tuple[int, int]], log: ProblemLog
) -> Iterator[ListRow]:
    nothing = (0, 0)

    def cut(name: str, last: str = "") -> slice:
        start, stop = columns.get(name, nothing)
        return slice(start, columns.get(last, nothing)[1] if start < stop and last else stop)

    at_id, at_name, at_sex, at_women = map(cut, ("fide_id", "name", "sex", "womens_title"))
    at_title = cut("title") if "title" in columns else cut("title_old")
    at_fed, at_birth, at_flags = cut("federation"), cut("birth"), cut("flags")
    at_other = cut("other_titles", "foa" if "foa" in columns else "other_titles")
    paces = [_Pace(columns, name) for name in ("standard", "rapid", "blitz")]
    (at_standard, at_rapid, at_blitz), (standard, rapid, blitz) = (p.cut for p in paces), paces
    width = max(end for _, end in columns.values())
    other_end = columns.get("other_titles", nothing)[1]
    numbers, titles, words = Numbers(), _Words(_LETTERS), _Words({})
    sexes, federations = _Words(_SEXES), _Words({}, upper=True)
    lines = io.TextIOWrapper(stream, encoding="latin-1", newline="\n")
    shortest = None
    try:
        for number, line in enumerate(lines, start=1):
            fide_id = numbers[line[at_id]]
            if fide_id is None:
                if number > 1 and not line.isspace():
                    text = line[at_id].strip()[:20]
                    log.warning("list.number_unreadable", number, 1, text=text)
                continue
            if len(line) > width and len(bare := line.rstrip("\r\n")) > width and other_end:
                log.note("list.line_too_long", number, other_end)
                extra = max(len(bare.rstrip()), width + 1) - width
                line = bare[:other_end] + bare[other_end + extra :]
            if shortest is None:
                shortest = _shortest(line, columns, width)
            elif len(line) < shortest:
                end = len(line.rstrip("\r\n")) + 1
                log.error("list.line_cut", number, end, text=line[at_id].strip())
                continue
            yield _new_row(ListRow, (
                number, fide_id, "", line[at_name].strip(), federations[line[at_fed]], "",
                sexes[line[at_sex]], titles[line[at_title]], words[line[at_women]],
                words[line[at_other]], *standard[line[at_standard]], *rapid[line[at_rapid]],
                *blitz[line[at_blitz]], numbers[line[at_birth]], words[line[at_flags]], None,
            ))  # fmt: skip
    finally:
        lines.detach()


def _shortest(line: str, columns: dict[str, tuple[int, int]], width: int) -> int:
    """How long a line is at least that is not cut off, by the first one.

    Lines end in blanks as FIDE writes them; a copy may have lost these, and then nobody can say.
    """
    padded = len(line.rstrip("\r\n")) >= width and "birth" in columns
    return columns["birth"][0] if padded else 0


_Three = tuple["int | None", "int | None", "int | None"]


class _Pace(dict[str, _Three]):
    """Rating, games and factor of one pace by the text of their columns, remembered."""

    def __init__(self, columns: dict[str, tuple[int, int]], name: str) -> None:
        super().__init__()
        names = (name, f"{name}_games", f"{name}_k")
        known = [columns[part] for part in names if part in columns]
        start = known[0][0] if known else 0
        self.cut = slice(start, known[-1][1] if known else 0)
        self.parts = [
            slice(*(at - start for at in columns[part])) if part in columns else slice(0)
            for part in names
        ]
        self.numbers = Numbers()

    def __missing__(self, text: str) -> _Three:
        rating, games, factor = (self.numbers[text[part]] for part in self.parts)
        if len(self) < 50_000:
            self[text] = (rating, games, factor)
        return rating, games, factor


class _Words(dict[str, str]):
    """Short words by the text of their column, remembered; some of them in other words."""

    def __init__(self, others: dict[str, str], *, upper: bool = False) -> None:
        super().__init__()
        self.others, self.upper = others, upper

    def __missing__(self, text: str) -> str:
        bare = " ".join(text.split())
        word = self.others.get(bare, bare.upper() if self.upper else bare)
        if len(self) < 10_000:
            self[text] = word
        return word


def open_xml(stream: BinaryIO, head: bytes, log: ProblemLog) -> RatingList | None:
    """A list as XML, with or without declaration; entities are not expanded, nothing is fetched."""
    if b"<playerslist" not in head.lower()[:4096]:
        return None
    return RatingList("fide-xml", "utf-8", None, _xml_rows(stream, log), log)


def _xml_rows(stream: BinaryIO, log: ProblemLog) -> Iterator[ListRow]:
    numbers, titles = Numbers(), _Words(_LETTERS)
    line = 1
    try:
        for _, node in etree.iterparse(
            stream, events=("end",), tag="player", resolve_entities=False, no_network=True,
            load_dtd=False, huge_tree=False, recover=False,
        ):  # fmt: skip
            found = {child.tag: (child.text or "") for child in node.iterchildren()}
            for name, value in node.attrib.items():
                found.setdefault(str(name).lower(), str(value))
            line = int(str(node.sourceline or line))
            row = _xml_row(line, found, numbers, titles)
            node.clear()
            while node.getprevious() is not None:
                del node.getparent()[0]
            if row is None:
                text = found.get("fideid", "")[:20]
                log.warning("list.number_unreadable", line, 1, text=text)
            else:
                yield row
    except etree.XMLSyntaxError:
        log.error("list.damaged", line, 1)


def _xml_row(line: int, found: dict[str, str], numbers: Numbers, titles: _Words) -> ListRow | None:
    def get(name: str) -> str:
        return found.get(name, "").strip()

    fide_id = numbers[get("fideid")]
    if fide_id is None:
        return None
    others = " ".join(filter(None, (get("o_title"), get("foa_title"))))
    return ListRow(
        line, fide_id, "", get("name"), get("country").upper(), "", _SEXES.get(get("sex"), ""),
        titles[get("title")], get("w_title"), others, numbers[get("rating")],
        numbers[get("games")], numbers[get("k")], numbers[get("rapid_rating")],
        numbers[get("rapid_games")], numbers[get("rapid_k")], numbers[get("blitz_rating")],
        numbers[get("blitz_games")], numbers[get("blitz_k")],
        numbers[get("birthday")[:4]], get("flag"),
    )  # fmt: skip
