"""In what a name in a file differs from a name of the registry, and a birth from a birth.

All measures are integers: distances count letters, similarities are per cent.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache

from rapidfuzz.distance import OSA

from federation.naming.folding import coarse, readings, sure_readings
from federation.naming.given_names import forms_of
from federation.naming.identity import Birth
from federation.naming.parsing import Parsed, Word, first_sound, initials_of, parse_name, parts_of
from federation.naming.transliteration import table_of

Scalar = str | int | None

SIMILAR = 72
"""Per cent of letters from which two surnames or given names may be one with a slip."""

_TWICE = re.compile(r"(ch|sh|zh|kh|ts|[bdfglmnprtzбвгґджзклмнпртфхцчшщ])\1")


class Surname(IntEnum):
    OTHER = 0
    SIMILAR = 1
    PART = 2
    """One has only a part of the other's double surname."""
    ALIKE = 3
    """The same if ambiguous letters are read so: `Hladkyi` is Гладкий, and may be Хладкий."""
    SAME = 4


class Given(IntEnum):
    OTHER = 0
    MISSING = 1
    SIMILAR = 2
    INITIAL = 3
    KINDRED = 4
    """A pet name or a name often exchanged for it."""
    SAME = 5


class Patronymic(IntEnum):
    OTHER = 0
    SIMILAR = 1
    MISSING = 2
    INITIAL = 3
    SAME = 4


class Born(IntEnum):
    OTHER = 0
    UNKNOWN = 1
    SLIP = 2
    """Differs as slips of the pen do: day and month exchanged, one part wrong, a year beside."""
    YEAR = 3
    """The same as far as both are known, which is not to the day."""
    DATE = 4


@dataclass(frozen=True, slots=True)
class Detail:
    """A difference, for a sentence: the words are in `federation/match_wording.py`."""

    code: str
    params: Mapping[str, Scalar] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NameComparison:
    surname: Surname
    given: Given
    patronymic: Patronymic
    similarity: int
    """Of the surnames, per cent."""
    details: tuple[Detail, ...]

    @property
    def score(self) -> int:
        """For ranking: the same name in full is 78, in parts less, a contradiction least."""
        if self.surname is Surname.SIMILAR:
            surname = 10 + (self.similarity - SIMILAR) * 20 // (100 - SIMILAR)
        else:
            surname = _SURNAME_SCORES[self.surname]
        return surname + _GIVEN_SCORES[self.given] + _PATRONYMIC_SCORES[self.patronymic]

    @property
    def same(self) -> bool:
        """Surname and given name are the same and no patronymic contradicts."""
        return (
            self.surname is Surname.SAME
            and self.given is Given.SAME
            and self.patronymic >= Patronymic.MISSING
        )


_SURNAME_SCORES = {Surname.OTHER: 0, Surname.PART: 32, Surname.ALIKE: 38, Surname.SAME: 40}
_GIVEN_SCORES = {
    Given.OTHER: -10,
    Given.MISSING: 12,
    Given.SIMILAR: 20,
    Given.INITIAL: 20,
    Given.KINDRED: 24,
    Given.SAME: 30,
}
_PATRONYMIC_SCORES = {
    Patronymic.OTHER: -15,
    Patronymic.SIMILAR: 3,
    Patronymic.MISSING: 0,
    Patronymic.INITIAL: 5,
    Patronymic.SAME: 8,
}
NOTHING_ALIKE = NameComparison(Surname.OTHER, Given.OTHER, Patronymic.MISSING, 0, ())


def compare_names(said: str, known: str) -> NameComparison:
    """A spelling in a file against a name of the registry, read so that they agree best."""
    ours = parse_name(known)[:1]
    found = [_compare(one, other) for one in parse_name(said) for other in ours]
    if len(found) == 1:
        return found[0]
    return max(found, key=lambda c: (c.score, -len(c.details)), default=NOTHING_ALIKE)


