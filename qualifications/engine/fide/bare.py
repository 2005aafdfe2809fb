"""A norm asked for with a bare list of opponents: JSON in, JSON out.

The form: `title`; `player` {federation, sex}; `event` {format, rounds, federation, category,
foreign_rated_players, foreign_federations, foreign_titled}; `games` [{round, result, opponent
{rating, title, federation, scored_against_rated, id}}]. `result` is `1`, `½`, `0`; `+` and `-` for
a forfeit; `bye` for one that the pairing gave. Without an opponent `½` or `0` is a bye asked for.
A rating of null is unrated, a federation of null is none of FIDE. A player's sex is `m`, or `w` or
`f`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..regulation import Regulation
from .facts import EventFormat, NormEvent, NormGame, NormPlayer, Opponent, Result
from .measures import Measures
from .norm import NormVerdict, judge_norm
from .tables import TITLES

_RESULTS: Mapping[str, tuple[Result, int]] = {
    "1": (Result.PLAYED, 2),
    "½": (Result.PLAYED, 1),
    "0": (Result.PLAYED, 0),
    "+": (Result.FORFEIT_WIN, 2),
    "-": (Result.FORFEIT_LOSS, 0),
    "bye": (Result.PAIRING_BYE, 2),
}
_SEXES = {"m": "m", "w": "w", "f": "w", None: None}


class UnusableRequest(ValueError):
    """The request is not of the form; says where."""


@dataclass(frozen=True, slots=True)
class NormRequest:
    title: str
    player: NormPlayer
    event: NormEvent
    games: tuple[NormGame, ...]

    def judge(self, law: Regulation) -> NormVerdict:
        """The verdict under an edition. Raises UnknownInNorm."""
        return judge_norm(self.title, self.player, self.event, self.games, law)


def norm_request(data: Mapping[str, Any]) -> NormRequest:
    """A request from decoded JSON. Raises UnusableRequest."""
    player, event = _part(data, "player"), _part(data, "event")
    games = data.get("games")
    if not isinstance(games, Sequence) or isinstance(games, str):
        raise UnusableRequest("games: a list is expected")
    sex = player.get("sex")
    if sex not in _SEXES:
        raise UnusableRequest(f"player.sex: m, w or f is expected, not {sex!r}")
    form = event.get("format")
    if form not in tuple(EventFormat):
        known = ", ".join(EventFormat)
        raise UnusableRequest(f"event.format: one of {known} is expected, not {form!r}")
    return NormRequest(
        title=_text(data, "title", "title"),
        player=NormPlayer(_text(player, "federation", "player.federation"), _SEXES[sex]),
        event=NormEvent(
            format=EventFormat(form),
            rounds=_number(event, "rounds", "event.rounds") or 0,
            federation=_text(event, "federation", "event.federation"),
            category=_text(event, "category", "event.category"),
            foreign_rated_players=_number(event, "foreign_rated_players", "event"),
            foreign_federations=_number(event, "foreign_federations", "event"),
            foreign_titled=_number(event, "foreign_titled", "event"),
            pairings_known=_truth(event, "pairings_known", "event"),
            zonal_in_that_year=bool(_truth(event, "zonal_in_that_year", "event")),
        ),
        games=tuple(_game(item, f"games[{place}]") for place, item in enumerate(games)),
    )


def _game(item: object, where: str) -> NormGame:
    if not isinstance(item, Mapping):
        raise UnusableRequest(f"{where}: an object is expected")
    said = item.get("result")
    if not isinstance(said, str) or said not in _RESULTS:
        raise UnusableRequest(f"{where}.result: one of {', '.join(_RESULTS)}, not {said!r}")
    result, half_points = _RESULTS[said]
    opponent = None
    if item.get("opponent") is not None:
        opponent = _opponent(_part(item, "opponent"), f"{where}.opponent")
    elif result is Result.PLAYED:
        result = Result.ASKED_BYE
    round_number = _number(item, "round", where)
    if round_number is None:
        raise UnusableRequest(f"{where}.round: a whole number is expected")
    return NormGame(round_number, result, half_points, opponent)


def _opponent(item: Mapping[str, Any], where: str) -> Opponent:
    title = item.get("title")
    if title is not None and title not in TITLES:
        raise UnusableRequest(f"{where}.title: there is no title {title!r}")
    federation = item.get("federation")
    if federation is not None and not isinstance(federation, str):
        raise UnusableRequest(f"{where}.federation: a text or null is expected")
    return Opponent(
        rating=_number(item, "rating", where),
        title=title,
        federation=federation,
        id=str(item.get("id") or ""),
        scored_against_rated=_truth(item, "scored_against_rated", where),
        computer=bool(_truth(item, "computer", where)),
    )


def _part(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    part = data.get(key)
    if not isinstance(part, Mapping):
        raise UnusableRequest(f"{key}: an object is expected")
    return part


def _text(data: Mapping[str, Any], key: str, where: str) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise UnusableRequest(f"{where}: a text is expected, not {value!r}")
    return value


def _number(data: Mapping[str, Any], key: str, where: str) -> int | None:
    value = data.get(key)
    if value is not None and type(value) is not int:
        raise UnusableRequest(f"{where}.{key}: a whole number or null is expected, not {value!r}")
    return value


def _truth(data: Mapping[str, Any], key: str, where: str) -> bool | None:
    value = data.get(key)
    if value is not None and not isinstance(value, bool):
        raise UnusableRequest(f"{where}.{key}: true, false or null is expected, not {value!r}")
    return value


def norm_answer(verdict: NormVerdict) -> dict[str, Any]:
    """A verdict in plain values: `norm`, `all_games` with what they fail, `games_used`."""
    return {
        "norm": verdict.norm,
        "all_games": {**measures_as_dict(verdict.all_games), "failed": list(verdict.failed)},
        "games_used": verdict.games_used,
    }


def measures_as_dict(found: Measures) -> dict[str, int | None]:
    """What a set of games measures, by the names of the form."""
    return {
        "games": found.games,
        "half_points": found.half_points,
        "ra": found.ra,
        "p": found.p,
        "dp": found.dp,
        "rp": found.rp,
        "th": found.th,
        "mo": found.mo,
        "own_federation": found.own_federation,
        "max_one_federation": found.max_one_federation,
        "other_federations": found.other_federations,
        "unrated": found.unrated,
    }
