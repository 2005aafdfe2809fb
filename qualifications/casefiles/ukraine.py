"""Cases of the Ukrainian order: kinds and the engine's functions that answer them."""

from collections.abc import Callable, Mapping
from typing import Any

from qualifications.engine import measures
from qualifications.engine import measures_ua_titles as titles
from qualifications.engine.facts import EventSystem, TimeControl
from qualifications.engine.ratings import gain_after_first_place
from qualifications.engine.regulation import Regulation
from qualifications.engine.rules.ua_2007.counting import judge_event
from qualifications.engine.rules.ua_2007.counting_facts import (
    CountingEvent,
    CountingKind,
    Strength,
)
from qualifications.engine.verdict import Outcome

from .sentences import said
from .values import (
    Input,
    UnusableInput,
    a_day,
    counts,
    day,
    decimal,
    fraction,
    half_points,
    needed,
    of_two,
    one_of,
    points,
    truth,
    whole,
)

RANKS = {"R1": "ua.rank_1", "R2": "ua.rank_2", "R3": "ua.rank_3", "Y1": "ua.youth_1"}
SEXES = {"men": "m", "women": "w", "m": "m", "w": "w", "f": "w"}
COLUMNS = {"men": "men", "women": "women"}
SYSTEMS = {system.value: system for system in EventSystem}
AGES = {
    **dict.fromkeys(("rank", "KMS", "KMSU", *RANKS), "ua.kmsu"),
    **dict.fromkeys(("MSU", "master"), "ua.msu"),
}
"""Titles of the cases of ages to a grade of the same age."""
LISTED_AS = {"MSUMK": "GM"}
"""The order counts the highest title once, whatever a case calls it."""
COUNTING_KINDS: Mapping[str, CountingKind | None] = {
    "unknown": None,
    **{kind.value: kind for kind in CountingKind},
}
BETWEEN_BODIES = {"inter": True, "national": False}


def tournament_coefficient(data: Input, law: Regulation) -> Mapping[str, Any]:
    found = measures.tournament_coefficient(_classes(data, "participants"), law)
    return {
        "n": found.n,
        "sum": found.total,
        "k_exact": of_two(found.exact),
        "k": found.value,
    }


