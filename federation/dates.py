"""The clock of the registry: the only module that may ask what day or time it is."""

from datetime import date, datetime

from django.utils import timezone


def now() -> datetime:
    """This moment, aware. For `recorded_at` fields; hand it down as a parameter."""
    return timezone.now()


def today() -> date:
    """The calendar day in the registry's time zone. Only views, tasks and commands call this."""
    return timezone.localdate()
