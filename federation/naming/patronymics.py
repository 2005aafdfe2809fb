"""Patronymics: recognised by their endings in either alphabet, and whose son or daughter it is."""

import re
from functools import lru_cache

from federation.naming.folding import readings
from federation.naming.given_names import names_of_men

_ENDING = re.compile("(?:[oei]?v(?:iC|ic|na)|iC(?:na)?|inaC?na|iniCna)$")
_AFTER = re.compile("[aeiou]+$")
_FATHERS_WITH_OTHER_STEMS = {
    "lv": "lev", "ak": "akiv", "akovl": "akiv", "Xom": "Xoma", "sa": "sava", "il": "ila",
    "luk": "luka", "sav": "sava", "kuzm": "kuzma", "nikit": "mikita",
}  # fmt: skip


def _stems() -> dict[str, frozenset[str]]:
    return {_AFTER.sub("", reading): names for reading, names in names_of_men().items()}


_STEMS = _stems()


@lru_cache(maxsize=1 << 14)
def father_of(word: str) -> str:
    """The father's name, or the stem where it is not a known one; empty for no patronymic.

    `Миколайович`, `Николаевна` and `Mykolaiovych` have one father. A surname in -ович answers too:
    which it is shows its place.
    """
    for reading in readings(word):
        found = _ENDING.search(reading)
        if found is None or found.start() < 2:
            continue
        stem = _AFTER.sub("", reading[: found.start()])
        if len(stem) < 2:
            continue
        if stem in _FATHERS_WITH_OTHER_STEMS:
            return _FATHERS_WITH_OTHER_STEMS[stem]
        names = _STEMS.get(stem)
        return min(names) if names else stem
    return ""
