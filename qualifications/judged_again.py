"""What changed when an event was judged again, because something earlier became known late."""

from collections import defaultdict
from dataclasses import dataclass

from federation.models import Player
from qualifications.grades import SCHEME
from qualifications.models import Assessment, LedgerEntry, ParticipantRecord
from qualifications.models.ledger import LedgerKind
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """One player in an event that was judged again."""

    player: Player
    held_before: ParticipantRecord | None
    """The class on the first day as it was taken to be, where it is another one now."""
    held_now: ParticipantRecord | None
    gone: tuple[LedgerEntry, ...]
    """Lines of the ledger that no longer hold."""
    new: tuple[LedgerEntry, ...]
    still_awarded: bool
    """A norm is gone that a decision had awarded: only the body can take that back."""


def changed_lines(now: Assessment) -> list[ChangedLine]:
    """What an assessment of the home scheme changed, by name of the player.

    Empty where it is the first of its event, or nothing about persons changed. Four queries.
    """
    before = (
        Assessment.objects.filter(event=now.event_id, scheme=SCHEME, pk__lt=now.pk)
        .order_by("-pk")
        .first()
    )
    if before is None:
        return []
    records: dict[int, dict[int, ParticipantRecord]] = defaultdict(dict)
    people: dict[int, Player] = {}
    for record in ParticipantRecord.objects.filter(assessment__in=(before, now)).select_related(
        "entry__player"
    ):
        people[record.entry.player_id] = record.entry.player
        records[record.entry.player_id][record.assessment_id] = record
    gone, new = _lines_of(now)
    awarded = _awarded(now.event_id)
    found = []
    for pk in people:
        one, other = records[pk].get(before.pk), records[pk].get(now.pk)
        if one and other and _class(one) == _class(other):
            one = other = None
        if one or other or gone[pk] or new[pk]:
            lost = {e.grade for e in gone[pk]} - {e.grade for e in new[pk]}
            found.append(
                ChangedLine(
                    people[pk],
                    one,
                    other,
                    tuple(gone[pk]),
                    tuple(new[pk]),
                    any((pk, grade) in awarded for grade in lost),
                )
            )
    return sorted(found, key=lambda line: (line.player.name, line.player.pk))


def _lines_of(
    now: Assessment,
) -> tuple[dict[int, list[LedgerEntry]], dict[int, list[LedgerEntry]]]:
    """Lines taken back, and lines added, at the moment of a judgement, by player."""
    gone: dict[int, list[LedgerEntry]] = defaultdict(list)
    new: dict[int, list[LedgerEntry]] = defaultdict(list)
    for entry in (
        LedgerEntry.objects.filter(event=now.event_id, recorded_at=now.assessed_at, decision=None)
        .select_related("voids")
        .order_by("pk")
    ):
        if entry.voids is not None:
            gone[entry.player_id].append(entry.voids)
        elif entry.kind != LedgerKind.VOIDED:
            new[entry.player_id].append(entry)
    return gone, new


def _awarded(event: int) -> set[tuple[int, str]]:
    lines = LedgerEntry.objects.filter(event=event, kind=LedgerKind.AWARDED, voided_by=None)
    return set(lines.values_list("player_id", "grade"))


def _class(record: ParticipantRecord) -> tuple[bool, str, int]:
    return record.grade_known, record.grade, record.candidate_points


def judged_again_because_of(event: Event) -> list[Assessment]:
    """Of the home scheme: later events that were judged again when an event was admitted."""
    return list(
        Assessment.objects.filter(because_event=event, scheme=SCHEME)
        .select_related("event")
        .order_by("event__ends_on", "event_id")
    )
