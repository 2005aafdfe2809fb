"""python -m bench.matching_job fill|match PEOPLE ENTRIES: one process, one measurement as JSON.

The people are made up; the commonest surname is borne by one in 500, the commonest given name by
one in twelve of its sex, and four of five have a latin name of their own.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from datetime import date
from itertools import accumulate
from pathlib import Path
from typing import Any

import django
from django.core.management import call_command
from django.db import connection, transaction

django.setup()

from bench.periods_job import insert  # noqa: E402
from bench.timing import best  # noqa: E402
from federation.lookup import people_for  # noqa: E402
from federation.models import PersonKey, Player, Spelling  # noqa: E402
from federation.names import fold, sort_key  # noqa: E402
from federation.naming import (  # noqa: E402
    Birth,
    Identity,
    Match,
    asked_keys,
    match_person,
    name_key,
    person_keys,
    transliterate,
)
from tests import world  # noqa: E402
from tests.naming.made_up import Lot, MadeUp  # noqa: E402

SEED = 17
PREFIXES = (
    "", "Пере", "При", "За", "Не", "Біло", "Чорно", "Криво", "Добро", "Сухо", "По", "Під", "Над",
    "Без", "Рудо", "Старо", "Ново", "Гарно", "Тонко", "Довго",
)  # fmt: skip


def main() -> None:
    if connection.vendor == "sqlite":
        connection.settings_dict["NAME"] = os.environ["BENCH_SQLITE"]
    name, people, entries = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    json.dump(
        {"fill": fill, "people": fill_people, "match": match}[name](people, entries), sys.stdout
    )


class Federation(Lot):
    """As many surnames as a country has, the common ones common."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        known = self.surnames
        self.surnames = [
            (
                (_joined(prefix, men), _joined(prefix, women)),
                (_joined(prefix, other_men), _joined(prefix, other_women)),
            )
            for prefix in PREFIXES
            for (men, women), (other_men, other_women) in known
        ]
        self._weights = list(accumulate(1 / (100 + rank) for rank in range(len(self.surnames))))
        self._given = list(accumulate(1 / (4 + rank) for rank in range(len(self.men))))

    def person(self) -> MadeUp:
        drawn = super().person()
        ukrainian, russian = self.random.choices(self.surnames, cum_weights=self._weights)[0]
        names = self.women if drawn.woman else self.men
        given = self.random.choices(names, cum_weights=self._given[: len(names)])[0]
        surname = (ukrainian[drawn.woman], russian[drawn.woman])
        return MadeUp(surname, given, drawn.patronymic, drawn.woman, drawn.birth)


def _joined(prefix: str, word: str) -> str:
    return prefix + word.lower() if prefix else word


def made_up(people: int) -> Iterator[tuple[int, MadeUp]]:
    lot = Federation(SEED)
    for number in range(1, people + 1):
        yield number, lot.person()


# --- the registry -------------------------------------------------------------------------------


def fill(people: int, _entries: int) -> dict[str, Any]:
    """People with their names, births, and the keys and spellings that registration stores."""
    call_command("migrate", verbosity=0)
    start = time.perf_counter()
    usual = Player(federation="UKR", created_at=world.NOW)
    with transaction.atomic():
        insert(Player, usual, (_player(number, one) for number, one in made_up(people)))
        insert(Spelling, Spelling(source="opening list"), _spellings(people))
        insert(PersonKey, PersonKey(), _keys(people))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return {"seconds": time.perf_counter() - start, "keys": PersonKey.objects.count()}


def fill_people(people: int, _entries: int) -> dict[str, Any]:
    """People alone, as the search needs them."""
    call_command("migrate", verbosity=0)
    start = time.perf_counter()
    usual = Player(federation="UKR", created_at=world.NOW)
    with transaction.atomic():
        insert(Player, usual, (_player(number, one) for number, one in made_up(people)))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return {"seconds": time.perf_counter() - start}


def _names(one: MadeUp) -> tuple[str, str]:
    return (
        one.cyrillic(russian=False, patronymic=True),
        transliterate(one.cyrillic(russian=False, patronymic=False)),
    )


def _player(number: int, one: MadeUp) -> dict[str, Any]:
    name, latin = _names(one)
    return {
        "id": number,
        "name": name,
        "latin_name": latin,
        "sex": "w" if one.woman else "m",
        "birth_date": one.birth,
        "birth_year": one.birth.year,
        "search_key": f" {fold(name)} {fold(latin)}",
        "sort_key": sort_key(name),
    }


def _spellings(people: int) -> Iterator[dict[str, Any]]:
    for number, one in made_up(people):
        name, _latin = _names(one)
        yield {"id": number, "player_id": number, "text": name, "key": name_key(name)}


def _keys(people: int) -> Iterator[dict[str, Any]]:
    """Rows of keys; kept in the file BENCH_KEYS, since making them is most of the work."""
    kept = Path(os.environ["BENCH_KEYS"])
    if not kept.exists():
        with kept.open("w") as file:
            for number, one in made_up(people):
                for key in sorted(person_keys(_names(one), _birth(one.birth))):
                    file.write(f"{number}\t{key}\n")
    with kept.open() as file:
        for row, line in enumerate(file, start=1):
            player, key = line.rstrip("\n").split("\t")
            yield {"id": row, "player_id": int(player), "key": key}


def _birth(day: date) -> Birth:
    return Birth(day.year, day.month, day.day)


# --- the file -----------------------------------------------------------------------------------


def match(people: int, entries: int) -> dict[str, Any]:
    """A file of people drawn by lot, as its review matches them: first, and best of five."""
    asked = _file(people, entries)
    identities = list(asked.values())
    answers: list[Match] = []

    def whole() -> None:
        pool = people_for(identities)
        answers[:] = [match_person(one, pool.candidates(one)) for one in identities]

    seconds = best(whole, 1)
    again = best(whole)
    keys = sorted({key for one in identities for key in asked_keys(one)})
    found = dict(zip(asked, answers, strict=True))
    pool = people_for(identities)
    return {
        "seconds": seconds,
        "again": again,
        "floor": best(lambda: _bare(keys)),
        "asked": len(keys),
        "candidates": sum(len(pool.candidates(one)) for one in identities),
        "automatic": sum(one.automatic for one in answers),
        "wrong": sum(one.automatic and one.player != player for player, one in found.items()),
        "right": sum(
            player in (one.player, *(proposal.player for proposal in one.candidates[:3]))
            for player, one in found.items()
        ),
    }


def _file(people: int, entries: int) -> dict[int, Identity]:
    """Player → what the file says; of two in five the whole date of birth is known."""
    lot = Lot(SEED)
    drawn = set(lot.random.sample(range(1, people + 1), entries))
    return {
        number: Identity(
            lot.spelling(one),
            Birth.read(lot.born(one, full=0.4)),
            sex="w" if one.woman else "m",
            federation="UKR",
        )
        for number, one in made_up(people)
        if number in drawn
    }


def _bare(keys: list[str]) -> None:
    """The same people with their names and births, and nothing done with them."""
    marks = ", ".join(["%s"] * len(keys))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT k.key, p.id, p.name, p.latin_name, p.birth_date, p.birth_year, p.fide_id, p.sex"
            f" FROM {PersonKey._meta.db_table} k JOIN {Player._meta.db_table} p"
            f" ON p.id = k.player_id WHERE k.key IN ({marks})",
            keys,
        )
        cursor.fetchall()


if __name__ == "__main__":
    main()
