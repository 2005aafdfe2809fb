"""300 people of a file matched against 500,000 of the registry, on both databases."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.timing import say
from tests.naming.precision import measured
from tests.servers import servers

PEOPLE, ENTRIES = 500_000, 300
GOAL = 1.5
"""Seconds."""
SEED, SPELLINGS = 4, 10_000


def run() -> None:
    """Beside the bare query of the keys, which finds the same people and does nothing with them."""
    _say_precision()
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        keys = {"BENCH_KEYS": str(folder / "keys")}
        with servers() as urls:
            _measure("PostgreSQL", urls | keys)
        _measure("SQLite", keys | {"BENCH_SQLITE": str(folder / "people.sqlite3"), "REDIS_URL": ""})


def _say_precision() -> None:
    """Made-up FIDE spellings against made-up passports, in memory."""
    start = time.perf_counter()
    found = measured(SEED, SPELLINGS)
    say(
        f"{found.spellings:,} spellings matched in memory",
        time.perf_counter() - start,
        f"{found.automatic:,} automatic, {len(found.wrong)} wrong, goal 0; the right person among "
        f"three for {100 * found.right / found.known:.1f} % of {found.known:,}, goal 95 %",
    )


def _measure(name: str, urls: dict[str, str]) -> None:
    filled = job(urls, "fill")
    found = job(urls, "match")
    say(f"{name}: {PEOPLE:,} people and their {filled['keys']:,} keys written", filled["seconds"])
    say(
        f"{name}: {ENTRIES} entries matched against {PEOPLE:,} people",
        found["seconds"],
        f"{found['seconds'] / found['floor']:.1f} × the bare query, goal {GOAL} s, "
        f"{found['again']:.2f} s once names are in memory; "
        f"{found['candidates'] // ENTRIES} candidates each; {found['automatic']} automatic, "
        f"{found['wrong']} wrong, {found['right']} right among the first three",
    )
    say("  floor: the bare query of the keys", found["floor"], f"{found['asked']:,} keys")


def job(urls: dict[str, str], name: str, people: int = PEOPLE) -> dict[str, Any]:
    """What a job of `bench.matching_job` says about itself."""
    environment = os.environ | urls | {"DJANGO_SETTINGS_MODULE": "federation.settings.test"}
    done = subprocess.run(
        [sys.executable, "-m", "bench.matching_job", name, str(people), str(ENTRIES)],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(done.stdout)
