"""Tables of the law's consequences: the ledger, assessments, rating periods, decisions."""

from qualifications.models.assessments import Assessment, ParticipantRecord, VerdictRecord
from qualifications.models.corrections import (
    CorrectedLine,
    Correction,
    CorrectionStatus,
    LineCause,
    ListIssue,
    Objection,
    ObjectionStatus,
    ResultCorrection,
)
from qualifications.models.deadlines import Deadline, DeadlineKind, Notice
from qualifications.models.decisions import Decision
from qualifications.models.imported import ImportedKind, ImportedRating, RatingScheme
from qualifications.models.ledger import LedgerEntry
from qualifications.models.periods import (
    Crossing,
    PeriodStatus,
    RatingPeriod,
    RatingRow,
    RatingRun,
    RunEvent,
    RunStatus,
    RunStep,
)
from qualifications.models.readings import ReadingDecision

__all__ = [
    "Assessment",
    "CorrectedLine",
    "Correction",
    "CorrectionStatus",
    "Crossing",
    "Deadline",
    "DeadlineKind",
    "Decision",
    "ImportedKind",
    "ImportedRating",
    "LedgerEntry",
    "LineCause",
    "ListIssue",
    "Notice",
    "Objection",
    "ObjectionStatus",
    "ParticipantRecord",
    "PeriodStatus",
    "RatingPeriod",
    "RatingRow",
    "RatingRun",
    "RatingScheme",
    "ReadingDecision",
    "ResultCorrection",
    "RunEvent",
    "RunStatus",
    "RunStep",
    "VerdictRecord",
]
