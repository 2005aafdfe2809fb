"""The look of papers, against stored ones: by their text and by a picture of the first page.

`python -m tests.documents.renew` writes the stored ones anew, to be looked at.
"""

import json
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from qualifications.documents import (
    Paper,
    Stamp,
    paper_from_json,
    paper_pdf,
    paper_to_json,
    subject_digest,
)

GOLDEN = Path(__file__).parent.parent / "golden"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.json"))
STAMP = Stamp(
    code="K7M2P-QX4RD",
    address="https://registry.example.org/verify/K7M2P-QX4RD/",
    check="Чи чинний цей документ, кожен може перевірити за адресою",
)


def paper(name: str) -> Paper:
    return paper_from_json(json.loads((GOLDEN / f"{name}.json").read_text("utf-8")))


def pdf(name: str) -> bytes:
    return paper_pdf(paper(name), STAMP, page_words="сторінка %(page)d із %(pages)d")


def text_of(content: bytes) -> str:
    pages = pypdfium2.PdfDocument(content)
    texts = [pages[n].get_textpage().get_text_bounded() for n in range(len(pages))]
    return "\n\f\n".join(text.replace("\r\n", "\n") for text in texts) + "\n"


def picture_of(content: bytes) -> Image.Image:
    return pypdfium2.PdfDocument(content)[0].render(scale=0.6, grayscale=True).to_pil()


@pytest.mark.parametrize("name", NAMES)
def test_the_text_is_the_stored_one(name: str) -> None:
    assert text_of(pdf(name)) == (GOLDEN / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_is_the_stored_one(name: str) -> None:
    now, stored = picture_of(pdf(name)), Image.open(GOLDEN / f"{name}.png").convert("L")
    assert now.size == stored.size
    [off] = ImageStat.Stat(ImageChops.difference(now, stored)).mean
    assert off < 1


@pytest.mark.parametrize("name", NAMES)
def test_the_same_paper_gives_the_same_bytes(name: str) -> None:
    assert pdf(name) == pdf(name)
    assert paper_from_json(paper_to_json(paper(name))) == paper(name)


def test_every_ukrainian_letter_and_the_half_point_are_printed() -> None:
    letters = "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ\nабвгґдеєжзиіїйклмнопрстуфхцчшщьюя’ 6½ № «»"
    blank = Paper("uk", "", letters, "", "", ())
    assert letters in text_of(paper_pdf(blank, STAMP, page_words="%(page)d/%(pages)d"))


def test_what_a_paper_is_about_does_not_depend_on_the_day_of_issue() -> None:
    one = paper("card")
    later = paper_from_json(paper_to_json(one) | {"dated": "За даними реєстру на 02.12.2026."})
    other = paper_from_json(paper_to_json(one) | {"title": "Інше"})
    assert subject_digest(one) == subject_digest(later) != subject_digest(other)
