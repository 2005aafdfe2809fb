"""What participants of an event hold on its first day, and how the registry knows."""

from collections.abc import Collection
from dataclasses import dataclass

from federation.dated import PersonOn
from federation.persons import persons_of
from qualifications.engine.standing import Standing
from tournaments.grades import StatedClass
from tournaments.models import Entry, Event, EventStatus, Newcomers
from tournaments.review import HOME_FEDERATION


@dataclass(frozen=True, slots=True)
class HeldClass:
    """What a participant holds on a day, and how the registry knows."""

    known: bool
    grade: str | None = None
    candidate_points: int = 0
    stated: bool = False
    exempt: bool = False
    """A candidate master who needs no confirmation on the first day."""
    lowered: bool = False
    """Counts as the next lower grade in the norms of the others."""
    grade_at_the_end: str | None = None
    """In force on the last day, the event itself left out."""


def held_class(
    event: Event,
    entry: Entry,
    standing: Standing | None,
    at_the_end: Standing | None,
    said_without: Collection[int],
    person: PersonOn,
) -> HeldClass:
    """The class of a participant on the first day.

    In this order: what the commission stated for this event; what the ledger says; for players of
    the home federation the statement that they hold no rank, made at this event or an earlier one.
    Otherwise nobody has said it, and it stays open.
    """
    if entry.stated_class:
        return _stated(entry.stated_class)
    if standing is not None and (standing.grade or standing.last_grade):
        return HeldClass(
            known=True,
            grade=standing.grade,
            candidate_points=len(standing.candidate_points),
            exempt=standing.exempt,
            lowered=standing.lowered,
            grade_at_the_end=at_the_end.grade if at_the_end else None,
        )
    home = person.federation == HOME_FEDERATION
    said_here = entry.newcomer and event.newcomers == Newcomers.WITHOUT_RANK
    if home and (said_here or entry.player_id in said_without):
        return HeldClass(True, stated=said_here)
    return HeldClass(False)


def _stated(stated_class: str) -> HeldClass:
    if stated_class == StatedClass.NONE:
        return HeldClass(True, stated=True)
    grade, _, points = stated_class.partition("+")
    return HeldClass(True, grade, int(points or 0), stated=True, grade_at_the_end=grade)


def said_to_be_without_rank(player_ids: Collection[int], *, before: Event) -> set[int]:
    """Players of whom an earlier admitted event's papers say that they hold no rank."""
    persons = persons_of(player_ids)
    entries = Entry.objects.filter(
        player__in=persons.expand(player_ids),
        event__status=EventStatus.ADMITTED,
        event__ends_on__lte=before.starts_on,
    ).exclude(event=before)
    said = entries.filter(newcomer=True, event__newcomers=Newcomers.WITHOUT_RANK, stated_class="")
    stated = entries.filter(stated_class=StatedClass.NONE)
    return persons.spread(set((said | stated).values_list("player_id", flat=True)), player_ids)
