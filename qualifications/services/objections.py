"""Objections to lines of a draft: raised by a region or for a player, answered before publication.

An open objection holds its line and no other: computed again, the coefficient stays as it was.
"""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Commission, Player, User
from qualifications.models import Objection, ObjectionStatus, PeriodStatus, RatingPeriod
from qualifications.selectors import latest_run


@transaction.atomic
def objection_raise(
    period: RatingPeriod,
    player: Player,
    *,
    text: str,
    commission: Commission | None,
    user: User,
    at: datetime,
) -> Objection:
    """Object to a player's line in the draft of a period; it is held when computed again.

    `commission` is the regional one that objects; None when the player does. Raises Refused without
    a text, after publication, for a player without a line, and while another one is open.
    """
    period = RatingPeriod.objects.select_for_update().get(pk=period.pk)
    text = text.strip()
    if not text:
        raise Refused(_("Write what is wrong with the line."))
    if period.status == PeriodStatus.PUBLISHED:
        raise Refused(
            _(
                "This list is published: nobody can object to its lines any more. "
                "Ask the national commission for a late correction."
            )
        )
    run = latest_run(period)
    if run is None or not run.rows.filter(player=player.pk).exists():
        raise Refused(_("The draft has no line of this player. Compute it first."))
    try:
        with transaction.atomic():
            return Objection.objects.create(
                period=period,
                player=player,
                commission=commission,
                text=text,
                raised_by=user,
                raised_at=at,
            )
    except IntegrityError as error:
        raise Refused(
            _("An objection to this line is open already. Wait for the answer to it.")
        ) from error


@transaction.atomic
def objection_answer(
    objection: Objection, *, upheld: bool, answer: str, user: User, at: datetime
) -> Objection:
    """Uphold an objection, saying what will be done, or dismiss it, saying why.

    The line is released when the draft is computed again; in a published list by a late correction.
    Raises Refused without words, for the person who raised it, and when it is answered already.
    """
    objection = Objection.objects.select_for_update(of=("self",)).get(pk=objection.pk)
    answer = answer.strip()
    if objection.status != ObjectionStatus.OPEN:
        raise Refused(_("This objection is answered already."))
    if objection.raised_by_id == user.pk:
        raise Refused(_("You raised this objection; another member has to answer it."))
    if not answer:
        raise Refused(
            _("Write what will be done.") if upheld else _("Write why the line stays as computed.")
        )
    objection.status = ObjectionStatus.UPHELD if upheld else ObjectionStatus.DISMISSED
    objection.answer = answer
    objection.answered_by = user
    objection.answered_at = at
    objection.save()
    return objection
