"""Computing a rating period. `recompute_period` is the pipeline, a numbered list."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Player
from qualifications.engine.ratings import (
    PlayerPeriod,
    PoolLine,
    RatedEvent,
    RatedGame,
    RatingChange,
    rate_period,
)
from qualifications.engine.regulation import Regulation
from qualifications.law import covers, law_for
from qualifications.models import (
    PeriodStatus,
    RatingPeriod,
    RatingRow,
    RatingRun,
    RunEvent,
    RunStatus,
)
from tournaments.models import Entry, Event, EventStatus, Game, GameKind

ENGINE_VERSION = "1"
"""Of the computation; a change of it makes new runs of the same inputs."""

LOST_AFTER = timedelta(minutes=30)
"""A run that has been running longer than this is taken for lost with its worker."""


@dataclass
class PeriodInputs:
    """Everything a run computes from, resolved to numbers."""

    law: Regulation
    first_day: date
    """Of the period: picks the set of rating parameters."""
    players: list[PlayerPeriod]
    rated_games: dict[int, int]
    """Per event that is counted: games in which both had a coefficient or one earns the first."""
    report: list[dict] = field(default_factory=list)

    def digest(self) -> str:
        """SHA-256 over all inputs: the same digest, the same answer."""
        events = sorted(self.rated_games.items())
        parts = (ENGINE_VERSION, self.law.digest, self.first_day, self.players, events)
        return hashlib.sha256(repr(parts).encode()).hexdigest()

    def rate(self) -> tuple[RatingChange, ...]:
        return rate_period(self.players, self.law, on=self.first_day)


def recompute_period(
    period_id: int, *, requested_by_id: int | None, task_id: str, clock: Callable[[], datetime]
) -> RatingRun:
    """Compute the draft list of a period; the same inputs give the earlier run back.

    Everything a run writes is in one transaction: when it fails, the run is marked failed with the
    reason and there are no rows. Raises Refused when the period cannot be computed now.
    `clock` gives the moments of start and end.
    """
    run = start_run(  # 1. the period is ours alone
        period_id, requested_by_id=requested_by_id, task_id=task_id, at=clock()
    )
    try:
        with transaction.atomic():
            inputs = read_inputs(run.period)  # 2. events, lists, law
            earlier = same_inputs_before(run, inputs, at=clock())  # 3. same digest, same run
            if earlier is not None:
                return earlier
            changes = inputs.rate()  # 4. the engine decides
            write_rows(run, inputs, changes)  # 5. lines of the list
            finish_run(run, inputs, at=clock())  # 6. report, draft ready
    except Exception as error:
        fail_run(run, error, at=clock())
        raise
    return run


def inputs_digest(period: RatingPeriod) -> str:
    """The digest that a run of the period would have now."""
    return read_inputs(period).digest()


# --- 1 ------------------------------------------------------------------------------------------


@transaction.atomic
def start_run(
    period_id: int, *, requested_by_id: int | None, task_id: str, at: datetime
) -> RatingRun:
    """Take the period for one run. The database allows one running run per period."""
    period = RatingPeriod.objects.select_for_update().get(pk=period_id)
    if period.status == PeriodStatus.PUBLISHED:
        raise Refused(_("A published list is not computed again."))
    earlier = RatingPeriod.objects.filter(scheme=period.scheme, list_on__lt=period.list_on)
    waiting = earlier.exclude(status=PeriodStatus.PUBLISHED).order_by("list_on").first()
    if waiting is not None:
        raise Refused(
            _("First publish the list of %(day)s: this one starts from it.")
            % {"day": f"{waiting.list_on:%d.%m.%Y}"}
        )
    _give_up_lost_runs(period, task_id, at)
    try:
        with transaction.atomic():
            return RatingRun.objects.create(
                period=period,
                status=RunStatus.RUNNING,
                engine_version=ENGINE_VERSION,
                requested_by_id=requested_by_id,
                task_id=task_id,
                started_at=at,
            )
    except IntegrityError as error:
        raise Refused(_("This period is being computed right now.")) from error


def _give_up_lost_runs(period: RatingPeriod, task_id: str, at: datetime) -> None:
    """A task delivered again after its worker died, or a run far too old, is marked failed."""
    for run in period.runs.filter(status=RunStatus.RUNNING):
        if (task_id and run.task_id == task_id) or at - run.started_at > LOST_AFTER:
            run.status = RunStatus.FAILED
            run.finished_at = at
            run.report = [{"code": "worker_lost", "params": {}}]
            run.save()


# --- 2 ------------------------------------------------------------------------------------------


def read_inputs(period: RatingPeriod) -> PeriodInputs:
    """Events to count, the lists they stand on, and what players bring along.

    The number of queries depends on the number of lists touched, not on events, games or players.
    """
    law = law_for(period.scheme, on=period.ends_on)
    report: list[dict] = []
    events = [e for e in events_to_count(period) if _covered(e, period.scheme, report)]
    lists = PublishedLists(period)
    base = lists.before(period.list_on)
    games = _games_of(events)
    results, rated = _results(events, games, lists, period, report)
    pools = pools_of(period, law)
    brought = base.by_player if base else {}
    listed = base.coefficients.keys() if base else set()
    players = [
        _player_period(player, brought.get(player), results.get(player, []), pools.get(player, ()))
        for player in sorted(listed | results.keys() | pools.keys())
    ]
    return PeriodInputs(law, period.starts_on, players, rated, report)


def events_to_count(period: RatingPeriod) -> QuerySet[Event]:
    """Admitted events that ended by the period's last day and stand in no published list yet."""
    counted = RunEvent.objects.filter(event=OuterRef("pk"), run__publication__isnull=False)
    return (
        Event.objects.filter(status=EventStatus.ADMITTED, rated=True, ends_on__lte=period.ends_on)
        .exclude(Exists(counted))
        .order_by("starts_on", "pk")
    )


