"""manage.py norm_outlook: before the last rounds, what the results still to come would bring."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from qualifications.engine.editions import JUDGING
from qualifications.engine.facts import EventFacts
from qualifications.engine.loading import NoEditionInForce, regulation_for_event
from qualifications.engine.outlook import (
    DRAW,
    LOSS,
    WIN,
    Assumption,
    Forecast,
    Prospect,
    TooEarly,
    outlook,
    rounds_left,
)
from qualifications.engine.verdict import Outcome
from qualifications.factfiles import UnusableFacts, facts_for, read_event
from qualifications.facts import gather_event
from qualifications.management.commands.assess import read_json
from qualifications.wording import grade_name
from tournaments.models import Event

ASSUMPTIONS = {
    Assumption.PAIRED: "opponents as paired",
    Assumption.EVERYBODY_MEETS: "opponents: those not met yet",
    Assumption.NEAREST_IN_POINTS: "assumed opponents: not met yet and nearest in points",
}
RESULTS = {WIN: "win", DRAW: "draw", LOSS: "loss"}
OUTCOMES = {
    Outcome.MET: "met",
    Outcome.NOT_MET: "not met",
    Outcome.UNDECIDED: "a person has to decide",
}


@dataclass(frozen=True, slots=True)
class InProgress:
    name: str
    facts: EventFacts
    names: Mapping[int, str]
    pairings: Mapping[int, int | None]
    schemes: tuple[str, ...]


class Command(BaseCommand):
    help = (
        "For each player and each norm still possible, say what a win, a draw or a loss in the "
        "next round gives and what score is needed from the rounds left."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "event",
            metavar="EVENT_ID|FILE",
            help="number of a registered tournament, or a JSON file as in docs/assess.md",
        )
        parser.add_argument("--scheme", choices=JUDGING, help="this scheme only")
        parser.add_argument("--json", action="store_true", help="for other programs")

    def handle(self, *args: Any, **options: Any) -> None:
        event = in_progress(options["event"])
        schemes = (options["scheme"],) if options["scheme"] else event.schemes
        if rounds_left(event.facts) < 1:
            raise CommandError("No round is left.")
        found: list[Prospect] = []
        outside: list[str] = []
        for scheme in schemes:
            try:
                found += outlook_of(event, scheme)
            except NoEditionInForce as error:
                outside.append(str(error))
            except TooEarly as error:
                raise CommandError(f"{error}.") from error
        if len(outside) == len(schemes):
            raise CommandError("\n".join(outside))
        if options["json"]:
            self.stdout.write(json.dumps(as_json(event, found, outside), indent=2))
            return
        with translation.override("en"):
            for line in (*outside, *lines(event, found)):
                self.stdout.write(line)


def in_progress(said: str) -> InProgress:
    """A registered tournament by its number, or an event from a file. Raises CommandError."""
    if said.isdecimal() and not Path(said).exists():
        row = Event.objects.filter(pk=int(said)).first()
        if row is None:
            raise CommandError(f"There is no tournament {said}.")
        try:
            law = regulation_for_event("ua", starts_on=row.starts_on, ends_on=row.ends_on)
        except NoEditionInForce as error:
            raise CommandError(str(error)) from error
        gathered = gather_event(row, law)
        names = {number: entry.player.name for number, entry in gathered.entries.items()}
        return InProgress(row.name, gathered.facts, names, {}, ("ua",))
    data = read_json(Path(said))
    if not isinstance(data, dict):
        raise CommandError(f"{said}: an object with an event is expected.")
    try:
        file = read_event(data, pending=True)
    except UnusableFacts as error:
        raise CommandError(f"{said} cannot be judged:\n{error}") from error
    return InProgress(file.name, file.facts, file.names, file.pairings, file.schemes)


def outlook_of(event: InProgress, scheme: str) -> tuple[Prospect, ...]:
    """Prospects by the edition that will judge the event. Raises NoEditionInForce and TooEarly."""
    facts = event.facts
    law = regulation_for_event(scheme, starts_on=facts.starts_on, ends_on=facts.ends_on)
    return outlook(facts_for(facts, scheme), law, event.pairings)


def lines(event: InProgress, found: list[Prospect]) -> list[str]:
    """The outlook in words, player by player."""
    left = rounds_left(event.facts)
    rounds = "round" if left == 1 else "rounds"
    told = [f"{event.name or 'Tournament'}: {left} {rounds} of {event.facts.rounds} left"]
    for prospect in sorted(found, key=lambda one: one.participant):
        number = prospect.participant
        who = f"{number} {event.names.get(number, '')}".rstrip()
        told.append(f"{who}: {grade_name(prospect.grade)}")
        told += [f"  {line}" for line in prospect_lines(prospect)]
    if not found:
        told.append("No norm is possible any more.")
    return told


def prospect_lines(prospect: Prospect) -> list[str]:
    """What one norm hangs on."""
    who = ", ".join("bye" if one is None else str(one) for one in prospect.opponents) or "nobody"
    told = [f"{ASSUMPTIONS[prospect.assumption]}: {who}"]
    if prospect.certain:
        return [*told, "met whatever happens"]
    for first, rest in prospect.after_next.items():
        bye = len(prospect.after_next) == 1
        told.append(f"{'bye' if bye else RESULTS[first]}: {_after(rest)}")
    needed = prospect.needed_half_points
    if needed is not None:
        told.append(f"needed from the games left: {points(needed)}")
    return told


def _after(rest: Mapping[int, Forecast]) -> str:
    """What the next result brings: the outcome, or the score needed after it."""
    if set(rest) == {0}:
        only = rest[0]
        if only.surely is only.at_best:
            return OUTCOMES[only.surely]
        return f"depends on others: {OUTCOMES[only.surely]} or {OUTCOMES[only.at_best]}"
    enough = [score for score, one in rest.items() if one.surely is Outcome.MET]
    if enough:
        return f"then {points(min(enough))} needed"
    if any(one.at_best is not Outcome.NOT_MET for one in rest.values()):
        return "then still possible, not sure with any score"
    return "not possible any more"


def points(half_points: int) -> str:
    """Half-points as points: 3 is 1½."""
    whole, half = divmod(half_points, 2)
    return f"{whole or ''}½" if half else str(whole)


def as_json(event: InProgress, found: list[Prospect], outside: list[str]) -> dict[str, Any]:
    """The outlook for other programs."""

    def forecasts(of: Mapping[int, Forecast]) -> dict[str, Any]:
        return {
            str(score): {"surely": one.surely.value, "at_best": one.at_best.value}
            for score, one in of.items()
        }

    return {
        "event": event.name,
        "rounds_left": rounds_left(event.facts),
        "outside": outside,
        "prospects": [
            {
                "participant": one.participant,
                "name": event.names.get(one.participant, ""),
                "grade": one.grade,
                "edition": one.edition,
                "opponents": list(one.opponents),
                "assumption": one.assumption.value,
                "needed_half_points": one.needed_half_points,
                "certain": one.certain,
                "by_half_points": forecasts(one.by_half_points),
                "after_next": {
                    str(first): forecasts(rest) for first, rest in one.after_next.items()
                },
            }
            for one in found
        ],
    }
