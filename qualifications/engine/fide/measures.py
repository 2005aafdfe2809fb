"""What a set of games measures, and what the articles ask of a set of that size."""

from collections.abc import Sequence
from dataclasses import dataclass

from .facts import NormEvent, NormPlayer
from .tables import FideRules, NormTitle


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A game that counts, reduced to what norms measure."""

    round: int
    half_points: int
    rating: int
    """Unrated: what the edition lets them count."""
    unrated: bool
    holder: bool
    """Holds a title that 1.45a counts."""
    required: bool
    """Holds a title that 1.45b-e asks for."""
    federation: str | None
    """None: counts in no federation rule."""
    person: object
    """Equal for games with the same person."""


@dataclass(frozen=True, slots=True)
class Measures:
    """A set of games measured; the last six count persons in a double round robin, else games."""

    games: int
    half_points: int
    ra: int | None
    """Mean rating of the opponents, one of them raised to the floor, a half up; None: no games."""
    p: int | None
    """Whole percent, a half up."""
    dp: int | None
    rp: int | None
    raised_from: int | None
    """Rating of the opponent who was raised; None where nobody was."""
    opponents: int
    th: int
    mo: int
    own_federation: int
    max_one_federation: int
    other_federations: int
    unrated: int


@dataclass(frozen=True, slots=True)
class Case:
    """One player, one title, one event: everything but the games."""

    title: NormTitle
    player: NormPlayer
    event: NormEvent
    rules: FideRules
    minimum: int
    """Fewest games (1.41)."""
    eight_games: bool
    """Whether the minimum is that of 1.41c."""
    exempt_by: str
    """Article that exempts from 1.43; empty: none does."""
    without_mix: bool = False
    """A performance norm (1.21 C): 1.43 to 1.45 are not asked."""
    raised_person: object = None
    """A13 read otherwise: the only opponent who may be raised, found in all games."""

    @property
    def double_round(self) -> bool:
        return self.event.format == "double_round_robin"

    @property
    def federations_asked(self) -> bool:
        """Whether a set of games can fail by 1.43 or 1.44 at all."""
        if self.without_mix or (self.eight_games and not self.rules.eight_games_with_federations):
            return False
        return not self.exempt_by or not self.rules.exemption_lifts_shares


@dataclass(frozen=True, slots=True)
class Needs:
    """What a set of a size must reach. `_surely` differs only where the edition's wording is lost:
    below the first number a set fails under every wording, from the second on it holds under all.
    """

    holders: int
    holders_surely: int
    required: int
    required_surely: int
    own_at_most: int
    one_at_most: int
    unrated_at_most: int | None


def share_up(part: int, whole: int, count: int) -> int:
    """A minimum: `part`/`whole` of `count`, rounded up (1.44, first sentence)."""
    return -(-part * count // whole)


def share_down(part: int, whole: int, count: int) -> int:
    """A maximum: `part`/`whole` of `count`, rounded down (1.44)."""
    return part * count // whole


def needs(games: int, opponents: int, case: Case) -> Needs:
    """Numbers of table 1.72 for a set; `opponents` are different persons."""
    rules = case.rules
    base = opponents if case.double_round else games
    half, third = share_up(1, 2, base), share_up(1, 3, base)
    holders = holders_surely = half
    required = required_surely = max(third, rules.least_holders)
    if case.double_round and rules.double_round_known:
        required = required_surely = half
    elif case.double_round:
        third_of_games = max(share_up(1, 3, games), rules.least_holders)
        holders = min(half, share_up(1, 4, games))
        holders_surely = max(half, share_up(1, 2, games))
        required = min(half, required, share_up(1, 2, third_of_games))
        required_surely = max(half, required_surely, third_of_games)
    one_in = rules.unrated_one_in
    return Needs(
        holders=holders,
        holders_surely=holders_surely,
        required=required,
        required_surely=required_surely,
        own_at_most=share_down(*rules.own_share, base),
        one_at_most=share_down(*rules.one_share, base),
        unrated_at_most=None if one_in is None else (base + 1) // one_in,
    )


def percent(half_points: int, games: int) -> int:
    """Score in whole percent, a half up: 4.5 of 12 is 38 (1.48)."""
    return (100 * half_points + games) // (2 * games)


def share_reached(half_points: int, games: int, rules: FideRules) -> bool:
    """Whether the score is at least 35 % (1.48b), exact or rounded by A9."""
    if rules.exact_share:
        return 50 * half_points >= rules.share_percent * games
    return percent(half_points, games) >= rules.share_percent


def lowest_mean(half_points: int, games: int, case: Case) -> int:
    """Mean rating from which on a score is a performance of the title, 1.48a included."""
    dp = case.rules.tables.performance[percent(half_points, games)]
    return max(case.title.performance - dp, case.title.mean)


def lowest_half_points(ra: int, games: int, case: Case) -> int | None:
    """Fewest half-points of a norm against a mean rating; None where no score is enough."""
    if ra < case.title.mean:
        return None
    for half_points in range(2 * games + 1):
        if share_reached(half_points, games, case.rules) and (
            lowest_mean(half_points, games, case) <= ra
        ):
            return half_points
    return None


def raise_of(games: Sequence[CountedGame], case: Case) -> tuple[int, int | None]:
    """1.46c: how much the sum of the ratings gains, and the rating that was raised."""
    if not games:
        return 0, None
    if case.raised_person is not None:
        chosen = [game for game in games if game.person == case.raised_person]
        if not chosen:
            return 0, None
        lowest = chosen[0]
    else:
        lowest = min(games, key=lambda game: game.rating)
    gain = case.title.floor - lowest.rating
    if gain <= 0:
        return 0, None
    times = 1
    if case.double_round:
        times = sum(game.person == lowest.person for game in games)
    return gain * times, lowest.rating


def measure(games: Sequence[CountedGame], case: Case) -> Measures:
    """Measures of any set of the player's counted games."""
    persons: Sequence[CountedGame] = games
    if case.double_round:
        persons = list({game.person: game for game in games}.values())
    federations: dict[str, int] = {}
    th = mo = unrated = 0
    for one in persons:
        th += one.holder
        mo += one.required
        unrated += one.unrated
        if one.federation is not None:
            federations[one.federation] = federations.get(one.federation, 0) + 1
    own = federations.get(case.player.federation, 0)
    count = len(games)
    half_points = sum(game.half_points for game in games)
    ra = p = dp = rp = raised = None
    if count:
        gain, raised = raise_of(games, case)
        total = sum(game.rating for game in games) + gain
        ra = (2 * total + count) // (2 * count)
        p = percent(half_points, count)
        dp = case.rules.tables.performance[p]
        rp = ra + dp
    return Measures(
        games=count,
        half_points=half_points,
        ra=ra,
        p=p,
        dp=dp,
        rp=rp,
        raised_from=raised,
        opponents=len(persons),
        th=th,
        mo=mo,
        own_federation=own,
        max_one_federation=max(federations.values(), default=0),
        other_federations=len(federations) - (own > 0),
        unrated=unrated,
    )
