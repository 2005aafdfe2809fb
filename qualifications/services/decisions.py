"""Decisions of commissions, by which what was earned is awarded."""

from collections.abc import Collection
from datetime import date, datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Commission, Player, User
from qualifications.models import Decision, LedgerEntry
from qualifications.models.ledger import LedgerKind
from qualifications.selectors import norms_to_award
from qualifications.services.ledger import ledger_append
from qualifications.services.rejudging import later_events_rejudge


@transaction.atomic
def decision_record(
    *,
    commission: Commission,
    number: str,
    decided_on: date,
    norm_ids: Collection[int],
    user: User,
    at: datetime,
    today: date,
) -> Decision:
    """Award the ranks whose norms were met, each in force from the last day of its event.

    `norm_ids` are among the ledger entries of `norms_to_award(commission)`. Later events of these
    players are judged again. Raises Refused naming
    what is wrong; nothing is stored then.
    """
    if decided_on > today:
        raise Refused(_("The date of the decision lies in the future."))
    lock_entries(norm_ids)
    norms = [norm for norm in norms_to_award(commission) if norm.pk in norm_ids]
    if not norms:
        raise Refused(_("Choose at least one player."))
    if len(norms) != len(set(norm_ids)):
        raise Refused(
            _("Some of the chosen ranks have been awarded meanwhile. Check the list again.")
        )
    early = [norm for norm in norms if decided_on < norm.effective_on]
    if early:
        raise Refused(
            _("The decision is dated before the end of the tournament of %(player)s.")
            % {"player": early[0].player}
        )
    decision = decision_create(
        commission=commission,
        number=number,
        decided_on=decided_on,
        recorded_by=user,
        recorded_at=at,
    )
    ledger_append(_award(norm, decision, user, at) for norm in norms)
    later_events_rejudge(
        {norm.player_id for norm in norms},
        since=min(norm.effective_on for norm in norms),
        user=user,
        at=at,
        because_decision=decision,
    )
    return decision


def lock_entries(ids: Collection[int]) -> None:
    """Let whoever awards the same entries at the same moment wait for us.

    A statement of its own: what the other one has awarded is seen only by a query that begins after
    the wait.
    """
    list(LedgerEntry.objects.filter(pk__in=ids).order_by("pk").select_for_update().values("pk"))


def _award(norm: LedgerEntry, decision: Decision, user: User, at: datetime) -> LedgerEntry:
    return LedgerEntry(
        player_id=norm.player_id,
        kind=LedgerKind.AWARDED,
        grade=norm.grade,
        effective_on=norm.effective_on,
        recorded_at=at,
        recorded_by=user,
        commission=decision.commission,
        event_id=norm.event_id,
        decision=decision,
        edition=norm.edition,
        article=norm.article,
        details=norm.details,
    )


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
    Player.objects.select_for_update().get(pk=player.pk)
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
