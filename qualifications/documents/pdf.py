"""A paper as PDF on A4: text, tables, and on every page the code by which it can be checked."""

from dataclasses import dataclass
from io import BytesIO
from typing import Any

from reportlab.graphics import renderPDF
from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing
from reportlab.lib.pagesizes import A4, landscape
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import CondPageBreak, KeepInFrame, SimpleDocTemplate

from qualifications.documents.fonts import BOLD, FONT, fonts_register
from qualifications.documents.paper import Paper
from qualifications.documents.story import RULE, SOFT, story

_MARGIN, _FOOT, _QR = 42, 84, 62
_PADDING = 6
"""Of the library's frame."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """How a paper can be checked: what stands at its foot."""

    code: str
    """As people read it."""
    address: str
    """The page on which it is checked."""
    check: str
    """The sentence beside it."""


def qr_drawing(address: str, size: float) -> Drawing:
    """The address as a square of `size` points for cameras."""
    widget = QrCodeWidget(address, barLevel="M")
    left, bottom, right, top = widget.getBounds()
    scale = size / max(right - left, top - bottom)
    drawing = Drawing(size, size, transform=[scale, 0, 0, scale, -left * scale, -bottom * scale])
    drawing.add(widget)
    return drawing


def paper_pdf(paper: Paper, stamp: Stamp, *, page_words: str) -> bytes:
    """The file. The same arguments give the same bytes.

    `page_words` are the words for a page with `%(page)d` and `%(pages)d`.
    """
    fonts_register()
    out = BytesIO()
    size = landscape(A4) if paper.wide else A4
    document = SimpleDocTemplate(
        out,
        pagesize=size,
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
        topMargin=_MARGIN,
        bottomMargin=_MARGIN + _FOOT,
        title=paper.title,
        subject=stamp.code,
        lang=paper.language,
        invariant=1,
        pageCompression=1,
    )

    def canvas(*args: Any, **named: Any) -> "_Numbered":
        return _Numbered(*args, foot=_Foot(stamp, page_words, size[0] - 2 * _MARGIN), **named)

    width = size[0] - 2 * _MARGIN - 2 * _PADDING
    parts = story(paper, width)
    if paper.one_page:
        height = size[1] - 2 * _MARGIN - _FOOT - 2 * _PADDING
        whole = [part for part in parts if not isinstance(part, CondPageBreak)]
        parts = [KeepInFrame(width, height, whole, mode="shrink")]
    document.build(parts, canvasmaker=canvas)
    return out.getvalue()


class _Foot:
    """What stands below every page."""

    def __init__(self, stamp: Stamp, words: str, width: float) -> None:
        self.stamp, self.words, self.width = stamp, words, width
        self.qr = qr_drawing(stamp.address, _QR)

    def draw(self, canvas: Canvas, page: int, pages: int) -> None:
        canvas.saveState()
        canvas.setStrokeColor(RULE)
        canvas.setLineWidth(0.5)
        canvas.line(_MARGIN, _MARGIN + _QR + 8, _MARGIN + self.width, _MARGIN + _QR + 8)
        renderPDF.draw(self.qr, canvas, _MARGIN - 4, _MARGIN)
        left = _MARGIN + _QR + 8
        canvas.setFont(BOLD, 11)
        canvas.drawString(left, _MARGIN + _QR - 14, self.stamp.code)
        canvas.setFont(FONT, 8)
        canvas.setFillColor(SOFT)
        canvas.drawString(left, _MARGIN + _QR - 28, self.stamp.check)
        canvas.drawString(left, _MARGIN + _QR - 40, self.stamp.address)
        canvas.drawRightString(
            _MARGIN + self.width, _MARGIN, self.words % {"page": page, "pages": pages}
        )
        canvas.restoreState()


class _Numbered(Canvas):
    """Pages that know how many there are: they are drawn when the last one is done."""

    def __init__(self, *args: Any, foot: _Foot, **named: Any) -> None:
        super().__init__(*args, **named)
        self._foot = foot
        self._pages: list[dict[str, Any]] = []

    def showPage(self) -> None:
        self._pages.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        pages = self._pages
        for number, state in enumerate(pages, start=1):
            self.__dict__.update(state)
            self._foot.draw(self, number, len(pages))
            super().showPage()
        super().save()
