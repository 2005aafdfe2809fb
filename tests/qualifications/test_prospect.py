"""What a clerk is told before sending a tournament is what admitting it does."""

from datetime import date

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from qualifications.models import LedgerEntry
from qualifications.services.admission import draft_outlook
from tests import world
from tests.samples import round_robin
from tournaments.models import Entry, Game
from tournaments.review import review_event
from tournaments.services import event_attach_upload, event_decide, event_submit

DECIDED = {"newcomers": "without_rank", "blank_federation": "UKR"}


def draft(clerk, decisions=DECIDED, **papers):
    parsed = round_robin(given=world.club(), seed=1, starts_on=world.FIRST_DAY)
    event = world.register_event(parsed, user=clerk, **papers)
    event = event_attach_upload(event, world.upload(world.file_of(parsed), user=clerk))
    return event_decide(event, decisions)


def test_the_prospect_of_a_draft_is_what_admission_writes(clerk, member):
    event = draft(clerk)
    told = draft_outlook(event, review_event(event, today=world.TODAY))
    assert (Entry.objects.count(), Game.objects.count()) == (0, 0)
    world.confirm_warnings(event, user=clerk)
    event = event_submit(event, user=clerk, at=world.NOW, today=world.TODAY)
    assessment = world.admit_event(event, user=member)
    assert told.coefficient == assessment.tournament_coefficient
    facts = LedgerEntry.objects.filter(event=event, kind="norm_met", grade__startswith="ua.")
    assert {(entry.number, grade) for entry, grade in told.met} == {
        (fact.verdict.entry.number, fact.grade) for fact in facts.select_related("verdict__entry")
    }
    assert told.met != ()


def test_the_prospect_counts_those_whose_rank_nobody_has_stated(clerk):
    event = draft(clerk, DECIDED | {"newcomers": "unknown"})
    told = draft_outlook(event, review_event(event, today=world.TODAY))
    assert (told.coefficient, len(told.unknown)) == (None, 2)


def test_the_page_says_that_no_edition_covers_the_dates(clerk, clock):
    event = draft(clerk, starts_on=date(2005, 7, 28), ends_on=date(2005, 7, 31))
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(clerk)
    page = browser.get(reverse("event-prospect", args=[event.pk]))
    assert "No edition of the regulation covers these dates" in page.content.decode()


def test_the_page_asks_as_many_queries_for_many_players_as_for_few(clerk, clock):
    browser = Client()
    browser.force_login(clerk)
    counts = []
    for size in (4, 16):
        parsed = round_robin(size, seed=size, starts_on=world.FIRST_DAY)
        event = world.register_event(parsed, user=clerk)
        event = event_attach_upload(event, world.upload(world.file_of(parsed), user=clerk))
        event_decide(event, DECIDED)
        with CaptureQueriesContext(connection) as queries:
            browser.get(reverse("event-prospect", args=[event.pk]))
        counts.append(len(queries))
    assert counts[0] == counts[1]
