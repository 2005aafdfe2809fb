"""What the registry does not recognise in a file is asked on a page, kept, and not asked twice."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from federation.models import User
from tests import world
from tests.conftest import Clock
from tests.formats.files import HEADER, four, trf
from tests.formats.tablefiles import SHEET, xlsx
from tournaments.formats.reading import read_file
from tournaments.models import Event
from tournaments.review import review_event
from tournaments.services import event_attach_upload

ROWS = (
    (1, "Берест Богдан", "2w1"),
    (2, "Вишня Віра", "1b0"),
)
HEADS = ("Н", "Хто грав", "Перший")
CHOICES = {"column-0": "number", "column-1": "name", "column-2": "round", "header_row": "0"}


def event_with(content: bytes, clerk: User, **fields: Any) -> Event:
    parsed = read_file(trf(*four())).event
    assert parsed is not None
    event = world.register_event(parsed, user=clerk, **fields)
    return event_attach_upload(event, world.upload(content, user=clerk, name="cup.xlsx"))


def test_columns_are_asked_once_kept_and_remembered_with_their_source(
    clerk: User, client: Client, clock: Clock
) -> None:
    clock.day = world.TODAY
    client.force_login(clerk)
    event = event_with(xlsx((HEADS, *ROWS)), clerk)
    asked = client.get(reverse("event-review", args=[event.pk]), follow=True)
    address = reverse("event-columns", args=[event.pk])
    assert asked.redirect_chain == [(address, 302)]
    assert client.post(address, CHOICES | {"column-1": "", "look": "1"}).status_code == 422
    looked = client.post(address, CHOICES | {"look": "1"})
    assert [player.name for player, _row in looked.context["page"].sample] == [
        "Берест Богдан",
        "Вишня Віра",
    ]
    event.refresh_from_db()
    assert event.review == {}
    assert client.post(address, CHOICES | {"keep": "1"}).status_code == 302
    again = event_with(xlsx((("Інший кубок",), HEADS, *ROWS)), clerk)
    review = review_event(again, today=world.TODAY)
    assert review.result.columns_source == "cup.xlsx, 10.07.2026"
    assert [line.parsed.name for line in review.lines] == ["Берест Богдан", "Вишня Віра"]


def open_codes(event: Event) -> list[str]:
    return [one.code for one in review_event(event, today=world.TODAY).asked if one.why_open]


def test_an_open_question_keeps_the_event_from_being_sent_until_it_is_answered(
    clerk: User, client: Client
) -> None:
    """The sheet says rapid and has byes with a point; the papers say 120 minutes."""
    client.force_login(clerk)
    event = event_with(xlsx(SHEET), clerk)
    address = reverse("event-review", args=[event.pk])
    assert open_codes(event) == ["ask.pace", "ask.bye_with_point"]
    client.post(address, {"submit": "1", "answer-pace": "rapid", "answer-bye": "full_point_bye"})
    event.refresh_from_db()
    assert (event.status, open_codes(event)) == ("draft", ["ask.pace"])
    client.post(address, {"answer-pace": "standard"})
    event.refresh_from_db()
    assert open_codes(event) == []
    assert event.review["answers"] == {
        "ask.pace": "standard",
        "ask.bye_with_point": "full_point_bye",
    }
    kinds = {
        e.kind
        for line in review_event(event, today=world.TODAY).lines
        for e in line.parsed.rounds
        if e.kind.value.endswith("point_bye")
    }
    assert {kind.value for kind in kinds} == {"half_point_bye", "full_point_bye"}


def test_minutes_and_the_chief_arbiter_are_answered_into_the_papers(
    clerk: User, client: Client
) -> None:
    client.force_login(clerk)
    content = trf(*four(), header=tuple(line for line in HEADER if line[:3] != "102"))
    event = event_with(content, clerk, first_period_moves=None, second_period_minutes=None)
    event.arbiters.all().delete()
    assert open_codes(event) == ["ask.arbiter"]
    posted = {"answer-arbiter": "Лозова Ніна", "answer-pace": "", "answer-minutes": "10"}
    page = client.post(reverse("event-review", args=[event.pk]), posted)
    assert (page.status_code, event.arbiters.count()) == (422, 0)
    client.post(reverse("event-review", args=[event.pk]), posted | {"answer-category": "national"})
    event.refresh_from_db()
    assert (event.minutes, event.arbiters.get().name, open_codes(event)) == (10, "Лозова Ніна", [])


@pytest.mark.parametrize("answered", [False, True])
def test_dates_that_can_be_read_twice_are_asked_where_the_papers_differ(
    clerk: User, client: Client, answered: bool
) -> None:
    client.force_login(clerk)
    header = (*HEADER[:3], "042 03/04/2026", "052 04/04/2026", *HEADER[5:])
    event = event_with(trf(*four(), header=header), clerk)
    if answered:
        client.post(
            reverse("event-review", args=[event.pk]), {"answer-dates": "2026-03-04/2026-04-04"}
        )
        event.refresh_from_db()
        assert (f"{event.starts_on}", f"{event.ends_on}") == ("2026-03-04", "2026-04-04")
    assert open_codes(event) == ([] if answered else ["ask.date_order"])
