"""Reads about standings, verdicts, lists and desks."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from federation.models import Commission, CommissionKind, Player
from federation.names import fold
from federation.persons import persons_of
from qualifications.engine import LedgerKind as FactKind
from qualifications.engine import NoEditionInForce
from qualifications.engine.regulation import RatingRules, Regulation
from qualifications.engine.standing import Standing
from qualifications.grades import SCHEME, TITLES, higher_than, scheme_of
from qualifications.law import LawBook, law_for
from qualifications.life_facts import NOBODY, LifeFacts, life_facts, life_facts_of
from qualifications.models import (
    Assessment,
    LedgerEntry,
    PeriodStatus,
    RatingPeriod,
    RatingRow,
    RatingRun,
    RunEvent,
    RunStatus,
    VerdictRecord,
)
from qualifications.models.ledger import LedgerKind
from tournaments.models import Entry, EventStatus

# --- the ledger ---------------------------------------------------------------------------------


AWARDED_ALREADY = Exists(
    LedgerEntry.objects.filter(
        player=OuterRef("player"),
        event=OuterRef("event"),
        grade=OuterRef("grade"),
        kind=LedgerKind.AWARDED,
        voided_by=None,
    )
)
"""Of a norm: an award in force has followed it."""


def earned_not_awarded(commission: Commission) -> QuerySet[LedgerEntry]:
    """Norms met by players whom the commission answers for, and not yet followed by an award.

    A regional or city commission answers for the players of its region, the national one for all.
    Titles are awarded by the ministry and wait for more than the norm: they are left out.
    So are norms of other schemes.
    """
    norms = LedgerEntry.objects.filter(
        kind=LedgerKind.NORM_MET, voided_by=None, grade__startswith=f"{SCHEME}."
    ).exclude(grade__in=TITLES)
    if commission.kind != CommissionKind.NATIONAL:
        norms = norms.filter(
            Q(player__merged_into=None, player__region=commission.region_id)
            | Q(player__merged_into__region=commission.region_id)
        )
    return (
        norms.exclude(AWARDED_ALREADY)
        .select_related("player", "event", "verdict")
        .order_by("effective_on", "pk")
    )


def norms_to_award(commission: Commission) -> list[LedgerEntry]:
    """Of `earned_not_awarded` those that would still raise the player, the earliest first.

    A norm that an earlier one, awarded or still waiting, already covers is left out: awarding it
    would change nothing. At most six queries whatever the number of norms.
    """
    return _those_that_raise(list(earned_not_awarded(commission)))


def norms_still_open(pks: Collection[int]) -> set[int]:
    """Of these norms those that hold, have not been awarded and would still raise the player."""
    norms = LedgerEntry.objects.filter(pk__in=pks, kind=LedgerKind.NORM_MET, voided_by=None)
    return {norm.pk for norm in _those_that_raise(list(norms.exclude(AWARDED_ALREADY)))}


def _those_that_raise(norms: list[LedgerEntry]) -> list[LedgerEntry]:
    lives = life_facts(Q(player__in={norm.player_id for norm in norms}))
    book = LawBook.read()
    return [norm for norm in norms if _raises(norm, lives[norm.player_id], book)]


def _raises(norm: LedgerEntry, life: LifeFacts, book: LawBook) -> bool:
    """Whether a norm stands above what the player held by then, norms met before it included.

    A norm of a title is not yet the title: it covers nothing.
    """
    before = tuple(
        replace(fact, kind=FactKind.AWARDED) if fact.kind is FactKind.NORM_MET else fact
        for fact in life.entries
        if not fact.grade or scheme_of(fact.grade) == SCHEME
        if fact.kind is not FactKind.NORM_MET
        or (
            fact.grade not in TITLES
            and (fact.effective_on, fact.key) < (norm.effective_on, norm.pk)
        )
    )
    day = norm.effective_on
    law = book.law_for(SCHEME, on=day)
    standing = replace(life, entries=before).standing(on=day, law=law)
    return higher_than(norm.grade, standing.grade)


NO_STANDING = Standing(
    grade=None,
    since=None,
    valid_until=None,
    term="none",
    candidate_points=(),
    last_grade=None,
    last_grade_until=None,
    basis=(),
)
"""On a day that no edition of the regulation covers."""

# --- the card -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CoefficientPoint:
    """One published list in a player's history."""

    list_on: date
    value: int
    change: int | None
    games: int
    national: bool = True
    """On the national list; otherwise valid in `region` only (UA.IK.10)."""
    region: str = ""
    crossed: str = ""
    """`up` or `down` where the figure left one list for the other."""