def _compare(said: Parsed, known: Parsed) -> NameComparison:
    surname, similarity, details = _surnames(said.surname, known.surname)
    given, given_details = _given_names(said.given, known.given)
    patronymic, other_details = _patronymics(said.patronymic, known.patronymic)
    if given_details or other_details:
        details = (*details, *given_details, *other_details)
    if said.swapped and surname:
        details = (*details, Detail("name.swapped"))
    return NameComparison(surname, given, patronymic, similarity, details)


# --- surnames -----------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def _surnames(
    said: tuple[Word, ...], known: tuple[Word, ...]
) -> tuple[Surname, int, tuple[Detail, ...]]:
    """Remembered, since whoever shares a key mostly shares the surname."""
    mine, theirs = parts_of(said), parts_of(known)
    words = {"said": _text(said), "known": _text(known)}
    unmatched = list(theirs)
    for part in mine:
        found = next((other for other in unmatched if _same_sound(part, other)), None)
        if found is not None:
            unmatched.remove(found)
    common = len(theirs) - len(unmatched)
    if common == len(mine) == len(theirs):
        sure = all(any(_surely_same(one, other) for other in theirs) for one in mine)
        if sure and _doubled(mine) == _doubled(theirs):
            return Surname.SAME, 100, _spelling(said, known)
        return Surname.ALIKE, 100, (Detail("surname.alike", words),)
    if common:
        return Surname.PART, 100, (Detail("surname.part", words),)
    similarity = max(_similarity(one, other) for one in mine for other in theirs)
    if len(mine) + len(theirs) > 2:
        if _same_sound("".join(mine), "".join(theirs)):
            return Surname.ALIKE, 100, (Detail("surname.alike", words),)
        similarity = max(similarity, _similarity("".join(mine), "".join(theirs)))
    if similarity >= SIMILAR:
        letters = min(_distance(one, other) for one in mine for other in theirs)
        return Surname.SIMILAR, similarity, (Detail("surname.similar", words | {"n": letters}),)
    return Surname.OTHER, similarity, (Detail("surname.other", words),)


def _spelling(said: tuple[Word, ...], known: tuple[Word, ...]) -> tuple[Detail, ...]:
    """By which table a Latin surname is the Cyrillic one; nothing for the same letters."""
    mine, theirs = _text(said), _text(known)
    if mine.casefold() == theirs.casefold() or mine.isascii() == theirs.isascii():
        return ()
    cyrillic, latin = (theirs, mine) if mine.isascii() else (mine, theirs)
    table = table_of(cyrillic, latin)
    code = f"spelling.{table}" if table else "spelling.by_sound"
    return (Detail(code, {"said": mine, "known": theirs}),)


def _text(words: tuple[Word, ...]) -> str:
    return " ".join(word.text for word in words)


def _same_sound(one: str, other: str) -> bool:
    return one == other or not _sounds(one).isdisjoint(readings(other))


@lru_cache(maxsize=1 << 12)
def _sounds(word: str) -> frozenset[str]:
    return frozenset(readings(word))


def _doubled(parts: tuple[str, ...]) -> int:
    """How many letters stand twice: Коваленко and Ковалленко are two surnames. Except s, which
    German and French double for the sound.
    """
    return sum(len(_TWICE.findall(part.casefold())) for part in parts)


def _surely_same(one: str, other: str) -> bool:
    return not sure_readings(one).isdisjoint(sure_readings(other))


