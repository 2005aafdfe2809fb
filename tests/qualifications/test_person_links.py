"""Two entries of one person: linked, read together, and taken apart again without a trace."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.db import transaction
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from federation.errors import Refused
from federation.lookup import people_for
from federation.models import PersonLink, PersonSuspect, Player, Region
from federation.naming import Birth, Identity, match_person
from federation.selectors import players_search
from federation.suspects import suspects_find, suspects_open
from qualifications.facts import standings_on
from qualifications.law import law_for
from qualifications.models import Deadline, LedgerEntry
from qualifications.selectors import player_card
from qualifications.services.deadlines import standings_check
from qualifications.services.people import person_link, person_unlink
from tests.qualifications.building import NOW, Federation
from tests.qualifications.test_judged_again import RANK_1, RANK_2, TODAY, Club

BORN = date(1990, 1, 1)
WHY = "той самий квиток"


def link(club: Club, kept: Player, merged: Player, **choices: str) -> PersonLink:
    club.clock += timedelta(minutes=1)
    return person_link(
        kept,
        merged,
        choices=choices,
        reason=WHY,
        user=club.federation.chair,
        at=club.clock,
        today=TODAY,
    )


def unlink(club: Club, one: PersonLink) -> None:
    club.clock += timedelta(minutes=1)
    person_unlink(one, reason="двоє різних", user=club.federation.chair, at=club.clock, today=TODAY)


class Doubles(Club):
    """A club whose first player stands in the registry twice: А is kept, Б is the other."""

    def __init__(self) -> None:
        super().__init__(Federation(), first=None)
        self.kept = self.players[0]
        [self.other] = self.federation.players("Ковтун Павло", sex="m", birth_date=BORN)

    def play(self, who: Player, month: int, wins: int) -> None:
        self.players[0] = who
        self.admit(self.sent(month, wins))

    def lines(self, *people: Player) -> list[tuple]:
        """Lines of the ledger that hold."""
        rows = LedgerEntry.objects.filter(player__in=people, voided_by=None, voids=None)
        return sorted(rows.values_list("kind", "grade", "effective_on", "event__name", "article"))

    def said(self, player: Player) -> tuple:
        """Everything that the registry says of somebody, without keys of rows."""
        player = Player.objects.get(pk=player.pk)
        card = player_card(player, on=TODAY)
        ledger = [
            (line.kind, line.grade, line.effective_on, str(line.event))
            for line in card.ledger
            if line.voids is None and not card.voided(line)
        ]
        return (
            replace_basis(card.standing),
            sorted(ledger),
            [(e.entry.event.name, e.entry.half_points) for e in card.events],
            [(point.list_on, point.value) for point in card.history],
            sorted(
                Deadline.objects.filter(player=player).values_list(
                    "kind", "grade", "day", "becomes"
                )
            ),
            (player.name, player.fide_id, player.birth, str(player.region), player.merged_into_id),
        )


def replace_basis(standing) -> tuple:
    return (
        standing.grade,
        standing.since,
        standing.valid_until,
        standing.term,
        standing.candidate_points,
        standing.last_grade,
    )


def in_a_world(act: Callable[[], object]) -> object:
    """What `act` returns; the database is as before."""
    with transaction.atomic():
        found = act()
        transaction.set_rollback(True)
    return found


games = st.lists(st.integers(0, 9), max_size=2)
rank = st.sampled_from([None, RANK_1, RANK_2])


@pytest.mark.once
class Links(TestCase):
    @settings(max_examples=6, deadline=None)
    @given(own=games, others=games, added=games, own_rank=rank, other_rank=rank)
    def test_merge_add_undo_is_what_would_have_been_without_the_merge_and_the_added_games(
        self, own, others, added, own_rank, other_rank
    ) -> None:
        def world(linked: bool) -> tuple:
            club = Doubles()
            for player, one in ((club.kept, own_rank), (club.other, other_rank)):
                if one:
                    club.award(player, one)
            for place, wins in enumerate(own):
                club.play(club.kept, 1 + 4 * place, wins)
            for place, wins in enumerate(others):
                club.play(club.other, 2 + 4 * place, wins)
            made = link(club, club.kept, club.other) if linked else None
            for place, wins in enumerate(added):
                club.play(club.kept, 3 + 4 * place, wins)
            if made is not None:
                unlink(club, made)
            return club.said(club.kept), club.said(club.other)

        with_link = in_a_world(lambda: world(True))
        without = in_a_world(lambda: world(False))
        assert with_link == without

    @settings(max_examples=6, deadline=None)
    @given(own=games, others=games, other_rank=rank)
    def test_two_linked_are_what_one_person_with_everything_would_be(
        self, own, others, other_rank
    ) -> None:
        def world(twice: bool) -> tuple:
            club = Doubles()
            second = club.other if twice else club.kept
            if other_rank:
                club.award(second, other_rank)
            for place, wins in enumerate(own):
                club.play(club.kept, 1 + 4 * place, wins)
            for place, wins in enumerate(others):
                club.play(second, 2 + 4 * place, wins)
            if twice:
                link(club, club.kept, club.other)
            found = standings_check(club.kept.pk, club.other.pk, on=TODAY)
            assert found.differences == ()
            return club.said(club.kept)[:5], club.lines(club.kept, club.other)

        assert in_a_world(lambda: world(True)) == in_a_world(lambda: world(False))


@pytest.fixture
def club(db: None) -> Doubles:
    return Doubles()


def test_the_other_one_is_found_and_shown_as_the_one_who_is_kept(club: Doubles, client) -> None:
    other_name = Player.objects.get(pk=club.other.pk).name
    link(club, club.kept, club.other)
    assert list(players_search(other_name)) == [club.kept]
    assert list(players_search(str(club.other.pk))) == [club.kept]
    assert list(players_search(club.kept.name)) == [club.kept]
    answer = client.get(reverse("player-card", args=[club.other.pk]))
    assert (answer.status_code, answer["Location"]) == (
        302,
        reverse("player-card", args=[club.kept.pk]),
    )
    asked = Identity(name=other_name, birth=Birth(1990, 1, 1), sex="m")
    pool = people_for([asked])
    assert {person.player for person in pool.candidates(asked)} & {
        club.kept.pk,
        club.other.pk,
    } == {club.kept.pk}
    assert match_person(asked, pool.candidates(asked)).player == club.kept.pk


def test_who_plays_in_one_event_with_the_other_is_not_linked(club: Doubles) -> None:
    club.players[1] = club.other
    club.play(club.kept, 1, 3)
    with pytest.raises(Refused, match="Both play in “Кубок 1”"):
        link(club, club.kept, club.other)
    assert PersonLink.objects.count() == 0


def test_different_births_and_fide_numbers_take_a_choice(club: Doubles) -> None:
    Player.objects.filter(pk=club.kept.pk).update(fide_id=14100011)
    Player.objects.filter(pk=club.other.pk).update(
        fide_id=14100022, birth_date=date(1991, 2, 2), birth_year=1991
    )
    with pytest.raises(Refused, match="contradict each other: birth"):
        link(club, club.kept, club.other)
    with pytest.raises(Refused, match="contradict each other: FIDE number"):
        link(club, club.kept, club.other, birth="merged")
    made = link(club, club.kept, club.other, birth="merged", fide_id="merged", name="merged")
    kept, other = Player.objects.get(pk=club.kept.pk), Player.objects.get(pk=club.other.pk)
    assert (kept.birth_date, kept.fide_id, kept.name) == (
        date(1991, 2, 2),
        14100022,
        other.name,
    )
    assert other.fide_id is None
    unlink(club, made)
    kept, other = Player.objects.get(pk=club.kept.pk), Player.objects.get(pk=club.other.pk)
    assert (kept.birth_date, kept.fide_id, kept.name) == (BORN, 14100011, club.kept.name)
    assert other.fide_id == 14100022


def test_what_was_changed_since_stays_when_a_link_is_undone(club: Doubles) -> None:
    made = link(club, club.kept, club.other, name="merged")
    Player.objects.filter(pk=club.kept.pk).update(name="Новий Іван")
    unlink(club, made)
    assert Player.objects.get(pk=club.kept.pk).name == "Новий Іван"


def test_a_chain_of_links_ends_with_the_one_who_is_kept_last(club: Doubles) -> None:
    [third] = club.federation.players("Гравець Третій", sex="m", birth_date=BORN)
    link(club, club.kept, club.other)
    with pytest.raises(Refused, match="linked with another"):
        link(club, third, club.other)
    last = link(club, third, club.kept)

    def into() -> list[int | None]:
        players = Player.objects.filter(pk__in=[club.kept.pk, club.other.pk, third.pk])
        return list(players.order_by("pk").values_list("merged_into", flat=True))

    assert into() == [third.pk, third.pk, None]
    unlink(club, last)
    assert into() == [None, club.kept.pk, None]


def test_a_rank_of_the_other_entry_is_held_by_the_person(club: Doubles) -> None:
    club.award(club.other, RANK_1, date(2025, 3, 3))
    law = law_for("ua", on=TODAY)
    assert standings_on([club.kept.pk], on=TODAY, law=law) == {}
    made = link(club, club.kept, club.other)
    both = standings_on([club.kept.pk, club.other.pk], on=TODAY, law=law)
    assert [both[pk].grade for pk in (club.kept.pk, club.other.pk)] == [RANK_1, RANK_1]
    assert set(Deadline.objects.values_list("player", flat=True)) & {
        club.kept.pk,
        club.other.pk,
    } == {club.kept.pk}
    unlink(club, made)
    assert standings_on([club.kept.pk], on=TODAY, law=law) == {}


# --- the queue ----------------------------------------------------------------------------------


def test_suspected_duplicates_are_found_once_and_an_answer_is_remembered(
    federation: Federation,
) -> None:
    one, other, _stranger = (
        federation.players("Гнатюк Остап", sex="m", birth_date=BORN)[0],
        federation.players("Hnatiuk Ostap", sex="m", birth_date=BORN)[0],
        federation.players("Гнатюк Остап", sex="m", birth_date=date(1975, 5, 5))[0],
    )
    assert suspects_find(today=TODAY) == 1
    pair = PersonSuspect.objects.get()
    assert (pair.first_id, pair.second_id) == (one.pk, other.pk)
    assert suspects_find(today=TODAY) == 0
    lviv, kharkiv = federation.region_commission.region, 0
    assert [p.pk for p in suspects_open(frozenset({lviv.pk}))] == [pair.pk]
    assert list(suspects_open(frozenset({kharkiv}))) == []
    made = person_link(
        one, other, choices={}, reason=WHY, user=federation.chair, at=NOW, today=TODAY
    )
    pair.refresh_from_db()
    assert pair.status == "linked"
    assert suspects_find(today=TODAY) == 0
    person_unlink(made, reason="близнюки", user=federation.chair, at=NOW, today=TODAY)
    pair.refresh_from_db()
    assert (pair.status, pair.note) == ("different", "близнюки")
    assert suspects_find(today=TODAY) == 0
    assert list(suspects_open(None)) == []


def test_a_birth_that_is_only_near_asks_within_one_region(federation: Federation) -> None:
    def register(birth: dict, **fields) -> int:
        return federation.players("Гнатюк Остап", sex="m", **birth, **fields)[0].pk

    first = register({"birth_date": BORN})
    slip = register({"birth_date": date(1991, 1, 1)})
    year_only = register({"birth_year": 1990})
    unknown_region = register({"birth_date": date(1990, 1, 11)}, region=None)
    elsewhere = Region.objects.get(code="KHA")
    register({"birth_date": date(1990, 1, 21)}, region=elsewhere)
    register({"birth_year": 1990}, region=elsewhere)
    same_day = register({"birth_date": BORN}, region=elsewhere)
    register({})
    suspects_find(today=TODAY)
    found = set(PersonSuspect.objects.filter(first=first).values_list("second", flat=True))
    assert found == {slip, year_only, unknown_region, same_day}
