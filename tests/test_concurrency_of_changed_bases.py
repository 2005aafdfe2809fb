"""Data change while decrees are approved and changes are answered, on PostgreSQL: nothing lost."""

from collections.abc import Callable

import pytest
from django.db import transaction

from federation.models import User
from qualifications.corrections.changes import ResultChange
from qualifications.models import (
    AwardPolicy,
    ChangedBasis,
    Correction,
    Decree,
    DecreeStatus,
    LedgerEntry,
    RatingPeriod,
)
from qualifications.proposals import awards_waiting
from qualifications.services.assessment import event_reassess
from qualifications.services.changed_answers import award_policy_decide, changed_basis_answer
from qualifications.services.corrections import correction_compute, correction_draft
from qualifications.services.decree_approval import decree_approve
from qualifications.services.decrees import Chosen, DecreeText, decree_draft
from tests import world
from tests.test_concurrency import Together, signed, sorted_out
from tournaments.models import Entry, Event, Game

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def drafted(user: User) -> Decree:
    body = world.commission()
    return decree_draft(
        commission=body,
        text=DecreeText("1", world.TODAY, "Суми"),
        chosen=Chosen([one.key for one in awards_waiting(body)]),
        user=user,
        at=world.NOW,
    )


def approving(decree: Decree, user: User) -> Callable[[], Decree]:
    return lambda: decree_approve(decree, version=decree.version, user=user, at=world.NOW)


def lost_games(decree: Decree) -> list[Game]:
    """Games that the first player of the decree won."""
    line = decree.lines.filter(act="award").earliest("pk")
    won = Game.objects.filter(event=line.norm.event, kind="played")
    whites = won.filter(white__player=line.player, white_half_points=2)
    blacks = won.filter(black__player=line.player, black_half_points=2)
    return [*whites, *blacks]


@pytest.fixture
def correction(published_lists: list[RatingPeriod], clerk: User, member: User) -> Correction:
    """A decree is drafted, and a correction says that its first player lost a game."""
    game = next(
        one
        for one in lost_games(drafted(clerk))
        if RatingPeriod.objects.filter(
            published_run__rows__player=one.white.player, published_run__rows__before__isnull=False
        ).exists()
    )
    points = (0, 2) if game.white_half_points else (2, 0)
    made = correction_draft(
        ResultChange(game.pk, "played", *points), reason="акт", user=member, at=world.NOW
    )
    correction_compute(made.pk, task_id="", clock=lambda: world.NOW, today=world.TODAY)
    made.refresh_from_db()
    return made


def test_a_correction_is_signed_while_a_decree_is_approved(
    correction: Correction, member: User, chair: User, in_threads: Together
) -> None:
    """Either the decree rests on what was corrected, or its body is told what changed since."""
    decree = Decree.objects.get()
    done, refused = sorted_out(
        in_threads(approving(decree, member), lambda: signed(correction, chair))
    )
    correction.refresh_from_db()
    decree.refresh_from_db()
    assert correction.status == "signed"
    approved = decree.status == DecreeStatus.APPROVED
    assert (len(done), len(refused)) == ((2, 0) if approved else (1, 1))
    written = LedgerEntry.objects.filter(kind="awarded", decision__earlier=False).count()
    assert written == (decree.lines.filter(act="award").count() if approved else 0)
    void = set(LedgerEntry.objects.exclude(voids=None).values_list("voids", flat=True))
    changed = {line.pk for line in decree.lines.all() if line.norm_id in void}
    told = set(ChangedBasis.objects.values_list("line", flat=True))
    assert changed
    assert changed <= told if approved else told == set()


def changed(decree: Decree, user: User) -> ChangedBasis:
    """The first player of an approved decree lost a game after all."""
    game = lost_games(decree)[0]
    loser = Entry.objects.get(
        event=game.event_id, player=decree.lines.filter(act="award").earliest("pk").player
    )
    Game.objects.filter(pk=game.pk).update(
        white_half_points=game.black_half_points, black_half_points=game.white_half_points
    )
    Entry.objects.filter(pk=loser.pk).update(half_points=loser.half_points - 2)
    with transaction.atomic():
        event_reassess(Event.objects.get(pk=game.event_id), user=user, at=world.NOW)
    return ChangedBasis.objects.earliest("pk")


@pytest.fixture
def basis(admitted_event: Event, clerk: User, member: User, chair: User) -> ChangedBasis:
    return changed(approving(drafted(clerk), member)(), chair)


def answering(basis: ChangedBasis, user: User, choice: str) -> Callable[[], Decree | None]:
    return lambda: changed_basis_answer(
        basis,
        choice=choice,
        words="рішення",
        text=DecreeText("2", world.TODAY, "Суми"),
        user=user,
        at=world.NOW,
    )


def test_two_answer_the_same_change_at_once(
    basis: ChangedBasis, member: User, chair: User, in_threads: Together
) -> None:
    done, refused = sorted_out(
        in_threads(answering(basis, member, "annulled"), answering(basis, chair, "stands"))
    )
    assert (len(done), len(refused)) == (1, 1)
    assert "has answered this meanwhile" in str(refused[0])
    basis.refresh_from_db()
    drafts = Decree.objects.filter(annuls=basis.line.decree).count()
    assert drafts == (1 if basis.choice == "annulled" else 0)


def test_two_choose_the_policy_at_once(
    clerk: User, member: User, chair: User, in_threads: Together
) -> None:
    def choosing(user: User) -> Callable[[], AwardPolicy]:
        return lambda: award_policy_decide(
            commission=world.commission(),
            choice="stands",
            in_force_from=world.TODAY,
            document="протокол",
            user=user,
            at=world.NOW,
            today=world.TODAY,
        )

    done, refused = sorted_out(in_threads(choosing(member), choosing(chair)))
    assert (len(done), len(refused)) == (1, 1)
    assert AwardPolicy.objects.count() == 1
