"""What becomes of a rule: the engine decides it, a person is asked, or it is not ours to judge."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    DECIDED = "decided"
    """A function decides it; its docstring quotes the article."""
    ASKED = "asked"
    """A field of the form or a question to a person answers it; the verdict shows the answer."""
    NOT_OURS = "not_ours"
    """Nothing that the registry could judge; `why` says so."""
    NOT_YET_WRITTEN = "not_yet_written"
    """Missing: the registry must not be read as if it had applied the rule."""


@dataclass(frozen=True, slots=True)
class RuleState:
    state: State
    functions: tuple[Callable[..., object], ...] = ()
    """DECIDED: what decides it."""
    asks: tuple[str, ...] = ()
    """ASKED: keys of the facts that a person gives, as in `Reason.asks`."""
    why: str = ""
    """NOT_OURS: the reason, in English."""


def decided(*functions: Callable[..., object]) -> RuleState:
    """Decided by functions, at least one."""
    if not functions:
        raise ValueError("a decided rule names its function")
    return RuleState(State.DECIDED, functions=functions)


def asked(*facts: str) -> RuleState:
    """Answered by a person who gives the facts, at least one."""
    if not facts:
        raise ValueError("an asked rule names the fact")
    return RuleState(State.ASKED, asks=facts)


def not_ours(why: str) -> RuleState:
    """Outside the registry, for a reason that is not empty."""
    if not why:
        raise ValueError("a rule that is not ours says why")
    return RuleState(State.NOT_OURS, why=why)


NOT_YET = RuleState(State.NOT_YET_WRITTEN)
