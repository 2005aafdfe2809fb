"""The page of an event in progress: who sees it, what it tries, and what it leaves alone."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from federation.models import User
from qualifications.engine.outlook import Assumption, Forecast, Prospect
from qualifications.engine.verdict import Outcome
from qualifications.models import Assessment
from qualifications.presenting_outlook import next_results
from qualifications.progress import event_in_progress, prospects_of
from tests import world
from tests.samples import round_robin
from tournaments.formats.parsed import ParsedEvent, RoundKind
from tournaments.models import Entry, Event, Game

pytestmark = pytest.mark.once

ENGLISH = {"accept-language": "en"}


@pytest.fixture(autouse=True)
def _frozen(clock) -> None:
    """It is 10 July 2026."""


def unplayed(parsed: ParsedEvent, since: int, *, paired: bool) -> ParsedEvent:
    """The file as it was before round `since`; that round paired or not there yet."""
    players = []
    for player in parsed.players:
        rounds = [entry for entry in player.rounds if entry.round < since]
        if paired:
            rounds += [
                entry._replace(kind=RoundKind.PENDING, half_points=None)
                for entry in player.rounds
                if entry.round == since
            ]
        total = sum(entry.half_points or 0 for entry in rounds)
        players.append(replace(player, rounds=tuple(rounds), half_points=total))
    return replace(parsed, players=tuple(players), rounds=since - (not paired))


@pytest.fixture
def draft(clerk: User) -> Event:
    """A round robin of ten, one round left and paired."""
    parsed = round_robin(given=world.club(), starts_on=world.FIRST_DAY, forfeits=0)
    return world.prepare_event(unplayed(parsed, 9, paired=True), user=clerk)


def page(user: User, event: Event, query: str = "") -> str:
    client = Client()
    client.force_login(user)
    answer = client.get(reverse("event-outlook", args=[event.pk]) + query, headers=ENGLISH)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_next_round_is_paired_and_its_results_are_tried(draft: Event, clerk: User) -> None:
    progress = event_in_progress(draft, today=world.TODAY)
    assert progress is not None
    assert (progress.left, len(progress.pairings), progress.undecided) == (1, 10, 0)
    assert all(progress.pairings[other] == one for one, other in progress.pairings.items() if other)
    found = prospects_of(progress)
    assert list(found) == ["ua", "fide"]
    assert found["ua"] != ()
    words = page(clerk, draft)
    assert "1 round is left. 2 norms are still possible." in words
    assert words.count("met whatever happens") == 2


MET, OPEN, MISSED = Outcome.MET, Outcome.UNDECIDED, Outcome.NOT_MET


@pytest.mark.parametrize(
    ("after_next", "words"),
    [
        ({2: {0: (MET, MET)}, 0: {0: (MISSED, MISSED)}}, ["A win: the norm", "A loss: no norm"]),
        ({2: {0: (MISSED, MET)}, 0: {0: (MISSED, MISSED)}}, ["A win: depends on others: no norm"]),
        ({2: {0: (OPEN, OPEN)}, 0: {0: (OPEN, OPEN)}}, ["Any result: a fact is still missing"]),
        (
            {2: {0: (MISSED, MISSED), 1: (MET, MET)}, 0: {0: (MISSED, MISSED), 1: (MISSED, MET)}},
            ["A win: then half a point needed", "A loss: then still possible"],
        ),
    ],
)
def test_what_a_result_brings_in_words(after_next, words) -> None:
    prospect = Prospect(
        participant=1,
        grade="ua.rank_1",
        edition="ua_2007",
        opponents=(2,),
        assumption=Assumption.PAIRED,
        by_half_points={0: Forecast(MISSED, MET)},
        after_next={
            first: {score: Forecast(*one) for score, one in rest.items()}
            for first, rest in after_next.items()
        },
    )
    told = [f"{line['result']}: {line['brings']}" for line in next_results(prospect)]
    assert len(told) >= len(words)
    assert [one for one, start in zip(told, words, strict=False) if not one.startswith(start)] == []


def test_nothing_is_stored(draft: Event, clerk: User) -> None:
    page(clerk, draft)
    stored = [model.objects.count() for model in (Entry, Game, Assessment)]
    assert stored == [0, 0, 0]


def test_without_a_pairing_the_rounds_are_asked_for(clerk: User) -> None:
    parsed = round_robin(given=world.club(), starts_on=world.FIRST_DAY, forfeits=0)
    played = replace(unplayed(parsed, 8, paired=False), declared_rounds=None)
    event = world.prepare_event(played, user=clerk)
    assert "No round is left." in page(clerk, event)
    assert "2 rounds are left." in page(clerk, event, "?rounds=9")
    assert "too many results to try" in page(clerk, event, "?rounds=12")


def test_a_round_with_some_results_is_not_used(clerk: User) -> None:
    parsed = round_robin(given=world.club(), starts_on=world.FIRST_DAY, forfeits=0)
    pending = unplayed(parsed, 9, paired=True)
    numbers = {1, pending.players[0].rounds[-1].opponent}
    players = tuple(
        replace(now, rounds=(*now.rounds[:-1], was.rounds[8])) if now.number not in numbers else now
        for now, was in zip(pending.players, parsed.players, strict=True)
    )
    event = world.prepare_event(replace(pending, players=players), user=clerk)
    progress = event_in_progress(event, today=world.TODAY)
    assert progress is not None
    assert (progress.left, progress.unfinished_round, len(progress.pairings)) == (1, 9, 10)
    assert {len(one.games) for one in progress.facts.participants} == {8}
    assert "Round 9 has games without a result" in page(clerk, event)


def test_a_tournament_that_was_sent_has_no_outlook(submitted_event: Event, clerk: User) -> None:
    client = Client()
    client.force_login(clerk)
    answer = client.get(reverse("event-outlook", args=[submitted_event.pk]))
    assert answer["Location"] == reverse("event-detail", args=[submitted_event.pk])


@pytest.mark.parametrize("rounds", ["0", "31", "x", "-1"])
def test_nonsense_is_not_found(draft: Event, clerk: User, rounds: str) -> None:
    client = Client()
    client.force_login(clerk)
    url = reverse("event-outlook", args=[draft.pk])
    assert client.get(url, {"rounds": rounds}).status_code == 404
