"""What an exported list says: its head, its columns, and the lines in plain values."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from federation.models import Region
from federation.templatetags.registry import day as day_words
from qualifications.issued_lists import EVERYBODY, NATIONAL, NO_REGION, IssuedList
from qualifications.models import (
    Crossing,
    PeriodStatus,
    RatingPeriod,
    RatingRow,
    RatingRun,
)

ROWS_AT_ONCE = 2000
"""Rows in memory while a list is written."""


@dataclass(frozen=True, slots=True)
class ListHead:
    """What tells one list from another; each file carries it."""

    list_on: str
    """ISO day."""
    status: str
    """`published` or `draft`."""
    issue: int
    issues: int
    """How many there are; an issue below it has been replaced."""
    correction_on: str | None
    """ISO day on which the correction behind this issue was signed."""
    edition: str
    engine_version: str
    digest: str
    which: str
    """`all`, `national`, `none` or the code of a region, as in the address."""
    at: datetime
    """When it was issued; of a draft when it was computed. For the properties of files."""

    def as_json(self) -> dict[str, str | int | None]:
        """Keys of docs/api.md."""
        return {
            "list_on": self.list_on,
            "status": self.status,
            "issue": self.issue,
            "issues": self.issues,
            "correction_on": self.correction_on,
            "edition": self.edition,
            "engine_version": self.engine_version,
            "digest": self.digest,
            "lines_of": self.which,
        }


class Line(NamedTuple):
    """A player's line. Coefficients are whole; see `RatingRow` for the rest."""

    number: int
    name: str
    sex: str
    birth_year: int | None
    region: int | None
    before: int | None
    games: int
    half_points: int
    expected_hundredths: int
    gain_hundredths: int
    development_factor: int | None
    change: int | None
    after: int
    games_total: int
    reached_2400: bool
    national: bool
    crossed: str
    held: bool


_FIELDS = (
    *("player_id", "name", "sex", "birth_year", "region_id"),
    *("before", "games", "half_points", "expected_hundredths", "gain_hundredths"),
    *("development_factor", "change", "after", "games_total", "reached_2400", "national"),
    *("crossed", "held"),
)


def head_of_issue(issued: IssuedList, which: str = EVERYBODY) -> ListHead:
    """The head of a published list."""
    correction = issued.issue.correction if issued.issue else None
    at = issued.issue.issued_at if issued.issue else issued.period.published_at
    return ListHead(
        list_on=issued.period.list_on.isoformat(),
        status="published",
        issue=issued.number,
        issues=len(issued.issues) or 1,
        correction_on=_iso_day(correction.decided_at) if correction else None,
        edition=issued.run.edition,
        engine_version=issued.run.engine_version,
        digest=issued.run.digest,
        which=which,
        at=at or issued.run.started_at,
    )


def head_of_draft(period: RatingPeriod, run: RatingRun, which: str = EVERYBODY) -> ListHead:
    """The head of a draft, or of the run that a published period stands on."""
    return ListHead(
        list_on=period.list_on.isoformat(),
        status="published" if period.status == PeriodStatus.PUBLISHED else "draft",
        issue=1,
        issues=1,
        correction_on=None,
        edition=run.edition,
        engine_version=run.engine_version,
        digest=run.digest,
        which=which,
        at=run.finished_at or run.started_at,
    )


def _iso_day(moment: datetime | None) -> str | None:
    if moment is None:
        return None
    day, month, year = day_words(moment).split(".")
    return f"{year}-{month}-{day}"


def lines_of(rows: QuerySet[RatingRow]) -> Iterator[Line]:
    """The lines in the order of the alphabet. One query, `ROWS_AT_ONCE` rows in memory."""
    found = rows.select_related(None).order_by("sort_key", "player_id").values_list(*_FIELDS)
    return (Line._make(values) for values in found.iterator(chunk_size=ROWS_AT_ONCE))


class Column(NamedTuple):
    head: str
    width: int
    """In characters of a worksheet."""
    number: bool


class Words:
    """Everything that is said in the language of the page, found before the first line is written.

    A file is written while it is sent, when the language of the page may be over.
    """

    def __init__(self, head: ListHead, regions: Iterable[Region] | None = None) -> None:
        known = Region.objects.all() if regions is None else regions
        named = {region.pk: (region.code, str(region)) for region in known}
        self.regions = {pk: name for pk, (_code, name) in named.items()}
        self.region_codes = {pk: code for pk, (code, _name) in named.items()}
        self.columns = (
            Column(_("Number"), 9, True),
            Column(_("Player"), 38, False),
            Column(_("Sex"), 5, False),
            Column(_("Born"), 7, True),
            Column(_("Region"), 26, False),
            Column(_("Before"), 8, True),
            Column(_("Games"), 7, True),
            Column(_("Change"), 8, True),
            Column(_("After"), 8, True),
            Column(_("List"), 12, False),
            Column(_("Mark"), 34, False),
        )
        self._sex = {"m": _("m"), "w": _("f"), "": ""}
        self._list = {True: _("national"), False: _("regional")}
        self._crossed = {
            "": "",
            Crossing.UP: _("to the national list"),
            Crossing.DOWN: _("to the regional list"),
        }
        self._first = _("first coefficient")
        self._held = _("held: an objection is open")
        self.title = self._title(head)
        self.facts = self._facts(head)

    def _title(self, head: ListHead) -> str:
        day = ".".join(reversed(head.list_on.split("-")))
        if head.status == "draft":
            return _("Draft of the rating list of %(day)s") % {"day": day}
        return _("Rating list of %(day)s") % {"day": day}

    def _facts(self, head: ListHead) -> list[tuple[str, str]]:
        """Names and values of the head, in the order of the files."""
        codes = {code: self.regions[pk] for pk, code in self.region_codes.items()}
        which = {
            EVERYBODY: _("national and regional figures"),
            NATIONAL: _("national figures"),
            NO_REGION: _("regional figures of players without a region"),
        }
        issue = str(head.issue)
        if head.issues > 1:
            issue = _("%(issue)d of %(issues)d") % {"issue": head.issue, "issues": head.issues}
        if head.correction_on:
            day = ".".join(reversed(head.correction_on.split("-")))
            issue = _("%(issue)s, amended by the correction of %(day)s") % {
                "issue": issue,
                "day": day,
            }
        if head.issue < head.issues:
            issue = _("%(issue)s, replaced by issue %(latest)d") % {
                "issue": issue,
                "latest": head.issues,
            }
        return [
            (self.title, which.get(head.which, codes.get(head.which, ""))),
            (_("Issue"), issue),
            (_("Edition"), head.edition),
            (_("Engine"), head.engine_version),
            (_("Digest of the inputs"), head.digest),
        ]

    def cells(self, line: Line) -> tuple[str | int | None, ...]:
        """A line in the columns: numbers as numbers, words as words, None for nothing."""
        return (
            line.number,
            line.name,
            self._sex[line.sex],
            line.birth_year,
            self.regions[line.region] if line.region else "",
            line.before,
            line.games,
            line.change,
            line.after,
            self._list[line.national],
            self.mark(line),
        )

    def mark(self, line: Line) -> str:
        """What is to be known about a line besides its figures."""
        first = self._first if line.before is None and line.games else ""
        held = self._held if line.held else ""
        return "; ".join(word for word in (held, first, self._crossed[line.crossed]) if word)
