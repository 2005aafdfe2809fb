"""The pages of late corrections: drafted by one, looked at, signed by another."""

import json
from datetime import date, timedelta
from io import BytesIO
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from python_calamine import CalamineWorkbook

from federation import dates
from federation.errors import Refused
from federation.models import Player, Role
from qualifications.correction_page import other_coefficient
from qualifications.models import Correction, CorrectionStatus
from qualifications.services.corrections import correction_compute
from tests.qualifications.building import NOW, Federation, everybody_against_everybody
from tests.verify_list import differences
from tournaments.models import Game

APRIL, JULY, OCTOBER = date(2025, 4, 1), date(2025, 7, 1), date(2025, 10, 1)
MAY_1, AUGUST_1 = date(2025, 5, 1), date(2025, 8, 1)
LIST = "/lists/ua/2025-07-01/"
KINDS = ("list.csv", "list.xlsx", "list.pdf", "list.json", "inputs.json")


def played(federation: Federation, people: int) -> list[Player]:
    """A round robin in each of two quarters, with their lists."""
    players = federation.players(*(f"Явір Данило {n:02}" for n in range(people)))
    federation.opening(APRIL, {p: (1900 + 5 * n, 50) for n, p in enumerate(players)})
    for day, list_on in ((MAY_1, JULY), (AUGUST_1, OCTOBER)):
        federation.event(
            players,
            everybody_against_everybody(people, lambda white, black: (white + black) % 3),
            starts_on=day,
            ends_on=day,
        )
        federation.publish(list_on)
    return players


@pytest.fixture
def signer(federation):
    return federation.person("signer", Role.MEMBER, federation.national)


def drafted(client, federation: Federation, **form: str) -> Correction:
    """The first game of May gets another result, by the form of the page."""
    player = Player.objects.order_by("pk").first()
    event = player.entries.get(event__starts_on=MAY_1).event
    game = event.games.order_by("pk").first()
    result = "played:0:2" if game.white_half_points else "played:2:0"
    client.force_login(federation.national_chair)
    address = f"{reverse('correction-new')}?event={event.pk}&kind=result"
    given = {"game": game.pk, "result": result, "reason": "акт арбітра"} | form
    page = client.post(address, given)
    assert page.status_code == 302, page.content.decode()
    return Correction.objects.latest("pk")


def computed(correction: Correction) -> None:
    correction_compute(correction.pk, task_id="", clock=lambda: NOW, today=date(2026, 5, 4))


def without_mark(found: dict[str, bytes]) -> dict[str, Any]:
    """Files without what they say of later issues; the paper says it on each page."""
    listed, inputs = (json.loads(found[kind]) for kind in ("list.json", "inputs.json"))
    for head in (listed.get("list", listed), inputs["list"]):
        head.pop("issues", None)
    return {"list": listed, "inputs": inputs}


def files(client, query: str = "") -> dict[str, bytes]:
    return {kind: b"".join(client.get(f"{LIST}{kind}{query}")) for kind in KINDS}


def test_a_correction_goes_from_the_form_to_the_lists(
    client, federation, signer, django_capture_on_commit_callbacks
):
    played(federation, 6)
    before = files(client)
    correction = drafted(client, federation)
    detail = reverse("correction-detail", args=[correction.pk])
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("correction-compute", args=[correction.pk]))
    page = client.get(detail).content.decode()
    assert "2 lists are issued again." in page
    assert "Sign the correction" not in page
    client.force_login(signer)
    assert "1 correction to sign" in client.get(reverse("desk")).content.decode()
    page = client.get(detail).content.decode()
    shown = page.split('name="computed" value="')[1].split('"')[0]
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("correction-sign", args=[correction.pk]), {"computed": shown})
    correction.refresh_from_db()
    assert (correction.status, correction.decided_by) == (CorrectionStatus.SIGNED, signer)
    assert without_mark(files(client, "?issue=1")) == without_mark(before)
    for query in ("?issue=1", ""):
        inputs = b"".join(client.get(f"{LIST}inputs.json{query}"))
        printed = b"".join(client.get(f"{LIST}list.json{query}"))
        assert differences(json.loads(inputs), json.loads(printed)) == []
    marked = client.get(LIST).content.decode()
    assert "amended" in marked
    assert "Issue 2 of 2, amended by the correction" in marked
    old = client.get(f"{LIST}?issue=1").content.decode()
    assert "replaced by issue 2" in old


def test_the_difference_asks_as_much_for_two_lines_as_for_all(client, federation):
    played(federation, 8)
    one_game = drafted(client, federation)
    event = correction_event(one_game)
    address = f"{reverse('correction-new')}?event={event}&kind=event_left_out"
    client.post(address, {"reason": "не той турнір"})
    whole_event = Correction.objects.latest("pk")
    counts = {}
    for correction in (one_game, whole_event):
        computed(correction)
        with CaptureQueriesContext(connection) as queries:
            page = client.get(reverse("correction-detail", args=[correction.pk]))
        assert page.status_code == 200
        counts[correction.lines.filter(period__list_on=JULY).count()] = len(queries)
    assert list(counts) == [2, 8]
    assert counts[8] <= counts[2]


