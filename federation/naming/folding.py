"""Words of either alphabet as sounds, so that spellings of one name come out alike.

A *reading* keeps apart what different letters of Cyrillic mean, and no more: Ukrainian и and і,
Russian ы and и, the ways to write ю or я in Latin letters, soft signs and apostrophes, g and h for
г are one. A word has several readings where its letters are ambiguous: Latin ch is ч, in German х.
Those that the letters usually mean are *sure*; only they decide.

In a reading C is ч, S ш, Z ж, Q щ, X х, c ц, h г; the other letters mean themselves.
"""

import re
import unicodedata
from functools import lru_cache
from itertools import islice, product

APOSTROPHES = "'’‘ʼʹ`´′ʻ＇\""
MOST_READINGS = 8

_CYRILLIC = str.maketrans(
    {
        "а": "a", "б": "b", "в": "v", "г": "h", "ґ": "h", "д": "d", "е": "e", "є": "e", "ж": "Z",
        "з": "z", "и": "i", "і": "i", "ї": "i", "й": "i", "к": "k", "л": "l", "м": "m", "н": "n",
        "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "X", "ц": "c",
        "ч": "C", "ш": "S", "щ": "Q", "ю": "u", "я": "a", "ь": None, "ъ": None, "ы": "i", "э": "e",
        "ё": "e", "ў": "u",
    }
)  # fmt: skip
_LOOKALIKES = str.maketrans("aceiopxykmth", "асеіорхукмтн")
"""Latin letters that slip into Cyrillic words."""

_LATIN: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    token: (tuple(sure.split()), tuple(other.split()))
    for token, sure, other in (
        ("chtch", "Q", ""), ("dj", "di", "dZ"), ("gue", "hue", "he"), ("gui", "hui", "hi"),
        ("schtsch", "Q", ""), ("shtsh", "Q", ""), ("shch", "Q", ""), ("szcz", "Q", ""),
        ("sch", "S Q", ""), ("tsch", "C", ""), ("tch", "C", ""), ("cz", "C", ""), ("ch", "C", "X"),
        ("sh", "S", ""), ("sz", "S", ""), ("zgh", "zh", ""), ("zh", "Z", ""), ("kh", "X", ""),
        ("gh", "h", ""), ("ph", "f", ""), ("th", "t", ""), ("tz", "c", ""), ("tc", "c", ""),
        ("ck", "k ck", ""), ("qu", "kv", ""), ("q", "k", ""), ("x", "ks", ""), ("w", "v", ""),
        ("you", "u", ""), ("iou", "u", ""), ("ou", "ou", "u"), ("y", "i", ""), ("j", "i", ""),
        ("g", "h", ""), ("h", "h", "X"), ("c", "k c", "C"), ("ce", "ce", "Ce"), ("ci", "ci", "Ci"),
        ("cy", "ci", "Ci"),
    )
}  # fmt: skip
"""What Latin letters mean: usually, and sometimes."""
_GERMAN: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "s": (("s",), ("z",)),
    "z": (("z",), ("c",)),
    "ch": (("X", "C"), ()),
}
"""Read so only beside other signs of German or Polish spelling: Zaitsev is Saizew there."""
_FRENCH: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "ch": (("C",), ("S", "X")),
    "j": (("i",), ("Z",)),
}
"""Perhaps read so beside signs of French spelling, as Soviet passports had it: `Joukov`."""
_WITHOUT_APOSTROPHES = dict.fromkeys(map(ord, APOSTROPHES))
_HAS_CYRILLIC = re.compile("[а-ґ]")
_NOT_LETTERS = re.compile(r"[\W\d_]+")
_NOT_LATIN = re.compile("[^a-z]+")
_SOFT_O = re.compile("ьо|ё")
_ACCENTED = {
    "š": "sh", "ş": "sh", "ś": "s", "ž": "zh", "ż": "zh", "ź": "z", "č": "cz", "ć": "cz", "ł": "l",
    "ß": "ss", "đ": "dj", "ø": "o", "æ": "e", "ə": "a", "ı": "i",
}  # fmt: skip
_TOKENS = re.compile("|".join(sorted(map(re.escape, _LATIN), key=len, reverse=True)) + "|.")
_PAIRS = (("ts", "c"), ("tC", "C"), ("sC", "Q"), ("SC", "Q"))
_GLIDE = re.compile("i(?=[aeu])")
_DOUBLED = re.compile(r"(.)\1+")
_COARSE = str.maketrans("zcZSCQX", "ssxxxxh")
_VOWELS = re.compile("[aeiou]+")
_SEPARATORS = dict.fromkeys(map(ord, ",.-‐‑–—_()"), " ")
_DROPPED = dict.fromkeys(map(ord, APOSTROPHES + "ь"))


