"""What admitting an event did, as plain objects: read from the rows that admission has written.

The one reader for the dry run, which takes the rows back afterwards, and for the real thing.
Nothing here depends on numbers that the database gives out: the two can be compared field by field.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from qualifications.coefficient_estimate import EventEstimate, event_estimate
from qualifications.counting import event_counting
from qualifications.deadlines import one_failure_left
from qualifications.engine import NoEditionInForce
from qualifications.engine.fide_ratings import EventChanges
from qualifications.engine.regulation import Regulation
from qualifications.engine.rules.ua_2007.counting_facts import CountingVerdict
from qualifications.engine.standing import Standing
from qualifications.engine.verdict import Outcome, Verdict
from qualifications.fide_change import expected_fide_change
from qualifications.grades import SCHEME
from qualifications.law import LawBook, edition_named, read_as
from qualifications.life_facts import LifeFacts, life_facts
from qualifications.models import Assessment, LedgerEntry, ParticipantRecord, VerdictRecord
from qualifications.models.ledger import ASSESSED, LedgerKind
from qualifications.serialize import conditions_from_json, routes_from_json
from tournaments.models import Entry, Event, EventStatus

A_MOMENT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class SchemeSaid:
    """One scheme's judgement of the event."""

    scheme: str
    edition: str
    """Empty where the registry holds none for the days."""
    outcome: str
    """Of `AssessmentOutcome`."""
    coefficient: Decimal | None
    """Of the tournament; of the home scheme alone."""
    out_of_reach: int
    facts_digest: str
    readings: Mapping[str, str]

    @property
    def law(self) -> Regulation | None:
        """The edition as it was read."""
        law = edition_named(self.edition)
        return read_as(law, self.readings) if law else None


@dataclass(frozen=True, slots=True)
class Held:
    """What a participant brought to the event."""

    known: bool
    grade: str
    candidate_points: int
    stated: bool
    coefficient: int | None


@dataclass(frozen=True, slots=True)
class VerdictSaid:
    """One verdict."""

    scheme: str
    grade: str
    outcome: str
    norm_half_points: int | None
    scored_half_points: int
    written: str
    """The reasons in the database's own words; read when they are asked for."""

    def verdict(self, number: int, edition: str) -> Verdict:
        """As the engine gave it."""
        reasons = json.loads(self.written)
        return Verdict(
            participant=number,
            grade=self.grade,
            outcome=Outcome(self.outcome),
            conditions=conditions_from_json(reasons),
            routes=routes_from_json(reasons),
            norm_half_points=self.norm_half_points,
            scored_half_points=self.scored_half_points,
            edition=edition,
        )


@dataclass(frozen=True, slots=True)
class LineSaid:
    """One line of the ledger."""

    kind: str
    grade: str
    effective_on: date
    edition: str
    article: str
    details: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Rank:
    """What a player holds at the end of the day of admission."""

    grade: str | None
    valid_until: date | None
    term: str
    candidate_points: tuple[date, ...]
    failures_in_row: int
    below_lower_norm_in_row: int
    exempt: bool
    decree_pending: bool
    one_failure_left: bool


@dataclass(frozen=True, slots=True)
class PlayerSaid:
    """Everything about one participant."""

    number: int
    name: str
    place: int
    half_points: int
    newcomer: bool
    held: Held | None
    """None where no edition covers the event."""
    verdicts: tuple[VerdictSaid, ...]
    ledger: tuple[LineSaid, ...]
    before: Rank | None
    """As the registry knew it the moment before; None without a ledger."""
    after: Rank | None
    player: int = field(compare=False)
    """Permanent number; of a newcomer in a dry run one that means nothing."""


@dataclass(frozen=True, slots=True)
class ChangedSaid:
    """One player in a later event that was judged again."""

    name: str
    gone: tuple[LineSaid, ...]
    new: tuple[LineSaid, ...]
    before: Rank | None
    after: Rank | None
    player: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class LaterEvent:
    """An event that was judged again, with the players whose lines changed, by name."""

    event: int
    name: str
    ends_on: date
    schemes: tuple[str, ...]
    players: tuple[ChangedSaid, ...]


