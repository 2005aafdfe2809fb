"""FIDE's forms: the certificate of a title result (IT1) and the tournament report (IT3)."""

from collections import Counter
from collections.abc import Iterator, Mapping

from django.utils import translation
from django.utils.translation import gettext as _

from federation.templatetags.registry import day as day_words
from federation.templatetags.registry import points
from qualifications.documents import Column, Definitions, Paper, Table, Text
from qualifications.engine.facts import Participant
from qualifications.engine.verdict import Outcome
from qualifications.facts import gather_event
from qualifications.grades import SCHEME
from qualifications.issued.places import article_place
from qualifications.law import LawBook, law_judged_with
from qualifications.models import VerdictRecord
from qualifications.presenting import reason_words
from qualifications.serialize import verdict_from_record
from qualifications.wording import grade_name
from tournaments.models import Entry, Event
from tournaments.selectors import Cell, crosstable

_MARKS = {
    Outcome.MET: "✓",
    Outcome.WAIVED: "✓",
    Outcome.NOT_APPLICABLE: "–",
    Outcome.UNDECIDED: "?",
    Outcome.NOT_MET: "✗",
}


def norm_paper(record: VerdictRecord, *, language: str, dated: str = "") -> Paper:
    """Form IT1 of one verdict: opponents game by game, and every requirement with its figures."""
    entry, event = record.entry, record.entry.event
    people = _people(event)
    entries = list(event.entries.select_related("player"))
    row = next(
        r for r in crosstable(entries, event.games.all(), event.rounds) if r.number == entry.number
    )
    verdict = verdict_from_record(record)
    law = law_judged_with(record.assessment)
    own = people.get(entry.number)
    with translation.override(language):
        reasons = [
            *verdict.conditions,
            *(reason for route in verdict.routes for reason in route.reasons),
        ]
        calculation = []
        for reason in reasons:
            words = reason_words(reason, law)
            calculation.append(
                (
                    _MARKS[reason.outcome],
                    article_place(record.assessment.edition, reason.article),
                    words.requirement,
                    words.measured,
                )
            )
        return Paper(
            language=language,
            body=str(event.commission),
            title=_("Certificate of title result (form IT1)"),
            subtitle=f"{grade_name(record.grade)}: {_latin(entry)}",
            dated=dated,
            blocks=(
                Definitions(
                    (
                        (_("Player"), f"{entry.player.name}, № {entry.player_id}"),
                        (_("FIDE number"), str(entry.player.fide_id or "–")),
                        (_("Federation"), (own.federation if own else "") or "–"),
                        (_("Year of birth"), str(entry.player.birth_year or "–")),
                        (_("Tournament"), f"{event.name}, {event.city}, № {event.pk}"),
                        (_("Days"), _days(event)),
                        (_("Score"), points(verdict.scored_half_points)),
                        (
                            _("Score required"),
                            points(verdict.norm_half_points)
                            if verdict.norm_half_points is not None
                            else "–",
                        ),
                        (_("Edition of the regulation"), record.assessment.edition),
                    )
                ),
                _games(
                    row.cells,
                    people,
                    {one.number: _latin(one) for one in entries},
                ),
                Table(
                    title=_("Calculation"),
                    columns=(
                        Column("", 5, "center"),
                        Column(_("Article"), 15),
                        Column(_("What is required"), 45),
                        Column(_("What was found"), 35),
                    ),
                    rows=tuple(calculation),
                ),
            ),
        )


def _people(event: Event) -> Mapping[int, Participant]:
    """The participants as the judgement takes them, by starting number."""
    gathered = gather_event(event, LawBook.read().law_for_event(SCHEME, event))
    return {one.number: one for one in gathered.facts.participants}


