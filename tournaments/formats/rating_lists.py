"""The door to rating lists of every kind: a stream in, rows and problems out, and their figures."""

from dataclasses import dataclass
from datetime import date
from typing import BinaryIO

from tournaments.formats.lists import RatingList, month_in, unzipped, without_repeats
from tournaments.formats.lists_fide import open_text, open_xml
from tournaments.formats.lists_national import (
    open_russian,
    open_ukrainian,
    open_ukrainian_workbook,
)
from tournaments.formats.problems import Problem, ProblemLog, Question

KINDS = (open_text, open_xml, open_ukrainian, open_ukrainian_workbook, open_russian)
"""What recognises and opens each kind of list."""
_HEAD = 64 * 1024


def open_list(stream: BinaryIO, log: ProblemLog, *, filename: str = "") -> RatingList | None:
    """The list in a stream that can be sought, packed as zip or not; None where it is no list.

    A zip archive is opened when it holds one file. Nothing is read beyond the first 64 KB until
    the rows are asked for.
    """
    from_archive = unzipped(stream, log)
    if from_archive is not None:
        stream, filename = from_archive
    head = stream.read(_HEAD)
    stream.seek(0)
    for recognise in KINDS:
        found = recognise(stream, head, log)
        if found is not None:
            found.month = found.month or month_in(filename)
            if found.month is None:
                log.warning("list.month_unknown")
            found.rows = without_repeats(found.rows, log)
            return found
    return None


@dataclass(frozen=True, slots=True)
class Summary:
    """A list in figures."""

    kind: str
    encoding: str
    month: date | None
    rows: int
    with_rating: int
    """People with a standard rating, or a national one in a national list."""
    with_rapid: int
    with_blitz: int
    with_fide_id: int
    duplicates: int
    """Rows whose FIDE number stood in a row before."""
    problems: tuple[Problem, ...]
    questions: tuple[Question, ...]


def summarise(stream: BinaryIO, *, filename: str = "") -> Summary | None:
    """Reads a whole list and counts; None where the stream is no rating list."""
    log = ProblemLog()
    found = open_list(stream, log, filename=filename)
    if found is None:
        return None
    rows = rated = rapid = blitz = with_id = 0
    for row in found.rows:
        rows += 1
        rated += row.standard is not None or row.national_rating is not None
        rapid += row.rapid is not None
        blitz += row.blitz is not None
        with_id += row.fide_id is not None
    return Summary(
        found.kind, found.encoding, found.month, rows, rated, rapid, blitz, with_id,
        log.count("list.number_twice"), log.problems(),
        () if found.month else (Question("ask.list_month"),),
    )  # fmt: skip
