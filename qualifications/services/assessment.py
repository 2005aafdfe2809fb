"""Judging an event: facts, engine, records, ledger."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from federation.models import User
from qualifications.engine import CANDIDATE_POINT
from qualifications.engine.regulation import Regulation
from qualifications.engine.rules.ua_2007 import coefficient_of_event, counted_games
from qualifications.engine.verdict import Outcome, Verdict
from qualifications.facts import GatheredFacts
from qualifications.grades import SCHEME
from qualifications.judging import Judged, Judgement, judge_event
from qualifications.law import readings_of
from qualifications.models import Assessment, LedgerEntry, ParticipantRecord, VerdictRecord
from qualifications.models.assessments import AssessmentOutcome
from qualifications.models.ledger import LedgerKind
from qualifications.results import by_participant, results_of, tested
from qualifications.serialize import verdict_to_json
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
    law, gathered = judgement.law, judged.gathered
    assessment = Assessment.objects.create(
        event=event,
        scheme=judgement.scheme,
        edition=law.edition if law else "",
        outcome=_outcome(judgement),
        facts_digest=gathered.digest() if law else "",
        tournament_coefficient=_coefficient(judgement, gathered),
        readings=readings_of(law) if law else {},
        out_of_reach=judgement.out_of_reach,
        assessed_by=user,
        assessed_at=at,
    )
    if law is None:
        return assessment
    if judgement.scheme == SCHEME:
        _record_participants(assessment, gathered)
    records = _record_verdicts(assessment, gathered, judgement.verdicts)
    ledger_append(_facts_for_ledger(event, judged, judgement.scheme, records, law, user, at))
    return assessment


def _outcome(judgement: Judgement) -> AssessmentOutcome:
    if judgement.law is None:
        return AssessmentOutcome.NO_EDITION
    return AssessmentOutcome.NO_FACTS if judgement.facts_missing else AssessmentOutcome.JUDGED


def _coefficient(judgement: Judgement, gathered: GatheredFacts):
    if judgement.scheme != SCHEME or judgement.law is None:
        return None
    coefficient, _reason = coefficient_of_event(gathered.facts, judgement.law)
    return coefficient.value if coefficient else None


def _record_participants(assessment: Assessment, gathered: GatheredFacts) -> None:
    ParticipantRecord.objects.bulk_create(
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
    )


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
    scheme: str,
    records: Mapping[tuple[int, str], VerdictRecord],
    law: Regulation,
    user: User,
    at: datetime,
) -> list[LedgerEntry]:
    """A `norm_met` or `candidate_point_earned` for everything that is worth recording, and for each
    tested rank what became of it.
    """
    gathered = judged.gathered
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
