"""The development coefficient K of a player, and why it is that one."""

from dataclasses import dataclass
from datetime import date

from ..quantities import add_years
from .parameters import Factors, Junior, Open, Rules


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """What K asks about a player. None where nobody knows."""

    rating: int
    """Of the list in force on the first day of the event."""
    games_before: int | None = None
    """Rated games in events completed before."""
    highest: int | None = None
    """Highest rating that was ever published."""
    reached: int | None = None
    """A rating that was published once: the highest one may be higher."""
    birth_date: date | None = None
    birth_year: int | None = None
    games_of_period: int = 0
    """Of the period in which the event is rated, the event included; 0: not asked."""
    listed: int | None = None
    """K that the list in force shows for the player; it goes before all that is worked out."""


@dataclass(frozen=True, slots=True)
class Factor:
    value: int
    why: str
    """`listed`, `strong`, `junior`, `new` or `ordinary`."""
    before_limit: int
    """The same before the product with the games was limited (FIDE.R.PRODUCT)."""
    assumed: tuple[str, ...]
    """Facts that are not known and that could have made another K: `games`, `highest`, `birth`."""


def factor_of(player: PlayerFacts, rules: Rules) -> Factor | Open:
    """FIDE.R.K: K on the day of the rules, in the order of the edition.

    What is not known is taken as the ordinary case: at least 30 games, never 2400, no junior; where
    another answer would have made another K, it is named as assumed. Open where two sets may hold
    and disagree.
    """
    for part in (rules.factor, rules.junior, rules.product):
        missing = part.open()
        if missing is not None:
            return missing
    found = [
        _factor(player, factors, junior, product, rules)
        for factors in rules.factor.values
        for junior in rules.junior.values
        for product in rules.product.values
    ]
    if len({one.value for one in found}) == 1:
        return found[-1]
    return _who_differs(player, rules)


def _who_differs(player: PlayerFacts, rules: Rules) -> Open:
    """The parameter whose sets disagree, the others held fast."""
    factors, junior, product = rules.factor.values, rules.junior.values, rules.product.values
    if len({_factor(player, one, junior[-1], product[-1], rules).value for one in factors}) > 1:
        return rules.factor.differ()
    if len({_factor(player, factors[-1], one, product[-1], rules).value for one in junior}) > 1:
        return rules.junior.differ()
    return rules.product.differ()


def _factor(
    player: PlayerFacts, factors: Factors, junior: Junior, product: int, rules: Rules
) -> Factor:
    if player.listed is not None:
        value = limited_factor(player.listed, player.games_of_period, product)
        return Factor(value, "listed", player.listed, ())
    answers = {
        "strong": _reached(player, factors.strong_from),
        "junior": _is_junior(player, junior, rules),
        "new": None
        if player.games_before is None
        else player.games_before < factors.new_until_games,
        "ordinary": True,
    }
    values = {
        "strong": factors.strong,
        "junior": junior.factor,
        "new": factors.new,
        "ordinary": factors.ordinary,
    }
    why = next(name for name in rules.tables.precedence if answers[name])
    before = values[why]
    asks = {"strong": "highest", "junior": "birth", "new": "games"}
    earlier = rules.tables.precedence[: rules.tables.precedence.index(why)]
    assumed = [asks[name] for name in earlier if answers[name] is None and values[name] != before]
    if why == "junior" and player.highest is None and player.rating < junior.below:
        assumed.append("highest")
    return Factor(
        limited_factor(before, player.games_of_period, product),
        why,
        before,
        tuple(dict.fromkeys(assumed)),
    )


def limited_factor(factor: int, games: int, most: int) -> int:
    """FIDE.R.PRODUCT: the largest whole K with K times the games at most `most`; 0: no limit."""
    return most // games if most and factor * games > most else factor


def _reached(player: PlayerFacts, level: int) -> bool | None:
    """Whether a published rating has ever been so high; None where nobody knows."""
    if max(player.rating, player.highest or 0, player.reached or 0) >= level:
        return True
    return None if player.highest is None else False


def _is_junior(player: PlayerFacts, junior: Junior, rules: Rules) -> bool | None:
    """Whether K of juniors holds on a day; None where the birth is not known well enough."""
    if junior.until == "never" or _reached(player, junior.below):
        return False
    year = player.birth_date.year if player.birth_date else player.birth_year
    if year is None:
        return None
    turns, on = year + rules.adult_age, rules.on
    if junior.until == "year" or on.year != turns:
        return on.year <= turns
    return None if player.birth_date is None else on < add_years(player.birth_date, rules.adult_age)


def rating_that_decides(at_start: int, when_computed: int, rules: Rules) -> int | Open:
    """FIDE.R.KDAY: which of two ratings K goes by; the same one where they are equal.

    Until 30 June 2009 the rating when the list was computed, since then that of the first day of
    the event.
    """
    day = rules.factor_day.one()
    if isinstance(day, Open):
        return day
    return at_start if day == "start" else when_computed
