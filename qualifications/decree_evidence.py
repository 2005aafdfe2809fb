"""What the lines of a decree rest on, as the registry has it now. Frozen at approval as JSON."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from federation.models import Commission, Region
from qualifications.grades import scheme_of
from qualifications.models import DecreeLine, LedgerEntry, VerdictRecord
from tournaments.models import Event

LINE_FACTS = (
    *("player__region", "norm__event", "verdict__entry__event", "noted_by"),
    "submission_line__submission",
)
"""What `evidence_of` reads of a line; to be selected with it."""


def evidence_of(lines: Sequence[DecreeLine]) -> list[dict[str, Any]]:
    """Of each line, in order, the facts it rests on. Three queries however many lines.

    `holds` says whether the norm, point, cause of a move or open verdict stands in the ledger as it
    was; half-points and outcome are those of the judgement that counts now.
    """
    norms = LedgerEntry.objects.filter(pk__in=[line.norm_id for line in lines if line.norm_id])
    void = set(norms.filter(voided_by__isnull=False).values_list("pk", flat=True))
    verdicts = _verdicts_now(lines)
    return [_evidence(line, void, verdicts) for line in lines]


Asked = tuple[int, int, str]
"""Event, player of the entry, grade."""


def _verdicts_now(lines: Sequence[DecreeLine]) -> dict[Asked, VerdictRecord]:
    """By event, player and grade, the verdicts of the judgements that count."""
    asked = {(event.pk, player, line.grade) for line in lines for event, player in _where(line)}
    if not asked:
        return {}
    rows = VerdictRecord.objects.filter(
        assessment__current=True,
        assessment__scheme__in={scheme_of(grade) for _event, _player, grade in asked},
        entry__event__in={event for event, _player, _grade in asked},
        entry__player__in={player for _event, player, _grade in asked},
        grade__in={grade for _event, _player, grade in asked},
    ).select_related("entry", "assessment")
    return {(row.entry.event_id, row.entry.player_id, row.grade): row for row in rows}


def _where(line: DecreeLine) -> list[tuple[Event, int]]:
    """The event and the player of its entry, where the line rests on one."""
    if line.norm is not None:
        return [(line.norm.event, line.norm.player_id)] if line.norm.event else []
    if line.verdict is not None:
        return [(line.verdict.entry.event, line.verdict.entry.player_id)]
    return []


def _evidence(
    line: DecreeLine, void: set[int], verdicts: dict[Asked, VerdictRecord]
) -> dict[str, Any]:
    event, player = next(iter(_where(line)), (None, 0))
    verdict = verdicts.get((event.pk, player, line.grade)) if event else None
    return {
        "holds": line.norm_id not in void if line.norm_id else verdict is not None,
        "event": _event(event) if event else None,
        "outcome": verdict.outcome if verdict else "",
        "scored_half_points": verdict.scored_half_points if verdict else None,
        "norm_half_points": verdict.norm_half_points if verdict else None,
        "place": verdict.entry.rank if verdict else None,
        "article": line.article,
        "edition": line.norm.edition
        if line.norm
        else verdict.assessment.edition
        if verdict
        else "",
    }


def _edition(verdict: VerdictRecord | None) -> str:
    return verdict.assessment.edition if verdict else ""


def _event(event: Event) -> dict[str, Any]:
    return {
        "id": event.pk,
        "name": event.name,
        "city": event.city,
        "starts_on": event.starts_on.isoformat(),
        "ends_on": event.ends_on.isoformat(),
    }


def lines_on_events(events: Sequence[int]) -> Q:
    """Lines that rest on one of these events."""
    return Q(norm__event__in=events) | Q(verdict__entry__event__in=events)


def names_of(place: Region | Commission | None) -> dict[str, str]:
    """The name of a region or body in each language; empty without one."""
    if place is None:
        return {}
    return {"uk": place.name_uk, "ru": place.name_ru, "en": place.name_en}
