"""A line of a rating list in finished words: the games behind a change, with sums that agree."""

from collections.abc import Collection, Iterable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.models import Region
from federation.templatetags.registry import MINUS, hundredths, points
from qualifications.engine.ratings import RatingChange
from qualifications.engine.regulation import RatingRules
from qualifications.explain import ExplainedEvent, ExplainedGame, ExplainedRow, explain_row
from qualifications.issued_lists import EVERYBODY, NATIONAL, NO_REGION, IssuedList
from qualifications.models import Crossing, RatingPeriod, RatingRow
from qualifications.selectors import rules_of

_GAME_POINTS = {0: "0", 1: "½", 2: "1"}


def signed_hundredths(value: int | None) -> str:
    """A gain in points: 113 → +1,13; -37 → −0,37; 0 → 0,00."""
    return f"+{hundredths(value)}" if value and value > 0 else hundredths(value)


def list_words(which: str, regions: Iterable[Region]) -> str:
    """What a list of a run is called."""
    if which == NATIONAL:
        return _("National list")
    if which == EVERYBODY:
        return _("National and regional figures")
    if which == NO_REGION:
        return _("Regional figures of players without a region")
    region = next(region for region in regions if region.code == which)
    return _("List of the region: %(region)s") % {"region": region}


def issue_view(issued: IssuedList) -> dict[str, Any]:
    """Which issue of a list is shown, why it was issued again, and what has replaced it."""
    issue, latest = issued.issue, issued.replaced_by
    correction = issue.correction if issue else None
    return {
        "number": issued.number,
        "count": len(issued.issues) or 1,
        "issued_at": issue.issued_at if issue else issued.period.published_at,
        "corrected_at": correction.decided_at if correction else None,
        "reason": correction.reason if correction else "",
        "replaced_by": latest.number if latest else None,
        "replaced_at": latest.issued_at if latest else None,
        "others": [one for one in issued.issues if one.number != issued.number],
        "asked": issued.number if latest else None,
    }


def list_lines(rows: Iterable[RatingRow], *, amended: Collection[int] = ()) -> list[dict[str, Any]]:
    """Rows of a page with their marks: `row`, and `marks` of {word, tone}.

    `amended` are keys of rows that another issue of the list has otherwise.
    """
    return [
        {
            "row": row,
            "marks": [
                *marks_of(row),
                *([{"word": _("amended"), "tone": "warn"}] if row.pk in amended else []),
            ],
        }
        for row in rows
    ]


def marks_of(row: RatingRow) -> list[dict[str, str]]:
    """What is to be known about a line besides its figures; for `status_badge.html`."""
    marks = []
    if row.held:
        marks.append({"word": _("an objection is being looked at"), "tone": "wait"})
    if row.crossed == Crossing.UP:
        marks.append({"word": _("came to the national list"), "tone": "good"})
    if row.crossed == Crossing.DOWN:
        marks.append({"word": _("went to the regional list"), "tone": "info"})
    return marks


def line_context(period: RatingPeriod, row: RatingRow) -> dict[str, Any]:
    """What `rating_line.html` shows of one line, published or draft, with the games behind it."""
    rules = rules_of(period)
    return {
        "period": period,
        "row": row,
        "player": row.player,
        "rules": rules,
        "marks": marks_of(row),
        "line": None if period.opening else line_view(explain_row(row), rules),
    }


def line_view(explained: ExplainedRow, rules: RatingRules) -> dict[str, Any]:
    """Events with their games, and the arithmetic from the sum of gains to the new coefficient."""
    change = explained.change
    return {
        "events": [event_view(event) for event in explained.events],
        "arithmetic": _arithmetic(change, rules) if change.before is not None else [],
        "first": _first(change) if change.first_coefficient else [],
        "waiting": waiting_sentence(change, rules)
        if change.before is None and not change.first_coefficient
        else "",
        "floor": rules.national_floor,
    }


def event_view(explained: ExplainedEvent) -> dict[str, Any]:
    """One event of a line; the sums are those of the games above them."""
    line = explained.line
    games = [
        _game(game, rated=line.own is not None or bool(line.games)) for game in explained.games
    ]
    expected = sum(game.expected_hundredths for game in line.games)
    lifted = line.gain_hundredths != line.gain_before_first_place
    return {
        "name": explained.event.name,
        "url": reverse("event-detail", args=[explained.event.pk]),
        "ends_on": explained.event.ends_on,
        "own": line.own,
        "games": games,
        "rated": bool(line.games),
        "counted": sum(game["counted"] for game in games),
        "points": points(line.half_points),
        "expected": hundredths(expected),
        "gain": signed_hundredths(line.gain_before_first_place),
        "lifted": lifted,
    }


