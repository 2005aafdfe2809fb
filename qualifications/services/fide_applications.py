"""Applications to FIDE: drafted by one, signed and sent by another."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.errors import Refused
from federation.models import Commission, Player, User
from federation.written import written
from qualifications.engine.verdict import Outcome
from qualifications.fide_applications import (
    GRADES,
    Checked,
    Stated,
    check_of,
    stated_in,
)
from qualifications.fide_frozen import frozen_application
from qualifications.issued.fide_application import application_paper
from qualifications.models import (
    ApplicationStatus,
    DocumentKind,
    FideApplication,
)
from qualifications.services.decree_approval import digest_of
from qualifications.services.decrees import Stale
from qualifications.services.documents import document_issue


@transaction.atomic
def application_draft(
    player: Player, grade: str, *, commission: Commission, user: User, at: datetime
) -> FideApplication:
    """Begin an application. Raises Refused for a title that is none, for a player who was joined
    with another, and where one for the same title is under way.
    """
    if grade not in GRADES:
        raise Refused(_("Choose the title."))
    refuse_joined(player)
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
    application = application_locked(application, version, ApplicationStatus.DRAFT)
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
    application = application_locked(application, version, ApplicationStatus.DRAFT)
    if user.pk == application.drafted_by_id:
        raise Refused(_("You have drafted this application: another person signs and sends it."))
    refuse_joined(application.player)
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
    application = application_locked(application, version, *_UNDER_WAY)
    if application.status == ApplicationStatus.SENT and not words.strip():
        raise Refused(_("Say why the application is withdrawn."))
    application.status, application.version = ApplicationStatus.WITHDRAWN, application.version + 1
    application.result_words = written(words, most=500)
    application.decided_by, application.decided_at = user, at
    application.save()
    return application


# --- what the acts share ------------------------------------------------------------------------

_UNDER_WAY = (ApplicationStatus.DRAFT, ApplicationStatus.SENT)


def application_locked(
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


def refuse_joined(player: Player) -> None:
    """Raises Refused for a player who was joined with another."""
    if player.merged_into is not None:
        raise Refused(
            _("%(player)s has been joined with %(other)s since: apply for that one.")
            % {"player": player, "other": player.merged_into}
        )
