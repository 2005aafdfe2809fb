"""Is the player in the file one of ours? Rules over names, FIDE numbers and birth dates.

A name alone never decides: it only proposes, and a person says yes or no.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.formats.parsed import PartialDate
from tournaments.formats.problems import Scalar

CODES = frozenset(
    {
        "match.same_fide_id",
        "match.same_fide_id_other_person",
        "match.fide_id_shared",
        "match.same_name_and_birth_date",
        "match.same_name_and_birth_date_other_fide_id",
        "match.same_name_and_birth_date_other_sex",
        "match.several_same_name_and_birth_date",
        "match.same_name_and_birth_year",
        "match.same_name",
        "match.nobody",
    }
)
"""Every reason key; the words are in `tournaments/wording.py`."""

_APOSTROPHES = "'’‘ʼʹ`´′ʻ＇"
_DROPPED = dict.fromkeys(map(ord, _APOSTROPHES + "ьЬ"))
_SPACED = dict.fromkeys(map(ord, ",.-‐‑–—_()"), " ")

_LETTERS = {
    "а": "a", "б": "b", "в": "v", "г": "h", "ґ": "g", "д": "d", "е": "e", "є": "ie", "ж": "zh",
    "з": "z", "и": "y", "і": "i", "ї": "i", "й": "i", "к": "k", "л": "l", "м": "m", "н": "n",
    "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts",
    "ч": "ch", "ш": "sh", "щ": "shch", "ь": "", "ю": "iu", "я": "ia",
    "ё": "e", "ы": "y", "э": "e", "ъ": "",
}  # fmt: skip
_FIRST_LETTERS = {"є": "ye", "ї": "yi", "й": "y", "ю": "yu", "я": "ya"}


class MatchKind(StrEnum):
    MATCHED = "matched"
    NEW = "new"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player of the registry who may be meant."""

    player: int
    """Key of the player in the registry."""
    names: tuple[str, ...]
    """`name_keys` of every name the player has or had."""
    fide_id: int | None = None
    birth: PartialDate | None = None
    sex: str | None = None


@dataclass(frozen=True, slots=True)
class FileIdentity:
    """Who the file says the player is."""

    names: tuple[str, ...]
    """`name_keys` of the name in the file."""
    fide_id: int | None = None
    birth: PartialDate | None = None
    sex: str | None = None


@dataclass(frozen=True, slots=True)
class ProposedMatch:
    """One player of the registry and why he is proposed."""

    player: int
    reason_key: str
    params: Mapping[str, Scalar] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Match:
    """The answer: `player` is set only when `kind` is `matched`."""

    kind: MatchKind
    player: int | None
    candidates: tuple[ProposedMatch, ...]
    """Players to choose from when doubtful, the likeliest first."""
    reason_key: str
    params: Mapping[str, Scalar] = field(default_factory=dict)


def name_key(text: str) -> str:
    """A name for comparison: case, order of its words, accents of Latin letters, apostrophes, the
    soft sign, hyphens, commas and dots make no difference. `Коваль-Їжак, Лука` → `їжак коваль лука`
    """
    folded = unicodedata.normalize("NFC", text).casefold()
    folded = folded.translate(_DROPPED).translate(_SPACED)
    if not folded.isascii():
        folded = "".join(_without_accent(char) for char in folded)
    return " ".join(sorted(folded.split()))


def name_keys(text: str) -> tuple[str, ...]:
    """The key of a name and, for a Cyrillic one, the key of its Latin spelling."""
    keys = (name_key(text), name_key(transliterate(text)))
    return tuple(dict.fromkeys(key for key in keys if key))


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
        if char in _APOSTROPHES:
            if before in _LETTERS and after.lower() in _LETTERS:
                continue
            result.append(char)
            continue
        if low not in _LETTERS:
            result.append(char)
            continue
        inside = bool(before) and (before.isalpha() or before in _APOSTROPHES)
        latin = _LETTERS[low] if inside else _FIRST_LETTERS.get(low, _LETTERS[low])
        if low == "г" and before == "з":
            latin = "gh"
        if char != low:
            neighbour = after if after.isalpha() else text[max(index - 1, 0) : index]
            latin = latin.upper() if neighbour.isupper() else latin.capitalize()
        result.append(latin)
    return "".join(result)


