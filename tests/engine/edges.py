"""Which tests stand on each side of a rule's edge: a plugin that watches the deciding functions.

    python -m pytest tests/engine tests/qualifications/test_check_cases.py -p tests.engine.edges \
        -k "not seconds"

writes `tests/cases/edges.toml`, the table that `test_three_states.py` checks. A side is one answer
of a function that decides the rule: where reasons name the rule, their outcomes; else what the
function returns, so for a rule that only sets a number, two numbers.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from qualifications.engine.registry import STATES

TABLE = Path(__file__).resolve().parents[1] / "cases" / "edges.toml"
FIRST = ("met", "not_met")
"""Sides that are named before any other."""

Sides = dict[str, dict[str, str]]
"""Rule id to side to the first test that reached it."""


class Watch:
    """Collects what the deciding functions answer, test by test."""

    def __init__(self, deciding: Mapping[CodeType, set[str]]) -> None:
        self.deciding = deciding
        self.test = ""
        self.by_reason: Sides = defaultdict(dict)
        self.by_value: Sides = defaultdict(dict)

    def __call__(self, frame: FrameType, event: str, value: Any) -> None:
        rules = self.deciding.get(frame.f_code)
        if event != "return" or rules is None:
            return
        for reason in reasons_in(value):
            if reason.article in rules:
                self.by_reason[reason.article].setdefault(str(reason.outcome), self.test)
        for rule in rules:
            self.by_value[rule].setdefault(side_of(value, rule), self.test)

    def found(self) -> dict[str, list[str]]:
        """Two tests of different sides for each rule, or one where only one side was reached."""
        table = {}
        for rule in sorted(set(self.by_reason) | set(self.by_value)):
            sides = self.by_reason.get(rule, {})
            if len(sides) < 2:
                sides = self.by_value[rule]
            order = sorted(sides, key=lambda side: (side not in FIRST, side))
            table[rule] = [sides[side] for side in order[:2]]
        return table


def side_of(value: Any, rule: str) -> str:
    """An answer reduced to what it decides: its outcome, whether it names the rule, or itself."""
    if hasattr(value, "outcome"):
        return str(value.outcome)
    named = getattr(value, "article", value)
    if isinstance(named, str) and rule.startswith("FIDE."):
        return "named" if named == rule else "not named"
    return repr(value)


def reasons_in(value: Any) -> Iterator[Any]:
    """Reasons that a function gave, by themselves or inside a tuple, a route or a verdict."""
    if hasattr(value, "article") and hasattr(value, "outcome"):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from reasons_in(one)
    for name in ("conditions", "reasons", "routes"):
        for one in getattr(value, name, ()):
            yield from reasons_in(one)


def deciding_functions() -> dict[CodeType, set[str]]:
    """Code of every function that decides a rule of some edition, to those rules."""
    found: dict[CodeType, set[str]] = defaultdict(set)
    for states in STATES.values():
        for rule, state in states.items():
            for function in state.functions:
                found[code_of(function)].add(rule)
    return found


def code_of(function: Callable[..., object]) -> CodeType:
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    return function.__code__


_watch: list[Watch] = []


def pytest_collection_finish(session: pytest.Session) -> None:
    _watch.append(Watch(deciding_functions()))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    watch = _watch[0]
    watch.test = item.nodeid.partition("[")[0]
    sys.setprofile(watch)
    yield
    sys.setprofile(None)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if exitstatus == 0 and _watch:
        lines = [
            "# Rule id to two tests, one on each side of its edge. Written by engine/edges.py.",
            "",
        ]
        for rule, tests in _watch[0].found().items():
            lines.append(f'"{rule}" = [')
            lines += [f'    "{test}",' for test in tests]
            lines.append("]")
        TABLE.write_text("\n".join(lines) + "\n")
