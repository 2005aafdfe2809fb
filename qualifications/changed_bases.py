"""Where approved decrees rest on data that have changed since: what differs, and who answers it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When
from django.utils import timezone

from federation.access import Access, Action
from federation.models import Commission
from federation.selectors import PAGE_SIZE, Page
from qualifications.decree_evidence import evidence_of
from qualifications.models import (
    AwardChoice,
    AwardPolicy,
    ChangedBasis,
    Decree,
    DecreeAct,
    DecreeLine,
    DecreeStatus,
    LedgerEntry,
)
from qualifications.proposals import IN_FORCE
from qualifications.revocations import award_of, revocations_of

COMPARED = ("holds", "outcome", "scored_half_points", "norm_half_points", "place", "edition")
"""Facts of the evidence whose change is told; of the event also its days."""
DAYS = ("starts_on", "ends_on")

Difference = dict[str, list[Any]]
"""Fact to its value as frozen and as it is now."""


def evidence_now(lines: Sequence[DecreeLine]) -> list[dict[str, Any]]:
    """The evidence of lines as it is now; a norm that was written anew stands.

    At most four queries however many lines, which are selected with `decree_evidence.LINE_FACTS`.
    """
    found = evidence_of(lines)
    lost = [
        (line.norm, facts)
        for line, facts in zip(lines, found, strict=True)
        if line.norm is not None and not facts["holds"]
    ]
    if lost:
        stand = set(
            LedgerEntry.objects.filter(
                event__in={norm.event_id for norm, _facts in lost},
                player__in={norm.player_id for norm, _facts in lost},
                kind__in={norm.kind for norm, _facts in lost},
                voided_by=None,
            ).values_list("event", "player", "kind", "grade")
        )
        for norm, facts in lost:
            key = (norm.event_id, norm.player_id, norm.kind, norm.grade)
            facts["holds"] = key in stand
    return found


def frozen_evidence(frozen: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    """By number of the line, the evidence in the frozen text of a decree."""
    return {
        line["line"]: line["evidence"]
        for section in frozen.get("sections", ())
        for line in section["lines"]
    }


def difference_of(frozen: Mapping[str, Any], now: Mapping[str, Any]) -> Difference:
    """Facts that differ; empty where the line rests on what it rested on."""
    pairs = {fact: [frozen[fact], now[fact]] for fact in COMPARED}
    for day in DAYS:
        pairs[day] = [(facts["event"] or {}).get(day) for facts in (frozen, now)]
    return {fact: pair for fact, pair in pairs.items() if pair[0] != pair[1]}


def takes_away(act: str, difference: Difference) -> bool:
    """Whether a line of a decree would have nothing to rest on any more."""
    lost = "holds" in difference and not difference["holds"][1]
    earned = act in (DecreeAct.AWARD, DecreeAct.POINT)
    return lost or (earned and "outcome" in difference)


def differences_now(lines: Sequence[DecreeLine]) -> dict[int, Difference]:
    """By line of approved decrees, what differs now; lines without a difference are in it too."""
    texts = Decree.objects.filter(pk__in={line.decree_id for line in lines})
    frozen: dict[int, dict[str, Any]] = {}
    for text in texts.values_list("frozen", flat=True):
        frozen |= frozen_evidence(text)
    return {
        line.pk: difference_of(frozen[line.pk], now)
        for line, now in zip(lines, evidence_now(lines), strict=True)
        if line.pk in frozen
    }


# --- what waits for an answer -------------------------------------------------------------------

_LATER = Exists(ChangedBasis.objects.filter(line=OuterRef("line"), pk__gt=OuterRef("pk")))
_SHOWN = (
    *("line__player__region", "line__decree__commission", "line__norm__event"),
    *("line__verdict__entry__event", "line__noted_by", "line__submission_line__submission"),
    *("answered_by", "policy"),
)
_STANDS = Exists(DecreeLine.objects.filter(IN_FORCE, pk=OuterRef("line")))


def changed_bases_of(commissions: Collection[Commission]) -> QuerySet[ChangedBasis]:
    """Every change found in the decrees of bodies, the latest first.

    `later` marks those that are outdated: another difference was found in the same line since;
    `in_force` those whose decree has not been annulled.
    """
    return (
        ChangedBasis.objects.filter(line__decree__commission__in=commissions)
        .annotate(later=_LATER, in_force=_STANDS)
        .select_related(*_SHOWN)
        .order_by("-pk")
    )


def changed_bases_open(commissions: Collection[Commission]) -> QuerySet[ChangedBasis]:
    """Of those the ones that wait for an answer: the latest of each line of decrees in force."""
    return changed_bases_of(commissions).filter(_STANDS, ~_LATER, answered_at=None)


def changed_bases_on_desk(access: Access) -> list[ChangedBasis]:
    """Those that the person may answer, one page: first what is earned no more, then by age.

    One query, or none.
    """
    commissions = access.commissions(Action.CHANGED_BASIS_ANSWER)
    if not commissions:
        return []
    earned = Case(When(Q(difference__has_key="holds"), then=0), default=1)
    return list(changed_bases_open(commissions).order_by(earned, "pk")[:PAGE_SIZE])


def changed_bases_page(rows: QuerySet[ChangedBasis], *, after: str, size: int = PAGE_SIZE) -> Page:
    """Those found before the one whose id is `after`, or from the top. One query."""
    if after.isascii() and after.isdigit() and len(after) < 19:
        rows = rows.filter(pk__lt=int(after))
    items = list(rows[: size + 1])
    more = len(items) > size
    return Page(items=items[:size], next_after=str(items[size - 1].pk) if more else "")


@dataclass(frozen=True, slots=True)
class Begun:
    """A decree that takes the award away, or is drafted to."""

    choice: AwardChoice
    decree: Decree


def begun_about(basis: ChangedBasis) -> Begun | None:
    """The decree that annuls that of a change, or revokes its award; a draft or in force.

    At most three queries.
    """
    annulment = basis.line.decree.annulling.exclude(status=DecreeStatus.ABANDONED).first()
    if annulment is not None:
        return Begun(AwardChoice.ANNULLED, annulment)
    award = award_of(basis.line)
    line = revocations_of([award.pk]).get(award.pk) if award is not None else None
    return Begun(AwardChoice.REVOKED, line.decree) if line is not None else None


# --- policies -----------------------------------------------------------------------------------


def policies_of(commissions: Collection[Commission]) -> list[AwardPolicy]:
    """What bodies have chosen at any time, the latest first. One query."""
    chosen = AwardPolicy.objects.filter(commission__in=commissions)
    return list(chosen.select_related("commission", "decided_by").order_by("-in_force_from", "-pk"))


def policy_on(commission: Commission, on: date) -> AwardPolicy | None:
    """What a body does on a day with awards that a correction takes away; None: not chosen."""
    chosen = AwardPolicy.objects.filter(commission=commission, in_force_from__lte=on)
    return chosen.order_by("-in_force_from", "-pk").first()


def policy_for(basis: ChangedBasis) -> AwardPolicy | None:
    """The policy that speaks of a change: that of the day on which it was found.

    None where the body had chosen none, and for what is earned in spite of the change.
    """
    if not takes_away(basis.line.act, basis.difference):
        return None
    return policy_on(basis.line.decree.commission, timezone.localtime(basis.found_at).date())
