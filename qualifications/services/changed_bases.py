"""Noting where approved decrees rest on data that have changed since."""

import hashlib
import json
from collections.abc import Collection
from datetime import datetime

from qualifications.changed_bases import Difference, differences_now
from qualifications.decree_evidence import LINE_FACTS
from qualifications.models import ChangedBasis, DecreeLine
from qualifications.proposals import IN_FORCE


def changed_bases_note(events: Collection[int], *, at: datetime) -> int:
    """Compare the decrees in force that rest on events with what the registry knows now; how many
    differences are new.

    The decrees stay as they are: each new difference of a line is noted for its body, the same one
    once. Runs inside the transaction of whoever judged the events again. One query where no decree
    rests on them, at most nine otherwise.
    """
    resting = _lines_on(events)
    if not resting:
        return 0
    in_force = DecreeLine.objects.filter(IN_FORCE, pk__in=resting)
    lines = list(in_force.select_related(*LINE_FACTS).order_by("pk"))
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


def _lines_on(events: Collection[int]) -> list[int]:
    """Lines of decrees that rest on events, by their norms or by verdicts that a person resolved.

    Two halves, each by its index: together they would read every line of every decree.
    """
    by_norm = DecreeLine.objects.filter(norm__event__in=events)
    by_verdict = DecreeLine.objects.filter(verdict__entry__event__in=events)
    both = by_norm.order_by().values_list("pk").union(by_verdict.order_by().values_list("pk"))
    return [pk for (pk,) in both]


def _digest(difference: Difference) -> str:
    text = json.dumps(difference, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
