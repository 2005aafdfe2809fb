"""Search by a part of a name among 500,000 people: 20 clients on gunicorn and PostgreSQL."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from random import Random
from statistics import median
from urllib.parse import quote

from bench.matching import PEOPLE, job
from bench.timing import say
from tests.servers import servers

CLIENTS, REQUESTS = 20, 1200
GOAL = 1.3
PARTS = (
    "шевч", "коваль", "мельни", "бондар", "кравч", "олекс", "ськ", "енко", "іван", "добро", "shev",
    "koval", "chuk", "петро", "ткач", "юрч", "рудоб", "їжак", "мороз ів", "ко", "лис ма", "zhuk",
)  # fmt: skip
"""As somebody types: common and rare, two letters and two words, both alphabets."""
AS_YOU_TYPE = {"HX-Request": "true", "HX-Target": "results"}


def run() -> None:
    """What the page fetches while somebody types, beside a view that only runs its query."""
    with servers() as urls:
        filled = job(dict(urls), "people", PEOPLE)
        say(f"PostgreSQL: {PEOPLE:,} people written", filled["seconds"])
        with _site(dict(urls)) as port:
            seconds: dict[str, list[float]] = {"/players/": [], "/bare/": [], "whole": []}
            for path in ("/bare/", "/players/"):
                _load(port, path, 100, AS_YOU_TYPE)
            for _again in range(3):  # by turns, so that both meet the same machine
                for path in ("/bare/", "/players/"):
                    seconds[path] += _load(port, path, REQUESTS // 3, AS_YOU_TYPE)
            seconds["whole"] = _load(port, "/players/", REQUESTS // 3, {})
    floor = _p95(seconds["/bare/"])
    found = _p95(seconds["/players/"])
    say(
        f"search by a part of a name, {CLIENTS} clients, p95",
        found,
        f"{found / floor:.2f} × the bare query's view, goal {GOAL}",
    )
    usual, bare = median(seconds["/players/"]), median(seconds["/bare/"])
    say("  the median", usual, f"{usual / bare:.2f} × the bare query's view")
    say("  the same as a whole page, p95", _p95(seconds["whole"]))
    say("  floor: a view that runs the query, p95", floor)


@contextmanager
def _site(urls: dict[str, str]) -> Iterator[int]:
    """gunicorn as docs/operations.md starts it, with the bare view beside the pages."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | urls | {"DJANGO_SETTINGS_MODULE": "federation.settings.test"}
    command = ["-m", "gunicorn", "bench.search_site", "--workers", "2", "--log-level", "error"]
    server = subprocess.Popen(
        [sys.executable, *command, "--bind", f"127.0.0.1:{port}"], env=environment
    )
    try:
        _wait(port)
        yield port
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def _wait(port: int) -> None:
    for _attempt in range(300):
        try:
            _get(port, "/bare/?q=" + quote("шевч"), {})
        except ConnectionRefusedError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("gunicorn does not answer")


def _load(port: int, path: str, requests: int, headers: dict[str, str]) -> list[float]:
    """Seconds of each request, each client asking anew as soon as it is answered."""
    random = Random(5)
    asked = [f"{path}?q={quote(random.choice(PARTS))}" for _ in range(requests)]
    with ThreadPoolExecutor(CLIENTS) as clients:
        return list(clients.map(lambda address: _get(port, address, headers), asked))


def _get(port: int, address: str, headers: dict[str, str]) -> float:
    start = time.perf_counter()
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", address, headers=headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    if answer.status != 200:
        raise SystemExit(f"{address}: {answer.status}")
    return time.perf_counter() - start


def _p95(seconds: list[float]) -> float:
    return sorted(seconds)[len(seconds) * 95 // 100]