@dataclass(frozen=True, slots=True)
class Consequences:
    """What followed from admitting an event, at once and by itself."""

    event: int
    judgements: tuple[SchemeSaid, ...]
    """The home scheme first."""
    players: tuple[PlayerSaid, ...]
    """By starting number."""
    later: tuple[LaterEvent, ...]
    """In the order in which they ended."""
    counting: CountingVerdict | None
    """Whether the event counts for coefficients; None without an edition."""
    estimate: EventEstimate | None
    fide: EventChanges | None

    @property
    def home(self) -> SchemeSaid:
        return self.judgements[0]


def consequences_of(event: Event) -> Consequences:
    """Read what the admission of an event has written. A constant number of queries.

    Of what was judged again since then the first answer counts. Raises ValueError for an event that
    is not admitted, or was never judged.
    """
    if event.status != EventStatus.ADMITTED or event.admitted_at is None:
        raise ValueError("nothing has followed yet: the event is not admitted")
    at = event.admitted_at
    entries = list(event.entries.select_related("player").order_by("number"))
    first: dict[str, Assessment] = {}
    for assessment in Assessment.objects.filter(event=event).order_by("pk"):
        first.setdefault(assessment.scheme, assessment)
    if not first:
        raise ValueError("nothing was judged")
    later = _judged_again(event, at)
    gone, new = _lines_of_later(later, at)
    ranks = _Ranks.read(
        {entry.player_id for entry in entries} | {player for _event, player in {**gone, **new}}, at
    )
    law = LawBook.read().law_for_event(SCHEME, event)
    return Consequences(
        event=event.pk,
        judgements=tuple(
            _scheme(one) for one in sorted(first.values(), key=lambda a: a.scheme != SCHEME)
        ),
        players=_players(entries, first, _lines(event, at), ranks),
        later=tuple(_later(one, schemes, gone, new, ranks) for one, schemes in later),
        counting=event_counting(event, law, scheme=SCHEME) if law else None,
        estimate=event_estimate(event, entries),
        fide=expected_fide_change(event).changes,
    )


def _scheme(assessment: Assessment) -> SchemeSaid:
    return SchemeSaid(
        scheme=assessment.scheme,
        edition=assessment.edition,
        outcome=str(assessment.outcome),
        coefficient=assessment.tournament_coefficient,
        out_of_reach=assessment.out_of_reach,
        facts_digest=assessment.facts_digest,
        readings=assessment.readings,
    )


# --- participants -------------------------------------------------------------------------------


def _players(
    entries: Iterable[Entry],
    assessments: Mapping[str, Assessment],
    lines: Mapping[int, list[LineSaid]],
    ranks: "_Ranks",
) -> tuple[PlayerSaid, ...]:
    held = {
        entry: Held(known, grade, points, stated, coefficient)
        for entry, known, grade, points, stated, coefficient in ParticipantRecord.objects.filter(
            assessment__in=[a.pk for a in assessments.values()]
        ).values_list(
            *("entry", "grade_known", "grade", "candidate_points", "stated"),
            "individual_coefficient",
        )
    }
    verdicts = _verdicts(assessments)
    return tuple(
        PlayerSaid(
            number=entry.number,
            name=entry.player.name,
            place=entry.rank,
            half_points=entry.half_points,
            newcomer=entry.newcomer,
            held=held.get(entry.pk),
            verdicts=tuple(verdicts[entry.pk]),
            ledger=tuple(lines.get(entry.player_id, ())),
            before=ranks.before.get(entry.player_id),
            after=ranks.after.get(entry.player_id),
            player=entry.player_id,
        )
        for entry in entries
    )


def _verdicts(assessments: Mapping[str, Assessment]) -> Mapping[int, list[VerdictSaid]]:
    """By entry, scheme by scheme, in the order of the engine."""
    schemes = {assessment.pk: scheme for scheme, assessment in assessments.items()}
    found: dict[int, list[VerdictSaid]] = defaultdict(list)
    rows = VerdictRecord.objects.filter(assessment__in=list(schemes)).order_by("pk")
    for assessment, entry, *said in rows.values_list(
        *("assessment", "entry", "grade", "outcome", "norm_half_points", "scored_half_points"),
        Cast("reasons", TextField()),
    ):
        found[entry].append(VerdictSaid(schemes[assessment], *said))
    return found


def _lines(event: Event, at: datetime) -> Mapping[int, list[LineSaid]]:
    """By player, what the admission added to the ledger."""
    found: dict[int, list[LineSaid]] = defaultdict(list)
    rows = LedgerEntry.objects.filter(event=event, recorded_at=at, kind__in=ASSESSED)
    for line in rows.order_by("pk"):
        found[line.player_id].append(_line(line))
    return found


