"""Team events: stored with the event, and the table of teams from the games of the players."""

from dataclasses import replace

import pytest
from django.urls import reverse

from tests import world
from tests.samples import team_event
from tournaments.formats.parsed import ParsedEvent, ParsedTeam
from tournaments.models import Entry, Event, Team
from tournaments.services import event_return
from tournaments.teams import TeamMatch, team_matches, team_table

TEAMS = ("Дебют", "Ендшпіль", "Гамбіт", "Цугцванг")


@pytest.fixture
def parsed() -> ParsedEvent:
    """Four teams of two boards and a reserve, everybody against everybody."""
    event = team_event(teams=4, boards=2, starts_on=world.FIRST_DAY)
    teams = tuple(
        ParsedTeam(number, name, tuple(number + 4 * board for board in range(3)))
        for number, name in enumerate(TEAMS, start=1)
    )
    return replace(event, teams=teams)


@pytest.fixture
def event(parsed, clerk) -> Event:
    return world.submit_event(parsed, user=clerk, system="team")


def matches_of(event: Event) -> list[TeamMatch]:
    entries = event.entries.select_related("player")
    return team_matches(event.teams.all(), entries, event.games.all())


def test_teams_and_boards_are_stored_as_the_file_has_them(event):
    seats = Entry.objects.filter(event=event).order_by("team__number", "board")
    assert list(seats.values_list("team__name", "board", "number")) == [
        (name, board + 1, number + 4 * board)
        for number, name in enumerate(TEAMS, start=1)
        for board in range(3)
    ]


def test_every_team_meets_every_other_once(event):
    pairs = [(m.round, frozenset((m.first.number, m.second.number))) for m in matches_of(event)]
    assert len(pairs) == 6
    assert {pair for _round, pair in pairs} == {
        frozenset((one, other)) for one in range(1, 5) for other in range(1, one)
    }
    assert sorted(number for number, _pair in pairs) == [1, 1, 2, 2, 3, 3]


def test_a_match_counts_its_boards_and_a_win_without_an_opponent(event):
    """Two boards are two points, except where nobody sat on either side."""
    totals = dict.fromkeys(range(1, 5), 0)
    for match in matches_of(event):
        assert len(match.boards) == 2
        totals[match.first.number] += match.first_half_points
        totals[match.second.number] += match.second_half_points
    rows = team_table(list(event.teams.all()), event.entries.all(), matches_of(event))
    assert {row.team.number: row.game_half_points for row in rows} == totals


def test_without_declared_points_a_won_match_is_two_and_a_drawn_one_a_point(event):
    expected = dict.fromkeys(range(1, 5), 0)
    for match in matches_of(event):
        difference = match.first_half_points - match.second_half_points
        expected[match.first.number] += 4 if difference > 0 else 2 if difference == 0 else 0
        expected[match.second.number] += 4 if difference < 0 else 2 if difference == 0 else 0
    rows = team_table(list(event.teams.all()), event.entries.all(), matches_of(event))
    assert {row.team.number: row.match_half_points for row in rows} == expected
    points = [(row.match_half_points, row.game_half_points) for row in rows]
    assert points == sorted(points, reverse=True)
    assert [row.place for row in rows] == [1 + sum(p > own for p in points) for own in points]


def test_declared_places_and_points_stand(event):
    for team in event.teams.all():
        team.file_rank, team.file_match_half_points = 5 - team.number, 2 * team.number
        team.file_game_half_points = team.number
        team.save()
    rows = team_table(list(event.teams.all()), event.entries.all(), matches_of(event))
    assert [(r.place, r.team.number, r.match_half_points, r.game_half_points) for r in rows] == [
        (1, 4, 8, 4),
        (2, 3, 6, 3),
        (3, 2, 4, 2),
        (4, 1, 2, 1),
    ]


def test_a_returned_event_leaves_no_team(event):
    event_return(event, note="boards")
    assert Team.objects.count() == 0


def test_the_page_shows_teams_and_matches(event, clerk, client):
    client.force_login(clerk)
    page = client.get(reverse("event-detail", args=[event.pk])).content.decode()
    for name in TEAMS:
        assert f"<summary>{name}</summary>" in page
    assert page.count("<h3>Round ") == 3
