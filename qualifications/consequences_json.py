"""The consequences of an event for other programs, as docs/api.md describes them."""

import json
from dataclasses import fields, is_dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any

from qualifications.consequences import Consequences, VerdictSaid
from qualifications.meaning import meaning_of
from qualifications.services.dry_run import DryRun
from tournaments.models import Event, EventStatus


def dry_run_json(event: Event, tried: DryRun) -> dict[str, Any]:
    """Counts, what is left open, and everything that follows, field by field."""
    found = tried.consequences
    told = consequences_json(found) if found else None
    for player in told["players"] if told and event.status == EventStatus.DRAFT else ():
        player["player"] = None if player["newcomer"] else player["player"]
    return {
        "event": {
            "id": event.pk,
            "name": event.name,
            "starts_on": event.starts_on.isoformat(),
            "ends_on": event.ends_on.isoformat(),
            "status": event.status,
        },
        "refused": tried.refused or None,
        "left_open": [
            {"number": line.parsed.number, "name": line.parsed.name} for line in tried.left_open
        ],
        "counts": {kind.value: count for kind, count in meaning_of(found).counts.items()}
        if found
        else None,
        "consequences": told,
    }


def consequences_json(found: Consequences) -> dict[str, Any]:
    """All fields by their names; days in ISO form, numbers that are not whole as text."""
    return _plain(found)


def _plain(value: Any) -> Any:
    if isinstance(value, VerdictSaid):
        told = {one.name: getattr(value, one.name) for one in fields(value)}
        return told | {"reasons": json.loads(told.pop("written"))}
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Decimal | Fraction):
        return str(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(one) for one in value]
    return value
