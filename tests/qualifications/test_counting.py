"""Who is rated, from rows to lists, pages and papers."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from html import unescape
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from federation.errors import Refused
from federation.keeping import fact_record
from federation.models import Player, Region
from qualifications.counting import count_events, event_counting
from qualifications.engine.rules.ua_2007.counting_facts import Scope
from qualifications.facts import gather_event
from qualifications.figures import figures_in_force
from qualifications.law import law_for
from qualifications.life_facts import coefficient_facts
from qualifications.models import RatingRow
from qualifications.presenting_counting import papers_questions
from qualifications.services.papers import event_facts_state
from tests.qualifications.building import NOW, Federation, everybody_against_everybody
from tournaments.forms import COEFFICIENT_FIELDS, EventForm
from tournaments.models import Event
from tournaments.title_facts import CoefficientKind

pytestmark = pytest.mark.once

ENGLISH = {"accept-language": "en"}
JANUARY, APRIL, JULY = date(2025, 1, 1), date(2025, 4, 1), date(2025, 7, 1)
DAY = timedelta(days=1)
FIRST_DAY, LAST_DAY = date(2025, 2, 2), date(2025, 2, 20)


@pytest.fixture(autouse=True)
def _frozen(clock) -> None:
    """It is 10 July 2026."""


def get(client: Client, url: str) -> str:
    """The page as words, in English."""
    content = client.get(url, headers=ENGLISH).content.decode()
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", content)).split())


def hold(federation: Federation, players: Sequence[Player], kind: str, **fields: Any) -> Event:
    """A round robin in Lviv with the time of a norm; who is named first wins."""
    papers: dict[str, Any] = {"system": "round_robin", "electronic_clocks": True}
    return federation.event(
        players,
        everybody_against_everybody(len(players), lambda one, other: 2 if one < other else 0),
        starts_on=FIRST_DAY,
        ends_on=LAST_DAY,
        coefficient_kind=kind,
        **(papers | fields),
    )


@pytest.fixture
def players(federation: Federation) -> list[Player]:
    """Nine above the border, one of Lviv and one of Kharkiv below it, one without a coefficient."""
    above = federation.players(*(f"Вищий {n}" for n in range(9)))
    of_lviv, without = federation.players("Місцевий", "Новий")
    (of_kharkiv,) = federation.players("Гість", region=Region.objects.get(code="KHA"))
    listed = dict.fromkeys(above, (2000, 50))
    federation.opening(JANUARY, listed | {of_lviv: (1700, 50), of_kharkiv: (1700, 50)})
    return [*above, of_lviv, of_kharkiv, without]


def changed(list_on: date) -> set[str]:
    rows = RatingRow.objects.filter(run__period__list_on=list_on, games__gt=0)
    return set(rows.values_list("player__name", flat=True))


ABOVE = {f"Вищий {n}" for n in range(9)}


def test_ik_5_and_10_a_national_event_leaves_a_figure_of_another_region_alone(
    federation: Federation, players: list[Player]
) -> None:
    hold(federation, players, "all_ukrainian")
    federation.compute(APRIL)
    assert changed(APRIL) == ABOVE | {"Місцевий", "Новий"}
    guest = RatingRow.objects.get(player=players[10], run__period__list_on=APRIL)
    assert (guest.after, guest.games, guest.national) == (1700, 0, False)
    top = RatingRow.objects.get(player=players[0], run__period__list_on=APRIL)
    assert top.games == 9  # against the eight and the one of Lviv


def test_ik_7_a_local_event_changes_figures_of_its_region_only(
    federation: Federation, players: list[Player]
) -> None:
    hold(federation, players, "local")
    federation.compute(APRIL)
    assert changed(APRIL) == {"Місцевий", "Новий"}
    local = RatingRow.objects.get(player=players[9], run__period__list_on=APRIL)
    assert local.games == 9  # against those above the border, and not against the guest


def test_ik_5_the_border_is_crossed_upwards_from_1849_to_1850(federation: Federation) -> None:
    field = federation.players(*(f"Гравець {n}" for n in range(10)))
    federation.opening(JANUARY, dict(zip(field, [(1849, 50)] * 1 + [(1850, 50)] * 9, strict=True)))
    opening = RatingRow.objects.filter(run__period__list_on=JANUARY)
    assert [row.national for row in opening.order_by("player")] == [False] + [True] * 9
    hold(federation, field, "all_ukrainian")
    federation.publish(APRIL)
    row = RatingRow.objects.get(player=field[0], run__period__list_on=APRIL)
    assert ((row.after or 0) > 1850, row.national, row.crossed) == (True, True, "up")
    last = RatingRow.objects.get(player=field[9], run__period__list_on=APRIL)
    assert ((last.after or 0) < 1850, last.national, last.crossed) == (True, False, "down")
    assert last.region == field[9].region


def test_an_undecided_event_waits_and_is_counted_when_its_kind_is_stated(
    federation: Federation, players: list[Player]
) -> None:
    event = hold(federation, players, "")
    run = federation.compute(APRIL)
    assert [line["code"] for line in run.report if line["code"].startswith("event")] == [
        "event_undecided"
    ]
    assert changed(APRIL) == set()
    event_facts_state(event, facts={"coefficient_kind": "qualifier"}, user=federation.chair, at=NOW)
    again = federation.compute(APRIL)
    assert RatingRow.objects.get(run=again, player=players[0]).games == 9


def test_a_fact_is_stated_once_and_by_whom_is_kept(
    federation: Federation, players: list[Player]
) -> None:
    event = hold(federation, players, "")
    facts = {"coefficient_kind": "local"}
    event = event_facts_state(event, facts=facts, user=federation.chair, at=NOW)
    assert event.review["stated_later"] == [
        {"by": federation.chair.pk, "at": NOW.isoformat(), "facts": facts}
    ]
    with pytest.raises(Refused, match="meantime"):
        event_facts_state(
            event, facts={"coefficient_kind": "abroad"}, user=federation.chair, at=NOW
        )
    assert Event.objects.get().coefficient_kind == "local"


def test_ik_10_norms_and_exemptions_know_national_figures_only(
    federation: Federation, players: list[Player]
) -> None:
    event = hold(federation, players, "all_ukrainian")
    gathered = gather_event(event, law_for("ua", on=LAST_DAY))
    told = {p.number: p.individual_coefficient for p in gathered.facts.participants}
    assert told == dict.fromkeys(range(1, 10), 2000) | {10: None, 11: None, 12: None}
    assert gathered.figures == dict.fromkeys(range(1, 10), 2000) | {10: 1700, 11: 1700}
    facts = coefficient_facts([players[0].pk, players[9].pk])
    assert [fact.value for fact in facts[players[0].pk]] == [2000]
    assert [fact.value for fact in facts[players[9].pk]] == []


def test_ik_2_a_federation_that_the_registry_does_not_know_is_taken_from_the_file(
    federation: Federation, players: list[Player]
) -> None:
    Player.objects.filter(pk__in=[p.pk for p in players[:3]]).update(federation="")
    event = hold(federation, players, "all_ukrainian")
    event.entries.filter(number=1).update(file_federation="UKR")
    event.entries.filter(number=2).update(file_federation="POL")
    verdict = event_counting(event, law_for("ua", on=LAST_DAY), scheme="ua")
    assert verdict.of_players[0].measured == {"members": 10, "unknown": 1, "participants": 12}


@pytest.mark.parametrize(
    ("valid_from", "valid_until", "value", "is_member"),
    [
        (FIRST_DAY + DAY, None, "UKR", False),
        (FIRST_DAY, None, "UKR", True),
        (None, FIRST_DAY, "UKR", True),
        (None, FIRST_DAY - DAY, "UKR", False),
        (None, None, "POL", False),
    ],
)
def test_ik_2_a_recorded_membership_decides_by_the_first_day(
    federation: Federation,
    players: list[Player],
    valid_from: date | None,
    valid_until: date | None,
    value: str,
    is_member: bool,
) -> None:
    event = hold(federation, players, "all_ukrainian")
    fact_record(
        players[0],
        kind="membership",
        value=value,
        valid_from=valid_from,
        valid_until=valid_until,
        source="реєстр членів",
        user=None,
        at=NOW,
        today=LAST_DAY,
    )
    law = law_for("ua", on=LAST_DAY)
    figures = figures_in_force(FIRST_DAY, [p.pk for p in players], scheme="ua")
    judged, field = count_events([event], figures, law)
    rated = set(field.player[judged.rated].tolist())
    assert ((players[0].pk in rated), len(rated)) == (is_member, 10 + is_member)


def test_ik_9_masters_are_those_of_the_first_day(
    federation: Federation, players: list[Player]
) -> None:
    event = hold(federation, players, "international", material_received_on=date(2025, 5, 20))
    event.entries.filter(number=2).update(stated_class="ua.kmsu")
    law = law_for("ua", on=LAST_DAY)
    figures = figures_in_force(FIRST_DAY, [p.pk for p in players], scheme="ua")
    judged, field = count_events([event], figures, law)
    assert judged.verdicts[0].scope is Scope.NATIONAL
    assert field.player[judged.rated].tolist() == [players[1].pk]
    event.material_received_on = date(2025, 5, 21)
    judged, _field = count_events([event], figures, law)
    assert judged.verdicts[0].scope is Scope.NOT_COUNTED


def test_many_events_need_no_more_queries_than_one(
    federation: Federation, players: list[Player]
) -> None:
    events = [hold(federation, players, kind) for kind in ("local", "all_ukrainian", "qualifier")]
    law = law_for("ua", on=LAST_DAY)
    figures = figures_in_force(FIRST_DAY, [p.pk for p in players], scheme="ua")
    counts = []
    for some in (events[:1], events):
        with CaptureQueriesContext(connection) as captured:
            count_events(some, figures, law)
        counts.append(len(captured))
    assert counts == [4, 4]


# ---------------------------------------------------------------- pages


def test_the_event_page_says_why_an_event_counts(
    client: Client, federation: Federation, players: list[Player]
) -> None:
    event = hold(federation, players, "all_ukrainian")
    words = get(client, reverse("event-detail", args=[event.pk]))
    assert "Individual coefficient counted nationally" in words
    assert "10 of 12 participants have one that is valid here." in words
    assert "With a coefficient of another region: 1 player" in words
    local = hold(federation, players, "local")
    assert "Individual coefficient counted in the region" in get(
        client, reverse("event-detail", args=[local.pk])
    )


def test_the_event_page_of_an_undecided_event_asks_and_lets_the_commission_answer(
    client: Client, federation: Federation, players: list[Player]
) -> None:
    event = hold(federation, players, "")
    page, address = (
        reverse(name, args=[event.pk]) for name in ("event-detail", "event-coefficient")
    )
    assert "not decided: a fact is missing" in get(client, page)
    assert "State what is missing" not in get(client, page)
    client.force_login(federation.chair)
    assert "State what is missing" in get(client, page)
    assert client.post(address, {}).status_code == 422
    early = {"coefficient_kind": "abroad", "material_received_on": "2025-02-01"}
    assert client.post(address, early).status_code == 422
    told = {"coefficient_kind": "abroad", "material_received_on": "2025-05-21"}
    assert client.post(address, told).status_code == 302
    assert "Individual coefficient not counted" in get(client, page)


def test_the_card_says_where_a_figure_is_valid_and_that_it_crossed_the_border(
    client: Client, federation: Federation
) -> None:
    field = federation.players(*(f"Гравець {n}" for n in range(10)))
    federation.opening(JANUARY, dict.fromkeys(field, (1850, 50)))
    hold(federation, field, "all_ukrainian")
    federation.publish(APRIL)
    words = get(client, reverse("player-card", args=[field[9].pk]))
    assert "valid in one region only: Lviv region" in words
    assert "fell below the border: now on the list of the region" in words
    assert "valid in one region" not in get(client, reverse("player-card", args=[field[0].pk]))


# ---------------------------------------------------------------- papers


def test_papers_ask_for_the_kind_before_the_results_are_known(federation: Federation) -> None:
    event = federation.event([], [], starts_on=FIRST_DAY, ends_on=LAST_DAY, coefficient_kind="")
    assert len(papers_questions(event)) == 2  # the kind, and whether the clocks were electronic
    event.electronic_clocks, event.coefficient_kind = True, "local"
    assert papers_questions(event) == []
    event.coefficient_kind, event.rated = "abroad", False
    assert papers_questions(event) == []


def test_the_form_offers_what_the_articles_tell_apart(federation: Federation) -> None:
    form = EventForm(commission=federation.region_commission)
    assert [field.name for field in form.coefficient_fields()] == list(COEFFICIENT_FIELDS)
    offered = re.findall(r'<option value="(\w*)"', str(form["coefficient_kind"]))
    assert offered == ["", *(k.value for k in CoefficientKind if k is not CoefficientKind.STATED)]


@pytest.mark.parametrize(
    ("kind", "received", "wrong"),
    [
        ("abroad", "2025-03-01", False),
        ("international", "2025-02-02", False),
        ("abroad", "2025-02-01", True),
        ("local", "2025-03-01", True),
        ("", "2025-03-01", True),
        ("local", "", False),
    ],
)
def test_the_day_of_the_material_belongs_to_an_international_event(
    federation: Federation, kind: str, received: str, wrong: bool
) -> None:
    form = EventForm(
        {
            "starts_on": "2025-02-02",
            "coefficient_kind": kind,
            "material_received_on": received,
        },
        commission=federation.region_commission,
    )
    assert ("material_received_on" in form.errors) is wrong


def test_what_admitted_events_said_before_is_kept_by_the_migration(
    federation: Federation, players: list[Player]
) -> None:
    events = [
        hold(federation, players, "", **fields)
        for fields in ({}, {"rated": False}, {"status": "draft", "admitted_by": None})
    ]
    migration = import_module("tournaments.migrations.0004_coefficient_kind")
    migration.keep_what_was_said(apps, None)
    kinds = Event.objects.order_by("pk").values_list("coefficient_kind", flat=True)
    assert list(kinds) == ["stated", "", ""]
    assert len(events) == 3
