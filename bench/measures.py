"""What is measured: a big event read, previewed, registered, admitted; and a period computed."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

from bench import lives, standings, verdicts
from bench.timing import best, say
from federation.models import Player, Role, User
from federation.reference import load_reference
from qualifications.recompute import read_inputs
from qualifications.services.periods import period_ensure
from tests import world
from tests.samples import swiss
from tournaments.formats.reading import read_file
from tournaments.models import Entry, Event, EventStatus, Game, GameKind
from tournaments.review import review_event
from tournaments.services import event_attach_upload, event_decide, event_submit

PLAYERS, ROUNDS = 284, 7
PERIOD_PLAYERS, PERIOD_EVENTS, PERIOD_ROUNDS, PERIOD_FIELD = 2000, 20, 10, 200


@dataclass
class Measured:
    seconds: float = 0.0


@contextmanager
def measured() -> Iterator[Measured]:
    result = Measured()
    start = time.perf_counter()
    yield result
    result.seconds = time.perf_counter() - start


def run(arguments: Sequence[str]) -> None:
    """Measurements in order, each prints its lines; names of sections choose, others are files."""
    chosen = [name for name in arguments if name in SECTIONS] or list(SECTIONS)
    files = [Path(name) for name in arguments if name not in SECTIONS]
    load_reference()
    for name in chosen:
        SECTIONS[name](files)


def events(files: Iterable[Path]) -> None:
    """Reading, the journey of an event made up and of those in files, and a period."""
    made_up = world.file_of(swiss(PLAYERS, ROUNDS, seed=3, starts_on=world.FIRST_DAY))
    reading(made_up)
    random = Random(7)
    players = made_up_players()
    world.open_list({player: random.randrange(1500, 2500) for player in players})
    clerk = world.mandated("clerk", Role.CLERK)
    member = world.mandated("member", Role.MEMBER)
    event_journey(f"{PLAYERS} players, {ROUNDS} rounds", made_up, clerk, member)
    for path in files:
        event_journey(path.name, path.read_bytes(), clerk, member)
    a_period(players, random, clerk, member)


# --- reading ------------------------------------------------------------------------------------


def reading(content: bytes) -> None:
    """Lines a second of the checked reader, and how many times longer than cutting columns."""
    lines = content.count(b"\n")
    checked = best(lambda: read_file(content))
    bare = best(lambda: cut_columns(content))
    say(
        "read and check a file",
        checked,
        f"{lines / checked:,.0f} lines/s, {checked / bare:.1f} × cut",
    )
    say("cut the same file into columns and nothing else", bare, f"{lines / bare:,.0f} lines/s")


def cut_columns(content: bytes) -> list[tuple]:
    """What any reader has to do at least: decode, split, cut, make numbers of what are numbers."""
    rows = []
    for line in content.decode().splitlines():
        if line.startswith("001"):
            cells = [
                (line[at : at + 4], line[at + 5 : at + 6], line[at + 7 : at + 8])
                for at in range(91, len(line), 10)
            ]
            rows.append((int(line[4:8]), line[14:47], line[48:52], line[57:68], line[69:79], cells))
    return rows


# --- one event ----------------------------------------------------------------------------------


def event_journey(name: str, content: bytes, clerk: User, member: User) -> None:
    """Preview, registration and admission of an event, with the dates of this registry's summer."""
    parsed = read_file(content).event
    if parsed is None:
        say(f"{name}: cannot be read", 0)
        return
    event = world.register_event(
        parsed,
        user=clerk,
        system="swiss",
        name=parsed.name[:200] or name,
        starts_on=world.FIRST_DAY,
        ends_on=world.FIRST_DAY + timedelta(days=max(parsed.rounds - 1, 0)),
    )
    event = event_attach_upload(event, world.upload(content, user=clerk))
    with measured() as preview:
        review = review_event(event, today=world.TODAY)
    say(f"preview: {name}", preview.seconds, f"{len(review.lines)} players")
    event = event_decide(
        event,
        {
            "newcomers": "without_rank",
            "blank_federation": "UKR",
            "warnings_seen": True,
            "players": {str(line.parsed.number): "new" for line in review.undecided},
        },
    )
    with measured() as registration:
        event = event_submit(event, user=clerk, at=world.NOW, today=world.TODAY)
    say(f"register: {name}", registration.seconds, f"{event.games.count()} pairings and byes")
    with measured() as admission:
        assessment = world.admit_event(event, user=member)
    say(f"admit and judge: {name}", admission.seconds, f"{assessment.verdicts.count()} verdicts")


# --- a period -----------------------------------------------------------------------------------


def a_period(players: list[Player], random: Random, clerk: User, member: User) -> None:
    """A quarter of 20 000 games: the whole computation, and the kernel alone on the same facts."""
    for number in range(PERIOD_EVENTS):
        made_up_event(number, random.sample(players, PERIOD_FIELD), random, clerk, member)
    period = period_ensure(world.FIRST_DAY)
    inputs = read_inputs(period)
    games = sum(inputs.rated_games.values())
    kernel = best(inputs.rate)
    with measured() as whole:
        computed = world.compute(period)
    lines = computed.rows.count()
    say(
        "compute a rating period",
        whole.seconds,
        f"{games} games, {lines} lines, {whole.seconds / kernel:.1f} × kernel",
    )
    say("its kernel alone", kernel, f"{games / kernel:,.0f} games/s")


def made_up_players() -> list[Player]:
    players = [
        Player(name=f"Гравець {number:05}", federation="UKR", created_at=world.NOW)
        for number in range(PERIOD_PLAYERS)
    ]
    for player in players:
        player.set_keys()
    return Player.objects.bulk_create(players)


def made_up_event(
    number: int, field: list[Player], random: Random, clerk: User, member: User
) -> None:
    """An admitted event straight into the tables, which no person could do; pairings are by lot."""
    own = world.commission()
    assert own.region is not None
    first_day: date = world.FIRST_DAY + timedelta(days=number)
    event = Event.objects.create(
        name=f"Турнір {number}",
        city="Лебедин",
        region=own.region,
        commission=own,
        starts_on=first_day,
        ends_on=first_day + timedelta(days=PERIOD_ROUNDS),
        system="swiss",
        minutes=120,
        status=EventStatus.ADMITTED,
        rounds=PERIOD_ROUNDS,
        registered_by=clerk,
        registered_at=world.NOW,
        submitted_by=clerk,
        admitted_by=member,
        admitted_at=world.NOW,
    )
    entries = Entry.objects.bulk_create(
        Entry(event=event, player=player, number=n, rank=n, half_points=0, file_name=player.name)
        for n, player in enumerate(field, start=1)
    )
    Game.objects.bulk_create(
        Game(
            event=event,
            round=r,
            white=white,
            black=black,
            kind=GameKind.PLAYED,
            white_half_points=(points := random.choice((0, 1, 2))),
            black_half_points=2 - points,
        )
        for r in range(1, PERIOD_ROUNDS + 1)
        for white, black in pairs(random.sample(entries, len(entries)))
    )


def pairs(entries: list[Entry]) -> Iterator[tuple[Entry, Entry]]:
    return zip(entries[::2], entries[1::2], strict=True)


SECTIONS: dict[str, Callable[[Iterable[Path]], None]] = {
    "events": events,
    "verdicts": lambda _files: verdicts.run(),
    "standings": lambda _files: standings.run(),
    "lives": lambda _files: lives.run(),
}
