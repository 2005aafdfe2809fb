"""Deadlines, written anew from the ledger: of some players at once, or range by range at night."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import date

from django.db import transaction
from django.db.models import Q

from federation.persons import merged_players, persons_where
from qualifications.deadlines import Due, due_of
from qualifications.engine import NoEditionInForce
from qualifications.engine.facts import CoefficientFact
from qualifications.engine.regulation import Regulation
from qualifications.engine.standing import Standing
from qualifications.facts import standings_on
from qualifications.grades import SCHEME
from qualifications.law import law_for
from qualifications.life_facts import NOBODY, LifeFacts, life_facts, life_facts_of
from qualifications.models import Deadline, LedgerEntry, PeriodStatus, RatingPeriod, RatingRow
from qualifications.models.ledger import LedgerKind
from qualifications.selectors import latest_run
from qualifications.uncollected import uncollected

PLAYERS_AT_ONCE = 1000
"""Players in one range; memory holds the ledger of so many."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a range brought: players with a ledger, deadlines added and taken away."""

    players: int = 0
    added: int = 0
    removed: int = 0

    def __add__(self, other: "Rebuilt") -> "Rebuilt":
        return Rebuilt(
            self.players + other.players, self.added + other.added, self.removed + other.removed
        )


@dataclass(frozen=True, slots=True)
class Checked:
    """What a comparison of a range found; `differences` name players and what differs."""

    players: int = 0
    differences: tuple[str, ...] = field(default=())

    def __add__(self, other: "Checked") -> "Checked":
        return Checked(self.players + other.players, self.differences + other.differences)


def ranges_of_players(size: int = PLAYERS_AT_ONCE) -> Iterator[tuple[int, int]]:
    """First and last permanent number of ranges that hold `size` players with a ledger.

    One query a range, by index; memory does not grow with the number of players.
    """
    after = 0
    while True:
        numbers = list(
            LedgerEntry.objects.filter(player__gt=after)
            .order_by("player")
            .values_list("player", flat=True)
            .distinct()[:size]
        )
        if not numbers:
            break
        yield numbers[0], numbers[-1]
        after = numbers[-1]
    for number in sorted(set(merged_players().values())):
        yield number, number  # perhaps all the rows are those of the merged player


def deadlines_rebuild(first: int, last: int, *, on: date) -> Rebuilt:
    """Write the deadlines of players numbered `first` through `last` as of a day.

    Running it twice, or in several processes over different ranges, gives the same.
    """
    return _rebuild(Q(player__gte=first, player__lte=last), on=on)


def deadlines_refresh(players: Collection[int], *, on: date) -> Rebuilt:
    """The same for some players, at once after something was added to their ledgers."""
    return _rebuild(Q(player__in=players), on=on)


@uncollected()
def _rebuild(whose: Q, *, on: date) -> Rebuilt:
    """Rows that still hold are left alone and keep the day on which they were found.

    A constant number of queries however many players. The stored rows are locked before the ledger
    is read: what is added to it meanwhile is either seen here or written after this.
    """
    law = _law(on)
    with transaction.atomic():
        rows = Deadline.objects.select_for_update().filter(whose).order_by("pk")
        stored = {(row.player_id, _due(row)): row.pk for row in rows}
        lives = _lives(whose)
        lists = _coming_list(whose) if law else {}
        wanted = {
            (player, due)
            for player, life in lives.items()
            for due in (due_of(life, on=on, law=law, next_list=lists.get(player)) if law else ())
        }
        gone = [pk for key, pk in stored.items() if key not in wanted]
        new = sorted(wanted - stored.keys())
        if gone:
            Deadline.objects.filter(pk__in=gone).delete()
        Deadline.objects.bulk_create(
            (
                Deadline(
                    player_id=player,
                    kind=due.kind,
                    grade=due.grade,
                    day=due.day,
                    becomes=due.becomes,
                    found_on=on,
                )
                for player, due in new
            ),
            ignore_conflicts=True,
        )
    return Rebuilt(len(lives), len(new), len(gone))


@uncollected()
def standings_check(first: int, last: int, *, on: date) -> Checked:
    """Compare what is stored and shown for a range with what the ledger says; writes nothing.

    Every standing is computed twice: as lists do it, all of them together, and one by one from the
    rows in the opposite order, without those that were voided. Stored deadlines are compared with
    computed ones.
    """
    law = _law(on)
    whose = Q(player__gte=first, player__lte=last)
    lives = _lives(whose)
    if law is None:
        return Checked(len(lives))
    shown = standings_on(list(lives), on=on, law=law)
    lists = _coming_list(whose)
    stored: dict[int, set[Due]] = defaultdict(set)
    for row in Deadline.objects.filter(whose):
        stored[row.player_id].add(_due(row))
    found = []
    for player in sorted(lives.keys() | stored.keys()):
        alone = one_by_one(player, on=on, law=law)
        if shown.get(player) != alone:
            found.append(f"{player}: shown {shown.get(player)}, from the ledger {alone}")
        wanted = due_of(lives.get(player, NOBODY), on=on, law=law, next_list=lists.get(player))
        found += [f"{player}: not stored: {due}" for due in sorted(wanted - stored[player])]
        found += [f"{player}: stored for nothing: {due}" for due in sorted(stored[player] - wanted)]
    return Checked(len(lives), tuple(found))


def one_by_one(player: int, *, on: date, law: Regulation) -> Standing:
    """The standing of one player from the rows that hold, the latest recorded first."""
    same = persons_where(Q(player=player)).same_as(player)
    rows = (
        LedgerEntry.objects.filter(player__in=same, voided_by=None)
        .exclude(kind=LedgerKind.VOIDED)
        .order_by("-pk")
    )
    alone = life_facts_of({player: list(rows)})[player]
    return alone.standing(on=on, law=law)


def _lives(whose: Q) -> dict[int, LifeFacts]:
    """Lives of the people whom lists name: who is merged into another has none of their own."""
    persons = persons_where(whose)
    return {
        player: life
        for player, life in life_facts(whose).items()
        if persons.kept_of(player) == player
    }


def _law(on: date) -> Regulation | None:
    try:
        return law_for(SCHEME, on=on)
    except NoEditionInForce:
        return None


def _due(row: Deadline) -> Due:
    return Due(row.kind, row.grade, row.day, row.becomes)


def _coming_list(whose: Q) -> dict[int, CoefficientFact]:
    """What the list that is being prepared says of players, where it has been computed."""
    period = (
        RatingPeriod.objects.filter(scheme=SCHEME)
        .exclude(status=PeriodStatus.PUBLISHED)
        .order_by("list_on")
        .first()
    )
    run = latest_run(period) if period else None
    if period is None or run is None:
        return {}
    return {
        player: CoefficientFact(period.list_on, after)
        for player, after in RatingRow.objects.filter(whose, run=run).values_list("player", "after")
    }