def _games(
    cells: tuple[Cell, ...], people: Mapping[int, Participant], names: Mapping[int, str]
) -> Table:
    rows = []
    for cell in cells:
        other = people.get(cell.opponent or 0)
        rows.append(
            (
                str(cell.round),
                names.get(cell.opponent or 0, "–"),
                (other.federation if other else "") or "–",
                (other.fide_title if other else "") or "–",
                str(other.fide_rating or "–") if other else "–",
                cell.text or "–",
            )
        )
    return Table(
        title=_("Games"),
        columns=(
            Column(_("Round"), 8, "right"),
            Column(_("Opponent"), 46),
            Column(_("Federation"), 14),
            Column(_("Title"), 10),
            Column(_("Rating"), 12, "right"),
            Column(_("Result"), 10, "center"),
        ),
        rows=tuple(rows),
    )


def tournament_paper(event: Event, *, language: str, dated: str = "") -> Paper:
    """Form IT3: the event, its field by federation and title, its arbiters, and the norms made."""
    people = list(_people(event).values())
    entries = {e.number: e for e in event.entries.select_related("player")}
    norms = list(
        VerdictRecord.objects.filter(
            assessment__event=event,
            assessment__scheme="fide",
            assessment__current=True,
            outcome="met",
        )
        .select_related("entry__player")
        .order_by("entry__rank", "pk")
    )
    with translation.override(language):
        return Paper(
            language=language,
            body=str(event.commission),
            title=_("Tournament report (form IT3)"),
            subtitle=event.name,
            dated=dated,
            blocks=(
                Definitions(tuple(_event_facts(event, people))),
                Table(
                    title=_("Participants"),
                    columns=(
                        Column(_("Place"), 7, "right"),
                        Column(_("Player"), 35),
                        Column(_("FIDE number"), 14, "right"),
                        Column(_("Federation"), 14),
                        Column(_("Title"), 9),
                        Column(_("Rating"), 10, "right"),
                        Column(_("Points"), 11, "right"),
                    ),
                    rows=tuple(
                        (
                            str(entries[p.number].rank),
                            _latin(entries[p.number]),
                            str(entries[p.number].player.fide_id or "–"),
                            p.federation or "–",
                            p.fide_title or "–",
                            str(p.fide_rating or "–"),
                            points(p.total_half_points),
                        )
                        for p in sorted(people, key=lambda p: (entries[p.number].rank, p.number))
                    ),
                ),
                *_norms(norms),
            ),
        )


def _event_facts(event: Event, people: list[Participant]) -> Iterator[tuple[str, str]]:
    yield _("Number in the registry"), str(event.pk)
    yield _("Place and days"), f"{event.city}, {_days(event)}"
    yield _("Format"), str(event.get_system_display())
    yield (
        _("Time control"),
        _("%(minutes)d minutes, %(seconds)d seconds for each move")
        % {"minutes": event.minutes, "seconds": event.increment_seconds},
    )
    yield _("Players, rounds"), f"{len(people)}, {event.rounds}"
    federations = Counter(one.federation or "–" for one in people)
    yield (
        _("Federations"),
        ", ".join(f"{name} {n}" for name, n in sorted(federations.items())),
    )
    titles = Counter(one.fide_title for one in people if one.fide_title)
    yield _("Titles"), ", ".join(f"{name} {n}" for name, n in sorted(titles.items())) or "–"
    yield _("Rated players"), str(sum(one.fide_rating is not None for one in people))
    yield (
        _("Most rounds on one day"),
        str(event.most_rounds_on_one_day) if event.most_rounds_on_one_day else "–",
    )
    yield (
        _("Arbiters"),
        ", ".join(f"{a.name} ({a.get_category_display()})" for a in event.arbiters.all()) or "–",
    )


def _norms(norms: list[VerdictRecord]) -> Iterator[Table | Text]:
    if not norms:
        yield Text(_("No title result was made."))
        return
    yield Table(
        title=_("Title results"),
        columns=(Column(_("Player"), 50), Column(_("Norm"), 35), Column(_("Score"), 15, "right")),
        rows=tuple(
            (
                _latin(one.entry),
                grade_name(one.grade),
                points(one.scored_half_points),
            )
            for one in norms
        ),
    )


def _latin(entry: Entry) -> str:
    """The name as FIDE writes it, where it is known."""
    return entry.player.latin_name or entry.player.name


def _days(event: Event) -> str:
    return f"{day_words(event.starts_on)} – {day_words(event.ends_on)}"
