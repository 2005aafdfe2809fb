"""The look of papers, against stored ones: by their text and by a picture of the first page.

`python -m tests.documents.renew` writes the stored ones anew, to be looked at.
"""

import json
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from qualifications.documents import (
    Column,
    Definitions,
    Paper,
    Stamp,
    Table,
    differences,
    paper_from_json,
    paper_pdf,
    paper_to_json,
    subject_digest,
)
from qualifications.documents.fonts import fonts_register, printable
from tests.documents.rating_list import rating_list_pdf

GOLDEN = Path(__file__).parent.parent / "golden"
PAPERS = sorted(path.stem for path in GOLDEN.glob("*.json"))
LIST = "rating_list"
"""A list is no paper: it is written line by line."""
NAMES = [*PAPERS, LIST]
STAMP = Stamp(
    code="K7M2P-QX4RD",
    address="https://registry.example.org/verify/K7M2P-QX4RD/",
    check="Чи чинний цей документ, кожен може перевірити за адресою",
)
ENGLISH = replace(STAMP, check="Whether this paper is valid anybody can check at")


def paper(name: str) -> Paper:
    return paper_from_json(json.loads((GOLDEN / f"{name}.json").read_text("utf-8")))


def pdf(name: str) -> bytes:
    if name == LIST:
        return rating_list_pdf(STAMP)
    found = paper(name)
    if found.language == "en":
        return paper_pdf(found, ENGLISH, page_words="page %(page)d of %(pages)d")
    return paper_pdf(found, STAMP, page_words="сторінка %(page)d із %(pages)d")


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


@pytest.mark.parametrize("name", PAPERS)
def test_a_paper_is_kept_as_json_without_loss(name: str) -> None:
    assert paper_from_json(paper_to_json(paper(name))) == paper(name)


def test_every_ukrainian_letter_and_the_half_point_are_printed() -> None:
    letters = "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ\nабвгґдеєжзиіїйклмнопрстуфхцчшщьюя’ 6½ № «»"
    blank = Paper("uk", "", letters, "", "", ())
    assert letters in text_of(paper_pdf(blank, STAMP, page_words="%(page)d/%(pages)d"))


def test_what_a_paper_is_about_does_not_depend_on_the_day_of_issue() -> None:
    one = paper_to_json(paper("card"))
    later = one | {"dated": "За даними реєстру на 02.12.2026."}
    other = one | {"title": "Інше"}
    assert subject_digest(one, {}) == subject_digest(later, {}) != subject_digest(other, {})


def test_the_same_words_about_two_people_are_two_papers() -> None:
    one = paper_to_json(paper("card"))
    assert subject_digest(one, {"player_id": 1}) != subject_digest(one, {"player_id": 2})


def test_two_papers_are_compared_line_by_line() -> None:
    one = paper("norm")
    facts, table, *rest = one.blocks
    assert isinstance(table, Table)
    lost = (*table.rows[0][:6], "0", "yes")
    other = replace(one, blocks=(facts, replace(table, rows=(lost, *table.rows[1:-1])), *rest))
    assert differences(one, replace(one, dated="", wide=True)) == ()
    first = "1 · Supernyk 8 · 110 · UKR · FM · 2450 · {} · yes"
    assert differences(one, other) == (
        (first.format(1), first.format(0)),
        ("9 · Supernyk 0 · 102 · POL · GM · 2450 · 0 · yes", ""),
    )


def test_cells_of_thirteen_rounds_stand_on_one_line_each() -> None:
    row = ("300", "300", "Доброльот Ґео", "ZAP", *["½\N{NO-BREAK SPACE}300"] * 13, "10½")
    head = ("Місце", "№", "Гравець", "Регіон", *map(str, range(1, 14)), "Очки")
    shares = (5, 4, 27, 6, *[4] * 13, 6)
    table = Table("", tuple(map(Column, head, shares)), (row,))
    wide = Paper("uk", "", "Таблиця", "", "", (table,), wide=True)
    [line] = [x for x in text_of(paper_pdf(wide, STAMP, page_words="")).split("\n") if "Ґео" in x]
    assert line.replace("\xa0", " ").split() == " ".join(row).split()


def test_a_note_longer_than_a_page_goes_on_on_the_next_one() -> None:
    words = " ".join(f"слово{n}" for n in range(1500))
    blocks = (
        Definitions((("Примітка", words),)),
        Table("", (Column("№", 10), Column("Підстава", 90)), (("1", words), ("2", "Х" * 900))),
    )
    found = text_of(paper_pdf(Paper("uk", "", "Наказ", "", "", blocks), STAMP, page_words=""))
    assert (found.count("слово0\n") + found.count("слово0 "), found.count("слово1499")) == (2, 2)


def test_a_card_stands_on_one_page_however_much_it_says() -> None:
    one = paper("card")
    blocks = tuple(
        replace(block, rows=block.rows * 3) if isinstance(block, Table) else block
        for block in one.blocks
    )
    assert "\f" not in text_of(paper_pdf(replace(one, blocks=blocks), STAMP, page_words="%(page)d"))


def test_letters_that_the_font_lacks_are_printed_as_the_nearest() -> None:
    assert printable("и\u0306→\u202f½\x07\nＡ") == "й–\N{NO-BREAK SPACE}½\nA"
    drawn = fonts_register()
    papers = "".join((GOLDEN / f"{name}.txt").read_text("utf-8") for name in NAMES)
    assert {x for x in papers if ord(x) not in drawn} <= {"\n", "\f"}
