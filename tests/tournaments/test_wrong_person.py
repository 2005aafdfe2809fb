"""The review of a file that puts results behind the wrong people, and what a clerk says to it."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from federation.models import Player, User
from tests import world
from tests.samples import round_robin
from tournaments.formats.parsed import ParsedEvent, PartialDate
from tournaments.models import Event
from tournaments.review import review_event
from tournaments.review_parts import PAGE, ReviewPlace, part_of
from tournaments.services import event_attach_upload, event_decide, players_register

pytestmark = pytest.mark.django_db

BORN = PartialDate(1990, 4, 2)
ANSWERS = {"newcomers": "without_rank", "blank_federation": "UKR"}


def cup(name: str = "Кубок Сули") -> ParsedEvent:
    """Five players; only the names and dates of birth are given."""
    parsed = round_robin(5, seed=3, starts_on=world.FIRST_DAY, forfeits=0, name=name)
    players = [
        replace(p, title=None, rating=None, fide_id=None, birth=BORN, sex="")
        for p in parsed.players
    ]
    return replace(parsed, players=tuple(players))


def draft(parsed: ParsedEvent, clerk: User, **papers: Any) -> Event:
    event = world.register_event(parsed, user=clerk, **papers)
    event = event_attach_upload(event, world.upload(world.file_of(parsed), user=clerk))
    return event_decide(event, ANSWERS)


def known(parsed: ParsedEvent, *numbers: int, **facts: Any) -> list[Player]:
    fields = {"birth_date": BORN.as_date(), "federation": "UKR"} | facts
    return players_register(
        [
            Player(name=parsed.players[number - 1].name.replace(",", ""), **fields)
            for number in numbers
        ],
        source="test",
        at=world.NOW,
    )


def found(event: Event) -> list[tuple[str, object, int, int]]:
    """Kinds of warnings: code, starting numbers, how many in all, how many open."""
    return [
        (
            kind.code,
            [problem.params["number"] for problem, _words in kind.problems],
            len(kind.problems),
            len(kind.open),
        )
        for kind in review_event(event, today=world.TODAY).kinds
    ]


def signed_in(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def test_whoever_plays_elsewhere_is_told_and_confirmed_until_somebody_else_is_chosen(
    clerk: User, member: User
) -> None:
    first, second = cup(), cup(name="Кубок Ворскли")
    people = known(first, 1, 2)
    world.submit_event(first, user=clerk)
    event = draft(second, clerk)
    # five of five play on the same days: one tournament registered twice
    assert [code for code, *_rest in _codes(event)] == ["person.tournament_twice"]
    Event.objects.exclude(pk=event.pk).update(ends_on=world.FIRST_DAY)
    Event.objects.exclude(pk=event.pk).get().entries.exclude(player__in=people).delete()

    assert found(event) == [("person.two_places", [1, 2], 2, 2)]
    url = reverse("event-review", args=[event.pk])
    client = signed_in(clerk)
    (kind,) = client.get(url).context["review"].kinds
    told = {"reason-person.two_places": "two clubs, one evening each"}
    client.post(url, ANSWERS | told | {"seal-person.two_places": "of another page"})
    assert found(event) == [("person.two_places", [1, 2], 2, 2)]
    client.post(url, ANSWERS | told | {"seal-person.two_places": kind.seal})
    assert found(event) == [("person.two_places", [1, 2], 2, 0)]

    (other,) = known(first, 3)
    Event.objects.exclude(pk=event.pk).get().entries.filter(number=2).update(player=other)
    event = event_decide(event, ANSWERS | {"players": {"3": other.pk}})
    assert found(event) == [("person.two_places", [1, 3], 2, 1)]

    world.confirm_warnings(event, user=clerk)
    assert client.post(url, ANSWERS | {"submit": "1"})["Location"] == reverse("desk")
    page = signed_in(member).get(reverse("event-admit", args=[event.pk]))
    assert [(one.row.reason, len(one.sentences)) for one in page.context["confirmed"]] == [
        ("two clubs, one evening each", 2),
        ("Звірено із суддею", 1),
    ]
    assert "two clubs, one evening each" in page.content.decode()


def _codes(event: Event) -> list[tuple[str, int]]:
    kinds = review_event(event, today=world.TODAY).kinds
    return [(kind.code, len(kind.open)) for kind in kinds]


def test_one_press_takes_the_person_who_is_proposed(clerk: User) -> None:
    parsed = cup()
    (father,) = known(parsed, 1, birth_date=date(1970, 1, 1))
    (son,) = known(parsed, 1)
    event = draft(parsed, clerk)
    event = event_decide(event, ANSWERS | {"players": {"1": father.pk}})
    assert found(event) == [("person.birth_differs", [1], 1, 1)]
    url = reverse("event-review", args=[event.pk])
    client = signed_in(clerk)
    page = client.get(url).content.decode()
    assert f'name="take" value="1:{son.pk}"' in page
    client.post(url, ANSWERS | {"take": f"1:{son.pk}"})
    event.refresh_from_db()
    assert (event.review["players"], found(event)) == ({"1": son.pk}, [])


def test_somebody_alike_makes_a_new_person_a_question(clerk: User) -> None:
    parsed = cup()
    (alike,) = known(parsed, 4, birth_date=date(1950, 1, 1))
    event = draft(parsed, clerk)
    review = review_event(event, today=world.TODAY)
    assert found(event) == [("person.new_though_similar", [4], 1, 1)]
    assert list(review.instead.values()) == [alike]


def test_a_chosen_player_who_was_joined_is_followed(clerk: User) -> None:
    parsed = cup()
    kept, merged = known(parsed, 1, 2)
    event = draft(parsed, clerk)
    event = event_decide(event, ANSWERS | {"players": {"3": merged.pk}})
    merged.merged_into = kept
    merged.save()
    review = review_event(event, today=world.TODAY)
    assert review.lines[2].chosen == kept
    assert [(p.code, p.params["player"]) for p, _words in review.notes] == [
        ("person.merged", kept.pk)
    ]


def test_players_whom_the_page_does_not_show_stay_as_decided(clerk: User) -> None:
    parsed = cup()
    event = draft(parsed, clerk)
    event = event_decide(
        event, ANSWERS | {"players": {"5": "new"}, "classes": {"5": ["ua.rank_2", "card 1"]}}
    )
    url = reverse("event-review", args=[event.pk])
    signed_in(clerk).post(url, ANSWERS | {"other-1": "", "class-1": "ua.rank_3"})
    event.refresh_from_db()
    assert event.review["players"] == {"5": "new"}
    assert event.review["classes"] == {"1": ["ua.rank_3", ""], "5": ["ua.rank_2", "card 1"]}


def test_a_long_list_is_shown_in_parts() -> None:
    rows = list(range(2 * PAGE + 1))
    first = part_of(rows, "known", ReviewPlace())
    last = part_of(rows, "known", ReviewPlace.asked({"from-known": "100", "from-new": "x"}))
    assert (first.first, first.last, first.previous, first.next) == (
        1,
        PAGE,
        "",
        "?from-known=50#part-known",
    )
    assert (list(last.items), last.previous, last.next) == (
        [100],
        "?from-known=50#part-known",
        "",
    )
