"""The page of the expected FIDE change: who sees it, what it says, how many queries it takes."""

from datetime import date

import pytest
from django.urls import reverse

from federation.models import Player
from qualifications.fide_change import expected_fide_change
from qualifications.models import ImportedRating
from tests.qualifications.building import NOW, everybody_against_everybody
from tournaments.models import Entry, EventStatus

ENGLISH = {"accept-language": "en"}
DAYS = {"starts_on": date(2026, 5, 1), "ends_on": date(2026, 5, 9)}
NAMES = ("Гнатюк Остап", "Дорош Назар", "Ємець Ілля", "Журба Тарас", "Зуб Олег", "Ільчук Юрій")
pytestmark = pytest.mark.django_db


def event_with(federation, ratings, results, **fields):
    """An admitted Swiss of players with these ratings in its file."""
    players = federation.players(*NAMES[: len(ratings)], birth_date=date(1985, 3, 4))
    event = federation.event(players, results, **{**DAYS, **fields})
    for number, rating in enumerate(ratings, start=1):
        Entry.objects.filter(event=event, number=number).update(file_rating=rating)
    return event


def text_of(client, event) -> str:
    answer = client.get(reverse("event-fide-change", args=[event.pk]), headers=ENGLISH)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_the_change_of_a_player_opens_to_the_games(client, federation):
    event = event_with(federation, [2000, 1560, 2000], [(1, 0, 1, 2), (2, 2, 0, 2)])
    page = text_of(client, event)
    assert "Expected, FIDE decides: standard ratings." in page
    # Гнатюк: a win against 440 less, limited to 400: 1 − 0.92; a loss against 2000: 0 − 0.50.
    assert "2000 → 1992 (−8)" in page
    for cell in ("→ 1600", "→ +400", "0.92", "+0.08", "+1.60", "−10.00", "1.42", "−0.42", "−8.40"):
        assert cell in page
    assert "assumed: no higher rating before, 30 rated games before" in page


def test_k_comes_from_fides_imported_list(client, federation):
    event = event_with(federation, [2000, 2000], [(1, 0, 1, 2)])
    ImportedRating.objects.create(
        player=Player.objects.get(name=NAMES[0]),
        scheme="fide",
        kind="standard",
        list_on=date(2026, 5, 1),
        value=2000,
        factor=40,
        source="test",
        imported_at=NOW,
    )
    one, other = expected_fide_change(event).changes.players
    assert (one.factor.value, one.factor.why, one.change) == (40, "listed", 2000)
    assert (other.factor.value, other.factor.why) == (20, "ordinary")
    assert "K of FIDE’s list" in text_of(client, event)


def test_a_player_without_rating_sees_what_is_missing(client, federation):
    event = event_with(federation, [None, 1900, 1800], [(1, 0, 1, 2), (2, 2, 0, 0)])
    page = text_of(client, event)
    assert "No first rating from this event alone. 3 more games against rated opponents are" in page
    # (1900 + 1800 + 3600) / 4 and 3 of 4 points.
    assert "2 in 2 games. Ra 1825.00, p 75 percent, dp +193.00: 2018 before the bounds." in page
    assert "Round 1 was played against an opponent without a rating and is not counted." in page


def test_an_event_without_ratings_says_so_and_is_not_linked(client, federation):
    event = event_with(federation, [None, None], [(1, 0, 1, 2)])
    assert "names no FIDE ratings" in text_of(client, event)
    address = reverse("event-fide-change", args=[event.pk])
    detail = reverse("event-detail", args=[event.pk])
    assert address not in client.get(detail).content.decode()
    Entry.objects.filter(event=event, number=1).update(file_rating=2000)
    assert address in client.get(detail).content.decode()


@pytest.mark.parametrize(
    ("minutes", "increment", "words"),
    [
        (60, 0, "every player needs at least 90 minutes for 60 moves"),
        (15, 10, "Expected, FIDE decides: rapid ratings."),
        (3, 2, "Expected, FIDE decides: blitz ratings."),
    ],
)
def test_the_time_control_says_which_rating(client, federation, minutes, increment, words):
    event = event_with(
        federation, [2000, 2000], [(1, 0, 1, 2)], minutes=minutes, increment_seconds=increment
    )
    assert words in text_of(client, event)


def test_what_the_sources_leave_open_is_left_open(client, federation):
    days = {"starts_on": date(2019, 5, 1), "ends_on": date(2019, 5, 9)}
    event = event_with(federation, [2000, 2000], [(1, 0, 1, 2)], minutes=15, **days)
    page = text_of(client, event)
    assert "Left open: 400 as for standard ratings when the lists began, 735 in November" in page


def test_a_game_too_far_apart_is_shown_and_not_counted(client, federation):
    event = event_with(federation, [2650, 2000, 2640], [(1, 0, 1, 2), (2, 0, 2, 2)], minutes=15)
    page = text_of(client, event)
    assert "not rated: the ratings are too far apart (FIDE.R.600)" in page
    one = expected_fide_change(event).changes.players[0]
    assert (one.gain, one.change) == (49, 490)


def test_before_the_first_rules_there_is_nothing(client, federation):
    days = {"starts_on": date(2003, 6, 1), "ends_on": date(2003, 6, 9)}
    event = event_with(federation, [2000, 2000], [(1, 0, 1, 2)], **days)
    assert "holds no rating rules of FIDE for the days" in text_of(client, event)


def test_before_admission_only_the_commission_sees_it(client, federation):
    event = event_with(federation, [2000, 2000], [(1, 0, 1, 2)])
    type(event).objects.filter(pk=event.pk).update(
        status=EventStatus.SUBMITTED, admitted_by=None, admitted_at=None
    )
    address = reverse("event-fide-change", args=[event.pk])
    assert client.get(address).status_code == 302
    client.force_login(federation.clerk)
    assert client.get(address).status_code == 200


def test_the_queries_do_not_grow_with_the_players(
    client, federation, django_assert_max_num_queries
):
    small = event_with(federation, [2000, 2000], [(1, 0, 1, 2)])
    Player.objects.update(name="Інший")
    large = event_with(federation, [2000] * 6, everybody_against_everybody(6))
    for event in (small, large):
        with django_assert_max_num_queries(6):
            expected_fide_change(event)
