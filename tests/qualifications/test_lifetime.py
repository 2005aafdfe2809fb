"""UA.CONF.7a: who keeps a rank for life by law, and the decree that says so."""

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.errors import Refused
from federation.models import Player, User
from qualifications.lifetime import lifetime_of, lifetime_waiting
from qualifications.models import Deadline, Decree, LedgerEntry
from qualifications.selectors import player_card
from qualifications.services.decree_approval import decree_approve
from qualifications.services.decrees import Chosen, DecreeText, decree_draft
from qualifications.services.ledger import ledger_append
from tests import world
from tests.samples import people

CONFIRMED_ON = date(2026, 6, 4)
KMSU, RANK_1 = "ua.kmsu", "ua.rank_1"


@pytest.fixture(autouse=True)
def _frozen(clock, reference: None) -> None:
    """It is 10 July 2026."""


def veteran(
    seed: int = 1,
    *,
    born: date | None = date(1976, 6, 4),
    since: date = date(2021, 6, 4),
    grade: str = RANK_1,
    code: str = "SUM",
) -> Player:
    """Holds a rank since a day without a break, and has confirmed it on 4 June 2026."""
    [who] = world.register_players(people(1, seed=seed), code)
    Player.objects.filter(pk=who.pk).update(birth_date=born)
    awarded = {"effective_on": date(2024, 1, 10), "details": {"since": since.isoformat()}}
    ledger_append([entry(who, "awarded", grade, **awarded)])
    confirm(who, grade, CONFIRMED_ON)
    return who


def entry(who: Player, kind: str, grade: str, **more) -> LedgerEntry:
    facts = {"recorded_at": world.NOW, "recorded_by": world.registrar(), "edition": "ua_2007"}
    return LedgerEntry(player=who, kind=kind, grade=grade, **facts | more)


def confirm(who: Player, grade: str, day: date) -> None:
    scores = {"results": {grade: [12, 11]}}
    ledger_append([entry(who, "confirmation_earned", grade, effective_on=day, details=scores)])


def waiting(code: str = "SUM") -> list[tuple[Player, str, date]]:
    found = lifetime_waiting(world.commission(code), today=world.TODAY)
    return [(one.player, one.grade, one.effective_on) for one in found]


def draft(who: Player, clerk: User) -> Decree:
    [proposal] = lifetime_waiting(world.commission(), today=world.TODAY)
    assert proposal.player == who
    return decree_draft(
        commission=world.commission(),
        text=DecreeText("1", world.TODAY, "Суми"),
        chosen=Chosen([proposal.key]),
        user=clerk,
        at=world.NOW,
    )


@pytest.mark.parametrize(
    ("born", "since", "kept"),
    [
        (date(1976, 6, 4), date(2021, 6, 4), True),
        (date(1976, 6, 4), date(2021, 6, 5), False),
        (date(1977, 1, 1), date(2021, 6, 4), False),
        (None, date(2015, 6, 4), False),
    ],
)
def test_conf_7a_fifty_years_of_age_and_five_without_a_break(born, since, kept) -> None:
    who = veteran(born=born, since=since)
    assert waiting() == ([(who, RANK_1, CONFIRMED_ON)] if kept else [])
    assert (player_card(who, on=world.TODAY).standing.term == "for_life") is kept


def test_the_body_that_awards_the_rank_is_asked_once_for_the_first_confirmation() -> None:
    who = veteran()
    confirm(who, RANK_1, date(2026, 6, 20))
    master = veteran(2, grade=KMSU, code="KHA")
    assert waiting("SUM") == [(who, RANK_1, CONFIRMED_ON)]
    assert waiting("KHA") == []
    assert waiting("UKR") == [(master, KMSU, CONFIRMED_ON)]
    [proposal] = lifetime_waiting(world.commission("UKR"), today=world.TODAY)
    assert (proposal.norm.kind, proposal.norm.effective_on, proposal.article) == (
        "confirmation_earned",
        CONFIRMED_ON,
        "UA.CONF.7a",
    )


def test_a_draft_takes_it_from_the_list_and_the_decree_grants_it(clerk: User, member: User) -> None:
    who = veteran()
    decree = draft(who, clerk)
    assert waiting() == []
    assert len(lifetime_of(Deadline.objects.all(), today=world.TODAY, drafted=True)) == 1
    decree_approve(decree, version=1, user=member, at=world.NOW)
    granted = LedgerEntry.objects.get(kind="lifetime_granted")
    assert (granted.player, granted.grade, granted.effective_on) == (who, RANK_1, CONFIRMED_ON)
    assert granted.article == "UA.CONF.7a"
    assert player_card(who, on=world.TODAY).standing.term == "for_life"
    assert waiting() == []
    assert Deadline.objects.filter(kind="kept_for_life").count() == 0


def test_the_page_of_a_new_decree_offers_it(client: Client, clerk: User) -> None:
    veteran()
    [proposal] = lifetime_waiting(world.commission(), today=world.TODAY)
    client.force_login(clerk)
    text = client.get("/desk/decrees/new/").content.decode()
    assert "I rank, for life" in text
    assert f'value="{proposal.key}"' in text
    assert "1 line for a decree" in client.get("/desk/").content.decode()


def test_a_confirmation_that_is_voided_takes_the_proposal_with_it(
    clerk: User, member: User
) -> None:
    who = veteran()
    decree = draft(who, clerk)
    cause = LedgerEntry.objects.get(kind="confirmation_earned")
    ledger_append([entry(who, "voided", "", effective_on=world.TODAY, voids=cause)])
    assert waiting() == []
    with pytest.raises(Refused, match="does not keep the rank for life any more"):
        decree_approve(decree, version=1, user=member, at=world.NOW)
    assert LedgerEntry.objects.filter(kind="lifetime_granted").count() == 0


def test_the_number_of_queries_does_not_grow_with_the_players() -> None:
    counts = []
    for seed in (1, 2, 3):
        veteran(seed)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert len(waiting()) == seed
        counts.append(len(queries))
    assert counts[0] == counts[2]
