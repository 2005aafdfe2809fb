"""What the lines above a crosstable say of the tournament: `Chief Arbiter : …`, `Date : …`."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from tournaments.formats.dates import date_readings

_KEYS: Mapping[str, tuple[str, ...]] = {
    "federation": ("federation", "föderation", "федерация", "федерація", "federación"),
    "chief_arbiter": (
        "chief arbiter", "hauptschiedsrichter", "главный судья", "головний суддя",
        "головний арбітр", "главный арбитр", "árbitro principal", "arbitro principale",
        "arbitre principal",
        "päätuomari", "árbitro chefe",
    ),
    "deputy": (
        "deputy chief arbiter", "deputy arbiter", "arbiter", "schiedsrichter",
        "заместитель главного судьи", "заступник головного судді", "арбитр", "судья", "арбітр",
        "суддя", "árbitro", "arbitro",
    ),
    "city": ("location", "ort", "место проведения", "місце проведення", "lugar", "luogo", "place"),
    "rounds": (
        "number of rounds", "rundenanzahl", "число туров", "количество туров", "кількість турів",
        "número de rondas", "numero di turni", "kierroksia",
    ),
    "type": ("tournament type", "turnierart", "вид турнира", "тип турниру", "тип турнира"),
    "date": ("date", "datum", "дата", "fecha", "data", "päivämäärä"),
    "time": (
        "time control", "bedenkzeit", "контроль времени", "контроль часу", "ritmo de juego",
        "tempo di riflessione", "miettimisaika",
    ),
}  # fmt: skip
_PACES = (
    ("rapid", ("rapid", "рапид", "рапід", "швидк", "быстры", "schnell", "semilampo")),
    ("blitz", ("blitz", "блиц", "бліц", "lampo")),
    ("standard", ("standard", "стандарт", "классич", "класич", "clás")),
)
_LINE = re.compile(r"([^:()]{2,60}?)\s*(?:\(([^)]*)\))?\s*:\s*(.+)")
_DATE = re.compile(r"\d{4}[/.-]\d{1,2}[/.-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{4}")
_SKIP = ("from the tournament-database", "last update", "you find all", "chess-tournament-results")
_KINDS = re.compile(
    r"crosstable|starting rank|ranking|standings|kreuztabelle|таблица|таблиця", re.I
)


@dataclass(slots=True)
class Details:
    name: str = ""
    federation: str = ""
    city: str = ""
    chief_arbiter: str = ""
    deputies: list[str] = field(default_factory=list)
    type_text: str = ""
    time_control_text: str = ""
    pace: str = ""
    rounds: int | None = None
    starts_on: date | None = None
    ends_on: date | None = None


def read_details(lines: Iterable[str], captions: Iterable[str] = ()) -> Details:
    """The details that could be told; the first line that is none of them is the name."""
    details = Details()
    for line in lines:
        if not line or line.casefold().startswith(_SKIP):
            continue
        found = _LINE.fullmatch(line)
        key = _key_of(found[1]) if found else None
        if found is not None and key is not None:
            _set(details, key, found[2] or "", found[3].strip())
        elif not details.name and not _KINDS.search(line) and len(line) < 200:
            details.name = line
    if not details.name:
        details.name = next((c for c in captions if not _KINDS.search(c)), "")[:200]
    return details


def _key_of(label: str) -> str | None:
    label = label.strip().casefold()
    return next((key for key, words in _KEYS.items() if label in words), None)


def _set(details: Details, key: str, about: str, value: str) -> None:
    if key == "federation":
        code = re.search(r"\(\s*([A-Z]{3})\s*\)", value)
        details.federation = code[1] if code else ""
    elif key == "chief_arbiter":
        details.chief_arbiter = value
    elif key == "deputy":
        details.deputies += [name.strip() for name in re.split(r"(?<=\)),\s*|;", value)]
    elif key == "city":
        details.city = value
    elif key == "type":
        details.type_text = value
    elif key == "rounds" and value.isascii() and value.isdigit() and len(value) < 4:
        details.rounds = int(value)
    elif key == "time":
        details.time_control_text = value
        about = about.casefold()
        details.pace = next((p for p, words in _PACES if any(w in about for w in words)), "")
    elif key == "date":
        days = [r[0] for text in _DATE.findall(value) if len(r := date_readings(text)) == 1]
        if days:
            details.starts_on, details.ends_on = days[0], days[-1]
