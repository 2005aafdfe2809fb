"""Reading the consequences of an admission from the rows that it has written."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from qualifications.coefficient_estimate import event_estimate
from qualifications.consequences import (
    ChangedSaid,
    Consequences,
    Held,
    LaterEvent,
    LineSaid,
    PlayerSaid,
    Rank,
    SchemeSaid,
    VerdictSaid,
)
from qualifications.counting import event_counting
from qualifications.deadlines import one_failure_left
from qualifications.engine import NoEditionInForce
from qualifications.engine.regulation import Regulation
from qualifications.engine.standing import Standing
from qualifications.fide_change import expected_fide_change
from qualifications.grades import SCHEME
from qualifications.law import LawBook
from qualifications.life_facts import LifeFacts, life_facts
from qualifications.models import Assessment, LedgerEntry, ParticipantRecord, VerdictRecord
from qualifications.models.ledger import ASSESSED, LedgerKind
from tournaments.models import Entry, Event, EventStatus

A_MOMENT = timedelta(microseconds=1)


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
        fide_list_on=assessment.fide_list_on,
        fide_listed=assessment.fide_listed,
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
