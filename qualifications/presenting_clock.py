"""The rank clock of a card: what runs, until when, and what happens next; in words and drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.templatetags.registry import day as day_words
from federation.timeline_chart import Bar, Sign, TimelineChart, lanes_for, timeline_chart
from qualifications.career import (
    ONE_DAY,
    Stretch,
    losses,
    periods_of_grades,
    points_run_out,
    stretches,
)
from qualifications.engine import CANDIDATE_POINT, LADDER
from qualifications.engine.confirmation import LOWER_NORM, NEXT_LOWER, failures_allowed
from qualifications.engine.quantities import add_years
from qualifications.engine.regulation import Regulation
from qualifications.engine.standing import FOR_LIFE, WHILE_EXEMPT, Standing
from qualifications.engine.terms import KMSU, RANK_1
from qualifications.models import LedgerEntry
from qualifications.models.ledger import LedgerKind
from qualifications.presenting_card import what_happened
from qualifications.selectors import Card
from qualifications.wording import grade_name

LIFELONG_IS_NEAR = 5
"""Years before the earliest day on which a confirmation would make a rank one for life."""


def days_left(until: date, on: date) -> str:
    """How many days are left of a term."""
    left = (until - on).days
    if not left:
        return _("the last day")
    return ngettext("%(n)d day left", "%(n)d days left", left) % {"n": left}


def clock_items(
    standing: Standing, law: Regulation, *, on: date, birth: date | None, exact_birth: bool
) -> list[dict[str, str]]:
    """The clock in words, for `components/definition_list.html`; empty without a rank.

    `exact_birth` says whether the reader may know the birth date; others are told a year.
    """
    if standing.grade is None:
        return []
    items = [_item(_("In force"), _in_force(standing), _left(standing.valid_until, on))]
    items += [
        _item(
            _("First candidate point") if place == 0 else _("Second candidate point"),
            _("through %(day)s") % {"day": day_words(point)},
            days_left(point, on),
        )
        for place, point in enumerate(standing.candidate_points)
    ]
    if standing.grade in NEXT_LOWER:
        items.append(_item(_("Failures in a row"), _failures(standing, law)))
        items.append(_item(_("The next failure"), next_failure(standing, law)))
        below = next_below(standing, law)
        if below:
            items.append(_item(_("The next result below the norm of the lower rank"), below))
        items.append(_item(_("What confirms"), what_confirms(standing)))
    lifelong = lifelong_words(standing, law, on=on, birth=birth, exact=exact_birth)
    if lifelong:
        items.append(_item(_("For life"), lifelong))
    if standing.decree_pending:
        items.append(
            _item(_("Decree"), _("pending: moved by law, no decision has confirmed it yet"))
        )
    if standing.lowered:
        items.append(
            _item(
                _("In the norms of others"),
                _("counts as: %(grade)s") % {"grade": grade_name(standing.counts_as or "")},
            )
        )
    return items


def _item(term: str, value: str, hint: str = "") -> dict[str, str]:
    return {"term": term, "value": value, "hint": hint}


def _in_force(standing: Standing) -> str:
    grade = grade_name(standing.grade or "")
    if standing.valid_until:
        return _("%(grade)s through %(day)s") % {
            "grade": grade,
            "day": day_words(standing.valid_until),
        }
    if standing.term == FOR_LIFE:
        return _("%(grade)s for life") % {"grade": grade}
    if standing.term == WHILE_EXEMPT:
        return _("%(grade)s while the coefficient is in force") % {"grade": grade}
    return _("%(grade)s without a term") % {"grade": grade}


def _left(until: date | None, on: date) -> str:
    return days_left(until, on) if until else ""


def _failures(standing: Standing, law: Regulation) -> str:
    words = _("%(n)d of %(most)d") % {
        "n": standing.failures_in_row,
        "most": failures_allowed(standing.grade or "", law),
    }
    if standing.below_lower_norm_in_row:
        words += "; " + _("below the norm of the next lower rank: %(n)d of %(most)d") % {
            "n": standing.below_lower_norm_in_row,
            "most": law.thresholds["lower_norm_missed"],
        }
    return words


def next_failure(standing: Standing, law: Regulation) -> str:
    """What one more result below 75 percent of the norm would do, and how many lead to a move."""
    grade = standing.grade or ""
    if standing.exempt:
        return _("None is counted while the coefficient is in force.")
    left = failures_allowed(grade, law) - standing.failures_in_row
    lower = grade_name(NEXT_LOWER[grade])
    if standing.term == FOR_LIFE:
        return _failure_for_life(standing, lower, last=left <= 1)
    if left <= 1 and grade == KMSU:
        return _(
            "Moves to: %(grade)s, with two candidate points of %(first)d and %(second)d years."
        ) % {
            "grade": lower,
            "first": law.terms["demotion_first_point"],
            "second": law.terms["demotion_second_point"],
        }
    if left <= 1:
        moves = _("Moves to: %(grade)s.") % {"grade": lower}
        lost = _("The candidate points are lost.") if standing.candidate_points else ""
        return f"{moves} {lost}".strip()
    then = ngettext(
        "%(n)d more in a row after it moves the player to: %(grade)s.",
        "%(n)d more in a row after it move the player to: %(grade)s.",
        left - 1,
    ) % {"n": left - 1, "grade": lower}
    return f"{_first_of_series(standing)} {then}"


def _first_of_series(standing: Standing) -> str:
    if standing.grade != RANK_1 or not standing.candidate_points:
        return _("The rank stays; the failure is counted.")
    return _("Takes one candidate point away.")


def _failure_for_life(standing: Standing, lower: str, *, last: bool) -> str:
    stays = _("The rank stays.")
    if last and standing.grade in (KMSU, RANK_1) and not standing.lowered:
        stays = _("The rank stays; in the norms of others it counts as: %(grade)s.") % {
            "grade": lower
        }
    if standing.grade == RANK_1 and standing.candidate_points:
        return f"{stays} {_first_of_series(standing)}"
    return stays


def next_below(standing: Standing, law: Regulation) -> str:
    """What one more result below the norm of the next lower rank would do; empty where nothing.

    UA.CONF.6c, UA.CONF.6d: only the first and the second rank, and none for life.
    """
    grade = standing.grade or ""
    if grade not in LOWER_NORM or standing.term == FOR_LIFE:
        return ""
    lower = grade_name(NEXT_LOWER[grade])
    left = law.thresholds["lower_norm_missed"] - standing.below_lower_norm_in_row
    if left <= 1:
        return _("Moves to: %(grade)s.") % {"grade": lower}
    return ngettext(
        "The rank stays; %(n)d more in a row after it moves the player to: %(grade)s.",
        "The rank stays; %(n)d more in a row after it move the player to: %(grade)s.",
        left - 1,
    ) % {"n": left - 1, "grade": lower}


def what_confirms(standing: Standing) -> str:
    """Which result gives the rank a new term."""
    words = {"grade": grade_name(standing.grade or "")}
    if standing.valid_until and not standing.exempt:
        return _("The norm (%(grade)s) met in a tournament that ends by %(day)s.") % {
            **words,
            "day": day_words(standing.valid_until),
        }
    return _("The norm (%(grade)s) met in a tournament; nothing has to be confirmed now.") % words


def lifelong_words(
    standing: Standing, law: Regulation, *, on: date, birth: date | None, exact: bool
) -> str:
    """From when on a confirmation makes the rank one for life; empty where that is far or done."""
    if standing.grade not in NEXT_LOWER or standing.term == FOR_LIFE or not standing.since:
        return ""
    if birth is None:
        return ""
    age, years = (law.thresholds[k] for k in ("lifetime_age", "lifetime_unbroken_years"))
    birthday = add_years(birth, age)
    first = max(birthday, add_years(standing.since, years))
    if first > add_years(on, LIFELONG_IS_NEAR):
        return ""
    when = day_words(first) if exact or first != birthday else str(first.year)
    return _(
        "With a confirmation from %(when)s on, after the age of %(age)d, if it is held until then."
    ) % {"when": when, "age": age}


# --- the drawing --------------------------------------------------------------------------------

SIGNS: Mapping[str, str] = {
    LedgerKind.AWARDED: "award",
    LedgerKind.LIFETIME_GRANTED: "award",
    LedgerKind.CONFIRMED: "confirmation",
    LedgerKind.CONFIRMATION_EARNED: "confirmation",
    LedgerKind.FAILURE_RECORDED: "failure",
    LedgerKind.DEMOTED: "ended",
    LedgerKind.REVOKED: "ended",
}
"""Which entries of the ledger are drawn, and with which shape."""
SIGNS_LANE, EVENTS_LANE = 0, 1


@dataclass(frozen=True, slots=True)
class Timeline:
    """The drawing and the same in words."""

    chart: TimelineChart
    lines: tuple[dict[str, Any], ...]
    legend: tuple[dict[str, str], ...]


def timeline(card: Card) -> Timeline | None:
    """A player's life as a card shows it; None where nothing has happened yet."""
    entries = [e for e in card.ledger if not card.voided(e)]
    if card.law is None or not entries:
        return None
    first = min(e.effective_on for e in entries)
    life = stretches(card.life, first=first, last=card.on, law=card.law, known_at=card.known_at)
    marks = _marks(card, entries, life)
    bars = [*_grade_bars(card.standing, life), *_point_bars(card, life)]
    chart = timeline_chart(
        bars,
        [Sign(m["lane"], m["day"], m["kind"], m["title"], m["url"]) for m in marks],
        today=card.on,
        title=_("Ranks over time"),
        description=" ".join(f"{bar.title}." for bar in bars),
    )
    if chart is None:
        return None
    drawn = {mark["kind"] for mark in marks}
    lines = [*marks, *({"day": b.first, "what": b.title, "url": ""} for b in bars)]
    return Timeline(
        chart,
        tuple(sorted(lines, key=lambda line: line["day"], reverse=True)),
        tuple(line for line in _legend() if line["kind"] in drawn),
    )


