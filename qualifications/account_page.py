"""Reads for accounts: what belongs to a card, and what waits for a commission."""

from django.db.models import QuerySet

from federation.access import Access, Action
from federation.account_records import ClaimStatus, RequestStatus
from federation.models import CardClaim, PersonRequest, Player
from federation.persons import persons_of
from qualifications.fide_application_lists import applications_under_way
from qualifications.grades import SCHEME
from qualifications.models import (
    Decree,
    DecreeLine,
    DecreeStatus,
    Objection,
    PeriodStatus,
    RatingPeriod,
    SubmissionLine,
    SubmissionStatus,
)
from qualifications.presenting_fide_applications import application_words

MOST_SHOWN = 100


def claims_waiting(access: Access) -> list[CardClaim]:
    """Claims that the user may answer, the oldest first."""
    return list(
        _of_regions(CardClaim.objects.all(), access, Action.CLAIM_ANSWER)
        .filter(status=ClaimStatus.ASKED)
        .exclude(user=access.user_id)
        .select_related("user", "player__region")[:MOST_SHOWN]
    )


def requests_open(access: Access) -> list[PersonRequest]:
    """Requests that the user may answer, the oldest first."""
    found = _of_regions(PersonRequest.objects.all(), access, Action.REQUEST_ANSWER)
    return list(
        found.filter(status=RequestStatus.OPEN).select_related("user", "player__region")[
            :MOST_SHOWN
        ]
    )


def _of_regions(rows: QuerySet, access: Access, action: Action) -> QuerySet:
    if not access.may(action):
        return rows.none()
    regions = access.regions(action)
    return rows if regions is None else rows.filter(player__region__in=regions)


def drafts_to_object(player: Player) -> list[RatingPeriod]:
    """Computed drafts that have a line of the player."""
    periods = RatingPeriod.objects.filter(scheme=SCHEME, status=PeriodStatus.COMPUTED)
    return list(periods.filter(runs__rows__player=player).distinct().order_by("list_on"))


def objections_of(player: Player) -> list[Objection]:
    """Objections to lines of the player, the latest first."""
    same = persons_of([player.pk]).same_as(player.pk)
    found = Objection.objects.filter(player__in=same).select_related("period")
    return list(found.order_by("-pk")[:MOST_SHOWN])


def under_way(player: Player) -> list[tuple[str, str]]:
    """What is being done about the player: the grade, and the state of its submission or decree."""
    same = persons_of([player.pk]).same_as(player.pk)
    submitted = SubmissionLine.objects.filter(
        player__in=same,
        submission__status__in=(
            SubmissionStatus.SENT,
            SubmissionStatus.RETURNED,
            SubmissionStatus.ACCEPTED,
        ),
    ).select_related("submission")
    drafted = DecreeLine.objects.filter(player__in=same, decree__status=DecreeStatus.DRAFT)
    found = [(one.grade, str(one.submission.get_status_display())) for one in submitted]
    words = str(Decree(status=DecreeStatus.DRAFT).get_status_display())
    found += [(one.grade, words) for one in drafted]
    return found + [(one.grade, application_words(one)) for one in applications_under_way(same)]
