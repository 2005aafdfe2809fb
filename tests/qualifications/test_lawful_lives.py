"""Whatever admissions, decisions and corrections write about a lawful life is taken."""

from dataclasses import replace
from datetime import UTC, date, datetime

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qualifications import results
from qualifications.engine import CoefficientFact, LedgerFact, LedgerKind, Walk
from qualifications.engine.contradictions import Known, contradiction
from qualifications.engine.terms import Move
from qualifications.grades import LADDERS
from qualifications.held_classes import HeldClass
from tests.engine.builders import LAW
from tests.engine.lives import LAST, careers, lists, void

BIRTH = date(1962, 2, 28)
ARRIVED = datetime(2028, 1, 1, tzinfo=UTC)


class Registry:
    """A ledger of one player that refuses to be contradicted."""

    def __init__(self, coefficients: list[CoefficientFact]) -> None:
        self.known = Known(birth=BIRTH, birth_year=1962, sex="m", coefficients=tuple(coefficients))

    def append(self, entry: LedgerFact) -> None:
        found = contradiction(
            entry,
            self.known,
            recorded_on=ARRIVED.date(),
            ladder=LADDERS["ua"],
            laws=(LAW,),
        )
        assert found is None
        self.known = replace(self.known, entries=(*self.known.entries, entry))

    def walk(self) -> Walk:
        known = self.known
        return Walk(known.entries, law=LAW, sex="m", birth=BIRTH, coefficients=known.coefficients)

    def admit(self, result: LedgerFact) -> None:
        """What the admission of an event writes about the rank held on its first day."""
        first_day = date.fromisoformat(result.details["starts_on"])
        held = self.walk().standing_on(first_day)
        brought = HeldClass(bool(held.grade), held.grade, exempt=held.exempt)
        test = results.tested(brought, result.details["results"], LAW)
        if test is not None and held.grade is not None:
            details = {"results": result.details["results"], "starts_on": first_day.isoformat()}
            self.append(
                replace(result, kind=LedgerKind(test.kind.value), grade=held.grade, details=details)
            )

    def waiting(self) -> list[Move]:
        """Moves by law that no decree has confirmed."""
        return list(self.walk().life_on(LAST).moves)

    def sign(self, key: int, move: Move) -> None:
        """The decree that confirms a move: it says what holds already, and nothing waits then."""
        before, waiting = self.walk().standing_on(LAST), self.waiting()
        self.append(LedgerFact(key, LedgerKind.DEMOTED, move.day, ARRIVED, grade=move.becomes))
        after = self.walk().standing_on(LAST)
        assert (after.grade, after.valid_until) == (before.grade, before.valid_until)
        assert self.waiting() == [other for other in waiting if other != move]


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(careers(), lists, st.data())
def test_nothing_that_the_services_write_is_refused(
    career: list[LedgerFact], coefficients: list[CoefficientFact], data: st.DataObject
) -> None:
    """Events and paper cards arrive in any order; in between lines are voided and moves signed."""
    registry = Registry(coefficients)
    for step, entry in enumerate(data.draw(st.permutations(career))):
        arrived = replace(entry, recorded_at=ARRIVED)
        if entry.kind is LedgerKind.RESULT_RECORDED:
            registry.admit(arrived)
        else:
            registry.append(arrived)
        also = data.draw(st.sampled_from(("nothing", "sign", "void")))
        waiting = registry.waiting()
        if also == "sign" and waiting:
            registry.sign(1000 + step, data.draw(st.sampled_from(waiting)))
        stored = registry.known.entries
        free = [e for e in stored if all(other.voids != e.key for other in stored)]
        if also == "void" and free:
            gone = data.draw(st.sampled_from(free))
            registry.append(replace(void(2000 + step, LAST, gone.key), recorded_at=ARRIVED))
