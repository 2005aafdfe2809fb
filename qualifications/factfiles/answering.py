"""Verdicts in plain JSON values, with sentences in the language that is switched on."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import date
from decimal import Decimal
from typing import Any

from qualifications.engine import Outcome, Regulation, all_regulations, assess_event
from qualifications.engine.fide.bare import measures_as_dict
from qualifications.engine.fide.norm import NormVerdict, UnknownInNorm
from qualifications.engine.loading import NoEditionInForce, regulation_for_event
from qualifications.engine.verdict import Reason, Verdict
from qualifications.wording import (
    ask_sentence,
    distance_sentence,
    grade_name,
    outcome_name,
    reading_sentence,
    reason_sentence,
)

from .bare import BareGames, Possible, open_questions, possible_verdicts
from .decoding import Fault, UnusableFacts
from .event import EventFile, facts_for

BARE_SCHEME = "fide"


def answer_event(file: EventFile, *, words: bool = False) -> dict[str, Any]:
    """Every verdict of every scheme asked for; a scheme without an edition then says so.

    `words` adds sentences. Raises UnusableFacts where an edition does not know what the file says.
    """
    facts = file.facts
    return {
        "event": file.name,
        "starts_on": facts.starts_on.isoformat(),
        "ends_on": facts.ends_on.isoformat(),
        "schemes": [_answer_scheme(file, scheme, words) for scheme in file.schemes],
    }


def _answer_scheme(file: EventFile, scheme: str, words: bool) -> dict[str, Any]:
    facts = file.facts
    try:
        law = regulation_for_event(scheme, starts_on=facts.starts_on, ends_on=facts.ends_on)
    except NoEditionInForce as error:
        return {"scheme": scheme, "edition": None, "outside": str(error), "verdicts": []}
    try:
        verdicts = assess_event(facts_for(facts, scheme), law)
    except UnknownInNorm as error:
        raise UnusableFacts([Fault("event.fide.category", str(error))]) from error
    reasons = [reason for verdict in verdicts for reason in reasons_of(verdict)]
    return {
        **_edition(law, reasons, words),
        "verdicts": [verdict_as_json(one, file.names, words) for one in verdicts],
    }


def reasons_of(verdict: Verdict) -> list[Reason]:
    """All reasons of a verdict, those of the routes last."""
    return [*verdict.conditions, *(one for route in verdict.routes for one in route.reasons)]


def _edition(law: Regulation, reasons: Iterable[Reason], words: bool) -> dict[str, Any]:
    used = sorted({one for reason in reasons for one in reason.readings})
    readings: dict[str, Any] = {one: law.reading(one) for one in used}
    if words:
        readings = {
            one: {"choice": key, "sentence": reading_sentence(law.readings[one])}
            for one, key in readings.items()
        }
    return {
        "scheme": law.scheme,
        "edition": law.edition,
        "digest": law.digest,
        "readings": readings,
    }


def verdict_as_json(verdict: Verdict, names: Mapping[int, str], words: bool) -> dict[str, Any]:
    """One verdict; `names` by starting number."""
    found: dict[str, Any] = {
        "participant": verdict.participant,
        "grade": verdict.grade,
        "outcome": verdict.outcome.value,
        "norm_half_points": verdict.norm_half_points,
        "scored_half_points": verdict.scored_half_points,
        "conditions": [reason_as_json(one, words) for one in verdict.conditions],
        "routes": [
            {
                "key": route.key,
                "outcome": route.outcome.value,
                "reasons": [reason_as_json(one, words) for one in route.reasons],
            }
            for route in verdict.routes
        ],
    }
    if verdict.participant in names:
        found["name"] = names[verdict.participant]
    if words:
        found["grade_name"] = grade_name(verdict.grade)
        found["outcome_name"] = outcome_name(verdict.outcome)
        found["distance"] = distance_sentence(verdict)
    return found


def reason_as_json(reason: Reason, words: bool) -> dict[str, Any]:
    """A reason without its empty parts."""
    found: dict[str, Any] = {
        "article": reason.article,
        "check": reason.check,
        "outcome": reason.outcome.value,
        "required": {key: plain(value) for key, value in reason.required.items()},
        "measured": {key: plain(value) for key, value in reason.measured.items()},
        "rounds": list(reason.looked_at_rounds),
        "waived_by": reason.waived_by,
        "readings": list(reason.readings),
        "asks": reason.asks,
    }
    if words:
        said = reason_sentence(reason)
        found["requirement"], found["found"] = said.requirement, said.measured
        found["outcome_name"] = outcome_name(reason.outcome)
        found["question"] = ask_sentence(reason.asks) if reason.asks else ""
    return {key: value for key, value in found.items() if value not in ("", [], {})}


def plain(value: object) -> Any:
    """A measured value for JSON: decimals and days as texts."""
    if isinstance(value, Decimal):
        return str(value)
    return value.isoformat() if isinstance(value, date) else value


# ---------------------------------------------------------------- one player's games


def answer_bare(bare: BareGames, *, words: bool = False) -> dict[str, Any]:
    """The norms of the games alone, by the edition of the day or, without a day, by every edition.

    How the event was organised is not judged. Raises UnusableFacts.
    """
    laws = [law for law in all_regulations() if law.scheme == BARE_SCHEME]
    if bare.starts_on is not None:
        laws = [law for law in laws if law.covers(bare.starts_on)]
        if not laws:
            outside = str(NoEditionInForce(BARE_SCHEME, bare.starts_on))
            return {
                "judged": "games",
                "schemes": [
                    {"scheme": BARE_SCHEME, "edition": None, "outside": outside, "norms": []}
                ],
            }
    return {
        "judged": "games",
        "schemes": [_answer_norms(bare, law, words) for law in laws],
    }


def _answer_norms(bare: BareGames, law: Regulation, words: bool) -> dict[str, Any]:
    found = [possible_verdicts(bare, title, law) for title in bare.titles]
    reasons = [one for possible in found for p in possible for one in p.verdict.reasons]
    return {
        **_edition(law, reasons, words),
        "norms": [_norm(possible, words) for possible in found],
    }


def _norm(possible: tuple[Possible, ...], words: bool) -> dict[str, Any]:
    asked = open_questions(possible)
    questions = [*asked, *(one.asks for one in possible[0].verdict.reasons if one.asks)]
    first = possible[0].verdict
    outcome = Outcome.UNDECIDED if asked else first.outcome
    found = {**_norm_verdict(first, words), "outcome": outcome.value}
    if questions:
        found["asks"] = list(dict.fromkeys(questions))
    if asked:
        found["possible"] = [
            {"answers": {key: one.answers[key] for key in asked}, "outcome": one.verdict.outcome}
            for one in _different(possible, asked)
        ]
    if words:
        found["grade_name"] = grade_name(first.grade)
        found["outcome_name"] = outcome_name(outcome)
    return found


def _different(possible: Iterable[Possible], asked: tuple[str, ...]) -> list[Possible]:
    seen: dict[tuple[str, ...], Possible] = {}
    for one in possible:
        seen.setdefault(tuple(one.answers[key] for key in asked), one)
    return list(seen.values())


def _norm_verdict(verdict: NormVerdict, words: bool) -> dict[str, Any]:
    return {
        "title": verdict.title,
        "grade": verdict.grade,
        "kind": verdict.kind,
        "all_games": {**measures_as_dict(verdict.all_games), "failed": list(verdict.failed)},
        "games_used": verdict.games_used,
        "rounds": list(verdict.rounds),
        "left_out": [asdict(one) for one in verdict.left_out],
        "needed_half_points": verdict.needed_half_points,
        "minimum_games": verdict.minimum_games,
        "exempt_by": verdict.exempt_by,
        "reasons": [reason_as_json(one, words) for one in verdict.reasons],
    }
