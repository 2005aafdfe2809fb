"""What changed when an event was judged again, in finished words."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from federation.templatetags.registry import day as day_words
from qualifications.judged_again import ChangedLine
from qualifications.models import Assessment, ParticipantRecord
from qualifications.presenting import held_words
from qualifications.presenting_card import what_happened


def why_judged_again(assessment: Assessment) -> dict[str, str] | None:
    """When and why an event was judged again; None where it was judged once."""
    day = day_words(assessment.assessed_at)
    if assessment.because_event:
        return {
            "words": _("Judged again on %(day)s, after this earlier tournament was admitted:")
            % {"day": day},
            "link": assessment.because_event.name,
            "url": reverse("event-detail", args=[assessment.because_event_id]),
        }
    decision = assessment.because_decision
    if decision is None:
        return None
    number = _("decision No %(number)s") % {"number": decision.number} if decision.number else ""
    return {
        "words": _("Judged again on %(day)s, after an earlier award was recorded:") % {"day": day},
        "link": number or decision.document,
        "url": "",
    }


def changed_line_views(lines: Iterable[ChangedLine]) -> list[dict[str, Any]]:
    """Each player with what held before and what holds now."""
    return [
        {
            "name": line.player.name,
            "url": reverse("player-card", args=[line.player.pk]),
            "held_before": _held(line.held_before),
            "held_now": _held(line.held_now),
            **_words(line),
            "still_awarded": line.still_awarded,
        }
        for line in lines
    ]


def _words(line: ChangedLine) -> dict[str, list[str]]:
    """What is gone, what is new, and what stays but rests on another norm now."""
    gone = [what_happened(entry) for entry in line.gone]
    new = [what_happened(entry) for entry in line.new]
    return {
        "gone": [words for words in gone if words not in new],
        "new": [words for words in new if words not in gone],
        "anew": [words for words in new if words in gone],
    }


def _held(record: ParticipantRecord | None) -> str:
    if record is None:
        return ""
    return held_words(record.grade_known, record.grade, record.candidate_points)
