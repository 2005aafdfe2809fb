"""Accounts of players and guardians: joining, claiming a card, asking the commission."""

from collections.abc import Iterable
from datetime import date, datetime

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes, force_str
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _

from federation.account_records import (
    CardClaim,
    ClaimStatus,
    PersonRequest,
    RequestStatus,
)
from federation.errors import Refused
from federation.models import Player, User
from federation.persons import persons_of
from federation.services import contact_record
from federation.written import written

OF_AGE = 18
MOST_OPEN = 10
"""Claims of one person, and requests about one card, that wait at a time."""


def is_of_age(player: Player, *, on: date) -> bool | None:
    """Whether a player is eighteen on a day; None where the birth is not known so exactly."""
    if player.birth_date is not None:
        born = player.birth_date
        return (on.year - born.year - ((on.month, on.day) < (born.month, born.day))) >= OF_AGE
    if player.birth_year is None:
        return None
    years = on.year - player.birth_year
    return None if years == OF_AGE else years > OF_AGE


def account_join(*, email: str, first_name: str, last_name: str) -> None:
    """Make an account that cannot be used before its letter was answered, and send the letter.

    The page never tells whether an address has an account: whoever has one gets a letter that says
    so. The password is chosen behind the letter, so that nobody chooses it for another's address.
    """
    email = email.strip().lower()
    user = User.objects.filter(username=email).first()
    if user is not None and (user.is_active or user.has_usable_password()):
        _letter(
            email,
            _("You have an account already"),
            _("Somebody, perhaps you, wanted to join with this address. Sign in: %(address)s"),
            reverse("login"),
        )
        return
    if user is None:
        user = User(username=email, email=email, is_active=False)
        user.set_unusable_password()
    user.first_name, user.last_name = first_name, last_name
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        return  # the same person pressed twice: the other press sends the letter
    key = urlsafe_base64_encode(force_bytes(user.pk))
    _letter(
        email,
        _("Confirm your account"),
        _("Open this address to choose a password for the chess registry: %(address)s"),
        reverse("account-confirm", args=[key, default_token_generator.make_token(user)]),
    )


def _letter(email: str, subject: str, body: str, path: str) -> None:
    send_mail(subject, body % {"address": f"{settings.SITE_ADDRESS}{path}"}, None, [email])


def account_of_letter(key: str, token: str) -> User | None:
    """The account that a letter belongs to and that waits for its password; None for any other."""
    try:
        user = User.objects.get(pk=int(force_str(urlsafe_base64_decode(key))))
    except (ValueError, OverflowError, User.DoesNotExist):
        return None
    waits = not user.is_active and not user.has_usable_password()
    return user if waits and default_token_generator.check_token(user, token) else None


def account_open(user: User, *, password: str) -> None:
    """From now on the account can be used."""
    user.set_password(password)
    user.is_active = True
    user.save(update_fields=["password", "is_active"])


@transaction.atomic
def claim_ask(
    player: Player,
    *,
    guardian: bool,
    born: date | None,
    note: str,
    user: User,
    at: datetime,
    today: date,
) -> CardClaim:
    """Claim a card; the commission of the player's region answers.

    A player under eighteen is claimed by a guardian, an adult by the player alone. Raises Refused
    for that, for a card that the same person has claimed already, under any of its numbers, and
    while ten claims of the same person wait.
    """
    player = player.merged_into or player
    own = CardClaim.objects.filter(user=user, status__in=(ClaimStatus.ASKED, ClaimStatus.CONFIRMED))
    if own.filter(
        player__in=persons_of([player.pk]).same_as(player.pk), guardian=guardian
    ).exists():
        raise Refused(_("You have claimed this card already."))
    if own.filter(status=ClaimStatus.ASKED).count() >= MOST_OPEN:
        raise Refused(_("Ten of your claims wait already. Wait for the answers."))
    of_age = is_of_age(player, on=today)
    if guardian and of_age:
        raise Refused(_("The player is of age: the player claims the card."))
    if not guardian and of_age is False:
        raise Refused(_("The player is under eighteen: a parent or guardian claims the card."))
    try:
        with transaction.atomic():
            return CardClaim.objects.create(
                user=user,
                player=player,
                guardian=guardian,
                birth_agrees=None if player.birth_date is None else born == player.birth_date,
                note=written(note, most=500),
                asked_at=at,
            )
    except IntegrityError as error:
        raise Refused(_("You have claimed this card already.")) from error


@transaction.atomic
def claim_answer(
    claim: CardClaim, *, confirmed: bool, words: str, user: User, at: datetime
) -> CardClaim:
    """The commission confirms a claim, naming the document it saw, or refuses it with a reason.

    Raises Refused without words, for one's own claim, when it was answered meanwhile, for a card
    that has an owner, and where a guardian's ward has come of age since or the player is a minor.
    """
    words = written(words, most=300)
    claim = _claim_locked(claim)
    if claim.status != ClaimStatus.ASKED:
        raise Refused(_("This has been answered meanwhile."))
    if claim.user_id == user.pk:
        raise Refused(_("Your own claim is answered by somebody else."))
    if not words:
        raise Refused(_("Name the document that you have seen, or say why not."))
    of_age = is_of_age(claim.card, on=timezone.localtime(at).date())
    if confirmed and claim.guardian and of_age:
        raise Refused(
            _("The player is of age by now and claims the card alone: refuse this claim.")
        )
    if confirmed and not claim.guardian and of_age is False:
        raise Refused(_("The player is under eighteen: a parent or guardian claims the card."))
    if confirmed and not claim.guardian and _has_owner(claim):
        raise Refused(_("This card has an owner already. End that claim first."))
    claim.status = ClaimStatus.CONFIRMED if confirmed else ClaimStatus.REFUSED
    claim.words, claim.answered_by, claim.answered_at = words, user, at
    try:
        with transaction.atomic():
            claim.save()
    except IntegrityError as error:
        raise Refused(_("This card has an owner already. End that claim first.")) from error
    return claim


