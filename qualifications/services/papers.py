"""Facts for the individual coefficient that the papers of an admitted event leave open."""

from collections.abc import Mapping
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import User
from qualifications.services.periods import period_ensure
from tournaments.models import Event, EventStatus

OPEN_FACTS = ("coefficient_kind", "material_received_on", "electronic_clocks")
"""Fields of an event that can be stated later, each once, while they are empty."""


def open_facts(event: Event) -> tuple[str, ...]:
    """Which of them nobody has stated yet."""
    return tuple(name for name in OPEN_FACTS if getattr(event, name) in ("", None))


@transaction.atomic
def event_facts_state(
    event: Event, *, facts: Mapping[str, str | date | bool], user: User, at: datetime
) -> Event:
    """State facts that were missing; what is stated already is never changed here.

    Who said what and when stays in `Event.review` under `stated_later`. Raises Refused for an event
    that is not admitted, and for a fact that has been stated in the meantime.
    """
    event = Event.objects.select_for_update().get(pk=event.pk)
    if event.status != EventStatus.ADMITTED:
        raise Refused(_("The papers of this tournament can still be corrected by the clerk."))
    if set(facts) - set(open_facts(event)):
        raise Refused(_("Somebody has stated this in the meantime. Look at the tournament again."))
    if not facts:
        raise Refused(_("Nothing was stated."))
    for name, value in facts.items():
        setattr(event, name, value)
    event.review = event.review | {
        "stated_later": [
            *event.review.get("stated_later", []),
            {
                "by": user.pk,
                "at": at.isoformat(),
                "facts": {
                    name: value.isoformat() if isinstance(value, date) else value
                    for name, value in facts.items()
                },
            },
        ]
    }
    event.save(update_fields=[*facts, "review"])
    if event.rated:
        period_ensure(event.ends_on)
    return event
