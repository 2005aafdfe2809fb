"""Reads for submissions: what can be submitted, what is missing, who sees which."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from federation.access import Access, Action
from federation.models import Commission, CommissionKind
from federation.selectors import PAGE_SIZE, Page
from qualifications.grades import TITLES
from qualifications.models import (
    AttachmentKind,
    DecreeLine,
    DecreeStatus,
    LedgerEntry,
    Submission,
    SubmissionLine,
    SubmissionStatus,
)
from qualifications.models.ledger import LedgerKind
from qualifications.office import SUBMITTED_BY, grades_awarded_by
from qualifications.selectors import AWARDED_ALREADY, norms_still_open, norms_to_award
from qualifications.title_windows import TitleWindow, title_windows

UNDER_WAY = (
    SubmissionStatus.DRAFT,
    SubmissionStatus.SENT,
    SubmissionStatus.RETURNED,
    SubmissionStatus.ACCEPTED,
)
"""While one of these, nobody is proposed for the same again."""
PAPERS = (
    AttachmentKind.CROSSTABLE,
    AttachmentKind.ARBITERS_REPORT,
    AttachmentKind.PHOTO,
    AttachmentKind.MEMBERSHIP,
)
"""What a submission is expected to have; the first two serve all lines of one tournament."""


def receiver_of(sender: Commission) -> Commission | None:
    """The body to which a commission submits; None for one that submits to nobody."""
    kinds = [kind for kind, by in SUBMITTED_BY.items() if by == sender.kind]
    return Commission.objects.filter(kind__in=kinds).first()


def norms_to_submit(sender: Commission) -> list[LedgerEntry]:
    """Norms of grades that another body awards, not yet under way; the earliest first.

    UA.AWD.15b, UA.AWD.15c: the regional body submits candidate masters of its region, the national
    one masters.
    """
    receiver = receiver_of(sender)
    if receiver is None:
        return []
    grades = grades_awarded_by(receiver.kind)
    if sender.kind == CommissionKind.REGIONAL:
        norms = [norm for norm in norms_to_award(sender) if norm.grade in grades]
    else:
        found = LedgerEntry.objects.filter(
            kind=LedgerKind.NORM_MET, voided_by=None, grade__in=[g for g in grades if g in TITLES]
        ).exclude(AWARDED_ALREADY)
        still_open = norms_still_open(list(found.values_list("pk", flat=True)))
        norms = list(
            found.filter(pk__in=still_open)
            .select_related("player", "event", "verdict")
            .order_by("effective_on", "pk")
        )
    taken = set(
        SubmissionLine.objects.filter(
            norm__in=[norm.pk for norm in norms], submission__status__in=UNDER_WAY
        ).values_list("norm", flat=True)
    )
    return [norm for norm in norms if norm.pk not in taken]


@dataclass(frozen=True, slots=True)
class Missing:
    """What a submission lacks."""

    papers: tuple[AttachmentKind, ...]
    windows: dict[int, TitleWindow]
    """By line, of masters whose coefficient is still to come."""

    def __bool__(self) -> bool:
        return bool(self.papers or self.windows)


def missing_in(submission: Submission, lines: Sequence[SubmissionLine]) -> Missing:
    """Kinds of papers that nobody has attached, and coefficients that no list has brought yet."""
    there = set(submission.attachments.filter(removed_at=None).values_list("kind", flat=True))
    norms = [line.norm for line in lines if line.norm is not None]
    windows = title_windows(norms)
    return Missing(
        papers=tuple(kind for kind in PAPERS if kind not in there),
        windows={
            line.pk: window
            for line in lines
            if line.norm_id is not None
            and (window := windows.get(line.norm_id)) is not None
            and window.reached_on is None
        },
    )


def lines_of(submission: Submission) -> list[SubmissionLine]:
    """The lines with everything that is shown of them. One query."""
    return list(
        submission.lines.select_related(
            "player__region",
            "player__merged_into",
            "norm__event",
            "norm__player",
            "norm__verdict",
            "verdict__entry__event",
            "noted_by",
        ).order_by("pk")
    )


def submissions_seen(access: Access) -> QuerySet[Submission]:
    """Submissions that the user's bodies send, and those that were sent to them; latest first.

    A draft is seen by its sender alone.
    """
    bodies = [one.pk for one in access.commissions(Action.SUBMISSION_SEE)]
    received = Q(receiver__in=bodies) & ~Q(status=SubmissionStatus.DRAFT, sent_at=None)
    return (
        Submission.objects.filter(Q(sender__in=bodies) | received)
        .select_related("sender", "receiver", "drafted_by", "sent_by")
        .annotate(people=Count("lines"))
        .order_by("-pk")
    )


def submissions_page(found: QuerySet[Submission], *, after: str, size: int = PAGE_SIZE) -> Page:
    """Those older than the submission whose id is `after`, or from the top. One query."""
    if after.isascii() and after.isdigit() and len(after) < 19:
        found = found.filter(pk__lt=int(after))
    items = list(found[: size + 1])
    more = len(items) > size
    return Page(items=items[:size], next_after=str(items[size - 1].pk) if more else "")


def submissions_waiting(access: Access) -> list[Submission]:
    """What waits for this person: returned or drafted ones to finish or sign, received ones."""
    senders = [one.pk for one in access.commissions(Action.SUBMISSION_PREPARE)]
    receivers = [one.pk for one in access.commissions(Action.SUBMISSION_RECEIVE)]
    own = Q(sender__in=senders, status__in=(SubmissionStatus.DRAFT, SubmissionStatus.RETURNED))
    received = Q(receiver__in=receivers, status=SubmissionStatus.SENT)
    return list(
        Submission.objects.filter(own | received)
        .select_related("sender", "receiver", "drafted_by", "sent_by")
        .annotate(people=Count("lines"))
        .order_by("drafted_at", "pk")[:PAGE_SIZE]
    )


def decided_lines(submission: Submission) -> set[int]:
    """Lines that an approved decree in force has decided. One query."""
    decided = DecreeLine.objects.filter(
        submission_line__submission=submission, decree__status=DecreeStatus.APPROVED
    ).exclude(decree__annulling__status=DecreeStatus.APPROVED)
    return set(decided.values_list("submission_line", flat=True))
