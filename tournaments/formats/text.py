"""From bytes to lines: what kind of file it is, its encoding, its line ends.

Nothing is dropped or replaced in silence: a byte that cannot be read is a problem with its place.
"""

import codecs
import re
from dataclasses import dataclass

from tournaments.formats.problems import ProblemLog

SIZE_LIMIT = 5 * 1024 * 1024
"""Bytes; a tournament of 2,000 players and 13 rounds needs less than a tenth of it."""

ENCODINGS = (
    "utf-8",
    "utf-16",
    "cp1251",
    "cp1252",
    "cp1250",
    "iso8859-1",
    "iso8859-2",
    "iso8859-5",
    "koi8-u",
    "koi8-r",
    "cp866",
)
"""Encodings a person may choose, as Python names them."""

CODES = frozenset(
    {
        "file.empty",
        "file.too_large",
        "file.is_excel",
        "file.is_archive",
        "file.is_pdf",
        "file.is_image",
        "file.is_html",
        "file.is_xml",
        "file.is_rtf",
        "file.is_binary",
        "file.more_of_the_same",
        "text.encoding_unknown",
        "text.encoding_does_not_fit",
        "text.encoding_guessed",
        "text.bytes_unreadable",
        "text.control_character",
    }
)

XLS, XLSX, HTML = "xls", "xlsx", "html"
"""Kinds that other readers read; every other kind is the code of a problem."""
_AS_TEXT = {XLS: "file.is_excel", XLSX: "file.is_excel", HTML: "file.is_html"}
"""What a reader of text has to say of them."""

_MAGIC = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", XLS),
    (b"%PDF-", "file.is_pdf"),
    (b"\x89PNG\r\n", "file.is_image"),
    (b"\xff\xd8\xff", "file.is_image"),
    (b"GIF87a", "file.is_image"),
    (b"GIF89a", "file.is_image"),
    (b"II*\x00", "file.is_image"),
    (b"MM\x00*", "file.is_image"),
    (b"\x1f\x8b\x08", "file.is_archive"),
    (b"Rar!\x1a\x07", "file.is_archive"),
    (b"7z\xbc\xaf\x27\x1c", "file.is_archive"),
    (b"{\\rtf", "file.is_rtf"),
)
_UTF16_BOMS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r\x0b\x0c\x1a")
_HIGH_WORD = re.compile(rb"[A-Za-z]*[\x80-\xff][A-Za-z\x80-\xff]*")
_CONTROL = re.compile(
    "[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
)
"""Characters that nobody sees: controls, marks of direction, blanks without width."""


@dataclass(frozen=True, slots=True)
class FileText:
    """The text of a file."""

    encoding: str
    lines: tuple[str, ...]
    """Line 1 first; empty lines are kept, so that an index is a line number."""
    ends_with_newline: bool


