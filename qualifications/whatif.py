"""What another reading would change: the admitted events judged again, nothing stored."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from qualifications.engine.regulation import Regulation
from qualifications.engine.verdict import Outcome, Reason, Verdict
from qualifications.facts import gather_event
from qualifications.grades import SCHEME
from qualifications.judging import judge_under, reasons_of
from qualifications.law import LawBook, law_judged_with
from qualifications.models import Assessment
from qualifications.models.assessments import AssessmentOutcome
from tournaments.models import Entry, Event

ENTRIES_AT_ONCE = 600
"""Events are judged again until so many participants have been looked at."""
EVENTS_AT_ONCE = 25


@dataclass(frozen=True, slots=True)
class Change:
    """A verdict that would be another one. None: there would be (or was) no verdict at all."""

    entry: Entry
    grade: str
    old: Outcome | None
    new: Outcome | None
    reason: Reason | None
    """The first reason that comes out differently, as it would be."""


@dataclass(frozen=True, slots=True)
class EventChanges:
    event: Event
    changes: tuple[Change, ...]
    """By starting number and grade; empty where nothing would change."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """One page of events."""

    events: tuple[EventChanges, ...]
    looked_at: int
    all_events: int
    next_after: str
    """Key of the next page; empty at the end."""


def reading_what_if(law: Regulation, question: str, choice: str, *, after: str = "") -> WhatIf:
    """Judge admitted events of the edition with another choice, the latest event first.

    Each is compared with the same facts read as they were when it was judged, so that nothing but
    the reading makes a difference. Raises UnknownReading.
    """
    law.with_reading(question, choice)
    book = LawBook.read()
    judged = _judged_under(law)
    page, next_after = _page(judged, after)
    found = [
        EventChanges(assessment.event, _changes(assessment, question, choice, book))
        for assessment in page
    ]
    return WhatIf(
        events=tuple(one for one in found if one.changes),
        looked_at=len(page),
        all_events=judged.count(),
        next_after=next_after,
    )


def _judged_under(law: Regulation) -> QuerySet[Assessment]:
    return (
        Assessment.objects.filter(
            edition=law.edition, current=True, outcome=AssessmentOutcome.JUDGED
        )
        .select_related("event")
        .annotate(players=Count("event__entries"))
        .order_by("-event__ends_on", "-event_id")
    )


def _page(judged: QuerySet[Assessment], after: str) -> tuple[list[Assessment], str]:
    last = Event.objects.filter(pk=int(after)).values("ends_on", "pk").first() if after else None
    if last:
        judged = judged.filter(
            Q(event__ends_on__lt=last["ends_on"])
            | Q(event__ends_on=last["ends_on"], event_id__lt=last["pk"])
        )
    page: list[Assessment] = []
    players = 0
    for assessment in judged[: EVENTS_AT_ONCE + 1]:
        if page and (len(page) == EVENTS_AT_ONCE or players >= ENTRIES_AT_ONCE):
            return page, str(page[-1].event_id)
        page.append(assessment)
        players += vars(assessment)["players"]
    return page, ""


def _changes(
    assessment: Assessment, question: str, choice: str, book: LawBook
) -> tuple[Change, ...]:
    event, scheme = assessment.event, assessment.scheme
    old_law = law_judged_with(assessment)
    if old_law is None or old_law.reading(question) == choice:
        return ()
    new_law = old_law.with_reading(question, choice)
    home = scheme == SCHEME
    before = gather_event(event, old_law if home else book.law_for_event(SCHEME, event))
    after = gather_event(event, new_law) if home else before
    old = _by_key(judge_under(scheme, old_law, before).verdicts)
    new = _by_key(judge_under(scheme, new_law, after).verdicts)
    return tuple(
        Change(
            entry=before.entries[key[0]],
            grade=key[1],
            old=old[key].outcome if key in old else None,
            new=new[key].outcome if key in new else None,
            reason=_what_differs(old.get(key), new.get(key)),
        )
        for key in sorted(old.keys() | new.keys())
        if _outcome(old.get(key)) is not _outcome(new.get(key))
    )


def _by_key(verdicts: tuple[Verdict, ...]) -> dict[tuple[int, str], Verdict]:
    return {(verdict.participant, verdict.grade): verdict for verdict in verdicts}


def _outcome(verdict: Verdict | None) -> Outcome:
    """A FIDE verdict that is not kept was not met."""
    return verdict.outcome if verdict else Outcome.NOT_MET


def _what_differs(old: Verdict | None, new: Verdict | None) -> Reason | None:
    if new is None:
        return None
    before = {(r.article, r.check): r for r in reasons_of(old)} if old else {}
    different = [
        reason
        for reason in reasons_of(new)
        if (reason.article, reason.check) not in before
        or before[reason.article, reason.check].outcome is not reason.outcome
    ]
    return different[0] if different else None
