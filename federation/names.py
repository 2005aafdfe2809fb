"""Keys of names: one way to search and to sort that every database agrees on.

SQLite folds no Cyrillic letters and sorts Є, І, Ї before А; PostgreSQL without ICU sorts the same
way. So the registry stores keys made here and lets the database compare plain code points.
"""

import unicodedata

_APOSTROPHES = str.maketrans("", "", "'’‘ʼ`´ʹʺ\"")
_UKRAINIAN = "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя"
# Consecutive code points from the private use area: letters outside the alphabet keep their own.
_SORT = {ord(letter): 0xE000 + place for place, letter in enumerate(_UKRAINIAN)}
_SORT |= {ord("ё"): _SORT[ord("е")], ord("ы"): _SORT[ord("и")], ord("э"): _SORT[ord("е")]}


def fold(text: str) -> str:
    """Case, apostrophes and punctuation out of the way; words parted by single blanks."""
    text = unicodedata.normalize("NFC", text).casefold().translate(_APOSTROPHES)
    return " ".join("".join(c if c.isalnum() else " " for c in text).split())


def sort_key(text: str) -> str:
    """A key whose plain code-point order is the order of the Ukrainian alphabet."""
    return fold(text).translate(_SORT)
