"""Submissions: one drafts, another sends; the receiving body answers; a decree decides."""

from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.urls import reverse

from federation.errors import Refused
from federation.models import Commission, Mandate, Role, User
from qualifications.models import (
    IssuedDocument,
    LedgerEntry,
    Submission,
    SubmissionStatus,
)
from qualifications.models.ledger import LedgerKind
from qualifications.proposals import awards_waiting
from qualifications.selectors import player_card
from qualifications.services.decree_approval import decree_approve
from qualifications.services.decrees import Chosen, DecreeText, Stale, decree_draft
from qualifications.services.submissions import (
    submission_answer,
    submission_change,
    submission_draft,
    submission_send,
    submission_withdraw,
)
from qualifications.submission_page import norms_to_submit
from qualifications.title_windows import title_windows
from tests.qualifications.test_decrees import event, norm_of, void

__all__ = ["event"]

AT = datetime(2025, 6, 1, 9, tzinfo=UTC)
WHY = "папери надіслано поштою"


@pytest.fixture
def national_clerk(federation) -> User:
    return federation.person("national-clerk", Role.CLERK, federation.national)


@pytest.fixture
def norm(federation, event) -> LedgerEntry:
    return norm_of(federation, event, grade="ua.kmsu")


def draft(federation, *norms: LedgerEntry, **changed) -> Submission:
    return submission_draft(
        **{
            "sender": federation.region_commission,
            "norm_ids": [one.pk for one in norms],
            "text": "",
            "user": federation.clerk,
            "at": AT,
        }
        | changed
    )


def send(federation, submission: Submission, **changed) -> Submission:
    return submission_send(
        submission,
        **{
            "version": submission.version,
            "number": "5",
            "despite": WHY,
            "user": federation.chair,
            "at": AT,
        }
        | changed,
    )


def answer(federation, submission: Submission, status: str, words: str = "") -> Submission:
    return submission_answer(
        submission,
        version=submission.version,
        status=SubmissionStatus(status),
        words=words,
        user=federation.national_chair,
        at=AT,
    )


def test_awd_15c_a_candidate_master_goes_from_the_region_to_a_decree_of_the_national_commission(
    federation, event, norm, national_clerk
):
    norm_of(federation, event, 2, grade="ua.rank_2")
    assert norms_to_submit(federation.region_commission) == [norm]
    assert norms_to_submit(federation.national) == []
    submission = draft(federation, norm)
    assert (submission.receiver, submission.status) == (federation.national, "draft")
    assert norms_to_submit(federation.region_commission) == []
    submission = send(federation, submission)
    assert awards_waiting(federation.national) == []
    submission = answer(federation, submission, "accepted")
    [waiting] = awards_waiting(federation.national)
    assert (waiting.player, waiting.grade, waiting.submission_line.submission) == (
        *(norm.player, "ua.kmsu"),
        submission,
    )
    decree = decree_draft(
        commission=federation.national,
        text=DecreeText("1", date(2025, 6, 1), "Київ"),
        chosen=Chosen([waiting.key]),
        user=national_clerk,
        at=AT,
    )
    assert awards_waiting(federation.national) == []
    decree_approve(decree, version=1, user=federation.national_chair, at=AT)
    assert player_card(norm.player, on=date(2025, 6, 1)).standing.grade == "ua.kmsu"
    assert awards_waiting(federation.national) == []
    with pytest.raises(Refused, match="A decree has decided it"):
        submission_withdraw(
            submission, version=submission.version, words="", user=federation.clerk, at=AT
        )
    assert list(submission.steps.values_list("status", "words")) == [
        ("draft", ""),
        ("sent", WHY),
        ("accepted", ""),
    ]


