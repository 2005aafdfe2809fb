"""A region on its own: its pages hold its people, lists, tournaments and decrees, no others."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import Commission, Player, Region
from tests.qualifications.building import Federation, everybody_against_everybody

JANUARY, APRIL = date(2025, 1, 1), date(2025, 4, 1)
TODAY = date(2025, 4, 10)
pytestmark = [pytest.mark.once, pytest.mark.django_db]

PEOPLE = {
    "LVI": ["Авдієнко Яр", "Білик Омелян", "Вовк Інна"],
    "KHA": ["Сич Назар", "Ярема Лев"],
    None: ["Дорошенко Ян"],
}
"""Players by the code of their region; by turns above and below the national border."""


@pytest.fixture
def country(federation: Federation, monkeypatch: pytest.MonkeyPatch) -> Federation:
    """People of two regions and one of none, a list, and a tournament in each region."""
    monkeypatch.setattr("federation.dates.today", lambda: TODAY)
    found: list[Player] = []
    for code, people in PEOPLE.items():
        region = Region.objects.get(code=code) if code else None
        found += federation.players(*people, region=region)
    Player.objects.filter(name__in=PEOPLE[None]).update(region=None)
    federation.opening(JANUARY, {p: (1790 + 90 * (n % 2), 40) for n, p in enumerate(found)})
    draw = everybody_against_everybody(len(found), lambda white, black: 1)
    for day, code in ((1, "LVI"), (15, "KHA")):
        event = federation.event(
            found, draw, starts_on=date(2025, 2, day), ends_on=date(2025, 2, day + 5)
        )
        event.name = f"Кубок {code}"
        event.region = Region.objects.get(code=code)
        event.save(update_fields=["name", "region"])
    federation.publish(APRIL)
    return federation


def shown(client: Client, address: str) -> tuple[set[str], set[str]]:
    """Which of the people, and which of the tournaments, a page names."""
    response = client.get(address)
    assert response.status_code == 200, address
    page = response.content.decode()
    people = {one for names in PEOPLE.values() for one in names}
    return {one for one in people if one in page}, set(re.findall(r"Кубок \w+", page))


PAGES = {
    "/regions/{code}/": (True, True),
    "/players/?region={code}": (True, False),
    "/lists/ua/2025-04-01/?list=all&region={pk}": (True, False),
    "/events/?region={pk}": (False, True),
}
"""Pages of a region: whether they name people, and tournaments."""


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("code", ["LVI", "KHA", "ODE"])
def test_a_page_of_a_region_shows_its_own_and_nothing_else(client, country, page, code):
    region = Region.objects.get(code=code)
    people, events = shown(client, page.format(code=code, pk=region.pk))
    own_events = {f"Кубок {code}"} if code in ("LVI", "KHA") else set()
    names_people, names_events = PAGES[page]
    assert people == (set(PEOPLE.get(code, [])) if names_people else set())
    assert events == (own_events if names_events else set())


def test_the_national_view_shows_everybody(client, country):
    everybody = {one for names in PEOPLE.values() for one in names}
    assert shown(client, "/lists/ua/2025-04-01/?list=all")[0] == everybody
    assert shown(client, "/events/")[1] == {"Кубок LVI", "Кубок KHA"}


def test_the_lists_of_the_regions_part_the_whole_list(client, country):
    """UA.IK.10: a figure below the border stands on the list of one region and no other."""
    listed = {
        code: shown(client, f"/lists/ua/2025-04-01/?list={code}")[0]
        for code in ("national", "LVI", "KHA", "ODE", "none")
    }
    assert sorted(one for names in listed.values() for one in names) == sorted(
        one for names in PEOPLE.values() for one in names
    )
    assert listed["LVI"] <= set(PEOPLE["LVI"])
    assert listed["KHA"] <= set(PEOPLE["KHA"])
    assert listed["ODE"] == set()


def test_a_search_in_a_region_finds_its_people_only(client, country):
    assert shown(client, "/players/?q=я&region=LVI")[0] == {"Авдієнко Яр", "Білик Омелян"}
    assert shown(client, "/players/?q=я&region=KHA")[0] == {"Ярема Лев"}
    assert shown(client, "/players/?q=я")[0] >= {"Авдієнко Яр", "Ярема Лев", "Дорошенко Ян"}


def test_the_number_of_somebody_of_another_region_is_not_found_here(client, country):
    pk = Player.objects.get(name="Сич Назар").pk
    assert shown(client, f"/players/?q={pk}&region=LVI")[0] == set()
    assert shown(client, f"/players/?q={pk}&region=KHA")[0] == {"Сич Назар"}


def test_the_table_of_regions_adds_up(client, country):
    response = client.get("/regions/")
    lines = {line.region and line.region.code: line for line in response.context["lines"]}
    assert len(lines) == Region.objects.count() + 1
    for code, people in PEOPLE.items():
        assert lines[code].national + lines[code].regional == len(people)
    assert [lines[code].events for code in ("LVI", "KHA", "ODE", None)] == [1, 1, 0, 0]
    assert response.context["national"] + response.context["regional"] == 6


@pytest.mark.parametrize(("on", "counted"), [(date(2026, 2, 5), 1), (date(2026, 2, 6), 0)])
def test_tournaments_of_the_last_365_days_are_counted(
    client, country, monkeypatch, on: date, counted: int
):
    """The one in Lviv ended on 6 February 2025."""
    monkeypatch.setattr("federation.dates.today", lambda: on)
    lines = {
        line.region.code: line for line in client.get("/regions/").context["lines"] if line.region
    }
    assert lines["LVI"].events == counted


def test_a_region_that_there_is_not_is_said_so(client, country):
    assert client.get("/regions/XXX/").status_code == 404
    assert client.get("/players/?region=XXX").status_code == 404


def test_the_pages_of_regions_ask_no_more_with_more_people(client, country):
    addresses = ["/regions/", "/regions/LVI/", "/players/?region=LVI"]

    def asked() -> list[int]:
        counts = []
        for address in addresses:
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            counts.append(len(queries))
        return counts

    asked()
    before = asked()
    lviv = Commission.objects.get(code="LVI").region
    country.players(*(f"Новий Гравець {n}" for n in range(8)), region=lviv)
    assert asked() == before
