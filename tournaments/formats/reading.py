"""The door of the package: bytes of an unknown file in, event and problems out."""

import io
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from tournaments.formats import (
    checks,
    crosstable,
    decimals,
    lists,
    lists_opening,
    mapping,
    questions,
    rating_lists,
    report_write,
    tables,
    text,
    trf,
    trf_write,
    workbooks,
)
from tournaments.formats.answers import apply_answers
from tournaments.formats.columns import ColumnMap, propose
from tournaments.formats.parsed import ParsedEvent, ReadResult
from tournaments.formats.problems import ProblemLog, Question, place

CODES = (
    text.CODES
    | trf.CODES
    | trf_write.CODES
    | report_write.CODES
    | checks.CODES
    | tables.CODES
    | workbooks.CODES
    | crosstable.CODES
    | lists.CODES
    | lists_opening.CODES
    | mapping.CODES
    | frozenset({"table.columns_unknown", "file.is_rating_list"})
)
"""Every code that a problem of this package may carry."""

_SAMPLE_ROWS = 8


@dataclass(frozen=True, slots=True)
class Preview:
    """A table before it is read: what a person needs to say which column means what."""

    proposal: ColumnMap | None
    rows: tuple[tuple[str, ...], ...]
    """The first rows from the headings on."""
    table: tables.Table
    """The whole table."""


def read_file(
    data: bytes,
    *,
    filename: str = "",
    encoding: str | None = None,
    today: date | None = None,
    columns: ColumnMap | None = None,
    remembered: Mapping[str, mapping.Remembered] | None = None,
    answers: Mapping[str, str] | None = None,
) -> ReadResult:
    """Read a tournament file of any known kind and check it.

    The kind is decided by the content; `filename` is only repeated in the problems. `encoding`
    (one of `text.ENCODINGS`) overrules the guess; `today` is the day after which dates are wrong;
    `columns` is a person's mapping of a table's columns instead of the proposal, `remembered` are
    earlier ones by `mapping.heading_key`; `answers` of a person by codes of questions, which stay
    in the result whether they are answered or not.
    Never raises for any bytes.
    """
    answers = answers or {}
    result = _parsed(data, filename, encoding, columns, remembered or {}, answers)
    if result.event is None:
        return result if _list_kind(data) is None else _of_list(filename)
    event = apply_answers(result.event, answers)
    problems = result.problems + checks.check_event(event, today)
    return replace(
        result,
        event=event,
        problems=tuple(sorted(problems, key=place)),
        questions=result.questions + questions.questions_of(result.event),
    )


def _list_kind(data: bytes) -> str | None:
    """The kind of rating list that these bytes are, if any."""
    if len(data) > text.SIZE_LIMIT:
        return None
    found = rating_lists.open_list(io.BytesIO(data), ProblemLog())
    return found.kind if found else None


def _of_list(filename: str) -> ReadResult:
    log = ProblemLog()
    log.error("file.is_rating_list", filename=filename)
    return ReadResult(None, log.problems())


def preview_table(data: bytes, *, encoding: str | None = None) -> Preview | None:
    """The proposal for a table's columns with its first rows; None where the file is no table."""
    found, _, _ = _tables(data, ProblemLog(), encoding, "")
    best = _best(found or [])
    if best is None:
        return None
    table, proposal = best
    start = proposal.header_row if proposal else 0
    return Preview(proposal, tuple(row.cells for row in table.rows[start:][:_SAMPLE_ROWS]), table)


def _parsed(
    data: bytes,
    filename: str,
    encoding: str | None,
    columns: ColumnMap | None,
    remembered: Mapping[str, mapping.Remembered],
    answers: Mapping[str, str],
) -> ReadResult:
    log = ProblemLog()
    found, content, used = _tables(data, log, encoding, filename)
    if content is not None:
        event = trf.parse_lines(content, log, filename=filename)
        return _result(event, log)
    best = _best(found or [])
    if best is None:
        return ReadResult(None, tuple(p for p in log.problems() if p.severity == "error"))
    table, proposal = best
    known = None if columns else mapping.recall(table, remembered)
    if columns is not None:
        mapping.tell_given(table, columns, proposal, log)
    elif known is not None:
        columns = known[0]
        mapping.tell_given(table, columns, proposal, log, source=known[1].source)
    taken = columns or proposal
    if taken is None:
        log.error("table.columns_unknown")
        return ReadResult(None, log.problems(), (Question("ask.columns"),))
    cut = decimals.cut_points(table, taken)
    if cut and answers.get("ask.decimal_comma") == decimals.TOGETHER:
        table = decimals.joined_points(table, taken)
    result = _result(crosstable.read_crosstable(table, taken, log, encoding=used), log)
    asked = [Question("ask.columns")] if result.event is None else []
    if cut:
        choices = (decimals.TOGETHER, decimals.APART)
        asked.append(Question("ask.decimal_comma", choices, decimals.TOGETHER, {"count": cut}))
    return replace(
        result,
        columns=taken,
        columns_source=known[1].source if known else "",
        questions=tuple(asked),
    )


def _result(event: ParsedEvent | None, log: ProblemLog) -> ReadResult:
    problems = log.problems()
    if event is None:
        problems = tuple(problem for problem in problems if problem.severity == "error")
    return ReadResult(event, problems)


def _tables(
    data: bytes, log: ProblemLog, encoding: str | None, filename: str
) -> tuple[list[tables.Table] | None, text.FileText | None, str]:
    """The tables of a file, or its lines where it is a report; with the encoding taken."""
    kind = text.kind_problem(data)
    if kind == text.XLSX:
        return workbooks.xlsx_tables(data, log), None, "utf-8"
    if kind == text.XLS:
        return workbooks.xls_tables(data, log), None, "utf-16"
    is_page = kind == text.HTML
    content = text.read_text(data, log, encoding=encoding, filename=filename, page=is_page)
    if content is None:
        return None, None, ""
    if is_page or text.is_page(content.lines):
        return tables.web_page("\n".join(content.lines), log), None, content.encoding
    if trf.looks_like_report(content.lines) or not tables.has_separators(content.lines):
        return None, content, content.encoding
    found = tables.separated_text(content.lines, log)
    return [found] if found else None, None, content.encoding


def _best(found: list[tables.Table]) -> tuple[tables.Table, ColumnMap | None] | None:
    """The table with the most that is understood: rounds first, then rows."""
    if not found:
        return None
    proposals = [(table, propose(table)) for table in found]
    return max(
        proposals,
        key=lambda pair: (
            pair[1] is not None,
            len(pair[1].rounds) if pair[1] else 0,
            len(pair[0].rows),
        ),
    )


def telling_names(event: ParsedEvent, limit: int = 3) -> tuple[str, ...]:
    """A few names beyond ASCII, by which a person sees whether the encoding is right."""
    return tuple(player.name for player in event.players if not player.name.isascii())[:limit]
