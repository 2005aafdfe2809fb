"""Reads about events."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from federation.names import fold
from tournaments.formats.mapping import Remembered, from_json
from tournaments.formats.parsed import ParsedEvent, RoundKind
from tournaments.models import Entry, Event, EventStatus, Game, TableHeadings


def events_admitted() -> QuerySet[Event]:
    """What the public sees."""
    return Event.objects.filter(status=EventStatus.ADMITTED)


def events_page(events: QuerySet[Event], *, after: str, size: int) -> tuple[list, str]:
    """Events, the latest first, that come after the event whose id is `after`; and the next key.

    Two queries whatever the number of events.
    """
    events = events.select_related("region", "commission").annotate(players=Count("entries"))
    events = events.order_by("-ends_on", "-pk")
    if after.isascii() and after.isdigit() and len(after) < 19:
        last = Event.objects.filter(pk=int(after)).values_list("ends_on", "pk").first()
        if last:
            events = events.filter(Q(ends_on__lt=last[0]) | Q(ends_on=last[0], pk__lt=last[1]))
    items = list(events[: size + 1])
    more = len(items) > size
    return items[:size], str(items[size - 1].pk) if more else ""


def events_named(events: QuerySet[Event], words: str) -> list[int]:
    """Ids of events whose name or city has every word; folded, so that case never matters."""
    wanted = fold(words).split()
    return [
        pk
        for pk, name, city in events.values_list("pk", "name", "city")
        if all(word in fold(f"{name} {city}") for word in wanted)
    ]


def columns_remembered(commission_id: int) -> dict[str, Remembered]:
    """How a commission has read tables before, by the keys of their headings; one query."""
    found = {}
    for stated in TableHeadings.objects.filter(commission=commission_id):
        columns = from_json(stated.columns)
        if columns is not None:
            day = timezone.localtime(stated.stated_at)
            found[stated.key] = Remembered(columns, f"{stated.filename}, {day:%d.%m.%Y}")
    return found


_RESULTS = {0: "0", 1: "½", 2: "1"}
_FORFEITS = {0: "−", 1: "½", 2: "+"}


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player in the crosstable."""

    round: int
    kind: str
    half_points: int | None
    opponent: int | None = None
    colour: str = ""
    """`w`, `b` or empty."""

    @property
    def text(self) -> str:
        """The result as tables print it: forfeits as + and −, nothing for an absence."""
        if self.half_points is None or (self.kind == RoundKind.ABSENT and not self.half_points):
            return ""
        results = _FORFEITS if self.kind == RoundKind.FORFEIT else _RESULTS
        return results[self.half_points]


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """One player's line; `rank` and `coefficient` are filled by those who know them."""

    number: int
    place: int | str
    name: str
    half_points: int
    cells: tuple[Cell, ...]
    player_id: int | None = None
    url: str = ""
    why_url: str = ""
    """Of the verdicts on this player."""
    rank: str = ""
    coefficient: int | None = None


def crosstable(entries: Iterable[Entry], games: Iterable[Game], rounds: int) -> list[CrosstableRow]:
    """The crosstable of a stored event in order of places; a round without a row is an absence."""
    entries = list(entries)
    numbers = {entry.pk: entry.number for entry in entries}
    cells: dict[int, dict[int, Cell]] = {entry.pk: {} for entry in entries}
    for game in games:
        white = numbers[game.white_id]
        if game.black_id is None:
            cell = Cell(game.round, game.kind, game.white_half_points)
            cells[game.white_id][game.round] = cell
            continue
        black = numbers[game.black_id]
        cells[game.white_id][game.round] = Cell(
            game.round, game.kind, game.white_half_points, black, "w"
        )
        cells[game.black_id][game.round] = Cell(
            game.round, game.kind, game.black_half_points, white, "b"
        )
    return [
        CrosstableRow(
            number=entry.number,
            place=entry.rank,
            name=entry.player.name,
            half_points=entry.half_points,
            cells=tuple(
                cells[entry.pk].get(r) or Cell(r, RoundKind.ABSENT.value, 0)
                for r in range(1, rounds + 1)
            ),
            player_id=entry.player_id,
        )
        for entry in sorted(entries, key=lambda e: (e.rank, e.file_rank or e.number, e.number))
    ]


def crosstable_of_file(parsed: ParsedEvent) -> list[CrosstableRow]:
    """The same of a file that is being reviewed, in order of points."""
    rows = [
        CrosstableRow(
            number=player.number,
            place=player.rank or "",
            name=player.name,
            half_points=sum(entry.half_points or 0 for entry in player.rounds),
            cells=tuple(
                Cell(
                    entry.round,
                    entry.kind.value,
                    entry.half_points,
                    entry.opponent,
                    entry.colour.value if entry.colour else "",
                )
                for entry in player.rounds
            ),
            coefficient=player.rating,
        )
        for player in parsed.players
    ]
    return sorted(rows, key=lambda row: (-row.half_points, row.place or 9999, row.number))
