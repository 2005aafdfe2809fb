"""Cases of the world federation's ratings, also as its vectors are written down.

A file of vectors has `test_vectors`: an object of the lists `rating_change` and `initial_rating`.
Their numbers stand beside each other; what is stated is what is expected.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from qualifications.engine.fide_ratings import (
    FideRatingTables,
    Open,
    PlayerFacts,
    RatedGame,
    RatingKind,
    Rules,
    UnratedEvent,
    change_hundredths,
    factor_of,
    first_rating,
    game_changes,
    limited_games,
    list_in_force,
    rounded_change,
    rules_on,
)
from qualifications.engine.fide_ratings.parameters import Limit
from qualifications.engine.regulation import Regulation

from .values import (
    Input,
    UnusableInput,
    day,
    fraction,
    half_points,
    needed,
    one_of,
    whole,
    whole_or_none,
)

EDITION = "fide_ratings"
VECTORS = "test_vectors"
ROUNDED_SINCE = date(2024, 3, 1)
"""A vector without a day is rounded by the text of 2024, the oldest that says how."""
RULES = {"2022": date(2022, 1, 1), "2024": date(2024, 3, 1)}
RATING_KINDS = {kind.value: kind for kind in RatingKind}


def vectors(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The lists of a file of vectors by their kind; nothing where the file is another one."""
    found = data.get(VECTORS)
    if isinstance(found, Mapping):
        yield from found.items()


def as_case(kind: str, vector: Mapping[str, Any]) -> Mapping[str, Any]:
    """A vector as a case: its numbers as the input, what it states as the expected answer."""
    if "expected" in vector:
        return {"edition": EDITION, **vector}
    expected = vector.get("stated")
    if kind == "initial_rating" and "stated_initial_rating" in vector:
        expected = {"initial_rating": vector["stated_initial_rating"]}
    return {"id": vector.get("id"), "edition": EDITION, "input": vector, "expected": expected}


def rating_change(data: Input, law: Regulation) -> Mapping[str, Any]:
    """Change over one event: by the day's limit where `day` is given, else by `cap` (null: none).

    K is `K`, or comes from the player where a day is given. The new rating is rounded.
    """
    own = whole(data, "own_rating")
    games = [
        RatedGame(whole(game, "opponent"), half_points(game, "score"))
        for game in _objects(data, "games")
    ]
    rules = rules_on(ROUNDED_SINCE, _kind(data), law)
    if "day" in data:
        rules = rules_on(day(data, "day"), _kind(data), law)
        found = game_changes(own, games, rules)
    else:
        cap = whole_or_none({"cap": needed(data, "cap")}, "cap")
        limit = None if cap is None else Limit(cap, greatest_only=False, free_from=None)
        found = limited_games(own, games, limit, law.tables_as(FideRatingTables))
    if isinstance(found, Open):
        return _open(found)
    answer = whole(data, "K") if "K" in data else _factor(data, own, rules)
    if isinstance(answer, Open):
        return _open(answer)
    hundredths = change_hundredths(answer, found)
    change = rounded_change(hundredths, rules)
    return {
        "K": answer,
        "change": Decimal(hundredths) / 100,
        "expected_points": Decimal(sum(one.expected for one in found if one.rated)) / 100,
        "limited": [place for place, one in enumerate(found, start=1) if one.limited],
        "not_rated": [place for place, one in enumerate(found, start=1) if not one.rated],
        "rounded": None if isinstance(change, Open) else change,
        "new_rating": None if isinstance(change, Open) else own + change,
        "open": change.parameter if isinstance(change, Open) else None,
    }


def factor(data: Input, law: Regulation) -> Mapping[str, Any]:
    """K of a player on a day, why, and what was assumed."""
    rules = rules_on(day(data, "day"), _kind(data), law)
    found = factor_of(_player(data, whole(data, "own_rating")), rules)
    if isinstance(found, Open):
        return _open(found)
    return {"K": found.value, "why": found.why, "assumed": list(found.assumed), "open": None}


def initial_rating(data: Input, law: Regulation) -> Mapping[str, Any]:
    """First rating from one event, by the version `rule` or on `day`.

    Opponents one by one, or their average with the number of `games`.
    """
    on = day(data, "day") if "day" in data else one_of(data, "rule", RULES)
    opponents = _opponents(data)
    event = UnratedEvent(
        on, opponents, half_points(data, "score"), round_robin=bool(data.get("round_robin", False))
    )
    found = first_rating([event], rules_on(on, _kind(data), law))
    if isinstance(found, Open):
        return _open(found)
    return {
        "initial_rating": found.value,
        "missing": found.missing,
        "percent": found.percent,
        "open": None,
    }


def list_day(data: Input, law: Regulation) -> Mapping[str, Any]:
    """First day of the list that is in force on a day."""
    found = list_in_force(day(data, "day"), _kind(data), law)
    return _open(found) if isinstance(found, Open) else {"list": found, "open": None}


def _open(found: Open) -> Mapping[str, Any]:
    """Nothing but the parameter that the sources leave open."""
    return {"open": found.parameter, "K": None, "change": None, "initial_rating": None}


def _opponents(data: Input) -> tuple[int, ...]:
    if "opponents" in data:
        listed = data["opponents"]
        if not isinstance(listed, list):
            raise UnusableInput("input.opponents: a list is expected")
        return tuple(whole({"opponents": one}, "opponents") for one in listed)
    games = whole(data, "games")
    total = fraction(data, "average_of_rated_opponents") * games
    if total != Fraction(total.numerator) or games < 1:
        raise UnusableInput("input.average_of_rated_opponents: no whole numbers make this average")
    share, rest = divmod(total.numerator, games)
    return tuple(share + (place < rest) for place in range(games))


def _factor(data: Input, own: int, rules: Rules) -> int | Open:
    found = factor_of(_player(data, own), rules)
    return found if isinstance(found, Open) else found.value


def _player(data: Input, own: int) -> PlayerFacts:
    return PlayerFacts(
        rating=own,
        games_before=whole_or_none(data, "games_before"),
        highest=whole_or_none(data, "highest"),
        birth_date=day(data, "birth_date") if data.get("birth_date") else None,
        birth_year=whole_or_none(data, "birth_year"),
        games_of_period=whole_or_none(data, "games_of_period") or 0,
    )


def _kind(data: Input) -> RatingKind:
    found: RatingKind = one_of(data, "rating", RATING_KINDS, absent="standard")
    return found


def _objects(data: Input, key: str) -> list[Mapping[str, Any]]:
    value = needed(data, key)
    if not isinstance(value, list) or not all(isinstance(one, Mapping) for one in value):
        raise UnusableInput(f"input.{key}: a list of objects is expected")
    return value


KINDS: Mapping[str, Callable[[Input, Regulation], Mapping[str, Any]]] = {
    adapter.__name__: adapter for adapter in (rating_change, factor, initial_rating, list_day)
}
