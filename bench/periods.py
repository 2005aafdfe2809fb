"""Rating periods of a made-up federation, each figure beside a floor of the same run."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from bench.timing import best, say
from qualifications.engine import regulation_for
from qualifications.engine.packed_games import GAME
from qualifications.engine.rating_kernel import RatingKernel
from qualifications.engine.ratings import PlayerPeriod, RatedEvent, RatedGame, rate_period
from tests.servers import servers

DAY = date(2026, 4, 1)
MILLION = 1_000_000
FEDERATION = (MILLION, 100_000)
"""Games, players."""
NATIONAL = (100_000, 20_000)
WORLD = (10 * MILLION, MILLION)


def run() -> None:
    """The kernel; a federation and a national period on both databases."""
    kernel()
    for name, database, goal in (("PostgreSQL", _postgresql, 1.7), ("SQLite", _sqlite, 1.5)):
        for games, players in (NATIONAL, FEDERATION):
            with database() as urls:
                _say_period(name, urls, games, players, goal)
                if players == FEDERATION[1]:
                    _say_pages(name, job(urls, "pages", games, players))


def ten_million() -> None:
    """Every FIDE-registered player in the world, on PostgreSQL; twenty minutes."""
    seconds = []
    for games, players in (FEDERATION, WORLD):
        with _postgresql() as urls:
            job(urls, "fill", games, players)
            found = job(urls, "run", games, players)
        seconds.append(found["seconds"])
        say(f"period of {found['games']:,} games", found["seconds"], f"peak {found['peak_mb']} MB")
    say("  ten times the games", 0, f"{seconds[1] / seconds[0]:.1f} × the time, goal 12")


# --- the kernel ---------------------------------------------------------------------------------


def kernel() -> None:
    """A million games in arrays, beside a bare bincount of the same arrays and other ways."""
    random = np.random.default_rng(1)
    players = 100_000
    before = random.integers(1200, 2600, players)
    games = np.zeros(MILLION, GAME)
    games["white"], games["black"] = random.integers(1, players, (2, MILLION))
    games["white_own"] = before[games["white"]]
    far = random.integers(-400, 401, MILLION)  # a field of players near in strength
    games["black_own"] = np.clip(games["white_own"] + far, 1000, 2700)
    games["white_half_points"] = random.integers(0, 3, MILLION)
    games["black_half_points"] = 2 - games["white_half_points"]
    sizes = np.full(MILLION // 200, 200)
    nobody = np.zeros_like(sizes)
    law = regulation_for("ua", on=DAY)
    added = RatingKernel(law, law.rating_rules(DAY), before.astype(np.int64))
    weights = random.random(MILLION)

    def bare() -> None:
        for side in ("white", "black"):
            np.bincount(games[side], weights=weights, minlength=players)

    floor, seconds = best(bare, 9), best(lambda: added.add(games, sizes, nobody), 9)
    firsts = np.ascontiguousarray(games["white"][::200]).astype(np.int64)
    lifted = best(lambda: added.add(games, sizes, firsts), 5)
    say("a bare bincount of 10^6 games, both sides", floor)
    say(
        "the kernel over the same arrays",
        seconds,
        f"{MILLION / seconds:,.0f} games/s, {seconds / floor:.2f} × bincount, goal 2",
    )
    say("  with a first place in each of 5 000 events", lifted, f"{lifted / floor:.2f} × bincount")
    some = games[:50_000]
    plain = best(lambda: rate_period(_people(some, before), law, on=DAY), 1) / len(some)
    say("  the plain engine", plain * MILLION, f"{plain * MILLION / seconds:,.0f} × the kernel")
    package = _seconds_of_elochess(some, before)
    if package is None:
        sys.stdout.write(
            "  elochess: no figure; it comes with pip install -r requirements-bench.txt\n"
        )
    else:
        say(
            "  elochess 0.5.0",
            package * MILLION,
            f"{1 / package:,.0f} games/s, {package * MILLION / seconds:,.0f} × the kernel, goal 50",
        )


def _people(games: np.ndarray, before: np.ndarray) -> Iterator[PlayerPeriod]:
    rated: dict[int, list[RatedGame]] = {}
    for game in games.tolist():
        _round, _for, white_points, black_points, white, black, white_own, black_own = game
        rated.setdefault(white, []).append(RatedGame(black_own, white_points))
        rated.setdefault(black, []).append(RatedGame(white_own, black_points))
    for player, own in rated.items():
        value = int(before[player])
        yield PlayerPeriod(player, value, 40, False, (RatedEvent(1, value, False, tuple(own)),))


def _seconds_of_elochess(games: np.ndarray, before: np.ndarray) -> float | None:
    """Of one game, both sides, player by player as its README does; None when not installed."""
    if find_spec("elochess") is None:
        return None
    update = import_module("elochess.elo").EloCalculator.update_rating
    people = [
        (
            player.before,
            [game.opponent_coefficient for game in player.events[0].games],
            sum(game.half_points for game in player.events[0].games) / 2,
        )
        for player in _people(games, before)
    ]

    def all_players() -> None:
        for own, opponents, score in people:
            update(own, opponents, score)

    return best(all_players, 3) / len(games)


# --- whole periods ------------------------------------------------------------------------------


@contextmanager
def _postgresql() -> Iterator[dict[str, str]]:
    with servers() as urls:
        yield urls


@contextmanager
def _sqlite() -> Iterator[dict[str, str]]:
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        yield {"BENCH_SQLITE": str(Path(folder) / "period.sqlite3"), "REDIS_URL": ""}


def job(urls: dict[str, str], name: str, games: int, players: int) -> dict[str, Any]:
    """What a job of `bench.periods_job` says about itself."""
    environment = os.environ | urls | {"DJANGO_SETTINGS_MODULE": "federation.settings.test"}
    done = subprocess.run(
        [sys.executable, "-m", "bench.periods_job", name, str(games), str(players)],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(done.stdout)


def _say_period(name: str, urls: dict[str, str], games: int, players: int, goal: float) -> None:
    filled = job(urls, "fill", games, players)
    found = job(urls, "run", games, players)
    floor = job(urls, "floor", games, players)
    say(
        f"{name}: {found['games']:,} games, {filled['active']:,} of {players:,} play",
        found["seconds"],
        f"{found['seconds'] / floor['seconds']:.2f} × floor, goal {goal}; "
        f"{found['seconds'] - floor['seconds']:.2f} s beyond it; peak {found['peak_mb']} MB",
    )
    say("  floor: rows out, kernel, rows in", floor["seconds"], f"of it {floor['read']:.2f} s out")


def _say_pages(name: str, found: dict[str, Any]) -> None:
    """Pages are read by keys: the middle of a list costs no more queries than its beginning."""
    for page, (seconds, queries) in found["pages"].items():
        lines = found["touched" if page.startswith("difference") else "lines"]
        say(f"  {name}: page of the {page}", seconds, f"{queries} queries, {lines:,} lines")
