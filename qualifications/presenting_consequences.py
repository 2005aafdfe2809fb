"""What an event means, in finished words: the sentence first, then player by player."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.templatetags.registry import day as day_words
from qualifications.coefficient_estimate import EventEstimate
from qualifications.consequences import (
    ChangedSaid,
    Consequences,
    LineSaid,
)
from qualifications.engine.rules.ua_2007.counting_facts import CountingVerdict
from qualifications.engine.verdict import Outcome, Reason, Verdict
from qualifications.grades import SCHEME
from qualifications.judging import questions_of, reasons_of
from qualifications.meaning import Kind, Meaning, PlayerMeaning
from qualifications.models.assessments import AssessmentOutcome
from qualifications.models.ledger import LedgerKind
from qualifications.presenting_consequence_lines import card_of, player_line, rank_change
from qualifications.presenting_counting import ask_sentences
from qualifications.presenting_verdicts import scheme_name
from qualifications.wording import grade_name, reason_sentence
from qualifications.wording_fide_source import fide_source_words
from tournaments.review import ReviewLine
from tournaments.selectors import Cell

VERDICTS_ON_A_PAGE = 24
NAMED = 3
"""So many whose rank falls are named in the sentence."""
UNKNOWN_SHOWN = 12


def kind_name(kind: Kind) -> str:
    """What a filter is called."""
    return {
        Kind.FALL: _("Ranks that fall"),
        Kind.FAILURE: _("Failures"),
        Kind.NORM: _("Norms"),
        Kind.POINT: _("Candidate points"),
        Kind.OPEN: _("Left open"),
        Kind.CONFIRMATION: _("Confirmations"),
        Kind.MISSED: _("Nearly met"),
    }[kind]


def meaning_sentence(meaning: Meaning) -> str:
    """As in: 3 norms, 2 candidate points, 1 failure. A rank falls: Бойко, I rank → II rank."""
    counts = meaning.counts
    parts = [
        words % {"n": counts[kind]}
        for kind, words in (
            (Kind.NORM, ngettext("%(n)d norm", "%(n)d norms", counts[Kind.NORM])),
            (
                Kind.POINT,
                ngettext("%(n)d candidate point", "%(n)d candidate points", counts[Kind.POINT]),
            ),
            (
                Kind.CONFIRMATION,
                ngettext("%(n)d confirmation", "%(n)d confirmations", counts[Kind.CONFIRMATION]),
            ),
            (Kind.FAILURE, ngettext("%(n)d failure", "%(n)d failures", counts[Kind.FAILURE])),
            (
                Kind.OPEN,
                ngettext("%(n)d verdict left open", "%(n)d verdicts left open", counts[Kind.OPEN]),
            ),
        )
        if counts[kind]
    ]
    told = ", ".join(parts) if parts else _("No norm, no point, no failure")
    return " ".join(filter(None, (f"{told}.", _fallen_sentence(meaning))))


def _fallen_sentence(meaning: Meaning) -> str:
    fallen = meaning.fallen
    if not fallen:
        return ""
    named = [
        _("%(name)s, %(change)s") % {"name": name, "change": rank_change(before, after)}
        for name, before, after in fallen[:NAMED]
    ]
    if len(fallen) > NAMED:
        more = len(fallen) - NAMED
        named.append(ngettext("and %(n)d more", "and %(n)d more", more) % {"n": more})
    words = ngettext("A rank falls: %(list)s.", "%(n)d ranks fall: %(list)s.", len(fallen))
    return words % {"n": len(fallen), "list": "; ".join(named)}


# --- the page -----------------------------------------------------------------------------------


def meaning_view(
    meaning: Meaning,
    shown: Sequence[PlayerMeaning],
    cells: Mapping[int, Sequence[Cell]],
    *,
    kind: Kind | None,
    draft: bool,
) -> dict[str, Any]:
    """Everything for `_event_means.html`; `shown` are the players of this page.

    Of a draft the newcomers are not in the registry yet: they have no cards.
    """
    said = meaning.consequences
    open_ = [v.verdict(one.said.number, "") for one in meaning.players for v in one.open]
    unknown = [p for p in said.players if p.held and not p.held.known]
    return {
        "sentence": meaning_sentence(meaning),
        "counts": {kind.value: meaning.counts[kind] for kind in Kind},
        "edition": said.home.edition,
        "coefficient": said.home.coefficient,
        "coefficient_words": _coefficient_words(said),
        "filters": _filters(meaning, kind),
        "lines": [
            player_line(
                one, meaning, cells.get(one.said.number, ()), draft=draft, with_why=with_why
            )
            for one, with_why in _why_within(shown)
        ],
        "unknown": [{"name": p.name, "url": card_of(p, draft=draft)} for p in unknown],
        "unknown_open": len(unknown) <= UNKNOWN_SHOWN,
        "undecided": meaning.counts[Kind.OPEN],
        "asks": ask_sentences(questions_of(open_)),
        "estimate": _estimate_view(said.estimate),
        "late": _lateness(said),
        "later": [
            {
                "name": event.name,
                "ends_on": event.ends_on,
                "url": reverse("event-detail", args=[event.event]),
                "players": [_changed(one) for one in event.players],
            }
            for event in said.later
        ],
        "fide_sources": [
            words
            for one in said.judgements
            if (words := fide_source_words(one.fide_listed, one.fide_list_on, len(said.players)))
        ],
        "schemes": [
            {"name": scheme_name(one.scheme), "nothing": words}
            for one in said.judgements
            if one.scheme != SCHEME and (words := _nothing(one.edition, one.outcome))
        ],
    }


def _why_within(shown: Iterable[PlayerMeaning]) -> Iterator[tuple[PlayerMeaning, bool]]:
    """Whether the verdicts of a line stand on the page itself; they are long, so only the first do.

    The others have a page of their own.
    """
    told = 0
    for one in shown:
        told += len(one.verdicts())
        yield one, told <= VERDICTS_ON_A_PAGE


def left_open_views(lines: Iterable[ReviewLine]) -> list[dict[str, Any]]:
    """Lines of the file that are left out of a dry run, each with the reason."""
    return [
        {"number": line.parsed.number, "name": line.parsed.name, "why": line.reason}
        for line in lines
    ]


def _coefficient_words(said: Consequences) -> str:
    """How the coefficient of the tournament came about, or why it is not known."""
    for player in said.players:
        for verdict in player.verdicts:
            if verdict.scheme == SCHEME and '"tournament_coefficient"' in verdict.written:
                found = _reason(verdict.verdict(player.number, ""), "tournament_coefficient")
                return reason_sentence(found).measured if found else ""
    return ""


def _reason(verdict: Verdict, check: str) -> Reason | None:
    return next((reason for reason in reasons_of(verdict) if reason.check == check), None)


def _nothing(edition: str, outcome: str) -> str:
    if not edition:
        return _("The registry holds no edition of this regulation for the days of the event.")
    if outcome == AssessmentOutcome.NO_FACTS:
        return _("Not judged: the file names no FIDE numbers, titles or ratings.")
    return ""


def _filters(meaning: Meaning, chosen: Kind | None) -> list[dict[str, Any]]:
    everybody: dict[str, Any] = {"key": "", "name": _("Everybody"), "count": len(meaning.players)}
    kinds: list[dict[str, Any]] = [
        {"key": kind.value, "name": kind_name(kind), "count": len(meaning.of_kind(kind))}
        for kind in Kind
    ]
    found = [everybody, *(one for one in kinds if one["count"] or one["key"] == chosen)]
    return [one | {"current": one["key"] == (chosen or "")} for one in found]


# --- coefficients -------------------------------------------------------------------------------


def _estimate_view(estimate: EventEstimate | None) -> dict[str, Any] | None:
    if estimate is None:
        return None
    changed = [one.change for one in estimate.players.values() if one.change is not None]
    return {
        "list_on": estimate.list_on,
        "counted": estimate.counted,
        "up": sum(change > 0 for change in changed),
        "down": sum(change < 0 for change in changed),
        "first": sum(1 for one in estimate.players.values() if not one.before and one.after),
    }


def _lateness(said: Consequences) -> list[str]:
    """What comes late, and what that costs."""
    found = []
    if said.estimate and said.estimate.late:
        found.append(
            _(
                "The list of its own period is issued already: the coefficients change only with "
                "the list of %(day)s."
            )
            % {"day": day_words(said.estimate.list_on)}
        )
    found += _material(said.counting)
    if said.later:
        count = len(said.later)
        found.append(
            ngettext(
                "%(n)d later tournament of the same players is judged again.",
                "%(n)d later tournaments of the same players are judged again.",
                count,
            )
            % {"n": count}
        )
    return found


def _material(counting: CountingVerdict | None) -> list[str]:
    """UA.IK.9: the day by which the material of an international event has to arrive."""
    reasons = counting.reasons if counting else ()
    reason = next((r for r in reasons if r.check == "material_in_time"), None)
    if reason is None or reason.outcome not in (Outcome.NOT_MET, Outcome.UNDECIDED):
        return []
    day = day_words(reason.required["last_day"])  # type: ignore[arg-type]
    if reason.outcome is Outcome.NOT_MET:
        return [
            _(
                "The material arrived after %(day)s, more than three months after the end: no "
                "coefficient changes by this tournament (UA.IK.9)."
            )
            % {"day": day}
        ]
    return [
        _(
            "The day on which the material arrived is not stated. If it was after %(day)s, no "
            "coefficient changes by this tournament (UA.IK.9)."
        )
        % {"day": day}
    ]


# --- later events -------------------------------------------------------------------------------


def _changed(one: ChangedSaid) -> dict[str, Any]:
    gone, new = [_said(line) for line in one.gone], [_said(line) for line in one.new]
    return {
        "name": one.name,
        "url": reverse("player-card", args=[one.player]),
        "gone": [words for words in gone if words not in new],
        "new": [words for words in new if words not in gone],
        "anew": [words for words in new if words in gone],
    }


def _said(line: LineSaid) -> str:
    return _("%(kind)s: %(grade)s") % {
        "kind": LedgerKind(line.kind).label.capitalize(),
        "grade": grade_name(line.grade),
    }