def _covered(event: Event, scheme: str, report: list[dict]) -> bool:
    if covers(scheme, on=event.ends_on):
        return True
    report.append({"code": "no_edition", "params": {"event": event.name, "id": event.pk}})
    return False


@dataclass(frozen=True)
class _List:
    by_player: dict[int, RatingRow]
    coefficients: dict[int, int]


class PublishedLists:
    """Published lists before a period, each read once and only when it is needed."""

    def __init__(self, period: RatingPeriod) -> None:
        published = RatingPeriod.objects.filter(
            scheme=period.scheme, status=PeriodStatus.PUBLISHED, list_on__lt=period.list_on
        )
        self._runs = list(published.order_by("-list_on").values_list("list_on", "published_run"))
        self._read: dict[int, _List] = {}

    def before(self, day: date) -> _List | None:
        """The latest list issued before a day."""
        return self._first(lambda list_on: list_on < day)

    def in_force(self, day: date) -> _List | None:
        """The list in force on a day: the latest issued on or before it."""
        return self._first(lambda list_on: list_on <= day)

    def _first(self, fits) -> _List | None:
        for list_on, run_id in self._runs:
            if fits(list_on):
                if run_id not in self._read:
                    rows = list(RatingRow.objects.filter(run=run_id))
                    coefficients = {r.player_id: r.after for r in rows if r.after is not None}
                    self._read[run_id] = _List({r.player_id: r for r in rows}, coefficients)
                return self._read[run_id]
        return None


_GameRow = tuple[int, int, int, int]
"""Player with White, player with Black, half-points of each."""


def _games_of(events: list[Event]) -> dict[int, list[_GameRow]]:
    rows = (
        Game.objects.filter(event__in=[e.pk for e in events], kind=GameKind.PLAYED)
        .order_by("event", "round", "pk")
        .values_list(
            "event", "white__player", "black__player", "white_half_points", "black_half_points"
        )
    )
    games: dict[int, list[_GameRow]] = defaultdict(list)
    for event, white, black, white_points, black_points in rows:
        if black is not None and black_points is not None:  # a game played has two sides
            games[event].append((white, black, white_points, black_points))
    return games


def _results(
    events: list[Event],
    games: dict[int, list[_GameRow]],
    lists: PublishedLists,
    period: RatingPeriod,
    report: list[dict],
) -> tuple[dict[int, list[RatedEvent]], dict[int, int]]:
    """Per player the events with games against rated opponents; per event the games that count."""
    results: dict[int, list[RatedEvent]] = defaultdict(list)
    rated: dict[int, int] = {}
    winners = undivided_winners(events)
    for event in events:
        in_force = lists.in_force(event.starts_on)
        coefficients = in_force.coefficients if in_force else {}
        of_player: dict[int, list[RatedGame]] = defaultdict(list)
        counted = 0
        for white, black, white_points, black_points in games[event.pk]:
            if white not in coefficients and black not in coefficients:
                continue
            counted += 1
            if black in coefficients:
                of_player[white].append(RatedGame(coefficients[black], white_points))
            if white in coefficients:
                of_player[black].append(RatedGame(coefficients[white], black_points))
        for player, rated_games in of_player.items():
            results[player].append(
                RatedEvent(
                    key=event.pk,
                    own=coefficients.get(player),
                    undivided_first=winners.get(event.pk) == player,
                    games=tuple(rated_games),
                )
            )
        rated[event.pk] = counted
        report.append(_report_line(event, counted, len(games[event.pk]), period))
    return results, rated


