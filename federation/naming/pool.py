"""People held in memory by their keys, as the database holds them."""

from collections.abc import Iterable

from federation.naming.identity import Identity, Person
from federation.naming.keys import asked_keys, person_keys


class Pool:
    """People among whom those of a file are looked for."""

    def __init__(self) -> None:
        self._people: dict[int, Person] = {}
        self._by_key: dict[str, list[int]] = {}

    def add(self, person: Person) -> None:
        """One more person, under all keys of the person's names and numbers."""
        keys = person_keys(person.names, person.birth, person.fide_id, person.national_ids)
        self.add_under(person, keys)

    def add_under(self, person: Person, keys: Iterable[str]) -> None:
        """One more person, under keys that are known already."""
        self._people[person.player] = person
        for key in keys:
            self._by_key.setdefault(key, []).append(person.player)

    def candidates(self, asked: Identity) -> list[Person]:
        """Everybody who shares a key with what the file says, each once, by number."""
        found = {player for key in asked_keys(asked) for player in self._by_key.get(key, ())}
        return [self._people[player] for player in sorted(found)]
