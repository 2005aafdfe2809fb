"""Regions of the demo federation, with the towns where they play."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    code: str
    """Of the region, as in `federation.reference`."""
    account: str
    """What user names begin with."""
    towns: tuple[str, ...]
    share: int
    """Weight of the region among the players."""


PLACES = (
    Place("LVI", "lviv", ("Львів", "Дрогобич", "Стрий", "Трускавець"), 5),
    Place("KYI", "kyiv", ("Київ",), 6),
    Place("KHA", "kharkiv", ("Харків", "Чугуїв", "Лозова"), 4),
    Place("ODE", "odesa", ("Одеса", "Ізмаїл", "Чорноморськ"), 4),
    Place("DNP", "dnipro", ("Дніпро", "Кам’янське", "Павлоград"), 4),
    Place("POL", "poltava", ("Полтава", "Кременчук", "Лубни"), 3),
    Place("VIN", "vinnytsia", ("Вінниця", "Хмільник", "Бар"), 3),
)
SIGNING_IN = ("lviv", "kyiv")
"""Regions whose accounts can sign in; the people of the others only stand in the records."""
