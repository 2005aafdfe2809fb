"""For whom an event counts (UA.IK.2, 5, 7, 10), and the judgement of many events together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...regulation import Regulation
from ...verdict import Outcome, Reason
from ..reasons import make_reason
from .common import HOME
from .counting import judge_event
from .counting_facts import (
    OUTSIDE,
    Bools,
    CountingEvent,
    CountingKind,
    CountingVerdict,
    Field,
    Scope,
    Strength,
)


@dataclass(frozen=True, slots=True)
class Judged:
    """Events judged together."""

    verdicts: tuple[CountingVerdict, ...]
    """In the order of the events."""
    valid: Bools
    """Of each place in the field: whether the coefficient is valid in the event."""
    rated: Bools
    """Whether the event changes the player's figure or, without one, builds the first."""


def judge_counting(events: Sequence[CountingEvent], field: Field, law: Regulation) -> Judged:
    """Whether and for whom events count; all in one edition."""
    valid = valid_coefficients(events, field, law)
    strengths = _strengths(len(events), field, valid)
    scopes, of_events = [], []
    for event, strength in zip(events, strengths, strict=True):
        scope, reasons = judge_event(event, strength, law)
        scopes.append(scope)
        of_events.append(reasons)
    rated, of_players = rated_players(events, scopes, field, valid, law)
    verdicts = tuple(map(CountingVerdict, scopes, of_events, of_players))
    return Judged(verdicts, valid, rated)


def _strengths(events: int, field: Field, valid: Bools) -> list[Strength]:
    columns = (
        np.bincount(field.event, minlength=events),
        np.bincount(field.event[valid], minlength=events),
        np.bincount(field.event, weights=field.coefficient * valid, minlength=events),
    )
    return [
        Strength(participants, rated, int(total))
        for participants, rated, total in zip(*(c.tolist() for c in columns), strict=True)
    ]


def valid_coefficients(events: Sequence[CountingEvent], field: Field, law: Regulation) -> Bools:
    """Whose coefficient is valid in the event, as one's own and as an opponent's.

    UA.IK.10: Розрахунки ІК, виконані кваліфікаційними комісіями обласних федерацій, діють тільки у
    межах цих областей.

    A figure of the national list everywhere; one below it where the event is held in its region,
    abroad nowhere. By UA.Q42 the regional federations can consent that it is valid everywhere.
    """
    listed = field.coefficient > 0
    if law.reading("UA.Q42") == "everywhere":
        return listed
    held_in = [0 if event.kind is CountingKind.ABROAD else event.region for event in events]
    here = np.array(held_in, np.int64)[field.event]
    valid: Bools = listed & (field.national | ((here > 0) & (field.valid_in == here)))
    return valid


def member(federation: str, law: Regulation) -> int:
    """UA.IK.2: Розрахунок проводиться тільки для членів федерації шахів України.

    1 for whoever plays for Ukraine, 0 for others, −1 where no federation is known (UA.Q41).
    """
    if not federation:
        return 1 if law.reading("UA.Q41") == "unless_foreign" else -1
    return int(federation == HOME)


def rated_players(
    events: Sequence[CountingEvent],
    scopes: Sequence[Scope],
    field: Field,
    valid: Bools,
    law: Regulation,
) -> tuple[Bools, list[tuple[Reason, ...]]]:
    """Whom events rate; by event a reason for each article that chooses among the players.

    UA.IK.5: Кваліфікаційна комісія обраховує в усіх змаганнях шахістів, які мають ІК>1850 у
    чоловіків та у жінок.

    UA.IK.7: Місцеві змагання в областях для шахістів та шахісток з ІК<1850 обраховують
    кваліфікаційні комісії міст та областей України.

    A local event rates whose figure below the border is valid in it, also after a move to another
    region, and the players of its region without a coefficient; those above the border only where
    UA.Q45 reads "all events" so. An event of UA.IK.9 rates candidate masters
    and higher. A coefficient that is not valid (UA.IK.10) is not changed either. Nobody is rated in
    an event that does not count.
    """
    above_too = law.reading("UA.Q45") == "local_too"
    local, outside, counted, held_in = (
        np.array(values)[field.event]
        for values in (
            [event.kind is CountingKind.LOCAL for event in events],
            [event.kind in OUTSIDE for event in events],
            [scope in (Scope.NATIONAL, Scope.REGIONAL) for scope in scopes],
            [event.region for event in events],
        )
    )
    listed = field.coefficient > 0
    not_valid = listed & ~valid
    asked = (field.member == 1) & ~not_valid & (field.master | ~outside)
    above = asked & listed & field.national
    others = asked & ~above
    elsewhere = others & local & ~listed & ((field.region == 0) | (field.region != held_in))
    others &= ~elsewhere
    rated = counted & (others | (above if above_too else above & ~local))
    numbers = [
        np.bincount(field.event[places], minlength=len(events)).tolist()
        for places in (
            *(field.member >= -1, field.member == 1, field.member == -1, above),
            *(others & listed, others & ~listed, elsewhere, not_valid),
        )
    ]
    reasons = [
        _of_players(event, Numbers(*own), above_too, law)
        for event, *own in zip(events, *numbers, strict=True)
    ]
    return rated, reasons


@dataclass(frozen=True, slots=True)
class Numbers:
    """Players of one event by what becomes of them."""

    participants: int
    members: int
    unknown: int
    above: int
    below: int
    without: int
    elsewhere: int
    not_valid: int


def _of_players(
    event: CountingEvent, numbers: Numbers, above_too: bool, law: Regulation
) -> tuple[Reason, ...]:
    border = {"border": law.rating_rules(event.ends_on).national_floor}
    local = event.kind is CountingKind.LOCAL
    above_rated = bool(numbers.above) and (above_too or not local)
    return (
        make_reason(
            "UA.IK.2",
            "members",
            None if numbers.unknown else True,
            measured={
                "members": numbers.members,
                "unknown": numbers.unknown,
                "participants": numbers.participants,
            },
            readings=("UA.Q41",) if numbers.unknown else (),
            asks="participants_federation",
        ),
        Reason(
            "UA.IK.5",
            "above_border",
            Outcome.MET if above_rated else Outcome.NOT_APPLICABLE,
            required=border,
            measured={"players": numbers.above, "local": local},
            readings=("UA.Q45",) if local and numbers.above else (),
        ),
        Reason(
            "UA.IK.7",
            "below_border",
            Outcome.MET if numbers.below + numbers.without else Outcome.NOT_APPLICABLE,
            required=border,
            measured={
                "players": numbers.below,
                "without": numbers.without,
                "elsewhere": numbers.elsewhere,
            },
        ),
        Reason(
            "UA.IK.10",
            "valid_in_region",
            Outcome.NOT_MET if numbers.not_valid else Outcome.MET,
            measured={"not_valid": numbers.not_valid},
            readings=("UA.Q42",) if numbers.not_valid else (),
        ),
    )