def _game(game: ExplainedGame, *, rated: bool) -> dict[str, Any]:
    line = game.line
    return {
        "round": game.round,
        "colour": "w" if game.white else "b",
        "opponent": game.opponent.name,
        "url": reverse("player-card", args=[game.opponent.pk]),
        "coefficient": game.opponent_coefficient,
        "counted": game.opponent_coefficient is not None,
        "result": _GAME_POINTS[game.half_points],
        "difference": signed_whole(line.difference) if line else "",
        "limited": signed_whole(line.limited_difference) if line and line.limited else "",
        "expected": hundredths(line.expected_hundredths) if line else "",
        "gain": signed_hundredths(line.gain_hundredths) if line else "",
    }


def signed_whole(value: int) -> str:
    """A difference of coefficients: +120, −80, 0."""
    return f"{MINUS}{-value}" if value < 0 else f"+{value}" if value else "0"


def _arithmetic(change: RatingChange, rules: RatingRules) -> list[dict[str, str]]:
    """Sum of gains × development factor = change, rounded once; for `definition_list.html`."""
    product = (change.development_factor or 0) * change.gain_hundredths
    rounded = (
        _("rounded to %(change)s; a half goes away from zero")
        % {"change": signed_whole(change.change)}
        if product != change.change * 100
        else ""
    )
    return [
        {"term": _("Sum of the gains"), "value": signed_hundredths(change.gain_hundredths)},
        {
            "term": _("Development factor"),
            "value": f"× {change.development_factor}",
            "hint": factor_sentence(change, rules),
        },
        {"term": _("Change"), "value": signed_hundredths(product), "hint": rounded},
        {
            "term": _("New coefficient"),
            "value": f"{change.before} {'+' if change.change >= 0 else MINUS} "
            f"{abs(change.change)} = {change.after}",
        },
    ]


def factor_sentence(change: RatingChange, rules: RatingRules) -> str:
    """Why the development factor is what it is."""
    if change.development_factor == rules.factor_strong:
        return _("once a coefficient has reached %(level)d") % {"level": rules.strong_from}
    if change.development_factor == rules.factor_new:
        return ngettext(
            "while fewer than %(n)d game has been counted before",
            "while fewer than %(n)d games have been counted before",
            rules.new_until_games,
        ) % {"n": rules.new_until_games}
    return ngettext(
        "from %(n)d game on, below a coefficient of %(level)d",
        "from %(n)d games on, below a coefficient of %(level)d",
        rules.new_until_games,
    ) % {"n": rules.new_until_games, "level": rules.strong_from}


def _first(change: RatingChange) -> list[dict[str, str]]:
    """How a first coefficient came about; for `definition_list.html`."""
    first = change.first_coefficient
    if first is None:
        return []
    earlier = first.games - change.games
    sign = MINUS if first.added < 0 else "+"
    return [
        {
            "term": _("Games counted"),
            "value": str(first.games),
            "hint": ngettext(
                "%(n)d of them from earlier lists", "%(n)d of them from earlier lists", earlier
            )
            % {"n": earlier}
            if earlier
            else "",
        },
        {
            "term": _("Mean coefficient of the opponents"),
            "value": f"{first.opponents_sum} / {first.games} = {first.mean}",
            "hint": _("rounded, a half goes up") if first.opponents_sum % first.games else "",
        },
        {
            "term": _("Points"),
            "value": _("%(points)s of %(games)d, %(percent)d %%")
            % {
                "points": points(first.half_points),
                "games": first.games,
                "percent": first.percent,
            },
        },
        {
            "term": _("Addition for this percentage"),
            "value": signed_whole(first.added),
            "hint": _("by the table of differences"),
        },
        {
            "term": _("First coefficient"),
            "value": f"{first.mean} {sign} {abs(first.added)} = {first.value}",
        },
    ]


def waiting_sentence(change: RatingChange, rules: RatingRules) -> str:
    """How far a player is from the first coefficient."""
    games = sum(line.games for line in change.pool)
    return ngettext(
        "%(n)d game of the %(needed)d that a first coefficient needs.",
        "%(n)d games of the %(needed)d that a first coefficient needs.",
        games,
    ) % {"n": games, "needed": rules.first_games}
