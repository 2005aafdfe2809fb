"""Two people of the office at the same moment, on PostgreSQL: one winner, nothing lost."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from federation.accounts import account_join, claim_answer, claim_end, request_answer, request_ask
from federation.models import CardClaim, PersonRequest, Player, Role, User
from qualifications.fide_applications import titles_held
from qualifications.models import (
    Attachment,
    Decree,
    FideApplication,
    LedgerEntry,
    NormRequest,
    Submission,
    SubmissionStatus,
)
from qualifications.services.attachments import attachment_add
from qualifications.services.decree_approval import decree_approve
from qualifications.services.decrees import DecreeText
from qualifications.services.fide_answers import Answer, application_result
from qualifications.services.fide_applications import application_draft, application_withdraw
from qualifications.services.norm_requests import (
    norm_declare,
    norm_refuse,
    norm_request_withdraw,
    norms_ask,
)
from qualifications.services.people import person_link
from qualifications.services.revocations import revocation_draft
from qualifications.services.submissions import (
    submission_answer,
    submission_send,
    submission_withdraw,
)
from tests import world
from tests.qualifications.test_attachments import pdf
from tests.samples import people
from tests.test_concurrency import Together, sorted_out
from tournaments.models import DeclaredNorm, Event
from tournaments.services import event_register

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

Act = Callable[[], Any]


def one_wins(outcomes: list) -> Any:
    """What the one who won got; the other was told so."""
    done, refused = sorted_out(outcomes)
    assert (len(done), len(refused)) == (1, 1)
    return done[0]


# --- cards of players ---------------------------------------------------------------------------


@pytest.fixture
def card(reference: None) -> Player:
    [player] = world.register_players(people(1))
    Player.objects.filter(pk=player.pk).update(birth_date=None, birth_year=1990)
    return player


def claim(card: Player, name: str) -> CardClaim:
    return CardClaim.objects.create(user=world.new_user(name), player=card, asked_at=world.NOW)


def answering(one: CardClaim, user: User, *, confirmed: bool = True) -> Act:
    return lambda: claim_answer(one, confirmed=confirmed, words="паспорт", user=user, at=world.NOW)


def test_two_people_confirm_and_refuse_one_claim(
    card: Player, member: User, chair: User, in_threads: Together
) -> None:
    asked = claim(card, "first")
    won = one_wins(in_threads(answering(asked, member), answering(asked, chair, confirmed=False)))
    asked.refresh_from_db()
    assert (asked.status, asked.answered_by) == (won.status, won.answered_by)


def test_two_claims_of_one_card_are_confirmed_at_once(
    card: Player, member: User, chair: User, in_threads: Together
) -> None:
    first, second = claim(card, "first"), claim(card, "second")
    won = one_wins(in_threads(answering(first, member), answering(second, chair)))
    assert CardClaim.objects.get(status="confirmed") == won


def test_a_claim_is_confirmed_while_its_person_takes_it_back(
    card: Player, member: User, in_threads: Together
) -> None:
    asked = claim(card, "first")
    outcomes = in_threads(
        answering(asked, member),
        lambda: claim_end(asked, words="", user=asked.user, at=world.NOW),
    )
    done, refused = sorted_out(outcomes)
    asked.refresh_from_db()
    assert asked.status == "ended"
    assert len(done) == (1 if refused else 2)


def test_a_request_is_answered_once(
    card: Player, member: User, chair: User, in_threads: Together
) -> None:
    user = world.new_user("first")
    asked = request_ask(card, kind="other", text="?", user=user, at=world.NOW)

    def answer(done: bool, by: User) -> Act:
        return lambda: request_answer(asked, done=done, answer="так", user=by, at=world.NOW)

    won = one_wins(in_threads(answer(True, member), answer(False, chair)))
    assert PersonRequest.objects.get().status == won.status


def test_one_person_joins_twice_at_once(
    reference: None, in_threads: Together, settings: Any
) -> None:
    def join() -> None:
        account_join(email="o@example.org", first_name="Остап", last_name="Гнатюк")

    assert sorted_out(in_threads(join, join)) == ([None, None], [])
    assert User.objects.filter(username="o@example.org").count() == 1


def test_a_claim_is_confirmed_while_the_player_is_joined_with_another(
    card: Player, member: User, chair: User, in_threads: Together
) -> None:
    [other] = world.register_players(people(1, seed=7))
    asked = claim(card, "first")
    sorted_out(
        in_threads(
            answering(asked, member),
            lambda: person_link(
                other,
                card,
                choices={},
                reason="одна особа",
                user=chair,
                at=world.NOW,
                today=world.TODAY,
            ),
        )
    )
    asked.refresh_from_db()
    assert (asked.status, asked.player.pk) == ("confirmed", card.pk)


# --- norms --------------------------------------------------------------------------------------


@pytest.fixture
def asked(clerk: User) -> NormRequest:
    body = world.commission()
    event = event_register(
        fields={
            "name": "Кубок Сум",
            "city": "Суми",
            "region": body.region,
            "starts_on": world.TODAY + timedelta(days=5),
            "ends_on": world.TODAY + timedelta(days=9),
            "system": "swiss",
            "minutes": 90,
        },
        arbiters=[],
        norms=[],
        commission=body,
        user=clerk,
        at=world.NOW,
    )
    return norms_ask(event, ["ua.rank_1"], user=clerk, at=world.NOW)[0]


def test_a_norm_is_declared_while_another_refuses_it(
    asked: NormRequest, member: User, chair: User, in_threads: Together
) -> None:
    one_wins(
        in_threads(
            lambda: norm_declare(asked, user=member, at=world.NOW),
            lambda: norm_refuse(asked, words="пізно", user=chair, at=world.NOW),
        )
    )
    asked.refresh_from_db()
    assert DeclaredNorm.objects.count() == (1 if asked.status == "declared" else 0)


def test_a_norm_is_declared_once(
    asked: NormRequest, member: User, chair: User, in_threads: Together
) -> None:
    one_wins(
        in_threads(
            lambda: norm_declare(asked, user=member, at=world.NOW),
            lambda: norm_declare(asked, user=chair, at=world.NOW),
        )
    )
    assert DeclaredNorm.objects.count() == 1


def test_a_norm_is_declared_while_who_asked_takes_it_back(
    asked: NormRequest, clerk: User, member: User, in_threads: Together
) -> None:
    one_wins(
        in_threads(
            lambda: norm_declare(asked, user=member, at=world.NOW),
            lambda: norm_request_withdraw(asked, user=clerk, at=world.NOW),
        )
    )
    asked.refresh_from_db()
    assert DeclaredNorm.objects.count() == (1 if asked.status == "declared" else 0)


def test_the_same_norm_is_asked_for_by_two(
    asked: NormRequest, clerk: User, member: User, in_threads: Together
) -> None:
    def ask(user: User) -> Act:
        return lambda: norms_ask(asked.event, ["ua.kmsu"], user=user, at=world.NOW)

    one_wins(in_threads(ask(clerk), ask(member)))
    assert NormRequest.objects.filter(norm="ua.kmsu").count() == 1


# --- submissions --------------------------------------------------------------------------------


@pytest.fixture
def submission(clerk: User, tmp_path: Any, settings: Any) -> Submission:
    """A draft without a line: what is asked here are its papers and its state."""
    settings.ATTACHMENT_ROOT = tmp_path
    return Submission.objects.create(
        sender=world.commission(),
        receiver=world.commission("UKR"),
        code="K7M2PQX4RD",
        year=world.TODAY.year,
        drafted_by=clerk,
        drafted_at=world.NOW,
    )


def attaching(submission: Submission, user: User) -> Act:
    file = SimpleUploadedFile("photo.pdf", pdf())
    return lambda: attachment_add(submission, kind="photo", file=file, user=user, at=world.NOW)


def sending(submission: Submission, user: User) -> Act:
    return lambda: submission_send(
        submission, version=1, number="5", despite="поштою", user=user, at=world.NOW
    )


def test_the_same_paper_attached_twice_at_once_is_one(
    submission: Submission, clerk: User, member: User, in_threads: Together
) -> None:
    one, other = in_threads(attaching(submission, clerk), attaching(submission, member))
    assert one == other == Attachment.objects.get()


def test_a_paper_is_attached_while_the_submission_is_sent(
    submission: Submission, clerk: User, member: User, in_threads: Together
) -> None:
    outcomes = in_threads(attaching(submission, clerk), sending(submission, member))
    done, refused = sorted_out(outcomes)
    assert len(done) + len(refused) == 2
    assert Attachment.objects.count() == (0 if refused else 1)
    submission.refresh_from_db()
    assert submission.status == "sent"


def test_a_submission_is_sent_once(
    submission: Submission, member: User, chair: User, in_threads: Together
) -> None:
    won = one_wins(in_threads(sending(submission, member), sending(submission, chair)))
    assert submission.documents.get().issued_by == won.sent_by


def test_a_submission_is_accepted_while_its_sender_withdraws_it(
    submission: Submission, clerk: User, member: User, in_threads: Together
) -> None:
    sending(submission, member)()
    officer = world.mandated("national", Role.MEMBER, "UKR")
    one_wins(
        in_threads(
            lambda: submission_answer(
                submission,
                version=2,
                status=SubmissionStatus.ACCEPTED,
                words="",
                user=officer,
                at=world.NOW,
            ),
            lambda: submission_withdraw(submission, version=2, words="", user=clerk, at=world.NOW),
        )
    )
    assert submission.steps.count() == 2


# --- awards -------------------------------------------------------------------------------------


def test_one_award_is_revoked_by_one_of_two_drafts(
    admitted_event: Event, clerk: User, member: User, chair: User, in_threads: Together
) -> None:
    decree = world.decree(world.commission(), drafter=clerk, approver=member)
    assert decree.decision is not None
    award = decree.decision.lines.filter(kind="awarded").earliest("pk")

    def revoke(number: str, user: User) -> Act:
        return lambda: revocation_draft(
            award,
            text=DecreeText(number, world.TODAY, "Суми"),
            holds_no_more_from=world.TODAY,
            reason="помилка",
            user=user,
            at=world.NOW,
        )

    draft = one_wins(in_threads(revoke("91", clerk), revoke("92", chair)))
    assert Decree.objects.filter(lines__act="revoke").get() == draft
    approving = [
        (lambda user=user: decree_approve(draft, version=1, user=user, at=world.NOW))
        for user in (member, world.mandated("other", Role.MEMBER))
    ]
    one_wins(in_threads(*approving))
    assert LedgerEntry.objects.filter(kind="revoked").count() == 1


@pytest.fixture
def with_fide(card: Player, clerk: User, chair: User) -> FideApplication:
    application = application_draft(
        card, "fide.im", commission=world.commission("UKR"), user=clerk, at=world.NOW
    )
    application.status, application.digest = "sent", "0" * 64
    application.sent_by, application.sent_at = chair, world.NOW
    application.save()
    return application


def awarded(application: FideApplication, user: User) -> Act:
    return lambda: application_result(
        application,
        Answer(True, world.TODAY, "Рада ФІДЕ"),
        version=1,
        user=user,
        at=world.NOW,
    )


def test_fides_answer_is_recorded_once(
    with_fide: FideApplication, member: User, chair: User, in_threads: Together
) -> None:
    one_wins(in_threads(awarded(with_fide, member), awarded(with_fide, chair)))
    assert LedgerEntry.objects.filter(kind="awarded", grade="fide.im").count() == 1
    assert titles_held(with_fide.player, on=world.TODAY) == ("IM",)


def test_fides_answer_is_recorded_while_another_withdraws_the_application(
    with_fide: FideApplication, member: User, chair: User, in_threads: Together
) -> None:
    one_wins(
        in_threads(
            awarded(with_fide, member),
            lambda: application_withdraw(
                with_fide, version=1, words="помилка", user=chair, at=world.NOW
            ),
        )
    )
    with_fide.refresh_from_db()
    held = ("IM",) if with_fide.status == "awarded" else ()
    assert titles_held(with_fide.player, on=world.TODAY) == held


def test_two_applications_for_one_title_begin_at_once(
    card: Player, clerk: User, member: User, in_threads: Together
) -> None:
    def begin(user: User) -> Act:
        return lambda: application_draft(
            card, "fide.fm", commission=world.commission("UKR"), user=user, at=world.NOW
        )

    one_wins(in_threads(begin(clerk), begin(member)))
    assert FideApplication.objects.count() == 1
