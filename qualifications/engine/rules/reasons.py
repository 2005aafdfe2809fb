"""How rules make their reasons: shared by the editions."""

from ..facts import Participant, TimeControl
from ..regulation import Regulation
from ..verdict import Outcome, Params, Reason, Route, Verdict, all_of, any_of


def outcome_of(passed: bool | None) -> Outcome:
    """MET, NOT_MET, or UNDECIDED for None."""
    if passed is None:
        return Outcome.UNDECIDED
    return Outcome.MET if passed else Outcome.NOT_MET


def make_reason(
    article: str,
    check: str,
    passed: bool | None,
    *,
    required: Params | None = None,
    measured: Params | None = None,
    rounds: tuple[int, ...] = (),
    readings: tuple[str, ...] = (),
    asks: str = "",
) -> Reason:
    """A reason; `asks` is kept only where the answer is missing."""
    return Reason(
        article=article,
        check=check,
        outcome=outcome_of(passed),
        required=required or {},
        measured=measured or {},
        looked_at_rounds=rounds,
        readings=readings,
        asks=asks if passed is None else "",
    )


def not_applicable(
    article: str,
    check: str,
    *,
    required: Params | None = None,
    measured: Params | None = None,
    rounds: tuple[int, ...] = (),
) -> Reason:
    """A reason that says why the article does not bear on this event or player."""
    return Reason(
        article=article,
        check=check,
        outcome=Outcome.NOT_APPLICABLE,
        required=required or {},
        measured=measured or {},
        looked_at_rounds=rounds,
    )


def make_route(key: str, *reasons: Reason) -> Route:
    """A way to a grade: all its reasons together."""
    return Route(key, all_of(reason.outcome for reason in reasons), reasons)


def verdict_from(
    participant: Participant,
    grade: str,
    conditions: tuple[Reason, ...],
    routes: tuple[Route, ...],
    *,
    norm_half_points: int | None,
    scored_half_points: int,
    law: Regulation,
) -> Verdict:
    """All the conditions, and any of the routes."""
    return Verdict(
        participant=participant.number,
        grade=grade,
        outcome=all_of(
            (
                all_of(reason.outcome for reason in conditions),
                any_of(route.outcome for route in routes),
            )
        ),
        conditions=conditions,
        routes=routes,
        norm_half_points=norm_half_points,
        scored_half_points=scored_half_points,
        edition=law.edition,
    )


def control_params(control: TimeControl | None) -> Params:
    """What is known of a time control, for `Reason.measured`."""
    if control is None:
        return {}
    return {
        "base_minutes": control.minutes,
        "increment_seconds": control.increment_seconds,
        "first_period_moves": control.first_period_moves,
        "second_period_minutes": control.second_period_minutes,
        "electronic_clocks": control.electronic_clocks,
    }
