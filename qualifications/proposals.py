"""What waits for a decree of a body: norms, submissions, moves to a lower rank, open questions."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet

from federation.models import Commission, CommissionKind, Player
from qualifications.deadlines import due_of_move
from qualifications.engine import CANDIDATE_POINT
from qualifications.grades import SCHEME
from qualifications.law import law_for
from qualifications.life_facts import NOBODY, life_facts
from qualifications.models import (
    Deadline,
    DecreeAct,
    DecreeLine,
    DecreeStatus,
    LedgerEntry,
    SubmissionLine,
    SubmissionStatus,
    VerdictRecord,
)
from qualifications.models.ledger import LedgerKind
from qualifications.office import grades_awarded_by
from qualifications.selectors import norms_to_award
from qualifications.work_lists import moves_to_confirm

MOST_PROPOSALS = 200
"""Lines of one decree, and of one list to choose from; the rest stays for the next one."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a line of a decree could do."""

    act: DecreeAct
    player: Player
    grade: str
    """What is awarded; for a move the rank that is held from then on, empty for none."""
    effective_on: date
    norm: LedgerEntry | None = None
    verdict: VerdictRecord | None = None
    """An undecided one: it needs a note by which a person resolves it."""
    submission_line: SubmissionLine | None = None
    lost: str = ""
    """Of a move: the rank that is no longer held."""
    article: str = ""

    @property
    def key(self) -> str:
        """Names the proposal in a form, for as long as it waits."""
        return proposal_key(self.act, self.player.pk, self.grade, self.effective_on)


def proposal_key(act: str, player: int, grade: str, effective_on: date) -> str:
    return f"{act}:{player}:{grade}:{effective_on}"


def move_key(player: int, becomes: str, effective_on: date) -> str:
    """The key of the proposal to confirm a move by law; `effective_on` its first day."""
    return proposal_key(DecreeAct.MOVE, player, becomes, effective_on)


def is_regional(commission: Commission) -> bool:
    """Whether the body answers for the players of one region."""
    return commission.kind in (CommissionKind.REGIONAL, CommissionKind.CITY)


def awards_waiting(commission: Commission) -> list[Proposal]:
    """Norms that the body itself awards, or that were submitted to it; the earliest first."""
    if not is_regional(commission):
        return _submitted(commission)
    grades = grades_awarded_by(commission.kind)
    waiting = [norm for norm in norms_to_award(commission) if norm.grade in grades]
    if CANDIDATE_POINT in grades:
        waiting += _points_earned(commission)
    taken = _in_drafts(norm=[norm.pk for norm in waiting])
    return [
        Proposal(
            act=DecreeAct.POINT if norm.grade == CANDIDATE_POINT else DecreeAct.AWARD,
            player=norm.player,
            grade=norm.grade,
            effective_on=norm.effective_on,
            norm=norm,
            article=norm.article,
        )
        for norm in sorted(waiting, key=lambda one: (one.effective_on, one.pk))
        if norm.pk not in taken
    ][:MOST_PROPOSALS]


def _points_earned(commission: Commission) -> list[LedgerEntry]:
    """Candidate points of the region's players that no decree has confirmed.

    UA.AWD.16: they are awarded by the regional body on the federation's decision.
    """
    decided = DecreeLine.objects.filter(norm=OuterRef("pk")).filter(IN_FORCE)
    points = LedgerEntry.objects.filter(
        Q(player__merged_into=None, player__region=commission.region_id)
        | Q(player__merged_into__region=commission.region_id),
        kind=LedgerKind.CANDIDATE_POINT_EARNED,
        voided_by=None,
    )
    return list(
        points.exclude(Exists(decided))
        .select_related("player", "event", "verdict")
        .order_by("effective_on", "pk")[:MOST_PROPOSALS]
    )


IN_FORCE = Q(decree__status=DecreeStatus.APPROVED) & ~Q(
    decree__annulling__status=DecreeStatus.APPROVED
)
"""Lines of decrees that were approved and not annulled."""


def _in_drafts(**pks: Collection[int]) -> set[int]:
    """Of the rows those that stand in a draft already."""
    ((field, wanted),) = pks.items()
    lines = DecreeLine.objects.filter(
        decree__status=DecreeStatus.DRAFT, **{f"{field}__in": list(wanted)}
    )
    return set(lines.values_list(field, flat=True))


