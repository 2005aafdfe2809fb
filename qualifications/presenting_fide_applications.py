"""Applications to FIDE in finished words."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from federation.templatetags.registry import day as day_words
from qualifications.fide_application_lists import Candidate
from qualifications.fide_applications import Checked, NormShown
from qualifications.models import ApplicationStatus, FideApplication
from qualifications.presenting import reason_view
from qualifications.wording import grade_name

_TONES = {
    ApplicationStatus.DRAFT: "wait",
    ApplicationStatus.SENT: "info",
    ApplicationStatus.AWARDED: "good",
    ApplicationStatus.REFUSED: "bad",
    ApplicationStatus.WITHDRAWN: "neutral",
}


def application_words(application: FideApplication) -> str:
    """With whom an application is and since when, or how it ended."""
    status = application.status
    if status == ApplicationStatus.DRAFT:
        return _("Being prepared since %(day)s.") % {"day": day_words(application.drafted_at)}
    if status == ApplicationStatus.SENT:
        return _("With FIDE since %(day)s.") % {"day": day_words(application.sent_at)}
    if status == ApplicationStatus.WITHDRAWN:
        return _("Withdrawn on %(day)s.") % {"day": day_words(application.decided_at)}
    facts = {"day": day_words(application.result_on), "document": application.result_document}
    if status == ApplicationStatus.AWARDED:
        return _("FIDE awarded the title on %(day)s: %(document)s.") % facts
    return _("FIDE refused it on %(day)s: %(document)s.") % facts


def application_view(application: FideApplication) -> dict[str, Any]:
    """An application in a list: who, what, its state and since when."""
    return {
        "application": application,
        "player": application.player,
        "grade": grade_name(application.grade),
        "word": str(application.get_status_display()),
        "tone": _TONES[ApplicationStatus(application.status)],
        "words": application_words(application),
    }


def candidate_view(candidate: Candidate) -> dict[str, Any]:
    """Somebody with norms, and what has become of them."""
    return {
        "player": candidate.player,
        "norms": ", ".join(
            _("%(title)s: %(n)d") % {"title": title, "n": n} for title, n in candidate.norms.items()
        ),
        "applications": [application_view(one) for one in candidate.applications],
    }


def check_view(checked: Checked) -> dict[str, Any]:
    """The check for the page: its norms, its reasons with the words of their articles."""
    return {
        "outcome": checked.outcome.value,
        "held": checked.held,
        "law": checked.law,
        "norms": [norm_view(norm) for norm in checked.norms],
        "reasons": [reason_view(one, checked.law) for one in checked.reasons],
        "rating": checked.rating,
        "achieved_on": checked.achieved_on,
        "games": sum(norm.held.games for norm in checked.norms if norm.chosen),
    }


def norm_view(norm: NormShown) -> dict[str, Any]:
    """A norm with where it was made and what the application does with it."""
    record = norm.record
    return {
        "key": norm.key,
        "title": norm.held.title,
        "event": norm.event_name,
        "city": norm.city,
        "federation": norm.federation,
        "starts_on": norm.starts_on,
        "ends_on": norm.ends_on,
        "games": norm.held.games,
        "document": norm.document,
        "chosen": norm.chosen,
        "refused": refused_words(norm.refused),
        "url": reverse("verdict-list", args=[record.entry.player_id, record.entry.event_id])
        if record
        else "",
        "elsewhere": norm.elsewhere,
    }


def refused_words(why: str) -> str:
    """Why a norm is not among those of the application."""
    return {
        "": "",
        "other_title": _("of another title"),
        "expired": _("was not registered in time"),
        "second_eight_games": _("a second norm of eight games does not count"),
        "not_needed": _("not needed: the others are enough"),
    }[why]
