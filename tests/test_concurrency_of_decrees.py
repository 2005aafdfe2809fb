"""Two people who act on the same decree at the same moment, on PostgreSQL: one winner."""

from collections.abc import Callable

import pytest

from federation.models import Player, User
from qualifications.models import Decision, Decree, DecreeStatus, LedgerEntry
from qualifications.proposals import awards_waiting
from qualifications.services.decree_approval import decree_approve
from qualifications.services.decrees import (
    Chosen,
    DecreeText,
    annulment_draft,
    decree_abandon,
    decree_change,
    decree_draft,
)
from qualifications.services.moved_entries import entry_move
from tests import world
from tests.samples import people
from tests.test_concurrency import Together, sorted_out
from tournaments.models import Entry, Event

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def draft(user: User, *, number: str = "1") -> Decree:
    body = world.commission()
    return decree_draft(
        commission=body,
        text=DecreeText(number, world.TODAY, "Суми"),
        chosen=Chosen([one.key for one in awards_waiting(body)]),
        user=user,
        at=world.NOW,
    )


@pytest.fixture
def drafted(admitted_event: Event, clerk: User) -> Decree:
    return draft(clerk)


def approving(decree: Decree, user: User) -> Callable[[], Decree]:
    return lambda: decree_approve(decree, version=decree.version, user=user, at=world.NOW)


def awards(decree: Decree) -> int:
    return decree.lines.filter(act="award").count()


def written() -> tuple[int, int]:
    """Decisions of decrees, and awards of theirs in the ledger."""
    decided = Decision.objects.filter(earlier=False)
    return decided.count(), LedgerEntry.objects.filter(kind="awarded", decision__in=decided).count()


def test_two_approvers_at_once(
    drafted: Decree, member: User, chair: User, in_threads: Together
) -> None:
    done, refused = sorted_out(in_threads(approving(drafted, member), approving(drafted, chair)))
    assert (len(done), len(refused)) == (1, 1)
    assert "approved by" in str(refused[0])
    assert written() == (1, awards(drafted))
    assert awards(drafted) > 0


def test_one_approves_while_another_gives_the_draft_up(
    drafted: Decree, member: User, chair: User, in_threads: Together
) -> None:
    done, refused = sorted_out(
        in_threads(
            approving(drafted, member),
            lambda: decree_abandon(drafted, version=1, user=chair, at=world.NOW),
        )
    )
    assert (len(done), len(refused)) == (1, 1)
    drafted.refresh_from_db()
    approved = drafted.status == DecreeStatus.APPROVED
    assert written() == ((1, awards(drafted)) if approved else (0, 0))


def test_one_approves_while_another_changes_the_draft(
    drafted: Decree, member: User, chair: User, in_threads: Together
) -> None:
    keep = list(drafted.lines.values_list("pk", flat=True))[:1]
    done, refused = sorted_out(
        in_threads(
            approving(drafted, member),
            lambda: decree_change(
                drafted,
                version=1,
                text=DecreeText("1", world.TODAY, "Суми"),
                keep=keep,
                chosen=Chosen(),
                user=chair,
                at=world.NOW,
            ),
        )
    )
    assert (len(done), len(refused)) == (1, 1)
    drafted.refresh_from_db()
    approved = drafted.status == DecreeStatus.APPROVED
    assert written()[0] == int(approved)
    assert (drafted.lines.count() == 1) is not approved


def test_two_draft_the_same_at_once(
    admitted_event: Event, clerk: User, member: User, in_threads: Together
) -> None:
    done, refused = sorted_out(
        in_threads(lambda: draft(clerk, number="1"), lambda: draft(member, number="2"))
    )
    assert (len(done), len(refused)) == (1, 1)
    assert Decree.objects.count() == 1


def annulment(decree: Decree, user: User, number: str) -> Decree:
    return annulment_draft(
        decree,
        text=DecreeText(number, world.TODAY, "Суми"),
        reason="хибна таблиця",
        user=user,
        at=world.NOW,
    )


def test_two_annul_the_same_decree_at_once(
    drafted: Decree, clerk: User, member: User, chair: User, in_threads: Together
) -> None:
    approved = decree_approve(drafted, version=1, user=member, at=world.NOW)
    done, refused = sorted_out(
        in_threads(lambda: annulment(approved, clerk, "2"), lambda: annulment(approved, chair, "3"))
    )
    assert (len(done), len(refused)) == (1, 1)
    done, refused = sorted_out(in_threads(approving(done[0], member), approving(done[0], member)))
    assert (len(done), len(refused)) == (1, 1)
    voided = LedgerEntry.objects.filter(kind="voided", decision=done[0].decision)
    assert voided.count() == awards(drafted)


def test_approval_against_annulment_of_the_same_award(
    drafted: Decree, clerk: User, member: User, chair: User, in_threads: Together
) -> None:
    """The annulment of the first decree is approved while the first is being approved."""
    done, refused = sorted_out(
        in_threads(approving(drafted, member), lambda: annulment(drafted, chair, "2"))
    )
    assert drafted in done
    assert all("Only an approved decree" in str(one) for one in refused)
    assert written() == (1, awards(drafted))


def test_a_result_is_moved_while_its_award_is_approved(
    drafted: Decree, clerk: User, member: User, chair: User, in_threads: Together
) -> None:
    """Whoever comes second sees what the first one did: no award of a void norm goes unnoticed."""
    line = drafted.lines.filter(act="award").first()
    assert line is not None
    assert line.norm is not None
    entry = Entry.objects.get(event=line.norm.event, player=line.player)
    [other] = world.register_players(people(1, seed=99))

    def move() -> object:
        return entry_move(
            entry, other, reason="протокол", user=chair, at=world.NOW, today=world.TODAY
        )

    done, refused = sorted_out(in_threads(approving(drafted, member), move))
    assert len(done) + len(refused) == 2
    assert Player.objects.get(pk=other.pk).entries.count() == 1
    norm_void = LedgerEntry.objects.filter(voids=line.norm).exists()
    assert norm_void
    if refused:
        assert "has been judged otherwise since" in str(refused[0])
        assert written() == (0, 0)
    else:
        assert written() == (1, awards(drafted))