@lru_cache(maxsize=1 << 17)
def readings(word: str) -> tuple[str, ...]:
    """All readings of one word, the likeliest first; empty for a word without letters.

    `Шевченко`, `Shevchenko` and `Schewtschenko` share one; `Koch` is read as Коч and as Кох.
    """
    sure, other = _read(word)
    return tuple(dict.fromkeys((*sure, *other)))


def sure_readings(word: str) -> frozenset[str]:
    """The readings that the letters of a word usually mean."""
    return frozenset(_read(word)[0])


@lru_cache(maxsize=1 << 17)
def _read(word: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Sure readings and the others."""
    text = unicodedata.normalize("NFC", word).casefold().translate(_WITHOUT_APOSTROPHES)
    if _HAS_CYRILLIC.search(text):
        text = text.translate(_LOOKALIKES)
        text = _NOT_LETTERS.sub("", text)
        sure = [_SOFT_O.sub("іо", text).translate(_CYRILLIC)]
        other = [_SOFT_O.sub("о", text).translate(_CYRILLIC)] if _SOFT_O.search(text) else []
    else:
        sure, other = _latin_readings(text)
    return _smoothed(sure), _smoothed(other)


def _latin_readings(text: str) -> tuple[list[str], list[str]]:
    if not text.isascii():
        text = "".join(_ACCENTED.get(char) or _bare(char) for char in text)
    plain = _NOT_LATIN.sub("", text)
    if plain.endswith(("off", "eff")):
        plain = plain[:-2] + "v"
    habits = _GERMAN if "w" in plain or "tsch" in plain else {}
    if not habits and ("ou" in plain or "tch" in plain):
        habits = _FRENCH
    tokens = [
        habits.get(token) or _LATIN.get(token) or ((token,), ()) for token in _TOKENS.findall(plain)
    ]
    sure = ["".join(chosen) for chosen in product(*(usual for usual, _ in tokens))]
    every = product(*((*usual, *rare) for usual, rare in tokens))
    return sure[:MOST_READINGS], ["".join(chosen) for chosen in islice(every, MOST_READINGS)]


def _smoothed(texts: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found for text in texts if (found := _smooth(text))))


def _smooth(text: str) -> str:
    """Glides and doubled letters out of the way: `mariia` and `marja` are `mara`."""
    for pair, letter in _PAIRS:
        text = text.replace(pair, letter)
    text = _DOUBLED.sub(r"\1", text).replace("io", "e")
    return _DOUBLED.sub(r"\1", _GLIDE.sub("", text))


def _bare(char: str) -> str:
    """The letter without its accent."""
    return unicodedata.normalize("NFD", char)[0]


def coarse(reading: str) -> str:
    """A reading with hissing letters and г, х not told apart, for search and for distances."""
    return _DOUBLED.sub(r"\1", reading.translate(_COARSE))


def skeleton(coarse_reading: str) -> str:
    """The consonants, with a mark for a vowel at the beginning: `alksnk` of Алексеенко."""
    bones = _VOWELS.sub("", coarse_reading[1:])
    first = coarse_reading[:1]
    return _DOUBLED.sub(r"\1", ("a" if first in "aeiou" else first) + bones)


def name_key(text: str) -> str:
    """A spelling for remembering: case, order of words, accents of Latin letters, apostrophes, the
    soft sign, hyphens, commas and dots make no difference. `Коваль-Їжак, Лука` → `їжак ковал лука`.
    """
    folded = unicodedata.normalize("NFC", text).casefold().translate(_DROPPED)
    folded = folded.translate(_SEPARATORS)
    if not folded.isascii():
        folded = "".join(_bare(char) if _bare(char).isascii() else char for char in folded)
    return " ".join(sorted(folded.split()))
