"""Cyrillic in Latin letters by the tables of passports and of neighbouring languages."""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from federation.naming.folding import APOSTROPHES

_LETTERS = {
    "а": "a", "б": "b", "в": "v", "г": "h", "ґ": "g", "д": "d", "е": "e", "є": "ie", "ж": "zh",
    "з": "z", "и": "y", "і": "i", "ї": "i", "й": "i", "к": "k", "л": "l", "м": "m", "н": "n",
    "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts",
    "ч": "ch", "ш": "sh", "щ": "shch", "ь": "", "ю": "iu", "я": "ia",
    "ё": "e", "ы": "y", "э": "e", "ъ": "",
}  # fmt: skip
_FIRST_LETTERS = {"є": "ye", "ї": "yi", "й": "y", "ю": "yu", "я": "ya"}
_RUSSIAN = _LETTERS | {"г": "g", "и": "i"}

TABLES: Mapping[str, Mapping[str, str]] = {
    "uk_2007": _LETTERS | {"г": "g"},
    "ru_2013": _RUSSIAN | {"ъ": "ie"},
    "ru_2010": _RUSSIAN | {"ц": "tc"},
    "ru_1997": _RUSSIAN | {"й": "y", "ю": "yu", "я": "ya"},
    "ru_english": _RUSSIAN | {"й": "y", "ю": "yu", "я": "ya", "ё": "yo", "ый": "y", "ий": "y"},
    "de": _RUSSIAN
    | {"в": "w", "ж": "sch", "з": "s", "и": "y", "й": "j", "х": "ch", "ц": "z", "ч": "tsch"}
    | {"ш": "sch", "щ": "schtsch", "ю": "ju", "я": "ja", "є": "je", "ї": "ji"},
    "pl": _LETTERS
    | {"в": "w", "ж": "z", "й": "j", "х": "ch", "ц": "c", "ч": "cz", "ш": "sz", "щ": "szcz"}
    | {"ю": "ju", "я": "ja", "є": "je", "ї": "ji"},
}
"""Tables beside the official Ukrainian one of 2010, letter by letter; pairs go before letters.

`uk_2007`: Ukrainian passports from 2007 to 2010. `ru_2013`: Russian passports since 2013, as ICAO
Doc 9303. `ru_2010`: those of 2010 to 2013 (GOST R 52535.1). `ru_1997`: those before.
`ru_english`: what English books and older FIDE lists use. `de`, `pl`: German and Polish spelling.
"""


def transliterate(cyrillic: str) -> str:
    """Ukrainian in Latin letters by the official table (Cabinet of Ministers, 2010, No 55).

    `зг` is `zgh`; the soft sign and apostrophes inside words are dropped; є ї й ю я differ at the
    beginning of a word. The Russian ё, ы, э, ъ are e, y, e and nothing, as in Russian passports.
    Other characters stay as they are.
    """
    text = unicodedata.normalize("NFC", cyrillic)
    result: list[str] = []
    for index, char in enumerate(text):
        low = char.lower()
        before = text[index - 1].lower() if index else ""
        after = text[index + 1 : index + 2]
        if char in APOSTROPHES:
            if before in _LETTERS and after.lower() in _LETTERS:
                continue
            result.append(char)
            continue
        if low not in _LETTERS:
            result.append(char)
            continue
        inside = bool(before) and (before.isalpha() or before in APOSTROPHES)
        latin = _LETTERS[low] if inside else _FIRST_LETTERS.get(low, _LETTERS[low])
        if low == "г" and before == "з":
            latin = "gh"
        if char != low:
            neighbour = after if after.isalpha() else text[max(index - 1, 0) : index]
            latin = latin.upper() if neighbour.isupper() else latin.capitalize()
        result.append(latin)
    return "".join(result)


@lru_cache(maxsize=1 << 15)
def transliterated_word(word: str) -> str:
    """One word by the official table, remembered: for comparing many names."""
    return transliterate(word)


def by_table(cyrillic: str, table: str) -> str:
    """A word in Latin small letters by one of TABLES. Raises KeyError for an unknown table."""
    letters = TABLES[table]
    text = unicodedata.normalize("NFC", cyrillic).lower()
    result, index = "", 0
    while index < len(text):
        pair = text[index : index + 2]
        if pair in letters and len(pair) == 2:
            result, index = result + letters[pair], index + 2
        else:
            if text[index] not in APOSTROPHES:
                result += letters.get(text[index], text[index])
            index += 1
    return result


@lru_cache(maxsize=4096)
def table_of(cyrillic: str, latin: str) -> str:
    """By which table a word is spelled so: `uk_2010`, a key of TABLES, or empty for none of them.

    `Шевченко`, `Shevchenko` → `uk_2010`. Case and apostrophes of the Latin word do not matter.
    """
    plain = "".join(char for char in latin.lower() if char not in APOSTROPHES)
    if transliterate(cyrillic).lower() == plain:
        return "uk_2010"
    return next((name for name in TABLES if by_table(cyrillic, name) == plain), "")
