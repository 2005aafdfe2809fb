"""Noting where approved decrees rest on data that have changed since."""

import hashlib
import json
from collections.abc import Collection
from datetime import datetime

from qualifications.changed_bases import Difference, differences_now
from qualifications.decree_evidence import LINE_FACTS, lines_on_events
from qualifications.models import ChangedBasis, DecreeLine
from qualifications.proposals import IN_FORCE


def changed_bases_note(events: Collection[int], *, at: datetime) -> int:
    """Compare the decrees in force that rest on events with what the registry knows now; how many
    differences are new.

    The decrees stay as they are: each new difference of a line is noted for its body, the same one
    once. Runs inside the transaction of whoever judged the events again. One query where no decree
    rests on them, at most eight otherwise.
    """
    lines = list(
        DecreeLine.objects.filter(lines_on_events(list(events)), IN_FORCE)
        .select_related(*LINE_FACTS)
        .order_by("pk")
    )
    if not lines:
        return 0
    found = [
        ChangedBasis(line_id=line, found_at=at, difference=facts, digest=_digest(facts))
        for line, facts in differences_now(lines).items()
        if facts
    ]
    if not found:
        return 0
    noted = set(
        ChangedBasis.objects.filter(line__in=[row.line_id for row in found]).values_list(
            "line", "digest"
        )
    )
    new = [row for row in found if (row.line_id, row.digest) not in noted]
    ChangedBasis.objects.bulk_create(new)
    return len(new)


def _digest(difference: Difference) -> str:
    text = json.dumps(difference, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
