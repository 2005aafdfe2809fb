"""Taking over a published rating list, line by line: who is not certain is held out and named."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from typing import BinaryIO

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from federation.errors import Refused
from federation.models import Player, User
from qualifications.models import ImportedKind, ImportedRating, RatingScheme
from tournaments.formats.lists import ListRow, RatingList
from tournaments.formats.problems import ProblemLog
from tournaments.formats.rating_lists import open_list

NO_NUMBER = gettext_noop("it has no FIDE number")
NO_PERSON = gettext_noop("nobody in the registry has this FIDE number")
NO_RATING = gettext_noop("it has no rating")
OUT_OF_RANGE = gettext_noop("the rating cannot be right")
TWICE = gettext_noop("the FIDE number stands in several lines")
ANOTHER = gettext_noop("another rating was imported for this list before")
HIGHEST = 3999
"""No rating of any scheme is higher."""
FILES = {RatingScheme.RUSSIA: ("rus-csv",), RatingScheme.FIDE: ("fide-txt", "fide-xml")}
UNREADABLE = ("list.number_unreadable", "list.rating_unreadable", "list.damaged")
BATCH = 1000


@dataclass(frozen=True, slots=True)
class HeldOut:
    """A line that was not imported, and why."""

    line: int
    fide_id: int | None
    name: str
    why: str
    """One of the reasons above, in English."""

    @property
    def is_unmatched(self) -> bool:
        """Whether it is only that the registry does not have the person."""
        return self.why == NO_PERSON


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of an import, in lines."""

    lines: int
    imported: int
    already: int
    """The same rating was imported before."""
    unmatched: int
    """People that the registry does not have."""
    held_out: int
    """All others that were not imported."""
    unreadable: int
    """Cells that the reader could not make sense of."""


@dataclass(frozen=True, slots=True)
class _Line:
    line: int
    fide_id: int
    name: str
    value: int | None
    games: int | None
    factor: int | None


class _Count:
    """Tells what is held out, and counts it."""

    def __init__(self, tell: Callable[[HeldOut], None]) -> None:
        self.tell = tell
        self.lines = self.unmatched = self.held_out = 0

    def hold_out(self, line: int, fide_id: int | None, name: str, why: str) -> None:
        if why == NO_PERSON:
            self.unmatched += 1
        else:
            self.held_out += 1
        self.tell(HeldOut(line, fide_id, name, why))


def ratings_import(
    stream: BinaryIO,
    *,
    scheme: str,
    kind: str,
    list_on: date,
    source: str,
    at: datetime,
    filename: str = "",
    user: User | None = None,
    tell: Callable[[HeldOut], None] = lambda _one: None,
) -> Imported:
    """Store the ratings of the people whom the registry has, by their FIDE number alone.

    `tell` gets every line that is held out: people whom the registry does not have as the file is
    read, the others afterwards. Nobody is created, nothing is written over, nothing is guessed: a
    line without a FIDE number is held out. Raises Refused for a file that is no such list, or is of
    another month.
    """
    log = ProblemLog()
    found = open_list(stream, log, filename=filename)
    if found is None or found.kind not in FILES[RatingScheme(scheme)]:
        raise Refused(
            _("This is no list of the %(scheme)s. Give the file as it was published.")
            % {"scheme": RatingScheme(scheme).label}
        )
    _refuse(found, list_on=list_on, source=source)
    count = _Count(tell)
    certain = _certain(_of_known_people(found.rows, scheme, kind, count), count)
    imported, already = 0, 0
    with transaction.atomic():
        before = dict(
            ImportedRating.objects.filter(scheme=scheme, kind=kind, list_on=list_on).values_list(
                "player_id", "value"
            )
        )
        fresh: list[ImportedRating] = []
        for player, (one, value) in certain.items():
            if player not in before:
                fresh.append(
                    ImportedRating(
                        player_id=player,
                        scheme=scheme,
                        kind=kind,
                        list_on=list_on,
                        value=value,
                        games=one.games,
                        factor=one.factor,
                        source=source,
                        imported_at=at,
                        imported_by=user,
                    )
                )
            elif before[player] == value:
                already += 1
            else:
                count.hold_out(one.line, one.fide_id, one.name, ANOTHER)
        for batch in _batches(fresh):
            imported += len(ImportedRating.objects.bulk_create(batch))
    return Imported(
        lines=count.lines,
        imported=imported,
        already=already,
        unmatched=count.unmatched,
        held_out=count.held_out,
        unreadable=sum(map(log.count, UNREADABLE)),
    )


def _refuse(found: RatingList, *, list_on: date, source: str) -> None:
    if not source.strip():
        raise Refused(_("Say where the list comes from."))
    month = found.month
    if month is not None and (month.year, month.month) != (list_on.year, list_on.month):
        raise Refused(
            _("The list says that it is of %(month)s, not of %(asked)s. Correct the day.")
            % {"month": f"{month:%Y-%m}", "asked": f"{list_on:%Y-%m}"}
        )


def _of_known_people(
    rows: Iterable[ListRow], scheme: str, kind: str, count: _Count
) -> dict[int, list[_Line]]:
    """By player, the lines with the player's FIDE number."""
    players = dict(Player.objects.filter(fide_id__isnull=False).values_list("fide_id", "pk"))
    lines: dict[int, list[_Line]] = {}
    for row in rows:
        count.lines += 1
        if row.fide_id is None:
            count.hold_out(row.line, None, row.name, NO_NUMBER)
        elif row.fide_id not in players:
            count.hold_out(row.line, row.fide_id, row.name, NO_PERSON)
        else:
            one = _Line(row.line, row.fide_id, row.name, *_rating(row, scheme, kind))
            lines.setdefault(players[row.fide_id], []).append(one)
    return lines


def _certain(lines: dict[int, list[_Line]], count: _Count) -> dict[int, tuple[_Line, int]]:
    """By player, the only line and its rating, where it has one."""
    found: dict[int, tuple[_Line, int]] = {}
    for player, several in lines.items():
        for one in several:
            if len(several) > 1:
                count.hold_out(one.line, one.fide_id, one.name, TWICE)
            elif one.value is None:
                count.hold_out(one.line, one.fide_id, one.name, NO_RATING)
            elif one.value > HIGHEST:
                count.hold_out(one.line, one.fide_id, one.name, OUT_OF_RANGE)
            else:
                found[player] = one, one.value
    return found


def _rating(row: ListRow, scheme: str, kind: str) -> tuple[int | None, int | None, int | None]:
    """Rating, games of the period and K; a Russian list is of one kind and has neither."""
    if scheme == RatingScheme.RUSSIA:
        return row.national_rating, None, None
    return {
        ImportedKind.STANDARD: (row.standard, row.standard_games, row.standard_k),
        ImportedKind.RAPID: (row.rapid, row.rapid_games, row.rapid_k),
        ImportedKind.BLITZ: (row.blitz, row.blitz_games, row.blitz_k),
    }[ImportedKind(kind)]


def _batches(rows: list[ImportedRating]) -> Iterator[list[ImportedRating]]:
    left = iter(rows)
    while batch := list(islice(left, BATCH)):
        yield batch
