"""Deadlines found in one walk are those of a fold from nothing to every day."""

from datetime import UTC, date, datetime

from django.db.models import Q
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qualifications.deadlines import due_of
from qualifications.engine import CoefficientFact, LedgerFact, Walk
from qualifications.engine.life import Life
from qualifications.engine.regulation import Regulation
from qualifications.life_facts import LifeFacts, ledger_rows, life_facts, life_facts_of
from qualifications.models import LedgerEntry
from qualifications.services.ledger import ledger_append
from tests.engine.builders import LAW
from tests.engine.lives import careers, days, lists
from tournaments.models import Event


class FoldedAnew(Walk):
    """Folds the whole life again for each day that is asked."""

    def __init__(self, life: LifeFacts, law: Regulation) -> None:
        self.life, self.law = life, law

    def life_on(self, on: date) -> Life:
        life = self.life
        walk = Walk(
            life.entries,
            law=self.law,
            sex=life.sex,
            birth=life.birth,
            coefficients=life.coefficients,
        )
        return walk.life_on(on)


class LifeFoldedAnew(LifeFacts):
    def walk(self, *, law: Regulation, known_at: datetime | None = None) -> Walk:
        return FoldedAnew(self, law)


next_lists = st.none() | st.builds(CoefficientFact, days, st.integers(2050, 2250))


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(careers(), lists, days, next_lists, st.sampled_from(("m", "w", None)))
def test_one_walk_finds_what_folding_to_each_day_finds(
    career: list[LedgerFact],
    coefficients: list[CoefficientFact],
    on: date,
    next_list: CoefficientFact | None,
    sex: str | None,
) -> None:
    facts = (tuple(career), sex, date(1962, 2, 28), tuple(coefficients))
    walked = due_of(LifeFacts(*facts), on=on, law=LAW, next_list=next_list)
    assert walked == due_of(LifeFoldedAnew(*facts), on=on, law=LAW, next_list=next_list)


def test_facts_read_by_columns_are_those_of_the_rows(admitted_event: Event) -> None:
    entry = LedgerEntry.objects.order_by("pk")[0]
    recorded = datetime(2026, 7, 1, 8, 30, 15, 123456, tzinfo=UTC)
    voiding = LedgerEntry(
        player=entry.player,
        kind="voided",
        effective_on=entry.effective_on,
        recorded_at=recorded,
        recorded_by=entry.recorded_by,
        voids=entry,
        details={"why": "Ім’я", "more": [1, None, {"a": True}]},
    )
    ledger_append([voiding])
    everybody = Q(player__gt=0)
    read = life_facts(everybody)
    assert read == life_facts_of(ledger_rows(everybody))
    [last] = [fact for fact in read[entry.player_id].entries if fact.voids]
    assert (last.recorded_at, last.details) == (recorded, voiding.details)
