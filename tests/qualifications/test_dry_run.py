"""A dry run says field by field what admitting does, and leaves the database as it was."""

import hashlib
from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from federation.models import Player, Role
from qualifications.consequences import Consequences
from qualifications.consequences_reading import consequences_of
from qualifications.meaning import Kind, meaning_of
from qualifications.models import LedgerEntry, RatingPeriod, RatingRow
from qualifications.presenting_consequences import meaning_sentence
from qualifications.services import dry_run
from qualifications.services.admission import event_admit_and_assess
from qualifications.services.dry_run import DryRun, event_dry_run
from tests import world
from tests.samples import round_robin, swiss
from tournaments.grades import StatedClass
from tournaments.models import Entry, Event
from tournaments.review import review_event
from tournaments.services import (
    event_decide,
    event_submit,
)

LATER = world.NOW + timedelta(hours=1)
"""When the event is tried and admitted: after everything else has been recorded."""
DECIDED = {"newcomers": "without_rank", "blank_federation": "UKR", "warnings_seen": True}


def tried(event: Event) -> DryRun:
    """The dry run of an event as it stands, of a draft with its review."""
    review = review_event(event, today=world.TODAY) if event.status == "draft" else None
    return event_dry_run(event, at=LATER, today=world.TODAY, review=review)


def admitted(event: Event, clerk, member) -> Consequences:
    """What follows when the same event is really sent and admitted."""
    if event.status == "draft":
        event = event_submit(event, user=clerk, at=LATER, today=world.TODAY)
    event_admit_and_assess(event, user=member, at=LATER)
    return consequences_of(Event.objects.get(pk=event.pk))


