"""A paper as PDF on A4: text, tables, and on every page the code by which it can be checked."""

from dataclasses import dataclass
from functools import cache
from html import escape
from io import BytesIO
from typing import Any

from reportlab.graphics import renderPDF
from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing
from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import LongTable, Paragraph, SimpleDocTemplate, Spacer, TableStyle
from ttf_opensans import OPENSANS_BOLD, OPENSANS_REGULAR

from qualifications.documents.paper import Definitions, Paper, Signatures, Table, Text

FONT, BOLD = "OpenSans", "OpenSansBold"
_MARGIN, _FOOT, _QR = 42, 84, 62
_PADDING = 6
"""Of the library's frame."""
_RULE, _SOFT = HexColor("#9a948a"), HexColor("#55504a")
_ALIGN = {"left": TA_LEFT, "right": TA_RIGHT, "center": TA_CENTER}


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


@cache
def fonts_register() -> None:
    """Make the two fonts known; they are in the file as far as they are used."""
    pdfmetrics.registerFont(TTFont(FONT, str(OPENSANS_REGULAR.path)))
    pdfmetrics.registerFont(TTFont(BOLD, str(OPENSANS_BOLD.path)))
    pdfmetrics.registerFontFamily(FONT, normal=FONT, bold=BOLD, italic=FONT, boldItalic=BOLD)


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

    document.build(_story(paper, size[0] - 2 * _MARGIN - 2 * _PADDING), canvasmaker=canvas)
    return out.getvalue()


class _Foot:
    """What stands below every page."""

    def __init__(self, stamp: Stamp, words: str, width: float) -> None:
        self.stamp, self.words, self.width = stamp, words, width
        self.qr = qr_drawing(stamp.address, _QR)

    def draw(self, canvas: Canvas, page: int, pages: int) -> None:
        canvas.saveState()
        canvas.setStrokeColor(_RULE)
        canvas.setLineWidth(0.5)
        canvas.line(_MARGIN, _MARGIN + _QR + 8, _MARGIN + self.width, _MARGIN + _QR + 8)
        renderPDF.draw(self.qr, canvas, _MARGIN - 4, _MARGIN)
        left = _MARGIN + _QR + 8
        canvas.setFont(BOLD, 11)
        canvas.drawString(left, _MARGIN + _QR - 14, self.stamp.code)
        canvas.setFont(FONT, 8)
        canvas.setFillColor(_SOFT)
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


# --- the story ----------------------------------------------------------------------------------


def _style(size: float, *, bold: bool = False, align: int = TA_LEFT, **more: Any) -> ParagraphStyle:
    return ParagraphStyle(
        f"{size}{bold}{align}{sorted(more.items())}",
        fontName=BOLD if bold else FONT,
        fontSize=size,
        leading=round(size * 1.32, 1),
        alignment=align,
        **more,
    )


def _paragraph(text: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(escape(text, quote=False).replace("\n", "<br/>"), style)


def _story(paper: Paper, width: float) -> list[Any]:
    story: list[Any] = []
    if paper.body:
        story += [_paragraph(paper.body, _style(10, align=TA_CENTER)), Spacer(0, 8)]
    story.append(_paragraph(paper.title, _style(15, bold=True, align=TA_CENTER)))
    if paper.subtitle:
        story += [Spacer(0, 3), _paragraph(paper.subtitle, _style(10, align=TA_CENTER))]
    story.append(Spacer(0, 10))
    for block in paper.blocks:
        story += _block(block, width)
        story.append(Spacer(0, 9))
    if paper.dated:
        story.append(_paragraph(paper.dated, _style(8, textColor=_SOFT)))
    return story


def _block(block: Text | Definitions | Table | Signatures, width: float) -> list[Any]:
    if isinstance(block, Text):
        return [_paragraph(block.text, _style(9.5))]
    if isinstance(block, Definitions):
        return [_pairs(block.items, width, (32, 68))]
    if isinstance(block, Signatures):
        return [Spacer(0, 6), _pairs(block.items, width, (50, 50))]
    heading = [_paragraph(block.title, _style(10.5, bold=True))] if block.title else []
    return [*heading, Spacer(0, 3), _table(block, width)]


def _pairs(items: tuple[tuple[str, str], ...], width: float, shares: tuple[int, int]) -> LongTable:
    soft, plain = _style(9, textColor=_SOFT), _style(9)
    rows = [[_paragraph(name, soft), _paragraph(value, plain)] for name, value in items]
    table = LongTable(rows, colWidths=[width * share / 100 for share in shares])
    table.setStyle(
        TableStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("TOPPADDING", (0, 0), (-1, -1), 1.5),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
            ]
        )
    )
    return table


def _table(block: Table, width: float) -> LongTable:
    size = 8.5 if len(block.columns) <= 8 else 7
    aligns = [_ALIGN[column.align] for column in block.columns]
    heads = [
        _paragraph(column.title, _style(size - 0.5, bold=True, align=align))
        for column, align in zip(block.columns, aligns, strict=True)
    ]
    styles = [_style(size, align=align) for align in aligns]
    rows = [
        [_paragraph(cell, style) for cell, style in zip(row, styles, strict=True)]
        for row in block.rows
    ]
    table = LongTable(
        [heads, *rows],
        colWidths=[width * column.share / 100 for column in block.columns],
        repeatRows=1,
    )
    table.setStyle(
        TableStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LINEBELOW", (0, 0), (-1, 0), 0.8, _RULE),
                ("LINEBELOW", (0, 1), (-1, -1), 0.25, _RULE),
                ("LEFTPADDING", (0, 0), (-1, -1), 2.5),
                ("RIGHTPADDING", (0, 0), (-1, -1), 2.5),
                ("TOPPADDING", (0, 0), (-1, -1), 2),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
            ]
        )
    )
    return table
