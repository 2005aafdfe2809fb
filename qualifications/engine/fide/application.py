"""The application for a title by norms (1.50 to 1.54): the best set of a player's norms.

Each norm was judged by the edition of its own event (1.54); the application is checked by the
edition that it is made under.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from ..regulation import Regulation
from ..verdict import Outcome, Reason, all_of
from .norm import UnknownInNorm
from .requirements import reason
from .tables import FideRules, NormTitle, rules_of

_ENOUGH_FOR = {
    "GM": ("GM",),
    "IM": ("IM", "GM"),
    "WGM": ("WGM", "IM", "GM"),
    "WIM": ("WIM", "WGM", "IM", "GM"),
}
SWISS_NEEDED_AFTER = date(2022, 6, 30)
OTHER_EVENTS_FROM = date(2023, 1, 1)
REGISTERED_BEFORE = date(2005, 7, 1)


@dataclass(frozen=True, slots=True)
class NormHeld:
    """A norm that a player has made, as an application needs to know it."""

    key: int
    """The caller's own; unique among the player's norms."""
    title: str
    ends_on: date
    games: int
    """Games it counts for, whole points of overscore included (1.41d)."""
    with_foreigners: bool
    """1.43 and 1.44 hold without an exemption."""
    days_with_one_round: int | None
    """Days of the event with one round only; None where not known."""
    eight_games: bool = False
    """A norm by 1.41c."""
    large_swiss: bool | None = None
    """1.5.6 a: an individual Swiss with 40 participants of mean rating 2000 in every round."""
    world_cup_path: bool = False
    """1.5.6 b to f: the event is of a kind named there."""
    registered_in_time: bool | None = None
    """1.55: for norms of before 1 July 2005."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A norm that is not in the set, and why."""

    key: int
    article: str
    why: str
    """`other_title`, `expired`, `second_eight_games`, or `not_needed`."""


@dataclass(frozen=True, slots=True)
class Application:
    title: str
    grade: str
    edition: str
    outcome: Outcome
    """The conjunction of `reasons`."""
    norms: tuple[int, ...]
    """Keys of the best set, by date: the fewest norms that are enough, else as many as can be."""
    reasons: tuple[Reason, ...]
    """On that set; what is not met is what would be refused."""
    refused: tuple[Refusal, ...]
    achieved_on: date | None
    """0.44: the later of the last norm and the rating; None while something is missing."""


def check_application(
    title: str,
    norms: Iterable[NormHeld],
    *,
    sex: str | None,
    highest_rating: int | None,
    rating_reached_on: date | None,
    law: Regulation,
) -> Application:
    """Whether a player's norms and rating are enough for GM, IM, WGM or WIM.

    `highest_rating` may have been reached inside a period or an event (1.53a). Raises
    UnknownInNorm, and ValueError for two norms with the same key.
    """
    rules = rules_of(law)
    if title not in rules.tables.titles:
        raise UnknownInNorm(f"there are no norms for the title {title}")
    row = rules.tables.titles[title]
    given = sorted(norms, key=lambda norm: (norm.ends_on, norm.key))
    if len({norm.key for norm in given}) != len(given):
        raise ValueError("two norms have the same key")
    usable, refused = _usable(title, given)
    chosen = best_set(usable, row, rules)
    refused += _unused(usable, chosen)
    reasons = (
        *_person(row, sex),
        *of_the_set(chosen, row, rules),
        award_rating(row, highest_rating),
    )
    outcome = all_of(one.outcome for one in reasons)
    achieved = None
    if outcome is Outcome.MET and rating_reached_on is not None and chosen:
        achieved = max(rating_reached_on, chosen[-1].ends_on)
    return Application(
        title=title,
        grade=row.grade,
        edition=law.edition,
        outcome=outcome,
        norms=tuple(norm.key for norm in chosen),
        reasons=reasons,
        refused=tuple(sorted(refused, key=lambda one: one.key)),
        achieved_on=achieved,
    )


def _usable(title: str, given: Sequence[NormHeld]) -> tuple[list[NormHeld], list[Refusal]]:
    """1.51 and 1.55: norms of the title or a harder one, not expired."""
    usable: list[NormHeld] = []
    refused: list[Refusal] = []
    for norm in given:
        if norm.title not in _ENOUGH_FOR[title]:
            refused.append(Refusal(norm.key, "FIDE.1.51", "other_title"))
        elif norm.ends_on < REGISTERED_BEFORE and norm.registered_in_time is False:
            refused.append(Refusal(norm.key, "FIDE.1.55", "expired"))
        else:
            usable.append(norm)
    return usable, refused


