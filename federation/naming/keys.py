"""Blocking keys: short texts that a person and every spelling of the person have in common.

| key | of what | finds |
|---|---|---|
| `s…` | consonants of the surname, given name | the same name in any spelling |
| `i…` | consonants of the surname, first sound of the given name | initials, unknown given names |
| `y…` | year of birth, consonants of the surname | another given name, a pet name, a slip in it |
| `g…` | year of birth, given name, first sound of the surname | a slip in the surname |
| `d…` | date of birth, first sound of the given name | a changed surname |
| `f…`, `n…` | FIDE number, national number | |

A person stores those of every name (`person_keys`), a file asks for those of its spelling
(`asked_keys`); whoever shares one is compared.
"""

from collections.abc import Iterable, Iterator

from federation.naming.folding import coarse, readings, skeleton, sure_readings
from federation.naming.identity import Birth, Identity
from federation.naming.parsing import Parsed, Word, initials_of, parse_name

KEY_LENGTH = 40
_EVERY_SOUND = "abdfhklmnprstvx"
_NO_GIVEN_NAME = "-"


def person_keys(
    names: Iterable[str],
    birth: Birth | None = None,
    fide_id: int | None = None,
    national_ids: Iterable[str] = (),
) -> set[str]:
    """The keys under which a person with these names is found; about seven, each ASCII."""
    keys = set(_number_keys(fide_id, national_ids))
    for name in names:
        for parsed in parse_name(name)[:1]:
            keys |= _name_keys(parsed, birth, stored=True)
    return keys


def asked_keys(asked: Identity) -> set[str]:
    """The keys by which to look for whom a file means."""
    keys = set(_number_keys(asked.fide_id, asked.national_ids))
    for parsed in parse_name(asked.name):
        keys |= _name_keys(parsed, asked.birth, stored=False)
    return keys


def _number_keys(fide_id: int | None, national_ids: Iterable[str]) -> Iterator[str]:
    if fide_id:
        yield f"f{fide_id}"
    yield from (f"n{national_id}"[:KEY_LENGTH] for national_id in national_ids if national_id)


def _name_keys(parsed: Parsed, birth: Birth | None, *, stored: bool) -> set[str]:
    bones = {bone for part in parsed.surname_parts for bone in _skeletons(part, stored=stored)}
    starts = {bone[0] for bone in bones}
    keys = set()
    given = parsed.given
    sounds = initials_of(given) if given else frozenset("" if stored else _EVERY_SOUND)
    names = _given(given, stored=stored) if given and not given.initial else set()
    unsure = stored or given is None or given.initial or not given.names
    for bone in bones:
        keys |= {f"s{bone}.{name}" for name in names}
        if unsure:
            keys |= {f"i{bone}.{sound}" for sound in sounds}
        if given is None or not stored:
            keys.add(f"i{bone}.{_NO_GIVEN_NAME}")
        if birth:
            keys.add(f"y{birth.year}.{bone}")
    if birth:
        keys |= {f"g{birth.year}.{name}.{start}" for name in names for start in starts}
        if birth.full and given:
            day = birth.text.replace("-", "")
            keys |= {f"d{day}.{sound}" for sound in sounds}
    return {key[:KEY_LENGTH] for key in keys}


def _given(word: Word, *, stored: bool) -> set[str]:
    """Known names, else the consonants of an unknown one; a pet name asks for those it may mean."""
    if word.names or word.kindred:
        return set(word.names if stored and word.names else word.names | word.kindred)
    return {f"~{skeleton(coarse(reading))}" for reading in word.readings[:2]}


def _skeletons(word: str, *, stored: bool) -> set[str]:
    """The consonants of a word: as it is usually read, in a question for each way to read it."""
    return {skeleton(coarse(one)) for one in (sure_readings(word) if stored else readings(word))}
