"""Realistic made-up events for tests and benchmarks: same seed, same event. No Django here.

People, places and results are invented. An event comes as a `ParsedEvent`; `write_trf16` makes the
file of it.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from random import Random

from tournaments.formats.parsed import (
    Colour,
    ParsedEvent,
    ParsedPlayer,
    PartialDate,
    RoundEntry,
    RoundKind,
)

_MEN = (
    "Андрій", "Богдан", "Василь", "Віталій", "Григорій", "Данило", "Дмитро", "Євген", "Захар",
    "Іван", "Кирило", "Левко", "Максим", "Назар", "Олег", "Остап", "Павло", "Роман", "Северин",
    "Тарас", "Устим", "Федір", "Юрій", "Ярослав",
)  # fmt: skip
_WOMEN = (
    "Аліна", "Богдана", "Віра", "Галина", "Дарина", "Емілія", "Злата", "Ірина", "Катерина",
    "Леся", "Марта", "Надія", "Оксана", "Поліна", "Роксолана", "Софія", "Тамара", "Уляна",
    "Христина", "Юлія", "Ярина",
)  # fmt: skip
_ROOTS = (
    "Берез", "Вишн", "Горобц", "Дзвін", "Зозул", "Калин", "Лелек", "Мельничук", "Озерян",
    "Паливод", "Рівн", "Садівнич", "Тополь", "Хмар", "Черешн", "Щедрик", "Ясен", "Журавл",
    "Криниц", "Степан", "Гайдамак", "Лісов", "Чумак", "Сніжк",
)  # fmt: skip
_ENDINGS = ("енко", "ук", "ів", "чак", "ський", "ець", "ішин", "няк")
_FEMALE = {"ський": "ська"}
_TITLES = ((2500, "GM"), (2400, "IM"), (2300, "FM"), (2200, "CM"))
_WOMENS_TITLES = ((2300, "WGM"), (2200, "WIM"), (2100, "WFM"), (2000, "WCM"))
START = date(2025, 3, 3)


def people(count: int, *, seed: int = 1, women: float = 0.25) -> list[ParsedPlayer]:
    """`count` players without numbers (0), best rated first, names and FIDE numbers all different.

    About a sixth is unrated, and of a tenth only the year of birth is known.
    """
    random = Random(seed)
    names: set[str] = set()
    fide_ids = random.sample(range(14_100_000, 14_990_000), count)
    found = []
    for fide_id in fide_ids:
        woman = random.random() < women
        name = _name(random, woman=woman)
        while name in names:
            name = _name(random, woman=woman)
            if len(names) > 2000:
                name = f"{name} {len(names)}"
        names.add(name)
        rated = random.random() > 0.17
        rating = int(random.triangular(1450, 2560, 1900)) if rated else None
        born = date(1950, 1, 1) + timedelta(days=random.randrange(60 * 365))
        full = random.random() > 0.1
        found.append(
            ParsedPlayer(
                number=0,
                name=name[:33],
                sex="w" if woman else "m",
                title=_title(rating, woman=woman),
                rating=rating,
                federation="UKR",
                fide_id=fide_id if rated or random.random() < 0.5 else None,
                birth=PartialDate(born.year, born.month, born.day)
                if full
                else PartialDate(born.year),
            )
        )
    return sorted(found, key=lambda player: -(player.rating or 0))


def round_robin(
    players: int = 10,
    *,
    seed: int = 1,
    starts_on: date = START,
    name: str = "Меморіал Березенка",
    city: str = "Лебедин",
    given: Sequence[ParsedPlayer] | None = None,
    forfeits: float = 0.02,
) -> ParsedEvent:
    """Everybody against everybody by the Berger tables, one round a day.

    With an odd number of players the one who is free in a round is written as absent. `given`
    takes the place of made-up players.
    """
    field = _numbered(given if given is not None else people(players, seed=seed))
    random = Random(seed * 7919 + 1)
    size = len(field) + len(field) % 2
    entries: dict[int, list[RoundEntry]] = {player.number: [] for player in field}
    order = list(range(1, size))
    for number in range(1, size):
        pairs = [(order[0], size)] + [
            (order[index], order[-index]) for index in range(1, size // 2)
        ]
        for index, pair in enumerate(pairs):
            turned = number % 2 == 0 if index == 0 else index % 2 == 1
            white, black = reversed(pair) if turned else pair
            if max(white, black) > len(field):
                free = min(white, black)
                entries[free].append(_alone(number, RoundKind.ABSENT, 0))
            else:
                _play(random, field, entries, number, white, black, forfeits)
        order.append(order.pop(0))
    return _event(
        field, entries, size - 1, starts_on, name, city, "Individual: Round-Robin", size - 1
    )


def swiss(
    players: int = 40,
    rounds: int = 7,
    *,
    seed: int = 1,
    starts_on: date = START,
    name: str = "Відкритий чемпіонат Лебедина",
    city: str = "Лебедин",
    given: Sequence[ParsedPlayer] | None = None,
    forfeits: float = 0.02,
    byes: float = 0.03,
    withdrawals: float = 0.02,
) -> ParsedEvent:
    """A Swiss: equal points meet, nobody meets twice, one pairing bye a round when odd.

    `byes`, `withdrawals`: chance that a player asks for a half-point bye in a round of the first
    half, or leaves after a round. One round a day.
    """
    field = _numbered(given if given is not None else people(players, seed=seed))
    random = Random(seed * 7919 + 2)
    entries: dict[int, list[RoundEntry]] = {player.number: [] for player in field}
    met: dict[int, set[int]] = {player.number: set() for player in field}
    gone: set[int] = set()
    had_bye: set[int] = set()
    for number in range(1, rounds + 1):
        waiting = []
        for player in field:
            if player.number in gone or (number > 1 and random.random() < withdrawals / 2):
                gone.add(player.number)
                entries[player.number].append(_alone(number, RoundKind.ABSENT, 0))
            elif number <= rounds // 2 and random.random() < byes:
                entries[player.number].append(_alone(number, RoundKind.HALF_POINT_BYE, 1))
            else:
                waiting.append(player.number)
        waiting.sort(key=lambda who: (-_points(entries[who]), who))
        if len(waiting) % 2:
            free = next((who for who in reversed(waiting) if who not in had_bye), waiting[-1])
            waiting.remove(free)
            had_bye.add(free)
            entries[free].append(_alone(number, RoundKind.PAIRING_BYE, 2))
        for one, other in _swiss_pairs(waiting, met, number):
            met[one].add(other)
            met[other].add(one)
            white, black = _colours(entries, one, other)
            _play(random, field, entries, number, white, black, forfeits)
    return _event(field, entries, rounds, starts_on, name, city, "Individual: Swiss-System", rounds)


def team_event(
    teams: int = 8,
    boards: int = 4,
    rounds: int | None = None,
    *,
    seed: int = 1,
    starts_on: date = START,
    name: str = "Командний кубок Лебедина",
    city: str = "Лебедин",
    given: Sequence[ParsedPlayer] | None = None,
) -> ParsedEvent:
    """Teams of `boards` and one reserve, everybody against everybody; `teams` is even.

    Now and then a team brings a board too few: its opponent wins there without play (a forfeit
    without an opponent), and whoever is not fielded is absent.
    """
    size = boards + 1
    everybody = list(given) if given is not None else people(teams * size, seed=seed)
    field = _numbered(everybody[: teams * size])
    random = Random(seed * 7919 + 3)
    line_up = {team: [team + 1 + teams * board for board in range(size)] for team in range(teams)}
    entries: dict[int, list[RoundEntry]] = {player.number: [] for player in field}
    last = teams - 1 if rounds is None else min(rounds, teams - 1)
    circle = list(range(1, teams))
    for number in range(1, last + 1):
        pairs = [(0, circle[0])] + [
            (circle[index], circle[-index]) for index in range(1, teams // 2)
        ]
        circle.append(circle.pop(0))
        for home, away in pairs:
            sides = [_fielded(random, line_up[team], boards) for team in (home, away)]
            for board in range(boards):
                white_side = (board + number) % 2
                white, black = sides[white_side][board], sides[1 - white_side][board]
                if white and black:
                    _play(random, field, entries, number, white, black, 0.0)
                elif white or black:
                    entries[white or black].append(_alone(number, RoundKind.FORFEIT, 2))
        for player in field:
            if len(entries[player.number]) < number:
                entries[player.number].append(_alone(number, RoundKind.ABSENT, 0))
    event = _event(field, entries, last, starts_on, name, city, "Team: Round-Robin", last)
    return replace(event, is_team=True, declared_teams=teams)


def _fielded(random: Random, members: list[int], boards: int) -> list[int]:
    """Numbers by board, 0 where nobody came: the best with the reserve for one, or one missing."""
    playing = list(members)
    playing.pop(random.randrange(len(playing)))
    if random.random() < 0.1:
        playing[-1] = 0
    return playing[:boards]


def _name(random: Random, *, woman: bool) -> str:
    ending = random.choice(_ENDINGS)
    surname = random.choice(_ROOTS) + (_FEMALE.get(ending, ending) if woman else ending)
    if random.random() < 0.03:
        surname += "-" + random.choice(_ROOTS) + "енко"
    return f"{surname}, {random.choice(_WOMEN if woman else _MEN)}"


def _title(rating: int | None, *, woman: bool) -> str | None:
    for least, title in _WOMENS_TITLES if woman else _TITLES:
        if rating is not None and rating >= least:
            return title
    return None


def _numbered(players: Sequence[ParsedPlayer]) -> list[ParsedPlayer]:
    return [replace(player, number=number) for number, player in enumerate(players, start=1)]


def _alone(number: int, kind: RoundKind, half_points: int) -> RoundEntry:
    return RoundEntry(number, None, None, kind, half_points, _column(number))


def _column(number: int) -> int:
    return 92 + 10 * (number - 1)


def _play(
    random: Random,
    field: Sequence[ParsedPlayer],
    entries: dict[int, list[RoundEntry]],
    number: int,
    white: int,
    black: int,
    forfeits: float,
) -> None:
    """One game by the difference of ratings (and a forfeit now and then), written at both sides."""
    kind, score = RoundKind.PLAYED, _score(random, field[white - 1], field[black - 1])
    if random.random() < forfeits:
        kind, score = RoundKind.FORFEIT, random.choice((0, 2))
    both_lose = kind is RoundKind.FORFEIT and random.random() < 0.1
    scores = (0, 0) if both_lose else (score, 2 - score)
    for me, other, colour, points in (
        (white, black, Colour.WHITE, scores[0]),
        (black, white, Colour.BLACK, scores[1]),
    ):
        entries[me].append(RoundEntry(number, other, colour, kind, points, _column(number)))


def _score(random: Random, white: ParsedPlayer, black: ParsedPlayer) -> int:
    """White's half-points: the logistic expectation with a third of draws between equals."""
    difference = (white.rating or 1500) - (black.rating or 1500) + 30
    expected = 1 / (1 + 10 ** (-difference / 400))
    draws = 0.66 * min(expected, 1 - expected)
    chance = random.random()
    if chance < expected - draws / 2:
        return 2
    return 1 if chance < expected + draws / 2 else 0