def match_player(identity: FileIdentity, candidates: Iterable[Candidate]) -> Match:
    """Which of `candidates` the file means, if any.

    A FIDE number decides unless both the name and the year of birth contradict it or two players
    have it; then the same name with the same full birth date decides unless both have FIDE numbers
    (which then differ) or the sex contradicts; everything else is proposed or new.
    """
    known = tuple(candidates)
    by_id = [c for c in known if identity.fide_id and c.fide_id == identity.fide_id]
    if by_id:
        return _match_by_fide_id(identity, by_id)
    namesakes = [c for c in known if _same_name(identity, c)]
    exact = [c for c in namesakes if _same_full_birth(identity, c)]
    if len(exact) == 1:
        reason = _contradiction(identity, exact[0])
        if reason is None:
            return _matched(exact[0], "match.same_name_and_birth_date")
    if not namesakes:
        return Match(MatchKind.NEW, None, (), "match.nobody")
    proposals = sorted(
        (_proposal(identity, c) for c in namesakes),
        key=lambda proposal: (_ORDER[proposal.reason_key], proposal.player),
    )
    first = proposals[0]
    reason_key = first.reason_key
    if len(exact) > 1:
        reason_key = "match.several_same_name_and_birth_date"
    return Match(MatchKind.DOUBTFUL, None, tuple(proposals), reason_key, first.params)


_ORDER = {
    "match.same_name_and_birth_date": 0,
    "match.same_name_and_birth_date_other_fide_id": 1,
    "match.same_name_and_birth_date_other_sex": 2,
    "match.same_name_and_birth_year": 3,
    "match.same_name": 4,
}


def _match_by_fide_id(identity: FileIdentity, found: list[Candidate]) -> Match:
    params: dict[str, Scalar] = {"fide_id": identity.fide_id}
    if len(found) > 1:
        shared = "match.fide_id_shared"
        proposals = tuple(ProposedMatch(c.player, shared, params) for c in found)
        return Match(MatchKind.DOUBTFUL, None, proposals, shared, params)
    candidate = found[0]
    if not _same_name(identity, candidate) and _other_birth_year(identity, candidate):
        reason = "match.same_fide_id_other_person"
        return Match(
            MatchKind.DOUBTFUL,
            None,
            (ProposedMatch(candidate.player, reason, params),),
            reason,
            params,
        )
    return _matched(candidate, "match.same_fide_id", params)


def _matched(
    candidate: Candidate, reason: str, params: Mapping[str, Scalar] | None = None
) -> Match:
    return Match(MatchKind.MATCHED, candidate.player, (), reason, params or {})


def _proposal(identity: FileIdentity, candidate: Candidate) -> ProposedMatch:
    if _same_full_birth(identity, candidate):
        reason = _contradiction(identity, candidate) or "match.same_name_and_birth_date"
        params: dict[str, Scalar] = {"fide_id": identity.fide_id, "known": candidate.fide_id}
        return ProposedMatch(candidate.player, reason, params)
    if identity.birth and candidate.birth and identity.birth.year == candidate.birth.year:
        year: dict[str, Scalar] = {"year": identity.birth.year}
        return ProposedMatch(candidate.player, "match.same_name_and_birth_year", year)
    return ProposedMatch(candidate.player, "match.same_name")


def _contradiction(identity: FileIdentity, candidate: Candidate) -> str | None:
    """Why the same name and birth date still do not decide."""
    if identity.fide_id and candidate.fide_id and identity.fide_id != candidate.fide_id:
        return "match.same_name_and_birth_date_other_fide_id"
    if identity.sex and candidate.sex and identity.sex != candidate.sex:
        return "match.same_name_and_birth_date_other_sex"
    return None


def _same_name(identity: FileIdentity, candidate: Candidate) -> bool:
    return not set(identity.names).isdisjoint(candidate.names)


def _same_full_birth(identity: FileIdentity, candidate: Candidate) -> bool:
    return (
        identity.birth is not None
        and identity.birth == candidate.birth
        and identity.birth.day is not None
    )


def _other_birth_year(identity: FileIdentity, candidate: Candidate) -> bool:
    return bool(identity.birth and candidate.birth and identity.birth.year != candidate.birth.year)


def _without_accent(char: str) -> str:
    """The bare letter of an accented Latin one; Cyrillic й and ї are letters of their own."""
    base = unicodedata.normalize("NFD", char)
    return base[0] if len(base) > 1 and base[0].isascii() else char
