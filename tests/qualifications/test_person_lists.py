"""Lists while two entries are linked as one person, and after the link is undone."""

import json
from datetime import date, timedelta

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from federation.models import PersonLink, Player
from qualifications.explain import explain_row
from qualifications.figures import figures_in_force
from qualifications.models import RatingPeriod, RatingRow
from qualifications.selectors import coefficient_history
from qualifications.services.people import person_link, person_unlink
from tests.qualifications.building import NOW, Federation, everybody_against_everybody
from tests.qualifications.test_person_links import in_a_world
from tests.verify_list import differences

BORN = date(1990, 1, 1)
WHY = "той самий квиток"

FIRST, SECOND, THIRD = date(2026, 4, 1), date(2026, 7, 1), date(2026, 10, 1)


@pytest.fixture
def listed(federation: Federation) -> list[Player]:
    """Six players with coefficients; the last one is another entry of the first, without one."""
    return federation.players(*(f"Вищий {n}" for n in range(7)), sex="m", birth_date=BORN)


def rows_of(federation: Federation, list_on: date) -> dict[str, tuple[int | None, int]]:
    run = federation.compute(list_on)
    rows = RatingRow.objects.filter(run=run)
    return {name: (a, g) for name, a, g in rows.values_list("player__name", "after", "games")}


def test_the_next_list_counts_the_games_of_both_for_one_person(
    federation: Federation, listed: list[Player]
) -> None:
    federation.opening(FIRST, {p: (2300 + 10 * n, 40) for n, p in enumerate(listed)})
    first, other = listed[0], listed[6]
    players = [other, *listed[1:6]]
    federation.event(
        players,
        everybody_against_everybody(6),
        starts_on=date(2026, 4, 10),
        ends_on=date(2026, 4, 20),
        system="round_robin",
    )
    apart = rows_of(federation, SECOND)
    assert apart[other.name][1] == 5
    chair = federation.chair
    made = link(federation, first, other)
    together = rows_of(federation, SECOND)
    assert other.name not in together
    assert together[first.name][1] == 5
    assert len(together) == len(apart) - 1
    person_unlink(made, reason="двоє", user=chair, at=NOW, today=date(2026, 5, 4))
    assert rows_of(federation, SECOND) == apart


def test_who_has_no_coefficient_has_that_of_the_other_entry(
    federation: Federation, listed: list[Player]
) -> None:
    kept, other = listed[6], listed[0]
    federation.opening(FIRST, {p: (2300 + 10 * n, 40) for n, p in enumerate(listed[:6])})
    day = date(2026, 4, 10)
    assert figures_in_force(day, [kept.pk], scheme="ua").by_player() == {}
    made = link(federation, kept, other)
    figures = figures_in_force(day, [kept.pk, other.pk], scheme="ua").by_player()
    assert figures == {kept.pk: 2300, other.pk: 2300}
    assert [p.value for p in coefficient_history(kept, until=day)] == [2300]
    federation.event(
        listed[1:6],
        everybody_against_everybody(5),
        starts_on=date(2026, 4, 10),
        ends_on=date(2026, 4, 20),
        system="round_robin",
    )
    federation.publish(SECOND)
    assert rows_of(federation, THIRD)[kept.name] == (2300, 0)
    person_unlink(made, reason="двоє", user=federation.chair, at=NOW, today=day)
    assert rows_of(federation, THIRD)[other.name] == (2300, 0)
    later = figures_in_force(SECOND, [other.pk], scheme="ua").by_player()
    assert later == {other.pk: 2300}


def link(federation: Federation, kept: Player, merged: Player) -> PersonLink:
    return person_link(
        *(kept, merged), choices={}, reason=WHY, user=federation.chair, at=NOW, today=FIRST
    )


def round_robin(federation: Federation, players: list[Player], first: date, *, wins: int) -> None:
    """Everybody against everybody; the one in place `wins` wins every game, others are drawn."""

    def score(white: int, black: int) -> int:
        return 2 if white == wins else 0 if black == wins else 1

    federation.event(
        players,
        everybody_against_everybody(len(players), score),
        starts_on=first,
        ends_on=first + timedelta(days=9),
        system="round_robin",
    )


