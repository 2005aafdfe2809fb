"""Reads for accounts: what belongs to a card, and what waits for a commission."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Coalesce

from federation.access import Access, Action
from federation.account_records import ClaimStatus, RequestStatus
from federation.accounts import is_of_age
from federation.models import CardClaim, PersonRequest, Player, User
from federation.persons import persons_of
from federation.selectors import PAGE_SIZE, Page
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
_SHOWN = ("user", "player__region", "player__merged_into__region")


def claims_waiting(access: Access) -> list[CardClaim]:
    """Claims that the user may answer, the oldest first."""
    return list(
        _of_regions(CardClaim.objects.all(), access, Action.CLAIM_ANSWER)
        .filter(status=ClaimStatus.ASKED)
        .exclude(user=access.user_id)
        .select_related(*_SHOWN)[:MOST_SHOWN]
    )


def cards_or_claims(user: User) -> bool:
    """Whether somebody comes as a player or guardian: has claimed a card, with whatever answer."""
    return not user.is_superuser and CardClaim.objects.filter(user=user).exists()


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody whose claim of a card was confirmed."""

    claim: CardClaim
    outgrown: bool
    """A guardian whose ward is of age: the claim gives nothing any more."""


def claims_confirmed(access: Access, *, after: str, on: date) -> Page:
    """Confirmed claims that the user may end, the latest first, after the claim numbered `after`.

    One query.
    """
    rows = _of_regions(CardClaim.objects.all(), access, Action.CLAIM_ANSWER)
    rows = rows.filter(status=ClaimStatus.CONFIRMED).order_by("-pk")
    if after:
        rows = rows.filter(pk__lt=int(after))
    found = list(rows.select_related(*_SHOWN, "answered_by")[: PAGE_SIZE + 1])
    items = [_holder(claim, on) for claim in found[:PAGE_SIZE]]
    return Page(items=items, next_after=str(items[-1].claim.pk) if found[PAGE_SIZE:] else "")


def holders_of(claims: Collection[CardClaim], *, on: date) -> dict[int, list[Holder]]:
    """By claim, whose the same card is already, under any number of the person. Three queries."""
    persons = persons_of([claim.player_id for claim in claims])
    numbers = {claim.pk: persons.same_as(claim.player_id) for claim in claims}
    confirmed = CardClaim.objects.filter(
        status=ClaimStatus.CONFIRMED, player__in={one for same in numbers.values() for one in same}
    )
    found = [_holder(one, on) for one in confirmed.select_related(*_SHOWN, "answered_by")]
    return {
        pk: [one for one in found if one.claim.player_id in same] for pk, same in numbers.items()
    }


def _holder(claim: CardClaim, on: date) -> Holder:
    return Holder(claim, claim.guardian and is_of_age(claim.card, on=on) is True)


def requests_counted(players: Collection[int]) -> dict[int, int]:
    """By kept player, how many requests about the person wait for the commission. One query."""
    waiting = PersonRequest.objects.filter(status=RequestStatus.OPEN).annotate(
        kept=Coalesce("player__merged_into", "player")
    )
    counted = waiting.filter(kept__in=players).order_by().values("kept").annotate(n=Count("pk"))
    return {row["kept"]: row["n"] for row in counted}


def requests_of(player: Player) -> list[PersonRequest]:
    """What was asked about the person, under any number, the latest first."""
    same = persons_of([player.pk]).same_as(player.pk)
    return list(PersonRequest.objects.filter(player__in=same).order_by("-pk")[:20])


def requests_open(access: Access) -> list[PersonRequest]:
    """Requests that the user may answer, the oldest first."""
    found = _of_regions(PersonRequest.objects.all(), access, Action.REQUEST_ANSWER)
    return list(
        found.filter(status=RequestStatus.OPEN)
        .exclude(user=access.user_id)
        .select_related(*_SHOWN)[:MOST_SHOWN]
    )


def _of_regions(rows: QuerySet, access: Access, action: Action) -> QuerySet:
    if not access.may(action):
        return rows.none()
    regions = access.regions(action)
    if regions is None:
        return rows
    return rows.filter(
        Q(player__merged_into=None, player__region__in=regions)
        | Q(player__merged_into__region__in=regions)
    )


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
