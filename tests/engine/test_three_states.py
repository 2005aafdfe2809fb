"""Every rule of every edition is decided, asked, or not ours: the table, printed and checked.

`pytest -s tests/engine/test_three_states.py` shows it. For every decided rule the table of edges
names two tests, one on each side; `edges.py` says how it is written.
"""

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from qualifications.engine import Regulation, all_regulations
from qualifications.engine.registry import State, states_of

from .edges import TABLE

ROOT = Path(__file__).resolve().parents[2]
EDGES: dict[str, list[str]] = tomllib.loads(TABLE.read_text())
EDITIONS = pytest.mark.parametrize("law", all_regulations(), ids=lambda law: law.edition)


def table(law: Regulation) -> Iterator[tuple[str, str, str]]:
    """Rule, state, and what answers for it."""
    for rule in law.articles:
        state = states_of(law)[rule]
        by = [function.__qualname__ for function in state.functions]
        yield rule, state.state.value, ", ".join(by) or ", ".join(state.asks) or state.why


@cache
def names_in(file: str) -> frozenset[str]:
    """Names of the tests in a file; empty where there is no such file."""
    path = ROOT / file
    if not path.is_file():
        return frozenset()
    functions = ast.walk(ast.parse(path.read_text()))
    return frozenset(one.name for one in functions if isinstance(one, ast.FunctionDef))


@EDITIONS
def test_every_rule_is_in_one_of_three_states(law: Regulation) -> None:
    rows = list(table(law))
    counts = Counter(state for _, state, _ in rows)
    print(f"\n{law.edition}: {len(rows)} rules, {dict(counts)}")
    for rule, state, by in rows:
        print(f"  {rule:12} {state:16} {by}")
    three = {State.DECIDED.value, State.ASKED.value, State.NOT_OURS.value}
    homeless = [rule for rule, state, _ in rows if state not in three]
    assert homeless == []
    assert [rule for rule, _, by in rows if not by] == []


@EDITIONS
def test_a_decided_rule_has_a_case_on_each_side_of_its_edge(law: Regulation) -> None:
    decided = [r for r, one in states_of(law).items() if one.state is State.DECIDED]
    assert [rule for rule in decided if len(EDGES.get(rule, [])) != 2] == []


def test_the_tests_on_the_edges_exist() -> None:
    named = {test for tests in EDGES.values() for test in tests}
    gone = [
        test
        for test in sorted(named)
        if test.rpartition("::")[2] not in names_in(test.partition("::")[0])
    ]
    assert gone == []
