"""What an event means for one player, in finished words."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from federation.templatetags.registry import day as day_words
from federation.templatetags.registry import hundredths, points
from qualifications.coefficient_estimate import Estimate
from qualifications.consequences import (
    Consequences,
    LineSaid,
    PlayerSaid,
    Rank,
)
from qualifications.distance import missing
from qualifications.meaning import Kind, Meaning, PlayerMeaning
from qualifications.presenting import held_words, verdict_words
from qualifications.presenting_lists import signed_hundredths, signed_whole
from qualifications.wording import grade_name
from tournaments.selectors import Cell

TONES = {
    Kind.FALL: "warn",
    Kind.FAILURE: "warn",
    Kind.NORM: "good",
    Kind.POINT: "good",
    Kind.OPEN: "wait",
    Kind.CONFIRMATION: "info",
    Kind.MISSED: "neutral",
}


def rank_change(before: Rank | None, after: Rank | None) -> str:
    """I rank → II rank."""
    return f"{_rank(before)} → {_rank(after)}"


def _rank(rank: Rank | None) -> str:
    return grade_name(rank.grade) if rank and rank.grade else _("no rank")


def card_of(said: PlayerSaid, *, draft: bool) -> str:
    """Address of a player's card; empty for a newcomer of a draft."""
    return "" if draft and said.newcomer else reverse("player-card", args=[said.player])


def player_line(
    one: PlayerMeaning, meaning: Meaning, cells: Sequence[Cell], *, draft: bool, with_why: bool
) -> dict[str, Any]:
    said, whole = one.said, meaning.consequences
    laws = {judgement.scheme: judgement.law for judgement in whole.judgements}
    names = {player.number: player.name for player in whole.players}
    estimate = whole.estimate.players.get(said.number) if whole.estimate else None
    return {
        "number": said.number,
        "name": said.name,
        "url": card_of(said, draft=draft),
        "new": said.newcomer,
        "place": said.place,
        "half_points": said.half_points,
        "held": held_words(said.held.known, said.held.grade, said.held.candidate_points)
        if said.held
        else "",
        "says": _says(one),
        "verdicts": [
            _without_texts(verdict_words(v.verdict(said.number, ""), laws[v.scheme], cells, names))
            for v in (one.verdicts() if with_why else ())
        ],
        "why_elsewhere": bool(one.verdicts()) and not with_why,
        "estimate": _player_estimate(estimate, names) if estimate else None,
        "fide": _fide_words(said, whole),
    }


def _without_texts(verdict: dict[str, Any]) -> dict[str, Any]:
    """The articles are linked: their words for fifty players would make the page megabytes long."""
    reasons = [
        *verdict["conditions"],
        *(r for route in verdict["routes"] for r in route["reasons"]),
    ]
    for reason in reasons:
        reason["article_text"] = ""
    return verdict


def _says(one: PlayerMeaning) -> list[dict[str, str]]:
    """What happens, a sentence each with its tone."""
    said = one.said
    found = []
    if one.fell:
        words = _("The rank falls: %(change)s") % {"change": rank_change(said.before, said.after)}
        found.append((Kind.FALL, words))
    found += [(kind, _line_words(kind, line, said)) for kind, line in one.lines]
    if one.open:
        grades = ", ".join(grade_name(verdict.grade) for verdict in one.open)
        found.append((Kind.OPEN, _("Not decided yet: %(grades)s") % {"grades": grades}))
    for verdict in one.missed:
        lacks = "; ".join(missing(verdict.verdict(said.number, "")))
        words = _("Nearly met: %(grade)s. Missing: %(what)s")
        found.append((Kind.MISSED, words % {"grade": grade_name(verdict.grade), "what": lacks}))
    if said.after and said.after.one_failure_left and not _was_near_falling(said):
        words = _("One more failure moves this player to a lower rank")
        found.append((Kind.FAILURE, words))
    return [{"words": words, "tone": TONES[kind]} for kind, words in found]


def _was_near_falling(said: PlayerSaid) -> bool:
    return said.before is not None and said.before.one_failure_left


def _line_words(kind: Kind, line: LineSaid, said: PlayerSaid) -> str:
    grade = grade_name(line.grade)
    if kind is Kind.CONFIRMATION:
        until = said.after.valid_until if said.after and said.after.grade == line.grade else None
        if until is None:
            return _("Confirms the rank: %(grade)s") % {"grade": grade}
        return _("Confirms the rank: %(grade)s, then valid through %(day)s") % {
            "grade": grade,
            "day": day_words(until),
        }
    if kind is Kind.FAILURE:
        scored, needed = _points_of(line)
        if needed is None:
            return _("Failure with the rank held: %(grade)s") % {"grade": grade}
        return _(
            "Failure with the rank held: %(grade)s. %(scored)s points, the norm is %(needed)s"
        ) % {"grade": grade, "scored": points(scored) or "0", "needed": points(needed)}
    words = _("Candidate point earned") if kind is Kind.POINT else _("Norm met: %(grade)s")
    words %= {"grade": grade}
    scored, needed = (line.details.get(f"{key}_half_points") for key in ("scored", "norm"))
    if scored is None or needed is None:
        return words
    return _("%(words)s. %(scored)s points, %(needed)s needed") % {
        "words": words,
        "scored": points(scored),
        "needed": points(needed),
    }


def _points_of(line: LineSaid) -> tuple[int | None, int | None]:
    """Half-points scored and needed at the norm of the rank held, where it stood."""
    scored, needed = line.details.get("results", {}).get(line.grade, (None, None))
    return scored, needed


def _fide_words(said: PlayerSaid, whole: Consequences) -> str:
    changes = whole.fide.players if whole.fide else ()
    one = next((change for change in changes if change.number == said.number), None)
    if one is None or one.rating is None or one.change is None:
        return ""
    return _("FIDE %(rating)d, expected %(change)s") % {
        "rating": one.rating,
        "change": signed_hundredths(one.change),
    }


def _player_estimate(one: Estimate, names: Mapping[int, str]) -> dict[str, Any]:
    if one.change is not None:
        words = f"{one.before} → {one.after} ({signed_whole(one.change)})"
    elif one.after:
        words = _("first coefficient: %(value)d") % {"value": one.after}
    else:
        words = ""
    return {
        "words": words,
        "held": one.held,
        "factor": one.factor,
        "gain": signed_hundredths(one.gain),
        "lifted": one.lifted,
        "games": [
            {
                "round": game.round,
                "colour": "w" if game.white else "b",
                "opponent": names[game.opponent],
                "coefficient": game.opponent_coefficient,
                "result": points(game.half_points) or "0",
                "expected": hundredths(game.expected),
                "gain": signed_hundredths(game.gain) if game.gain is not None else "",
            }
            for game in one.games
        ],
    }
