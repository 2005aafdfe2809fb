"""Made-up FIDE spellings against made-up passports, with traps: never the wrong person by itself.

The bench takes 10,000.
"""

from federation.naming import Birth, Identity, Person, Pool, match_person
from tests.naming.made_up import pairs_among
from tests.naming.precision import measured


def test_no_wrong_automatic_match_and_the_right_person_among_three() -> None:
    found = measured(seed=1, count=1_000)
    assert found.wrong == ()
    assert found.right * 100 >= 98 * found.known
    assert found.automatic * 100 >= 20 * found.spellings


def test_a_year_of_birth_never_decides() -> None:
    people, pairs = pairs_among(11, 300, full=0)
    pool = Pool()
    for number, (name, day) in enumerate(people):
        pool.add(Person(number, (name,), Birth(day.year) if day else None))
    asked = [Identity(pair.latin, Birth.read(pair.born)) for pair in pairs]
    assert {match_person(one, pool.candidates(one)).player for one in asked} == {None}