def _legend() -> list[dict[str, str]]:
    return [
        {"kind": "award", "word": _("awarded")},
        {"kind": "confirmation", "word": _("confirmation")},
        {"kind": "failure", "word": _("failure")},
        {"kind": "ended", "word": _("ended or moved down")},
        {"kind": "event", "word": _("tournament")},
    ]


def _marks(card: Card, entries: Sequence[LedgerEntry], life: Sequence[Stretch]) -> list[dict]:
    marks = [
        _mark(
            SIGNS_LANE,
            entry.effective_on,
            SIGNS[entry.kind],
            what_happened(entry),
            reverse("event-detail", args=[entry.event_id]) if entry.event_id else "",
        )
        for entry in entries
        if entry.kind in SIGNS
    ]
    marks += [
        _mark(
            SIGNS_LANE,
            loss.day,
            "ended",
            _("Last day: %(grade)s; then: %(other)s")
            % {
                "grade": grade_name(loss.grade),
                "other": grade_name(loss.becomes) if loss.becomes else _("no rank"),
            },
        )
        for loss in losses(life, ladder=LADDER)
    ]
    marks += [
        _mark(SIGNS_LANE, day, "ended", _("Last day: %(grade)s") % {"grade": _point()})
        for day in points_run_out(life)
    ]
    for line in card.events:
        event = line.entry.event
        url = reverse("event-detail", args=[event.pk])
        marks.append(_mark(EVENTS_LANE, event.ends_on, "event", event.name, url))
    return marks


