"""What an event gives once, and the games of one participant."""

from collections.abc import Mapping
from dataclasses import dataclass

from ... import measures_ru as measures
from ...editions.ru import MEN, WOMEN
from ...facts import (
    EventFacts,
    GameFact,
    GameKind,
    Participant,
)
from ...measures_ru import MeanRating
from ...regulation import Regulation
from ...verdict import Reason


@dataclass(frozen=True, slots=True)
class Field:
    """What an event gives once for all its participants."""

    facts: EventFacts
    law: Regulation
    by_number: Mapping[int, Participant]
    points: tuple[int, ...]
    """Half-points of the final standings, the fewest first."""
    conditions: Mapping[str, tuple[Reason, ...]]
    """By grade: the conditions that do not depend on the participant."""


@dataclass(frozen=True, slots=True)
class Games:
    """The games of one participant that a table counts, and the strength of the opponents."""

    played: tuple[GameFact, ...]
    mean: MeanRating | None
    """None where a rating is not known, and where there is no opponent."""
    opponents: int
    unrated: int
    unknown: int
    readings: tuple[str, ...]
    """Readings that the mean rests on."""

    @property
    def rounds(self) -> tuple[int, ...]:
        return tuple(game.round for game in self.played)

    @property
    def half_points(self) -> int:
        return sum(game.half_points for game in self.played)


def games_of(participant: Participant, field: Field, *, most: int | None = None) -> Games:
    """The games played, at most the first `most` of them, and the mean rating of the opponents.

    Opponents of games played, or of all games paired (RU.Q04); each game, or each person once
    (RU.Q03); rated on the first day of the event, or on the last one (RU.Q09).
    """
    law = field.law
    paired = [game for game in participant.games if game.opponent is not None or _is_played(game)]
    played = [game for game in paired if _is_played(game)][:most]
    if most is not None and len(played) == most:
        paired = [game for game in paired if game.round <= played[-1].round]
    counted = played if law.reading("RU.Q04") == "played" else paired
    met = [game.opponent for game in counted]
    persons = list(dict.fromkeys(met))
    readings = []
    if len(persons) != len(met):
        readings.append("RU.Q03")
    if len(paired) != len(played):
        readings.append("RU.Q04")
    if law.reading("RU.Q03") == "each_person":
        met = persons
    rated = [_rating(None if n is None else field.by_number.get(n), law) for n in met]
    unknown = sum(not known for known, _ in rated)
    return Games(
        played=tuple(played),
        mean=measures.mean_rating([rating for _, rating in rated], law)
        if rated and not unknown
        else None,
        opponents=len(rated),
        unrated=sum(known and rating is None for known, rating in rated),
        unknown=unknown,
        readings=tuple(readings),
    )


def _is_played(game: GameFact) -> bool:
    return game.kind is GameKind.PLAYED


def played_games(participant: Participant) -> tuple[GameFact, ...]:
    return tuple(game for game in participant.games if _is_played(game))


def _rating(opponent: Participant | None, law: Regulation) -> tuple[bool, int | None]:
    """Whether it is known what rating the opponent has, and the rating; none is None."""
    if opponent is None:
        return False, None
    first_day = law.reading("RU.Q09") == "first_day"
    rating = opponent.national_rating if first_day else opponent.rating_on_last_day
    none = opponent.national_rating_known and opponent.national_rating is None
    return rating is not None or none, rating


def column_of(participant: Participant, field: Field) -> tuple[str | None, tuple[str, ...]]:
    """Column of the tables for a player, and the reading where it decides (RU.Q08)."""
    women = field.facts.women
    if field.law.reading("RU.Q08") == "by_event":
        column = WOMEN if women else MEN
        return column, ("RU.Q08",) if participant.sex == "w" and not women else ()
    if participant.sex is None:
        return (WOMEN, ()) if women else (None, ())
    if participant.sex == "w":
        return WOMEN, () if women else ("RU.Q08",)
    return MEN, ()
