"""The end of a run: its lines and its frozen games, in one transaction."""

from collections.abc import Callable, Iterator
from datetime import date, datetime
from typing import Any

import numpy as np
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from federation.dated import in_force
from federation.errors import Refused
from federation.models import FactKind, PersonFact, Player
from qualifications.engine.measures import on_national_list
from qualifications.engine.rating_kernel import Lines
from qualifications.engine.regulation import Regulation
from qualifications.models import (
    Crossing,
    PeriodStatus,
    RatingPeriod,
    RatingRow,
    RatingRun,
    RunEvent,
    RunStatus,
)
from qualifications.rating_run.bulk import copy_rows
from qualifications.rating_run.inputs import ENGINE_VERSION, PeriodInputs
from qualifications.rating_run.progress import Cancelled

_LINES_AT_A_TIME = 20_000

LINE_COLUMNS = (
    *("run_id", "player_id", "sort_key", "name", "sex", "birth_year"),
    *("before", "games", "half_points"),
    *("expected_hundredths", "gain_hundredths", "development_factor", "change", "after"),
    *("games_total", "reached_2400", "opponents_sum", "national", "region_id", "crossed", "held"),
)
FACTS_PRINTED = ("name", "sex", "birth_year")
"""Of players; frozen in the lines."""
EVENT_COLUMNS = ("run_id", "event_id", "rated_games", "games", "winner_id", "digest")


def write_run(
    run: RatingRun,
    inputs: PeriodInputs,
    lines: Lines,
    written: Callable[[int], None] = lambda _lines: None,
) -> None:
    """Everything that a run leaves behind besides its own row; call it inside a transaction.

    `written` hears of lines as they are written.
    """
    for start in range(0, len(lines.players), _LINES_AT_A_TIME):
        some = slice(start, start + _LINES_AT_A_TIME)
        rows = _line_rows(run, inputs, lines, some)  # asks the database before anything is copied
        copy_rows(RatingRow, LINE_COLUMNS, rows)
        written(len(rows))
    copy_rows(RunEvent, EVENT_COLUMNS, _event_rows(run, inputs))


def _line_rows(run: RatingRun, inputs: PeriodInputs, lines: Lines, some: slice) -> list[tuple]:
    border = border_of(inputs.law, on=inputs.period.starts_on)
    held = np.isin(lines.players[some], list(inputs.held))
    people = _people(lines.players[some].tolist(), inputs.period.list_on)
    printed = _printed(lines.players[some].tolist())
    rows = []
    columns = (
        lines.players[some].tolist(),
        lines.before[some].tolist(),
        lines.games[some].tolist(),
        lines.half_points[some].tolist(),
        lines.expected[some].tolist(),
        lines.gain[some].tolist(),
        lines.factor[some].tolist(),
        lines.change[some].tolist(),
        lines.after[some].tolist(),
        lines.games_total[some].tolist(),
        lines.reached_strong[some].tolist(),
        lines.opponents[some].tolist(),
        held.tolist(),
    )
    for player, before, *figures, after, total, reached, opponents, is_held in zip(
        *columns, strict=True
    ):
        games, half_points, expected, gain, factor, change = figures
        sort_key, region = people[player]
        rows.append(
            (
                *(run.pk, player, sort_key, *printed[player]),
                *(before or None, games, half_points),
                *(expected, gain, factor or None, change if before else None, after or None),
                *(total, reached, opponents, after >= border, region),
                *(_crossed(before, after, border), is_held),
            )
        )
    return rows


def border_of(law: Regulation, *, on: date) -> int:
    """The lowest figure of the national list (UA.IK.5, UA.Q32)."""
    floor = law.rating_rules(on).national_floor
    return floor if on_national_list(floor, law, on=on) else floor + 1


def _crossed(before: int, after: int, border: int) -> str:
    """Which list a figure left for the other: up is UA.IK.5, down is UA.IK.7."""
    if not before or (before >= border) == (after >= border):
        return ""
    return Crossing.UP.value if after >= border else Crossing.DOWN.value


def _people(players: list[int], day: date) -> dict[int, tuple[str, int | None]]:
    """Sort key of players, whose numbers are in order, and their region on a day. Two queries."""
    rows = Player.objects.filter(pk__gte=players[0], pk__lte=players[-1]).order_by()
    people: dict[int, tuple[str, int | None]] = {
        pk: (sort_key, region)
        for pk, sort_key, region in rows.values_list("pk", "sort_key", "region")
    }
    dated = PersonFact.objects.filter(
        player__gte=players[0], player__lte=players[-1], kind=FactKind.REGION, voided_at=None
    )
    for player in dated.values_list("player", flat=True).distinct():
        people[player] = (people[player][0], None)
    for player, region in dated.filter(in_force(day)).values_list("player", "region"):
        people[player] = (people[player][0], region)
    return people


