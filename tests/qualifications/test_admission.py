"""Admitting an event: who may, what is judged, what the ledger gets, what the dry run told."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from federation.errors import Refused
from federation.models import Role
from qualifications.engine import assess_event, regulation_for
from qualifications.engine.verdict import Outcome
from qualifications.facts import gather_event
from qualifications.models import Assessment, LedgerEntry, RatingPeriod, VerdictRecord
from qualifications.models.assessments import AssessmentOutcome
from qualifications.models.ledger import LedgerKind
from qualifications.serialize import verdict_from_record
from tests import world
from tests.samples import round_robin
from tournaments.models import Event, EventStatus


def sent(clerk, **papers) -> Event:
    parsed = round_robin(given=world.club(), seed=1, starts_on=world.FIRST_DAY)
    return world.submit_event(parsed, user=clerk, **papers)


def test_the_person_who_registered_and_sent_an_event_does_not_admit_it(clerk):
    event = sent(clerk)
    with pytest.raises(Refused, match="cannot admit it"):
        world.admit_event(event, user=clerk)
    event.refresh_from_db()
    assert (event.status, Assessment.objects.count()) == (EventStatus.SUBMITTED, 0)


def test_the_database_itself_refuses_the_same_person(clerk):
    event = sent(clerk)
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(pk=event.pk).update(
            status=EventStatus.ADMITTED, admitted_by=clerk, admitted_at=world.NOW
        )


def test_an_event_is_admitted_once(clerk, member):
    event = sent(clerk)
    world.admit_event(event, user=member)
    with pytest.raises(Refused, match="Open the page again"):
        world.admit_event(event, user=world.mandated("other", Role.MEMBER))
    assert sorted(Assessment.objects.values_list("scheme", flat=True)) == ["fide", "ua"]


def test_every_participant_gets_a_verdict_on_every_grade(clerk, member):
    assessment = world.admit_event(sent(clerk), user=member)
    assert assessment.edition == "ua_2007"
    assert assessment.verdicts.count() == 10 * 7
    grades = assessment.verdicts.order_by("pk").values_list("grade", flat=True)[:7]
    assert list(grades) == [
        "ua.msu",
        "ua.kmsu",
        "ua.candidate_point",
        "ua.rank_1",
        "ua.rank_2",
        "ua.rank_3",
        "ua.youth_1",
    ]


def test_the_ledger_gets_the_highest_norm_above_what_was_held_and_no_other(clerk, member):
    assessment = world.admit_event(sent(clerk), user=member)
    order = ["ua.youth_1", "ua.rank_3", "ua.rank_2", "ua.rank_1"]
    expected = {}
    for record in assessment.participants.select_related("entry"):
        met = VerdictRecord.objects.filter(
            assessment=assessment, entry=record.entry, outcome=Outcome.MET
        ).values_list("grade", flat=True)
        above = [g for g in met if not record.grade or order.index(g) > order.index(record.grade)]
        if above:
            expected[record.entry.player_id] = max(above, key=order.index)
    facts = LedgerEntry.objects.filter(event=assessment.event, kind=LedgerKind.NORM_MET)
    assert dict(facts.values_list("player", "grade")) == expected
    assert expected != {}
    assert set(facts.values_list("effective_on", flat=True)) == {assessment.event.ends_on}


def test_the_stored_verdict_is_what_the_engine_said(clerk, member):
    event = sent(clerk)
    law = regulation_for("ua", on=event.ends_on)
    said = assess_event(gather_event(event, law).facts, law)
    assessment = world.admit_event(event, user=member)
    stored = assessment.verdicts.select_related("entry", "assessment").order_by("pk")
    assert tuple(verdict_from_record(record) for record in stored) == said


def test_admitting_makes_sure_of_a_period_that_counts_the_event(clerk, member):
    world.admit_event(sent(clerk), user=member)
    assert RatingPeriod.objects.filter(list_on=world.NEXT_LIST).count() == 1


@pytest.mark.parametrize(
    ("ends_on", "outcome"),
    [
        (date(2007, 9, 5), AssessmentOutcome.NO_EDITION),
        (date(2007, 9, 6), AssessmentOutcome.JUDGED),
    ],
)
def test_ua_gen_1_the_edition_covers_events_from_its_day_on(clerk, member, ends_on, outcome):
    event = sent(clerk, starts_on=date(2007, 9, 1), ends_on=ends_on)
    assessment = world.admit_event(event, user=member)
    assert assessment.outcome == outcome


def test_an_event_that_no_edition_covers_is_registered_and_nothing_is_judged(clerk, member):
    event = sent(clerk, starts_on=date(2005, 7, 28), ends_on=date(2005, 7, 31))
    assessment = world.admit_event(event, user=member)
    assert (assessment.edition, assessment.verdicts.count()) == ("", 0)
    assert RatingPeriod.objects.filter(list_on__lt=world.OPENING).count() == 0


def test_an_undeclared_norm_is_not_met_by_anybody(clerk, member):
    assessment = world.admit_event(sent(clerk, norms={}), user=member)
    assert assessment.verdicts.exclude(outcome=Outcome.NOT_MET).count() == 0