def _unused(usable: Sequence[NormHeld], chosen: Sequence[NormHeld]) -> list[Refusal]:
    keys = {norm.key for norm in chosen}
    eight = any(norm.eight_games for norm in chosen)
    return [
        Refusal(norm.key, "FIDE.1.41c", "second_eight_games")
        if norm.eight_games and eight
        else Refusal(norm.key, "FIDE.1.50", "not_needed")
        for norm in usable
        if norm.key not in keys
    ]


def best_set(
    usable: Sequence[NormHeld], title: NormTitle, rules: FideRules
) -> tuple[NormHeld, ...]:
    """The fewest norms that are enough, those that ended first; else the set that misses least."""
    largest = _largest_sets(usable, rules)
    if any(_misses(chosen, title, rules) == (0, 0) for chosen in largest):
        for size in range(len(usable) + 1):
            enough = [
                chosen
                for chosen in combinations(usable, size)
                if _misses(chosen, title, rules) == (0, 0)
            ]
            if enough:
                return min(enough, key=_latest_first)
    return min(largest, key=lambda chosen: (_misses(chosen, title, rules), _negative_games(chosen)))


def _largest_sets(usable: Sequence[NormHeld], rules: FideRules) -> list[tuple[NormHeld, ...]]:
    """Sets of which one is enough if any set is.

    More norms never harm, with three exceptions: a second one of eight games, one that brings 1.5.6
    into force, and an old one of which nobody knows whether it was registered.
    """
    limit = rules.law.thresholds.get("eight_game_norms_in_application")
    eight = [norm for norm in usable if norm.eight_games]
    out_of = [frozenset[int]()]
    if limit is not None and len(eight) > limit:
        keys = frozenset(norm.key for norm in eight)
        out_of = [keys - {norm.key for norm in kept} for kept in combinations(eight, limit)]
    return [
        tuple(
            norm
            for norm in usable
            if norm.key not in out
            and not (without_new and norm.ends_on > SWISS_NEEDED_AFTER)
            and not (without_old and norm.ends_on < REGISTERED_BEFORE)
        )
        for out in out_of
        for without_new in (False, True)
        for without_old in (False, True)
    ]


def _misses(chosen: Sequence[NormHeld], title: NormTitle, rules: FideRules) -> tuple[int, int]:
    outcomes = [one.outcome for one in of_the_set(chosen, title, rules)]
    return outcomes.count(Outcome.NOT_MET), outcomes.count(Outcome.UNDECIDED)


def _latest_first(chosen: Sequence[NormHeld]) -> list[date]:
    return sorted((norm.ends_on for norm in chosen), reverse=True)


def _negative_games(chosen: Sequence[NormHeld]) -> int:
    return -sum(norm.games for norm in chosen)


def of_the_set(
    chosen: Sequence[NormHeld], title: NormTitle, rules: FideRules
) -> tuple[Reason, ...]:
    """Everything that is asked of a set of norms."""
    return (
        one_round_a_day(chosen, title, rules),
        at_most_one_of_eight_games(chosen, rules),
        one_with_foreigners(chosen),
        number_of_norms(chosen, rules),
        games_of_the_norms(chosen, rules),
        registered_norms(chosen),
        *one_large_swiss(chosen, rules),
    )


def one_round_a_day(chosen: Sequence[NormHeld], title: NormTitle, rules: FideRules) -> Reason:
    """1.13a: У заявці на присвоєння звання Гросмейстера GM на підставі виконання норм, по крайней
    мере, одна норма повинна бути виконана в турнірі, в якому мінімум протягом трьох днів грався
    тільки один тур в день.

    The text of 2024 asks the same for WGM.
    """
    days = rules.law.thresholds["application_days_with_one_round"]
    asked_for = {"GM", "WGM"} if rules.law.thresholds["slow_event_for_wgm"] else {"GM"}
    known = [norm.days_with_one_round for norm in chosen]
    passed: bool | None = any(one is not None and one >= days for one in known)
    if not passed and None in known:
        passed = None
    found = reason(
        "FIDE.1.13a",
        "fide_norm_with_one_round_a_day",
        passed,
        required={"days": days},
        measured={"norms": sum(one is not None and one >= days for one in known)},
        asks="days_with_one_round",
    )
    if title.key in asked_for:
        return found
    return Reason(found.article, found.check, Outcome.NOT_APPLICABLE, found.required)