@lru_cache(maxsize=1 << 16)
def _measured(one: str, other: str) -> tuple[int, int]:
    """The least distance between readings, in letters, and the greatest similarity, per cent."""
    pairs = [
        (OSA.distance(a, b), max(len(a), len(b))) for a in _coarsely(one) for b in _coarsely(other)
    ]
    if not pairs:
        return 99, 0
    least = min(distance for distance, _length in pairs)
    best = max(100 - 100 * distance // length for distance, length in pairs)
    return max(least, 1), min(best, 99)


@lru_cache(maxsize=1 << 15)
def _coarsely(word: str) -> frozenset[str]:
    return frozenset(coarse(reading) for reading in readings(word))


def _similarity(one: str, other: str) -> int:
    return _measured(one, other)[1]


def _distance(one: str, other: str) -> int:
    return _measured(one, other)[0]


# --- given names and patronymics ----------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def _given_names(said: Word | None, known: Word | None) -> tuple[Given, tuple[Detail, ...]]:
    if said is None or known is None:
        return Given.MISSING, (Detail("given.missing"),)
    words = {"said": said.text, "known": known.text}
    if said.initial or known.initial:
        if initials_of(said).isdisjoint(initials_of(known)):
            return Given.OTHER, (Detail("given.other", words),)
        return Given.INITIAL, (Detail("given.initial", words),)
    if _same_sound(said.text, known.text):
        return Given.SAME, ()
    if said.names & known.names and len(said.parts) == len(known.parts):
        return Given.SAME, (Detail("given.forms", words),)
    if (said.names | said.kindred) & (known.names | known.kindred):
        return Given.KINDRED, (Detail("given.kindred", words),)
    if not (said.names and known.names) and _similarity(said.text, known.text) >= SIMILAR:
        return Given.SIMILAR, (Detail("given.similar", words),)
    if not said.names and _near_a_form(said, known):
        return Given.SIMILAR, (Detail("given.similar", words),)
    return Given.OTHER, (Detail("given.other", words),)


def _near_a_form(said: Word, known: Word) -> bool:
    """A slip in another form of the name: `Nikolau` for Микола, who is Николай too."""
    sounds = {coarse(reading) for reading in said.readings}
    forms = {coarse(form) for name in known.names for form in forms_of(name)}
    return any(OSA.distance(a, b, score_cutoff=1) <= 1 for a in sounds for b in forms)


@lru_cache(maxsize=1 << 14)
def _patronymics(said: Word | None, known: Word | None) -> tuple[Patronymic, tuple[Detail, ...]]:
    if said is None or known is None:
        return Patronymic.MISSING, ()
    words = {"said": said.text, "known": known.text}
    if said.initial or known.initial:
        if initials_of(said).isdisjoint(_initials_of_father(known)) and initials_of(
            known
        ).isdisjoint(_initials_of_father(said)):
            return Patronymic.OTHER, (Detail("patronymic.other", words),)
        return Patronymic.INITIAL, ()
    if _same_sound(said.text, known.text) or (said.father and said.father == known.father):
        return Patronymic.SAME, ()
    if not (said.father and known.father) or _similarity(said.text, known.text) >= SIMILAR + 10:
        return Patronymic.SIMILAR, (Detail("patronymic.similar", words),)
    return Patronymic.OTHER, (Detail("patronymic.other", words),)


def _initials_of_father(word: Word) -> frozenset[str]:
    """`М.` and `Н.` for Миколайович, who is Николаевич in Russian."""
    return initials_of(word) | {first_sound(form) for form in forms_of(word.father)}


# --- births -------------------------------------------------------------------------------------


def compare_births(said: Birth | None, known: Birth | None) -> Born:
    """How a birth in a file agrees with one of the registry."""
    if said is None or known is None:
        return Born.UNKNOWN
    if said == known:
        return Born.DATE if said.full else Born.YEAR
    if said.full and known.full:
        agree = sum(one == other for one, other in zip(said, known, strict=True))
        exchanged = said.year == known.year and said[1:] == (known.day, known.month)
        year_only = agree == 2 and said.year != known.year and not _near_year(said, known)
        return Born.SLIP if exchanged or (agree == 2 and not year_only) else Born.OTHER
    if said.year == known.year:
        months = {said.month, known.month} - {None}
        return Born.YEAR if len(months) < 2 else Born.SLIP
    return Born.SLIP if _near_year(said, known) else Born.OTHER


def _near_year(said: Birth, known: Birth) -> bool:
    """One year apart, a decade mistyped on the same day, or the last two digits exchanged."""
    one, other = said.year, known.year
    if abs(one - other) == 1:
        return True
    if said.full and known.full and abs(one - other) == 10:
        return True
    return (
        one // 100 == other // 100
        and one % 10 == other // 10 % 10
        and other % 10 == (one // 10 % 10)
    )
