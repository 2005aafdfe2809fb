"""Loading published rating lists: asked for, run once at a time, given up when the worker died."""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from typing import BinaryIO

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from federation.errors import Refused
from federation.models import User
from federation.written import written
from qualifications.fide_list.loading import fide_list_load
from qualifications.models import ListLoad, ListPart, LoadStatus, LoadStep, RatingScheme
from qualifications.services.imported_ratings import HeldOut, ratings_import

PART = 1024**2
LOST_AFTER = timedelta(minutes=10)
"""Without a sign of life for longer, a load is taken for lost."""
BROKEN_OFF = gettext_noop("It broke off without a word. Nothing was changed; load the list again.")
_HELD_OUT_KEPT = 300


@transaction.atomic
def list_load_ask(
    parts: Iterable[bytes],
    *,
    scheme: str,
    kind: str,
    list_on: date | None,
    filename: str,
    source: str,
    fewer_allowed: bool,
    user: User | None,
    at: datetime,
) -> ListLoad:
    """Keep an uploaded file for the worker, in parts of at most a megabyte or as they come.

    Raises Refused for Russia's list without a day, a kind or a source.
    """
    if scheme == RatingScheme.RUSSIA and not (list_on and kind and source.strip()):
        raise Refused(_("Say which list it is, of which day, and where it comes from."))
    load = ListLoad.objects.create(
        scheme=scheme,
        kind=kind if scheme == RatingScheme.RUSSIA else "",
        list_on=list_on,
        filename=filename[:200],
        size=0,
        source=written(source, most=200),
        fewer_allowed=fewer_allowed,
        requested_by=user,
        requested_at=at,
    )
    digest = hashlib.sha256()
    for number, part in enumerate(parts):
        digest.update(part)
        load.size += len(part)
        ListPart.objects.create(load=load, number=number, content=part)
    load.digest = digest.hexdigest()
    load.save(update_fields=["size", "digest"])
    return load


def list_load_uploaded(load_id: int, *, clock: Callable[[], datetime]) -> ListLoad:
    """Load what was uploaded; its parts go, whatever comes of it. Raises Refused as `list_load`.

    A task delivered twice does nothing the second time, unless its first worker has died.
    """
    load = ListLoad.objects.get(pk=load_id)
    if load.status in (LoadStatus.DONE, LoadStatus.FAILED):
        return load
    with tempfile.TemporaryFile(prefix="rating-list-") as file:
        for number in load.parts.values_list("number", flat=True).order_by("number"):
            content = load.parts.values_list("content", flat=True).get(number=number)
            file.write(bytes(content))
        file.seek(0)
        try:
            return list_load(load, file, clock=clock)
        finally:
            load.refresh_from_db()
            if load.status in (LoadStatus.DONE, LoadStatus.FAILED):
                load.parts.all().delete()


def list_load_file(
    stream: BinaryIO,
    *,
    filename: str,
    list_on: date | None,
    fewer_allowed: bool,
    clock: Callable[[], datetime],
    watch: Callable[[ListLoad], None] = lambda _load: None,
) -> ListLoad:
    """Load FIDE's list from a file at hand, without keeping its bytes. Raises Refused.

    `watch` gets the row before it starts.
    """
    digest = hashlib.file_digest(stream, "sha256").hexdigest()  # type: ignore[arg-type]
    size = stream.seek(0, os.SEEK_END)
    stream.seek(0)
    load = ListLoad.objects.create(
        scheme=RatingScheme.FIDE,
        list_on=list_on,
        filename=filename[:200],
        size=size,
        digest=digest,
        fewer_allowed=fewer_allowed,
        requested_at=clock(),
    )
    watch(load)
    return list_load(load, stream, clock=clock)


def list_load(load: ListLoad, stream: BinaryIO, *, clock: Callable[[], datetime]) -> ListLoad:
    """Load a list for its row. Raises Refused with the reason, which the row keeps too.

    One list at a time: while another one is at work this one is refused and stays as it was.
    """
    _start(load, clock())
    try:
        if load.scheme == RatingScheme.FIDE:
            fide_list_load(load, stream, clock=clock)
        else:
            _russian_list_load(load, stream, clock=clock)
    except Refused as refusal:
        _fail(load, str(refusal), clock())
        raise
    except BaseException:
        _fail(load, BROKEN_OFF, clock())
        raise
    return load


def _start(load: ListLoad, at: datetime) -> None:
    lost = ListLoad.objects.filter(status=LoadStatus.RUNNING, beat_at__lt=at - LOST_AFTER)
    lost.exclude(pk=load.pk).update(status=LoadStatus.FAILED, refusal=BROKEN_OFF, finished_at=at)
    mine = ListLoad.objects.filter(pk=load.pk).filter(
        Q(status=LoadStatus.WAITING) | Q(status=LoadStatus.RUNNING, beat_at__lt=at - LOST_AFTER)
    )
    try:
        with transaction.atomic():
            started = mine.update(
                status=LoadStatus.RUNNING, step=LoadStep.READING, started_at=at, beat_at=at
            )
    except IntegrityError:
        started = 0
    if not started:
        raise Refused(_("Another list is being loaded. Try again when it is done."))
    load.refresh_from_db()


def _fail(load: ListLoad, why: str, at: datetime) -> None:
    ListLoad.objects.filter(pk=load.pk, status=LoadStatus.RUNNING).update(
        status=LoadStatus.FAILED, refusal=why[:1000], finished_at=at
    )
    load.refresh_from_db()


def _russian_list_load(load: ListLoad, stream: BinaryIO, *, clock: Callable[[], datetime]) -> None:
    held: list[HeldOut] = []

    def tell(one: HeldOut) -> None:
        if not one.is_unmatched and len(held) < _HELD_OUT_KEPT:
            held.append(one)

    if load.list_on is None:
        raise Refused(_("Say which list it is, of which day, and where it comes from."))
    found = ratings_import(
        stream,
        scheme=load.scheme,
        kind=load.kind,
        list_on=load.list_on,
        source=load.source,
        at=clock(),
        filename=load.filename,
        user=load.requested_by,
        tell=tell,
    )
    load.counts = {
        "rows": found.lines,
        "ratings": found.imported,
        "already": found.already,
        "unmatched": found.unmatched,
        "held_out": found.held_out,
    }
    load.problems = [
        {
            "code": "fide_list.line_held_out",
            "severity": "warning",
            "line": one.line,
            "params": {"name": one.name, "number": one.fide_id, "why": one.why},
        }
        for one in held
    ]
    load.status = LoadStatus.DONE
    load.stored_at = load.finished_at = clock()
    load.save(update_fields=["status", "stored_at", "finished_at", "counts", "problems"])
