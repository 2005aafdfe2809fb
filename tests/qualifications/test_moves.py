"""Moves to a lower rank: found by the law, and confirmed by a decree of who awards the rank."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.errors import Refused
from federation.models import Player, Role, User
from qualifications.models import Deadline, Decision, LedgerEntry
from qualifications.proposals import moves_waiting
from qualifications.selectors import player_card
from qualifications.services.decree_approval import decree_approve
from qualifications.services.decrees import Chosen, DecreeText, decree_draft
from qualifications.services.ledger import ledger_append
from tests import world
from tests.samples import people

TODAY = world.TODAY
MOVED_ON = date(2026, 6, 4)
URL, LIST = "/desk/decrees/new/", "/desk/deadlines/?kind=happened"


@pytest.fixture(autouse=True)
def _frozen(clock) -> None:
    """It is 10 July 2026."""


def results(who: Player, grade: str, days: list[date], scores: dict[str, list[int]]) -> None:
    ledger_append(
        LedgerEntry(
            player=who,
            kind="failure_recorded",
            grade=grade,
            effective_on=day,
            recorded_at=world.NOW,
            recorded_by=world.registrar(),
            edition="ua_2007",
            details={"results": scores},
        )
        for day in days
    )


def moved(seed: int = 1, code: str = "SUM") -> Player:
    """A I rank who failed three times in a row, the last time on 4 June 2026."""
    [who] = world.register_players(people(1, seed=seed), code)
    world.held(who, "ua.rank_1")
    days = [date(2026, 4, 4), date(2026, 5, 4), MOVED_ON]
    results(who, "ua.rank_1", days, {"ua.rank_1": [4, 11]})
    return who


def keys(*players: Player, code: str = "SUM") -> list[str]:
    """The proposals of a body that are about these players."""
    waiting = moves_waiting(world.commission(code), today=TODAY)
    return [one.key for one in waiting if one.player in players]


def confirm(*players: Player, code: str = "SUM", **changed) -> Decision:
    """The decision of a decree that confirms what waits, or the moves of `lines`."""
    draft = decree_draft(
        commission=world.commission(code),
        text=DecreeText(changed.get("number", "21"), changed.get("dated_on", TODAY), "Суми"),
        chosen=Chosen(changed.get("lines", keys(*players, code=code))),
        user=world.registrar(),
        at=world.NOW,
    )
    approver = changed.get("approver") or world.mandated(f"approver {draft.pk}", Role.MEMBER, code)
    return decree_approve(draft, version=1, user=approver, at=world.NOW).decision


# --- the decision -------------------------------------------------------------------------------


def test_a_decree_confirms_what_the_law_has_done(reference):
    """UA.CONF.6b: the rank and its term stay, nothing is pending, the list is done with it."""
    who = moved()
    before = player_card(who, on=TODAY).standing
    assert (before.grade, before.decree_pending) == ("ua.rank_2", True)
    decision = confirm(who)
    after = player_card(who, on=TODAY).standing
    assert (after.grade, after.valid_until, after.decree_pending) == (
        "ua.rank_2",
        before.valid_until,
        False,
    )
    line = decision.lines.get()
    assert (line.kind, line.grade, line.effective_on, line.article, line.edition) == (
        *("demoted", "ua.rank_2", MOVED_ON),
        *("UA.CONF.6b", "ua_2007"),
    )
    assert list(Deadline.objects.values_list("kind", "grade")) == [("rank_ends", "ua.rank_2")]


@pytest.mark.parametrize(
    ("grade", "scores", "times", "becomes", "article"),
    [
        ("ua.kmsu", {"ua.kmsu": [4, 12]}, 2, "ua.rank_1", "UA.CONF.4a"),
        ("ua.rank_1", {"ua.rank_1": [4, 11]}, 3, "ua.rank_2", "UA.CONF.6b"),
        ("ua.rank_1", {"ua.rank_1": [9, 11], "ua.rank_2": [9, 10]}, 2, "ua.rank_2", "UA.CONF.6c"),
        ("ua.rank_2", {"ua.rank_2": [9, 11], "ua.rank_3": [9, 10]}, 2, "ua.rank_3", "UA.CONF.6d"),
    ],
)
def test_each_passage_that_moves_a_player(reference, grade, scores, times, becomes, article):
    """The rank that is lost says whose decree it is: UA.AWD.15c, UA.AWD.16."""
    [who] = world.register_players(people(1))
    world.held(who, grade)
    results(who, grade, [MOVED_ON - timedelta(days=n) for n in range(times)], scores)
    code, other = ("UKR", "SUM") if grade == "ua.kmsu" else ("SUM", "UKR")
    assert keys(who, code=other) == []
    line = confirm(who, code=code).lines.get()
    assert (line.grade, line.effective_on, line.article) == (becomes, MOVED_ON, article)
    assert player_card(who, on=TODAY).standing.decree_pending is False


def test_the_move_of_an_admitted_event_names_the_event(clerk, member):
    event = world.play(clerk, member)
    last = LedgerEntry.objects.filter(kind="failure_recorded", event=event).first()
    assert last is not None
    days = [date(2026, 4, 2 + n) for n in range(2)]
    results(last.player, last.grade, days, {last.grade: [0, 11]})
    assert confirm(last.player).lines.get().event == event


def test_two_moves_of_one_player_are_confirmed_apart(reference):
    who = moved()
    results(
        who,
        "ua.rank_2",
        [date(2026, 6, 10 + n) for n in range(3)],
        {"ua.rank_2": [2, 9]},
    )
    first, second = keys(who)
    confirm(lines=[first])
    assert player_card(who, on=TODAY).standing.decree_pending is True
    assert keys(who) == [second]
    confirm(lines=[second], number="22")
    assert player_card(who, on=TODAY).standing.decree_pending is False
    assert [e.grade for e in LedgerEntry.objects.filter(kind="demoted")] == [
        "ua.rank_2",
        "ua.rank_3",
    ]


def test_a_move_waits_however_long_ago_it_was(reference, clerk):
    [who] = world.register_players(people(1))
    world.held(who, "ua.rank_1", date(2023, 9, 1))
    days = [date(2024, month, 4) for month in (4, 5, 6)]
    results(who, "ua.rank_1", days, {"ua.rank_1": [4, 11]})
    Deadline.objects.update(found_on=date(2024, 6, 5))
    lines = signed_in(clerk).get(LIST).context["lines"]
    assert [line["grade"] for line in lines] == ["I rank"]


def test_what_an_act_has_taken_waits_for_nothing(reference):
    [who] = world.register_players(people(1))
    world.held(who, "ua.rank_1")
    ledger_append(
        [
            LedgerEntry(
                player=who,
                kind="demoted",
                grade="ua.rank_3",
                effective_on=MOVED_ON,
                recorded_at=world.NOW,
                recorded_by=world.registrar(),
            )
        ]
    )
    assert keys(who) == []


def test_a_rank_awarded_on_the_very_day_leaves_nothing_to_confirm(reference):
    who = moved()
    world.held(who, "ua.rank_1", MOVED_ON)
    assert keys(who) == []
    assert player_card(who, on=TODAY).standing.grade == "ua.rank_1"


# --- refusals -----------------------------------------------------------------------------------


def nothing_is_stored() -> bool:
    return not Decision.objects.filter(earlier=False).exists() and not (
        LedgerEntry.objects.filter(kind="demoted").exists()
    )


def test_a_move_is_confirmed_once(reference):
    who = moved()
    ticked = keys(who)
    confirm(who)
    with pytest.raises(Refused, match="have been decided or have changed"):
        confirm(lines=ticked, number="22")
    assert LedgerEntry.objects.filter(kind="demoted").count() == 1


def test_one_stale_tick_refuses_the_whole_decision(reference):
    one, other = moved(1), moved(2)
    ticked = keys(one, other)
    failure = LedgerEntry.objects.filter(player=other, kind="failure_recorded").first()
    ledger_append(
        [
            LedgerEntry(
                player=other,
                kind="voided",
                effective_on=TODAY,
                recorded_at=world.NOW,
                recorded_by=world.registrar(),
                voids=failure,
            )
        ]
    )
    with pytest.raises(Refused, match="have been decided or have changed"):
        confirm(lines=ticked)
    assert nothing_is_stored()


def test_the_ledger_is_asked_and_not_the_list(reference):
    """A row that the ledger does not bear out is not signed."""
    who = moved()
    ticked = keys(who)
    Deadline.objects.filter(kind="moved_down").update(becomes="ua.rank_3")
    assert keys(who) == []
    with pytest.raises(Refused, match="have been decided or have changed"):
        confirm(lines=ticked)
    assert nothing_is_stored()


@pytest.mark.parametrize(
    ("dated_on", "reason"),
    [
        (MOVED_ON - timedelta(days=1), "before the end of the tournament"),
        (TODAY + timedelta(days=1), "lies in the future"),
    ],
)
def test_the_date_of_the_decree(reference, dated_on, reason):
    who = moved()
    with pytest.raises(Refused, match=reason):
        confirm(who, dated_on=dated_on)
    assert nothing_is_stored()
    assert confirm(who, dated_on=MOVED_ON).decided_on == MOVED_ON


def test_nothing_chosen_is_refused(reference):
    with pytest.raises(Refused, match="at least one"):
        confirm(lines=[])


def test_a_commission_decides_for_the_players_of_its_region(reference):
    who = moved(code="KHA")
    [line] = keys(who, code="KHA")
    with pytest.raises(Refused, match="have been decided or have changed"):
        confirm(lines=[line])
    assert confirm(who, code="KHA").lines.count() == 1


def test_a_number_is_used_once_a_year(reference):
    one, other = moved(1), moved(2)
    confirm(one)
    with pytest.raises(Refused, match="already has a decree number 21 in 2026"):
        confirm(other)
    assert keys(other) != []


# --- the pages ----------------------------------------------------------------------------------


def signed_in(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def test_from_the_work_list_to_the_card(chair, member):
    one, other = moved(1), moved(2)
    client = signed_in(chair)
    lines = client.get(LIST).context["lines"]
    assert {line["key"] for line in lines if line["may_decide"]} == {*keys(one, other)}
    [ticked] = keys(one)
    form = client.get(URL, {"lines": [ticked]})
    [section] = form.context["proposals"]
    assert [line["key"] for line in section["lines"] if line["checked"]] == [ticked]
    data = {"number": "21", "dated_on": "2026-07-10", "place": "Суми", "lines": [ticked]}
    draft = client.post(URL, data)["Location"]
    refused = client.post(f"{draft}approve/", {"version": 1}, follow=True)
    assert [str(m) for m in refused.context["messages"]][1:] == [
        "You have drafted or changed this decree: another person approves it."
    ]
    at_members = signed_in(member)
    shown = at_members.get(draft).content.decode()
    assert f"New then: {one.name}, Moved to a lower rank: II rank" in shown
    done = at_members.post(f"{draft}approve/", {"version": 1}, follow=True)
    assert [str(m) for m in done.context["messages"]] == ["Decree 21 is approved."]
    lines = client.get(LIST).context["lines"]
    assert [line["key"] for line in lines] == keys(other)
    cards = [client.get(f"/players/{who.pk}/").content.decode() for who in (one, other)]
    assert ["decree pending" in card for card in cards] == [False, True]
    assert ["pending: moved by law" in card for card in cards] == [False, True]


def test_clerks_draft_too_and_strangers_see_nothing(clerk, national_chair):
    moved()
    stranger = world.mandated("stranger", Role.CHAIR, "KHA")
    shown = [
        [line["may_decide"] for line in signed_in(user).get(LIST).context["lines"]]
        for user in (clerk, national_chair, stranger)
    ]
    assert shown == [[True], [False], []]


def test_the_commission_that_answers_for_what_is_ticked_acts(chair):
    """A chair of two regions comes from the list of both."""
    world.give_mandate(chair, Role.CHAIR, "KHA")
    [ticked] = keys(moved(code="KHA"), code="KHA")
    page = signed_in(chair).get(URL, {"lines": [ticked]})
    assert page.context["commission"] == world.commission("KHA")
    for nonsense in ("x", "9" * 40, "0"):
        assert signed_in(chair).get(URL, {"lines": [nonsense]}).status_code == 200


def test_what_ended_by_itself_needs_no_signature(chair):
    [who] = world.register_players(people(1))
    world.held(who, "ua.kmsu", date(2023, 7, 1))
    page = signed_in(chair).get(LIST)
    assert [
        (line["becomes"], line["may_decide"], line["next"]) for line in page.context["lines"]
    ] == [
        ("I rank", False, "Nothing to sign: the lower rank follows by itself when the term ends.")
    ]


def test_the_page_asks_the_same_number_of_questions_however_long_it_is(chair):
    def cost() -> int:
        client = signed_in(chair)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(URL).status_code == 200
            assert client.get(LIST).status_code == 200
        return len(captured)

    moved(1)
    one = cost()
    for seed in range(2, 6):
        moved(seed)
    assert cost() == one


def test_a_decree_asks_the_same_number_of_questions_however_many_it_confirms(chair):
    def cost(*players: Player, number: str) -> int:
        ticked = keys(*players)
        world.registrar()
        with CaptureQueriesContext(connection) as captured:
            confirm(lines=ticked, number=number, approver=chair)
        return len(captured)

    few = [moved(1)]
    many = [moved(seed) for seed in range(2, 7)]
    assert cost(*few, number="1") == cost(*many, number="2")
