"""Decisions: the acts on which lines of the ledger rest, and those copied from paper cards."""

from collections.abc import Collection
from datetime import date, datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Commission, Player, User
from qualifications.models import Decision, LedgerEntry
from qualifications.models.ledger import LedgerKind
from qualifications.services.ledger import ledger_append
from qualifications.services.rejudging import judging_lock, later_events_rejudge, players_lock


def lock_entries(ids: Collection[int]) -> None:
    """Let whoever awards the same entries at the same moment wait for us.

    A statement of its own: what the other one has awarded is seen only by a query that begins after
    the wait.
    """
    list(LedgerEntry.objects.filter(pk__in=ids).order_by("pk").select_for_update().values("pk"))


@transaction.atomic
def earlier_award_record(
    *,
    player: Player,
    grade: str,
    effective_on: date,
    commission: Commission,
    document: str,
    user: User,
    at: datetime,
    today: date,
) -> Decision:
    """Take over from a paper card what a player was awarded before the registry.

    `effective_on` is the day on which the norm was met. Later events of the player are judged
    again. Raises Refused when the day lies in the future, when the ledger has the same award
    already, or contradicts it (`ledger_append`).
    """
    if effective_on > today:
        raise Refused(_("The day lies in the future."))
    judging_lock()
    players_lock([player.pk])
    same = LedgerEntry.objects.filter(
        player=player,
        kind=LedgerKind.AWARDED,
        grade=grade,
        effective_on=effective_on,
        voided_by=None,
    )
    if grade != "ua.candidate_point" and same.exists():
        raise Refused(_("The ledger already has this award with the same day."))
    decision = decision_create(
        commission=commission,
        number="",
        decided_on=effective_on,
        earlier=True,
        document=document,
        recorded_by=user,
        recorded_at=at,
    )
    ledger_append(
        [
            LedgerEntry(
                player=player,
                kind=LedgerKind.AWARDED,
                grade=grade,
                effective_on=effective_on,
                recorded_at=at,
                recorded_by=user,
                commission=commission,
                decision=decision,
                note=document,
            )
        ]
    )
    later_events_rejudge(
        {player.pk}, since=effective_on, user=user, at=at, because_decision=decision
    )
    return decision


def decision_create(*, commission: Commission, number: str, decided_on: date, **fields) -> Decision:
    """Store a decision without lines. Raises Refused for a number that its year has already."""
    try:
        with transaction.atomic():
            return Decision.objects.create(
                commission=commission,
                number=number,
                decided_on=decided_on,
                year=decided_on.year,
                **fields,
            )
    except IntegrityError as error:
        raise Refused(
            _("The commission already has a decision number %(number)s in %(year)d.")
            % {"number": number, "year": decided_on.year}
        ) from error
