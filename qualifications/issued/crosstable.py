"""The certified crosstable of an admitted event. UA.AWD.15a asks for it with every submission."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils import translation
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from federation.dated import PersonOn, people_on
from federation.models import Region
from federation.templatetags.registry import day as day_words
from federation.templatetags.registry import points
from qualifications.documents import Column, Definitions, Paper, Table
from qualifications.models import Assessment
from tournaments.models import Entry, Event
from tournaments.selectors import Cell, CrosstableRow, crosstable

WIDE_FROM = 8
"""Rounds from which the table is printed across the page."""
MOST_ROUNDS = 19
"""Of one table; the rounds of longer events stand in several, one below the other."""
_PLACE, _NUMBER, _REGION, _POINTS = 5, 4, 6, 6
"""Widths of the columns that every table has, in hundredths."""


def crosstable_paper(event: Event, *, language: str, dated: str = "") -> Paper:
    """The event's facts and table, people as they were on its first day.

    `dated` says who certified it and when.
    """
    entries = list(event.entries.select_related("player"))
    with translation.override(language):
        return Paper(
            language=language,
            body=str(event.commission),
            title=_("Crosstable"),
            subtitle=event.name,
            dated=dated,
            wide=event.rounds >= WIDE_FROM,
            blocks=(Definitions(tuple(_facts(event, len(entries)))), *_tables(event, entries)),
        )


def _facts(event: Event, players: int) -> Iterator[tuple[str, str]]:
    arbiters = "; ".join(
        f"{one.name}, {one.get_category_display()}" for one in event.arbiters.all()
    )
    coefficient = (
        Assessment.objects.filter(event=event, current=True, scheme="ua")
        .values_list("tournament_coefficient", flat=True)
        .first()
    )
    yield _("Number in the registry"), str(event.pk)
    yield _("Place and days"), f"{event.city}, {_days(event)}"
    yield _("Format"), str(event.get_system_display())
    yield (
        _("Time control"),
        _("%(minutes)d minutes, %(seconds)d seconds for each move")
        % {"minutes": event.minutes, "seconds": event.increment_seconds},
    )
    yield _("Players, rounds"), f"{players}, {event.rounds}"
    yield _("Arbiters"), arbiters or "–"
    yield _("Tournament coefficient"), "–" if coefficient is None else number_format(coefficient)


def _tables(event: Event, entries: Sequence[Entry]) -> Iterator[Table]:
    people = people_on((entry.player for entry in entries), event.starts_on)
    codes = dict(Region.objects.values_list("pk", "code"))
    behind = {entry.number: entry for entry in entries}
    rows = crosstable(entries, event.games.all(), event.rounds)
    parts = -(-event.rounds // MOST_ROUNDS) or 1
    size = -(-event.rounds // parts)
    for first in range(0, max(event.rounds, 1), max(size, 1)):
        numbers = range(first + 1, min(first + size, event.rounds) + 1)
        yield Table(
            title=_("Rounds %(first)d to %(last)d") % {"first": numbers[0], "last": numbers[-1]}
            if parts > 1
            else "",
            columns=tuple(_columns(numbers)),
            rows=tuple(_line(row, behind[row.number], people, codes, numbers) for row in rows),
        )


def _columns(numbers: Sequence[int]) -> Iterator[Column]:
    fixed = _PLACE + _NUMBER + _REGION + _POINTS
    each = min(6, (100 - fixed - 22) // max(len(numbers), 1))
    yield Column(_("Place"), _PLACE, "right")
    yield Column("№", _NUMBER, "right")
    yield Column(_("Player"), 100 - fixed - each * len(numbers))
    yield Column(_("Region"), _REGION)
    for number in numbers:
        yield Column(str(number), each, "center")
    yield Column(_("Points"), _POINTS, "right")


def _line(
    row: CrosstableRow,
    entry: Entry,
    people: Mapping[int, PersonOn],
    codes: Mapping[int, str],
    numbers: Sequence[int],
) -> tuple[str, ...]:
    person = people[entry.player_id]
    region = codes.get(person.region_id or 0, "") or person.federation or entry.file_federation
    return (
        str(row.place),
        str(row.number),
        person.name,
        region or "–",
        *(_cell(row.cells[number - 1]) for number in numbers),
        points(row.half_points),
    )


def _days(event: Event) -> str:
    return f"{day_words(event.starts_on)} – {day_words(event.ends_on)}"


def _cell(cell: Cell) -> str:
    """Result and opponent's number, never on two lines; a bye without one."""
    return f"{cell.text}\N{NO-BREAK SPACE}{cell.opponent}" if cell.opponent else cell.text
