"""One player's games from JSON: opponents with rating, title, federation and result.

What is not said about the player and the event is not guessed: every possible answer is tried, and
where the answers disagree a person is asked.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import product
from typing import Any

from qualifications.engine.fide.facts import (
    EventFormat,
    NormEvent,
    NormGame,
    NormPlayer,
    Opponent,
    Result,
)
from qualifications.engine.fide.norm import NormVerdict, UnknownInNorm, judge_norm
from qualifications.engine.fide.tables import NORM_TITLES, TITLES
from qualifications.engine.regulation import Regulation

from .decoding import Decoder, Fault, UnusableFacts, at
from .decoding import federation as a_federation
from .event import MOST_ROUNDS

RESULTS: Mapping[Any, tuple[Result, int]] = {
    "1": (Result.PLAYED, 2),
    "½": (Result.PLAYED, 1),
    "=": (Result.PLAYED, 1),
    "1/2": (Result.PLAYED, 1),
    "0.5": (Result.PLAYED, 1),
    "0": (Result.PLAYED, 0),
    "+": (Result.FORFEIT_WIN, 2),
    "-": (Result.FORFEIT_LOSS, 0),
    "bye": (Result.PAIRING_BYE, 2),
    "half": (Result.ASKED_BYE, 1),
    "absent": (Result.ASKED_BYE, 0),
}
BYES = (Result.PAIRING_BYE, Result.ASKED_BYE)
LISTS = ("games", "opponents")
FORMATS = (EventFormat.SWISS, EventFormat.ROUND_ROBIN)
"""Formats that are tried where none is named: pairings not known beforehand, and known."""
MOST_UNANSWERED = 8
NOBODY = "another"
"""Stands for a federation that none of the opponents has."""


@dataclass(frozen=True, slots=True)
class BareGames:
    titles: tuple[str, ...]
    starts_on: date | None
    """First day; None: judged by every edition."""
    federation: str | None
    """The player's; None where it is not said."""
    sex: str | None
    format: EventFormat | None
    event: Mapping[str, Any]
    """What else is said of the event, by the names of `NormEvent`."""
    games: tuple[NormGame, ...]


@dataclass(frozen=True, slots=True)
class Possible:
    """A verdict under one answer to every open question."""

    answers: Mapping[str, str]
    """Path of the question to the answer; empty where nothing is open."""
    verdict: NormVerdict


def read_bare(data: Mapping[str, Any] | list[Any]) -> BareGames:
    """One player's games from decoded JSON. Raises UnusableFacts with every fault."""
    decoder = Decoder([])
    whole = {"games": data} if isinstance(data, list) else data
    for key in whole:
        if key not in ("title", "player", "event", *LISTS):
            decoder.fault(key, "there is no such key here")
    lists = [key for key in LISTS if key in whole]
    if len(lists) != 1:
        decoder.fault("games", "is missing" if not lists else "is there twice, as opponents too")
    titles: tuple[str, ...] = NORM_TITLES
    if whole.get("title") is not None:
        titles = (decoder.one_of(NORM_TITLES, whole["title"], "title"),)
    player = decoder.mapping(whole.get("player", {}), "player") or {}
    for key in player:
        if key not in ("federation", "sex", "name"):
            decoder.fault(at("player", key), "there is no such key here")
    federation = a_federation(decoder, player.get("federation"), "player.federation")
    sex = player.get("sex")
    if sex is not None:
        decoder.one_of(("m", "w", "f"), sex, "player.sex")
    games = []
    for key in lists[:1]:
        for place, item in enumerate(decoder.sequence(whole[key], key)):
            game = _game(decoder, item, place, f"{key if whole is data else ''}[{place}]")
            if game is not None:
                games.append(game)
        if not whole[key]:
            decoder.fault(key, "at least one game is expected")
    _unrated(decoder, games, lists[0] if lists else "games")
    rounds = [game.round for game in games]
    for number in sorted({number for number in rounds if rounds.count(number) > 1}):
        decoder.fault(lists[0], f"round {number} is there twice")
    starts_on, form, event = _event(decoder, whole.get("event", {}), max(rounds, default=0))
    decoder.end()
    return BareGames(
        titles=titles,
        starts_on=starts_on,
        federation=federation,
        sex="w" if sex == "f" else sex,
        format=form,
        event=event,
        games=tuple(games),
    )


def possible_verdicts(bare: BareGames, title: str, law: Regulation) -> tuple[Possible, ...]:
    """The verdict on one title under every answer to what the file leaves open.

    Raises UnusableFacts for a category of events that the edition does not have.
    """
    found = []
    for answers, player, event in _answers(bare):
        try:
            verdict = judge_norm(title, player, event, bare.games, law)
        except UnknownInNorm as error:
            raise UnusableFacts([Fault("event.category", str(error))]) from error
        found.append(Possible(answers, verdict))
    return tuple(found)


def open_questions(possible: tuple[Possible, ...]) -> tuple[str, ...]:
    """Paths of the questions on which the outcome depends."""
    found = []
    for path in possible[0].answers:
        rest: dict[tuple[str, ...], set[str]] = {}
        for one in possible:
            others = tuple(answer for key, answer in one.answers.items() if key != path)
            rest.setdefault(others, set()).add(one.verdict.outcome)
        if any(len(outcomes) > 1 for outcomes in rest.values()):
            found.append(path)
    return tuple(found)


