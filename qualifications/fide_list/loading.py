"""FIDE's whole list, from a file into the registry: read beside it, then taken over at once."""

from collections.abc import Callable
from datetime import date, datetime
from typing import BinaryIO

from django.db import connection, transaction
from django.utils.translation import gettext as _

from federation.errors import Refused
from qualifications.fide_list.differences import differences_propose
from qualifications.fide_list.merging import merge, ratings_keep, ratings_otherwise
from qualifications.fide_list.numbers import missing_numbers_propose
from qualifications.fide_list.staging import (
    hold_out_repeats,
    out_of_range,
    stage,
    staging_table,
)
from qualifications.models import FideListed, ListLoad, LoadStatus, LoadStep, RatingScheme
from tournaments.formats.lists import ListRow, RatingList
from tournaments.formats.problems import Problem, ProblemLog, Severity
from tournaments.formats.rating_lists import open_list

KINDS = ("fide-txt", "fide-xml")
FEWEST_PERCENT = 90
"""Of the people of the list in force; with fewer somebody has to say that it is right."""
_NOT_WHOLE = ("list.line_cut", "list.damaged", "list.number_unreadable")
_NAMED = 5
"""Numbers or lines in one sentence."""
_OTHERWISE = "fide_list.rating_otherwise"
_HELD_OUT = "fide_list.held_out"


class Progress:
    """Writes where a load is, for others to see; hears on the way that it was given up."""

    def __init__(self, load: ListLoad, clock: Callable[[], datetime]) -> None:
        self._load, self._clock = load, clock

    def begin(self, step: LoadStep, total: int = 0) -> None:
        """Go on to a step of `total` units."""
        self._load.step, self._load.total = step, total
        self.at(0)

    def at(self, done: int) -> None:
        """So many units are done. Raises Refused when another load has taken this one's place."""
        self._load.done, self._load.beat_at = done, self._clock()
        mine = ListLoad.objects.filter(pk=self._load.pk, status=LoadStatus.RUNNING)
        if not mine.update(
            step=self._load.step,
            done=done,
            total=self._load.total,
            beat_at=self._load.beat_at,
        ):
            raise Refused(_("This load was given up. Load the list again."))


def fide_list_load(load: ListLoad, stream: BinaryIO, *, clock: Callable[[], datetime]) -> None:
    """Load a list for its row, which is running; the row is done at the end.

    The file is read into a table of this session; then one transaction makes FIDE's list what it
    says and keeps the ratings of the registry's people. A list older than the one in force only
    leaves ratings. Raises Refused, with nothing changed, for a file that is no such list, is not
    whole, is of another month, or has far fewer people than the list in force.
    """
    log, progress = ProblemLog(), Progress(load, clock)
    found = open_list(stream, log, filename=load.filename)
    if found is None or found.kind not in KINDS:
        raise Refused(
            _(
                "This is not FIDE’s list of all players. Give players_list_foa.txt, or its XML, "
                "as FIDE publishes it, packed as zip or not."
            )
        )
    load.list_on = _day(found, load.list_on)
    in_force = list_as_it_stands()
    with staging_table():
        progress.begin(LoadStep.READING, load.size)
        rows = _rows_checked(found)
        count = stage(rows, lambda _count: progress.at(min(stream.tell(), load.size)))
        _refuse_broken(log, count)
        held_out = hold_out_repeats() if log.count("list.number_twice") else []
        doubtful = out_of_range()
        if doubtful:
            raise Refused(
                _("Values of these FIDE numbers cannot be right: %(numbers)s. Look at the list.")
                % {"numbers": _named(doubtful)}
            )
        newest = in_force is None or load.list_on >= in_force
        if newest and not load.fewer_allowed:
            _refuse_fewer(count)
        progress.begin(LoadStep.STORING)
        load.counts = {"rows": count, "held_out": len(held_out)}
        load.problems = [_plain(one) for one in log.problems() if one.code != "list.month_unknown"]
        load.problems += [_told(_HELD_OUT, number=number) for number in held_out[:300]]
        with transaction.atomic():
            _store(load, load.list_on, newest=newest, at=clock())
    if newest:
        if connection.vendor == "postgresql" and not connection.in_atomic_block:
            with connection.cursor() as cursor:
                cursor.execute(f"ANALYZE {FideListed._meta.db_table}")
        load.counts |= differences_propose(load, at=clock(), progress=progress)
        load.counts |= missing_numbers_propose(load, at=clock(), progress=progress)
    _finish(load, clock())


