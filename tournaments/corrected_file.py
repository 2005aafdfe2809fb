"""A corrected file in the place of another: what differs, and which decisions are kept."""

from collections.abc import Mapping
from typing import Any

from tournaments.answering import NOT_KNOWN
from tournaments.formats.difference import Difference, difference, same_name
from tournaments.formats.mapping import from_json
from tournaments.formats.parsed import ParsedEvent, ReadResult
from tournaments.formats.reading import read_file
from tournaments.models import Entry, Event, EventReplacement, Upload
from tournaments.selectors import columns_remembered

READ_BY = ("encoding", "columns", "answers")
"""Decisions that say how a file is read."""


def read_with(upload: Upload, decisions: Mapping[str, Any], commission: int) -> ReadResult:
    """A file as decisions say that it is read."""
    return read_file(
        bytes(upload.content),
        filename=upload.filename,
        encoding=decisions.get("encoding") or None,
        columns=from_json(decisions.get("columns")),
        remembered=columns_remembered(commission),
        answers={
            code: said for code, said in decisions.get("answers", {}).items() if said != NOT_KNOWN
        },
    )


def corrected_review(
    event: Event, before: Upload, decisions: Mapping[str, Any], upload: Upload
) -> dict[str, Any]:
    """The decisions that hold for the corrected file, and what it is compared with (`before`).

    A file that cannot be read keeps none of the decisions about people.
    """
    kept = {
        name: decisions[name]
        for name in ("newcomers", "blank_federation", "encoding")
        if name in decisions
    }
    answers = decisions.get("answers", {})
    kept["answers"] = {code: said for code, said in answers.items() if "date" not in code}
    first = decisions.get("before")
    kept["before"] = first or {
        "upload": before.pk,
        **{name: decisions[name] for name in READ_BY if name in decisions},
    }
    old = read_with(before, decisions, event.commission_id).event
    new = read_with(upload, kept, event.commission_id).event
    if old is not None and new is not None:
        same = _unchanged(old, new)
        for name in ("players", "classes"):
            found = decisions.get(name, {})
            kept[name] = {n: value for n, value in found.items() if n in same}
    return kept


def _unchanged(old: ParsedEvent, new: ParsedEvent) -> set[str]:
    """Starting numbers under which both files have the same name."""
    names = {player.number: player.name for player in old.players}
    return {
        str(p.number)
        for p in new.players
        if p.number in names and same_name(p.name, names[p.number])
    }


def difference_from_before(event: Event, parsed: ParsedEvent | None) -> Difference | None:
    """What the file of an event says otherwise than the one before; None where there was none."""
    told = event.review.get("before")
    if not isinstance(told, dict) or parsed is None:
        return None
    upload = Upload.objects.filter(pk=told.get("upload") or 0).first()
    before = read_with(upload, told, event.commission_id).event if upload else None
    return difference(before, parsed) if before else None


def admitted_decisions(event: Event, parsed: ParsedEvent | None) -> dict[str, Any]:
    """Who is who in the corrected file of an admitted event, as it was admitted.

    The person behind an entry, also one to whom the result was moved later, stays under the same
    starting number and name.
    """
    names = {player.number: player.name for player in parsed.players} if parsed else {}
    entries = [
        entry
        for entry in Entry.objects.filter(event=event)
        if same_name(names.get(entry.number, ""), entry.file_name)
        or same_name(names.get(entry.number, "")[:160], entry.file_name)
    ]
    return {
        "players": {str(entry.number): entry.player_id for entry in entries},
        "classes": {
            str(entry.number): (entry.stated_class, entry.stated_note)
            for entry in entries
            if entry.stated_class
        },
    }


def as_reviewed(replacement: EventReplacement) -> Event:
    """The event with the corrected file and the decisions about it, for a review; never saved."""
    event = Event.objects.select_related("commission__region", "region").get(
        pk=replacement.event_id
    )
    event.upload = replacement.upload
    event.review = replacement.review
    return event
