"""From what the registry knows to what the components show: dictionaries with finished words."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.charts import LineChart, line_chart
from federation.models import Player
from federation.templatetags.registry import day as day_words
from qualifications.distance import missing
from qualifications.engine.regulation import Regulation
from qualifications.engine.standing import Standing
from qualifications.engine.verdict import Outcome, Reason, Verdict
from qualifications.grades import ladder_place
from qualifications.models import VerdictRecord
from qualifications.selectors import CoefficientPoint
from qualifications.serialize import verdict_from_record
from qualifications.wording import (
    ReasonWords,
    ask_sentence,
    distance_sentence,
    grade_name,
    reading_sentence,
    reason_sentence,
    route_name,
)
from tournaments.models import Entry, GameKind
from tournaments.selectors import Cell, CrosstableRow


def standing_sentence(standing: Standing, *, on: date) -> str:
    """The sentence a person would say: what the player is, and until when."""
    if standing.grade is None:
        if standing.last_grade is None:
            return _("No rank.")
        return _("No valid rank: the %(grade)s ended on %(day)s.") % {
            "grade": grade_name(standing.last_grade),
            "day": day_words(standing.last_grade_until),
        }
    grade = grade_name(standing.grade)
    if standing.term == "dated":
        return _("%(grade)s, valid through %(day)s.") % {
            "grade": grade,
            "day": day_words(standing.valid_until),
        }
    if standing.term == "for_life":
        return _("%(grade)s, for life.") % {"grade": grade}
    if standing.term == "while_exempt":
        return _("%(grade)s, valid while the coefficient is in force.") % {"grade": grade}
    return _("%(grade)s, without a term.") % {"grade": grade}


def points_sentence(standing: Standing) -> str:
    """How many candidate points, and when the first of them ends; empty without any."""
    points = standing.candidate_points
    if not points:
        return ""
    words = ngettext("%(n)d candidate point", "%(n)d candidate points", len(points)) % {
        "n": len(points)
    }
    if len(points) == 1:
        return _("%(points)s, valid through %(day)s.") % {
            "points": words,
            "day": day_words(points[0]),
        }
    return _("%(points)s; the first is valid through %(day)s, the second through %(other)s.") % {
        "points": words,
        "day": day_words(points[0]),
        "other": day_words(points[1]),
    }


def rank_words(standing: Standing | None) -> str:
    """The grade in force as a word for a list; empty without one."""
    return grade_name(standing.grade) if standing and standing.grade else ""


def player_lines(
    players: Iterable[Player],
    standings: Mapping[int, Standing],
    coefficients: Mapping[int, int],
) -> list[dict[str, Any]]:
    """Players for `components/player_line.html`."""
    born = _("born %(year)s")
    return [
        {
            "name": player.name,
            "url": reverse("player-card", args=[player.pk]),
            "latin_name": player.latin_name if player.latin_name != player.name else "",
            "number": player.pk,
            "born": born % {"year": player.birth_year} if player.birth_year else "",
            "region": str(player.region or ""),
            "rank": rank_words(standings.get(player.pk)),
            "coefficient": coefficients.get(player.pk),
        }
        for player in players
    ]


def coefficient_chart(history: tuple[CoefficientPoint, ...]) -> LineChart | None:
    """The history of a coefficient; each point opens its list. None with fewer than two lists."""
    if len(history) < 2:
        return None
    return line_chart(
        [(point.list_on, point.value) for point in history],
        title=_("Individual coefficient"),
        urls=[reverse("rating-list", args=[point.list_on.isoformat()]) for point in history],
    )


# --- verdicts -----------------------------------------------------------------------------------


def verdicts_sentence(records: Iterable[VerdictRecord]) -> str:
    """What came of one player's verdicts in an event, from the highest grade down."""
    ordered = sorted(records, key=lambda record: ladder_place(record.grade))
    met = [grade_name(r.grade) for r in ordered if r.outcome == Outcome.MET]
    open_ = [grade_name(r.grade) for r in ordered if r.outcome == Outcome.UNDECIDED]
    sentences = []
    if met:
        sentences.append(
            ngettext("Norm met: %(grades)s.", "Norms met: %(grades)s.", len(met))
            % {"grades": ", ".join(met)}
        )
    elif not open_:
        sentences.append(_("No norm was met."))
    if open_:
        sentences.append(_("Not decided yet: %(grades)s.") % {"grades": ", ".join(open_)})
    return " ".join(sentences)


