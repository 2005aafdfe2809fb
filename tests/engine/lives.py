"""Made-up lives for tests of standings: short names for entries of one player's ledger."""

from datetime import UTC, date, datetime
from typing import Any

from hypothesis import strategies as st

from qualifications.engine import CoefficientFact, LedgerFact, LedgerKind

from .builders import KMSU, POINT, RANK_1, RANK_2, RANK_3, YOUTH_1

RANKS = (KMSU, RANK_1, RANK_2, RANK_3, YOUTH_1)


def act(
    key: int, on: date, grade: str | None, kind: LedgerKind = LedgerKind.AWARDED, **details: Any
) -> LedgerFact:
    """An act of a day, recorded at its noon."""
    recorded = datetime(on.year, on.month, on.day, 12, tzinfo=UTC)
    return LedgerFact(key, kind, on, recorded, grade, details=details)


def result(
    key: int,
    on: date,
    *,
    starts_on: date | None = None,
    by_norm: bool = False,
    system: str = "round_robin",
    **results: tuple[int, int],
) -> LedgerFact:
    """A result: `kmsu`, `point`, `rank_1`… to half-points scored and needed."""
    names = {"point": POINT}
    found = {names.get(name, f"ua.{name}"): list(pair) for name, pair in results.items()}
    details: dict[str, Any] = {"results": found, "system": system, "rounds": 9, "games": 9}
    if starts_on:
        details["starts_on"] = starts_on.isoformat()
    if by_norm:
        details["conditions"] = "taken_as_met"
    return act(key, on, None, LedgerKind.RESULT_RECORDED, **details)


def void(key: int, on: date, voids: int) -> LedgerFact:
    """A voiding entry."""
    recorded = datetime(on.year, on.month, on.day, 12, tzinfo=UTC)
    return LedgerFact(key, LedgerKind.VOIDED, on, recorded, voids=voids)


FIRST, LAST = date(2008, 1, 1), date(2027, 12, 31)
days = st.dates(FIRST, LAST)


@st.composite
def entries(draw: st.DrawFn, key: int) -> LedgerFact:
    """An award or a result of an event with norms for everybody."""
    on = draw(days)
    if draw(st.integers(0, 5)) == 0:
        return act(key, on, draw(st.sampled_from(RANKS)))
    score = draw(st.integers(0, 18))
    needed = {"kmsu": 12, "point": 11, "rank_1": 9, "rank_2": 7, "rank_3": 5, "youth_1": 3}
    kept = draw(st.sets(st.sampled_from(sorted(needed)), min_size=1))
    length = draw(st.integers(0, 9))
    return result(
        key,
        on,
        starts_on=date.fromordinal(on.toordinal() - length),
        by_norm=True,
        system=draw(st.sampled_from(("round_robin", "team"))),
        **{name: (score, needed[name]) for name in sorted(kept)},
    )


@st.composite
def careers(draw: st.DrawFn) -> list[LedgerFact]:
    """Up to thirty entries of twenty years, in no order."""
    return [draw(entries(key)) for key in range(1, draw(st.integers(1, 30)) + 1)]


lists = st.lists(
    st.builds(CoefficientFact, days, st.integers(2050, 2250)),
    max_size=8,
    unique_by=lambda fact: fact.effective_on,
)
