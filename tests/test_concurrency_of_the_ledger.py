"""Two people who act on the same ledgers at the same moment, on PostgreSQL."""

import pytest

from federation.models import User
from qualifications.models import LedgerEntry
from qualifications.services.ledger import ledger_append
from tests import world
from tests.test_concurrency import Together, sorted_out
from tournaments.models import Event

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_two_people_void_the_same_line_at_once(
    admitted_event: Event, member: User, chair: User, in_threads: Together
) -> None:
    line = LedgerEntry.objects.filter(kind="norm_met").first()
    assert line is not None

    def void(user: User) -> list[LedgerEntry]:
        entry = LedgerEntry(
            player=line.player,
            kind="voided",
            effective_on=line.effective_on,
            recorded_at=world.NOW,
            recorded_by=user,
            voids=line,
        )
        return ledger_append([entry])

    done, refused = sorted_out(in_threads(lambda: void(member), lambda: void(chair)))
    assert (len(done), len(refused)) == (1, 1)
    assert LedgerEntry.objects.filter(voids=line).count() == 1