def _has_owner(claim: CardClaim) -> bool:
    """Whether the card, under any number of the same person, is somebody's own."""
    same = persons_of([claim.player_id]).same_as(claim.player_id)
    return CardClaim.objects.filter(
        player__in=same, status=ClaimStatus.CONFIRMED, guardian=False
    ).exists()


@transaction.atomic
def claim_end(claim: CardClaim, *, words: str, user: User, at: datetime) -> CardClaim:
    """End a claim: by the person, or by the commission, which says why.

    The card forgets the e-mail address of whom it no longer belongs to: no more letters go there,
    and the next owner does not see it. Raises Refused when the claim has ended, and for the
    commission without words.
    """
    words = written(words, most=300)
    claim = _claim_locked(claim)
    if claim.status not in (ClaimStatus.ASKED, ClaimStatus.CONFIRMED):
        raise Refused(_("This claim has ended."))
    if not words and user.pk != claim.user_id:
        raise Refused(_("Say why the claim ends."))
    card = claim.card
    if claim.status == ClaimStatus.CONFIRMED and _is_address_of(claim, card):
        contact_record(card, email="", email_consent_on=None, language=card.language)
    claim.status, claim.words = ClaimStatus.ENDED, words
    claim.answered_by, claim.answered_at = user, at
    claim.save()
    return claim


def _claim_locked(claim: CardClaim) -> CardClaim:
    found = CardClaim.objects.select_for_update(of=("self",))
    return found.select_related("player__merged_into", "user").get(pk=claim.pk)


def _is_address_of(claim: CardClaim, card: Player) -> bool:
    return bool(card.email) and card.email.lower() == claim.user.email.lower()


def cards_of(user_id: int | None, *, on: date) -> dict[int, CardClaim]:
    """The cards that are somebody's on a day, by player: confirmed, and of wards under eighteen.

    Where two players with different owners were found to be one person, the owner of the kept one
    stays, until the commission ends one of the two claims.
    """
    if user_id is None:
        return {}
    claims = CardClaim.objects.filter(user=user_id, status=ClaimStatus.CONFIRMED)
    found = [
        claim
        for claim in claims.select_related("player__region", "player__merged_into__region", "user")
        if not (claim.guardian and is_of_age(claim.card, on=on))
    ]
    owned = _owned_by_others(found)
    return {claim.card.pk: claim for claim in found if claim.guardian or claim.card.pk not in owned}


def _owned_by_others(claims: Iterable[CardClaim]) -> set[int]:
    """Cards of claims on merged players whose owner is somebody else. One query where there are."""
    merged = {claim.card.pk: claim for claim in claims if claim.card.pk != claim.player_id}
    if not merged:
        return set()
    first: dict[int, CardClaim] = {}
    rivals = CardClaim.objects.filter(status=ClaimStatus.CONFIRMED, guardian=False).filter(
        Q(player__in=merged) | Q(player__merged_into__in=merged)
    )
    for claim in sorted(
        rivals.select_related("player__merged_into"),
        key=lambda one: (one.card.pk != one.player_id, one.pk),
    ):
        first.setdefault(claim.card.pk, claim)
    return {card for card, one in first.items() if one.user_id != merged[card].user_id}


def written_to_former_guardians(*, on: date) -> set[int]:
    """Players of age whose letters would still go to the address of a parent or guardian."""
    claims = CardClaim.objects.filter(guardian=True, status=ClaimStatus.CONFIRMED)
    return {
        claim.card.pk
        for claim in claims.select_related("player__merged_into", "user")
        if _is_address_of(claim, claim.card) and is_of_age(claim.card, on=on)
    }


@transaction.atomic
def request_ask(player: Player, *, kind: str, text: str, user: User, at: datetime) -> PersonRequest:
    """Ask the commission of the region.

    Raises Refused without words, for the same words twice, and beyond ten open ones.
    """
    text = written(text, most=1000)
    if not text:
        raise Refused(_("Write what you ask for."))
    list(Player.objects.select_for_update(no_key=True).filter(pk=player.pk))  # one at a time
    same = persons_of([player.pk]).same_as(player.pk)
    waiting = PersonRequest.objects.filter(player__in=same, status=RequestStatus.OPEN)
    texts = list(waiting.values_list("text", flat=True))
    if text in texts:
        raise Refused(_("You have asked this already. Wait for the answer."))
    if len(texts) >= MOST_OPEN:
        raise Refused(_("Ten requests are open already. Wait for the answers."))
    return PersonRequest.objects.create(user=user, player=player, kind=kind, text=text, asked_at=at)


@transaction.atomic
def request_answer(
    request: PersonRequest, *, done: bool, answer: str, user: User, at: datetime
) -> PersonRequest:
    """The commission's answer.

    Raises Refused without words, for one's own request, and when it was answered meanwhile.
    """
    answer = written(answer, most=1000)
    request = PersonRequest.objects.select_for_update(of=("self",)).get(pk=request.pk)
    if request.status != RequestStatus.OPEN:
        raise Refused(_("This has been answered meanwhile."))
    if request.user_id == user.pk:
        raise Refused(_("Your own request is answered by somebody else."))
    if not answer:
        raise Refused(_("Write what was done, or why not."))
    request.status = RequestStatus.DONE if done else RequestStatus.REFUSED
    request.answer, request.answered_by, request.answered_at = answer, user, at
    request.save()
    return request