def everything() -> dict[str, str]:
    """A digest of the rows of each table."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            rows = sorted(
                repr([bytes(v) if isinstance(v, memoryview) else v for v in row])
                for row in cursor.fetchall()
            )
            found[table] = hashlib.sha256("\n".join(rows).encode()).hexdigest()
    return found


@pytest.fixture
def before_another(clerk, member) -> Event:
    """A draft with failures, before an admitted event in which the ranks of two were not known.

    The draft states that they hold none.
    """
    field = world.club(12, known=10)
    played = round_robin(given=field, seed=2, starts_on=world.FIRST_DAY + timedelta(days=20))
    later = world.prepare_event(replace(played, name="Кубок осені"), user=clerk)
    later = event_decide(later, DECIDED | {"newcomers": "unknown"})
    later = event_submit(later, user=clerk, at=world.NOW, today=world.TODAY)
    world.admit_event(later, user=member)
    event = world.prepare_event(
        round_robin(given=field, seed=5, starts_on=world.FIRST_DAY), user=clerk
    )
    classes = {str(n): [StatedClass.NONE.value, "без розряду"] for n in (11, 12)}
    return event_decide(event, DECIDED | {"classes": classes})


def test_a_dry_run_of_a_draft_says_field_by_field_what_admitting_does(
    before_another, clerk, member
):
    rows = everything()
    told = tried(before_another)
    assert everything() == rows
    real = admitted(before_another, clerk, member)
    assert told.consequences == real
    assert [event.name for event in real.later] == ["Кубок осені"]
    counts = meaning_of(real).counts
    assert all(counts[kind] for kind in (Kind.NORM, Kind.CONFIRMATION, Kind.FAILURE))
    assert real.estimate is not None
    assert real.estimate.counted


def test_a_dry_run_of_a_sent_open_says_what_admitting_it_does(clerk, member):
    """An open of forty, three quarters of them known, with byes, forfeits and withdrawals."""
    field = world.club(40, seed=4, known=30)
    parsed = swiss(40, 7, given=field, seed=4, starts_on=world.FIRST_DAY, byes=0.1)
    event = world.prepare_event(parsed, user=clerk, system="swiss")
    sent = event_submit(event, user=clerk, at=world.NOW, today=world.TODAY)
    rows = everything()
    told = tried(sent)
    assert everything() == rows
    assert told.consequences == admitted(sent, clerk, member)


@settings(
    max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    seed=st.integers(1, 10_000),
    size=st.integers(4, 9),
    newcomers=st.sampled_from(["without_rank", "unknown"]),
    norms=st.sampled_from([{}, world.NORMS]),
)
def test_whatever_the_event_a_dry_run_is_what_admitting_does(
    clerk, member, seed, size, newcomers, norms
):
    with transaction.atomic():
        field = world.club(size, seed=seed)
        parsed = round_robin(given=field, seed=seed, starts_on=world.FIRST_DAY)
        event = world.prepare_event(parsed, user=clerk, norms=norms)
        open_ = review_event(event, today=world.TODAY).undecided
        new = {str(line.parsed.number): "new" for line in open_}
        event = event_decide(event, DECIDED | {"newcomers": newcomers, "players": new})
        rows = everything()
        told = tried(event)
        assert everything() == rows
        assert told.consequences == admitted(event, clerk, member)
        transaction.set_rollback(True)


def test_the_estimate_is_the_list_of_a_period_without_other_events(clerk, member):
    parsed = round_robin(given=world.club(), seed=1, starts_on=world.FIRST_DAY)
    told = tried(world.submit_event(parsed, user=clerk)).consequences
    admitted(Event.objects.get(), clerk, member)
    period = RatingPeriod.objects.get(list_on=world.NEXT_LIST)
    run = world.compute(period)
    numbers = dict(Entry.objects.values_list("player", "number"))
    listed = {
        numbers[row.player_id]: (row.before, row.after, row.change, row.games, row.gain_hundredths)
        for row in RatingRow.objects.filter(run=run)
    }
    assert {
        number: (one.before, one.after, one.change, one.counted, one.gain)
        for number, one in told.estimate.players.items()
    } == listed
    assert told.estimate.list_on == world.NEXT_LIST


def test_who_is_not_decided_is_left_out_and_the_rest_is_computed(clerk):
    parsed = round_robin(given=world.club(), seed=1, starts_on=world.FIRST_DAY)
    event = world.prepare_event(parsed, user=clerk)
    first = review_event(event, today=world.TODAY).recognised[0].chosen
    event = event_decide(event, event.review | {"players": {"5": first.pk}})
    rows = everything()
    told = tried(event)
    assert everything() == rows
    assert [line.parsed.number for line in told.left_open] == [1, 5]
    assert [p.number for p in told.consequences.players] == [2, 3, 4, 6, 7, 8, 9, 10]
    assert len(told.consequences.home.law.articles) > 0


def test_an_admission_that_would_be_refused_says_why(clerk):
    parsed = round_robin(given=world.club(), seed=1, starts_on=world.FIRST_DAY)
    event = world.submit_event(parsed, user=clerk)
    Player.objects.update(birth_date=date(2026, 6, 1), birth_year=2026)
    told = tried(event)
    assert (told.consequences, "before the player's birth" in told.refused) == (
        None,
        True,
    )


def test_the_sentence_names_whose_rank_falls(before_another, clerk, member):
    told = meaning_of(tried(before_another).consequences)
    sentence = meaning_sentence(told)
    assert sentence.startswith(f"{told.counts[Kind.NORM]} norm")
    assert sentence.count("→") == min(len(told.fallen), 3)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_dry_run_waits_for_nobody_long_and_leaves_no_lock(clerk, monkeypatch):
    monkeypatch.setattr(dry_run, "WAITS_SECONDS", 1)
    parsed = round_robin(given=world.club(), seed=1, starts_on=world.FIRST_DAY)
    event = world.submit_event(parsed, user=clerk)
    beside = connections.create_connection(DEFAULT_DB_ALIAS)
    try:
        with beside.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("SELECT id FROM federation_player ORDER BY id FOR UPDATE")
            told = tried(event)
            cursor.execute("ROLLBACK")
            assert (told.consequences, told.refused[:8]) == (None, "Somebody")
            assert tried(event).refused == ""
            cursor.execute("SELECT id FROM federation_player FOR UPDATE NOWAIT")
            assert len(cursor.fetchall()) == 10
    finally:
        beside.close()


# --- the page -----------------------------------------------------------------------------------


def browser(user) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def test_clerk_colleague_and_second_person_see_the_same_numbers_before_and_after(
    before_another, clerk, member, national_chair, clock
):
    url = reverse("event-prospect", args=[before_another.pk])
    told = [browser(user).get(url).context["prospect"]["means"] for user in (clerk, national_chair)]
    event = event_submit(before_another, user=clerk, at=world.NOW, today=world.TODAY)
    second = browser(member)
    page = second.get(reverse("event-admit", args=[event.pk]))
    told.append(page.context["prospect"]["means"])
    assert url in page.content.decode()
    second.post(reverse("event-admit", args=[event.pk]))
    told.append(second.get(url).context["prospect"]["means"])
    assert [means["sentence"] for means in told] == [told[0]["sentence"]] * 4
    assert [means["counts"] for means in told] == [told[0]["counts"]] * 4
    assert (
        LedgerEntry.objects.filter(event=event, kind="norm_met").count()
        == (told[0]["counts"]["norms"])
    )


def test_the_link_is_refused_to_another_region_and_answers_programs(before_another, clerk, clock):
    url = reverse("event-prospect", args=[before_another.pk])
    other = world.mandated("other", Role.CHAIR, "KHA")
    assert browser(other).get(url).status_code == 403
    found = browser(clerk).get(url, {"format": "json"}).json()
    assert len(found["consequences"]["players"]) == 12
    assert browser(clerk).get(url, {"kind": "nonsense"}).status_code == 404
    [line] = browser(clerk).get(url, {"player": "3"}).context["prospect"]["means"]["lines"]
    assert line["number"] == 3


def test_the_page_asks_as_many_queries_for_many_players_as_for_few(clerk, clock):
    counts = []
    world.open_list({world.register_players(round_robin(4, seed=9).players)[0]: 2000})
    for size in (10, 16):
        event = world.prepare_event(
            round_robin(size, seed=size, starts_on=world.FIRST_DAY), user=clerk
        )
        with CaptureQueriesContext(connection) as queries:
            browser(clerk).get(reverse("event-prospect", args=[event.pk]))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_page_says_that_no_edition_covers_the_dates(clerk, clock):
    parsed = round_robin(given=world.club(), seed=1, starts_on=world.FIRST_DAY)
    event = world.prepare_event(
        parsed, user=clerk, starts_on=date(2005, 7, 28), ends_on=date(2005, 7, 31)
    )
    page = browser(clerk).get(reverse("event-prospect", args=[event.pk]))
    assert "No edition of the regulation covers these dates" in page.content.decode()