@dataclass(frozen=True, slots=True)
class CardEvent:
    """An event of a player, with what came of it."""

    entry: Entry
    verdicts: tuple[VerdictRecord, ...]
    judged: bool
    list_on: date | None
    """Of the published list that counted the event."""


@dataclass(frozen=True, slots=True)
class Card:
    """Everything the qualification card shows."""

    player: Player
    on: date
    standing: Standing
    coefficient: CoefficientPoint | None
    """Of the list in force on the day."""
    history: tuple[CoefficientPoint, ...]
    events: tuple[CardEvent, ...]
    ledger: tuple[LedgerEntry, ...]
    earned: tuple[LedgerEntry, ...]
    """Norms met and not yet awarded."""
    other_norms: tuple[LedgerEntry, ...]
    """Norms of other schemes, the latest first: they are awarded elsewhere."""
    law: Regulation | None
    """By which the standing was folded; None on a day that no edition covers."""
    life: LifeFacts
    known_at: datetime | None = None
    """The card as the registry knew it at this moment; None for as it knows now."""
    standing_known_now: Standing | None = None
    """With `known_at`: the standing on the same day as the registry knows it now."""

    def knew(self, entry: LedgerEntry) -> bool:
        """Whether an entry had been recorded by `known_at`."""
        return self.known_at is None or entry.recorded_at <= self.known_at

    def voided(self, entry: LedgerEntry) -> bool:
        """Whether an entry does not count: voided, or not yet recorded, by `known_at`."""
        voiding = getattr(entry, "voided_by", None)
        return not self.knew(entry) or (voiding is not None and self.knew(voiding))


def player_card(player: Player, *, on: date, known_at: datetime | None = None) -> Card:
    """What the card shows for a day. Constant number of queries.

    With `known_at` everything is as the registry knew it at that moment; the ledger still has the
    lines recorded later, see `Card.knew`.
    """
    same = persons_of([player.pk]).same_as(player.pk)
    entries = list(
        LedgerEntry.objects.filter(player__in=same)
        .select_related("event", "decision", "commission", "verdict", "voids", "voided_by")
        .order_by("-effective_on", "-pk")
    )
    life = life_facts_of({player.pk: entries}).get(player.pk, NOBODY)
    law, standing = _standing(life, on=on, known_at=known_at)
    history = coefficient_history(player, until=on, known_at=known_at)
    card = Card(
        player=player,
        on=on,
        standing=standing,
        coefficient=history[-1] if history else None,
        history=history,
        events=card_events(player, until=on, known_at=known_at),
        ledger=tuple(entry for entry in entries if entry.effective_on <= on),
        earned=(),
        other_norms=(),
        law=law,
        life=life,
        known_at=known_at,
        standing_known_now=_standing(life, on=on)[1] if known_at else None,
    )
    alive = [entry for entry in card.ledger if not card.voided(entry)]
    return replace(
        card,
        earned=_earned(alive, life),
        other_norms=tuple(
            entry
            for entry in alive
            if entry.kind == LedgerKind.NORM_MET and scheme_of(entry.grade) != SCHEME
        ),
    )


def _standing(
    life: LifeFacts, *, on: date, known_at: datetime | None = None
) -> tuple[Regulation | None, Standing]:
    try:
        law = law_for(SCHEME, on=on, known_at=known_at)
    except NoEditionInForce:
        return None, NO_STANDING
    return law, life.standing(on=on, law=law, known_at=known_at)


def _earned(alive: list[LedgerEntry], life: LifeFacts) -> tuple[LedgerEntry, ...]:
    awarded = {(e.event_id, e.grade) for e in alive if e.kind == LedgerKind.AWARDED}
    waiting = [
        e
        for e in alive
        if e.kind == LedgerKind.NORM_MET
        and scheme_of(e.grade) == SCHEME
        and (e.event_id, e.grade) not in awarded
    ]
    if not waiting:
        return ()
    book = LawBook.read()
    keys = {e.pk for e in alive}
    known = replace(life, entries=tuple(e for e in life.entries if e.key in keys))
    return tuple(e for e in waiting if _raises(e, known, book))


