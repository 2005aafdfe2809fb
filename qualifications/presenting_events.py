"""An event in finished words: its papers, where it stands, and the norms made."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.templatetags.registry import day as day_words
from qualifications.engine.verdict import Outcome
from qualifications.grades import ladder_place
from qualifications.law import edition_named
from qualifications.models import Assessment, VerdictRecord
from qualifications.models.assessments import AssessmentOutcome
from qualifications.presenting import title_language
from qualifications.presenting_card import highest
from qualifications.presenting_verdicts import nothing_words, scheme_name
from qualifications.serialize import conditions_from_json, routes_from_json
from qualifications.wording import ask_sentence, grade_name
from tournaments.models import DeclaredNorm, Event, EventArbiter, EventStatus


def days_words(event: Event) -> str:
    """The days of an event as people write them."""
    if event.starts_on == event.ends_on:
        return day_words(event.starts_on)
    return _("%(first)s through %(last)s") % {
        "first": day_words(event.starts_on),
        "last": day_words(event.ends_on),
    }


def time_control_words(event: Event) -> str:
    """How long a game lasts for each player."""
    minutes = _minutes(event.minutes)
    moves = event.first_period_moves
    if moves:
        first = ngettext(
            "%(minutes)s for the first %(n)d move", "%(minutes)s for the first %(n)d moves", moves
        ) % {"minutes": minutes, "n": moves}
    else:
        first = _("%(minutes)s for the game") % {"minutes": minutes}
    parts = [first]
    if event.second_period_minutes:
        rest = _minutes(event.second_period_minutes)
        parts.append(_("%(minutes)s for the rest") % {"minutes": rest})
    if event.increment_seconds:
        parts.append(
            ngettext(
                "%(n)d second for each move", "%(n)d seconds for each move", event.increment_seconds
            )
            % {"n": event.increment_seconds}
        )
    return _("for each player %(parts)s") % {"parts": ", ".join(parts)}


def _minutes(count: int) -> str:
    return ngettext("%(n)d minute", "%(n)d minutes", count) % {"n": count}


def clock_words(event: Event) -> str:
    """What is known of clocks and score sheets."""
    if event.electronic_clocks:
        clocks = _("electronic clocks")
    elif event.clocks_used is None:
        clocks = _("not known whether with clocks")
    elif event.clocks_used:
        clocks = _("mechanical clocks") if event.electronic_clocks is False else _("with clocks")
    else:
        clocks = _("without clocks")
    moves = {
        True: _("moves written down"),
        False: _("moves not written down"),
        None: _("not known whether moves were written down"),
    }[event.moves_recorded]
    return f"{clocks}, {moves}"


def event_status(event: Event) -> dict[str, str]:
    """Status for `components/status_badge.html`, and with whom the event is and since when."""
    commission = event.commission.name
    if event.status == EventStatus.ADMITTED:
        words = _("by %(person)s on %(day)s")
        who, moment, tone = event.admitted_by, event.admitted_at, "good"
    elif event.status == EventStatus.SUBMITTED:
        words = _("with the %(commission)s since %(day)s; sent by %(person)s")
        who, moment, tone = event.submitted_by, event.submitted_at, "wait"
    else:
        words = _("with the %(commission)s since %(day)s; registered by %(person)s")
        who, moment, tone = event.registered_by, event.registered_at, "neutral"
    return {
        "word": event.get_status_display(),
        "tone": tone,
        "with": words % {"commission": commission, "person": who, "day": day_words(moment)},
    }


def event_conditions(event: Event, arbiters: Iterable[EventArbiter]) -> list[dict[str, Any]]:
    """When, where and how is played and who sees to it, for `components/definition_list.html`."""
    system = event.get_system_display()
    return [
        {"term": _("Days"), "value": days_words(event)},
        {"term": _("Place"), "value": f"{event.city}, {event.region}"},
        {
            "term": _("Format"),
            "value": _("%(system)s, women") % {"system": system} if event.women else system,
            "hint": _rounds_a_day(event),
        },
        {
            "term": _("Time for a game"),
            "value": time_control_words(event),
            "hint": clock_words(event),
        },
        {
            "term": _("Class of the competition"),
            "value": event.get_competition_class_display() or _("not stated"),
        },
        *(
            [{"term": _("Listed championship"), "value": event.get_championship_display()}]
            if event.championship
            else []
        ),
        {"term": _("Arbiters"), "value": "; ".join(_arbiter(a) for a in arbiters)},
    ]


def event_papers(
    event: Event, arbiters: Iterable[EventArbiter], norms: Iterable[DeclaredNorm]
) -> list[dict[str, Any]]:
    """What was registered, for `components/definition_list.html`."""
    upload = event.upload
    return [
        *event_conditions(event, arbiters),
        {"term": _("Declared norms"), "value": "; ".join(_declared(n) for n in norms)},
        {
            "term": _("Individual coefficient"),
            "value": event.get_coefficient_kind_display() or _("kind of event not stated"),
            "hint": _coefficient_hint(event),
        },
        {
            "term": _("Registered"),
            "value": _("%(commission)s, %(day)s")
            % {"commission": event.commission, "day": day_words(event.registered_at)},
        },
        {
            "term": _("File"),
            "value": upload.filename if upload else "",
            "hint": f"SHA-256 {upload.sha256}" if upload else "",
        },
    ]


def _coefficient_hint(event: Event) -> str:
    """Whether the event is submitted, and when the material of an international one came."""
    words = _("submitted for calculation") if event.rated else _("not submitted for calculation")
    if event.material_received_on is None:
        return words
    return _("%(submitted)s; material received on %(day)s") % {
        "submitted": words,
        "day": day_words(event.material_received_on),
    }


def _rounds_a_day(event: Event) -> str:
    most = event.most_rounds_on_one_day
    if most is None:
        return _("not known how many rounds a day")
    return ngettext("at most %(n)d round a day", "at most %(n)d rounds a day", most) % {"n": most}


def _arbiter(arbiter: EventArbiter) -> str:
    words = (
        _("%(name)s (chief arbiter, %(category)s)") if arbiter.chief else "%(name)s (%(category)s)"
    )
    return words % {"name": arbiter.name, "category": arbiter.get_category_display()}


def _declared(norm: DeclaredNorm) -> str:
    by = norm.commission.name if norm.commission else _("the organiser")
    if norm.declared_on is None:
        words = _("%(norm)s: by %(body)s")
    else:
        words = _("%(norm)s: by %(body)s on %(day)s")
    return words % {
        "norm": norm.get_norm_display(),
        "body": by,
        "day": day_words(norm.declared_on),
    }


# --- what the event brought ---------------------------------------------------------------------


def norm_lines(
    met: Iterable[VerdictRecord], earned: Collection[tuple[int, str]], held: Mapping[int, str]
) -> list[dict[str, Any]]:
    """The highest norm of each player who met one, those above what the player held first.

    `earned` are players and grades that the ledger holds of the event; `held` is the class on the
    first day by starting number.
    """
    by_entry: dict[int, list[VerdictRecord]] = {}
    for verdict in met:
        by_entry.setdefault(verdict.entry_id, []).append(verdict)
    best = [top for verdicts in by_entry.values() if (top := highest(verdicts))]
    new = {v.pk for v in best if (v.entry.player_id, v.grade) in earned}
    best.sort(key=lambda v: (v.pk not in new, ladder_place(v.grade), v.entry.rank, v.pk))
    return [
        {
            "name": verdict.entry.player.name,
            "url": reverse("player-card", args=[verdict.entry.player_id]),
            "why_url": reverse(
                "verdict-list", args=[verdict.entry.player_id, verdict.entry.event_id]
            ),
            "place": verdict.entry.rank,
            "held": held.get(verdict.entry.number, ""),
            "norm": grade_name(verdict.grade),
            "scored": verdict.scored_half_points,
            "needed": verdict.norm_half_points,
            "new": verdict.pk in new,
        }
        for verdict in best
    ]


def other_scheme_view(assessment: Assessment, records: Iterable[VerdictRecord]) -> dict[str, Any]:
    """What another scheme says of an event: norms met, and what open ones ask for.

    `records` are the met and the open verdicts of all other schemes.
    """
    own = [record for record in records if record.assessment_id == assessment.pk]
    met = [record for record in own if record.outcome == Outcome.MET]
    undecided = [record for record in own if record.outcome == Outcome.UNDECIDED]
    law = edition_named(assessment.edition)
    return {
        "title": law.title if law else scheme_name(assessment.scheme),
        "language": title_language(law) if law else "",
        "url": reverse("regulation", args=[law.edition]) if law else "",
        "name": scheme_name(assessment.scheme),
        "nothing": "" if own else _nothing_in_event(assessment),
        "norms": norm_lines(met, {(r.entry.player_id, r.grade) for r in met}, {}),
        "open": [
            {
                "name": record.entry.player.name,
                "grade": grade_name(record.grade),
                "url": reverse("verdict-list", args=[record.entry.player_id, assessment.event_id]),
            }
            for record in sorted(
                undecided, key=lambda r: (ladder_place(r.grade), r.entry.rank, r.entry.number)
            )
        ],
        "questions": questions_asked(undecided),
    }


def _nothing_in_event(assessment: Assessment) -> str:
    if assessment.outcome == AssessmentOutcome.JUDGED and assessment.scheme != "fide":
        return _("Nobody met a norm of this regulation.")
    return nothing_words(assessment)


def norms_sentence(lines: Iterable[Mapping[str, Any]], *, undecided: int) -> str:
    """How many norms above what players held, by rank: the event in one sentence."""
    counted = Counter(line["norm"] for line in lines if line["new"])
    if not counted and undecided:
        return _("No new norm is established yet.")
    if not counted:
        return _("Nobody met the norm of a rank above their own.")
    return _("New norms met: %(list)s.") % {
        "list": ", ".join(f"{capfirst(norm)} – {count}" for norm, count in counted.items())
    }


def questions_asked(undecided: Iterable[VerdictRecord]) -> list[str]:
    """What a person has to find out before open verdicts can be decided, each once."""
    keys: dict[str, None] = {}
    for verdict in undecided:
        reasons = list(conditions_from_json(verdict.reasons))
        for route in routes_from_json(verdict.reasons):
            reasons.extend(route.reasons)
        keys.update((reason.asks, None) for reason in reasons if reason.asks)
    return [ask_sentence(key) for key in keys]