def _submitted(commission: Commission) -> list[Proposal]:
    """Lines of accepted submissions to the body that no decree has decided. Two queries."""
    lines = SubmissionLine.objects.filter(
        submission__receiver=commission, submission__status=SubmissionStatus.ACCEPTED
    )
    decided = DecreeLine.objects.filter(submission_line=OuterRef("pk")).filter(
        IN_FORCE | Q(decree__status=DecreeStatus.DRAFT)
    )
    waiting = (
        lines.exclude(Exists(decided))
        .select_related(
            "player__merged_into",
            "submission__sender",
            "norm__event",
            "norm__verdict",
            "verdict__entry__event",
            "verdict__assessment",
        )
        .order_by("pk")
    )
    return [
        Proposal(
            act=DecreeAct.AWARD,
            player=line.player.merged_into or line.player,
            grade=line.grade,
            effective_on=_day_of(line),
            norm=line.norm,
            verdict=None if line.norm else line.verdict,
            submission_line=line,
            article=line.norm.article if line.norm else "",
        )
        for line in waiting[:MOST_PROPOSALS]
    ]


def _day_of(line: SubmissionLine) -> date:
    """The last day of the event that the line rests on; it always rests on one."""
    if line.norm is not None:
        return line.norm.effective_on
    assert line.verdict is not None  # noqa: S101  a constraint of the table
    return line.verdict.entry.event.ends_on


def moves_waiting(commission: Commission, *, today: date) -> list[Proposal]:
    """Moves to a lower rank that hold by law and wait for the decree of the body that awards it.

    UA.CONF.4a, UA.CONF.6b–6d. The rank that is lost says whose decree it is.
    """
    rows = moves_to_confirm(commission).filter(grade__in=grades_awarded_by(commission.kind))
    return moves_of(rows[:MOST_PROPOSALS], today=today)


def decides_move(commission: Commission, row: Deadline) -> bool:
    """Whether the decree that confirms a move is this body's: it awards the rank that is lost."""
    own = not is_regional(commission) or row.player.region_id == commission.region_id
    return own and row.grade in grades_awarded_by(commission.kind)


def moves_of(rows: Iterable[Deadline], *, today: date, drafted: bool = False) -> list[Proposal]:
    """Each row with the move that the ledger tells now; rows that hold no longer are left out.

    So are those that stand in a draft, unless `drafted` asks for them too.
    """
    rows = list(rows)
    if not rows:
        return []
    law = law_for(SCHEME, on=today)
    lives = life_facts(Q(player__in={row.player_id for row in rows}))
    found = []
    for row in rows:
        walk = lives.get(row.player_id, NOBODY).walk(law=law)
        for move in walk.life_on(today).moves:
            due = due_of_move(move)
            if (due.grade, due.day, due.becomes) == (row.grade, row.day, row.becomes):
                found.append((row, move))
                break
    causes = LedgerEntry.objects.select_related("event").in_bulk(
        [move.basis[-1] for _row, move in found]
    )
    in_drafts = (
        set()
        if drafted
        else set(
            DecreeLine.objects.filter(
                decree__status=DecreeStatus.DRAFT,
                act=DecreeAct.MOVE,
                player__in=[row.player_id for row in rows],
            ).values_list("player", "effective_on")
        )
    )
    return [
        Proposal(
            act=DecreeAct.MOVE,
            player=row.player,
            grade=move.becomes,
            effective_on=move.day,
            norm=causes[move.basis[-1]],
            lost=row.grade,
            article=move.article,
        )
        for row, move in found
        if (row.player_id, move.day) not in in_drafts
    ]


def open_questions(commission: Commission) -> QuerySet[VerdictRecord]:
    """Undecided verdicts on grades that a regional body awards, of its players, latest event first.

    They enter a decree only with a note by which a person resolves them.
    """
    decided = DecreeLine.objects.filter(verdict=OuterRef("pk")).exclude(
        decree__status=DecreeStatus.ABANDONED
    )
    return (
        VerdictRecord.objects.filter(
            assessment__current=True,
            assessment__scheme=SCHEME,
            outcome="undecided",
            grade__in=grades_awarded_by(commission.kind),
            entry__player__region=commission.region_id,
        )
        .exclude(Exists(decided))
        .select_related("entry__player__merged_into", "entry__event", "assessment")
        .order_by("-pk")
    )


def question_of(verdict: VerdictRecord) -> Proposal:
    """The proposal that an undecided verdict becomes with a note."""
    player = verdict.entry.player
    return Proposal(
        act=DecreeAct.POINT if verdict.grade == CANDIDATE_POINT else DecreeAct.AWARD,
        player=player.merged_into or player,
        grade=verdict.grade,
        effective_on=verdict.entry.event.ends_on,
        verdict=verdict,
    )
