"""Submissions: drafted by one, signed and sent by another, accepted, returned or refused."""

import secrets
from collections.abc import Collection
from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Commission, User
from federation.written import written
from qualifications.issued.submission import submission_paper
from qualifications.models import (
    DocumentKind,
    Submission,
    SubmissionLine,
    SubmissionStatus,
    SubmissionStep,
)
from qualifications.selectors import norms_still_open
from qualifications.services.decisions import lock_entries
from qualifications.services.decrees import Stale
from qualifications.services.documents import ALPHABET, document_issue
from qualifications.submission_page import (
    UNDER_WAY,
    lines_of,
    missing_in,
    norms_to_submit,
    receiver_of,
)

EDITABLE = (SubmissionStatus.DRAFT, SubmissionStatus.RETURNED)


@transaction.atomic
def submission_draft(
    *,
    sender: Commission,
    norm_ids: Collection[int],
    text: str,
    user: User,
    at: datetime,
) -> Submission:
    """Write a draft with norms that wait for another body.

    Raises Refused without a norm, and where somebody else has submitted one of them meanwhile.
    """
    receiver = receiver_of(sender)
    if receiver is None:
        raise Refused(_("This body submits nothing: it awards itself."))
    submission = Submission.objects.create(
        sender=sender,
        receiver=receiver,
        code="".join(secrets.choice(ALPHABET) for _place in range(10)),
        year=timezone.localtime(at).year,
        text=written(text, most=2000),
        drafted_by=user,
        drafted_at=at,
    )
    _add(submission, norm_ids)
    _step(submission, user, at, "")
    return submission


@transaction.atomic
def submission_change(
    submission: Submission,
    *,
    version: int,
    text: str,
    keep: Collection[int],
    norm_ids: Collection[int],
    user: User,
    at: datetime,
) -> Submission:
    """Change a draft or a returned submission: its words and its lines.

    Whoever changes it drafts it: another person sends it then. Raises Stale when somebody else has
    changed it since `version`, Refused when it was sent meanwhile or has no line left.
    """
    submission = _locked(submission, version, EDITABLE)
    submission.lines.exclude(pk__in=keep).delete()
    if norm_ids:
        _add(submission, norm_ids)
    if not submission.lines.exists():
        raise Refused(_("A submission needs at least one player. Withdraw it instead."))
    submission.text, submission.version = written(text, most=2000), submission.version + 1
    submission.drafted_by, submission.drafted_at = user, at
    submission.sent_by = None
    submission.save()
    return submission


@transaction.atomic
def submission_send(
    submission: Submission,
    *,
    version: int,
    number: str,
    despite: str,
    user: User,
    at: datetime,
) -> Submission:
    """Sign and send what another person drafted; it becomes a paper with a code.

    `despite` says why it goes although something is missing. Raises Refused for the drafter,
    without a number or with one that the year has, where a norm no longer holds or a person was
    joined with another, and without `despite` where something is missing; Stale by version.
    """
    submission = _locked(submission, version, EDITABLE)
    if user.pk == submission.drafted_by_id:
        raise Refused(_("You have drafted this submission: another person signs and sends it."))
    if not number.strip():
        raise Refused(_("Give the submission its number."))
    lines = lines_of(submission)
    lock_entries([line.norm_id for line in lines if line.norm_id])
    _refuse_lines(lines)
    if missing_in(submission, lines) and not despite.strip():
        raise Refused(_("Something is missing: attach it, or say why the submission goes without."))
    submission.number, submission.year = written(number, most=40), timezone.localtime(at).year
    submission.status, submission.version = SubmissionStatus.SENT, submission.version + 1
    submission.sent_by, submission.sent_at = user, at
    try:
        with transaction.atomic():
            submission.save()
    except IntegrityError as error:
        raise Refused(
            _("The body already has a submission number %(number)s in %(year)d.")
            % {"number": submission.number, "year": submission.year}
        ) from error
    _step(submission, user, at, despite)
    document_issue(
        DocumentKind.SUBMISSION,
        submission_paper(submission, lines, language=settings.LANGUAGE_CODE),
        at=at,
        user=user,
        commission=submission.sender,
        submission=submission,
    )
    return submission


