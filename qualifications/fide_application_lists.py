"""Lists of applications to FIDE: all, those that wait, and who has norms to apply with."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import Exists, OuterRef, Q, QuerySet

from federation.models import Player
from federation.selectors import PAGE_SIZE, Page
from qualifications.engine.fide.tables import NORM_TITLES
from qualifications.fide_applications import title_of
from qualifications.models import FideApplication, LedgerEntry, NormElsewhere
from qualifications.models.ledger import LedgerKind


def applications_page(
    rows: QuerySet[FideApplication], *, after: str, size: int = PAGE_SIZE
) -> Page:
    """Applications older than the one whose id is `after`, or from the top. One query."""
    rows = rows.select_related("player__region", "drafted_by", "sent_by").order_by("-pk")
    if after.isascii() and after.isdigit() and len(after) < 19:
        rows = rows.filter(pk__lt=int(after))
    items = list(rows[: size + 1])
    more = len(items) > size
    return Page(items=items[:size], next_after=str(items[size - 1].pk) if more else "")


def players_with_norms() -> QuerySet[Player]:
    """Players with a norm of a FIDE title, of the registry or made elsewhere."""
    norms = LedgerEntry.objects.filter(
        player=OuterRef("pk"),
        kind=LedgerKind.NORM_MET,
        grade__startswith="fide.",
        voided_by=None,
    )
    elsewhere = NormElsewhere.objects.filter(player=OuterRef("pk"), removed_at=None)
    return Player.objects.filter(
        Q(Exists(norms)) | Q(Exists(elsewhere)), merged_into=None
    ).select_related("region")


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody with norms: how many of which title, the applications, and the titles awarded."""

    player: Player
    norms: dict[str, int] = field(default_factory=dict)
    applications: tuple[FideApplication, ...] = ()
    awarded: tuple[str, ...] = ()


def candidates(players: Sequence[Player]) -> list[Candidate]:
    """The norms and applications of a page of players. Three queries."""
    found = {player.pk: Candidate(player) for player in players}
    counts = LedgerEntry.objects.filter(
        player__in=found, kind=LedgerKind.NORM_MET, grade__startswith="fide.", voided_by=None
    ).values_list("player", "grade")
    elsewhere = NormElsewhere.objects.filter(player__in=found, removed_at=None)
    for player, title in [
        *((player, title_of(grade)) for player, grade in counts),
        *elsewhere.values_list("player", "title"),
    ]:
        norms = found[player].norms
        norms[title] = norms.get(title, 0) + 1
    by_player: dict[int, list[FideApplication]] = {}
    for one in FideApplication.objects.filter(player__in=found).order_by("pk"):
        by_player.setdefault(one.player_id, []).append(one)
    return [
        replace(
            one,
            norms=dict(sorted(one.norms.items(), key=lambda pair: NORM_TITLES.index(pair[0]))),
            applications=tuple(by_player.get(player, ())),
            awarded=tuple(
                title_of(a.grade) for a in by_player.get(player, ()) if a.status == "awarded"
            ),
        )
        for player, one in found.items()
    ]


def applications_waiting() -> list[FideApplication]:
    """What is being prepared or with FIDE, the oldest first, one page. One query."""
    rows = FideApplication.objects.filter(status__in=("draft", "sent"))
    return list(
        rows.select_related("player", "drafted_by").order_by("drafted_at", "pk")[:PAGE_SIZE]
    )


def applications_under_way(players: Collection[int]) -> list[FideApplication]:
    """Of people, what is being prepared or is with FIDE. One query."""
    rows = FideApplication.objects.filter(player__in=players, status__in=("draft", "sent"))
    return list(rows.order_by("pk"))
