"""Links of entries in any order, and undone in any other: everybody is as before."""

from datetime import UTC, date, datetime
from itertools import permutations

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


def everybody() -> list[tuple]:
    return list(Player.objects.order_by("pk").values_list("pk", *COLUMNS))


class LinksInAnyOrder(TestCase):
    @settings(max_examples=50, deadline=None)
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
