"""What the national commission is reminded of while a period ends."""

from collections.abc import Sequence
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from qualifications.models import PeriodStatus, RatingPeriod
from tournaments.models import Event, EventStatus

REMIND_DAYS = 14
"""Before the last day of a period."""


def reminders(periods: Sequence[RatingPeriod], *, today: date) -> list[str]:
    """Sentences about the periods that end soon or have ended; one query, none without such.

    `periods` are those not published, the earliest first.
    """
    due = [p for p in periods if (p.ends_on - today).days <= REMIND_DAYS and p.starts_on <= today]
    if not due:
        return []
    waiting = list(
        Event.objects.filter(
            status=EventStatus.SUBMITTED, rated=True, ends_on__lte=due[-1].ends_on
        ).values_list("ends_on", flat=True)
    )
    return [
        _about(period, sum(ends_on <= period.ends_on for ends_on in waiting), today)
        for period in due
    ]


def _about(period: RatingPeriod, waiting: int, today: date) -> str:
    days = (period.ends_on - today).days
    day = f"{period.list_on:%d.%m.%Y}"
    if days >= 0:
        when = ngettext(
            "List of %(day)s: the period ends in %(n)d day.",
            "List of %(day)s: the period ends in %(n)d days.",
            days,
        ) % {"day": day, "n": days}
    elif period.status == PeriodStatus.COMPUTED:
        when = _("List of %(day)s: the period has ended, the list waits for publication.")
        when %= {"day": day}
    else:
        when = _("List of %(day)s: the period has ended, the list waits to be computed.")
        when %= {"day": day}
    if not waiting:
        return when
    still = ngettext(
        "%(n)d tournament still waits for admission.",
        "%(n)d tournaments still wait for admission.",
        waiting,
    ) % {"n": waiting}
    return f"{when} {still}"