def _answers(bare: BareGames) -> Iterator[tuple[dict[str, str], NormPlayer, NormEvent]]:
    met = {game.opponent.federation for game in bare.games if game.opponent is not None}
    federations = [bare.federation]
    if bare.federation is None:
        federations = [*sorted(one for one in met if one), NOBODY]
    formats = FORMATS if bare.format is None else (bare.format,)
    for federation, form in product(federations, formats):
        answers = {}
        if bare.federation is None:
            answers["player.federation"] = str(federation)
        if bare.format is None:
            answers["event.format"] = form.value
        event = NormEvent(format=form, **bare.event)
        yield answers, NormPlayer(str(federation), bare.sex), event


def _unrated(decoder: Decoder, games: list[NormGame], path: str) -> None:
    """Every answer about unrated opponents is tried; of too many it has to be given."""
    unanswered = [
        game
        for game in games
        if game.opponent is not None
        and game.opponent.rating is None
        and game.opponent.scored_against_rated is None
    ]
    if len(unanswered) > MOST_UNANSWERED:
        decoder.fault(path, f"more than {MOST_UNANSWERED} unrated: say scored_against_rated")


def _event(
    decoder: Decoder, value: object, last_round: int
) -> tuple[date | None, EventFormat | None, dict[str, Any]]:
    given = dict(decoder.mapping(value, "event") or {})
    given.pop("name", None)
    starts_on = given.pop("starts_on", None)
    if starts_on is not None:
        starts_on = decoder.day(starts_on, "event.starts_on")
    form = given.pop("format", None)
    if form is not None:
        form = decoder.one_of(tuple(EventFormat), form, "event.format")
    federation = a_federation(decoder, given.pop("federation", None), "event.federation")
    given.setdefault("rounds", last_round)
    event = decoder.instance(
        NormEvent, given, "event", format=form or EventFormat.SWISS, federation=federation or ""
    )
    if event is None:
        return starts_on, form, {}
    if not last_round <= event.rounds <= MOST_ROUNDS:
        most = f"{last_round} to {MOST_ROUNDS}"
        decoder.fault("event.rounds", f"{most} are expected, not {event.rounds}")
    if event.category != "open" and not event.federation:
        decoder.fault("event.federation", "is missing; the category needs it")
    return (
        starts_on,
        form,
        {name: getattr(event, name) for name in NormEvent.__slots__ if name != "format"},
    )


def _game(decoder: Decoder, item: object, place: int, path: str) -> NormGame | None:
    given = decoder.mapping(item, path)
    if given is None:
        return None
    before = len(decoder.faults)
    opponent, where = given, path
    if "opponent" in given:
        opponent, where = given["opponent"], at(path, "opponent")
    number = place + 1
    if "round" in given:
        number = decoder.value(int, given["round"], at(path, "round"))
        if number is not None and number < 1:
            decoder.fault(at(path, "round"), "rounds begin with 1")
    result, half_points = _result(decoder, given, path)
    bye = opponent is None or ("opponent" not in given and result in BYES)
    if opponent is None and result is Result.PLAYED and half_points < 2:
        result = Result.ASKED_BYE
    if "opponent" in given and bye != (result in BYES) and len(decoder.faults) == before:
        decoder.fault(where, "a bye has no opponent" if not bye else "is missing")
    person = None
    if not bye:
        person = _opponent(decoder, opponent, where, own=opponent is given)
    if len(decoder.faults) != before:
        return None
    return NormGame(number, result, half_points, person)


def _result(decoder: Decoder, given: Mapping[str, Any], path: str) -> tuple[Result, int]:
    value = given.get("result")
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = f"{value:g}"
    name = decoder.one_of(RESULTS, value, at(path, "result"))
    return RESULTS.get(name, (Result.PLAYED, 0))


_OPPONENT = ("rating", "title", "federation", "id", "scored_against_rated", "computer")


def _opponent(decoder: Decoder, value: object, path: str, *, own: bool) -> Opponent | None:
    given = decoder.mapping(value, path)
    if given is None:
        return None
    for key in given:
        if key not in (*_OPPONENT, "name", *(("round", "result") if own else ())):
            decoder.fault(at(path, key), "there is no such key here")
    for key, null in (("rating", "unrated"), ("title", "no title"), ("federation", "none")):
        if key not in given:
            decoder.fault(at(path, key), f"is missing; null says: {null}")
    title = given.get("title")
    if title is not None:
        decoder.one_of(sorted(TITLES), title, at(path, "title"))
    return Opponent(
        rating=decoder.value(int | None, given.get("rating"), at(path, "rating")),
        title=title,
        federation=a_federation(decoder, given.get("federation"), at(path, "federation")),
        id=str(given.get("id") or ""),
        scored_against_rated=decoder.value(
            bool | None, given.get("scored_against_rated"), at(path, "scored_against_rated")
        ),
        computer=decoder.value(bool, given.get("computer", False), at(path, "computer")),
    )
