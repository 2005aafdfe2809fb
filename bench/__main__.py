"""python -m bench [SECTION | FILE]...: print how long the heavy things take on this machine.

The registry of the measurements is a SQLite file in a temporary folder, made for the occasion.
FILE is a tournament file to measure besides the made-up one. With SECTION only that is measured:
`events` (files, events), `verdicts`, `standings` (of one life), `lives` (of 100,000
players, on PostgreSQL with two workers; three minutes), `periods` (rating periods on both
databases; four minutes), `matching` (right and wrong in 10,000 spellings; a file against
500,000 people on both databases; four minutes), `search` (by a part of a name among 500,000 people,
20 clients; a minute). Only when asked for: `kernel` (the first lines of `periods`), and
`ten-million` (games, on PostgreSQL; half an hour).
"""

import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path

import django
from django.core.management import call_command
from django.db import connection


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "federation.settings.test"
    os.environ.pop("DATABASE_URL", None)
    os.environ.pop("REDIS_URL", None)
    django.setup()
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        connection.settings_dict["NAME"] = str(Path(folder) / "bench.sqlite3")
        call_command("migrate", verbosity=0)
        # models can be imported only now
        measures = import_module("bench.measures")
        measures.run(sys.argv[1:])
        connection.close()


if __name__ == "__main__":
    main()
