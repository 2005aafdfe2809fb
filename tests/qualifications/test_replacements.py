"""A corrected file for an admitted event: a proposal, its consequences, another person's click."""

from dataclasses import replace

import pytest
from django.core import serializers
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from federation.errors import Refused
from federation.models import Player, User
from qualifications.models import Assessment, LedgerEntry
from qualifications.services.replacements import (
    replacement_admit,
    replacement_consequences,
    replacement_decide,
    replacement_discard,
    replacement_propose,
    replacement_submit,
)
from tests import world
from tests.conftest import Clock
from tournaments.corrected_file import difference_from_before
from tournaments.formats.parsed import ParsedEvent
from tournaments.formats.reading import read_file
from tournaments.models import Entry, Event, EventReplacement, EventStatus, Game
from tournaments.review import review_event

DECIDED = {"newcomers": "without_rank", "blank_federation": "UKR", "warnings_seen": True}


def corrected(event: Event) -> ParsedEvent:
    """The first decided game of round 1 the other way round, and another person as number 10."""
    assert event.upload is not None
    parsed = read_file(bytes(event.upload.content)).event
    assert parsed is not None
    players = {player.number: player for player in parsed.players}
    number = next(n for n, p in players.items() if p.rounds[0].half_points != 1)
    other = players[number].rounds[0].opponent or 0
    for one in (number, other):
        first, *rest = players[one].rounds
        turned = first._replace(half_points=2 - (first.half_points or 0))
        points = (players[one].half_points or 0) + 2 * (turned.half_points or 0) - 2
        players[one] = replace(players[one], rounds=(turned, *rest), half_points=points)
    last = max(players)
    players[last] = replace(players[last], name="Нова, Надія", fide_id=None, birth=None)
    return replace(parsed, players=tuple(players.values()))


@pytest.fixture
def proposed(admitted_event: Event, clerk: User) -> EventReplacement:
    """The corrected file, sent for admission."""
    content = world.file_of(corrected(admitted_event))
    found = replacement_propose(
        admitted_event,
        world.upload(content, user=clerk, name="new.trf"),
        reason="Протокол третього столу",
        user=clerk,
        at=world.NOW,
    )
    last = max(found.review["players"], key=int)
    assert int(last) < admitted_event.entries.count()
    replacement_decide(
        found, found.review | DECIDED | {"players": found.review["players"] | {"10": "new"}}
    )
    replacement_submit(found, user=clerk, at=world.NOW, today=world.TODAY)
    return EventReplacement.objects.get(pk=found.pk)


def results(event: Event) -> set[tuple]:
    rows = Game.objects.filter(event=event)
    return set(rows.values_list("round", "white__number", "black__number", "white_half_points"))


def everything() -> str:
    tables = (Event, Entry, Game, Player, LedgerEntry, Assessment, EventReplacement)
    return "".join(serializers.serialize("json", m.objects.order_by("pk")) for m in tables)


def test_the_corrected_results_take_the_place_and_the_earlier_ones_are_kept(
    proposed: EventReplacement, admitted_event: Event, member: User
) -> None:
    """PAGES: nothing happens by surprise: what is shown is what happens."""
    before, entries = (
        results(admitted_event),
        dict(admitted_event.entries.values_list("player", "pk")),
    )
    old_upload, database = admitted_event.upload_id, everything()
    act = {"user": member, "at": world.NOW, "today": world.TODAY}
    shown = replacement_consequences(proposed, **act)  # type: ignore[arg-type]
    assert everything() == database
    lines = set(LedgerEntry.objects.values_list("pk", flat=True))
    replacement_admit(proposed, **act)  # type: ignore[arg-type]
    event = Event.objects.get(pk=admitted_event.pk)
    proposed.refresh_from_db()
    earlier = proposed.earlier
    assert earlier is not None
    assert (earlier.status, earlier.upload_id) == (EventStatus.REPLACED, old_upload)
    assert (event.status, event.upload_id) == (EventStatus.ADMITTED, proposed.upload_id)
    assert results(earlier) == before
    assert len(results(event) - before) == 1
    assert len(before - results(event)) == 1
    now = dict(event.entries.values_list("player", "pk"))
    assert {p: pk for p, pk in now.items() if p in entries} == {
        p: pk for p, pk in entries.items() if p in now
    }
    assert (len(now), len(now.keys() - entries.keys())) == (len(entries), 1)
    added = LedgerEntry.objects.exclude(pk__in=lines)
    assert {line.voids_id for line in added if line.voids_id} == {line.pk for line in shown.gone}
    told = {(line.player.name, line.kind, line.grade) for line in shown.new}
    assert {(x.player.name, x.kind, x.grade) for x in added if not x.voids_id} == told
    assert event.pk in {one.pk for one in shown.events}