def _mark(lane: int, day: date, kind: str, what: str, url: str = "") -> dict[str, Any]:
    return {
        "lane": lane,
        "day": day,
        "kind": kind,
        "what": what,
        "title": f"{day_words(day)}: {what}",
        "url": url,
    }


def _point() -> str:
    return grade_name(CANDIDATE_POINT)


def _grade_bars(standing: Standing, life: Sequence[Stretch]) -> list[Bar]:
    bars = [
        _bar(2, period.first, period.last, grade_name(period.grade), "main")
        for period in periods_of_grades(life)
    ]
    on = life[-1].last
    if standing.grade and standing.valid_until and standing.valid_until > on:
        first, last = on + ONE_DAY, standing.valid_until
        bars.append(
            Bar(
                2,
                first,
                last,
                "",
                _("still valid through %(day)s") % {"day": day_words(last)},
                "open",
            )
        )
    return bars


def _point_bars(card: Card, life: Sequence[Stretch]) -> list[Bar]:
    """Each candidate point from the first day on which it counted to the last one."""
    spans: dict[date, tuple[date, date]] = {}
    for stretch in life:
        for until in stretch.standing.candidate_points:
            first = spans.get(until, (stretch.first, stretch.last))[0]
            spans[until] = (first, stretch.last)
    running = frozenset(card.standing.candidate_points)
    ordered = sorted(
        (first, until if until in running else last) for until, (first, last) in spans.items()
    )
    return [
        _bar(3 + lane, first, last, _point(), "soft")
        for lane, (first, last) in zip(lanes_for(ordered), ordered, strict=True)
    ]


def _bar(lane: int, first: date, last: date, name: str, tone: str) -> Bar:
    title = _("%(what)s: %(first)s through %(last)s") % {
        "what": capfirst(name),
        "first": day_words(first),
        "last": day_words(last),
    }
    return Bar(lane, first, last, capfirst(name), title, tone)