def source_of(load: ListLoad) -> str:
    """How ratings and facts name the list that they come from."""
    day = f"{load.list_on:%Y-%m-%d}" if load.list_on else ""
    return f"FIDE {day}, {load.filename[:80]}, {load.digest[:12]}"


def list_as_it_stands() -> date | None:
    """The day of FIDE's list as it stands; None without one."""
    stored = ListLoad.objects.filter(scheme=RatingScheme.FIDE, stored_at__isnull=False)
    return stored.order_by("-list_on").values_list("list_on", flat=True).first()


def _day(found: RatingList, asked: date | None) -> date:
    """The first day of the list: as asked, else as the list says."""
    month = found.month
    if asked is None and month is None:
        raise Refused(
            _("The list does not say for which month it is. Give the first day of the list.")
        )
    if asked is None or month is None:
        return asked or month  # type: ignore[return-value]
    if (month.year, month.month) != (asked.year, asked.month):
        raise Refused(
            _("The list says that it is of %(month)s, not of %(asked)s. Correct the day.")
            % {"month": f"{month:%Y-%m}", "asked": f"{asked:%Y-%m}"}
        )
    return asked


def _rows_checked(found: RatingList):
    """The rows; FIDE's text is plain ASCII, so any other letter tells of moved columns."""
    return _ascii_rows(found) if found.kind == "fide-txt" else found.rows


def _ascii_rows(found: RatingList):
    for row in found.rows:
        if not row[3].isascii():
            raise Refused(_not_ascii(row))
        yield row


def _not_ascii(row: ListRow) -> str:
    return _(
        "Line %(line)s has the letters “%(name)s”. FIDE’s text list has Latin letters without "
        "marks only: the file was saved in another encoding. Download it again."
    ) % {"line": row.line, "name": row.name[:40]}


def _refuse_broken(log: ProblemLog, count: int) -> None:
    broken = [problem for problem in log.problems() if problem.code in _NOT_WHOLE]
    if broken:
        raise Refused(
            _("The file is not whole: it breaks off in lines %(lines)s. Download it again.")
            % {"lines": _named([problem.line or 0 for problem in broken])}
        )
    if not count:
        raise Refused(_("The list names nobody. Download it again."))


def _refuse_fewer(count: int) -> None:
    before = FideListed.objects.count()
    if count * 100 < before * FEWEST_PERCENT:
        raise Refused(
            _(
                "The list has %(count)s people, the one in force %(before)s. Perhaps the file is "
                "only a part: download it again, or say that so few are right."
            )
            % {"count": count, "before": before}
        )


def _named(numbers: list[int]) -> str:
    words = ", ".join(str(number) for number in numbers[:_NAMED])
    return f"{words} …" if len(numbers) > _NAMED else words


def _store(load: ListLoad, list_on: date, *, newest: bool, at: datetime) -> None:
    if newest:
        load.counts |= merge()
    otherwise = ratings_otherwise(list_on)
    load.counts["otherwise"] = len(otherwise)
    load.problems += [
        _told(_OTHERWISE, number=number, kind=kind, kept=kept, said=said)
        for number, kind, kept, said in otherwise[:300]
    ]
    load.counts["ratings"] = ratings_keep(
        list_on=list_on, source=source_of(load), at=at, user_id=load.requested_by_id
    )
    load.stored_at = at
    load.save(update_fields=["list_on", "counts", "problems", "stored_at"])


def _finish(load: ListLoad, at: datetime) -> None:
    load.status, load.finished_at = LoadStatus.DONE, at
    load.save(update_fields=["status", "finished_at", "counts"])


def _plain(problem: Problem) -> dict:
    return {
        "code": problem.code,
        "severity": problem.severity.value,
        "line": problem.line,
        "params": dict(problem.params),
    }


def _told(code: str, **params: int | str) -> dict:
    return {"code": code, "severity": Severity.WARNING.value, "line": None, "params": params}