def test_awd_15b_a_master_goes_from_the_national_commission_to_the_ministry(federation, event):
    norm = norm_of(federation, event, grade="ua.msu")
    assert norms_to_submit(federation.region_commission) == []
    assert norms_to_submit(federation.national) == [norm]
    ministry = Commission.objects.get(code="MIN")
    submission = draft(federation, norm, sender=federation.national)
    assert submission.receiver == ministry
    with pytest.raises(Refused, match="submits nothing"):
        draft(federation, norm, sender=ministry)


def test_who_drafted_does_not_send_and_who_changes_drafts(federation, norm):
    submission = draft(federation, norm)
    with pytest.raises(Refused, match="another person signs"):
        send(federation, submission, user=federation.clerk)
    changed = submission_change(
        submission,
        version=1,
        text="Просимо присвоїти",
        keep=[line.pk for line in submission.lines.all()],
        norm_ids=[],
        user=federation.chair,
        at=AT,
    )
    with pytest.raises(Refused, match="another person signs"):
        send(federation, changed)
    with pytest.raises(Stale):
        send(federation, submission, version=1, user=federation.member)
    sent = send(federation, changed, user=federation.member)
    assert (sent.sent_by, sent.status) == (federation.member, "sent")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"number": " "}, "its number"),
        ({"despite": ""}, "Something is missing"),
    ],
)
def test_sending_needs_a_number_and_words_for_what_is_missing(federation, norm, changed, words):
    submission = draft(federation, norm)
    with pytest.raises(Refused, match=words):
        send(federation, submission, **changed)
    assert Submission.objects.get().status == "draft"


def test_a_norm_that_fell_since_is_named(federation, norm):
    submission = draft(federation, norm)
    void(federation, norm)
    with pytest.raises(Refused, match=f"The norm of {norm.player} no longer holds"):
        send(federation, submission)


def test_nobody_is_submitted_twice_at_once_and_again_after_a_withdrawal(federation, norm):
    submission = draft(federation, norm)
    with pytest.raises(Refused, match="submitted already"):
        draft(federation, norm)
    with pytest.raises(Refused, match="at least one"):
        draft(federation)
    submission_withdraw(submission, version=1, words="", user=federation.member, at=AT)
    assert draft(federation, norm).status == "draft"


def test_a_returned_submission_says_why_and_is_sent_again(federation, norm):
    submission = send(federation, draft(federation, norm))
    with pytest.raises(Refused, match="Say what is missing"):
        answer(federation, submission, "returned")
    submission = answer(federation, submission, "returned", "немає фото")
    assert awards_waiting(federation.national) == []
    first = IssuedDocument.objects.get(submission=submission)
    again = send(federation, submission, number="6", user=federation.member)
    assert again.status == "sent"
    assert IssuedDocument.objects.filter(submission=submission).count() == 2
    with pytest.raises(Refused, match="Meanwhile the state"):
        send(federation, again, user=federation.chair)
    page = Client(headers={"accept-language": "en"}).get(reverse("verify", args=[str(first)]))
    assert page.context["state"].word == "Amended"


@pytest.mark.parametrize(
    ("lists", "reached"),
    [
        ({}, None),
        ({date(2025, 4, 1): 2325}, date(2025, 5, 9)),
        ({date(2025, 4, 1): 2324}, None),
        ({date(2025, 4, 1): 2400, date(2025, 5, 9): 2300}, None),
        ({date(2025, 4, 1): 2300, date(2027, 5, 9): 2325}, date(2027, 5, 9)),
        ({date(2025, 4, 1): 2300, date(2027, 5, 10): 2325}, None),
    ],
)
def test_msu_2_the_coefficient_comes_within_two_years_of_the_norm(
    federation, event, monkeypatch, lists, reached
):
    norm = norm_of(federation, event, grade="ua.msu")
    norm.player.sex = "m"
    rows = [(norm.player_id, day, value) for day, value in sorted(lists.items())]

    class Rows:
        def filter(self, **_asked):
            return self

        def values_list(self, *_columns):
            return self

        def order_by(self, *_columns):
            return rows

    monkeypatch.setattr("qualifications.title_windows.RatingRow.objects", Rows())
    window = title_windows([norm])[norm.pk]
    assert (window.reached_on, window.needed, window.until) == (reached, 2325, date(2027, 5, 9))


