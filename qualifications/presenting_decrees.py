"""Decrees and proposals in finished words."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from federation.models import User
from federation.templatetags.registry import day as day_words
from qualifications.grades import ladder_place
from qualifications.models import Decree, DecreeAct, DecreeLine, DecreeStatus
from qualifications.proposals import Proposal
from qualifications.revocations import Afterwards
from qualifications.wording import grade_name
from qualifications.wording_shared import points_words


def status_view(decree: Decree, *, annulled: bool) -> dict[str, str]:
    """The state as word and tone, and with whom it is."""
    if annulled:
        return {
            "word": pgettext("of a decree", "annulled"),
            "tone": "bad",
            "with": _("Annulled by another decree."),
        }
    if decree.status == DecreeStatus.DRAFT:
        return {
            "word": pgettext("of a decree", "waits for approval"),
            "tone": "wait",
            "with": _("Drafted by %(who)s on %(day)s; another person approves it.")
            % {"who": decree.drafted_by, "day": day_words(decree.drafted_at)},
        }
    if decree.status == DecreeStatus.APPROVED:
        words = _("Drafted by %(drafter)s, approved by %(approver)s on %(day)s.") % {
            "drafter": decree.drafted_by,
            "approver": decree.decided_by,
            "day": day_words(decree.decided_at),
        }
        return {"word": pgettext("of a decree", "in force"), "tone": "good", "with": words}
    return {
        "word": pgettext("of a decree", "given up"),
        "tone": "neutral",
        "with": _("Given up by %(who)s on %(day)s.")
        % {"who": decree.decided_by, "day": day_words(decree.decided_at)},
    }


def section_name(act: str, grade: str, lost: str = "") -> str:
    """The heading above the lines of one award."""
    if act == DecreeAct.MOVE:
        return _("Move to: %(grade)s") % {"grade": grade_name(grade or None)}
    if act == DecreeAct.LIFETIME:
        return _("%(grade)s, for life") % {"grade": grade_name(grade)}
    if act == DecreeAct.REVOKE:
        return _("No longer holds: %(grade)s") % {"grade": grade_name(grade)}
    return grade_name(grade)


def since_words(act: str) -> str:
    """What the day of a line means."""
    return _("Holds no more from") if act == DecreeAct.REVOKE else _("In force from")


def evidence_words(evidence: Mapping[str, Any]) -> str:
    """Points and norm in words; empty where there are none."""
    scored, needed = evidence["scored_half_points"], evidence["norm_half_points"]
    if scored is None:
        return ""
    if needed is None:
        return points_words(scored)
    return _("%(scored)s, the norm is %(needed)s") % {
        "scored": points_words(scored),
        "needed": points_words(needed),
    }


def lines_view(
    lines: Sequence[DecreeLine],
    evidence: Sequence[Mapping[str, Any]],
    faults: Mapping[int, str],
    after: Mapping[int, Afterwards] | None = None,
) -> list[dict[str, Any]]:
    """Lines by award, from the highest down, each with what it rests on and what is wrong.

    `after` says of lines of an approved decree what came afterwards.
    """
    sections: dict[tuple[tuple[int, int], str, str], list[dict[str, Any]]] = {}
    for line, facts in zip(lines, evidence, strict=True):
        key = (ladder_place(line.grade), str(line.act), line.grade)
        shown = _line_view(line, facts, faults.get(line.pk, ""))
        sections.setdefault(key, []).append(shown | _after_view((after or {}).get(line.pk)))
    return [
        {
            "title": section_name(act, grade),
            "since": since_words(act),
            "lines": sections[place, act, grade],
        }
        for place, act, grade in sorted(sections)
    ]


def _after_view(after: Afterwards | None) -> dict[str, Any]:
    """Of a line of an approved decree: the change that was found, what revokes it, or can."""
    if after is None:
        return {}
    view: dict[str, Any] = {"change": after.change}
    if after.revocation is not None:
        decree = after.revocation.decree
        words = (
            _("Revoked from %(day)s by decree № %(number)s")
            if decree.status == DecreeStatus.APPROVED
            else _("Draft № %(number)s is to revoke it from %(day)s")
        )
        view["revoked"] = words % {
            "number": decree.number,
            "day": day_words(after.revocation.effective_on),
        }
        view["revoked_url"] = reverse("decree-detail", args=[decree.pk])
    elif after.award is not None:
        view["revoke_url"] = reverse("award-revoke", args=[after.award.pk])
    return view


def _line_view(line: DecreeLine, facts: Mapping[str, Any], fault: str) -> dict[str, Any]:
    event = facts["event"]
    player = line.norm.player_id if line.norm else line.player_id
    return {
        "pk": line.pk,
        "player": line.player,
        "since": line.effective_on,
        "event": event["name"] if event else "",
        "event_url": reverse("event-detail", args=[event["id"]]) if event else "",
        "why": evidence_words(facts) if line.act != DecreeAct.MOVE else "",
        "verdict_url": reverse("verdict-list", args=[player, event["id"]]) if event else "",
        "note": line.note,
        "noted_by": line.noted_by,
        "revokes": line.act == DecreeAct.REVOKE,
        "submission": line.submission_line.submission if line.submission_line else None,
        "fault": fault,
    }


def proposals_view(
    proposals: Iterable[Proposal], *, ticked: Iterable[str] | None
) -> list[dict[str, Any]]:
    """Proposals by award, from the highest down; all ticked where nothing was chosen yet."""
    chosen = None if ticked is None else set(ticked)
    sections: dict[tuple[tuple[int, int], str, str], list[dict[str, Any]]] = {}
    for one in proposals:
        key = (ladder_place(one.grade), str(one.act), one.grade)
        details = one.norm.details if one.norm else {}
        event = one.norm.event if one.norm else one.verdict.entry.event if one.verdict else None
        player = one.norm.player_id if one.norm else one.player.pk
        sections.setdefault(key, []).append(
            {
                "key": one.key,
                "checked": chosen is None or one.key in chosen,
                "player": one.player,
                "event": event,
                "since": one.effective_on,
                "lost": grade_name(one.lost) if one.lost else "",
                "why": evidence_words(
                    {
                        "scored_half_points": details.get("scored_half_points"),
                        "norm_half_points": details.get("norm_half_points"),
                    }
                )
                if one.act != DecreeAct.MOVE
                else "",
                "verdict_url": reverse("verdict-list", args=[player, event.pk]) if event else "",
                "submission": one.submission_line.submission if one.submission_line else None,
            }
        )
    return [
        {"title": section_name(act, grade), "lines": sections[place, act, grade]}
        for place, act, grade in sorted(sections)
    ]


def questions_view(
    questions: Iterable[Proposal], *, typed: Mapping[int, str]
) -> list[dict[str, Any]]:
    """Undecided verdicts that a person could resolve, with what was typed."""
    return [
        {
            "verdict": one.verdict,
            "player": one.player,
            "grade": grade_name(one.grade),
            "event": one.verdict.entry.event,
            "url": reverse(
                "verdict-list", args=[one.verdict.entry.player_id, one.verdict.entry.event_id]
            ),
            "note": typed.get(one.verdict.pk, ""),
        }
        for one in questions
        if one.verdict is not None
    ]


def differences(
    stored: Decree, typed: Mapping[str, str], *, dropped: Sequence[str], added: Sequence[str]
) -> list[dict[str, str]]:
    """What a stale form says otherwise than the draft as it is now: `what`, `now`, `yours`."""
    rows = [
        (_("Number of the decree"), stored.number, typed.get("number", "")),
        (_("Date of the decree"), _day(stored.dated_on), _typed_day(typed.get("dated_on", ""))),
        (pgettext("where a decree is signed", "Place"), stored.place, typed.get("place", "")),
        (_("Opening words"), stored.preamble, typed.get("preamble", "")),
    ]
    found = [{"what": w, "now": now, "yours": yours} for w, now, yours in rows if now != yours]
    found += [{"what": _("Lines"), "now": name, "yours": "–"} for name in dropped]
    return found + [{"what": _("Lines"), "now": "–", "yours": name} for name in added]


def _day(day: date) -> str:
    return f"{day:%d.%m.%Y}"


def _typed_day(text: str) -> str:
    try:
        return _day(date.fromisoformat(text))
    except ValueError:
        return text


def approver_words(decree: Decree, user: User, *, may_approve: bool) -> str:
    """Why the person who looks cannot approve the draft; empty where they can."""
    if user.pk == decree.drafted_by_id:
        return _("You drafted it: another person of the body approves it.")
    if user.pk == decree.changed_by_id:
        return _("You changed it last: another person of the body approves it.")
    if not may_approve:
        return _("A member or the chair approves it.")
    return ""
