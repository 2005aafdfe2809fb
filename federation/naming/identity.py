"""Who somebody is said to be: names, birth, numbers. Plain values."""

from dataclasses import dataclass
from typing import NamedTuple


class Birth(NamedTuple):
    """A birth date of which perhaps only the year is known; `day` is None whenever `month` is."""

    year: int
    month: int | None = None
    day: int | None = None

    @property
    def full(self) -> bool:
        return self.day is not None

    @property
    def text(self) -> str:
        """As far as known: `1990-05-06`, `1990-05` or `1990`."""
        if self.day is not None:
            return f"{self.year:04}-{self.month:02}-{self.day:02}"
        return f"{self.year:04}" if self.month is None else f"{self.year:04}-{self.month:02}"

    @classmethod
    def read(cls, text: str) -> "Birth | None":
        """From `1990-05-06`, `06.05.1990`, `1990-05`, `1990`; None where nothing is known.

        Zeros stand for what is not known. Raises ValueError for anything else.
        """
        if not text.strip():
            return None
        parts = [int(part) for part in text.strip().replace(".", "-").replace("/", "-").split("-")]
        if len(parts) == 3 and parts[0] < 100:
            parts.reverse()
        if len(parts) > 3 or (parts[0] and not 1850 <= parts[0] <= 2200):
            raise ValueError(text)
        year, month, day = [*parts, 0, 0][:3]
        if not 0 <= month <= 12 or not 0 <= day <= 31:
            raise ValueError(text)
        if not year:
            return None
        return cls(year, month or None, (day or None) if month else None)


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a file says a player is."""

    name: str
    birth: Birth | None = None
    fide_id: int | None = None
    national_ids: tuple[str, ...] = ()
    """Federation and its own number: `UKR 1234`. Never FIDE numbers."""
    sex: str | None = None
    """`m`, `w`, or None where the file does not say."""
    federation: str = ""


@dataclass(frozen=True, slots=True)
class Remembered:
    """A spelling under which a person was accepted before, with what the file said beside it."""

    key: str
    """`name_key` of the spelling."""
    born: str = ""
    """`Birth.text` of the file, empty where it had none."""
    fide_id: int | None = None
    federation: str = ""
    national_id: str = ""
    source: str = ""
    """The file."""
    commission: str = ""
    """Whose decision it was; empty where nobody was asked."""
    on: str = ""
    """The day of the decision, as people read it."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the registry who may be meant."""

    player: int
    """Key of the player in the registry."""
    names: tuple[str, ...]
    """Every name the person has or had, surname first, in either alphabet."""
    birth: Birth | None = None
    fide_id: int | None = None
    national_ids: tuple[str, ...] = ()
    sex: str | None = None
    remembered: tuple[Remembered, ...] = ()