def _report_line(event: Event, counted: int, played: int, period: RatingPeriod) -> dict:
    late = event.ends_on < period.starts_on
    return {
        "code": "event_late" if late else "event",
        "params": {"event": event.name, "id": event.pk, "games": counted, "played": played},
    }


def undivided_winners(events: list[Event]) -> dict[int, int]:
    """Event → player alone on the first place (UA.IK.8)."""
    first: dict[int, list[int]] = defaultdict(list)
    entries = Entry.objects.filter(event__in=[e.pk for e in events], rank=1)
    for event, player in entries.values_list("event", "player"):
        first[event].append(player)
    return {event: players[0] for event, players in first.items() if len(players) == 1}


def pools_of(
    period: RatingPeriod, law: Regulation, players: Collection[int] | None = None
) -> dict[int, tuple[PoolLine, ...]]:
    """Games of players still without a coefficient, from the published lists that still count."""
    published = RatingPeriod.objects.filter(
        scheme=period.scheme, status=PeriodStatus.PUBLISHED, list_on__lt=period.list_on
    ).order_by("-list_on")[: law.rating_rules(period.starts_on).first_periods - 1]
    rows = RatingRow.objects.filter(
        run__in=[p.published_run_id for p in published], after=None, games__gt=0
    ).order_by("run__period__list_on")
    if players is not None:
        rows = rows.filter(player__in=players)
    pools: dict[int, list[PoolLine]] = defaultdict(list)
    for player, games, total, half_points in rows.values_list(
        "player_id", "games", "opponents_sum", "half_points"
    ):
        pools[player].append(PoolLine(games, total, half_points))
    return {player: tuple(lines) for player, lines in pools.items()}


def _player_period(
    player: int,
    brought: RatingRow | None,
    events: list[RatedEvent],
    pool: tuple[PoolLine, ...],
) -> PlayerPeriod:
    before = brought.after if brought else None
    return PlayerPeriod(
        player=player,
        before=before,
        games_total=brought.games_total if brought else 0,
        reached_2400=brought.reached_2400 if brought else False,
        events=tuple(events),
        pool=pool if before is None else (),
    )


# --- 3 to 6 -------------------------------------------------------------------------------------


def same_inputs_before(run: RatingRun, inputs: PeriodInputs, *, at: datetime) -> RatingRun | None:
    """The finished run with the same inputs, if there is one; the new one is then withdrawn.

    It becomes the latest again: the inputs may have been others in between and come back.
    """
    earlier = run.period.runs.filter(status=RunStatus.DONE, digest=inputs.digest()).first()
    if earlier is not None:
        run.delete()
        earlier.finished_at = at
        earlier.save(update_fields=["finished_at"])
    return earlier


def write_rows(run: RatingRun, inputs: PeriodInputs, changes: tuple[RatingChange, ...]) -> None:
    """A line for everybody who has a coefficient, or games towards the first one."""
    sort_keys = dict(
        Player.objects.filter(pk__in=[c.player for c in changes]).values_list("pk", "sort_key")
    )
    RatingRow.objects.bulk_create(
        (
            RatingRow(
                run=run,
                player_id=change.player,
                sort_key=sort_keys[change.player],
                before=change.before,
                games=change.games,
                half_points=change.half_points,
                expected_hundredths=change.expected_hundredths,
                gain_hundredths=change.gain_hundredths,
                development_factor=change.development_factor,
                change=change.change if change.before is not None else None,
                after=change.after,
                games_total=change.games_total,
                reached_2400=change.reached_2400,
                opponents_sum=change.pool[-1].opponents_sum if change.pool else 0,
            )
            for change in changes
        ),
        batch_size=2000,
    )
    RunEvent.objects.bulk_create(
        RunEvent(run=run, event_id=event, rated_games=games)
        for event, games in inputs.rated_games.items()
    )


def finish_run(run: RatingRun, inputs: PeriodInputs, *, at: datetime) -> None:
    """The draft is ready. Raises Refused when the list was published in the meantime."""
    waiting = RatingPeriod.objects.filter(pk=run.period_id).exclude(status=PeriodStatus.PUBLISHED)
    if not waiting.update(status=PeriodStatus.COMPUTED):
        raise Refused(_("A published list is not computed again."))
    run.status = RunStatus.DONE
    run.digest = inputs.digest()
    run.edition = inputs.law.edition
    run.report = inputs.report
    run.finished_at = at
    run.save()


def fail_run(run: RatingRun, error: Exception, *, at: datetime) -> None:
    """Leave word of what went wrong; the last published list is untouched."""
    run.status = RunStatus.FAILED
    run.finished_at = at
    run.report = [{"code": "failed", "params": {"error": f"{type(error).__name__}: {error}"}}]
    run.save()
