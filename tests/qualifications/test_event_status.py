"""Where a tournament is: for everybody, and without names of people."""

import pytest
from django.test import Client
from django.urls import reverse

from federation.models import User
from tests import world
from tests.samples import round_robin
from tournaments.models import Event
from tournaments.services import event_return, event_submit

pytestmark = pytest.mark.usefixtures("clock")


def told(event: Event) -> tuple[str, list[str]]:
    page = Client(headers={"accept-language": "en"}).get(reverse("event-status", args=[event.pk]))
    words = page.content.decode()
    for person in (event.registered_by, event.submitted_by, event.admitted_by):
        assert person is None or str(person) not in words
    return page.context["status"]["with"], [step["word"] for step in page.context["steps"]]


def test_from_preparing_to_the_list_that_counts_it(clerk: User, member: User) -> None:
    body = "Qualification commission, Sumy region"
    parsed = round_robin(given=world.club(), starts_on=world.FIRST_DAY)
    event = world.prepare_event(parsed, user=clerk)
    assert told(event) == (f"It is being prepared: {body}.", ["Registered"])
    event = event_submit(event, user=clerk, at=world.NOW, today=world.TODAY)
    waiting = (
        f"It waits for admission by a second person: {body}.",
        ["Registered", "Sent for admission"],
    )
    assert told(event) == waiting
    event_return(event, note="тур 3")
    event.refresh_from_db()
    assert told(event)[0] == f"It went back for correction: {body}."


def test_an_admitted_one_names_its_list(published_lists) -> None:
    event = Event.objects.get()
    assert told(event) == (
        "It is admitted; its results count.",
        ["Registered", "Sent for admission", "Admitted and judged", "Counted in the rating list"],
    )
