"""A whole event from JSON: `event`, `participants`, and `schemes` that it is to be judged by."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from qualifications.engine import CANDIDATE_POINT, LADDER, all_regulations
from qualifications.engine.editions import JUDGING
from qualifications.engine.facts import EventFacts, GameFact, GameKind, Participant
from qualifications.engine.fide.tables import TITLES
from qualifications.engine.measures_ru import GRADES as GRADES_RU
from qualifications.engine.regulation import Tables

from .decoding import Decoder, at, federation

RESULTS: Mapping[str, tuple[GameKind, int]] = {
    "1": (GameKind.PLAYED, 2),
    "½": (GameKind.PLAYED, 1),
    "=": (GameKind.PLAYED, 1),
    "1/2": (GameKind.PLAYED, 1),
    "0": (GameKind.PLAYED, 0),
    "+": (GameKind.FORFEIT, 2),
    "-": (GameKind.FORFEIT, 0),
    "W": (GameKind.SHORT, 2),
    "D": (GameKind.SHORT, 1),
    "L": (GameKind.SHORT, 0),
    "bye": (GameKind.PAIRING_BYE, 2),
    "full": (GameKind.FULL_POINT_BYE, 2),
    "half": (GameKind.HALF_POINT_BYE, 1),
    "absent": (GameKind.ABSENT, 0),
}
MOST_ROUNDS = 99
PENDING = "?"
"""Paired and not yet played."""
WITH_OPPONENT = (GameKind.PLAYED, GameKind.SHORT, GameKind.FORFEIT)
GRADES = (*LADDER, *GRADES_RU)
DECLARABLE = (CANDIDATE_POINT, *LADDER)
_SPELLED = (
    *("number", "name", "games", "total_half_points", "candidate_points"),
    *("federation", "grade", "sex", "fide_title"),
)
"""Keys of a participant that are read one by one."""
_MADE = ("grade_known", "national_rating_known", "fide_known")
"""Known is what the file names: `null` is none, a key left out is not known."""


@dataclass(frozen=True, slots=True)
class EventFile:
    name: str
    facts: EventFacts
    names: Mapping[int, str]
    """By starting number; empty texts left out."""
    pairings: Mapping[int, int | None]
    """Games of the next round that wait for their result, in both directions; None is a bye."""
    schemes: tuple[str, ...]


def read_event(data: Mapping[str, Any], *, pending: bool = False) -> EventFile:
    """An event from decoded JSON. Raises UnusableFacts with every fault.

    `pending`: whether games may wait for their result.
    """
    decoder = Decoder([])
    for key in data:
        if key not in ("event", "participants", "schemes"):
            decoder.fault(key, "there is no such key here")
    schemes = JUDGING
    if "schemes" in data:
        asked = decoder.sequence(data["schemes"], "schemes")
        schemes = tuple(
            decoder.one_of(JUDGING, one, f"schemes[{n}]") for n, one in enumerate(asked)
        )
        if not asked:
            decoder.fault("schemes", "at least one scheme is expected")
    rows = decoder.sequence(data.get("participants"), "participants")
    people: list[Participant] = []
    names: dict[int, str] = {}
    waiting: dict[int, tuple[int, int | None]] = {}
    paths: dict[tuple[int, int], str] = {}
    for place, row in enumerate(rows):
        path = f"participants[{place}]"
        person = _participant(decoder, row, path, waiting, paths, pending=pending)
        if person is not None:
            people.append(person)
            if row.get("name"):
                names[person.number] = str(row["name"])
    given = data.get("event")
    name = ""
    if isinstance(given, Mapping):
        name = decoder.value(str, given.get("name", ""), "event.name")
        given = {key: value for key, value in given.items() if key != "name"}
    facts: Any = decoder.instance(EventFacts, given, "event", event=name, participants=())
    decoder.end()
    facts = replace(facts, participants=tuple(people))
    _check(decoder, facts, waiting, paths)
    decoder.end()
    return EventFile(
        name=facts.event,
        facts=facts,
        names=names,
        pairings={number: opponent for number, (_round, opponent) in waiting.items()},
        schemes=schemes,
    )


def facts_for(facts: EventFacts, scheme: str) -> EventFacts:
    """The facts as one scheme's rules take them: a rank of another country says nothing there."""
    if scheme == "fide":
        return facts

    def own(person: Participant) -> Participant:
        if person.grade is None or person.grade.partition(".")[0] == scheme:
            return person
        return replace(person, grade=None, grade_known=False)

    return replace(facts, participants=tuple(own(person) for person in facts.participants))


