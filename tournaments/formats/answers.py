"""What a person has answered to the questions of a file, applied to what was read of it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from tournaments.formats.parsed import ParsedEvent, ParsedPlayer, RoundKind
from tournaments.formats.questions import PACES

_BYES = (RoundKind.PAIRING_BYE, RoundKind.FULL_POINT_BYE)


def days_of(answer: str) -> tuple[date, date] | None:
    """First and last day of `2026-05-01/2026-05-03`; None for anything else."""
    first, _, last = answer.partition("/")
    try:
        return date.fromisoformat(first), date.fromisoformat(last)
    except ValueError:
        return None


def apply_answers(event: ParsedEvent, answers: Mapping[str, str]) -> ParsedEvent:
    """The event as the file and a person together tell it; `answers` by codes of questions.

    An answer that is none of those possible changes nothing.
    """
    pace = answers.get("ask.pace", "")
    if pace in PACES:
        event = replace(event, pace=pace)
    days = days_of(answers.get("ask.dates") or answers.get("ask.date_order", ""))
    if days is not None:
        event = replace(event, starts_on=days[0], ends_on=days[1])
    if answers.get("ask.arbiter"):
        event = replace(event, chief_arbiter=answers["ask.arbiter"])
    if answers.get("ask.city"):
        event = replace(event, city=answers["ask.city"])
    bye = answers.get("ask.bye_with_point", "")
    if bye in _BYES:
        event = replace(event, players=_with_byes(event.players, RoundKind(bye)))
    return event


def _with_byes(players: tuple[ParsedPlayer, ...], kind: RoundKind) -> tuple[ParsedPlayer, ...]:
    """Byes with a point as `kind`; where a round has several, no more than one is a pairing bye,
    so there they all stay byes that were asked for.
    """
    count: dict[int, int] = {}
    for player in players:
        for entry in player.rounds:
            if entry.kind in _BYES:
                count[entry.round] = count.get(entry.round, 0) + 1
    many = {number for number, byes in count.items() if byes > 1}
    return tuple(
        replace(
            player,
            rounds=tuple(
                entry._replace(kind=RoundKind.FULL_POINT_BYE if entry.round in many else kind)
                if entry.kind in _BYES
                else entry
                for entry in player.rounds
            ),
        )
        if any(entry.kind in _BYES for entry in player.rounds)
        else player
        for player in players
    )
