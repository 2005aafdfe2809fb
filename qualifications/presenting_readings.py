"""What another reading would change, in finished words."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from qualifications.engine.regulation import Regulation
from qualifications.engine.verdict import Outcome
from qualifications.law import LawBook, in_force
from qualifications.presenting import reason_words
from qualifications.presenting_law import translated
from qualifications.services.readings import choices_open
from qualifications.whatif import Change, EventChanges, WhatIf
from qualifications.wording import grade_name, outcome_name


def readings_to_decide(law: Regulation, book: LawBook, *, on: date) -> list[dict[str, Any]]:
    """Passages of an edition with another way that the rules can follow."""
    decided = in_force([d for d in book.decisions if d.edition == law.edition], on=on)
    return [
        {
            "id": reading.id,
            "question": translated(reading.question),
            "in_force": translated(reading.choice.words),
            "decided": decided.get(reading.id),
            "url": reverse("reading-decision", args=[law.edition, reading.id]),
        }
        for reading in law.readings.values()
        if len(choices_open(reading)) > 1
    ]


def changes_sentence(what_if: WhatIf) -> str:
    """The answer before the table: how many verdicts would be others."""
    count = sum(len(one.changes) for one in what_if.events)
    if not what_if.all_events:
        return _("No admitted event has been judged by this edition yet.")
    events = ngettext("%(n)d event looked at", "%(n)d events looked at", what_if.looked_at) % {
        "n": what_if.looked_at
    }
    if not count:
        return _("No verdict would change (%(events)s).") % {"events": events}
    return ngettext(
        "%(n)d verdict would change (%(events)s).",
        "%(n)d verdicts would change (%(events)s).",
        count,
    ) % {"n": count, "events": events}


def changes_view(what_if: WhatIf, law: Regulation) -> list[dict[str, Any]]:
    """Events with changes, and their lines."""
    return [{"event": one.event, "lines": list(_lines(one, law))} for one in what_if.events]


def _lines(one: EventChanges, law: Regulation) -> Iterable[dict[str, Any]]:
    for change in one.changes:
        yield {
            "name": change.entry.player.name,
            "url": reverse("verdict-list", args=[change.entry.player_id, one.event.pk]),
            "grade": grade_name(change.grade),
            "old": _outcome(change.old),
            "new": _outcome(change.new),
            "new_outcome": (change.new or Outcome.NOT_MET).value,
            "old_outcome": (change.old or Outcome.NOT_MET).value,
            "why": _why(change, law),
        }


def _outcome(outcome: Outcome | None) -> str:
    return outcome_name(outcome or Outcome.NOT_MET)


def _why(change: Change, law: Regulation) -> str:
    if change.reason is None:
        return ""
    words = reason_words(change.reason, law)
    return f"{words.requirement} {words.measured}".strip()
