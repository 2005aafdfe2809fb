"""Decisions by which a commission confirms what the law has done: moves to a lower rank."""

from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Commission, Player, User
from qualifications.deadlines import due_of_move
from qualifications.engine import NoEditionInForce
from qualifications.engine.terms import Move
from qualifications.grades import SCHEME
from qualifications.law import law_for
from qualifications.life_facts import NOBODY, life_facts
from qualifications.models import Deadline, Decision, LedgerEntry
from qualifications.models.ledger import LedgerKind
from qualifications.services.decisions import decision_create
from qualifications.services.ledger import ledger_append
from qualifications.work_lists import moves_to_confirm


@transaction.atomic
def moves_confirm(
    *,
    commission: Commission,
    number: str,
    decided_on: date,
    deadline_ids: Collection[int],
    user: User,
    at: datetime,
    today: date,
) -> Decision:
    """Confirm moves to a lower rank, each in force since the last day of the event that caused it.

    `deadline_ids` are among `moves_to_confirm(commission)`. Whether a move still waits is asked of
    the ledger, not of the list. Raises Refused naming what is wrong; nothing is stored then.

    UA.CONF.4a, UA.CONF.6b, UA.CONF.6c, UA.CONF.6d: the text moves the player, a decree confirms it.
    """
    if decided_on > today:
        raise Refused(_("The date of the decision lies in the future."))
    if not deadline_ids:
        raise Refused(_("Choose at least one player."))
    _lock_players(deadline_ids)
    rows = list(moves_to_confirm(commission).filter(pk__in=deadline_ids))
    if len(rows) != len(set(deadline_ids)):
        raise _stale()
    moves = list(_still_waiting(rows, today))
    early = [row for row, move in moves if decided_on < move.day]
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
    causes = LedgerEntry.objects.in_bulk([move.basis[-1] for _row, move in moves])
    ledger_append(
        LedgerEntry(
            player_id=row.player_id,
            kind=LedgerKind.DEMOTED,
            grade=move.becomes,
            effective_on=move.day,
            recorded_at=at,
            recorded_by=user,
            commission=commission,
            event_id=causes[move.basis[-1]].event_id,
            decision=decision,
            edition=causes[move.basis[-1]].edition,
            article=move.article,
        )
        for row, move in moves
    )
    return decision


def _lock_players(deadline_ids: Collection[int]) -> None:
    """Let whoever signs the same moves at the same moment wait for us.

    A statement of its own: what the other one has signed is seen only by a query that begins after
    the wait.
    """
    whose = Deadline.objects.filter(pk__in=deadline_ids).values("player")
    players = Player.objects.filter(pk__in=whose).order_by("pk")
    list(players.select_for_update(no_key=True).values("pk"))


def _still_waiting(rows: Sequence[Deadline], today: date) -> Iterator[tuple[Deadline, Move]]:
    """Each row with the move that the ledger tells now. Raises Refused where there is none."""
    try:
        law = law_for(SCHEME, on=today)
    except NoEditionInForce as error:
        raise _stale() from error
    lives = life_facts(Q(player__in={row.player_id for row in rows}))
    for row in rows:
        walk = lives.get(row.player_id, NOBODY).walk(law=law)
        for move in walk.life_on(today).moves:
            due = due_of_move(move)
            if (due.grade, due.day, due.becomes) == (row.grade, row.day, row.becomes):
                yield row, move
                break
        else:
            raise _stale()


def _stale() -> Refused:
    return Refused(
        _("Some of the chosen moves have been confirmed or have changed. Check the list again.")
    )
