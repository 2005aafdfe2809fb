"""Cases of the Russian annex: kinds and the engine's functions that answer them."""

from collections.abc import Callable, Mapping
from typing import Any

from qualifications.engine import measures_ru as measures
from qualifications.engine.facts import Discipline
from qualifications.engine.regulation import Regulation

from .sentences import MASTER_MEAN_BELOW, said
from .values import (
    Input,
    UnusableInput,
    counts,
    fraction,
    half_points,
    needed,
    of_two,
    one_of,
    points,
    truth,
    whole,
    whole_or_none,
)

GRADES = {
    "GR": measures.GR,
    "MS": measures.MS,
    "KMS": measures.KMS,
    **{f"R{number}": f"ru.rank_{number}" for number in (1, 2, 3)},
    **{f"Y{number}": f"ru.youth_{number}" for number in (1, 2, 3)},
}
_NAMES = {grade: name for name, grade in GRADES.items()}
COLUMNS = {"men": "men", "women": "women"}
DISCIPLINES = {one.value: one for one in Discipline}


def mean_rating(data: Input, law: Regulation) -> Mapping[str, Any]:
    opponents = needed(data, "opponents")
    if not isinstance(opponents, list):
        raise UnusableInput("input.opponents: a list is expected")
    ratings = [whole_or_none({"opponents": rating}, "opponents") for rating in opponents]
    found = measures.mean_rating(ratings, law)
    return {"mean_exact": of_two(found.exact), "mean": found.value}


def rank_norm(data: Input, law: Regulation) -> Mapping[str, Any]:
    found = measures.rank_norm(
        one_of(data, "rank", GRADES),
        fraction(data, "mean"),
        _column(data),
        whole(data, "games"),
        _discipline(data),
        law,
    )
    return {
        "mean": found.mean,
        "pct": found.pct,
        "raw": found.raw,
        "norm": points(found.norm_half_points),
        "reason": said(found.reason, found.least_games),
    }


def ms_norm(data: Input, law: Regulation) -> Mapping[str, Any]:
    games = whole(data, "games")
    found = measures.ms_norm(games, fraction(data, "mean"), _column(data), law)
    reason = said(found.reason, games)
    if found.reason == measures.MEAN_BELOW_TABLE:
        reason = said(MASTER_MEAN_BELOW, found.lowest)
    return {
        "mean": found.mean,
        "norm": points(found.norm_half_points),
        "reason": reason,
    }


def ms_composition(data: Input, law: Regulation) -> Mapping[str, Any]:
    opponents: dict[str | None, int] = {}
    for name, count in counts(data, "opponents").items():
        if name not in GRADES and name != "none":
            raise UnusableInput(f"input.opponents: there is no class {name}")
        opponents[GRADES.get(name)] = count
    found = measures.ms_composition(whole(data, "games"), opponents, law)
    return {
        "ok": found.ok,
        "ms_or_higher": found.ms_or_higher,
        "kms_or_higher": found.kms_or_higher,
        "ranked": found.ranked,
    }


def best_rank(data: Input, law: Regulation) -> Mapping[str, Any]:
    grade = measures.best_rank(
        fraction(data, "mean"),
        _column(data),
        whole(data, "games"),
        half_points(data, "score"),
        _discipline(data),
        law,
    )
    return {"rank": None if grade is None else _NAMES[grade]}


def ms_award(data: Input, law: Regulation) -> Mapping[str, Any]:
    rating = whole_or_none(data, "rating_on_last_day")
    return {"award": measures.ms_award(rating, _column(data), truth(data, "norm_made"), law)}


def min_age(data: Input, law: Regulation) -> Mapping[str, Any]:
    birth, event = whole(data, "birth_year"), whole(data, "event_year")
    return {"ok": measures.min_age(one_of(data, "title", GRADES), birth, event, law)}


def _column(data: Input) -> str:
    """The youth ranks have one column: there the case may leave it out."""
    absent = "men" if str(data.get("rank", "")).startswith("Y") else None
    column: str = one_of(data, "column", COLUMNS, absent)
    return column


def _discipline(data: Input) -> Discipline:
    discipline: Discipline = one_of(data, "discipline", DISCIPLINES, absent="classical")
    return discipline


KINDS: Mapping[str, Callable[[Input, Regulation], Mapping[str, Any]]] = {
    adapter.__name__: adapter
    for adapter in (
        mean_rating,
        rank_norm,
        ms_norm,
        ms_composition,
        best_rank,
        ms_award,
        min_age,
    )
}
