"""Links of entries in any order, and undone in any other: everybody is as before."""

from datetime import UTC, date, datetime
from functools import partial
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from federation.errors import Refused
from federation.linking import FIELDS, KEPT, OTHER, persons_link, persons_unlink
from federation.models import PersonLink, Player, User

NOW = datetime(2026, 7, 10, 9, tzinfo=UTC)
PEOPLE = 4
COLUMNS = ("name", "latin_name", "birth_date", "birth_year", "sex", "fide_id", "merged_into")

choice = st.sampled_from((OTHER, KEPT))
links = st.lists(
    st.tuples(st.integers(0, 11), st.fixed_dictionaries(dict.fromkeys(FIELDS, choice))),
    min_size=2,
    max_size=3,
)
"""Which of the ordered pairs of people who are still somebody of their own, and whose fields."""


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("pairs", "made", "roots"),
    [
        ([(0, 1), (1, 0)], {1}, None),  # each into the other: one of the two
        ([(0, 1), (2, 0)], {1, 2}, None),  # a chain, if the first was first
        ([(0, 1), (0, 2)], {2}, [None, 0, 0]),  # two into one
        ([(0, 1), (2, 3)], {2}, [None, 0, None, 2]),  # four people
    ],
)
def test_two_links_at_the_same_moment(in_threads, pairs, made, roots) -> None:
    user = User.objects.create_user("clerk")
    players = [Player.objects.create(name=f"Гравець {n}", created_at=NOW) for n in range(PEOPLE)]

    def act(kept: int, merged: int) -> None:
        persons_link(
            players[kept], players[merged], choices={}, reason="той самий", user=user, at=NOW
        )

    found = in_threads(*(partial(act, *pair) for pair in pairs))
    assert {type(one) for one in found} <= {Refused, type(None)}
    assert PersonLink.objects.count() in made
    check_roots()
    if roots:
        places = {player.pk: n for n, player in enumerate(players)}
        stored = Player.objects.order_by("pk").values_list("merged_into", flat=True)
        assert [places.get(pk) for pk in stored][: len(roots)] == roots


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_undoing_a_link_while_its_root_is_linked_on(in_threads) -> None:
    user = User.objects.create_user("clerk")
    for _ in range(4):
        root, merged, kept, onto = (
            Player.objects.create(name=f"Гравець {n}", created_at=NOW) for n in range(PEOPLE)
        )
        said = {"reason": "той самий", "user": user, "at": NOW}
        first = persons_link(kept, merged, choices={}, **said)
        persons_link(root, kept, choices={}, **said)
        found = in_threads(
            partial(persons_unlink, first, **said),
            partial(persons_link, onto, root, choices={}, **said),
        )
        assert [type(one) for one in found] == [PersonLink, PersonLink]
        stored = Player.objects.in_bulk([root.pk, merged.pk, kept.pk])
        assert [one.merged_into_id for one in stored.values()] == [onto.pk, None, onto.pk]
        check_roots()


def everybody() -> list[tuple]:
    return list(Player.objects.order_by("pk").values_list("pk", *COLUMNS))


@pytest.mark.once
class LinksInAnyOrder(TestCase):
    @settings(max_examples=10, deadline=None)
    @given(links=links, order=st.randoms(use_true_random=False))
    def test_undone_in_any_order_everybody_is_as_before(self, links, order) -> None:
        user = User.objects.create_user("clerk")
        Player.objects.bulk_create(
            Player(
                name=f"Гравець {n}",
                birth_date=date(1990 + n, 1, 1) if n != 1 else None,
                birth_year=1990 + n,
                sex="mw"[n % 2],
                fide_id=14100000 + n if n != 2 else None,
                created_at=NOW,
            )
            for n in range(PEOPLE)
        )
        before = everybody()
        for number, choices in links:
            own = Player.objects.filter(merged_into=None).order_by("pk")
            pairs = [*permutations(own, 2)]
            kept, merged = pairs[number % len(pairs)]
            persons_link(kept, merged, choices=choices, reason="той самий", user=user, at=NOW)
            check_roots()
        waiting = list(PersonLink.objects.all())
        while waiting:
            order.shuffle(waiting)
            undone = next(one for one in waiting if undo(one, user))
            waiting.remove(undone)
            check_roots()
        assert everybody() == before


def undo(one: PersonLink, user: User) -> bool:
    """False where a later link has to be undone first; one that can be undone there always is."""
    try:
        persons_unlink(one, reason="двоє", user=user, at=NOW)
    except Refused:
        return False
    return True


def check_roots() -> None:
    into = dict(PersonLink.objects.filter(undone_at=None).values_list("merged", "kept"))
    for pk, stored in Player.objects.values_list("pk", "merged_into"):
        root = pk
        while root in into:
            root = into[root]
        assert (stored or pk) == root
