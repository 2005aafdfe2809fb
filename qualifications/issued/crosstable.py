"""The certified crosstable of an admitted event. UA.AWD.15a asks for it with every submission."""

from django.utils import translation
from django.utils.translation import gettext as _

from federation.templatetags.registry import day as day_words
from federation.templatetags.registry import points
from qualifications.documents import Column, Definitions, Paper, Table
from qualifications.models import Assessment
from tournaments.models import Event
from tournaments.selectors import Cell, crosstable

WIDE_FROM = 8
"""Rounds from which the table is printed across the page."""


def crosstable_paper(event: Event, *, language: str, dated: str = "") -> Paper:
    """The event's facts and table. `dated` says who certified it and when."""
    entries = list(event.entries.select_related("player__region"))
    rows = crosstable(entries, event.games.all(), event.rounds)
    behind = {entry.number: entry for entry in entries}
    cells = 4 if event.rounds <= 11 else 3
    name = 100 - cells * event.rounds - 5 - 10 - 6 - 6
    coefficient = (
        Assessment.objects.filter(event=event, current=True, scheme="ua")
        .values_list("tournament_coefficient", flat=True)
        .first()
    )
    with translation.override(language):
        arbiters = ", ".join(
            f"{one.name} ({one.get_category_display()})" for one in event.arbiters.all()
        )
        facts = [
            (_("Number in the registry"), str(event.pk)),
            (_("Place and days"), f"{event.city}, {_days(event)}"),
            (_("Format"), str(event.get_system_display())),
            (
                _("Time control"),
                _("%(minutes)d minutes, %(seconds)d seconds for each move")
                % {"minutes": event.minutes, "seconds": event.increment_seconds},
            ),
            (_("Players, rounds"), f"{len(entries)}, {event.rounds}"),
            (_("Arbiters"), arbiters or "–"),
            (_("Tournament coefficient"), "–" if coefficient is None else str(coefficient)),
        ]
        return Paper(
            language=language,
            body=str(event.commission),
            title=_("Crosstable"),
            subtitle=event.name,
            dated=dated,
            wide=event.rounds >= WIDE_FROM,
            blocks=(
                Definitions(tuple(facts)),
                Table(
                    title="",
                    columns=(
                        Column(_("Place"), 6, "right"),
                        Column("№", 5, "right"),
                        Column(_("Player"), name),
                        Column(_("Region"), 10),
                        *(
                            Column(str(number), cells, "center")
                            for number in range(1, event.rounds + 1)
                        ),
                        Column(_("Points"), 6, "right"),
                    ),
                    rows=tuple(
                        (
                            str(row.place),
                            str(row.number),
                            row.name,
                            _region(behind[row.number]),
                            *map(_cell, row.cells),
                            points(row.half_points),
                        )
                        for row in rows
                    ),
                ),
            ),
        )


def _region(entry) -> str:
    region = entry.player.region
    return region.code if region else (entry.file_federation or "–")


def _days(event: Event) -> str:
    return f"{day_words(event.starts_on)} – {day_words(event.ends_on)}"


def _cell(cell: Cell) -> str:
    """Result and opponent's number: `1 14`; a bye without one."""
    return f"{cell.text} {cell.opponent}" if cell.opponent else cell.text
