"""The qualification card in finished words: the clock of a rank, events, lines of the ledger."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.templatetags.registry import day as day_words
from federation.templatetags.registry import points
from qualifications.engine.loading import all_regulations
from qualifications.engine.regulation import Regulation
from qualifications.engine.standing import Standing
from qualifications.grades import ladder_place, scheme_of
from qualifications.models import LedgerEntry, VerdictRecord
from qualifications.models.ledger import LedgerKind
from qualifications.presenting import points_sentence, standing_sentence
from qualifications.presenting_counting import crossing_words, validity_words
from qualifications.selectors import Card, CardEvent, CoefficientPoint
from qualifications.wording import grade_name


def rank_clock(standing: Standing, *, on: date) -> dict[str, Any] | None:
    """How much of a dated term has gone by, in days; None for a rank without a dated term."""
    if standing.grade is None or standing.since is None or standing.valid_until is None:
        return None
    left = (standing.valid_until - on).days
    return {
        "since": standing.since,
        "until": standing.valid_until,
        "whole": (standing.valid_until - standing.since).days or 1,
        "gone": (on - standing.since).days,
        "left": ngettext("%(n)d day left", "%(n)d days left", left) % {"n": left}
        if left
        else _("the last day"),
    }


def highest(verdicts: Iterable[VerdictRecord]) -> VerdictRecord | None:
    """The verdict of the highest grade; None without any."""
    return min(verdicts, key=lambda verdict: ladder_place(verdict.grade), default=None)


def coefficient_changes(history: tuple[CoefficientPoint, ...]) -> dict[date, int | None]:
    """Change by list; None for the list with which the history begins."""
    return {point.list_on: point.change if place else None for place, point in enumerate(history)}


def figure_words(point: CoefficientPoint | None) -> str:
    """Where a figure is valid, and that it has just crossed the border; empty for neither."""
    if point is None:
        return ""
    words = (
        validity_words(national=point.national, region=point.region),
        crossing_words(point.crossed),
    )
    return "; ".join(part for part in words if part)


def border_lines(history: tuple[CoefficientPoint, ...]) -> list[dict[str, Any]]:
    """The lists with which the figure crossed the border, the latest first."""
    return [
        {
            "list_on": point.list_on,
            "value": point.value,
            "words": crossing_words(point.crossed),
            "where": validity_words(national=point.national, region=point.region),
        }
        for point in reversed(history)
        if point.crossed
    ]


def event_lines(card: Card) -> list[dict[str, Any]]:
    """The events of a card: result, place, highest norm met, and the list that counted it."""
    changes = coefficient_changes(card.history)
    return [_event_line(line, card.player.pk, changes) for line in card.events]


def _event_line(
    line: CardEvent, player_id: int, changes: Mapping[date, int | None]
) -> dict[str, Any]:
    event = line.entry.event
    players: int = vars(line.entry)["players"]  # counted by the selector
    best = highest(line.verdicts)
    return {
        "name": event.name,
        "url": reverse("event-detail", args=[event.pk]),
        "city": event.city,
        "ends_on": event.ends_on,
        "result": _("%(points)s of %(rounds)d")
        % {"points": points(line.entry.half_points), "rounds": event.rounds},
        "place": _("%(place)d of %(players)d") % {"place": line.entry.rank, "players": players},
        "judged": line.judged,
        "norm": grade_name(best.grade) if best else "",
        "why_url": reverse("verdict-list", args=[player_id, event.pk]),
        "list_on": line.list_on,
        "list_url": reverse("rating-line", args=[line.list_on.isoformat(), player_id])
        if line.list_on and line.list_on in changes
        else "",
        "change": changes.get(line.list_on) if line.list_on else None,
    }


def earned_sentences(card: Card) -> list[dict[str, str]]:
    """Norms met that no decision has followed yet."""
    return [
        {
            "sentence": _("The norm of the %(grade)s was met on %(day)s at “%(event)s”.")
            % {
                "grade": grade_name(entry.grade),
                "day": day_words(entry.effective_on),
                "event": entry.event or "",
            },
            "url": reverse("verdict-list", args=[card.player.pk, entry.event_id])
            if entry.event_id
            else "",
        }
        for entry in card.earned
    ]


def other_norm_lines(card: Card) -> list[dict[str, Any]]:
    """Norms of other schemes, each with its event and the reasons."""
    return [
        {
            "norm": grade_name(entry.grade),
            "day": entry.effective_on,
            "event": entry.event.name if entry.event else "",
            "url": reverse("verdict-list", args=[card.player.pk, entry.event_id])
            if entry.event_id
            else "",
        }
        for entry in card.other_norms
    ]


# --- the ledger ---------------------------------------------------------------------------------


def ledger_lines(card: Card) -> list[dict[str, Any]]:
    """Lines of the ledger, each with the event, article and act behind it.

    On a card as known earlier the lines that were recorded later are marked.
    """
    editions = {law.edition: law for law in all_regulations()}
    return [
        _ledger_line(entry, editions)
        | {"later": "" if card.knew(entry) else later_words(entry)}
        | _void_known(card, entry)
        for entry in card.ledger
    ]


def later_words(entry: LedgerEntry) -> str:
    """Since when the registry knows of an entry."""
    return _("not known then, recorded on %(day)s") % {"day": day_words(entry.recorded_at)}


def _void_known(card: Card, entry: LedgerEntry) -> dict[str, Any]:
    """A voiding of which the registry did not know then is said, and the line is not struck out."""
    voiding = getattr(entry, "voided_by", None)
    if voiding is None or card.knew(voiding):
        return {}
    return {
        "void": False,
        "later": _("voided later, on %(day)s") % {"day": day_words(voiding.recorded_at)},
    }


def known_now_sentence(card: Card) -> str:
    """On a card as known earlier: what is known now of the same day; empty where it is the same."""
    now = card.standing_known_now
    if now is None or _same_standing(now, card.standing):
        return ""
    return " ".join(
        part for part in (standing_sentence(now, on=card.on), points_sentence(now)) if part
    )


def _same_standing(one: Standing, other: Standing) -> bool:
    """Whether two standings say the same, whatever entries they rest on."""
    return replace(one, basis=()) == replace(other, basis=())


def _ledger_line(entry: LedgerEntry, editions: Mapping[str, Regulation]) -> dict[str, Any]:
    voiding = getattr(entry, "voided_by", None)
    law = editions.get(entry.edition)
    article = law.articles.get(entry.article) if law else None
    return {
        "day": entry.effective_on,
        "what": what_happened(entry),
        "scored": scored_words(entry),
        "void": voiding is not None,
        "why_void": void_sentence(voiding) if voiding else "",
        "event": entry.event.name if entry.event else "",
        "event_url": reverse("event-detail", args=[entry.event_id]) if entry.event_id else "",
        "why_url": reverse("verdict-list", args=[entry.player_id, entry.event_id])
        if entry.kind in (LedgerKind.NORM_MET, LedgerKind.CANDIDATE_POINT_EARNED) and entry.event_id
        else "",
        "article": article.place if article else "",
        "article_url": f"{reverse('regulation', args=[law.edition])}#{article.id}"
        if law and article
        else "",
        "act": act_words(entry),
        "note": "" if entry.decision and entry.decision.document == entry.note else entry.note,
        "award": entry.pk if entry.kind == LedgerKind.AWARDED and voiding is None else None,
        "body": entry.commission_id,
    }


def what_happened(entry: LedgerEntry) -> str:
    """An entry in a few words; a voiding one names what it takes back."""
    kind = capfirst(entry.get_kind_display())
    if entry.voids:
        return _("%(kind)s: the line “%(line)s” of %(day)s") % {
            "kind": kind,
            "line": what_happened(entry.voids),
            "day": day_words(entry.voids.effective_on),
        }
    return _("%(kind)s: %(grade)s") % {"kind": kind, "grade": grade_name(entry.grade)}


def scored_words(entry: LedgerEntry) -> str:
    """Points made and points asked, of a norm met."""
    scored, norm = (entry.details.get(f"{key}_half_points") for key in ("scored", "norm"))
    if scored is None or norm is None or entry.kind == LedgerKind.AWARDED:
        return ""
    return _("%(scored)s points, %(norm)s needed") % {
        "scored": points(scored),
        "norm": points(norm),
    }


def void_sentence(voiding: LedgerEntry) -> str:
    """Since when a line does not hold, and why."""
    if not voiding.note:
        return _("Voided on %(day)s.") % {"day": day_words(voiding.effective_on)}
    return _("Voided on %(day)s: %(why)s") % {
        "day": day_words(voiding.effective_on),
        "why": voiding.note,
    }


def act_words(entry: LedgerEntry) -> str:
    """The decision that an entry rests on, with its commission; empty for an assessed fact."""
    decision = entry.decision
    if decision is None:
        return ""
    if decision.earlier and scheme_of(entry.grade) == "fide":
        words = _("awarded by FIDE, recorded by the %(commission)s: %(document)s")
    elif decision.earlier:
        words = _("taken over from a paper card by the %(commission)s: %(document)s")
    else:
        words = _("decision No %(number)s of %(day)s, %(commission)s")
    return words % {
        "number": decision.number,
        "day": day_words(decision.decided_on),
        "commission": entry.commission or "",
        "document": decision.document or "–",
    }