def _participant(
    decoder: Decoder,
    row: object,
    path: str,
    waiting: dict[int, tuple[int, int | None]],
    paths: dict[tuple[int, int], str],
    *,
    pending: bool,
) -> Participant | None:
    given = decoder.mapping(row, path)
    if given is None:
        return None
    before = len(decoder.faults)
    number = decoder.value(int, given.get("number"), at(path, "number"))
    games: list[GameFact] = []
    where = at(path, "games")
    for place, item in enumerate(decoder.sequence(given.get("games", []), where)):
        read = _game(decoder, item, f"{where}[{place}]", pending=pending)
        if read is None:
            continue
        game, waits = read
        paths.setdefault((number, game.round), f"{where}[{place}]")
        if not waits:
            games.append(game)
        elif number in waiting:
            decoder.fault(f"{where}[{place}].result", "only one game can wait for its result")
        else:
            waiting[number] = (game.round, game.opponent)
    games.sort(key=lambda game: game.round)
    grade = given.get("grade")
    if grade is not None:
        decoder.one_of(GRADES, grade, at(path, "grade"))
    points = given.get("candidate_points")
    if points is None and grade == "ua.rank_1":
        decoder.fault(at(path, "candidate_points"), "is missing; the I rank needs it")
    total = given.get("total_half_points")
    scored = sum(game.half_points for game in games)
    rest = {key: value for key, value in given.items() if key not in _SPELLED}
    for key in _MADE:
        if key in rest:
            decoder.fault(at(path, key), "there is no such key here")
    sex, title = given.get("sex"), given.get("fide_title")
    if sex is not None:
        decoder.one_of(("m", "w"), sex, at(path, "sex"))
    if title not in (None, ""):
        decoder.one_of(sorted(TITLES), title, at(path, "fide_title"))
    found: Participant | None = decoder.instance(
        Participant,
        {key: value for key, value in rest.items() if key not in _MADE},
        path,
        number=number,
        sex=sex,
        fide_title=title or "",
        federation=federation(decoder, given.get("federation"), at(path, "federation")) or "",
        grade_known="grade" in given,
        grade=grade,
        candidate_points=decoder.value(
            int, 0 if points is None else points, at(path, "candidate_points")
        ),
        total_half_points=decoder.value(
            int, scored if total is None else total, at(path, "total_half_points")
        ),
        games=tuple(games),
        national_rating_known="national_rating" in given,
        fide_known="fide_title" in given and "fide_rating" in given,
    )
    return found if len(decoder.faults) == before else None


def _game(
    decoder: Decoder, item: object, path: str, *, pending: bool
) -> tuple[GameFact, bool] | None:
    """A game, and whether it waits for its result."""
    given = decoder.mapping(item, path)
    if given is None:
        return None
    before = len(decoder.faults)
    for key in given:
        if key not in ("round", "opponent", "result"):
            decoder.fault(at(path, key), "there is no such key here")
    number = decoder.value(int, given.get("round"), at(path, "round"))
    opponent = decoder.value(int | None, given.get("opponent"), at(path, "opponent"))
    if pending and given.get("result") == PENDING:
        kind, half_points, waits = GameKind.PLAYED, 0, True
    else:
        known = (*RESULTS, PENDING) if pending else tuple(RESULTS)
        result = decoder.one_of(known, given.get("result"), at(path, "result"))
        kind, half_points = RESULTS.get(result, (GameKind.ABSENT, 0))
        waits = False
        if result is not None and (opponent is not None) != (kind in WITH_OPPONENT):
            message = "is missing" if opponent is None else "a bye has no opponent"
            decoder.fault(at(path, "opponent"), message)
    if len(decoder.faults) != before:
        return None
    return GameFact(number, kind, half_points, opponent), waits


