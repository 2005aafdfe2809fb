"""A list as PDF for printing: A4, the head on the first page, the digest under every page."""

from collections.abc import Iterable
from typing import BinaryIO

from django.utils.translation import gettext as _
from reportlab.graphics import renderPDF
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from qualifications.documents.fonts import BOLD, FONT, fonts_register
from qualifications.documents.pdf import Stamp, qr_drawing
from qualifications.exports.lines import Line, ListHead, Words

_SIZE, _LEADING = 7.5, 10.6
_MARGIN, _QR = 34, 62
_WIDTH, _HEIGHT = A4
_LEFT_EDGES = (0, 36, 174, 202, 232, 340, 370, 402, 434, 466)
"""Of the columns of `Words.columns` but the mark, from the left margin, in points."""
_RIGHT = frozenset({0, 3, 5, 6, 7, 8})
"""Columns of numbers; they end where the next one begins."""
_GAP = 5


def fitted(text: str, width: float, font: str = FONT) -> str:
    """The text, cut with an ellipsis where it is wider than `width` points."""
    if pdfmetrics.stringWidth(text, font, _SIZE) <= width:
        return text
    while text and pdfmetrics.stringWidth(text + "…", font, _SIZE) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def write_pdf(
    out: BinaryIO,
    head: ListHead,
    words: Words,
    lines: Iterable[Line],
    *,
    stamp: Stamp | None = None,
) -> None:
    """Write the document into an open file; the same list with the same stamp gives the same bytes.

    A draft has no stamp.
    """
    fonts_register()
    page = _Pages(Canvas(out, pagesize=A4, invariant=1, pageCompression=1), head, words, stamp)
    for line in lines:
        page.add(line)
    page.close()


class _Pages:
    """Pages that are filled from the top."""

    def __init__(self, canvas: Canvas, head: ListHead, words: Words, stamp: Stamp | None) -> None:
        self.canvas, self.words, self.stamp = canvas, words, stamp
        self.number = 0
        self.foot = _("Digest %(digest)s, engine %(engine)s, edition %(edition)s") % {
            "digest": head.digest,
            "engine": head.engine_version,
            "edition": head.edition,
        }
        canvas.setTitle(words.title)
        canvas.setSubject(head.digest)
        self._begin()

    def _begin(self) -> None:
        self.number += 1
        canvas, top = self.canvas, _HEIGHT - _MARGIN
        if self.number == 1:
            canvas.setFont(BOLD, 14)
            canvas.drawString(_MARGIN, top - 10, self.words.title)
            canvas.setFont(FONT, _SIZE)
            top -= 26
            if self.stamp is not None:
                self._stamp(self.stamp, _HEIGHT - _MARGIN)
            (_title, which), *facts = self.words.facts
            for text in (which, *(f"{name}: {value}" for name, value in facts)):
                canvas.drawString(_MARGIN, top, text)
                top -= _LEADING
            top -= 6
        canvas.setFont(FONT, 6.5)
        canvas.drawString(_MARGIN, _MARGIN - 12, self.foot)
        canvas.drawRightString(_WIDTH - _MARGIN, _MARGIN - 12, str(self.number))
        canvas.setFont(BOLD, _SIZE)
        self._cells([column.head for column in self.words.columns[:-1]], top - _SIZE, BOLD)
        canvas.line(_MARGIN, top - _SIZE - 3, _WIDTH - _MARGIN, top - _SIZE - 3)
        canvas.setFont(FONT, _SIZE)
        self.place = top - _SIZE - 3 - _LEADING

    def _end(self) -> None:
        self.canvas.showPage()

    def add(self, line: Line) -> None:
        """One line; what marks it stands under it."""
        *cells, mark = self.words.cells(line)
        if self.place < _MARGIN + (_LEADING if mark else 0):
            self._end()
            self._begin()
        self._cells(cells, self.place, FONT)
        self.place -= _LEADING
        if mark:
            self.canvas.drawString(_MARGIN + _LEFT_EDGES[1] + 10, self.place, mark)
            self.place -= _LEADING

    def _stamp(self, stamp: Stamp, top: float) -> None:
        """Code and square, at the right of the head."""
        right = _WIDTH - _MARGIN
        renderPDF.draw(qr_drawing(stamp.address, _QR), self.canvas, right - _QR, top - _QR)
        self.canvas.drawRightString(right - _QR - 6, top - 8, stamp.code)
        self.canvas.drawRightString(right - _QR - 6, top - 20, stamp.check)
        self.canvas.drawRightString(right - _QR - 6, top - 30, stamp.address)

    def _cells(self, cells: Iterable[str | int | None], place: float, font: str) -> None:
        edges = (*_LEFT_EDGES, _WIDTH - 2 * _MARGIN)
        for column, value in enumerate(cells):
            if value is None or value == "":
                continue
            width = edges[column + 1] - edges[column] - _GAP
            if column in _RIGHT:
                self.canvas.drawRightString(_MARGIN + edges[column] + width, place, str(value))
            else:
                text = fitted(str(value), width, font)
                self.canvas.drawString(_MARGIN + edges[column], place, text)

    def close(self) -> None:
        """The last page, and the file."""
        self._end()
        self.canvas.save()
