"""The preview says what the file leaves open, and takes a crosstable as it takes a report."""

import pytest
from django.test import Client
from django.urls import reverse

from federation.models import Role
from federation.reference import load_reference
from tests import world
from tests.formats.tablefiles import FIRST_ROW, SHEET, xlsx
from tournaments.formats.reading import read_file
from tournaments.review import review_event
from tournaments.services import event_attach_upload

pytestmark = pytest.mark.django_db


def test_preview_of_a_crosstable_asks_what_only_a_person_knows() -> None:
    load_reference()
    clerk = world.mandated("clerk", Role.CLERK)
    content = xlsx(SHEET)
    parsed = read_file(content).event
    assert parsed is not None
    event = world.register_event(parsed, user=clerk, system="swiss")
    event = event_attach_upload(event, world.upload(content, user=clerk))
    review = review_event(event, today=world.TODAY)
    assert [line.parsed.line for line in review.lines] == list(range(FIRST_ROW, FIRST_ROW + 5))
    assert [asked.words[:30] for asked in review.asked] == [
        "Is this a standard, rapid or b",
        "Are the byes with a point (2) ",
    ]
    client = Client()
    client.force_login(clerk)
    page = client.get(reverse("event-review", args=[event.pk])).content.decode()
    assert "Are the byes with a point (2) pairing byes" in page
