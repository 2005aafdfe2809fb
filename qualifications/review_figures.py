"""Figures and titles of people for the review of a tournament's file (`tournaments/review.py`)."""

from collections.abc import Collection, Mapping

from federation.persons import Persons, persons_of
from qualifications.figures import figures_in_force
from qualifications.grades import LADDERS, SCHEME
from qualifications.imported_ratings import ratings_in_force
from qualifications.law import LawBook
from qualifications.models import ImportedKind, LedgerEntry, RatingScheme
from qualifications.models.ledger import LedgerKind
from tournaments.models import Event
from tournaments.wrong_person_facts import ReviewFigures


def figures_for_review(event: Event, players: Collection[int]) -> ReviewFigures:
    """What is in force on the first day, by player. A constant number of queries."""
    day = event.starts_on
    persons = persons_of(players)
    everybody = persons.expand(players)
    figures = figures_in_force(day, players, scheme=SCHEME)
    imported = [
        ratings_in_force(everybody, scheme=scheme, kind=ImportedKind.STANDARD, on=day)
        for scheme in (RatingScheme.FIDE, RatingScheme.RUSSIA)
    ]
    ratings = {
        player: tuple(
            lines[one].value
            for lines in imported
            for one in persons.same_as(player)
            if one in lines
        )
        for player in players
    }
    law = LawBook.read().law_for_event(SCHEME, event)
    rows = law.tables.expected_score if law else ()
    return ReviewFigures(
        coefficients={player: value for player, value in figures.by_player().items() if value},
        ratings=ratings,
        titles=_titles(event, players, everybody, persons),
        expected=tuple((row.highest, row.higher, row.lower) for row in rows),
        difference_limit=law.rating_rules(day).difference_limit if law else None,
    )


def _titles(
    event: Event, players: Collection[int], everybody: Collection[int], persons: Persons
) -> Mapping[int, frozenset[str]]:
    """International titles in the ledger up to the last day, in capitals."""
    rows = LedgerEntry.objects.filter(
        player__in=everybody,
        grade__in=LADDERS["fide"],
        kind__in=(LedgerKind.AWARDED, LedgerKind.CONFIRMED),
        effective_on__lte=event.ends_on,
        voided_by=None,
    )
    found: dict[int, set[str]] = {}
    for player, grade in rows.values_list("player", "grade"):
        found.setdefault(player, set()).add(grade.rpartition(".")[2].upper())
    return {
        player: frozenset(title for one in persons.same_as(player) for title in found.get(one, ()))
        for player in players
    }
