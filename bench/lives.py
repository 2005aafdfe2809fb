"""The standings and deadlines of a whole federation, on PostgreSQL: one process, and two workers.

Every measurement is a process of its own, so that its memory can be told.
"""

import json
import os
import subprocess
import sys
from typing import Any

from bench.timing import say
from tests.servers import servers

PLAYERS, FEWER = 100_000, 10_000


def run() -> None:
    """Print what a ledger of three million entries costs to read, to fold, and to look through."""
    with servers() as urls:
        filled = job(urls, "fill", PLAYERS)
        say(f"made {PLAYERS:,} players", filled["seconds"], f"{filled['entries']:,} entries")
        few, all_ = (job(urls, "standings", count) for count in (FEWER, PLAYERS))
        _say_standings(all_)
        _say_memory("standings", few, all_)
        few, alone = (job(urls, "deadlines", count) for count in (FEWER, PLAYERS))
        say(f"deadlines of {PLAYERS:,} players, one core", alone["seconds"], _of_one(alone))
        _say_memory("deadlines", few, alone)
        shared = job(urls, "workers", PLAYERS)
    say(
        "the same by two Celery workers",
        shared["seconds"],
        f"{alone['seconds'] / shared['seconds']:.1f} × faster; written {_times(alone, shared)}",
    )
    if shared["found"] != alone["found"]:
        raise SystemExit("Two workers found something else than one process.")


def job(urls: dict[str, str], name: str, players: int) -> dict[str, Any]:
    """What a job of `bench.lives_jobs` says about itself."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.lives_jobs", name, str(players)],
        env=os.environ | urls | {"DJANGO_SETTINGS_MODULE": "federation.settings.test"},
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(done.stdout)


def _say_standings(found: dict[str, Any]) -> None:
    floor, read, fold = found["floor"], found["read"], found["fold"]
    say(
        f"standings of {PLAYERS:,} players, one core",
        found["seconds"],
        f"goal 60 s; {found['cpu']:.0f} s computing; {found['seconds'] / floor:.1f} × fetching",
    )
    say("  fetching the rows and nothing else", floor)
    say("  reading the facts", read, f"{read / floor:.1f} × fetching")
    say(
        "  folding them", fold, f"{fold / PLAYERS * 1e6:.0f} µs each, {fold / floor:.1f} × fetching"
    )


def _say_memory(what: str, few: dict[str, Any], many: dict[str, Any]) -> None:
    say(
        f"  peak memory of {what}",
        0,
        f"{FEWER:,} players {few['peak_mb']} MB, {PLAYERS:,} players {many['peak_mb']} MB",
    )


def _of_one(found: dict[str, Any]) -> str:
    each = found["seconds"] / PLAYERS * 1e6
    return f"{found['cpu']:.0f} s computing; {each:.0f} µs each, {found['rows']:,} written"


def _times(one: dict[str, Any], other: dict[str, Any]) -> str:
    return "the same" if one["found"] == other["found"] else "something else"
