"""The only writer of the ledger."""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from qualifications.models import LedgerEntry
from qualifications.services.deadlines import deadlines_refresh


@transaction.atomic
def ledger_append(entries: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    """Add rows to the ledger, and bring the work lists up to the day on which they are recorded.

    The database refuses a second entry for the same verdict and kind.
    """
    added = LedgerEntry.objects.bulk_create(entries)
    if added:
        day = timezone.localtime(max(entry.recorded_at for entry in added)).date()
        deadlines_refresh({entry.player_id for entry in added}, on=day)
    return added
