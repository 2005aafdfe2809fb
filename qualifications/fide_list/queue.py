"""The queue of differences: what waits, of whose people."""

from django.db.models import Count, Q, QuerySet

from qualifications.models import FideProposal, ProposalStatus


def proposals_open(regions: frozenset[int] | None, kind: str = "") -> QuerySet[FideProposal]:
    """Proposals that wait, of people of these regions or of none (None: of all), oldest first."""
    rows = FideProposal.objects.filter(status=ProposalStatus.OPEN, player__merged_into=None)
    if kind:
        rows = rows.filter(kind=kind)
    if regions is not None:
        rows = rows.filter(Q(player__region__in=regions) | Q(player__region=None))
    return rows.select_related("player__region", "load").order_by("pk")


def proposals_waiting(regions: frozenset[int] | None) -> dict[str, int]:
    """By kind, how many wait. One query."""
    rows = proposals_open(regions).order_by().values("kind")
    return dict(rows.annotate(n=Count("pk")).values_list("kind", "n"))
