"""What a paper of a submission may be: a PDF or a JPEG by its bytes, whatever its name says."""

from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError
from pypdf import PdfReader

PDF, JPEG = "application/pdf", "image/jpeg"
MOST_PIXELS = 60_000_000
MOST_PAGES = 500
_ORIENTATION = 0x0112


class Unfit(StrEnum):
    """Why a file is not taken."""

    EMPTY = "empty"
    OTHER_KIND = "other_kind"
    DAMAGED = "damaged"
    ENCRYPTED = "encrypted"
    TOO_LARGE = "too_large"


class UnfitFile(ValueError):
    """The file is not taken; `reason` says why."""

    def __init__(self, reason: Unfit) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Paper:
    """A file that was looked into."""

    content_type: str
    content: bytes
    """Of a photograph without what the camera wrote beside it: place, time, device."""


def looked_into(content: bytes) -> Paper:
    """The file as it is kept. Raises UnfitFile for anything but a sound PDF or JPEG."""
    if not content:
        raise UnfitFile(Unfit.EMPTY)
    if content.startswith(b"\xff\xd8\xff"):
        return Paper(JPEG, _photograph(content))
    if content[:1024].lstrip().startswith(b"%PDF-"):
        _read_pdf(content)
        return Paper(PDF, content)
    raise UnfitFile(Unfit.OTHER_KIND)


def _photograph(content: bytes) -> bytes:
    try:
        with Image.open(BytesIO(content), formats=("JPEG",)) as image:
            if image.width * image.height > MOST_PIXELS:
                raise UnfitFile(Unfit.TOO_LARGE)
            turned = image.getexif().get(_ORIENTATION, 1) != 1
            image.load()
            out = BytesIO()
            if turned:
                ImageOps.exif_transpose(image).save(out, "JPEG", quality=92, exif=b"")
            else:
                image.save(out, "JPEG", quality="keep", exif=b"", comment=b"")
    except UnfitFile:
        raise
    except (OSError, ValueError, SyntaxError, UnidentifiedImageError, Image.DecompressionBombError):
        raise UnfitFile(Unfit.DAMAGED) from None
    return out.getvalue()


def _read_pdf(content: bytes) -> None:
    try:
        reader = PdfReader(BytesIO(content))
        encrypted = reader.is_encrypted
        pages = 0 if encrypted else len(reader.pages)
    except Exception:
        raise UnfitFile(Unfit.DAMAGED) from None
    if encrypted:
        raise UnfitFile(Unfit.ENCRYPTED)
    if not pages:
        raise UnfitFile(Unfit.DAMAGED)
    if pages > MOST_PAGES:
        raise UnfitFile(Unfit.TOO_LARGE)
