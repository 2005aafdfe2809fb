"""Facts of an event, or one player's games, from JSON: see docs/assess.md."""

from .bare import BareGames, read_bare
from .decoding import Fault, UnusableFacts
from .event import EventFile, facts_for, read_event

__all__ = [
    "BareGames",
    "EventFile",
    "Fault",
    "UnusableFacts",
    "facts_for",
    "read_bare",
    "read_event",
]