def test_the_workbook_has_every_line_of_the_difference(client, federation):
    played(federation, 6)
    correction = drafted(client, federation)
    computed(correction)
    answer = client.get(reverse("correction-difference", args=[correction.pk]))
    book = CalamineWorkbook.from_filelike(BytesIO(b"".join(answer)))
    rows = book.get_sheet_by_name("Figures").to_python()[1:]
    lines = correction.lines.select_related("period", "new_row").order_by(
        "period__list_on", "sort_key", "pk"
    )
    assert [(row[0], row[1], row[7]) for row in rows] == [
        (f"{line.period.list_on:%d.%m.%Y}", line.player_id, line.new_row.after) for line in lines
    ]


def test_each_line_opens_to_its_games_in_both_versions(client, federation):
    played(federation, 6)
    correction = drafted(client, federation)
    computed(correction)
    for line in correction.lines.select_related("old_row", "new_row"):
        page = client.get(
            reverse("correction-line", args=[correction.pk, line.period_id, line.player_id])
        ).content.decode()
        for row in (line.old_row, line.new_row):
            assert f"<strong>{row.before} → {row.after}</strong>" in page


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("", 404),
        ("?event=0", 404),
        ("?event=99999999999999999999", 404),
        ("?event=x", 404),
        ("?event={event}&kind=nothing", 404),
        ("?event={event}", 200),
        ("?event={event}&kind=player&entry=99999999", 200),
        ("?period=1", 404),
        ("?period=1&player=99999999", 404),
    ],
)
def test_addresses_that_nobody_gave(client, federation, query, status):
    [event] = [
        federation.event(
            federation.players("Ян", "Як"), [(1, 0, 1, 2)], starts_on=MAY_1, ends_on=MAY_1
        )
    ]
    client.force_login(federation.national_chair)
    address = reverse("correction-new") + query.format(event=event.pk)
    assert client.get(address).status_code == status


def test_nothing_typed_is_lost_and_the_draft_of_somebody_else_is_not_taken(
    client, federation, signer
):
    played(federation, 4)
    correction = drafted(client, federation)
    client.force_login(signer)
    event = correction_event(correction)
    address = f"{reverse('correction-new')}?event={event}&kind=event_left_out"
    page = client.post(address, {"reason": "", "draft": str(correction.pk)})
    assert (page.status_code, Correction.objects.count()) == (422, 1)
    page = client.post(
        f"{reverse('correction-new')}?event={event}&kind=player", {"reason": "Акт", "to": "x"}
    )
    assert page.status_code == 422
    assert "Акт" in page.content.decode()


def test_a_draft_whose_person_was_taken_out_says_so(client, federation):
    """A newcomer goes when the tournament that brought them is returned."""
    played(federation, 4)
    correction = drafted(client, federation)
    [newcomer] = federation.players("Яцко Новий")
    entry = Game.objects.get(pk=correction.changes[0]["game"]).white_id
    correction.changes.append({"kind": "player", "entry": entry, "to": newcomer.pk})
    correction.save()
    newcomer.delete()
    detail = reverse("correction-detail", args=[correction.pk])
    assert "no longer in the registry" in client.get(detail).content.decode()
    with pytest.raises(Refused, match="There is no such player"):
        computed(correction)
    client.post(reverse("correction-remove", args=[correction.pk]), {"place": "1"})
    computed(correction)
    assert "2 lists are issued again." in client.get(detail).content.decode()


def test_work_whose_worker_is_dead_says_so_and_begins_anew(client, federation):
    played(federation, 4)
    correction = drafted(client, federation)
    detail = reverse("correction-detail", args=[correction.pk])
    silent = "no sign of this work for ten minutes"
    for minutes, told in ((0, False), (11, True)):
        Correction.objects.update(
            task_id="of a dead worker", beat_at=dates.now() - timedelta(minutes=minutes)
        )
        assert (silent in client.get(detail).content.decode()) is told
    client.post(reverse("correction-stop", args=[correction.pk]))
    computed(correction)
    assert "2 lists are issued again." in client.get(detail).content.decode()


def test_who_has_no_coefficient_before_and_after_has_no_other_one(client, federation):
    played(federation, 4)
    unrated = federation.players("Яцко Новий")
    event = federation.event(
        [*Player.objects.order_by("pk")[:3], *unrated],
        everybody_against_everybody(4, lambda white, black: (white + black) % 3),
        starts_on=date(2025, 6, 3),
        ends_on=date(2025, 6, 3),
    )
    client.force_login(federation.national_chair)
    address = f"{reverse('correction-new')}?event={event.pk}&kind=late_event"
    client.post(address, {"reason": "пізній звіт"})
    correction = Correction.objects.get()
    computed(correction)
    lines = correction.lines.filter(period__list_on=JULY)
    other = other_coefficient(lines)
    assert [found.filter(player=unrated[0]).count() for found in (lines, other)] == [1, 0]


def correction_event(correction: Correction) -> int:
    return Game.objects.get(pk=correction.changes[0]["game"]).event_id
