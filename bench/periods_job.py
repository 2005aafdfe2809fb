"""python -m bench.periods_job JOB GAMES PLAYERS: one process, one measurement as JSON.

JOB is fill, run, floor or pages.

The federation is made up: Swisses of 9 rounds with 10 to 240 players, the upper half of each score
group against the lower one, a quarter of the games drawn; three of four players play.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import django
from django.core.management import call_command
from django.db import connection, models, transaction

django.setup()


from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import reverse  # noqa: E402

from federation.models import Player, Role, User  # noqa: E402
from federation.reference import load_reference  # noqa: E402
from qualifications.corrections.changes import Changes, EventLeftOut  # noqa: E402
from qualifications.corrections.comparing import compare  # noqa: E402
from qualifications.corrections.computing import corrected_run  # noqa: E402
from qualifications.models import (  # noqa: E402
    Correction,
    RatingPeriod,
    RatingRow,
    RatingRun,
    RunEvent,
)
from qualifications.rating_run import PublishedLists, games_of, inputs_of_period  # noqa: E402
from qualifications.rating_run.bulk import copy_rows  # noqa: E402
from qualifications.rating_run.writing import EVENT_COLUMNS, LINE_COLUMNS  # noqa: E402
from qualifications.services.periods import (  # noqa: E402
    opening_list_record,
    period_ensure,
    period_publish,
)
from tests import world  # noqa: E402
from tournaments.models import Entry, Event, Game  # noqa: E402

ROUNDS = 9
FIRST_DAY = date(2026, 4, 1)


def main() -> None:
    if connection.vendor == "sqlite":
        connection.settings_dict["NAME"] = os.environ["BENCH_SQLITE"]
    name, games, players = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    found = {"fill": fill, "run": run, "floor": floor, "pages": pages}[name](games, players)
    json.dump(found | {"peak_mb": peak_mb()}, sys.stdout)


def peak_mb() -> int:
    """Of this process alone; what getrusage tells begins with that of its parent."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) // 1024


# --- a federation -------------------------------------------------------------------------------


def fill(games: int, players: int) -> dict[str, Any]:
    """A federation with an opening list, and events of one quarter with so many games."""
    call_command("migrate", verbosity=0)
    start = time.perf_counter()
    load_reference()
    random = Random(games)
    clerk, member = world.mandated("clerk", Role.CLERK), world.mandated("member", Role.MEMBER)
    own = world.commission()
    strength = [0, *(int(min(max(random.gauss(1900, 250), 1000), 2700)) for _ in range(players))]
    person = Player(federation="UKR", region=own.region, created_at=world.NOW)
    with transaction.atomic():
        insert(Player, person, people(players))
        opening_list_record(
            list_on=FIRST_DAY,
            coefficients={n: (strength[n], 40) for n in range(1, players + 1)},
            user=member,
            at=world.NOW,
        )
        event = Event(
            city="Лебедин",
            region=own.region,
            commission=own,
            system="swiss",
            minutes=90,
            increment_seconds=30,
            electronic_clocks=True,
            rounds=ROUNDS,
            status="admitted",
            registered_by=clerk,
            registered_at=world.NOW,
            submitted_by=clerk,
            admitted_by=member,
            admitted_at=world.NOW,
            coefficient_kind="qualifier",
        )
        plans = list(planned(games, players, random))
        insert(
            Event,
            event,
            (
                {"id": key, "name": f"Турнір {key}", "starts_on": first, "ends_on": last}
                for key, (first, last, _field) in enumerate(plans, start=1)
            ),
        )
        results = Results(strength, random)
        insert(Entry, Entry(half_points=0, file_name="-"), results.entries(plans))
        insert(Game, Game(kind="played"), results.games(plans))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return {
        "seconds": time.perf_counter() - start,
        "games": results.played,
        "active": len({player for *_days, field in plans for player in field}),
    }


