"""FIDE's rating list into the registry, first and a month later, beside the bare way in.

The floor is the same reader and the plainest bulk insert: one COPY into a table with a primary key
on PostgreSQL, one transaction of `executemany` into a table without one on SQLite. The list is made
up, in the order of names, as FIDE's is: the numbers come in no order.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from bench.timing import say
from tests.formats.test_lists import COMBINED, fide
from tests.servers import servers

ROWS = int(os.environ.get("BENCH_LIST_ROWS", "1500000"))
PLAYERS = 10_000
"""Of the registry, with a FIDE number in the list."""
GOAL, MOST_MB = 1.5, 150
PERCENT_CHANGED, PERMILLE_GONE = 5, 5


def run(rows: int = ROWS) -> None:
    """Both databases; each figure is of a process of its own."""
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        first, second = folder / "players_sep26.txt", folder / "players_oct26.txt"
        write_list(first, rows, month=0)
        write_list(second, rows, month=1)
        for database in (_postgresql, _sqlite):
            with database(folder) as urls:
                job(urls, "fill", PLAYERS)
                floor = job(urls, "floor", first)
                found = [job(urls, "load", path) for path in (first, second)]
                again = job(urls, "floor", second)
            bare = min(floor["seconds"], again["seconds"])
            say(f"{floor['database']}: parse and insert {rows:,} rows, no more", bare)
            for what, one in zip(("first load", "refresh"), found, strict=True):
                say(
                    f"  {what}: {one['counts']}",
                    one["seconds"],
                    f"{one['seconds'] / bare:.2f} × floor, goal {GOAL}; "
                    f"peak {one['peak_mb']} MB, goal {MOST_MB}",
                )
                say("    then the comparison with the registry", one["comparing"])


def write_list(path: Path, rows: int, *, month: int) -> None:
    """The list of a month: some ratings change, some people go, others come."""
    numbers = Random(1).sample(range(100_000, 60_000_000), rows + rows // 100)
    random = Random(2)
    with path.open("w", newline="") as file:
        file.write(COMBINED + "\r\n")
        for place, number in enumerate(numbers):
            gone = place >= rows if month == 0 else place % 1000 < PERMILLE_GONE
            own = random.random()
            if gone:
                continue
            rating = 1400 + number % 1100 if number % 3 else 0
            if month and rating and place % 100 < PERCENT_CHANGED:
                rating += int(40 * own) - 20
            line = fide(
                number,
                f"Player{place}, Given{number % 977}",
                standard=rating,
                rapid=rating if number % 2 else "",
                title="IM" if number % 400 == 0 else "",
                born=str(1940 + number % 75),
            )
            file.write(line + "\r\n")


def job(urls: dict[str, str], name: str, what: Path | int) -> dict[str, Any]:
    """What a job of `bench.fide_list_job` says about itself."""
    environment = os.environ | urls | {"DJANGO_SETTINGS_MODULE": "federation.settings.test"}
    done = subprocess.run(
        [sys.executable, "-m", "bench.fide_list_job", name, str(what)],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(done.stdout)


@contextmanager
def _postgresql(_folder: Path) -> Iterator[dict[str, str]]:
    with servers() as urls:
        yield urls


@contextmanager
def _sqlite(folder: Path) -> Iterator[dict[str, str]]:
    yield {"BENCH_SQLITE": str(folder / "list.sqlite3"), "REDIS_URL": "", "DATABASE_URL": ""}


if __name__ == "__main__":
    run(*(int(rows) for rows in sys.argv[1:]))
