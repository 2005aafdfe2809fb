"""Requests that no browser of a person sends: an answer that says so, and never a fault of ours."""

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from federation.models import JournalEntry, User
from federation.requests import client_address
from qualifications.models import RatingPeriod
from tests import world

pytestmark = pytest.mark.usefixtures("clock")

WITH_ZERO = (
    *("/players/?q=%00", "/players/?region=%00", "/players/?q=a&x%00=1", "/regions/%00/"),
    *("/lists/ua/2026-07-01/?list=%00", "/lists/ua/%00/", "/events/?q=%00", "/regulations/%00/"),
    *("/verify/%00/", "/verify/?code=%00", "/submissions/%00/"),
)


@pytest.mark.parametrize("address", WITH_ZERO)
def test_a_zero_byte_in_an_address_is_no_request(
    client: Client, published_lists: list[RatingPeriod], address: str
) -> None:
    answer = client.get(address)
    assert answer.status_code == 400
    assert "This request could not be read" in answer.content.decode()


def test_a_zero_byte_in_a_form_is_no_request(client: Client, chair: User) -> None:
    assert client.post(reverse("login"), {"username": "a\0", "password": "x"}).status_code == 400
    client.force_login(chair)
    sent = {"words": "так\0", "answer": "confirm"}
    assert client.post(reverse("claim-answer", args=[1]), sent).status_code == 400


@pytest.mark.parametrize(
    ("header", "address"),
    [
        ("", "127.0.0.1"),
        ("203.0.113.9", "203.0.113.9"),
        ("6.6.6.6, 203.0.113.9", "203.0.113.9"),
        ("203.0.113.9, nobody", "127.0.0.1"),
        ("2001:DB8::1", "2001:db8::1"),
        ("' OR 1=1", "127.0.0.1"),
        ("203.0.113.9\0", "127.0.0.1"),
    ],
)
def test_only_an_address_is_believed_and_only_the_last_hop(header: str, address: str) -> None:
    request = RequestFactory().get("/", headers={"x-forwarded-for": header} if header else None)
    assert client_address(request) == address


def test_who_signs_in_from_nowhere_is_in_the_journal(clerk: User) -> None:
    typed = {"username": "clerk", "password": world.PASSWORD}
    Client(headers={"x-forwarded-for": "nowhere"}).post(reverse("login"), typed)
    assert JournalEntry.objects.get().address == "127.0.0.1"