def insert(model: type[models.Model], usual: models.Model, rows: Iterator[dict]) -> None:
    """Rows that differ from a usual one in a few columns."""
    fields = {str(field.column): field for field in model._meta.concrete_fields}
    names = list(fields)
    values = {
        column: fields[column].get_db_prep_save(getattr(usual, fields[column].attname), connection)
        for column in names
        if column != "id"
    }
    copy_rows(model, names, (tuple((values | row)[column] for column in names) for row in rows))


def people(players: int) -> Iterator[dict]:
    for number in range(1, players + 1):
        name = f"Гравець {number:07}"
        yield {"id": number, "name": name, "sort_key": name, "search_key": f" {name}"}


Planned = tuple[date, date, list[int]]


def planned(games: int, players: int, random: Random) -> Iterator[Planned]:
    """First day, last day, players; nobody plays two events at once: nine a quarter, one a week."""
    active = random.sample(range(1, players + 1), players * 3 // 4)
    made = week = 0
    while made < games:
        if week == 9:
            week = 0
        first = FIRST_DAY + timedelta(days=10 * week if week < 9 else 0)
        random.shuffle(active)
        place = 0
        while place < len(active) and made < games:
            field = active[place : place + 2 * random.randrange(5, 121)]
            place += len(field)
            if len(field) >= 10:
                field = field[: len(field) // 2 * 2]
                made += len(field) // 2 * ROUNDS
                yield first, first + timedelta(days=ROUNDS - 1), field
        week += 1


class Results:
    """Who played whom, and how it ended."""

    def __init__(self, strength: list[int], random: Random) -> None:
        self._strength, self._random, self.played = strength, random, 0

    def entries(self, plans: list[Planned]) -> Iterator[dict]:
        key = 0
        for event, (_first, _last, field) in enumerate(plans, start=1):
            for number, player in enumerate(field, start=1):
                key += 1
                yield {
                    "id": key,
                    "event_id": event,
                    "player_id": player,
                    "number": number,
                    "rank": number,
                }

    def games(self, plans: list[Planned]) -> Iterator[dict]:
        before = 0
        for event, (_first, _last, field) in enumerate(plans, start=1):
            for round_, white, black, points in self._swiss(field):
                self.played += 1
                yield {
                    "id": self.played,
                    "event_id": event,
                    "round": round_,
                    "white_id": before + white + 1,
                    "black_id": before + black + 1,
                    "white_half_points": points,
                    "black_half_points": 2 - points,
                }
            before += len(field)

    def _swiss(self, field: list[int]) -> Iterator[tuple[int, int, int, int]]:
        """Round, places of White and Black in the field, half-points of White."""
        scores = [0] * len(field)
        strength = [self._strength[player] for player in field]
        for round_ in range(1, ROUNDS + 1):
            order = sorted(range(len(field)), key=lambda n: (-scores[n], -strength[n]))
            group: list[int] = []
            for place, number in enumerate(order):
                group.append(number)
                ends = place + 1 == len(order) or scores[order[place + 1]] != scores[number]
                if not ends or len(group) < 2:
                    continue
                half = len(group) // 2
                for one, other in zip(group[:half], group[half:], strict=False):
                    white, black = (one, other) if (one + round_) % 2 else (other, one)
                    points = self._result(strength[white] - strength[black])
                    scores[white] += points
                    scores[black] += 2 - points
                    yield round_, white, black, points
                group = group[2 * half :]

    def _result(self, difference: int) -> int:
        chance = 1 / (1 + 10 ** (-difference / 400))
        lot = self._random.random()
        return 2 if lot < chance - 0.125 else 1 if lot < chance + 0.125 else 0


# --- measurements -------------------------------------------------------------------------------


def the_period() -> RatingPeriod:
    return period_ensure(FIRST_DAY)


def run(_games: int, _players: int) -> dict[str, Any]:
    """From the click to the draft, as the task does it."""
    period = the_period()
    start = time.perf_counter()
    computed = world.compute(period)
    seconds = time.perf_counter() - start
    return {
        "seconds": seconds,
        "status": computed.status,
        "lines": computed.rows.count(),
        "played": computed.rows.filter(games__gt=0).count(),
        "events": computed.run_events.count(),
        "games": sum(computed.run_events.values_list("rated_games", flat=True)),
    }


def floor(_games: int, _players: int) -> dict[str, Any]:
    """The same rows out, the same games added, the same rows in; nothing is asked about them."""
    period = the_period()
    done = period.runs.get(status="done")
    inputs = inputs_of_period(period)
    events = list(done.run_events.values_list("event_id", flat=True))
    lines = list(done.rows.order_by("player").values_list(*LINE_COLUMNS[1:]))
    kept = list(done.run_events.values_list(*EVENT_COLUMNS[1:]))
    copy = RatingRun.objects.create(
        period=period, status="failed", engine_version="floor", started_at=world.NOW
    )
    start = time.perf_counter()
    games_of(events)
    read = time.perf_counter() - start
    PublishedLists(period).base()
    inputs.rate()
    with transaction.atomic():
        copy_rows(RatingRow, LINE_COLUMNS, ((copy.pk, *line) for line in lines))
        copy_rows(RunEvent, EVENT_COLUMNS, ((copy.pk, *event) for event in kept))
    seconds = time.perf_counter() - start
    copy.delete()
    return {"seconds": seconds, "read": read, "lines": len(lines)}


def pages(_games: int, _players: int) -> dict[str, Any]:
    """Seconds and queries of the pages over all lines: first page, and one in the middle."""
    period = the_period()
    chair = world.mandated("chair", Role.CHAIR, "UKR")
    client = Client()
    client.force_login(chair)
    run = period.runs.get(status="done")
    lines = run.rows.order_by("sort_key", "pk")
    middle = lines.values_list("pk", flat=True)[lines.count() // 2]
    draft = reverse("period-detail", args=[period.pk])
    found = {
        "draft": _page(client, draft),
        "draft, middle": _page(client, f"{draft}?after={middle}"),
    }
    period_publish(period, run_id=run.pk, user=chair, at=world.NOW, today=period.list_on)
    issued = reverse("rating-list", args=[period.list_on.isoformat()])
    found["list"] = _page(client, f"{issued}?list=all")
    found["list, middle"] = _page(client, f"{issued}?list=all&after={middle}")
    correction = _whole_events_left_out(period, chair)
    touched = correction.lines.order_by("sort_key", "pk")
    count = touched.count()
    middle = touched.values_list("pk", flat=True)[count // 2]
    difference = reverse("correction-detail", args=[correction.pk])
    found["difference"] = _page(client, difference)
    found["difference, middle"] = _page(client, f"{difference}?after={middle}")
    return {"pages": found, "lines": run.rows.count(), "touched": count}


def _page(client: Client, address: str) -> tuple[float, int]:
    """The fastest of three, after one that warms up; and the queries of the last."""
    seconds = []
    for _again in range(4):
        with CaptureQueriesContext(connection) as queries:
            start = time.perf_counter()
            answer = client.get(address)
            seconds.append(time.perf_counter() - start)
        if answer.status_code != 200:
            raise SystemExit(f"{address}: {answer.status_code}")
    return min(seconds[1:]), len(queries)


def _whole_events_left_out(period: RatingPeriod, user: User) -> Correction:
    """A draft that leaves out half of the events, its lists computed and compared."""
    period.refresh_from_db()
    run = period.published_run
    events = list(run.run_events.values_list("event", flat=True)[::2]) if run else []
    changes = Changes(tuple(EventLeftOut(event) for event in events))
    correction = Correction.objects.create(
        first_period=period,
        reason="bench",
        changes=[one.as_json() for one in changes.all],
        drafted_by=user,
        drafted_at=world.NOW,
    )
    corrected, _new = corrected_run(correction, period, changes, {}, at=world.NOW)
    compare(correction, period, corrected, changes.all)
    correction.computed_at = world.NOW
    correction.save()
    return correction


if __name__ == "__main__":
    main()
