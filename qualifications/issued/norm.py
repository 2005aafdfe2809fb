"""FIDE's certificate of a title result (form IT1), with the calculation behind it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils import translation
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from federation.naming.transliteration import transliterate
from federation.templatetags.registry import day as day_words
from federation.templatetags.registry import points
from qualifications.documents import Column, Definitions, Paper, Signatures, Table
from qualifications.engine.facts import Participant
from qualifications.engine.regulation import Regulation
from qualifications.engine.verdict import Outcome, Reason, Verdict
from qualifications.facts import gather_event
from qualifications.grades import SCHEME
from qualifications.issued.places import article_place
from qualifications.law import LawBook, law_judged_with
from qualifications.models import VerdictRecord
from qualifications.presenting import left_out_by, reason_words
from qualifications.serialize import verdict_from_record
from qualifications.wording import grade_name
from tournaments.models import Entry, Event, GameKind
from tournaments.selectors import Cell, crosstable

LANGUAGE = "en"
"""FIDE reads its forms in English, whatever language they were asked for in."""


def norm_paper(record: VerdictRecord, *, language: str = LANGUAGE, dated: str = "") -> Paper:
    """Form IT1 of one verdict: who, where, every game, what they come to, lines to sign on; and
    after them every requirement with its figures.
    """
    entry, event = record.entry, record.entry.event
    people = participants_of(event)
    entries = {one.number: one for one in event.entries.select_related("player")}
    row = next(
        row
        for row in crosstable(entries.values(), event.games.all(), event.rounds)
        if row.number == entry.number
    )
    verdict = verdict_from_record(record)
    reasons = _reasons(verdict)
    own = people[entry.number]
    opponents = [people[c.opponent] for c in row.cells if c.opponent and _counts(c, verdict)]
    with translation.override(language):
        return Paper(
            language=language,
            body=str(event.commission),
            title=_("Certificate of title result (form IT1)"),
            subtitle=f"{grade_name(record.grade)}: {latin_name(entry)}",
            dated=dated,
            blocks=(
                Definitions(
                    (
                        (
                            _("Player"),
                            f"{latin_name(entry)} ({entry.player.name}), № {entry.player_id}",
                        ),
                        (capfirst(_("FIDE number")), fide_number(entry)),
                        (_("Federation"), own.federation or "–"),
                        (_("Title and rating at the start"), title_and_rating(own)),
                        (_("Year of birth"), str(entry.player.birth_year or "–")),
                        *event_facts(event),
                    )
                ),
                _games(row.cells, verdict, record.assessment.edition, people, entries),
                *_sums(reasons, opponents),
                signatures(event),
                _calculation(reasons, law_judged_with(record.assessment), record.assessment),
            ),
        )


def participants_of(event: Event) -> Mapping[int, Participant]:
    """The participants as the judgement takes them, by starting number."""
    gathered = gather_event(event, LawBook.read().law_for_event(SCHEME, event))
    return {one.number: one for one in gathered.facts.participants}


def latin_name(entry: Entry) -> str:
    """The name as FIDE writes it, where it is known; else spelled by the official table."""
    return entry.player.latin_name or transliterate(entry.player.name)


def latin(name: str) -> str:
    """A name in Latin letters, with the written one where that has others."""
    spelled = transliterate(name)
    return name if spelled == name else f"{spelled} ({name})"


def fide_number(entry: Entry) -> str:
    """The person's number; else the one in the tournament's file."""
    return str(entry.player.fide_id or entry.file_fide_id or "–")


def title_and_rating(one: Participant) -> str:
    """Both in a few letters; a dash for what is not there."""
    return f"{one.fide_title or '–'}, {one.fide_rating or '–'}"


def event_facts(event: Event) -> Iterator[tuple[str, str]]:
    """What both forms say about the tournament."""
    yield _("Tournament"), f"{latin(event.name)}, № {event.pk}"
    days = f"{day_words(event.starts_on)} – {day_words(event.ends_on)}"
    yield _("Place and days"), f"{latin(event.city)}, {days}"
    yield _("Registering federation"), event.fide_federation or "–"
    yield _("Format"), str(event.get_system_display())
    yield (
        _("Time control"),
        _("%(minutes)d minutes, %(seconds)d seconds for each move")
        % {"minutes": event.minutes, "seconds": event.increment_seconds},
    )
    yield _("Most rounds on one day"), str(event.most_rounds_on_one_day or "–")
    yield _("Arbiters"), "; ".join(arbiter_words(event)) or "–"


def arbiter_words(event: Event) -> Iterator[str]:
    """The chief arbiter first, each with the category."""
    for one in sorted(event.arbiters.all(), key=lambda a: (not a.chief, a.pk)):
        words = f"{latin(one.name)}, {one.get_category_display()}"
        yield f"{words} ({_('chief arbiter')})" if one.chief else words


def signatures(event: Event) -> Signatures:
    """Lines for those who sign the forms."""
    chief = next((transliterate(one.name) for one in event.arbiters.all() if one.chief), "")
    return Signatures(
        ((_("Chief arbiter"), chief), (_("For the federation"), ""), (_("Day"), "")),
        by_hand=True,
    )


def federations_and_titles(people: Iterable[Participant]) -> Iterator[tuple[str, str]]:
    """How many people of which federation and with which title."""
    people = list(people)
    federations = Counter(one.federation or "–" for one in people)
    titles = Counter(one.fide_title for one in people if one.fide_title)
    yield _("Federations"), _counted(federations) or "–"
    yield _("Titles"), _counted(titles) or "–"


def _counted(found: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(found.items()))


def _reasons(verdict: Verdict) -> tuple[Reason, ...]:
    """What is asked in any case, and what the way asks by which the norm was made."""
    made = next((r for r in verdict.routes if r.outcome is Outcome.MET), None)
    return (*verdict.conditions, *(made.reasons if made else ()))


def _counts(cell: Cell, verdict: Verdict) -> bool:
    return cell.kind == GameKind.PLAYED and cell.round not in left_out_by(verdict)


def _games(
    cells: Iterable[Cell],
    verdict: Verdict,
    edition: str,
    people: Mapping[int, Participant],
    entries: Mapping[int, Entry],
) -> Table:
    out = left_out_by(verdict)

    def counts(cell: Cell) -> str:
        if cell.round in out:
            return _("no, %(article)s") % {"article": article_place(edition, out[cell.round])}
        return _("yes") if cell.kind == GameKind.PLAYED else _("no")

    rows = []
    for cell in cells:
        number = cell.opponent or 0
        other = people.get(number)
        rows.append(
            (
                str(cell.round),
                latin_name(entries[number]) if number in entries else "–",
                fide_number(entries[number]) if number in entries else "–",
                (other.federation if other else "") or "–",
                (other.fide_title if other else "") or "–",
                str((other.fide_rating if other else None) or "–"),
                cell.text or "–",
                counts(cell),
            )
        )
    return Table(
        title=_("Games"),
        columns=(
            Column(_("Round"), 8, "right"),
            Column(_("Opponent"), 29),
            Column(capfirst(_("FIDE number")), 14),
            Column(_("Federation"), 12),
            Column(_("Title"), 8),
            Column(_("Rating"), 9, "right"),
            Column(_("Result"), 9, "center"),
            Column(_("Counts"), 11),
        ),
        rows=tuple(rows),
    )


def _sums(reasons: Iterable[Reason], opponents: Iterable[Participant]) -> Iterator[Definitions]:
    """The figures of the games that count; nothing for a title that no performance makes."""
    asked = next((r for r in reasons if r.check == "fide_performance"), None)
    if asked is None or asked.measured["performance"] is None:
        return
    measured: Mapping[str, Any] = asked.measured
    needed = asked.required["half_points"]
    yield Definitions(
        (
            (_("Games that count"), str(measured["games"])),
            (_("Mean rating of the opponents"), str(measured["mean"])),
            (
                _("Score"),
                _("%(score)s of %(games)s, %(percent)s percent")
                % {
                    "score": points(measured["half_points"]),
                    "games": measured["games"],
                    "percent": measured["percent"],
                },
            ),
            (_("Score required"), points(needed) if isinstance(needed, int) else "–"),
            (
                _("Performance rating"),
                f"{measured['mean']} + {measured['difference']} = {measured['performance']}"
                if measured["difference"] >= 0
                else f"{measured['mean']} − {-measured['difference']} = {measured['performance']}",
            ),
            *_opponents(opponents),
        )
    )


def _opponents(opponents: Iterable[Participant]) -> Iterator[tuple[str, str]]:
    (_name, federations), (_other, titles) = federations_and_titles(opponents)
    yield _("Federations of the opponents"), federations
    yield _("Titles of the opponents"), titles


def _calculation(reasons: Iterable[Reason], law: Regulation | None, assessment: Any) -> Table:
    outcomes = {
        Outcome.MET: _("met"),
        Outcome.WAIVED: _("waived"),
        Outcome.NOT_APPLICABLE: _("does not apply"),
        Outcome.UNDECIDED: _("a person has to decide"),
        Outcome.NOT_MET: _("not met"),
    }
    rows = []
    for one in reasons:
        words = reason_words(one, law)
        place = article_place(assessment.edition, one.article)
        rows.append((place, words.requirement, words.measured, outcomes[one.outcome]))
    return Table(
        title=_("Calculation by %(edition)s")
        % {"edition": law.title if law else assessment.edition},
        columns=(
            Column(_("Article"), 9),
            Column(_("What is required"), 43),
            Column(_("What was found"), 34),
            Column(_("Outcome"), 14),
        ),
        rows=tuple(rows),
    )
