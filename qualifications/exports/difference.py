"""The difference of a late correction as a workbook: a sheet of figures and one of the ledger."""

import tempfile
from collections.abc import Iterable, Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from xlsxwriter import Workbook

from qualifications.correction_page import lines_of
from qualifications.models import Correction, RatingPeriod

_IN_MEMORY = 2**20
_WIDTHS = (12, 10, 34, 22, 10, 10, 10, 10, 10, 50)


def write_difference(
    correction: Correction, lists: Iterable[RatingPeriod], view: Mapping[str, Any]
) -> IO[bytes]:
    """An open file at its beginning. Lines are read list by list, a query each.

    `view` is from `presenting_corrections.consequences_view`.
    """
    out = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115  the answer closes it
    book = Workbook(out, {"constant_memory": True, "strings_to_formulas": False})
    bold = book.add_format({"bold": True})
    figures = book.add_worksheet(_("Figures")[:31])
    heads = (
        *(_("List of"), _("Number"), _("Player"), _("Region")),
        *(_("Change, issued"), _("Change, corrected"), _("After, issued"), _("After, corrected")),
        *(_("Difference"), _("Why")),
    )
    _head(figures, heads, bold)
    row = 0
    for period in lists:
        lines = lines_of(correction, period).order_by("sort_key", "pk")
        for line in lines.iterator(chunk_size=2000):
            row += 1
            old, new = line.old_row, line.new_row
            cells = (
                f"{period.list_on:%d.%m.%Y}",
                line.player_id,
                line.player.name,
                str(line.region or ""),
                old.change if old else None,
                new.change if new else None,
                old.after if old else None,
                new.after if new else None,
                new.after - old.after if old and new and old.after and new.after else None,
                line.get_cause_display(),
            )
            _row(figures, row, cells)
    ledger = book.add_worksheet(_("Ledger")[:31])
    _head(ledger, (_("What follows"), _("Player"), _("Line"), _("Day"), _("Tournament")), bold)
    row = 0
    for key, words in (
        ("gone", _("no longer holds")),
        ("new", _("new")),
        ("altered", _("holds with other points")),
        ("resting", _("rests on what is gone")),
    ):
        for one in view[key]["all"]:
            row += 1
            _row(ledger, row, (words, one["name"], one["words"], one["day"], one["event"]))
    book.close()
    out.seek(0)
    return out  # type: ignore[return-value]


def _head(sheet: Any, heads: Iterable[str], bold: Any) -> None:
    for place, head in enumerate(heads):
        sheet.set_column(place, place, _WIDTHS[place])
        sheet.write_string(0, place, head, bold)
    sheet.freeze_panes(1, 0)


def _row(sheet: Any, row: int, cells: Iterable[str | int | None]) -> None:
    for place, cell in enumerate(cells):
        if isinstance(cell, str):
            sheet.write_string(row, place, cell)
        elif cell is not None:
            sheet.write_number(row, place, cell)
