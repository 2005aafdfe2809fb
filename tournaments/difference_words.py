"""In what a corrected file differs from the one before, in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.formats.difference import Difference, ResultChange
from tournaments.formats.parsed import PartialDate
from tournaments.wording import COLUMNS

_PAPERS: Mapping[str, Any] = {
    "name": gettext_lazy("name of the tournament"),
    "city": gettext_lazy("place of the tournament"),
    "starts_on": gettext_lazy("first day"),
    "ends_on": gettext_lazy("last day"),
    "chief_arbiter": gettext_lazy("chief arbiter"),
    "rounds": gettext_lazy("rounds played"),
}
_KINDS: Mapping[str, Any] = {
    "": gettext_lazy("nothing"),
    "pending": gettext_lazy("no result yet"),
    "pairing_bye": gettext_lazy("pairing bye"),
    "full_point_bye": gettext_lazy("full-point bye"),
    "half_point_bye": gettext_lazy("half-point bye"),
    "absent": gettext_lazy("absent"),
    "forfeit": gettext_lazy("forfeit"),
}


@dataclass(frozen=True, slots=True)
class Change:
    """What is otherwise, and from what to what."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class DifferencePage:
    summary: str
    added: list[str]
    removed: list[str]
    papers: list[Change]
    people: list[Change]
    results: list[Change]


def difference_page(found: Difference) -> DifferencePage:
    """Sections of the difference; the summary counts them in a sentence."""
    counts = {
        "added": len(found.added),
        "removed": len(found.removed),
        "people": len(found.changed),
        "results": len(found.results),
    }
    summary = _(
        "Players added: %(added)d, removed: %(removed)d. Changes about players: %(people)d, of "
        "results: %(results)d."
    )
    if found.is_nothing:
        summary = _("The corrected file says the same as the one before.")
    return DifferencePage(
        summary=summary % counts,
        added=[f"{player.number}. {player.name}" for player in found.added],
        removed=[f"{player.number}. {player.name}" for player in found.removed],
        papers=[Change(str(_PAPERS[n]), _value(a), _value(b)) for n, a, b in found.papers],
        people=[
            Change(
                f"{change.player.number}. {change.player.name}: {COLUMNS[change.field]}",
                _value(change.before),
                _value(change.after),
            )
            for change in found.changed
        ],
        results=[_result(change) for change in found.results],
    )


def _result(change: ResultChange) -> Change:
    who = f"{change.white} – {change.black}" if change.black else change.white
    what = _("Round %(round)d, %(who)s") % {"round": change.round, "who": who}
    before, after = (str(_KINDS.get(n, n)) for n in (change.before, change.after))
    if before == after:
        before = _("%(result)s, colours the other way round") % {"result": before}
    return Change(what, before, after)


def _value(value: object) -> str:
    if isinstance(value, date):
        return f"{value:%d.%m.%Y}"
    if isinstance(value, PartialDate):
        day = value.as_date()
        return f"{day:%d.%m.%Y}" if day else str(value.year)
    return "–" if value in (None, "") else str(value)
