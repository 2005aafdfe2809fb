"""The dated parameters of the world federation's ratings for people: from when, and how sure."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from federation.templatetags.registry import day
from qualifications.engine.fide_ratings.parameters import (
    Dated,
    Factors,
    FarApart,
    FideRatingTables,
    FirstRule,
    Junior,
    Known,
    LeastMinutes,
    Limit,
    Pace,
    RatingKind,
    Sure,
)
from qualifications.engine.regulation import Regulation
from qualifications.presenting_tables import (
    Cell,
    Table,
    make_table,
    performance_table,
    range_words,
)

KINDS = {
    RatingKind.STANDARD: gettext_noop("standard"),
    RatingKind.RAPID: gettext_noop("rapid"),
    RatingKind.BLITZ: gettext_noop("blitz"),
}
SURE = {
    Sure.READ: gettext_noop("read in the text"),
    Sure.REPORTED: gettext_noop("reported"),
    Sure.INFERRED: gettext_noop("worked out from other numbers"),
    Sure.UNVERIFIED: gettext_noop("not found: nothing is computed"),
}
TITLES = {
    "limit": gettext_noop("Limit of the difference of ratings"),
    "factor": gettext_noop("Development coefficient K"),
    "junior": gettext_noop("K of juniors"),
    "product": gettext_noop("K times the games of a period"),
    "factor_day": gettext_noop("Which rating decides K"),
    "rounded": gettext_noop("Rounding of the change of a period"),
    "floor": gettext_noop("Lowest published rating"),
    "first": gettext_noop("First rating"),
    "lists": gettext_noop("Days of the lists"),
    "far_apart": gettext_noop("Games that are not rated"),
    "pace": gettext_noop("Standard, rapid or blitz"),
    "minutes": gettext_noop("Least time of a standard game"),
}


def rating_tables(law: Regulation) -> list[Table]:
    """Every parameter with its days, its sources and how sure it is; then the two tables."""
    tables = law.tables_as(FideRatingTables)
    found = [
        make_table(
            f"dated-{name}",
            _(TITLES[name]),
            (_("Holds from"), _("Ratings"), _("What holds"), _("How sure"), _("Sources")),
            (_row(one) for one in sets),
            article=sets[0].known.article,
        )
        for name, sets in tables.every().items()
    ]
    order = ", ".join(_(REASONS[one]) for one in tables.precedence)
    found.append(
        make_table(
            "precedence",
            _("Order in which the cases of K are asked"),
            (_("Order"), _("How sure"), _("Sources")),
            ((order, *_sure(tables.precedence_known)),),
            article=tables.precedence_known.article,
        )
    )
    found.append(
        make_table(
            "raised",
            _("One-time adjustments"),
            (_("Day"), _("Ratings"), _("What holds"), _("How sure"), _("Sources")),
            (
                (
                    day(one.on),
                    _kinds(one.kinds),
                    _("%(lowest)s to %(target)s: raised by %(share)s of the way to %(target)s")
                    % {
                        "lowest": one.lowest,
                        "target": one.target,
                        "share": f"{one.numerator}/{one.denominator}",
                    },
                    *_sure(one.known),
                )
                for one in tables.raised
            ),
            article="FIDE.R.RAISED",
        )
    )
    found.append(
        make_table(
            "expected-score",
            _("Expected score by the difference of two ratings, in hundredths"),
            (_("Difference"), _("The higher"), _("The lower")),
            (
                (range_words(row.lowest, row.highest), row.higher, row.lower)
                for row in tables.expected_score
            ),
            article="FIDE.R.TABLE",
            long=True,
        )
    )
    found.append(performance_table(tables.performance, "FIDE.R.PERF"))
    found.append(
        make_table(
            "sources",
            _("Sources"),
            (_("Sign"), _("What it is"), _("Address")),
            ((one.key, one.what, one.url or "–") for one in tables.sources),
            long=True,
        )
    )
    return found


REASONS = {
    "strong": gettext_noop("a rating of 2400 was published once"),
    "junior": gettext_noop("a junior"),
    "new": gettext_noop("fewer than 30 games"),
    "ordinary": gettext_noop("any other player"),
}
"""Why a player has the K that he has."""


def _row(one: Dated[object]) -> tuple[Cell | str, ...]:
    since = day(one.since)
    if one.earliest != one.latest:
        since = _("%(day)s; not certain: between %(earliest)s and %(latest)s") % {
            "day": since,
            "earliest": day(one.earliest),
            "latest": day(one.latest),
        }
    value = "–" if one.value is None else _WORDS[type(one.value)](one.value)
    return (since, _kinds(one.kinds), value, *_sure(one.known))


def _sure(known: Known) -> tuple[str, str]:
    note = f" ({_(known.note)})" if known.note else ""
    return f"{_(SURE[known.status])}{note}", ", ".join(known.sources) or "–"


def _kinds(kinds: Iterable[RatingKind]) -> str:
    return ", ".join(_(KINDS[kind]) for kind in kinds)


def _limit(value: Limit) -> str:
    words = (
        _("%(n)s points, in one game of the event: the one with the greatest difference")
        if value.greatest_only
        else _("%(n)s points, in every game")
    ) % {"n": value.difference}
    if value.free_from is None:
        return words
    free = _("no limit for players of %(rating)s or more") % {"rating": value.free_from}
    return f"{words}; {free}"


def _factors(value: Factors) -> str:
    return _(
        "%(new)s until %(games)s games are played, then %(ordinary)s; %(strong)s for ever from "
        "%(level)s on"
    ) % {
        "new": value.new,
        "games": value.new_until_games,
        "ordinary": value.ordinary,
        "strong": value.strong,
        "level": value.strong_from,
    }


def _junior(value: Junior) -> str:
    if value.until == "never":
        return _("no rule for juniors")
    words = (
        _("%(factor)s until the 18th birthday, below %(below)s")
        if value.until == "birthday"
        else _("%(factor)s until the end of the year of the 18th birthday, below %(below)s")
    )
    return words % {"factor": value.factor, "below": value.below}


def _word(value: str) -> str:
    return {
        "start": _("the rating on the first day of the event"),
        "list": _("the rating when the list is computed"),
        "away_from_zero": _("nearest whole number, a half away from zero"),
    }[value]


def _number(value: int) -> str:
    return str(value) if value else _("no such rule")


def _first(value: FirstRule) -> str:
    parts = [_("%(n)s games against rated opponents") % {"n": value.games}]
    if value.pooling is not None:
        pooled = {
            "months": _("put together over %(n)s months"),
            "periods": _("put together over %(n)s rating periods"),
        }[value.pooling_unit]
        parts.append(pooled % {"n": value.pooling})
    if value.least_rated:
        parts.append(_("at least %(n)s rated opponents in an event") % {"n": value.least_rated})
    if value.least_half_points:
        least = _("at least %(n)s half-points in every event")
        if not value.every_event:
            least = _("at least %(n)s half-points in the first event")
        parts.append(least % {"n": value.least_half_points})
    if value.half_point:
        whole, rest = divmod(value.half_point, 100)
        amount = f"{whole}.{rest // 10}" if rest else str(whole)
        parts.append(_("above 50 percent %(n)s points for each half-point") % {"n": amount})
    if value.added_opponents:
        parts.append(
            _("with %(n)s draws against opponents of %(rating)s")
            % {"n": value.added_opponents, "rating": value.added_rating}
        )
    if value.highest is not None:
        parts.append(_("at most %(n)s") % {"n": value.highest})
    if not value.round_robin:
        parts.append(_("round robins are left open"))
    return "; ".join(parts)


def _months(value: tuple[int, ...]) -> str:
    days = ", ".join(day(date(2000, month, 1)).replace(" 2000", "") for month in value)
    return _("every month on the first") if len(value) == 12 else days


def _far_apart(value: FarApart) -> str:
    if not value.difference:
        return _("no such rule")
    return _("a difference of %(difference)s or more with a player above %(above)s") % {
        "difference": value.difference,
        "above": value.above,
    }


def _pace(value: Pace) -> str:
    minutes, seconds = divmod(value.rapid_from_seconds, 60)
    words = (
        _("standard from %(standard)s minutes for 60 moves on, rapid above %(rapid)s")
        if seconds
        else _("standard from %(standard)s minutes for 60 moves on, rapid from %(rapid)s on")
    )
    return words % {"standard": value.standard_from, "rapid": minutes}


def _minutes(value: LeastMinutes) -> str:
    words = _(
        "%(strong)s minutes with a player of %(strong_from)s or more, %(middle)s with one of "
        "%(middle_from)s or more, otherwise %(weak)s"
    ) % {
        "strong": value.strong,
        "strong_from": value.strong_from,
        "middle": value.middle,
        "middle_from": value.middle_from,
        "weak": value.weak,
    }
    moves = (
        _("a first period has exactly %(n)s moves")
        if value.exactly
        else _("a first period has at least %(n)s moves")
    ) % {"n": value.first_moves}
    return f"{words}; {moves}"


_WORDS: Mapping[type, Callable[..., str]] = {
    Limit: _limit,
    Factors: _factors,
    Junior: _junior,
    FirstRule: _first,
    FarApart: _far_apart,
    Pace: _pace,
    LeastMinutes: _minutes,
    int: _number,
    str: _word,
    tuple: _months,
}
