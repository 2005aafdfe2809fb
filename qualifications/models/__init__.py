"""Tables of the law's consequences: the ledger, assessments, rating periods, decrees."""

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
from qualifications.models.deadlines import Deadline, DeadlineKind, Notice, NoticeChoice
from qualifications.models.decisions import Decision
from qualifications.models.decrees import (
    AwardChoice,
    AwardPolicy,
    ChangedBasis,
    Decree,
    DecreeAct,
    DecreeLine,
    DecreeStatus,
)
from qualifications.models.documents import DocumentKind, IssuedDocument
from qualifications.models.fide_applications import (
    ApplicationStatus,
    FideApplication,
    NormElsewhere,
)
from qualifications.models.fide_list import (
    FideListed,
    FideProposal,
    ListLoad,
    ListPart,
    LoadStatus,
    LoadStep,
    ProposalStatus,
)
from qualifications.models.imported import ImportedKind, ImportedRating, RatingScheme
from qualifications.models.ledger import LedgerEntry
from qualifications.models.norm_requests import NormRequest, NormRequestStatus
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
from qualifications.models.submissions import (
    Attachment,
    AttachmentKind,
    Submission,
    SubmissionLine,
    SubmissionStatus,
    SubmissionStep,
)

__all__ = [
    "ApplicationStatus",
    "Assessment",
    "Attachment",
    "AttachmentKind",
    "AwardChoice",
    "AwardPolicy",
    "ChangedBasis",
    "CorrectedLine",
    "Correction",
    "CorrectionStatus",
    "Crossing",
    "Deadline",
    "DeadlineKind",
    "Decision",
    "Decree",
    "DecreeAct",
    "DecreeLine",
    "DecreeStatus",
    "DocumentKind",
    "FideApplication",
    "FideListed",
    "FideProposal",
    "ImportedKind",
    "ImportedRating",
    "IssuedDocument",
    "LedgerEntry",
    "LineCause",
    "ListIssue",
    "ListLoad",
    "ListPart",
    "LoadStatus",
    "LoadStep",
    "NormElsewhere",
    "NormRequest",
    "NormRequestStatus",
    "Notice",
    "NoticeChoice",
    "Objection",
    "ObjectionStatus",
    "ParticipantRecord",
    "PeriodStatus",
    "ProposalStatus",
    "RatingPeriod",
    "RatingRow",
    "RatingRun",
    "RatingScheme",
    "ReadingDecision",
    "ResultCorrection",
    "RunEvent",
    "RunStatus",
    "RunStep",
    "Submission",
    "SubmissionLine",
    "SubmissionStatus",
    "SubmissionStep",
    "VerdictRecord",
]
