"""Bytes to lines: the encoding is decided in a fixed order and nothing is dropped in silence."""

import pytest

from tests.formats.files import FIRST, four, line, problems_of, trf
from tournaments.formats.parsed import ReadResult
from tournaments.formats.reading import read_file, telling_names
from tournaments.formats.text import guess_encoding, split_lines

CYRILLIC = ("Ґалаґан-Їжак, Єва", "Юрчишин, Іван", "Щедрик, Мар'ян", "Лісовський, Андрій")
LATIN = ("Müller, Jürgen", "O'Brien, Seán", "Peña, José", "Smith, John")


def named(names: tuple[str, ...]) -> str:
    rounds = (("   3 w 1", "   2 b ="), ("   4 b 1", "   1 w ="), ("   1 b 0", "   4 w 1"),
              ("   2 w 0", "   3 b 0"))  # fmt: skip
    players = (line(n, *rounds[n - 1], name=name) for n, name in enumerate(names, start=1))
    return "\n".join(("012 Cup", "042 2025/03/03", "052 2025/03/05", *players)) + "\n"


def names_of(result: ReadResult) -> tuple[str, ...]:
    assert result.event is not None
    return tuple(player.name for player in result.event.players)


@pytest.mark.parametrize(
    ("names", "codec", "encoding", "problems"),
    [
        (CYRILLIC, "utf-8", "utf-8", []),
        (CYRILLIC, "utf-8-sig", "utf-8", []),
        (CYRILLIC, "utf-16", "utf-16", []),
        (CYRILLIC, "cp1251", "cp1251", [("note", "text.encoding_guessed", None, None)]),
        (LATIN, "utf-8", "utf-8", []),
        (LATIN, "cp1252", "cp1252", [("note", "text.encoding_guessed", None, None)]),
        (("Smith, A", "Smith, B", "Smith, C", "Smith, D"), "ascii", "utf-8", []),
    ],
)
def test_encoding(
    names: tuple[str, ...], codec: str, encoding: str, problems: list[object]
) -> None:
    data = named(names).encode(codec)
    result = read_file(data)
    assert result.event is not None
    assert (result.event.encoding, names_of(result)) == (encoding, names)
    assert problems_of(data) == problems


def test_a_byte_that_cp1252_does_not_have() -> None:
    assert guess_encoding(b"caf\xe9 \x81\x98") == "iso8859-1"


def test_chosen_encoding_overrules_the_guess() -> None:
    data = named(CYRILLIC).encode("koi8-u")
    assert names_of(read_file(data, encoding="KOI8-U")) == CYRILLIC
    assert names_of(read_file(data)) != CYRILLIC


def test_chosen_encoding_that_does_not_fit_says_where() -> None:
    data = named(LATIN).encode("cp1252")
    assert problems_of(data, encoding="utf-8") == [("error", "text.encoding_does_not_fit", 4, 16)]


@pytest.mark.parametrize("name", ["klingon", "rot13", "base64", "x\0y"])
def test_unknown_encoding(name: str) -> None:
    assert problems_of(trf(*four()), encoding=name) == [
        ("error", "text.encoding_unknown", None, None)
    ]


def test_letter_cut_in_the_middle_of_utf8_is_shown_and_said() -> None:
    data = named(CYRILLIC).encode().replace("Ґалаґан".encode(), "Ґалаґан".encode()[:-1])
    assert problems_of(data) == [("warning", "text.bytes_unreadable", 4, 21)]
    assert names_of(read_file(data))[0] == "Ґалаґа�-Їжак, Єва"


def test_control_character_is_kept_and_said() -> None:
    data = trf(*four(p4=line(4, "   2 w 0", "   3 b 0", points="0.0", rank="4", name="A\x07B")))
    assert problems_of(data) == [("warning", "text.control_character", FIRST + 3, 16)]


@pytest.mark.parametrize("mark", ["\u202e", "\u200b", "\u2066", "\ufeff"])
def test_marks_of_direction_and_blanks_without_width_are_said(mark: str) -> None:
    """With them a name looks like another one, or turns the page around it."""
    name = f"A{mark}B"
    data = trf(*four(p4=line(4, "   2 w 0", "   3 b 0", points="0.0", rank="4", name=name)))
    assert problems_of(data) == [("warning", "text.control_character", FIRST + 3, 16)]
    assert names_of(read_file(data))[3] == name


def test_end_of_file_mark_of_dos_is_ignored() -> None:
    assert problems_of(trf(*four()) + b"\x1a") == []


def test_no_break_spaces_are_blanks() -> None:
    assert problems_of(trf(*four()).replace(b"   1 w =", b"\xc2\xa0 \xc2\xa01 w =")) == []


def test_split_lines() -> None:
    assert split_lines("a\r\nb\rc\n\nd\r\r\ne\x0bf\u2028g\n") == [
        "a", "b", "c", "", "d", "e\x0bf\u2028g",
    ]  # fmt: skip


def test_columns_counted_by_bytes_are_read_so() -> None:
    """A program of the 2000s pads the name to 33 bytes, not 33 letters."""
    lines = []
    for text in named(LATIN).splitlines():
        extra = len(text.encode()) - len(text)
        lines.append(text[: 47 - extra] + text[47:] if text.startswith("001") else text)
    data = ("\n".join(lines) + "\n").encode()
    assert problems_of(data) == [("note", "trf.columns_by_bytes", 4, 15)]
    result = read_file(data)
    assert result.event is not None
    assert names_of(result) == LATIN
    assert [player.rating for player in result.event.players] == [2000] * 4
    assert [entry.column for entry in result.event.players[0].rounds] == [90, 100]


def test_telling_names_are_those_beyond_ascii() -> None:
    event = read_file(named(LATIN).encode()).event
    assert event is not None
    assert telling_names(event, 2) == ("Müller, Jürgen", "O'Brien, Seán")


def test_name_cut_by_bytes_in_the_middle_of_a_letter() -> None:
    """33 bytes of a Cyrillic name end in half a letter; the columns after it are right."""
    name = "Гайдамаченко, Северин"
    rounds = four()[1:]
    right = line(1, "   3 w 1", "   2 b =", points="1.5", rank="1", name="*" * 33)
    data = trf(right, *rounds).replace(b"*" * 33, name.encode()[:33])
    assert problems_of(data) == [
        ("note", "trf.columns_by_bytes", FIRST, 15),
        ("warning", "text.bytes_unreadable", FIRST, 32),
    ]
    result = read_file(data)
    assert result.event is not None
    assert names_of(result)[0] == name[:17] + "�"
    assert result.event.players[0].rating == 2000
