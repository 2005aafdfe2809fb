"""Approving a decree: what another person drafted becomes the body's act, all of it or nothing."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Mandate, User
from qualifications.decree_evidence import LINE_FACTS, evidence_of, names_of
from qualifications.grades import ladder_place
from qualifications.issued.decree import decree_paper
from qualifications.lifetime import lifetime_of
from qualifications.models import (
    Deadline,
    Decision,
    Decree,
    DecreeAct,
    DecreeLine,
    DecreeStatus,
    DocumentKind,
    LedgerEntry,
    SubmissionStatus,
)
from qualifications.models.deadlines import DeadlineKind
from qualifications.models.ledger import LedgerKind
from qualifications.office import grades_awarded_by
from qualifications.proposals import IN_FORCE, is_regional, moves_of
from qualifications.selectors import norms_still_open
from qualifications.services.decisions import decision_create, lock_entries
from qualifications.services.decrees import draft_locked
from qualifications.services.documents import document_issue
from qualifications.services.ledger import ledger_append
from qualifications.services.rejudging import judging_lock, later_events_rejudge, players_lock


@transaction.atomic
def decree_approve(decree: Decree, *, version: int, user: User, at: datetime) -> Decree:
    """Approve a draft that somebody else wrote: the decision and its ledger lines are written.

    Text and evidence are frozen with their digest, later events of the players judged again, in the
    same transaction. Raises Refused for a person who wrote or changed it, when it was approved or
    given up meanwhile, and naming each line that cannot stand; Stale when it was changed.
    """
    judging_lock()
    decree = draft_locked(decree, version)
    if user.pk in (decree.drafted_by_id, decree.changed_by_id):
        raise Refused(_("You have drafted or changed this decree: another person approves it."))
    lines = _locked_lines(decree)
    today = timezone.localtime(at).date()
    faults = list(decree_faults(decree, lines, today=today))
    if faults:
        raise Refused(" ".join(words for _line, words in faults))
    decree.frozen = frozen_text(decree, lines, approved_by=user, today=today)
    decree.digest = digest_of(decree.frozen)
    decision = decision_create(
        commission=decree.commission,
        number=decree.number,
        decided_on=decree.dated_on,
        recorded_by=user,
        recorded_at=at,
    )
    entries = _annulling(decree, decision, user, at) if decree.annuls else []
    entries += [_entry(line, decision, user, at) for line in lines if line.act != DecreeAct.POINT]
    decree.status, decree.decision = DecreeStatus.APPROVED, decision
    decree.decided_by, decree.decided_at = user, at
    decree.save()
    document_issue(
        DocumentKind.DECREE,
        decree_paper(decree, language=settings.LANGUAGE_CODE),
        at=at,
        user=user,
        commission=decree.commission,
        decree=decree,
    )
    if entries:
        ledger_append(entries)
        later_events_rejudge(
            {entry.player_id for entry in entries},
            since=min(_since(entry) for entry in entries),
            user=user,
            at=at,
            because_decision=decision,
        )
    return decree


def _locked_lines(decree: Decree) -> list[DecreeLine]:
    """The lines in order; whoever acts on the same players or norms waits for us."""
    players = set(decree.lines.values_list("player", flat=True))
    if decree.annuls and decree.annuls.decision_id:
        written = LedgerEntry.objects.filter(decision=decree.annuls.decision_id)
        players |= set(written.values_list("player", flat=True))
    players_lock(players)
    lock_entries(list(decree.lines.exclude(norm=None).values_list("norm", flat=True)))
    return list(decree.lines.select_related(*LINE_FACTS, "player__merged_into").order_by("pk"))


def decree_faults(
    decree: Decree, lines: Sequence[DecreeLine], *, today: date
) -> Iterator[tuple[DecreeLine | None, str]]:
    """What keeps a draft from being approved as it stands, line by line. Few queries for all.

    `lines` are selected with LINE_FACTS and `player__merged_into`.
    """
    if decree.annuls is None and not lines:
        yield None, _("The decree has no line.")
    if decree.annuls is not None and decree.annuls.status != DecreeStatus.APPROVED:
        yield None, _("The decree that it annuls is not in force.")
    awarded = grades_awarded_by(decree.commission.kind)
    norms = [line.norm_id for line in lines if line.norm_id and line.act == DecreeAct.AWARD]
    still_open = norms_still_open(norms) if norms else set()
    moves = _moves_that_wait(lines, today)
    kept = _lifetimes_that_wait(lines, today)
    points = _points_decided(lines)
    evidence = evidence_of(lines)
    for line, facts in zip(lines, evidence, strict=True):
        words = ""
        if line.player.merged_into_id:
            words = _(
                "%(player)s has been joined with %(other)s since: take the line out and choose it "
                "anew."
            ) % {"player": line.player, "other": line.player.merged_into}
        elif moved_away(decree, line):
            words = _(
                "%(player)s does not belong to this region any more: take the line out; the "
                "commission of the new region decides it."
            ) % {"player": line.player}
        elif line.act == DecreeAct.MOVE:
            if (line.player_id, line.effective_on, line.grade) not in moves:
                words = _(
                    "The move of %(player)s has been confirmed or no longer holds: take the line "
                    "out."
                ) % {"player": line.player}
        elif line.act == DecreeAct.LIFETIME:
            if (line.player_id, line.effective_on, line.grade) not in kept:
                words = _(
                    "%(player)s does not keep the rank for life any more, or it has been granted: "
                    "take the line out."
                ) % {"player": line.player}
        elif line.act == DecreeAct.REVOKE:
            if not facts["holds"]:
                words = _(
                    "The award of %(player)s has been annulled meanwhile: take the line out."
                ) % {"player": line.player}
        elif line.act in (DecreeAct.AWARD, DecreeAct.POINT) and line.grade not in awarded:
            words = _("This body does not award what %(player)s is to get.") % {
                "player": line.player
            }
        elif not facts["holds"] or (line.verdict_id and facts["outcome"] != "undecided"):
            words = _(
                "The tournament of %(player)s has been judged otherwise since: take the line out "
                "and look whether it is proposed anew."
            ) % {"player": line.player}
        elif line.norm_id in points or (
            line.act == DecreeAct.AWARD and line.norm_id and line.norm_id not in still_open
        ):
            words = _(
                "%(player)s has got this meanwhile, or already holds as much: take the line out."
            ) % {"player": line.player}
        elif (
            line.submission_line is not None
            and line.submission_line.submission.status != SubmissionStatus.ACCEPTED
        ):
            words = _(
                "The submission about %(player)s is no longer accepted: take the line out."
            ) % {"player": line.player}
        if words:
            yield line, words


def moved_away(decree: Decree, line: DecreeLine) -> bool:
    """Whether a regional body would decide about a player of another region.

    What it awarded itself it revokes wherever the player belongs to by then.
    """
    regional = is_regional(decree.commission) and line.act != DecreeAct.REVOKE
    return regional and line.player.region_id != decree.commission.region_id


def _moves_that_wait(lines: Sequence[DecreeLine], today: date) -> set[tuple[int, date, str]]:
    players = [line.player_id for line in lines if line.act == DecreeAct.MOVE]
    if not players:
        return set()
    rows = Deadline.objects.filter(kind=DeadlineKind.MOVED_DOWN, player__in=players)
    waiting = moves_of(rows.select_related("player__region"), today=today, drafted=True)
    return {(one.player.pk, one.effective_on, one.grade) for one in waiting}


def _lifetimes_that_wait(lines: Sequence[DecreeLine], today: date) -> set[tuple[int, date, str]]:
    players = [line.player_id for line in lines if line.act == DecreeAct.LIFETIME]
    if not players:
        return set()
    rows = Deadline.objects.filter(kind=DeadlineKind.KEPT_FOR_LIFE, player__in=players)
    waiting = lifetime_of(rows.select_related("player__region"), today=today, drafted=True)
    return {(one.player.pk, one.effective_on, one.grade) for one in waiting}


def _points_decided(lines: Sequence[DecreeLine]) -> set[int | None]:
    """Of the candidate points in the lines those that a decree in force has already."""
    norms = [line.norm_id for line in lines if line.act == DecreeAct.POINT and line.norm_id]
    if not norms:
        return set()
    decided = DecreeLine.objects.filter(IN_FORCE, norm__in=norms)
    return set(decided.values_list("norm", flat=True))


_KINDS = {
    DecreeAct.AWARD: LedgerKind.AWARDED,
    DecreeAct.MOVE: LedgerKind.DEMOTED,
    DecreeAct.LIFETIME: LedgerKind.LIFETIME_GRANTED,
    DecreeAct.REVOKE: LedgerKind.REVOKED,
}


def _entry(line: DecreeLine, decision: Decision, user: User, at: datetime) -> LedgerEntry:
    norm = line.norm
    return LedgerEntry(
        player_id=norm.player_id if norm else line.player_id,
        kind=_KINDS[DecreeAct(line.act)],
        grade=line.grade,
        effective_on=line.effective_on,
        recorded_at=at,
        recorded_by=user,
        commission=decision.commission,
        event_id=norm.event_id if norm else line.verdict.entry.event_id if line.verdict else None,
        decision=decision,
        edition=norm.edition if norm else "",
        article=line.article,
        note=line.note[:300],
        details=norm.details if norm and line.act == DecreeAct.AWARD else _details(line),
    )


def _details(line: DecreeLine) -> dict[str, Any]:
    """Of an open question that a person resolved: what the judgement knew of the event."""
    if line.verdict is None:
        return {}
    event = line.verdict.entry.event
    return {
        "system": event.system,
        "rounds": event.rounds,
        "games": None,
        "starts_on": event.starts_on.isoformat(),
        "norm_half_points": line.verdict.norm_half_points,
        "scored_half_points": line.verdict.scored_half_points,
    }


def _annulling(decree: Decree, decision: Decision, user: User, at: datetime) -> list[LedgerEntry]:
    """A voiding for each line that the annulled decree wrote and that is still in force."""
    assert decree.annuls is not None  # noqa: S101  the caller has asked
    written = LedgerEntry.objects.filter(decision=decree.annuls.decision_id, voided_by=None)
    return [
        LedgerEntry(
            player_id=line.player_id,
            kind=LedgerKind.VOIDED,
            effective_on=decree.dated_on,
            recorded_at=at,
            recorded_by=user,
            commission=decision.commission,
            event_id=line.event_id,
            decision=decision,
            edition=line.edition,
            voids=line,
            note=decree.reason[:300],
        )
        for line in written.exclude(kind=LedgerKind.VOIDED).order_by("pk")
    ]


def _since(entry: LedgerEntry) -> date:
    """From when on a line may change judgements: an annulled award from its own day."""
    return entry.voids.effective_on if entry.voids else entry.effective_on


# --- the frozen text ----------------------------------------------------------------------------


def frozen_text(
    decree: Decree, lines: Sequence[DecreeLine], *, approved_by: User, today: date
) -> dict[str, Any]:
    """Text and evidence of a decree as JSON: with them alone it can be printed again."""
    sections: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    ordered = sorted(
        zip(lines, evidence_of(lines), strict=True),
        key=lambda one: (ladder_place(one[0].grade), one[0].act, one[0].player.sort_key),
    )
    for line, evidence in ordered:
        sections[line.act, line.grade].append(
            {
                "line": line.pk,
                "player": line.player_id,
                "name": line.player.name,
                "latin_name": line.player.latin_name,
                "birth_year": line.player.birth_year,
                "region": names_of(line.player.region),
                "effective_on": line.effective_on.isoformat(),
                "note": line.note,
                "noted_by": str(line.noted_by) if line.noted_by else "",
                "evidence": evidence,
            }
        )
    annuls = decree.annuls
    return {
        "body": names_of(decree.commission),
        "body_kind": decree.commission.kind,
        "number": decree.number,
        "dated_on": decree.dated_on.isoformat(),
        "place": decree.place,
        "preamble": decree.preamble,
        "annuls": {
            "number": annuls.number,
            "dated_on": annuls.dated_on.isoformat(),
            "digest": annuls.digest,
            "sections": annuls.frozen["sections"],
        }
        if annuls
        else None,
        "reason": decree.reason,
        "sections": [
            {"act": act, "grade": grade, "lines": found} for (act, grade), found in sections.items()
        ],
        "drafted_by": _signature(decree.drafted_by, decree, today),
        "approved_by": _signature(approved_by, decree, today),
    }


def _signature(user: User, decree: Decree, today: date) -> dict[str, str]:
    mandates = Mandate.objects.filter(user=user, commission=decree.commission)
    mandate = mandates.in_force(on=today).order_by("-role").first()
    return {"name": str(user), "role": mandate.role if mandate else ""}


def digest_of(frozen: dict[str, Any]) -> str:
    """SHA-256 of the text in canonical JSON: keys sorted, no blanks, UTF-8."""
    text = json.dumps(frozen, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
