"""Whether an event counts for the individual coefficient, and where a figure is valid, in words."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from qualifications.counting import event_counting, papers_asked
from qualifications.engine.regulation import Regulation
from qualifications.engine.rules.ua_2007.counting_facts import CountingVerdict, Scope
from qualifications.engine.verdict import Outcome
from qualifications.grades import SCHEME
from qualifications.law import LawBook
from qualifications.models.periods import Crossing
from qualifications.presenting import reason_view
from qualifications.wording import ask_sentence
from qualifications.wording_counting import scope_words
from tournaments.models import Event

_OUTCOMES = {
    Scope.NATIONAL: Outcome.MET,
    Scope.REGIONAL: Outcome.MET,
    Scope.NOT_COUNTED: Outcome.NOT_MET,
    Scope.UNDECIDED: Outcome.UNDECIDED,
}


def event_counting_view(event: Event) -> dict[str, Any] | None:
    """The fold of an event's page; None where no edition covers the event.

    By the list in force on its first day, as the registry has it now. At most seven queries.
    """
    law = LawBook.read().law_for_event(SCHEME, event)
    if law is None:
        return None
    return counting_view(event_counting(event, law, scheme=SCHEME), law)


def counting_view(verdict: CountingVerdict, law: Regulation) -> dict[str, Any]:
    """For `_counting.html`: what becomes of the event, a line for each article, what is asked."""
    return {
        "outcome": _OUTCOMES[verdict.scope].value,
        "words": scope_words(verdict.scope),
        "open": not verdict.counted,
        "event": [reason_view(reason, law) for reason in verdict.reasons],
        "players": [reason_view(reason, law) for reason in verdict.of_players],
        "asks": ask_sentences(verdict.asks) if verdict.scope is Scope.UNDECIDED else [],
    }


def papers_questions(event: Event) -> list[str]:
    """What the papers of an event leave open for the coefficient, before its results are known."""
    law = LawBook.read().law_for_event(SCHEME, event)
    if law is None or not event.rated:
        return []
    return ask_sentences(papers_asked(event, law))


def ask_sentences(keys: Iterable[str]) -> list[str]:
    return [ask_sentence(key) for key in keys]


def validity_words(*, national: bool, region: object) -> str:
    """Where a figure is valid; empty for one of the national list."""
    if national:
        return ""
    if region:
        return _("valid in one region only: %(region)s") % {"region": region}
    return _("below the border, and no region is known in which it would be valid")


def crossing_words(crossed: str) -> str:
    """That a figure left one list for the other; empty where it did not."""
    if crossed == Crossing.UP:
        return _("rose above the border: now on the national list")
    if crossed == Crossing.DOWN:
        return _("fell below the border: now on the list of the region")
    return ""