def read_text(
    data: bytes,
    log: ProblemLog,
    *,
    encoding: str | None = None,
    filename: str = "",
    page: bool = False,
) -> FileText | None:
    """The lines of a text file, or None with an error in the log when it is not one.

    `encoding` is a person's choice and overrules the guess. `page`: a web page is text as well.
    """
    kind = kind_problem(data)
    if kind is not None and not (page and kind == HTML and len(data) <= SIZE_LIMIT):
        log.error(_AS_TEXT.get(kind, kind), filename=filename, limit=SIZE_LIMIT // (1024 * 1024))
        return None
    if encoding is None:
        name = guess_encoding(data)
    else:
        known = _known_encoding(encoding)
        if known is None:
            log.error("text.encoding_unknown", encoding=encoding)
            return None
        name = known
    text = _decode(data, name, log, chosen=encoding is not None)
    if text is None:
        return None
    if encoding is None and name not in ("utf-8", "utf-16"):
        log.note("text.encoding_guessed", encoding=name)
    text = text.removesuffix("\x1a")
    if not text.strip("\ufeff \t\r\n\x0b\x0c\xa0"):
        log.error("file.empty", filename=filename)
        return None
    lines = split_lines(text)
    if not text.isprintable():
        _report_controls(lines, log)
    return FileText(name, tuple(lines), text.endswith(("\r", "\n")))


def kind_problem(data: bytes) -> str | None:
    """The code that says why these bytes cannot be a text file of a tournament, or None.

    Looks at sizes and first bytes before anything else, so large noise costs nothing.
    """
    if not data:
        return "file.empty"
    head = data[:4096]
    if head.startswith(b"PK\x03\x04"):
        return _kind_of_archive(data)
    for magic, code in _MAGIC:
        if head.startswith(magic):
            return "file.too_large" if code == XLS and len(data) > SIZE_LIMIT else code
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return "file.is_image"
    if len(data) > SIZE_LIMIT:
        return "file.too_large"
    if head.startswith(_UTF16_BOMS):
        return None
    if b"\x00" in data or len(data.translate(None, _CONTROLS)) < len(data) * 0.98:
        return "file.is_binary"
    start = head.removeprefix(codecs.BOM_UTF8).lstrip().lower()
    if start.startswith((b"<!doctype html", b"<html", b"<head", b"<body", b"<table", b"<!--")):
        return HTML
    if start.startswith(b"<?xml"):
        return HTML if b"<html" in start else "file.is_xml"
    return None


def _kind_of_archive(data: bytes) -> str:
    """What a zip archive is, by the names in its directory, which stands at its end."""
    if len(data) > SIZE_LIMIT:
        return "file.too_large"
    if b"xl/workbook.xml" in data or b"xl\\workbook.xml" in data:
        return XLSX
    office = b"[Content_Types].xml" in data or b"mimetype" in data[:200]
    return "file.is_excel" if office else "file.is_archive"


def is_page(lines: tuple[str, ...]) -> bool:
    """Whether decoded text is a web page after all (in UTF-16, or after a heading)."""
    start = "\n".join(lines[:40])[:4000].lower()
    return "<html" in start or "<table" in start


def guess_encoding(data: bytes) -> str:
    """The encoding of a text, as Python names it.

    In this order: a byte order mark, strict UTF-8, UTF-8 with a few broken characters (a program
    that cuts names by bytes makes them), then cp1251 when the words with high bytes are mostly
    Cyrillic, else cp1252; iso8859-1 when cp1252 has no character for some byte.
    """
    if data.startswith(_UTF16_BOMS):
        return "utf-16"
    if _fits(data, "utf-8") or _is_broken_utf8(data):
        return "utf-8"
    if _is_mostly_cyrillic(data):
        return "cp1251"
    for name in ("cp1252", "cp1251"):
        if _fits(data, name):
            return name
    return "iso8859-1"


def split_lines(text: str) -> list[str]:
    r"""Lines of a text that ends its lines with `\r\n`, `\r`, `\n`, `\r\r\n` or a mix of them."""
    text = text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace("\r", "\n")
    return text.removesuffix("\n").split("\n")


def _decode(data: bytes, name: str, log: ProblemLog, *, chosen: bool) -> str | None:
    data = data.removeprefix(codecs.BOM_UTF8) if name == "utf-8" else data
    try:
        return data.decode(name)
    except UnicodeDecodeError as fault:
        if name != "utf-8" or chosen:
            before = split_lines(data[: fault.start].decode(name, errors="ignore") + "x")
            log.error("text.encoding_does_not_fit", len(before), len(before[-1]), encoding=name)
            return None
    text = data.decode(name, errors="replace")
    for number, line in enumerate(split_lines(text), start=1):
        column = line.find("\ufffd") + 1
        if column:
            log.warning("text.bytes_unreadable", number, column)
    return text


def _known_encoding(name: str) -> str | None:
    try:
        known = codecs.lookup(name).name
    except (LookupError, ValueError):
        return None
    known = {"utf-8-sig": "utf-8"}.get(known, known)
    return known if known in ENCODINGS else None


def _fits(data: bytes, name: str) -> bool:
    try:
        data.decode(name)
    except UnicodeDecodeError:
        return False
    return True


def _is_broken_utf8(data: bytes) -> bool:
    text = data.decode("utf-8", errors="replace")
    bad = text.count("\ufffd")
    good = sum(1 for char in text if char > "\x7f") - bad
    return good >= 10 * bad


def _is_mostly_cyrillic(data: bytes) -> bool:
    cyrillic = other = 0
    for word in set(_HIGH_WORD.findall(data)):
        if len(word) < 2:
            continue
        try:
            text = word.decode("cp1251")
        except UnicodeDecodeError:
            return False
        letters = [char for char in text if char.isalpha()]
        if len(letters) > 1 and all("\u0400" <= char <= "\u04ff" for char in letters):
            cyrillic += 1
        else:
            other += 1
    return cyrillic > other


def _report_controls(lines: list[str], log: ProblemLog) -> None:
    for number, line in enumerate(lines, start=1):
        if line.isprintable():
            continue
        found = _CONTROL.search(line)
        if found is not None:
            log.warning(
                "text.control_character",
                number,
                found.start() + 1,
                character=f"U+{ord(found.group()):04X}",
            )
