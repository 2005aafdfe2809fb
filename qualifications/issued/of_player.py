"""The papers of a player that stand on the card."""

from dataclasses import dataclass

from django.db.models import Q

from federation.models import Player
from federation.persons import persons_of
from qualifications.decree_page import ANNULLED
from qualifications.models import Decree, DecreeStatus, IssuedDocument

MOST_SHOWN = 20


@dataclass(frozen=True, slots=True)
class PlayerDocument:
    document: IssuedDocument
    annulled: bool


def documents_of(player: Player) -> list[PlayerDocument]:
    """Decrees about the player, norm certificates, applications to FIDE with it or that were
    successful; the latest first. Four queries.
    """
    same = persons_of([player.pk]).same_as(player.pk)
    decrees = Decree.objects.filter(status=DecreeStatus.APPROVED).filter(
        Q(lines__player__in=same) | Q(annuls__lines__player__in=same)
    )
    annulled = set(decrees.filter(ANNULLED).values_list("pk", flat=True))
    found = IssuedDocument.objects.filter(
        Q(decree__in=decrees.values("pk"))
        | Q(kind="norm", entry__player__in=same)
        | Q(application__status__in=("sent", "awarded"), application__player__in=same)
    ).defer("pdf", "paper")
    shown = found.select_related("decree__commission", "commission").distinct()
    return [
        PlayerDocument(document=one, annulled=one.decree_id in annulled)
        for one in shown.order_by("-issued_at", "-pk")[:MOST_SHOWN]
    ]
