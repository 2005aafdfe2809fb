"""FIDE's tournament report (form IT3): the event, its field, its arbiters, and the norms made."""

from collections.abc import Iterable, Iterator

from django.utils import translation
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from federation.templatetags.registry import day as day_words
from federation.templatetags.registry import points
from qualifications.documents import Column, Definitions, Paper, Table, Text
from qualifications.engine.facts import Participant
from qualifications.grades import highest_of_each
from qualifications.issued.norm import (
    LANGUAGE,
    event_facts,
    federations_and_titles,
    fide_number,
    latin,
    latin_name,
    participants_of,
    signatures,
)
from qualifications.models import VerdictRecord
from qualifications.wording import grade_name
from tournaments.models import Event, EventSystem


def tournament_paper(event: Event, *, language: str = LANGUAGE, dated: str = "") -> Paper:
    """Form IT3, with lines to sign on. Of a player's norms the highest, which serves the others."""
    people = participants_of(event)
    entries = {e.number: e for e in event.entries.select_related("player")}
    with translation.override(language):
        return Paper(
            language=language,
            body=str(event.commission),
            title=_("Tournament report (form IT3)"),
            subtitle=latin(event.name),
            dated=dated,
            blocks=(
                Definitions(tuple(_facts(event, list(people.values())))),
                Table(
                    title=_("Participants"),
                    columns=(
                        Column(_("Place"), 7, "right"),
                        Column(_("Player"), 35),
                        Column(capfirst(_("FIDE number")), 14),
                        Column(_("Federation"), 14),
                        Column(_("Title"), 9),
                        Column(_("Rating"), 10, "right"),
                        Column(_("Points"), 11, "right"),
                    ),
                    rows=tuple(
                        (
                            str(entry.rank),
                            latin_name(entry),
                            fide_number(entry),
                            people[entry.number].federation or "–",
                            people[entry.number].fide_title or "–",
                            str(people[entry.number].fide_rating or "–"),
                            points(entry.half_points),
                        )
                        for entry in sorted(entries.values(), key=lambda e: (e.rank, e.number))
                    ),
                ),
                _norms(event),
                signatures(event),
            ),
        )


def _facts(event: Event, people: list[Participant]) -> Iterator[tuple[str, str]]:
    yield from event_facts(event)
    yield (
        capfirst(_("registered with FIDE on")),
        day_words(event.fide_registered_on) if event.fide_registered_on else "–",
    )
    yield (
        capfirst(_("most hours of play on one day")),
        str(event.most_hours_on_one_day or "–"),
    )
    yield _("Players, rounds"), f"{len(people)}, {event.rounds}"
    yield from federations_and_titles(people)
    yield (
        _("Players of other federations"),
        _of_others(event, people),
    )
    ratings = [one.fide_rating for one in people if one.fide_rating]
    yield _("Rated players"), str(len(ratings))
    if event.system == EventSystem.ROUND_ROBIN and ratings:
        yield _("Mean rating"), str((2 * sum(ratings) + len(ratings)) // (2 * len(ratings)))


def _of_others(event: Event, people: Iterable[Participant]) -> str:
    if not event.fide_federation:
        return "–"
    return str(sum(one.federation not in ("", event.fide_federation) for one in people))


def _norms(event: Event) -> Table | Text:
    made = {
        (record.entry_id, record.grade): record
        for record in VerdictRecord.objects.filter(
            assessment__event=event,
            assessment__scheme="fide",
            assessment__current=True,
            outcome="met",
        )
        .select_related("entry__player")
        .order_by("entry__rank", "entry__number", "pk")
    }
    highest = highest_of_each(made)
    if not highest:
        return Text(_("No title result was made."))
    return Table(
        title=_("Title results"),
        columns=(Column(_("Player"), 50), Column(_("Norm"), 35), Column(_("Score"), 15, "right")),
        rows=tuple(
            (latin_name(record.entry), grade_name(record.grade), points(record.scored_half_points))
            for key, record in made.items()
            if key in highest
        ),
    )
