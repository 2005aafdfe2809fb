"""Two people who act on the same ledgers at the same moment, on PostgreSQL."""

from datetime import date

import pytest

from federation.models import User
from qualifications.models import Decision, LedgerEntry
from qualifications.services.ledger import ledger_append
from qualifications.services.moves import moves_confirm
from qualifications.work_lists import moves_to_confirm
from tests import world
from tests.samples import people
from tests.test_concurrency import Together, sorted_out
from tournaments.models import Event

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_two_people_confirm_the_same_moves_at_once(
    member: User, chair: User, in_threads: Together
) -> None:
    players = world.register_players(people(3))
    for player in players:
        world.held(player, "ua.rank_1")
        ledger_append(
            LedgerEntry(
                player=player,
                kind="failure_recorded",
                grade="ua.rank_1",
                effective_on=day,
                recorded_at=world.NOW,
                recorded_by=member,
            )
            for day in (date(2026, 4, 4), date(2026, 5, 4), date(2026, 6, 4))
        )
    moves = list(moves_to_confirm(world.commission()).values_list("pk", flat=True))

    def confirm(number: str, user: User) -> Decision:
        return moves_confirm(
            commission=world.commission(),
            number=number,
            decided_on=world.TODAY,
            deadline_ids=moves,
            user=user,
            at=world.NOW,
            today=world.TODAY,
        )

    done, refused = sorted_out(
        in_threads(lambda: confirm("1", member), lambda: confirm("2", chair))
    )
    assert (len(done), len(refused)) == (1, 1)
    assert LedgerEntry.objects.filter(kind="demoted").count() == len(moves) == 3
    assert Decision.objects.filter(earlier=False).count() == 1


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
