"""Telling and taking the time."""

import sys
import time
from collections.abc import Callable


def say(what: str, seconds: float, more: str = "") -> None:
    sys.stdout.write(f"{what:<58} {seconds:8.3f} s  {more}\n".rstrip() + "\n")


def best(function: Callable[[], object], times: int = 5) -> float:
    """Seconds of the quickest of several goes."""
    return min(_once(function) for _ in range(times))


def _once(function: Callable[[], object]) -> float:
    start = time.perf_counter()
    function()
    return time.perf_counter() - start
