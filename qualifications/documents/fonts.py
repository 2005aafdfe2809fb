"""The fonts of papers, and what they cannot print."""

import unicodedata
from functools import cache

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from ttf_opensans import OPENSANS_BOLD, OPENSANS_REGULAR

FONT, BOLD = "OpenSans", "OpenSansBold"
_INSTEAD = {"→": "–", "✓": "+", "✗": "×", "ˮ": "”", "\u202f": "\u00a0", "\t": " "}


@cache
def fonts_register() -> frozenset[int]:
    """Make the two fonts known, and give the characters that both have.

    They are in the file as far as they are used.
    """
    faces = []
    for name, font in ((FONT, OPENSANS_REGULAR), (BOLD, OPENSANS_BOLD)):
        face = TTFont(name, str(font.path))
        pdfmetrics.registerFont(face)
        faces.append(frozenset(face.face.charToGlyph))
    pdfmetrics.registerFontFamily(FONT, normal=FONT, bold=BOLD, italic=FONT, boldItalic=BOLD)
    return faces[0] & faces[1]


def printable(text: str) -> str:
    """The text with composed letters, and with the nearest ones for those that are not drawn.

    What has no nearest one stays, and is printed as an empty box. Line breaks stay.
    """
    drawn = fonts_register()
    text = unicodedata.normalize("NFC", text)
    if all(ord(letter) in drawn for letter in text):
        return text
    return "".join(map(_nearest, text))


def _nearest(letter: str) -> str:
    drawn = fonts_register()
    if letter == "\n" or ord(letter) in drawn:
        return letter
    if letter in _INSTEAD:
        return _INSTEAD[letter]
    if unicodedata.category(letter) in ("Cc", "Cf"):
        return ""
    nearest = unicodedata.normalize("NFKC", letter)
    return nearest if all(ord(one) in drawn for one in nearest) else letter
