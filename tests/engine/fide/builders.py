"""Small fields of opponents. Everything is in order for a norm unless a test says otherwise."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from qualifications.engine import regulation_for
from qualifications.engine.fide.facts import (
    EventFormat,
    NormEvent,
    NormGame,
    NormPlayer,
    Opponent,
    Result,
)
from qualifications.engine.fide.norm import NormVerdict, judge_norm
from qualifications.engine.regulation import Regulation
from qualifications.engine.verdict import Reason

LAW_2013 = regulation_for("fide", on=date(2013, 9, 1))
LAW_2024 = regulation_for("fide", on=date(2024, 5, 1))
LAWS = (LAW_2013, LAW_2024)
FEDERATIONS = ("POL", "GER", "HUN", "ESP", "FRA")
LEVEL = {"GM": 2600, "IM": 2450, "WGM": 2400, "WIM": 2250}


def field(norm: str = "GM", count: int = 9, **changes: Any) -> list[Opponent]:
    """Opponents rated at the performance of the title, of five federations, all with the title."""
    base = Opponent(rating=LEVEL[norm], title=norm, federation="POL")
    return [
        replace(base, **{"federation": FEDERATIONS[place % len(FEDERATIONS)], **changes})
        for place in range(count)
    ]


def games(opponents: Sequence[Opponent | None], results: str | None = None) -> list[NormGame]:
    """Results: 1, =, 0; + and - forfeits; b a bye of the pairing, a one that was asked for."""
    kinds = {
        "1": (Result.PLAYED, 2),
        "=": (Result.PLAYED, 1),
        "0": (Result.PLAYED, 0),
        "+": (Result.FORFEIT_WIN, 2),
        "-": (Result.FORFEIT_LOSS, 0),
        "b": (Result.PAIRING_BYE, 2),
        "a": (Result.ASKED_BYE, 1),
    }
    text = results or "=" * len(opponents)
    assert len(text) == len(opponents)
    return [
        NormGame(number, *kinds[result], None if result in "ba" else opponent)
        for number, (opponent, result) in enumerate(zip(opponents, text, strict=True), start=1)
    ]


def event(rounds: int = 9, **changes: Any) -> NormEvent:
    base = NormEvent(format=EventFormat.SWISS, rounds=rounds, federation="UKR")
    return replace(base, **changes)


def judged(
    title: str,
    opponents: Sequence[Opponent | None],
    results: str | None = None,
    *,
    law: Regulation = LAW_2024,
    sex: str | None = "w",
    federation: str = "UKR",
    **changes: Any,
) -> NormVerdict:
    """The norm of one player; `changes` are of the event."""
    changes = {"rounds": len(opponents), **changes}
    player = NormPlayer(federation=federation, sex=sex)
    return judge_norm(title, player, event(**changes), games(opponents, results), law)


def reason_of(verdict: NormVerdict, check: str) -> Reason:
    [found] = [one for one in verdict.reasons if one.check == f"fide_{check}"]
    return found
