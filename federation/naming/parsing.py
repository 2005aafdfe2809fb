"""Which word of a name is the surname, which the given name, which the patronymic."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from federation.naming.folding import APOSTROPHES, coarse, readings
from federation.naming.given_names import forms_of, kindred_of, names_of
from federation.naming.patronymics import father_of

_BRACKETS = re.compile(r"\([^)]*\)")
_WORD = re.compile(rf"([^\W\d_](?:[^\W\d_]|[{re.escape(APOSTROPHES)}‐‑-])*)(\.?)")
_SON_OR_DAUGHTER = re.compile(
    r"[ -](?:огли|оглы|оглу|кизи|кызы|ogl[yiu]|og[hl]lu|k[yi]z[yi]|q[iy]z[iy])\b\.?", re.IGNORECASE
)
"""`Ельчин огли` is the son of Ельчин: the word says nothing by itself."""
_HYPHEN = re.compile("[-‐‑]")


@dataclass(frozen=True)
class Word:
    """A word of a name, which remembers what was read in it."""

    text: str
    dotted: bool = False

    @cached_property
    def initial(self) -> bool:
        """`І.`, `Ю`, `Yu.`; of a longer word only when a dot cuts it."""
        return len(self.text) == 1 or (self.dotted and len(self.text) <= 3)

    @cached_property
    def readings(self) -> tuple[str, ...]:
        return readings(self.text)

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """Both halves of a double name."""
        if "-" not in self.text and self.text.isalpha():
            return (self.text,)
        return tuple(part for part in _HYPHEN.split(self.text) if part)

    @cached_property
    def names(self) -> frozenset[str]:
        """Known given names that this is, of a double one of its first half."""
        return names_of(self.text) or names_of(self.parts[0])

    @cached_property
    def kindred(self) -> frozenset[str]:
        return kindred_of(self.text)

    @cached_property
    def father(self) -> str:
        return "" if self.initial else father_of(self.text)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A name with its parts; a name may be open to several."""

    surname: tuple[Word, ...]
    """More than one word for a surname in two words."""
    given: Word | None = None
    patronymic: Word | None = None
    swapped: bool = False
    """The given name stands first."""

    @property
    def surname_parts(self) -> tuple[str, ...]:
        return parts_of(self.surname)


def parts_of(words: Iterable[Word]) -> tuple[str, ...]:
    """The parts of a surname: both halves of a double one, the words of one in two words."""
    return tuple(part for word in words for part in word.parts)


@lru_cache(maxsize=1 << 16)
def parse_name(text: str) -> tuple[Parsed, ...]:
    """What a name can mean, the likeliest first; empty for a name without letters.

    A comma parts the surname from the rest. Else the surname is expected first, as registers and
    files write it, unless the words say otherwise: `Іван Коваль`, `Роман Аркадійович Абрамович`,
    `І. П. Коваль`. Where nothing tells, both orders are returned.
    """
    plain = _BRACKETS.sub(" ", text)
    without = _SON_OR_DAUGHTER.sub("", plain)
    if without != plain and len(_words(without)) == 3:
        surname, given, father = _words(without)
        return (Parsed((surname,), given, father),)
    left, comma, right = without.partition(",")
    before, after = _words(left), _words(right)
    if comma and before and after:
        return (_after_comma(before, after),)
    words = before or after
    if not words:
        return ()
    if len(words) == 1:
        return (Parsed(surname=words),)
    if len(words) == 2:
        return _two(*words)
    return _more(words)


def _words(text: str) -> tuple[Word, ...]:
    found = [_word(word, bool(dot)) for word, dot in _WORD.findall(text)]
    return tuple(word for word in found if word.readings)


@lru_cache(maxsize=1 << 15)
def _word(text: str, dotted: bool) -> Word:
    return Word(text, dotted)


def _after_comma(before: tuple[Word, ...], after: tuple[Word, ...]) -> Parsed:
    """`Коваль, Іван Петрович`; in `Коваль, Петрович Іван` the patronymic is found as well."""
    given, *rest = after
    if rest and given.father and not given.names and not rest[0].father:
        given, rest = rest[0], [given]
    return Parsed(before, given, rest[0] if rest else None)


def _two(first: Word, second: Word) -> tuple[Parsed, ...]:
    usual = Parsed((first,), second)
    swapped = Parsed((second,), first, swapped=True)
    if first.initial != second.initial:
        return (swapped,) if first.initial else (usual,)
    if bool(first.names) == bool(second.names):
        return (usual, swapped)
    return (swapped, usual) if first.names else (usual,)


def _more(words: tuple[Word, ...]) -> tuple[Parsed, ...]:
    first, second, third, *rest = words
    if first.initial and second.initial:
        return (Parsed((third, *rest), first, second, swapped=True),)
    if second.initial or third.initial:
        if second.names or second.initial:
            return (Parsed((first,), second, third),)
        return (Parsed((first, second), third),)
    if third.father and not (second.father and first.names and not second.names):
        if first.father and first.names and not second.names:
            return (Parsed((second,), first, third, swapped=True),)
        return (Parsed((first,), second, third),)
    if second.father:
        if third.names and not first.names:
            return (Parsed((first,), third, second),)
        return (Parsed((third, *rest), first, second, swapped=True),)
    return _without_patronymic(words)


def _without_patronymic(words: tuple[Word, ...]) -> tuple[Parsed, ...]:
    """A surname or a given name of several words, or a patronymic of another kind."""
    first, second, *rest = words
    known = [index for index, word in enumerate(words) if word.names]
    if known == [0]:
        return (Parsed((words[-1],), first, swapped=True), Parsed(words[1:], first, swapped=True))
    given = next((index for index in known if index), len(words) - 1)
    whole = Parsed(words[:given], words[given])
    usual = Parsed((first,), second, rest[0])
    return (whole, usual) if whole.surname != usual.surname else (usual,)


def initials_of(word: Word) -> frozenset[str]:
    """Coarse first sounds with which a given name may be abbreviated; vowels are one sound `a`.

    `Ганна` is `a` and `h`, since she is Анна as well; `Микола` is `m` and `n`.
    """
    known = {form for name in word.names for form in forms_of(name)}
    return frozenset(first_sound(reading) for reading in known.union(word.readings))


def first_sound(reading: str) -> str:
    """The first coarse sound of a reading; every vowel is `a`."""
    first = coarse(reading)[:1]
    return "a" if first in "aeiou" else first