def _line(line: LedgerEntry) -> LineSaid:
    return LineSaid(
        kind=str(line.kind),
        grade=line.grade,
        effective_on=line.effective_on,
        edition=line.edition,
        article=line.article,
        details=line.details,
    )


@dataclass(frozen=True, slots=True)
class _Ranks:
    """What players hold on the day of admission, as known the moment before it and after it."""

    before: Mapping[int, Rank]
    after: Mapping[int, Rank]

    @classmethod
    def read(cls, players: Collection[int], at: datetime) -> "_Ranks":
        on = timezone.localtime(at).date()
        try:
            law = LawBook.read().law_for(SCHEME, on=on)
        except NoEditionInForce:
            return cls({}, {})
        lives = life_facts(Q(player__in=players))
        return cls(
            _ranks(lives, on, law, known_at=at - A_MOMENT), _ranks(lives, on, law, known_at=at)
        )


def _ranks(
    lives: Mapping[int, LifeFacts], on: date, law: Regulation, *, known_at: datetime
) -> dict[int, Rank]:
    return {
        player: _rank(life.standing(on=on, law=law, known_at=known_at), law)
        for player, life in lives.items()
        if any(fact.recorded_at <= known_at for fact in life.entries)
    }


def _rank(standing: Standing, law: Regulation) -> Rank:
    return Rank(
        grade=standing.grade,
        valid_until=standing.valid_until,
        term=standing.term,
        candidate_points=standing.candidate_points,
        failures_in_row=standing.failures_in_row,
        below_lower_norm_in_row=standing.below_lower_norm_in_row,
        exempt=standing.exempt,
        decree_pending=standing.decree_pending,
        one_failure_left=one_failure_left(standing, law),
    )


# --- later events -------------------------------------------------------------------------------

Lines = Mapping[tuple[int, int], list[LedgerEntry]]
"""By event and player."""


def _judged_again(event: Event, at: datetime) -> list[tuple[Event, tuple[str, ...]]]:
    """Events that were judged again, with the schemes that say something else now."""
    schemes: dict[int, list[str]] = defaultdict(list)
    events: dict[int, Event] = {}
    for assessment in (
        Assessment.objects.filter(because_event=event, assessed_at=at)
        .select_related("event")
        .order_by("event__ends_on", "event__starts_on", "event", "pk")
    ):
        events[assessment.event_id] = assessment.event
        schemes[assessment.event_id].append(assessment.scheme)
    return [(one, tuple(schemes[pk])) for pk, one in events.items()]


def _lines_of_later(
    later: Collection[tuple[Event, tuple[str, ...]]], at: datetime
) -> tuple[Lines, Lines]:
    """Lines that were taken back in later events, and lines that were added."""
    gone: dict[tuple[int, int], list[LedgerEntry]] = defaultdict(list)
    new: dict[tuple[int, int], list[LedgerEntry]] = defaultdict(list)
    if not later:
        return gone, new
    rows = LedgerEntry.objects.filter(
        event__in=[event.pk for event, _schemes in later], recorded_at=at, decision=None
    )
    for line in rows.select_related("voids", "player").order_by("pk"):
        key = (line.event_id or 0, line.player_id)
        if line.voids is not None:
            line.voids.player = line.player
            gone[key].append(line.voids)
        elif line.kind != LedgerKind.VOIDED:
            new[key].append(line)
    return gone, new


def _later(
    event: Event, schemes: tuple[str, ...], gone: Lines, new: Lines, ranks: _Ranks
) -> LaterEvent:
    people = {
        line.player_id: line.player
        for lines in (gone, new)
        for (of_event, _player), some in lines.items()
        if of_event == event.pk
        for line in some
    }
    return LaterEvent(
        event=event.pk,
        name=event.name,
        ends_on=event.ends_on,
        schemes=schemes,
        players=tuple(
            ChangedSaid(
                name=player.name,
                gone=tuple(_line(line) for line in gone.get((event.pk, player.pk), ())),
                new=tuple(_line(line) for line in new.get((event.pk, player.pk), ())),
                before=ranks.before.get(player.pk),
                after=ranks.after.get(player.pk),
                player=player.pk,
            )
            for player in sorted(people.values(), key=lambda p: (p.name, p.pk))
        ),
    )