def _points(entries: Sequence[RoundEntry]) -> int:
    return sum(entry.half_points or 0 for entry in entries)


def _swiss_pairs(
    waiting: list[int], met: dict[int, set[int]], number: int
) -> list[tuple[int, int]]:
    """Neighbours by points who have not met; the first round is the upper half against the lower.

    Two who have met are paired only where nobody else is left, after trying to change partners
    with a pair made before.
    """
    if number == 1:
        half = len(waiting) // 2
        return list(zip(waiting[:half], waiting[half:], strict=True))
    left = list(waiting)
    pairs: list[tuple[int, int]] = []
    while left:
        one = left.pop(0)
        other = next((who for who in left if who not in met[one]), None)
        if other is None:
            other = left[0]
            for index in range(len(pairs) - 1, -1, -1):
                a, b = pairs[index]
                if a not in met[one] and b not in met[other]:
                    pairs[index] = (a, one)
                    one = b
                    break
        left.remove(other)
        pairs.append((one, other))
    return pairs


def _colours(entries: dict[int, list[RoundEntry]], one: int, other: int) -> tuple[int, int]:
    """Who has had White less often gets it; then the lower number by turns."""

    def whites(who: int) -> int:
        return sum(
            {Colour.WHITE: 1, Colour.BLACK: -1, None: 0}[entry.colour] for entry in entries[who]
        )

    if whites(one) != whites(other):
        return (one, other) if whites(one) < whites(other) else (other, one)
    return (one, other) if (one + len(entries[one])) % 2 else (other, one)


def _event(
    field: Sequence[ParsedPlayer],
    entries: dict[int, list[RoundEntry]],
    rounds: int,
    starts_on: date,
    name: str,
    city: str,
    type_text: str,
    days: int,
) -> ParsedEvent:
    order = sorted(field, key=lambda player: (-_points(entries[player.number]), player.number))
    rank = {player.number: place for place, player in enumerate(order, start=1)}
    players = tuple(
        replace(
            player,
            rounds=tuple(entries[player.number]),
            half_points=_points(entries[player.number]),
            rank=rank[player.number],
        )
        for player in field
    )
    return ParsedEvent(
        format="TRF16",
        encoding="utf-8",
        players=players,
        rounds=rounds,
        name=name,
        city=city,
        federation="UKR",
        starts_on=starts_on,
        ends_on=starts_on + timedelta(days=max(days, 1) - 1),
        declared_players=len(players),
        declared_rated=sum(1 for player in players if player.rating),
        declared_rounds=rounds,
        type_text=type_text,
        chief_arbiter="Озерянський, Захар",
        deputy_arbiters=("Чумаченко, Віра",),
        time_control_text="90 minutes + 30 seconds per move",
        round_dates=tuple(starts_on + timedelta(days=day) for day in range(days)),
    )
