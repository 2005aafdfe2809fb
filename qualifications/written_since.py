"""What an act wrote into the ledger and the judgements: read after it, inside its transaction."""

from dataclasses import dataclass
from typing import Self

from django.db.models import Max

from qualifications.models import Assessment, LedgerEntry


@dataclass(frozen=True, slots=True)
class WrittenSince:
    """Everything after these two rows; both tables are only ever added to."""

    last_line: int
    last_judged: int

    @classmethod
    def now(cls) -> Self:
        """Of what is written from now on."""
        return cls(
            LedgerEntry.objects.aggregate(last=Max("pk"))["last"] or 0,
            Assessment.objects.aggregate(last=Max("pk"))["last"] or 0,
        )

    def lines(self) -> tuple[list[LedgerEntry], list[LedgerEntry]]:
        """Lines of the ledger that no longer hold, and new ones, in order. One query."""
        added = list(
            LedgerEntry.objects.filter(pk__gt=self.last_line)
            .select_related("player", "event", "voids__player", "voids__event")
            .order_by("pk")
        )
        gone = [line.voids for line in added if line.voids is not None]
        return gone, [line for line in added if line.voids is None]

    def events(self) -> set[int]:
        """Events that were judged."""
        judged = Assessment.objects.filter(pk__gt=self.last_judged)
        return set(judged.values_list("event", flat=True))
