"""Why: the verdicts on one player in one event, for the page and for other programs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from qualifications.distance import missing
from qualifications.engine.regulation import Regulation
from qualifications.engine.verdict import Outcome, Params, Reason
from qualifications.grades import SCHEME, ladder_place
from qualifications.law import edition_named, law_judged_with
from qualifications.models import Assessment, VerdictRecord
from qualifications.models.assessments import AssessmentOutcome
from qualifications.presenting import (
    left_out_by,
    reason_words,
    shown_first,
    title_language,
    verdict_view,
)
from qualifications.serialize import verdict_from_record
from qualifications.wording import ask_sentence, grade_name, route_name
from qualifications.wording_fide_source import fide_source_words
from tournaments.models import Entry, Event
from tournaments.selectors import Cell

AGE_CHECKS = frozenset({"minimum_age", "ru_age", "ru_youth_age"})
"""Checks whose measurement tells an age: it is not for the public."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One judgement of an event, with what it says of one player."""

    assessment: Assessment
    law: Regulation | None
    records: tuple[VerdictRecord, ...]
    """From the highest grade down."""


def judged_by_scheme(
    assessments: Iterable[Assessment], records: Iterable[VerdictRecord]
) -> list[Judged]:
    """The judgements of an event, the home scheme first, each with the player's verdicts."""
    of_player = list(records)
    ordered = sorted(assessments, key=lambda a: (a.scheme != SCHEME, a.scheme))
    return [
        Judged(
            assessment,
            law_judged_with(assessment),
            tuple(
                sorted(
                    (r for r in of_player if r.assessment_id == assessment.pk),
                    key=lambda r: ladder_place(r.grade),
                )
            ),
        )
        for assessment in ordered
    ]


def section_view(
    judged: Judged, cells: Iterable[Cell], names: Mapping[int, str], *, instead_of_age: str = ""
) -> dict[str, Any]:
    """One regulation's part of the page."""
    cells = tuple(cells)
    law = judged.law
    return {
        "scheme": judged.assessment.scheme,
        "title": law.title if law else scheme_name(judged.assessment.scheme),
        "language": title_language(law) if law else "",
        "url": reverse("regulation", args=[law.edition]) if law else "",
        "edition": judged.assessment.edition,
        "outcome": judged.assessment.outcome,
        "nothing": "" if judged.records else nothing_words(judged.assessment),
        "verdicts": [
            verdict_view(record, law, cells, names, instead_of_age=instead_of_age)
            for record in judged.records
        ],
        "open": shown_first(judged.records),
        "fide_source": fide_source_words(
            judged.assessment.fide_listed, judged.assessment.fide_list_on, len(names)
        )
        if judged.assessment.scheme == "fide"
        else "",
        "readings": decided_readings(judged),
    }


def scheme_name(scheme: str) -> str:
    """What a scheme judges, in a few words."""
    return {
        "ua": _("Ranks and titles of Ukraine"),
        "ru": _("Ranks and titles of Russia"),
        "fide": _("International titles of FIDE"),
        "fide_ratings": _("Ratings of FIDE"),
    }[scheme]


def nothing_words(assessment: Assessment) -> str:
    """Why a judgement has no verdict on a player."""
    if assessment.outcome == AssessmentOutcome.NO_EDITION:
        return _("The registry holds no edition of this regulation for the days of the event.")
    if assessment.outcome == AssessmentOutcome.NO_FACTS:
        return _(
            "Not judged: the tournament's file names no FIDE numbers, titles or ratings, so nobody "
            "knows whether a norm was made."
        )
    if assessment.scheme == "fide":
        return _("No FIDE norm was in reach.")
    return _("The player had no round in this event, so there was nothing to judge.")


def decided_readings(judged: Judged) -> list[dict[str, str]]:
    """Passages that were read by a decision and not as the edition's file reads them."""
    law = judged.law
    if law is None:
        return []
    from_file = edition_named(law.edition)
    return [
        {
            "id": reading.id,
            "question": _(reading.question),
            "choice": _(reading.choice.words),
            "url": f"{reverse('regulation', args=[law.edition])}#{reading.id}",
        }
        for reading in law.readings.values()
        if from_file and from_file.reading(reading.id) != reading.in_force
    ]


# --- for other programs -------------------------------------------------------------------------


def verdicts_json(
    event: Event, entry: Entry, judged: Iterable[Judged], cells: Iterable[Cell]
) -> dict[str, Any]:
    """The same as the page, as docs/api.md describes it. Nothing that the public may not see."""
    player = entry.player
    return {
        "player": {
            "id": player.pk,
            "name": player.name,
            "name_latin": player.latin_name,
            "fide_id": player.fide_id,
        },
        "event": {
            "id": event.pk,
            "name": event.name,
            "starts_on": event.starts_on.isoformat(),
            "ends_on": event.ends_on.isoformat(),
            "rounds": event.rounds,
        },
        "result": {"half_points": entry.half_points, "place": entry.rank},
        "games": [
            {
                "round": cell.round,
                "kind": cell.kind,
                "half_points": cell.half_points,
                "opponent": cell.opponent,
                "colour": cell.colour or None,
            }
            for cell in cells
        ],
        "judgements": [_judgement_json(one) for one in judged],
    }


def _judgement_json(judged: Judged) -> dict[str, Any]:
    assessment = judged.assessment
    return {
        "scheme": assessment.scheme,
        "edition": assessment.edition or None,
        "outcome": assessment.outcome,
        "judged_at": assessment.assessed_at.isoformat(),
        "facts": assessment.facts_digest or None,
        "readings": assessment.readings,
        "verdicts": [_verdict_json(record, judged.law) for record in judged.records],
    }


def _verdict_json(record: VerdictRecord, law: Regulation | None) -> dict[str, Any]:
    verdict = verdict_from_record(record)
    return {
        "grade": verdict.grade,
        "grade_name": grade_name(verdict.grade),
        "outcome": verdict.outcome.value,
        "norm_half_points": verdict.norm_half_points,
        "scored_half_points": verdict.scored_half_points,
        "missing": missing(verdict),
        "left_out": [
            {"round": number, "article": article}
            for number, article in sorted(left_out_by(verdict).items())
        ],
        "conditions": [_reason_json(reason, law) for reason in verdict.conditions],
        "routes": [
            {
                "route": route.key,
                "route_name": route_name(route.key),
                "outcome": route.outcome.value,
                "reasons": [_reason_json(reason, law) for reason in route.reasons],
            }
            for route in verdict.routes
        ],
    }


def _reason_json(reason: Reason, law: Regulation | None) -> dict[str, Any]:
    private = reason.check in AGE_CHECKS
    words = reason_words(reason, law)
    article = law.articles.get(reason.article) if law else None
    return {
        "article": reason.article,
        "article_place": article.place if article else None,
        "check": reason.check,
        "outcome": reason.outcome.value,
        "requirement": words.requirement,
        "found": "" if private else words.measured,
        "required": _plain(reason.required),
        "measured": {} if private else _plain(reason.measured),
        "rounds": list(reason.looked_at_rounds),
        "waived_by": reason.waived_by or None,
        "readings": list(reason.readings),
        "asks": ask_sentence(reason.asks)
        if reason.asks and reason.outcome is Outcome.UNDECIDED
        else None,
    }


def _plain(params: Params) -> dict[str, Any]:
    """Decimals as text, so that no digit is lost; days in ISO form."""
    return {
        key: str(value)
        if isinstance(value, Decimal)
        else value.isoformat()
        if isinstance(value, date)
        else value
        for key, value in params.items()
    }
