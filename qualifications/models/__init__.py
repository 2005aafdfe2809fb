"""Tables of the law's consequences: the ledger, assessments, rating periods, decisions."""

from qualifications.models.assessments import Assessment, ParticipantRecord, VerdictRecord
from qualifications.models.deadlines import Deadline, DeadlineKind, Notice
from qualifications.models.decisions import Decision
from qualifications.models.ledger import LedgerEntry
from qualifications.models.periods import (
    PeriodStatus,
    RatingPeriod,
    RatingRow,
    RatingRun,
    RunEvent,
    RunStatus,
)
from qualifications.models.readings import ReadingDecision

__all__ = [
    "Assessment",
    "Deadline",
    "DeadlineKind",
    "Decision",
    "LedgerEntry",
    "Notice",
    "ParticipantRecord",
    "PeriodStatus",
    "RatingPeriod",
    "RatingRow",
    "RatingRun",
    "ReadingDecision",
    "RunEvent",
    "RunStatus",
    "VerdictRecord",
]
