"""Lists as files to take away: published ones for everybody, drafts for the national commission."""

import tempfile
from collections.abc import Callable, Iterator
from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from federation import dates
from federation.access import Action, access_of
from qualifications.documents import Stamp
from qualifications.exports.as_pdf import write_pdf
from qualifications.exports.as_text import csv_parts, json_parts
from qualifications.exports.as_xlsx import write_xlsx
from qualifications.exports.inputs import inputs_parts
from qualifications.exports.lines import (
    Line,
    ListHead,
    Words,
    head_of_draft,
    head_of_issue,
    lines_of,
)
from qualifications.issued.rating_list import rating_list_paper
from qualifications.issued_lists import EVERYBODY, IssuedList, rows_of_list
from qualifications.models import DocumentKind, RatingPeriod, RatingRun
from qualifications.selectors import latest_run, list_rows
from qualifications.services.documents import document_issue, stamp_of
from qualifications.views.parameters import lines_asked, list_asked

KINDS = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
    "pdf": "application/pdf",
    "json": "application/json",
}
IN_MEMORY = 2**20
"""Bytes of a file that is written as a whole; a longer one goes to the disk."""

Written = Callable[..., None]


@require_safe
def list_file(request: HttpRequest, list_on: str, kind: str) -> HttpResponseBase:
    """A published list as a file; `?list=` one list of it, `?issue=` an earlier issue."""
    issued = list_asked(request, list_on)
    head = head_of_issue(issued, lines_asked(request, default=EVERYBODY))
    name = f"{list_on}-{issued.number}" if issued.number > 1 else list_on
    stamp = _stamp(issued, head) if kind == "pdf" else None
    return _file(issued.run, head, kind, f"list-{name}", stamp)


def _stamp(issued: IssuedList, head: ListHead) -> Stamp:
    """The code of a published list, given when somebody first takes it as a paper."""
    paper = rating_list_paper(head, language=(get_language() or "uk")[:2])
    document = document_issue(
        DocumentKind.RATING_LIST,
        paper,
        at=dates.now(),
        period=issued.period,
        issue=issued.number,
    )
    return stamp_of(document.code)


@require_safe
def list_inputs(request: HttpRequest, list_on: str) -> HttpResponseBase:
    """Everything that a published list was computed from; `?issue=` for an earlier issue."""
    issued = list_asked(request, list_on)
    if issued.period.opening:
        raise Http404(_("This list was taken over; nothing was computed for it."))
    return _streamed(inputs_parts(issued.run, head_of_issue(issued)), "json", "inputs")


@login_required
@require_GET
def draft_file(request: HttpRequest, pk: int, kind: str) -> HttpResponseBase:
    """The draft of a period as a file, for the national commission."""
    access_of(request).require(Action.PERIOD_SEE_DRAFT)
    period = get_object_or_404(RatingPeriod.objects.select_related("published_run"), pk=pk)
    run = latest_run(period)
    if run is None:
        raise Http404(_("Nothing is computed yet. Compute the draft list first."))
    head = head_of_draft(period, run, lines_asked(request, default=EVERYBODY))
    return _file(run, head, kind, f"draft-{period.list_on.isoformat()}")


def _file(
    run: RatingRun, head: ListHead, kind: str, name: str, stamp: Stamp | None = None
) -> HttpResponseBase:
    if kind not in KINDS:
        raise Http404(_("A list can be had as xlsx, csv, pdf and json."))
    words = Words(head)
    lines = lines_of(rows_of_list(list_rows(run), head.which))
    if head.which != EVERYBODY:
        name = f"{name}-{head.which}"
    if kind == "csv":
        return _streamed(csv_parts(words, lines), kind, name)
    if kind == "json":
        return _streamed(json_parts(head, words, lines), kind, name)
    write = write_xlsx if kind == "xlsx" else partial(write_pdf, stamp=stamp)
    return _whole(write, kind, name, head, words, lines)


def _streamed(parts: Iterator[str], kind: str, name: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(_in_blocks(parts), content_type=KINDS[kind])
    response["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response


def _in_blocks(parts: Iterator[str], size: int = 2**16) -> Iterator[bytes]:
    """The parts in blocks of about `size` characters: a line is too little for a write."""
    block: list[str] = []
    held = 0
    for part in parts:
        block.append(part)
        held += len(part)
        if held >= size:
            yield "".join(block).encode()
            block, held = [], 0
    yield "".join(block).encode()


def _whole(
    write: Written, kind: str, name: str, head: ListHead, words: Words, lines: Iterator[Line]
) -> FileResponse:
    """A file of a kind that is known only when its last line is; kept on the disk when long."""
    out = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  the response closes it
    write(out, head, words, lines)
    out.seek(0)
    return FileResponse(
        out, as_attachment=True, filename=f"{name}.{kind}", content_type=KINDS[kind]
    )
