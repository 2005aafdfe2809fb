"""python -m bench.lives_jobs JOB PLAYERS: one job on the database of DATABASE_URL; JSON at the end.

`fill` makes the federation, `standings` and `deadlines` go through the first so many players in one
process on one core, `workers` hands their ranges to two worker processes.
"""

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from itertools import takewhile
from random import Random
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402  models need the settings
from django.db import connection  # noqa: E402
from django.db.models import Q  # noqa: E402

from bench.standings import entries_of_a_life  # noqa: E402
from federation.celery import app  # noqa: E402
from federation.models import Player  # noqa: E402
from federation.reference import load_reference  # noqa: E402
from qualifications.engine import LedgerFact, Regulation  # noqa: E402
from qualifications.grades import SCHEME  # noqa: E402
from qualifications.law import law_for  # noqa: E402
from qualifications.life_facts import life_facts  # noqa: E402
from qualifications.models import Deadline, LedgerEntry  # noqa: E402
from qualifications.services.deadlines import deadlines_rebuild, ranges_of_players  # noqa: E402
from qualifications.uncollected import uncollected  # noqa: E402
from tests import world  # noqa: E402

ENTRIES, LIVES = 30, 1000
DAY = world.TODAY
CELERY = (sys.executable, "-m", "celery", "-A", "federation", "worker", "--concurrency=1")
LEDGER = LedgerEntry._meta.db_table
DEADLINES = Deadline._meta.db_table
COLUMNS = ("kind", "grade", "effective_on", "recorded_at", "details")