def _classes(data: Input, key: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for name, count in counts(data, key).items():
        listed = LISTED_AS.get(name, name)
        found[listed] = found.get(listed, 0) + count
    return found


def rank_norm(data: Input, law: Regulation) -> Mapping[str, Any]:
    found = measures.rank_norm(
        decimal(data, "k"), whole(data, "games"), one_of(data, "rank", RANKS), law
    )
    return {
        "row": found.row,
        "pct": found.pct,
        "raw": found.raw,
        "norm": points(found.norm_half_points),
        "reason": said(found.reason),
    }


def first_place(data: Input, law: Regulation) -> Mapping[str, Any]:
    grade, coefficient = one_of(data, "rank", RANKS), decimal(data, "k")
    team = truth(data, "team", absent=False)
    found = measures.first_place(
        coefficient, grade, truth(data, "sole_first"), whole(data, "games"), team, law
    )
    number: object = None
    if found.reason == measures.ABOVE_LIMIT:
        number = f"{measures.first_place_limit(grade, law):f}".rstrip("0").rstrip(".")
    elif found.reason == measures.TOO_FEW_GAMES:
        number = measures.minimum_games(grade, coefficient, team, law)
    return {"granted": found.granted, "reason": said(found.reason, number)}


def msu_norm(data: Input, law: Regulation) -> Mapping[str, Any]:
    found = titles.msu_norm(
        fraction(data, "mean"),
        one_of(data, "column", COLUMNS),
        whole(data, "games"),
        law,
    )
    return {
        "mean": found.mean,
        "category": found.category,
        "pct": found.pct,
        "raw": found.raw,
        "norm": points(found.norm_half_points),
        "reason": said(found.reason),
    }


def kms_norm(data: Input, law: Regulation) -> Mapping[str, Any]:
    found = titles.opponents_norm(_classes(data, "opponents"), truth(data, "kms_norm_set"), law)
    return {
        "games": found.games,
        "raw": found.raw,
        "kms_norm": points(found.kmsu_half_points),
        "candidate_point": points(found.candidate_point_half_points),
        "reason": said(found.reason),
    }


def kms_games(data: Input, law: Regulation) -> Mapping[str, Any]:
    return _enough(
        titles.kms_games(_team(data), whole(data, "games"), whole(data, "kms_or_higher"), law)
    )


def msu_games(data: Input, law: Regulation) -> Mapping[str, Any]:
    return _enough(
        titles.msu_games(
            _team(data),
            whole(data, "games"),
            whole(data, "msu_or_higher"),
            whole(data, "kms_or_higher"),
            law,
        )
    )


def _team(data: Input) -> bool:
    return one_of(data, "form", SYSTEMS) is EventSystem.TEAM


def _enough(found: titles.Enough) -> Mapping[str, Any]:
    return {"ok": found.ok, "reason": said(found.reason, found.needed)}


def failure(data: Input, law: Regulation) -> Mapping[str, Any]:
    found = titles.failure(half_points(data, "score"), half_points(data, "norm"), law)
    return {"threshold": found.threshold, "failure": found.failed}


def kms_term(data: Input, law: Regulation) -> Mapping[str, Any]:
    system = one_of(data, "form", SYSTEMS)
    return {"years": titles.kms_term(system, whole(data, "rounds"), whole(data, "games"), law)}


def ik_event(data: Input, law: Regulation) -> Mapping[str, Any]:
    found = titles.ik_event(
        whole(data, "participants"),
        whole(data, "with_ik"),
        fraction(data, "mean"),
        one_of(data, "sex", SEXES),
        law,
        between_bodies=one_of(data, "kind", BETWEEN_BODIES),
    )
    return {"rated": found.rated, "reason": said(found.reason)}


def ik_first_place(data: Input, law: Regulation) -> Mapping[str, Any]:
    return {"change": gain_after_first_place(whole(data, "change"), truth(data, "sole_first"))}


def ik_deadline(data: Input, law: Regulation) -> Mapping[str, Any]:
    found = titles.ik_deadline(day(data, "event_end"), day(data, "received"), law)
    return {"last_day": found.last_day, "in_time": found.ok}


def ik_scope(data: Input, law: Regulation) -> Mapping[str, Any]:
    """What becomes of an event, and the articles that stand against it or are still open."""
    rated = whole(data, "with_ik")
    total = fraction(data, "mean") * rated
    if total.denominator != 1:
        raise UnusableInput("input.mean: not the mean of so many whole numbers")
    event = CountingEvent(
        kind=one_of(data, "kind", COUNTING_KINDS),
        submitted=truth(data, "submitted", absent=True),
        system=one_of(data, "form", SYSTEMS, absent="swiss"),
        women=one_of(data, "sex", SEXES, absent="men") == "w",
        double_round=truth(data, "double_round", absent=False),
        time_control=TimeControl(
            whole(data, "minutes"), whole(data, "increment"), electronic_clocks=True
        ),
        ends_on=day(data, "event_end"),
        material_received_on=None if data.get("received") is None else day(data, "received"),
        region=1,
    )
    strength = Strength(whole(data, "participants"), rated, int(total))
    scope, reasons = judge_event(event, strength, law)
    against = (Outcome.NOT_MET, Outcome.UNDECIDED)
    articles = dict.fromkeys(r.article for r in reasons if r.outcome in against)
    return {"scope": scope.value, "against": ", ".join(articles)}


def msu_window(data: Input, law: Regulation) -> Mapping[str, Any]:
    found = titles.msu_window(
        day(data, "norm_day"),
        day(data, "list_day"),
        whole(data, "ik"),
        one_of(data, "sex", SEXES),
        law,
    )
    return {"last_day": found.last_day, "ok": found.ok}


def international_share(data: Input, law: Regulation) -> Mapping[str, Any]:
    participants, home = whole(data, "participants"), whole(data, "ukrainians")
    return {"ok": titles.international_share(participants, home, law)}


def min_age(data: Input, law: Regulation) -> Mapping[str, Any]:
    grade = one_of(data, "title", AGES)
    found = titles.age_reached(grade, day(data, "birth"), day(data, "event_end"), law)
    return {"age": found.age, "ok": found.ok}


def simultaneous(data: Input, law: Regulation) -> Mapping[str, Any]:
    days, kinds = {}, []
    for name in ("a", "b"):
        value = needed(data, name)
        if not isinstance(value, list) or len(value) != 3:
            raise UnusableInput(f"input.{name}: first day, last day and kind are expected")
        days[name] = (a_day(value[0], f"input.{name}[0]"), a_day(value[1], f"input.{name}[1]"))
        kinds.append(value[2])
    team = "team" in kinds
    return {"allowed": titles.may_play_both(days["a"], days["b"], team=team, law=law)}


KINDS: Mapping[str, Callable[[Input, Regulation], Mapping[str, Any]]] = {
    adapter.__name__: adapter
    for adapter in (
        tournament_coefficient,
        rank_norm,
        first_place,
        msu_norm,
        kms_norm,
        kms_games,
        msu_games,
        failure,
        kms_term,
        ik_event,
        ik_first_place,
        ik_deadline,
        ik_scope,
        msu_window,
        international_share,
        min_age,
        simultaneous,
    )
}