def _printed(players: list[int]) -> dict[int, tuple[str, str, int | None]]:
    """Name, sex and year of birth of players, whose numbers are in order: what a list prints."""
    rows = Player.objects.filter(pk__gte=players[0], pk__lte=players[-1]).order_by()
    return {pk: tuple(facts) for pk, *facts in rows.values_list("pk", *FACTS_PRINTED)}


def _event_rows(run: RatingRun, inputs: PeriodInputs) -> Iterator[tuple]:
    for one in inputs.events():
        packed = one.games.tobytes()
        yield (run.pk, one.event.pk, len(one.games), packed, one.winner or None, one.digest)


def finish_run(run: RatingRun, inputs: PeriodInputs, *, at: datetime) -> None:
    """The draft is ready.

    Raises Refused when the list was published in the meantime, Cancelled when the run was closed or
    somebody asked it to stop.
    """
    period = RatingPeriod.objects.select_for_update().get(pk=run.period_id)
    if period.status == PeriodStatus.PUBLISHED:
        raise Refused(_("A published list is not computed again."))
    period.status = PeriodStatus.COMPUTED
    period.save(update_fields=["status"])
    running = RatingRun.objects.filter(pk=run.pk, status=RunStatus.RUNNING, cancel_asked_at=None)
    if not running.update(status=RunStatus.DONE, finished_at=at, **description(inputs)):
        raise Cancelled
    run.refresh_from_db()


def description(inputs: PeriodInputs) -> dict[str, Any]:
    """What the row of a finished run says about what it was computed from."""
    return {
        "base_id": inputs.base.run_id if inputs.base is not None else None,
        "digest": inputs.digest(),
        "edition": inputs.law.edition,
        "engine_version": ENGINE_VERSION,
        "report": inputs.report.lines(),
        "linked": inputs.lists.linked(),
    }


@transaction.atomic
def same_inputs_before(run: RatingRun, digest: str) -> RatingRun | None:
    """The finished run with the same inputs, if there is one; the new one is then withdrawn."""
    earlier = run.period.runs.filter(status=RunStatus.DONE, digest=digest, correction=None).first()
    if earlier is not None:
        run.delete()
    return earlier


@transaction.atomic
def latest_again(earlier: RatingRun, inputs: PeriodInputs, *, at: datetime) -> RatingRun:
    """The inputs may have been others in between and come back.

    What the digest does not cover is told anew: an event that waits for a fact is named although
    nothing of it is counted, a figure below the border is of the player's region of today, and the
    player is called as today.
    Raises Refused when the list was published in the meantime.
    """
    period = RatingPeriod.objects.select_for_update().get(pk=earlier.period_id)
    if period.status == PeriodStatus.PUBLISHED:
        raise Refused(_("A published list is not computed again."))
    earlier.finished_at = at
    earlier.report = inputs.report.lines(rated=earlier.report)
    earlier.save(update_fields=["finished_at", "report"])
    _regions_again(earlier)
    _call_as_today(earlier)
    return earlier


def _regions_again(run: RatingRun) -> None:
    """Bring the regions of a run's lines up to those of the day of its list."""
    day = run.period.list_on
    dated = PersonFact.objects.filter(
        player=OuterRef("player"), kind=FactKind.REGION, voided_at=None
    )
    today = Player.objects.filter(pk=OuterRef("player")).values("region")
    run.rows.filter(~Exists(dated)).exclude(region=F("player__region")).update(
        region=Subquery(today)
    )
    run.rows.filter(Exists(dated)).update(
        region=Subquery(dated.filter(in_force(day)).values("region")[:1])
    )


def _call_as_today(run: RatingRun) -> None:
    """Names, sex and year of birth of the players, in the lines of a draft."""
    called = run.rows.alias(
        year=Coalesce("birth_year", 0), year_now=Coalesce("player__birth_year", 0)
    ).exclude(
        name=F("player__name"),
        sort_key=F("player__sort_key"),
        sex=F("player__sex"),
        year=F("year_now"),
    )
    now = Player.objects.filter(pk=OuterRef("player"))
    RatingRow.objects.filter(pk__in=called.values("pk")).update(
        **{fact: Subquery(now.values(fact)) for fact in ("sort_key", *FACTS_PRINTED)}
    )