def main() -> None:
    name, players = sys.argv[1], int(sys.argv[2])
    start = time.perf_counter()
    told = JOBS[name](players)
    told.setdefault("seconds", time.perf_counter() - start)
    told.setdefault("cpu", time.process_time())
    told["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stdout.write(json.dumps(told))


# --- the federation -----------------------------------------------------------------------------


def fill(players: int) -> dict[str, Any]:
    """A thousand different lives, each led by as many players as it takes; everybody is listed."""
    call_command("migrate", verbosity=0)
    load_reference()
    random = Random(7)
    numbered = (
        Player(name=f"Гравець {n:06}", sex="m", created_at=world.NOW) for n in range(players)
    )
    people = Player.objects.bulk_create(map(_keyed, numbered), batch_size=5000)
    world.open_list({player: random.randrange(1500, 2300) for player in people})
    user, first = world.registrar().pk, people[0].pk
    with connection.cursor() as cursor:
        # COPY and one statement; references are right by construction and not looked up
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(
            "CREATE TEMPORARY TABLE a_life (life int, place int, kind text, grade text,"
            " effective_on date, recorded_at timestamptz, details jsonb)"
        )
        with cursor.copy("COPY a_life FROM STDIN") as copy:
            for life in range(LIVES):
                for place, entry in enumerate(entries_of_a_life(random, ENTRIES, until=DAY)):
                    copy.write_row((life, place, *_row(entry)))
        names = ", ".join(COLUMNS)
        cursor.execute(
            f"INSERT INTO {LEDGER} (player_id, recorded_by_id, {names}, edition, article, note)"
            f" SELECT {first} + turn * {LIVES} + life, {user}, {names}, '', '', ''"
            f" FROM a_life, generate_series(0, {players // LIVES - 1}) AS turn"
            " ORDER BY turn, place, life"  # as seasons bring them, not player by player
        )
        cursor.execute("ANALYZE")
    return {"entries": LedgerEntry.objects.count()}


def _keyed(player: Player) -> Player:
    player.set_keys()
    return player


def _row(entry: LedgerFact) -> tuple[object, ...]:
    details = json.dumps(entry.details)
    return (
        str(entry.kind),
        entry.grade or "ua.rank_1",
        entry.effective_on,
        entry.recorded_at,
        details,
    )


# --- one process --------------------------------------------------------------------------------


def standings(players: int) -> dict[str, Any]:
    """Fetch, read and fold range by range, each timed; `seconds` is finding, reading, folding."""
    on_one_core()
    law = law_for(SCHEME, on=DAY)
    spent = dict.fromkeys(("find", "floor", "read", "fold", "cpu"), 0.0)
    held = 0
    ranges = ranges_up_to(players)
    while True:
        with timed(spent, "find"):
            found = next(ranges, None)
        if found is None:
            break
        with timed(spent, "floor"):
            fetch_rows(*found)
        held += read_and_fold(found, law, spent)
    return spent | {"seconds": spent["find"] + spent["read"] + spent["fold"], "held": held}


@uncollected()
def read_and_fold(found: tuple[int, int], law: Regulation, spent: dict[str, float]) -> int:
    """How many of a range hold a grade."""
    with timed(spent, "read"):
        lives = life_facts(Q(player__gte=found[0], player__lte=found[1]))
    with timed(spent, "fold"):
        return sum(life.standing(on=DAY, law=law).grade is not None for life in lives.values())


def fetch_rows(first: int, last: int) -> None:
    """What any reader has to do at least."""
    with connection.cursor() as cursor:
        names = ", ".join(("player_id", "id", "voids_id", *COLUMNS))
        cursor.execute(
            f"SELECT {names} FROM {LEDGER} WHERE player_id BETWEEN %s AND %s", (first, last)
        )
        cursor.fetchall()


def deadlines(players: int) -> dict[str, Any]:
    """Write the deadlines of the first so many players, from none."""
    on_one_core()
    Deadline.objects.all().delete()
    start = time.perf_counter()
    for first, last in ranges_up_to(players):
        deadlines_rebuild(first, last, on=DAY)
    return {"seconds": time.perf_counter() - start} | written()


def ranges_up_to(players: int) -> Iterator[tuple[int, int]]:
    last = Player.objects.order_by("pk").values_list("pk", flat=True)[players - 1]
    return takewhile(lambda found: found[1] <= last, ranges_of_players())


def written() -> dict[str, Any]:
    """How many deadlines are stored, and a digest of all that they say."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*), md5(string_agg(concat_ws(' ', player_id, kind, grade, day, becomes,"
            f" found_on), ';' ORDER BY player_id, kind, grade, day)) FROM {DEADLINES}"
        )
        rows, found = cursor.fetchone()
    return {"rows": rows, "found": found}


def on_one_core() -> None:
    """This process and the server process that answers it share one core, where that can be."""
    if hasattr(os, "sched_setaffinity"):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            backend = cursor.fetchone()[0]
        core = {min(os.sched_getaffinity(0))}
        for process in (0, backend):
            os.sched_setaffinity(process, core)


@contextmanager
def timed(spent: dict[str, float], what: str) -> Iterator[None]:
    start, computing = time.perf_counter(), time.process_time()
    yield
    spent[what] += time.perf_counter() - start
    if what != "floor":
        spent["cpu"] += time.process_time() - computing


# --- workers ------------------------------------------------------------------------------------


def workers(_players: int) -> dict[str, Any]:
    """Hand all ranges to two workers that are up, and wait until none is left."""
    Deadline.objects.all().delete()
    app.conf.task_always_eager = False
    app.control.purge()
    processes = [
        subprocess.Popen(
            [*CELERY, "--hostname", f"{number}@bench"],
            env=os.environ | {"PYTHONWARNINGS": "ignore"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for number in (1, 2)
    ]
    try:
        while len(app.control.ping(timeout=0.5)) < len(processes):
            if any(process.poll() is not None for process in processes):
                raise SystemExit("A worker did not start.")
        start = time.perf_counter()
        call_command("rebuild_standings", "--workers", "--on", str(DAY), stdout=StringIO())
        while tasks_left():
            time.sleep(0.05)
        return {"seconds": time.perf_counter() - start} | written()
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()


def tasks_left() -> int:
    """Tasks that wait and tasks with a worker: they are acknowledged when they are done."""
    with app.connection_for_read() as broker:
        client = broker.default_channel.client
        return client.llen("celery") + client.hlen("unacked")


JOBS = {"fill": fill, "standings": standings, "deadlines": deadlines, "workers": workers}

if __name__ == "__main__":
    main()
