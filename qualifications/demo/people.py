"""The players of the demo federation: who they are and how strong they play."""

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from federation.naming import transliterate
from qualifications.demo.names import Name, Names
from qualifications.demo.places import PLACES

RANKS = (
    (2290, "ua.msu"),
    (2140, "ua.kmsu"),
    (1940, "ua.rank_1"),
    (1740, "ua.rank_2"),
    (1570, "ua.rank_3"),
    (1450, "ua.youth_1"),
)
"""From which strength a player usually holds a rank when the registry starts."""


@dataclass(slots=True)
class Person:
    """A player. `pk` is set once the registry knows them."""

    name: Name
    woman: bool
    birth: date
    place: int
    """Index of the region in `PLACES`."""
    strength: int
    """Playing strength on the scale of coefficients, when the registry starts."""
    growth: int
    """Added to the strength in a year."""
    fide_id: int | None
    newcomer: bool
    """Not taken over at the start: comes into the registry with a tournament's file."""
    resting: bool = False
    """Holds a card and does not play."""
    pk: int | None = None

    @property
    def registered(self) -> int:
        """The player's number in the registry. Raises ValueError for whom it does not know yet."""
        if self.pk is None:
            raise ValueError(f"{self.name.full} is not in the registry yet")
        return self.pk

    @property
    def sex(self) -> str:
        return "w" if self.woman else "m"

    @property
    def latin(self) -> str:
        return transliterate(self.name.short)

    def strength_after(self, days: int) -> int:
        return self.strength + self.growth * days // 365

    @property
    def card_grade(self) -> str | None:
        """The rank that fits the strength."""
        return next((grade for least, grade in RANKS if self.strength >= least), None)


def draw_people(random: Random, count: int, *, on: date) -> list[Person]:
    """`count` players of all regions, a quarter of them women; about half have FIDE numbers.

    One in eight is a newcomer. Four of the others rest: they have no rank by strength and keep
    out of tournaments.
    """
    names = Names(random)
    fide_ids = iter(random.sample(range(14_100_000, 14_200_000), count))
    shares = [place.share for place in PLACES]
    people = []
    for index in range(count):
        woman = random.random() < 0.27
        strength = _strength(random, woman=woman)
        age = _age(random, strength)
        people.append(
            Person(
                name=names.draw(woman=woman),
                woman=woman,
                birth=on - timedelta(days=age * 365 + random.randrange(365)),
                place=random.choices(range(len(PLACES)), shares)[0],
                strength=strength,
                growth=max(0, random.randrange(10, 70) - 3 * max(0, age - 12)) if age < 22 else 0,
                fide_id=next(fide_ids) if random.random() < _fide_chance(strength) else None,
                newcomer=index % 8 == 7,
            )
        )
    resting = [p for p in people if not p.newcomer and p.place in (0, 1) and not p.card_grade][:4]
    for person in resting:
        person.resting = True
    return people


def _strength(random: Random, *, woman: bool) -> int:
    drawn = int(random.gauss(1560 if woman else 1640, 240))
    return min(max(drawn, 1100), 2380)


def _age(random: Random, strength: int) -> int:
    """Whole years: mostly the young among the weaker ones."""
    if random.random() < (0.65 if strength < 1650 else 0.35):
        return random.randrange(9, 19)
    return random.randrange(19, 68)


def _fide_chance(strength: int) -> float:
    return min(max((strength - 1150) / 900, 0.05), 0.97)


def opening_coefficients(random: Random, people: list[Person], count: int) -> dict[int, tuple]:
    """Index of the person → (coefficient 1600 to 2350, games 0 to 200) of the opening list."""
    known = [i for i, p in enumerate(people) if not p.newcomer and not p.resting]
    known.sort(key=lambda i: -(people[i].strength + random.randrange(-80, 80)))
    return {
        i: (
            min(max(people[i].strength + random.randrange(-60, 60), 1600), 2350),
            random.randrange(201),
        )
        for i in known[:count]
    }