# ---------------------------------------------------------------- what does not agree


def _check(
    decoder: Decoder,
    facts: EventFacts,
    waiting: Mapping[int, tuple[int, int | None]],
    paths: Mapping[tuple[int, int], str],
) -> None:
    """Faults of facts that read well one by one and do not agree with each other."""
    if facts.ends_on < facts.starts_on:
        decoder.fault("event.ends_on", f"is before the first day, {facts.starts_on}")
    if not 1 <= facts.rounds <= MOST_ROUNDS:
        decoder.fault("event.rounds", f"1 to {MOST_ROUNDS} are expected, not {facts.rounds}")
    for place, norm in enumerate(facts.declared_norms):
        decoder.one_of(DECLARABLE, norm.norm, f"event.declared_norms[{place}].norm")
    if facts.championship is not None:
        decoder.one_of(_championships(), facts.championship, "event.championship")
    people: dict[int, Participant] = {}
    for place, person in enumerate(facts.participants):
        if person.number in people:
            decoder.fault(f"participants[{place}].number", f"{person.number} is there twice")
        people.setdefault(person.number, person)
    for place, person in enumerate(facts.participants):
        path = f"participants[{place}]"
        played = sum(game.half_points for game in person.games)
        if person.total_half_points < played:
            decoder.fault(f"{path}.total_half_points", f"the games alone bring {played}")
        rounds: set[int] = set()
        for game in person.games:
            where = paths[person.number, game.round]
            if not 1 <= game.round <= facts.rounds:
                decoder.fault(where, f"the event has the rounds 1 to {facts.rounds}")
            if game.round in rounds:
                decoder.fault(where, f"round {game.round} is there twice")
            rounds.add(game.round)
            if game.opponent is not None:
                _check_pair(decoder, person, game, people, where)
        if person.number in waiting:
            _check_waiting(decoder, person, waiting, facts, path)


def _championships() -> list[str]:
    """Every key that some edition lists."""
    tables = [law.scheme_tables for law in all_regulations()]
    listed = [one for table in tables if isinstance(table, Tables) for one in table.places]
    return sorted({key for place in listed for key in place.championships})


def _check_pair(
    decoder: Decoder,
    person: Participant,
    game: GameFact,
    people: Mapping[int, Participant],
    where: str,
) -> None:
    other = people.get(game.opponent or 0)
    if other is None or other is person:
        decoder.fault(where, f"{game.opponent} is no other participant")
        return
    back = [one for one in other.games if one.round == game.round]
    if not back or back[0].opponent != person.number:
        decoder.fault(where, f"participant {other.number} has no game with {person.number} there")
    elif back[0].kind is not game.kind or back[0].half_points + game.half_points > 2:
        decoder.fault(where, f"does not agree with the result of participant {other.number}")


def _check_waiting(
    decoder: Decoder,
    person: Participant,
    waiting: Mapping[int, tuple[int, int | None]],
    facts: EventFacts,
    path: str,
) -> None:
    number, opponent = waiting[person.number]
    played = max((game.round for one in facts.participants for game in one.games), default=0)
    if number != played + 1 or number > facts.rounds:
        decoder.fault(f"{path}.games", f"a game of round {number} cannot be the next one")
    if opponent is not None and waiting.get(opponent) != (number, person.number):
        decoder.fault(f"{path}.games", f"participant {opponent} does not wait for {person.number}")
