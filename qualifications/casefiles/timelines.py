"""Lives of players: what happened as ledger facts, and what was held on the days asked."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, date, datetime, time
from typing import Any

from qualifications.engine.facts import CoefficientFact, EventSystem, LedgerFact, LedgerKind
from qualifications.engine.regulation import Regulation
from qualifications.engine.standing import (
    CANDIDATE_POINT,
    FOR_LIFE,
    LADDER,
    NO_TERM,
    WHILE_EXEMPT,
    Standing,
    standing_on,
)

from .values import (
    Input,
    UnusableInput,
    a_day,
    day,
    half_points,
    needed,
    one_of,
    whole_or_none,
)

NAMES = dict(zip(("GM", "MSU", "KMS", "R1", "R2", "R3", "Y1"), LADDER, strict=True))
GRADES = {**NAMES, "KMSU": NAMES["KMS"], "MSUMK": NAMES["GM"]}
NORMS = {**GRADES, "CP": CANDIDATE_POINT}
SHOWN = {grade: name for name, grade in NAMES.items()}
SEXES = {"m": "m", "f": "w", "w": "w", "men": "m", "women": "w"}
SYSTEMS = {system.value: system.value for system in EventSystem}
TERMS = {FOR_LIFE: "lifetime", NO_TERM: "no term", WHILE_EXEMPT: "while IK in force"}


def timeline(data: Input, law: Regulation) -> Mapping[str, Any]:
    """The standing on each of `days`, a mapping of keys to days; norms count when they are met."""
    player = needed(data, "player")
    facts = list(_facts(needed(data, "events")))
    return {
        key: _shown(
            standing_on(
                [fact for fact in facts if isinstance(fact, LedgerFact)],
                coefficients=[fact for fact in facts if isinstance(fact, CoefficientFact)],
                on=a_day(value, f"checks: {key}"),
                law=law,
                awards="by_norm",
                sex=one_of(player, "sex", SEXES) if player.get("sex") else None,
                birth=day(player, "birth") if player.get("birth") else None,
            )
        )
        for key, value in needed(data, "days").items()
    }


def as_case(case: Mapping[str, Any]) -> Mapping[str, Any]:
    """A timeline with its days as an input and the standings expected as an answer."""
    checks = case.get("checks")
    if not isinstance(checks, list) or not all(isinstance(check, Mapping) for check in checks):
        return case
    named = {f"{place}. {check.get('date')}": check for place, check in enumerate(checks, start=1)}
    days = {key: check.get("date") for key, check in named.items()}
    told = {key: case[key] for key in ("player", "events") if key in case}
    return {
        "edition": "ua_2007",
        **case,
        "input": {**told, "days": days},
        "expected": {key: check.get("expected") for key, check in named.items()},
    }


def _facts(events: object) -> Iterator[LedgerFact | CoefficientFact]:
    if not isinstance(events, list):
        raise UnusableInput("input.events: a list is expected")
    for place, event in enumerate(events):
        kind = str(event.get("type")) if isinstance(event, Mapping) else ""
        if kind not in _READERS:
            raise UnusableInput(f"input.events[{place}]: there is no reading for {kind!r}")
        yield from _READERS[kind](event, 100 * (place + 1))


def _record(event: Input, key: int) -> Iterator[LedgerFact]:
    made = day(event, "date")
    details = _details(event)
    if event.get("since"):
        details["since"] = day(event, "since").isoformat()
    yield _fact(key, LedgerKind.AWARDED, made, one_of(event, "rank", GRADES), details)
    for number, value in enumerate(event.get("points") or (), start=1):
        earned = a_day(value, "points")
        yield _fact(key + number, LedgerKind.AWARDED, earned, CANDIDATE_POINT, {})


def _tournament(event: Input, key: int) -> Iterator[LedgerFact]:
    norms = event.get("norms") or {}
    details = {
        **_details(event),
        "starts_on": day(event, "start" if event.get("start") else "end").isoformat(),
        "results": {
            one_of({"norm": norm}, "norm", NORMS): [
                half_points(event, "score"),
                half_points(norms, norm),
            ]
            for norm in norms
            if norms[norm] is not None
        },
        "conditions": "taken_as_met",
    }
    yield _fact(key, LedgerKind.RESULT_RECORDED, day(event, "end"), None, details)


def _ik_list(event: Input, _key: int) -> Iterator[CoefficientFact]:
    yield CoefficientFact(day(event, "date"), whole_or_none(event, "ik"))


_READERS: Mapping[str, Callable[[Input, int], Iterator[LedgerFact | CoefficientFact]]] = {
    "record": _record,
    "tournament": _tournament,
    "ik_list": _ik_list,
}


def _details(event: Input) -> dict[str, Any]:
    return {
        "system": one_of(event, "form", SYSTEMS) if event.get("form") else None,
        "rounds": whole_or_none(event, "rounds"),
        "games": whole_or_none(event, "games"),
    }


def _fact(
    key: int, kind: LedgerKind, on: date, grade: str | None, details: Mapping[str, Any]
) -> LedgerFact:
    recorded = datetime.combine(on, time(12), tzinfo=UTC)
    return LedgerFact(key, kind, on, recorded, grade, details=details)


def _shown(standing: Standing) -> Mapping[str, Any]:
    return {
        "rank": SHOWN.get(standing.grade or ""),
        "valid_until": standing.valid_until or TERMS.get(standing.term),
        "candidate_points": list(standing.candidate_points),
        "failures_in_row": standing.failures_in_row,
        "exempt": standing.exempt,
        "counts_as": SHOWN.get(standing.counts_as or ""),
        "last_rank": SHOWN.get(standing.last_grade or ""),
    }
