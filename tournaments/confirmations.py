"""Warnings that a person has looked at: confirmed by kind, with a reason, and kept.

A confirmation covers the very findings that were shown. Another file, another person chosen: what
is found then and was not found before asks again, the rest stays confirmed.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import User
from tournaments.formats.problems import Problem, Severity
from tournaments.models import Event, EventStatus, ReplacementStatus, WarningConfirmation
from tournaments.wording import problem_message

ABOUT_PEOPLE = "person."
"""How the codes of warnings begin that are about people and not about the file."""


def problem_key(problem: Problem) -> str:
    """What makes a warning the same when it is found again; about people the line is no matter."""
    line = None if problem.code.startswith(ABOUT_PEOPLE) else problem.line
    told = [problem.code, line, sorted(problem.params.items())]
    text = json.dumps(told, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class WarningKind:
    """Warnings of one code: those still open, and what was said about the others."""

    code: str
    problems: tuple[tuple[Problem, str], ...]
    """All of them with their sentences."""
    open: tuple[Problem, ...]
    """Those that nobody has confirmed."""
    confirmations: tuple[WarningConfirmation, ...]

    @property
    def seal(self) -> str:
        """Stands for the open ones: a page left open confirms nothing that it did not show."""
        keys = sorted(problem_key(problem) for problem in self.open)
        return hashlib.sha256(" ".join(keys).encode()).hexdigest()[:16]


def warning_kinds(
    event: Event,
    warnings: Iterable[tuple[Problem, str]],
    *,
    all_of_file: bool = False,
) -> tuple[WarningKind, ...]:
    """Warnings by kind, in the order of their first ones. One query.

    `all_of_file`: those about the file were confirmed together, without words, as it once was done.
    """
    by_code: dict[str, list[tuple[Problem, str]]] = {}
    for problem, words in warnings:
        by_code.setdefault(problem.code, []).append((problem, words))
    if not by_code:
        return ()
    kept: dict[str, list[WarningConfirmation]] = {}
    for row in event.confirmations.filter(code__in=by_code).select_related("confirmed_by"):
        kept.setdefault(row.code, []).append(row)
    return tuple(
        _kind(code, found, kept.get(code, []), all_of_file and not code.startswith(ABOUT_PEOPLE))
        for code, found in by_code.items()
    )


def _kind(
    code: str,
    found: Sequence[tuple[Problem, str]],
    rows: Sequence[WarningConfirmation],
    seen: bool,
) -> WarningKind:
    keys = {problem_key(problem) for problem, _words in found}
    told = {row.pk: {finding["key"] for finding in row.findings} & keys for row in rows}
    confirmed = set().union(*told.values())
    still = [problem for problem, _words in found if problem_key(problem) not in confirmed]
    return WarningKind(
        code=code,
        problems=tuple(found),
        open=() if seen else tuple(still),
        confirmations=tuple(row for row in rows if told[row.pk]),
    )


@transaction.atomic
def warnings_confirm(
    event: Event,
    kinds: Iterable[WarningKind],
    reasons: Mapping[str, str],
    *,
    user: User,
    at: datetime,
) -> list[WarningConfirmation]:
    """Confirm the open warnings of those kinds that `reasons` has words for, by code.

    Raises Refused when neither the tournament nor a corrected file of it is being prepared.
    """
    locked = Event.objects.select_for_update().only("pk", "status").get(pk=event.pk)
    corrected = locked.replacements.filter(status=ReplacementStatus.DRAFT)
    if locked.status != EventStatus.DRAFT and not corrected.exists():
        raise Refused(_("The papers of the tournament are closed; nothing was confirmed."))
    return WarningConfirmation.objects.bulk_create(
        WarningConfirmation(
            event=event,
            code=kind.code,
            findings=[
                {
                    "key": problem_key(problem),
                    "line": problem.line,
                    "column": problem.column,
                    "params": dict(problem.params),
                }
                for problem in kind.open
            ],
            reason=reason[:300],
            confirmed_by=user,
            confirmed_at=at,
        )
        for kind in kinds
        if kind.open and (reason := reasons.get(kind.code, "").strip())
    )


def confirmations_send(event: Event, kinds: Iterable[WarningKind]) -> None:
    """Mark with which confirmations a tournament is sent; the others stay as history."""
    sent = [row.pk for kind in kinds for row in kind.confirmations]
    event.confirmations.exclude(pk__in=sent).update(sent_with=False)
    event.confirmations.filter(pk__in=sent).update(sent_with=True)


@dataclass(frozen=True, slots=True)
class ConfirmedView:
    """A confirmation for whoever admits the tournament."""

    row: WarningConfirmation
    sentences: tuple[str, ...]
    """The first few warnings that it covers."""
    rest: int


MOST_TOLD = 5


def confirmed_views(event: Event) -> list[ConfirmedView]:
    """With which confirmations a tournament was sent, in order. One query."""
    rows = event.confirmations.filter(sent_with=True).select_related("confirmed_by")
    return [
        ConfirmedView(
            row=row,
            sentences=tuple(
                problem_message(Problem(row.code, Severity.WARNING, params=finding["params"]))
                for finding in row.findings[:MOST_TOLD]
            ),
            rest=max(0, len(row.findings) - MOST_TOLD),
        )
        for row in rows
    ]
