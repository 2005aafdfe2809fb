"""Revoking one award: another decree of the body that awarded takes it away, from a day on."""

from datetime import date, datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import User
from federation.templatetags.registry import day as day_words
from federation.written import written
from qualifications.models import Decree, DecreeAct, DecreeLine, DecreeStatus, LedgerEntry
from qualifications.models.ledger import LedgerKind
from qualifications.revocations import revocations_of
from qualifications.services.decisions import lock_entries
from qualifications.services.decrees import DecreeText, decree_with_lines


@transaction.atomic
def revocation_draft(
    award: LedgerEntry,
    *,
    text: DecreeText,
    holds_no_more_from: date,
    reason: str,
    user: User,
    at: datetime,
) -> Decree:
    """Write a draft that revokes one award of the body; other lines of its decree stay.

    The award counts through the day before `holds_no_more_from`. Nothing is revoked before another
    person approves. Raises Refused without a reason, for what is no award in force, for one that
    another decree revokes already, for a day before the award or after the date of the decree, and
    as `decree_draft`.
    """
    lock_entries([award.pk])
    award = LedgerEntry.objects.select_related("commission", "player__merged_into").get(pk=award.pk)
    player = award.player.merged_into or award.player
    if not reason.strip():
        raise Refused(_("Say why the award is revoked."))
    if award.kind != LedgerKind.AWARDED or LedgerEntry.objects.filter(voids=award).exists():
        raise Refused(_("Only an award that is in force can be revoked."))
    assert award.commission is not None  # noqa: S101  acts have a commission
    other = revocations_of([award.pk]).get(award.pk)
    if other is not None:
        raise Refused(
            _("Decree %(number)s has revoked it already.") % {"number": other.decree.number}
            if other.decree.status == DecreeStatus.APPROVED
            else _("Draft %(number)s is to revoke it already.") % {"number": other.decree.number}
        )
    if holds_no_more_from < award.effective_on:
        raise Refused(
            _("The award holds since %(day)s: it cannot be revoked from an earlier day.")
            % {"day": day_words(award.effective_on)}
        )
    if holds_no_more_from > text.dated_on:
        raise Refused(_("The day from which it holds no more lies after the date of the decree."))
    line = DecreeLine(
        act=DecreeAct.REVOKE,
        player=player,
        grade=award.grade,
        effective_on=holds_no_more_from,
        norm=award,
        article=award.article,
        note=written(reason, most=500),
        noted_by=user,
    )
    today = timezone.localtime(at).date()
    return decree_with_lines(award.commission, text, [line], user=user, at=at, today=today)
