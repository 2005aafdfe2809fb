"""What a corrected file says otherwise than the one before: people, results, papers, rounds."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.formats.pairings import pairings
from tournaments.formats.parsed import Pairing, ParsedEvent, ParsedPlayer, RoundKind
from tournaments.formats.points import points_text

PLAYER_FIELDS = ("number", "name", "sex", "title", "rating", "federation", "fide_id", "birth")
"""What is compared of a player who is in both files."""
PAPER_FIELDS = ("name", "city", "starts_on", "ends_on", "chief_arbiter", "rounds")


@dataclass(frozen=True, slots=True)
class PlayerChange:
    player: ParsedPlayer
    """As the corrected file has it."""
    field: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class ResultChange:
    """One pairing, or one player's round without an opponent, that is otherwise now."""

    round: int
    white: str
    """Name of the player, of White where the colours are known."""
    black: str
    """Empty without an opponent."""
    before: str
    """`1–0`, `+–−`, the kind of a bye; empty where there was nothing."""
    after: str


@dataclass(frozen=True, slots=True)
class Difference:
    added: tuple[ParsedPlayer, ...]
    removed: tuple[ParsedPlayer, ...]
    changed: tuple[PlayerChange, ...]
    results: tuple[ResultChange, ...]
    papers: tuple[tuple[str, object, object], ...]
    """Field, before, after."""

    @property
    def is_nothing(self) -> bool:
        return not (self.added or self.removed or self.changed or self.results or self.papers)


def same_name(one: str, other: str) -> bool:
    return _key(one) == _key(other)


def same_people(before: ParsedEvent, after: ParsedEvent) -> dict[int, int]:
    """Starting number after → before of who is in both: number and name, then a name that stands
    once in each file, then the number alone where FIDE number or birth agree.
    """
    old = {player.number: player for player in before.players}
    new = {player.number: player for player in after.players}
    same = {n: n for n, player in new.items() if n in old and same_name(player.name, old[n].name)}
    left = {n: p for n, p in old.items() if n not in same.values()}
    names = _once(left)
    for key, number in _once({n: p for n, p in new.items() if n not in same}).items():
        if key in names:
            same[number] = names[key]
    taken = set(same.values())
    for number, player in new.items():
        was = old.get(number)
        if number in same or was is None or number in taken:
            continue
        if (
            player.fide_id == was.fide_id
            and player.birth == was.birth
            and (player.fide_id or player.birth)
        ):
            same[number] = number
    return same


def difference(before: ParsedEvent, after: ParsedEvent) -> Difference:
    """Everything in which two files of one event differ."""
    same = same_people(before, after)
    old = {player.number: player for player in before.players}
    changed = [
        PlayerChange(player, name, getattr(old[same[player.number]], name), getattr(player, name))
        for player in after.players
        if player.number in same
        for name in PLAYER_FIELDS
        if getattr(old[same[player.number]], name) != getattr(player, name)
    ]
    return Difference(
        added=tuple(p for p in after.players if p.number not in same),
        removed=tuple(p for p in before.players if p.number not in set(same.values())),
        changed=tuple(changed),
        results=_results(before, after, same),
        papers=tuple(
            (name, getattr(before, name), getattr(after, name))
            for name in PAPER_FIELDS
            if getattr(before, name) != getattr(after, name)
        ),
    )


def _results(
    before: ParsedEvent, after: ParsedEvent, same: Mapping[int, int]
) -> tuple[ResultChange, ...]:
    """Pairings by round and people.

    Who takes the starting number of somebody who is gone takes that one's games too: only those
    that end otherwise are told.
    """
    gone = {player.number for player in before.players} - set(same.values())
    numbers = [player.number for player in after.players]
    own = {n: same.get(n, n if n in gone else -n) for n in numbers}
    was = _by_people(before, {player.number: player.number for player in before.players})
    now = _by_people(after, own)
    names = {player.number: player.name for player in before.players}
    names |= {own[player.number]: player.name for player in after.players}
    changes = []
    for key in sorted(was.keys() | now.keys(), key=lambda k: (k[0], sorted(map(abs, k[1])))):
        old, new = was.get(key), now.get(key)
        if old == new:
            continue
        white, black = (new or old or ((0, 0), ""))[0]
        changes.append(
            ResultChange(
                round=key[0],
                white=names.get(white, ""),
                black=names.get(black, ""),
                before=old[1] if old and old[0] == (white, black) else _turned(old),
                after=new[1] if new else "",
            )
        )
    return tuple(changes)


_Sides = tuple[tuple[int, int], str]


def _by_people(
    event: ParsedEvent, own: Mapping[int, int]
) -> dict[tuple[int, frozenset[int]], _Sides]:
    found = {}
    for pairing in pairings(event):
        if pairing.black is None and pairing.kind is RoundKind.ABSENT:
            continue
        white = own[pairing.white]
        black = own[pairing.black] if pairing.black is not None else 0
        found[pairing.round, frozenset((white, black))] = ((white, black), _result(pairing))
    return found


def _result(pairing: Pairing) -> str:
    if pairing.black is None:
        return pairing.kind.value
    if pairing.white_half_points is None or pairing.black_half_points is None:
        return RoundKind.PENDING.value
    points = [points_text(n) for n in (pairing.white_half_points, pairing.black_half_points)]
    if pairing.kind is RoundKind.FORFEIT:
        points = ["+" if n == "1" else "−" for n in points]
    short = " *" if pairing.kind is RoundKind.SHORT else ""
    return "–".join(points).replace("0.5", "½") + short


def _turned(old: _Sides | None) -> str:
    """The result before with the sides exchanged: the colours were the other way round."""
    if old is None or "–" not in old[1]:
        return old[1] if old else ""
    first, _dash, rest = old[1].partition("–")
    second, star, _rest = rest.partition(" *")
    return f"{second}–{first}{star}"


def _key(name: str) -> str:
    return " ".join(name.replace(",", " ").casefold().split())


def _once(players: Mapping[int, ParsedPlayer]) -> dict[str, int]:
    """Numbers by names that only one player has."""
    found: dict[str, list[int]] = {}
    for number, player in players.items():
        found.setdefault(_key(player.name), []).append(number)
    return {key: numbers[0] for key, numbers in found.items() if len(numbers) == 1 and key}