def shown_first(records: Iterable[VerdictRecord]) -> int | None:
    """Id of the verdict that opens by itself: the highest met, else the highest open one."""
    rank = {Outcome.MET: 0, Outcome.UNDECIDED: 1}
    ordered = sorted(
        (r for r in records if r.outcome in rank),
        key=lambda r: (rank[Outcome(r.outcome)], ladder_place(r.grade)),
    )
    return ordered[0].pk if ordered else None


def verdict_view(
    record: VerdictRecord,
    law: Regulation | None,
    cells: Iterable[Cell],
    names: Mapping[int, str],
    *,
    instead_of_age: str = "",
) -> dict[str, Any]:
    """A verdict for `components/verdict.html`, with the player's rounds.

    `instead_of_age` is said to readers who must not work out a birth date from ages.
    """
    verdict = verdict_from_record(record)
    return {
        "pk": record.pk,
        **verdict_words(verdict, law, cells, names, instead_of_age=instead_of_age),
    }


def verdict_words(
    verdict: Verdict,
    law: Regulation | None,
    cells: Iterable[Cell],
    names: Mapping[int, str],
    *,
    instead_of_age: str = "",
) -> dict[str, Any]:
    """The same of a verdict that need not be stored."""
    return {
        "grade": grade_name(verdict.grade),
        "outcome": verdict.outcome.value,
        "distance": distance_sentence(verdict),
        "missing": missing(verdict),
        "conditions": [
            reason_view(r, law)
            | ({"measured": instead_of_age} if _tells_age(r, instead_of_age) else {})
            for r in verdict.conditions
        ],
        "routes": [
            {
                "title": route_name(route.key),
                "outcome": route.outcome.value,
                "reasons": [reason_view(r, law) for r in route.reasons],
            }
            for route in verdict.routes
        ],
        "rounds": round_boxes(cells, _counted_rounds(verdict), names, left_out_by(verdict)),
    }


def _tells_age(reason: Reason, instead: str) -> bool:
    return bool(instead) and reason.check == "minimum_age"


_LEFT_OUT_BY = frozenset({"fide_not_counted", "fide_late_left_out", "fide_wins_left_out"})
"""Checks whose rounds are those that the article takes out."""


def left_out_by(verdict: Verdict) -> dict[int, str]:
    """Round to the article that takes the game out of an international norm."""
    return {
        number: reason.article
        for route in verdict.routes
        for reason in route.reasons
        if reason.check in _LEFT_OUT_BY
        for number in reason.looked_at_rounds
    }


def _counted_rounds(verdict: Verdict) -> frozenset[int]:
    """The rounds that routes looked at, but for those that an article takes out."""
    return frozenset(
        number
        for route in verdict.routes
        for reason in route.reasons
        if reason.check not in _LEFT_OUT_BY
        for number in reason.looked_at_rounds
    ) - frozenset(left_out_by(verdict))


def reason_view(reason: Reason, law: Regulation | None) -> dict[str, Any]:
    """A reason for `components/reason.html`, with the article's own words."""
    article = law.articles.get(reason.article) if law else None
    words = reason_words(reason, law)
    edition_url = reverse("regulation", args=[law.edition]) if law else ""
    return {
        "outcome": reason.outcome.value,
        "requirement": words.requirement,
        "measured": words.measured,
        "article": article.place if article else reason.article,
        "article_url": f"{edition_url}#{reason.article}" if edition_url else "",
        "article_text": article.text if article else "",
        "article_language": text_language(law) if law else "",
        "waived": _waived(reason, law),
        "asks": ask_sentence(reason.asks)
        if reason.asks and reason.outcome is Outcome.UNDECIDED
        else "",
        "readings": [
            {"label": reading_sentence(law.readings[key]), "url": f"{edition_url}#{key}"}
            for key in reason.readings
            if law and key in law.readings
        ],
    }


