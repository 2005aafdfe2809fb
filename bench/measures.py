"""What is measured: a big event read, previewed, registered, admitted; and the other sections."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random

from bench import lives, matching, periods, search, standings, verdicts
from bench.timing import best, say
from federation.models import Player, Role, User
from federation.reference import load_reference
from tests import world
from tests.samples import swiss
from tournaments.formats.reading import read_file
from tournaments.review import review_event
from tournaments.services import event_attach_upload, event_decide, event_submit

PLAYERS, ROUNDS = 284, 7
KNOWN_PLAYERS = 2000


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
    sections = SECTIONS | LONG
    chosen = [name for name in arguments if name in sections] or list(SECTIONS)
    files = [Path(name) for name in arguments if name not in sections]
    load_reference()
    for name in chosen:
        sections[name](files)


def events(files: Iterable[Path]) -> None:
    """Reading, and the journey of an event made up and of those in files."""
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
            "players": {str(line.parsed.number): "new" for line in review.undecided},
        },
    )
    event = world.confirm_warnings(event, user=clerk)
    with measured() as registration:
        event = event_submit(event, user=clerk, at=world.NOW, today=world.TODAY)
    say(f"register: {name}", registration.seconds, f"{event.games.count()} pairings and byes")
    with measured() as admission:
        assessment = world.admit_event(event, user=member)
    say(f"admit and judge: {name}", admission.seconds, f"{assessment.verdicts.count()} verdicts")


# --- people -------------------------------------------------------------------------------------


def made_up_players() -> list[Player]:
    players = [
        Player(name=f"Гравець {number:05}", federation="UKR", created_at=world.NOW)
        for number in range(KNOWN_PLAYERS)
    ]
    for player in players:
        player.set_keys()
    return Player.objects.bulk_create(players)


SECTIONS: dict[str, Callable[[Iterable[Path]], None]] = {
    "events": events,
    "verdicts": lambda _files: verdicts.run(),
    "standings": lambda _files: standings.run(),
    "lives": lambda _files: lives.run(),
    "periods": lambda _files: periods.run(),
    "matching": lambda _files: matching.run(),
    "search": lambda _files: search.run(),
}
LONG: dict[str, Callable[[Iterable[Path]], None]] = {
    "kernel": lambda _files: periods.kernel(),
    "ten-million": lambda _files: periods.ten_million(),
}
"""Measured only when asked for: a part of the others, or too long."""
