"""Verdicts as JSON and back, without loss: what is stored is what the engine said."""

from datetime import date
from decimal import Decimal
from typing import Any

from qualifications.engine.verdict import Outcome, Params, Reason, Route, Scalar, Verdict
from qualifications.models import VerdictRecord


def verdict_to_json(verdict: Verdict) -> dict[str, Any]:
    """Conditions and routes of a verdict; the other fields have columns of their own."""
    return {
        "conditions": [reason_to_json(r) for r in verdict.conditions],
        "routes": [
            {
                "key": route.key,
                "outcome": route.outcome.value,
                "reasons": [reason_to_json(r) for r in route.reasons],
            }
            for route in verdict.routes
        ],
    }


def reason_to_json(reason: Reason) -> dict[str, Any]:
    """A reason without its empty fields."""
    found: dict[str, Any] = {
        "article": reason.article,
        "check": reason.check,
        "outcome": reason.outcome.value,
    }
    if reason.required:
        found["required"] = _params_to_json(reason.required)
    if reason.measured:
        found["measured"] = _params_to_json(reason.measured)
    if reason.looked_at_rounds:
        found["rounds"] = list(reason.looked_at_rounds)
    if reason.waived_by:
        found["waived_by"] = reason.waived_by
    if reason.readings:
        found["readings"] = list(reason.readings)
    if reason.asks:
        found["asks"] = reason.asks
    return found


def reason_from_json(data: dict[str, Any]) -> Reason:
    return Reason(
        article=data["article"],
        check=data["check"],
        outcome=Outcome(data["outcome"]),
        required=_params_from_json(data.get("required", {})),
        measured=_params_from_json(data.get("measured", {})),
        looked_at_rounds=tuple(data.get("rounds", ())),
        waived_by=data.get("waived_by", ""),
        readings=tuple(data.get("readings", ())),
        asks=data.get("asks", ""),
    )


def conditions_from_json(data: dict[str, Any]) -> tuple[Reason, ...]:
    return tuple(reason_from_json(r) for r in data["conditions"])


def routes_from_json(data: dict[str, Any]) -> tuple[Route, ...]:
    return tuple(
        Route(
            key=route["key"],
            outcome=Outcome(route["outcome"]),
            reasons=tuple(reason_from_json(r) for r in route["reasons"]),
        )
        for route in data["routes"]
    )


def verdict_from_record(record: VerdictRecord) -> Verdict:
    """The stored verdict as the engine gave it; needs `record.entry` and `record.assessment`."""
    return Verdict(
        participant=record.entry.number,
        grade=record.grade,
        outcome=Outcome(record.outcome),
        conditions=conditions_from_json(record.reasons),
        routes=routes_from_json(record.reasons),
        norm_half_points=record.norm_half_points,
        scored_half_points=record.scored_half_points,
        edition=record.assessment.edition,
    )


def _params_to_json(params: Params) -> dict[str, Any]:
    return {key: _scalar_to_json(value) for key, value in params.items()}


def _params_from_json(data: dict[str, Any]) -> Params:
    return {key: _scalar_from_json(value) for key, value in data.items()}


def _scalar_to_json(value: Scalar) -> Any:
    if isinstance(value, Decimal):
        return {"decimal": str(value)}
    if isinstance(value, date):
        return {"date": value.isoformat()}
    return value


def _scalar_from_json(value: Any) -> Scalar:
    if isinstance(value, dict):
        if "decimal" in value:
            return Decimal(value["decimal"])
        return date.fromisoformat(value["date"])
    return value
