"""The file of a made-up tournament, as a pairing program would export it. Knows no database."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from federation.naming import transliterate
from qualifications.demo.calendar import Plan
from qualifications.demo.people import Person
from qualifications.demo.play import play_round_robin, play_swiss, play_teams, points
from tournaments.formats.parsed import ParsedEvent, ParsedPlayer, ParsedTeam, PartialDate
from tournaments.formats.trf_write import write_trf16
from tournaments.models import EventSystem

BOARDS = 4
_CLUBS = (
    *("Біла тура", "Дебют", "Ендшпіль", "Гамбіт", "Цугцванг", "Рокіровка", "Прохідний пішак"),
    *("Вежа", "Ферзь", "Чорний кінь", "Мітельшпіль", "Слон і кінь"),
)
_TYPES = {
    EventSystem.ROUND_ROBIN: "Individual: Round-Robin",
    EventSystem.SWISS: "Individual: Swiss-System",
    EventSystem.TEAM: "Team: Round-Robin",
}


@dataclass(frozen=True, slots=True)
class Participation:
    """A person in a tournament, with what the file says of them."""

    person: Person
    strength: int
    rating: int | None
    vague: bool = False
    """The file has no FIDE number and only the year of birth."""


def tournament_file(
    random: Random, plan: Plan, field: Sequence[Participation], *, arbiters: Sequence[str]
) -> bytes:
    """Play the tournament with the field in the order of starting numbers, and write its file."""
    strengths = {number: one.strength for number, one in enumerate(field, start=1)}
    if plan.system == EventSystem.TEAM:
        sheet = play_teams(random, strengths, BOARDS)
    elif plan.system == EventSystem.SWISS:
        sheet = play_swiss(random, strengths, plan.rounds)
    else:
        sheet = play_round_robin(random, strengths)
    totals = {number: points(entries) for number, entries in sheet.items()}
    order = sorted(totals, key=lambda number: (-totals[number], number))
    places = {number: place for place, number in enumerate(order, start=1)}
    players = tuple(
        ParsedPlayer(
            number=number,
            name=_name(one, plan),
            sex=one.person.sex,
            rating=one.rating,
            federation="UKR",
            fide_id=None if one.vague else one.person.fide_id,
            birth=_birth(one),
            half_points=totals[number],
            rank=places[number],
            rounds=tuple(sheet[number]),
        )
        for number, one in enumerate(field, start=1)
    )
    rounds = len(sheet[1])
    spell = transliterate if plan.latin else str
    return write_trf16(
        ParsedEvent(
            format="TRF16",
            encoding="utf-8",
            players=players,
            rounds=rounds,
            name=spell(plan.name),
            city=spell(plan.town),
            federation="UKR",
            starts_on=plan.starts_on,
            ends_on=plan.ends_on,
            declared_players=len(players),
            declared_rated=sum(player.rating is not None for player in players),
            declared_teams=len(field) // BOARDS if plan.system == EventSystem.TEAM else None,
            declared_rounds=rounds,
            type_text=_TYPES[EventSystem(plan.system)],
            chief_arbiter=spell(arbiters[0]),
            deputy_arbiters=tuple(spell(name) for name in arbiters[1:]),
            time_control_text=f"{plan.pace.minutes} min + {plan.pace.increment_seconds} sec",
            round_dates=_round_dates(plan, rounds),
            is_team=plan.system == EventSystem.TEAM,
            teams=tuple(_teams(len(field), spell)) if plan.system == EventSystem.TEAM else (),
        )
    )


def _teams(players: int, spell: Callable[[str], str]) -> Iterator[ParsedTeam]:
    """Starting numbers go through the teams one after another, first boards first."""
    for index in range(players // BOARDS):
        again, club = divmod(index, len(_CLUBS))
        name = spell(_CLUBS[club]) + (f" {again + 1}" if again else "")
        first = index * BOARDS + 1
        yield ParsedTeam(index + 1, name, tuple(range(first, first + BOARDS)))


def _name(one: Participation, plan: Plan) -> str:
    return one.person.latin if plan.latin else one.person.name.short


def _birth(one: Participation) -> PartialDate:
    birth = one.person.birth
    return PartialDate(birth.year) if one.vague else PartialDate(birth.year, birth.month, birth.day)


def _round_dates(plan: Plan, rounds: int) -> tuple[date, ...]:
    """One day after another, each with as many rounds as are played on one day."""
    return tuple(
        plan.starts_on + timedelta(days=index // plan.pace.rounds_a_day) for index in range(rounds)
    )