def test_the_pages_from_the_region_to_the_answer(federation, norm):
    clerk, chair, national = Client(), Client(), Client()
    for client, user in (
        (clerk, federation.clerk),
        (chair, federation.chair),
        (national, federation.national_chair),
    ):
        client.force_login(user)
    assert str(norm.player) in clerk.get(reverse("submission-new")).content.decode()
    page = clerk.post(reverse("submission-new"), {"norms": [norm.pk], "text": ""})
    submission = Submission.objects.get()
    address = reverse("submission-detail", args=[submission.pk])
    assert page["Location"] == address
    assert national.get(address).status_code == 403
    posted = {"version": 1, "number": "5", "despite": WHY}
    chair.post(reverse("submission-send", args=[submission.pk]), posted)
    shown = national.get(address).content.decode()
    assert reverse("submission-answer", args=[submission.pk]) in shown
    national.post(
        reverse("submission-answer", args=[submission.pk]), {"version": 2, "answer": "accept"}
    )
    submission.refresh_from_db()
    assert submission.status == "accepted"
    anybody = Client().get(reverse("submission-status", args=[submission.code.lower()]))
    words = anybody.content.decode()
    assert str(norm.player) not in words
    assert str(federation.clerk) not in words
    stranger = User.objects.create_user("stranger")
    Mandate.objects.create(
        user=stranger,
        commission=Commission.objects.get(code="KHA"),
        role=Role.CHAIR,
        valid_from=date(2020, 1, 1),
    )
    other = Client()
    other.force_login(stranger)
    assert other.get(address).status_code == 403
    assert LedgerEntry.objects.filter(kind=LedgerKind.AWARDED).count() == 0


def signed_in(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def test_a_stale_form_is_shown_beside_what_stands_now(federation, event, norm):
    added = norm_of(federation, event, 2, grade="ua.kmsu")
    submission = draft(federation, norm)
    [line] = submission.lines.all()
    submission_change(
        submission,
        version=1,
        text="Просимо присвоїти",
        keep=[line.pk],
        norm_ids=[added.pk],
        user=federation.chair,
        at=AT,
    )
    page = reverse("submission-change", args=[submission.pk])
    typed = {"version": 1, "text": "Інше", "keep": [line.pk]}
    answer = signed_in(federation.clerk).post(page, typed)
    assert answer.status_code == 422
    assert [(one["now"], one["yours"]) for one in answer.context["stale"]] == [
        ("Просимо присвоїти", "Інше"),
        (added.player.name, "–"),
    ]
    assert (answer.context["form"]["text"].value(), answer.context["version"]) == ("Інше", 2)


def test_a_form_with_another_fault_stays_stale(federation, norm):
    submission = draft(federation, norm)
    [line] = submission.lines.all()
    submission_change(
        submission,
        version=1,
        text="Просимо",
        keep=[line.pk],
        norm_ids=[],
        user=federation.chair,
        at=AT,
    )
    page = reverse("submission-change", args=[submission.pk])
    typed = {"version": 1, "text": "Х" * 2001, "keep": [line.pk]}
    answer = signed_in(federation.clerk).post(page, typed)
    assert (answer.status_code, answer.context["version"], answer.context["stale"]) == (422, 1, [])


def test_what_was_written_beside_a_refused_button_is_not_lost(federation, norm):
    submission = send(federation, draft(federation, norm))
    page = reverse("submission-answer", args=[submission.pk])
    typed = {"version": 1, "answer": "return", "words": "немає фотографії"}
    told = signed_in(federation.national_chair).post(page, typed, follow=True)
    assert "You had written: немає фотографії" in told.content.decode()
