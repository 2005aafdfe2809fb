"""The expected FIDE change in finished words, player by player and game by game."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from federation.templatetags.registry import hundredths, points, signed
from qualifications.engine.fide_ratings import (
    FIRST_PERIOD,
    NO_RATINGS,
    TOO_SHORT,
    EventChanges,
    ExpectedChange,
    Factor,
    FirstRating,
    GameOf,
    Open,
)
from qualifications.fide_change import FideChange
from qualifications.presenting_rating_tables import KINDS
from qualifications.wording_fide_source import fide_source_words
from tournaments.models import Entry

WHY = {
    "listed": gettext_noop("K of FIDE’s list"),
    "strong": gettext_noop("a rating of 2400 was reached"),
    "junior": gettext_noop("a junior below 2300"),
    "new": gettext_noop("fewer than 30 games"),
    "ordinary": gettext_noop("30 games or more, never 2400"),
}
"""Why a player has the K that is used."""
ASSUMED = {
    "games": gettext_noop("30 rated games before"),
    "highest": gettext_noop("no higher rating before"),
    "birth": gettext_noop("18 or older"),
}
"""What is taken for granted where nobody knows it."""


def fide_change_view(found: FideChange) -> dict[str, Any]:
    """Everything that the page shows."""
    changes = found.changes
    return {
        "kind": _(KINDS[changes.kind]) if changes and changes.kind else "",
        "nothing": _nothing(found),
        "source": fide_source_words(
            len(found.lists), max(found.lists.values(), default=None), len(found.entries)
        ),
        "players": [_player(one, found.entries) for one in changes.players] if changes else [],
    }


def open_words(found: Open) -> str:
    """Why something is left open; the reason itself is in the words of the edition's files."""
    return _("Left open: %(why)s.") % {"why": _(found.why)}


def _nothing(found: FideChange) -> str:
    """Why there is nothing to show; empty where there is."""
    changes = found.changes
    if not found.entries:
        return _("No results yet: the change is worked out once the tournament’s file is reviewed.")
    if changes is None:
        return _("The registry holds no rating rules of FIDE for the days of this event.")
    if changes.open is not None:
        return open_words(changes.open)
    return _why_not_rated(changes)


def _why_not_rated(changes: EventChanges) -> str:
    if changes.not_rated == NO_RATINGS:
        return _("The file of the event names no FIDE ratings, so there is nothing to work out.")
    if changes.not_rated == TOO_SHORT:
        return _(
            "FIDE does not rate this event: with players so strong every player needs at least "
            "%(minutes)s minutes for 60 moves (FIDE.R.PACE)."
        ) % {"minutes": changes.least_minutes}
    if changes.not_rated == FIRST_PERIOD:
        return _("FIDE does not rate this event by the moves of its first period (FIDE.R.PACE).")
    return ""


def _player(one: ExpectedChange, entries: Mapping[int, Entry]) -> dict[str, Any]:
    entry = entries[one.number]
    first = one.first if isinstance(one.first, FirstRating) else None
    return {
        "number": one.number,
        "name": entry.player.name,
        "player": entry.player_id,
        "rating": one.rating,
        "factor": _factor(one.factor),
        "counted": _count(sum(game.change.rated for game in one.games)),
        "games": [_game(game, one, entries) for game in one.games],
        "left_out": _left_out(one),
        "score": hundredths(one.score),
        "expected": hundredths(one.expected),
        "gain": signed_hundredths(one.gain),
        "change": None if one.change is None else signed_hundredths(one.change),
        "rounded": _rounded(one),
        "first": first and _first(first),
        "open": open_words(one.open) if one.open else "",
    }


def signed_hundredths(value: int) -> str:
    """A change with its sign: +5.40, −2.50, 0.00."""
    return f"+{hundredths(value)}" if value > 0 else hundredths(value)


def _count(games: int) -> str:
    return ngettext("%(n)d game", "%(n)d games", games) % {"n": games}


def _factor(factor: Factor | Open | None) -> dict[str, Any] | None:
    if not isinstance(factor, Factor):
        return None
    why = _(WHY[factor.why])
    if factor.value != factor.before_limit:
        why = _("%(why)s; K × games may be 700 at most, so not %(before)s") % {
            "why": why,
            "before": factor.before_limit,
        }
    assumed = ", ".join(_(ASSUMED[key]) for key in factor.assumed)
    return {
        "value": factor.value,
        "why": why,
        "assumed": _("assumed: %(what)s") % {"what": assumed} if assumed else "",
    }


def _rounded(one: ExpectedChange) -> str:
    """The new rating, if no other event of the period changes it."""
    if one.rating is None or one.rounded is None:
        return ""
    if isinstance(one.rounded, Open):
        return open_words(one.rounded)
    return f"{one.rating} → {one.rating + one.rounded} ({signed(one.rounded)})"


def _game(game: GameOf, one: ExpectedChange, entries: Mapping[int, Entry]) -> dict[str, Any]:
    change = game.change
    factor = one.factor.value if isinstance(one.factor, Factor) else None
    return {
        "round": game.round,
        "opponent": entries[game.opponent].player.name,
        "rating": change.opponent,
        "used_rating": change.used_opponent if change.limited else None,
        "difference": signed(change.difference),
        "limited": signed(change.used_difference) if change.limited else "",
        "rated": change.rated,
        "score": points(change.score // 50),
        "expected": hundredths(change.expected) if change.rated else "–",
        "gain": signed_hundredths(change.gain) if change.rated else "–",
        "change": "–"
        if factor is None or not change.rated
        else signed_hundredths(factor * change.gain),
    }


def _left_out(one: ExpectedChange) -> str:
    if not one.left_out:
        return ""
    rounds = ", ".join(map(str, one.left_out))
    return ngettext(
        "Round %(rounds)s was played against an opponent without a rating and is not counted.",
        "Rounds %(rounds)s were played against opponents without a rating and are not counted.",
        len(one.left_out),
    ) % {"rounds": rounds}


def _first(first: FirstRating) -> dict[str, Any]:
    """Expected first rating from this event alone, and what is still missing."""
    missing = ""
    if first.missing == "games":
        left = first.games_needed - first.games
        missing = ngettext(
            "%(n)d more game against a rated opponent is needed.",
            "%(n)d more games against rated opponents are needed.",
            left,
        ) % {"n": left}
    elif first.missing == "floor":
        missing = _("Below the lowest published rating: no rating is published.")
    if first.left_out:
        missing = _("The event does not count: too few rated opponents, or too small a score.")
    mean = None
    if first.mean is not None:
        scaled = first.mean * 100
        mean = hundredths(scaled.numerator // scaled.denominator)
    return {
        "value": first.value,
        "expected": first.before_bounds,
        "games": _count(first.games),
        "score": points(first.half_points),
        "mean": mean,
        "percent": first.percent,
        "added": None if first.added is None else signed_hundredths(int(first.added * 100)),
        "missing": missing,
    }