def at_most_one_of_eight_games(chosen: Sequence[NormHeld], rules: FideRules) -> Reason:
    """1.41c of the later text: one norm of eight games in an application. Not asked in 2013."""
    limit = rules.law.thresholds.get("eight_game_norms_in_application")
    count = sum(norm.eight_games for norm in chosen)
    if limit is None:
        return Reason(
            "FIDE.1.41c",
            "fide_eight_game_norms",
            Outcome.NOT_APPLICABLE,
            measured={"norms": count},
        )
    return reason(
        "FIDE.1.41c",
        "fide_eight_game_norms",
        count <= limit,
        required={"at_most": limit},
        measured={"norms": count},
    )


def one_with_foreigners(chosen: Sequence[NormHeld]) -> Reason:
    """1.43f: Принаймні, одна з норм повинна бути досяжна при нормальних умовах для іноземного
    учасника. (Див. Статті 1.43 і 1.44).
    """
    count = sum(norm.with_foreigners for norm in chosen)
    return reason(
        "FIDE.1.43f",
        "fide_norm_with_foreigners",
        count >= 1,
        required={"norms": 1},
        measured={"norms": count},
    )


def number_of_norms(chosen: Sequence[NormHeld], rules: FideRules) -> Reason:
    """1.50: two or more norms (the sentence is lost); the later text names no number."""
    least = rules.law.thresholds["application_norms"]
    return reason(
        "FIDE.1.50",
        "fide_number_of_norms",
        len(chosen) >= least,
        required={"norms": least},
        measured={"norms": len(chosen)},
    )


def games_of_the_norms(chosen: Sequence[NormHeld], rules: FideRules) -> Reason:
    """1.50: norms covering at least 27 games (the sentence is lost)."""
    least = rules.law.thresholds["application_games"]
    games = sum(norm.games for norm in chosen)
    return reason(
        "FIDE.1.50",
        "fide_games_of_norms",
        games >= least,
        required={"games": least},
        measured={"games": games},
    )


def registered_norms(chosen: Sequence[NormHeld]) -> Reason:
    """1.55: norms of before 1 July 2005 had to be registered before 1 July 2013."""
    old = [norm for norm in chosen if norm.ends_on < REGISTERED_BEFORE]
    if not old:
        return Reason("FIDE.1.55", "fide_old_norms_registered", Outcome.NOT_APPLICABLE)
    unknown = any(norm.registered_in_time is None for norm in old)
    return reason(
        "FIDE.1.55",
        "fide_old_norms_registered",
        None if unknown else all(norm.registered_in_time for norm in old),
        measured={"norms": len(old)},
        asks="norm_registered_in_time",
    )


def one_large_swiss(chosen: Sequence[NormHeld], rules: FideRules) -> tuple[Reason, ...]:
    """1.5.6 of the later text: with a norm made after 30 June 2022, one norm of a Swiss with at
    least 40 participants of mean rating 2000 in every round, or (from 1 January 2023) of an event
    on the way to the world title.
    """
    if "FIDE.1.5.6" not in rules.law.articles:
        return ()
    required = {
        "participants": rules.law.thresholds["swiss_participants"],
        "mean": rules.law.thresholds["swiss_mean"],
    }
    if not any(norm.ends_on > SWISS_NEEDED_AFTER for norm in chosen):
        return (Reason("FIDE.1.5.6", "fide_large_swiss", Outcome.NOT_APPLICABLE, required),)
    fits = [
        True
        if norm.large_swiss or (norm.world_cup_path and norm.ends_on >= OTHER_EVENTS_FROM)
        else norm.large_swiss
        for norm in chosen
    ]
    passed: bool | None = True if True in fits else None if None in fits else False
    return (
        reason(
            "FIDE.1.5.6",
            "fide_large_swiss",
            passed,
            required=required,
            measured={"norms": fits.count(True)},
            asks="large_swiss",
        ),
    )


def award_rating(title: NormTitle, highest_rating: int | None) -> Reason:
    """1.53: the rating that the title asks for at some time, published or not (1.53a; lost)."""
    return reason(
        "FIDE.1.53",
        "fide_award_rating",
        None if highest_rating is None else highest_rating >= title.award_rating,
        required={"rating": title.award_rating},
        measured={"rating": highest_rating},
        asks="fide_rating",
    )


def _person(title: NormTitle, sex: str | None) -> tuple[Reason, ...]:
    """0.31 for a woman's title."""
    if not title.women:
        return ()
    return (
        reason(
            "FIDE.0.31",
            "fide_women_only",
            None if sex is None else sex == "w",
            required={"women": True},
            measured={"sex": sex},
            asks="sex",
        ),
    )
