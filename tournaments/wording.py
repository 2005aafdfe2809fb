"""Words for what the readers of files have to say.

Each sentence says what is wrong and what to do about it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.formats.check_games import computed_half_points
from tournaments.formats.pairings import pairings
from tournaments.formats.parsed import ParsedEvent, ReadResult, RoundKind
from tournaments.formats.problems import Problem, Question, Severity
from tournaments.formats.rating_lists import Summary
from tournaments.wording_events import EVENTS
from tournaments.wording_people import PEOPLE
from tournaments.wording_reports import REPORTS
from tournaments.wording_tables import COLUMNS, LISTS, QUESTIONS, TABLES

PROBLEMS: Mapping[str, Any] = {**REPORTS, **EVENTS, **TABLES, **LISTS}
"""The sentence of each problem code; `tournaments.formats.reading.CODES` are the keys."""

PACES: Mapping[str, Any] = {
    "standard": _("standard chess"),
    "rapid": _("rapid chess"),
    "blitz": _("blitz"),
    "": _("not known"),
}
"""Kinds of time control."""

REVIEW_PROBLEMS: Mapping[str, Any] = {
    "form.dates_differ": _(
        "The file gives %(file_from)s to %(file_to)s, the registration %(form_from)s to "
        "%(form_to)s. The registration decides; correct it if the file is right."
    ),
    "stored.papers": _(
        "“%(after)s” is written as the tournament was registered; the file it came with has "
        "“%(before)s”."
    ),
    "stored.result_changed": _(
        "Number %(number)s, round %(round)s: the corrected result is written, not that of the file."
    ),
    "stored.person_moved": _(
        "Number %(number)s is written as %(name)s, to whom the result was moved."
    ),
    "stored.without_rating": ngettext_lazy(
        "%(count)s player has no rating in the file; games against this player do not count.",
        "%(count)s players have no rating in the file; games against them do not count.",
        "count",
    ),
    **PEOPLE,
}
"""Where a file disagrees with the registration of its tournament or with the registry."""


def problem_message(problem: Problem) -> str:
    """The sentence for a problem, in the language in force. Raises KeyError for an unknown code."""
    words = PROBLEMS.get(problem.code) or REVIEW_PROBLEMS[problem.code]
    params = problem.params
    if problem.code == "table.column_given":
        params = {**params, "meaning": COLUMNS.get(str(params["meaning"]), params["meaning"])}
    return str(words % params)


def question_message(question: Question) -> str:
    """The sentence of a question, in the language in force. Raises KeyError for an unknown code."""
    return str(QUESTIONS[question.code] % question.params)


def summary(result: ReadResult) -> dict[str, Any]:
    """A file in numbers and sentences, ready for JSON.

    Pairings are counted once, byes and absences once a player and round (an absence also where the
    file has nothing). `forfeit_pairings` counts pairings of two players decided without play,
    double forfeits included; games of less than one move are in neither count of games. Points are
    points (4.5), not half-points.
    """
    event = result.event
    pairs = [pair for pair in pairings(event) if pair.black is not None] if event else []
    entries = [entry for player in event.players for entry in player.rounds] if event else []
    forfeits = [pair for pair in pairs if pair.kind is RoundKind.FORFEIT]

    def count(kind: RoundKind) -> int:
        return sum(1 for entry in entries if entry.kind is kind and entry.opponent is None)

    return {
        "format": event.format if event else "",
        "encoding": event.encoding if event else "",
        "players": len(event.players) if event else 0,
        "rounds": event.rounds if event else 0,
        "played_games": sum(1 for pair in pairs if pair.kind is RoundKind.PLAYED),
        "forfeit_pairings": len(forfeits),
        "double_forfeits": sum(
            1 for pair in forfeits if pair.white_half_points == pair.black_half_points == 0
        ),
        "pending_pairings": sum(1 for pair in pairs if pair.kind is RoundKind.PENDING),
        "half_point_byes": count(RoundKind.HALF_POINT_BYE),
        "full_point_byes": count(RoundKind.FULL_POINT_BYE),
        "pairing_byes": count(RoundKind.PAIRING_BYE),
        "zero_or_absent": count(RoundKind.ABSENT),
        "points_mismatch": _points_mismatch(event) if event else [],
        "teams": len(event.teams) if event else 0,
        **_said(result.problems, result.questions),
    }


def list_summary(found: Summary) -> dict[str, Any]:
    """A rating list in numbers and sentences, ready for JSON.

    `with_rating` counts people with a standard rating, in a national list with a national one;
    `duplicates` counts rows whose FIDE number stood in an earlier row.
    """
    return {
        "format": found.kind,
        "encoding": found.encoding,
        "month": found.month.isoformat() if found.month else None,
        "rows": found.rows,
        "with_rating": found.with_rating,
        "with_rapid": found.with_rapid,
        "with_blitz": found.with_blitz,
        "with_fide_id": found.with_fide_id,
        "duplicates": found.duplicates,
        **_said(found.problems, found.questions),
    }


def _said(problems: Iterable[Problem], questions: Iterable[Question]) -> dict[str, Any]:
    problems = tuple(problems)
    return {
        "notes": [
            problem_message(problem) for problem in problems if problem.severity is Severity.NOTE
        ],
        "problems": [
            {
                "code": problem.code,
                "severity": problem.severity.value,
                "line": problem.line,
                "column": problem.column,
                "message": problem_message(problem),
            }
            for problem in problems
        ],
        "questions": [
            {
                "code": question.code,
                "message": question_message(question),
                "choices": list(question.choices),
                "proposal": question.proposal,
            }
            for question in questions
        ],
    }


def _points_mismatch(event: ParsedEvent) -> list[dict[str, Any]]:
    found = []
    for player in event.players:
        computed = computed_half_points(event, player)
        declared = player.half_points
        if declared is not None and declared != computed:
            found.append(
                {"number": player.number, "declared": declared / 2, "computed": computed / 2}
            )
    return found
