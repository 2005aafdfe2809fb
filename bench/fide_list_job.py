"""python -m bench.fide_list_job fill PLAYERS | floor FILE | load FILE: one process, as JSON."""

import json
import os
import sys
import time
from collections.abc import Iterator
from io import StringIO
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import django
from django.core.management import call_command
from django.db import connection, transaction

django.setup()


from federation.models import Player  # noqa: E402
from federation.reference import load_reference  # noqa: E402
from qualifications.fide_list.staging import COLUMNS, TEXT  # noqa: E402
from qualifications.models import FideListed, ListLoad  # noqa: E402
from tests import world  # noqa: E402
from tournaments.formats.problems import ProblemLog  # noqa: E402
from tournaments.formats.rating_lists import open_list  # noqa: E402

_LINE = "\t".join(["%s"] * len(COLUMNS)) + "\n"


def main() -> None:
    if connection.vendor == "sqlite":
        connection.settings_dict["NAME"] = os.environ["BENCH_SQLITE"]
    name, what = sys.argv[1:]
    found = fill(int(what)) if name == "fill" else {"floor": floor, "load": load}[name](Path(what))
    status = Path("/proc/self/status").read_text()
    peak = int(status.split("VmHWM:")[1].split()[0]) // 1024
    json.dump(found | {"peak_mb": peak, "database": connection.vendor}, sys.stdout)


def fill(players: int) -> dict[str, Any]:
    """A registry of people who stand in the list, half of them under another name."""
    call_command("migrate", verbosity=0)
    load_reference()
    numbers = Random(1).sample(range(100_000, 60_000_000), players)
    people = []
    for place, number in enumerate(numbers):
        person = Player(
            name=f"Гравець {place}",
            latin_name=f"Player{place} Given{number % 977}" if place % 2 else f"Hravets {place}",
            sex="m",
            birth_year=1940 + number % 75,
            federation="UKR",
            fide_id=number,
            region=world.commission().region,
            created_at=world.NOW,
        )
        person.set_keys()
        people.append(person)
    Player.objects.bulk_create(people, batch_size=1000)
    return {}


def floor(path: Path) -> dict[str, Any]:
    """The reader, and its rows into a bare table with a primary key on PostgreSQL.

    On SQLite without one: numbers in no order would make the key ten times slower than sorting.
    """
    kinds = (
        f"{name} {'varchar(120) NOT NULL' if name in TEXT else 'integer'}"
        + (" PRIMARY KEY" if name == "fide_id" and connection.vendor == "postgresql" else "")
        for name in COLUMNS
    )
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS bare_list")
        cursor.execute(f"CREATE TABLE bare_list ({', '.join(kinds)})")
    start = time.perf_counter()
    with path.open("rb") as stream, transaction.atomic(), connection.cursor() as cursor:
        found = open_list(stream, ProblemLog(), filename=path.name)
        assert found is not None
        values: Iterator[tuple[Any, ...]] = (
            (row[1], row[3], row[4], *row[6:21]) for row in found.rows
        )
        if connection.vendor == "postgresql":
            with cursor.copy("COPY bare_list FROM STDIN (NULL 'None')") as copy:
                while some := list(islice(values, 20_000)):
                    copy.write("".join([_LINE % row for row in some]))
        else:
            marks = ", ".join(["%s"] * len(COLUMNS))
            while some := list(islice(values, 20_000)):
                cursor.executemany(f"INSERT INTO bare_list VALUES ({marks})", some)
    seconds = time.perf_counter() - start
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE bare_list")
    return {"seconds": seconds}


def load(path: Path) -> dict[str, Any]:
    """As the command does; seconds until the list is taken over, and of the comparison."""
    start = time.perf_counter()
    call_command("load_fide_list", str(path), verbosity=0, stdout=StringIO())
    seconds = time.perf_counter() - start
    done = ListLoad.objects.latest("pk")
    assert done.finished_at is not None
    assert done.stored_at is not None
    comparing = (done.finished_at - done.stored_at).total_seconds()
    counts = {name: done.counts[name] for name in ("new", "changed", "removed")}
    assert FideListed.objects.count() == done.counts["rows"]
    return {"seconds": seconds - comparing, "comparing": comparing, "counts": counts}


if __name__ == "__main__":
    main()
