"""What became of the lines of an approved decree: changed bases, and awards that were revoked."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from qualifications.models import (
    ChangedBasis,
    Decree,
    DecreeAct,
    DecreeLine,
    DecreeStatus,
    LedgerEntry,
)
from qualifications.models.ledger import LedgerKind
from qualifications.proposals import IN_FORCE


@dataclass(frozen=True, slots=True)
class Afterwards:
    """What came after a line was approved."""

    award: LedgerEntry | None = None
    """What the line wrote into the ledger and is in force: it can be revoked."""
    revocation: DecreeLine | None = None
    """The line of another decree that revokes it, a draft or in force."""
    change: ChangedBasis | None = None
    """The latest change of what the line rests on."""


def afterwards(decree: Decree, lines: Sequence[DecreeLine]) -> dict[int, Afterwards]:
    """By line of an approved decree, what came after. At most three queries."""
    if decree.decision_id is None:
        return {}
    awards = {
        (entry.player_id, entry.grade, entry.effective_on): entry
        for entry in LedgerEntry.objects.filter(
            decision=decree.decision_id, kind=LedgerKind.AWARDED, voided_by=None
        )
    }
    revoking = revocations_of([entry.pk for entry in awards.values()])
    changes = {
        one.line_id: one for one in ChangedBasis.objects.filter(line__in=lines).order_by("pk")
    }
    found = {}
    for line in lines:
        player = line.norm.player_id if line.norm else line.player_id
        award = awards.get((player, line.grade, line.effective_on))
        if line.act != DecreeAct.AWARD:
            award = None
        revocation = revoking.get(award.pk) if award else None
        found[line.pk] = Afterwards(award, revocation, changes.get(line.pk))
    return found


def award_of(line: DecreeLine) -> LedgerEntry | None:
    """The award in force that one line wrote; None where there is none. One query, or none."""
    if line.act != DecreeAct.AWARD or line.decree.decision_id is None:
        return None
    return LedgerEntry.objects.filter(
        decision=line.decree.decision_id,
        kind=LedgerKind.AWARDED,
        player=line.norm.player_id if line.norm else line.player_id,
        grade=line.grade,
        effective_on=line.effective_on,
        voided_by=None,
    ).first()


def revocations_of(awards: Collection[int]) -> dict[int, DecreeLine]:
    """By award, the line that revokes it: of a draft, or of a decree in force. One query."""
    lines = DecreeLine.objects.filter(act=DecreeAct.REVOKE, norm__in=awards)
    standing = lines.filter(decree__status=DecreeStatus.DRAFT) | lines.filter(IN_FORCE)
    return {
        line.norm_id: line
        for line in standing.select_related("decree").order_by("pk")
        if line.norm_id is not None
    }
