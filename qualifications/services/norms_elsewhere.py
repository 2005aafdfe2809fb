"""Norms by certificates of tournaments that are not in the registry."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Player, User
from qualifications.models import NormElsewhere
from qualifications.services.fide_applications import refuse_joined


@transaction.atomic
def norm_elsewhere_record(
    player: Player, norm: NormElsewhere, *, user: User, at: datetime
) -> NormElsewhere:
    """Keep a norm by its certificate. Raises Refused for one that is there already, for days in the
    future, and for a player who was joined with another.
    """
    refuse_joined(player)
    if norm.ends_on > timezone.localtime(at).date():
        raise Refused(_("The last day lies in the future."))
    norm.player, norm.recorded_by, norm.recorded_at = player, user, at
    try:
        with transaction.atomic():
            norm.save()
    except IntegrityError as error:
        raise Refused(_("This norm is recorded already.")) from error
    return norm


@transaction.atomic
def norm_elsewhere_remove(norm: NormElsewhere, *, user: User, at: datetime) -> NormElsewhere:
    """Mark a norm that was recorded wrongly as removed. Raises Refused when it is already."""
    norm = NormElsewhere.objects.select_for_update().get(pk=norm.pk)
    if norm.removed_at is not None:
        raise Refused(_("Somebody has removed it meanwhile."))
    norm.removed_by, norm.removed_at = user, at
    norm.save()
    return norm
