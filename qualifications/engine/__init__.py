"""The pure engine: frozen facts and an edition in, verdicts with reasons out."""

from .facts import (
    Arbiter,
    ArbiterCategory,
    DeclaredNorm,
    DeclaringBody,
    EventFacts,
    EventSystem,
    GameFact,
    GameKind,
    LedgerFact,
    LedgerKind,
    Participant,
    TimeControl,
)
from .loading import NoEditionInForce, RegulationError, all_regulations, regulation_for
from .ratings import (
    EventLine,
    FirstCoefficient,
    GameLine,
    PlayerPeriod,
    PoolLine,
    RatedEvent,
    RatedGame,
    RatingChange,
    expected_hundredths,
    game_line,
    rate_period,
)
from .registry import DECIDED, NOT_YET_WRITTEN
from .regulation import Regulation
from .rules import assess_event
from .standing import CANDIDATE_POINT, LADDER, Standing, standing_on
from .verdict import Outcome, Reason, Route, Verdict, all_of, any_of

__all__ = [
    "CANDIDATE_POINT",
    "DECIDED",
    "LADDER",
    "NOT_YET_WRITTEN",
    "Arbiter",
    "ArbiterCategory",
    "DeclaredNorm",
    "DeclaringBody",
    "EventFacts",
    "EventLine",
    "EventSystem",
    "FirstCoefficient",
    "GameFact",
    "GameKind",
    "GameLine",
    "LedgerFact",
    "LedgerKind",
    "NoEditionInForce",
    "Outcome",
    "Participant",
    "PlayerPeriod",
    "PoolLine",
    "RatedEvent",
    "RatedGame",
    "RatingChange",
    "Reason",
    "Regulation",
    "RegulationError",
    "Route",
    "Standing",
    "TimeControl",
    "Verdict",
    "all_of",
    "all_regulations",
    "any_of",
    "assess_event",
    "expected_hundredths",
    "game_line",
    "rate_period",
    "regulation_for",
    "standing_on",
]
