"""Dated facts about people: from when until when, from what source, and never two at once."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from federation.dated import person_on
from federation.errors import Refused
from federation.keeping import fact_record, fact_void, facts_begin
from federation.lookup import people_for
from federation.models import PersonFact, Player, Region, User
from federation.naming import Identity, Match, MatchKind, match_person
from federation.reference import load_reference
from tests import world
from tests.samples import people

TODAY = date(2026, 7, 10)
NEXT_MONTH = date(2026, 8, 1)
NOW = datetime(2026, 7, 10, 9, tzinfo=UTC)
DAY = timedelta(days=1)
DAY_BEFORE = TODAY - DAY


@pytest.fixture
def player(reference: None) -> Player:
    [player] = world.register_players(people(1), "SUM")
    return player


@pytest.fixture
def user(reference: None) -> User:
    return world.registrar()


def region(code: str) -> Region:
    return Region.objects.get(code=code)


def record(player: Player, user: User, kind: str, value: str = "", **fact) -> PersonFact:
    fact = {"valid_from": None, "source": "заява", "at": NOW, "today": TODAY} | fact
    return fact_record(player, kind=kind, value=value, user=user, **fact)


def test_a_transfer_typed_today_is_effective_next_month(player: Player, user: User) -> None:
    record(player, user, "region", region=region("KHA"), valid_from=NEXT_MONTH)
    player.refresh_from_db()
    assert player.region == region("SUM")
    assert person_on(player, TODAY).region_id == region("SUM").pk
    assert person_on(player, NEXT_MONTH - DAY).region_id == region("SUM").pk
    assert person_on(player, NEXT_MONTH).region_id == region("KHA").pk
    assert facts_begin(NEXT_MONTH - DAY) == 0
    assert facts_begin(NEXT_MONTH + 3 * DAY) == 1, "a missed night is made up for"
    assert facts_begin(NEXT_MONTH + 3 * DAY) == 0
    player.refresh_from_db()
    assert player.region == region("KHA")
    assert person_on(player, TODAY).region_id == region("SUM").pk
    rows = PersonFact.objects.filter(kind="region").values_list("valid_from", "valid_until")
    assert list(rows) == [(None, NEXT_MONTH - DAY), (NEXT_MONTH, None)]


def test_a_transfer_that_was_an_error_is_voided_and_the_region_before_goes_on(
    player: Player, user: User
) -> None:
    transfer = record(player, user, "region", region=region("KHA"), valid_from=date(2026, 6, 1))
    player.refresh_from_db()
    assert player.region == region("KHA")
    with pytest.raises(Refused, match="Say why"):
        fact_void(transfer, reason=" ", user=user, at=NOW, today=TODAY)
    fact_void(transfer, reason="інша людина", user=user, at=NOW, today=TODAY)
    player.refresh_from_db()
    assert player.region == region("SUM")
    assert person_on(player, date(2026, 6, 15)).region_id == region("SUM").pk
    transfer.refresh_from_db()
    assert (transfer.void_reason, transfer.voided_by) == ("інша людина", user)
    with pytest.raises(Refused, match="voided already"):
        fact_void(transfer, reason="ще раз", user=user, at=NOW, today=TODAY)


@pytest.mark.parametrize("since", [date(2026, 3, 1), None])
def test_a_fact_between_two_others_can_be_voided_and_the_first_goes_on(
    player: Player, user: User, since: date | None
) -> None:
    wrong = record(player, user, "region", region=region("KHA"), valid_from=since)
    last = record(player, user, "region", region=region("LVI"), valid_from=date(2026, 6, 1))
    fact_void(wrong, reason="інша людина", user=user, at=NOW, today=TODAY)
    assert person_on(player, date(2026, 5, 31)).region_id == region("SUM").pk
    assert person_on(player, date(2026, 6, 1)).region_id == region("LVI").pk
    fact_void(last, reason="теж інша", user=user, at=NOW, today=TODAY)
    assert person_on(player, TODAY).region_id == region("SUM").pk


def test_a_correction_from_always_keeps_the_error_as_a_voided_line(
    player: Player, user: User
) -> None:
    wrong = player.birth
    assert wrong is not None
    fact = record(player, user, "birth", "06.05.1990")
    player.refresh_from_db()
    assert (player.birth_date, player.birth_year) == (date(1990, 5, 6), 1990)
    assert person_on(player, date(2000, 1, 1)).birth_date == date(1990, 5, 6)
    error = PersonFact.objects.exclude(pk=fact.pk).get()
    assert (error.value, error.void_reason) == (wrong.text, "заява")
    fact_void(fact, reason="усе ж таки ні", user=user, at=NOW, today=TODAY)
    player.refresh_from_db()
    assert player.birth == wrong


def test_a_birth_may_be_a_year_only(player: Player, user: User) -> None:
    record(player, user, "birth", "1990")
    player.refresh_from_db()
    assert (player.birth_date, player.birth_year) == (None, 1990)


def test_a_former_name_finds_the_person_until_it_is_voided(player: Player, user: User) -> None:
    asked = Identity(name="Близнюк Роксолана", birth=player.birth, sex=player.sex)

    def found() -> Match:
        return match_person(asked, people_for([asked]).candidates(asked))

    fact = record(player, user, "former_name", "Близнюк Роксолана", valid_until=DAY_BEFORE)
    assert [one.player for one in found().candidates] == [player.pk]
    fact_void(fact, reason="інша людина", user=user, at=NOW, today=TODAY)
    assert (found().kind, found().candidates) == (MatchKind.NEW, ())


def test_a_new_name_is_found_by_search_and_the_old_one_is_a_fact(
    player: Player, user: User
) -> None:
    old = player.name
    record(player, user, "name", "Лісогор Ольга", valid_from=TODAY)
    player.refresh_from_db()
    assert player.name == "Лісогор Ольга"
    assert "лісогор" in player.search_key
    assert person_on(player, TODAY - DAY).name == old


def test_titles_and_memberships_stand_beside_each_other(player: Player, user: User) -> None:
    record(player, user, "title", "CM", valid_from=date(2020, 1, 1), confirmed_on=date(2020, 2, 2))
    record(player, user, "title", "FM", valid_from=date(2022, 1, 1))
    record(player, user, "membership", "ukr", valid_until=date(2025, 12, 31))
    assert person_on(player, date(2021, 1, 1)).titles == (("CM", date(2020, 2, 2)),)
    assert [one.title for one in person_on(player, TODAY).titles] == ["CM", "FM"]
    assert person_on(player, date(2025, 12, 31)).memberships == ("UKR",)
    assert person_on(player, TODAY).memberships == ()
    with pytest.raises(Refused, match="same period"):
        record(player, user, "title", "FM", valid_from=date(2021, 1, 1))


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("sex", "x"),
        ("birth", "учора"),
        ("birth", "1990-05"),
        ("birth", "31.02.1990"),
        ("federation", "Україна"),
        ("membership", "квиток 17"),
        ("fide_id", "дві"),
        ("region", ""),
        ("club", " "),
    ],
)
def test_a_value_that_is_none_is_refused_in_words(
    player: Player, user: User, kind: str, value: str
) -> None:
    with pytest.raises(Refused):
        record(player, user, kind, value)
    assert PersonFact.objects.count() == 0


def test_the_fide_number_of_another_player_is_refused(reference: None, user: User) -> None:
    one, other = world.register_players(people(2))
    Player.objects.filter(pk=other.pk).update(fide_id=14100011)
    with pytest.raises(Refused, match="one person"):
        record(one, user, "fide_id", "14100011")
    assert PersonFact.objects.count() == 0


def test_the_database_refuses_overlapping_periods(player: Player) -> None:
    def row(first: date | None, last: date | None, kind: str = "club") -> PersonFact:
        return PersonFact.objects.create(
            player=player,
            kind=kind,
            value="Лев",
            valid_from=first,
            valid_until=last,
            source="-",
            recorded_at=NOW,
        )

    def refused(first: date | None, last: date | None) -> bool:
        try:
            with transaction.atomic():
                row(first, last)
        except IntegrityError:
            return True
        return False

    row(date(2026, 1, 10), date(2026, 1, 20))
    assert refused(date(2026, 1, 20), None)
    assert refused(None, date(2026, 1, 10))
    assert refused(date(2026, 1, 12), date(2026, 1, 13))
    assert refused(None, None)
    after = row(date(2026, 1, 21), None)
    row(None, date(2026, 1, 9))
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE federation_personfact SET valid_from = %s WHERE id = %s",
            [date(2026, 1, 20), after.pk],
        )
    row(None, None, kind="federation")
    assert PersonFact.objects.count() == 4


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_facts_at_the_same_moment_do_not_overlook_each_other(in_threads) -> None:
    user = _reference_and_user()
    [player] = world.register_players(people(1))

    def add() -> None:
        PersonFact.objects.create(
            player=player, kind="club", value="Лев", source="-", recorded_at=NOW, recorded_by=user
        )

    found = in_threads(add, add)
    assert sorted(type(one).__name__ for one in found) == ["IntegrityError", "NoneType"]
    assert PersonFact.objects.count() == 1


def _reference_and_user() -> User:
    load_reference()
    return world.registrar()


days = st.integers(0, 40).map(lambda n: date(2026, 6, 20) + n * DAY)


class Lives(TestCase):
    @settings(max_examples=25, deadline=None)
    @given(
        st.lists(st.tuples(days, st.sampled_from(["А", "Б", "В"]), st.booleans()), max_size=8),
        days,
    )
    def test_whatever_is_typed_in_whatever_order_one_club_is_in_force(self, typed, day) -> None:
        """Each fact typed runs until the next one begins; a voided one leaves the one before."""
        load_reference()
        user = world.registrar()
        [player] = world.register_players(people(1))
        alive: dict[date, str] = {}
        for first, club, then_void in typed:
            try:
                fact = record(player, user, "club", club, valid_from=first)
            except Refused:
                later = any(start >= first for start in alive)
                assert later, "only a later fact stands in the way"
                continue
            assert not any(start >= first for start in alive)
            if then_void:
                fact_void(fact, reason="-", user=user, at=NOW, today=TODAY)
            else:
                alive[first] = club
        begun = [start for start in alive if start <= day]
        expected = alive[max(begun)] if begun else ""
        assert person_on(player, day).club == expected
