"""Mean coefficient and category of an event, by which table 1 is read."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ... import measures_ua_titles as measures
from ...facts import EventSystem, GameFact, Participant
from ...quantities import half_up_hundredths
from ...regulation import Regulation
from ...verdict import Outcome, Reason
from ..reasons import make_reason
from .common import GM, HOME, KMSU, MSU, EventMeasures


@dataclass(frozen=True, slots=True)
class Mean:
    """Mean coefficient for the category of an event."""

    of: str
    """`participants` or `opponents`."""
    value: Fraction | None
    """None where somebody has no value, or there is nobody."""
    counted: int
    by_rank: int
    """Counted as their title says (UA.MSU.N2)."""
    by_fide: int
    """Counted by the FIDE rating (UA.AWD.5b)."""
    below: int
    """Without coefficient and below candidate master (UA.Q07)."""
    unknown: int
    """Without coefficient, and nobody says what they hold."""
    foreign: int
    """Foreigners without a FIDE rating."""

    @property
    def asks(self) -> str:
        if self.foreign:
            return "foreign_rating"
        return "participants_class" if self.unknown else "players_without_coefficient"


def category(mean: Mean, event: EventMeasures, law: Regulation) -> Reason:
    """UA.MSU.N1: Категорія змагань визначається як середньоарифметичне ІК учасників змагань за
    таблицею № 1

    Of the participants in a round robin, otherwise of the opponents (UA.Q06).
    """
    column = measures.column_of_event(event.facts.women)
    cells = [row.cells[column] for row in law.tables.master_norms if column in row.cells]
    found: int | None = None
    readings = ["UA.Q06"] if event.facts.system is EventSystem.ROUND_ROBIN else []
    passed: bool | None = None if mean.counted else False
    if mean.value is not None:
        found = measures.msu_norm(mean.value, column, 1, law).category
        passed = found is not None
        if mean.value.denominator != 1:
            readings.append("UA.Q05")
        if measures.mean_for_table(mean.value, law) == cells[-1].lowest:
            readings.append("UA.Q37")
    return make_reason(
        "UA.MSU.N1",
        "category",
        passed,
        required={"lowest": cells[0].lowest, "column": column},
        measured={
            "of": mean.of,
            "players": mean.counted,
            "mean": None if mean.value is None else half_up_hundredths(mean.value),
            "category": found,
        },
        readings=tuple(sorted(readings)),
        asks=mean.asks,
    )


def ranks_for_mean(mean: Mean, law: Regulation) -> Reason:
    """UA.MSU.N2: Учасники, які не мають ІК, для визначення категорії змагань враховуються таким
    чином: - майстер спорту України — 2300; - кандидат у майстри спорту України — 2100.

    Nothing is said of players below candidate master: the commission decides (UA.Q07).
    """
    required = {
        "masters": law.thresholds["category_value_msu"],
        "candidates": law.thresholds["category_value_kmsu"],
    }
    measured = {"by_rank": mean.by_rank, "below": mean.below, "unknown": mean.unknown}
    left_out = law.reading("UA.Q07") == "left_out"
    if not mean.by_rank and not mean.below and not mean.unknown:
        return Reason("UA.MSU.N2", "ranks_for_mean", Outcome.NOT_APPLICABLE, required, measured)
    open_ = mean.unknown or (mean.below and not left_out)
    return make_reason(
        "UA.MSU.N2",
        "ranks_for_mean",
        None if open_ else True,
        required=required,
        measured=measured,
        readings=("UA.Q07",) if mean.below else (),
        asks="participants_class" if mean.unknown else "players_without_coefficient",
    )


def mean_of_participants(event: EventMeasures, law: Regulation) -> bool:
    """Whether the mean is the same for everybody (UA.Q06)."""
    return event.facts.system is EventSystem.ROUND_ROBIN and law.reading("UA.Q06") == "by_system"


def opponents_of(games: tuple[GameFact, ...], event: EventMeasures) -> list[Participant]:
    """Opponents of the games that count, one for each game."""
    return [
        event.people[game.opponent]
        for game in games
        if game.opponent is not None and game.opponent in event.people
    ]


def mean_of(of: str, players: Iterable[Participant], law: Regulation) -> Mean:
    """UA.AWD.5b: players of Ukraine by their coefficient, foreigners by the FIDE rating."""
    values: list[int] = []
    by_rank = by_fide = below = unknown = foreign = 0
    for player in players:
        if player.federation not in ("", HOME):
            if player.fide_rating is None:
                foreign += 1
            else:
                by_fide += 1
                values.append(player.fide_rating)
        elif player.individual_coefficient is not None:
            values.append(player.individual_coefficient)
        elif not player.grade_known:
            unknown += 1
        elif player.grade in (GM, MSU):
            by_rank += 1
            values.append(law.thresholds["category_value_msu"])
        elif player.grade == KMSU and not player.lowered:
            by_rank += 1
            values.append(law.thresholds["category_value_kmsu"])
        else:
            below += 1
    open_ = foreign or unknown or (below and law.reading("UA.Q07") != "left_out")
    return Mean(
        of=of,
        value=None if open_ or not values else Fraction(sum(values), len(values)),
        counted=len(values) + below + unknown + foreign,
        by_rank=by_rank,
        by_fide=by_fide,
        below=below,
        unknown=unknown,
        foreign=foreign,
    )


def foreign_ratings(mean: Mean) -> Reason:
    """UA.AWD.5b: під час розрахунку середнього ІК турніру шахісти України обраховуються з ІК
    України, зарубіжні - з ІК ФІДЕ
    """
    measured = {"foreign": mean.by_fide + mean.foreign, "unrated": mean.foreign}
    if not mean.by_fide and not mean.foreign:
        return Reason("UA.AWD.5b", "foreign_ratings", Outcome.NOT_APPLICABLE, measured=measured)
    return make_reason(
        "UA.AWD.5b",
        "foreign_ratings",
        None if mean.foreign else True,
        measured=measured,
        asks="foreign_rating",
    )
