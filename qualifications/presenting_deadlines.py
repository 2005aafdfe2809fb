"""Work lists in words: what ends, what comes then, and what to do."""

from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from xlsxwriter import Workbook

from federation.templatetags.registry import day as day_words
from qualifications.career import ONE_DAY
from qualifications.models import Deadline, DeadlineKind
from qualifications.proposals import move_key
from qualifications.wording import grade_name


def list_name(name: str) -> str:
    """The heading of a work list."""
    return {
        "ranks": _("Ranks that end"),
        "points": _("Candidate points that end"),
        "failures": _("One failure from a lower rank"),
        "exemptions": _("Exemptions that end"),
        "happened": _("Ended or moved down"),
    }[name]


def becomes_words(row: Deadline) -> str:
    """What is held afterwards."""
    if row.kind in (DeadlineKind.POINT_ENDS, DeadlineKind.POINT_ENDED):
        return grade_name(row.becomes) if row.becomes else ""
    return grade_name(row.becomes) if row.becomes else _("no rank")


def next_words(row: Deadline) -> str:
    """What the commission does about it."""
    day = day_words(row.day)
    if row.kind == DeadlineKind.RANK_ENDS:
        return _("Tell the player: a tournament that confirms it ends by %(day)s.") % {"day": day}
    if row.kind == DeadlineKind.POINT_ENDS:
        return _("Tell the player: the norm of a candidate master with both points by %(day)s.") % {
            "day": day
        }
    if row.kind == DeadlineKind.EXEMPTION_ENDS:
        return _(
            "Publish the list that is being prepared; then the rank has to be confirmed again."
        )
    if row.kind == DeadlineKind.ONE_FAILURE_LEFT:
        return _(
            "Tell the player before the next tournament: %(grade)s after one more failure."
        ) % {"grade": becomes_words(row)}
    if row.kind == DeadlineKind.MOVED_DOWN:
        return _("Draft the decree that confirms it; the lower rank is in force already.")
    if row.kind == DeadlineKind.RANK_ENDED and row.becomes:
        return _("Nothing to sign: the lower rank follows by itself when the term ends.")
    if row.kind == DeadlineKind.RANK_ENDED:
        return _("Nothing to decide. Met anew, the norm is awarded anew.")
    return _("Nothing to decide. A new point is earned by a new norm.")


def deadline_lines(
    rows: Iterable[Deadline], *, may_decide: Callable[[Deadline], bool] = lambda _row: False
) -> list[dict[str, Any]]:
    """Rows of a work list as the table shows them.

    `may_decide` says of which moves the reader may draft the decree: they have a box to tick.
    """
    return [
        {
            "pk": row.pk,
            "key": move_key(row.player_id, row.becomes, row.day + ONE_DAY),
            "may_decide": row.kind == DeadlineKind.MOVED_DOWN and may_decide(row),
            "player": row.player.name,
            "number": row.player_id,
            "url": reverse("player-card", args=[row.player_id]),
            "region": str(row.player.region or ""),
            "what": row.get_kind_display(),
            "grade": grade_name(row.grade),
            "day": row.day,
            "becomes": becomes_words(row),
            "next": next_words(row),
        }
        for row in rows
    ]


def deadlines_xlsx(title: str, rows: Iterable[Deadline]) -> bytes:
    """A work list as a workbook of one sheet. What people wrote is text and never a formula."""
    out = BytesIO()
    book = Workbook(out, {"constant_memory": True})
    sheet = book.add_worksheet(title[:31])
    bold, date_format = (
        book.add_format({"bold": True}),
        book.add_format({"num_format": "dd.mm.yyyy"}),
    )
    heads = (
        (_("Player"), 36),
        (_("Number"), 10),
        (_("Region"), 26),
        (_("What"), 26),
        (_("Rank or title"), 24),
        (_("Last day"), 12),
        (_("Afterwards"), 24),
        (_("What to do"), 70),
    )
    for column, (head, width) in enumerate(heads):
        sheet.set_column(column, column, width)
        sheet.write_string(0, column, head, bold)
    sheet.freeze_panes(1, 0)
    for place, row in enumerate(rows, start=1):
        [line] = deadline_lines([row])
        sheet.write_string(place, 0, line["player"])
        sheet.write_number(place, 1, line["number"])
        for column, key in ((2, "region"), (3, "what"), (4, "grade")):
            sheet.write_string(place, column, line[key])
        sheet.write_datetime(place, 5, line["day"], date_format)
        sheet.write_string(place, 6, line["becomes"])
        sheet.write_string(place, 7, line["next"])
    book.close()
    return out.getvalue()
