"""Deciding how an unclear passage of a regulation is read."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Commission, User
from qualifications.engine.registry import READINGS_WRITTEN
from qualifications.engine.regulation import Reading, Regulation
from qualifications.law import LawBook
from qualifications.models import ReadingDecision


def choices_open(reading: Reading) -> tuple[str, ...]:
    """Keys of the choices that the written rules can follow, in the order of the file."""
    written = READINGS_WRITTEN.get(reading.id, ())
    return tuple(choice.key for choice in reading.choices if choice.key in written)


@transaction.atomic
def reading_decide(
    law: Regulation,
    question: str,
    choice: str,
    *,
    commission: Commission,
    decided_on: date,
    holds_from: date,
    note: str,
    user: User,
    at: datetime,
    today: date,
) -> ReadingDecision:
    """Record that a question is answered in another way from a day on.

    Past judgements stay: they name the readings they were made with. Raises Refused for a choice
    that the rules cannot follow or that holds already on that day, for a decision dated in the
    future, for one that would hold before it was made, and for a day outside the edition.
    """
    Commission.objects.select_for_update().get(pk=commission.pk)
    reading = law.readings.get(question)
    if reading is None or choice not in choices_open(reading):
        raise Refused(_("The rules cannot be read in this way."))
    if decided_on > today:
        raise Refused(_("The date of the decision lies in the future."))
    if holds_from < decided_on:
        raise Refused(_("A reading holds from the day of the decision or a later one."))
    if not law.covers(holds_from):
        raise Refused(_("The regulation is not in force on the day from which this would hold."))
    if LawBook.read().read_on(law, holds_from).reading(question) == choice:
        raise Refused(_("The passage is read in this way already."))
    return ReadingDecision.objects.create(
        edition=law.edition,
        question=question,
        choice=choice,
        commission=commission,
        decided_on=decided_on,
        holds_from=holds_from,
        note=note,
        decided_by=user,
        recorded_at=at,
    )
