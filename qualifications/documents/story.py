"""A paper as a sequence of paragraphs and tables, for the pages of `pdf`."""

from collections.abc import Sequence
from html import escape
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import CondPageBreak, LongTable, Paragraph, Spacer, TableStyle

from qualifications.documents.fonts import BOLD, FONT, printable
from qualifications.documents.paper import Definitions, Paper, Signatures, Table, Text

RULE, SOFT = HexColor("#9a948a"), HexColor("#55504a")
_ALIGN = {"left": TA_LEFT, "right": TA_RIGHT, "center": TA_CENTER}
_SIZES = ((8, 8.5, 2.5), (14, 7.5, 2.5))
"""Columns at most, size of the letters, points left and right of a cell."""
_SMALLEST = (7.0, 1.5)
_NOT_ALONE = 70
"""Points: the head of a table does not stand lower on a page than this without a row."""


def story(paper: Paper, width: float) -> list[Any]:
    """What is set on the pages, for lines of `width` points."""
    parts: list[Any] = []
    if paper.body:
        parts += [_paragraph(paper.body, _style(10, align=TA_CENTER)), Spacer(0, 8)]
    parts.append(_paragraph(paper.title, _style(15, bold=True, align=TA_CENTER)))
    if paper.subtitle:
        parts += [Spacer(0, 3), _paragraph(paper.subtitle, _style(10, align=TA_CENTER))]
    parts.append(Spacer(0, 10))
    for block in paper.blocks:
        parts += _block(block, width)
        parts.append(Spacer(0, 9))
    if paper.dated:
        parts.append(_paragraph(paper.dated, _style(8, textColor=SOFT)))
    return parts


def _style(size: float, *, bold: bool = False, align: int = TA_LEFT, **more: Any) -> ParagraphStyle:
    return ParagraphStyle(
        f"{size}{bold}{align}{sorted(more.items())}",
        fontName=BOLD if bold else FONT,
        fontSize=size,
        leading=_leading(size),
        alignment=align,
        **more,
    )


def _leading(size: float) -> float:
    return round(size * 1.32, 1)


def _paragraph(text: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(escape(printable(text), quote=False).replace("\n", "<br/>"), style)


def _block(block: Text | Definitions | Table | Signatures, width: float) -> list[Any]:
    if isinstance(block, Text):
        return [_paragraph(block.text, _style(9.5))]
    if isinstance(block, Definitions):
        return [_pairs(block.items, width, (36, 64))]
    if isinstance(block, Signatures):
        return [CondPageBreak(26 * len(block.items)), _signed(block, width)]
    heading = [_paragraph(block.title, _style(10.5, bold=True))] if block.title else []
    return [CondPageBreak(_NOT_ALONE), *heading, Spacer(0, 3), _table(block, width)]


def _signed(block: Signatures, width: float) -> LongTable:
    """Who answers for the paper; with a line to write on where it is signed by hand."""
    if not block.by_hand:
        return _pairs(block.items, width, (50, 50))
    soft, plain = _style(9, textColor=SOFT), _style(9)
    rows = [[_paragraph(what, soft), "", _paragraph(who, plain)] for what, who in block.items]
    table = LongTable(
        rows, colWidths=[width * share / 100 for share in (35, 28, 37)], hAlign="LEFT"
    )
    table.setStyle(
        TableStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
                ("LEFTPADDING", (0, 0), (0, -1), 0),
                ("TOPPADDING", (0, 0), (-1, -1), 10),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
                ("LINEBELOW", (1, 0), (1, -1), 0.5, RULE),
            ]
        )
    )
    return table


def _pairs(items: tuple[tuple[str, str], ...], width: float, shares: tuple[int, int]) -> LongTable:
    soft, plain = _style(9, textColor=SOFT), _style(9)
    rows = [[_paragraph(name, soft), _paragraph(value, plain)] for name, value in items]
    table = LongTable(
        rows, colWidths=[width * share / 100 for share in shares], splitInRow=1, hAlign="LEFT"
    )
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
    """Rows under their heads, on every page; a row that is longer than a page goes on on the next.

    Rows whose cells all fit on one line are set as they are, which is several times as fast.
    """
    size, padding = next(
        (found for most, *found in _SIZES if len(block.columns) <= most), _SMALLEST
    )
    widths = [width * column.share / 100 for column in block.columns]
    rooms = [each - 2 * padding for each in widths]
    aligns = [_ALIGN[column.align] for column in block.columns]
    heads = [
        _paragraph(column.title, _style(size - 0.5, bold=True, align=align))
        for column, align in zip(block.columns, aligns, strict=True)
    ]
    styles = [_style(size, align=align) for align in aligns]
    rows = [_row(row, styles, rooms) for row in block.rows]
    table = LongTable([heads, *rows], colWidths=widths, repeatRows=1, splitInRow=1, hAlign="LEFT")
    table.setStyle(
        TableStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("FONT", (0, 1), (-1, -1), FONT, size, _leading(size)),
                ("LINEBELOW", (0, 0), (-1, 0), 0.8, RULE),
                ("LINEBELOW", (0, 1), (-1, -1), 0.25, RULE),
                ("LEFTPADDING", (0, 0), (-1, -1), padding),
                ("RIGHTPADDING", (0, 0), (-1, -1), padding),
                ("TOPPADDING", (0, 0), (-1, -1), 2),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
                *(
                    ("ALIGN", (place, 1), (place, -1), column.align.upper())
                    for place, column in enumerate(block.columns)
                ),
            ]
        )
    )
    return table


def _row(
    cells: Sequence[str], styles: Sequence[ParagraphStyle], rooms: Sequence[float]
) -> list[Any]:
    texts = [printable(cell) for cell in cells]
    if all(
        "\n" not in text and stringWidth(text, FONT, style.fontSize) <= room
        for text, style, room in zip(texts, styles, rooms, strict=True)
    ):
        return texts
    return [_paragraph(text, style) for text, style in zip(texts, styles, strict=True)]