def test_people_stay_who_they_are_under_the_same_number_and_name(
    proposed: EventReplacement, admitted_event: Event
) -> None:
    kept = {str(e.number): e.player_id for e in admitted_event.entries.exclude(number=10)}
    assert proposed.review["players"] == kept | {"10": "new"}


def test_whoever_prepared_a_corrected_file_does_not_admit_it(
    proposed: EventReplacement, clerk: User
) -> None:
    with pytest.raises(Refused, match="cannot admit it"):
        replacement_admit(proposed, user=clerk, at=world.NOW, today=world.TODAY)


def test_an_event_of_a_published_list_takes_a_late_correction(
    admitted_event: Event, published_lists: object, clerk: User
) -> None:
    stored = world.upload(world.file_of(corrected(admitted_event)), user=clerk)
    with pytest.raises(Refused, match="late correction"):
        replacement_propose(admitted_event, stored, reason="x", user=clerk, at=world.NOW)


def test_a_corrected_draft_keeps_decisions_and_is_compared_with_the_first_file(
    clerk: User,
) -> None:
    event = world.prepare_event(
        world.round_robin(given=world.club(), starts_on=world.FIRST_DAY), user=clerk
    )
    event.review["players"] = {"1": "new", "10": "new"}
    event.save()
    event = world.event_attach_upload(
        event, world.upload(world.file_of(corrected(event)), user=clerk)
    )
    assert event.review["players"] == {"1": "new"}
    assert "warnings_seen" not in event.review
    review = review_event(event, today=world.TODAY)
    found = difference_from_before(event, review.parsed)
    assert found is not None
    assert (len(found.results) > 0, [p.name for p in found.added]) == (True, ["Нова, Надія"])


def test_a_discarded_file_leaves_the_event_and_may_be_followed_by_another(
    proposed: EventReplacement, admitted_event: Event, clerk: User
) -> None:
    EventReplacement.objects.filter(pk=proposed.pk).update(status="draft")
    before = results(admitted_event)
    replacement_discard(proposed, user=clerk, at=world.NOW)
    again = replacement_propose(
        admitted_event, proposed.upload, reason="інакше", user=clerk, at=world.NOW
    )
    assert (again.pk != proposed.pk, results(admitted_event) == before) == (True, True)


def test_a_corrected_file_goes_from_the_clerk_to_another_member_by_the_pages(
    admitted_event: Event, clerk: User, member: User, client: Client, clock: Clock
) -> None:
    def page(name: str) -> str:
        return reverse(name, args=[admitted_event.pk])

    client.force_login(clerk)
    file = SimpleUploadedFile("new.trf", world.file_of(corrected(admitted_event)))
    assert client.post(page("event-corrected"), {"file": file}).status_code == 422
    file.seek(0)
    given = client.post(page("event-corrected"), {"file": file, "reason": "Протокол"})
    assert given["Location"] == page("event-corrected-review")
    shown = client.get(page("event-corrected-review"))
    assert len(shown.context["corrected"].results) == 1
    chosen = EventReplacement.objects.get().review["players"]
    sent = client.post(
        page("event-corrected-review"),
        {
            **{f"player-{n}": pk for n, pk in chosen.items()},
            "player-10": "new",
            "newcomers": "without_rank",
            "blank_federation": "UKR",
            "warnings_seen": "on",
            "submit": "1",
        },
    )
    assert sent["Location"] == reverse("desk")
    assert client.get(page("event-corrected-admit")).status_code == 403
    client.force_login(member)
    assert client.get(page("event-corrected-admit")).context["lines"] != []
    assert client.post(page("event-corrected-admit"), {"admit": "1"}).status_code == 302
    done = EventReplacement.objects.get()
    assert (done.status, done.decided_by) == ("admitted", member)
    assert done.earlier is not None
    earlier = client.get(reverse("event-detail", args=[done.earlier.pk]))
    assert earlier["Location"] == page("event-detail")
    assert client.get(page("event-detail")).status_code == 200


def test_a_sent_tournament_comes_back_with_a_corrected_file(
    submitted_event: Event, clerk: User, client: Client
) -> None:
    client.force_login(clerk)
    file = SimpleUploadedFile("new.trf", world.file_of(corrected(submitted_event)))
    client.post(reverse("event-upload", args=[submitted_event.pk]), {"file": file})
    event = Event.objects.get(pk=submitted_event.pk)
    assert (event.status, event.entries.count(), event.games.count()) == ("draft", 0, 0)
    page = client.get(reverse("event-review", args=[event.pk]))
    assert page.context["corrected"].added == ["10. Нова, Надія"]
