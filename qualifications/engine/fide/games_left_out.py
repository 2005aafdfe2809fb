"""1.42e and 1.42f: which late games and which wins may be left out so that the rest is a norm.

A set that remains is a first part of the event (the late games after it are ignored, all of them)
without some of the games won in it. The search finds a set with as many games as possible, exactly:

* with the size and the score of a set, the mean that it needs is known; a set that keeps the
  strongest opponents is the best that can be hoped for, so most sizes are settled by arithmetic;
* titles of opponents never become more, so a size whose titles are missing is settled as well;
* wins against opponents who are alike for the articles (title, federation, unrated) are left out
  from the weakest up: keeping a stronger one never lowers the mean, the raised one included;
* titles and federations are only told apart where what an article asks can depend on them.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from .measures import (
    Case,
    CountedGame,
    Measures,
    Needs,
    lowest_half_points,
    lowest_mean,
    measure,
    needs,
    raise_of,
    share_reached,
)


@dataclass(frozen=True, slots=True)
class Permissions:
    """What may be left out at all in the event."""

    late: bool
    wins: bool


@dataclass(frozen=True, slots=True)
class SetOfGames:
    """The games that make a norm, and what was left out of all counted games."""

    games: tuple[CountedGame, ...]
    late: tuple[CountedGame, ...]
    wins: tuple[CountedGame, ...]
    measures: Measures


def permissions(everything: Sequence[CountedGame], case: Case) -> Permissions:
    """1.42e (C) and 1.42f: У разі турніру із заздалегідь відомою жеребкуванням повинні бути
    повністю виконані всі вимоги, крім кількості очок.

    Where the pairings are not known beforehand, both may be left out.
    """
    if not case.event.predetermined:
        return Permissions(late=True, wins=True)
    found = measure(everything, case)
    complete = found.games >= case.minimum and mix_holds(found, case, surely=True)
    if case.rules.field_needs_mean:
        complete = complete and found.ra is not None and found.ra >= case.title.mean
    return Permissions(
        late=complete and case.rules.late_games_with_known_pairings,
        wins=complete and case.rules.wins_with_known_pairings,
    )


def mix_holds(found: Measures, case: Case, *, surely: bool) -> bool:
    """1.43 to 1.45 and 1.46d on a set; `surely`: under every wording that may have been lost."""
    asked = needs(found.games, found.opponents, case)
    if asked.unrated_at_most is not None and found.unrated > asked.unrated_at_most:
        return False
    if case.without_mix:
        return True
    if found.th < (asked.holders_surely if surely else asked.holders):
        return False
    if found.mo < (asked.required_surely if surely else asked.required):
        return False
    if case.double_round and found.opponents + 1 < case.rules.double_round_players:
        return False
    if not case.federations_asked:
        return True
    return (
        (bool(case.exempt_by) or found.other_federations >= case.rules.other_federations)
        and found.own_federation <= asked.own_at_most
        and found.max_one_federation <= asked.one_at_most
    )


def is_norm(found: Measures, case: Case, *, surely: bool = True) -> bool:
    """Whether a set of games meets every article from 1.41 to 1.48b."""
    return (
        found.games >= case.minimum
        and found.ra is not None
        and share_reached(found.half_points, found.games, case.rules)
        and found.ra >= lowest_mean(found.half_points, found.games, case)
        and mix_holds(found, case, surely=surely)
    )


def largest_norm(
    everything: Sequence[CountedGame],
    case: Case,
    allowed: Permissions,
    *,
    surely: bool = True,
) -> SetOfGames | None:
    """The largest set of games that makes a norm, nothing left out included; None without one.

    Among sets of one size the one with the highest overscore, then the highest performance, then
    the fewest late games left out. `everything` is in the order of rounds.
    """
    most = len(everything) - case.minimum
    for size in range(most + 1):
        best: tuple[tuple[int, int], SetOfGames] | None = None
        for late in range(size + 1 if allowed.late else 1):
            if size > late and not allowed.wins:
                continue
            part = everything[: len(everything) - late]
            if late and not _ends_a_round(everything, late):
                continue
            dropped = best_wins(part, size - late, case, surely=surely)
            if dropped is None:
                continue
            kept = tuple(game for place, game in enumerate(part) if place not in dropped)
            found = measure(kept, case)
            rank = (overscore(found, case), found.rp or 0)
            if best is None or rank > best[0]:
                best = (
                    rank,
                    SetOfGames(
                        games=kept,
                        late=tuple(everything[len(part) :]),
                        wins=tuple(part[place] for place in sorted(dropped)),
                        measures=found,
                    ),
                )
        if best is not None:
            return best[1]
    return None


def overscore(found: Measures, case: Case) -> int:
    """1.41d: Якщо гравець перевищує нормативне вимога на одне або більше повних очок, то при
    розрахунку загальної кількості партій для виконання норми ці повні окуляри враховуються як
    додаткову кількість партій.

    Whole points above the fewest that the set needs.
    """
    if found.ra is None:
        return 0
    fewest = lowest_half_points(found.ra, found.games, case)
    return 0 if fewest is None else max(0, found.half_points - fewest) // 2


def _ends_a_round(everything: Sequence[CountedGame], late: int) -> bool:
    """Whether the last `late` games are whole rounds; a round has one game but for odd files."""
    first_late = everything[len(everything) - late]
    return everything[len(everything) - late - 1].round != first_late.round


# ---------------------------------------------------------------- which wins to leave out


def best_wins(
    part: Sequence[CountedGame], count: int, case: Case, *, surely: bool = True
) -> frozenset[int] | None:
    """The `count` wins without which a part is a norm of the highest mean; their places in the
    part. None where no choice leaves a norm."""
    games = len(part) - count
    half_points = sum(game.half_points for game in part) - 2 * count
    wins = [place for place, game in enumerate(part) if game.half_points == 2]
    if len(wins) < count or games < case.minimum or half_points < 0:
        return None
    if not share_reached(half_points, games, case.rules):
        return None
    search = _Search(part, wins, count, half_points, case, surely)
    return search.best() if search.possible() else None


class _Search:
    """Depth first over groups of wins that are alike, cut off where nothing better can follow."""

    def __init__(
        self,
        part: Sequence[CountedGame],
        wins: Sequence[int],
        count: int,
        half_points: int,
        case: Case,
        surely: bool,
    ) -> None:
        self.part, self.count, self.case, self.surely = part, count, case, surely
        self.games = len(part) - count
        self.asked: Needs = needs(self.games, self.games, case)
        self.total = sum(game.rating for game in part)
        times = 2 if case.double_round else 1
        self.highest_gain = times * max(0, case.title.floor - min(game.rating for game in part))
        needed = lowest_mean(half_points, self.games, case)
        self.least_sum = -(-(2 * self.games * needed - self.games) // 2)
        """Sum of the ratings, the raised one included, from which on the mean is enough."""
        self.wins = sorted(wins, key=lambda place: part[place].rating)
        self.found: frozenset[int] | None = None

    def possible(self) -> bool:
        """Whether mean and titles can be enough at all: the weakest go, no titled opponent does."""
        weakest = sum(self.part[place].rating for place in self.wins[: self.count])
        if self.total - weakest + self.highest_gain < self.least_sum:
            return False
        if self.case.without_mix or self.case.double_round:
            return True
        return self._spare("holder") >= 0 and self._spare("required") >= 0

    def _spare(self, what: str) -> int:
        """How many opponents with a title may go."""
        asked = self.asked
        if what == "holder":
            least = asked.holders_surely if self.surely else asked.holders
            return sum(game.holder for game in self.part) - least
        least = asked.required_surely if self.surely else asked.required
        return sum(game.required for game in self.part) - least

    def best(self) -> frozenset[int] | None:
        self.groups = self._alike()
        ratings = [[self.part[place].rating for place in group] for group in self.groups]
        self.cheapest = [
            sorted(rating for group in ratings[start:] for rating in group)
            for start in range(len(ratings) + 1)
        ]
        self._choose(0, self.count, 0, ())
        return self.found

    def _choose(self, group: int, count: int, lost: int, chosen: tuple[int, ...]) -> None:
        """Goes through every way to take `count` more wins, from each group its weakest."""
        if count == 0:
            self._keep_if_better(lost, chosen)
            return
        cheapest = self.cheapest[group]
        if len(cheapest) < count:
            return
        if self.total - lost - sum(cheapest[:count]) + self.highest_gain < self.least_sum:
            return
        places = self.groups[group]
        for taken in range(min(count, len(places)), -1, -1):
            ratings = sum(self.part[place].rating for place in places[:taken])
            self._choose(group + 1, count - taken, lost + ratings, (*chosen, *places[:taken]))

    def _keep_if_better(self, lost: int, chosen: tuple[int, ...]) -> None:
        if self.total - lost + self.highest_gain < self.least_sum:
            return
        dropped = frozenset(chosen)
        kept = [game for place, game in enumerate(self.part) if place not in dropped]
        gain, _ = raise_of(kept, self.case)
        reached = self.total - lost + gain
        if reached < self.least_sum or not is_norm(
            measure(kept, self.case), self.case, surely=self.surely
        ):
            return
        self.found = dropped
        self.least_sum = reached + 1

    def _alike(self) -> list[list[int]]:
        """Wins in groups of opponents who are alike, each from the weakest up."""
        by_title = {
            what: not self.case.without_mix and self._spare(what) < self.count
            for what in ("holder", "required")
        }
        limit = self.asked.unrated_at_most
        by_rating = limit is not None and sum(game.unrated for game in self.part) > limit
        told_apart = _federations_told_apart(self.part, self.games, self.count, self.case)
        groups: dict[object, list[int]] = defaultdict(list)
        for place in self.wins:
            game = self.part[place]
            key: object = ("person", game.person)
            if not self.case.double_round and game.person != self.case.raised_person:
                federation = game.federation
                if told_apart is not None and federation not in told_apart:
                    federation = None
                key = (
                    by_title["holder"] and game.holder,
                    by_title["required"] and game.required,
                    by_rating and game.unrated,
                    federation,
                )
            groups[key].append(place)
        return list(groups.values())


def _federations_told_apart(
    part: Sequence[CountedGame], games: int, count: int, case: Case
) -> frozenset[str] | None:
    """Federations on which the outcome can depend; None: all of them."""
    if not case.federations_asked:
        return frozenset()
    in_part: dict[str, int] = defaultdict(int)
    won: dict[str, int] = defaultdict(int)
    for game in part:
        if game.federation is not None:
            in_part[game.federation] += 1
            won[game.federation] += game.half_points == 2
    own = case.player.federation
    others = {key: number for key, number in in_part.items() if key != own}
    stay = [key for key in others if won[key] < in_part[key]]
    if len(stay) < case.rules.other_federations and not case.exempt_by:
        may_go = sorted(number for key, number in others.items() if key not in stay)
        kept = case.rules.other_federations - 1 - len(stay)
        to_lose_them = sum(may_go[: len(may_go) - kept] if kept else may_go)
        if to_lose_them <= count:
            return None
    asked = needs(games, games, case)
    return frozenset(
        key
        for key, number in in_part.items()
        if number > asked.one_at_most or (key == own and number > asked.own_at_most)
    )
