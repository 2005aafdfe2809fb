"""Judging an event: facts, engine, records, ledger."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from federation.models import User
from qualifications.engine import CANDIDATE_POINT
from qualifications.engine.regulation import Regulation
from qualifications.engine.rules.ua_2007 import coefficient_of_event, counted_games
from qualifications.engine.verdict import Outcome, Verdict
from qualifications.facts import GatheredFacts
from qualifications.grades import SCHEME, scheme_of
from qualifications.judging import Judged, Judgement, judge_event
from qualifications.law import readings_of
from qualifications.models import (
    Assessment,
    Correction,
    Decision,
    LedgerEntry,
    ParticipantRecord,
    VerdictRecord,
)
from qualifications.models.assessments import AssessmentOutcome
from qualifications.models.ledger import ASSESSED, LedgerKind
from qualifications.results import by_participant, results_of, tested
from qualifications.serialize import verdict_to_json
from qualifications.services.changed_bases import changed_bases_note
from qualifications.services.ledger import ledger_append
from tournaments.models import Event


def event_assess(event: Event, *, user: User, at: datetime) -> dict[str, Assessment]:
    """Judge an admitted event under each scheme and record the verdicts; by scheme.

    The edition is the one in force on the day that the scheme names, read as the commission has
    decided for that day. Runs inside the caller's transaction. A scheme without an edition for the
    day is recorded as such, without verdicts.
    """
    judged = judge_event(event)
    return {
        scheme: _record(event, judged, judgement, user, at)
        for scheme, judgement in judged.judgements.items()
    }


def _record(
    event: Event, judged: Judged, judgement: Judgement, user: User, at: datetime
) -> Assessment:
    assessment, records = _record_judgement(event, judged, judgement, user, at)
    ledger_append(_facts_for_ledger(event, judged, judgement, records, user, at))
    return assessment


def event_reassess(
    event: Event,
    *,
    user: User,
    at: datetime,
    because_event: Event | None = None,
    because_decision: Decision | None = None,
    because_correction: Correction | None = None,
) -> frozenset[int]:
    """Judge an admitted event again, and record it where something is different now.

    The assessment before stays and no longer counts. In the ledger only lines that no longer hold
    are voided, and only lines that are new are added; what a decision has awarded is an act of its
    body and stays: where a decree rests on the event and the event says otherwise now, its body is
    told. Returns the players whose lines changed.
    """
    judged = judge_event(event)
    changed: set[int] = set()
    before = {a.scheme: a for a in event.assessments.select_for_update().filter(current=True)}
    for scheme, judgement in judged.judgements.items():
        old = before.get(scheme)
        gone, new = _changes_of_ledger(event, judged, judgement, user, at)
        if old is not None and not gone and not new and _says_the_same(old, judged, judgement):
            continue
        if old is not None:
            Assessment.objects.filter(pk=old.pk).update(current=False)
        because = {
            "because_event": because_event,
            "because_decision": because_decision,
            "because_correction": because_correction,
        }
        _assessment, records = _record_judgement(event, judged, judgement, user, at, **because)
        numbers = {entry.player_id: number for number, entry in judged.gathered.entries.items()}
        for line in new:
            line.verdict = records.get((numbers[line.player_id], line.grade))
        ledger_append([*(_voiding(line, user, at) for line in gone), *new])
        changed.update(line.player_id for line in (*gone, *new))
    changed_bases_note([event.pk], at=at)
    return frozenset(changed)


def _record_judgement(
    event: Event, judged: Judged, judgement: Judgement, user: User, at: datetime, **because: Any
) -> tuple[Assessment, dict[tuple[int, str], VerdictRecord]]:
    """The stored assessment, and its verdicts by starting number and grade."""
    law, gathered = judgement.law, judged.gathered
    assessment = Assessment.objects.create(
        event=event,
        scheme=judgement.scheme,
        edition=law.edition if law else "",
        outcome=_outcome(judgement),
        facts_digest=gathered.digest() if law else "",
        fide_list_on=max(gathered.fide_lists.values(), default=None),
        fide_listed=len(gathered.fide_lists),
        tournament_coefficient=_coefficient(judgement, gathered),
        readings=readings_of(law) if law else {},
        out_of_reach=judgement.out_of_reach,
        assessed_by=user,
        assessed_at=at,
        **because,
    )
    if law is None:
        return assessment, {}
    if judgement.scheme == SCHEME:
        ParticipantRecord.objects.bulk_create(_participants(assessment, gathered))
    return assessment, _record_verdicts(assessment, gathered, judgement.verdicts)


def _says_the_same(old: Assessment, judged: Judged, judgement: Judgement) -> bool:
    """Whether a stored assessment has the same verdicts, and the same classes of participants."""
    law, gathered = judgement.law, judged.gathered
    if old.edition != (law.edition if law else "") or old.outcome != _outcome(judgement):
        return False
    if law is None:
        return True
    if judgement.scheme == SCHEME and {_class(r) for r in old.participants.all()} != {
        _class(r) for r in _participants(old, gathered)
    }:
        return False
    told = {(r.entry_id, r.grade): r.reasons for r in old.verdicts.all()}
    now = {(gathered.entries[v.participant].pk, v.grade): v for v in judgement.verdicts}
    return told.keys() == now.keys() and all(
        told[key] == json.loads(json.dumps(verdict_to_json(verdict)))
        for key, verdict in now.items()
    )


def _class(record: ParticipantRecord) -> tuple[Any, ...]:
    return (
        record.entry_id,
        record.grade_known,
        record.grade,
        record.candidate_points,
        record.stated,
        record.individual_coefficient,
    )


def _changes_of_ledger(
    event: Event, judged: Judged, judgement: Judgement, user: User, at: datetime
) -> tuple[list[LedgerEntry], list[LedgerEntry]]:
    """Lines of the event under a scheme that hold no longer, and lines that are new."""
    stored = [
        line
        for line in LedgerEntry.objects.filter(event=event, kind__in=ASSESSED, voided_by=None)
        if scheme_of(line.grade) == judgement.scheme
    ]
    wanted = _facts_for_ledger(event, judged, judgement, {}, user, at)
    had, have = {_said(line) for line in stored}, {_said(line) for line in wanted}
    return (
        [line for line in stored if _said(line) not in have],
        [line for line in wanted if _said(line) not in had],
    )


def _said(line: LedgerEntry) -> tuple[Any, ...]:
    details = json.dumps(line.details, sort_keys=True)
    return line.player_id, line.kind, line.grade, line.effective_on, line.article, details


def _voiding(line: LedgerEntry, user: User, at: datetime) -> LedgerEntry:
    return LedgerEntry(
        player_id=line.player_id,
        kind=LedgerKind.VOIDED,
        effective_on=timezone.localtime(at).date(),
        recorded_at=at,
        recorded_by=user,
        commission_id=line.commission_id,
        event_id=line.event_id,
        edition=line.edition,
        voids=line,
    )


def _outcome(judgement: Judgement) -> AssessmentOutcome:
    if judgement.law is None:
        return AssessmentOutcome.NO_EDITION
    return AssessmentOutcome.NO_FACTS if judgement.facts_missing else AssessmentOutcome.JUDGED


def _coefficient(judgement: Judgement, gathered: GatheredFacts):
    if judgement.scheme != SCHEME or judgement.law is None:
        return None
    coefficient, _reason = coefficient_of_event(gathered.facts, judgement.law)
    return coefficient.value if coefficient else None


def _participants(assessment: Assessment, gathered: GatheredFacts) -> list[ParticipantRecord]:
    return [
        ParticipantRecord(
            assessment=assessment,
            entry=gathered.entries[participant.number],
            grade_known=participant.grade_known,
            grade=participant.grade or "",
            candidate_points=participant.candidate_points,
            stated=gathered.held[participant.number].stated,
            individual_coefficient=gathered.figures.get(participant.number),
        )
        for participant in gathered.facts.participants
    ]


def _record_verdicts(
    assessment: Assessment, gathered: GatheredFacts, verdicts: tuple[Verdict, ...]
) -> dict[tuple[int, str], VerdictRecord]:
    """The records by starting number and grade."""
    records = VerdictRecord.objects.bulk_create(
        VerdictRecord(
            assessment=assessment,
            entry=gathered.entries[verdict.participant],
            grade=verdict.grade,
            outcome=verdict.outcome.value,
            norm_half_points=verdict.norm_half_points,
            scored_half_points=verdict.scored_half_points,
            reasons=verdict_to_json(verdict),
        )
        for verdict in verdicts
    )
    return {(record.entry.number, record.grade): record for record in records}


def _facts_for_ledger(
    event: Event,
    judged: Judged,
    judgement: Judgement,
    records: Mapping[tuple[int, str], VerdictRecord],
    user: User,
    at: datetime,
) -> list[LedgerEntry]:
    """A `norm_met` or `candidate_point_earned` for everything that is worth recording, and for each
    tested rank what became of it. Nothing without an edition.
    """
    gathered, scheme, law = judged.gathered, judgement.scheme, judgement.law
    if law is None:
        return []
    games = {} if scheme != SCHEME else _counted_games(gathered, law)

    def entry(
        number: int, grade: str, kind: LedgerKind, article: str, details: Mapping[str, Any]
    ) -> LedgerEntry:
        return LedgerEntry(
            player_id=gathered.entries[number].player_id,
            kind=kind,
            grade=grade,
            effective_on=event.ends_on,
            recorded_at=at,
            recorded_by=user,
            commission=event.commission,
            event=event,
            verdict=records.get((number, grade)),
            edition=law.edition,
            article=article,
            details={
                "system": event.system,
                "rounds": event.rounds,
                "games": games.get(number),
                "starts_on": event.starts_on.isoformat(),
                **details,
            },
        )

    written = [
        entry(
            verdict.participant,
            verdict.grade,
            LedgerKind.CANDIDATE_POINT_EARNED
            if verdict.grade == CANDIDATE_POINT
            else LedgerKind.NORM_MET,
            _passed_by(verdict),
            {
                "norm_half_points": verdict.norm_half_points,
                "scored_half_points": verdict.scored_half_points,
            },
        )
        for verdict in judged.earned(scheme)
    ]
    if scheme != SCHEME:
        return written
    for number, verdicts in by_participant(judged.home.verdicts).items():
        held, results = gathered.held[number], results_of(verdicts)
        test = tested(held, results, law)
        if test is not None and held.grade is not None:
            details = {"results": results}
            written.append(entry(number, held.grade, test.kind, test.article, details))
    return written


def _counted_games(gathered: GatheredFacts, law: Regulation) -> dict[int, int]:
    return {p.number: len(counted_games(p, law)) for p in gathered.facts.participants}


def _passed_by(verdict: Verdict) -> str:
    """The article of the first route that was met; of an international norm, of its points."""
    for route in verdict.routes:
        if route.outcome is Outcome.MET:
            points = [r.article for r in route.reasons if r.check == "fide_performance"]
            return (points or [route.reasons[0].article])[0]
    raise ValueError(f"No route of a met verdict is met: {verdict.participant} {verdict.grade}")
