"""Tournaments that are being prepared: taken back, and what their form believes."""

import pytest
from django.urls import reverse

from tests import world
from tests.journeys.pages import send
from tests.samples import round_robin
from tournaments.models import Entry, Event, Upload
from tournaments.services import event_attach_upload


def test_a_draft_is_withdrawn_and_its_file_serves_another_tournament(clerk, client):
    parsed = round_robin(seed=3, starts_on=world.FIRST_DAY)
    event = world.register_event(parsed, user=clerk)
    stored = world.upload(world.file_of(parsed), user=clerk)
    event_attach_upload(event, stored)
    client.force_login(clerk)
    page = client.post(reverse("event-withdraw", args=[event.pk]), follow=True)
    assert (page.status_code, Event.objects.count()) == (200, 0)
    again = world.register_event(parsed, user=clerk)
    assert event_attach_upload(again, Upload.objects.get()).upload_id == stored.pk


def test_a_tournament_that_was_sent_is_not_withdrawn(submitted_event, clerk, client):
    client.force_login(clerk)
    page = client.post(reverse("event-withdraw", args=[submitted_event.pk]))
    assert (page.status_code, Event.objects.count()) == (302, 1)
    assert Entry.objects.filter(event=submitted_event).count() > 0


@pytest.mark.parametrize(("rounds", "status"), [(0, 422), (1, 200), (20, 200), (21, 422)])
def test_the_most_rounds_of_a_day_are_believable(clerk, client, rounds, status):
    event = world.register_event(round_robin(seed=3, starts_on=world.FIRST_DAY), user=clerk)
    client.force_login(clerk)
    address = reverse("event-edit", args=[event.pk])
    page = send(client, client.get(address), "minutes", most_rounds_on_one_day=str(rounds))
    assert page.status_code == status
