"""A corrected list beside the list as issued: which lines are other ones, and why."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from qualifications.corrections.changes import (
    Change,
    EventLeftOut,
    LateEvent,
    LineReleased,
    PlayerChange,
    ResultChange,
)
from qualifications.engine.packed_games import games_array
from qualifications.models import (
    CorrectedLine,
    Correction,
    LineCause,
    RatingPeriod,
    RatingRow,
    RatingRun,
    RunEvent,
)
from qualifications.rating_run.bulk import copy_rows, fetch_columns, numbers_listed
from tournaments.models import Entry, Game

_SHOWN = ("before", "games", "half_points", "change", "after", "national", "held")
"""What a list prints of a line."""


class _Rows(NamedTuple):
    """The lines of a run, in order of players."""

    players: npt.NDArray[np.int64]
    keys: npt.NDArray[np.int64]
    shown: npt.NDArray[np.int64]
    """One row a line, one column each of `_SHOWN`."""


def compare(
    correction: Correction,
    period: RatingPeriod,
    new: RatingRun,
    changes: Sequence[Change],
) -> None:
    """Record the lines of a period that a correction changes.

    `new` is the corrected run, `changes` those whose first list is the one of this period.
    """
    old = period.published_run
    if old is None:
        raise ValueError(f"{period} is not published")
    before, after = _rows_of(old), _rows_of(new)
    players = np.union1d(before.players, after.players)
    one, other = _aligned(before, players), _aligned(after, players)
    differ = (one.shown != other.shown).any(axis=1)
    players, old_keys, new_keys = players[differ], one.keys[differ], other.keys[differ]
    old_before, new_before = one.shown[differ, 0], other.shown[differ, 0]
    own, released = _changed_players(changes)
    beside = _players_of_changed_events(old, new)
    correction.lines.filter(period=period).delete()
    causes = [
        _cause(player, own, released, beside, moved)
        for player, moved in zip(players.tolist(), (old_before != new_before).tolist(), strict=True)
    ]
    wanted = np.where(new_keys > 0, new_keys, old_keys).tolist()
    places: dict[int, tuple[str, int | None]] = {}
    for start in range(0, len(wanted), 10_000):
        some = RatingRow.objects.filter(pk__in=wanted[start : start + 10_000])
        places.update(
            (player, (sort_key, region))
            for player, sort_key, region in some.values_list("player", "sort_key", "region")
        )
    copy_rows(
        CorrectedLine,
        (
            *("correction_id", "period_id", "player_id", "sort_key", "region_id"),
            *("old_row_id", "new_row_id", "cause"),
        ),
        (
            (
                *(correction.pk, period.pk, player, *places[player]),
                *(old_key or None, new_key or None, cause),
            )
            for player, old_key, new_key, cause in zip(
                players.tolist(), old_keys.tolist(), new_keys.tolist(), causes, strict=True
            )
        ),
    )


def _rows_of(run: RatingRun) -> _Rows:
    columns = fetch_columns(
        {
            "player": "player_id",
            "pk": "id",
            "before": "COALESCE(before, 0)",
            "games": "games",
            "half_points": "half_points",
            "change": "COALESCE(change, 0)",
            "after": "COALESCE(after, 0)",
            "national": "CASE WHEN national THEN 1 ELSE 0 END",
            "held": "CASE WHEN held THEN 1 ELSE 0 END",
        },
        f"FROM {RatingRow._meta.db_table} WHERE run_id IN ({numbers_listed([run.pk])})",
    )
    order = np.argsort(columns["player"])
    shown = np.stack([columns[name][order] for name in _SHOWN], axis=1)
    return _Rows(columns["player"][order], columns["pk"][order], shown)


def _aligned(rows: _Rows, players: npt.NDArray[np.int64]) -> _Rows:
    """The same for all of `players`; key 0 and −1 everywhere for those without a line."""
    places = np.searchsorted(players, rows.players)
    keys = np.zeros(len(players), np.int64)
    shown = np.full((len(players), len(_SHOWN)), -1, np.int64)
    keys[places], shown[places] = rows.keys, rows.shown
    return _Rows(players, keys, shown)


def _changed_players(changes: Sequence[Change]) -> tuple[set[int], set[int]]:
    """Whose own game, entry or tournament is corrected, and whose line is released."""
    own: set[int] = set()
    released: set[int] = set()
    games, entries, events = [], [], []
    for one in changes:
        if isinstance(one, ResultChange):
            games.append(one.game)
        elif isinstance(one, PlayerChange):
            entries.append(one.entry)
            own.add(one.to)
        elif isinstance(one, (LateEvent, EventLeftOut)):
            events.append(one.number)
        elif isinstance(one, LineReleased):
            released.add(one.player)
    for sides in Game.objects.filter(pk__in=games).values_list("white__player", "black__player"):
        own.update(side for side in sides if side is not None)
    own.update(Entry.objects.filter(pk__in=entries).values_list("player", flat=True))
    own.update(Entry.objects.filter(event__in=events).values_list("player", flat=True))
    return own, released


def _players_of_changed_events(old: RatingRun, new: RatingRun) -> set[int]:
    """Everybody with a game in an event that the two runs counted otherwise."""
    digests: dict[int, set[str]] = {}
    keys: dict[int, list[int]] = {}
    rows = RunEvent.objects.filter(run__in=(old, new)).values_list("pk", "event", "digest")
    for pk, event, digest in rows:
        digests.setdefault(event, set()).add(digest)
        keys.setdefault(event, []).append(pk)
    changed = [
        pk
        for event, found in keys.items()
        if len(found) == 1 or len(digests[event]) > 1
        for pk in found
    ]
    players: set[int] = set()
    for games in RunEvent.objects.filter(pk__in=changed).values_list("games", flat=True).iterator():
        packed = games_array(bytes(games))
        players.update(packed["white"].tolist(), packed["black"].tolist())
    return players


def _cause(
    player: int, own: set[int], released: set[int], beside: set[int], moved: bool
) -> LineCause:
    if player in own:
        return LineCause.CHANGED
    if player in released:
        return LineCause.RELEASED
    if moved:
        return LineCause.LIST_BEFORE
    return LineCause.OPPONENT if player in beside else LineCause.OTHER
