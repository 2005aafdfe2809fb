"""The standing of one player from a long ledger."""

from datetime import UTC, date, datetime, timedelta
from random import Random

from bench.timing import best, say
from qualifications.engine import (
    CoefficientFact,
    LedgerFact,
    LedgerKind,
    regulation_for,
    standing_on,
)

ENTRIES, TIMES = 60, 100
FIRST_DAY = date(2008, 1, 10)
STEP = timedelta(days=121)
NEEDED = {"ua.kmsu": 12, "ua.candidate_point": 11, "ua.rank_1": 9, "ua.rank_2": 7}


def run() -> None:
    """Print what one standing costs: a life of 60 entries over 20 years, with its lists."""
    entries, lists = a_life()
    law = regulation_for("ua", on=FIRST_DAY)

    def standings() -> None:
        for _ in range(TIMES):
            standing_on(
                entries,
                on=date(2028, 1, 1),
                law=law,
                sex="m",
                birth=date(1970, 1, 1),
                coefficients=lists,
            )

    seconds = best(standings) / TIMES
    say(f"standing_on, {ENTRIES} entries", seconds, f"{seconds * 1e6:.0f} µs, goal 1000 µs")


def a_life() -> tuple[list[LedgerFact], list[CoefficientFact]]:
    """Awards and results in turn, four lists a year."""
    random = Random(5)
    entries = entries_of_a_life(random, ENTRIES, until=FIRST_DAY + STEP * ENTRIES, spread=0)
    lists = [
        CoefficientFact(FIRST_DAY + timedelta(days=91 * n), random.randrange(2050, 2230))
        for n in range(80)
    ]
    return entries, lists


def entries_of_a_life(
    random: Random, count: int, *, until: date, spread: int = 100
) -> list[LedgerFact]:
    """Three entries a year, the last before a day; each up to `spread` days after its turn."""
    entries = []
    for key in range(count):
        on = until - STEP * (count - key) + timedelta(days=random.randint(0, spread))
        award = key % 10 == 0
        score = random.randrange(5, 14)
        entries.append(
            LedgerFact(
                key=key,
                kind=LedgerKind.AWARDED if award else LedgerKind.RESULT_RECORDED,
                effective_on=on,
                recorded_at=datetime(on.year, on.month, on.day, tzinfo=UTC),
                grade=random.choice(("ua.kmsu", "ua.rank_1", "ua.rank_2")) if award else None,
                details={
                    "system": "swiss",
                    "rounds": 9,
                    "games": 9,
                    "starts_on": (on - timedelta(days=8)).isoformat(),
                    "results": {norm: [score, needed] for norm, needed in NEEDED.items()},
                },
            )
        )
    return entries
