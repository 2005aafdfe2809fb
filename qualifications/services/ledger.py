"""The only writer of the ledger."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from federation.errors import Refused
from federation.models import Player
from qualifications.engine import NoEditionInForce, Regulation
from qualifications.engine.contradictions import Known, contradiction
from qualifications.grades import LADDERS, SCHEME, scheme_of
from qualifications.law import LawBook
from qualifications.life_facts import ledger_facts, ledger_rows, life_facts_of
from qualifications.models import LedgerEntry
from qualifications.models.ledger import LedgerKind
from qualifications.services.deadlines import deadlines_refresh
from qualifications.wording_ledger import contradiction_sentence
from tournaments.models import Entry

ONE_BY_ONE = frozenset(
    {
        *(LedgerKind.CONFIRMED, LedgerKind.DEMOTED, LedgerKind.REVOKED),
        *(LedgerKind.LIFETIME_GRANTED, LedgerKind.VOIDED),
    }
)
"""Acts on what is held already: two of them at once could contradict each other."""
AFTER_ALL = 1 << 62
"""Keys of entries that are not stored yet: later than any stored one."""


@transaction.atomic
def ledger_append(entries: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    """Add rows to the ledger, and bring the work lists up to the day on which they are recorded.

    Raises Refused with the reason where an entry contradicts the ledger, or one before it in
    `entries`; nothing is stored then. The database refuses a second entry for the same verdict and
    kind. A constant number of queries however many entries.
    """
    new = list(entries)
    if not new:
        return []
    _let_others_wait({entry.player_id for entry in new if entry.kind in ONE_BY_ONE})
    _refuse_contradictions(new)
    added = LedgerEntry.objects.bulk_create(new)
    deadlines_refresh({entry.player_id for entry in added}, on=max(map(_recorded_on, added)))
    return added


def _let_others_wait(players: Collection[int]) -> None:
    """Whoever acts on the same players at the same moment sees what we write."""
    if players:
        rows = Player.objects.filter(pk__in=players).order_by("pk")
        list(rows.select_for_update(no_key=True).values("pk"))


def _refuse_contradictions(new: Sequence[LedgerEntry]) -> None:
    """Compare each entry with the stored ones and with those before it. Raises Refused."""
    people = Player.objects.in_bulk({entry.player_id for entry in new})
    known_rows = ledger_rows(Q(player__in=people))
    rows = {pk: known_rows.get(pk, []) for pk in people}
    facts = {pk: ledger_facts(stored) for pk, stored in rows.items()}
    lives = life_facts_of(
        {pk: [*stored, *(e for e in new if e.player_id == pk)] for pk, stored in rows.items()}
    )
    stated, book = _stated(new), LawBook.read()
    for place, (entry, fact) in enumerate(zip(new, ledger_facts(new), strict=True)):
        player, life = people[entry.player_id], lives[entry.player_id]
        known = Known(
            entries=tuple(facts[player.pk]),
            birth=player.birth_date,
            birth_year=player.birth_year,
            sex=life.sex,
            coefficients=life.coefficients,
            stated=stated.get((entry.event_id, player.pk), ""),
        )
        found = contradiction(
            fact,
            known,
            recorded_on=_recorded_on(entry),
            ladder=LADDERS.get(scheme_of(entry.grade), ()),
            laws=_laws(book, {entry.effective_on, _recorded_on(entry)}),
        )
        if found is not None:
            raise Refused(contradiction_sentence(found, player=player.name, day=entry.effective_on))
        facts[player.pk].append(replace(fact, key=AFTER_ALL + place))


def _stated(new: Sequence[LedgerEntry]) -> dict[tuple[int | None, int], str]:
    """By event and player, the rank that the papers of the event state. One query."""
    events = {entry.event_id for entry in new if entry.event_id}
    rows = Entry.objects.filter(event__in=events).exclude(stated_class="")
    return {
        (event, player): stated.partition("+")[0]
        for event, player, stated in rows.values_list("event", "player", "stated_class")
    }


def _laws(book: LawBook, days: Collection[date]) -> tuple[Regulation, ...]:
    """The home edition as it is read on each of the days, each reading once."""
    found: list[Regulation] = []
    for day in sorted(days):
        try:
            law = book.law_for(SCHEME, on=day)
        except NoEditionInForce:
            continue
        if all(law is not other for other in found):
            found.append(law)
    return tuple(found)


def _recorded_on(entry: LedgerEntry) -> date:
    return timezone.localtime(entry.recorded_at).date()
