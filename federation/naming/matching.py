"""Is the player in the file one of ours? A decision if nothing speaks against it, else proposals.

A name alone never decides. A number decides when neither name nor birth contradicts it, a name with
the full date of birth when nobody else comes near, a remembered spelling when the file says of it
what it said when a person decided.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from federation.naming.comparing import Born, Detail, Scalar
from federation.naming.folding import name_key
from federation.naming.identity import Identity, Person, Remembered
from federation.naming.weighing import Weighed, weigh

MOST_PROPOSALS = 5


class MatchKind(StrEnum):
    MATCHED = "matched"
    NEW = "new"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True)
class Proposal:
    """One player of the registry and why he is proposed."""

    player: int
    reason_key: str
    params: Mapping[str, Scalar] = field(default_factory=dict)
    details: tuple[Detail, ...] = ()
    """In what the two differ, for words beside the reason."""
    score: int = 0
    """For order only: 106 is the same full name and date."""


@dataclass(frozen=True, slots=True)
class Match:
    """The answer: `player` is set only when `kind` is `matched`, which is automatic."""

    kind: MatchKind
    player: int | None
    candidates: tuple[Proposal, ...]
    """Whoever may be meant, the likeliest first. Those of a `new` player are hints, no question."""
    reason_key: str
    params: Mapping[str, Scalar] = field(default_factory=dict)
    details: tuple[Detail, ...] = ()

    @property
    def automatic(self) -> bool:
        return self.kind is MatchKind.MATCHED


def match_person(asked: Identity, people: Iterable[Person]) -> Match:
    """Whom of `people` the file means, if any; `people` are all who share a key with it.

    1. The same FIDE number, then the same national number, decides unless two people have it or
       name, birth or sex speaks against it.
    2. A spelling that was accepted for one person decides when the file says the same of birth or
       number as then, and nothing contradicts the person.
    3. The same full name with the same full date of birth decides unless numbers, sex or
       patronymic contradict, or somebody else comes near: a twin, a namesake of unknown birth.
    4. Everything else is proposed or new.
    """
    weighed = sorted(
        (weigh(asked, person) for person in people),
        key=lambda one: (-one.score, one.person.player),
    )
    return (
        _by_number(asked, weighed)
        or _by_memory(asked, weighed)
        or _by_name(asked, [one for one in weighed if one.may_be_meant])
    )


# --- numbers ------------------------------------------------------------------------------------


def _by_number(asked: Identity, weighed: list[Weighed]) -> Match | None:
    by_fide = [one for one in weighed if one.same_fide_id]
    by_national = [one for one in weighed if one.same_national_id]
    found, which = (by_fide, "fide") if by_fide else (by_national, "national")
    if not found:
        return None
    number = asked.fide_id if by_fide else ", ".join(asked.national_ids)
    params: dict[str, Scalar] = {"fide_id": asked.fide_id, "number": number}
    others = [one for one in weighed if one not in found and one.may_be_meant and one.asks]
    if len(found) > 1:
        shared = [Proposal(one.person.player, f"match.{which}_id_shared", params) for one in found]
        return _doubtful([*shared, *(_proposal(asked, one) for one in others)])
    own = found[0]
    reason = f"match.same_{which}_id{_against_number(own, by_national)}"
    proposal = Proposal(
        own.person.player,
        reason,
        params | _births(asked, own),
        own.names.details,
        own.score,
    )
    if reason == f"match.same_{which}_id":
        return _matched(proposal)
    return _doubtful([proposal, *(_proposal(asked, one) for one in others)])


def _against_number(own: Weighed, by_national: list[Weighed]) -> str:
    """What contradicts a number, as the end of the reason's key; empty when nothing does."""
    other_birth = not own.birth_agrees
    if not own.name_agrees:
        return "_other_person" if other_birth else "_other_name"
    if other_birth:
        return "_other_birth"
    elsewhere = own.same_fide_id and any(one is not own for one in by_national)
    if own.other_sex or elsewhere or (own.other_fide_id and not own.same_fide_id):
        return "_other_facts"
    return ""


# --- memory -------------------------------------------------------------------------------------


def _by_memory(asked: Identity, weighed: list[Weighed]) -> Match | None:
    key = name_key(asked.name)
    found = [
        (one, memory)
        for one in weighed
        for memory in one.person.remembered
        if memory.commission and memory.key == key and _same_said(asked, memory)
    ]
    if not found:
        return None
    people = {one.person.player: one for one, _memory in found}
    if len(people) > 1:
        code = "match.accepted_for_several"
        return _doubtful(
            [replace(_proposal(asked, one), reason_key=code, params={}) for one in people.values()]
        )
    one, memory = found[0]
    if one.other_fide_id or one.other_sex or not one.birth_agrees:
        return None
    params: dict[str, Scalar] = {
        "source": memory.source,
        "commission": memory.commission,
        "day": memory.on,
    }
    player = one.person.player
    return _matched(Proposal(player, "match.accepted_before", params, one.names.details, one.score))


def _same_said(asked: Identity, memory: Remembered) -> bool:
    """The file says what it said then. A name without birth or number says too little."""
    if asked.federation and memory.federation and asked.federation != memory.federation:
        return False
    if asked.fide_id and memory.fide_id:
        return asked.fide_id == memory.fide_id
    return bool(memory.born) and asked.birth is not None and asked.birth.text == memory.born


# --- names --------------------------------------------------------------------------------------


def _by_name(asked: Identity, weighed: list[Weighed]) -> Match:
    proposals = [_proposal(asked, one) for one in weighed[:MOST_PROPOSALS]]
    if not any(one.asks for one in weighed):
        code = "match.born_in_other_years" if proposals else "match.nobody"
        return Match(MatchKind.NEW, None, tuple(proposals), code)
    first = weighed[0]
    if first.names.same and first.born is Born.DATE:
        exact = [one for one in weighed if one.names.same and one.born is Born.DATE]
        if len(exact) > 1:
            return replace(
                _doubtful(proposals), reason_key="match.several_same_name_and_birth_date"
            )
        if any(one.comes_near for one in weighed[1:]):
            return replace(_doubtful(proposals), reason_key="match.others_come_near")
        if not (first.other_fide_id or first.other_national_id or first.other_sex):
            return _matched(proposals[0])
    return _doubtful(proposals)


def _proposal(asked: Identity, one: Weighed) -> Proposal:
    params: dict[str, Scalar] = {"fide_id": asked.fide_id, "known": one.person.fide_id}
    return Proposal(
        player=one.person.player,
        reason_key=one.reason,
        params=params | _births(asked, one),
        details=one.names.details,
        score=one.score,
    )


def _births(asked: Identity, one: Weighed) -> dict[str, Scalar]:
    known = one.person.birth
    return {
        "said_birth": asked.birth.text if asked.birth else "?",
        "known_birth": known.text if known else "?",
        "year": asked.birth.year if asked.birth else None,
    }


def _matched(proposal: Proposal) -> Match:
    return Match(
        MatchKind.MATCHED,
        proposal.player,
        (),
        proposal.reason_key,
        proposal.params,
        proposal.details,
    )


def _doubtful(proposals: list[Proposal]) -> Match:
    first = proposals[0]
    return Match(
        MatchKind.DOUBTFUL,
        None,
        tuple(proposals[:MOST_PROPOSALS]),
        first.reason_key,
        first.params,
        first.details,
    )
