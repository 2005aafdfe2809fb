"""FIDE's answer to an application: recorded, and taken back where it was recorded wrongly."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import FactKind, User
from federation.templatetags.registry import day as day_words
from federation.written import written
from qualifications.fide_applications import title_of
from qualifications.models import ApplicationStatus, FideApplication, LedgerEntry
from qualifications.models.ledger import LedgerKind
from qualifications.services.decisions import decision_create
from qualifications.services.fide_applications import application_locked
from qualifications.services.ledger import ledger_append
from qualifications.services.people import person_fact_record, person_fact_void
from qualifications.services.rejudging import judging_lock, later_events_rejudge, players_lock


@dataclass(frozen=True, slots=True)
class Answer:
    """What FIDE has decided."""

    awarded: bool
    on: date
    document: str
    """Where it stands: a letter, the minutes of FIDE's council, FIDE's page with its day."""
    words: str = ""
    """Of a refusal: why."""


@transaction.atomic
def application_result(
    application: FideApplication, answer: Answer, *, version: int, user: User, at: datetime
) -> FideApplication:
    """Record FIDE's answer. An award goes into the ledger and onto the person's titles (0.4), and
    later events are judged again, in the same transaction.

    Raises Refused for a day before the sending or in the future, without a document, and for a
    refusal without its reason; Stale by version.
    """
    judging_lock()
    application = application_locked(application, version, ApplicationStatus.SENT)
    assert application.sent_at is not None  # noqa: S101  a constraint of the table
    today = timezone.localtime(at).date()
    if answer.on > today:
        raise Refused(_("The day lies in the future."))
    if answer.on < timezone.localtime(application.sent_at).date():
        raise Refused(
            _("FIDE cannot have decided before the application was sent on %(day)s.")
            % {"day": day_words(application.sent_at)}
        )
    if not answer.document.strip():
        raise Refused(_("Name the document in which FIDE’s decision stands."))
    if not answer.awarded and not answer.words.strip():
        raise Refused(_("Say why FIDE has refused it."))
    application.result_on = answer.on
    application.result_document = written(answer.document, most=200)
    application.result_words = written(answer.words, most=500)
    application.decided_by, application.decided_at = user, at
    application.version += 1
    application.status = ApplicationStatus.REFUSED
    if answer.awarded:
        _award(application, user, at, today)
    application.save()
    return application


def _award(application: FideApplication, user: User, at: datetime, today: date) -> None:
    player = application.player.merged_into or application.player
    day = application.result_on
    assert day is not None  # noqa: S101  the caller has set it
    players_lock([player.pk])
    decision = decision_create(
        commission=application.commission,
        number="",
        decided_on=day,
        earlier=True,
        document=application.result_document,
        recorded_by=user,
        recorded_at=at,
    )
    ledger_append(
        [
            LedgerEntry(
                player=player,
                kind=LedgerKind.AWARDED,
                grade=application.grade,
                effective_on=day,
                recorded_at=at,
                recorded_by=user,
                commission=application.commission,
                decision=decision,
                edition=application.frozen.get("edition", ""),
                article="FIDE.0.44",
                note=application.result_document,
            )
        ]
    )
    application.decision, application.status = decision, ApplicationStatus.AWARDED
    title = title_of(application.grade)
    known = player.facts.filter(kind=FactKind.TITLE, value=title, voided_at=None).exists()
    if not known:
        person_fact_record(
            player,
            kind=FactKind.TITLE,
            value=title,
            valid_from=day,
            confirmed_on=day,
            source=application.result_document,
            user=user,
            at=at,
            today=today,
        )
    later_events_rejudge({player.pk}, since=day, user=user, at=at, because_decision=decision)


@transaction.atomic
def application_result_void(
    application: FideApplication, *, version: int, reason: str, user: User, at: datetime
) -> FideApplication:
    """Take back an answer that was recorded wrongly: the application is with FIDE again.

    The line of the ledger is voided, the title on the person too where it came from here. Raises
    Refused without a reason, and for what is not answered; Stale by version.
    """
    judging_lock()
    application = application_locked(
        application, version, ApplicationStatus.AWARDED, ApplicationStatus.REFUSED
    )
    if not reason.strip():
        raise Refused(_("Say what was wrong."))
    if application.decision is not None:
        _unaward(application, reason.strip(), user, at)
    application.status, application.version = ApplicationStatus.SENT, application.version + 1
    application.decision, application.result_on = None, None
    application.result_document = application.result_words = ""
    application.decided_by = application.decided_at = None
    try:
        with transaction.atomic():
            application.save()
    except IntegrityError as error:
        raise Refused(
            _("An application of %(player)s for this title is under way already.")
            % {"player": application.player}
        ) from error
    return application


def _unaward(application: FideApplication, reason: str, user: User, at: datetime) -> None:
    today = timezone.localtime(at).date()
    assert application.decision is not None  # noqa: S101  the caller has asked
    [award] = LedgerEntry.objects.filter(decision=application.decision, voided_by=None)
    players_lock([award.player_id])
    decision = decision_create(
        commission=application.commission,
        number="",
        decided_on=today,
        earlier=True,
        document=reason[:200],
        recorded_by=user,
        recorded_at=at,
    )
    ledger_append(
        [
            LedgerEntry(
                player=award.player,
                kind=LedgerKind.VOIDED,
                effective_on=today,
                recorded_at=at,
                recorded_by=user,
                commission=application.commission,
                decision=decision,
                edition=award.edition,
                voids=award,
                note=reason[:300],
            )
        ]
    )
    facts = award.player.facts.filter(
        kind=FactKind.TITLE,
        value=title_of(application.grade),
        confirmed_on=award.effective_on,
        source=application.result_document,
        voided_at=None,
    )
    for fact in facts:
        person_fact_void(fact, reason=reason, user=user, at=at, today=today)
    later_events_rejudge(
        {award.player_id}, since=award.effective_on, user=user, at=at, because_decision=decision
    )