def coefficient_history(
    player: Player, *, until: date, known_at: datetime | None = None
) -> tuple[CoefficientPoint, ...]:
    """The player's coefficient in each published list up to a day, the oldest first.

    Of linked players the kept one's line counts, another's where that one has none.
    """
    same = persons_of([player.pk]).same_as(player.pk)
    rows = RatingRow.objects.filter(
        player__in=same,
        after__isnull=False,
        run__publication__scheme=SCHEME,
        run__publication__list_on__lte=until,
    ).order_by("run__publication__list_on")
    if known_at is not None:
        rows = rows.filter(run__publication__published_at__lte=known_at)
    lines: dict[int, RatingRow] = {}
    for row in rows.select_related("run__publication", "region"):
        line = lines.setdefault(row.run_id, row)
        if same.index(row.player_id) < same.index(line.player_id):
            lines[row.run_id] = row
    return tuple(
        CoefficientPoint(
            row.run.publication.list_on,
            row.after,
            row.change,
            row.games,
            row.national,
            str(row.region or ""),
            row.crossed,
        )
        for row in lines.values()
        if row.after is not None
    )


def card_events(
    player: Player, *, until: date, known_at: datetime | None = None, limit: int = 50
) -> tuple[CardEvent, ...]:
    """The player's admitted events, the latest first, with the verdicts that were met."""
    played = Entry.objects.filter(
        player__in=persons_of([player.pk]).same_as(player.pk),
        event__status=EventStatus.ADMITTED,
        event__ends_on__lte=until,
    )
    if known_at is not None:
        played = played.filter(event__admitted_at__lte=known_at)
    entries = list(
        played.select_related("event__region")
        .annotate(players=Count("event__entries"))
        .order_by("-event__ends_on", "-event_id")[:limit]
    )
    ids = [e.pk for e in entries]
    verdicts: dict[int, list[VerdictRecord]] = {pk: [] for pk in ids}
    for verdict in VerdictRecord.objects.filter(
        entry__in=ids, assessment__current=True, outcome="met"
    ).order_by("pk"):
        verdicts[verdict.entry_id].append(verdict)
    judged = set(
        Assessment.objects.filter(
            event__in=[e.event_id for e in entries],
            scheme=SCHEME,
            current=True,
            outcome="judged",
        ).values_list("event_id", flat=True)
    )
    counted = dict(
        RunEvent.objects.filter(
            event__in=[e.event_id for e in entries],
            run__publication__scheme=SCHEME,
            run__publication__list_on__lte=until,
        ).values_list("event_id", "run__publication__list_on")
    )
    return tuple(
        CardEvent(e, tuple(verdicts[e.pk]), e.event_id in judged, counted.get(e.event_id))
        for e in entries
    )


# --- lists --------------------------------------------------------------------------------------


def lists_published() -> QuerySet[RatingPeriod]:
    """Published lists, the latest first."""
    return RatingPeriod.objects.filter(scheme=SCHEME, status=PeriodStatus.PUBLISHED).order_by(
        "-list_on"
    )


def rules_of(period: RatingPeriod) -> RatingRules:
    """The parameters under which a period is computed: those of its first day."""
    law = law_for(period.scheme, on=period.ends_on, known_at=period.published_at)
    return law.rating_rules(period.starts_on)


def list_rows(run: RatingRun, *, region: int | None = None, words: str = "") -> QuerySet[RatingRow]:
    """Lines of a run for people with a coefficient."""
    rows = RatingRow.objects.filter(run=run, after__isnull=False).select_related(
        "player__region", "region"
    )
    if region:
        rows = rows.filter(player__region=region)
    for word in fold(words).split():
        rows = rows.filter(player__search_key__contains=word)
    return rows


def latest_run(period: RatingPeriod) -> RatingRun | None:
    """The run that a draft page shows: the published one, or the latest finished."""
    if period.published_run_id:
        return period.published_run
    done = period.runs.filter(status=RunStatus.DONE, correction=None)
    return done.order_by("-finished_at", "-pk").first()
