"""Which rules are decided, asked or not ours, and how unclear passages can be read.

A new edition is a line in `STATES`; a new scheme's readings are a line in `READINGS_WRITTEN`.
"""

from collections.abc import Mapping

from .regulation import Regulation
from .states import fide_b01, fide_ratings, ru_2018, ua_2007
from .states.state import RuleState, State
from .states.ua_2007 import DECIDED, NOT_YET_WRITTEN

__all__ = [
    "DECIDED",
    "NOT_YET_WRITTEN",
    "READINGS_WRITTEN",
    "STATES",
    "RuleState",
    "State",
    "not_yet_written",
    "states_of",
]

STATES: Mapping[str, Mapping[str, RuleState]] = {
    "fide_2013": fide_b01.STATES_2013,
    "fide_2024": fide_b01.STATES_2024,
    "fide_ratings": fide_ratings.STATES,
    "ru_2018": ru_2018.STATES,
    "ua_2007": ua_2007.STATES,
}
"""Edition to rule id to its state. A test holds that every article has one."""

READINGS_WRITTEN: Mapping[str, tuple[str, ...]] = {
    **fide_b01.READINGS_WRITTEN,
    **fide_ratings.READINGS_WRITTEN,
    **ru_2018.READINGS_WRITTEN,
    **ua_2007.READINGS_WRITTEN,
}
"""Choices that the written rules can follow, by question. Loading refuses another choice of these
questions; a question that is not here is one that no written rule asks."""


def states_of(law: Regulation) -> Mapping[str, RuleState]:
    """The state of every rule of an edition; empty for an edition without rules."""
    return STATES.get(law.edition, {})


def not_yet_written(law: Regulation) -> tuple[str, ...]:
    """Rules of an edition that nothing decides yet, in the order of the text."""
    states = states_of(law)
    return tuple(
        rule
        for rule in law.articles
        if rule not in states or states[rule].state is State.NOT_YET_WRITTEN
    )