def _refuse_lines(lines: list[SubmissionLine]) -> None:
    still_open = norms_still_open([line.norm_id for line in lines if line.norm_id])
    for line in lines:
        if line.player.merged_into is not None:
            raise Refused(
                _(
                    "%(player)s has been joined with %(other)s since: take the line out and choose "
                    "it anew."
                )
                % {"player": line.player, "other": line.player.merged_into}
            )
        if line.norm_id and line.norm_id not in still_open:
            raise Refused(
                _(
                    "The norm of %(player)s no longer holds, or the player has got it meanwhile: "
                    "take the line out."
                )
                % {"player": line.player}
            )


@transaction.atomic
def submission_answer(
    submission: Submission,
    *,
    version: int,
    status: SubmissionStatus,
    words: str,
    user: User,
    at: datetime,
) -> Submission:
    """The receiving body accepts, returns or refuses what was sent to it.

    Returning says what is missing, refusing says why. Raises Refused without words for these, and
    when somebody has answered meanwhile.
    """
    submission = _locked(submission, version, (SubmissionStatus.SENT,))
    if status not in (
        SubmissionStatus.ACCEPTED,
        SubmissionStatus.RETURNED,
        SubmissionStatus.REFUSED,
    ):
        raise Refused(_("Accept the submission, return it, or refuse it."))
    if status != SubmissionStatus.ACCEPTED and not words.strip():
        raise Refused(_("Say what is missing, or why."))
    submission.status, submission.version = status, submission.version + 1
    submission.save(update_fields=["status", "version"])
    _step(submission, user, at, words)
    return submission


@transaction.atomic
def submission_withdraw(
    submission: Submission, *, version: int, words: str, user: User, at: datetime
) -> Submission:
    """The sender takes it back; its players can be proposed again.

    Raises Refused once a decree of the receiving body has decided one of its lines.
    """
    submission = _locked(submission, version, UNDER_WAY)
    if submission.lines.filter(decree_lines__decree__status="approved").exists():
        raise Refused(_("A decree has decided it already: it cannot be withdrawn."))
    submission.status, submission.version = SubmissionStatus.WITHDRAWN, submission.version + 1
    submission.save(update_fields=["status", "version"])
    _step(submission, user, at, words)
    return submission


def _add(submission: Submission, norm_ids: Collection[int]) -> None:
    lock_entries(norm_ids)
    waiting = {norm.pk: norm for norm in norms_to_submit(submission.sender)}
    if not norm_ids:
        raise Refused(_("Choose at least one player."))
    if not waiting.keys() >= set(norm_ids):
        raise Refused(
            _("Some of the chosen norms are submitted already, or have changed. Check the list.")
        )
    SubmissionLine.objects.bulk_create(
        SubmissionLine(
            submission=submission,
            player=waiting[pk].player.merged_into or waiting[pk].player,
            grade=waiting[pk].grade,
            norm=waiting[pk],
        )
        for pk in dict.fromkeys(norm_ids)
    )


def _locked(
    submission: Submission, version: int, statuses: Collection[SubmissionStatus]
) -> Submission:
    """The submission as it is now. Raises Refused when it has moved on, Stale by version."""
    submission = (
        Submission.objects.select_for_update(of=("self",))
        .select_related("sender", "receiver", "drafted_by")
        .get(pk=submission.pk)
    )
    if submission.status not in statuses:
        raise Refused(
            _("Meanwhile the state of the submission is “%(status)s”. Open the page again.")
            % {"status": submission.get_status_display()}
        )
    if submission.version != version:
        raise Stale(_("Somebody has changed the submission since you opened it. Look at it again."))
    return submission


def _step(submission: Submission, user: User, at: datetime, words: str) -> None:
    SubmissionStep.objects.create(
        submission=submission,
        status=submission.status,
        by=user,
        at=at,
        words=written(words, most=500),
    )
