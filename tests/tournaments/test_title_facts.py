"""The fold "For titles" of a tournament's papers."""

from datetime import date

import pytest
from django.test import override_settings
from django.urls import reverse

from federation.models import User
from qualifications.facts import gather_event
from qualifications.law import law_for
from tests import world
from tests.samples import round_robin
from tournaments.forms import FIDE_FIELDS, OTHER_FIELDS, TITLE_FIELDS, EventForm
from tournaments.models import Event

ENGLISH = {"accept-language": "en"}


@pytest.fixture
def event(clerk: User) -> Event:
    return world.register_event(round_robin(4, starts_on=world.FIRST_DAY), user=clerk)


def posted(event: Event, **changes: str) -> dict[str, str]:
    form = EventForm(instance=event, commission=event.commission)
    values = {name: form[name].value() for name in form.fields}
    data = {
        name: value.isoformat() if isinstance(value, date) else str(value)
        for name, value in values.items()
        if value is not None and value is not False and value != ""
    }
    data |= {"arbiters-TOTAL_FORMS": "0", "arbiters-INITIAL_FORMS": "0"}
    return data | changes


def test_nothing_of_it_is_required_and_the_fold_is_closed(client, clerk, event: Event) -> None:
    form = EventForm(posted(event), instance=event, commission=event.commission)
    assert form.is_valid(), form.errors
    assert [name for name in TITLE_FIELDS if form.fields[name].required] == []
    client.force_login(clerk)
    html = client.get(reverse("event-edit", args=[event.pk]), headers=ENGLISH).content.decode()
    assert '<details class="fold" id="titles"><summary>' in html
    assert [name for name in FIDE_FIELDS if f'name="{name}"' not in html] == []
    assert [name for name in OTHER_FIELDS if f'name="{name}"' in html] == []


@override_settings(REGISTRY_SCHEMES=("ua", "fide", "ru"))
def test_what_russia_asks_is_shown_where_its_scheme_is_kept(client, clerk, event: Event) -> None:
    client.force_login(clerk)
    html = client.get(reverse("event-edit", args=[event.pk])).content.decode()
    assert [name for name in OTHER_FIELDS if f'name="{name}"' not in html] == []


def test_what_is_said_reaches_the_engine(client, clerk, event: Event) -> None:
    client.force_login(clerk)
    data = posted(
        event,
        fide_federation="ukr",
        fide_registered_on="2026-03-01",
        same_clocks="true",
        arbiter_played="false",
        most_hours_on_one_day="8",
    )
    answer = client.post(reverse("event-edit", args=[event.pk]), data)
    assert answer.status_code == 302, answer.content.decode()
    event.refresh_from_db()
    facts = gather_event(event, law_for("ua", on=event.ends_on)).facts.fide
    assert (facts.federation, facts.registered_on) == ("UKR", date(2026, 3, 1))
    assert (facts.same_clocks, facts.arbiter_played, facts.same_conditions) == (True, False, None)
    assert (facts.most_hours_on_one_day, facts.category) == (8, "open")
    html = client.get(reverse("event-edit", args=[event.pk])).content.decode()
    assert '<details class="fold" id="titles" open>' in html


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("fide_federation", "У К"),
        ("fide_federation", "UK1"),
        ("most_hours_on_one_day", "25"),
        ("fide_category", "village"),
        ("fide_registered_on", "2027-01-01"),
    ],
)
def test_a_slip_is_shown_at_the_field(event: Event, field: str, value: str) -> None:
    form = EventForm(posted(event, **{field: value}), instance=event, commission=event.commission)
    assert not form.is_valid()
    assert list(form.errors) == [field]
    assert form.title_facts_given
