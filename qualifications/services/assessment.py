"""Judging an event: facts, engine, records, ledger."""

from datetime import datetime

from federation.models import User
from qualifications.engine import CANDIDATE_POINT, NoEditionInForce, assess_event, regulation_for
from qualifications.engine.regulation import Regulation
from qualifications.engine.rules.ua_2007 import coefficient_of_event, counted_games
from qualifications.engine.verdict import Outcome, Verdict
from qualifications.facts import GatheredFacts, gather_event
from qualifications.grades import SCHEME, earned
from qualifications.models import Assessment, LedgerEntry, ParticipantRecord, VerdictRecord
from qualifications.models.assessments import AssessmentOutcome
from qualifications.models.ledger import LedgerKind
from qualifications.serialize import verdict_to_json
from qualifications.services.ledger import ledger_append
from tournaments.models import Event


def event_assess(event: Event, *, user: User, at: datetime) -> Assessment:
    """Judge an admitted event under the edition in force on its last day and record the verdicts.

    Runs inside the caller's transaction. An event that no edition covers is recorded as such,
    without verdicts.
    """
    try:
        law = regulation_for(SCHEME, on=event.ends_on)
    except NoEditionInForce:
        return Assessment.objects.create(
            event=event,
            scheme=SCHEME,
            outcome=AssessmentOutcome.NO_EDITION,
            facts_digest="",
            assessed_by=user,
            assessed_at=at,
        )
    gathered = gather_event(event, law)
    verdicts = assess_event(gathered.facts, law)
    coefficient, _reason = coefficient_of_event(gathered.facts, law)
    assessment = Assessment.objects.create(
        event=event,
        scheme=SCHEME,
        edition=law.edition,
        outcome=AssessmentOutcome.JUDGED,
        facts_digest=gathered.digest(),
        tournament_coefficient=coefficient.value if coefficient else None,
        assessed_by=user,
        assessed_at=at,
    )
    _record_participants(assessment, gathered)
    records = _record_verdicts(assessment, gathered, verdicts)
    ledger_append(_facts_for_ledger(event, gathered, records, law, user, at))
    return assessment


def _record_participants(assessment: Assessment, gathered: GatheredFacts) -> None:
    ParticipantRecord.objects.bulk_create(
        ParticipantRecord(
            assessment=assessment,
            entry=gathered.entries[participant.number],
            grade_known=participant.grade_known,
            grade=participant.grade or "",
            candidate_points=participant.candidate_points,
            stated=gathered.held[participant.number].stated,
            individual_coefficient=participant.individual_coefficient,
        )
        for participant in gathered.facts.participants
    )


def _record_verdicts(
    assessment: Assessment, gathered: GatheredFacts, verdicts: tuple[Verdict, ...]
) -> list[VerdictRecord]:
    return VerdictRecord.objects.bulk_create(
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


def _facts_for_ledger(
    event: Event,
    gathered: GatheredFacts,
    records: list[VerdictRecord],
    law: Regulation,
    user: User,
    at: datetime,
) -> list[LedgerEntry]:
    """A `norm_met` or `candidate_point_earned` for everything that `grades.earned` names."""
    written = earned(
        [(r.entry.number, r.grade) for r in records if r.outcome == Outcome.MET],
        {number: held.grade for number, held in gathered.held.items()},
    )
    games = {p.number: len(counted_games(p, law)) for p in gathered.facts.participants}
    return [
        LedgerEntry(
            player_id=record.entry.player_id,
            kind=LedgerKind.CANDIDATE_POINT_EARNED
            if record.grade == CANDIDATE_POINT
            else LedgerKind.NORM_MET,
            grade=record.grade,
            effective_on=event.ends_on,
            recorded_at=at,
            recorded_by=user,
            commission=event.commission,
            event=event,
            verdict=record,
            edition=law.edition,
            article=_passed_by(record),
            details={
                "norm_half_points": record.norm_half_points,
                "scored_half_points": record.scored_half_points,
                "system": event.system,
                "rounds": event.rounds,
                "games": games[record.entry.number],
            },
        )
        for record in records
        if (record.entry.number, record.grade) in written
    ]


def _passed_by(record: VerdictRecord) -> str:
    """The article of the first route that was met."""
    for route in record.reasons["routes"]:
        if route["outcome"] == Outcome.MET.value:
            return route["reasons"][0]["article"]
    raise ValueError(f"No route of a met verdict is met: {record}")
