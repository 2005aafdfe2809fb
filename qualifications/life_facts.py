"""Everything that a player's standing is folded from, as the engine takes it.

The one reader for standings: whoever asks the engine without sex, birth and coefficients gets an
answer without exemptions and without grades for life.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from json import JSONDecoder
from operator import attrgetter

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from federation.models import Player
from federation.persons import persons_of, persons_where
from qualifications.engine.facts import CoefficientFact, LedgerFact, LedgerKind
from qualifications.engine.regulation import Regulation
from qualifications.engine.standing import Standing, Walk
from qualifications.engine.terms import KMSU
from qualifications.grades import SCHEME, scheme_of
from qualifications.models import LedgerEntry, PeriodStatus, RatingPeriod, RatingRow
from qualifications.uncollected import uncollected


@dataclass(frozen=True, slots=True)
class LifeFacts:
    """One player's ledger of the home scheme with what else its law asks about."""

    entries: tuple[LedgerFact, ...] = ()
    sex: str | None = None
    birth: date | None = None
    coefficients: tuple[CoefficientFact, ...] = ()
    """Of the published lists, the earliest first; only for who was ever a candidate master."""

    def walk(self, *, law: Regulation, known_at: datetime | None = None) -> Walk:
        """What is held on one day after the other, each entry taken once."""
        return Walk(
            self.entries,
            law=law,
            known_at=known_at,
            sex=self.sex,
            birth=self.birth,
            coefficients=self.coefficients,
        )

    def standing(self, *, on: date, law: Regulation, known_at: datetime | None = None) -> Standing:
        """What is held at the end of a day."""
        return self.walk(law=law, known_at=known_at).standing_on(on)

    def with_list(self, fact: CoefficientFact) -> "LifeFacts":
        """The same with one more list, to see what it would bring."""
        return replace(self, coefficients=(*self.coefficients, fact))


NOBODY = LifeFacts()


@uncollected()
def life_facts(whose: Q) -> dict[int, LifeFacts]:
    """Facts of the players whose ledger rows fit; players without rows are left out.

    Players who are linked as one person have one life: each of them who fits is in the answer with
    the rows of all. `whose` speaks of a foreign key `player`. At most five queries however many
    players, three more where some are linked.
    """
    persons = persons_where(whose)
    facts: dict[int, list[LedgerFact]] = defaultdict(list)
    rows = LedgerEntry.objects.filter(whose | Q(player__in=persons.kept) if persons.kept else whose)
    for player, *columns in rows.order_by().values_list("player", *_COLUMNS):
        facts[persons.kept_of(player)].append(_fact(*columns))
    for entries in facts.values():
        entries.sort(key=attrgetter("key"))
    lives = _lives(facts)
    if not persons.kept:
        return lives
    linked = {p: lives[persons.kept[p]] for p in persons.asked if persons.kept[p] in lives}
    return {p: life for p, life in lives.items() if p not in persons.kept} | linked


_COLUMNS = (
    "pk",
    "kind",
    "effective_on",
    Cast("recorded_at", TextField()),
    "grade",
    "voids",
    Cast("details", TextField()),
)
"""What the engine asks of a row. Moments and details come as the database writes them and are read
here, in a third of the time that the fields of a model take for three million rows."""
_read_json = JSONDecoder().raw_decode


def _fact(
    key: int,
    kind: str,
    effective_on: date,
    recorded_at: str,
    grade: str,
    voids: int | None,
    details: str,
) -> LedgerFact:
    """A row by its columns; SQLite writes moments of UTC without saying so."""
    moment = datetime.fromisoformat(recorded_at)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return LedgerFact(
        key,
        LedgerKind(kind),
        effective_on,
        moment,
        grade or None,
        voids,
        _read_json(details)[0],
    )


def ledger_rows(whose: Q) -> dict[int, list[LedgerEntry]]:
    """Rows of the ledger by player, of linked players those of all. At most three queries."""
    persons = persons_where(whose)
    rows: dict[int, list[LedgerEntry]] = defaultdict(list)
    entries = LedgerEntry.objects.filter(
        whose | Q(player__in=persons.kept) if persons.kept else whose
    )
    for entry in entries.order_by("pk"):
        for player in persons.same_as(entry.player_id):
            if player in persons.asked or player not in persons.kept:
                rows[player].append(entry)
    return dict(rows)


def ledger_facts(entries: Iterable[LedgerEntry]) -> list[LedgerFact]:
    """Ledger rows as the engine takes them."""
    return [
        LedgerFact(
            key=entry.pk,
            kind=LedgerKind(entry.kind),
            effective_on=entry.effective_on,
            recorded_at=entry.recorded_at,
            grade=entry.grade or None,
            voids=entry.voids_id,
            details=entry.details,
        )
        for entry in entries
    ]


def life_facts_of(rows: Mapping[int, list[LedgerEntry]]) -> dict[int, LifeFacts]:
    """The same with the rows of the ledger in hand, by player. At most three queries."""
    return _lives({player: ledger_facts(entries) for player, entries in rows.items()})


def _lives(facts: Mapping[int, list[LedgerFact]]) -> dict[int, LifeFacts]:
    people = {
        pk: (kept_sex or sex, kept_birth or birth)
        for pk, sex, birth, kept_sex, kept_birth in Player.objects.filter(pk__in=facts).values_list(
            "pk", "sex", "birth_date", "merged_into__sex", "merged_into__birth_date"
        )
    }
    masters = {pk for pk, entries in facts.items() if any(e.grade == KMSU for e in entries)}
    coefficients = coefficient_facts(masters)
    return {
        pk: LifeFacts(
            tuple(e for e in entries if not e.grade or scheme_of(e.grade) == SCHEME),
            people[pk][0] or None,
            people[pk][1],
            coefficients.get(pk, ()),
        )
        for pk, entries in facts.items()
    }


def coefficient_facts(players: Collection[int]) -> dict[int, tuple[CoefficientFact, ...]]:
    """Each player's coefficient in every published list, from the first that has one.

    A list without the player takes the coefficient away, and so does a figure below the border: it
    is valid in its region only (UA.IK.10). Of linked players the kept one's figure counts
    before the others'. At most four queries, none for nobody.
    """
    if not players:
        return {}
    lists = list(
        RatingPeriod.objects.filter(scheme=SCHEME, status=PeriodStatus.PUBLISHED)
        .order_by("list_on")
        .values_list("list_on", "published_at", "published_run")
    )
    persons = persons_of(players)
    values = {
        (player, run): after
        for player, run, after in RatingRow.objects.filter(
            player__in=persons.expand(players),
            run__in=[run for _day, _at, run in lists],
            national=True,
        ).values_list("player", "run", "after")
    }
    found = {}
    for player in players:
        same = sorted(persons.same_as(player), key=lambda one: one != persons.kept_of(player))
        facts = [
            CoefficientFact(
                day, next((v for one in same if (v := values.get((one, run)))), None), at
            )
            for day, at, run in lists
        ]
        first = next((i for i, fact in enumerate(facts) if fact.value is not None), len(facts))
        found[player] = tuple(facts[first:])
    return found
