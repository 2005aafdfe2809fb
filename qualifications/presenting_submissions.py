"""Submissions in finished words."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from federation.templatetags.registry import day as day_words
from qualifications.models import (
    AttachmentKind,
    LedgerEntry,
    Submission,
    SubmissionLine,
    SubmissionStatus,
)
from qualifications.submission_page import Missing
from qualifications.title_windows import title_windows
from qualifications.wording import grade_name
from qualifications.wording_shared import points_words

_TONES = {
    SubmissionStatus.DRAFT: "neutral",
    SubmissionStatus.SENT: "wait",
    SubmissionStatus.RETURNED: "warn",
    SubmissionStatus.ACCEPTED: "info",
    SubmissionStatus.REFUSED: "bad",
    SubmissionStatus.WITHDRAWN: "neutral",
}


def submission_status(submission: Submission) -> dict[str, str]:
    """The state as word and tone, and whose turn it is."""
    status = SubmissionStatus(submission.status)
    turns = {
        SubmissionStatus.DRAFT: _("It is with %(sender)s."),
        SubmissionStatus.SENT: _("It is with %(receiver)s, which looks at it."),
        SubmissionStatus.RETURNED: _("It is with %(sender)s, which corrects it."),
        SubmissionStatus.ACCEPTED: _("It is with %(receiver)s, which decides by a decree."),
        SubmissionStatus.REFUSED: _("%(receiver)s has refused it."),
        SubmissionStatus.WITHDRAWN: _("%(sender)s has withdrawn it."),
    }
    return {
        "word": str(status.label),
        "tone": _TONES[status],
        "with": turns[status] % {"sender": submission.sender, "receiver": submission.receiver},
    }


def norm_views(norms: Sequence[LedgerEntry]) -> list[dict[str, Any]]:
    """Norms to choose from, each with its evidence and what still has to come."""
    windows = title_windows(norms)
    return [
        {
            "pk": norm.pk,
            "player": norm.player,
            "grade": grade_name(norm.grade),
            "event": norm.event,
            "day": norm.effective_on,
            "scored": _scored(norm),
            "url": reverse("verdict-list", args=[norm.player_id, norm.event_id])
            if norm.event_id
            else "",
            "waits": _waits(windows.get(norm.pk)),
        }
        for norm in norms
    ]


def line_views(
    lines: Iterable[SubmissionLine], *, decided: Collection[int]
) -> list[dict[str, Any]]:
    """Lines with what they rest on, and whether a decree has decided them."""
    found = []
    for line in lines:
        norm = line.norm
        event = norm.event if norm else line.verdict.entry.event if line.verdict else None
        found.append(
            {
                "pk": line.pk,
                "player": line.player,
                "grade": grade_name(line.grade),
                "event": event,
                "scored": _scored(norm) if norm else "",
                "url": reverse("verdict-list", args=[norm.player_id, event.pk])
                if norm and event
                else "",
                "note": line.note,
                "decided": line.pk in decided,
                "joined": line.player.merged_into,
            }
        )
    return found


def _scored(norm: LedgerEntry) -> str:
    scored = norm.details.get("scored_half_points")
    return "" if scored is None else points_words(scored)


def _waits(window: Any) -> str:
    if window is None or window.reached_on is not None:
        return ""
    return _("waits for the coefficient %(needed)d, in a list by %(day)s") % {
        "needed": window.needed,
        "day": day_words(window.until),
    }


def missing_sentences(missing: Missing, lines: Iterable[SubmissionLine]) -> list[str]:
    """What is missing, a sentence each."""
    names = {line.pk: line.player.name for line in lines}
    found = [
        _("Not attached: %(paper)s.") % {"paper": AttachmentKind(kind).label}
        for kind in missing.papers
    ]
    return found + [
        _("%(player)s: the coefficient %(needed)d has not been reached; it counts by %(day)s.")
        % {"player": names[pk], "needed": window.needed, "day": day_words(window.until)}
        for pk, window in missing.windows.items()
    ]


def step_views(submission: Submission) -> list[dict[str, Any]]:
    """What happened, the first step first."""
    return [
        {
            "word": str(SubmissionStatus(step.status).label),
            "by": step.by,
            "at": step.at,
            "words": step.words,
        }
        for step in submission.steps.select_related("by")
    ]


def submission_differences(
    stored: Submission, text: str, *, dropped: Iterable[str], gone: int
) -> list[dict[str, str]]:
    """What a stale form says otherwise than the draft as it is now: `what`, `now`, `yours`."""
    found = []
    if text.strip() != stored.text:
        found.append({"what": _("Accompanying words"), "now": stored.text, "yours": text})
    found += [{"what": _("Lines"), "now": name, "yours": "–"} for name in dropped]
    taken_out = _("a line that somebody has taken out meanwhile")
    return found + [{"what": _("Lines"), "now": "–", "yours": taken_out}] * gone