def explained(federation: Federation, list_on: date, player: Player) -> int | None:
    """The published coefficient, after the files of the list and its explanation agreed."""
    address = f"/lists/ua/{list_on}/"
    given, listed = (
        json.loads(b"".join(Client().get(address + name))) for name in ("inputs.json", "list.json")
    )
    assert differences(given, listed) == []
    period = RatingPeriod.objects.get(list_on=list_on)
    row = RatingRow.objects.get(run=period.published_run, player=player)
    change = explain_row(row).change
    assert (change.after, change.games, change.half_points) == (
        row.after,
        row.games,
        row.half_points,
    )
    return row.after


def test_a_first_coefficient_of_two_linked_entries_is_explained_and_exported_as_it_was_counted(
    federation: Federation, listed: list[Player]
) -> None:
    others, (other, kept) = listed[:4], listed[5:]  # the kept one has the higher number
    federation.opening(FIRST, {p: (2100 + 10 * n, 40) for n, p in enumerate(others)})
    round_robin(federation, [other, *others], date(2026, 4, 10), wins=0)
    round_robin(federation, [kept, *others], date(2026, 5, 10), wins=0)
    federation.publish(SECOND)
    assert explained(federation, SECOND, kept) is None
    made = link(federation, kept, other)
    round_robin(federation, [other, *others], date(2026, 7, 10), wins=1)
    federation.publish(THIRD)
    linked = explained(federation, THIRD, kept)
    row = RatingRow.objects.get(run__publication__list_on=THIRD, player=kept)
    assert (linked is not None, row.games, RatingRow.objects.filter(player=other).count()) == (
        True,
        4,
        1,
    )
    person_unlink(made, reason="двоє", user=federation.chair, at=NOW, today=THIRD)
    assert explained(federation, THIRD, kept) == linked
    round_robin(federation, others, date(2026, 10, 10), wins=0)
    federation.publish(date(2027, 1, 1))
    assert explained(federation, date(2027, 1, 1), kept) == linked
    assert explained(federation, date(2027, 1, 1), other) is None


def test_a_coefficient_that_the_other_entry_brought_is_exported_as_it_was_counted(
    federation: Federation, listed: list[Player]
) -> None:
    others, (other, kept) = listed[:4], listed[5:]
    federation.opening(FIRST, {p: (2100 + 10 * n, 40) for n, p in enumerate([*others, other])})
    made = link(federation, kept, other)
    round_robin(federation, [kept, *others], date(2026, 4, 10), wins=0)
    federation.publish(SECOND)
    linked = explained(federation, SECOND, kept)
    person_unlink(made, reason="двоє", user=federation.chair, at=NOW, today=SECOND)
    assert explained(federation, SECOND, kept) == linked
    round_robin(federation, others, date(2026, 7, 10), wins=0)
    federation.publish(THIRD)  # the other's line of the first list is put back
    assert explained(federation, THIRD, other) == 2140


class ListsAfterUndoing(TestCase):
    @settings(max_examples=4, deadline=None)
    @given(
        before=st.lists(st.booleans(), min_size=1, max_size=2),
        added=st.integers(0, 1),
        rated=st.booleans(),
    )
    def test_the_next_list_is_what_it_would_have_been_without_the_link(
        self, before, added, rated
    ) -> None:
        def world(linked: bool) -> list[tuple]:
            federation = Federation()
            listed = federation.players(*(f"Вищий {n}" for n in range(6)), sex="m", birth_date=BORN)
            others, (other, kept) = listed[:4], listed[4:]
            known = [*others, other] if rated else others
            federation.opening(FIRST, {p: (2100 + 10 * n, 40) for n, p in enumerate(known)})
            for place, of_other in enumerate(before):
                field = [other if of_other else kept, *others]
                round_robin(federation, field, date(2026, 4 + place, 10), wins=place)
            federation.publish(SECOND)
            made = link(federation, kept, other) if linked else None
            for place in range(added):
                round_robin(federation, [kept, *others], date(2026, 7 + place, 10), wins=0)
            if made is not None:
                federation.compute(THIRD)  # a draft counts them as one
                person_unlink(made, reason="двоє", user=federation.chair, at=NOW, today=SECOND)
            rows = RatingRow.objects.filter(run=federation.compute(THIRD))
            return sorted(rows.values_list("player__name", "before", "games", "after"), key=str)

        assert in_a_world(lambda: world(True)) == in_a_world(lambda: world(False))
