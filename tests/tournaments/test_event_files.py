"""An event is written with what the registry knows, and every difference from its file is told."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from federation.models import User
from tests import world
from tests.samples import round_robin, team_event
from tournaments.formats.parsed import ParsedTeam
from tournaments.formats.reading import read_file
from tournaments.models import Event, Game
from tournaments.stored_event import KINDS, stored_event, write_event


@pytest.fixture
def event(clerk: User) -> Event:
    """A round robin of eight known people; the file lacks two of their FIDE numbers."""
    people = world.club(8, known=8)
    blank = [replace(p, fide_id=None) if at < 2 else p for at, p in enumerate(people)]
    parsed = round_robin(given=blank, seed=4, starts_on=world.FIRST_DAY)
    return world.submit_event(parsed, user=clerk)


def facts(content: bytes) -> list[tuple]:
    event = read_file(content).event
    assert event is not None
    return [
        (p.number, p.name, p.half_points, [(e.opponent, e.colour, e.kind, e[4]) for e in p.rounds])
        for p in event.players
    ]


@pytest.mark.parametrize("kind", ["trf16", "trf26"])
def test_what_is_written_reads_as_the_file_did(event: Event, kind: str) -> None:
    assert event.upload is not None
    written = write_event(stored_event(event), kind)
    assert facts(written.data) == facts(bytes(event.upload.content))
    filled = [p.params["number"] for p in written.adjustments if p.code == "write.fide_id_filled"]
    known = [e.number for e in event.entries.all() if e.player.fide_id and not e.file_fide_id]
    assert filled == known


def test_a_result_that_was_corrected_is_written_and_told(event: Event) -> None:
    game = Game.objects.filter(event=event, kind="played", white_half_points=2).first()
    assert game is not None
    game.white_half_points, game.black_half_points = 0, 2
    game.save()
    written = write_event(stored_event(event), "trf16")
    told = [
        (p.params["number"], p.params["round"])
        for p in written.adjustments
        if p.code == "stored.result_changed"
    ]
    assert sorted(told) == sorted((e.number, game.round) for e in (game.white, game.black) if e)
    read = read_file(written.data).event
    assert read is not None
    [white] = [p for p in read.players if p.number == game.white.number]
    assert white.rounds[game.round - 1].half_points == 0


def test_the_page_lists_the_differences_and_each_kind_is_downloaded(
    event: Event, clerk: User, client: Client
) -> None:
    client.force_login(clerk)
    page = client.get(reverse("event-files", args=[event.pk]))
    assert [file["kind"] for file in page.context["files"]] == list(KINDS)
    assert page.context["files"][0]["count"] > 0
    for kind in KINDS:
        got = client.get(reverse("event-file", args=[event.pk, kind]))
        assert got.status_code == 200
        assert (got.content[:2] == b"PK") is (kind in KINDS[2:])
    assert client.get(reverse("event-file", args=[event.pk, "pdf"])).status_code == 404


def test_teams_come_back_as_the_file_has_them(clerk: User) -> None:
    parsed = team_event(teams=4, boards=2, starts_on=world.FIRST_DAY)
    teams = tuple(
        ParsedTeam(number, f"Team {number}", (number, number + 4, number + 8))
        for number in range(1, 5)
    )
    event = world.submit_event(replace(parsed, teams=teams), user=clerk, system="team")
    assert event.upload is not None
    before = read_file(bytes(event.upload.content)).event
    after = read_file(write_event(stored_event(event), "trf16").data).event
    assert before is not None
    assert after is not None
    assert (after.teams, after.is_team) == (before.teams, True)