def text_language(law: Regulation) -> str:
    """Language of the articles' words, which the name of the edition's source tells."""
    return law.source.split(".")[-2] if law.source else "en"


def title_language(law: Regulation) -> str:
    """Language of the edition's own title."""
    return "en" if law.title.isascii() else text_language(law)


def reason_words(reason: Reason, law: Regulation | None) -> ReasonWords:
    """The sentences of a reason; of a check without words the summary of its article."""
    try:
        return reason_sentence(reason)
    except KeyError:
        article = law.articles.get(reason.article) if law else None
        return ReasonWords(_(article.summary) if article and article.summary else "", "")


def _waived(reason: Reason, law: Regulation | None) -> str:
    article = law.articles.get(reason.waived_by) if law and reason.waived_by else None
    return article.place if article else reason.waived_by


_WHY_LEFT_OUT = {
    GameKind.SHORT: lambda: _("the game had less than one move"),
    GameKind.FORFEIT: lambda: _("decided without play"),
    GameKind.PAIRING_BYE: lambda: _("bye, no opponent"),
    GameKind.FULL_POINT_BYE: lambda: _("bye, no opponent"),
    GameKind.HALF_POINT_BYE: lambda: _("half-point bye, no opponent"),
    GameKind.ABSENT: lambda: _("the player was not paired"),
}


def round_boxes(
    cells: Iterable[Cell],
    counted: frozenset[int],
    names: Mapping[int, str],
    taken_out: Mapping[int, str] | None = None,
) -> list[dict[str, Any]]:
    """A player's rounds for `components/round_strip.html`; `taken_out` by which article."""
    boxes = []
    taken_out = taken_out or {}
    for cell in cells:
        played = cell.kind == GameKind.PLAYED
        why = "" if played else _WHY_LEFT_OUT[GameKind(cell.kind)]()
        if not why and cell.round in taken_out:
            why = _("left out by %(article)s") % {"article": taken_out[cell.round]}
        boxes.append(
            {
                "number": cell.round,
                "text": cell.text or "–",
                "opponent": str(cell.opponent or ""),
                "colour": cell.colour,
                "counted": cell.round in counted if counted else played and not why,
                "why": why,
                "title": names.get(cell.opponent or 0, ""),
            }
        )
    return boxes


# --- events -------------------------------------------------------------------------------------


def crosstable_rows(
    rows: Iterable[CrosstableRow],
    grades: Mapping[int, str],
    coefficients: Mapping[int, int | None],
    *,
    judged_event: int | None = None,
) -> list[CrosstableRow]:
    """Rows with links to cards and with what everybody held on the first day, by starting number.

    With the id of a judged event, rows link to the verdicts as well.
    """
    return [
        replace(
            row,
            url=reverse("player-card", args=[row.player_id]) if row.player_id else "",
            why_url=reverse("verdict-list", args=[row.player_id, judged_event])
            if row.player_id and judged_event
            else "",
            rank=grades.get(row.number, ""),
            coefficient=coefficients.get(row.number),
        )
        for row in rows
    ]


def held_words(grade_known: bool, grade: str, candidate_points: int) -> str:
    """A participant's class on the first day, as the crosstable prints it."""
    if not grade_known:
        return _("not known")
    if not grade:
        return _("without rank")
    return grade_name(grade) + (f" +{candidate_points}" if candidate_points else "")


def entry_names(entries: Iterable[Entry]) -> dict[int, str]:
    """Starting number → name, for words about opponents."""
    return {entry.number: entry.player.name for entry in entries}
