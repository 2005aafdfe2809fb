"""The only writer of the ledger."""

from collections.abc import Iterable

from qualifications.models import LedgerEntry


def ledger_append(entries: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    """Add rows to the ledger. The database refuses a second entry for the same verdict and kind."""
    return LedgerEntry.objects.bulk_create(entries)
