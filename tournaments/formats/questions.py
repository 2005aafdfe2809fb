"""What a file leaves open and a person has to answer before the event is sent on."""

import re
from collections.abc import Iterator

from tournaments.formats.parsed import ParsedEvent, RoundKind
from tournaments.formats.problems import Question

CODES = frozenset(
    {
        "ask.pace",
        "ask.dates",
        "ask.date_order",
        "ask.arbiter",
        "ask.city",
        "ask.bye_with_point",
        "ask.columns",
        "ask.decimal_comma",
        "ask.list_month",
    }
)

PACES = ("standard", "rapid", "blitz")
_PERIOD = re.compile(r"(?:(\d{1,3})/)?(\d{1,6})(?:\+(\d{1,4}))?", re.ASCII)
_MOVES = 60
_RAPID_SECONDS, _STANDARD_SECONDS = 10 * 60, 60 * 60


def questions_of(event: ParsedEvent) -> tuple[Question, ...]:
    """The questions of an event in the order in which a form asks them.

    Standard, rapid or blitz is always asked unless the file gives the time control as a code
    (record 222): words such as `90' + 30''` only make a proposal.
    """
    return tuple(_questions(event))


def _questions(event: ParsedEvent) -> Iterator[Question]:
    code = dict(event.codes).get("222", "")
    pace = pace_of(code)
    if pace is None:
        yield Question(
            "ask.pace",
            PACES,
            event.pace or None,
            {"text": event.time_control_text or code or "–"},
        )
    choices = tuple(f"{first}/{last}" for first, last in event.possible_days)
    if event.starts_on is None or event.ends_on is None:
        day = event.starts_on or event.ends_on
        yield Question("ask.dates", choices, day.isoformat() if day else None)
    elif choices:
        yield Question("ask.date_order", choices, f"{event.starts_on}/{event.ends_on}")
    if not event.chief_arbiter or "://" in event.chief_arbiter:
        yield Question("ask.arbiter")
    if not event.city or "://" in event.city:
        yield Question("ask.city")
    if event.format in ("chess-results", "vega-html", "csv"):
        kinds = (RoundKind.PAIRING_BYE, RoundKind.FULL_POINT_BYE)
        byes = sum(entry.kind in kinds for player in event.players for entry in player.rounds)
        if byes:
            yield Question(
                "ask.bye_with_point",
                ("pairing_bye", "full_point_bye"),
                "pairing_bye",
                {"count": byes},
            )


def pace_of(code: str) -> str | None:
    """Standard, rapid or blitz of a coded time control, by the seconds for 60 moves, or None.

    `40/6000+30:900+30` has periods joined by colons: moves, seconds, seconds added a move (FIDE
    Laws, appendices A.1 and B.1: rapid is more than 10 and less than 60 minutes for 60 moves).
    Unequal times of White and Black give an answer only where both are of one kind.
    """
    if code.startswith("W") and "-B" in code:
        white, _, black = code[1:].partition("-B")
        kinds = {pace_of(white), pace_of(black)}
        return kinds.pop() if len(kinds) == 1 else None
    seconds = added = 0
    for part in code.split(":"):
        found = _PERIOD.fullmatch(part.strip())
        if found is None:
            return None
        seconds += int(found[2])
        added = added or int(found[3] or 0)
    seconds += _MOVES * added
    if seconds <= _RAPID_SECONDS:
        return "blitz"
    return "rapid" if seconds < _STANDARD_SECONDS else "standard"
