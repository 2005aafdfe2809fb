"""A notice in words: the letter to a player."""

from datetime import date

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.templatetags.registry import day as day_words
from qualifications.models import DeadlineKind, Notice
from qualifications.wording import grade_name


def notice_words(notice: Notice, today: date) -> tuple[str, str]:
    """Subject and text of the letter, on the day on which it is sent."""
    grade, day = grade_name(notice.grade), day_words(notice.due_on)
    if notice.kind == DeadlineKind.RANK_ENDS:
        subject = _("%(grade)s: valid through %(day)s") % {"grade": grade, "day": day}
        what = _("A tournament that confirms it has to end by that day.")
    elif notice.kind == DeadlineKind.POINT_ENDS:
        subject = _("Candidate point: valid through %(day)s") % {"day": day}
        what = _("After that day it no longer counts towards the title of candidate master.")
    else:
        subject = _("Exemption from confirming: through %(day)s") % {"day": day}
        what = _("After that day the rank has to be confirmed again within its term.")
    left = (notice.due_on - today).days
    parts = [
        _("%(player)s, permanent number %(number)d.")
        % {"player": notice.player.name, "number": notice.player_id},
        f"{subject}.",
        ngettext("%(n)d day is left.", "%(n)d days are left.", left) % {"n": left}
        if left
        else _("This is the last day."),
        what,
        _("Your card: %(address)s")
        % {"address": settings.SITE_ADDRESS + reverse("player-card", args=[notice.player_id])},
        _(
            "You receive this because you gave your address and your consent. To receive other "
            "letters, or none, choose so in your account (%(address)s) or tell your commission."
        )
        % {"address": settings.SITE_ADDRESS + reverse("account-card", args=[notice.player_id])},
    ]
    return subject, "\n\n".join(parts) + "\n"
