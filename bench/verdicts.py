"""Verdicts of every scheme over one big event, and the search for games that FIDE lets drop."""

from datetime import date
from functools import partial
from random import Random

from bench.timing import best, say
from qualifications.engine import assess_event, judge_norm
from qualifications.engine.facts import (
    Arbiter,
    ArbiterCategory,
    DeclaredNorm,
    DeclaringBody,
    EventFacts,
    EventSystem,
    GameFact,
    GameKind,
    Participant,
    TimeControl,
)
from qualifications.engine.fide.facts import (
    EventFormat,
    NormEvent,
    NormGame,
    NormPlayer,
    Opponent,
    Result,
)
from qualifications.engine.loading import all_regulations

PLAYERS, ROUNDS = 300, 9
LAST_DAY = date(2026, 5, 9)
RANKS = ("ua.kmsu", "ua.rank_1", "ua.rank_1", "ua.rank_2", "ua.rank_3", "ua.youth_1", None)


def run() -> None:
    """Print what judging costs: each scheme, all schemes, one search of thirteen rounds."""
    event = big_event()
    total = 0.0
    for law in all_regulations():
        if not law.covers(LAST_DAY):
            continue
        seconds = best(partial(assess_event, event, law), times=3)
        total += seconds
        say(f"verdicts {law.edition}, {PLAYERS} players, {ROUNDS} rounds", seconds)
    say("verdicts of all schemes", total, "goal 0.5 s")
    seconds = best(thirteen_rounds, times=5)
    say("FIDE games left out, 13 rounds, one player", seconds, "goal 0.020 s")


def big_event() -> EventFacts:
    """A Swiss of strong and weak with everything declared, so that every rule has to look."""
    random = Random(11)
    games: dict[int, list[GameFact]] = {number: [] for number in range(1, PLAYERS + 1)}
    for round_ in range(1, ROUNDS + 1):
        order = sorted(games, key=lambda n: n + random.randrange(12 * round_))
        for one, other in zip(order[::2], order[1::2], strict=True):
            points = random.choice((0, 1, 1, 2))
            games[one].append(GameFact(round_, GameKind.PLAYED, points, other))
            games[other].append(GameFact(round_, GameKind.PLAYED, 2 - points, one))
    participants = tuple(_participant(number, tuple(games[number])) for number in games)
    norms = ("ua.msu", "ua.kmsu", "ua.candidate_point", "ua.rank_1", "ua.rank_2", "ua.rank_3")
    return EventFacts(
        event="bench",
        starts_on=date(2026, 5, 1),
        ends_on=LAST_DAY,
        system=EventSystem.SWISS,
        women=False,
        rounds=ROUNDS,
        time_control=TimeControl(90, 30, electronic_clocks=True),
        most_rounds_on_one_day=1,
        clocks_used=True,
        moves_recorded=True,
        competition_class=2,
        arbiters=tuple(Arbiter(f"{n}", ArbiterCategory.NATIONAL) for n in range(3)),
        declared_norms=tuple(
            DeclaredNorm(norm, DeclaringBody.NATIONAL_COMMISSION) for norm in norms
        ),
        participants=participants,
    )


def _participant(number: int, games: tuple[GameFact, ...]) -> Participant:
    rating = 2620 - 4 * number
    return Participant(
        number=number,
        sex="w" if number % 4 == 0 else "m",
        birth_date=date(1990, 1, 1 + number % 28),
        birth_year=1990,
        federation=("UKR", "UKR", "UKR", "POL", "GER")[number % 5],
        grade_known=True,
        grade=RANKS[min(number // 45, len(RANKS) - 1)],
        candidate_points=0,
        individual_coefficient=rating,
        total_half_points=sum(game.half_points for game in games),
        games=games,
        national_rating=rating,
        national_rating_known=True,
        fide_title=("GM", "IM", "FM", "", "")[number % 5] if number < 100 else "",
        fide_rating=rating,
        fide_known=True,
    )


def thirteen_rounds() -> None:
    """The hardest kind: nearly all games won, weak opponents of few federations."""
    law = next(law for law in all_regulations() if law.edition == "fide_2013")
    titles = ("GM", "IM", None, "FM")
    games = [
        NormGame(
            round=place + 1,
            result=Result.PLAYED,
            half_points=1 if place == 12 else 2,
            opponent=Opponent(
                2150 + 37 * place % 400, titles[place % 4], ("POL", "GER", "UKR")[place % 3]
            ),
        )
        for place in range(13)
    ]
    judge_norm("GM", NormPlayer("UKR", "m"), NormEvent(EventFormat.SWISS, 13, "UKR"), games, law)
