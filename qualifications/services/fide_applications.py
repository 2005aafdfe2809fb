"""Applications to FIDE: drafted by one, signed and sent by another, FIDE's answer recorded."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Commission, FactKind, Player, User
from federation.templatetags.registry import day as day_words
from federation.written import written
from qualifications.engine.verdict import Outcome
from qualifications.fide_applications import (
    GRADES,
    Checked,
    NormShown,
    Stated,
    check_of,
    stated_in,
    title_of,
)
from qualifications.issued.fide_application import application_paper
from qualifications.models import (
    ApplicationStatus,
    DocumentKind,
    FideApplication,
    LedgerEntry,
    NormElsewhere,
)
from qualifications.models.ledger import LedgerKind
from qualifications.serialize import reason_to_json
from qualifications.services.decisions import decision_create
from qualifications.services.decree_approval import digest_of
from qualifications.services.decrees import Stale
from qualifications.services.documents import document_issue
from qualifications.services.ledger import ledger_append
from qualifications.services.people import person_fact_record, person_fact_void
from qualifications.services.rejudging import judging_lock, later_events_rejudge, players_lock


@transaction.atomic
def application_draft(
    player: Player, grade: str, *, commission: Commission, user: User, at: datetime
) -> FideApplication:
    """Begin an application. Raises Refused for a title that is none, for a player who was joined
    with another, and where one for the same title is under way.
    """
    if grade not in GRADES:
        raise Refused(_("Choose the title."))
    _not_joined(player)
    try:
        with transaction.atomic():
            return FideApplication.objects.create(
                player=player, grade=grade, commission=commission, drafted_by=user, drafted_at=at
            )
    except IntegrityError as error:
        raise Refused(
            _("An application of %(player)s for this title is under way already.")
            % {"player": player}
        ) from error


@transaction.atomic
def application_change(
    application: FideApplication,
    *,
    version: int,
    stated: Stated,
    note: str,
    user: User,
    at: datetime,
) -> FideApplication:
    """Keep what a person states and notes; whoever changes the draft drafts it.

    Raises Refused where something is stated without a note, Stale by version.
    """
    application = _locked(application, version, ApplicationStatus.DRAFT)
    if stated and not note.strip():
        raise Refused(_("Write in the note where what you state comes from."))
    today = timezone.localtime(at).date()
    if stated.rating_reached_on is not None and stated.rating_reached_on > today:
        raise Refused(_("The day lies in the future."))
    application.highest_rating = stated.highest_rating
    application.rating_reached_on = stated.rating_reached_on
    application.rated_games = stated.rated_games
    application.large_swiss_norm = stated.large_swiss_norm
    application.note = written(note, most=500)
    application.noted_by = user if application.note else None
    application.drafted_by, application.drafted_at = user, at
    application.version += 1
    application.save()
    return application


@transaction.atomic
def application_send(
    application: FideApplication, *, version: int, user: User, at: datetime
) -> FideApplication:
    """Sign and send what another person drafted; it is frozen and becomes a paper with a code.

    Raises Refused for the drafter, for a player who was joined with another, a title that would
    bring nothing, something that is not met, and open questions without a note; Stale by version.
    """
    application = _locked(application, version, ApplicationStatus.DRAFT)
    if user.pk == application.drafted_by_id:
        raise Refused(_("You have drafted this application: another person signs and sends it."))
    _not_joined(application.player)
    today = timezone.localtime(at).date()
    checked = check_of(application.player, application.grade, stated_in(application), on=today)
    faults = sending_faults(application, checked)
    if faults:
        raise Refused(" ".join(faults))
    application.status, application.version = ApplicationStatus.SENT, application.version + 1
    application.sent_by, application.sent_at = user, at
    application.frozen = frozen_application(application, checked, today=today)
    application.digest = digest_of(application.frozen)
    application.save()
    document_issue(
        DocumentKind.APPLICATION,
        application_paper(application),
        at=at,
        user=user,
        commission=application.commission,
        player=application.player,
        grade=application.grade,
        application=application,
    )
    return application


def sending_faults(application: FideApplication, checked: Checked) -> list[str]:
    """What keeps a draft from being sent, a sentence each."""
    faults = []
    if checked.held:
        faults.append(
            _("The player holds the title %(title)s: this one brings nothing.")
            % {"title": checked.held}
        )
    if checked.outcome is Outcome.NOT_MET:
        faults.append(_("Something that FIDE asks is not met: see the check."))
    if checked.outcome is Outcome.UNDECIDED and not application.note:
        faults.append(_("There are open questions: write in the note how they were resolved."))
    return faults


@transaction.atomic
def application_withdraw(
    application: FideApplication, *, version: int, words: str, user: User, at: datetime
) -> FideApplication:
    """Take it back, before or after sending; it can be begun anew.

    Raises Refused without a reason once it was sent, and when FIDE has answered meanwhile.
    """
    application = _locked(application, version, *_UNDER_WAY)
    if application.status == ApplicationStatus.SENT and not words.strip():
        raise Refused(_("Say why the application is withdrawn."))
    application.status, application.version = ApplicationStatus.WITHDRAWN, application.version + 1
    application.result_words = written(words, most=500)
    application.decided_by, application.decided_at = user, at
    application.save()
    return application


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
    application = _locked(application, version, ApplicationStatus.SENT)
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
    application = _locked(
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


# --- norms of other tournaments -----------------------------------------------------------------


@transaction.atomic
def norm_elsewhere_record(
    player: Player, norm: NormElsewhere, *, user: User, at: datetime
) -> NormElsewhere:
    """Keep a norm by its certificate. Raises Refused for one that is there already, for days in the
    future, and for a player who was joined with another.
    """
    _not_joined(player)
    if norm.ends_on > timezone.localtime(at).date():
        raise Refused(_("The last day lies in the future."))
    norm.player, norm.recorded_by, norm.recorded_at = player, user, at
    try:
        with transaction.atomic():
            norm.save()
    except IntegrityError as error:
        raise Refused(_("This norm is recorded already.")) from error
    return norm


@transaction.atomic
def norm_elsewhere_remove(norm: NormElsewhere, *, user: User, at: datetime) -> NormElsewhere:
    """Mark a norm that was recorded wrongly as removed. Raises Refused when it is already."""
    norm = NormElsewhere.objects.select_for_update().get(pk=norm.pk)
    if norm.removed_at is not None:
        raise Refused(_("Somebody has removed it meanwhile."))
    norm.removed_by, norm.removed_at = user, at
    norm.save()
    return norm


# --- what the acts share ------------------------------------------------------------------------

_UNDER_WAY = (ApplicationStatus.DRAFT, ApplicationStatus.SENT)


def _locked(
    application: FideApplication, version: int, *statuses: ApplicationStatus
) -> FideApplication:
    """The application as it is now. Raises Refused when it has moved on, Stale by version."""
    application = (
        FideApplication.objects.select_for_update(of=("self",))
        .select_related("player__merged_into", "commission", "drafted_by", "decision")
        .get(pk=application.pk)
    )
    if application.status not in statuses:
        raise Refused(
            _("Meanwhile the state of the application is “%(status)s”. Open the page again.")
            % {"status": application.get_status_display()}
        )
    if application.version != version:
        raise Stale(
            _("Somebody has changed the application since you opened it. Look at it again.")
        )
    return application


def _not_joined(player: Player) -> None:
    if player.merged_into is not None:
        raise Refused(
            _("%(player)s has been joined with %(other)s since: apply for that one.")
            % {"player": player, "other": player.merged_into}
        )


def frozen_application(
    application: FideApplication, checked: Checked, *, today: date
) -> dict[str, Any]:
    """The application with its evidence as JSON: with it alone the paper can be written again."""
    player = application.player
    return {
        "body": {
            "uk": application.commission.name_uk,
            "ru": application.commission.name_ru,
            "en": application.commission.name_en,
        },
        "title": checked.title,
        "edition": checked.law.edition,
        "player": player.pk,
        "name": player.name,
        "latin_name": player.latin_name,
        "fide_id": player.fide_id,
        "birth_year": player.birth_year,
        "federation": player.federation,
        "sex": player.sex,
        "highest_rating": checked.rating.highest,
        "rating_reached_on": _iso(checked.rating.reached_on),
        "rating_stated": checked.rating.stated,
        "rated_games": application.rated_games,
        "achieved_on": _iso(checked.achieved_on),
        "norms": [_norm(norm) for norm in checked.norms if norm.chosen],
        "outcome": checked.outcome.value,
        "reasons": [reason_to_json(one) for one in checked.reasons],
        "note": application.note,
        "noted_by": str(application.noted_by) if application.noted_by else "",
        "dated_on": today.isoformat(),
        "drafted_by": str(application.drafted_by),
        "sent_by": str(application.sent_by),
    }


def _norm(norm: NormShown) -> dict[str, Any]:
    return {
        "title": norm.held.title,
        "event": norm.event_name,
        "city": norm.city,
        "federation": norm.federation,
        "starts_on": norm.starts_on.isoformat(),
        "ends_on": norm.ends_on.isoformat(),
        "games": norm.held.games,
        "with_foreigners": norm.held.with_foreigners,
        "days_with_one_round": norm.held.days_with_one_round,
        "large_swiss": norm.held.large_swiss,
        "document": norm.document,
    }


def _iso(day: date | None) -> str:
    return day.isoformat() if day else ""
