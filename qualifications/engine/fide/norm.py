"""Whether one player's games in one event make a norm: the articles put together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..regulation import Regulation
from ..verdict import Outcome, Reason, all_of
from . import counting
from .counting import GameNotCounted, MinimumGames
from .facts import NormEvent, NormGame, NormPlayer, Result
from .games_left_out import (
    Permissions,
    SetOfGames,
    largest_norm,
    overscore,
    permissions,
)
from .measures import Case, CountedGame, Measures, lowest_half_points, measure
from .requirements import player_of_the_title, reason, requirements
from .tables import EventCategory, FideRules, NormTitle, rules_of

TITLE_NORM = "title_norm"
PERFORMANCE_NORM = "performance_norm"


class UnknownInNorm(ValueError):
    """The edition has no such title or no such category of events."""


@dataclass(frozen=True, slots=True)
class GameLeftOut:
    round: int
    article: str
    """`FIDE.1.42a`-`d`: does not count; `FIDE.1.42e`, `FIDE.1.42f`: left out for the player."""


@dataclass(frozen=True, slots=True)
class NormVerdict:
    """Whether the games make a norm, with every reason."""

    title: str
    grade: str
    edition: str
    outcome: Outcome
    """The conjunction of `reasons`."""
    reasons: tuple[Reason, ...]
    """On the games of the norm; where there is none, on all games that count."""
    all_games: Measures
    """All games that count, nothing left out."""
    failed: tuple[str, ...]
    """Articles that all games fail, without the scheme: `1.45a`."""
    norm_games: Measures | None
    """The set that makes (or may make) the norm: as many games as possible."""
    rounds: tuple[int, ...]
    """Rounds of `norm_games`; of all counted games where there is no norm."""
    left_out: tuple[GameLeftOut, ...]
    """By round."""
    minimum_games: int
    counts_as_games: int | None
    """Games of the norm in an application, without the overscore; None without a norm."""
    overscore: int | None
    """Whole points above the requirement (1.41d); None without a norm."""
    eight_games: bool
    """A norm by 1.41c."""
    exempt_by: str
    """Article that exempts the event from 1.43; empty for none."""
    kind: str
    """`title_norm`, or `performance_norm` (1.21 C)."""
    needed_half_points: int | None
    """Fewest half-points against the mean of the games looked at; None where no score is enough."""

    @property
    def norm(self) -> bool | None:
        """None while a person has to decide."""
        return {Outcome.MET: True, Outcome.NOT_MET: False}.get(self.outcome)

    @property
    def games_used(self) -> int | None:
        """Largest number of games that a valid set can have; None without a norm."""
        return self.norm_games.games if self.norm_games is not None else None

    @property
    def games_for_application(self) -> int | None:
        """Games of the norm in an application, whole points of overscore included (1.41d)."""
        if self.counts_as_games is None:
            return None
        return self.counts_as_games + (self.overscore or 0)

    @property
    def with_foreigners(self) -> bool:
        """1.43f: whether 1.43 and 1.44 hold on the games of the norm without any exemption."""
        asked = [one for one in self.reasons if one.article in ("FIDE.1.43", "FIDE.1.44")]
        return all(one.outcome is Outcome.MET for one in asked)


def judge_norm(
    title: str,
    player: NormPlayer,
    event: NormEvent,
    games: Sequence[NormGame],
    law: Regulation,
) -> NormVerdict:
    """Articles 1.41 to 1.48b (and 0.31) on the games of one player in one event.

    `title`: GM, IM, WGM or WIM. `games`: one for each round that the player was paired in or missed
    (a round without a game, in a team event, is simply not there); any order. How the event was
    organised (1.11 to 1.17, 1.42g) is judged apart. Raises UnknownInNorm.
    """
    rules = rules_of(law)
    if title not in rules.tables.titles:
        raise UnknownInNorm(f"there are no norms for the title {title}")
    if event.category not in rules.tables.categories:
        known = ", ".join(rules.tables.categories)
        raise UnknownInNorm(f"there is no category {event.category}; there are: {known}")
    row = rules.tables.titles[title]
    verdicts = [
        _judge(row, player, event, answered, rules)
        for answered in counting.every_answer(games, event)
    ]
    return _agreed(verdicts)


def _agreed(verdicts: Sequence[NormVerdict]) -> NormVerdict:
    """The verdict that does not depend on the open answers to 1.42c, else an open one."""
    first = verdicts[0]
    if len({verdict.outcome for verdict in verdicts}) == 1:
        return first
    asked = reason("FIDE.1.42c", "fide_unrated_scored", None, asks="scored_against_rated")
    others = tuple(one for one in first.reasons if one.outcome is not Outcome.NOT_MET)
    return replace(first, outcome=Outcome.UNDECIDED, reasons=(*others, asked))


def _judge(
    title: NormTitle,
    player: NormPlayer,
    event: NormEvent,
    games: Sequence[NormGame],
    rules: FideRules,
) -> NormVerdict:
    category = rules.tables.categories[event.category]
    minimum = counting.minimum_games(games, event, category, rules)
    counted, not_counted = counting.split(games, title, event, rules)
    case = Case(
        title=title,
        player=player,
        event=event,
        rules=rules,
        minimum=minimum.games,
        eight_games=minimum.article == "FIDE.1.41c",
        exempt_by=counting.exemption(player, event, category, rules),
    )
    if not rules.floor_anew and counted:
        case = replace(case, raised_person=min(counted, key=lambda game: game.rating).person)
    everything = measure(counted, case)
    verdict = _verdict(case, minimum, games, counted, not_counted, everything, category)
    may_be_performance = category.performance_norm_counts_as is not None
    if may_be_performance and rules.performance_norm_without_mix and verdict.norm is not True:
        without_mix = replace(case, without_mix=True)
        other = _verdict(without_mix, minimum, games, counted, not_counted, everything, category)
        if other.norm:
            return replace(other, failed=verdict.failed)
    return verdict


def _verdict(
    case: Case,
    minimum: MinimumGames,
    games: Sequence[NormGame],
    counted: Sequence[CountedGame],
    not_counted: Sequence[GameNotCounted],
    everything: Measures,
    category: EventCategory,
) -> NormVerdict:
    allowed = permissions(counted, case)
    found = largest_norm(counted, case, allowed)
    lost = None
    if found is None:
        found = lost = _last_game_as_lost(games, counted, case)
    if found is None and case.double_round and not case.rules.double_round_known:
        found = largest_norm(counted, case, allowed, surely=False)
    looked_at = found.measures if found is not None else everything
    used = found.games if found is not None else counted
    in_use = tuple(sorted({game.round for game in used}))
    of_the_set = requirements(looked_at, case, in_use)
    person = player_of_the_title(case)
    reasons = (
        person,
        *of_the_set,
        *_games_reasons(case, found, lost, not_counted, allowed),
    )
    same = looked_at == everything
    failed = articles_failed((person, *(of_the_set if same else requirements(everything, case))))
    by_rule = [GameLeftOut(game.round, game.article) for game in not_counted]
    by_choice: list[GameLeftOut] = []
    if found is not None:
        by_choice = [
            *(GameLeftOut(game.round, "FIDE.1.42e") for game in found.late),
            *(GameLeftOut(game.round, "FIDE.1.42f") for game in found.wins),
        ]
    left_out = [one for one in (*by_rule, *by_choice) if one.round not in in_use]
    outcome = all_of(one.outcome for one in reasons)
    made = found if outcome is not Outcome.NOT_MET else None
    kind = PERFORMANCE_NORM if case.without_mix else TITLE_NORM
    return NormVerdict(
        title=case.title.key,
        grade=case.title.grade,
        edition=case.rules.edition,
        outcome=outcome,
        reasons=reasons,
        all_games=everything,
        failed=failed,
        norm_games=made.measures if made is not None else None,
        rounds=in_use,
        left_out=tuple(sorted(left_out, key=lambda one: (one.round, one.article))),
        minimum_games=minimum.games,
        counts_as_games=(
            counts_as(made.measures.games, case, category) if made is not None else None
        ),
        overscore=overscore(made.measures, case) if made is not None else None,
        eight_games=case.eight_games and made is not None,
        exempt_by=case.exempt_by,
        kind=kind,
        needed_half_points=(
            lowest_half_points(looked_at.ra, looked_at.games, case)
            if looked_at.ra is not None
            else None
        ),
    )


def articles_failed(reasons: Iterable[Reason]) -> tuple[str, ...]:
    """Articles that are not met, in their order, without the scheme."""
    failed = {one.article for one in reasons if one.outcome is Outcome.NOT_MET}
    return tuple(sorted(article.removeprefix("FIDE.") for article in failed))


def counts_as(games: int, case: Case, category: EventCategory) -> int:
    """How many games a norm counts for: 1.23b, 1.41b, 1.41c, and at most 13 (1.71).

    1.23b: Для Олімпіади нормою для присвоєння звання вважаються 20 ігор; результат перфомансу
    вважається по 13 партіям.
    """
    named = (
        category.performance_norm_counts_as if case.without_mix else category.title_norm_counts_as
    )
    if named is not None:
        return named
    if case.eight_games:
        return case.rules.eight_games_count_as
    counted = min(games, case.rules.most_games_counted)
    return max(counted, category.at_least_counts_as or 0)


def _last_game_as_lost(
    games: Sequence[NormGame], counted: Sequence[CountedGame], case: Case
) -> SetOfGames | None:
    """1.42d: Норма буде все-таки враховуватися в тому випадку, коли для того, щоб мати необхідну
    кількість партій, гравець повинен був грати партію останнього туру і міг дозволити собі
    програти, але його суперник був оштрафований.

    The game of the last round is added as a loss where it is the one that is missing (A15).
    """
    rules = case.rules
    if not rules.default_counts_as_loss or len(counted) != rules.minimum_games - 1:
        return None
    last = [game for game in games if game.round == case.event.rounds]
    if len(last) != 1 or last[0].result is not Result.FORFEIT_WIN or last[0].opponent is None:
        return None
    as_lost = replace(last[0], result=Result.PLAYED, half_points=0)
    ordered = sorted((*(game for game in games if game is not last[0]), as_lost), key=_round)
    again, _ = counting.split(ordered, case.title, case.event, rules)
    if len(again) != rules.minimum_games:
        return None
    whole = replace(case, minimum=rules.minimum_games, eight_games=False)
    return largest_norm(again, whole, Permissions(late=False, wins=False))


def _round(game: NormGame) -> int:
    return game.round


def _games_reasons(
    case: Case,
    found: SetOfGames | None,
    lost: SetOfGames | None,
    not_counted: Sequence[GameNotCounted],
    allowed: Permissions,
) -> Iterable[Reason]:
    """1.42: which games do not count, and which were left out for the player. None can fail."""
    for article in sorted({game.article for game in not_counted}):
        rounds = tuple(game.round for game in not_counted if game.article == article)
        by_flag = "FIDE.FN.Q1" in case.rules.law.readings and article == "FIDE.1.42a"
        yield Reason(
            article,
            "fide_not_counted",
            Outcome.MET,
            measured={"games": len(rounds)},
            looked_at_rounds=rounds,
            readings=("FIDE.FN.Q1",) if by_flag and not case.rules.flag_counts else (),
        )
    if lost is not None:
        yield Reason(
            "FIDE.1.42d",
            "fide_default_in_last_round",
            Outcome.MET,
            looked_at_rounds=(case.event.rounds,),
            readings=("FIDE.A15",),
        )
    for article, check, may, out in (
        ("FIDE.1.42e", "fide_late_left_out", allowed.late, found.late if found else ()),
        ("FIDE.1.42f", "fide_wins_left_out", allowed.wins, found.wins if found else ()),
    ):
        readings = []
        if out and case.event.predetermined:
            readings = (
                ["FIDE.FN.Q2", "FIDE.FN.Q3"] if check == "fide_wins_left_out" else ["FIDE.FN.Q3"]
            )
        if out and check == "fide_wins_left_out":
            readings.append("FIDE.A13")
        yield Reason(
            article,
            check,
            Outcome.MET if out else Outcome.NOT_APPLICABLE,
            required={"allowed": may},
            measured={"games": len(out)},
            looked_at_rounds=tuple(game.round for game in out),
            readings=tuple(one for one in readings if one in case.rules.law.readings),
        )
